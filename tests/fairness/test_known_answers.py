"""HKDF as in RFC 5869, and the tree as in RFC 6962."""

import pytest

from puntobanco.fair_shoes.card_tree import leaf_hash, levels, proof, proves, root
from puntobanco.fair_shoes.hashing import hkdf_sha256, in_parts

RFC_5869 = [
    (
        "0b" * 22,
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        42,
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    (
        bytes(range(0x50)).hex(),
        bytes(range(0x60, 0xB0)).hex(),
        bytes(range(0xB0, 0x100)).hex(),
        82,
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
        "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
    ),
    (
        "0b" * 22,
        "",
        "",
        42,
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
]


@pytest.mark.parametrize(("secret", "salt", "info", "length", "expected"), RFC_5869)
def test_hkdf(secret: str, salt: str, info: str, length: int, expected: str) -> None:
    found = hkdf_sha256(bytes.fromhex(secret), salt=bytes.fromhex(salt), info=bytes.fromhex(info), length=length)
    assert found.hex() == expected


LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The trees that the authors of certificate transparency publish for their programs."""


def hashed(count: int) -> list[bytes]:
    return [leaf_hash(bytes.fromhex(leaf)) for leaf in LEAVES[:count]]


@pytest.mark.parametrize("size", range(1, 9))
def test_root(size: int) -> None:
    assert root(levels(hashed(size))).hex() == ROOTS[size - 1]


def test_root_of_nothing() -> None:
    assert root(levels([])).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


PATHS = [
    (
        1,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        6,
        8,
        [
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (3, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (
        2,
        5,
        [
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]
"""Of the same authors, by the number of the leaf from 1."""


@pytest.mark.parametrize(("leaf", "size", "path"), PATHS)
def test_proof(leaf: int, size: int, path: list[str]) -> None:
    assert [one.hex() for one in proof(levels(hashed(size)), leaf - 1)] == path


def test_a_proof_holds_for_its_leaf_at_its_place_only() -> None:
    for size in range(1, 18):
        leaves = [leaf_hash(bytes([number])) for number in range(size)]
        tree = levels(leaves)
        for index in range(size):
            path = proof(tree, index)
            for other in range(size + 1):
                assert proves(leaves[index], other, size, path, root(tree)) == (other == index)
            for one in range(size):
                assert proves(leaves[one], index, size, path, root(tree)) == (one == index)
            assert not proves(leaves[index], index, size, (*path, bytes(32)), root(tree))
            assert not path or not proves(leaves[index], index, size, path[:-1], root(tree))


def test_parts_have_one_reading() -> None:
    assert in_parts(b"ab", b"c") != in_parts(b"a", b"bc")
    assert in_parts(b"ab") != in_parts(b"ab", b"")
    assert in_parts(b"ab", b"c").hex() == "00000002" + "6162" + "00000001" + "63"
