"""Which bets a patron may make now: where, and with which amounts."""

from collections.abc import Iterator

from puntobanco.coup.wagering import MAIN_WAGERS, terms
from puntobanco.money import Cents
from puntobanco.rules.options import MaximumBinds, OverMaximum, PairsBox, UnderMinimum
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import LimitsGroup, Wager
from puntobanco.table.actors import Actor, Role
from puntobanco.table.asked.layout import (
    area_limit,
    betting_is_open,
    open_areas,
    own_maximum,
    room_for,
    too_many_areas,
    wagers_can_be_altered,
    without,
)
from puntobanco.table.ledger import chips
from puntobanco.table.parts import Patron
from puntobanco.table.reading.offering import Amounts, Legal
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableState


def place(state: TableState, actor: Actor) -> Iterator[Legal]:
    """A patron's own wagers, or those that a dealer places for who has spoken them."""
    if not wagers_can_be_altered(state):
        return
    if actor.role is not Role.DEALER:
        patron = _welcome(state, actor)
        yield from () if patron is None else _places(state, patron, spoken=False)
    elif state.rules.spoken_wagers.value:
        for patron in state.patrons.values():
            if not patron.excluded:
                yield from _places(state, patron, spoken=True)


def bet_slip(state: TableState, actor: Actor) -> Iterator[Legal]:
    if wagers_can_be_altered(state) and actor.person in state.patrons:
        yield Legal("bet_slip", (("round", state.round_number),), asks=("stakes",))


def withdraw(state: TableState, actor: Actor) -> Iterator[Legal]:
    patron = state.patrons.get(actor.person)
    if patron is None or not wagers_can_be_altered(state):
        return
    for one in state.stakes.of(actor.person):
        yield Legal("withdraw", (("area", one.area), ("wager", one.wager)), tuple(_reductions(state, patron, one)))


def move(state: TableState, actor: Actor) -> Iterator[Legal]:
    patron = _welcome(state, actor)
    if patron is None or not wagers_can_be_altered(state):
        return
    for source in state.stakes.of(patron.name):
        moved = without(state, source)
        where = (("area", source.area), ("wager", source.wager))
        for area, wager in _free_spots(moved, patron):
            if (area, wager) != (source.area, source.wager) and _may_lie(moved, patron, area, wager, source.amount):
                yield Legal("move", (*where, ("to_area", area), ("to_wager", wager)))


def _welcome(state: TableState, actor: Actor) -> Patron | None:
    patron = state.patrons.get(actor.person)
    return None if patron is None or patron.excluded else patron


# Where


def _free_spots(state: TableState, patron: Patron) -> Iterator[tuple[str, str]]:
    """Where the patron has nothing and the other wagers leave room for one."""
    held = state.stakes.of(patron.name)
    fitting = [wager.id for wager in state.rules.wagers if _combines(state.rules, wager, held)]
    taken = {(one.area, one.wager) for one in held}
    for area in _areas(state, patron, held):
        for wager in fitting:
            if (area, wager) not in taken and room_for(state, patron.name, area, wager):
                yield area, wager


def _areas(state: TableState, patron: Patron, held: tuple[Stake, ...]) -> list[str]:
    """The open areas in which the patron may have one more wager."""
    mine = {one.area for one in held}
    return [area for area in open_areas(state, patron) if not too_many_areas(state, mine | {area})]


def _combines(rules: TableRules, wager: Wager, others: tuple[Stake, ...]) -> bool:
    ids = {one.wager for one in others}
    if rules.one_per_option.value and wager.id in ids:
        return False
    if any({wager.id, other} == {one, two} for one, two in rules.never_together.value for other in ids):
        return False
    if wager.limits is LimitsGroup.PAIRS:
        pairs = {other for other in ids if terms(rules, other).group is LimitsGroup.PAIRS}
        return rules.pairs_box.value is PairsBox.SEPARATE or not pairs - {wager.id}
    return wager.id in MAIN_WAGERS or not rules.bonus_needs_main.value or not ids.isdisjoint(MAIN_WAGERS)


def _may_be_raised(state: TableState, patron: Patron, stake: Stake) -> bool:
    """Whether a wager could be placed where it lies, beside the others."""
    others = tuple([one for one in state.stakes.of(patron.name) if one is not stake])
    fits = _combines(state.rules, state.rules.wager(stake.wager), others)
    return (
        fits and stake.area in _areas(state, patron, others) and room_for(state, patron.name, stake.area, stake.wager)
    )


# How much


def _places(state: TableState, patron: Patron, *, spoken: bool) -> Iterator[Legal]:
    who = (("patron", patron.name),) if spoken else ()
    accepted = spoken and bool(state.rules.payable_part_stands.value)
    if betting_is_open(state):
        by_wager: dict[str, tuple[Amounts, ...]] = {}
        alike = state.rules.maximum_binds.value is MaximumBinds.WAGER
        for area, wager in _free_spots(state, patron):
            found = by_wager.get(wager) if alike else None
            if found is None:
                found = by_wager[wager] = tuple(_raises(state, patron, area, wager, 0, accepted=accepted))
            if found:
                yield Legal("place", (("area", area), ("wager", wager), *who), found)
    for one in state.stakes.of(patron.name):
        if _may_be_raised(state, patron, one):
            found = tuple(_raises(state, patron, one.area, one.wager, one.amount, accepted=accepted))
            if found:
                yield Legal("place", (("area", one.area), ("wager", one.wager), *who), found)


def _bands(state: TableState, patron: Patron, wager: str) -> Iterator[tuple[Cents, Cents | None, str | None]]:
    """Ranges of what may lie on a spot: within the limits, and under or over them with a consequence."""
    rules, allowed = state.rules, terms(state.rules, wager)
    if rules.under_minimum.value is UnderMinimum.WARNED_THEN_RETURNED:
        first = patron.warned_in_round in (None, state.round_number)
        what = "stands with a warning" if first else "goes back at the call"
        yield 1, allowed.least - 1, f"{what} ({rules.under_minimum.clause})"
    most = _own_most(rules, patron, wager)
    yield allowed.least, most, None
    if rules.over_maximum.value is OverMaximum.PAID_TO_MAXIMUM:
        yield most + 1, None, f"counts up to the maximum ({rules.over_maximum.clause})"


def _own_most(rules: TableRules, patron: Patron, wager: str) -> Cents:
    """The maximum of a wager, or the patron's own where that goes before it."""
    allowed, own = terms(rules, wager), own_maximum(rules, patron)
    apart = allowed.group is LimitsGroup.PAIRS and rules.pairs_maximum.value is not None
    return allowed.most if own is None or apart else own.value


def _raises(
    state: TableState, patron: Patron, area: str, wager: str, lying: Cents, *, accepted: bool
) -> Iterator[Amounts]:
    """Ranges of what may be put down now, on top of what lies there."""
    allowed = terms(state.rules, wager)
    step = allowed.chip_step if accepted else allowed.step
    has, cap = state.balance(chips(patron.name)), area_limit(state, patron.name, area, wager)
    for low, high, consequence in _bands(state, patron, wager):
        tops = [has, *([] if high is None else [high - lying]), *([] if cap is None else [cap - lying])]
        first = max(low, lying + 1)
        first += -first % step - lying
        last = min(tops)
        if first <= last:
            yield Amounts(first, first + (last - first) // step * step, step, consequence)


def _reductions(state: TableState, patron: Patron, stake: Stake) -> Iterator[Amounts]:
    """All of a wager, or so much of it that the rest may lie."""
    lying, step = stake.amount, terms(state.rules, stake.wager).step
    cap = area_limit(state, patron.name, stake.area, stake.wager)
    for low, high, consequence in _bands(state, patron, stake.wager) if lying % step == 0 else ():
        least = low + -low % step
        most = min(limit for limit in (lying - step, high, cap) if limit is not None)
        most -= most % step
        if least <= most:
            yield Amounts(lying - most, lying - least, step, consequence)
    yield Amounts(lying, lying, 1)


def _may_lie(state: TableState, patron: Patron, area: str, wager: str, amount: Cents) -> bool:
    """Whether this amount may lie on a spot as it is."""
    cap = area_limit(state, patron.name, area, wager)
    if amount % terms(state.rules, wager).step or (cap is not None and amount > cap):
        return False
    bands = _bands(state, patron, wager)
    return any(low <= amount and (high is None or amount <= high) for low, high, _ in bands)
