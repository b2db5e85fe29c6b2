"""Decisions about wagers until they close: place, move, withdraw, and what the close does to them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from puntobanco.coup.wagering import accept_one, check_combination, limits, payable_part
from puntobanco.money import Cents, format_dollars
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import AreaIs, DifferentialRule, MaximumBinds, OverMaximum, UnderMinimum
from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.rules.wagers import LimitsGroup
from puntobanco.table import commands, events, ledger
from puntobanco.table.actors import Role
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.patrons import require_welcome
from puntobanco.table.state import Lying, Patron, Phase, Preparation, Spot, TableState


def wagers_of(state: TableState, name: str) -> Iterator[tuple[Spot, Lying]]:
    """A patron's wagers on the layout."""
    return ((spot, one) for spot, lying in state.boxes.items() for one in lying if one.patron == name)


def only_the_burn_is_left(state: TableState) -> bool:
    return state.phase is Phase.PREPARING and state.pending == (Preparation.BURN,)


def betting_is_open(state: TableState) -> bool:
    """Between rounds, and while the dealer burns cards; not when the next coup has no wagers."""
    return (state.phase is Phase.BETTING or only_the_burn_is_left(state)) and not state.no_bet_owed


def _require_betting(draft: Draft) -> None:
    state = draft.state
    if state.no_bet_owed and state.phase is Phase.BETTING:
        sentence = "no wagers on the next coup: it starts with an exposed card"
        refuse(state.rules, "no_bets_this_hand", state.rules.on_excess_card_seen.clause, sentence)
    if not betting_is_open(state):
        sentence = "wagers are not open now: they are from the end of a round until they are closed"
        refuse(state.rules, "wagers_closed", state.rules.closing.clause, sentence)


def is_line(area: str) -> bool:
    return area.startswith("L")


def areas(rules: TableRules) -> tuple[str, ...]:
    """The seats' areas."""
    return _numbers(rules.seats.value)


@lru_cache
def _numbers(last: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, last + 1)))


def lines(rules: TableRules) -> tuple[str, ...]:
    """The lines between areas that the gallery may use; the two outer ones are not among them."""
    if not rules.gallery.value:
        return ()
    return tuple(f"L{seat}" for seat in range(1, min(rules.seats.value - 1, rules.gallery_lines.value) + 1))


def lines_are_open(state: TableState) -> bool:
    """Lines may need a bet in every area."""
    every_area = {spot.area for spot in state.boxes} >= set(areas(state.rules))
    return every_area or not state.rules.lines_need_all_areas.value


def open_areas(state: TableState, patron: Patron) -> tuple[str, ...]:
    """Where this patron may bet at all: seats' areas, and lines for those who stand while every area has a bet."""
    rules = state.rules
    gallery_only = rules.gallery_lines.value > 0
    standing = patron.seat is None
    found = () if gallery_only and standing else areas(rules)
    return (*found, *lines(rules)) if standing and lines_are_open(state) else found


def room_for(state: TableState, patron: str, spot: Spot) -> bool:
    """Whether another patron's chips leave room on the spot, or in the seat's set where that is the area."""
    rules = state.rules
    if rules.area_is.value is AreaIs.SET:
        others = {one.patron for other, lying in state.boxes.items() if other.area == spot.area for one in lying}
    else:
        lying = state.boxes.get(spot)
        if lying is None:
            return True
        others = {one.patron for one in lying}
    return len(others - {patron}) < rules.patrons_per_area.value


def _check_where(draft: Draft, patron: Patron, spot: Spot) -> None:
    state = draft.state
    rules = state.rules
    if spot.area not in open_areas(state, patron):
        where = ", ".join(open_areas(state, patron))
        hint = f"choose from {where}" if where else "lines open when every area has a bet"
        clause = _area_clause(rules, patron, spot)
        refuse(rules, "area_not_open", clause, f"{patron.name} cannot bet on {spot.area} now: {hint}")
    if not room_for(state, patron.name, spot):
        sentence = f"area {spot.area} is full: choose another"
        refuse(rules, "area_full", rules.patrons_per_area.clause, sentence)


def _area_clause(rules: TableRules, patron: Patron, spot: Spot) -> str:
    """The clause that closes an area to a patron."""
    if is_line(spot.area) and rules.gallery.value and patron.seat is None:
        return (rules.lines_need_all_areas if spot.area in lines(rules) else rules.gallery_lines).clause
    return rules.gallery.clause if rules.gallery_lines.value else rules.seats.clause


def too_many_areas(state: TableState, held: set[str]) -> bool:
    most = state.rules.areas_per_patron.value
    return most is not None and len(held) > most


def _check_with_others(draft: Draft, patron: Patron, spot: Spot, others: list[Spot]) -> None:
    """What the patron's other wagers allow."""
    state = draft.state
    rules = state.rules
    if not others and not rules.bonus_needs_main.value:
        return
    check_combination(rules, (spot.wager, *(other.wager for other in others)))
    if rules.one_per_option.value and any(other.wager == spot.wager for other in others):
        sentence = f"{patron.name} has a wager on {spot.wager} already: raise or move it"
        refuse(rules, "one_per_option", rules.one_per_option.clause, sentence)
    if rules.areas_per_patron.value and too_many_areas(state, {spot.area, *(other.area for other in others)}):
        sentence = f"nobody bets on more than {rules.areas_per_patron.value} areas"
        refuse(rules, "too_many_areas", rules.areas_per_patron.clause, sentence)


def rules_for(rules: TableRules, patron: Patron) -> TableRules:
    """The rules with a patron's own maximum, where a marker shows it."""
    if patron.personal_maximum is None or not patron.marker:
        return rules
    own = max(patron.personal_maximum, rules.maximum.value)
    return replace(rules, maximum=Ruled(own, rules.personal_maximum.clause))


def area_limit(state: TableState, patron: Patron, spot: Spot) -> Cents | None:
    """What may lie on the spot for this patron where the maximum binds more than one wager; none if it does not."""
    match state.rules.maximum_binds.value:
        case MaximumBinds.WAGER:
            return None
        case MaximumBinds.AREA:
            bound = [one for one in state.boxes.get(spot, ()) if one.patron != patron.name]
        case MaximumBinds.NAMED:
            if patron.name not in state.named:
                return None
            bound = [one for one in state.boxes.get(spot, ()) if one.patron in state.named - {patron.name}]
    _, maximum = limits(state.rules, state.rules.wager(spot.wager))
    return maximum.value - sum(one.amount for one in bound)


def _check_amount(draft: Draft, patron: Patron, spot: Spot, amount: Cents) -> bool:
    """Whether the patron must be warned for a wager under the minimum; refuses what cannot stand."""
    state = draft.state
    rules = rules_for(state.rules, patron)
    wager = rules.wager(spot.wager)
    bet = accept_one(rules, wager, amount)
    most = area_limit(state, patron, spot)
    if most is not None and amount > most:
        sentence = f"{format_dollars(max(most, 0))} is left of the maximum that binds area {spot.area}"
        refuse(rules, "area_maximum", rules.maximum_binds.clause, sentence)
    if not bet.short or rules.under_minimum.value is not UnderMinimum.WARNED_THEN_RETURNED:
        return False
    if patron.warned_in_round is None:
        return True
    if patron.warned_in_round != state.round_number:
        sentence = f"{patron.name} was warned: another wager under the minimum is returned"
        refuse(rules, "under_minimum", rules.under_minimum.clause, sentence)
    return False


def place(draft: Draft, command: commands.Place) -> None:
    state = draft.state
    rules = state.rules
    spoken = command.actor.role is Role.DEALER
    if spoken and (not rules.spoken_wagers.value or command.patron is None):
        sentence = "a dealer places no wagers here" if command.patron else "name the patron who spoke"
        refuse(rules, "not_spoken", rules.spoken_wagers.clause, sentence)
    _require_betting(draft)
    name = command.patron if spoken and command.patron else command.actor.person
    patron, spot = require_welcome(draft, name), Spot(command.area, command.wager)
    rules.wager(command.wager)
    _check_where(draft, patron, spot)
    held = {other: one for other, stack in state.boxes.items() for one in stack if one.patron == name}
    lying = held.pop(spot).amount if spot in held else 0
    _check_with_others(draft, patron, spot, list(held))
    _check_chips(state, name, command.amount, raised=lying > 0)
    warn = _check_amount(draft, patron, spot, lying + command.amount)
    entry = ledger.transfer(ledger.chips(name), ledger.box(spot.area, spot.wager, name), command.amount)
    draft.add(
        events.WagerPlaced(
            patron=name,
            area=spot.area,
            wager=spot.wager,
            amount=command.amount,
            entry=entry,
            clause=rules.spoken_wagers.clause if spoken else rules.chips.clause,
            spoken=spoken,
        )
    )
    if warn:
        draft.add(events.PatronWarned(patron=name, clause=rules.under_minimum.clause))


def _check_chips(state: TableState, name: str, amount: Cents, *, raised: bool) -> None:
    """Whether the patron has these chips; a raise must be chips by itself."""
    has = state.balance(ledger.chips(name))
    if not 0 < amount <= has:
        sentence = f"{format_dollars(amount)} cannot be put down: {name} has {format_dollars(has)}"
        refuse(state.rules, "not_enough_chips", state.rules.chips.clause, sentence)
    if raised and not state.rules.chips.value.can_make(amount):
        refuse(state.rules, "not_in_chips", state.rules.chips.clause, "a wager is raised in the table's chips")


def _require_wager(draft: Draft, name: str, spot: Spot) -> Lying:
    for found, lying in wagers_of(draft.state, name):
        if found == spot:
            return lying
    sentence = f"{name} has no wager on {spot.wager} in area {spot.area}"
    refuse(draft.rules, "no_such_wager", draft.rules.closing.clause, sentence)


def withdraw(draft: Draft, command: commands.Withdraw) -> None:
    _require_betting(draft)
    name, spot = command.actor.person, Spot(command.area, command.wager)
    amount = _require_wager(draft, name, spot).amount
    entry = ledger.transfer(ledger.box(spot.area, spot.wager, name), ledger.chips(name), amount)
    clause = draft.rules.closing.clause
    draft.add(
        events.WagerWithdrawn(patron=name, area=spot.area, wager=spot.wager, amount=amount, entry=entry, clause=clause)
    )


def move(draft: Draft, command: commands.Move) -> None:
    """Move all of a wager; the target must take it as if it were placed there."""
    _require_betting(draft)
    name, source = command.actor.person, Spot(command.area, command.wager)
    target = Spot(command.to_area, command.to_wager)
    patron = require_welcome(draft, name)
    amount = _require_wager(draft, name, source).amount
    draft.rules.wager(target.wager)
    held = [spot for spot, _ in wagers_of(draft.state, name) if spot != source]
    if target == source or target in held:
        sentence = "move a wager to a spot where you have none; place adds to one"
        refuse(draft.rules, "move_needs_free_spot", draft.rules.closing.clause, sentence)
    _check_where(draft, patron, target)
    _check_with_others(draft, patron, target, held)
    warn = _check_amount(draft, patron, target, amount)
    entry = ledger.transfer(
        ledger.box(source.area, source.wager, name), ledger.box(target.area, target.wager, name), amount
    )
    draft.add(
        events.WagerMoved(
            patron=name,
            area=source.area,
            wager=source.wager,
            to_area=target.area,
            to_wager=target.wager,
            amount=amount,
            entry=entry,
            clause=draft.rules.closing.clause,
        )
    )
    if warn:
        draft.add(events.PatronWarned(patron=name, clause=draft.rules.under_minimum.clause))


# The close


def give_back(draft: Draft, spot: Spot, lying: Lying, amount: Cents, *, reason: str, clause: str) -> None:
    """All or part of a wager goes back to its patron."""
    entry = ledger.transfer(ledger.box(spot.area, spot.wager, lying.patron), ledger.chips(lying.patron), amount)
    draft.add(
        events.WagerReturned(
            patron=lying.patron,
            area=spot.area,
            wager=spot.wager,
            amount=amount,
            reason=reason,
            entry=entry,
            clause=clause,
        )
    )


def give_all_back(draft: Draft, *, reason: str, clause: str) -> None:
    for spot, lying in tuple(draft.state.boxes.items()):
        for one in lying:
            give_back(draft, spot, one, one.amount, reason=reason, clause=clause)


def close_wagers(draft: Draft, *, cut_pro_rata: bool | None) -> None:
    """What the close does to wagers before any card: over the maximum, lines, lonely bonuses, differential."""
    _return_what_may_not_stay(draft)
    _return_over_maximum(draft)
    _meet_differential(draft, cut_pro_rata=cut_pro_rata)
    _return_what_may_not_stay(draft)


def _return_what_may_not_stay(draft: Draft) -> None:
    """Line bets need a bet in every area, bonus wagers a main one of their patron."""
    rules = draft.rules
    if rules.gallery.value and not lines_are_open(draft.state):
        for spot, lying in tuple(draft.state.boxes.items()):
            for one in lying if is_line(spot.area) else ():
                give_back(
                    draft, spot, one, one.amount, reason="an area has no bet", clause=rules.lines_need_all_areas.clause
                )
    if rules.bonus_needs_main.value:
        for spot, one in _lonely_bonuses(draft.state):
            clause = rules.bonus_needs_main.clause
            give_back(draft, spot, one, one.amount, reason="no main wager beside it", clause=clause)


def _lonely_bonuses(state: TableState) -> tuple[tuple[Spot, Lying], ...]:
    main = {one.patron for spot, lying in state.boxes.items() if spot.wager in MAIN for one in lying}
    return tuple(
        (spot, one)
        for spot, lying in state.boxes.items()
        for one in lying
        if one.patron not in main
        and spot.wager not in MAIN
        and state.rules.wager(spot.wager).limits is LimitsGroup.TABLE
    )


MAIN = ("player", "banker", "tie")


def _return_over_maximum(draft: Draft) -> None:
    if draft.rules.over_maximum.value is not OverMaximum.PAID_TO_MAXIMUM:
        return
    state, clause = draft.state, draft.rules.over_maximum.clause
    for spot, lying in state.boxes.items():
        wager = state.rules.wager(spot.wager)
        table_maximum = limits(state.rules, wager)[1].value
        for one in lying:
            if one.amount <= table_maximum:
                continue
            own = limits(rules_for(state.rules, state.patrons[one.patron]), wager)[1].value
            if one.amount > own:
                give_back(draft, spot, one, one.amount - own, reason="over the maximum", clause=clause)


def side_total(state: TableState, hand: Hand) -> Cents:
    """All that lies on a hand; tie, pairs and bonuses do not count."""
    return sum(one.amount for spot, lying in state.boxes.items() if spot.wager == hand.value for one in lying)


def over_differential(state: TableState) -> tuple[Hand, Cents]:
    """The heavier hand and by how much it exceeds the cap; nothing to cut is zero."""
    player, banker = side_total(state, Hand.PLAYER), side_total(state, Hand.BANKER)
    heavier = Hand.PLAYER if player > banker else Hand.BANKER
    cap = state.rules.differential.value
    return heavier, 0 if cap is None else max(0, abs(player - banker) - cap)


def _meet_differential(draft: Draft, *, cut_pro_rata: bool | None) -> None:
    heavier, excess = over_differential(draft.state)
    if excess == 0:
        return
    match draft.rules.differential_rule.value:
        case DifferentialRule.NEWEST_GO_BACK:
            _newest_go_back(draft, heavier, excess)
        case DifferentialRule.PRO_RATA if cut_pro_rata:
            _cut_pro_rata(draft, heavier)
        case DifferentialRule.PRO_RATA:
            draft.add(events.DifferentialLeft(excess=excess, clause=draft.rules.differential_rule.clause))


def _on_hand(state: TableState, hand: Hand) -> list[tuple[Spot, Lying]]:
    found = [(spot, one) for spot, lying in state.boxes.items() if spot.wager == hand.value for one in lying]
    return sorted(found, key=lambda pair: pair[1].order)


def _newest_go_back(draft: Draft, heavier: Hand, excess: Cents) -> None:
    """The newest wagers go back until the cap is met; a remainder that may not stand goes back whole."""
    rules = draft.rules
    for spot, one in reversed(_on_hand(draft.state, heavier)):
        if excess <= 0:
            return
        left = one.amount - min(excess, one.amount)
        if left % rules.multiple.value or left < limits(rules, rules.wager(spot.wager))[0].value:
            left = 0
        given = one.amount - left
        give_back(draft, spot, one, given, reason="table differential", clause=rules.differential_rule.clause)
        excess -= given


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
            give_back(draft, spot, one, given, reason="table differential", clause=rules.differential_rule.clause)
