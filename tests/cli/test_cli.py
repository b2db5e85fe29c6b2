"""The command as a user runs it: a process, its output and its exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.started import started
from tests.marks import ALL_BOOKS, clause


def punto(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return started().run(arguments, stdin, {**os.environ, "COLUMNS": "200"})


def output(*arguments: str, stdin: str = "") -> str:
    done = punto(*arguments, stdin=stdin)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


HAND = ("4c", "9d", "Kh", "7c", "3s")


@clause("act-2015", "7.2", "7.3")
def test_coup_explains_each_draw_and_stand_with_its_clause() -> None:
    text = output("coup", "act-2015", *HAND, "--bet", "banker=100", "--bet", "player=100")
    assert "Player draws on 4 (7.2)" in text
    assert "Banker stands on 6: player's third card counts 3 (7.3)" in text
    assert "Player 4♣ K♥ 3♠ = 7" in text
    assert "Banker 9♦ 7♣ = 6" in text
    assert "Player wins" in text
    assert "Banker $100 loses $100 (8.4)" in text
    assert "Player $100 wins $100 at 1 to 1 (8.8)" in text


@clause("nz-1998", "5.2")
def test_the_same_bets_are_refused_in_nz_1998_by_5_2() -> None:
    done = punto("coup", "nz-1998", *HAND, "--bet", "banker=100", "--bet", "player=100")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "refused: banker and player cannot be bet together: leave one of them out (nz-1998 5.2)\n"


def test_coup_as_json() -> None:
    found = json.loads(
        output(
            "coup", "act-2015", *HAND, "--bet", "banker=2000", "--bet", "player=4", "--bet", "tie=5", "--format", "json"
        )
    )
    assert list(found) == ["book", "steps", "player", "banker", "result", "facts", "bets", "notes"]
    assert found["steps"][4] == {
        "to": "player",
        "card": "3S",
        "clause": "7.2",
        "decisions": [{"hand": "player", "action": "draw", "total": 4, "clause": "7.2", "reason": "Player draws on 4"}],
    }
    assert found["steps"][5]["to"] is None
    assert found["player"] == {"cards": ["4C", "KH", "3S"], "total": 7}
    assert found["banker"] == {"cards": ["9D", "7C"], "total": 6}
    assert found["result"] == "player"
    assert found["facts"] == {
        "player_total": 7,
        "banker_total": 6,
        "player_cards": 3,
        "banker_cards": 2,
        "player_pair": "none",
        "banker_pair": "none",
    }
    assert found["bets"] == [
        {
            "wager": "banker",
            "stake": 200_000,
            "returned": 100_000,
            "profit": -100_000,
            "commission_owed": 0,
            "clause": "8.4",
        },
        {"wager": "player", "stake": 400, "returned": 800, "profit": 400, "commission_owed": 0, "clause": "8.8"},
        {"wager": "tie", "stake": 500, "returned": 0, "profit": -500, "commission_owed": 0, "clause": "8.6"},
    ]
    assert len(found["notes"]) == 2


def test_profit_does_not_include_commission_owed() -> None:
    found = json.loads(output("coup", "house-midi", "6c 9d Kh 8c", "--bet", "banker=100", "--format", "json"))
    assert found["bets"] == [
        {
            "wager": "banker",
            "stake": 10_000,
            "returned": 20_000,
            "profit": 10_000,
            "commission_owed": 500,
            "clause": "payout",
        }
    ]
    assert "$5 commission is owed" in output("coup", "house-midi", "6c 9d Kh 8c", "--bet", "banker=100")


def test_coup_takes_choices_of_the_house(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('settlement = "B"\nmaximum = 500\n')
    text = output("coup", "act-2015", "2c Kd Kh 6c 2h", "--bet", "banker=100", "--house", str(house))
    assert "Banker $100 wins $50 at 1 to 2 (8.9)" in text
    text = output(
        "coup", "act-2015", "2c Kd Kh 6c 2h", "--bet", "banker=100", "--house", str(house), "--set", "settlement=A"
    )
    assert "Banker $100 wins $95" in text


BAD_INPUT = [
    (2, ["coup", "macau", *HAND], "error: 'macau' is not a rulebook: choose from act-2015"),
    (2, ["rules", "show", "macau"], "error: 'macau' is not a rulebook"),
    (2, ["play", "macau"], "error: 'macau' is not a rulebook"),
    (2, ["coup", "act-2015", *HAND, "--bet", "red=5"], "error: 'red' is not a wager at this act-2015 table"),
    (2, ["coup", "act-2015", "1X", "9d"], "error: '1X' is not a card: write a rank"),
    (1, ["coup", "act-2015", *["4c"] * 9], "refused: 4C appears 9 times, but 8 decks hold 8"),
    (2, ["coup", "act-2015", *HAND, "--bet", "banker=-100"], "error: '-100' is not an amount"),
    (2, ["coup", "act-2015", *HAND, "--bet", "banker=0.001"], "error: '0.001' is not an amount"),
    (2, ["coup", "act-2015", *HAND, "--bet", "banker=0"], "is a bet of nothing"),
    (2, ["coup", "act-2015", *HAND, "--bet", "banker"], "is not a bet: write WAGER=DOLLARS"),
    (2, ["coup", "act-2015", *HAND, "--bet", "banker=5", "--bet", "banker=6"], "for the second time"),
    (1, ["coup", "act-2015", *HAND[:4]], "refused: a card is missing after 4: the next one goes to player"),
    (1, ["coup", "act-2015", "4c"], "refused: a card is missing after 1: the next one goes to banker"),
    (1, ["coup", "act-2015", *HAND, "5h", "6h"], "refused: the coup is finished after 5 cards; left over: 5H 6H"),
    (1, ["coup", "act-2015", *HAND, "--set", "decks=7"], "it is 8; --what-if takes it anyway (act-2015 2.1)"),
    (1, ["rules", "sign", "washington", "--set", "commission=6%"], "from 0% to 5% (washington 8)"),
    (1, ["rules", "sign", "washington", "--set", "tie_odds=7:1"], "8 to 1 or more (washington 8)"),
    (1, ["rules", "sign", "act-2015", "--set", "cut_depth=11"], "12 or more (act-2015 5.3)"),
    (1, ["rules", "sign", "nz-1998", "--set", "cut_depth=19"], "20 or more (nz-1998 7.3)"),
    (2, ["rules", "sign", "act-2015", "--house", "/no/such/file.toml"], "cannot be read: No such file or directory"),
    (2, ["rules", "show", "act-2015", "--clause", "99.9"], "error: act-2015 has no clause '99.9'"),
    (2, ["rules", "sign", "act-2015", "--set", "jokers=2"], "error: 'jokers' is not something a house sets"),
    (2, ["play", "--balance", "lots"], "error: 'lots' is not an amount"),
]


@pytest.mark.parametrize(("code", "arguments", "message"), BAD_INPUT, ids=lambda value: str(value)[:60])
def test_bad_input_gets_one_line_that_says_what_to_do(code: int, arguments: list[str], message: str) -> None:
    done = punto(*arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"), [("", "sets nothing"), ("jokers = 2\n", "'jokers' is not something"), ("a = [", "not TOML")]
)
def test_bad_house_file(tmp_path: Path, content: str, message: str) -> None:
    house = tmp_path / "house.toml"
    house.write_text(content)
    done = punto("rules", "sign", "act-2015", "--house", str(house))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_house_file_that_is_no_text(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_bytes(b"\xff\xfe\x00")
    done = punto("rules", "sign", "act-2015", "--house", str(house))
    assert done.returncode == 2
    assert "is not UTF-8 text" in done.stderr


def test_rules_list() -> None:
    assert [found["book"] for found in json.loads(output("rules", "list", "--format", "json"))] == list(ALL_BOOKS)
    text = output("rules", "list")
    assert all(book in text for book in ALL_BOOKS)


def test_rules_name_their_edition() -> None:
    listed = json.loads(output("rules", "list", "--format", "json"))
    assert [found["edition"] for found in listed] == [1, 1, 1, 1]
    assert "nz-1998     1        New Zealand 1998" in output("rules", "list")
    for command in ("show", "sign"):
        found = json.loads(output("rules", command, "nz-1998", "--format", "json"))
        assert (found["book"], found["edition"]) == ("nz-1998", 1)


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_rules_show_lists_every_clause(book: str) -> None:
    found = json.loads(output("rules", "show", book, "--format", "json"))
    text = output("rules", "show", book)
    assert len(found["clauses"]) >= 25
    assert all(one["clause"] in text for one in found["clauses"])


@clause("act-2015", "7.3")
def test_rules_show_one_clause() -> None:
    (found,) = json.loads(output("rules", "show", "act-2015", "--clause", "7.3", "--format", "json"))["clauses"]
    assert found["clause"] == "7.3"
    assert found["values"]["banker_draws_after_stand"] == {"kind": "fixed", "value": "0-5"}
    assert "Banker draws by its tableau" in output("rules", "show", "act-2015", "--clause", "7.3")


def test_rules_compare_has_one_row_per_parameter_and_a_value_with_clause_per_book() -> None:
    rows = {row["key"]: row["books"] for row in json.loads(output("rules", "compare", "--format", "json"))}
    assert rows["decks"]["washington"] == {"kind": "bounds", "value": "from 2 to 8", "clause": "1"}
    assert rows["cut_depth"]["nz-1998"] == {"kind": "bounds", "value": "20 or more", "clause": "7.3"}
    assert rows["player_pair"]["nz-1998"] is None
    assert rows["big_tiger"]["house-midi"]["clause"] == "tiger bonus"
    text = output("rules", "compare", "nz-1998", "washington")
    assert "act-2015" not in text
    assert "from 2 to 8 (1)" in text


@clause("act-2015", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "8.1", "8.2", "9.3")
def test_sign_shows_what_act_2015_wants_displayed() -> None:
    found = json.loads(output("rules", "sign", "act-2015", "--set", "differential=500", "--format", "json"))
    lines = {line["label"]: (line["text"], line["clause"]) for line in found["lines"]}
    assert lines["Minimum wager"] == ("$5", "3.1")
    assert lines["Maximum wager"] == ("$1,000", "3.1")
    assert lines["Wagers in multiples of"] == ("$1", "3.3")
    assert lines["Maximum table differential"] == ("$500", "3.6")
    assert lines["Pairs"] == ("perfect", "8.2")
    assert lines["Minimum pairs wager"] == ("$5", "9.3")
    assert lines["Maximum pairs wager"] == ("$1,000", "9.3")
    assert lines["Settlement method"] == ("A", "8.1")
    assert {"3.2", "3.4", "3.5"} <= {clause for _, clause in lines.values()}
    assert lines["Banker"][0].startswith("1 to 1 less 5% commission if banker wins")


@clause("house-midi", "posted rules")
def test_sign_shows_the_bonus_rules_of_house_midi() -> None:
    text = output("rules", "sign", "house-midi", "--set", "bonus=jade", "--set", "midi=yes")
    assert "Jade Bonus on Player" in text
    assert "30 to 1 if player wins by 9" in text
    assert "50 to 1 if banker wins" in text
    assert "Midi" in text


@clause("nz-1998", "5.13")
def test_sign_shows_the_differential_beside_the_limits_of_nz_1998() -> None:
    text = output("rules", "sign", "nz-1998", "--set", "differential=300", "--set", "maximum_binds=area")
    assert "$300" in text
    assert "area" in text


def test_help_is_light_and_names_every_command() -> None:
    code = (
        "import sys; sys.argv = ['punto', '--help']\n"
        "from puntobanco.cli.main import run\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'fastapi', 'uvicorn', 'pydantic', 'dask', 'matplotlib', 'sqlalchemy'}\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "HEAVY []" in done.stdout
    for command in ("coup", "play", "rules"):
        assert command in done.stdout


def test_version() -> None:
    assert output("--version").startswith("punto 0.")


def test_output_into_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -c 'from puntobanco.cli.main import run; run()' rules compare --format json | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
