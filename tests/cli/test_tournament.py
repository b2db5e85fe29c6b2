"""`punto tournament` as a user runs it: scripts and what they may leave out, refusals, views, records, conditions."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import output, punto

EXAMPLES = Path(__file__).parents[2] / "examples/tournaments"
TIE = EXAMPLES / "three-way-tie.jsonl"
TIE_CONDITIONS = str(EXAMPLES / "three-way-tie.toml")
CUP = str(EXAMPLES / "heat-of-14-to-a-final.toml")
NAMES = ["Ada", "Ben", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jun"]
OPENED: list[Any] = [{"play": "opening"}, {"entries": NAMES}]
Save = Callable[..., str]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def saved(*lines: dict[str, Any] | str) -> str:
        path = tmp_path / "script.jsonl"
        written = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_text("\n".join(written) + "\n", encoding="utf-8")
        return str(path)

    return saved


def run(script: str, *options: str) -> list[dict[str, Any]]:
    printed = output("tournament", "run", script, "--conditions", CUP, "--shoe-seed", "3", *options)
    return [json.loads(line) for line in printed.splitlines()]


def happened(lines: list[dict[str, Any]]) -> list[str]:
    return [line["event"] for line in lines if "event" in line and "table" not in line]


# Scripts that cannot be read

BAD: dict[str, tuple[dict[str, Any] | str, str]] = {
    "not JSON": ("open the tournament", "not JSON"),
    "not an object": ('["register"]', "write a JSON object"),
    "no line": ({"deal": "on"}, "'deal' begins no line"),
    "unknown command": ({"do": "fly"}, "'fly' is no command"),
    "misspelt command": ({"do": "regster", "player": "Ann"}, "did you mean register?"),
    "unknown field": ({"do": "register", "player": "Ann", "twice": True}, "register has no field 'twice'"),
    "missing field": ({"do": "register"}, "register needs player"),
    "person without a role": ({"do": "register", "player": "Ann", "person": "Dora"}, "register needs role"),
    "at no table": ({"do": "shuffle", "role": "dealer"}, "shuffle needs table"),
    "table as a number": ({"do": "shuffle", "role": "dealer", "table": 1}, "table: 1 is no str"),
    "a table's field": ({"do": "place", "role": "dealer", "table": "1", "amount": "5"}, "place needs area, wager"),
    "play what": ({"play": "music"}, "'music' is not one of opening, ballot"),
    "play no round": ({"play": "rounds", "count": 0}, "count, from 1, and table are for rounds only"),
    "count of sessions": ({"play": "session", "count": 2}, "count, from 1, and table are for rounds only"),
    "names as text": ({"entries": "Ann"}, "'Ann' is no list"),
    "bet without stakes": ({"bet": "Ann"}, "bet needs stakes"),
    "half a stake": ({"bet": "Ann", "stakes": [["banker"]]}, "['banker'] is no list of 2"),
    "no card": ({"cards": "1C", "table": "1"}, "'1C' is not a card"),
    "cards of no table": ({"cards": "4C"}, "cards needs table"),
    "half conditions": ({"do": "plan_tournament", "book": "act-2015", "conditions": {}}, "is no object with title"),
}


@pytest.mark.parametrize("what", BAD)
def test_script_that_cannot_be_read_is_one_line_and_exit_code_2(what: str, save: Save) -> None:
    line, said = BAD[what]
    done = punto("tournament", "run", save("# a comment", {"play": "opening"}, line), "--conditions", CUP)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "line 3 of the script" in done.stderr
    assert said in done.stderr


def test_conditions_that_cannot_be_read_are_named_with_field_and_clause(tmp_path: Path, save: Save) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(Path(CUP).read_text(encoding="utf-8").replace("chips = 1000", "chips = -1"), encoding="utf-8")
    done = punto("tournament", "run", save(), "--conditions", str(path))
    assert done.returncode == 2
    assert "chips = -1" in done.stderr
    assert "(15.4(d))" in done.stderr


def test_conditions_that_contradict_themselves_are_refused(tmp_path: Path, save: Save) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(Path(CUP).read_text(encoding="utf-8").replace("[60, 40]", "[60, 30]"), encoding="utf-8")
    done = punto("tournament", "run", save(), "--conditions", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("refused: prizes.8-10: its shares come to 90%, not to 100%")


def test_a_book_without_tournaments_is_refused(save: Save) -> None:
    done = punto("tournament", "run", save(), "--conditions", CUP, "--book", "nz-1998")
    assert done.returncode == 1
    assert "nz-1998 has no clauses for tournaments" in done.stderr


def test_without_conditions_the_script_plans_itself(save: Save) -> None:
    printed = output("tournament", "conditions", CUP, "--format", "json")
    plan = {"do": "plan_tournament", "book": "act-2015", "conditions": json.loads(printed)["conditions"]}
    lines = output("tournament", "run", save({"play": "opening"}, plan, {"play": "opening"})).splitlines()
    refused, *others = map(json.loads, lines)
    assert (refused["code"], refused["refused"]) == ("not_planned", {"play": "opening"})
    assert happened(others)[0] == "tournament_planned"
    assert others[0]["conditions"] == json.loads(printed)["conditions"]


# Whoever is absent acts


def test_each_line_plays_as_far_as_it_says(save: Save) -> None:
    words = ["opening", "ballot", "seats", "start", "wagers", "rounds", "session", "stage", "awards", "tournament"]
    lines = [*OPENED[:1], OPENED[1], *({"play": word} for word in words[1:])]
    found = run(save(*lines))
    told = happened(found)
    assert told[:4] == ["tournament_planned", "approval_recorded", "approval_confirmed", "officer_nominated"]
    assert told.count("entry_registered") == 10
    assert told.count("session_started") == 2
    assert told[-2:] == ["prize_paid", "prize_paid"]
    assert not [line for line in found if "refused" in line]


def test_one_line_plays_the_same_tournament_as_many(save: Save) -> None:
    whole = run(save(*OPENED, {"play": "tournament"}))
    in_steps = run(save(*OPENED, *({"play": word} for word in ("ballot", "seats", "start", "stage", "tournament"))))
    assert whole == in_steps


def test_a_seed_repeats_everything_and_another_one_nothing(save: Save) -> None:
    script = save(*OPENED, {"play": "tournament"})
    printed = [
        output("tournament", "run", script, "--conditions", CUP, "--shoe-seed", seed) for seed in ("3", "3", "4")
    ]
    assert printed[0] == printed[1]
    ballots = [next(line for line in one.splitlines() if "ballot_drawn" in line) for one in printed]
    assert ballots[1] != ballots[2]


def test_each_table_has_a_shoe_of_its_own(save: Save) -> None:
    found = run(save(*OPENED, {"play": "start"}, {"play": "rounds", "count": 2}))
    cards = {table: [one["card"] for one in found if one.get("event") == "card_dealt" and one["table"] == table]
             for table in ("1", "2")}  # fmt: skip
    assert len(cards["1"]) >= 8
    assert cards["1"] != cards["2"]


def test_rounds_are_played_at_one_table_or_at_all(save: Save) -> None:
    found = run(save(*OPENED, {"play": "start"}, {"play": "rounds", "count": 2, "table": "2"}, {"play": "rounds"}))
    assert [one["table"] for one in found if one.get("event") == "round_counted"] == ["2", "2", "1", "2"]


def test_what_a_command_leaves_out_is_filled_in(save: Save) -> None:
    lines: list[Any] = [
        {"do": "nominate", "nominee": "Dora", "office": "director"},
        {"do": "record_approval", "reference": "GRC 7", "date": "2026-11-01"},
        {"do": "confirm_approval"},
        {"do": "register", "player": "Ann"},
        {"entries": NAMES},
        {"do": "draw_ballot"},
        {"play": "seats"},
        {"do": "start_session", "at": 1_795_161_600_000_000},
    ]
    found = run(save(*lines))
    assert not [line for line in found if "refused" in line]
    by_name = {line["event"]: line for line in found}
    assert by_name["approval_recorded"]["by"] == "operator"
    assert by_name["approval_confirmed"]["by"] == "supervisor"
    assert len(by_name["ballot_drawn"]["result"]["secret"]) == 64
    assert by_name["ballot_drawn"]["result"]["rehearsed"] is False
    assert by_name["session_started"]["seated"] == 11


def test_a_session_that_is_started_without_a_time_starts_by_the_clock(save: Save, tmp_path: Path) -> None:
    """The cup of the example starts in the far future, that of this test in the past."""
    path = tmp_path / "cup.toml"
    far, past = "2026-11-20", "2020-11-20"
    path.write_text(Path(CUP).read_text(encoding="utf-8").replace(far, past), encoding="utf-8")
    script = save(*OPENED, {"play": "seats"}, {"do": "start_session"})
    found = output("tournament", "run", script, "--conditions", str(path), "--shoe-seed", "3").splitlines()
    (started,) = (json.loads(line) for line in found if '"session_started"' in line)
    assert started["at"] > 1_700_000_000_000_000


def test_who_is_told_to_bet_nothing_is_flagged_and_others_bet_as_told(save: Save) -> None:
    bets = [{"bet": "Ada", "stakes": []}, {"bet": "Ben", "stakes": [["tie", 5000], ["banker", 10000]]}]
    found = run(save(*OPENED, {"play": "start"}, *bets, {"play": "rounds"}))
    placed = [(one["wager"], one["amount"]) for one in found if one.get("patron") == "Ben" and "wager" in one]
    assert placed[:2] == [("tie", 5000), ("banker", 10000)]
    assert [one["patron"] for one in found if one.get("event") == "risk_too_low"] == ["Ada"]


def test_a_bet_that_is_refused_stops_its_line(save: Save) -> None:
    found = run(save(*OPENED, {"play": "start"}, {"bet": "Ada", "stakes": [["tie", 900_000]]}, {"play": "rounds"}))
    (refused,) = (line for line in found if "refused" in line)
    assert (refused["refused"]["do"], refused["refused"]["person"], refused["line"]) == ("place", "Ada", 5)
    assert "round_ended" not in {one.get("event") for one in found if one.get("table") == refused["refused"]["table"]}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([{"play": "opening"}, {"entries": ["Ann"]}, {"play": "ballot"}], "waits for entries"),
        ([*OPENED, {"absent": NAMES[:3]}, {"play": "start"}], "too few players have taken their seats"),
        ([*OPENED, {"play": "rounds"}], "no session or play-off runs"),
        ([*OPENED, {"play": "start"}, {"play": "rounds", "table": "7"}], "table 7 has no round to play"),
        ([*OPENED, {"play": "tournament"}, {"play": "session"}], "the tournament is closed"),
        ([*OPENED, {"play": "start"}, {"cards": "4C", "table": "1"}], "the virtual shoe knows its cards"),
    ],
)
def test_a_line_that_cannot_be_played_is_refused(lines: list[Any], said: str, save: Save) -> None:
    *_, last = run(save(*lines))
    assert last["refused"] == {**lines[-1], **({"cards": ["4C"]} if "cards" in lines[-1] else {})}
    assert said in last["sentence"]
    assert last["line"] == len(lines)


def test_without_a_virtual_shoe_cards_that_run_out_are_named(save: Save) -> None:
    script = save(*OPENED, {"play": "start"}, {"cards": "4C 9D", "table": "1"}, {"play": "rounds"})
    *_, last = output("tournament", "run", script, "--conditions", CUP).splitlines()
    assert json.loads(last)["sentence"].startswith("no card is left for table 1")


def test_strict_stops_at_the_first_refusal(save: Save) -> None:
    script = save({"do": "register", "player": "Ann"}, *OPENED)
    done = punto("tournament", "run", script, "--conditions", CUP, "--strict")
    assert done.returncode == 1
    assert [json.loads(line).get("code") for line in done.stdout.splitlines()] == [None, "not_approved"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ({"do": "draw_ballot"}, "draw ballot"),
        ({"do": "start_session", "at": 7}, "start session"),
        ({"play": "start"}, "play"),
    ],
)
def test_a_line_before_the_plan_is_refused_as_it_was_typed(line: dict[str, Any], word: str, save: Save) -> None:
    (refused,) = map(json.loads, output("tournament", "run", save(line)).splitlines())
    assert (refused["refused"], refused["code"], refused["line"]) == (line, "not_planned", 1)
    text = output("tournament", "run", save(line), "--format", "text")
    assert text.startswith(f"Refused {word} (line 1): there is no tournament yet: plan it first")


# Ledger, views, records


def test_money_and_chips_are_apart_and_each_sums_to_zero(save: Save) -> None:
    *_, money, chips = run(save(*OPENED, {"play": "start"}, {"play": "rounds"}), "--ledger")
    assert money == {"money": {"cage": -100_000, "pool": 90_000, "commission": 10_000}}
    assert chips["chips"].keys() == {"1", "2"}
    for table in chips["chips"].values():
        assert sum(table.values()) == 0
        assert {account.partition("/")[0] for account in table} <= {"bank", "float", "commission_taken", "chips"}


def test_a_player_sees_chips_of_all_and_none_of_the_books(save: Save) -> None:
    script = save(*OPENED, {"play": "start"}, {"play": "rounds"})
    found = run(script, "--view", "patron:Ada", "--ledger")
    *events, seen, money, chips = found
    assert not [line for line in events if "entry" in line]
    assert "money" not in seen["view"]
    assert {player["player"] for player in seen["view"]["players"]} == set(NAMES)
    assert money == {"money": {}}
    assert {account.partition("/")[0] for table in chips["chips"].values() for account in table} == {"chips"}
    *_, of_director, _, _ = run(script, "--view", "supervisor", "--ledger")
    assert of_director["view"]["money"] == {"cage": -100_000, "pool": 90_000, "commission": 10_000}


def test_a_stranger_has_no_view(save: Save) -> None:
    done = punto("tournament", "run", save(*OPENED), "--conditions", CUP, "--view", "patron:Adda")
    assert done.returncode == 2
    assert "no player 'Adda' was in the tournament: did you mean Ada?" in done.stderr


def test_a_view_in_text_is_a_page_with_the_results_sheet(save: Save) -> None:
    script = save(*OPENED, {"play": "tournament"})
    options = ("--conditions", CUP, "--shoe-seed", "3", "--format", "text", "--view", "auditor")
    page = output("tournament", "run", script, *options).partition("The tournament as the auditor sees it\n")[2]
    assert page.startswith("  Friday Cup\n  Conditions ")
    assert "  Next: closed\n" in page
    assert "  Results of 10 players, awarded\n  Prize pool $900, commission $100\n" in page
    assert ", $540 paid\n" in page
    assert "  Approval practice of 2026-11-20\n" in page


def test_a_view_in_text_shows_tables_in_play(save: Save) -> None:
    script = save(*OPENED, {"play": "start"}, {"do": "call_break", "minutes": 5})
    options = ("--conditions", CUP, "--shoe-seed", "3", "--format", "text", "--view", "patron:Ada")
    page = output("tournament", "run", script, *options).partition("The tournament as Ada sees it\n")[2]
    assert "  Break of 5 minutes\n" in page
    assert "  Table 1\n  The table as Ada sees it\n" in page
    assert "1. Ada: $1,000 in chips, table " in page


def test_records_are_replayed_to_the_same_log(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    options = ("--format", "text", "--ledger")
    played = output("tournament", "run", str(TIE), "--conditions", TIE_CONDITIONS, *options, "--records", str(kept))
    assert output("tournament", "replay", str(kept), *options) == played
    assert output("tournament", "replay", str(kept), "--view", "patron:Ann").count('"view"') == 1


def test_a_log_with_a_damaged_line_is_not_replayed(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    output("tournament", "run", str(TIE), "--conditions", TIE_CONDITIONS, "--records", str(kept))
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join([*lines[:3], lines[4]]))
    done = punto("tournament", "replay", str(kept))
    assert (done.returncode, done.stdout) == (2, "")
    assert "line 4 holds record 5" in done.stderr


# Conditions


def test_conditions_are_printed_with_digest_and_sign() -> None:
    page = output("tournament", "conditions", CUP)
    data = json.loads(output("tournament", "conditions", CUP, "--format", "json"))
    assert f"  Digest {data['digest']}\n" in page
    assert "  Entry $100, commission 10% of each fee\n" in page
    assert "  Heat (heat): 4 rounds, the best 3 of each table go on\n" in page
    assert "  Prizes of 11 to 14 players: 50%, 30%, 20%\n" in page
    assert "  Minimum wager: $50 [by the conditions, 15.5]\n" in page
    assert {"label": "Minimum wager", "text": "$50", "clause": "by the conditions, 15.5"} in data["sign"]
    assert data["conditions"]["entry_fee"] == 10_000


def test_a_house_s_choices_hold_where_conditions_are_silent() -> None:
    page = output("tournament", "conditions", CUP, "--set", "settlement=B", "--set", "minimum=25")
    assert "  Settlement method: B [8.1]\n" in page
    assert "  Minimum wager: $50 [by the conditions, 15.5]\n" in page
