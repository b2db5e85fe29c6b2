"""The rounds of a table while they may still change: a late ruling reverses what was settled."""

import msgspec

from puntobanco.reports.results_against_odds import house_win
from puntobanco.rulebooks.facts import Facts, Result
from puntobanco.table.events import PaymentRecorded, StageReopened, StageReversed, WagerVoided
from puntobanco.table.model import RoundKind, SettledWager
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed

_packed = msgspec.msgpack.Encoder().encode
_unpacked = msgspec.msgpack.Decoder(tuple[SettledWager, ...]).decode
_NO_LINES = _packed(())


class Round:
    """A round and what was settled in it so far."""

    __slots__ = (
        "_packed",
        "dealer",
        "digest",
        "ended",
        "facts",
        "in_period",
        "kind",
        "number",
        "result",
        "shoe",
        "void",
    )

    def __init__(self, number: int, kind: RoundKind, *, shoe: int, digest: str) -> None:
        self.number, self.kind, self.shoe, self.digest = number, kind, shoe, digest
        self.dealer: str | None = None
        self._packed = _NO_LINES
        self.ended: int | None = None
        """When."""
        self.in_period = False
        self.result: Result | None = None
        self.facts: Facts | None = None
        self.void = False

    @property
    def lines(self) -> tuple[SettledWager, ...]:
        """The settled wagers; packed, since thousands of rounds stay open to rulings and few are ruled upon."""
        return _unpacked(self._packed)

    @lines.setter
    def lines(self, lines: tuple[SettledWager, ...]) -> None:
        self._packed = _packed(lines)

    def without(self, event: StageReopened | StageReversed) -> None:
        self.lines = tuple(line for line in self.lines if line not in event.wagers)

    def change(self, event: WagerVoided | PaymentRecorded) -> None:
        """Mark a wager, if it was settled."""
        self.lines = tuple(_after(line, event) for line in self.lines)

    @property
    def standing(self) -> tuple[SettledWager, ...]:
        """The wagers that were not declared void."""
        return tuple([line for line in self.lines if not line.voided])

    @property
    def win(self) -> Cents:
        """What the house won by them."""
        return sum([house_win(line) for line in self.standing])


def _after(line: SettledWager, event: WagerVoided | PaymentRecorded) -> SettledWager:
    if (line.patron, line.area, line.wager) != (event.patron, event.area, event.wager):
        return line
    if isinstance(event, WagerVoided):
        return changed(line, voided=True)
    return changed(line, really_returned=event.really_returned, debt=event.debt)


class OpenRounds:
    """By number, the oldest first: those of the present shoe and of as many before it as stay open to rulings."""

    def __init__(self) -> None:
        self._rounds: dict[int, Round] = {}
        self.current: Round | None = None

    def start(self, one: Round) -> None:
        self._rounds.pop(one.number, None)
        self._rounds[one.number] = self.current = one

    def at(self, number: int) -> Round | None:
        return self._rounds.get(number)

    def reopen(self, number: int) -> None:
        self.current = self._rounds.get(number)

    def take_before(self, shoe: int) -> list[Round]:
        """Those of earlier shoes, which change no more."""
        return self._taken([one for one in self._rounds.values() if one.shoe < shoe])

    def take_ended(self) -> list[Round]:
        """Those that are over, whatever may still be decided of them."""
        return self._taken([one for one in self._rounds.values() if one is not self.current])

    def _taken(self, done: list[Round]) -> list[Round]:
        for one in done:
            del self._rounds[one.number]
        return done
