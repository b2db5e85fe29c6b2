"""Cards that a script names for a table, in the order in which they are seen."""

from collections.abc import Iterable

from puntobanco.app.fair_shoe_dealing import turned_with
from puntobanco.app.shuffle_monitor import ShoeWatch
from puntobanco.errors import Refused
from puntobanco.fair_shoes.shuffle_patterns import Alarm
from puntobanco.log.stream_types import AnyRecord
from puntobanco.table import TableState, commands, events
from puntobanco.values.cards import Card
from puntobanco.values.replace import changed


class ScriptedCards:
    """What the dealer turns up: a card dealt face up, or those of a hand that are turned. Others have no face."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._faces: list[Card] = []
        self._offered = 0
        self._watch = ShoeWatch()

    def add(self, faces: Iterable[Card]) -> None:
        self._faces += faces

    def fill(self, state: TableState | None, command: commands.TableCommand) -> list[commands.TableCommand]:
        """The command with its cards named."""
        match command:
            case commands.Draw(card=None, face_up=True):
                return [changed(command, card=self._next(1)[0])]
            case commands.Expose(cards=()):
                return [changed(command, cards=self._next(len(turned_with(state, command.hand))))]
            case _:
                self._offered = 0
                return [command]

    def _next(self, number: int) -> tuple[Card, ...]:
        if len(self._faces) < number:
            sentence = f"no card is left for table {self._table}: name more, or deal from a virtual shoe"
            raise Refused("no_cards", "script", sentence)
        self._offered = number
        return tuple(self._faces[:number])

    def done(
        self,
        _before: TableState | None,
        _command: commands.TableCommand,
        happened: tuple[events.TableEvent, ...],
        _state: TableState,
        _sibling: AnyRecord | None = None,
    ) -> tuple[Alarm, ...]:
        """A command was accepted: the cards that it named are used up."""
        del self._faces[: self._offered]
        self._offered = 0
        return self._watch.done(happened)

    def abandon(self) -> None:
        """Nobody goes on at this table."""
        self._faces.clear()
