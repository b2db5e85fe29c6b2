"""Proofs about the tree over all records, as in RFC 6962: that a record is in it, and that a tree goes on another."""

from collections.abc import Iterator, Sequence

from puntobanco.values.merkle import HASH_SIZE, leaf, node


class WholeTree:
    """All full subtrees over some bodies: whatever is asked about them can be proven."""

    def __init__(self) -> None:
        self.size = 0
        self._levels = [bytearray()]
        """The hashes of all full subtrees of 1, 2, 4, ... leaves, from left to right."""

    def add(self, body: bytes) -> None:
        found, place, level = leaf(body), self.size, 0
        self._keep(0, found)
        while place & 1:
            found = node(self._full(level, place - 1), found)
            place, level = place >> 1, level + 1
            self._keep(level, found)
        self.size += 1

    def _keep(self, level: int, found: bytes) -> None:
        if level == len(self._levels):
            self._levels.append(bytearray())
        self._levels[level] += found

    def _full(self, level: int, place: int) -> bytes:
        return bytes(self._levels[level][place * HASH_SIZE : (place + 1) * HASH_SIZE])

    def root(self, size: int) -> bytes:
        """Of the tree as it was when it had so many leaves."""
        self._require(1, size)
        return self._over(0, size)

    def inclusion(self, index: int, size: int) -> tuple[bytes, ...]:
        """That the leaf at this index, from 0, is in the tree of so many leaves."""
        self._require(index + 1, size)
        return tuple(self._path(index, 0, size))

    def consistency(self, old: int, new: int) -> tuple[bytes, ...]:
        """That the tree of `new` leaves begins with that of `old` leaves."""
        self._require(old, new)
        return tuple(self._subproof(old, 0, new, whole=True))

    def _require(self, least: int, size: int) -> None:
        if not 1 <= least <= size <= self.size:
            raise ValueError(f"there is no proof about {least} of {size} leaves in a tree of {self.size}")

    def _over(self, start: int, end: int) -> bytes:
        count = end - start
        if count & (count - 1) == 0:
            level = count.bit_length() - 1
            return self._full(level, start >> level)
        middle = start + _left_of(count)
        return node(self._over(start, middle), self._over(middle, end))

    def _path(self, index: int, start: int, end: int) -> Iterator[bytes]:
        if end - start == 1:
            return
        middle = start + _left_of(end - start)
        if index < middle:
            yield from self._path(index, start, middle)
            yield self._over(middle, end)
        else:
            yield from self._path(index, middle, end)
            yield self._over(start, middle)

    def _subproof(self, old: int, start: int, end: int, *, whole: bool) -> Iterator[bytes]:
        if old == end:
            if not whole:
                yield self._over(start, end)
            return
        middle = start + _left_of(end - start)
        if old <= middle:
            yield from self._subproof(old, start, middle, whole=whole)
            yield self._over(middle, end)
        else:
            yield from self._subproof(old, middle, end, whole=False)
            yield self._over(start, middle)


def _left_of(count: int) -> int:
    """How many of several leaves are in the left subtree: the largest power of two that leaves some for the right."""
    return 1 << ((count - 1).bit_length() - 1)


# Checked


def proves_inclusion(body: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a body stands at this index, from 0, of the tree of so many leaves with this root."""
    if not 0 <= index < size:
        return False
    found, place, last = leaf(body), index, size - 1
    for partner in proof:
        if not last:
            return False
        if place & 1 or place == last:
            found = node(partner, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node(found, partner)
        place, last = place >> 1, last >> 1
    return not last and found == root


def proves_consistency(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the tree of `new` leaves with its root begins with the tree of `old` leaves with its own."""
    if not 1 <= old <= new:
        return False
    if old == new:
        return not proof and old_root == new_root
    given = (old_root, *proof) if old & (old - 1) == 0 else tuple(proof)
    if not given:
        return False
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    before = after = given[0]
    for partner in given[1:]:
        if not last:
            return False
        if place & 1 or place == last:
            before, after = node(partner, before), node(partner, after)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            after = node(after, partner)
        place, last = place >> 1, last >> 1
    return not last and (before, after) == (old_root, new_root)
