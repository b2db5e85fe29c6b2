"""The log as it is stored: positions, numbers, hashes, what was decided on what, and the tree that was signed."""

from collections.abc import Iterable, Iterator
from hashlib import sha256

import msgspec
from msgspec import Struct

from puntobanco.audit.findings import Finding, Findings, Sort
from puntobanco.audit.signed_notes import Checkpoint
from puntobanco.audit.stored_record import Line
from puntobanco.streams.names import HOUSE
from puntobanco.streams.record import Dependency
from puntobanco.values.merkle import HASH_SIZE, Tree


class _Bound(Struct, gc=False, frozen=True):
    """What a record says that it was decided on."""

    previous: str
    depends_on: tuple[Dependency, ...]


_bound_in = msgspec.json.Decoder(_Bound).decode


class Named(Struct, frozen=True, kw_only=True):
    """A checkpoint, by the record that names it."""

    position: int
    """Of the record."""
    number: int
    size: int
    root: bytes
    key: str
    """The verifier key of its signature."""
    is_elsewhere: bool = False
    """It was signed before the house was restored: its file lies in the folder of the old house."""


class _Stream:
    """How far a stream is: one damaged record must not hide or accuse the next one."""

    __slots__ = ("hash", "maybe_hashes", "maybe_number", "number")

    def __init__(self) -> None:
        self.number = 1
        """What the next record is numbered: by how many came,"""
        self.maybe_number: int | None = None
        """or after the number of the last one, if that was another."""
        self.hash = bytes(HASH_SIZE)
        """What its hash goes on from: the last one's as stored,"""
        self.maybe_hashes: tuple[bytes, ...] = ()
        """or as computed, if that was another."""

    def ends_with(self, number: int, hash_of_it: str) -> bool:
        """Whether this is its last record; which one, where the log says two things."""
        hashes = (self.hash, *self.maybe_hashes)
        return number in (self.number - 1, (self.maybe_number or 1) - 1) and hash_of_it in [one.hex() for one in hashes]


class Chain:
    """Lines by position, each held against the ones before it; memory grows with the streams, not with the records."""

    def __init__(self, checkpoints: Iterable[Checkpoint], named: Iterable[Named] = ()) -> None:
        self.findings: Findings = []
        self._named: dict[int, list[Named]] = {}
        for one in named:
            self._named.setdefault(one.size, []).append(one)
        self.tree = Tree()
        self._position = 0
        self._streams: dict[str, _Stream] = {}
        self._checkpoints = sorted(checkpoints, key=lambda one: one.size)
        self._next = 0
        self.agreed = 0
        """The size of the last checkpoint that agrees."""
        self._differs = False

    def add(self, line: Line) -> None:
        if line.position != self._position + 1:
            self.findings += self._misplaced(line)
        self._position = line.position
        stream = self._streams.get(line.stream)
        if stream is None:
            stream = self._streams[line.stream] = _Stream()
        self._depends(line, stream)
        if line.number != stream.number or stream.maybe_number is not None:
            self._number(line, stream)
        if sha256(stream.hash + line.body).digest() != line.hash:
            self._hash(line, stream)
        else:
            stream.maybe_hashes = ()
        stream.number += 1
        stream.hash = line.hash
        self.tree.add(line.body)
        if self._next < len(self._checkpoints) and self._checkpoints[self._next].size == self.tree.size:
            self._compare()
        for one in self._named.pop(self.tree.size, ()):
            self._compare_named(one)

    def _compare_named(self, one: Named) -> None:
        """It has no signature to hold the log against: the record and the records before it contradict each other."""
        if one.position <= one.size or one.root != self.tree.root():
            sentence = f"it names the checkpoint of {one.size} by another root than its records have"
            finding = Finding(
                position=one.position, stream=HOUSE, number=one.number, sort=Sort.CHECKPOINT, sentence=sentence
            )
            self.findings.append(finding)

    def _misplaced(self, line: Line) -> Iterator[Finding]:
        first, last = self._position + 1, line.position - 1
        if last > first:
            yield _at(first, Sort.POSITION, f"{last - first + 1} records are missing", last=last)
        else:
            yield _at(first, Sort.POSITION, "this record is missing")

    def _number(self, line: Line, stream: _Stream) -> None:
        if line.number == stream.maybe_number:
            stream.number = line.number
        elif line.number != stream.number:
            self.findings.append(_of(line, Sort.NUMBER, f"its number should be {stream.number}"))
        stream.maybe_number = None if line.number == stream.number else line.number + 1

    def _hash(self, line: Line, stream: _Stream) -> None:
        before = (stream.hash, *stream.maybe_hashes)
        found = tuple(sha256(one + line.body).digest() for one in before)
        stream.maybe_hashes = ()
        if line.hash not in found:
            sentence = "its hash does not follow from its body and the record before it in its stream"
            self.findings.append(_of(line, Sort.HASH, sentence))
            stream.maybe_hashes = found

    def _depends(self, line: Line, stream: _Stream) -> None:
        """On the records that are there; that a record cannot be read is found elsewhere."""
        try:
            bound = _bound_in(line.body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return
        if bound.previous != stream.hash.hex() and bound.previous not in [one.hex() for one in stream.maybe_hashes]:
            sentence = "it was decided on another record of its stream than the one before it"
            self.findings.append(_of(line, Sort.DEPENDENCY, sentence))
        for on in bound.depends_on:
            other = self._streams.get(on.stream, _NO_STREAM)
            if not other.ends_with(on.number, on.hash):
                sentence = f"it was decided on record {on.number} of {on.stream}, which is not the last one before it"
                self.findings.append(_of(line, Sort.DEPENDENCY, sentence))

    def _compare(self) -> None:
        """With every checkpoint of this size; only the first one that differs says something new."""
        while self._next < len(self._checkpoints) and self._checkpoints[self._next].size == self.tree.size:
            checkpoint = self._checkpoints[self._next]
            self._next += 1
            if self.tree.root() == checkpoint.root and not self._differs:
                self.agreed = checkpoint.size
            elif self.tree.root() != checkpoint.root and not self._differs:
                self._differs = True
                sentence = f"these records are not those that the checkpoint of {checkpoint.size} was signed for"
                first = min(self.agreed + 1, checkpoint.size)
                self.findings.append(_at(first, Sort.CHECKPOINT, sentence, last=checkpoint.size))

    def numbers(self) -> dict[str, int]:
        """How many records each stream has."""
        return {name: stream.number - 1 for name, stream in self._streams.items()}

    def end(self) -> None:
        """The log is over: checkpoints that say more than there is were signed for what was cut off."""
        rest = [one.size for one in self._checkpoints[self._next :] if one.size > self.tree.size]
        if rest:
            sentence = f"the log ends with {self.tree.size} records, and a checkpoint was signed for {rest[-1]}"
            self.findings.append(_at(self.agreed + 1, Sort.CHECKPOINT, sentence, last=rest[0]))
        for one in (one for same in self._named.values() for one in same):
            self._compare_named(one)


_NO_STREAM = _Stream()


def _at(position: int, sort: Sort, sentence: str, last: int | None = None) -> Finding:
    return Finding(position=position, stream="", number=None, sort=sort, sentence=sentence, last=last)


def _of(line: Line, sort: Sort, sentence: str) -> Finding:
    return Finding(position=line.position, stream=line.stream, number=line.number, sort=sort, sentence=sentence)
