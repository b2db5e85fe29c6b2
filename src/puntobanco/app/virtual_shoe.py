"""A shuffled shoe that answers for the cards: it names what leaves it, and what was face down when it is turned."""

from puntobanco.cards import Card
from puntobanco.changed import changed
from puntobanco.coup.shoe import CUTTING_CARD, RandomBits, Shoe, fresh_cards, load, shuffle
from puntobanco.errors import Refused
from puntobanco.rules.facts import Hand
from puntobanco.table import TableState, commands, events
from puntobanco.table.asked.progress import nothing_due


class VirtualShoe:
    """Keeps the order of the cards, which no table knows. It moves on only when the table says that a card has left."""

    def __init__(self, random_bits: RandomBits) -> None:
        self._random_bits = random_bits
        self._stack: tuple[Card, ...] = ()
        self._shoe = Shoe(())
        self._left: list[Card] = []
        """What has left the shoe, by the place that the table gives it."""

    def fill(self, state: TableState | None, command: commands.Command) -> list[commands.Command]:
        """The command with its cards named, with a cutting card before it where one comes first."""
        match command:
            case commands.Draw(card=None):
                refused = state is None or (command.to is None and nothing_due(state) is not None)
                return [command] if refused else self._draw(command)
            case commands.LoadShoe(depth=depth) if state is not None and depth in (None, state.rules.cut_depth.value):
                return [changed(command, depth=state.rules.cut_depth.value)]
            case commands.Expose(cards=()):
                return [changed(command, cards=self._hidden(state, command.hand))]
            case _:
                refuse_what_a_virtual_shoe_knows(command)
                return [command]

    def _draw(self, command: commands.Draw) -> list[commands.Command]:
        found: list[commands.Command] = []
        item, rest = self._shoe.draw()
        while item is CUTTING_CARD:
            found.append(commands.DrawCuttingCard(actor=command.actor))
            item, rest = rest.draw()
        if item is None:
            return [*found, commands.ReportEmpty(actor=command.actor)]
        shown = command.face_up or command.found_face_up
        return [*found, changed(command, card=item) if shown else command]

    def face_at(self, place: int) -> Card:
        """The card that left the shoe as so many-th."""
        return self._left[place - 1]

    def _hidden(self, state: TableState | None, hand: Hand) -> tuple[Card, ...]:
        """The faces of a hand's cards that lie face down."""
        current = None if state is None else state.round
        hidden = () if current is None else (card for card in current.of(hand) if not card.face_up)
        return tuple(self.face_at(card.place) for card in hidden)

    def note(self, state: TableState, event: events.Event) -> None:
        """Follow what happened at the table."""
        match event:
            case events.PreparationDone(step="shuffle"):
                self._stack = shuffle(fresh_cards(state.rules), self._random_bits)
            case events.CardsCut(at=at):
                self._shoe = Shoe(load(state.rules, self._stack, cut_at=at))
                self._left = []
            case events.CuttingCardDrawn():
                self._shoe = self._shoe.draw()[1]
            case (
                events.CardBurned()
                | events.CardPutAside(counted=True)
                | events.ExcessCardKept()
                | events.CardDealt(from_excess=False)
            ):
                self._card_leaves()
            case _:
                pass

    def _card_leaves(self) -> None:
        item, self._shoe = self._shoe.draw()
        if not isinstance(item, Card):
            raise ValueError("the table and its virtual shoe disagree about what left the shoe")
        self._left.append(item)


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
