"""`punto odds`: the tables, the formats, and one line for whatever is impossible."""

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

import pytest

from puntobanco.cli.main import run
from puntobanco.coup import Coup
from puntobanco.exact_odds import odds, removal
from puntobanco.rulebooks import table_rules
from puntobanco.values.cards import Composition, parse_cards
from tests.cli.test_cli import punto
from tests.marks import ALL_BOOKS


class Command(Protocol):
    def __call__(self, *arguments: str) -> tuple[int, str, str]: ...


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `punto odds` in this process: exit code, output, errors."""

    def answer(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["punto", "odds", *arguments])
        monkeypatch.setenv("COLUMNS", "200")
        with pytest.raises(SystemExit) as ended:
            run()
        printed = capsys.readouterr()
        return int(ended.value.code or 0), printed.out, printed.err

    return answer


def as_json(command: Command, *arguments: str) -> Any:
    code, out, err = command(*arguments, "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out)


def shoe_file(directory: Path, text: str) -> str:
    path = directory / "shoe.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_table_like_the_published_ones(command: Command) -> None:
    code, out, err = command("act-2015")
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert ["Banker", "2,292,252,566,437,888", "0.458597"] in lines
    assert ["Player", "+1", "2,230,518,282,592,256", "0.446247", "+0.446247", "1.235081%", "0.951153"] in lines
    assert ["Tie", "+8", "475,627,426,473,216", "0.095156", "+0.761248", "14.359629%", "2.640872"] in lines
    assert "Void" not in out


def test_without_a_book_all_four_are_side_by_side(command: Command) -> None:
    _, out, _ = command()
    lines = [line.split() for line in out.splitlines()]
    assert list(ALL_BOOKS) in lines
    assert ["Tie:", "house", "edge", *["14.359629%"] * 4] in lines
    assert ["Big", "Tiger:", "house", "edge", "-", "-", "-", "15.253317%"] in lines


def test_two_books_with_a_choice_and_two_wagers(command: Command) -> None:
    found = as_json(command, "washington", "nz-1998", "--set", "tie_odds=8:1", "--wager", "tie", "--wager", "banker")
    assert [(one["book"], sorted(one["wagers"])) for one in found] == [
        ("washington", ["banker", "tie"]),
        ("nz-1998", ["banker", "tie"]),
    ]


def test_json_has_fractions_that_add_up(command: Command) -> None:
    found = as_json(command, "house-midi")
    assert found["cards"] == 416
    assert list(found["outcomes"]) == ["player", "banker", "tie", "void"]
    assert sum(map(Fraction, found["outcomes"].values())) == 1
    for wager in found["wagers"].values():
        results = [(Fraction(result["pays"]), Fraction(result["probability"])) for result in wager["results"]]
        assert sum(share for _, share in results) == 1
        assert sum(pays * share for pays, share in results) == Fraction(wager["ev"])
        assert wager["house_edge"] == pytest.approx(float(-Fraction(wager["ev"])))
        assert wager["sd"] ** 2 == pytest.approx(float(Fraction(wager["variance"])))


def test_csv_has_a_line_per_result(command: Command) -> None:
    _, out, _ = command("act-2015", "nz-1998", "--wager", "tie", "--format", "csv")
    lines = list(csv.DictReader(io.StringIO(out)))
    assert [(line["book"], line["pays"], line["ways"]) for line in lines] == [
        ("act-2015", "8.0", "475627426473216"),
        ("act-2015", "-1.0", "4522770849030144"),
        ("nz-1998", "8.0", "475627426473216"),
        ("nz-1998", "-1.0", "4522770849030144"),
    ]
    assert float(lines[0]["house_edge"]) == pytest.approx(0.14359629)


def test_markdown_is_a_table(command: Command) -> None:
    _, out, _ = command("nz-1998", "--wager", "tie", "--format", "md")
    assert "| Wager | Pays | Ways | Probability | Return | House edge | Std dev |\n| :-- | --: |" in out
    assert "| Tie | +8 | 475,627,426,473,216 | 0.095156 | +0.761248 | 14.359629% | 2.640872 |" in out


def test_cards_seen_are_gone(command: Command) -> None:
    found = as_json(command, "nz-1998", "--seen", "AS,KD 9c", "--seen", "AS")
    shoe = Composition.of_decks(8) - Composition.of_cards(coup("AS KD 9C AS").player)
    assert found == odds(table_rules("nz-1998"), shoe).as_dict()


def coup(player: str, banker: str = "") -> Coup:
    return Coup(parse_cards([player]), parse_cards([banker]))


def test_a_shoe_file_says_what_is_left(command: Command, tmp_path: Path) -> None:
    path = shoe_file(tmp_path, '{"AS": 8, "TD": 7, "9c": 1, "4H": 0}')
    found = as_json(command, "nz-1998", "--shoe", path)
    assert found["cards"] == 16
    assert Fraction(found["outcomes"]["void"]) == 0


def test_a_short_shoe_shows_the_chance_of_a_void_round(command: Command, tmp_path: Path) -> None:
    path = shoe_file(tmp_path, '{"AS": 2, "2D": 2}')
    found = as_json(command, "nz-1998", "--shoe", path)
    assert found["outcomes"] == {"player": "0/1", "banker": "0/1", "tie": "0/1", "void": "1/1"}
    assert found["wagers"]["tie"]["results"] == [{"pays": "0/1", "probability": "1/1"}]
    assert ["Void", "24", "1.000000"] in [line.split() for line in command("nz-1998", "--shoe", path)[1].splitlines()]


@pytest.mark.parametrize(
    ("text", "on_table"),
    [
        ("4c 9d Kh", coup("4C KH", "9D")),
        ("4c,Kh|9d", coup("4C KH", "9D")),
        ("4c Kh |", coup("4C KH")),
        ("4c 9d Kh 7c 3s", coup("4C KH 3S", "9D 7C")),
    ],
)
def test_a_coup_on_the_table_as_dealt_or_by_hand(command: Command, text: str, on_table: Coup) -> None:
    found = as_json(command, "act-2015", "--on-table", text)
    assert found == odds(table_rules("act-2015"), on_table=on_table).as_dict()
    assert found["cards"] == 416 - len(on_table)


def test_removal_in_json_and_in_a_table(command: Command) -> None:
    rules = table_rules("act-2015", pairs="perfect")
    arguments = (
        "act-2015",
        "--set",
        "pairs=perfect",
        "--seen",
        "AS",
        "--removal",
        "--wager",
        "player_pair",
        "--wager",
        "tie",
    )
    found = as_json(command, *arguments)
    shoe = Composition.of_decks(8) - Composition.of_cards(coup("AS").player)
    effects = {one.wager: one.as_dict() for one in removal(rules, shoe)}
    assert {name: wager["removal"] for name, wager in found["wagers"].items()} == {
        name: effects[name] for name in ("player_pair", "tie")
    }
    lines = [line.split() for line in command(*arguments)[1].splitlines()]
    assert [line[0] for line in lines if line and line[0].startswith("A")] == ["A♣", "A♦", "A♥", "A♠"]
    effect_of = {line[0]: line[2] for line in lines if line and line[0].startswith("A")}
    assert effect_of["A♦"] == effect_of["A♥"]
    assert len({effect_of["A♣"], effect_of["A♦"], effect_of["A♠"]}) == 3
    unseen = [line.split() for line in command("nz-1998", "--removal")[1].splitlines()]
    assert ["A", "-0.00448", "+0.00440", "+0.01293"] in unseen
    rows = list(csv.DictReader(io.StringIO(command(*arguments, "--format", "csv")[1])))
    assert {(row["wager"], row["card"]) for row in rows} >= {("tie", "9C"), ("player_pair", "AS")}


def test_a_fixed_number_of_decks_is_refused_unless_one_only_wonders(command: Command) -> None:
    code, out, err = command("nz-1998", "--decks", "6")
    assert (code, out) == (1, "")
    assert err == "refused: decks = 6 is not allowed: it is 8; --what-if takes it anyway (nz-1998 3.4)\n"
    wondered = as_json(command, "nz-1998", "--decks", "6", "--what-if")
    assert wondered["cards"] == 312
    assert wondered["what_if"] == ["what if decks = 6: nz-1998 3.4 does not allow it, it is 8"]
    assert as_json(command, "nz-1998", "--set", "decks=6", "--what-if") == wondered
    assert as_json(command, "washington", "--decks", "6")["cards"] == 312
    assert as_json(command, "nz-1998", "--decks", "8")["cards"] == 416


@pytest.mark.parametrize(
    ("shoe", "said"),
    [
        ("AS 8", "the shoe file is not JSON"),
        ("[8, 8]", "the shoe file is not a JSON object from card to count"),
        ('{"AS": -1}', "the shoe file has -1 of AS: write a whole number, 0 or more"),
        ('{"AS": 1.5}', "the shoe file has 1.5 of AS"),
        ('{"AS": true}', "the shoe file has true of AS"),
        ('{"AS": {"8": 1}}', "of AS: write a whole number"),
        ('{"AS": 9}', "9 x AS is more than 8 decks hold"),
        ('{"AS": 1, "as": 2}', "the shoe file names AS twice"),
        ('{"1S": 1}', "'1S' is not a card"),
        ("{}", "the shoe is empty"),
        ('{"AS": 0}', "the shoe is empty"),
    ],
)
def test_an_impossible_shoe_file_gets_one_line(command: Command, tmp_path: Path, shoe: str, said: str) -> None:
    check_unreadable(command("act-2015", "--shoe", shoe_file(tmp_path, shoe)), said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--shoe", "nowhere.json"), "the shoe file nowhere.json cannot be read"),
        (("--seen", " ".join(["AS"] * 9)), "9 x AS have been seen, but 8 decks hold 8"),
        (("--seen", "XX"), "'XX' is not a card"),
        (("--on-table", "4c Kh 3s 2d | 9d 7c"), "player shows 4 cards: a hand never takes a fourth card"),
        (("--on-table", "4c Kh | 9d 7c 2s 2h"), "banker shows 4 cards"),
        (("--on-table", "4c 9d Kh 7c 3s 2d"), "2D is one card too many: the coup ended after 5 cards"),
        (("--on-table", "4c Kh 5s | 9d 9c"), "5S cannot be player's third card: Banker stands on 8: a natural"),
        (("--on-table", "4c Kh 3s | 9d"), "player cannot have a third card 3S before both hands have two cards"),
        (("--on-table", "4c Kh 3s | 9d 7c 2h"), "2H cannot be banker's third card: Banker stands on 6"),
        (("--wager", "dragon"), "'dragon' is not a wager here: choose from player, banker, tie"),
        (("--decks", "0", "--what-if"), "0 decks are no shoe"),
        (("--decks", "28", "--what-if"), "at most 27 decks"),
    ],
)
def test_an_impossible_question_gets_one_line(command: Command, arguments: tuple[str, ...], said: str) -> None:
    check_unreadable(command("act-2015", *arguments), said)


def test_a_shoe_file_leaves_no_room_for_other_options(command: Command, tmp_path: Path) -> None:
    path = shoe_file(tmp_path, '{"AS": 8}')
    check_unreadable(command("act-2015", "--shoe", path, "--seen", "AS"), "leave out --decks, --seen and --dealt")


def test_cards_on_the_table_are_not_in_a_full_shoe_file_too(command: Command, tmp_path: Path) -> None:
    path = shoe_file(tmp_path, '{"AS": 8, "2D": 8}')
    check_unreadable(command("act-2015", "--shoe", path, "--on-table", "AS"), "9 x AS is more than 8 decks hold")
    assert as_json(command, "act-2015", "--shoe", path, "--on-table", "AS", "--what-if")["cards"] == 16


def check_unreadable(answer: tuple[int, str, str], said: str) -> None:
    code, out, err = answer
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert said in err
    assert err.count("\n") == 1


def test_help_does_not_import_arrays_and_compilers() -> None:
    program = "import sys; sys.argv = ['punto', 'odds', '--help']\nfrom puntobanco.cli.main import run\n"
    program += "try:\n    run()\nexcept SystemExit:\n    print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    assert punto("--help").returncode == 0
    assert run_program(program).splitlines()[-1] == "[]"


WITHOUT_ARRAYS = """
import sys
from tests.marks import ALL_BOOKS

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "numba", "llvmlite"):
            raise ImportError(f"{name} is not to be had")

sys.meta_path.insert(0, Blocked())
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("act-2015",),
        (),
        ("house-midi", "--format", "json"),
        ("act-2015", "--set", "pairs=perfect", "--seen", "AS KD", "--removal", "--format", "csv"),
        ("act-2015", "--on-table", "4c Kh | 9d", "--format", "md"),
    ],
)
def test_without_arrays_and_compilers_the_answer_is_the_same(command: Command, arguments: tuple[str, ...]) -> None:
    program = WITHOUT_ARRAYS + f"sys.argv = {['punto', 'odds', *arguments]}\n"
    program += "from puntobanco.cli.main import run\nrun()"
    assert run_program(program) == command(*arguments)[1]


def test_without_arrays_and_compilers_many_shoes_cannot_be_counted_at_once() -> None:
    """The blocked modules are really out of reach."""
    program = (
        WITHOUT_ARRAYS
        + "try:\n    from puntobanco.exact_odds import Engine\nexcept ImportError as error:\n    print(error)"
    )
    assert run_program(program) == "numpy is not to be had\n"


def test_the_library_answers_without_arrays_and_compilers() -> None:
    program = WITHOUT_ARRAYS + "from puntobanco.exact_odds import odds\nfrom puntobanco.rulebooks import table_rules\n"
    program += "print(odds(table_rules('nz-1998')).as_dict())"
    assert run_program(program) == f"{odds(table_rules('nz-1998')).as_dict()}\n"


@pytest.mark.parametrize("arguments", [["nz-1998"], [], ["act-2015", "--removal"], ["nz-1998", "--on-table", "4c"]])
def test_one_shoe_is_counted_without_arrays_and_compilers(arguments: list[str]) -> None:
    """Loading them would take several times as long as the answer."""
    program = f"import sys; sys.argv = {['punto', 'odds', *arguments]}\nfrom puntobanco.cli.main import run\n"
    program += (
        "try:\n    run()\nexcept SystemExit:\n    print(sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)))"
    )
    assert run_program(program).splitlines()[-1] == "[]"


def run_program(program: str) -> str:
    environment = {**os.environ, "COLUMNS": "200"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    return done.stdout


def test_one_deck_is_the_same_question_either_way(command: Command) -> None:
    by_option = as_json(command, "act-2015", "--decks", "1", "--what-if")
    assert (by_option["cards"], by_option) == (52, as_json(command, "act-2015", "--set", "decks=1", "--what-if"))


RANKS = "A23456789TJQK"


def test_a_shoe_file_by_rank(command: Command, tmp_path: Path) -> None:
    full = shoe_file(tmp_path, json.dumps(dict.fromkeys(RANKS, 32)))
    assert as_json(command, "act-2015", "--shoe", full) == as_json(command, "act-2015")
    rest = shoe_file(tmp_path, json.dumps({**dict.fromkeys(RANKS, 32), "A": 31}).replace('"T"', '"10"'))
    assert as_json(command, "nz-1998", "--shoe", rest) == as_json(command, "nz-1998", "--seen", "AC")


def test_a_rank_on_the_table_leaves_its_other_suits(command: Command, tmp_path: Path) -> None:
    left = shoe_file(tmp_path, json.dumps({**dict.fromkeys(RANKS, 32), "A": 31}))
    assert as_json(command, "act-2015", "--shoe", left, "--on-table", "AH") == as_json(
        command, "act-2015", "--on-table", "AH"
    )


def test_what_suits_decide_is_left_out_where_a_file_has_none(command: Command, tmp_path: Path) -> None:
    left = shoe_file(tmp_path, json.dumps({**dict.fromkeys(RANKS, 32), "A": 30}))
    code, out, err = command("act-2015", "--shoe", left, "--format", "json")
    assert (code, list(json.loads(out)["wagers"])) == (0, ["player", "banker", "tie"])
    assert err == "left out, as the shoe file has no suits: player_pair, banker_pair\n"
    said = "player_pair pays by suit, and the shoe file has ranks: write its cards, such as AS"
    check_unreadable(command("act-2015", "--shoe", left, "--wager", "player_pair"), said)
    canberra = as_json(command, "act-2015", "--shoe", left, "--set", "pairs=canberra", "--wager", "player_pair")
    pairs = 12 * 32 * 31 + 30 * 29
    assert canberra["wagers"]["player_pair"]["hit_rate"] == str(Fraction(pairs, 414 * 413))


@pytest.mark.parametrize(
    ("shoe", "said"),
    [
        ('{"A": 33}', "33 x A is more than 8 decks hold"),
        ('{"A": 32, "KS": 1}', "the shoe file has 'KS', and it names ranks"),
        ('{"T": 1, "10": 1}', "the shoe file names 10 twice"),
        ('{"A": -1}', "the shoe file has -1 of A: write a whole number, 0 or more"),
    ],
)
def test_an_impossible_shoe_file_by_rank(command: Command, tmp_path: Path, shoe: str, said: str) -> None:
    check_unreadable(command("act-2015", "--shoe", shoe_file(tmp_path, shoe)), said)


def test_a_shoe_from_a_list_of_dealt_cards(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "dealt.txt"
    path.write_text("# the first coup\n4c 9d Kh 7c, 3s\nAS  # burned\n", encoding="utf-8")
    found = as_json(command, "act-2015", "--dealt", str(path))
    assert (found["cards"], found) == (410, as_json(command, "act-2015", "--seen", "4c 9d Kh 7c 3s AS"))
    assert as_json(command, "act-2015", "--dealt", str(path), "--seen", "2h")["cards"] == 409
    path.write_text("4c 9x", encoding="utf-8")
    check_unreadable(command("act-2015", "--dealt", str(path)), "'9x' is not a card")
