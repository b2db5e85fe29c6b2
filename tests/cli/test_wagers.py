"""Wagers of one's own on the command line: odds and counting, coups, practice, simulation, a table in a file."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import output, punto
from tests.cli.test_table import SHOE, patron, save
from tests.marks import ALL_BOOKS

SEVEN = """name = "Seven"
when = { hand = "banker", wins = true, total = 7 }
pays = "9:1"
"""
DRAGON = ("--wager-file", "preset:dragon-7")
REFUSED = "refused: dragon_7 is not allowed: the book lets no house add a wager to its own"


def wager_file(directory: Path, text: str = SEVEN) -> str:
    path = directory / "seven.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_exact_odds_count_and_worth_of_a_wager_of_ones_own() -> None:
    found = json.loads(output("odds", "act-2015", *DRAGON, "--what-if", "--shoes", "300", "--format", "json"))
    assert found["what_if"] == ["what if Dragon 7 is offered: act-2015 4.3 does not allow it"]
    assert list(found["wagers"]) == ["dragon_7"]
    dragon = found["wagers"]["dragon_7"]
    assert (dragon["ev"], dragon["hit_rate"]) == ("-64613588827/848912750595", "19129247848/848912750595")
    assert round(dragon["sd"], 4) == 6.0849
    assert dragon["results"][0]["pays"] == "40/1"
    assert list(dragon["removal"]) == list("A23456789TJQK")
    tags = {rank: round(tag, 3) for rank, tag in dragon["count"].items()}
    assert (tags["8"], tags["9"], tags["7"], tags["K"]) == (1.0, 0.89, -0.666, 0.16)
    counting = dragon["counting"]
    assert (counting["shoes"], counting["seed"], counting["linear"]["chosen_with_seed"]) == (300, 1, 2)
    assert 0.5 < counting["linear"]["gain_per_shoe"] < counting["exact"]["gain_per_shoe"] < 1


def test_the_same_as_text() -> None:
    lines = output("odds", "house-midi", *DRAGON, "--shoes", "0").splitlines()
    assert not any("what if" in line.lower() for line in lines)
    assert "Hit rate  2.253382%" in lines
    assert any(line.split()[-2:] == ["7.611334%", "6.084882"] for line in lines)


def test_each_book_is_named_where_several_are_asked() -> None:
    lines = output("odds", "house-midi", "washington", *DRAGON, "--what-if", "--shoes", "0").splitlines()
    assert [line for line in lines if "of your own" in line] == [
        "house-midi: wagers of your own",
        "washington: wagers of your own",
    ]


def test_pairs_and_totals_together_have_odds_and_no_count(tmp_path: Path) -> None:
    text = SEVEN.replace("total = 7", 'total = 7, pair = "any"')
    path = wager_file(tmp_path, text)
    found = json.loads(output("odds", "act-2015", "--wager-file", path, "--what-if", "--format", "json"))
    assert "count" not in found["wagers"]["seven"]
    assert found["wagers"]["seven"]["removal"]


def test_a_wager_file_from_standard_input() -> None:
    from_pipe = output("odds", "house-midi", "--wager-file", "-", "--shoes", "0", stdin=SEVEN)
    assert any(line.split()[-2:] == ["23.119507%", "2.664017"] for line in from_pipe.splitlines())


def test_csv_has_the_odds_and_on_request_the_effects() -> None:
    asked = ("odds", "house-midi", *DRAGON, "--shoes", "0", "--format", "csv")
    assert output(*asked).splitlines()[1].startswith("house-midi,dragon_7,40.0,")
    assert output(*asked, "--removal").splitlines()[1].startswith("house-midi,dragon_7,AC,0.00049")


NEVER = SEVEN.replace("total = 7", "total = 0")
TOO_LATE = """name = "Six"
line = [
    { when = { hand = "banker", total = 6 }, pays = 12 },
    { when = { hand = "banker", total = 6, cards = 3 }, pays = 20 },
]
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (NEVER, "error: wager 'Seven', when: no coup is like that, for the condition contradicts itself"),
        (TOO_LATE, "error: wager 'Six', line 2 decides no coup: it contradicts itself, or comes too late"),
    ],
)
def test_a_line_that_decides_nothing_is_named(tmp_path: Path, text: str, said: str) -> None:
    for command in (("odds", "act-2015", "--wager-file"), ("wagers", "show")):
        done = punto(*command, wager_file(tmp_path, text))
        assert (done.returncode, done.stdout, said in done.stderr) == (2, "", True)


def test_two_files_with_one_id(tmp_path: Path) -> None:
    files = ("--wager-file", wager_file(tmp_path), "--wager-file", wager_file(tmp_path))
    done = punto("coup", "house-midi", "6c", "9d", "Kh", "8c", *files)
    assert (done.returncode, done.stderr) == (2, "error: two wagers have the id 'seven': give one of them another id\n")


def test_odds_beyond_what_counting_takes_are_odds_all_the_same(tmp_path: Path) -> None:
    path = wager_file(tmp_path, SEVEN.replace("9:1", "100000:1"))
    found = json.loads(output("odds", "act-2015", "--wager-file", path, "--what-if", "--format", "json"))["wagers"]
    assert (found["seven"]["results"][0]["pays"], "counting" in found["seven"]) == ("100000/1", False)


@pytest.mark.parametrize(
    "command",
    [
        ("odds", "act-2015"),
        ("simulate", "act-2015", "--shoes", "1"),
        ("coup", "act-2015", "4c", "9d", "Kh", "7c", "3s"),
        ("play", "act-2015"),
    ],
)
def test_a_book_that_does_not_allow_it_refuses_with_its_clause(command: tuple[str, ...]) -> None:
    done = punto(*command, *DRAGON)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{REFUSED}; --what-if takes it anyway (act-2015 4.3)\n"


def test_what_does_not_go_together_is_no_what_if() -> None:
    done = punto("coup", "act-2015", "4c", "9d", "Kh", "7c", "3s", "--set", "minimum=5000")
    assert done.stderr.endswith("it is above maximum = $1,000; set both (act-2015 3.1)\n")


def test_a_coup_settles_it() -> None:
    coup = ("coup", "act-2015", "2c", "3d", "Kh", "2c", "4s", "2h")
    text = output(*coup, *DRAGON, "--what-if", "--bet", "dragon_7=10")
    assert text.startswith("What if Dragon 7 is offered: act-2015 4.3 does not allow it.\n")
    assert "Dragon 7 $10 wins $400 at 40 to 1 (what-if)" in text
    found = json.loads(output(*coup, *DRAGON, "--what-if", "--bet", "dragon_7=10", "--format", "json"))
    assert found["bets"][0]["profit"] == 40_000
    assert found["what_if"] == ["what if Dragon 7 is offered: act-2015 4.3 does not allow it"]


@pytest.mark.parametrize("book", ["act-2015", "house-midi"])
def test_big_and_small_are_bet_beside_tigers_of_those_names(book: str) -> None:
    files = ("--wager-file", "preset:big", "--wager-file", "preset:small", "--what-if")
    bets = ("--bet", "player=100", "--bet", "big_coup=50", "--bet", "small_coup=10")
    text = output("coup", book, "2c", "3d", "Kh", "3c", "5s", *files, *bets)
    assert "Big $50 wins $27 at 27 to 50" in text
    assert "Small $10 loses $10" in text
    odds = output("odds", book, *files, "--shoes", "0")
    assert ("4.345748%" in odds, "5.282877%" in odds, "Tiger" in odds) == (True, True, False)


def test_practice_tells_what_it_got_by_its_name() -> None:
    files = ("--wager-file", "preset:big", "--wager-file", "preset:small")
    text = output("play", "house-midi", "--seed", "3", *files, stdin="p 100 big_coup 50 small_coup 10 big 5\n")
    assert re.search(r"^Big \$50 wins \$27 \(bonus wagers\)$", text, re.MULTILINE)
    assert re.search(r"^Small \$10 loses \$10 \(bonus wagers\)$", text, re.MULTILINE)
    assert re.search(r"^Big Tiger \$5 loses \$5 \(tiger bonus\)$", text, re.MULTILINE)


def test_it_is_practised_with() -> None:
    bets = "banker 100 dragon_7 10\nquit\n"
    allowed = output("play", "house-midi", "--seed", "7", *DRAGON, stdin=bets)
    assert "Dragon 7 $10 loses $10 (bonus wagers)" in allowed
    wondered = output("play", "act-2015", "--seed", "7", *DRAGON, "--set", "decks=6", "--what-if", stdin=bets)
    assert "What if decks = 6: act-2015 2.1 does not allow it, it is 8." in wondered
    assert "Shoe loaded with 312 cards" in wondered
    assert "Dragon 7 $10 loses $10 (what-if)" in wondered


def test_simulated_and_counted_it_keeps_to_its_odds() -> None:
    files = (*DRAGON, "--wager-file", "preset:either-pair")
    options = ("--shoes", "3000", "--count", "dragon_7", "--what-if", "--format", "json")
    found = json.loads(output("simulate", "nz-1998", *files, *options))
    assert len(found["what_if"]) == 2
    for wager in ("dragon_7", "either_pair"):
        assert abs(found["wagers"][wager]["z"]) < 4
    assert found["wagers"]["dragon_7"]["exact"] == pytest.approx(-0.0761133447)
    assert found["counting"]["count"]["tags"][7] == 1.0
    assert found["counting"]["wagers"]["either_pair"]["positive"] > 0


def opened(book: str) -> dict[str, Any]:
    return {"do": "open_table", "role": "operator", "book": book, "choices": []}


def test_a_table_in_a_file_opens_with_it_where_the_book_lets_the_house(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    script = save(tmp_path, opened("house-midi"))
    output("table", "run", script, *DRAGON, "--records", str(log))
    events = [json.loads(line) for line in output("table", "replay", str(log)).splitlines()]
    assert [one["id"] for one in events[0]["rules"]["wagers"]][-1] == "dragon_7"


def test_elsewhere_it_is_refused_there(tmp_path: Path) -> None:
    script = save(tmp_path, opened("act-2015"), *SHOE)
    refused = json.loads(output("table", "run", script, *DRAGON).splitlines()[0])
    assert (refused["code"], refused["clause"]) == ("own_wager_not_allowed", "act-2015 4.3")


def test_a_rehearsal_takes_it_and_keeps_no_log(tmp_path: Path) -> None:
    bets = [patron("ann", "buy_in", amount=20_000), patron("ann", "place", area="1", wager="dragon_7", amount=1000)]
    script = save(tmp_path, opened("act-2015"), *SHOE, *bets)
    text = output("table", "run", script, *DRAGON, "--what-if", "--format", "text")
    assert text.startswith("What if Dragon 7 is offered: act-2015 4.3 does not allow it.\n")
    assert "ann places $10 on dragon 7" in text
    done = punto("table", "run", script, *DRAGON, "--what-if", "--records", str(tmp_path / "log"))
    assert (done.returncode, "leave out --records and --fair" in done.stderr) == (2, True)


def test_presets_are_listed_and_shown() -> None:
    listed = json.loads(output("wagers", "list", "--format", "json"))
    assert list(listed)[:2] == ["preset:big", "preset:dragon-7"]
    assert listed["preset:dragon-7"][0]["choice"] == [
        "wager.dragon_7",
        '{"name":"Dragon 7","pays":"40:1","when":{"cards":3,"hand":"banker","total":7,"wins":true}}',
    ]
    assert ["preset:small", "Small", "small_coup", "3"] in [
        line.split()[:4] for line in output("wagers", "list").splitlines()
    ]
    text = output("wagers", "show", "preset:small")
    assert 'pays = "3:2"' in text
    assert text.splitlines()[-1] == "Small (small_coup): 3 to 2 if player has 2 cards and banker has 2 cards"


def test_a_misspelt_preset_or_file_gets_one_line() -> None:
    done = punto("odds", "act-2015", "--wager-file", "preset:panda8")
    assert done.stderr == "error: 'panda8' is no preset: did you mean panda-8?\n"
    done = punto("odds", "act-2015", "--wager-file", "nowhere.toml")
    assert (
        done.stderr == "error: the wager file nowhere.toml cannot be read: No such file or directory; check the path\n"
    )


def test_the_help_of_set_names_something_that_works() -> None:
    assert "minimum=10" in output("odds", "--help")
    for book in ALL_BOOKS:
        output("rules", "sign", book, "--set", "minimum=10")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("simulate", "act-2015", "--set", "decks=10", "--shoes", "1"), "up to 9 decks, not 10: simulate fewer"),
        (("play", "act-2015", "--set", "decks=101"), "101 decks are more than anybody deals from: take at most 100"),
        (("odds", "act-2015", "--set", "decks=28"), "take at most 27 decks"),
    ],
)
def test_what_nobody_can_deal_from_gets_one_line(command: tuple[str, ...], said: str) -> None:
    done = punto(*command, "--what-if")
    assert (done.returncode, done.stderr.count("\n"), said in done.stderr) == (2, 1, True)


def test_more_decks_than_are_counted_have_odds() -> None:
    options = ("--decks", "12", "--what-if", "--format", "json")
    found = json.loads(output("odds", "act-2015", *DRAGON, *options))["wagers"]["dragon_7"]
    assert ("removal" in found, "counting" in found) == (True, False)
