"""Tournaments that are kept as logs: together with the examples they hold every command and event of a tournament."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from puntobanco.app.tournament_driver import OPERATOR
from puntobanco.app.tournament_runner import Answer, TournamentRun
from puntobanco.app.tournament_script import Line, read_line
from puntobanco.app.tournament_script_runner import Rehearsal
from puntobanco.cli.scripts import lines_in
from puntobanco.log.script import printed
from puntobanco.rulebooks import book
from puntobanco.tournament import Next, progress
from puntobanco.tournament.commands import PlanTournament
from puntobanco.tournament.conditions import Conditions
from puntobanco.tournament.conditions_file import parse_conditions
from puntobanco.tournament.stream_type import TOURNAMENTS, TournamentRecord

NEW_YEAR = 1_767_225_600_000_000
"""2026, in microseconds since 1970."""
EXAMPLES = Path(__file__).parents[1] / "examples/tournaments"
WITH_SEED = "heat-of-14-to-a-final"
"""An example whose cards, ballots and bets come from a seed; it is long, and has nothing that the others have not."""
BOOK = "act-2015"
SEEDS = tuple(f"{number:02x}" * 32 for number in range(4))
BANKER_WINS, PLAYER_WINS = "4C 9D KH KC", "9H 4C KD 3S"

CONDITIONS = """
title = "Kept Cup"
start = 2026-01-01T10:00:00Z
entry_fee = 100
commission = "{percent}%"
commission_of = "all_fees"
chips = {chips}
least_players = 3
most_players = 6
players_per_table = {players_per_table}
play_off_rounds = 1
stages = [
    {{name = "Heat", kind = "heat", rounds = {rounds}, advance = {advance}, advance_by = "overall", {sessions}}},
    {{name = "Final", kind = "final", rounds = 1, chips = 1000, limits = {{maximum = 600}}}},
]
[groups]
may_not_enter = ["employees"]
[table]
minimum = 100
maximum = 500
burn = "hidden"
[prizes]
"3-6" = [60, 40]
"""


def conditions_of(text: str) -> Conditions:
    law = book(BOOK).tournament
    if law is None:
        raise ValueError(f"{BOOK} has no tournaments")
    return parse_conditions(text, law)


def play(stream: str, conditions: Conditions, lines: list[Line]) -> list[TournamentRecord]:
    """The records of a script; its clock ticks once a record and its ids are counted, so that it gives them again."""
    seconds, ids = count(10 * 3600), count(1)
    run = TournamentRun(
        stream=stream,
        clock=lambda: NEW_YEAR + 10**6 * next(seconds),
        ids=lambda: f"{stream}-{next(ids)}",
    )
    answers = run.do(PlanTournament(actor=OPERATOR, book=BOOK, choices=(("offered", "none"),), conditions=conditions))
    rehearsal = Rehearsal(run)
    answers += [one for line in lines for one in rehearsal.do(line) if isinstance(one, Answer)]
    return [one.record for one in answers if one.record is not None]


def _to_its_end(records: list[TournamentRecord]) -> list[TournamentRecord]:
    state = TOURNAMENTS.fold_records(records)
    if state is None or progress(state).next is not Next.CLOSED:
        raise ValueError(f"{records[0].stream} is not played to its end")
    return records


def logs() -> Iterator[tuple[str, list[TournamentRecord]]]:
    """The records of every tournament by the name of its log."""
    for script in sorted(one for one in EXAMPLES.glob("*.jsonl") if one.stem != WITH_SEED):
        conditions = conditions_of(script.with_suffix(".toml").read_text(encoding="utf-8"))
        lines = [line for _, line in lines_in(script.read_text(encoding="utf-8"), read_line)]
        yield script.stem, _to_its_end(play(script.stem, conditions, lines))
    for name, (changes, told) in PLAYED.items():
        lines = [read_line(one) for one in told]
        yield name, _to_its_end(play(name, conditions_of(CONDITIONS.format(**_USUAL, **changes)), lines))


def _bet(player: str, *stakes: tuple[str, int]) -> dict[str, Any]:
    return {"bet": player, "stakes": [list(one) for one in stakes]}


def _cards(faces: str, table: str = "1") -> dict[str, Any]:
    return {"cards": faces, "table": table}


def _ballot(number: int, *hours: int) -> dict[str, Any]:
    """With the published times of its sessions, in hours of New Year's day."""
    times = [NEW_YEAR + hour * 3600 * 10**6 for hour in hours]
    return {"do": "draw_ballot", "seed": SEEDS[number], **({"starts_at": times} if times else {})}


_USUAL = {"percent": 10}
_CHANGED: dict[str, int | str] = {
    "sessions": "sessions = 1",
    "chips": 150,
    "rounds": 1,
    "advance": 2,
    "players_per_table": 7,
}
_LOTS: list[dict[str, Any]] = [
    {"do": "change_conditions", "conditions": printed(conditions_of(CONDITIONS.format(**_USUAL, **_CHANGED)))},
    {"do": "nominate", "nominee": "Dora", "office": "director"},
    {"do": "nominate", "nominee": "Ada", "office": "assistant"},
    {"do": "record_approval", "reference": "GRC 7", "date": "2025-12-20", "series": True, "tournament": 2},
    {"do": "confirm_approval"},
    {"do": "register", "player": "Ann", "groups": ["members"]},
    {"entries": ["Bo", "Cy"]},
    {"do": "list_reserve", "player": "Ray", "groups": ["members"]},
    {"do": "drop_reserve", "player": "Ray"},
    {"do": "substitute", "player": "Bo", "substitute": "Di", "groups": ["members"]},
    {"do": "draw_ballot", "seed": SEEDS[0], "sizes": [3], "starts_at": [NEW_YEAR + 11 * 3600 * 10**6]},
    {"play": "start"},
    _cards(BANKER_WINS),
    _bet("Ann", ("banker", 10_000)),
    _bet("Cy", ("player", 10_000)),
    _bet("Di", ("player", 10_000)),
    {"play": "session"},
    {"do": "add_words", "person": "Ann", "role": "patron", "draw": 3, "words": "für mich"},
    {"do": "draw_lot"},
    _ballot(2, 12),
    {"play": "start"},
    _cards(PLAYER_WINS),
    {"play": "tournament"},
]
"""Conditions that are changed, a substitute, and a tie that is decided by lot because nobody can wager any more."""

_VOID = {"do": "void_round", "table": "1", "person": "Dora", "role": "operator", "round": 1, "reason": "disturbance"}
_LATE_VOID: list[dict[str, Any]] = [
    {"do": "nominate", "nominee": "Dora", "office": "director"},
    {"play": "opening"},
    {"entries": ["Ann", "Bo", "Cy"]},
    {"do": "add_words", "person": "Ann", "role": "patron", "draw": 1, "words": "la vie est belle"},
    {"do": "renew_draws", "draws": [1], "reason": "The key to its secret is lost"},
    {"do": "add_words", "person": "Ann", "role": "patron", "draw": 2, "words": "la vie est belle"},
    {"do": "add_words", "person": "Bo", "role": "patron", "draw": 2, "words": "7 7 7"},
    {"do": "draw_ballot"},
    {"do": "redraw_ballot", "reason": "Drawn by mistake"},
    _ballot(0),
    {"play": "start"},
    _cards(BANKER_WINS),
    _bet("Cy", ("player", 50_000)),
    {"play": "rounds"},
    {"do": "call_break", "minutes": 5},
    {"do": "resume_play"},
    {"do": "substitute", "player": "Ann", "substitute": "Di"},
    _VOID,
    {"do": "direct_pace", "text": "A round in two minutes"},
    *(_cards(PLAYER_WINS) for _ in range(4)),
    {"play": "stage"},
    _ballot(1, 12),
    {"play": "start"},
    _cards(PLAYER_WINS),
    {"play": "tournament"},
]
"""A player is put out by a round that is void afterwards, and comes back; another took over from a third.

Of the draws, the first is replaced, the second is drawn by mistake, and the third is rehearsed.
"""

_ACROSS_TABLES: list[dict[str, Any]] = [
    {"do": "nominate", "nominee": "Dora", "office": "director"},
    {"play": "opening"},
    {"entries": ["Ann", "Bo", "Cy", "Di"]},
    _ballot(3),
    {"play": "start"},
    _cards(PLAYER_WINS),
    _cards(PLAYER_WINS, "2"),
    {"play": "session"},
    {"do": "start_play_off", "sizes": [2], "seed": SEEDS[2]},
    _cards(PLAYER_WINS, "3"),
    {"play": "tournament"},
]
"""A tie across tables, which is played off at seats drawn anew."""

_REOPENED: list[dict[str, Any]] = [
    {"do": "nominate", "nominee": "Dora", "office": "director"},
    {"play": "opening"},
    {"entries": ["Ann", "Bo", "Cy"]},
    _ballot(0),
    {"play": "start"},
    _cards(PLAYER_WINS),
    {"play": "stage"},
    _ballot(1, 12),
    {"play": "start"},
    _cards(PLAYER_WINS),
    {"play": "stage"},
    {**_VOID, "reason": "fraud"},
    _cards(BANKER_WINS),
    {"play": "tournament"},
]
"""When all is played, a round of the final is void, and is played again."""

_TWO_HEATS: list[dict[str, Any]] = [
    {"do": "nominate", "nominee": "Dora", "office": "director"},
    {"play": "opening"},
    {"do": "register", "player": "Ann", "person": "Ann", "role": "patron"},
    {"entries": ["Bo", "Cy", "Di"]},
    {"do": "list_reserve", "player": "Ray"},
    {"do": "list_reserve", "player": "Sue"},
    _ballot(3, 10, 14),
    {"absent": ["Di", "Bo"]},
    {"play": "seats"},
    {"do": "offer_seat", "absent": "Di", "player": "Ray", "at": NEW_YEAR + 14 * 3600 * 10**6},
    {"do": "withdraw_offer", "player": "Ray"},
    {"do": "offer_seat", "absent": "Di", "player": "Sue", "at": NEW_YEAR + 14 * 3600 * 10**6},
    {"do": "accept_seat", "player": "Sue", "person": "Sue", "role": "patron"},
    {"do": "offer_seat", "absent": "Bo", "player": "Ray", "at": NEW_YEAR + 14 * 3600 * 10**6},
    {"do": "accept_seat", "player": "Ray"},
    *(_cards(PLAYER_WINS, table) for table in ("1", "2")),
    {"play": "stage"},
    _ballot(1, 18),
    {"play": "start"},
    _cards(PLAYER_WINS),
    {"play": "tournament"},
]
"""Two heats at different times, with seats that go to reserves: one pays from an account, one at the desk."""

_HEAT_REOPENED: list[dict[str, Any]] = [
    {"do": "nominate", "nominee": "Dora", "office": "director"},
    {"play": "opening"},
    {"entries": ["Ann", "Bo", "Cy", "Di"]},
    _ballot(3, 10, 14),
    _cards(PLAYER_WINS),
    {"play": "session"},
    {"play": "start"},
    {"play": "wagers"},
    {**_VOID, "reason": "fraud"},
    _cards(BANKER_WINS),
    {"play": "session"},
    _cards(PLAYER_WINS, "2"),
    {"play": "stage"},
    _ballot(1, 18),
    {"play": "start"},
    _cards(PLAYER_WINS),
    {"play": "tournament"},
]
"""Two heats, of which the second is interrupted: the only round of the first is void, and is played again."""

PLAYED: dict[str, tuple[dict[str, int | str], list[dict[str, Any]]]] = {
    "lots": ({**_CHANGED, "chips": 200}, _LOTS),
    "late-void": (
        {"sessions": "sessions = 1", "chips": 500, "rounds": 2, "advance": 2, "players_per_table": 7},
        _LATE_VOID,
    ),
    "reopened": (
        {"sessions": "sessions = 1", "chips": 500, "rounds": 1, "advance": 2, "players_per_table": 7},
        _REOPENED,
    ),
    "across-tables": (
        {"sessions": "sessions = 1", "chips": 500, "rounds": 1, "advance": 1, "players_per_table": 2},
        _ACROSS_TABLES,
    ),
    "two-heats": (
        {"sessions": "sessions = 2", "chips": 500, "rounds": 1, "advance": 2, "players_per_table": 7},
        _TWO_HEATS,
    ),
    "heat-reopened": (
        {"sessions": "sessions = 2", "chips": 500, "rounds": 1, "advance": 2, "players_per_table": 7},
        _HEAT_REOPENED,
    ),
}
