"""Stakes on the layout until wagers close."""

from collections.abc import Sequence

from msgspec import Struct

from puntobanco.table.ledger import TableEntry, box, chips, moved, transfer
from puntobanco.table.phrases import in_words, place_in_words, reason_in_words, stake_in_words
from puntobanco.table.return_reasons import AT_THE_CLOSE, Reason
from puntobanco.table.stakes import Stake, Stakes
from puntobanco.table.state import Moves, Public, TableDraft, TableState, bet_is_gone
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.replace import changed


class WagerPlaced(Moves, tag="wager_placed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips were put on a spot; `spoken` where the patron named them and the dealer put them there."""

    patron: str
    area: str
    wager: str
    amount: Cents
    spoken: bool

    @property
    def entry(self) -> TableEntry:
        return transfer(chips(self.patron), box(self.area, self.wager, self.patron), self.amount)

    def apply(self, state: TableState) -> TableState:
        return changed(
            state,
            stakes=state.stakes.with_more(self.patron, self.area, self.wager, self.amount, state.placed),
            accounts=moved(state.accounts, ((chips(self.patron), -self.amount),)),
            placed=state.placed + 1,
        )

    def describe(self, _: str, /) -> str:
        what = f"{format_dollars(self.amount)} on {in_words(self.wager)} {place_in_words(self.area)}"
        return f"{self.patron} {'calls' if self.spoken else 'places'} {what}"


def put_down(draft: TableDraft, stake: Stake, *, spoken: bool, clause: str) -> None:
    """A patron's chips go onto a spot where they may lie."""
    draft.add(
        WagerPlaced(
            patron=stake.patron,
            area=stake.area,
            wager=stake.wager,
            amount=stake.amount,
            spoken=spoken,
            clause=clause,
        )
    )


class WagerWithdrawn(Moves, tag="wager_withdrawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron took a wager back, or a part of it."""

    patron: str
    area: str
    wager: str
    amount: Cents

    @property
    def entry(self) -> TableEntry:
        return _back_to_chips(self)

    def apply(self, state: TableState) -> TableState:
        return _taken(state, self)

    def describe(self, _: str, /) -> str:
        return f"{stake_in_words(self.patron, self.amount, self.wager, self.area)} is withdrawn"


def withdraw(draft: TableDraft, stake: Stake, amount: Cents, clause: str) -> None:
    """A patron takes back all or part of a wager."""
    draft.add(WagerWithdrawn(patron=stake.patron, area=stake.area, wager=stake.wager, amount=amount, clause=clause))


class WagerMoved(Moves, tag="wager_moved.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager went to another spot."""

    patron: str
    area: str
    wager: str
    to_area: str
    to_wager: str
    amount: Cents

    @property
    def entry(self) -> TableEntry:
        return transfer(
            box(self.area, self.wager, self.patron), box(self.to_area, self.to_wager, self.patron), self.amount
        )

    def apply(self, state: TableState) -> TableState:
        stakes = state.stakes.with_less(self.patron, self.area, self.wager, self.amount)
        stakes = stakes.with_more(self.patron, self.to_area, self.to_wager, self.amount, state.placed)
        return changed(state, stakes=stakes, placed=state.placed + 1)

    def describe(self, _: str, /) -> str:
        stake = stake_in_words(self.patron, self.amount, self.wager, self.area)
        return f"{stake} moves to {in_words(self.to_wager)} {place_in_words(self.to_area)}"


class Laid(Struct, array_like=True, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies on a spot after a slip, and what lay there before."""

    area: str
    wager: str
    amount: Cents
    was: Cents


class SlipLaid(Moves, tag="slip_laid.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slip brought a patron's wagers to what it says; spots that it leaves as they were are not named."""

    patron: str
    stakes: tuple[Laid, ...]

    @property
    def entry(self) -> TableEntry:
        boxes = [(box(one.area, one.wager, self.patron), one.amount - one.was) for one in self.stakes]
        more = self.more()
        return TableEntry(postings=((chips(self.patron), -more), *boxes) if more else tuple(boxes))

    def more(self) -> Cents:
        """What the patron has on the layout more than before, or below zero less."""
        return sum([one.amount - one.was for one in self.stakes])

    def apply(self, state: TableState) -> TableState:
        stakes = with_slip(state.stakes, self.patron, self.stakes, state.placed)
        accounts = moved(state.accounts, ((chips(self.patron), -self.more()),))
        return changed(state, stakes=stakes, accounts=accounts, placed=state.placed + len(self.stakes))

    comes_in_runs = True

    @classmethod
    def after_run(cls, state: TableState, run: Sequence["SlipLaid"]) -> TableState:
        """The slips of patrons who had nothing on the layout are laid in one go."""
        patrons = {slip.patron for slip in run}
        if len(patrons) < len(run) or not patrons.isdisjoint(state.stakes.by_patron):
            return super().after_run(state, run)
        placed, bets = state.placed, {}
        for slip in run:
            bets[slip.patron] = _first_stakes(slip.patron, slip.stakes, placed)
            placed += len(slip.stakes)
        accounts = moved(state.accounts, [(chips(slip.patron), -slip.more()) for slip in run])
        return changed(state, stakes=state.stakes.with_first(bets), accounts=accounts, placed=placed, fresh=None)

    def describe(self, _: str, /) -> str:
        return f"{self.patron}'s slip: {'; '.join(map(_laid_in_words, self.stakes))}"


def _laid_in_words(stake: Laid) -> str:
    if not stake.amount:
        return f"nothing on {in_words(stake.wager)} {place_in_words(stake.area)}"
    return f"{format_dollars(stake.amount)} on {in_words(stake.wager)} {place_in_words(stake.area)}"


def with_slip(stakes: Stakes, patron: str, laid: tuple[Laid, ...], placed: int) -> Stakes:
    """The stakes after a slip: what was raised is new, what was reduced keeps its turn."""
    if patron not in stakes.by_patron:
        return stakes.with_first({patron: _first_stakes(patron, laid, placed)})
    for order, one in enumerate(laid, start=placed):
        before = stakes.at(patron, one.area, one.wager) if one.was else None
        turn = before.order if before is not None and one.amount < one.was else order
        stakes = stakes.with_stake(Stake(patron=patron, area=one.area, wager=one.wager, amount=one.amount, order=turn))
    return stakes


def _first_stakes(patron: str, laid: tuple[Laid, ...], placed: int) -> tuple[Stake, ...]:
    return tuple(
        [
            Stake(patron=patron, area=one.area, wager=one.wager, amount=one.amount, order=order)
            for order, one in enumerate(laid, start=placed)
        ]
    )


class WagerReturned(Moves, tag="wager_returned.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All or part of a wager goes back before the deal, with the reason."""

    patron: str
    area: str
    wager: str
    amount: Cents
    reason: Reason

    leaves_fresh = True

    @property
    def entry(self) -> TableEntry:
        return _back_to_chips(self)

    def apply(self, state: TableState) -> TableState:
        state = _taken(state, self)
        return bet_is_gone(state, self.patron) if self.reason in AT_THE_CLOSE else state

    def describe(self, _: str, /) -> str:
        stake = stake_in_words(self.patron, self.amount, self.wager, self.area)
        return f"{stake} goes back: {reason_in_words(self.reason)}"


def _taken(state: TableState, event: WagerWithdrawn | WagerReturned) -> TableState:
    stakes = state.stakes.with_less(event.patron, event.area, event.wager, event.amount)
    return changed(state, stakes=stakes, accounts=moved(state.accounts, ((chips(event.patron), event.amount),)))


def give_back(draft: TableDraft, stake: Stake, amount: Cents, *, reason: Reason, clause: str) -> None:
    """All or part of a wager goes back to its patron."""
    draft.add(
        WagerReturned(
            patron=stake.patron,
            area=stake.area,
            wager=stake.wager,
            amount=amount,
            reason=reason,
            clause=clause,
        )
    )


def _back_to_chips(event: WagerWithdrawn | WagerReturned) -> TableEntry:
    return transfer(box(event.area, event.wager, event.patron), chips(event.patron), event.amount)


def give_all_back(draft: TableDraft, *, reason: Reason, clause: str) -> None:
    for one in draft.state.stakes:
        give_back(draft, one, one.amount, reason=reason, clause=clause)


class DifferentialLeft(Public, tag="differential_left.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dealer declined to cut the heavier hand."""

    excess: Cents

    def apply(self, state: TableState) -> TableState:
        return state

    def describe(self, _: str, /) -> str:
        return f"The dealer leaves the differential exceeded by {format_dollars(self.excess)}"
