"""People enter, wait as reserves, take over from others."""

from puntobanco.tournament.conditions import Time
from puntobanco.tournament.model import (
    Contest,
    Ending,
    Entrant,
    Finish,
    Finisher,
    Lot,
    PaidFrom,
    Reserve,
    Results,
    Session,
)
from puntobanco.tournament.state import Books, TournamentEventBase, TournamentState, posted, with_entrant
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


class EntryRegistered(
    TournamentEventBase, tag="entry_registered.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A player entered against the fee."""

    player: str
    groups: tuple[str, ...]
    number: Count
    paid: Cents
    paid_from: PaidFrom
    entry: Books

    def apply(self, state: TournamentState) -> TournamentState:
        entrant = Entrant(player=self.player, payer=self.player, paid=self.paid, groups=self.groups, number=self.number)
        entrants = {**state.entrants, self.player: entrant}
        return posted(changed(state, entrants=entrants, known=state.known | {self.player}), self.entry)

    def describe(self, _: str, /) -> str:
        return f"{self.player} enters as number {self.number} for {format_dollars(self.paid)}{_how(self.paid_from)}"


def _how(paid_from: PaidFrom) -> str:
    return ", paid at the desk" if paid_from is PaidFrom.DESK else ""


class ReserveListed(TournamentEventBase, tag="reserve_listed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody waits for a seat that is not taken, behind those who wait already."""

    player: str
    groups: tuple[str, ...]

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(state, reserves=(*state.reserves, Reserve(player=self.player, groups=self.groups)))

    def describe(self, _: str, /) -> str:
        return f"{self.player} is a reserve"


class ReserveLeft(TournamentEventBase, tag="reserve_left.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reserve waits no longer."""

    player: str

    def apply(self, state: TournamentState) -> TournamentState:
        return without_reserve(state, self.player)

    def describe(self, _: str, /) -> str:
        return f"{self.player} is no longer a reserve"


class SeatOffered(TournamentEventBase, tag="seat_offered.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reserve was offered a seat that was not taken at the published time."""

    absent: str
    player: str
    """The reserve."""
    at: Time

    def apply(self, state: TournamentState) -> TournamentState:
        reserves = (changed(one, offered=self.absent) if one.player == self.player else one for one in state.reserves)
        return changed(state, reserves=tuple(reserves))

    def describe(self, _: str, /) -> str:
        return f"{self.player} is offered {self.absent}'s seat"


class SeatOfferWithdrawn(
    TournamentEventBase, tag="seat_offer_withdrawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """An offer was withdrawn; the reserve waits behind the others."""

    absent: str
    player: str

    def apply(self, state: TournamentState) -> TournamentState:
        last = [changed(one, offered=None) for one in state.reserves if one.player == self.player]
        return changed(state, reserves=(*without_reserve(state, self.player).reserves, *last))

    def describe(self, _: str, /) -> str:
        return f"{self.absent}'s seat is no longer offered to {self.player}"


class SeatWentToReserve(
    TournamentEventBase, tag="seat_went_to_reserve.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A reserve accepted a seat against the fee; both fees stay."""

    absent: str
    player: str
    groups: tuple[str, ...]
    number: Count
    paid: Cents
    paid_from: PaidFrom
    entry: Books

    def apply(self, state: TournamentState) -> TournamentState:
        entrant = Entrant(
            player=self.player,
            payer=self.player,
            paid=self.paid,
            groups=self.groups,
            number=self.number,
            drawn=state.entrants[self.absent].drawn,
        )
        state = with_entrant(state, self.absent, finish=Finish(how=Ending.NEVER_SAT, stage=state.stage))
        state = changed(state, entrants={**state.entrants, self.player: entrant}, known=state.known | {self.player})
        return posted(_seated_for(without_reserve(state, self.player), self.absent, self.player), self.entry)

    def describe(self, _: str, /) -> str:
        return f"{self.absent}'s seat goes to {self.player} for {format_dollars(self.paid)}{_how(self.paid_from)}"


class PlayerSubstituted(
    TournamentEventBase, tag="player_substituted.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Somebody took over an entry with its chips, for no fee."""

    player: str
    substitute: str
    groups: tuple[str, ...]

    def apply(self, state: TournamentState) -> TournamentState:
        entrants = {
            self.substitute if name == self.player else name: _taken_over(one, self) if name == self.player else one
            for name, one in state.entrants.items()
        }
        results = state.results and with_substitute(state.results, self.player, self.substitute)
        reserves = (
            changed(one, offered=self.substitute) if one.offered == self.player else one
            for one in without_reserve(state, self.substitute).reserves
        )
        state = changed(state, reserves=tuple(reserves), entrants=entrants, results=results)
        return _seated_for(changed(state, known=state.known | {self.substitute}), self.player, self.substitute)

    def describe(self, _: str, /) -> str:
        return f"{self.substitute} plays for {self.player}"


def _taken_over(entrant: Entrant, event: PlayerSubstituted) -> Entrant:
    """The warning was the other person's."""
    return changed(entrant, player=event.substitute, groups=event.groups, warned=False)


def with_substitute(results: Results, player: str, substitute: str) -> Results:
    """The results with another name in the place of who is gone."""

    def name(one: str) -> str:
        return substitute if one == player else one

    def renamed(finishers: tuple[Finisher, ...]) -> tuple[Finisher, ...]:
        return tuple(changed(one, player=name(one.player)) for one in finishers)

    contests = (tuple(changed(one, player=name(one.player)) for one in contest.ranks) for contest in results.contests)
    lots = ((tuple(map(name, lot.go_on)), tuple(map(name, lot.stay))) for lot in results.lots)
    return Results(
        finishers=renamed(results.finishers),
        contests=tuple(Contest(ranks=ranks) for ranks in contests),
        lots=tuple(Lot(go_on=go_on, stay=stay) for go_on, stay in lots),
        ended=tuple(changed(one, session=seated_for(one.session, player, substitute)) for one in results.ended),
        reopened=renamed(results.reopened),
    )


def without_reserve(state: TournamentState, player: str) -> TournamentState:
    return changed(state, reserves=tuple(one for one in state.reserves if one.player != player))


def _seated_for(state: TournamentState, absent: str, player: str) -> TournamentState:
    """The seat that somebody drew is now another's, who takes it before the session starts."""
    session = state.session and seated_for(state.session, absent, player)
    return changed(state, session=session, later=tuple(seated_for(one, absent, player) for one in state.later))


def seated_for(session: Session, absent: str, player: str) -> Session:
    """The session with another player at somebody's seat and, if it has started, what comes of rounds of theirs."""
    if all(one.player != absent for one in session.seats):
        return session
    seats = tuple(
        changed(one, player=player, taken=session.started) if one.player == absent else one for one in session.seats
    )
    if not session.started:
        return changed(session, seats=seats)
    before = tuple((former, player if now == absent else now) for former, now in session.before)
    before = (*before, (absent, player))
    due = tuple((player if name == absent else name, cents) for name, cents in session.due)
    return changed(session, seats=seats, before=before, due=due)
