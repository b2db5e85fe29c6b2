"""Checkpoints of a house at work, and what its own key must never sign."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest

from puntobanco.app.house import verification
from puntobanco.app.house.backup import backup_house, restore_house
from puntobanco.app.house.bundle_export import checkpoint_now
from puntobanco.app.house.checkpoints import LogChanged, Signing, newest_in, notes_in
from puntobanco.app.house.house_folder import init_house, open_house, read_settings
from puntobanco.app.house.integrity_check import findings
from puntobanco.app.house.private_files import KeyFault
from puntobanco.app.house.program_digest import digest_of_files
from puntobanco.app.house.signing_key import SigningKey, public_half, read_verifier_keys
from puntobanco.app.house.stream_states import records_of
from puntobanco.app.house.verification import verify_house
from puntobanco.audit.findings import Sort
from puntobanco.audit.signed_notes import open_note
from puntobanco.cage import commands as cage
from puntobanco.log.snapshots import packed
from puntobanco.log.stream_types import stream_type_of
from puntobanco.store import open_store
from tests.app.house.helpers import OPERATOR


def new_house(folder: Path, deposits: int = 1) -> Path:
    init_house(folder, name="Café 7+")
    house = open_house(folder)
    house.handle("cage/ann", cage.OpenAccount(actor=OPERATOR, patron="ann"), "open")
    for number in range(deposits):
        house.handle("cage/ann", cage.Deposit(actor=OPERATOR, amount=100), f"deposit {number}")
    house.close()
    return folder


def deposit(folder: Path, number: int) -> None:
    house = open_house(folder)
    house.handle("cage/ann", cage.Deposit(actor=OPERATOR, amount=1), f"later {number}")
    house.close()


def sizes(folder: Path) -> list[int]:
    return [int(path.stem) for path, _ in notes_in(folder / "checkpoints")]


def forge(folder: Path, sql: str) -> None:
    with closing(sqlite3.connect(folder / "house.sqlite")) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(sql)


def sorts(folder: Path) -> list[Sort]:
    """Of what is found, but for the triggers that `forge` drops."""
    return [one.sort for one in verify_house(folder).findings if one.sort is not Sort.PROTECTION]


def test_a_house_signs_when_it_closes(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    assert sizes(folder) == [3]
    deposit(folder, 1)
    assert sizes(folder) == [3, 6], "record 4 names the first one"
    keys = read_verifier_keys(folder / "house.vkey")
    assert [open_note(note, keys).size for _, note in notes_in(folder / "checkpoints")] == [3, 6]
    assert (folder / "checkpoints" / "house.vkey").read_text() == (folder / "house.vkey").read_text()


def test_a_house_signs_at_intervals(tmp_path: Path) -> None:
    init_house(tmp_path / "house", name="x")
    with (tmp_path / "house" / "house.toml").open("a", encoding="utf-8") as file:
        file.write("checkpoint_records = 1\n")
    house = open_house(tmp_path / "house")
    for _ in range(600):
        if sizes(tmp_path / "house"):
            break
        sleep(0.1)
    assert sizes(tmp_path / "house") == [1]
    house.close()


def test_a_checkpoint_on_demand_is_computed_from_all_records(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    shutil.rmtree(folder / "checkpoints")
    forge(folder, "UPDATE head SET frontier = zeroblob(64)")
    path, found = checkpoint_now(folder)
    assert (path.stem, found.size) == (f"{4:020}", 4)
    assert sorts(folder) == [Sort.CHECKPOINT, Sort.HEAD]


def test_nothing_is_signed_that_contradicts_a_checkpoint(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    forge(folder, "UPDATE records SET body = cast(replace(body, '100', '999') AS BLOB) WHERE position = 3")
    with pytest.raises(LogChanged, match="not those"):
        checkpoint_now(folder)
    deposit(folder, 1)
    assert sizes(folder) == [3]


def test_nothing_is_signed_for_a_log_that_was_cut(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    forge(folder, "DELETE FROM records WHERE position > 2")
    with pytest.raises(LogChanged, match="more than"):
        checkpoint_now(folder)


def test_subtrees_are_believed_only_with_a_signature(tmp_path: Path) -> None:
    """A house goes on quickly from what it has signed itself, never from the head row alone."""
    folder = new_house(tmp_path / "house")
    key = SigningKey.read(folder / "house.signing", "Café 7+")
    signing = Signing(key, folder / "checkpoints", lambda: 0)
    signing.begin(3, [bytes(32), bytes(32)])
    assert signing.tree.size == 0


def test_the_key_is_for_its_owner_and_its_house(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    signing = folder / "house.signing"
    assert signing.stat().st_mode & 0o777 == 0o600
    assert public_half(signing) == folder / "house.vkey"
    assert repr(SigningKey.read(signing, "Café 7+")) == "<SigningKey>"
    with pytest.raises(KeyFault, match="no signing key of another"):
        SigningKey.read(signing, "another")
    signing.chmod(0o644)
    with pytest.raises(KeyFault, match="open to other users"):
        open_house(folder)


def test_a_house_without_its_signing_key_goes_on_and_says_so(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    (folder / "house.signing").unlink()
    deposit(folder, 1)
    assert sizes(folder) == [3]
    assert findings(folder) == (
        f"{folder / 'house.signing'} is missing: without its key no checkpoint can be signed; bring the file back",
    )


def test_a_restored_house_has_the_key_that_it_is_given(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    backup_house(folder, tmp_path / "copy")
    restore_house(tmp_path / "copy", tmp_path / "again", signing=folder / "house.signing")
    restore_house(tmp_path / "copy", tmp_path / "other")
    vkeys = [(tmp_path / name / "house.vkey").read_text() for name in ("house", "again", "other")]
    assert vkeys[0] == vkeys[1] != vkeys[2]
    assert not verify_house(tmp_path / "again", checkpoints=folder / "checkpoints").findings


def test_a_checkpoint_of_another_key_is_a_finding(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    other = SigningKey.create(tmp_path / "other.signing", "Café 7+")
    newest = newest_in(folder / "checkpoints", read_verifier_keys(folder / "house.vkey"))
    assert newest is not None
    (folder / "checkpoints" / f"{2:020}.checkpoint").write_text(other.sign(newest), encoding="utf-8")
    assert [one.sort for one in verify_house(folder).findings] == [Sort.SIGNATURE]
    assert [one.sort for one in verify_house(folder, keys=[other.public]).findings] == [Sort.SIGNATURE]


def test_several_processes_find_what_one_finds(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "forged"
    shutil.copytree(played, folder)
    forge(folder, "UPDATE records SET id = 'x' WHERE position IN (40, 400, 900)")
    alone = verify_house(folder)
    monkeypatch.setattr(verification, "FEW_RECORDS", 0)
    seen: list[tuple[int, int]] = []
    together = verify_house(folder, workers=2, progress=lambda done, total: seen.append((done, total)))
    assert together == alone
    protected = [one for one in alone.findings if one.sort is not Sort.PROTECTION]
    assert [one.position for one in protected] == [40, 400, 900]
    assert seen[-1][0] <= seen[-1][1] == alone.records


def planted(folder: Path, number: int, after: int, *, of: str = "cage/ann") -> None:
    """Keep the state after one record as if it were that after another."""
    with closing(open_store(read_settings(folder).database)) as store:
        records = records_of(store.read(of))
        state = stream_type_of(of).fold_records(records[:after], None)
        store.keep_snapshot(of, number, digest_of_files(), packed(state))


def found_in(folder: Path) -> list[tuple[Sort, str, int | None, str]]:
    return [(one.sort, one.stream, one.number, one.sentence) for one in verify_house(folder).findings]


@pytest.fixture
def forged(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "forged"))


NOT_THEIRS = "the state that is kept for it is not what the records come to"


def test_a_kept_state_that_is_not_what_the_records_come_to_is_found(forged: Path) -> None:
    with closing(open_store(read_settings(forged).database)) as store:
        last = len(store.read("cage/ann"))
    for number in (2, 3, last):
        planted(forged, number, number)
    assert found_in(forged) == []
    planted(forged, last, last - 1)
    assert found_in(forged) == [(Sort.SNAPSHOT, "cage/ann", last, NOT_THEIRS)]
    planted(forged, last, last)
    planted(forged, 3, 2)
    assert found_in(forged) == [(Sort.SNAPSHOT, "cage/ann", 3, NOT_THEIRS)], "older ones are shown, too"
    planted(forged, 2, 1)
    assert [number for _, _, number, _ in found_in(forged)] == [2, 3]


def test_a_kept_state_of_a_record_that_is_not_there_is_found(forged: Path) -> None:
    with closing(open_store(read_settings(forged).database)) as store:
        last = len(store.read("cage/ann"))
    for number in (0, 2, last + 1, last + 2):
        planted(forged, number, min(number, last))
    assert [(sort, number, sentence) for sort, _, number, sentence in found_in(forged)] == [
        (Sort.SNAPSHOT, 1, "a state is kept for record 0, which is not there"),
        (Sort.SNAPSHOT, last, f"a state is kept for record {last + 1}, which is not there"),
        (Sort.SNAPSHOT, last, f"a state is kept for record {last + 2}, which is not there"),
    ]


def test_a_kept_state_that_cannot_be_read_is_found(forged: Path) -> None:
    with closing(open_store(read_settings(forged).database)) as store:
        store.keep_snapshot("cage/ann", 2, digest_of_files(), b"no state")
        store.keep_snapshot("cage/bob", 2, "another program", b"no state")
    assert found_in(forged) == [(Sort.SNAPSHOT, "cage/ann", 2, "the state that is kept for it cannot be read")]


def test_a_state_that_was_kept_while_the_house_is_verified_is_left_for_the_next_time(forged: Path) -> None:
    with closing(open_store(read_settings(forged).database)) as store:
        last = store.read("cage/ann")[-1]
        part = verification._Part(read_settings(forged).database, "", digest_of_files(), last.position - 1)
        for number in (last.number - 1, last.number, last.number + 1):
            store.keep_snapshot("cage/ann", number, digest_of_files(), b"")
        kept = verification._snapshots(store, part)
        assert [number for number, _ in kept("cage/ann")] == [last.number - 1, last.number + 1]
