"""Cards of a real shoe, as they are keyed in, are watched for what a shuffle left together."""

from puntobanco.fair_shoes.shuffle_patterns import Alarm, Suspicion, alarms
from puntobanco.table import events
from puntobanco.values.cards import Card


class ShoeWatch:
    """The faces seen of this shoe and of the one before, by their places out of the shoe."""

    def __init__(self) -> None:
        self._last: dict[int, Card] = {}
        self._cards: dict[int, Card] = {}
        self._told: set[tuple[Suspicion, int]] = set()

    def done(self, happened: tuple[events.TableEvent, ...]) -> tuple[Alarm, ...]:
        """What a supervisor should know after this; each run is told once, when a round has ended."""
        found: list[Alarm] = []
        for event in happened:
            self._note(event)
            if isinstance(event, events.RoundEnded):
                found += self._new_alarms()
        return tuple(found)

    def _note(self, event: events.TableEvent) -> None:
        match event:
            case events.ShoeLoaded():
                self._last, self._cards, self._told = self._cards, {}, set()
            case events.HandExposed(cards=cards):
                for card in cards:
                    self._see(card.place, card.card)
            case events.ExcessCardKept(card=card):
                self._see(card.place, card.card)
            case events.CardBurned() | events.CardDealt() | events.CardPutAside():
                self._see(event.place, event.card)
            case events.CardDisclosed() | events.CardCorrected():
                self._see(event.place, event.card)
            case _:
                pass

    def _see(self, place: int | None, card: Card | None) -> None:
        if place is not None and card is not None:
            self._cards[place] = card

    def _new_alarms(self) -> list[Alarm]:
        found = alarms(_in_order(self._cards), _in_order(self._last))
        new = [alarm for alarm in found if (alarm.suspicion, alarm.place) not in self._told]
        self._told |= {(alarm.suspicion, alarm.place) for alarm in new}
        return new


def _in_order(cards: dict[int, Card]) -> list[Card | None]:
    return [cards.get(place) for place in range(1, max(cards, default=0) + 1)]
