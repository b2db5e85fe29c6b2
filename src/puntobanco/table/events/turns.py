"""Turns to bet, where patrons bet one after the other, and what each of them risked."""

from puntobanco.rulebooks.books import interpretations
from puntobanco.table.state import Public, TableDraft, TableState, with_patron
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


class MarkerMoved(Public, tag="marker_moved.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The starting marker lies at a seat, whose patron is asked first."""

    seat: Count

    def apply(self, state: TableState) -> TableState:
        return changed(state, turns=changed(state.turns, marker=self.seat))

    def describe(self, _: str, /) -> str:
        return f"The starting marker is at seat {self.seat}"


def lay_marker(draft: TableDraft) -> None:
    """The marker lies at an occupied seat: at first the lowest one, and clockwise from one that was left."""
    first = next(iter(draft.state.from_marker()), None) if draft.state.bets_in_turn else None
    if first is not None and first.seat is not None and first.seat != draft.state.turns.marker:
        draft.add(MarkerMoved(seat=first.seat, clause=draft.state.rules.betting_order.clause))


def move_marker(draft: TableDraft) -> None:
    """After a round that counts, to the next occupied seat clockwise."""
    marker = draft.state.turns.marker
    seats = [patron.seat for patron in draft.state.from_marker()] if draft.state.bets_in_turn else []
    following = next((seat for seat in seats if seat != marker), None)
    if following is not None:
        draft.add(MarkerMoved(seat=following, clause=draft.state.rules.betting_order.clause))


def put_marker_back(draft: TableDraft, seat: Count | None) -> None:
    """A round that is void before the next one begins was never played; the seat may have been left since."""
    if draft.state.bets_in_turn and seat is not None and seat != draft.state.turns.marker:
        draft.add(MarkerMoved(seat=seat, clause=interpretations.MARKER_AND_VOIDS.number))


def place_marker_anew(draft: TableDraft) -> None:
    """After the last round is decided, and all who are then in sit: at the next of them, clockwise from its marker."""
    ended = draft.state.ended
    if ended is None or not draft.state.bets_in_turn:
        return
    seats = [patron.seat for patron in draft.state.seated() if patron.seat is not None]
    was = ended.turns.marker or 0
    following = next((seat for seat in (*(one for one in seats if one > was), *seats)), None)
    if following is not None and following != draft.state.turns.marker:
        draft.add(MarkerMoved(seat=following, clause=interpretations.MARKER_AND_VOIDS.number))


class TurnBegan(Public, tag="turn_began.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron was asked for a wager, which ends the turn of whoever was asked before."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        turns = state.turns
        return changed(state, turns=changed(turns, now=self.patron, had=turns.had | {self.patron}))

    def describe(self, _: str, /) -> str:
        return f"{self.patron} is asked for a wager"


class TurnEnded(Public, tag="turn_ended.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last turn of a round ended, with the call or because nobody bets."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        return changed(state, turns=changed(state.turns, now=None))

    def describe(self, _: str, /) -> str:
        return f"{self.patron}'s turn is over"


class WagerOutOfTurn(Public, tag="wager_out_of_turn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron bet before or after the turn: it stands with a warning, and may be void where it happened `again`."""

    patron: str
    again: bool

    def apply(self, state: TableState) -> TableState:
        turns = state.turns
        again = turns.again | {self.patron} if self.again else turns.again
        state = changed(state, turns=changed(turns, out=turns.out | {self.patron}, again=again))
        return with_patron(state, self.patron, warned_of_turn=True)

    def describe(self, _: str, /) -> str:
        what = "again, and it may be declared void" if self.again else "and is warned: a further one may be void"
        return f"{self.patron} bets out of turn {what}"


class RiskTooLow(Public, tag="risk_too_low.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron's turn ended with less at risk than everybody must risk; the wagers live."""

    patron: str
    risked: Cents
    least: Cents

    def apply(self, state: TableState) -> TableState:
        return state

    def describe(self, _: str, /) -> str:
        return f"{self.patron} risks {format_dollars(self.risked)}, less than {format_dollars(self.least)}"
