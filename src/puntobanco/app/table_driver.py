"""Whoever is absent is played: the next command of a table's staff and absent patrons, from what comes next."""

from collections.abc import Callable, Container
from typing import assert_never

from puntobanco.coup.shoe import cut_range
from puntobanco.table import Actor, Next, Progress, Role, TableState, commands, progress
from puntobanco.table.model import Preparation
from puntobanco.table.queries.announcements import may_announce
from puntobanco.table.queries.layout import over_differential
from puntobanco.table.queries.money import commission_is_due
from puntobanco.table.queries.round import closes_by_call

DEALER = Actor(person="dealer", role=Role.DEALER)
SUPERVISOR = Actor(person="supervisor", role=Role.SUPERVISOR)


class Driver:
    """Plays the roles that nobody is there for. It never bets, and starts a round only when asked to."""

    def __init__(
        self,
        below: Callable[[int], int],
        *,
        dealer: Actor | None = DEALER,
        supervisor: Actor | None = SUPERVISOR,
        patrons: Container[str] = (),
    ) -> None:
        """Where a number below a size comes from; who deals and supervises, none for a person who is there; and the
        patrons who are absent."""
        self._below = below
        self._staff = {Role.DEALER: dealer, Role.SUPERVISOR: supervisor}
        self._patrons = patrons

    def next(self, state: TableState) -> commands.TableCommand | None:
        """What somebody absent does next; none while the table waits for a person who is there, or for wagers."""
        coming = progress(state)
        if coming.next is Next.IDLE or coming.next is Next.START:
            dealer = self._staff[Role.DEALER]
            due = dealer is not None and commission_is_due(state)
            return commands.CollectCommission(actor=dealer) if dealer is not None and due else None
        actor = self._whose(coming)
        return None if actor is None else self._act(state, coming, actor)

    def start(self, state: TableState) -> list[commands.TableCommand]:
        """Close the wagers and begin the round, or start the coup without wagers; nothing if neither is possible."""
        coming = progress(state)
        actor = self._whose(coming)
        if coming.next is not Next.START or actor is None:
            return []
        if coming.no_bet:
            return [commands.StartNoBet(actor=actor)]
        if closes_by_call(state):
            cut = True if over_differential(state)[1] else None
            return [commands.CallNoMoreBets(actor=actor, cut_pro_rata=cut)]
        said = may_announce(state, "call_no_more_bets")
        call = [commands.Announce(actor=actor, key="call_no_more_bets")] if said else []
        return [*call, commands.Draw(actor=actor, face_up=coming.face_up)]

    def ask(self, state: TableState) -> commands.TableCommand | None:
        """Ask the next patron for a wager, also where the one who was asked before is there; none if nobody is left."""
        coming = progress(state)
        actor = self._whose(coming)
        return None if coming.next is not Next.ASK or actor is None else commands.AskForWager(actor=actor)

    def _ask(self, state: TableState, actor: Actor) -> commands.TableCommand | None:
        """While a patron who is there has the turn, the table waits."""
        asked = state.turns.now
        waits = asked is not None and asked not in self._patrons
        return None if waits else commands.AskForWager(actor=actor)

    def _whose(self, coming: Progress) -> Actor | None:
        """The absent person whose act it is; none if that person is there, or the table waits for nobody."""
        if coming.by is Role.PATRON:
            name = next((name for name in coming.patrons if name in self._patrons), None)
            return None if name is None else Actor(person=name, role=Role.PATRON)
        return None if coming.by is None else self._staff[coming.by]

    def _act(self, state: TableState, coming: Progress, actor: Actor) -> commands.TableCommand | None:
        match coming.next:
            case Next.PREPARE:
                return None if coming.step is None else self._prepare(state, coming, coming.step, actor)
            case Next.DEAL:
                return commands.Draw(actor=actor, face_up=coming.face_up)
            case Next.EXPOSE:
                return None if coming.hand is None else commands.Expose(actor=actor, hand=coming.hand)
            case Next.REPAIR:
                return commands.Reconstruct(actor=actor)
            case Next.SETTLE:
                return commands.Settle(actor=actor)
            case Next.CLOSED:
                return commands.CheckCards(actor=actor)
            case Next.ASK:
                return self._ask(state, actor)
            case Next.IDLE | Next.START:
                return None
        assert_never(coming.next)

    def _prepare(self, state: TableState, coming: Progress, step: Preparation, actor: Actor) -> commands.TableCommand:
        match step:
            case Preparation.CHECK:
                return commands.CheckCards(actor=actor)
            case Preparation.DEALER_INSPECTION | Preparation.SUPERVISOR_INSPECTION:
                return commands.InspectCards(actor=actor)
            case Preparation.SPREAD:
                return commands.SpreadCards(actor=actor)
            case Preparation.WASH:
                return commands.WashCards(actor=actor)
            case Preparation.SHUFFLE:
                return commands.Shuffle(actor=actor)
            case Preparation.CUT:
                return self._cut(state, coming, actor)
            case Preparation.LOAD:
                return commands.LoadShoe(actor=actor)
            case Preparation.BURN:
                return commands.Draw(actor=actor, face_up=coming.face_up)

    def _cut(self, state: TableState, coming: Progress, actor: Actor) -> commands.TableCommand:
        """The dealer offers it, an absent patron declines, and then a supervisor cuts anywhere."""
        match actor.role:
            case Role.PATRON:
                return commands.DeclineCut(actor=actor)
            case Role.DEALER:
                return commands.OfferCut(actor=actor, patron=coming.patrons[0])
            case _:
                allowed = cut_range(state.rules, 52 * state.rules.decks.value)
                return commands.Cut(actor=actor, at=allowed.start + self._below(len(allowed)))
