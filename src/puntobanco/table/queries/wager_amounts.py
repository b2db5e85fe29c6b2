"""Where a patron may bet now, and with which amounts."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from puntobanco.coup.accept_wager import MAIN_WAGERS, terms
from puntobanco.rulebooks.rule_values import MaximumBinds, OverMaximum, PairsBox, UnderMinimum
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import LimitsGroup, Wager
from puntobanco.streams.legal_action import Amounts
from puntobanco.table.ledger import chips
from puntobanco.table.model import Patron, own_maximum
from puntobanco.table.queries.layout import area_limit, full_spots, open_areas, too_many_areas, without
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableState
from puntobanco.values.memo import remember
from puntobanco.values.money import Cents

Placeable: TypeAlias = tuple[str, tuple[Amounts, ...], tuple[str, ...]]
"""A wager, the amounts that may be put on it, and the areas in which they may."""


def placeable(state: TableState, patron: Patron, *, keyed_in: bool) -> Iterator[Placeable]:
    """Yield one for all areas in which the same amounts may be put down, and one for each wager that may be raised."""
    held, room, purse = state.stakes.of(patron.name), _room(state, patron), _purse(state, patron)
    accepted = keyed_in and bool(state.rules.payable_part_stands.value)
    for wager, areas in _beside(state, held, room) if state.betting_is_open else ():
        for found, alike in _by_amounts(state, purse, wager, areas, accepted=accepted):
            yield wager, found, tuple(alike)
    for one in held:
        if _could_be_placed(state, one, held, room):
            found = _raises(state, purse, one.area, one.wager, one.amount, accepted=accepted)
            if found:
                yield one.wager, found, (one.area,)


def reductions(state: TableState, patron: Patron, *, keyed_in: bool) -> Iterator[tuple[Stake, tuple[Amounts, ...]]]:
    """Yield each wager of a patron, with all of it or so much that the rest may lie."""
    purse, accepted = _purse(state, patron), keyed_in and bool(state.rules.payable_part_stands.value)
    for one in state.stakes.of(patron.name):
        yield one, _reductions(state, purse, one, accepted=accepted)


def targets(state: TableState, patron: Patron, source: Stake) -> Iterator[tuple[str, str]]:
    """Yield the areas and wagers to which a patron may move a stake."""
    moved = without(state, source)
    for wager, areas in _beside(moved, moved.stakes.of(patron.name), _room(moved, patron, state)):
        for area in _where_it_may_lie(moved, patron, wager, areas, source.amount):
            if (area, wager) != (source.area, source.wager):
                yield area, wager


# Where


class Room(NamedTuple):
    """The open areas, and the spots in them where other patrons leave no room."""

    areas: Sequence[str]
    full: set[tuple[str, str]]

    def for_wager(self, wager: str) -> Sequence[str]:
        return [area for area in self.areas if (area, wager) not in self.full] if self.full else self.areas


def _room(state: TableState, patron: Patron, before: TableState | None = None) -> Room:
    return Room(open_areas(state, patron), full_spots(state, patron.name, before))


def _beside(state: TableState, held: tuple[Stake, ...], room: Room) -> Iterator[tuple[str, Sequence[str]]]:
    """For each wager that combines with those the patron holds, the areas where there is room and none of them lies."""
    most = state.rules.areas_per_patron.value
    mine = {one.area for one in held}
    full = most is not None and len(mine) >= most
    for wager in _fitting(state.rules, frozenset([one.wager for one in held])):
        areas = room.for_wager(wager)
        taken = [one.area for one in held if one.wager == wager]
        if taken or full:
            areas = [area for area in areas if area not in taken and (area in mine or not full)]
        if areas:
            yield wager, areas


_FITTING: dict[tuple[str, frozenset[str]], tuple[str, ...]] = {}
"""By the digest of the rules and the wagers held."""


def _fitting(rules: TableRules, held: frozenset[str]) -> tuple[str, ...]:
    """The wagers that may be bet beside those held."""
    key = (rules.digest, held)
    found = _FITTING.get(key)
    if found is None:
        fits = tuple([wager.id for wager in rules.wagers if _combines(rules, wager, held)])
        found = remember(_FITTING, key, fits)
    return found


def _combines(rules: TableRules, wager: Wager, held: frozenset[str]) -> bool:
    if rules.one_per_option.value and wager.id in held:
        return False
    if any({wager.id, other} == {one, two} for one, two in rules.never_together.value for other in held):
        return False
    if wager.limits is LimitsGroup.PAIRS:
        pairs = {other for other in held if terms(rules)[other].group is LimitsGroup.PAIRS}
        return rules.pairs_box.value is PairsBox.SEPARATE or not pairs - {wager.id}
    return wager.id in MAIN_WAGERS or not rules.bonus_needs_main.value or not held.isdisjoint(MAIN_WAGERS)


# How much


class Purse(NamedTuple):
    """What of a patron matters to amounts: chips, an own maximum, and whether a warning came before this round."""

    patron: str
    chips: Cents
    own_most: Cents | None
    warned: bool


def _purse(state: TableState, patron: Patron) -> Purse:
    own = own_maximum(state.rules, patron)
    return Purse(
        patron=patron.name,
        chips=state.balance(chips(patron.name)),
        own_most=None if own is None else own.value,
        warned=patron.warned_in_round not in (None, state.round_number),
    )


def _alike(rules: TableRules) -> bool:
    """Whether the same amounts may lie in every area."""
    return rules.maximum_binds.value is MaximumBinds.WAGER


def _could_be_placed(state: TableState, stake: Stake, held: tuple[Stake, ...], room: Room) -> bool:
    """Whether a wager could be placed where it lies, beside the others."""
    if stake.area not in room.areas or (stake.area, stake.wager) in room.full:
        return False
    others = frozenset([one.wager for one in held if one is not stake])
    return stake.wager in _fitting(state.rules, others) and not _in_too_many_areas(state, held)


def _in_too_many_areas(state: TableState, held: tuple[Stake, ...]) -> bool:
    return state.rules.areas_per_patron.value is not None and too_many_areas(state.rules, {one.area for one in held})


def _by_amounts(
    state: TableState, purse: Purse, wager: str, areas: Sequence[str], *, accepted: bool
) -> list[tuple[tuple[Amounts, ...], Sequence[str]]]:
    """The areas in which the same amounts may be put down."""
    if _alike(state.rules):
        found = _raises(state, purse, areas[0], wager, 0, accepted=accepted)
        return [(found, areas)] if found else []
    groups: dict[tuple[Amounts, ...], list[str]] = {}
    for area in areas:
        found = _raises(state, purse, area, wager, 0, accepted=accepted)
        groups.setdefault(found, []).append(area)
    return [(found, alike) for found, alike in groups.items() if found]


class Band(NamedTuple):
    """A range of what may lie on a spot, open above if none, and what comes with it."""

    low: Cents
    high: Cents | None
    consequence: str | None


_BANDS: dict[tuple[str, str, Cents | None, bool], tuple[Band, ...]] = {}
"""By the digest of the rules, the wager, the patron's own maximum, and whether the patron was warned before."""


def _bands(rules: TableRules, purse: Purse, wager: str) -> tuple[Band, ...]:
    key = (rules.digest, wager, purse.own_most, purse.warned)
    return _BANDS.get(key) or remember(_BANDS, key, tuple(_ranges(rules, wager, purse.own_most, warned=purse.warned)))


def _ranges(rules: TableRules, wager: str, own: Cents | None, *, warned: bool) -> Iterator[Band]:
    """Within the limits, and under or over them with a consequence."""
    allowed = terms(rules)[wager]
    if rules.under_minimum.value is UnderMinimum.WARNED_THEN_RETURNED:
        what = "goes back at the call" if warned else "stands with a warning"
        yield Band(1, allowed.least - 1, f"{what} ({rules.under_minimum.clause})")
    apart = allowed.group is LimitsGroup.PAIRS and rules.pairs_maximum.value is not None
    most = allowed.most if own is None or apart else own
    yield Band(allowed.least, most, None)
    if rules.over_maximum.value is OverMaximum.PAID_TO_MAXIMUM:
        yield Band(most + 1, None, f"counts up to the maximum ({rules.over_maximum.clause})")


def _raises(
    state: TableState, purse: Purse, area: str, wager: str, lying: Cents, *, accepted: bool
) -> tuple[Amounts, ...]:
    """Ranges of what may be put down now, on top of what lies there."""
    allowed = terms(state.rules)[wager]
    step = allowed.chip_step if accepted else allowed.step
    most = purse.chips
    if not allowed.by_itself and (cap := area_limit(state, purse.patron, area, wager)) is not None:
        most = min(most, cap - lying)
    found = []
    for low, high, consequence in _bands(state.rules, purse, wager):
        first = max(low, lying + 1)
        first += -first % step - lying
        last = most if high is None or high - lying > most else high - lying
        if first <= last:
            found.append(Amounts(first, first + (last - first) // step * step, step, consequence))
    return tuple(found)


def _reductions(state: TableState, purse: Purse, stake: Stake, *, accepted: bool) -> tuple[Amounts, ...]:
    allowed, lying = terms(state.rules)[stake.wager], stake.amount
    step, found = allowed.chip_step if accepted else allowed.step, []
    left = lying - 1 - (lying - 1) % step
    if not allowed.by_itself and (cap := area_limit(state, purse.patron, stake.area, stake.wager)) is not None:
        left = min(left, cap)
    for low, high, consequence in _bands(state.rules, purse, stake.wager):
        least = low + -low % step
        most = left if high is None or high > left else high
        most -= most % step
        if least <= most:
            found.append(Amounts(lying - most, lying - least, step, consequence))
    return (*found, Amounts(lying, lying, 1))


def _where_it_may_lie(
    state: TableState, patron: Patron, wager: str, areas: Sequence[str], amount: Cents
) -> Sequence[str]:
    """The areas in which this amount may lie as it is."""
    if amount % terms(state.rules)[wager].step:
        return ()
    bands = _bands(state.rules, _purse(state, patron), wager)
    if not any(low <= amount and (high is None or amount <= high) for low, high, _ in bands):
        return ()
    if _alike(state.rules):
        return areas
    caps = {area: area_limit(state, patron.name, area, wager) for area in areas}
    return [area for area, cap in caps.items() if cap is None or amount <= cap]
