"""Checkpoints by the records that name them, held against the files and keys of the house."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from puntobanco.app.house.checkpoints import ENDING, NAMES_A_CHECKPOINT, PUBLIC
from puntobanco.app.house.house_folder import Settings
from puntobanco.app.house.signing_key import public_half
from puntobanco.app.house.stream_states import record_of
from puntobanco.audit.chain import Named
from puntobanco.audit.findings import Finding, Sort
from puntobanco.audit.signed_notes import NoteFault, open_note, read_verifier_key
from puntobanco.errors import Unreadable
from puntobanco.house.events import CheckpointSigned, HouseRestored
from puntobanco.store import Line, Store
from puntobanco.streams.names import HOUSE
from puntobanco.values.replace import changed

LINES_AT_A_TIME = 1000
_RESTORES = b'"event":"house_restored.1"'


def named_in(store: Store) -> list[Named]:
    """Every checkpoint that a record names. Those of before the last restore lie in the folder of the old house."""
    found: list[Named] = []
    for line in _lines(store):
        with suppress(Unreadable):  # which is a finding of its own
            for event in record_of(line).events:
                match event:
                    case CheckpointSigned(size=size, root=root, key=key):
                        found.append(
                            Named(
                                position=line.position, number=line.number, size=size, root=bytes.fromhex(root), key=key
                            )
                        )
                    case HouseRestored():
                        found = [changed(one, is_elsewhere=True) for one in found]
    return found


def _named(line: Line, event: CheckpointSigned) -> Named:
    root = bytes.fromhex(event.root)
    return Named(position=line.position, number=line.number, size=event.size, root=root, key=event.key)


def _lines(store: Store) -> Iterator[Line]:
    after = 0
    while lines := store.read(HOUSE, after, LINES_AT_A_TIME):
        after = lines[-1].number
        yield from (line for line in lines if NAMES_A_CHECKPOINT in line.body or _RESTORES in line.body)


def wrong_files(settings: Settings, named: Sequence[Named], *elsewhere: Path) -> Iterator[Finding]:
    """What is wrong with the files of the house: a checkpoint may lie in one of the folders elsewhere instead."""
    required = [one for one in named if not one.is_elsewhere]
    for one in required:
        places = [folder / f"{one.size:020}{ENDING}" for folder in (settings.checkpoints, *elsewhere)]
        there = [path for path in places if path.is_file()]
        if not there:
            yield _of(one, f"the file of the checkpoint of {one.size}, which it names, is missing")
        elif not any(_is_signed(path, one) for path in there):
            yield _of(one, f"the file of the checkpoint of {one.size} is not the one that it names")
    if required:
        yield from _wrong_keys(settings, required[-1], {one.key for one in named})


def _is_signed(path: Path, named: Named) -> bool:
    try:
        found = open_note(path.read_text(encoding="utf-8"), (read_verifier_key(named.key),))
    except (NoteFault, OSError, UnicodeError):
        return False
    return (found.size, found.root) == (named.size, named.root)


def _wrong_keys(settings: Settings, newest: Named, known: set[str]) -> Iterator[Finding]:
    own, beside = public_half(settings.signing), settings.checkpoints / PUBLIC
    if newest.key not in _keys(own)[-1:]:
        yield _of_key(f"{own} does not hold the key that signed the checkpoint of {newest.size}")
    keys = _keys(beside)
    if newest.key not in keys:
        yield _of_key(f"{beside} does not hold the key that signed the checkpoint of {newest.size}")
    for _ in set(keys) - known:
        yield _of_key(f"{beside} holds a key that signed no checkpoint on record")


def _keys(path: Path) -> list[str]:
    try:
        return [line for line in path.read_text(encoding="utf-8").splitlines() if line]
    except (OSError, UnicodeError):
        return []


def _of(one: Named, sentence: str) -> Finding:
    return Finding(position=one.position, stream=HOUSE, number=one.number, sort=Sort.CHECKPOINT, sentence=sentence)


def _of_key(sentence: str) -> Finding:
    return Finding(position=None, stream="", number=None, sort=Sort.SIGNATURE, sentence=sentence)
