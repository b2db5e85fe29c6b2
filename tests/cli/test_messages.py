"""What `punto` says when something is wrong, and what a text log says: for people, with the line and the way out."""

import json
from pathlib import Path

import pytest

from tests.cli.test_cli import output, punto
from tests.cli.test_table import BETS, DEALER, OPEN, SHOE, draw, patron, save


def test_all_errors_of_a_script_come_at_once_each_with_its_line(tmp_path: Path) -> None:
    lines = (
        "# a comment",
        OPEN,
        {"do": "shufle", **DEALER},
        "",
        "not JSON",
        {"do": "buy_in", "persn": "ann", "role": "patron", "amount": 100},
        patron("ann", "buy_in", amount=100),
        {"do": "cut", "role": "delaer", "at": "deep", "twice": 1},
    )
    done = punto("table", "run", save(tmp_path, *lines))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "error: line 3 of the script: 'shufle' is no command: did you mean shuffle?",
        "error: line 5 of the script: not JSON: Expecting value, column 1",
        "error: line 6 of the script: buy_in has no field 'persn': did you mean person?",
        "error: line 8 of the script: cut has no field 'twice': choose from at, patron, person, role; role: 'delaer' "
        "is not one of patron, dealer, supervisor, operator, auditor: did you mean dealer?; at: 'deep' is no "
        "whole number",
    ]


def test_an_amount_in_dollars_says_the_whole_cents(tmp_path: Path) -> None:
    for amount, said in (("400.50", "write whole cents: 40050"), ("0.1", "write whole cents: 10"), ("1e2", "10000")):
        line = f'{{"do": "buy_in", "person": "ann", "role": "patron", "amount": {amount}}}'
        done = punto("table", "run", save(tmp_path, OPEN, line))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert said in done.stderr
        assert "is no whole number" in done.stderr


def test_half_a_cent_is_not_guessed(tmp_path: Path) -> None:
    line = '{"do": "buy_in", "person": "ann", "role": "patron", "amount": 400.505}'
    assert punto("table", "run", save(tmp_path, line)).stderr.endswith(
        "400.505 is no whole number: write whole cents\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rules", "show", "act2015"), "did you mean act-2015?"),
        (("rules", "show", "NZ-1998"), "did you mean nz-1998?"),
        (("odds", "--wager", "bankerpair"), "did you mean banker_pair?"),
        (("coup", "act-2015", "4c 9d Kh 7c 3s", "--bet", "bankr=5"), "did you mean banker?"),
        (("coup", "act-2015", "4c 9d Kh 7c 3s", "--bet", "Player=5"), "did you mean player?"),
        (("rules", "sign", "act-2015", "--set", "minimun=5"), "did you mean minimum?"),
        (("rules", "sign", "act-2015", "--set", "cut-depth=20"), "did you mean cut_depth?"),
        (("table", "run", "-", "--view", "superviser"), "did you mean supervisor?"),
    ],
)
def test_a_misspelt_word_is_guessed(arguments: tuple[str, ...], said: str) -> None:
    done = punto(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_what_is_near_to_nothing_is_not_guessed() -> None:
    assert "choose from act-2015, nz-1998, washington, house-midi" in punto("rules", "show", "macau").stderr


def test_a_refusal_carries_the_line_of_the_script(tmp_path: Path) -> None:
    script = save(tmp_path, "# opening", OPEN, "", {"do": "shuffle", **DEALER}, {**OPEN, "book": "act2015"})
    refused = [json.loads(line) for line in output("table", "run", script).splitlines()[1:]]
    assert [(one["code"], one["line"]) for one in refused] == [("out_of_order", 4), ("already_open", 5)]
    text = output("table", "run", script, "--format", "text").splitlines()[1:]
    assert text == [
        "Refused shuffle (line 4): shuffle is out of order: check is next (act-2015 2.5)",
        "Refused open table (line 5): the table is open already (open table)",
    ]


def test_a_book_or_a_wager_that_is_misspelt_in_a_script_is_guessed(tmp_path: Path) -> None:
    wager = patron("ann", "place", area="1", wager="bankr", amount=1_000)
    script = save(tmp_path, {**OPEN, "book": "act2015"}, OPEN, *SHOE, *BETS[:2], wager)
    refused = [one for one in map(json.loads, output("table", "run", script).splitlines()) if "refused" in one]
    assert ["did you mean act-2015?" in refused[0]["sentence"], refused[0]["line"]] == [True, 1]
    assert ["did you mean banker?" in refused[1]["sentence"], refused[1]["line"]] == [True, 10]


COUP = (*SHOE, *BETS, *(draw(card) for card in ("9C", "2D", "KH", "3S")), {"do": "settle", **DEALER})


def test_a_text_log_is_in_words_to_its_end(tmp_path: Path) -> None:
    pair = patron("ann", "place", area="1", wager="player_pair", amount=1_000)
    script = save(tmp_path, OPEN, *COUP, {"do": "settle", **DEALER}, pair, {"do": "load_shoe", **DEALER})
    log = output("table", "run", script, "--format", "text", "--view", "supervisor", "--ledger")
    assert "lost $100" in log
    assert "lost -" not in log
    assert "Round 1 ends: player (player 9, banker 5)" in log
    assert "ann has $10 on player pair in area 1" in log
    assert "Refused load shoe (line " in log
    assert "Sign: Minimum wager: $5 [3.1]" in log
    assert "ann's player pair wager in area 1" in log
    for raw in ("_", "{", '"', "/"):
        assert raw not in log.replace('Dealer: "No more bets"', ""), raw


def test_the_view_of_a_patron_who_was_never_there_is_exit_code_2(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, patron("Mei", "buy_in", amount=100), patron("Tom", "buy_in", amount=100))
    for name, said in (("mei", "did you mean Mei?"), ("Zacharias", "choose from Mei, Tom")):
        for style in ("json", "text"):
            done = punto("table", "run", script, "--view", f"patron:{name}", "--format", style)
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
            assert f"no patron '{name}' was at the table: {said}" in done.stderr


def test_a_patron_who_has_left_still_has_a_view(tmp_path: Path) -> None:
    came_and_went = (patron("Mei", "buy_in", amount=100), patron("Mei", "cash_out", amount=100))
    script = save(tmp_path, OPEN, *came_and_went, patron("Mei", "leave_table"))
    shown = json.loads(output("table", "run", script, "--view", "patron:Mei").splitlines()[-1])["view"]
    assert shown["you"]["chips"] == 0


def test_both_spellings_of_a_name_have_the_same_view(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, patron("Jose\u0301", "buy_in", amount=100))
    seen = [output("table", "run", script, "--view", f"patron:{name}") for name in ("Jose\u0301", "Jos\u00e9")]
    assert seen[0] == seen[1]
    assert '"chips": 100' in seen[0]


def test_the_view_has_the_sign_in_force(tmp_path: Path) -> None:
    script = save(tmp_path, {**OPEN, "choices": [["minimum", "10"]]})
    (*_, last) = output("table", "run", script, "--view", "dealer").splitlines()
    assert {"label": "Minimum wager", "text": "$10", "clause": "3.1"} in json.loads(last)["view"]["sign"]
