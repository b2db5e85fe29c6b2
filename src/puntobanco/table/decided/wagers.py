"""Wagers until they close: place, move, withdraw, or a whole slip."""

from collections.abc import Mapping

from msgspec import Struct

from puntobanco.changed import changed
from puntobanco.coup.wagering import payable_part, terms
from puntobanco.money import Cents, Count, format_dollars
from puntobanco.rules.wagers import LimitsGroup
from puntobanco.table import ledger
from puntobanco.table.actors import Role
from puntobanco.table.asked.layout import (
    betting_is_open,
    check_amount,
    check_together,
    check_where,
    check_with_others,
    wagers_can_be_altered,
    wagers_of,
    without,
)
from puntobanco.table.asking import DEALER, PATRON, Asked, given_by
from puntobanco.table.decided.welcome import require_patron, require_welcome
from puntobanco.table.happened.wagers import (
    Laid,
    SlipLaid,
    WagerMoved,
    WagerWithdrawn,
    give_back,
    put_down,
    with_stakes,
)
from puntobanco.table.parts import Lying, Patron, Phase, Spot
from puntobanco.table.reasons import Reason
from puntobanco.table.refusing import refuse
from puntobanco.table.state import Draft, TableState


@given_by(PATRON, DEALER)
class Place(Asked, tag="place.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put chips on a spot, on top of what lies there; a dealer places a spoken wager for a patron.

    Where only exactly payable wagers stand, the rest of a spoken one that the dealer accepted all the same goes
    back at once. A wager under a minimum that asks for a warning first is judged when wagers close.
    """

    area: str
    """A seat's number, or `L` and the number of the line after that seat."""
    wager: str
    """Id of the wager, such as `banker` or `player_pair`."""
    amount: Cents
    patron: str | None = None
    """For whom, when a dealer places; a patron bets for nobody else."""

    def decide(self, draft: Draft) -> None:
        """Put chips on a spot, on top of what lies there."""
        state, rules = draft.state, draft.rules
        name, spot, amount = _bettor(state, self), Spot(area=self.area, wager=self.wager), self.amount
        held = {other: one for other, stack in state.boxes.items() for one in stack if one.patron == name}
        _require_betting(draft, spot.wager, lies=spot in held)
        patron = require_welcome(draft, name)
        terms(rules, spot.wager)
        check_where(state, patron, spot)
        lying = held.pop(spot).amount if spot in held else 0
        check_with_others(state, patron, spot, list(held))
        _check_room(state)
        _check_chips(state, name, amount, raised=lying > 0)
        spoken = self.actor.role is Role.DEALER
        accepted = spoken and rules.payable_part_stands.value
        check_amount(state, patron, spot, lying + amount, payable_or_not=accepted)
        clause = rules.spoken_wagers.clause if spoken else rules.chips.clause
        put_down(draft, name, spot, amount, spoken=spoken, clause=clause)
        if accepted:
            _return_unpayable(draft, name, spot)


@given_by(PATRON)
class Move(Asked, tag="move.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Move a wager to another spot.

    All of it, to a spot where the patron has none.
    """

    area: str
    wager: str
    to_area: str
    to_wager: str

    def decide(self, draft: Draft) -> None:
        """Move all of a wager; the target must take it as if it were placed there when it has left its spot."""
        _require_betting(draft, self.wager)
        name, source = self.actor.person, Spot(area=self.area, wager=self.wager)
        target = Spot(area=self.to_area, wager=self.to_wager)
        patron = require_welcome(draft, name)
        amount = _require_wager(draft, name, source).amount
        draft.rules.wager(target.wager)
        held = [spot for spot, _ in wagers_of(draft.state, name) if spot != source]
        if target == source or target in held:
            sentence = "move a wager to a spot where you have none; place adds to one"
            refuse(draft.rules, "move_needs_free_spot", draft.rules.closing.clause, sentence)
        moved = without(draft.state, name, source)
        check_where(moved, patron, target)
        check_with_others(moved, patron, target, held)
        check_amount(moved, patron, target, amount)
        entry = ledger.transfer(
            ledger.box(source.area, source.wager, name), ledger.box(target.area, target.wager, name), amount
        )
        draft.add(
            WagerMoved(
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


@given_by(PATRON)
class Withdraw(Asked, tag="withdraw.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a wager back, or a part of it.

    What is left must be a wager that could be placed as it is.
    """

    area: str
    wager: str
    amount: Cents | None = None
    """Left out, all of it."""

    def decide(self, draft: Draft) -> None:
        """Take back a wager, or so much of it that the rest could be placed as it is."""
        name, spot = self.actor.person, Spot(area=self.area, wager=self.wager)
        _require_betting(draft, spot.wager)
        lying = _require_wager(draft, name, spot).amount
        amount = lying if self.amount is None else self.amount
        if amount != lying:
            _check_reduction(draft, name, spot, amount, lying)
        entry = ledger.transfer(ledger.box(spot.area, spot.wager, name), ledger.chips(name), amount)
        clause = draft.rules.closing.clause
        draft.add(
            WagerWithdrawn(patron=name, area=spot.area, wager=spot.wager, amount=amount, entry=entry, clause=clause)
        )


class Stake(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to lie on a spot."""

    area: str
    wager: str
    amount: Cents


@given_by(PATRON)
class BetSlip(Asked, tag="bet_slip.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of a patron's stakes for a round, in place of what lies there: all of it is accepted or none."""

    round: Count
    """The number of the round that is bet on: a slip for another one is refused."""
    stakes: tuple[Stake, ...]
    """What is to lie on each spot; on all others, nothing."""

    def decide(self, draft: Draft) -> None:
        """Bring what lies there to what the slip says, if all of it may lie there."""
        state, name = draft.state, self.actor.person
        wanted, lying = _stakes(draft, self), {spot: one.amount for spot, one in wagers_of(state, name)}
        stakes = _changes(wanted, lying)
        if not stakes:
            sentence = "the slip changes nothing: these stakes lie there already"
            refuse(draft.rules, "nothing_to_change", draft.rules.chips.clause, sentence)
        _check_slip(draft, name, stakes, wanted)
        needed = sum([stake.amount - stake.was for stake in stakes])
        if needed > 0:
            _check_chips(state, name, needed, raised=False)
        draft.add(
            SlipLaid(patron=name, stakes=stakes, entry=_slip_entry(name, stakes), clause=draft.rules.chips.clause)
        )


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


def _bettor(state: TableState, command: Place) -> str:
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


def _check_reduction(draft: Draft, name: str, spot: Spot, amount: Cents, lying: Cents) -> None:
    rules = draft.rules
    if not 0 < amount < lying or not rules.chips.value.can_make(amount):
        sentence = f"{format_dollars(amount)} cannot be taken in chips from {format_dollars(lying)}"
        refuse(rules, "not_in_chips", rules.chips.clause, sentence)
    patron = require_patron(draft, name)
    check_amount(draft.state, patron, spot, lying - amount)


def _changes(wanted: Mapping[Spot, Cents], lying: Mapping[Spot, Cents]) -> tuple[Laid, ...]:
    """What is to lie where something else lies now."""
    spots = wanted if not lying else dict.fromkeys((*wanted, *lying))
    return tuple(
        [
            Laid(area=spot.area, wager=spot.wager, amount=wanted.get(spot, 0), was=lying.get(spot, 0))
            for spot in spots
            if wanted.get(spot, 0) != lying.get(spot, 0)
        ]
    )


def _stakes(draft: Draft, command: BetSlip) -> dict[Spot, Cents]:
    """The stakes of a slip by spot."""
    rules = draft.rules
    if command.round != draft.state.round_number:
        sentence = f"the slip is for round {command.round}, and round {draft.state.round_number} is bet on: look again"
        refuse(rules, "other_round", rules.closing.clause, sentence)
    found = {Spot(area=stake.area, wager=stake.wager): stake.amount for stake in command.stakes}
    if len(found) != len(command.stakes) or min(found.values(), default=1) < 1:
        refuse(rules, "bad_slip", rules.chips.clause, "a slip names each spot once, with an amount above zero")
    return found


def _check_slip(draft: Draft, name: str, stakes: tuple[Laid, ...], wanted: Mapping[Spot, Cents]) -> None:
    """Whether the stakes of a slip may lie there as the layout will be; what is taken back is always allowed."""
    layout = draft.state
    if layout.rules.gallery.value:  # whether lines are open depends on all areas, those of the slip included
        layout = changed(layout, boxes=with_stakes(layout.boxes, name, stakes, layout.placed))
    for stake in stakes:
        _require_betting(draft, stake.wager, lies=stake.was > 0)
    if any(stake.amount > stake.was for stake in stakes):
        check_together(layout, require_welcome(draft, name), tuple(wanted))
        _check_room(layout)
    for stake in stakes:
        if stake.amount:
            _check_stake(layout, require_patron(draft, name), stake)


def _check_stake(layout: TableState, patron: Patron, stake: Laid) -> None:
    rules, spot = layout.rules, Spot(area=stake.area, wager=stake.wager)
    if stake.amount > stake.was:
        check_where(layout, patron, spot)
    check_amount(layout, patron, spot, stake.amount)
    if stake.was and not rules.chips.value.can_make(abs(stake.amount - stake.was)):
        sentence = f"the wager on {spot.wager} is raised or reduced in the table's chips"
        refuse(rules, "not_in_chips", rules.chips.clause, sentence)


def _slip_entry(name: str, stakes: tuple[Laid, ...]) -> ledger.Entry:
    booked: dict[ledger.Account, Cents] = {ledger.chips(name): sum([stake.was - stake.amount for stake in stakes])}
    for stake in stakes:
        booked[ledger.Box(area=stake.area, wager=stake.wager, patron=name)] = stake.amount - stake.was
    return ledger.entry_of(booked)
