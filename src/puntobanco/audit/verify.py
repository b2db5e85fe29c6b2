"""The parts of a verification put together, over lines by position."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from puntobanco.audit.chain import Chain, Named
from puntobanco.audit.findings import Finding, Findings, Sort, in_order
from puntobanco.audit.redecide import Totals
from puntobanco.audit.siblings import Siblings
from puntobanco.audit.signed_notes import Checkpoint
from puntobanco.audit.stored_record import Line


class Verified(Struct, frozen=True, kw_only=True):
    """What came of a verification."""

    records: int
    checkpoints: int
    """How many the log was held against."""
    held: int
    """The size of the newest one that agrees."""
    findings: Sequence[Finding]
    apart: Mapping[str, int]
    """Records that another version decided, by stream."""


class Pass:
    """One reading of the whole log, in which nothing is decided: flat in memory."""

    def __init__(self, checkpoints: Iterable[Checkpoint], named: Iterable[Named] = ()) -> None:
        self.chain, self.siblings = Chain(checkpoints, named), Siblings()

    def add(self, lines: Iterable[Line]) -> None:
        chain, siblings = self.chain.add, self.siblings.add
        for line in lines:
            chain(line)
            siblings(line)

    def end(self) -> Findings:
        self.chain.end()
        self.siblings.end()
        return [*self.chain.findings, *self.siblings.findings]


def verified(seen: Pass, totals: Iterable[Totals], others: Iterable[Finding], checkpoints: int) -> Verified:
    """Everything that was found, by position."""
    parts = list(totals)
    findings = [*seen.end(), *others, *(one for part in parts for one in part.findings), *_unequal(parts)]
    return Verified(
        records=seen.chain.tree.size,
        checkpoints=checkpoints,
        held=seen.chain.agreed,
        findings=in_order(findings),
        apart={stream: count for part in parts for stream, count in part.apart.items()},
    )


def _unequal(parts: Sequence[Totals]) -> Iterable[Finding]:
    """What accounts have at a table is what the table has from the cage."""
    taken: dict[str, int] = {}
    lying: dict[str, int] = {}
    for part in parts:
        taken |= part.taken
        for stream, amount in part.lying.items():
            lying[stream] = lying.get(stream, 0) + amount
    for stream in sorted({*taken, *lying}):
        here, there = taken.get(stream, 0), lying.get(stream, 0)
        if here != there:
            sentence = f"it has {here} cents from the cage, the accounts have {there} there"
            yield Finding(position=None, stream=stream, number=None, sort=Sort.CAGE, sentence=sentence)
