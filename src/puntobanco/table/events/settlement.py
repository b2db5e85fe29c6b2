"""Wagers are settled; a settlement may be undone."""

from collections.abc import Sequence

from puntobanco.rulebooks.wagers import Stage
from puntobanco.table import ledger
from puntobanco.table.ledger import TableAccount, TableEntry, post
from puntobanco.table.model import SettledWager
from puntobanco.table.phrases import OUTCOMES, in_words, moved_in_words, reason_in_words
from puntobanco.table.return_reasons import Reason
from puntobanco.table.stakes import NO_STAKES, Stakes
from puntobanco.table.state import Books, Moves, Public, TableState, round_of
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


class StageSettled(Moves, tag="stage_settled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wagers were settled, losers first; those in `stays` are left on the layout."""

    stage: Stage
    wagers: tuple[SettledWager, ...]
    stays: tuple[SettledWager, ...]

    @property
    def entry(self) -> TableEntry:
        """Stakes leave their boxes; patrons get what is returned, the house the rest, commission apart."""
        lines = self._leaving()
        boxes = {ledger.box(line.area, line.wager, line.patron): -line.stake for line in lines}
        return ledger.entry_of(boxes | _shares(lines))

    def _leaving(self) -> Sequence[SettledWager]:
        return [line for line in self.wagers if line not in self.stays] if self.stays else self.wagers

    def apply(self, state: TableState) -> TableState:
        current = round_of(state)
        after = changed(current, stages=(*current.stages, self.stage), settled=(*current.settled, *self.wagers))
        accounts = ledger.moved(state.accounts, _shares(self._leaving()).items())
        return changed(state, round=after, stakes=_left(state.stakes, self), accounts=accounts)

    def describe(self, _: str, /) -> str:
        return "Settled: " + ("; ".join(map(_settled, self.wagers)) or "no wagers")


def _shares(lines: Sequence[SettledWager]) -> dict[TableAccount, Cents]:
    """Who gets what of the stakes that leave their boxes."""
    shares: dict[TableAccount, Cents] = {}
    house = taken = 0
    for line in lines:
        returned, commission, owed = line.returned, line.commission_taken, line.commission_owed
        house += line.stake - returned - commission - owed
        taken += commission
        if returned:
            chips = ledger.chips(line.patron)
            shares[chips] = shares.get(chips, 0) + returned
        if owed:
            debt = ledger.commission_owed(line.patron)
            shares[debt] = shares.get(debt, 0) + owed
    shares[ledger.COMMISSION_TAKEN] = taken
    shares[ledger.FLOAT] = house
    return shares


def _left(stakes: Stakes, event: StageSettled) -> Stakes:
    """What lies on the layout once a stage is settled."""
    if not event.stays and len(event.wagers) == len(stakes):
        return NO_STAKES
    kinds = {line.wager for line in event.wagers}
    stays = {(line.patron, line.area, line.wager) for line in event.stays}
    if not stays:
        return stakes.without_wagers(kinds)
    return stakes.keeping(lambda one: one.wager not in kinds or (one.patron, one.area, one.wager) in stays)


def _settled(line: SettledWager) -> str:
    taken = f" after commission {format_dollars(line.commission_taken)}" if line.commission_taken else ""
    owed = f", owes commission {format_dollars(line.commission_owed)}" if line.commission_owed else ""
    change = line.returned - line.stake
    money = f" {format_dollars(abs(change))}" if change else ""
    stake = f"{line.patron} {in_words(line.wager)} {format_dollars(line.stake)}"
    return f"{stake} {OUTCOMES[line.outcome]}{money}{taken}{owed} ({line.clause})"


class StageReopened(Public, tag="stage_reopened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was settled is undone and the stakes lie in their boxes again."""

    number: Count
    stage: Stage
    wagers: tuple[SettledWager, ...]
    entry: Books

    def apply(self, state: TableState) -> TableState:
        current, stakes, placed = round_of(state), state.stakes, state.placed
        for line in self.wagers:
            stakes = stakes.with_more(line.patron, line.area, line.wager, line.stake, placed)
            placed += 1
        after = changed(
            current,
            stages=tuple(stage for stage in current.stages if stage is not self.stage),
            settled=tuple(line for line in current.settled if line not in self.wagers),
        )
        return changed(state, round=after, stakes=stakes, placed=placed, accounts=post(state.accounts, self.entry))

    def describe(self, _: str, /) -> str:
        return f"The settlement of round {self.number} is undone{moved_in_words(self.entry)}"


class StageReversed(Public, tag="stage_reversed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money of a round that is taken back as if it had not been."""

    number: Count
    wagers: tuple[SettledWager, ...]
    entry: Books
    reason: Reason

    def apply(self, state: TableState) -> TableState:
        current = round_of(state)
        kept = tuple(settled for settled in current.settled if settled not in self.wagers)
        return changed(state, round=changed(current, settled=kept), accounts=post(state.accounts, self.entry))

    def describe(self, _: str, /) -> str:
        why = reason_in_words(self.reason)
        return f"Money of round {self.number} is taken back for {why}{moved_in_words(self.entry)}"
