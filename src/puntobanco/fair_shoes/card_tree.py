"""The tree over the cards of a shoe, hashed as in RFC 6962: its root binds all of them, and a proof shows one."""

from collections.abc import Sequence
from typing import TypeAlias

from puntobanco.fair_shoes.hashing import sha256

Levels: TypeAlias = tuple[tuple[bytes, ...], ...]
"""The hashes of a tree from its leaves to its root."""
_LEAF, _NODE = b"\x00", b"\x01"


def leaf_hash(data: bytes) -> bytes:
    return sha256(_LEAF + data)


def levels(leaves: Sequence[bytes]) -> Levels:
    """All hashes over these leaves' hashes; one that has no partner moves up as it is."""
    if not leaves:
        return ((sha256(b""),),)
    found = [tuple(leaves)]
    while len(found[-1]) > 1:
        found.append(_parents(found[-1]))
    return tuple(found)


def _parents(row: tuple[bytes, ...]) -> tuple[bytes, ...]:
    pairs = [_node(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)]
    return (*pairs, row[-1]) if len(row) % 2 else tuple(pairs)


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right)


def root(tree: Levels) -> bytes:
    return tree[-1][0]


def proof(tree: Levels, index: int) -> tuple[bytes, ...]:
    """The partners that a leaf meets on its way to the root."""
    found: list[bytes] = []
    for row in tree[:-1]:
        partner = index ^ 1
        if partner < len(row):
            found.append(row[partner])
        index //= 2
    return tuple(found)


def proves(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether the leaf with this hash stands at this index of the tree of so many leaves that has this root."""
    if not 0 <= index < size:
        return False
    found, partners = leaf, iter(path)
    while size > 1:
        if index ^ 1 < size:
            partner = next(partners, b"")
            found = _node(partner, found) if index % 2 else _node(found, partner)
        index, size = index // 2, (size + 1) // 2
    return found == root and next(partners, None) is None
