"""Ballots and lots that anyone can verify: a secret of the house, its commitment, words of entrants, and the order."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from puntobanco.coup.shoe import shuffle
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.hashing import Domain, Hex256, for_domain, hkdf_sha256, in_parts, sha256
from puntobanco.fair_shoes.shoe_context import PROTOCOL, Name
from puntobanco.fair_shoes.shuffle import below, words
from puntobanco.values.canonical import canonical, plain
from puntobanco.values.money import LARGEST
from puntobanco.values.text import MAX_WORDS_BYTES, clean

T = TypeVar("T")


class DrawKind(StrEnum):
    """What a draw decides."""

    BALLOT = "ballot"
    """Tables and seats of a session."""
    LOT = "lot"
    """A tie: the seats of a play-off across tables, or who goes on."""


class DrawContext(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The circumstances of one draw, all of which its secret is bound to."""

    protocol: Annotated[int, Meta(ge=PROTOCOL, le=PROTOCOL)] = PROTOCOL
    house: Name
    tournament: Name
    draw: Annotated[int, Meta(ge=1, le=LARGEST)]
    """The draws of a tournament are counted from 1, in the order of their commitments."""
    kind: DrawKind


class EntrantWords(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words that an entrant added to a draw."""

    player: str
    words: str


class DrawProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draw with its result: everything that is needed to compute it again."""

    context: DrawContext
    commitment: Hex256
    words: tuple[EntrantWords, ...]
    """In the order in which they were added."""
    secret: Hex256
    names: tuple[str, ...]
    """Those among whom it was drawn, in the order of their registration."""
    order: tuple[str, ...]
    """The same as they were drawn."""


def draw_context_bytes(context: DrawContext) -> bytes:
    """The context with one reading only: numbers in decimal."""
    fields = (str(context.protocol), context.house, context.tournament, str(context.draw), context.kind.value)
    return in_parts(*(field.encode() for field in fields))


def draw_commitment(secret: bytes, context: DrawContext) -> bytes:
    """What the house publishes of the secret of a draw."""
    return sha256(for_domain(Domain.DRAW_COMMITMENT, draw_context_bytes(context), secret))


def draw_key(secret: bytes, added: Iterable[str], context: DrawContext | None) -> bytes:
    """The key of the order: no one knows it before both the secret and all words are known.

    A seed that a script names takes the place of the secret; it is bound to no context.
    """
    salt = sha256(for_domain(Domain.DRAW_WORDS, *(one.encode() for one in added)))
    about = b"" if context is None else draw_context_bytes(context)
    return hkdf_sha256(secret, salt=salt, info=for_domain(Domain.DRAW_ORDER, about))


def drawn(names: Sequence[T], key: bytes) -> tuple[T, ...]:
    """The names in the order in which they are drawn: the shuffle of a shoe."""
    source = words(key)
    return shuffle(names, lambda size: below(size, source))


def accepted_words(text: str) -> str:
    """Words as they enter a draw, in one spelling; `Unreadable` if they are empty or too long."""
    found = clean(text, MAX_WORDS_BYTES)
    if not 0 < len(found.encode()) <= MAX_WORDS_BYTES:
        raise Unreadable(f"words: write 1 to {MAX_WORDS_BYTES} bytes")
    return found


# Proofs, one a line


def write_proof(proof: DrawProof) -> bytes:
    """The bytes of a proof: canonical JSON."""
    return canonical(plain(proof))


def read_proof(line: bytes) -> DrawProof:
    """The proof that these bytes stand for."""
    try:
        proof = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(f"is no draw: {error}") from None
    if write_proof(proof) != line:
        raise Unreadable("is not written as draws are: canonical JSON, each member once")
    return proof


_DECODER: msgspec.json.Decoder[DrawProof] = msgspec.json.Decoder(DrawProof)


def read_draws(lines: Iterable[bytes]) -> tuple[tuple[DrawProof, ...], tuple[str, ...]]:
    """The draws of a file, one a line, and what is wrong with the other lines."""
    found: list[DrawProof] = []
    wrong: list[str] = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(read_proof(line))
        except Unreadable as error:
            wrong.append(f"line {number} {error}")
    if not found and not wrong:
        wrong.append("there is no draw in it")
    return tuple(found), tuple(wrong)


def wrong_with_draws(
    proofs: Sequence[DrawProof], *, commitments: Sequence[str] = (), own_words: Sequence[str] = ()
) -> Iterator[str]:
    """Everything that is wrong with the draws of a tournament, in sentences; a commitment that was noted, and words of
    one's own, must be theirs."""
    for proof in proofs:
        yield from (f"draw {proof.context.draw}: {sentence}" for sentence in _wrong_with(proof))
    yield from _repeated(proofs)
    for commitment in commitments:
        if commitment not in {proof.commitment for proof in proofs}:
            yield f"the commitment {commitment} is of none of these draws"
    for text in own_words:
        if text not in {one.words for proof in proofs for one in proof.words}:
            yield f'the words "{text}" are part of none of these draws'


def _wrong_with(proof: DrawProof) -> Iterator[str]:
    secret = bytes.fromhex(proof.secret)
    if draw_commitment(secret, proof.context).hex() != proof.commitment:
        yield "this is not the secret that the house was committed to"
    if drawn(proof.names, draw_key(secret, (one.words for one in proof.words), proof.context)) != proof.order:
        yield "secret and words give another order"


def _repeated(proofs: Sequence[DrawProof]) -> Iterator[str]:
    for name in ("commitment", "secret"):
        values = [getattr(proof, name) for proof in proofs]
        if len(set(values)) < len(values):
            yield f"two draws have the same {name}"
    places = [(proof.context.house, proof.context.tournament, proof.context.draw) for proof in proofs]
    if len(set(places)) < len(places):
        yield "a draw is there twice"
