"""What a house leaves anywhere tells no secret and no card to come; a leak that is planted in any place is found."""

import logging
import os
import re
import sqlite3
import time
import traceback
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from puntobanco.app.house import writer as serving
from puntobanco.app.house.backup import backup_house
from puntobanco.app.house.house_folder import read_settings
from puntobanco.app.house.read_only_house import looking
from puntobanco.app.house.refusal_log import Refusals
from puntobanco.app.house.stream_states import KeptStates
from puntobanco.app.house.write_unit import Writing
from puntobanco.app.report_worker.describe_records import events_of
from puntobanco.cli.house_output import told
from puntobanco.errors import Refused
from puntobanco.fair_shoes.events import CardShown, ShoeCommitted
from puntobanco.fair_shoes.sealed_shoe import shuffle_key
from puntobanco.fair_shoes.state import ShoeUnderWay
from puntobanco.store import Snapshot, StoreFull
from puntobanco.table import commands
from puntobanco.table.model import Phase
from tests.app.house.helpers import DEALER, OPERATOR, SUPERVISOR, patron
from tests.app.leaks import Unknown, leaks_in
from tests.house.evenings import Evening
from tests.marks import ALL_BOOKS
from tests.store.postgres import LEFT_OUT, Server, shared_server

HOUSES = 50 if os.environ.get("PUNTO_SOAK") else 1
SHOES, ROUNDS = 5, 3
"""Of a house of every book: 20 shoes, and 1,000 in a soak."""
A_CARD = re.compile(rb"\b(?:[2-9AJKQT]|10)[CDHS]\b|[\xe2][\x99][\xa0-\xa7]")


class Overheard(logging.Handler):
    """All that the process logs, errors with their way included."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(logging.Formatter().format(record))


@contextmanager
def overheard() -> Iterator[Overheard]:
    handler, root = Overheard(), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield handler
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


class Watched(Evening):
    """An evening of which everything is kept that anybody could read."""

    overheard: Overheard

    def watch(self, heard: Overheard) -> None:
        self.overheard = heard
        self.answers: list[str] = []
        self.errors: list[str] = []
        """As they are told, and with every variable on the way."""
        submit = self.house.submit

        def submitted(asked: Any) -> Any:
            answer = submit(asked)
            answer.add_done_callback(lambda done: self.answers.append(repr(done.exception() or done.result())))
            return answer

        self.house.submit = submitted  # type: ignore[method-assign]  # planted for this test

    # What goes wrong

    def mishaps(self, patch: pytest.MonkeyPatch) -> None:
        """Commands that are refused, a disk that is full, a mistake in the program, a secret that does not open."""
        for wrong in (patron("ann"), SUPERVISOR):
            # bound at once
            self.fails(lambda by=wrong: self.do("table/1", commands.Draw(actor=by)))  # type: ignore[misc]
        self.fails(lambda: self.do("table/1", commands.ReportEmpty(actor=DEALER)))
        draw = commands.Draw(actor=DEALER)
        with patch.context() as full:
            full.setattr(self.house._store, "append", _full)
            full.setattr(self.house._store, "append_whole", _full)
            self.fails(lambda: self.do("table/1", draw))
        with patch.context() as broken:
            broken.setattr("puntobanco.app.house.dispatch.follow", _broken)
            self.fails(lambda: self.do("table/1", draw))
        self.fails(lambda: self.house._means.keys.open("0" * 16, b"x" * 60, "shoes/1", 1))
        sealed = self.house._store.secret("shoes/1", self.shoes.shoes)
        assert sealed is not None
        self.fails(lambda: self.house._means.keys.open(sealed.key, sealed.sealed, "shoes/2", 1))

    def fails(self, wrong: Callable[[], object]) -> None:
        try:
            wrong()
        except Exception as error:  # noqa: BLE001 - whatever it is, it tells nothing
            self.errors.append("".join(traceback.format_exception(error)))
            way = error.__traceback__ and error.__traceback__.tb_next
            self.errors.append(
                "".join(traceback.TracebackException(type(error), error, way, capture_locals=True).format())
            )

    # Where anybody could look

    def places(self, copy: Path) -> dict[str, bytes]:
        backup_house(self.folder, copy)
        with looking(self.folder) as seen:
            printed = [str((list(told(record)), events_of(record))) for _, record in seen.log()]
            refused = [repr(one) for one in seen.store.refused()]
        found = {
            "backup": copy.read_bytes(),
            "answers": "\n".join(self.answers).encode(),
            "errors": "\n".join(self.errors).encode(),
            "log": "\n".join(self.overheard.said).encode(),
            "printed": "\n".join(printed).encode(),
            "refused": "\n".join(refused).encode(),
        }
        copy.unlink()
        return {**found, **self.on_disk()}

    def on_disk(self) -> dict[str, bytes]:
        file = self.folder / "house.sqlite"
        with closing(sqlite3.connect(file)) as connection:
            kept = connection.execute("SELECT body FROM snapshots").fetchall()
        wal = file.with_name("house.sqlite-wal").read_bytes()
        settings = (self.folder / "house.toml").read_bytes()
        snapshots = b"\n".join(zlib.decompress(body) for (body,) in kept)
        return {"database": file.read_bytes(), "wal": wal, "settings": settings, "snapshots": snapshots}


def _full(_: object) -> None:
    raise StoreFull("no room is left")


def _broken(*_: object, **__: object) -> None:
    raise RuntimeError("a mistake of ours")


def hidden(at: Evening, shoe: ShoeUnderWay, shown: set[int]) -> Unknown:
    """The secrets of the shoe, the salts of cards that nobody has seen, and the cards still in it."""
    assert shoe.secret is not None
    secret, sealed = shoe.secret.raw(), shoe.sealed
    assert sealed is not None
    found = {"secret": secret, "key": shuffle_key(secret, shoe.window.seeds, shoe.context)}
    salts = {f"salt {index}": salt for index, salt in enumerate(sealed.salts) if index not in shown}
    if shoe.cut is None:
        return Unknown({**found, **salts}, sealed.order)
    out = at.state.shoe.out if at.state.shoe.loaded else 0
    places = [shoe.index_of(place) for place in range(out + 1, shoe.cards + 1)]
    return Unknown({**found, **salts}, tuple(sealed.order[index] for index in places))


def shown_of_shoe(at: Evening) -> set[int]:
    """The indices of the cards that were shown of the shoe under way."""
    found: set[int] = set()
    with looking(at.folder) as seen:
        for _, record in seen.log("shoes/1"):
            for act in record.events:
                found = set() if isinstance(act, ShoeCommitted) else found
                found |= {act.index} if isinstance(act, CardShown) else set()
    return found


def found_in(at: Watched, copy: Path) -> dict[str, list[str]]:
    """What stands where, of the shoe under way."""
    shoe = at.shoes.under_way
    assert shoe is not None
    return leaks_in(at.places(copy), hidden(at, shoe, shown_of_shoe(at)))


def require_no_card_in_refusals(at: Watched) -> None:
    """Nothing that was refused names a card: nobody had given one."""
    with looking(at.folder) as seen:
        bodies = [one.body for one in seen.store.refused()]
    assert bodies
    assert [body for body in bodies if A_CARD.search(body)] == []
    told_plainly = [error for error in at.errors[::2] if A_CARD.search(error.encode())]
    assert told_plainly == []


def to_next_shoe(at: Evening) -> None:
    """New cards between two rounds."""
    at.until(Phase.BETTING)
    if at.state.stakes:
        at.until(Phase.DEALING)
        at.until(Phase.BETTING)
    at.do("table/1", commands.ReplaceCards(actor=OPERATOR))


def until_sealed(at: Evening) -> None:
    while at.shoes.under_way is None or at.shoes.under_way.root is None:
        at.step()


def wait_for_refusals(at: Evening) -> None:
    """They are written when nothing else is to do."""
    at.house._write.refusals.flush()


@pytest.fixture
def quick_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puntobanco.app.house.stream_states.RECORDS_BETWEEN_SNAPSHOTS", 10)


@pytest.mark.usefixtures("quick_snapshots")
@pytest.mark.parametrize("number", range(HOUSES))
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_nothing_tells_a_secret_or_a_card_to_come(
    book: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with overheard() as heard, closing(Watched.new(tmp_path / f"house {number}", book)) as at:
        assert isinstance(at, Watched)
        at.watch(heard)
        for shoe in range(1, SHOES + 1):
            until_sealed(at)
            assert at.shoes.shoes == shoe
            assert found_in(at, tmp_path / "copy") == {}
            for _ in range(ROUNDS):
                at.until(Phase.BETTING)
                at.until(Phase.DEALING)
            at.mishaps(monkeypatch)
            at.step()
            wait_for_refusals(at)
            assert found_in(at, tmp_path / "copy") == {}
            require_no_card_in_refusals(at)
            to_next_shoe(at)
        require_content(at, tmp_path / "copy")


def require_content(at: Watched, copy: Path) -> None:
    """A search of empty places finds nothing."""
    places = at.places(copy)
    committed = next(act for act in acts(at) if isinstance(act, ShoeCommitted)).commitment.encode()
    for place in ("backup", "printed"):
        assert committed in places[place]
    assert committed in places["database"] + places["wal"]
    assert all(places.values()), [place for place, content in places.items() if not content]
    assert b"a command could not be decided" in places["log"]
    assert b"a mistake of ours" in places["errors"]


def acts(at: Evening) -> list[Any]:
    with looking(at.folder) as seen:
        # records of every kind of stream have events
        return [act for _, record in seen.log("shoes/1") for act in record.events]


# Planted

Plant: TypeAlias = Callable[[Watched, pytest.MonkeyPatch], None]


def _secret(at: Evening) -> bytes:
    shoe = at.shoes.under_way
    assert shoe is not None
    assert shoe.secret is not None
    return shoe.secret.raw()


def _order(at: Evening, cards: int = 8) -> list[str]:
    shoe = at.shoes.under_way
    assert shoe is not None
    assert shoe.sealed is not None
    out = at.state.shoe.out
    return [str(shoe.face_at(place)) for place in range(out + 1, out + cards + 1)]


def plain_secrets(at: Watched, patch: pytest.MonkeyPatch) -> None:
    """Secrets are stored without a key: in the write-ahead log, and in the copy."""
    patch.setattr("puntobanco.app.house.key_file.KeyFile.seal", lambda _, secret, *__: ("0" * 16, secret.raw()))
    to_next_shoe(at)
    until_sealed(at)


def in_database(at: Watched, patch: pytest.MonkeyPatch) -> None:
    plain_secrets(at, patch)
    with closing(sqlite3.connect(at.folder / "house.sqlite")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def in_records(at: Watched, patch: pytest.MonkeyPatch) -> None:
    """The id of a record beside others is made of the order."""
    patch.setattr(Writing, "_other_id", lambda self, stream: f"{' '.join(_order(at))} {self.next_in(stream).number}")
    at.step()
    at.step()


def in_snapshots(at: Watched, patch: pytest.MonkeyPatch) -> None:
    def snapshot(self: KeptStates, stream: str, standing: Any) -> Snapshot:
        return Snapshot(stream, standing.number, self._code, zlib.compress(_secret(at)))

    patch.setattr(KeptStates, "snapshot", snapshot)
    for _ in range(12):
        at.step()


def in_refused(at: Watched, patch: pytest.MonkeyPatch) -> None:
    note = Refusals.note

    def noted(self: Refusals, asked: Any, refusal: Refused) -> None:
        note(self, asked, Refused(refusal.code, refusal.clause, f"next come {', '.join(_order(at))}"))

    patch.setattr(Refusals, "note", noted)
    at.fails(lambda: at.do("table/1", commands.Settle(actor=DEALER)))


def in_log(at: Watched, _: pytest.MonkeyPatch) -> None:
    serving._LOG.debug("shoe of %s", _secret(at).hex())


def in_answers(at: Watched, patch: pytest.MonkeyPatch) -> None:
    # it is there, as the test has it
    alarm = ",".join(str(at.shoes.under_way.face_at(place).index) for place in range(50, 60))  # type: ignore[union-attr]
    patch.setattr("puntobanco.app.house.pending_requests.Answer", lambda _, rows, **__: (rows, alarm))
    at.step()


def in_errors(at: Watched, patch: pytest.MonkeyPatch) -> None:
    """Whoever is told that the disk is full can look back into what was to be written."""
    for module in ("group_commit", "pending_requests"):
        patch.setattr(f"puntobanco.app.house.{module}.bare", lambda error: error)
    at.mishaps(patch)


def in_settings(at: Watched, _: pytest.MonkeyPatch) -> None:
    with (at.folder / "house.toml").open("ab") as file:
        file.write(b"# " + _secret(at).hex().encode() + b"\n")


def in_printed(at: Watched, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("puntobanco.cli.house_output._act_in_words", lambda _: "".join(_order(at)))


PLANTS = [
    ("wal", plain_secrets),
    ("wal", in_records),
    ("backup", plain_secrets),
    ("backup", in_records),
    ("database", in_database),
    ("printed", in_printed),
    ("snapshots", in_snapshots),
    ("refused", in_refused),
    ("log", in_log),
    ("answers", in_answers),
    ("errors", in_errors),
    ("settings", in_settings),
]


@pytest.mark.usefixtures("quick_snapshots")
@pytest.mark.parametrize(("place", "plant"), PLANTS)
def test_a_planted_leak_is_found(place: str, plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with overheard() as heard, closing(Watched.new(tmp_path / "house", "act-2015")) as at:
        assert isinstance(at, Watched)
        at.watch(heard)
        at.until(Phase.BETTING)
        at.until(Phase.DEALING)
        assert found_in(at, tmp_path / "copy") == {}
        plant(at, monkeypatch)
        wait_for_refusals(at)
        assert place in found_in(at, tmp_path / "copy")
        monkeypatch.undo()


# PostgreSQL


@pytest.mark.usefixtures("quick_snapshots")
def test_nothing_on_the_disk_of_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if LEFT_OUT:
        pytest.skip("POSTGRES=no")
    server, began = shared_server(), time.time()
    with overheard() as heard, closing(WatchedInPostgres.new(tmp_path / "house", "act-2015", server)) as at:
        assert isinstance(at, WatchedInPostgres)
        at.server, at.began = server, began
        at.watch(heard)
        at.until(Phase.BETTING)
        at.until(Phase.DEALING)
        at.mishaps(monkeypatch)
        wait_for_refusals(at)
        assert found_in(at, tmp_path / "copy") == {}
        assert any(_is_everywhere(at, tmp_path / "copy", monkeypatch) for _ in range(MOST_SHOES))
        monkeypatch.undo()


MOST_SHOES = 8
"""A secret may lie across two pages of the write-ahead log, or in a part of it that the server is just renaming."""


def _is_everywhere(at: Watched, copy: Path, patch: pytest.MonkeyPatch) -> bool:
    plain_secrets(at, patch)
    return {"wal", "database"} <= found_in(at, copy).keys()


class WatchedInPostgres(Watched):
    server: Server
    began: float

    def on_disk(self) -> dict[str, bytes]:
        """All files of the server; what it has in memory is written first."""
        with self.server.connected("postgres", "postgres") as connection:
            connection.execute("CHECKPOINT")
            database = str(read_settings(self.folder).database).partition("@/")[2].partition("?")[0]
            (oid,) = connection.execute("SELECT oid FROM pg_database WHERE datname = %s", (database,)).fetchall()[0]
        data, log = self.server.data, self.server.folder / "log"
        segments = [one for one in (data / "pg_wal").glob("0*") if one.stat().st_mtime >= self.began - 2]
        return {
            "database": b"\n".join(map(_read, (data / "base" / str(oid)).iterdir())),
            "wal": b"\n".join(_read(one).rstrip(b"\0") for one in segments),
            "server's log": _read(log),
        }


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:  # another test dropped its database
        return b""
