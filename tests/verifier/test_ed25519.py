"""The signatures of the verifier: the vectors of RFC 8032, a thousand others, and nothing in a second spelling."""

from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.fairness.other_verifier import other

# Public key, message and signature of RFC 8032, section 7.1.
VECTORS = {
    "TEST 1": (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe246"
        "55141438e7a100b",
    ),
    "TEST 2": (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb"
        "00d291612bb0c00",
    ),
    "TEST 3": (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc"
        "027beceea1ec40a",
    ),
    "TEST SHA(abc)": (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2"
        "a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad"
        "9bef1177331a704",
    ),
}
ORDER = 2**252 + 27742317777372353535851937790883648493
PRIME = 2**255 - 19


@pytest.mark.parametrize("name", VECTORS)
def test_rfc_8032(name: str) -> None:
    public, message, signature = map(bytes.fromhex, VECTORS[name])
    assert other.is_signed(public, message, signature)
    assert not other.is_signed(public, message + b".", signature)


def test_signatures_of_another_program() -> None:
    random = Random(8032)
    for _ in range(60):
        key = Ed25519PrivateKey.from_private_bytes(random.randbytes(32))
        public, message = key.public_key().public_bytes_raw(), random.randbytes(random.randrange(2000))
        signature = bytearray(key.sign(message))
        assert other.is_signed(public, message, bytes(signature))
        signature[random.randrange(64)] ^= 1 << random.randrange(8)
        assert not other.is_signed(public, message, bytes(signature))


def test_no_second_spelling_of_a_signature() -> None:
    public, message, signature = map(bytes.fromhex, VECTORS["TEST 2"])
    number = int.from_bytes(signature[32:], "little") + ORDER
    assert number < 2**256
    assert not other.is_signed(public, message, signature[:32] + number.to_bytes(32, "little"))
    assert not other.is_signed(public, message, signature + b"\0")
    assert not other.is_signed(public, message, signature[:-1])


def test_no_second_spelling_of_a_point() -> None:
    """One and zero can be written above the prime, too, and zero has no odd spelling."""
    encoded = [(1 + PRIME).to_bytes(32, "little"), PRIME.to_bytes(32, "little"), (1 + 2**255).to_bytes(32, "little")]
    assert [other.point_in(one) for one in encoded] == [None] * 3
    assert other.point_in((1).to_bytes(32, "little")) == other.NEUTRAL
    assert other.point_in((2).to_bytes(32, "little")) is None, "on no point of the curve"


@pytest.mark.parametrize("small", [1, PRIME - 1])
def test_a_key_of_small_order_signs_nothing(small: int) -> None:
    """By the bare equation such a key signs every message."""
    point = small.to_bytes(32, "little")
    assert other.point_in(point) is not None
    assert not other.is_signed(point, b"anything", (1).to_bytes(32, "little") + bytes(32))
