"""Where stakes lie, and whether one more may lie there."""

from collections.abc import Iterator
from functools import lru_cache

from puntobanco.changed import changed
from puntobanco.coup.wagering import MAIN_WAGERS, accept_one, check_combination, limits, terms
from puntobanco.errors import Refused, Unreadable
from puntobanco.money import Cents, format_dollars
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import AreaIs, MaximumBinds
from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.table.parts import Lying, Patron, Phase, Spot
from puntobanco.table.refusing import refuse
from puntobanco.table.state import TableState


def wagers_of(state: TableState, name: str) -> Iterator[tuple[Spot, Lying]]:
    """A patron's wagers on the layout."""
    return ((spot, one) for spot, lying in state.boxes.items() for one in lying if one.patron == name)


def betting_is_open(state: TableState) -> bool:
    """Between rounds, and while the dealer burns cards; not when the next coup has no wagers."""
    return (state.phase is Phase.BETTING or state.only_the_burn_is_left) and not state.no_bet_owed


def wagers_can_be_altered(state: TableState) -> bool:
    """What lies there may be raised, reduced, moved or taken back until the next round, the shuffle included."""
    return betting_is_open(state) or state.phase is Phase.PREPARING


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
    return tuple(f"L{seat}" for seat in range(1, rules.gallery_lines.value + 1)) if rules.gallery.value else ()


def lines_are_open(state: TableState) -> bool:
    """Lines need a gallery, which stands behind seated patrons, and may need a bet in every area."""
    return has_gallery(state) and areas_allow_lines(state)


def has_gallery(state: TableState) -> bool:
    return bool(state.rules.gallery.value) and bool(state.seated())


def areas_allow_lines(state: TableState) -> bool:
    every_area = {spot.area for spot in state.boxes} >= set(areas(state.rules))
    return every_area or not state.rules.lines_need_all_areas.value


def open_areas(state: TableState, patron: Patron) -> tuple[str, ...]:
    """Where this patron may bet at all: areas, and lines for the gallery while every area has a bet."""
    found = areas(state.rules)
    if patron.seat is not None:
        return found
    if state.rules.gallery_on_lines_only.value:
        taken = {str(other.seat) for other in state.seated()}
        found = tuple(area for area in found if area not in taken)
    return (*found, *lines(state.rules)) if lines_are_open(state) else found


def without(state: TableState, name: str, spot: Spot) -> TableState:
    """The table as it will be when this patron's wager has left the spot."""
    boxes = {other: _of_others(lying, name) if other == spot else lying for other, lying in state.boxes.items()}
    return changed(state, boxes={other: lying for other, lying in boxes.items() if lying})


def _of_others(lying: tuple[Lying, ...], name: str) -> tuple[Lying, ...]:
    return tuple(one for one in lying if one.patron != name)


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
    return len(others - {patron}) < _patrons_per(rules, spot).value


def _patrons_per(rules: TableRules, spot: Spot) -> Ruled[int]:
    return rules.patrons_per_line if is_line(spot.area) else rules.patrons_per_area


def check_where(state: TableState, patron: Patron, spot: Spot) -> None:
    rules = state.rules
    if spot.area not in open_areas(state, patron):
        clause, why = _why_closed(state, patron, spot.area)
        where = ", ".join(open_areas(state, patron))
        hint = f"; choose from {where}" if where else ""
        refuse(rules, "area_not_open", clause, f"{patron.name} cannot bet on {spot.area} now: {why}{hint}")
    if not room_for(state, patron.name, spot):
        sentence = f"area {spot.area} is full: choose another"
        refuse(rules, "area_full", _patrons_per(rules, spot).clause, sentence)


def _why_closed(state: TableState, patron: Patron, area: str) -> tuple[str, str]:
    """The clause that closes an area to a patron, and in words why."""
    rules = state.rules
    if is_line(area) and rules.lines_for_gallery_only.value:
        return _why_line_is_closed(state, patron, area)
    if area not in areas(rules):
        return rules.seats.clause, f"there are {rules.seats.value} areas"
    if not rules.gallery.value:
        return rules.gallery.clause, "somebody sits there and there is no gallery betting"
    return rules.gallery_on_lines_only.clause, "who stands behind a seated patron bets on lines"


def _why_line_is_closed(state: TableState, patron: Patron, area: str) -> tuple[str, str]:
    rules = state.rules
    if not rules.gallery.value:
        return rules.gallery.clause, "there is no gallery betting at this table"
    if area not in lines(rules):
        return rules.gallery_lines.clause, f"{rules.gallery_lines.value} lines between areas are open to the gallery"
    if patron.seat is not None:
        return rules.lines_for_gallery_only.clause, "lines are for the gallery, not for seated patrons"
    if not has_gallery(state):
        return rules.lines_for_gallery_only.clause, "nobody is seated, so there is no gallery"
    return rules.lines_need_all_areas.clause, "lines open when every area has a bet"


def too_many_areas(state: TableState, held: set[str]) -> bool:
    most = state.rules.areas_per_patron.value
    return most is not None and len(held) > most


def check_with_others(state: TableState, patron: Patron, spot: Spot, others: list[Spot]) -> None:
    """What the patron's other wagers allow."""
    if others or state.rules.bonus_needs_main.value:
        check_together(state, patron, (spot, *others))


def check_together(state: TableState, patron: Patron, spots: tuple[Spot, ...]) -> None:
    """Whether one patron may have all these wagers."""
    rules, wagers = state.rules, tuple([spot.wager for spot in spots])
    check_combination(rules, wagers)
    if rules.one_per_option.value and len(set(wagers)) < len(wagers):
        twice = next(wager for wager in wagers if wagers.count(wager) > 1)
        sentence = f"{patron.name} has a wager on {twice} already: raise or move it"
        refuse(rules, "one_per_option", rules.one_per_option.clause, sentence)
    if rules.areas_per_patron.value and too_many_areas(state, {spot.area for spot in spots}):
        sentence = f"nobody bets on more than {rules.areas_per_patron.value} areas"
        refuse(rules, "too_many_areas", rules.areas_per_patron.clause, sentence)


def own_maximum(rules: TableRules, patron: Patron) -> Ruled[Cents] | None:
    """A patron's own maximum, where a marker shows it."""
    if patron.personal_maximum is None or not patron.marker:
        return None
    own = max(patron.personal_maximum, rules.maximum.value)
    return Ruled(value=own, clause=rules.personal_maximum.clause)


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


def check_amount(state: TableState, patron: Patron, spot: Spot, amount: Cents, *, payable_or_not: bool = False) -> None:
    """Refuse what cannot lie there; a wager under the minimum may grow, and is judged when wagers close."""
    rules = state.rules
    if terms(rules, spot.wager).take(amount):
        return
    own = own_maximum(rules, patron)
    accept_one(rules, rules.wager(spot.wager), amount, own_maximum=own, payable_or_not=payable_or_not)
    most = area_limit(state, patron, spot)
    if most is not None and amount > most:
        sentence = f"{format_dollars(max(most, 0))} is left of the maximum that binds area {spot.area}"
        refuse(rules, "area_maximum", rules.maximum_binds.clause, sentence)


def no_longer_possible(state: TableState) -> tuple[tuple[Spot, Lying], ...]:
    """Wagers that the rules of now do not allow beside the others; of two that exclude each other, the newer one."""
    kept, forbidden = changed(state, boxes={}), []
    lying = [(spot, one) for spot, stack in state.boxes.items() for one in stack]
    for spot, one in sorted(lying, key=lambda pair: (pair[0].wager not in MAIN_WAGERS, pair[1].order)):
        if could_lie(kept, spot, one):
            kept = changed(kept, boxes={**kept.boxes, spot: (*kept.boxes.get(spot, ()), one)})
        else:
            forbidden.append((spot, one))
    return tuple(forbidden)


def could_lie(state: TableState, spot: Spot, one: Lying) -> bool:
    """Whether the rules of now allow a wager beside the others."""
    patron = state.patrons.get(one.patron) or Patron(name=one.patron)
    if spot.area not in (*areas(state.rules), *lines(state.rules)) or not room_for(state, patron.name, spot):
        return False
    try:
        state.rules.wager(spot.wager)
        check_with_others(state, patron, spot, [other for other, _ in wagers_of(state, patron.name)])
        check_amount(state, patron, spot, one.amount)
    except (Refused, Unreadable):
        return False
    return True


def side_total(state: TableState, hand: Hand) -> Cents:
    """All that lies on a hand; tie, pairs and bonuses do not count."""
    name = hand.value
    return sum([one.amount for spot, lying in state.boxes.items() if spot.wager == name for one in lying])


def over_differential(state: TableState) -> tuple[Hand, Cents]:
    """The heavier hand and by how much it exceeds the cap; nothing to cut is zero."""
    player, banker = side_total(state, Hand.PLAYER), side_total(state, Hand.BANKER)
    heavier = Hand.PLAYER if player > banker else Hand.BANKER
    cap = state.rules.differential.value
    return heavier, 0 if cap is None else max(0, abs(player - banker) - cap)
