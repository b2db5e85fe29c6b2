"""Lost acknowledged records are noticed, and so is what was deleted or replaced beside the log."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.app.house.backup import accept_loss, backup_house, restore_house
from puntobanco.app.house.checkpoints import notes_in
from puntobanco.app.house.house_folder import init_house, migrate_house, open_house, read_settings
from puntobanco.app.house.integrity_check import findings
from puntobanco.app.house.program_digest import digest_of_files
from puntobanco.app.house.read_only_house import looking
from puntobanco.app.house.signing_key import SigningKey
from puntobanco.app.house.verification import verify_house
from puntobanco.audit.findings import Sort
from puntobanco.audit.signed_notes import read_checkpoint
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused
from puntobanco.fair_shoes.events import End, ShoeEnded
from puntobanco.house.events import HouseRestored, LossAccepted
from puntobanco.store import StoreBehind, StoreFailure, StoreTaken, StoreUnfit, StoreUnsure, marks, open_store
from puntobanco.store.marks import Mark, Marks, marks_in
from puntobanco.table.model import Phase
from tests.app.house.helpers import OPERATOR
from tests.cli.started import started
from tests.house.evenings import Evening
from tests.house.places import HousePlace, in_postgres
from tests.store.postgres import Server

ACKNOWLEDGED = 300


def deposits(folder: Path, count: int, first: int = 0, *, close: bool = True) -> int:
    """Open the house, deposit so often, and give the last position that was acknowledged."""
    house = open_house(folder)
    if first == 0:
        house.handle("cage/ann", cage.OpenAccount(actor=OPERATOR, patron="ann"), "open")
    for number in range(first, first + count):
        house.handle("cage/ann", cage.Deposit(actor=OPERATOR, amount=100), f"deposit {number}")
    position = house.position
    if close:
        house.close()
    return position


def new_house(folder: Path, count: int = 5) -> Path:
    init_house(folder, name="marked")
    deposits(folder, count)
    return folder


def killed(folder: Path, work: Callable[[], None]) -> None:
    """Done in a process that ends at once: nothing is closed, and the database keeps its write-ahead log."""
    child = os.fork()
    if not child:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0, folder


def marked(folder: Path) -> list[int]:
    return [mark.position for _, mark in marks_in(folder / "marks")]


def last_of(folder: Path) -> int:
    with looking(folder) as seen:
        return seen.store.last()


def cut_in_half(folder: Path) -> None:
    log = folder / "house.sqlite-wal"
    os.truncate(log, log.stat().st_size // 2)


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """A house whose write-ahead log was cut in half after it had answered."""
    folder = tmp_path / "house"
    init_house(folder, name="marked")
    killed(folder, lambda: _serve_and_die(folder))
    assert marked(folder) == [ACKNOWLEDGED]
    cut_in_half(folder)
    assert 0 < last_of(folder) < ACKNOWLEDGED
    return folder


def _serve_and_die(folder: Path) -> None:
    assert deposits(folder, ACKNOWLEDGED - 2, close=False) == ACKNOWLEDGED


# A database that lacks acknowledged records


def test_half_a_write_ahead_log_is_noticed(cut: Path) -> None:
    there = last_of(cut)
    with pytest.raises(StoreBehind, match=f"record 300 was acknowledged, and the database ends with record {there}"):
        open_house(cut)
    assert last_of(cut) == there, "nothing is written by the attempt"
    assert "record 300 was acknowledged" in "".join(findings(cut))
    assert [one.sort for one in verify_house(cut).findings] == [Sort.MARK]


@pytest.mark.parametrize("command", [["house", "run"], ["serve"], ["house", "table"], ["house", "people"]])
def test_no_command_serves_it(cut: Path, command: list[str]) -> None:
    there = last_of(cut)
    more = {"table": ["1"], "people": ["--format", "json"], "serve": ["--port", "0"], "run": []}[command[-1]]
    done = started().run([*command, str(cut), *more], "", dict(os.environ))
    if command[-1] == "people":  # which only reads
        assert done.returncode == 0
    else:
        assert (done.returncode, "accept-loss" in done.stderr) == (1, True)
    assert last_of(cut) == there


def test_the_loss_is_accepted_on_record(cut: Path) -> None:
    there = last_of(cut)
    event = accept_loss(cut, "the disk of the machine broke")
    assert event == LossAccepted(
        position=there, acknowledged=300, set_aside=(), reason="the disk of the machine broke", clause="house"
    )
    assert event in events_of(cut)
    assert findings(cut) == ()
    assert verify_house(cut).findings == []
    deposits(cut, 3, first=ACKNOWLEDGED)
    assert marked(cut) == [last_of(cut)]
    assert findings(cut) == ()


def events_of(folder: Path) -> list[object]:
    with looking(folder) as seen:
        return [event for _, record in seen.log("house") for event in record.events]


def test_the_command_line_accepts_a_loss(cut: Path) -> None:
    there = last_of(cut)
    arguments = ["house", "accept-loss", str(cut), "--format", "json"]
    done = started().run([*arguments, "--reason", " "], "", dict(os.environ))
    assert (done.returncode, "reason: say in words" in done.stderr) == (1, True)
    done = started().run([*arguments, "--reason", "the disk broke"], "", dict(os.environ))
    assert json.loads(done.stdout) == {"position": there, "acknowledged": 300, "set_aside": []}
    done = started().run([*arguments, "--reason", "again"], "", dict(os.environ))
    assert (done.returncode, "no acknowledged record is lost" in done.stderr) == (1, True)


def test_a_loss_is_not_accepted_while_a_process_serves(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    house = open_house(folder)
    with pytest.raises(StoreTaken, match="stop it first"):
        accept_loss(folder, "no reason")
    house.close()
    with pytest.raises(Refused, match="no acknowledged record is lost"):
        accept_loss(folder, "no reason")


def test_shoes_and_log_ins_end_with_an_accepted_loss(tmp_path: Path) -> None:
    """The cards that were dealt after the loss may be known, and a session that was ended would be open again."""
    folder = tmp_path / "house"
    with closing(Evening.new(folder, "act-2015")) as evening:
        evening.until(Phase.DEALING)
        backup = shutil.copytree(folder, tmp_path / "older")
        evening.until(Phase.BETTING)
    for one in folder.glob("house.sqlite*"):
        one.unlink()
    for one in backup.glob("house.sqlite*"):
        shutil.copy(one, folder)
    with closing(sqlite3.connect(folder / "house.sqlite")) as connection, connection:
        connection.execute("INSERT INTO sessions VALUES (zeroblob(32), 'id', 'ann', 1, 1, 1, '')")
    with pytest.raises(StoreBehind):
        Evening(folder)
    accept_loss(folder, "an older copy was put back")
    with looking(folder) as seen:
        acts = [event for _, record in seen.log("shoes/1") for event in record.events]
        assert not seen.store.visits.session_counts()
    assert [one.why for one in acts if isinstance(one, ShoeEnded)] == [End.RESTORED]
    with closing(Evening(folder)) as evening:
        evening.until(Phase.BETTING)
    assert findings(folder) == ()


def test_checkpoints_of_lost_records_are_set_aside(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house", 5)
    shutil.copy(folder / "house.sqlite", tmp_path / "older")
    assert deposits(folder, 5, first=5) == 14
    shutil.copy(tmp_path / "older", folder / "house.sqlite")
    event = accept_loss(folder, "an older copy was put back")
    assert (event.position, event.acknowledged, event.set_aside) == (8, 15, (14,))
    assert sizes(folder) == [7]
    assert [one.name for one in (folder / "checkpoints" / "set-aside").iterdir()] == [f"{14:020}.checkpoint"]
    deposits(folder, 1, first=10)
    assert sizes(folder) == [7, 12], "the house signs on"
    assert findings(folder) == ()
    assert verify_house(folder).findings == []


def sizes(folder: Path) -> list[int]:
    return [int(path.stem) for path, _ in notes_in(folder / "checkpoints")]


def test_another_history_of_the_same_length_is_noticed(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house", 5)
    shutil.copytree(folder, tmp_path / "fork")
    assert deposits(folder, 1, first=5) == deposits(tmp_path / "fork", 1, first=6) == 10
    shutil.copy(tmp_path / "fork" / "house.sqlite", folder / "house.sqlite")
    with pytest.raises(StoreBehind, match="record 11 was acknowledged, and the database has another one"):
        open_house(folder)


def test_restore_resets_the_mark_on_record(tmp_path: Path) -> None:
    """A restore into the folder of the house that was lost."""
    folder = new_house(tmp_path / "house", 5)
    position, _ = backup_house(folder, tmp_path / "copy")
    assert deposits(folder, 5, first=5) == 14
    for one in (*folder.glob("house.sqlite*"), folder / "house.toml"):
        one.unlink()
    restore_house(tmp_path / "copy", folder, keys=folder / "house.keys", signing=folder / "house.signing")
    (restored,) = (one for one in events_of(folder) if isinstance(one, HouseRestored))
    assert (restored.position, restored.acknowledged, restored.set_aside) == (position, 15, (14,))
    assert marked(folder) == [last_of(folder)]
    deposits(folder, 1, first=10)
    assert findings(folder) == ()
    assert verify_house(folder).findings == []


def test_a_mark_that_is_damaged_or_gone_is_noticed(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    mark = folder / "marks" / "1.mark"
    right = mark.read_bytes()
    for wrong in (right[:-1], b"1" + right[1:], b"x", bytes(len(right))):
        mark.write_bytes(wrong)
        with pytest.raises(StoreUnfit, match=r"1\.mark is damaged"):
            open_house(folder)
        assert [one.sort for one in verify_house(folder).findings] == [Sort.MARK]
        assert "1.mark is damaged" in "".join(findings(folder))
    accept_loss(folder, "the mark was damaged")
    assert marked(folder) == [last_of(folder)]
    mark.unlink()
    assert findings(folder) == (
        f"{folder / 'marks'} holds no mark of acknowledged records: serve the house once to begin one",
    )
    deposits(folder, 1, first=5)
    assert findings(folder) == ()


def test_not_found_if_both_are_replaced_together(tmp_path: Path) -> None:
    """The limit that docs/store.md tells of."""
    older = new_house(tmp_path / "older")
    shutil.copytree(older, tmp_path / "again")
    deposits(older, 5, first=5)
    for name in ("house.sqlite", "marks", "checkpoints"):
        path = older / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        (shutil.copytree if path.suffix == "" else shutil.copy)(tmp_path / "again" / name, path)
    assert findings(older) == ()
    assert verify_house(older).findings == []


# How a mark is kept


def test_the_mark_is_written_before_the_answer(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    init_house(folder, name="marked")
    house = open_house(folder)
    assert marked(folder) == [1]
    for number in range(2, 30):
        command = cage.OpenAccount(actor=OPERATOR, patron=f"p{number}")
        house.handle(f"cage/p{number}", command, "open")
        assert marked(folder) == [number]
    house.close()


class _Disk:
    """Writes that fail, as on a disk that has broken."""

    def __init__(self) -> None:
        self.fails = True

    def pwrite(self, file: int, data: bytes, at: int) -> int:
        if self.fails:
            raise OSError(30, "planned")  # EROFS
        return os.pwrite(file, data, at)

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)


def test_no_answer_without_a_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = new_house(tmp_path / "house")
    house = open_house(folder)
    disk = _Disk()
    monkeypatch.setattr(marks, "os", disk)
    deposit = cage.Deposit(actor=OPERATOR, amount=7)
    before = house.position
    with pytest.raises(StoreUnsure, match="ask again under the same id"):
        house.handle("cage/ann", deposit, "unsure")
    assert house.position == before + 1, "it is stored"
    for _ in range(2):
        with pytest.raises(StoreFailure, match="can only be read") as failure:
            house.handle("cage/ann", deposit, "not stored")
        assert (failure.value.reason, failure.value.file) == ("read_only", folder / "marks" / "1.mark")
        with pytest.raises(StoreFailure, match="can only be read"):
            house.require_writable()
    assert last_of(folder) == before + 1
    disk.fails = False
    assert house.handle("cage/ann", deposit, "unsure").repeated
    house.handle("cage/ann", deposit, "not stored")
    assert marked(folder) == [before + 2]
    house.close()


def test_each_process_has_its_own_mark(tmp_path: Path) -> None:
    one, other = Marks(tmp_path), Marks(tmp_path)
    one.move(Mark(7, bytes(32)))
    other.move(Mark(3, bytes(32)))
    one.move(Mark(2, bytes(32)))
    assert [(path.name, mark.position) for path, mark in one.all()] == [("1.mark", 7), ("2.mark", 3)]
    one.close()
    again = Marks(tmp_path)
    assert again.path.name == "1.mark"
    again.move(Mark(5, bytes(32)))
    assert [mark.position for _, mark in other.all()] == [7, 3], "a mark never moves back"


# PostgreSQL


def test_an_older_cluster_is_noticed(tmp_path: Path, own_server: Server) -> None:
    """The data folder of the server was replaced by an older copy of it, while the house was stopped."""
    place = in_postgres(tmp_path / "house", own_server)
    deposits(place.folder, 5)
    older = stopped_copy(own_server)
    acknowledged = deposits(place.folder, 20, first=5)
    put_back(own_server, older)
    there = last_of(place.folder)
    assert there < acknowledged
    sentence = f"record {acknowledged} was acknowledged, and the database ends with record {there}"
    with pytest.raises(StoreBehind, match=sentence):
        open_house(place.folder)
    assert [one.sort for one in verify_house(place.folder).findings] == [Sort.MARK]
    event = accept_loss(place.folder, "the server was restored from its copy")
    assert (event.position, event.acknowledged) == (there, acknowledged)
    deposits(place.folder, 1, first=50)


def test_a_cluster_that_is_replaced_under_a_house_is_noticed(tmp_path: Path, own_server: Server) -> None:
    """Several processes serve; the server stops and comes back as it was before."""
    place = in_postgres(tmp_path / "house", own_server)
    deposits(place.folder, 5)
    older = stopped_copy(own_server)
    houses = [open_house(place.folder) for _ in range(3)]
    for number, house in enumerate(houses):
        for turn in range(5):
            house.handle("cage/ann", cage.Deposit(actor=OPERATOR, amount=1), f"of {number}, {turn}")
    assert len(marked(place.folder)) == 3
    put_back(own_server, older)
    there = _last(place)
    for house in houses:
        with pytest.raises(StoreBehind):
            house.require_writable()
        with pytest.raises(StoreBehind):
            house.handle("cage/ann", cage.Deposit(actor=OPERATOR, amount=1), "too late")
    assert _last(place) == there, "nothing was written"
    for house in houses:
        house.close()


def _last(place: HousePlace) -> int:
    with closing(place.to_read()) as store:
        return store.last()


def stopped_copy(server: Server) -> Path:
    server.stop("fast")
    older = server.folder / "older"
    shutil.rmtree(older, ignore_errors=True)
    _copy(server.data, older)
    server.start()
    return older


def put_back(server: Server, older: Path) -> None:
    server.stop("immediate")
    shutil.rmtree(server.data)
    _copy(older, server.data)
    server.start()


def _copy(source: Path, target: Path) -> None:
    """With the owner of each file: the server is no program of root."""
    shutil.copytree(source, target, symlinks=True)
    for one in (source, *source.rglob("*")):
        found = one.lstat()
        os.chown(target / one.relative_to(source), found.st_uid, found.st_gid, follow_symlinks=False)


# Beside the log


def test_deleted_checkpoints_are_found(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    deposits(folder, 1, first=5)
    assert sizes(folder) == [7, 10]
    assert findings(folder) == ()
    (folder / "checkpoints" / f"{10:020}.checkpoint").unlink()
    sentence = "the file of the checkpoint of 10, which it names, is missing"
    assert findings(folder) == (f"record 11, house 4: {sentence} (checkpoint)",)
    assert [(one.position, one.sort, one.sentence) for one in verify_house(folder).findings] == [
        (11, Sort.CHECKPOINT, sentence)
    ]
    shutil.rmtree(folder / "checkpoints")
    assert [one.position for one in verify_house(folder).findings if one.sort is Sort.CHECKPOINT] == [8, 11]


def test_a_record_of_a_checkpoint_calls_for_no_other(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    with (folder / "house.toml").open("a", encoding="utf-8") as file:
        file.write("checkpoint_records = 1\n")
    before = last_of(folder)
    for turn in range(3):
        house = open_house(folder)
        house.close()
        assert last_of(folder) == before + 2 * (turn + 1), "the start, and the record of its checkpoint"
    assert len(sizes(folder)) == 4


def test_a_checkpoint_that_another_process_signed_is_recorded(tmp_path: Path) -> None:
    """`punto audit checkpoint` signs beside whoever serves, or while nobody does."""
    folder = new_house(tmp_path / "house")
    with closing(open_store(read_settings(folder).database)) as store:
        line = store.read_all(store.last() - 1, 1)[0]
    assert b'"size":7' in line.body
    done = started().run(["house", "log", str(folder), "--stream", "house"], "", dict(os.environ))
    assert "house signs the checkpoint of 7 records" in done.stdout


def test_a_replaced_verifier_key_is_found(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    other = SigningKey.create(tmp_path / "other.signing", "marked")
    right = (folder / "house.vkey").read_text()
    (folder / "house.vkey").write_text(f"{other.public}\n")
    sentence = f"{folder / 'house.vkey'} does not hold the key that signed the checkpoint of 7"
    assert findings(folder) == (f"{sentence} (signature)",)
    assert [one.sentence for one in verify_house(folder).findings] == [sentence]
    (folder / "house.vkey").write_text(right)
    beside = folder / "checkpoints" / "house.vkey"
    beside.write_text(f"{right}{other.public}\n")
    sentence = f"{beside} holds a key that signed no checkpoint on record"
    assert findings(folder) == (f"{sentence} (signature)",)
    assert [one.sentence for one in verify_house(folder).findings] == [sentence]


def test_checkpoints_that_are_signed_anew_with_another_key_are_found(tmp_path: Path) -> None:
    """Key and checkpoints replaced together: before, nothing was wrong with them."""
    folder = new_house(tmp_path / "house")
    other = SigningKey.create(tmp_path / "other.signing", "marked")
    for path, note in notes_in(folder / "checkpoints"):
        path.write_text(other.sign(read_checkpoint(note)), encoding="utf-8")
    for path in (folder / "house.vkey", folder / "checkpoints" / "house.vkey"):
        path.write_text(f"{other.public}\n")
    assert "the file of the checkpoint of 7 is not the one that it names" in findings(folder)[0]
    assert {one.sort for one in verify_house(folder).findings} == {Sort.CHECKPOINT, Sort.SIGNATURE}


@pytest.mark.parametrize("name", ["records_refuse_update", "records_refuse_delete", "secrets_refuse_delete"])
def test_dropped_triggers_are_found(tmp_path: Path, name: str) -> None:
    folder = new_house(tmp_path / "house")
    with closing(sqlite3.connect(folder / "house.sqlite")) as connection, connection:
        connection.execute(f"DROP TRIGGER {name}")
        if name == "records_refuse_update":
            connection.execute(f"CREATE TRIGGER {name} BEFORE UPDATE ON records BEGIN SELECT 1; END")
    sentence = f"the trigger {name} of the database is missing or changed: its table can be changed"
    assert findings(folder) == (sentence,)
    assert [(one.sort, one.sentence) for one in verify_house(folder).findings] == [(Sort.PROTECTION, sentence)]
    migrate_house(folder, None)
    assert findings(folder) == ()


def test_a_snapshot_whose_body_was_changed_is_found(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    house = open_house(folder)
    with closing(sqlite3.connect(folder / "house.sqlite")) as connection, connection:
        kept = house._kept.snapshot("cage/ann", house.look("cage/ann"))
        house._store.keep_snapshots([kept])
        assert kept.key == digest_of_files()
    house.close()
    assert findings(folder) == ()
    with closing(sqlite3.connect(folder / "house.sqlite")) as connection, connection:
        connection.execute("UPDATE snapshots SET body = zeroblob(length(body))")
    assert findings(folder) == (
        f"the state of cage/ann that is kept for record {kept.number} is not as it was written",
    )
    assert [(one.sort, one.stream, one.number) for one in verify_house(folder).findings] == [
        (Sort.SNAPSHOT, "cage/ann", kept.number)
    ]
