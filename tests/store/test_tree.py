"""The growing tree against the plain one, which is built from all leaves."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.store import Store
from puntobanco.values.merkle import Tree, read_tree
from tests.store.houses import unit, units


def plain_root(bodies: list[bytes]) -> bytes:
    """As RFC 6962 defines it, section 2.1."""
    if not bodies:
        return sha256().digest()
    if len(bodies) == 1:
        return sha256(b"\x00" + bodies[0]).digest()
    left = 1 << (len(bodies) - 1).bit_length() - 1
    return sha256(b"\x01" + plain_root(bodies[:left]) + plain_root(bodies[left:])).digest()


def test_a_tree_grows_to_the_root_over_all_leaves() -> None:
    bodies = [b"%d" % n for n in range(130)]
    tree = Tree()
    for size, body in enumerate(bodies):
        assert tree.root() == plain_root(bodies[:size])
        assert tree.frontier() == Tree(size, list(tree.hashes)).frontier()
        tree.add(body)


def test_known_answers_of_certificate_transparency() -> None:
    leaves = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    tree = Tree()
    for leaf in leaves:
        tree.add(bytes.fromhex(leaf))
    assert tree.root().hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


@given(st.lists(st.binary(max_size=4), max_size=40), st.lists(st.binary(max_size=4), max_size=40))
def test_a_tree_that_was_written_goes_on(before: list[bytes], after: list[bytes]) -> None:
    tree = Tree()
    for body in before:
        tree.add(body)
    again = read_tree(tree.size, tree.written())
    for body in after:
        again.add(body)
    assert again.root() == plain_root(before + after)


def test_the_frontier_has_full_subtrees_from_left_to_right() -> None:
    tree = Tree()
    bodies = [b"%d" % n for n in range(13)]
    for body in bodies:
        tree.add(body)
    whole = ((8, plain_root(bodies[:8])), (4, plain_root(bodies[8:12])), (1, plain_root(bodies[12:])))
    assert tree.frontier() == whole


def test_hashes_that_do_not_fit_a_size_are_no_tree() -> None:
    with pytest.raises(ValueError, match="a tree of 3 has 2 full subtrees, not 1"):
        read_tree(3, bytes(32))


def test_the_head_of_a_house_has_the_root_over_all_bodies(store: Store) -> None:
    assert store.head().root() == sha256().digest()
    for first in (1, 4, 9):
        store.append([*units("a", range(first, first + 3)), unit("b", first // 3, body=b"%d" % first)])
    bodies = [one.body for one in store.read_all()]
    assert store.head().position == len(bodies)
    assert store.head().root() == plain_root(bodies)
