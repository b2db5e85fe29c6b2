"""Which wagers one patron may have on one coup: limits, combinations, and what can be paid in chips."""

from collections.abc import Mapping
from math import lcm
from typing import NamedTuple, cast

from puntobanco.errors import Refused
from puntobanco.rulebooks.rule_values import MaximumBinds, OverMaximum, PairsBox, UnderMinimum
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.rulebooks.wagers import CommissionLater, CommissionWhenPaid, LimitsGroup, Wager
from puntobanco.values.memo import remember
from puntobanco.values.money import Cents, Rate, format_dollars

MAIN_WAGERS = ("player", "banker", "tie")


class Bet(NamedTuple):
    """A wager that stands: what was put down, what of it is live, and what the patron is told."""

    wager: Wager
    stake: Cents
    live: Cents
    notes: tuple[str, ...]
    short: bool
    """Under the minimum."""

    @property
    def goes_back(self) -> Cents:
        """The part that never was at risk."""
        return self.stake - self.live


def accept(rules: TableRules, stakes: Mapping[str, Cents]) -> tuple[Bet, ...]:
    """One patron's wagers for a coup as they will stand, or `Refused` with the clause."""
    wagers = {wager_id: rules.wager(wager_id) for wager_id in stakes}
    check_combination(rules, tuple(wagers))
    return tuple(accept_one(rules, wagers[wager_id], stake) for wager_id, stake in stakes.items())


_COMBINE: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
"""Wagers that were found to go together, by the digest of the rules."""


def check_combination(rules: TableRules, wager_ids: tuple[str, ...]) -> None:
    """Whether one patron may hold these wagers together."""
    key = (rules.digest, wager_ids)
    if key not in _COMBINE:
        _look_at_combination(rules, wager_ids)
        remember(_COMBINE, key, wager_ids)


def _look_at_combination(rules: TableRules, wager_ids: tuple[str, ...]) -> None:
    for one, other in rules.never_together.value:
        if one in wager_ids and other in wager_ids:
            sentence = f"{one} and {other} cannot be bet together: leave one of them out"
            raise Refused("never_together", rules.cite(rules.never_together.clause), sentence)
    if rules.pairs_box.value is PairsBox.COMMON and len(_pairs(rules, wager_ids)) > 1:
        sentence = "the common pairs box takes one pairs wager: choose one hand"
        raise Refused("one_pairs_wager", rules.cite(rules.pairs_box.clause), sentence)
    if rules.bonus_needs_main.value and not any(wager_id in MAIN_WAGERS for wager_id in wager_ids):
        pairs = _pairs(rules, wager_ids)
        for bonus in (wager_id for wager_id in wager_ids if wager_id not in pairs):
            sentence = f"{bonus} needs a wager on player, banker or tie beside it: add one"
            raise Refused("bonus_needs_main", rules.cite(rules.bonus_needs_main.clause), sentence)


def _pairs(rules: TableRules, wager_ids: tuple[str, ...]) -> set[str]:
    return {wager_id for wager_id in wager_ids if rules.wager(wager_id).limits is LimitsGroup.PAIRS}


def accept_one(
    rules: TableRules,
    wager: Wager,
    stake: Cents,
    *,
    own_maximum: Ruled[Cents] | None = None,
    payable_or_not: bool = False,
) -> Bet:
    """One wager against chips, multiples, limits and payability.

    A patron may have a maximum of their own, and a wager may have been accepted whether or not its win can be paid.
    """
    _check_chips(rules, wager, stake)
    minimum, maximum = limits(rules, wager, own_maximum)
    notes: list[str] = []
    if stake < minimum.value:
        notes.append(_under_minimum(rules, wager, minimum))
    live = min(stake, maximum.value)
    if live < stake:
        notes.append(_over_maximum(rules, wager, maximum))
    if rules.exact_payability.value and not payable_or_not and payable_part(rules, wager, live) != live:
        part = payable_part(rules, wager, live)
        hint = f"the most below it that can be is {format_dollars(part)}" if part else "bet a larger round amount"
        raise Refused(
            "not_payable",
            rules.cite(rules.exact_payability.clause),
            f"a win of {format_dollars(live)} on {wager.id} cannot be paid exactly in chips: {hint}",
        )
    return Bet(wager, stake, live, tuple(notes), stake < minimum.value)


class Terms(NamedTuple):
    """On which terms a table takes a wager, whoever bets it."""

    least: Cents
    most: Cents
    step: Cents
    """Every multiple of it can be put down, and paid where that must be exact."""
    chip_step: Cents
    """Every multiple of it can be put down."""
    group: LimitsGroup
    by_itself: bool
    """Whether nothing but its own amount matters."""

    def take(self, stake: Cents) -> bool:
        """Whether a stake is taken with nothing to say; any other must be looked at."""
        return self.by_itself and self.least <= stake <= self.most and stake % self.step == 0


_TERMS: dict[str, dict[str, Terms]] = {}
"""By the digest of the rules and the wager's id."""


def terms(rules: TableRules) -> Mapping[str, Terms]:
    """The terms of each wager by its id, reckoned once for a table's rules."""
    digest = rules.digest
    return _TERMS.get(digest) or remember(_TERMS, digest, {one.id: _reckoned(rules, one) for one in rules.wagers})


def _reckoned(rules: TableRules, wager: Wager) -> Terms:
    minimum, maximum = limits(rules, wager)
    in_chips = lcm(rules.multiple.value, rules.chips.value.smallest)
    rate = commission_rate(wager)
    payable = lcm(in_chips, rules.chips.value.smallest * rate.denominator) if rate is not None else in_chips
    return Terms(
        least=minimum.value,
        most=maximum.value,
        step=payable if rules.exact_payability.value else in_chips,
        chip_step=in_chips,
        group=wager.limits,
        by_itself=rules.maximum_binds.value is MaximumBinds.WAGER,
    )


def commission_rate(wager: Wager) -> Rate | None:
    """The part of a win that is commission; none if nothing is."""
    return wager.commission.rate if isinstance(wager.commission, CommissionWhenPaid | CommissionLater) else None


def limits(
    rules: TableRules, wager: Wager, own_maximum: Ruled[Cents] | None = None
) -> tuple[Ruled[Cents], Ruled[Cents]]:
    """The displayed minimum and maximum that a wager is measured against; a patron's own goes before the table's."""
    low, high = rules.pairs_minimum, rules.pairs_maximum
    if wager.limits is LimitsGroup.PAIRS and low.value is not None and high.value is not None:
        return cast("tuple[Ruled[Cents], Ruled[Cents]]", (low, high))
    return rules.minimum, own_maximum or rules.maximum


def payable_part(rules: TableRules, wager: Wager, stake: Cents) -> Cents:
    """The largest part of a stake whose win, less commission, can be paid exactly in the table's chips."""
    rate = commission_rate(wager)
    if rate is None:
        return stake
    part = stake - stake % rate.denominator
    while not rules.chips.value.can_make(part * (rate.denominator - rate.numerator) // rate.denominator):
        part -= rate.denominator
    return part


def _check_chips(rules: TableRules, wager: Wager, stake: Cents) -> None:
    if stake <= 0 or not rules.chips.value.can_make(stake):
        sentence = (
            f"{format_dollars(stake)} on {wager.id} cannot be put down in the table's chips ({rules.chips.value})"
        )
        raise Refused("not_in_chips", rules.cite(rules.chips.clause), sentence)
    multiple = rules.multiple
    if stake % multiple.value:
        sentence = f"{wager.id} takes multiples of {format_dollars(multiple.value)}, not {format_dollars(stake)}"
        raise Refused("not_a_multiple", rules.cite(multiple.clause), sentence)


def _under_minimum(rules: TableRules, wager: Wager, minimum: Ruled[Cents]) -> str:
    said = f"the minimum for {wager.id} is {format_dollars(minimum.value)}"
    match rules.under_minimum.value:
        case UnderMinimum.REFUSED:
            raise Refused("under_minimum", rules.cite(rules.under_minimum.clause), f"{said}: bet more")
        case UnderMinimum.WARNED_THEN_RETURNED:
            return f"{said}: this wager stands, further ones under it are returned ({rules.under_minimum.clause})"


def _over_maximum(rules: TableRules, wager: Wager, maximum: Ruled[Cents]) -> str:
    said = f"the maximum for {wager.id} is {format_dollars(maximum.value)}"
    match rules.over_maximum.value:
        case OverMaximum.REFUSED:
            raise Refused("over_maximum", rules.cite(rules.over_maximum.clause), f"{said}: bet less")
        case OverMaximum.PAID_TO_MAXIMUM:
            return f"{said}: the rest goes back ({rules.over_maximum.clause})"
