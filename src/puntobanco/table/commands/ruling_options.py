"""Rounds and wagers that are still open to rulings, as options of a form: the newest first."""

from collections.abc import Iterator
from itertools import chain

from puntobanco.streams.forms import Option
from puntobanco.table.model import RoundRecord, SettledWager
from puntobanco.table.phrases import place_in_words
from puntobanco.table.queries.history import settled_lines
from puntobanco.table.queries.money import can_be_recorded
from puntobanco.table.state import TableState
from puntobanco.values.money import format_dollars
from puntobanco.values.text import in_words

WAGER_OF_ROUND = ("round", "patron", "area", "wager")
"""The members that an option of a wager sets."""


def round_options(state: TableState) -> Iterator[Option]:
    now = () if state.round is None else ((state.round.number, "in play"),)
    past = ((one.number, _result(one)) for one in reversed(state.rounds) if not one.void)
    return (Option(text=f"Round {number}: {said}", sets={"round": number}) for number, said in chain(now, past))


def _result(found: RoundRecord) -> str:
    staked = sum(line.stake for line in found.settled if not line.voided)
    return f"{in_words((found.result or found.kind).value)}, {format_dollars(staked)} staked"


def payment_options(state: TableState) -> Iterator[Option]:
    return (_settled(number, line) for number, line in settled_lines(state) if can_be_recorded(line))


def wager_options(state: TableState) -> Iterator[Option]:
    """Yield those that lie on the layout, then those that were settled."""
    lying = (
        _wager(state.round_number, one.patron, one.area, one.wager, f"{format_dollars(one.amount)} lies there")
        for one in state.stakes
    )
    settled = (_settled(number, line) for number, line in settled_lines(state) if not line.voided)
    return chain(lying, settled)


def _settled(number: int, line: SettledWager) -> Option:
    became = f"{format_dollars(line.stake)}, {format_dollars(line.returned)} came back"
    return _wager(number, line.patron, line.area, line.wager, became)


def _wager(number: int, patron: str, area: str, wager: str, said: str) -> Option:
    text = f"Round {number}, {patron}: {in_words(wager)} {place_in_words(area)}, {said}"
    return Option(text=text, sets=dict(zip(WAGER_OF_ROUND, (number, patron, area, wager), strict=True)))
