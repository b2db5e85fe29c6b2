"""What the house does with a shoe, as records of their own: without persons, and without secrets before the reveal.

Each act names the hash of the one before it, so that whoever holds one holds all before it to their bytes.
"""

from enum import StrEnum
from typing import Annotated, Any, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct

from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.commitment import LONGEST_SEED
from puntobanco.fair_shoes.hashing import Hex256, sha256
from puntobanco.fair_shoes.shoe_context import Context
from puntobanco.values.canonical import canonical, plain
from puntobanco.values.cards import Card
from puntobanco.values.money import LARGEST

Index: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST)]
HexSeed: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})+\Z", max_length=2 * LONGEST_SEED)]


class SeedFrom(StrEnum):
    """Who may add a seed; the house may not."""

    PATRON = "patron"
    AUDITOR = "auditor"


class CutBy(StrEnum):
    """Who cut; staff may know the order."""

    PATRON = "patron"
    STAFF = "staff"


class End(StrEnum):
    """Why no further card leaves the shoe."""

    DEALT = "dealt"
    """Its cutting card came, and the last round was played."""
    VOIDED = "voided"
    """Its cards were taken out before that."""
    ABANDONED = "abandoned"
    """It never came into use, or nobody goes on with it."""
    CLOSED = "closed"
    """The table closed."""
    RESTORED = "restored"
    """The house came back from a backup: what was played since may be known, and is not in these acts."""


class Chained(Struct, tag_field="act", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act that follows another one."""

    previous: Hex256 | None
    """The hash of the act before; none for the first of a table."""


class ShoeCommitted(Chained, tag="shoe_committed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house has drawn a secret for a shoe and is bound to it."""

    context: Context
    commitment: Hex256


class SeedPromised(Chained, tag="seed_promised.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody other than the house is bound to a seed."""

    seed: Number
    """Seeds of a shoe are counted from 1, in the order in which they were promised."""
    by: SeedFrom
    promise: Hex256


class SeedOpened(Chained, tag="seed_opened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A promised seed was opened, and is part of the shuffle."""

    seed: Number
    opened: HexSeed


class SeedLeftOut(Chained, tag="seed_left_out.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A promised seed was not opened in time: the shuffle goes without it."""

    seed: Number


class ShoeSealed(Chained, tag="shoe_sealed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The order of the cards is fixed by the root of their tree."""

    root: Hex256
    house_seeded: bool
    """No seed of anybody else is part of the shuffle."""


class ShoeCut(Chained, tag="shoe_cut.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sealed order was cut, and the cutting cards put in."""

    at: Number
    """Cards in front of the cut, which go to the back."""
    cut_by: CutBy
    depth: Number
    """Cards behind the cutting card."""
    cutting_cards: Number


class WagersBegan(Chained, tag="wagers_began.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first wager of this shoe was placed or altered, or one that stayed from the last shoe is being played."""


class CardHidden(Chained, tag="card_hidden.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card left the shoe face down: it is burned, or it may be shown later. Without it no card could be missed."""

    place: Number
    """How many-th it left the shoe."""


class CardShown(Chained, tag="card_shown.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that everybody sees, with the proof that it is the one that was sealed."""

    place: Number
    """How many-th it left the shoe."""
    cut: Number
    index: Index
    """Its place in the sealed order, from 0: where the cut brings it to its place out of the shoe."""
    card: Card
    salt: Hex256
    proof: tuple[Hex256, ...]


class ShoeEnded(Chained, tag="shoe_ended.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No further card leaves this shoe."""

    why: End


class RevealOverdue(Chained, tag="reveal_overdue.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An incident: the secret was not revealed when the shoe ended."""


class SecretRevealed(Chained, tag="secret_revealed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house's secret: everything about the shoe can be computed from now on."""

    secret: Hex256


FairShoeEvent: TypeAlias = (
    ShoeCommitted
    | SeedPromised
    | SeedOpened
    | SeedLeftOut
    | ShoeSealed
    | ShoeCut
    | WagersBegan
    | CardHidden
    | CardShown
    | ShoeEnded
    | RevealOverdue
    | SecretRevealed
)

ACTS: dict[str, type[FairShoeEvent]] = {str(kind.__struct_config__.tag): kind for kind in get_args(FairShoeEvent)}
"""By their written name and version."""

A = TypeVar("A", bound=FairShoeEvent)
_DECODER: msgspec.json.Decoder[FairShoeEvent] = msgspec.json.Decoder(FairShoeEvent)


def write_act(act: FairShoeEvent) -> bytes:
    """The bytes that patrons hold: canonical JSON."""
    return canonical(plain(act))


def read_act(line: bytes) -> FairShoeEvent:
    """The act that exactly these bytes stand for."""
    try:
        act = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(f"is no act: {error}") from None
    if write_act(act) != line:
        raise Unreadable("is not written as acts are: canonical JSON, each member once")
    return act


def act_hash(act: FairShoeEvent) -> str:
    """What the next act names as the one before it."""
    return sha256(write_act(act)).hex()


def following(last: FairShoeEvent | None, kind: type[A], **members: Any) -> A:
    """The next act after the last one."""
    return kind(previous=None if last is None else act_hash(last), **members)


def late_reveal(ended: ShoeEnded, secret: bytes) -> tuple[RevealOverdue, SecretRevealed]:
    """What a house publishes that finds a shoe ended whose secret was not revealed."""
    overdue = following(ended, RevealOverdue)
    return overdue, following(overdue, SecretRevealed, secret=secret.hex())
