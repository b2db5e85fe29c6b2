"""A process of its own that writes records of several streams as fast as it can, some of them in contention."""

import sys
from collections.abc import Sequence
from random import Random
from time import sleep

from puntobanco.store import Fate, Outcome, Store, Unit, open_store
from puntobanco.store.append_plan import Group
from puntobanco.store.connection import Connection
from puntobanco.store.postgres_store import PostgresStore
from puntobanco.values.merkle import Tree
from tests.store.houses import unit

SHARED = ("shared/1", "shared/2", "shared/3")
SECONDS_TO_COMMIT = 0.002
"""What a slow disk takes: the other process commits meanwhile."""


class WithSequence(PostgresStore):
    """A planted mistake: positions are drawn from a sequence, so that they are not in the order of the commits."""

    def _append_group(self, connection: Connection, units: Sequence[Unit], *, cautiously: bool) -> list[Outcome]:  # noqa: ARG002
        rows = connection.execute("SELECT stream, number, hash FROM streams").fetchall()
        group = Group(Tree(), {stream: (number, found) for stream, number, found in rows})
        outcomes = group.place([one for one in units if not one.rows[0].stream.startswith("shared")])
        for line in group.lines:
            connection.execute("INSERT INTO records VALUES (nextval('planted'), ?, ?, ?, ?, ?)", line[1:])
        sleep(SECONDS_TO_COMMIT)
        for stream, (number, found) in group.moved.items():
            connection.execute(
                "INSERT INTO streams VALUES (?, ?, ?) ON CONFLICT (stream) DO UPDATE SET number = ?, hash = ?",
                (stream, number, found, number, found),
            )
        return outcomes


def write(store: Store, name: str, rows: int, in_a_group: int) -> None:
    own = [f"{name}/{n}" for n in range(25)]
    heads = {**dict.fromkeys((*own, *SHARED), 0), **store.heads()}
    written = 0
    while written < rows:
        group = _group(name, heads, own, written, in_a_group)
        for one, outcome in zip(group, store.append(group), strict=False):
            stream = one.rows[0].stream
            if outcome.fate is Fate.WRITTEN:
                heads[stream] = one.rows[0].number
                written += 1
            else:
                heads[stream] = len(store.read(stream, limit=10**6)) if stream in SHARED else heads[stream]


def _group(name: str, heads: dict[str, int], own: list[str], written: int, in_a_group: int) -> list[Unit]:
    streams = [own[(written + n) % len(own)] for n in range(in_a_group)]
    ahead = dict(heads)
    found = []
    for stream in (*streams, Random(written).choice(SHARED)):
        ahead[stream] += 1
        found.append(unit(stream, ahead[stream], f"{name}:{stream}:{ahead[stream]}:{written}"))
    return found


if __name__ == "__main__":
    _, address, name, rows, in_a_group, planted = sys.argv
    kind = WithSequence(address, serving=True) if planted == "planted" else open_store(address)
    write(kind, name, int(rows), int(in_a_group))
    kind.close()
