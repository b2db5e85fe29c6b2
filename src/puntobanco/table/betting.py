"""Decisions about wagers until they close: place, move, withdraw, and what the close does to them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from puntobanco.changed import changed
from puntobanco.coup.wagering import accept_one, check_combination, limits, payable_part, terms
from puntobanco.errors import Refused, Unreadable
from puntobanco.money import Cents, format_dollars
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import AreaIs, DifferentialRule, MaximumBinds, OverMaximum, UnderMinimum
from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.rules.wagers import LimitsGroup
from puntobanco.table import commands, events, ledger
from puntobanco.table.actors import Role
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.evolve import with_stakes
from puntobanco.table.patrons import require_patron, require_welcome
from puntobanco.table.reasons import Reason
from puntobanco.table.state import Lying, Patron, Phase, Preparation, Spot, TableState


def wagers_of(state: TableState, name: str) -> Iterator[tuple[Spot, Lying]]:
    """A patron's wagers on the layout."""
    return ((spot, one) for spot, lying in state.boxes.items() for one in lying if one.patron == name)


def only_the_burn_is_left(state: TableState) -> bool:
    return state.phase is Phase.PREPARING and state.pending == (Preparation.BURN,)


def betting_is_open(state: TableState) -> bool:
    """Between rounds, and while the dealer burns cards; not when the next coup has no wagers."""
    return (state.phase is Phase.BETTING or only_the_burn_is_left(state)) and not state.no_bet_owed


def wagers_can_be_altered(state: TableState) -> bool:
    """What lies there may be raised, reduced, moved or taken back until the next round, the shuffle included."""
    return betting_is_open(state) or state.phase is Phase.PREPARING


def _require_betting(draft: Draft, wager: str, *, lies: bool = True) -> None:
    """Whether a wager that lies may be altered now, or a new one placed."""
    state = draft.state
    if state.phase is Phase.BETTING and not state.excess:
        return
    if state.phase is Phase.BETTING and (cause := state.no_bet_cause) is not None:
        sentence = "no wagers on the next coup: it starts with an exposed card"
        refuse(state.rules, "no_bets_this_hand", cause.clause, sentence)
    if not (wagers_can_be_altered(state) if lies else betting_is_open(state)):
        sentence = "wagers are not open now: they are from the end of a round until they are closed"
        refuse(state.rules, "wagers_closed", _late_clause(state, wager), sentence)


def _late_clause(state: TableState, wager: str) -> str:
    """The clause that keeps a late wager out: what closed it, or from the first card on what seals it."""
    rules = state.rules
    pairs = any(one.id == wager and one.limits is LimitsGroup.PAIRS for one in rules.wagers)
    seal = rules.pairs_sealed if pairs else rules.sealed
    dealt = state.round is not None and bool(state.round.order)
    return (seal if dealt and seal.value else rules.closing).clause


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
    return _has_gallery(state) and _areas_allow_lines(state)


def _has_gallery(state: TableState) -> bool:
    return bool(state.rules.gallery.value) and bool(state.seated())


def _areas_allow_lines(state: TableState) -> bool:
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


def _check_where(state: TableState, patron: Patron, spot: Spot) -> None:
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
    if not _has_gallery(state):
        return rules.lines_for_gallery_only.clause, "nobody is seated, so there is no gallery"
    return rules.lines_need_all_areas.clause, "lines open when every area has a bet"


def too_many_areas(state: TableState, held: set[str]) -> bool:
    most = state.rules.areas_per_patron.value
    return most is not None and len(held) > most


def _check_with_others(state: TableState, patron: Patron, spot: Spot, others: list[Spot]) -> None:
    """What the patron's other wagers allow."""
    if others or state.rules.bonus_needs_main.value:
        _check_together(state, patron, (spot, *others))


def _check_together(state: TableState, patron: Patron, spots: tuple[Spot, ...]) -> None:
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


def _check_amount(
    state: TableState, patron: Patron, spot: Spot, amount: Cents, *, payable_or_not: bool = False
) -> None:
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


def place(draft: Draft, command: commands.Place) -> None:
    """Put chips on a spot, on top of what lies there."""
    state, rules = draft.state, draft.rules
    name, spot, amount = _bettor(state, command), Spot(area=command.area, wager=command.wager), command.amount
    held = {other: one for other, stack in state.boxes.items() for one in stack if one.patron == name}
    _require_betting(draft, spot.wager, lies=spot in held)
    patron = require_welcome(draft, name)
    terms(rules, spot.wager)
    _check_where(state, patron, spot)
    lying = held.pop(spot).amount if spot in held else 0
    _check_with_others(state, patron, spot, list(held))
    _check_room(state)
    _check_chips(state, name, amount, raised=lying > 0)
    spoken = command.actor.role is Role.DEALER
    accepted = spoken and rules.payable_part_stands.value
    _check_amount(state, patron, spot, lying + amount, payable_or_not=accepted)
    clause = rules.spoken_wagers.clause if spoken else rules.chips.clause
    put_down(draft, name, spot, amount, spoken=spoken, clause=clause)
    if accepted:
        _return_unpayable(draft, name, spot)


def put_down(draft: Draft, name: str, spot: Spot, amount: Cents, *, spoken: bool, clause: str) -> None:
    """A patron's chips go onto a spot where they may lie."""
    entry = ledger.transfer(ledger.chips(name), ledger.box(spot.area, spot.wager, name), amount)
    draft.add(
        events.WagerPlaced(
            patron=name,
            area=spot.area,
            wager=spot.wager,
            amount=amount,
            entry=entry,
            spoken=spoken,
            clause=clause,
        )
    )


def _bettor(state: TableState, command: commands.Place) -> str:
    """Whose wager it is: a patron's own, or that of the patron whom the dealer names."""
    rules, own = state.rules, command.actor.person
    if command.actor.role is not Role.DEALER:
        if command.patron not in (None, own):
            sentence = f"{own} bets with chips of {own}'s own: {command.patron} places that wager, or the dealer"
            refuse(rules, "not_your_wager", rules.chips.clause, sentence)
        return own
    if not rules.spoken_wagers.value or command.patron is None:
        sentence = "a dealer places no wagers here" if command.patron else "name the patron who spoke"
        refuse(rules, "not_spoken", rules.spoken_wagers.clause, sentence)
    return command.patron


def _return_unpayable(draft: Draft, name: str, spot: Spot) -> None:
    """Of a wager that was accepted, what could not be paid exactly is void."""
    rules, lying = draft.rules, _require_wager(draft, name, spot)
    void = lying.amount - payable_part(rules, rules.wager(spot.wager), lying.amount)
    if void:
        clause = rules.payable_part_stands.clause
        give_back(draft, spot, lying, void, reason=Reason.NOT_PAYABLE, clause=clause)


def _check_room(state: TableState) -> None:
    if abs(state.balances.get(ledger.FLOAT, 0)) > ledger.MOST_BOOKED:
        refuse(state.rules, "too_large", state.rules.chips.clause, "the books of this table are full: close it")


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
    """Take back a wager, or so much of it that the rest could be placed as it is."""
    name, spot = command.actor.person, Spot(area=command.area, wager=command.wager)
    _require_betting(draft, spot.wager)
    lying = _require_wager(draft, name, spot).amount
    amount = lying if command.amount is None else command.amount
    if amount != lying:
        _check_reduction(draft, name, spot, amount, lying)
    entry = ledger.transfer(ledger.box(spot.area, spot.wager, name), ledger.chips(name), amount)
    clause = draft.rules.closing.clause
    draft.add(
        events.WagerWithdrawn(patron=name, area=spot.area, wager=spot.wager, amount=amount, entry=entry, clause=clause)
    )


def _check_reduction(draft: Draft, name: str, spot: Spot, amount: Cents, lying: Cents) -> None:
    rules = draft.rules
    if not 0 < amount < lying or not rules.chips.value.can_make(amount):
        sentence = f"{format_dollars(amount)} cannot be taken in chips from {format_dollars(lying)}"
        refuse(rules, "not_in_chips", rules.chips.clause, sentence)
    patron = require_patron(draft, name)
    _check_amount(draft.state, patron, spot, lying - amount)


def move(draft: Draft, command: commands.Move) -> None:
    """Move all of a wager; the target must take it as if it were placed there when it has left its spot."""
    _require_betting(draft, command.wager)
    name, source = command.actor.person, Spot(area=command.area, wager=command.wager)
    target = Spot(area=command.to_area, wager=command.to_wager)
    patron = require_welcome(draft, name)
    amount = _require_wager(draft, name, source).amount
    draft.rules.wager(target.wager)
    held = [spot for spot, _ in wagers_of(draft.state, name) if spot != source]
    if target == source or target in held:
        sentence = "move a wager to a spot where you have none; place adds to one"
        refuse(draft.rules, "move_needs_free_spot", draft.rules.closing.clause, sentence)
    moved = without(draft.state, name, source)
    _check_where(moved, patron, target)
    _check_with_others(moved, patron, target, held)
    _check_amount(moved, patron, target, amount)
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


def bet_slip(draft: Draft, command: commands.BetSlip) -> None:
    """Bring what lies there to what the slip says, if all of it may lie there."""
    state, name = draft.state, command.actor.person
    wanted, lying = _stakes(draft, command), {spot: one.amount for spot, one in wagers_of(state, name)}
    stakes = _changes(wanted, lying)
    if not stakes:
        sentence = "the slip changes nothing: these stakes lie there already"
        refuse(draft.rules, "nothing_to_change", draft.rules.chips.clause, sentence)
    _check_slip(draft, name, stakes, wanted)
    needed = sum([stake.amount - stake.was for stake in stakes])
    if needed > 0:
        _check_chips(state, name, needed, raised=False)
    draft.add(
        events.SlipLaid(patron=name, stakes=stakes, entry=_slip_entry(name, stakes), clause=draft.rules.chips.clause)
    )


def _changes(wanted: Mapping[Spot, Cents], lying: Mapping[Spot, Cents]) -> tuple[events.Laid, ...]:
    """What is to lie where something else lies now."""
    spots = wanted if not lying else dict.fromkeys((*wanted, *lying))
    return tuple(
        [
            events.Laid(area=spot.area, wager=spot.wager, amount=wanted.get(spot, 0), was=lying.get(spot, 0))
            for spot in spots
            if wanted.get(spot, 0) != lying.get(spot, 0)
        ]
    )


def _stakes(draft: Draft, command: commands.BetSlip) -> dict[Spot, Cents]:
    """The stakes of a slip by spot."""
    rules = draft.rules
    if command.round != draft.state.round_number:
        sentence = f"the slip is for round {command.round}, and round {draft.state.round_number} is bet on: look again"
        refuse(rules, "other_round", rules.closing.clause, sentence)
    found = {Spot(area=stake.area, wager=stake.wager): stake.amount for stake in command.stakes}
    if len(found) != len(command.stakes) or min(found.values(), default=1) < 1:
        refuse(rules, "bad_slip", rules.chips.clause, "a slip names each spot once, with an amount above zero")
    return found


def _check_slip(draft: Draft, name: str, stakes: tuple[events.Laid, ...], wanted: Mapping[Spot, Cents]) -> None:
    """Whether the stakes of a slip may lie there as the layout will be; what is taken back is always allowed."""
    layout = draft.state
    if layout.rules.gallery.value:  # whether lines are open depends on all areas, those of the slip included
        layout = changed(layout, boxes=with_stakes(layout.boxes, name, stakes, layout.placed))
    for stake in stakes:
        _require_betting(draft, stake.wager, lies=stake.was > 0)
    if any(stake.amount > stake.was for stake in stakes):
        _check_together(layout, require_welcome(draft, name), tuple(wanted))
        _check_room(layout)
    for stake in stakes:
        if stake.amount:
            _check_stake(layout, require_patron(draft, name), stake)


def _check_stake(layout: TableState, patron: Patron, stake: events.Laid) -> None:
    rules, spot = layout.rules, Spot(area=stake.area, wager=stake.wager)
    if stake.amount > stake.was:
        _check_where(layout, patron, spot)
    _check_amount(layout, patron, spot, stake.amount)
    if stake.was and not rules.chips.value.can_make(abs(stake.amount - stake.was)):
        sentence = f"the wager on {spot.wager} is raised or reduced in the table's chips"
        refuse(rules, "not_in_chips", rules.chips.clause, sentence)


def _slip_entry(name: str, stakes: tuple[events.Laid, ...]) -> ledger.Entry:
    booked: dict[ledger.Account, Cents] = {ledger.chips(name): sum([stake.was - stake.amount for stake in stakes])}
    for stake in stakes:
        booked[ledger.Box(area=stake.area, wager=stake.wager, patron=name)] = stake.amount - stake.was
    return ledger.entry_of(booked)


# What a change of the rules leaves


def no_longer_possible(state: TableState) -> tuple[tuple[Spot, Lying], ...]:
    """Wagers that the rules of now do not allow beside the others; of two that exclude each other, the newer one."""
    kept, forbidden = changed(state, boxes={}), []
    lying = [(spot, one) for spot, stack in state.boxes.items() for one in stack]
    for spot, one in sorted(lying, key=lambda pair: (pair[0].wager not in MAIN, pair[1].order)):
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
        _check_with_others(state, patron, spot, [other for other, _ in wagers_of(state, patron.name)])
        _check_amount(state, patron, spot, one.amount)
    except (Refused, Unreadable):
        return False
    return True


# The close


def give_back(draft: Draft, spot: Spot, lying: Lying, amount: Cents, *, reason: Reason, clause: str) -> None:
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


def give_all_back(draft: Draft, *, reason: Reason, clause: str) -> None:
    for spot, lying in tuple(draft.state.boxes.items()):
        for one in lying:
            give_back(draft, spot, one, one.amount, reason=reason, clause=clause)


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
    if seated or not _has_gallery(state):
        clause = rules.lines_for_gallery_only.clause
        give_back(draft, spot, one, one.amount, reason=Reason.LINES_FOR_GALLERY, clause=clause)
    elif not _areas_allow_lines(state):
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
            draft.add(events.PatronWarned(patron=name, clause=draft.rules.under_minimum.clause))


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
        table_maximum = terms(state.rules, spot.wager).most
        for one in lying:
            if one.amount <= table_maximum:
                continue
            wager = state.rules.wager(spot.wager)
            own = limits(state.rules, wager, own_maximum(state.rules, state.patrons[one.patron]))[1].value
            if one.amount > own:
                give_back(draft, spot, one, one.amount - own, reason=Reason.OVER_MAXIMUM, clause=clause)


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


def _meet_differential(draft: Draft, *, cut_pro_rata: bool | None) -> None:
    """Cut the heavier hand, and then whichever is heavier, until the differential is met."""
    rule = draft.rules.differential_rule
    heavier, excess = over_differential(draft.state)
    if excess and rule.value is DifferentialRule.PRO_RATA and not cut_pro_rata:
        draft.add(events.DifferentialLeft(excess=excess, clause=rule.clause))
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
