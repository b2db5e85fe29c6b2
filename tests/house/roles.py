"""Every command of every room, tried by every role at its own place and at another one: who may give it is written
down here, in letters, and asked of nobody."""

from collections.abc import Iterator
from typing import Any

import msgspec

from puntobanco.app.house.house import House
from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.commands import FAIR_COMMANDS
from puntobanco.house import OPERATOR as THE_HOUSE
from puntobanco.house.commands import COMMANDS as HOUSE_COMMANDS
from puntobanco.house.commands import DisableGaming, EnableGaming, GrantRole, Propose, TakeOver
from puntobanco.table import Actor, Role
from puntobanco.table.commands import COMMANDS, FillFloat
from puntobanco.tournament.commands import COMMANDS as TOURNAMENT_COMMANDS
from puntobanco.tournament.commands import AtTable
from puntobanco.values.replace import changed
from tests.record.kept import NEWEST, lines_of

# P patron, D dealer, S supervisor, O operator, A auditor, T tournament director, W wall
AT_A_TABLE = """
check_cards D; inspect_cards DS; spread_cards D; wash_cards D; shuffle D; offer_cut D; decline_cut PD; cut PDS
load_shoe D; replace_cards O; open_table O; announce_change O; announce_closing O; close_table O
buy_in PD; cash_out PD; take_seat PD; leave_seat PD; give_place_away PD; leave_table PD; issue_chips O; take_chips_in O
fill_float SO; credit_float SO; count_float SO; grant_maximum O; place_marker D; name_patrons O; ask_rules P
ask_for_wager D; place PD; move P; withdraw PD; bet_slip P; call_no_more_bets D; draw D; draw_cutting_card D
report_empty DS; disclose_card DS; correct_card DS; assign_exposer S; decline_expose PD; expose PD; settle D
collect_commission D; announce D; ask_no_bet P; agree_no_bet P; withdraw_no_bet P; start_no_bet DS; reconstruct S
declare_beyond_repair S; report_placement_error S; record_payment S; void_round O; void_wager O; exclude O
lift_exclusion O; require_seat S; raise_dispute PS; decide_dispute O; ask_review PS
"""
OF_SHOES = (
    "follow_table -; promise_seed PA; open_seed PA; seal_shoe DSO; abandon_shoe DSO; end_restored O; reveal_late O"
)
AT_A_TOURNAMENT = """
plan_tournament O; change_conditions O; nominate O; record_approval O; confirm_approval SOT; cancel_tournament O
call_break SOT; resume_play SOT; direct_pace SOT; register PSOT; list_reserve PSOT; drop_reserve PSOT
offer_seat SOT; withdraw_offer SOT; accept_seat PSOT; substitute SOT; draw_ballot SOT; take_place PSOT
start_session SOT; end_session SOT; redraw_ballot SOT; add_words P; renew_draws O
start_play_off SOT; draw_lot SOT; award_places SOT; pay_prize O; at_table PDSOAT
"""
AT_ONES_ACCOUNT = """
ask_withdrawal P; set_limits P; limit_play P; exclude_self P; return_to_play P
open_account -; open_vault -; deposit -; pay_withdrawal -; close_account -; take_to -; pay_at_desk -
bring_back -; note_play -; note_leave -
"""
AT_ANOTHERS_ACCOUNT = """
open_account O; open_vault O; deposit O; pay_withdrawal O; close_account O
limit_play O; exclude_self O; return_to_play O
ask_withdrawal -; set_limits -; take_to -; pay_at_desk -; bring_back -; note_play -; note_leave -
"""
OF_THE_HOUSE = """
disable_gaming SO; enable_gaming SO
add_table O; grant_role O; revoke_role O; take_over D; propose SO; approve O; decline O; withdraw_proposal O
start_house -; restore_house -; accept_loss -; record_checkpoint -; note_log_in -; note_log_out -
note_failed_factor -; note_access -; set_withdrawal_limit -
"""
"""A dealer takes over at the own table, a supervisor proposes and switches gaming there; the operator hears
that nobody proposed it."""

MAY_NOT = {"no_role", "wrong_role", "not_dealing", "not_for_staff", "only_beside"}
"""Codes of refusals by role; whatever else is said is said to somebody who may ask."""
ACTS = {
    "P": Role.PATRON,
    "D": Role.DEALER,
    "S": Role.SUPERVISOR,
    "O": Role.OPERATOR,
    "A": Role.AUDITOR,
    "T": Role.SUPERVISOR,
    "W": Role.PATRON,
}
"""The role in which each of them gives commands."""
GRANTED: dict[str, tuple[Role, tuple[str, ...]]] = {
    "P": (
        Role.PATRON,
        (
            "table/1",
            "tournament/cup",
        ),
    ),
    "D": (
        Role.DEALER,
        (
            "table/1",
            "tournament/cup",
        ),
    ),
    "S": (
        Role.SUPERVISOR,
        (
            "table/1",
            "tournament/cup",
        ),
    ),
    "O": (Role.OPERATOR, ("house",)),
    "A": (Role.AUDITOR, ("house",)),
    "T": (Role.DIRECTOR, ("tournament/cup",)),
    "W": (
        Role.WALL,
        (
            "table/1",
            "tournament/cup",
        ),
    ),
}
EVERYWHERE = "OA"
"""Whose place is the whole house."""


def expected(table: str) -> dict[str, str]:
    found = dict(line.split() for line in table.replace("\n", ";").split(";") if line.strip())
    return {name: letters.replace("-", "") for name, letters in found.items()}


def samples() -> dict[str, Any]:
    """One of every command, by its name."""
    found: dict[str, Any] = {}
    rooms: dict[str, Any] = {
        "": COMMANDS,
        "fair_": FAIR_COMMANDS,
        "tournament_": TOURNAMENT_COMMANDS,
        "cage_": CAGE_COMMANDS,
    }
    for prefix, kinds in {**rooms, "house_": HOUSE_COMMANDS}.items():
        lines = lines_of(NEWEST / f"{prefix}commands.jsonl")
        for (name, kind), line in zip(kinds.items(), lines, strict=True):
            found[name] = msgspec.json.decode(line, type=kind)
    return found


def person(letter: str) -> str:
    return f"m-{letter.lower()}"


def by(command: Any, actor: Actor) -> Any:
    """The command as this person gives it."""
    if isinstance(command, Propose):
        command = changed(command, stream="table/1", command=FillFloat(actor=actor, amount=100))
    if isinstance(command, DisableGaming | EnableGaming):
        command = changed(command, table="1", patron=None)
    if isinstance(command, AtTable):
        command = changed(command, command=changed(command.command, actor=actor))
    return changed(command, actor=actor)


def grant_all(house: House) -> None:
    for letter, (role, places) in GRANTED.items():
        for place in places:
            grant = GrantRole(actor=THE_HOUSE, whom=person(letter), duty=role, place=place)
            house.handle("house", grant, f"grant {letter} {place[:20]}")
    dealer = Actor(person=person("D"), role=Role.DEALER)
    house.handle("house", TakeOver(actor=dealer, table="1"), "take over", on_duty=True)


CELLS = (
    ("table/1", AT_A_TABLE, True),
    ("table/2", AT_A_TABLE, False),
    ("shoes/1", OF_SHOES, True),
    ("shoes/2", OF_SHOES, False),
    ("tournament/cup", AT_A_TOURNAMENT, True),
    ("tournament/cap", AT_A_TOURNAMENT, False),
    ("cage/own", AT_ONES_ACCOUNT, True),
    ("cage/ann", AT_ANOTHERS_ACCOUNT, True),
    ("vault", AT_ANOTHERS_ACCOUNT, True),
    ("house", OF_THE_HOUSE, True),
)
"""Where it is tried, who may do it there, and whether roles were given there."""


def unexpected(house: House) -> Iterator[str]:
    """Every cell of the matrix in which the house answers otherwise than it must: each person in the own role, and in
    every role that was not given."""
    commands, tried = samples(), 0
    for stream, table, is_own in CELLS:
        for name, letters in expected(table).items():
            for letter in GRANTED:
                for role in Role:
                    may = letter in letters and role is ACTS[letter] and (is_own or letter in EVERYWHERE)
                    may = may or _as_operator_at_a_table(name, letter, role, is_own=is_own)
                    where = stream.replace("own", person(letter))
                    command = by(commands[name], Actor(person=person(letter), role=role))
                    code = _answer(house, where, command, f"cell {tried}")
                    tried += 1
                    if may is (code in MAY_NOT):
                        yield f"{letter} as {role}: {name} in {stream} gives {code}"
    yield from _untried(commands)


def _as_operator_at_a_table(name: str, letter: str, role: Role, *, is_own: bool) -> bool:
    """At a tournament's tables a director also does what is the operator's."""
    return (name, letter, role, is_own) == ("at_table", "T", Role.OPERATOR, True)


def _untried(commands: dict[str, Any]) -> Iterator[str]:
    known = {name for _, table, _ in CELLS for name in expected(table)}
    yield from (f"nobody says who may {name}" for name in commands.keys() ^ known)


def _answer(house: House, stream: str, command: Any, name: str) -> str:
    try:
        house.handle(stream, command, name, on_duty=True)
    except Refused as refusal:
        return refusal.code
    except Unreadable:
        return "unreadable"
    return "accepted"
