"""Bundles as a house would export them, built by hand from records: hashes, the tree, checkpoints, a signature."""

import base64
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.fairness.other_verifier import other

HOUSE = "Casino North"
PRACTICE = "practice: repeatable, not fair"
"""The house to which the draws of kept tournaments are bound."""
TIME = 1_767_225_600_000_000


@dataclass(frozen=True, kw_only=True)
class Signer:
    """A house's signing key."""

    seed: bytes = b"\x07" * 32
    house: str = HOUSE

    @property
    def origin(self) -> str:
        return "puntobanco/" + quote(self.house, safe="")

    @property
    def _typed(self) -> bytes:
        return b"\x01" + Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()

    @property
    def _id(self) -> bytes:
        return sha256(self.origin.encode() + b"\n" + self._typed).digest()[:4]

    @property
    def vkey(self) -> str:
        return f"{self.origin}+{self._id.hex()}+{base64.b64encode(self._typed).decode()}"

    def note(self, size: int, root: bytes) -> str:
        text = f"{self.origin}\n{size}\n{base64.b64encode(root).decode()}\ntime {TIME + size}\n"
        signature = Ed25519PrivateKey.from_private_bytes(self.seed).sign(text.encode())
        return f"{text}\n\u2014 {self.origin} {base64.b64encode(self._id + signature).decode()}\n"


SIGNER = Signer()


# The tree, as RFC 6962 defines it


def _split(size: int) -> int:
    return 1 << (size - 1).bit_length() - 1


def root(leaves: Sequence[bytes]) -> bytes:
    return _root(tuple(leaves))


@cache
def _root(leaves: tuple[bytes, ...]) -> bytes:
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    half = _split(len(leaves))
    return sha256(b"\x01" + _root(leaves[:half]) + _root(leaves[half:])).digest()


def inclusion(index: int, leaves: tuple[bytes, ...]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    half = _split(len(leaves))
    if index < half:
        return [*inclusion(index, leaves[:half]), _root(leaves[half:])]
    return [*inclusion(index - half, leaves[half:]), _root(leaves[:half])]


def consistency(size: int, leaves: tuple[bytes, ...], *, known: bool = True) -> list[bytes]:
    if size == len(leaves):
        return [] if known else [_root(leaves)]
    half = _split(len(leaves))
    if size <= half:
        return [*consistency(size, leaves[:half], known=known), _root(leaves[half:])]
    return [*consistency(size - half, leaves[half:], known=False), _root(leaves[:half])]


# Bundles


def body_of(record: dict[str, Any]) -> str:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def rules_in(value: Any) -> Iterable[dict[str, Any]]:
    """All rules of tables in a record, in their order."""
    match value:
        case {"is": "table_rules.1"}:
            yield value
        case dict():
            for one in value.values():
                yield from rules_in(one)
        case list():
            for one in value:
                yield from rules_in(one)


def bound(records: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records with the hashes of the records before them in their streams, and of those that they depend on."""
    last: dict[str, str] = {}
    hashes: dict[tuple[str, int], str] = {}
    found = []
    for record in records:
        stream = record["stream"]
        previous = last.get(stream, "0" * 64)
        on = [one | {"hash": hashes.get((one["stream"], one["number"]), one["hash"])} for one in record["depends_on"]]
        found.append(record | {"previous": previous, "depends_on": on})
        last[stream] = sha256(bytes.fromhex(previous) + body_of(found[-1]).encode()).hexdigest()
        hashes[stream, record["number"]] = last[stream]
    return found


def bundle(
    records: Sequence[dict[str, Any]],
    scope: dict[str, Any],
    *,
    keep: Iterable[int] | None = None,
    checkpoints: Sequence[int] = (),
    signer: Signer = SIGNER,
) -> list[dict[str, Any]]:
    """The lines of a bundle of a house with these records, of which those at the positions `keep` are handed out.

    Each record is bound to the one before it in its stream and to those it depends on, as a house would have bound it.
    """
    records = bound(records)
    bodies = tuple(body_of(record).encode() for record in records)
    kept = set(range(1, len(records) + 1) if keep is None else keep)
    sizes = sorted({*checkpoints, len(bodies)})
    header = {"bundle": "bundle.1", "house": signer.house, "vkey": signer.vkey, "scope": scope, "size": len(bodies)}
    named = {rules["digest"]: rules for place in sorted(kept) for rules in rules_in(records[place - 1]["events"])}
    lines: list[dict[str, Any]] = [header]
    lines += [{"is": "rules", "digest": digest, "rules": rules} for digest, rules in named.items()]
    lines += [{"is": "checkpoint", "note": signer.note(size, root(bodies[:size]))} for size in sizes]
    for old, new in pairwise(sizes):
        proof = [one.hex() for one in consistency(old, bodies[:new])]
        lines.append({"is": "consistency", "from": old, "to": new, "proof": proof})
    last: dict[str, str] = {}
    for position, (record, body) in enumerate(zip(records, bodies, strict=True), start=1):
        previous = last.get(record["stream"], "0" * 64)
        last[record["stream"]] = sha256(bytes.fromhex(previous) + body).hexdigest()
        if position in kept:
            lines.append(_line(position, record, body, previous))
            if scope["of"] != "house":
                lines[-1]["proof"] = [one.hex() for one in inclusion(position - 1, bodies)]
    return lines


def _line(position: int, record: dict[str, Any], body: bytes, previous: str) -> dict[str, Any]:
    return {
        "is": "record",
        "position": position,
        "stream": record["stream"],
        "number": record["number"],
        "id": record["id"],
        "hash": sha256(bytes.fromhex(previous) + body).hexdigest(),
        "previous": previous,
        "body": body.decode(),
    }


REHEARSED = "it was drawn by a seed that somebody named"
"""What is wrong with a draw whose seed a script named."""


def rehearsals(records: Iterable[dict[str, Any]]) -> list[int]:
    """The positions of the records whose draws were rehearsed."""
    drawn = ((at, event.get("result")) for at, one in enumerate(records, start=1) for event in one["events"])
    return [at for at, result in drawn if result is not None and result["rehearsed"]]


def text(lines: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)


def records_in(log: Path, stream: str) -> list[dict[str, Any]]:
    """Kept records under the name that their stream has in a house."""
    records = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [record | {"stream": stream} for record in records]


def verified(content: str, **options: Any) -> tuple[Any, Any]:
    """What the verifier makes of the text of a bundle: its report, and what it read."""
    report, read = other.verify(StringIO(content, newline="\n"), **options)
    return report, read


def findings(lines: Iterable[dict[str, Any]]) -> list[Any]:
    return list(verified(text(lines), vkey=SIGNER.vkey)[0].findings)


def sentences(lines: Iterable[dict[str, Any]]) -> list[str]:
    return [other.sentence_of(one) for one in findings(lines)]
