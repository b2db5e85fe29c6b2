"""Bundles for outsiders, from a house that may be served meanwhile."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from puntobanco.app.house.checkpoints import LogChanged, notes_in, sign_now
from puntobanco.app.house.house_folder import Settings
from puntobanco.app.house.read_only_house import looking
from puntobanco.app.house.signing_key import SigningKey
from puntobanco.audit.bundle import Choice, bundle
from puntobanco.audit.bundle_scope import Scope
from puntobanco.audit.signed_notes import Checkpoint, NoteFault, VerifierKey, open_note
from puntobanco.errors import Unreadable
from puntobanco.store import Line, Store
from puntobanco.store.atomic_files import new_file
from puntobanco.store.verify import all_lines


class Exported(Struct, frozen=True):
    """What a bundle holds."""

    size: int
    records: int
    checkpoints: int


def checkpoint_now(folder: Path) -> tuple[Path, Checkpoint]:
    """A checkpoint of all records that there are, computed from every one of them."""
    with looking(folder) as seen:
        settings = seen.settings
        return sign_now(seen.store, SigningKey.read(settings.signing, settings.name), settings.checkpoints)


def export(folder: Path, target: Path, scope: Scope, at: int | None = None) -> Exported:
    """Write a bundle that goes up to a checkpoint: the one of this size, or one that is signed now."""
    size = checkpoint_now(folder)[1].size if at is None else at
    with (
        exported(folder, scope, size) as (found, lines),
        new_file(target) as making,
        making.open("wb") as file,
    ):
        file.writelines(lines)
    return found


@contextmanager
def exported(
    folder: Path, scope: Scope, at: int | None = None, missing: type[Unreadable] = Unreadable
) -> Iterator[tuple[Exported, Iterator[bytes]]]:
    """The same line by line, for whoever sends it on, up to a checkpoint that there is: of this size, or the newest.
    `missing` is raised for what is not in the log."""
    with looking(folder) as seen:
        settings, store = seen.settings, seen.store
        key = SigningKey.read(settings.signing, settings.name)
        checkpoints = _signed(settings, key.public, at)
        if not checkpoints:
            what = "yet" if at is None else f"of {at} records"
            raise missing(f"there is no checkpoint {what}: sign one, and leave the size out")
        size = checkpoints[-1][0].size
        choice = Choice(scope, _lines(store, size))
        if not choice.positions:
            raise missing(f"there is nothing of it in the first {size} records: check the names, or sign a checkpoint")
        _require_true(choice, checkpoints)
        lines = bundle(choice, _lines(store, size), checkpoints, house=settings.name, vkey=str(key.public))
        yield Exported(size, len(choice.positions), len(checkpoints)), lines


def _lines(store: Store, size: int) -> Iterator[Line]:
    return all_lines(store, size)


def _signed(settings: Settings, key: VerifierKey, at: int | None) -> list[tuple[Checkpoint, str]]:
    """All checkpoints up to this one, or to the newest, that the house has signed; none if it is not among them."""
    found: list[tuple[Checkpoint, str]] = []
    for _, note in notes_in(settings.checkpoints):
        try:
            found.append((open_note(note, (key,)), note))
        except NoteFault:
            continue
    if at is None:
        return found
    upto = [one for one in found if one[0].size <= at]
    return upto if upto and upto[-1][0].size == at else []


def _require_true(choice: Choice, checkpoints: Sequence[tuple[Checkpoint, str]]) -> None:
    """No bundle is made of a log that is not the one that was signed."""
    for checkpoint, _ in checkpoints:
        if choice.tree.size < checkpoint.size or choice.tree.root(checkpoint.size) != checkpoint.root:
            raise LogChanged(
                f"the log is not the one of the checkpoint of {checkpoint.size} records: punto audit verify"
            )
