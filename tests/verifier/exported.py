"""Houses that were played, exported as `punto audit export` does it, and what the package knows of them."""

import json
from pathlib import Path
from typing import Any

from puntobanco.app.house.bundle_export import export
from puntobanco.app.house.house_folder import init_house
from puntobanco.audit.bundle_scope import Scope
from puntobanco.house import Running
from puntobanco.house.commands import AddTable
from puntobanco.log.stream_types import stream_type_of
from puntobanco.rulebooks import BOOKS
from puntobanco.store import open_store
from puntobanco.store.verify import all_lines
from puntobanco.streams.ledger import written as account_name
from puntobanco.streams.names import sort_of
from puntobanco.table import commands
from tests.app.house.helpers import OPERATOR, patron
from tests.audit.houses import NAME, Evening, play_at_random, play_fair, play_kept
from tests.record.kept import NEWEST, records_of, tournament_records_of
from tests.table import driver
from tests.table.helpers import INTERNAL_CONTROLS
from tests.table.test_state_machine import HOUSES
from tests.verifier.walks import anything


def small_house(folder: Path) -> Path:
    """A few hundred records of everything: a kept evening and tournament, a random table, fair shoes, the cage."""
    init_house(folder, name=NAME)
    evening = Evening(folder, 1)
    evening.accounts([None])
    play_kept(evening, "table/washington", records_of(NEWEST / "logs/washington.jsonl"))
    play_kept(evening, "tournament/lots", tournament_records_of(NEWEST / "tournaments/lots.jsonl"))
    play_at_random(evening, "any", "house-midi", steps=60)
    play_fair(evening, "fair", "act-2015", rounds=4)
    evening.close()
    return folder


def random_fair_house(folder: Path, seed: int, *, steps: int) -> Path:
    """For every book a table with virtual shoes at which anything happens in so many steps."""
    init_house(folder, name=NAME)
    evening = Evening(folder, seed)
    evening.accounts([None, *driver.PEOPLE])
    for book in BOOKS:
        stream, rng = f"table/{book}", evening.rng
        choices = {**INTERNAL_CONTROLS.get(book, {}), "cut_depth": "60"}
        choices |= {key: rng.choice(options) for key, options in HOUSES[book].items()}
        evening.do("house", AddTable(actor=OPERATOR, table=book, running=Running(virtual=True)))
        evening.do(stream, commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(choices.items())))
        for seat, person in enumerate(driver.PEOPLE[:2], start=1):
            evening.tries(stream, commands.BuyIn(actor=patron(person), amount=500_000))
            evening.tries(stream, commands.TakeSeat(actor=patron(person), seat=seat))
        for _ in range(steps):
            command = anything(evening.table(stream), rng)
            if command is not None:
                evening.tries(stream, driver.left_to_the_shoe(command))
    evening.close()
    return folder


def written(folder: Path, scope: Scope, at: int | None = None) -> str:
    """The text of a bundle."""
    target = folder.parent / f"{folder.name} {abs(hash(scope))} {at}.bundle"
    if not target.exists():
        export(folder, target, scope, at)
    return target.read_text(encoding="utf-8")


def records(folder: Path) -> list[dict[str, Any]]:
    store = open_store(folder / "house.sqlite")
    found = [json.loads(line.body) for line in all_lines(store)]
    store.close()
    return found


def balances(folder: Path) -> dict[str, dict[str, int]]:
    """All balances of a house as the package folds them, by stream, a tournament's tables apart."""
    bodies: dict[str, list[bytes]] = {}
    store = open_store(folder / "house.sqlite")
    for line in all_lines(store):
        bodies.setdefault(line.stream, []).append(line.body)
    store.close()
    found: dict[str, dict[str, int]] = {}
    for stream, some in bodies.items():
        kind = stream_type_of(stream)
        if sort_of(stream) not in ("shoes", "house"):
            found |= _balances(stream, kind.fold_records(kind.format.read_all(some, first=1), None))
    return {name: sums for name, sums in found.items() if sums}


def _balances(stream: str, state: Any) -> dict[str, dict[str, int]]:
    match sort_of(stream):
        case "table":
            return {stream: {account_name(one): cents for one, cents in state.balances.items() if cents}}
        case "tournament":
            tables = {f"{stream} table {name}": one.state.balances for name, one in state.tables.items()}
            chips = {name: {account_name(one): cents for one, cents in at.items()} for name, at in tables.items()}
            return {stream: {account_name(one): cents for one, cents in state.fees.items()}, **chips}
        case _:
            return {stream: {account_name(one): cents for one, cents in state.accounts.items()}}
