"""People enter, wait as reserves, take over from others."""

from puntobanco.changed import changed
from puntobanco.money import Cents, Count, format_dollars
from puntobanco.tournament.parts import (
    Contest,
    Ending,
    Entrant,
    Finish,
    Finisher,
    Lot,
    Reserve,
    Results,
    Session,
)
from puntobanco.tournament.state import Books, Happening, TournamentState, posted, with_entrant


class EntryRegistered(Happening, tag="entry_registered.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody entered against the fee."""

    player: str
    groups: tuple[str, ...]
    number: Count
    paid: Cents
    entry: Books

    def after(self, state: TournamentState) -> TournamentState:
        entrant = Entrant(player=self.player, payer=self.player, paid=self.paid, groups=self.groups, number=self.number)
        entrants = {**state.entrants, self.player: entrant}
        return posted(changed(state, entrants=entrants, known=state.known | {self.player}), self.entry)

    def told(self, _: str, /) -> str:
        return f"{self.player} enters as number {self.number} for {format_dollars(self.paid)}"


class ReserveListed(Happening, tag="reserve_listed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody waits for a seat that is not taken, behind those who wait already."""

    player: str
    groups: tuple[str, ...]

    def after(self, state: TournamentState) -> TournamentState:
        return changed(state, reserves=(*state.reserves, Reserve(player=self.player, groups=self.groups)))

    def told(self, _: str, /) -> str:
        return f"{self.player} is a reserve"


class ReserveLeft(Happening, tag="reserve_left.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reserve waits no longer."""

    player: str

    def after(self, state: TournamentState) -> TournamentState:
        return without_reserve(state, self.player)

    def told(self, _: str, /) -> str:
        return f"{self.player} is no longer a reserve"


class SeatWentToReserve(Happening, tag="seat_went_to_reserve.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat that was not taken went to a reserve against the fee; both fees stay."""

    absent: str
    player: str
    groups: tuple[str, ...]
    number: Count
    paid: Cents
    entry: Books

    def after(self, state: TournamentState) -> TournamentState:
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

    def told(self, _: str, /) -> str:
        return f"{self.absent}'s seat goes to {self.player} for {format_dollars(self.paid)}"


class PlayerSubstituted(Happening, tag="player_substituted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody took over an entry with its chips, for no fee."""

    player: str
    substitute: str
    groups: tuple[str, ...]

    def after(self, state: TournamentState) -> TournamentState:
        entrants = {
            self.substitute if name == self.player else name: _taken_over(one, self) if name == self.player else one
            for name, one in state.entrants.items()
        }
        results = state.results and with_substitute(state.results, self.player, self.substitute)
        state = changed(without_reserve(state, self.substitute), entrants=entrants, results=results)
        return _seated_for(changed(state, known=state.known | {self.substitute}), self.player, self.substitute)

    def told(self, _: str, /) -> str:
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
    session = state.session
    return state if session is None else changed(state, session=seated_for(session, absent, player))


def seated_for(session: Session, absent: str, player: str) -> Session:
    """The session with another player at somebody's seat, and in it what comes of rounds of theirs."""
    if all(one.player != absent for one in session.seats):
        return session
    seats = tuple(
        changed(one, player=player, taken=session.started) if one.player == absent else one for one in session.seats
    )
    before = tuple((former, player if now == absent else now) for former, now in session.before)
    before = (*before, (absent, player)) if session.started else before
    due = tuple((player if name == absent else name, cents) for name, cents in session.due)
    return changed(session, seats=seats, before=before, due=due)
