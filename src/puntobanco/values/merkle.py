"""The tree over the bodies of all records, hashed as in RFC 6962, growing at its right edge."""

from collections.abc import Iterable
from hashlib import sha256

HASH_SIZE = 32
_LEAF, _NODE = b"\x00", b"\x01"


def leaf(body: bytes) -> bytes:
    return sha256(_LEAF + body).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


class Tree:
    """What is needed to go on: the hashes of its full subtrees from left to right, one for every bit of its size."""

    __slots__ = ("hashes", "size")

    def __init__(self, size: int = 0, hashes: list[bytes] | None = None) -> None:
        self.size = size
        self.hashes = [] if hashes is None else hashes
        if len(self.hashes) != size.bit_count():
            raise ValueError(f"a tree of {size} has {size.bit_count()} full subtrees, not {len(self.hashes)}")

    def add(self, body: bytes) -> None:
        """One more leaf."""
        self.extend((body,))

    def extend(self, bodies: Iterable[bytes]) -> None:
        """More leaves: each joins the subtrees of its own size, as carrying does in addition."""
        size, hashes = self.size, self.hashes
        for body in bodies:
            found, carry = sha256(_LEAF + body).digest(), size
            while carry & 1:
                found = sha256(_NODE + hashes.pop() + found).digest()
                carry >>= 1
            hashes.append(found)
            size += 1
        self.size = size

    def root(self) -> bytes:
        if not self.hashes:
            return sha256().digest()
        found = self.hashes[-1]
        for left in reversed(self.hashes[:-1]):
            found = node(left, found)
        return found

    def frontier(self) -> tuple[tuple[int, bytes], ...]:
        """How many leaves each full subtree has, and its hash."""
        sizes = [1 << bit for bit in reversed(range(self.size.bit_length())) if self.size >> bit & 1]
        return tuple(zip(sizes, self.hashes, strict=True))

    def written(self) -> bytes:
        """The hashes as the head row keeps them; its position says what sizes they have."""
        return b"".join(self.hashes)


def read_tree(size: int, written: bytes) -> Tree:
    return Tree(size, [written[at : at + HASH_SIZE] for at in range(0, len(written), HASH_SIZE)])
