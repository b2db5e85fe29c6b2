"""A shuffled shoe that answers for the cards: it names what leaves it, and what was face down when it is turned."""

from typing import TypeAlias

from puntobanco.app.fair_house import FairHouse
from puntobanco.cards import Card
from puntobanco.changed import changed
from puntobanco.coup.shoe import CUTTING_CARD, load
from puntobanco.errors import Refused
from puntobanco.fairness.acts import CutBy, End
from puntobanco.fairness.sealed import SealedShoe, WrongComposition
from puntobanco.fairness.watch import Alarm
from puntobanco.rules.facts import Hand
from puntobanco.table import Role, TableState, commands, events
from puntobanco.table.asked.progress import nothing_due
from puntobanco.table.asked.shoe import is_next
from puntobanco.table.parts import Phase, Preparation, RoundKind, TableCard

Betting: TypeAlias = commands.Place | commands.Move | commands.BetSlip


class VirtualShoe:
    """The order of the cards, which no table knows. How far the shoe has been dealt is the table's to say: a card is
    known by its place, which is how many-th it leaves the shoe."""

    def __init__(self, house: FairHouse) -> None:
        self.house = house
        self._order: tuple[Card, ...] = ()
        """The sealed order of the shoe in use."""
        self._indices: tuple[int, ...] = ()
        """Where in the sealed order each card stands, as they leave the shoe."""
        self._cutting_cards: tuple[int, ...] = ()
        """The places of the cards that come after a cutting card."""
        self._in_use = False
        self._alarms: tuple[Alarm, ...] = ()

    def fill(self, state: TableState | None, command: commands.Command) -> list[commands.Command]:
        """The command with its cards named, with a cutting card before it where one comes first."""
        match command:
            case commands.Draw() | commands.Expose() if self._is_revealed(state):
                raise Refused("shoe_revealed", "virtual shoe", "everybody can compute the order of this shoe: shuffle")
            case commands.Draw(card=None):
                refused = state is None or (command.to is None and nothing_due(state) is not None)
                return [command] if refused or state is None else self._draw(state, command)
            case commands.LoadShoe(depth=depth) if state is not None and depth in (None, state.rules.cut_depth.value):
                return [changed(command, depth=state.rules.cut_depth.value)]
            case commands.Expose(cards=()):
                return [changed(command, cards=tuple(self.face_at(card.place) for card in hidden(state, command.hand)))]
            case commands.OfferCut() | commands.Cut():
                self._require_seal(state)
                return [command]
            case commands.Place() | commands.Move() | commands.BetSlip():
                self._require_root(state, command)
                return [command]
            case _:
                refuse_what_a_virtual_shoe_knows(command)
                return [command]

    def _draw(self, state: TableState, command: commands.Draw) -> list[commands.Command]:
        place = state.shoe.out + 1
        came = sum(at <= place for at in self._cutting_cards) - state.shoe.cutting_cards
        before: list[commands.Command] = [commands.DrawCuttingCard(actor=command.actor)] * came
        if place > len(self._indices):
            return [*before, commands.ReportEmpty(actor=command.actor)]
        shown = command.face_up or command.found_face_up
        return [*before, changed(command, card=self.face_at(place)) if shown else command]

    def face_at(self, place: int) -> Card:
        """The card that leaves the shoe as so many-th."""
        return self._order[self._indices[place - 1]]

    def _is_revealed(self, state: TableState | None) -> bool:
        return state is not None and state.shoe.loaded and not self.house.is_under_way

    def _require_seal(self, state: TableState | None) -> None:
        """Whoever cuts must not be able to choose an order with the seeds still to come."""
        if state is None or not is_next(state, Preparation.CUT) or self._sealed() is not None:
            return
        if self.house.is_under_way:
            raise Refused("seed_window", "virtual shoe", "the shuffle still takes seeds: cut when it is sealed")
        raise Refused("not_sealed", "virtual shoe", "the shoe was stopped before it was sealed: close the table")

    def _sealed(self) -> SealedShoe | None:
        """The sealed shoe, if it is; one of other cards than the table's is stopped, and its secret shows why."""
        try:
            return self.house.sealed()
        except WrongComposition:
            self._end(End.ABANDONED)
            return None

    def _require_root(self, state: TableState | None, command: Betting) -> None:
        """Nobody raises or moves what stayed from the last shoe while the order of the next one can still change."""
        if state is None or state.phase is not Phase.PREPARING or not state.stakes or takes_back(state, command):
            return
        if Preparation.SHUFFLE in state.pending or self._sealed() is None:
            sentence = "the next shoe is not sealed yet: leave the wager as it is until then, or take it back"
            raise Refused("not_sealed_yet", "virtual shoe", sentence)

    def done(
        self,
        before: TableState | None,
        command: commands.Command,
        happened: tuple[events.Event, ...],
        state: TableState,
    ) -> tuple[Alarm, ...]:
        """A command was accepted: prove the cards that it shows and follow what happened; gives alarms about a shoe
        that ended with it."""
        self._alarms = ()
        for event in happened:
            self.note(state, event, command.actor.role)
        self._account_for_cards(before, command)
        if state.phase is Phase.CLOSED or (self._in_use and not state.shoe.loaded):
            self._end(_why_it_ended(state, in_use=self._in_use))
        return self._alarms

    def _account_for_cards(self, before: TableState | None, command: commands.Command) -> None:
        """Every card that leaves the shoe is counted, and those that everybody sees are proven."""
        match command:
            case commands.Draw(card=None) if before is not None:
                self.house.hide(before.shoe.out + 1)
            case commands.Draw() if before is not None:
                self._show(before.shoe.out + 1)
            case commands.Expose(hand=hand):
                for card in hidden(before, hand):
                    self._show(card.place)
            case _:
                pass

    def _show(self, place: int) -> None:
        self.house.show(place, self._indices[place - 1])

    def note(self, state: TableState, event: events.Event, by: Role) -> None:
        """Shuffle, cut and load when the table says so, and mark the first wager of a shoe: one that stayed from the
        last shoe is a wager of this one when a round begins with it."""
        match event:
            case events.PreparationDone(step="shuffle"):
                self._end(_why_it_ended(state, in_use=self._in_use))
                self.house.commit(state.rules)
                self._sealed()
            case events.CardsCut(at=at):
                self._lay(state, at, CutBy.PATRON if by is Role.PATRON else CutBy.STAFF)
            case events.ShoeLoaded():
                self._in_use = True
            case events.WagerPlaced() | events.WagerMoved() | events.RoundStarted(kind=RoundKind.WAGERS):
                self.house.wagered()
            case events.SlipLaid(stakes=laid) if any(one.amount > one.was for one in laid):
                self.house.wagered()
            case _:
                pass

    def _lay(self, state: TableState, at: int, by: CutBy) -> None:
        sealed = self.house.sealed()
        if sealed is None:
            raise ValueError("a shoe is sealed before it is cut")
        items = load(state.rules, range(len(sealed.order)), cut_at=at)
        self._order = sealed.order
        self._indices = tuple(item for item in items if item is not CUTTING_CARD)
        cutting = [place for place, item in enumerate(items, start=1) if item is CUTTING_CARD]
        self._cutting_cards = tuple(place - before for before, place in enumerate(cutting))
        self.house.cut(state.rules, at, by)

    def _end(self, why: End) -> None:
        self._alarms += self.house.end(why)
        self._in_use = False

    def abandon(self) -> None:
        """Nobody goes on with the shoe: reveal it."""
        self._end(End.ABANDONED)


def _why_it_ended(state: TableState, *, in_use: bool) -> End:
    if state.phase is Phase.CLOSED:
        return End.CLOSED
    if not in_use:
        return End.ABANDONED
    return End.DEALT if state.shoe.cutting_cards else End.VOIDED


def takes_back(state: TableState, command: Betting) -> bool:
    """Whether a slip leaves nothing on the layout but what lies there, or less of it."""
    if not isinstance(command, commands.BetSlip):
        return False
    lying = {(one.area, one.wager): one.amount for one in state.stakes.of(command.actor.person)}
    return all(one.amount <= lying.get((one.area, one.wager), 0) for one in command.stakes)


def hidden(state: TableState | None, hand: Hand) -> tuple[TableCard, ...]:
    """The cards of a hand that lie face down."""
    current = None if state is None else state.round
    return () if current is None else tuple(card for card in current.of(hand) if not card.face_up)


def refuse_what_a_virtual_shoe_knows(command: commands.Command) -> None:
    """Nobody tells a virtual shoe which card it holds, that it is empty, or that a card was keyed in wrongly."""
    known = (
        commands.Draw,
        commands.Expose,
        commands.DrawCuttingCard,
        commands.ReportEmpty,
        commands.CorrectCard,
        commands.DiscloseCard,
        commands.LoadShoe,
    )
    reordered = isinstance(command, commands.ReportPlacementError) and command.cards
    if isinstance(command, known) or reordered:
        raise Refused("virtual_shoe", "virtual shoe", "the virtual shoe knows its cards: leave them to it")
