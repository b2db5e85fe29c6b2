"""What the close does to wagers before any card: lines, lonely bonuses, limits, differential."""

from collections.abc import Iterator

from puntobanco.coup.wagering import MAIN_WAGERS, limits, payable_part, terms
from puntobanco.money import Cents
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import Closing, DifferentialRule, OverMaximum, UnderMinimum
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import LimitsGroup
from puntobanco.table.asked.layout import (
    areas_allow_lines,
    has_gallery,
    is_line,
    over_differential,
    own_maximum,
    side_total,
)
from puntobanco.table.decided.dealing import start
from puntobanco.table.happened.patrons import PatronWarned
from puntobanco.table.happened.wagers import DifferentialLeft, give_back
from puntobanco.table.parts import Lying, RoundKind, Spot
from puntobanco.table.reasons import Reason
from puntobanco.table.state import Draft, TableState


def start_with_wagers(draft: Draft, *, cut_pro_rata: bool | None) -> None:
    """Close the wagers and begin; where a call closes them and all of them go back, there is nothing to deal for."""
    rules = draft.rules
    close_wagers(draft, cut_pro_rata=cut_pro_rata)
    by_call = rules.closing.value is Closing.AT_CALL
    if draft.state.boxes or not by_call:
        start(draft, RoundKind.WAGERS, (rules.call_no_more_bets if by_call else rules.closing).clause)


def close_wagers(draft: Draft, *, cut_pro_rata: bool | None) -> None:
    """What the close does to wagers before any card: lines, lonely bonuses, limits, differential."""
    _return_what_may_not_stay(draft)
    if not _all_within_limits(draft.state):
        _return_over_maximum(draft)
        _return_short(draft)
    _meet_differential(draft, cut_pro_rata=cut_pro_rata)
    _return_what_may_not_stay(draft)
    if not _all_within_limits(draft.state):
        _warn_who_is_short(draft)


def _all_within_limits(state: TableState) -> bool:
    rules = state.rules
    for spot, lying in state.boxes.items():
        least, most, _ = terms(rules, spot.wager)
        for one in lying:
            if not least <= one.amount <= most:
                return False
    return True


def _return_what_may_not_stay(draft: Draft) -> None:
    """Line bets need a gallery and a bet in every area, bonus wagers a main one of their patron."""
    rules = draft.rules
    if rules.gallery.value:
        for spot, one in tuple(_line_bets(draft.state)):
            _return_line_bet(draft, spot, one)
    if rules.bonus_needs_main.value:
        for spot, one in _lonely_bonuses(draft.state):
            clause = rules.bonus_needs_main.clause
            give_back(draft, spot, one, one.amount, reason=Reason.NO_MAIN_WAGER, clause=clause)


def _line_bets(state: TableState) -> Iterator[tuple[Spot, Lying]]:
    return ((spot, one) for spot, lying in state.boxes.items() if is_line(spot.area) for one in lying)


def _return_line_bet(draft: Draft, spot: Spot, one: Lying) -> None:
    state, rules = draft.state, draft.rules
    patron = state.patrons.get(one.patron)
    seated = patron is not None and patron.seat is not None
    if seated or not has_gallery(state):
        clause = rules.lines_for_gallery_only.clause
        give_back(draft, spot, one, one.amount, reason=Reason.LINES_FOR_GALLERY, clause=clause)
    elif not areas_allow_lines(state):
        clause = rules.lines_need_all_areas.clause
        give_back(draft, spot, one, one.amount, reason=Reason.AREA_WITHOUT_BET, clause=clause)


def _short(state: TableState) -> tuple[tuple[Spot, Lying], ...]:
    """Wagers under the minimum, where they may lie at all."""
    rules = state.rules
    if rules.under_minimum.value is not UnderMinimum.WARNED_THEN_RETURNED:
        return ()
    return tuple(
        (spot, one)
        for spot, lying in state.boxes.items()
        for one in lying
        if one.amount < terms(rules, spot.wager).least
    )


def _was_warned(state: TableState, name: str) -> bool:
    """Whether a patron was warned in an earlier round; all short wagers of the first one stand."""
    patron = state.patrons.get(name)
    return patron is not None and patron.warned_in_round not in (None, state.round_number)


def _return_short(draft: Draft) -> None:
    """Who was warned in an earlier round gets wagers under the minimum back."""
    clause = draft.rules.under_minimum.clause
    for spot, one in _short(draft.state):
        if _was_warned(draft.state, one.patron):
            give_back(draft, spot, one, one.amount, reason=Reason.UNDER_MINIMUM, clause=clause)


def _warn_who_is_short(draft: Draft) -> None:
    """Wagers under the minimum that stand: each of their patrons is warned once, also if the round is called again."""
    for name in dict.fromkeys(one.patron for _, one in _short(draft.state)):
        if draft.state.patrons[name].warned_in_round is None:
            draft.add(PatronWarned(patron=name, clause=draft.rules.under_minimum.clause))


def _lonely_bonuses(state: TableState) -> tuple[tuple[Spot, Lying], ...]:
    main = {one.patron for spot, lying in state.boxes.items() if spot.wager in MAIN_WAGERS for one in lying}
    return tuple(
        (spot, one)
        for spot, lying in state.boxes.items()
        for one in lying
        if one.patron not in main
        and spot.wager not in MAIN_WAGERS
        and state.rules.wager(spot.wager).limits is LimitsGroup.TABLE
    )


def _return_over_maximum(draft: Draft) -> None:
    if draft.rules.over_maximum.value is not OverMaximum.PAID_TO_MAXIMUM:
        return
    state, clause = draft.state, draft.rules.over_maximum.clause
    for spot, lying in state.boxes.items():
        table_maximum = terms(state.rules, spot.wager).most
        for one in lying:
            if one.amount <= table_maximum:
                continue
            wager = state.rules.wager(spot.wager)
            own = limits(state.rules, wager, own_maximum(state.rules, state.patrons[one.patron]))[1].value
            if one.amount > own:
                give_back(draft, spot, one, one.amount - own, reason=Reason.OVER_MAXIMUM, clause=clause)


def _meet_differential(draft: Draft, *, cut_pro_rata: bool | None) -> None:
    """Cut the heavier hand, and then whichever is heavier, until the differential is met."""
    rule = draft.rules.differential_rule
    heavier, excess = over_differential(draft.state)
    if excess and rule.value is DifferentialRule.PRO_RATA and not cut_pro_rata:
        draft.add(DifferentialLeft(excess=excess, clause=rule.clause))
        return
    while excess:
        match rule.value:
            case DifferentialRule.NEWEST_GO_BACK:
                _newest_goes_back(draft, heavier, excess)
            case DifferentialRule.PRO_RATA:
                _cut_pro_rata(draft, heavier)
        heavier, excess = over_differential(draft.state)


def _on_hand(state: TableState, hand: Hand) -> list[tuple[Spot, Lying]]:
    found = [(spot, one) for spot, lying in state.boxes.items() if spot.wager == hand.value for one in lying]
    return sorted(found, key=lambda pair: pair[1].order)


def _newest_goes_back(draft: Draft, heavier: Hand, excess: Cents) -> None:
    """Of the newest wager on the heavier hand goes back what is too much; a remainder that may not stand goes, too."""
    rules = draft.rules
    spot, newest = _on_hand(draft.state, heavier)[-1]
    left = max(0, newest.amount - excess)
    if not _may_be_left(rules, spot, left):
        left = 0
    clause = rules.differential_rule.clause
    give_back(draft, spot, newest, newest.amount - left, reason=Reason.DIFFERENTIAL, clause=clause)


def _may_be_left(rules: TableRules, spot: Spot, left: Cents) -> bool:
    in_chips = left % rules.multiple.value == 0 and rules.chips.value.can_make(left)
    return in_chips and left >= limits(rules, rules.wager(spot.wager))[0].value


def _cut_pro_rata(draft: Draft, heavier: Hand) -> None:
    """Each wager on the heavier hand keeps its share of lighter plus cap, down to the chip and to what can be paid."""
    rules, state = draft.rules, draft.state
    allowed = side_total(state, heavier.other) + (rules.differential.value or 0)
    total = side_total(state, heavier)
    for spot, one in _on_hand(state, heavier):
        share = one.amount * allowed // total
        share -= share % rules.chips.value.smallest
        if rules.exact_payability.value:
            share = payable_part(rules, rules.wager(spot.wager), share)
        if share < one.amount:
            given = one.amount - share
            give_back(draft, spot, one, given, reason=Reason.DIFFERENTIAL, clause=rules.differential_rule.clause)
