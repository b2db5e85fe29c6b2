"""What follows from what happened at a table: rounds count, players are put out or come back."""

from collections.abc import Iterable
from typing import TypeAlias

from puntobanco.errors import Refused
from puntobanco.table import events as happened
from puntobanco.table import ledger
from puntobanco.table.events import TableEvent as TableEvent
from puntobanco.table.model import Phase, SettledWager
from puntobanco.table.queries.turns import can_still_wager, wagers_are_fixed
from puntobanco.table.state import TableState
from puntobanco.tournament.commands.tables import (
    change_chips,
    change_chips_in_front,
    is_at,
    issue,
    place_marker,
    seat_again,
    take_in_from_who_is_out,
)
from puntobanco.tournament.events.play import (
    ChipsDue,
    ChipsSettled,
    LeftChipsChanged,
    PlayerPutOut,
    PlayerReinstated,
    RoundCounted,
    RoundUncounted,
    WarningNoted,
)
from puntobanco.tournament.model import Out, Seat, Session
from puntobanco.tournament.queries.session_play import chips_at, is_done, running
from puntobanco.tournament.state import TournamentDraft, session_of
from puntobanco.values.money import Cents

CHANGES_CHIPS = (
    happened.RoundEnded,
    happened.RoundVoided,
    happened.RoundReopened,
    happened.WagerVoided,
    happened.PaymentRecorded,
    happened.DisputeSettled,
    happened.PatronExcluded,
    happened.ExclusionLifted,
)
"""Events after which somebody may no longer be able to wager, or be able again."""

Undoing: TypeAlias = happened.StageReopened | happened.StageReversed | happened.RoundVoided | happened.WagerVoided
"""Events that take back what settled wagers brought."""


def react(draft: TournamentDraft, table: str, events: Iterable[TableEvent], by: str) -> None:
    """Draw the consequences of a table's events, in the same record."""
    told = tuple(events)
    for event in told:
        _count(draft, table, event)
        _note_warning(draft, event)
        _note_chips(draft, table, event)
    settled = _settle_what_is_due(draft, table, by)
    if settled or any(isinstance(event, CHANGES_CHIPS) for event in told):
        seat_again(draft, table)
        reinstate(draft, table, by)
        put_out(draft, table, by, done=is_done(draft.state, table))
        _place_marker(draft, table, told)


def _place_marker(draft: TournamentDraft, table: str, events: tuple[TableEvent, ...]) -> None:
    """Who comes back through a decision about the last round is counted where the marker is placed."""
    if any(isinstance(event, happened.RoundEnded) and not event.void for event in events):
        place_marker(draft, table, anew=True)
    elif any(isinstance(event, happened.RoundVoided) for event in events):
        place_marker(draft, table, anew=False)


def _count(draft: TournamentDraft, table: str, event: TableEvent) -> None:
    clause = draft.state.law.rounds_that_count
    match event:
        case happened.RoundEnded(number=number, void=False):
            draft.add(RoundCounted(table=table, round=number, clause=clause))
        case happened.RoundVoided(number=number) | happened.RoundReopened(number=number):
            if number in draft.state.tables[table].counted:
                draft.add(RoundUncounted(table=table, round=number, clause=clause))
        case _:
            pass


def _note_warning(draft: TournamentDraft, event: TableEvent) -> None:
    if isinstance(event, happened.WagerOutOfTurn) and not draft.state.entrants[event.patron].warned:
        draft.add(WarningNoted(player=event.patron, clause=event.clause))


def _note_chips(draft: TournamentDraft, table: str, event: TableEvent) -> None:
    """What a late decision does to the chips of who is out: at the table they have none, they are kept in mind here.

    So is what it takes from who is in and has bet, which is taken from what comes back, and what it gives who is in
    and ended a session that is played on without chips.
    """
    session, state = session_of(draft.state), draft.state.tables[table].state
    out = {one.player: one for one in session.out}
    for former, player in (*((name, name) for name in out), *session.before):
        change = _given(event, former) or -_let_go(state, event, former)
        if player in out:
            change = max(change, -out[player].chips)
        if change:
            kind = LeftChipsChanged if player in out else ChipsDue
            draft.add(kind(player=player, change=change, clause=_clause(draft, change)))
    for seat in session.at(table):
        if change := _given(event, seat.player) - _let_go(state, event, seat.player):
            draft.add(ChipsDue(player=seat.player, change=change, clause=_clause(draft, change)))


def _clause(draft: TournamentDraft, change: Cents) -> str:
    return draft.state.law.reversals if change < 0 else draft.state.law.money


def _settle_what_is_due(draft: TournamentDraft, table: str, by: str) -> bool:
    """Whether any chips moved: what a late decision takes is taken first, what it gives waits until no wager lies."""
    settled = [_settle_at(draft, table, seat, by) for seat in session_of(draft.state).at(table)]
    return any(settled)


def _settle_at(draft: TournamentDraft, table: str, seat: Seat, by: str) -> bool:
    found, due = draft.state.tables[table].state, _due(draft, seat)
    lies = bool(found.stakes.of(seat.player))
    if due < 0 and lies:
        return _take_in_part(draft, seat, due)
    waits = lies or (due > 0 and found.phase is Phase.DEALING)
    return not waits and _settle_for(draft, seat, by)


def _take_in_part(draft: TournamentDraft, seat: Seat, due: Cents) -> bool:
    """Of what is due whatever chips there are; what lies on the layout is still to come back."""
    has = draft.state.tables[seat.table].state.balance(ledger.chips(seat.player))
    taken = min(has, -due)
    if taken:
        change_chips_in_front(draft, seat, -taken)
        draft.add(ChipsSettled(player=seat.player, change=-taken, written_off=0, clause=draft.state.law.reversals))
    return taken > 0


def settle_all_that_is_due(draft: TournamentDraft, by: str) -> None:
    """The session ends: no round is dealt for wagers that still lie."""
    for seat in session_of(draft.state).still_in:
        _settle_for(draft, seat, by)


def settle_for_substitute(draft: TournamentDraft, player: str, by: str) -> None:
    """Chips that were still to come to who was replaced, or to be taken, are those of who took over."""
    session = running(draft.state)
    seats = () if session is None else session.still_in
    for seat in seats:
        if seat.player == player and _settle_for(draft, seat, by):
            put_out(draft, seat.table, by, done=is_done(draft.state, seat.table))


def _due(draft: TournamentDraft, seat: Seat) -> Cents:
    return sum(cents for player, cents in session_of(draft.state).due if player == seat.player)


def _settle_for(draft: TournamentDraft, seat: Seat, by: str) -> bool:
    """Whether there was anything due; what chips cannot cover is written off."""
    due, had = _due(draft, seat), chips_at(draft.state.tables[seat.table].state, seat.player)
    if due:
        change_chips(draft, seat, due, by)
        change = chips_at(draft.state.tables[seat.table].state, seat.player) - had
        settled = ChipsSettled(player=seat.player, change=change, written_off=change - due, clause=_clause(draft, due))
        draft.add(settled)
    return due != 0


def _given(event: TableEvent, player: str) -> Cents:
    """Chips that came back: they went on to the bank of the table."""
    return event.amount if isinstance(event, happened.ChipsTakenIn) and event.patron == player else 0


def _let_go(table: TableState, event: TableEvent, player: str) -> Cents:
    """What a late decision takes back, all wagers of a player together, and found no chips for at the table."""
    if not isinstance(event, Undoing):
        return 0
    lines = [line for line in _undone(table, event) if line.patron == player]
    found = sum(cents for account, cents in event.entry.postings if account == ledger.chips(player))
    return max(0, sum(_taken_back(event, line) for line in lines) + found) if lines else 0


def _undone(table: TableState, event: Undoing) -> tuple[SettledWager, ...]:
    """The settled wagers that are void, or are decided again."""
    match event:
        case happened.StageReopened(wagers=lines) | happened.StageReversed(wagers=lines):
            return lines
        case happened.RoundVoided(number=number):
            return tuple(line for line in _settled(table, number) if not line.voided)
        case happened.WagerVoided(number=number, area=area, wager=wager, patron=patron):
            void = (area, wager, patron)
            return tuple(line for line in _settled(table, number) if (line.area, line.wager, line.patron) == void)


def _taken_back(event: Undoing, line: SettledWager) -> Cents:
    """Of a wager that is void what came back less its stake; of one that is decided again all that came back."""
    came_back = line.returned + line.error
    return came_back if isinstance(event, happened.StageReopened) else came_back - line.stake


def _settled(table: TableState, number: int) -> tuple[SettledWager, ...]:
    """The wagers of a round, void or not, that were settled."""
    if table.round is not None and table.round.number == number:
        return table.round.settled
    return next((one.settled for one in table.rounds if one.number == number), ())


def reinstate(draft: TournamentDraft, table: str, by: str) -> None:
    """Who is out and can wager again with the chips that came back is in again, as long as the session lasts."""
    session = session_of(draft.state)
    if draft.state.tables[table].state.phase is Phase.DEALING:
        return
    for one in session.out:
        if one.table == table and _could_wager(draft, session, one, by):
            draft.add(PlayerReinstated(player=one.player, clause=draft.state.law.money))
            seat = next(seat for seat in session.seats if seat.player == one.player)
            issue(draft, seat, one.chips, by)


def _could_wager(draft: TournamentDraft, session: Session, out: Out, by: str) -> bool:
    """Whether the chips would suffice, tried at the table."""
    trial = TournamentDraft(draft.state)
    seat = next(one for one in session.seats if one.player == out.player)
    try:
        issue(trial, seat, out.chips, by)
    except Refused:
        return False
    return can_still_wager(trial.state.tables[out.table].state, out.player)


def put_out(draft: TournamentDraft, table: str, by: str, *, done: bool) -> None:
    """Who cannot wager before a round leaves, all at once; after the last round of a session nobody has to.

    Nor has, until the round is over, whose wager may not be changed any more.
    """
    session, found = running(draft.state), draft.state.tables[table]
    if session is None or found.state.phase is Phase.DEALING:
        return
    for seat in session.at(table):
        excluded = _is_excluded(found.state, seat.player)
        if excluded or not (done or _may_stay(found.state, seat.player)):
            _put_out(draft, table, seat.player, chips_at(found.state, seat.player), excluded=excluded, by=by)


def _may_stay(table: TableState, player: str) -> bool:
    return wagers_are_fixed(table, player) or can_still_wager(table, player)


def _put_out(draft: TournamentDraft, table: str, player: str, chips: Cents, *, excluded: bool, by: str) -> None:
    number = draft.state.tables[table].state.round_number - 1
    clause = draft.state.rules.void_for_breach.clause if excluded else draft.state.law.least_risk
    draft.add(PlayerPutOut(player=player, table=table, round=number, chips=chips, excluded=excluded, clause=clause))
    if is_at(draft, table, player):
        take_in_from_who_is_out(draft, table, player, by)


def keep_out(draft: TournamentDraft, seat: Seat, chips: Cents, by: str) -> None:
    """Put out a player who is excluded and not at the table; the chips are there if the exclusion is lifted."""
    _put_out(draft, seat.table, seat.player, 0, excluded=True, by=by)
    if chips:
        draft.add(LeftChipsChanged(player=seat.player, change=chips, clause=draft.state.law.money))


def _is_excluded(table: TableState, player: str) -> bool:
    return player in table.excluded
