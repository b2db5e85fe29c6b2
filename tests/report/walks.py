"""Tables at which people do what is legal by chance, and much is ruled upon; the same log for the same seed."""

import os
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import BOOKS, book
from puntobanco.streams.format import hash_after
from puntobanco.streams.record import NO_RECORD
from puntobanco.table import TableState, commands, handle, legal
from puntobanco.table.model import Phase, VoidReason
from puntobanco.table.stream_type import TABLES, TableRecord
from tests.app.house.helpers import OPERATOR, SUPERVISOR, patron
from tests.audit.houses import Lots
from tests.report.evenings import EVENING, SECOND
from tests.table import driver
from tests.table.helpers import INTERNAL_CONTROLS
from tests.table.test_state_machine import HOUSES

SEEDS = tuple(range(400)) if os.environ.get("PUNTO_SOAK") else (*range(17), 25, 36, 43)
"""In the last three happens what is rare: a round cancelled or reversed, commission collected."""
STEPS = 250


@cache
def walk(seed: int) -> list[TableRecord]:
    """One table after so many steps; every fourth is of the same book."""
    rng = Lots(Random(seed))
    name = list(BOOKS)[seed % len(BOOKS)]
    choices = {**INTERNAL_CONTROLS.get(name, {}), "cut_depth": "20"}
    choices |= {key: rng.choice(options) for key, options in HOUSES[name].items()}
    records: list[TableRecord] = []
    state = _do(records, None, commands.OpenTable(actor=OPERATOR, book=name, choices=tuple(choices.items())))
    for seat, person in enumerate(driver.PEOPLE[:2], start=1):
        state = _tried(records, state, commands.BuyIn(actor=patron(person), amount=500_000))
        state = _tried(records, state, commands.TakeSeat(actor=patron(person), seat=seat))
    for _ in range(STEPS):
        command = _anything(state, rng)
        if command is not None:
            state = _tried(records, state, command)
    return records


def _anything(state: TableState, rng: Lots) -> commands.TableCommand | None:
    """Mostly what leads to rounds; rulings, repairs and mistakes between them."""
    if state.phase is Phase.PREPARING and rng.happens(80):
        return driver.towards_a_shoe(state)
    if rng.happens(2):
        return driver.fact(state, rng)
    if rng.happens(10):
        return _ruling(state, rng)
    actor = driver.choose_actor(rng)
    options = tuple(one for one in legal(state, actor) if one.kind not in ("announce_closing", "close_table"))
    return driver.from_legal(state, actor, driver.choose(options, rng), rng) if options else None


def _ruling(state: TableState, rng: Lots) -> commands.TableCommand | None:
    """Something about a wager that was settled, early or late, or about a dispute."""
    settled = [(one.number, line) for one in state.rounds for line in one.settled]
    if state.round is not None:
        settled += [(state.round.number, line) for line in state.round.settled]
    if not settled:
        return None
    number, line = rng.choice(settled)
    where: dict[str, Any] = {"round": number, "patron": line.patron, "area": line.area, "wager": line.wager}
    amount = rng.choice((0, line.stake, 2 * line.stake, line.returned + 500))
    undecided = [one.number for one in state.disputes if one.decision is None]
    match rng.below(6):
        case 0 | 1:
            return commands.RecordPayment(actor=SUPERVISOR, amount=amount, debt=rng.happens(40), **where)
        case 2:
            return commands.VoidWager(actor=OPERATOR, broke=_breakable(state), **where)
        case 3:
            return commands.VoidRound(actor=OPERATOR, round=number, reason=rng.choice(tuple(VoidReason)))
        case 4 if undecided:
            money: dict[str, Any] = {"patron": line.patron, "amount": rng.choice((-2000, 700))}
            return commands.DecideDispute(actor=OPERATOR, number=undecided[0], decision="so be it", **money)
        case _:
            return commands.RaiseDispute(actor=patron(line.patron), text="not so")


def _breakable(state: TableState) -> str:
    clauses = book(state.rules.book, edition=state.rules.edition).clauses
    return next(one.number for one in clauses if one.can_be_broken)


def _tried(records: list[TableRecord], state: TableState, command: commands.TableCommand) -> TableState:
    with suppress(Refused, Unreadable):
        return _do(records, state, command)
    return state


def _do(records: list[TableRecord], state: TableState | None, command: commands.TableCommand) -> TableState:
    events, after = handle(state, command)
    records.append(
        TableRecord(
            stream="table/any",
            number=len(records) + 1,
            time=EVENING + len(records) * SECOND,
            id=str(len(records) + 1),
            approved_by=None,
            sibling=None,
            previous=hash_after(records[-1].previous, TABLES.format.write(records[-1])) if records else NO_RECORD,
            depends_on=(),
            decided_by=command.decided_by,
            command=command,
            events=events,
        )
    )
    return after
