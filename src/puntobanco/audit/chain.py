"""The log as it is stored: positions, numbers, hashes, and the tree that checkpoints were signed for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from puntobanco.audit.findings import Finding, Findings, Sort
from puntobanco.audit.lines import Line
from puntobanco.audit.notes import Checkpoint
from puntobanco.merkle import HASH_SIZE, Tree


@dataclass(slots=True)
class _Stream:
    """How far a stream is: one damaged record must not hide or accuse the next one."""

    numbers: tuple[int, ...] = (1,)
    """What the next record may be numbered: after the last one's number, or after how many came."""
    hashes: tuple[bytes, ...] = (bytes(HASH_SIZE),)
    """What its hash may go on from: the last one's as stored, or as computed."""


class Chain:
    """Lines by position, each held against the ones before it; memory grows with the streams, not with the records."""

    def __init__(self, checkpoints: Iterable[Checkpoint]) -> None:
        self.findings: Findings = []
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
        stream = self._streams.setdefault(line.stream, _Stream())
        self._number(line, stream)
        self._hash(line, stream)
        self.tree.add(line.body)
        self._compare()

    def _misplaced(self, line: Line) -> Iterator[Finding]:
        first, last = self._position + 1, line.position - 1
        if last > first:
            yield _at(first, Sort.POSITION, f"{last - first + 1} records are missing", last=last)
        else:
            yield _at(first, Sort.POSITION, "this record is missing")

    def _number(self, line: Line, stream: _Stream) -> None:
        if line.number not in stream.numbers:
            sentence = f"its number should be {stream.numbers[-1]}"
            self.findings.append(_of(line, Sort.NUMBER, sentence))
        came = stream.numbers[-1] + 1
        stream.numbers = (came,) if line.number + 1 == came else (line.number + 1, came)

    def _hash(self, line: Line, stream: _Stream) -> None:
        found = [sha256(before + line.body).digest() for before in stream.hashes]
        if line.hash in found:
            stream.hashes = (line.hash,)
            return
        self.findings.append(
            _of(line, Sort.HASH, "its hash does not follow from its body and the record before it in its stream")
        )
        stream.hashes = (line.hash, *found)

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
        return {name: stream.numbers[-1] - 1 for name, stream in self._streams.items()}

    def end(self) -> None:
        """The log is over: checkpoints that say more than there is were signed for what was cut off."""
        rest = [one.size for one in self._checkpoints[self._next :] if one.size > self.tree.size]
        if rest:
            sentence = f"the log ends with {self.tree.size} records, and a checkpoint was signed for {rest[-1]}"
            self.findings.append(_at(self.agreed + 1, Sort.CHECKPOINT, sentence, last=rest[0]))


def _at(position: int, sort: Sort, sentence: str, last: int | None = None) -> Finding:
    return Finding(position=position, stream="", number=None, sort=sort, sentence=sentence, last=last)


def _of(line: Line, sort: Sort, sentence: str) -> Finding:
    return Finding(position=line.position, stream=line.stream, number=line.number, sort=sort, sentence=sentence)
