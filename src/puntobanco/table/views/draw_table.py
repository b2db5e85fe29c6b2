"""The drawing table of a book, and where in it the coup on the table is."""

from collections.abc import Iterator

from msgspec import Struct

from puntobanco.coup.draw import Decision, next_step
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.tableau import TOTALS_THAT_MAY_DRAW
from puntobanco.table.model import RoundState, coup_of
from puntobanco.table.state import TableState
from puntobanco.values.cards import Card

FIRST = 2
"""Cards of a hand before anything is drawn."""


class DrawingTotals(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Totals of two cards that the book says something of."""

    totals: tuple[int, ...]
    clause: str


class BankerRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What banker does on one total."""

    total: int
    draws: tuple[bool, ...]
    """By what player's third card counts, from 0 to 9."""


class DrawingDecision(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the book decided, in words."""

    text: str
    clause: str


class DrawingNow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the coup is that lies on the table."""

    round: int
    player: int
    """The total of player's first two cards."""
    banker: int
    third: int | None
    """What player's third card counts; none if there is none."""
    natural: bool
    player_stood: bool
    """Whether banker goes by its own total alone."""
    decided: tuple[DrawingDecision, ...]


class DrawingTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a hand takes a third card."""

    naturals: DrawingTotals
    """Nobody draws against one."""
    player: DrawingTotals
    """On which player draws."""
    banker_after_stand: DrawingTotals
    """On which banker draws where player stood."""
    banker: tuple[BankerRow, ...]
    """Where player drew."""
    banker_clause: str
    now: DrawingNow | None
    """None before four cards lie there face up, and while cards lie out of sequence."""


def drawing_table(state: TableState) -> DrawingTable:
    """By the rules in force."""
    rules = state.rules
    rows = rules.banker_draws_after_card
    return DrawingTable(
        naturals=DrawingTotals(totals=rules.naturals.value, clause=rules.naturals.clause),
        player=DrawingTotals(totals=rules.player_draws.value.totals, clause=rules.player_draws.clause),
        banker_after_stand=DrawingTotals(
            totals=rules.banker_draws_after_stand.value.totals, clause=rules.banker_draws_after_stand.clause
        ),
        banker=tuple(BankerRow(total=total, draws=rows.value.rows[total]) for total in TOTALS_THAT_MAY_DRAW),
        banker_clause=rows.clause,
        now=_now(state),
    )


def _now(state: TableState) -> DrawingNow | None:
    """Of the coup that is dealt, or of the last one until the next begins."""
    if state.round is not None:
        return _within(state.rules, state.round)
    return None if state.ended is None else _within(state.ended.rules, state.ended.round)


def _within(rules: TableRules, current: RoundState) -> DrawingNow | None:
    first = coup_of(current.player[:FIRST], current.banker[:FIRST])
    if current.misplaced or first is None or len(first) < 2 * FIRST:
        return None
    values = rules.card_values.value
    third = next((card.card for card in current.player[FIRST:] if card.face_up), None)
    decided = tuple(_decisions(rules, first.player, first.banker, third))
    natural = any(one.natural for one in decided)
    return DrawingNow(
        round=current.number,
        player=values.total(first.player),
        banker=values.total(first.banker),
        third=None if third is None else values.of(third),
        natural=natural,
        player_stood=not natural and any(one.hand is Hand.PLAYER and not one.draws for one in decided),
        decided=tuple(DrawingDecision(text=str(one), clause=one.clause) for one in decided),
    )


def _decisions(
    rules: TableRules, player: tuple[Card, ...], banker: tuple[Card, ...], third: Card | None
) -> Iterator[Decision]:
    yield from next_step(rules, player, banker).decisions
    if third is not None:
        yield from next_step(rules, (*player, third), banker).decisions
