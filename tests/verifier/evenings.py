"""Short evenings by hand, as records, whatever the law in force makes of the cards."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from puntobanco.app.editions import with_edition
from puntobanco.streams.format import hash_after
from puntobanco.streams.record import NO_RECORD
from puntobanco.table import Actor, handle
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import TableEvent
from puntobanco.table.model import Phase
from puntobanco.table.queries.round import facing, stage_due
from puntobanco.table.stream_type import TABLES, TableRecord
from puntobanco.values.cards import parse_cards
from tests.table.helpers import Table

Evening: TypeAlias = Callable[[], list[dict[str, Any]]]


class RecordedTable(Table):
    """A table that keeps its records, and takes no more cards than it asks for."""

    def __init__(self, book: str, **choices: object) -> None:
        self.records: list[dict[str, Any]] = []
        self.previous = NO_RECORD
        super().__init__(book, **choices)

    def do(self, actor: Actor, kind: str, **fields: Any) -> tuple[TableEvent, ...]:
        command = with_edition(COMMANDS[kind](actor=actor, **fields))
        self.events, self.state = handle(self.state, command)
        number = len(self.records) + 1
        record = TableRecord(
            stream="table/1",
            number=number,
            time=number,
            id=f"id {number}",
            approved_by=None,
            sibling=None,
            previous=self.previous,
            depends_on=(),
            decided_by=command.decided_by,
            command=command,
            events=self.events,
        )
        self.previous = hash_after(record.previous, TABLES.format.write(record))
        self.records.append(json.loads(TABLES.format.write(record)))
        return self.events

    def coup(self, cards: str) -> "RecordedTable":
        """A whole round: as many of these cards as the table asks for."""
        if self.now.phase is Phase.BETTING and self.now.rules.closing.value.value == "at_call":
            self.calls()
        rounds = len(self.now.rounds)
        for card in parse_cards([cards]):
            self._settle_what_is_due()
            if len(self.now.rounds) == rounds:
                self._face(card)
        self._settle_what_is_due()
        return self

    def _settle_what_is_due(self) -> None:
        if self.now.round is not None:
            self.turns()
            while stage_due(self.now) is not None:
                self.settles()

    def _face(self, card: Any) -> None:
        shown, current = facing(self.now), self.now.round
        place = 0 if current is None else len(current.order)
        self.draws(str(card) if shown else None, face_up=shown)
        if not shown:
            self._face_down[self.now.rules.deal_order.value[place]].append(card)


def table(book: str, **choices: object) -> RecordedTable:
    """A table of this book with ann and bob, and a new shoe."""
    found = RecordedTable.ready(book, {"ann": 1000, "bob": 1000}, **choices)
    assert isinstance(found, RecordedTable)
    return found


def evening(book: str, bets: str, *coups: str, **choices: object) -> Evening:
    """Ann bets the same (`player 100 tie 5`) on every one of these coups, bob on banker."""

    def played() -> list[dict[str, Any]]:
        found = table(book, **choices)
        for cards in coups:
            bet(found, bets)
            found.coup(cards)
        return found.records

    return played


def bet(found: RecordedTable, bets: str) -> None:
    words = bets.split()
    for wager, dollars in zip(words[::2], words[1::2], strict=True):
        found.bets("ann", wager, dollars)
    if not any(one.patron == "bob" for one in found.now.stakes):
        found.bets("bob", "banker", 40)
