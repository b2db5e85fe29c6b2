"""legal(state, actor): what a person may do now, where, and with which amounts. Screens and prompts use it."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm
from typing import Any

from puntobanco.coup.shoe import cut_range
from puntobanco.coup.wagering import limits
from puntobanco.errors import Unreadable
from puntobanco.money import Cents
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import (
    DifferentialRule,
    Exposer,
    MaximumBinds,
    OverMaximum,
    PairsBox,
    Replacement,
    UnderMinimum,
)
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import CommissionWhenPaid, LimitsGroup, Wager
from puntobanco.table import (
    betting,
    correcting,
    dealing,
    drawing,
    exposing,
    no_bets,
    notices,
    patrons,
    payments,
    preparing,
    rulings,
    running_out,
)
from puntobanco.table.actors import Actor, Role
from puntobanco.table.commands import DrawTo, VoidReason
from puntobanco.table.decide import ANNOUNCEMENTS, may_announce
from puntobanco.table.ledger import chips
from puntobanco.table.names import clean_actor
from puntobanco.table.state import Patron, Phase, Preparation, SettledWager, Spot, TableState


@dataclass(frozen=True, slots=True)
class Amounts:
    """Amounts from `low` to `high` (open if none) in steps; a consequence says what else comes with them."""

    low: Cents
    high: Cents | None
    step: Cents
    consequence: str | None = None


@dataclass(frozen=True, slots=True)
class Legal:
    """A kind of command, the fields that say where, the ranges of its amount, and the fields left to the person."""

    kind: str
    where: tuple[tuple[str, Any], ...] = ()
    amounts: tuple[Amounts, ...] = ()
    asks: tuple[str, ...] = ()


def legal(state: TableState | None, actor: Actor) -> tuple[Legal, ...]:
    """Everything that this person may do now; nobody whose name cannot enter the log does anything."""
    try:
        actor = clean_actor(actor)
    except Unreadable:
        return ()
    if state is None:
        return (Legal("open_table", asks=("book", "choices")),) if actor.role is Role.OPERATOR else ()
    match actor.role:
        case Role.PATRON:
            return tuple(_patron(state, actor.person))
        case Role.DEALER:
            return tuple(_dealer(state, actor.person)) if actor.person not in state.patrons else ()
        case Role.SUPERVISOR:
            return tuple(_supervisor(state, actor))
        case Role.OPERATOR:
            return tuple(_operator(state))
        case Role.AUDITOR:
            return ()


# Patrons


def _patron(state: TableState, name: str) -> Iterator[Legal]:
    rules, patron = state.rules, state.patrons.get(name)
    if rules.rules_on_request.value:
        yield Legal("ask_rules")
    if rules.disputes.value:
        yield Legal("raise_dispute", asks=("text",))
    yield from _reviews(state, Actor(person=name, role=Role.PATRON))
    if state.phase is not Phase.CLOSED and name not in state.dealers and name not in state.excluded:
        smallest = rules.chips.value.smallest
        yield Legal("buy_in", amounts=(Amounts(smallest, None, smallest),))
    if patron is None:
        return
    most = patrons.can_cash_out(state, name)
    if most > 0:
        yield Legal("cash_out", amounts=(Amounts(1, most, 1),))
    yield Legal("leave_table")
    if patron.seat is not None:
        yield Legal("leave_seat")
    if state.cut_offered_to == name:
        yield Legal("decline_cut")
    yield from _cut(state, name, Role.PATRON)
    yield from _expose(state, name)
    if betting.wagers_can_be_altered(state):
        for spot, lying in betting.wagers_of(state, name):
            amounts = tuple(_withdraw_amounts(state, patron, spot, lying.amount))
            yield Legal("withdraw", (("area", spot.area), ("wager", spot.wager)), amounts)
        yield Legal("bet_slip", (("round", state.round_number),), asks=("stakes",))
    if not patron.excluded:
        yield from _welcome_patron(state, patron)


def _welcome_patron(state: TableState, patron: Patron) -> Iterator[Legal]:
    if patron.seat is None and state.phase is not Phase.CLOSED:
        for seat in patrons.free_seats(state):
            yield Legal("take_seat", (("seat", seat),))
    if no_bets.may_ask_no_bet(state):
        yield Legal("ask_no_bet")
    if no_bets.may_agree_no_bet(state, patron.name):
        yield Legal("agree_no_bet")
    if no_bets.may_withdraw_no_bet(state, patron.name):
        yield Legal("withdraw_no_bet")
    if betting.wagers_can_be_altered(state):
        yield from _place(state, patron)
        yield from _move(state, patron)


def _reviews(state: TableState, actor: Actor) -> Iterator[Legal]:
    for number in rulings.may_ask_review(state, actor):
        yield Legal("ask_review", (("number", number),))


def _cut(state: TableState, name: str, role: Role) -> Iterator[Legal]:
    if preparing.is_next(state, Preparation.CUT) and preparing.may_cut(state, name, role):
        allowed = cut_range(state.rules, 52 * state.rules.decks.value)
        yield Legal("cut", amounts=(Amounts(allowed.start, allowed.stop - 1, 1),))


def _expose(state: TableState, name: str | None) -> Iterator[Legal]:
    """Turning cards, by a patron or (without a name) the dealer."""
    for hand in exposing.hands_to_expose(state):
        entitled = exposing.exposers(state, hand)
        if (not entitled and name is None) or name in entitled:
            yield Legal("expose", (("hand", hand),), asks=("cards",))
    if name is not None and state.round is not None:
        for other in Hand:
            if state.round.hidden(other) and name in exposing.exposers(state, other):
                yield Legal("decline_expose", (("hand", other),))


def _spots(state: TableState, patron: Patron, held: list[Spot]) -> Iterator[Spot]:
    """Where this patron's other wagers leave room for one."""
    rules = state.rules
    for area in betting.open_areas(state, patron):
        if betting.too_many_areas(state, {area, *(spot.area for spot in held)}):
            continue
        for wager in rules.wagers:
            spot = Spot(area=area, wager=wager.id)
            if betting.room_for(state, patron.name, spot) and _combines(rules, wager, held):
                yield spot


def _combines(rules: TableRules, wager: Wager, held: list[Spot]) -> bool:
    ids = {spot.wager for spot in held}
    if rules.one_per_option.value and wager.id in ids:
        return False
    if any({wager.id, other} == {one, two} for one, two in rules.never_together.value for other in ids):
        return False
    pairs = {other for other in ids if rules.wager(other).limits is LimitsGroup.PAIRS}
    if wager.limits is LimitsGroup.PAIRS:
        return rules.pairs_box.value is PairsBox.SEPARATE or not pairs - {wager.id}
    if wager.id in betting.MAIN or not rules.bonus_needs_main.value:
        return True
    return any(other in betting.MAIN for other in ids)


def _place(state: TableState, patron: Patron, *, spoken: bool = False) -> Iterator[Legal]:
    held = dict(betting.wagers_of(state, patron.name))
    who = (("patron", patron.name),) if spoken else ()
    free = _spots(state, patron, list(held)) if betting.betting_is_open(state) else ()
    for spot in dict.fromkeys((*free, *held)):
        others = [other for other in held if other != spot]
        if spot in held and spot not in set(_spots(state, patron, others)):
            continue
        lying = held[spot].amount if spot in held else 0
        accepted = spoken and state.rules.payable_part_stands.value
        found = tuple(_place_amounts(state, patron, spot, lying, accepted=accepted))
        if found:
            yield Legal("place", (("area", spot.area), ("wager", spot.wager), *who), found)


def _step(rules: TableRules, wager: Wager, *, accepted: bool = False) -> Cents:
    """A step in which every amount can be put down, and paid where that must be exact and was not accepted anyhow."""
    step = lcm(rules.chips.value.smallest, rules.multiple.value)
    if not accepted and rules.exact_payability.value and isinstance(wager.commission, CommissionWhenPaid):
        step = lcm(step, rules.chips.value.smallest * wager.commission.rate.denominator)
    return step


def _bands(state: TableState, patron: Patron, spot: Spot) -> Iterator[tuple[Cents, Cents | None, str | None]]:
    """Ranges of what may lie on a spot: within the limits, and under or over them with a consequence."""
    rules, own = state.rules, betting.own_maximum(state.rules, patron)
    minimum, maximum = (limit.value for limit in limits(rules, rules.wager(spot.wager), own))
    if rules.under_minimum.value is UnderMinimum.WARNED_THEN_RETURNED:
        first = patron.warned_in_round in (None, state.round_number)
        what = "stands with a warning" if first else "goes back at the call"
        yield 1, minimum - 1, f"{what} ({rules.under_minimum.clause})"
    yield minimum, maximum, None
    if rules.over_maximum.value is OverMaximum.PAID_TO_MAXIMUM:
        yield maximum + 1, None, f"counts up to the maximum ({rules.over_maximum.clause})"


def _place_amounts(state: TableState, patron: Patron, spot: Spot, lying: Cents, *, accepted: bool) -> Iterator[Amounts]:
    """Ranges of what may be put down now, on top of what lies there."""
    step = _step(state.rules, state.rules.wager(spot.wager), accepted=accepted)
    most = state.balance(chips(patron.name))
    cap = betting.area_limit(state, patron, spot)
    for low, high, consequence in _bands(state, patron, spot):
        tops = [most, *([] if high is None else [high - lying]), *([] if cap is None else [cap - lying])]
        first = max(low, lying + 1)
        first += -first % step
        last = min(tops)
        if first - lying <= last:
            yield Amounts(first - lying, first - lying + (last - first + lying) // step * step, step, consequence)


def _move(state: TableState, patron: Patron) -> Iterator[Legal]:
    held = dict(betting.wagers_of(state, patron.name))
    for source, lying in held.items():
        others = [spot for spot in held if spot != source]
        moved = betting.without(state, patron.name, source)
        for target in _spots(moved, patron, others):
            if target != source and target not in held and _may_lie(moved, patron, target, lying.amount):
                where = (("area", source.area), ("wager", source.wager))
                yield Legal("move", (*where, ("to_area", target.area), ("to_wager", target.wager)))


def _withdraw_amounts(state: TableState, patron: Patron, spot: Spot, lying: Cents) -> Iterator[Amounts]:
    """All of a wager, or so much of it that the rest may lie."""
    step = _step(state.rules, state.rules.wager(spot.wager))
    cap = betting.area_limit(state, patron, spot)
    for low, high, consequence in _bands(state, patron, spot) if lying % step == 0 else ():
        least = low + -low % step
        most = min(limit for limit in (lying - step, high, cap) if limit is not None)
        most -= most % step
        if least <= most:
            yield Amounts(lying - most, lying - least, step, consequence)
    yield Amounts(lying, lying, 1)


def _may_lie(state: TableState, patron: Patron, spot: Spot, amount: Cents) -> bool:
    """Whether this amount may lie on a spot as it is."""
    step = _step(state.rules, state.rules.wager(spot.wager))
    cap = betting.area_limit(state, patron, spot)
    if amount % step or (cap is not None and amount > cap):
        return False
    bands = _bands(state, patron, spot)
    return any(low <= amount and (high is None or amount <= high) for low, high, _ in bands)


# The dealer


def _dealer(state: TableState, name: str) -> Iterator[Legal]:
    yield from _preparations(state)
    if preparing.may_inspect(state, name, Role.DEALER):
        yield Legal("inspect_cards")
    yield from _draws(state)
    yield from _cut(state, "", Role.DEALER)
    yield from _expose(state, None)
    yield from _calls(state)
    if dealing.stage_due(state) is not None:
        yield Legal("settle")
    if patrons.commission_is_due(state):
        yield Legal("collect_commission")
    if no_bets.may_start_no_bet(state, Role.DEALER):
        yield Legal("start_no_bet")
    for key in ANNOUNCEMENTS:
        if may_announce(state, key):
            yield Legal("announce", (("key", key),))
    for patron in state.patrons.values():
        if patron.excluded:
            continue
        if patron.personal_maximum is not None and not patron.marker:
            yield Legal("place_marker", (("patron", patron.name),))
        if state.rules.spoken_wagers.value and betting.wagers_can_be_altered(state):
            yield from _place(state, patron, spoken=True)


def _preparations(state: TableState) -> Iterator[Legal]:
    steps = {
        Preparation.CHECK: "check_cards",
        Preparation.SPREAD: "spread_cards",
        Preparation.SHUFFLE: "shuffle",
        Preparation.LOAD: "load_shoe",
    }
    for step, kind in steps.items():
        if preparing.is_next(state, step) or (kind == "shuffle" and running_out.may_go_on_to_shuffle(state)):
            yield Legal(kind)
    if preparing.is_next(state, Preparation.WASH) and state.patrons:
        yield Legal("wash_cards")
    if preparing.is_next(state, Preparation.CUT) and state.cut_offered_to is None:
        for patron in preparing.may_be_offered_the_cut(state):
            yield Legal("offer_cut", (("patron", patron.name),))
    if state.phase is Phase.CLOSED:
        yield Legal("check_cards")


def _calls(state: TableState) -> Iterator[Legal]:
    if not dealing.closes_by_call(state):
        return
    burning = betting.only_the_burn_is_left(state) and bool(state.boxes)
    if not dealing.may_start(state) and not burning:
        return
    pro_rata = state.rules.differential_rule.value is DifferentialRule.PRO_RATA
    if pro_rata and betting.over_differential(state)[1] > 0:
        yield Legal("call_no_more_bets", (("cut_pro_rata", True),))
        yield Legal("call_no_more_bets", (("cut_pro_rata", False),))
    else:
        yield Legal("call_no_more_bets")


def _draws(state: TableState) -> Iterator[Legal]:
    """The card that is due, and every place where a card may lie: that is recorded, rightly or in error."""
    if running_out.cutting_card_may_come(state):
        yield Legal("draw_cutting_card")
    if running_out.card_is_missing(state):
        yield Legal("report_empty")
    if drawing.blocked(state) is None:
        places = (None, *DrawTo) if drawing.nothing_due(state) is None else tuple(DrawTo)
        for to in places:
            for face_up in (True, False):
                yield Legal("draw", (("to", to), ("face_up", face_up)), asks=("card",))
    yield from _faces(state, Role.DEALER)


def _faces(state: TableState, role: Role) -> Iterator[Legal]:
    """Cards whose face was keyed in wrongly, or seen by mistake."""
    for card in correcting.correctable(state, role):
        yield Legal("correct_card", (("place", card.place),), asks=("card",))
    for place in exposing.face_down_places(state):
        yield Legal("disclose_card", (("place", place),), asks=("card",))


# Supervisor and operator


def _supervisor(state: TableState, actor: Actor) -> Iterator[Legal]:
    if state.rules.disputes.value:
        yield Legal("raise_dispute", asks=("text",))
    yield from _reviews(state, actor)
    if preparing.may_inspect(state, actor.person, Role.SUPERVISOR):
        yield Legal("inspect_cards")
    yield from _cut(state, "", Role.SUPERVISOR)
    if no_bets.may_start_no_bet(state, Role.SUPERVISOR):
        yield Legal("start_no_bet")
    current = state.round
    yield from _putting_right(state)
    if current is not None and state.rules.exposed_by.value is Exposer.AS_SUPERVISOR_DECIDES:
        here = [None, *(name for name, patron in state.patrons.items() if not patron.excluded)]
        for hand in Hand:
            if current.hidden(hand):
                yield from (Legal("assign_exposer", (("hand", hand), ("patron", name))) for name in here)
    for number in rulings.standing_rounds(state):
        yield Legal("report_placement_error", (("round", number),))
    yield from _payments(state)
    for patron in state.patrons.values():
        if patrons.sat_out_too_long(state, patron):
            yield Legal("require_seat", (("patron", patron.name),))


def _putting_right(state: TableState) -> Iterator[Legal]:
    if correcting.may_reconstruct(state):
        yield Legal("reconstruct")
    if correcting.may_be_beyond_repair(state):
        yield Legal("declare_beyond_repair")
    if running_out.card_is_missing(state):
        yield Legal("report_empty")
    yield from _faces(state, Role.SUPERVISOR)


def _payments(state: TableState) -> Iterator[Legal]:
    """Settled wagers for which the dealer may have given back another amount."""
    present = () if state.round is None else (state.round.number,)
    for number in (*rulings.standing_rounds(state), *present):
        for line in rulings.settled_in(state, number):
            if payments.can_be_recorded(line):
                where = (("round", number), ("patron", line.patron), ("area", line.area), ("wager", line.wager))
                yield Legal("record_payment", where, tuple(_other_payments(state, line)))


def _other_payments(state: TableState, line: SettledWager) -> Iterator[Amounts]:
    least, known = payments.least_payment(state, line), payments.paid_until_now(line)
    if least < known:
        yield Amounts(least, known - 1, 1)
    yield Amounts(known + 1, None, 1)


def _operator(state: TableState) -> Iterator[Legal]:
    rules = state.rules
    closing = any(notice.rules is None for notice in state.notices)
    if state.phase is not Phase.CLOSED:
        yield Legal("announce_change", asks=("choices",))
        if not closing and rules.closes_after_notice.value:
            yield Legal("announce_closing")
    if notices.may_close(state):
        yield Legal("close_table")
    if rulings.may_replace(state):
        any_cards = rules.replacement.value is Replacement.ANY_CARDS
        yield Legal("replace_cards", asks=("faces",) if any_cards else ())
    for patron in state.patrons.values():
        if rules.personal_maximum.value and not patron.excluded:
            amounts = (Amounts(rules.maximum.value + 1, None, 1),)
            yield Legal("grant_maximum", (("patron", patron.name),), amounts)
        if rules.void_for_breach.value and not patron.excluded:
            yield Legal("exclude", (("patron", patron.name),), asks=("broke",))
    for name in sorted(state.departed - state.excluded) if rules.void_for_breach.value else ():
        yield Legal("exclude", (("patron", name),), asks=("broke",))
    for name in sorted(state.excluded):
        yield Legal("lift_exclusion", (("patron", name),))
    if rules.maximum_binds.value is MaximumBinds.NAMED:
        yield Legal("name_patrons", asks=("patrons",))
    yield from _voids(state)
    for number in rulings.open_disputes(state):
        yield Legal("decide_dispute", (("number", number),), asks=("decision", "referred"))


def _voids(state: TableState) -> Iterator[Legal]:
    present = () if state.round is None else (state.round.number,)
    numbers = (*rulings.standing_rounds(state), *present)
    for reason in VoidReason:
        if rulings.power_to_void(state.rules, reason).value:
            yield from (Legal("void_round", (("round", number), ("reason", reason))) for number in numbers)
    if not state.rules.void_for_breach.value:
        return
    for spot, lying in state.boxes.items():
        yield from (_void_wager(state.round_number, one.patron, spot.area, spot.wager) for one in lying)
    for number in numbers:
        for line in rulings.settled_in(state, number):
            if not line.voided and not _lies_now(state, number, line.patron, Spot(area=line.area, wager=line.wager)):
                yield _void_wager(number, line.patron, line.area, line.wager)


def _lies_now(state: TableState, number: int, name: str, spot: Spot) -> bool:
    return number == state.round_number and any(one.patron == name for one in state.boxes.get(spot, ()))


def _void_wager(number: int, name: str, area: str, wager: str) -> Legal:
    where = (("round", number), ("patron", name), ("area", area), ("wager", wager))
    return Legal("void_wager", where, asks=("broke",))
