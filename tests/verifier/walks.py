"""Tables at which anything happens, as records: people do what is legal, cards lie anywhere, rounds are undone."""

import json
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from puntobanco.app.record_builder import RecordBuilder
from puntobanco.errors import Refused, Unreadable
from puntobanco.streams.ledger import written
from puntobanco.table import Actor, Role, TableState, commands, handle, legal
from puntobanco.table.model import Phase
from puntobanco.table.queries.shoe import blocked
from puntobanco.table.stream_type import TABLES
from tests.audit.houses import Lots
from tests.table import driver
from tests.table.test_state_machine import random_conditions, random_house

OPERATOR = Actor(person="oz", role=Role.OPERATOR)
STREAM = "table/1"


LOGS = Path(__file__).parents[1] / "record/kept_logs/logs"
OTHERS_ASIDE: tuple[tuple[str, object], ...] = (("card", "6D"), ("card", None), ("counted", False), ("place", 3))
"""What was not so when the last card that had waited was put aside."""


def kept_log(name: str) -> list[dict[str, Any]]:
    """The records of a kept evening, at this table."""
    return [{**json.loads(record), "stream": STREAM} for record in (LOGS / f"{name}.jsonl").read_text().splitlines()]


def void_rounds(**forged: object) -> list[dict[str, Any]]:
    """A table at which two cards that waited voided their rounds; with other members where the last is put aside."""
    found = kept_log("washington-round-void")
    aside = [event for record in found for event in record["events"] if event["event"] == "card_put_aside.1"]
    assert len(aside) == 2
    aside[-1].update(forged)
    return found


class Walk:
    """One table from its opening on; the same seed does the same."""

    def __init__(self, book: str, seed: int, *, by_conditions: bool = False) -> None:
        self.rng = Lots(Random(f"{book} {seed} {by_conditions}"))
        self.state: TableState | None = None
        self.records: list[dict[str, Any]] = []
        times, ids = count(1), count(1)
        self.stream = RecordBuilder(TABLES, STREAM, clock=lambda: next(times), ids=lambda: f"id {next(ids)}")
        self.shoes = 0
        said = random_conditions(self.rng) if by_conditions else ()
        digest = "d" * 64 if by_conditions else None
        choices = {**dict(random_house(book, self.rng)), "cut_depth": self.rng.choice(["20", "60"])}
        self.do(
            commands.OpenTable(
                actor=OPERATOR,
                book=book,
                edition=1,
                choices=tuple(choices.items()),
                conditions=said,
                conditions_digest=digest,
            )
        )
        for seat, name in enumerate(driver.PEOPLE[:3], start=1):
            for coming in driver.brings_chips(self.table, name, seat):
                self.tries(coming)

    @property
    def table(self) -> TableState:
        assert self.state is not None
        return self.state

    @property
    def balances(self) -> dict[str, int]:
        return {written(account): cents for account, cents in self.table.balances.items() if cents}

    def do(self, command: commands.TableCommand) -> None:
        events, self.state = handle(self.state, command)
        self.records.append(json.loads(TABLES.format.write(self.stream.record(command, events))))

    def tries(self, command: commands.TableCommand | None) -> None:
        with suppress(Refused, Unreadable):
            if command is not None:
                self.do(command)

    def steps(self, most: int) -> None:
        for _ in range(most):
            self.tries(anything(self.table, self.rng))

    def shoe(self, most: int) -> None:
        """Until another shoe is loaded, or so many steps are done."""
        number = self.table.shoe.number
        for _ in range(most):
            self.tries(anything(self.table, self.rng))
            if self.table.shoe.number > number:
                return


def anything(state: TableState, rng: driver.Chance) -> commands.TableCommand | None:
    """What somebody might do next: mostly what is legal, sometimes a fact about cards or a notice."""
    if state.phase is Phase.PREPARING and rng.happens(80):
        return driver.towards_a_shoe(state)
    if rng.happens(3) and blocked(state) is None:
        return driver.fact(state, rng)
    if rng.happens(1):
        return commands.AnnounceChange(actor=OPERATOR, choices=rng.choice(driver.CHANGES))
    actor = _somebody(state, rng)
    options = tuple(one for one in legal(state, actor) if one.kind not in ("announce_closing", "close_table"))
    bets = tuple(one for one in options if one.kind in ("place", "bet_slip"))
    options = bets if bets and rng.happens(70) else options
    return driver.from_legal(state, actor, driver.choose(options, rng), rng) if options else None


def _somebody(state: TableState, rng: driver.Chance) -> Actor:
    if state.phase is Phase.BETTING and rng.happens(30):
        return Actor(person=rng.choice(driver.PEOPLE[:3]), role=Role.PATRON)
    dealer = Actor(person=driver.STAFF[Role.DEALER], role=Role.DEALER)
    return dealer if rng.happens(40) else driver.choose_actor(rng)
