"""What happens at the tables, and what it means for the tournament."""

from puntobanco.streams.event import fold
from puntobanco.table.events import TableEvent as TableEvent
from puntobanco.table.state import TableState
from puntobanco.tournament.model import Out, TableInPlay
from puntobanco.tournament.state import (
    TournamentEventBase,
    TournamentState,
    session_of,
    with_entrant,
    with_session,
    with_table,
)
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


class TableDid(TournamentEventBase, tag="table_did.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happened at a table, in its own events."""

    table: str
    events: tuple[TableEvent, ...]

    def apply(self, state: TournamentState) -> TournamentState:
        before = state.tables.get(self.table)
        table = fold(self.events, None if before is None else before.state)
        if table is None:
            raise ValueError("a table begins with table_opened")
        return at_the_table(state, self.table, table)

    def describe(self, by: str, /) -> str:
        return f"Table {self.table}: " + "; ".join(one.describe(by) for one in self.events)


def at_the_table(state: TournamentState, name: str, table: TableState) -> TournamentState:
    """The tournament once a table is as it is."""
    before = state.tables.get(name)
    after = TableInPlay(state=table) if before is None else changed(before, state=table)
    return changed(state, tables={**state.tables, name: after}, played=state.played.union(table.patrons))


class RoundCounted(TournamentEventBase, tag="round_counted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round of a table counts towards the session or play-off."""

    table: str
    round: Count

    def apply(self, state: TournamentState) -> TournamentState:
        return with_table(state, self.table, counted=(*state.tables[self.table].counted, self.round))

    def describe(self, _: str, /) -> str:
        return f"Round {self.round} of table {self.table} counts"


class RoundUncounted(
    TournamentEventBase, tag="round_uncounted.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A round that counted is void or decided again, and no longer counts."""

    table: str
    round: Count

    def apply(self, state: TournamentState) -> TournamentState:
        counted = tuple(one for one in state.tables[self.table].counted if one != self.round)
        return with_table(state, self.table, counted=counted)

    def describe(self, _: str, /) -> str:
        return f"Round {self.round} of table {self.table} no longer counts"


class WarningNoted(TournamentEventBase, tag="warning_noted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody was warned for a wager out of turn; it lasts for the tournament."""

    player: str

    def apply(self, state: TournamentState) -> TournamentState:
        return with_entrant(state, self.player, warned=True)

    def describe(self, _: str, /) -> str:
        return f"{self.player}'s warning lasts for the tournament"


class PlayerPutOut(TournamentEventBase, tag="player_put_out.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody cannot wager any more, or was excluded, and leaves the seat."""

    player: str
    table: str
    round: Count
    """The table's number of the last round before; 0 if none was dealt."""
    chips: Cents
    excluded: bool

    def apply(self, state: TournamentState) -> TournamentState:
        out = Out(player=self.player, table=self.table, round=self.round, chips=self.chips, excluded=self.excluded)
        return with_session(state, out=(*session_of(state).out, out))

    def describe(self, _: str, /) -> str:
        why = "is excluded" if self.excluded else f"cannot wager with {format_dollars(self.chips)}"
        return f"{self.player} {why} and is out"


class LeftChipsChanged(
    TournamentEventBase, tag="left_chips_changed.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A late decision gave chips to somebody who is out, or (below zero) took what they had left."""

    player: str
    change: Cents

    def apply(self, state: TournamentState) -> TournamentState:
        out = tuple(
            changed(one, chips=one.chips + self.change) if one.player == self.player else one
            for one in session_of(state).out
        )
        return with_session(state, out=out)

    def describe(self, _: str, /) -> str:
        what = "come back to" if self.change > 0 else "are taken from"
        return f"{format_dollars(abs(self.change))} in chips {what} {self.player}, who is out"


class ChipsDue(TournamentEventBase, tag="chips_due.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A late decision gives a player chips, or (below zero) takes some, which are still to be given or taken.

    It is about a round of somebody before them, or takes what lies on the layout.
    """

    player: str
    change: Cents

    def apply(self, state: TournamentState) -> TournamentState:
        return with_session(state, due=(*session_of(state).due, (self.player, self.change)))

    def describe(self, _: str, /) -> str:
        what = "are still to come to" if self.change > 0 else "are still to be taken from"
        return f"{format_dollars(abs(self.change))} in chips {what} {self.player}"


class ChipsSettled(TournamentEventBase, tag="chips_settled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was due to or from a player is in their chips, as far as they cover it."""

    player: str
    change: Cents
    """What came to the player, or (below zero) was taken."""
    written_off: Cents
    """What no chips of theirs will cover."""

    def apply(self, state: TournamentState) -> TournamentState:
        due = session_of(state).due
        left = sum(cents for player, cents in due if player == self.player) - self.change + self.written_off
        others = tuple(one for one in due if one[0] != self.player)
        return with_session(state, due=(*others, (self.player, left)) if left else others)

    def describe(self, _: str, /) -> str:
        off = f"{format_dollars(self.written_off)} that {self.player} has no chips for is written off"
        if not self.change:
            return off
        what = "are taken from" if self.change < 0 else "come to"
        moved = f"{format_dollars(abs(self.change))} in chips {what} {self.player}"
        return f"{moved}; {off}" if self.written_off else moved


class PlayerReinstated(
    TournamentEventBase, tag="player_reinstated.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Somebody who was out can wager again, because what put them out is void."""

    player: str

    def apply(self, state: TournamentState) -> TournamentState:
        out = tuple(one for one in session_of(state).out if one.player != self.player)
        return with_session(state, out=out)

    def describe(self, _: str, /) -> str:
        return f"{self.player} is back"
