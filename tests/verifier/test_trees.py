"""Roots and proofs of the verifier against the definitions of RFC 6962."""

from hashlib import sha256

import pytest

from tests.fairness.other_verifier import other
from tests.verifier.bundles import consistency, inclusion, root

BODIES = tuple(f"body {place}".encode() for place in range(40))
SIZES = range(1, len(BODIES) + 1)


def leaf(body: bytes) -> bytes:
    return sha256(b"\x00" + body).digest()


def test_a_growing_tree_has_the_right_root_at_every_size() -> None:
    tree = other.GrowingTree()
    for size in SIZES:
        tree.add(leaf(BODIES[size - 1]))
        assert tree.root() == root(BODIES[:size])


@pytest.mark.parametrize("size", SIZES)
def test_every_record_proves_itself_and_no_other(size: int) -> None:
    for index in range(size):
        path = [one.hex() for one in inclusion(index, BODIES[:size])]
        assert other.root_by_proof(leaf(BODIES[index]), index, size, path) == root(BODIES[:size]).hex()
        assert other.root_by_proof(leaf(b"other"), index, size, path) != root(BODIES[:size]).hex()
        for wrong in (path[:-1], [*path, "00" * 32]) if path else ([["00" * 32]]):
            assert other.root_by_proof(leaf(BODIES[index]), index, size, wrong) != root(BODIES[:size]).hex()


@pytest.mark.parametrize("new", SIZES)
def test_every_tree_continues_the_smaller_ones_and_no_others(new: int) -> None:
    whole = other.Checkpoint(new, root(BODIES[:new]))
    for old in range(1, new):
        part, path = other.Checkpoint(old, root(BODIES[:old])), consistency(old, BODIES[:new])
        assert other.grows(part, whole, path)
        assert not other.grows(other.Checkpoint(old, b"\1" * 32), whole, path)
        assert not other.grows(part, other.Checkpoint(new, b"\1" * 32), path)
        assert not other.grows(part, whole, path[:-1])
        assert not other.grows(part, whole, [*path, bytes(32)])
