"""Checkpoints as notes: known answers of the format, and every change of one."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.audit.signed_notes import (
    Checkpoint,
    NoteFault,
    VerifierKey,
    open_note,
    origin_of,
    read_checkpoint,
    read_verifier_key,
    signed,
)

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = VerifierKey(origin_of("Casino + North"), PRIVATE.public_key().public_bytes_raw())
POINT = Checkpoint(origin=KEY.origin, size=12, root=bytes(range(32)), time=1_767_225_600_000_000)
NOTE = signed(POINT, KEY, PRIVATE.sign)


def test_a_note_is_written_as_the_format_says() -> None:
    assert NOTE.split("\n")[:5] == [
        "puntobanco/Casino%20%2B%20North",
        "12",
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "time 1767225600000000",
        "",
    ]
    assert NOTE.split("\n")[5].startswith("\N{EM DASH} puntobanco/Casino%20%2B%20North ")
    assert read_checkpoint(NOTE) == open_note(NOTE, [KEY]) == POINT


def test_a_key_of_the_go_checksum_database_is_read() -> None:
    """Its id and bytes are public: the same rule gives the same id."""
    text = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
    found = read_verifier_key(text)
    assert (found.origin, found.id.hex(), str(found)) == ("sum.golang.org", "033de0ae", text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sum.golang.org",
        "sum.golang.org+033de0af+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
        "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn",
        "+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
    ],
)
def test_other_keys_are_none(text: str) -> None:
    with pytest.raises(NoteFault):
        read_verifier_key(text)


@given(st.integers(0, len(NOTE) - 1), st.characters(codec="utf-8"))
def test_a_note_with_another_letter_is_none(place: int, letter: str) -> None:
    changed = NOTE[:place] + letter + NOTE[place + 1 :]
    if changed != NOTE:
        with pytest.raises(NoteFault):
            open_note(changed, [KEY])


def test_witnesses_may_sign_too() -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    witness = VerifierKey("witness.example/w", other.public_key().public_bytes_raw())
    line = signed(POINT, witness, other.sign).split("\n")[5]
    assert open_note(f"{NOTE}{line}\n", [KEY]) == POINT
    with pytest.raises(NoteFault, match="not signed by a key"):
        open_note(NOTE, [witness])


def test_another_log_with_the_same_key_is_another_log() -> None:
    elsewhere = Checkpoint(origin="puntobanco/Elsewhere", size=12, root=POINT.root, time=1)
    with pytest.raises(NoteFault, match="not signed by a key"):
        open_note(signed(elsewhere, KEY, PRIVATE.sign), [KEY])
