"""What a dealer collects and pays at the stage that is due: losers first, then winners, seat by seat, in chips."""

from collections.abc import Iterable

from msgspec import Struct

from puntobanco.coup.coup import facts, pair_facts
from puntobanco.coup.settle import Outcome
from puntobanco.errors import Refused
from puntobanco.rulebooks.facts import Facts, PairFacts
from puntobanco.rulebooks.wagers import FOUR_CARDS, Stage
from puntobanco.streams.actors import Actor
from puntobanco.table.commands.round import Settle
from puntobanco.table.events.settlement import StageSettled
from puntobanco.table.model import SettledWager
from puntobanco.table.queries.round import stage_due
from puntobanco.table.state import TableState
from puntobanco.table.stream_type import decide
from puntobanco.table.views.chip_stacks import ChipPile, in_chips
from puntobanco.table.views.layout import Layout, layout
from puntobanco.table.views.settled_wagers import won_in_words
from puntobanco.values.money import Cents, ChipSet


class WagerPayment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is done about one wager."""

    patron: str
    area: str
    wager: str
    name: str
    """Of the wager, as it is printed."""
    stake: Cents
    amount: Cents
    """What is collected, or paid besides the stake."""
    piles: tuple[ChipPile, ...]
    coin: Cents
    """What no chip of the table makes: piles and coin are the amount."""
    colour_up: tuple[ChipPile, ...]
    """Stake and payment together, where larger chips make fewer of them than both apart; else none."""
    commission_owed: Cents
    clause: str
    reckoned: str | None
    """The sum in words, of what was won."""


class Payments(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In their order. What stands off is neither collected nor paid."""

    stage: Stage
    collect: tuple[WagerPayment, ...]
    pay: tuple[WagerPayment, ...]
    stand_off: tuple[WagerPayment, ...]
    collected: Cents
    paid: Cents


def payments(state: TableState, dealer: Actor) -> Payments | None:
    """As the table would settle now; none while nothing is due."""
    stage = stage_due(state)
    settled = None if stage is None else _settlement(state, dealer)
    if stage is None or settled is None:
        return None
    collect, pay, stand_off = (
        _lines(state, (line for line in settled.wagers if line.outcome is outcome))
        for outcome in (Outcome.LOST, Outcome.WON, Outcome.STOOD_OFF)
    )
    return Payments(
        stage=stage,
        collect=collect,
        pay=pay,
        stand_off=stand_off,
        collected=sum(line.amount for line in collect),
        paid=sum(line.amount for line in pay),
    )


def _settlement(state: TableState, dealer: Actor) -> StageSettled | None:
    try:
        events = decide(state, Settle(actor=dealer))
    except Refused:
        return None
    return next((event for event in events if isinstance(event, StageSettled)), None)


def _lines(state: TableState, lines: Iterable[SettledWager]) -> tuple[WagerPayment, ...]:
    printed = layout(state.rules)
    return tuple(_payment(state, printed, line) for line in sorted(lines, key=lambda line: _seat(printed, line)))


def _seat(printed: Layout, line: SettledWager) -> tuple[int, bool, int]:
    """Seats in their order, each with the line after it; in an area, boxes as they are printed."""
    boxes = [box.wager for box in printed.boxes]
    return int(line.area.removeprefix("L")), line.area.startswith("L"), boxes.index(line.wager)


def _payment(state: TableState, printed: Layout, line: SettledWager) -> WagerPayment:
    amount = line.stake if line.outcome is Outcome.LOST else line.returned - line.stake
    piles, coin = in_chips(state.rules.chips.value, amount)
    return WagerPayment(
        patron=line.patron,
        area=line.area,
        wager=line.wager,
        name=next(box.name for box in printed.boxes if box.wager == line.wager),
        stake=line.stake,
        amount=amount,
        piles=piles,
        coin=coin,
        colour_up=_coloured_up(state.rules.chips.value, line) if line.outcome is Outcome.WON else (),
        commission_owed=line.commission_owed,
        clause=line.clause,
        reckoned=_reckoned(state, line),
    )


def _coloured_up(chips: ChipSet, line: SettledWager) -> tuple[ChipPile, ...]:
    """Where coin is paid besides, that is left as it is."""
    stake, paid, together = (
        in_chips(chips, amount) for amount in (line.stake, line.returned - line.stake, line.returned)
    )
    same = together[1] == stake[1] + paid[1]
    return together[0] if same and _count(together) < _count(stake) + _count(paid) else ()


def _count(made: tuple[tuple[ChipPile, ...], Cents]) -> int:
    return sum(pile.count for pile in made[0])


def _reckoned(state: TableState, line: SettledWager) -> str | None:
    known = _facts(state) if line.outcome is Outcome.WON else None
    return None if known is None else won_in_words(state.rules, line, known)


def _facts(state: TableState) -> Facts | PairFacts | None:
    """What the stage that is due is judged by."""
    coup = None if state.round is None else state.round.coup
    if coup is None:
        return None
    return pair_facts(coup) if stage_due(state) is FOUR_CARDS else facts(state.rules, coup)
