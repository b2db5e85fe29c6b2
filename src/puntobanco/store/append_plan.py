"""Where the units of a group go: a decision over heads and ids alone, the same for every database."""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from puntobanco.store.rows import NOTHING_YET, Fate, Line, Outcome, Row, SealedSecret, StreamHead, Unit
from puntobanco.values.merkle import Tree

Name: TypeAlias = tuple[str, str]
"""A stream, and an id in it."""
WrittenLine: TypeAlias = tuple[int, str, int, str, bytes, bytes]

_WRITTEN = Fate.WRITTEN
_STALE, _KNOWN = Outcome(Fate.STALE), Outcome(Fate.KNOWN)


class Group:
    """The units of one transaction, each placed after the ones before it; one that cannot be is left out.

    A unit is bound to the very records that it was decided on, by their hashes: what was decided on a unit that is left
    out is left out with it, even if another record has taken its number.
    """

    def __init__(self, tree: Tree, heads: dict[str, StreamHead]) -> None:
        self.tree = tree
        self._first = tree.size + 1
        self.heads = heads
        self.moved: dict[str, StreamHead] = {}
        """The heads of the streams that have grown."""
        self.lines: list[WrittenLine] = []
        self.secrets: list[SealedSecret] = []
        self.taken: set[Name] = set()
        self.taken_shoes: set[tuple[str, int]] = set()

    def place(self, units: Sequence[Unit]) -> list[Outcome]:
        """What becomes of each."""
        alone, together = self._place_alone, self._place_together
        return [
            alone(unit, unit.rows[0]) if len(unit.rows) == 1 and not unit.secrets else together(unit) for unit in units
        ]

    def place_whole(self, units: Sequence[Unit]) -> bool:
        """All of them, unless one does not follow what is there. Whether an id is taken the database knows."""
        heads, grow = self.heads, self._grow
        for unit in units:
            if unit.depends_on and self._has_gone_on(unit.depends_on):
                return False
            for row in unit.rows:
                if (row.number - 1, row.previous) != heads.get(row.stream, NOTHING_YET):
                    return False
                grow(row)
            if unit.secrets:
                self.secrets += unit.secrets
        return True

    def _place_alone(self, unit: Unit, row: Row) -> Outcome:
        """What is written most often."""
        if (row.stream, row.id) in self.taken:
            return _KNOWN
        is_next = (row.number - 1, row.previous) == self.heads.get(row.stream, NOTHING_YET)
        if not is_next or (unit.depends_on and self._has_gone_on(unit.depends_on)):
            return _STALE
        self.taken.add((row.stream, row.id))
        return Outcome(_WRITTEN, (Line(*self._grow(row)),))

    def _place_together(self, unit: Unit) -> Outcome:
        rows = unit.rows
        if any((row.stream, row.id) in self.taken for row in rows):
            return _KNOWN
        if not self._fresh(rows) or (unit.depends_on and self._has_gone_on(unit.depends_on)):
            return _STALE
        if unit.secrets and not self._take_shoes(unit.secrets):
            return _KNOWN
        self.taken.update((row.stream, row.id) for row in rows)
        return Outcome(_WRITTEN, tuple([Line(*self._grow(row)) for row in rows]))

    def _has_gone_on(self, depends_on: tuple[tuple[str, StreamHead], ...]) -> bool:
        """Whether a stream ends elsewhere than it did when a unit was decided by it."""
        heads = self.heads
        for stream, head in depends_on:  # noqa: SIM110 - for every wager, and a generator costs more than the answer
            if heads.get(stream, NOTHING_YET) != head:
                return True
        return False

    def _take_shoes(self, secrets: tuple[SealedSecret, ...]) -> bool:
        shoes = {(one.stream, one.shoe) for one in secrets}
        if shoes & self.taken_shoes:
            return False
        self.taken_shoes |= shoes
        self.secrets += secrets
        return True

    def _fresh(self, rows: tuple[Row, ...]) -> bool:
        ahead: dict[str, StreamHead] = {}
        names = {(row.stream, row.id) for row in rows}
        for row in rows:
            head = ahead.get(row.stream) or self.heads.get(row.stream, NOTHING_YET)
            if (row.number - 1, row.previous) != head:
                return False
            ahead[row.stream] = row.number, row.hash
        if len(names) < len(rows) or not rows:
            raise ValueError("a unit has at least one row, and an id once in a stream")
        return True

    def _grow(self, row: Row) -> WrittenLine:
        """After the last of its stream."""
        stream, number = row.stream, row.number
        self.heads[stream] = self.moved[stream] = (number, row.hash)
        line = self._first + len(self.lines), stream, number, row.id, row.body, row.hash
        self.lines.append(line)
        return line

    def grow_tree(self) -> None:
        """With all lines of the group."""
        self.tree.extend([line[4] for line in self.lines])


def known_instead_of_stale(
    units: Sequence[Unit], outcomes: Iterable[Outcome], taken: Collection[Name]
) -> list[Outcome]:
    """A repeated command is known, wherever its stream is by now."""
    return [
        _KNOWN if found is _STALE and any((row.stream, row.id) in taken for row in unit.rows) else found
        for unit, found in zip(units, outcomes, strict=True)
    ]


def stale_names(units: Sequence[Unit], outcomes: Iterable[Outcome]) -> list[Name]:
    """The ids of the units that came too late or too early."""
    return [
        (row.stream, row.id)
        for unit, found in zip(units, outcomes, strict=True)
        if found is _STALE
        for row in unit.rows
    ]


def names(units: Iterable[Unit]) -> list[Name]:
    return [(row.stream, row.id) for unit in units for row in unit.rows]


def streams(units: Iterable[Unit]) -> list[str]:
    """All whose heads decide what becomes of these units."""
    found: set[str] = set()
    for unit in units:
        for row in unit.rows:
            found.add(row.stream)
        for on in unit.depends_on:
            found.add(on[0])
    return list(found)
