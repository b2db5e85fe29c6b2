"""Forgeries of a house in SQLite by somebody who has the database, but not the key that signs checkpoints."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from puntobanco.app.house.checkpoints import ENDING, NAMES_A_CHECKPOINT, PUBLIC
from puntobanco.app.house.house_folder import read_settings
from puntobanco.audit.findings import Finding, Sort
from puntobanco.values.merkle import Tree

Row: TypeAlias = list[Any]
"""Position, stream, number, id, body, hash."""
POSITION, STREAM, NUMBER, ID, BODY, HASH = range(6)


@dataclass(frozen=True)
class Forgery:
    """What was done, and where an audit must find it."""

    kind: str
    position: int
    """The record; of a cut tail the first that is gone."""
    other: int | None = None
    """The second one of a swap."""


class House:
    """A house to be forged over and over, and the checkpoints of it that were kept elsewhere."""

    def __init__(self, folder: Path, elsewhere: Path, *, every: int = 4) -> None:
        self.folder, self.elsewhere = folder, elsewhere
        place = read_settings(folder).database
        with closing(sqlite3.connect(place)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self.rows = [list(row) for row in connection.execute("SELECT * FROM records ORDER BY position")]
        self.sizes = self._carry_away(every)

    def _carry_away(self, every: int) -> list[int]:
        """Some checkpoints leave the machine, the last one among them."""
        kept = sorted((self.folder / "checkpoints").glob(f"*{ENDING}"))[::-every][::-1]
        self.elsewhere.mkdir()
        shutil.copy(self.folder / "checkpoints" / PUBLIC, self.elsewhere)
        for one in kept:
            shutil.copy(one, self.elsewhere)
        return [int(one.stem) for one in kept]

    def span_of(self, position: int) -> tuple[int, int]:
        """Between which two checkpoints a record lies."""
        last = next(size for size in self.sizes if size >= position)
        return max((size for size in self.sizes if size < position), default=0) + 1, last

    def forged(self, target: Path, kind: str, random: Random) -> Forgery:
        """A copy of the house with one forgery; its own checkpoints and marks are gone, too."""
        shutil.copytree(self.folder, target, ignore=shutil.ignore_patterns("checkpoints", "marks"))
        with closing(sqlite3.connect(target / "house.sqlite", isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = MEMORY")
            connection.execute("PRAGMA synchronous = OFF")
            _unprotected(connection)
            connection.execute("BEGIN")
            done = KINDS[kind](self, connection, random)
            connection.execute("COMMIT")
        return done

    def any_position(self, random: Random, least: int = 1) -> int:
        """Of a record at or before the last checkpoint."""
        return random.randrange(least, self.sizes[-1] + 1)


def _unprotected(connection: sqlite3.Connection) -> None:
    """Nothing in the database stands in the way of who owns it."""
    for sort, name in connection.execute("SELECT type, name FROM sqlite_master").fetchall():
        if sort == "trigger" or name in ("records_number", "records_id"):
            connection.execute(f"DROP {sort} {name}")


def _set(connection: sqlite3.Connection, position: int, column: str, value: Any) -> None:
    connection.execute(f"UPDATE records SET {column} = ? WHERE position = ?", (value, position))


def _flipped(data: bytes, random: Random) -> bytes:
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << random.randrange(8)]) + data[place + 1 :]


# One record


def bit_in_body(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    position = house.any_position(random)
    _set(connection, position, "body", _flipped(house.rows[position - 1][BODY], random))
    return Forgery("bit_in_body", position)


def bit_in_hash(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    position = house.any_position(random)
    _set(connection, position, "hash", _flipped(house.rows[position - 1][HASH], random))
    return Forgery("bit_in_hash", position)


def other_id(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    position = house.any_position(random)
    old = house.rows[position - 1][ID]
    place = random.randrange(len(old))
    _set(connection, position, "id", old[:place] + chr(ord(old[place]) ^ 1) + old[place + 1 :])
    return Forgery("other_id", position)


def other_number(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    position = house.any_position(random)
    _set(connection, position, "number", house.rows[position - 1][NUMBER] ^ 1 << random.randrange(12))
    return Forgery("other_number", position)


def other_stream(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    position = house.any_position(random)
    _set(connection, position, "stream", "cage/nobody" if random.random() < 0.5 else "table/nobody")
    return Forgery("other_stream", position)


def deletion(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    position = house.any_position(random)
    connection.execute("DELETE FROM records WHERE position = ?", (position,))
    return Forgery("deletion", position)


def swap(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    """Two records change places, or only what is in them."""
    one, other = random.sample(range(1, house.sizes[-1] + 1), 2)
    if random.random() < 0.3:
        other = one - 1 if one > 1 else one + 1
    columns = ("body",) if random.random() < 0.5 else ("stream", "number", "id", "body", "hash")
    for position, source in ((one, other), (other, one)):
        row = dict(zip(("position", "stream", "number", "id", "body", "hash"), house.rows[source - 1], strict=True))
        for column in columns:
            _set(connection, position, column, row[column])
    return Forgery("swap", one, other)


# The whole chain computed anew


def rebuilt(connection: sqlite3.Connection, rows: list[Row]) -> None:
    """All positions, hashes and heads, as the store would have written them."""
    tree, heads = Tree(), dict[str, tuple[int, bytes]]()
    connection.execute("DELETE FROM records")
    for position, row in enumerate(rows, start=1):
        if NAMES_A_CHECKPOINT in row[BODY]:  # so that nothing in the log contradicts it
            row[BODY] = _named_anew(row[BODY], rows)
        row[BODY] = _bound_anew(row[BODY], row[STREAM], heads)
        found = sha256(heads.get(row[STREAM], (0, bytes(32)))[1] + row[BODY]).digest()
        heads[row[STREAM]] = (row[NUMBER], found)
        tree.add(row[BODY])
        connection.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", (position, *row[1:5], found))
    connection.execute("DELETE FROM streams")
    connection.executemany("INSERT INTO streams VALUES (?, ?, ?)", [(name, *head) for name, head in heads.items()])
    connection.execute("UPDATE head SET position = ?, frontier = ?", (tree.size, tree.written()))


def _bound_anew(body: bytes, stream: str, heads: Mapping[str, tuple[int, bytes]]) -> bytes:
    """A record that was decided on those before it, as they are now."""
    data = json.loads(body)
    data["previous"] = heads.get(stream, (0, bytes(32)))[1].hex()
    for on in data["depends_on"]:
        number, found = heads.get(on["stream"], (0, bytes(32)))
        on |= {"number": number, "hash": found.hex()}
    return _written(data)


def _named_anew(body: bytes, rows: list[Row]) -> bytes:
    """A record that names a checkpoint, with the root that its records have now."""
    data = json.loads(body)
    size = min(data["command"]["size"], len(rows))
    tree = Tree()
    tree.extend([row[BODY] for row in rows[:size]])
    for part in (data["command"], *data["events"]):
        part |= {"size": size, "root": tree.root().hex()}
    return _written(data)


def _copied(house: House) -> list[Row]:
    return [list(row) for row in house.rows]


def cut_tail(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    position = house.any_position(random, least=2)
    rebuilt(connection, house.rows[: position - 1])
    return Forgery("cut_tail", position)


def other_time(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    """Something that no rule looks at."""
    rows = _copied(house)
    position = next(
        one for one in iter(lambda: house.any_position(random), None) if b'"at":' not in rows[one - 1][BODY]
    )
    body = json.loads(rows[position - 1][BODY])
    body["time"] += random.randrange(1, 10**9)
    rows[position - 1][BODY] = _written(body)
    rebuilt(connection, rows)
    return Forgery("other_time", position)


def end_of_a_stream(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    """The last record of a stream never was."""
    rows = _copied(house)
    last = {row[STREAM]: row[POSITION] for row in rows}
    position = random.choice([place for place in last.values() if place <= house.sizes[-1]])
    del rows[position - 1]
    rebuilt(connection, rows)
    return Forgery("end_of_a_stream", position)


def other_order(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    """Two neighbours of different streams change places."""
    rows = _copied(house)
    while True:
        position = house.any_position(random, least=2)
        if rows[position - 1][STREAM] != rows[position - 2][STREAM]:
            break
    rows[position - 2], rows[position - 1] = rows[position - 1], rows[position - 2]
    rebuilt(connection, rows)
    return Forgery("other_order", position - 1, position)


def other_payout(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    """A settlement pays more or less."""
    rows = _copied(house)
    paying = [
        row for row in rows[: house.sizes[-1]] if b'"stage_settled.1"' in row[BODY] and b'"wagers":[[' in row[BODY]
    ]
    row = random.choice(paying)
    body = json.loads(row[BODY])
    settled = random.choice([one for one in _settlements(body["events"]) if one["wagers"]])
    random.choice(settled["wagers"])[4] += random.choice((-500, 500, 1000, 100_000))
    row[BODY] = _written(body)
    rebuilt(connection, rows)
    return Forgery("other_payout", row[POSITION])


def other_amount(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    """An account books another amount than came or went, in command and events."""
    rows = _copied(house)
    moving = [row for row in rows[: house.sizes[-1]] if row[STREAM].startswith("cage/") and b'"amount":' in row[BODY]]
    row = random.choice(moving)
    body, more = json.loads(row[BODY]), random.choice((1, 100, 5000))
    for part in (body["command"], *body["events"]):
        if "amount" in part:
            part["amount"] += more
    row[BODY] = _written(body)
    rebuilt(connection, rows)
    return Forgery("other_amount", row[POSITION])


def other_card(house: House, connection: sqlite3.Connection, random: Random) -> Forgery:
    """A card that was drawn was another one, in command and events."""
    rows = _copied(house)
    drawn = [
        row for row in rows[: house.sizes[-1]] if b'"do":"draw.1"' in row[BODY] and b'"card":null' not in row[BODY]
    ]
    row = random.choice(drawn)
    body = json.loads(row[BODY])
    command = body["command"].get("command", body["command"])
    old = command["card"]
    new = random.choice([f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS" if f"{rank}{suit}" != old])
    row[BODY] = row[BODY].replace(f'"{old}"'.encode(), f'"{new}"'.encode())
    rebuilt(connection, rows)
    return Forgery("other_card", row[POSITION])


def _settlements(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    inner = [one for event in events for one in event.get("events", ())]
    return [event for event in (*events, *inner) if event["event"] == "stage_settled.1"]


def _written(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


KINDS: dict[str, Callable[[House, sqlite3.Connection, Random], Forgery]] = {
    one.__name__: one
    for one in (
        bit_in_body,
        bit_in_hash,
        other_id,
        other_number,
        other_stream,
        deletion,
        swap,
        cut_tail,
        other_time,
        end_of_a_stream,
        other_order,
        other_payout,
        other_amount,
        other_card,
    )
}
TO_THE_RECORD = ("bit_in_body", "bit_in_hash", "other_id", "other_number", "other_stream", "deletion", "other_payout")
"""Kinds that are located to the very record."""
REBUILT = ("cut_tail", "other_time", "end_of_a_stream", "other_order", "other_payout", "other_amount", "other_card")
"""Kinds after which all hashes are right again: the span between two checkpoints is named."""


def missed(house: House, done: Forgery, found: list[Finding]) -> str | None:
    """What an audit should have said; none if it did. That the checkpoints of the house itself are gone, and the
    triggers, is found each time."""
    found = [one for one in found if one.stream != "house" or one.sort is not Sort.CHECKPOINT]
    found = [one for one in found if one.sort not in (Sort.PROTECTION, Sort.SIGNATURE)]
    if not found:
        return f"{done} was not found"
    exactly = {one.position for one in found if one.last is None}
    if done.kind in TO_THE_RECORD and done.position not in exactly:
        return f"{done} was not located to the record: {found[:3]}"
    spans = {(one.position, one.last) for one in found if one.sort is Sort.CHECKPOINT}
    if done.kind in REBUILT and house.span_of(done.position) not in spans:
        return f"{done} was not located between its checkpoints {house.span_of(done.position)}: {spans}"
    if done.kind == "swap" and not {done.position, done.other} & exactly:
        first = min(done.position, done.other or 0)
        return None if house.span_of(first) in spans else f"{done} was not located: {found[:3]}"
    return None
