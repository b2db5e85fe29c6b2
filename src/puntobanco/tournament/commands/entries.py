"""Players enter and wait as reserves, by themselves or by the director, who offers seats to reserves and substitutes.

A fee leaves an account only by an act of its player; what the director registers is paid at the desk.
"""

from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.ledger import CAGE
from puntobanco.tournament.command import DIRECTOR, PATRON, require_director, require_open, require_still_played
from puntobanco.tournament.commands.table_outcomes import settle_for_substitute
from puntobanco.tournament.commands.tables import hand_over
from puntobanco.tournament.conditions import Time
from puntobanco.tournament.events.entries import (
    EntryRegistered,
    PlayerSubstituted,
    ReserveLeft,
    ReserveListed,
    SeatOffered,
    SeatOfferWithdrawn,
    SeatWentToReserve,
)
from puntobanco.tournament.ledger import FEES, TournamentEntry, distribution
from puntobanco.tournament.model import PaidFrom, Reserve
from puntobanco.tournament.queries.progress import absent_from, session_to_come
from puntobanco.tournament.queries.session_play import out_of_session
from puntobanco.tournament.queries.staff import (
    asks_for_groups,
    entries_open,
    first_sessions_to_come,
    group_that_bars,
    is_full,
    is_new_here,
    next_reserve,
    takes_reserves,
    waits,
)
from puntobanco.tournament.state import TournamentDraft, TournamentState, refuse
from puntobanco.values.dates import moment_in_words


def require_may_play(draft: TournamentDraft, person: str, groups: tuple[str, ...]) -> None:
    """One entry a person, nobody who works at the tournament, and no group that is restricted."""
    state, law = draft.state, draft.state.law
    if not person or person != " ".join(person.split()) or "/" in person:
        refuse(draft.state, "bad_name", law.one_entry, "a player has a name without a slash, and no space too many")
    if person in state.officers:
        sentence = f"{person} works at the tournament as {state.officers[person]} and does not play in it"
        refuse(draft.state, "works_here", law.staff, sentence)
    if not is_new_here(state, person):
        refuse(draft.state, "entered_already", law.one_entry, f"{person} has or had an entry: one for each person")
    barred = group_that_bars(state.conditions, groups)
    if barred is not None:
        refuse(draft.state, "group_restricted", law.groups, f"{barred} by the conditions")


def require_own_or_director(draft: TournamentDraft, actor: Actor, player: str) -> None:
    """A player asks for the own entry and for nobody else's; the director for anybody's."""
    if actor.role is not Role.PATRON:
        require_director(draft, actor)
        return
    require_open(draft)
    if actor.person != player:
        refuse(
            draft.state,
            "another_person",
            draft.state.law.one_entry,
            "everybody enters alone: the director registers others",
        )


def require_no_groups(draft: TournamentDraft, actor: Actor, groups: tuple[str, ...]) -> None:
    """Nobody says of oneself to which group one belongs."""
    if actor.role is Role.PATRON and (groups or asks_for_groups(draft.state.conditions)):
        sentence = "who may enter depends on groups here: ask the director, who registers you"
        refuse(draft.state, "groups_are_asked", draft.state.law.groups, sentence)


def require_entries_open(draft: TournamentDraft) -> None:
    if not entries_open(draft.state):
        refuse(
            draft.state,
            "entries_closed",
            draft.state.law.one_entry,
            "entries are closed: the first ballot has been drawn",
        )


def paid_from(actor: Actor) -> PaidFrom:
    """Players pay from their account by their own act; whoever the director enters pays at the desk."""
    return PaidFrom.ACCOUNT if actor.role is Role.PATRON else PaidFrom.DESK


def fee_of(draft: TournamentDraft) -> TournamentEntry:
    return distribution(CAGE, (FEES, draft.state.conditions.entry_fee))


@given_by(PATRON, *DIRECTOR)
class Register(Command[TournamentState], tag="register.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Register an entry against the fee: the own from the account, or as the director one that is paid at the desk."""

    player: str
    groups: tuple[str, ...] = ()
    """The groups that this person belongs to."""

    def decide(self, draft: TournamentDraft) -> None:
        require_own_or_director(draft, self.actor, self.player)
        require_entries_open(draft)
        require_no_groups(draft, self.actor, self.groups)
        require_may_play(draft, self.player, self.groups)
        state = draft.state
        if waits(state, self.player):
            refuse(draft.state, "waits", draft.state.law.reserves, f"{self.player} is a reserve: leave the list first")
        if is_full(state):
            sentence = f"all {state.conditions.most_players} places are taken: list a reserve"
            refuse(draft.state, "full", draft.state.law.players, sentence)
        draft.add(
            EntryRegistered(
                player=self.player,
                groups=self.groups,
                number=len(state.entrants) + 1,
                paid=state.conditions.entry_fee,
                paid_from=paid_from(self.actor),
                entry=fee_of(draft),
                clause=draft.state.law.one_entry,
            )
        )


@given_by(PATRON, *DIRECTOR)
class ListReserve(
    Command[TournamentState], tag="list_reserve.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Put somebody on the list of reserves, for no fee until a seat is theirs."""

    player: str
    groups: tuple[str, ...] = ()

    def decide(self, draft: TournamentDraft) -> None:
        require_own_or_director(draft, self.actor, self.player)
        if not takes_reserves(draft.state):
            refuse(
                draft.state,
                "begun",
                draft.state.law.reserves,
                "the first sessions have started: no seat goes to a reserve any more",
            )
        require_no_groups(draft, self.actor, self.groups)
        require_may_play(draft, self.player, self.groups)
        if waits(draft.state, self.player):
            refuse(draft.state, "waits", draft.state.law.reserves, f"{self.player} is a reserve already")
        draft.add(ReserveListed(player=self.player, groups=self.groups, clause=draft.state.law.reserves))


@given_by(PATRON, *DIRECTOR)
class DropReserve(
    Command[TournamentState], tag="drop_reserve.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Take somebody off the list of reserves, who does not want the seat or does not wait any more."""

    player: str

    def decide(self, draft: TournamentDraft) -> None:
        require_own_or_director(draft, self.actor, self.player)
        if not waits(draft.state, self.player):
            refuse(draft.state, "no_reserve", draft.state.law.reserves, f"{self.player} is no reserve")
        draft.add(ReserveLeft(player=self.player, clause=draft.state.law.reserves))


@given_by(*DIRECTOR)
class OfferSeat(Command[TournamentState], tag="offer_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Offer the seat of an absent entrant to the next reserve, from the published time of that first session on."""

    absent: str
    player: str
    """The reserve."""
    at: Time = 0
    """The present time, which a served house fills in."""

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        state, law = draft.state, draft.state.law
        if not first_sessions_to_come(state):
            sentence = "a seat is offered to a reserve after the first ballot and before the session of that seat"
            refuse(draft.state, "no_seat_now", law.reserves, sentence)
        session = session_to_come(state, self.absent)
        if session is None or self.absent not in absent_from(session):
            refuse(draft.state, "seat_taken", law.reserves, f"{self.absent} has no seat that is not taken")
        if self.at < session.starts_at:
            sentence = f"{self.absent}'s session is published for {moment_in_words(session.starts_at)}: offer it then"
            refuse(draft.state, "too_early", law.published, sentence)
        offered = next((one.player for one in state.reserves if one.offered == self.absent), None)
        if offered is not None:
            refuse(
                draft.state,
                "offered_already",
                law.published,
                f"{offered} is offered this seat: withdraw that offer first",
            )
        first = next_reserve(state)
        if first is None or first.player != self.player:
            name = "nobody" if first is None else first.player
            refuse(draft.state, "not_first", law.reserves, f"reserves come in their order: {name} is first")
        require_may_play(draft, first.player, first.groups)
        draft.add(SeatOffered(absent=self.absent, player=self.player, at=self.at, clause=law.reserves))


@given_by(*DIRECTOR)
class WithdrawOffer(
    Command[TournamentState], tag="withdraw_offer.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Withdraw the offer of a seat that the reserve has not accepted; the reserve then waits behind the others."""

    player: str
    """The reserve."""

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        absent = require_offer(draft, self.player).offered
        assert absent is not None
        draft.add(SeatOfferWithdrawn(absent=absent, player=self.player, clause=draft.state.law.published))


@given_by(PATRON, *DIRECTOR)
class AcceptSeat(Command[TournamentState], tag="accept_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Accept an offered seat against the fee, as the reserve from the own account, or as the director paid at the desk.

    Both fees stay in the pool.
    """

    player: str
    """The reserve."""

    def decide(self, draft: TournamentDraft) -> None:
        require_own_or_director(draft, self.actor, self.player)
        reserve = require_offer(draft, self.player)
        require_may_play(draft, reserve.player, reserve.groups)
        assert reserve.offered is not None
        draft.add(
            SeatWentToReserve(
                absent=reserve.offered,
                player=reserve.player,
                groups=reserve.groups,
                number=len(draft.state.entrants) + 1,
                paid=draft.state.conditions.entry_fee,
                paid_from=paid_from(self.actor),
                entry=fee_of(draft),
                clause=draft.state.law.reserves,
            )
        )


def require_offer(draft: TournamentDraft, player: str) -> Reserve:
    """The reserve with an offer that is open."""
    found = next((one for one in draft.state.reserves if one.player == player and one.offered is not None), None)
    if found is None:
        refuse(draft.state, "not_offered", draft.state.law.published, f"{player} is offered no seat now")
    return found


@given_by(*DIRECTOR)
class Substitute(Command[TournamentState], tag="substitute.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let somebody who never had an entry take over an entry and its chips, between rounds and for no fee.

    Not while a wager of the other lies that may not be changed any more.
    """

    player: str
    substitute: str
    groups: tuple[str, ...] = ()

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        require_still_played(draft)
        state, clause = draft.state, draft.state.law.substitutes
        entrant, out = state.entrants.get(self.player), out_of_session(state, self.player)
        if entrant is None or entrant.finish is not None or out is not None:
            refuse(draft.state, "not_in", clause, f"{self.player} is not in the tournament")
        require_may_play(draft, self.substitute, self.groups)
        draft.add(PlayerSubstituted(player=self.player, substitute=self.substitute, groups=self.groups, clause=clause))
        hand_over(draft, self.player, self.substitute, self.actor.person)
        settle_for_substitute(draft, self.substitute, self.actor.person)
