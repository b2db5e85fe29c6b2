"""A bundle: what an outsider needs to check a log, or a part of it, as JSON lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from puntobanco.audit.bundle_scope import Scope
from puntobanco.audit.proofs import WholeTree
from puntobanco.audit.signed_notes import Checkpoint
from puntobanco.audit.stored_record import Line
from puntobanco.streams.format import RULES
from puntobanco.values.merkle import HASH_SIZE

FORMAT = "bundle.1"
_RULES = RULES.encode()


class Choice:
    """The first reading of the log: the tree over all of it, and which records go into the bundle."""

    def __init__(self, scope: Scope, lines: Iterable[Line]) -> None:
        self.scope, self.tree = scope, WholeTree()
        self._rules: list[tuple[int, Mapping[str, Any]]] = []
        self.positions = frozenset(scope.chosen(self._seen(lines)))

    def _seen(self, lines: Iterable[Line]) -> Iterator[Line]:
        for line in lines:
            self.tree.add(line.body)
            if _RULES in line.body:
                self._rules.append((line.position, rules_in(line.body)))
            yield line

    def rules(self) -> dict[str, Any]:
        """Those in what was chosen, by digest, as records hold them."""
        held = (rules for position, rules in self._rules if position in self.positions)
        return {digest: one for rules in held for digest, one in rules.items()}


def bundle(
    choice: Choice,
    lines: Iterable[Line],
    checkpoints: Sequence[tuple[Checkpoint, str]],
    *,
    house: str,
    vkey: str,
) -> Iterator[bytes]:
    """The lines of a bundle: a second reading of the same log. Checkpoints come with their notes, the last one's size
    is how far the bundle goes."""
    size = checkpoints[-1][0].size
    head = {"bundle": FORMAT, "house": house, "vkey": vkey, "scope": choice.scope, "size": size}
    yield _line(head)
    for digest, one in choice.rules().items():
        yield _line({"is": "rules", "digest": digest, "rules": one})
    for _, note in checkpoints:
        yield _line({"is": "checkpoint", "note": note})
    yield from _consistency(choice.tree, [one.size for one, _ in checkpoints])
    for line, previous in _with_previous(lines):
        if line.position in choice.positions:
            proof = choice.tree.inclusion(line.position - 1, size) if choice.scope.partial else None
            yield _record(line, previous, proof)


def _consistency(tree: WholeTree, sizes: Sequence[int]) -> Iterator[bytes]:
    for old, new in pairwise(sizes):
        proof = [one.hex() for one in tree.consistency(old, new)]
        yield _line({"is": "consistency", "from": old, "to": new, "proof": proof})


def _record(line: Line, previous: bytes, proof: Sequence[bytes] | None) -> bytes:
    found: dict[str, Any] = {
        "is": "record",
        "position": line.position,
        "stream": line.stream,
        "number": line.number,
        "id": line.id,
        "hash": line.hash.hex(),
        "previous": previous.hex(),
        "body": line.body.decode(),
    }
    return _line(found if proof is None else {**found, "proof": [one.hex() for one in proof]})


def _with_previous(lines: Iterable[Line]) -> Iterator[tuple[Line, bytes]]:
    heads: dict[str, bytes] = {}
    for line in lines:
        yield line, heads.get(line.stream, bytes(HASH_SIZE))
        heads[line.stream] = line.hash


def rules_in(body: bytes) -> Mapping[str, Any]:
    """The rules that a record holds, by digest."""
    return dict(_found(msgspec.json.decode(body)))


def _found(value: Any) -> Iterator[tuple[str, Any]]:
    match value:
        case {"is": str(name), "digest": str(digest)} if name.startswith(RULES):
            yield digest, value
        case dict():
            for one in value.values():
                yield from _found(one)
        case list():
            for one in value:
                yield from _found(one)


def _line(value: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(value) + b"\n"
