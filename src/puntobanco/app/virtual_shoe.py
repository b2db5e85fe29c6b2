"""A shuffled shoe that answers for the cards: it names what leaves it, and what was face down when it is turned."""

from dataclasses import replace

from puntobanco.cards import Card
from puntobanco.coup.shoe import CUTTING_CARD, Item, RandomBits, Shoe, fresh_cards, load, shuffle
from puntobanco.rules.facts import Hand
from puntobanco.table import TableState, commands, events


class VirtualShoe:
    """Keeps the order of the cards, which no table knows. It moves on only when the table says that a card has left."""

    def __init__(self, random_bits: RandomBits) -> None:
        self._random_bits = random_bits
        self._stack: tuple[Card, ...] = ()
        self._shoe = Shoe(())
        self._face_down: dict[Hand, list[Card]] = {hand: [] for hand in Hand}
        self._excess: list[Card] = []

    def fill(self, command: commands.Command) -> list[commands.Command]:
        """The command with its cards named, with a cutting card before it where one comes first."""
        match command:
            case commands.Draw(card=None):
                return self._draw(command)
            case commands.Expose(cards=()):
                return [replace(command, cards=tuple(self._face_down[command.hand]))]
            case _:
                return [command]

    def _draw(self, command: commands.Draw) -> list[commands.Command]:
        found: list[commands.Command] = []
        item, rest = self._shoe.draw()
        while item is CUTTING_CARD:
            found.append(commands.DrawCuttingCard(actor=command.actor))
            item, rest = rest.draw()
        if item is None:
            return [*found, commands.ReportEmpty(actor=command.actor)]
        return [*found, replace(command, card=item) if command.face_up else command]

    def note(self, state: TableState, event: events.Event) -> None:
        """Follow what happened at the table."""
        match event:
            case events.PreparationDone(step="shuffle"):
                self._stack = shuffle(fresh_cards(state.rules), self._random_bits)
                self._excess.clear()
            case events.CardsCut(at=at):
                self._shoe = Shoe(load(state.rules, self._stack, cut_at=at))
            case events.CuttingCardDrawn() | events.CardBurned() | events.CardPutAside(counted=True):
                self._leave()
            case events.ExcessCardKept():
                self._excess.append(self._card())
            case events.RoundStarted():
                self._face_down = {hand: [] for hand in Hand}
            case events.CardDealt():
                card = self._excess.pop(0) if event.from_excess else self._card()
                if not event.face_up:
                    self._face_down[event.hand].append(card)
            case events.HandExposed():
                self._face_down[event.hand] = []
            case _:
                pass

    def _leave(self) -> Item | None:
        item, self._shoe = self._shoe.draw()
        return item

    def _card(self) -> Card:
        item = self._leave()
        if not isinstance(item, Card):
            raise ValueError("the table and its virtual shoe disagree about what left the shoe")
        return item
