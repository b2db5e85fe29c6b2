"""Proofs against a plain reading of RFC 6962, and every forgery of one."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.audit.proofs import WholeTree, proves_consistency, proves_inclusion
from puntobanco.values.merkle import Tree

BODIES = [b"%d" % number for number in range(70)]
KNOWN = (
    b"",
    b"\x00",
    b"\x10",
    b"\x20\x21",
    b"\x30\x31",
    b"\x40\x41\x42\x43",
    b"\x50\x51\x52\x53\x54\x55\x56\x57",
    b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
)
"""The leaves of the known answers of Certificate Transparency."""
KNOWN_ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


def grown(bodies: list[bytes]) -> WholeTree:
    tree = WholeTree()
    for body in bodies:
        tree.add(body)
    return tree


TREE = grown(BODIES)


def plain_root(bodies: list[bytes]) -> bytes:
    if len(bodies) == 1:
        return sha256(b"\x00" + bodies[0]).digest()
    middle = next(1 << bit for bit in range(60) if 2 << bit >= len(bodies))
    return sha256(b"\x01" + plain_root(bodies[:middle]) + plain_root(bodies[middle:])).digest()


def plain_path(index: int, bodies: list[bytes]) -> list[bytes]:
    if len(bodies) == 1:
        return []
    middle = next(1 << bit for bit in range(60) if 2 << bit >= len(bodies))
    left, right = bodies[:middle], bodies[middle:]
    if index < middle:
        return [*plain_path(index, left), plain_root(right)]
    return [*plain_path(index - middle, right), plain_root(left)]


def plain_consistency(old: int, bodies: list[bytes], *, whole: bool = True) -> list[bytes]:
    if old == len(bodies):
        return [] if whole else [plain_root(bodies)]
    middle = next(1 << bit for bit in range(60) if 2 << bit >= len(bodies))
    left, right = bodies[:middle], bodies[middle:]
    if old <= middle:
        return [*plain_consistency(old, left, whole=whole), plain_root(right)]
    return [*plain_consistency(old - middle, right, whole=False), plain_root(left)]


def test_known_answers() -> None:
    tree = grown(list(KNOWN))
    assert [tree.root(size).hex() for size in range(1, 9)] == list(KNOWN_ROOTS)
    assert [one.hex() for one in tree.inclusion(5, 8)] == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]
    assert [one.hex() for one in tree.consistency(6, 8)] == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


def test_every_small_tree_is_the_plain_one() -> None:
    growing = Tree()
    for size in range(1, 35):
        growing.add(BODIES[size - 1])
        bodies = BODIES[:size]
        assert TREE.root(size) == plain_root(bodies) == growing.root()
        for index in range(size):
            path = TREE.inclusion(index, size)
            assert list(path) == plain_path(index, bodies)
            assert proves_inclusion(bodies[index], index, size, path, TREE.root(size))
        for old in range(1, size + 1):
            proof = TREE.consistency(old, size)
            assert list(proof) == plain_consistency(old, bodies)
            assert proves_consistency(old, TREE.root(old), size, TREE.root(size), proof)


@pytest.mark.parametrize(("least", "size"), [(0, 3), (4, 3), (1, 71), (1, 0)])
def test_there_is_no_proof_of_what_is_not_there(least: int, size: int) -> None:
    with pytest.raises(ValueError, match="no proof"):
        TREE.inclusion(least - 1, size)
    with pytest.raises(ValueError, match="no proof"):
        TREE.consistency(least, size)


def spoilt(proof: tuple[bytes, ...]) -> st.SearchStrategy[tuple[bytes, ...]]:
    """Shorter, longer, with another hash somewhere, or the other way round."""
    one_other = ((*proof[:at], bytes(32), *proof[at + 1 :]) for at in range(len(proof)))
    found = {proof[:-1], (*proof, bytes(32)), proof[::-1], *one_other}
    return st.sampled_from(sorted(found - {proof}))


@given(st.data())
def test_no_other_proof_is_one(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 70))
    index = data.draw(st.integers(0, size - 1))
    proof = TREE.inclusion(index, size)
    root = TREE.root(size)
    assert not proves_inclusion(BODIES[index], index, size, data.draw(spoilt(proof)), root)
    moved = data.draw(st.integers(-1, 71).filter(lambda one: one != index))
    assert not proves_inclusion(BODIES[index], moved, size, proof, root)
    assert not proves_inclusion(b"another", index, size, proof, root)
    assert not proves_inclusion(BODIES[index], index, size, proof, bytes(32))


@given(st.data())
def test_no_other_history_is_consistent(data: st.DataObject) -> None:
    new = data.draw(st.integers(2, 70))
    old = data.draw(st.integers(1, new - 1))
    proof = TREE.consistency(old, new)
    assert not proves_consistency(old, TREE.root(old), new, TREE.root(new), data.draw(spoilt(proof)))
    assert not proves_consistency(old, bytes(32), new, TREE.root(new), proof)
    assert not proves_consistency(old, TREE.root(old), new, bytes(32), proof)
    changed = grown([b"another", *BODIES[1:new]])
    assert not proves_consistency(old, TREE.root(old), new, changed.root(new), changed.consistency(old, new))
