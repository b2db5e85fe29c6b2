"""A shuffled shoe that answers for the cards: it names what leaves it, and what was face down when it is turned."""

from puntobanco.cards import Card
from puntobanco.changed import changed
from puntobanco.coup.shoe import CUTTING_CARD, RandomBits, fresh_cards, load, shuffle
from puntobanco.errors import Refused
from puntobanco.rules.facts import Hand
from puntobanco.table import TableState, commands, events
from puntobanco.table.asked.progress import nothing_due


class VirtualShoe:
    """The order of the cards, which no table knows. How far the shoe has been dealt is the table's to say: a card is
    known by its place, which is how many-th it leaves the shoe."""

    def __init__(self, random_bits: RandomBits) -> None:
        self._random_bits = random_bits
        self._stack: tuple[Card, ...] = ()
        self._cards: tuple[Card, ...] = ()
        self._cutting_cards: tuple[int, ...] = ()
        """The places of the cards that come after a cutting card."""

    def fill(self, state: TableState | None, command: commands.Command) -> list[commands.Command]:
        """The command with its cards named, with a cutting card before it where one comes first."""
        match command:
            case commands.Draw(card=None):
                refused = state is None or (command.to is None and nothing_due(state) is not None)
                return [command] if refused or state is None else self._draw(state, command)
            case commands.LoadShoe(depth=depth) if state is not None and depth in (None, state.rules.cut_depth.value):
                return [changed(command, depth=state.rules.cut_depth.value)]
            case commands.Expose(cards=()):
                return [changed(command, cards=self._hidden(state, command.hand))]
            case _:
                refuse_what_a_virtual_shoe_knows(command)
                return [command]

    def _draw(self, state: TableState, command: commands.Draw) -> list[commands.Command]:
        place = state.shoe.out + 1
        came = sum(at <= place for at in self._cutting_cards) - state.shoe.cutting_cards
        before: list[commands.Command] = [commands.DrawCuttingCard(actor=command.actor)] * came
        if place > len(self._cards):
            return [*before, commands.ReportEmpty(actor=command.actor)]
        shown = command.face_up or command.found_face_up
        return [*before, changed(command, card=self.face_at(place)) if shown else command]

    def face_at(self, place: int) -> Card:
        """The card that leaves the shoe as so many-th."""
        return self._cards[place - 1]

    def _hidden(self, state: TableState | None, hand: Hand) -> tuple[Card, ...]:
        """The faces of a hand's cards that lie face down."""
        current = None if state is None else state.round
        hidden = () if current is None else (card for card in current.of(hand) if not card.face_up)
        return tuple(self.face_at(card.place) for card in hidden)

    def note(self, state: TableState, event: events.Event) -> None:
        """Shuffle and cut when the table says so."""
        match event:
            case events.PreparationDone(step="shuffle"):
                self._stack = shuffle(fresh_cards(state.rules), self._random_bits)
            case events.CardsCut(at=at):
                self._lay(load(state.rules, self._stack, cut_at=at))
            case _:
                pass

    def _lay(self, items: tuple[Card | object, ...]) -> None:
        self._cards = tuple(item for item in items if isinstance(item, Card))
        cutting = [place for place, item in enumerate(items, start=1) if item is CUTTING_CARD]
        self._cutting_cards = tuple(place - before for before, place in enumerate(cutting))


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
    if isinstance(command, known):
        raise Refused("virtual_shoe", "virtual shoe", "the virtual shoe knows its cards: leave them to it")
