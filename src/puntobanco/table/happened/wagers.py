"""Stakes on the layout until wagers close."""

from msgspec import Struct

from puntobanco.changed import changed
from puntobanco.money import Cents, format_dollars
from puntobanco.table import ledger
from puntobanco.table.ledger import post
from puntobanco.table.parts import Lying, Spot
from puntobanco.table.reasons import Reason
from puntobanco.table.state import Books, Boxes, Draft, Public, TableState, put_on, taken_off
from puntobanco.table.wording import in_words, place_in_words, stake_in_words


class WagerPlaced(Public, tag="wager_placed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips were put on a spot; `spoken` where the dealer placed them for the patron."""

    patron: str
    area: str
    wager: str
    amount: Cents
    entry: Books
    spoken: bool

    def after(self, state: TableState) -> TableState:
        return changed(
            state,
            boxes=put_on(state.boxes, Spot(area=self.area, wager=self.wager), self.patron, self.amount, state.placed),
            balances=post(state.balances, self.entry),
            placed=state.placed + 1,
        )

    def told(self, _: str, /) -> str:
        what = f"{format_dollars(self.amount)} on {in_words(self.wager)} {place_in_words(self.area)}"
        return f"{self.patron} {'calls' if self.spoken else 'places'} {what}"


def put_down(draft: Draft, name: str, spot: Spot, amount: Cents, *, spoken: bool, clause: str) -> None:
    """A patron's chips go onto a spot where they may lie."""
    entry = ledger.transfer(ledger.chips(name), ledger.box(spot.area, spot.wager, name), amount)
    draft.add(
        WagerPlaced(
            patron=name,
            area=spot.area,
            wager=spot.wager,
            amount=amount,
            entry=entry,
            spoken=spoken,
            clause=clause,
        )
    )


class WagerWithdrawn(Public, tag="wager_withdrawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron took a wager back, or a part of it."""

    patron: str
    area: str
    wager: str
    amount: Cents
    entry: Books

    def after(self, state: TableState) -> TableState:
        return _taken(state, self)

    def told(self, _: str, /) -> str:
        return f"{stake_in_words(self.patron, self.amount, self.wager, self.area)} is withdrawn"


class WagerMoved(Public, tag="wager_moved.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager went to another spot."""

    patron: str
    area: str
    wager: str
    to_area: str
    to_wager: str
    amount: Cents
    entry: Books

    def after(self, state: TableState) -> TableState:
        boxes = taken_off(state.boxes, Spot(area=self.area, wager=self.wager), self.patron, self.amount)
        boxes = put_on(boxes, Spot(area=self.to_area, wager=self.to_wager), self.patron, self.amount, state.placed)
        return changed(state, boxes=boxes, balances=post(state.balances, self.entry), placed=state.placed + 1)

    def told(self, _: str, /) -> str:
        stake = stake_in_words(self.patron, self.amount, self.wager, self.area)
        return f"{stake} moves to {in_words(self.to_wager)} {place_in_words(self.to_area)}"


class Laid(Struct, array_like=True, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies on a spot after a slip, and what lay there before."""

    area: str
    wager: str
    amount: Cents
    was: Cents


class SlipLaid(Public, tag="slip_laid.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slip brought a patron's wagers to what it says; spots that it leaves as they were are not named."""

    patron: str
    stakes: tuple[Laid, ...]
    entry: Books

    def after(self, state: TableState) -> TableState:
        boxes = with_stakes(state.boxes, self.patron, self.stakes, state.placed)
        balances = post(state.balances, self.entry)
        return changed(state, boxes=boxes, balances=balances, placed=state.placed + len(self.stakes))

    def told(self, _: str, /) -> str:
        return f"{self.patron}'s slip: {'; '.join(map(_laid_in_words, self.stakes))}"


def _laid_in_words(stake: Laid) -> str:
    if not stake.amount:
        return f"nothing on {in_words(stake.wager)} {place_in_words(stake.area)}"
    return f"{format_dollars(stake.amount)} on {in_words(stake.wager)} {place_in_words(stake.area)}"


def with_stakes(boxes: Boxes, patron: str, stakes: tuple[Laid, ...], placed: int) -> Boxes:
    """The boxes after a slip: what was raised is new, what was reduced keeps its turn."""
    after = dict(boxes)
    for order, stake in enumerate(stakes, start=placed):
        spot = Spot(area=stake.area, wager=stake.wager)
        lying = after.get(spot, ())
        if not stake.was:
            after[spot] = (*lying, Lying(patron=patron, amount=stake.amount, order=order))
        elif left := _with_stake(lying, patron, stake, order):
            after[spot] = left
        else:
            del after[spot]
    return after


def _with_stake(lying: tuple[Lying, ...], patron: str, stake: Laid, order: int) -> tuple[Lying, ...]:
    """What lies on a spot when a patron's stake there is another; none of it leaves the others'."""
    kept = (one for one in lying if one.patron != patron or stake.amount)
    return tuple(_laid(one, stake, order) if one.patron == patron else one for one in kept)


def _laid(lying: Lying, stake: Laid, order: int) -> Lying:
    return changed(lying, amount=stake.amount, order=order if stake.amount > stake.was else lying.order)


class WagerReturned(Public, tag="wager_returned.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All or part of a wager goes back before the deal, with the reason."""

    patron: str
    area: str
    wager: str
    amount: Cents
    reason: Reason
    entry: Books

    leaves_fresh = True

    def after(self, state: TableState) -> TableState:
        return _taken(state, self)

    def told(self, _: str, /) -> str:
        stake = stake_in_words(self.patron, self.amount, self.wager, self.area)
        return f"{stake} goes back: {self.reason.replace('_', ' ')}"


def _taken(state: TableState, event: WagerWithdrawn | WagerReturned) -> TableState:
    boxes = taken_off(state.boxes, Spot(area=event.area, wager=event.wager), event.patron, event.amount)
    return changed(state, boxes=boxes, balances=post(state.balances, event.entry))


def give_back(draft: Draft, spot: Spot, lying: Lying, amount: Cents, *, reason: Reason, clause: str) -> None:
    """All or part of a wager goes back to its patron."""
    entry = ledger.transfer(ledger.box(spot.area, spot.wager, lying.patron), ledger.chips(lying.patron), amount)
    draft.add(
        WagerReturned(
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


class DifferentialLeft(Public, tag="differential_left.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dealer declined to cut the heavier hand."""

    excess: Cents

    def after(self, state: TableState) -> TableState:
        return state

    def told(self, _: str, /) -> str:
        return f"The dealer leaves the differential exceeded by {format_dollars(self.excess)}"
