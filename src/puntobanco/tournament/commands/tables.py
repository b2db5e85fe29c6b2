"""What the tournament itself does at its tables: opens them, issues chips, takes them in."""

from typing import cast

from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command
from puntobanco.table import handle, ledger
from puntobanco.table.commands.patrons import IssueChips, TakeChipsIn
from puntobanco.table.events import TableEvent as TableEvent
from puntobanco.table.events.money import ChipsIssued, ChipsTakenIn
from puntobanco.table.events.patrons import SeatLeft, SeatTaken
from puntobanco.table.events.table_lifecycle import TableOpened
from puntobanco.table.events.turns import lay_marker, place_marker_anew, put_marker_back
from puntobanco.table.model import Phase
from puntobanco.table.queries.shoe import opening
from puntobanco.table.queries.turns import wagers_are_fixed
from puntobanco.table.state import TableDraft as TableDraft
from puntobanco.table.state import TableState
from puntobanco.tournament.events.play import TableDid, at_the_table
from puntobanco.tournament.model import Seat
from puntobanco.tournament.queries.session_play import chips_at, table_where
from puntobanco.tournament.state import TournamentDraft, refuse, session_of
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed


def open_table(draft: TournamentDraft, name: str) -> None:
    rules = draft.state.table_rules
    opened = TableOpened(rules=rules, pending=opening(rules), clause=rules.opening_check.clause)
    draft.add(TableDid(table=name, events=(opened,), clause=opened.clause))


def do_at(draft: TournamentDraft, name: str, command: Command[TableState]) -> tuple[TableEvent, ...]:
    """Have a table decide a command; what it refuses is refused."""
    events, after = handle(draft.state.tables[name].state, command)
    _record(draft, name, events, after)
    return events


def _record(draft: TournamentDraft, name: str, events: tuple[TableEvent, ...], after: TableState) -> None:
    did = TableDid(table=name, events=events, clause=events[0].clause)
    draft.events.append(did)
    draft.state = at_the_table(draft.state, name, after)  # the table has evolved already


def issue(draft: TournamentDraft, seat: Seat, amount: Cents, by: str) -> None:
    """Give a player chips from the bank at the seat that is theirs."""
    warned = draft.state.entrants[seat.player].warned
    operator = Actor(person=by, role=Role.OPERATOR)
    command = IssueChips(actor=operator, patron=seat.player, seat=seat.seat, amount=amount, warned=warned)
    do_at(draft, seat.table, command)


def take_in(draft: TournamentDraft, table: str, player: str, by: str, *, seat_kept: bool = False) -> None:
    """Take a player's chips back to the bank; the player leaves the seat."""
    operator = Actor(person=by, role=Role.OPERATOR)
    do_at(draft, table, TakeChipsIn(actor=operator, patron=player, seat_kept=seat_kept))


def take_in_from_who_is_out(draft: TournamentDraft, table: str, player: str, by: str) -> None:
    """The same, from a player who must leave the seat because no wager is possible any more."""
    command = TakeChipsIn(actor=Actor(person=by, role=Role.OPERATOR), patron=player)
    events, after = handle(draft.state.tables[table].state, command)
    clause = draft.state.law.least_risk
    told = tuple(changed(one, clause=clause) if isinstance(one, SeatLeft) else one for one in events)
    _record(draft, table, told, after)


def change_chips(draft: TournamentDraft, seat: Seat, change: Cents, by: str) -> None:
    """Give a player who sits more chips, or take some; what chips cannot cover leaves none and makes no debt.

    Whatever else is known of the player at the table, a warning or a marker, stays.
    """
    table = draft.state.tables[seat.table].state
    if not is_at(draft, seat.table, seat.player) or table.stakes.of(seat.player):
        _issue_anew(draft, seat, chips_at(table, seat.player) + change, by)
        return
    change_chips_in_front(draft, seat, max(change, -table.balance(ledger.chips(seat.player))))


def change_chips_in_front(draft: TournamentDraft, seat: Seat, change: Cents) -> None:
    """Give a player more chips, or take some that are there, whatever lies on the layout."""
    if change:
        event = _given(draft, seat, change) if change > 0 else _taken(draft, seat, -change)
        draft.add(TableDid(table=seat.table, events=(event,), clause=event.clause))


def _given(draft: TournamentDraft, seat: Seat, amount: Cents) -> ChipsIssued:
    return ChipsIssued(
        patron=seat.player,
        seat=seat.seat,
        amount=amount,
        warned=draft.state.entrants[seat.player].warned,
        entry=ledger.transfer(ledger.BANK, ledger.chips(seat.player), amount),
        clause=draft.state.rules.chips_come_from.clause,
    )


def _taken(draft: TournamentDraft, seat: Seat, amount: Cents) -> ChipsTakenIn:
    return ChipsTakenIn(
        patron=seat.player,
        amount=amount,
        entry=ledger.transfer(ledger.chips(seat.player), ledger.BANK, amount),
        clause=draft.state.rules.chips_come_from.clause,
    )


def _issue_anew(draft: TournamentDraft, seat: Seat, chips: Cents, by: str) -> None:
    """Of a player without chips, or whose wagers no round is dealt for any more."""
    if is_at(draft, seat.table, seat.player):
        take_in(draft, seat.table, seat.player, by, seat_kept=chips > 0)
    if chips > 0:
        issue(draft, seat, chips, by)


def seat_again(draft: TournamentDraft, table: str) -> None:
    """Whose exclusion is lifted before it put them out has the seat that was drawn."""
    found = draft.state.tables[table].state
    for one in session_of(draft.state).at(table):
        patron = found.patrons.get(one.player)
        if patron is not None and patron.seat is None and one.player not in found.excluded:
            event = SeatTaken(patron=one.player, seat=one.seat, clause=draft.state.law.ballot)
            draft.add(TableDid(table=table, events=(event,), clause=event.clause))


def place_marker(draft: TournamentDraft, table: str, *, anew: bool) -> None:
    """The starting marker lies at a player who is in, also where somebody has come back since the table moved it."""
    at_table = TableDraft(draft.state.tables[table].state)
    if at_table.state.phase is not Phase.DEALING and at_table.state.turns.marker is not None:
        place_marker_anew(at_table) if anew else lay_marker(at_table)
    _record_marker(draft, table, at_table)


def put_marker(draft: TournamentDraft, table: str, seat: int | None) -> None:
    """The starting marker lies where it lay when the session was over."""
    at_table = TableDraft(draft.state.tables[table].state)
    put_marker_back(at_table, seat)
    _record_marker(draft, table, at_table)


def _record_marker(draft: TournamentDraft, table: str, at_table: TableDraft) -> None:
    if at_table.events:
        _record(draft, table, cast("tuple[TableEvent, ...]", tuple(at_table.events)), at_table.state)


def is_at(draft: TournamentDraft, table: str, player: str) -> bool:
    found = draft.state.tables.get(table)
    return found is not None and player in found.state.patrons


def hand_over(draft: TournamentDraft, player: str, substitute: str, by: str) -> None:
    """The chips that a player has at a table go to another, who sits down at the same seat."""
    table = table_where(draft.state, player)
    patron = None if table is None else draft.state.tables[table].state.patrons[player]
    if table is None or patron is None or patron.seat is None:
        return
    _require_replaceable(draft, table, player)
    chips = chips_at(draft.state.tables[table].state, player)
    take_in(draft, table, player, by, seat_kept=True)
    issue(draft, Seat(player=substitute, table=table, seat=patron.seat), chips, by)


def _require_replaceable(draft: TournamentDraft, table: str, player: str) -> None:
    """There are chips to take over, between rounds, and no wager that may not be changed any more."""
    found, clause = draft.state.tables[table].state, draft.state.law.substitutes
    if found.phase is Phase.DEALING:
        refuse(draft.state, "round_is_on", clause, f"a round is being dealt: {player} is replaced when it is over")
    if chips_at(found, player) == 0:
        refuse(draft.state, "no_chips", clause, f"{player} has no chips that somebody could take over")
    if wagers_are_fixed(found, player):
        sentence = f"{player}'s turn is over, and the wagers lie as they are: a substitute comes after the round"
        refuse(draft.state, "turn_is_over", found.rules.betting_order.clause, sentence)
