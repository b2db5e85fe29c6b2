"""Checkpoints over HTTP: what the house has signed, its public key, and proofs about the tree."""

from asyncio import to_thread
from pathlib import Path
from typing import Any

from msgspec import Struct

from puntobanco.app.house.checkpoints import notes_in
from puntobanco.app.house.house_folder import read_settings
from puntobanco.app.house.verification import keys_of
from puntobanco.app.report_worker.jobs import AskedCheckpoint, AskedConsistency, AskedInclusion
from puntobanco.audit.signed_notes import Checkpoint, NoteFault, open_note
from puntobanco.errors import Unreadable
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.problems import no_such
from puntobanco.web.reports import permissions
from puntobanco.web.reports.streamed_response import Sheet
from puntobanco.web.request import Call

MOST_CHECKPOINTS = 500


class SeenCheckpoint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far the log was, as the house has signed it."""

    size: int
    """Of the tree: so many records."""
    root: str
    time: int
    note: str
    """The signed note itself (C2SP)."""


class Checkpoints(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The smallest first."""

    checkpoints: tuple[SeenCheckpoint, ...]
    more: bool
    """Whether there are larger ones: ask again after the last."""


class VerificationKeys(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys by which checkpoints are verified, the newest last. Whoever does not trust the house compares them with
    those that they have from elsewhere."""

    keys: tuple[str, ...]


class Inclusion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That a record is in the tree of a checkpoint (RFC 6962)."""

    position: int
    size: int
    root: str
    stream: str
    number: int
    body: str
    """Whose hash is the leaf with the index `position` - 1."""
    proof: tuple[str, ...]


class Consistency(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That the tree of `new` records begins with that of `old` ones (RFC 6962)."""

    old: int
    new: int
    old_root: str
    new_root: str
    proof: tuple[str, ...]


async def list_checkpoints(call: Call) -> Checkpoints:
    """They hold no person and no game: whoever is logged in may have them, and should."""
    after = call.number("after", 0)
    limit = max(1, call.number("limit", 100, most=MOST_CHECKPOINTS))
    found = await to_thread(_signed, call.served.papers.folder, after, limit + 1)
    return Checkpoints(checkpoints=tuple(found[:limit]), more=len(found) > limit)


async def see_latest(call: Call) -> SeenCheckpoint:
    found = await to_thread(_newest, call.served.papers.folder)
    if found is None:
        raise no_such("checkpoint", "of this house yet")
    return found


async def sign_checkpoint(call: Call) -> SeenCheckpoint:
    """By a clerk, who reads the whole log for it. Who takes a bundle away may have its end signed before."""
    permissions.of_whoever_has_bundles(call)
    papers = call.served.papers
    async with papers.bundles.at_work() as clerk:
        notes = [note async for note in clerk.pieces(papers.folder, AskedCheckpoint())]
    note = b"".join(notes).decode()
    return _seen(await to_thread(_read, papers.folder, note), note)


def see_keys(call: Call) -> VerificationKeys:
    settings = read_settings(call.served.papers.folder)
    return VerificationKeys(keys=tuple(map(str, keys_of(settings, settings.checkpoints))))


def prove_inclusion(call: Call) -> Sheet:
    permissions.of_the_house(call)
    size = _number(call, "size")
    position = _number(call, "position", size)
    return _proof(call, AskedInclusion(position=position, size=size))


def prove_consistency(call: Call) -> Sheet:
    """A patron's bundle has those between all checkpoints."""
    permissions.of_the_house(call)
    new = _number(call, "new")
    return _proof(call, AskedConsistency(old=_number(call, "old", new), new=new))


def _proof(call: Call, asked: AskedInclusion | AskedConsistency) -> Sheet:
    return Sheet(clerks=call.served.papers.reports, folder=call.served.papers.folder, asked=asked)


def _number(call: Call, name: str, most: int | None = None) -> int:
    """From 1 to the last record, or to another number."""
    last = call.house.position if most is None else most
    found = call.number(name, 0, most=last)
    if not found:
        raise Unreadable(f"{name}: write a whole number from 1 to {last}")
    return found


def _signed(folder: Path, after: int, limit: int) -> list[SeenCheckpoint]:
    settings = read_settings(folder)
    keys = keys_of(settings, settings.checkpoints)
    found: list[SeenCheckpoint] = []
    for path, note in notes_in(settings.checkpoints):
        if _size_of(path) > after and (one := _opened(note, keys)) is not None:
            found.append(_seen(one, note))
        if len(found) == limit:
            break
    return found


def _size_of(path: Path) -> int:
    return int(path.stem) if path.stem.isdigit() else 0


def _newest(folder: Path) -> SeenCheckpoint | None:
    settings = read_settings(folder)
    keys = keys_of(settings, settings.checkpoints)
    for _, note in reversed(list(notes_in(settings.checkpoints))):
        if (one := _opened(note, keys)) is not None:
            return _seen(one, note)
    return None


def _read(folder: Path, note: str) -> Checkpoint:
    settings = read_settings(folder)
    return open_note(note, keys_of(settings, settings.checkpoints))


def _opened(note: str, keys: Any) -> Checkpoint | None:
    try:
        return open_note(note, keys)
    except NoteFault:
        return None


def _seen(one: Checkpoint, note: str) -> SeenCheckpoint:
    return SeenCheckpoint(size=one.size, root=one.root.hex(), time=one.time, note=note)


def _needed(name: str, says: str, example: int) -> Parameter:
    return Parameter(name=name, says=says, type=int, required=True, example=example)


AFTER = Parameter(name="after", says="Those of more records.", type=int, example=0)
LIMIT = Parameter(name="limit", says=f"How many, at most {MOST_CHECKPOINTS}.", type=int, example=100)
OF_RECORD = (
    _needed("position", "Of the record.", 1),
    _needed("size", "Of the tree, such as a checkpoint's.", 1),
)
OF_TREES = (_needed("old", "Records of the older tree.", 1), _needed("new", "Records of the newer one.", 1))

SIGNING = Endpoint(
    method="POST",
    path="/audit/checkpoints",
    does=sign_checkpoint,
    gives=SeenCheckpoint,
    says="Sign a checkpoint of all records that there are, unless that was done.",
    tag="audit",
    problems=(409,),
)
LOOKING = tuple(
    Endpoint(
        method="GET", path=path, does=does, gives=gives, says=says, parameters=parameters, tag="audit", problems=(404,)
    )
    for path, does, gives, says, parameters in (
        ("/audit/checkpoints", list_checkpoints, Checkpoints, "What the house has signed.", (AFTER, LIMIT)),
        ("/audit/checkpoints/latest", see_latest, SeenCheckpoint, "The newest checkpoint.", ()),
        ("/audit/keys", see_keys, VerificationKeys, "By which checkpoints are verified.", ()),
        ("/audit/proofs/inclusion", prove_inclusion, Inclusion, "That a record is in the tree.", OF_RECORD),
        ("/audit/proofs/consistency", prove_consistency, Consistency, "That a tree goes on another.", OF_TREES),
    )
)
CHECKPOINTS = (SIGNING, *LOOKING)
