"""Where stakes may lie, and whether one more may lie there."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from puntobanco.coup.accept_wager import MAIN_WAGERS, accept_one, check_combination, limits, payable_part, terms
from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.not_offered import left_out_by
from puntobanco.rulebooks.rule_values import AreaIs, MaximumBinds
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.rulebooks.wagers import LimitsGroup
from puntobanco.table.model import PREPARING, Patron, Phase, RoundKind, own_maximum
from puntobanco.table.queries.shoe import step_clause
from puntobanco.table.refuse import refuse
from puntobanco.table.stakes import NO_STAKES, Stake
from puntobanco.table.state import TableState
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.replace import changed


def wagers_can_be_altered(state: TableState) -> bool:
    """What lies there may be raised, reduced, moved or taken back until the next round, the shuffle included."""
    return state.betting_is_open or state.phase is PREPARING


def wagers_can_be_taken_back(state: TableState) -> bool:
    """Whether they may come off: what stayed after a stand-off also before a coup without wagers."""
    return state.phase in (Phase.BETTING, PREPARING)


def stayed(state: TableState, stake: Stake) -> bool:
    """Whether a wager lies there from the last round, whose stand-off left it."""
    return state.ended is not None and stake.order < state.ended.placed


def why_not_open(state: TableState, wager: str) -> tuple[str, str]:
    """The clause that keeps a wager out, and in words why."""
    rules, current = state.rules, state.round
    if state.phase is Phase.CLOSED:
        return rules.closes_after_notice.clause, "the table is closed: play at another one"
    if state.phase is PREPARING:
        return _why_not_before_the_deal(state), "wagers open when the cards lie in the shoe: prepare it first"
    if current is not None and current.no_bets_by is not None:
        clause = rules.ghost_hands.clause if current.kind is RoundKind.NO_BET else current.no_bets_by
        return clause, "no wagers are taken on this coup: bet on the next one"
    sentence = "wagers are not open now: they are from the end of a round until they are closed"
    return _late_clause(state, wager), sentence


def _why_not_before_the_deal(state: TableState) -> str:
    """The shoe whose cutting card came is over; otherwise the step that is due keeps wagers waiting."""
    if state.shoe.loaded and state.shoe.ended_by is not None:
        return state.shoe.ended_by
    return step_clause(state.rules, state.pending[0])


def _late_clause(state: TableState, wager: str) -> str:
    """The clause that keeps a late wager out: what closed it, or from the first card on what seals it."""
    rules = state.rules
    pairs = any(one.id == wager and one.limits is LimitsGroup.PAIRS for one in rules.wagers)
    seal = rules.pairs_sealed if pairs else rules.sealed
    dealt = state.round is not None and bool(state.round.order)
    return (seal if dealt and seal.value else rules.closing).clause


def require_offered(rules: TableRules, wager: str) -> None:
    """Whether the table takes this wager; one that no book knows is `Unreadable`."""
    if wager in terms(rules):
        return
    if (clause := left_out_by(rules, wager)) is not None:
        sentence = f"{wager} is not offered at this table: choose from {', '.join(one.id for one in rules.wagers)}"
        refuse(rules, "not_offered", clause, sentence)
    rules.wager(wager)


# Areas


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
    every_area = all(area in state.stakes.in_area for area in areas(state.rules))
    return every_area or not state.rules.lines_need_all_areas.value


def open_areas(state: TableState, patron: Patron) -> tuple[str, ...]:
    """Where this patron may bet at all: areas, and lines for the gallery while every area has a bet."""
    if state.rules.chips_are_issued:
        return (str(patron.seat),)
    if patron.seat is not None:
        return areas(state.rules)
    found = () if state.rules.gallery_on_lines_only.value else areas(state.rules)
    return (*found, *lines(state.rules)) if lines_are_open(state) else found


def room_for(state: TableState, patron: str, area: str, wager: str) -> bool:
    """Whether other patrons' chips leave room on a spot, or in the seat's set where that is the area."""
    others = [name for name in _who_bets(state, area, wager) if name != patron]
    return len(others) < _patrons_per(state.rules, area).value


def _who_bets(state: TableState, area: str, wager: str) -> Sequence[str]:
    """Who has chips on a spot, or in the seat's set where that is the area."""
    here = state.stakes.in_area.get(area, ())
    if state.rules.area_is.value is AreaIs.SET:
        return here
    return [name for name in here if state.stakes.at(name, area, wager) is not None]


def keeps_place(state: TableState, patron: str, area: str, wager: str) -> str | None:
    """The seated patron for whom the last place in the own area is kept, so that another patron cannot fill it."""
    for other in state.patrons.values():
        if str(other.seat) == area:
            return other.name if _keeps_place(state, other, patron, wager) else None
    return None


def _keeps_place(state: TableState, owner: Patron, patron: str, wager: str) -> bool:
    if owner.name == patron or owner.place_given_in == state.round_number:
        return False
    here = _who_bets(state, str(owner.seat), wager)
    has_place = owner.name in here or patron in here
    return not has_place and len(here) + 1 >= state.rules.patrons_per_area.value


def _kept_spots(state: TableState, patron: str) -> set[tuple[str, str]]:
    """The spots where a place is kept for a seated patron."""
    wagers = [wager.id for wager in state.rules.wagers]
    seated = [one for one in state.patrons.values() if one.seat is not None and one.name != patron]
    return {(str(one.seat), wager) for one in seated for wager in wagers if _keeps_place(state, one, patron, wager)}


def full_spots(state: TableState, patron: str, before: TableState | None = None) -> set[tuple[str, str]]:
    """The areas and wagers in which other patrons leave no room; places are kept as the layout was `before` a move."""
    return _spots_filled(state, patron) | _kept_spots(before or state, patron)


def _spots_filled(state: TableState, patron: str) -> set[tuple[str, str]]:
    """The areas and wagers in which the chips of others leave no room for this patron's."""
    rules, stakes = state.rules, state.stakes
    if rules.area_is.value is AreaIs.SET:
        full = [area for area in stakes.in_area if not room_for(state, patron, area, "")]
        return {(area, wager.id) for area in full for wager in rules.wagers}
    limits_of = {area: _patrons_per(rules, area).value for area in stakes.in_area}
    crowded = {area for area, names in stakes.in_area.items() if len(names) >= limits_of[area]}
    if not crowded:
        return set()
    others = [held for name, held in stakes.by_patron.items() if name != patron]
    counts = Counter([(one.area, one.wager) for held in others for one in held if one.area in crowded])
    return {spot for spot, count in counts.items() if count >= limits_of[spot[0]]}


def _patrons_per(rules: TableRules, area: str) -> Ruled[int]:
    return rules.patrons_per_line if is_line(area) else rules.patrons_per_area


def check_where(state: TableState, patron: Patron, spots: Iterable[tuple[str, str]], before: TableState) -> None:
    """Whether a patron may bet in these areas, each with its wager, and other patrons leave room there.

    Places are kept as the layout was `before` this patron's own change.
    """
    open_here = open_areas(state, patron)
    for area, wager in spots:
        if area not in open_here:
            clause, why = _why_closed(state, patron, area)
            hint = f"; choose from {', '.join(open_here)}" if open_here else ""
            refuse(state.rules, "area_not_open", clause, f"{patron.name} cannot bet on {area} now: {why}{hint}")
        shared = area in state.stakes.in_area or state.rules.gallery.value  # alone in an area there is room
        if shared and not room_for(state, patron.name, area, wager):
            clause = _patrons_per(state.rules, area).clause
            refuse(state.rules, "area_full", clause, f"area {area} is full: choose another")
        if (owner := keeps_place(before, patron.name, area, wager)) is not None:
            sentence = f"{owner} sits at area {area} and keeps a place there: choose another, or {owner} gives it away"
            refuse(state.rules, "area_full", interpretations.OWN_AREA.number, sentence)


def _why_closed(state: TableState, patron: Patron, area: str) -> tuple[str, str]:
    """The clause that closes an area to a patron, and in words why."""
    rules = state.rules
    if (fixed := rules.seats_fixed_by) is not None:
        return fixed, "seats are assigned, and everybody bets at the own one"
    if is_line(area) and rules.lines_for_gallery_only.value:
        return _why_line_is_closed(state, patron, area)
    if area not in areas(rules):
        return rules.seats.clause, f"there are {rules.seats.value} areas"
    if not rules.gallery.value:
        return rules.gallery.clause, "standing patrons bet on lines, and there is no gallery betting: take a seat"
    return rules.gallery_on_lines_only.clause, "standing patrons bet on lines: take a seat to bet in an area"


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


# Several wagers of one patron


def too_many_areas(rules: TableRules, held: set[str]) -> bool:
    most = rules.areas_per_patron.value
    return most is not None and len(held) > most


def check_together(rules: TableRules, patron: str, spots: tuple[tuple[str, str], ...]) -> None:
    """Whether one patron may have wagers in all these areas, each with its wager."""
    wagers = tuple([wager for _, wager in spots])
    check_combination(rules, wagers)
    if rules.one_per_option.value and len(set(wagers)) < len(wagers):
        twice = next(wager for wager in wagers if wagers.count(wager) > 1)
        sentence = f"{patron} has a wager on {twice} already: raise or move it"
        refuse(rules, "one_per_option", rules.one_per_option.clause, sentence)
    if rules.areas_per_patron.value and too_many_areas(rules, {area for area, _ in spots}):
        sentence = f"nobody bets on more than {rules.areas_per_patron.value} areas"
        refuse(rules, "too_many_areas", rules.areas_per_patron.clause, sentence)


def check_beside(state: TableState, patron: str, area: str, wager: str, others: tuple[Stake, ...]) -> None:
    """What the patron's other wagers allow."""
    if others or state.rules.bonus_needs_main.value:
        check_together(state.rules, patron, ((area, wager), *[(one.area, one.wager) for one in others]))


# Amounts


def area_limit(state: TableState, patron: str, area: str, wager: str) -> Cents | None:
    """What may lie on a spot for this patron where the maximum binds more than one wager; none if it does not."""
    match state.rules.maximum_binds.value:
        case MaximumBinds.WAGER:
            return None
        case MaximumBinds.AREA:
            bound = [one for one in state.stakes.on(area, wager) if one.patron != patron]
        case MaximumBinds.NAMED:
            if patron not in state.named:
                return None
            bound = [one for one in state.stakes.on(area, wager) if one.patron in state.named - {patron}]
    _, maximum = limits(state.rules, state.rules.wager(wager))
    return maximum.value - sum(one.amount for one in bound)


def check_amount(
    state: TableState, patron: Patron, area: str, wager: str, amount: Cents, *, payable_or_not: bool = False
) -> None:
    """Refuse what cannot lie there; a wager under the minimum may grow, and is judged when wagers close."""
    rules = state.rules
    known = terms(rules).get(wager)
    if known is not None and known.take(amount):
        return
    own = own_maximum(rules, patron)
    accept_one(rules, rules.wager(wager), amount, own_maximum=own, payable_or_not=payable_or_not)
    most = area_limit(state, patron.name, area, wager)
    if most is not None and amount > most:
        sentence = f"{format_dollars(max(most, 0))} is left of the maximum that binds area {area}"
        refuse(rules, "area_maximum", rules.maximum_binds.clause, sentence)


# All of them


def no_longer_possible(state: TableState) -> tuple[Stake, ...]:
    """Wagers that the rules of now do not allow beside the others; of two that exclude each other, the newer one."""
    kept, forbidden = changed(state, stakes=NO_STAKES), []
    for one in sorted(state.stakes, key=lambda stake: stake.wager not in MAIN_WAGERS):
        if could_lie(kept, one):
            kept = changed(kept, stakes=kept.stakes.with_stake(one))
        else:
            forbidden.append(one)
    return tuple(forbidden)


def without(state: TableState, stake: Stake) -> TableState:
    """The table as it will be when this wager has left its spot."""
    return changed(state, stakes=state.stakes.without(stake))


def could_lie(state: TableState, stake: Stake) -> bool:
    """Whether the rules of now allow a wager beside the others; what cannot be paid exactly lies until the call."""
    rules, patron = state.rules, state.patrons.get(stake.patron) or Patron(name=stake.patron)
    somewhere = stake.area in areas(rules) or stake.area in lines(rules)
    if not somewhere or not room_for(state, stake.patron, stake.area, stake.wager):
        return False
    try:
        rules.wager(stake.wager)
        check_beside(state, patron.name, stake.area, stake.wager, state.stakes.of(patron.name))
        lies_anyhow = rules.payable_part_stands.value
        check_amount(state, patron, stake.area, stake.wager, stake.amount, payable_or_not=lies_anyhow)
    except (Refused, Unreadable):
        return False
    return True


def void_part(rules: TableRules, stake: Stake) -> Cents:
    """What of a wager is void at the call, because it could not be paid exactly."""
    if not rules.payable_part_stands.value or terms(rules)[stake.wager].take(stake.amount):
        return 0
    return stake.amount - payable_part(rules, rules.wager(stake.wager), stake.amount)


def side_total(state: TableState, hand: Hand) -> Cents:
    """All that is live on a hand at the call; tie, pairs and bonuses do not count."""
    rules, side = state.rules, hand.value
    found = [one for held in state.stakes.by_patron.values() for one in held if one.wager == side]
    return sum([one.amount - void_part(rules, one) for one in found])


def over_differential(state: TableState) -> tuple[Hand, Cents]:
    """The heavier hand and by how much it exceeds the cap; nothing to cut is zero."""
    cap = state.rules.differential.value
    if cap is None:
        return Hand.BANKER, 0
    player, banker = side_total(state, Hand.PLAYER), side_total(state, Hand.BANKER)
    heavier = Hand.PLAYER if player > banker else Hand.BANKER
    return heavier, max(0, abs(player - banker) - cap)
