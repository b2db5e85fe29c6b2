#!/usr/bin/env python3
"""Checks what a house of baccarat hands out, without trusting it or its program: one file, standard library only.

    python verify_bundle.py FILE.bundle [--vkey VKEY] [--checkpoint FILE ...]   an exported house, table, shoe, patron
    python verify_bundle.py HISTORY [--seed HEX ...]                          acts of fair shoes, one a line
    python verify_bundle.py DRAWS [--commitment HEX ...] [--words TEXT ...]   ballots and lots, one a line
    python verify_bundle.py VECTORS.json                                      the test vectors of fair shoes or draws

Exit code 0 if everything is right, 1 with the reasons if not, 2 if it cannot be read. `--format json` for programs.
What is checked, and what is not, stands in docs/verifier.md.
"""

import argparse
import base64
import hashlib
import hmac
import json
import re
import struct
import sys
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

Data = dict[str, Any]

# Fair shoes, by docs/fairness.md

FACES = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
WORD = "puntobanco.fair."
CONTEXT = "protocol house table shoe rules composition previous"


def frame(*pieces: bytes | str) -> bytes:
    datas = [piece.encode("utf-8") if isinstance(piece, str) else piece for piece in pieces]
    return b"".join(struct.pack(">I", len(data)) + data for data in datas)


def digest(data: bytes) -> bytes:
    return hashlib.new("sha256", data).digest()


def mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """RFC 5869 for 32 bytes: one block."""
    return mac(mac(salt or b"\0" * 32, secret), info + b"\x01")


def framed_context(context: dict[str, Any]) -> bytes:
    counts, previous = ",".join(map(str, context["composition"])), context["previous"] or ""
    texts = {**context, "composition": counts, "previous": previous}
    return frame(*[str(texts[name]) for name in CONTEXT.split()])


def commitment_to(secret: bytes, context: dict[str, Any]) -> str:
    return digest(frame(WORD + "commitment", framed_context(context), secret)).hex()


def promise_of(seed: bytes, commitment: str) -> str:
    return digest(frame(WORD + "promise", bytes.fromhex(commitment), seed)).hex()


class Stream:
    """Words of 16 bits from a key."""

    def __init__(self, key: bytes) -> None:
        self.key, self.block, self.buffer = key, 0, b""

    def take(self) -> int:
        if not self.buffer:
            self.buffer = mac(self.key, self.block.to_bytes(8, "big"))
            self.block += 1
        high, low, self.buffer = self.buffer[0], self.buffer[1], self.buffer[2:]
        return high << 8 | low

    def under(self, size: int) -> int:
        drawn = self.take()
        return drawn % size if drawn < 65536 // size * size else self.under(size)


def key_of(secret: bytes, seeds: list[bytes], context: dict[str, Any]) -> bytes:
    salt = digest(frame(WORD + "seeds", *seeds))
    return hkdf(secret, salt, frame(WORD + "shuffle", framed_context(context)))


def order_of(secret: bytes, seeds: list[bytes], context: dict[str, Any]) -> list[str]:
    counted = zip(FACES, context["composition"], strict=True)
    cards = [face for face, how_many in counted for _ in range(how_many)]
    stream = Stream(key_of(secret, seeds, context))
    for left in reversed(range(2, len(cards) + 1)):
        chosen = stream.under(left)
        cards[left - 1], cards[chosen] = cards[chosen], cards[left - 1]
    return cards


def card_leaf(index: int, salt: bytes, face: str) -> bytes:
    return digest(b"\x00" + frame(WORD + "card", index.to_bytes(8, "big"), salt, face))


def tree_root(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1: the left part has as many leaves as the largest power of two that is fewer than all."""
    if len(leaves) < 2:
        return leaves[0] if leaves else digest(b"")
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return digest(b"\x01" + tree_root(leaves[:half]) + tree_root(leaves[half:]))


def root_by_proof(leaf: bytes, index: int, size: int, path: list[str]) -> str | None:
    """RFC 9162, section 2.1.3.2; none if the path is too long or too short."""
    first, last, found = index, size - 1, leaf
    for step in map(bytes.fromhex, path if index < size else []):
        if last == 0:
            return None
        if first & 1 or first == last:
            found = digest(b"\x01" + step + found)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            found = digest(b"\x01" + found + step)
        first, last = first >> 1, last >> 1
    return found.hex() if last == 0 and index < size else None


def salts_of(secret: bytes, context: dict[str, Any]) -> list[bytes]:
    key = hkdf(secret, b"", frame(WORD + "salt", framed_context(context)))
    return [mac(key, index.to_bytes(8, "big")) for index in range(sum(context["composition"]))]


def root_of(secret: bytes, seeds: list[bytes], context: dict[str, Any]) -> str:
    cards = zip(salts_of(secret, context), order_of(secret, seeds, context), strict=True)
    return tree_root([card_leaf(index, salt, face) for index, (salt, face) in enumerate(cards)]).hex()


MEMBERS = {
    "act": "act",
    "hash or null": "previous",
    "hash": "rules commitment promise root salt secret",
    "hashes": "proof",
    "context": "context",
    "counts": "composition",
    "one": "protocol",
    "number": "shoe seed at depth cutting_cards place cut",
    "index": "index",
    "flag": "house_seeded",
    "name": "house table",
    "seed": "opened",
    "patron|auditor": "by",
    "patron|staff": "cut_by",
    "dealt|voided|abandoned|closed|restored": "why",
    "|".join(FACES): "card",
}
"""The members of acts and contexts by the sort of value that they hold."""
SORTS = {member: sort for sort, members in MEMBERS.items() for member in members.split()}
NUMBERS = {"one": (1, 1), "number": (1, 2**53 - 1), "index": (0, 2**53 - 1), "count": (0, 1260)}
TEXTS = {"hash": "[0-9a-f]{64}", "seed": "([0-9a-f]{2}){1,256}", "name": ".{1,64}", "act": "[a-z_]+[.]1"}

SEEDING = {"seed_promised.1", "seed_opened.1", "seed_left_out.1"}
DEALT = {"shoe_cut.1", "card_hidden.1", "card_shown.1"}
IN_PLAY = {"shoe_sealed.1", *DEALT}
ACTS: dict[str, tuple[str, set[str]]] = {
    "shoe_committed.1": ("context commitment", {"", "secret_revealed.1"}),
    "seed_promised.1": ("seed by promise", {"shoe_committed.1", "seed_promised.1"}),
    "seed_opened.1": ("seed opened", SEEDING),
    "seed_left_out.1": ("seed", SEEDING),
    "shoe_sealed.1": ("root house_seeded", {"shoe_committed.1", *SEEDING}),
    "shoe_cut.1": ("at cut_by depth cutting_cards", {"shoe_sealed.1"}),
    "wagers_began.1": ("", IN_PLAY),
    "card_hidden.1": ("place", DEALT),
    "card_shown.1": ("place cut index card salt proof", DEALT),
    "shoe_ended.1": ("why", {"shoe_committed.1", *SEEDING, *IN_PLAY}),
    "reveal_overdue.1": ("", {"shoe_ended.1"}),
    "secret_revealed.1": ("secret", {"shoe_ended.1", "reveal_overdue.1"}),
}
"""The members of each act, and what may come right before it; the wagers' beginning is passed over."""


def fits(value: Any, sort: str) -> bool:
    match sort:
        case "hash or null":
            return value is None or fits(value, "hash")
        case "hashes":
            return isinstance(value, list) and all(fits(one, "hash") for one in value)
        case "counts":
            return isinstance(value, list) and len(value) == 52 and all(fits(one, "count") for one in value)
        case "context":
            return isinstance(value, dict) and has_members(value, CONTEXT)
        case "flag":
            return isinstance(value, bool)
        case _ if sort in NUMBERS:
            return type(value) is int and NUMBERS[sort][0] <= value <= NUMBERS[sort][1]
    return isinstance(value, str) and re.fullmatch(TEXTS.get(sort, sort), value, re.DOTALL) is not None


def has_members(value: dict[str, Any], names: str) -> bool:
    return value.keys() == set(names.split()) and all(fits(value[name], SORTS[name]) for name in value)


def act_in(line: bytes) -> dict[str, Any] | None:
    """The act in a line; none if the line is anything but the one way to write it."""
    try:
        act = json.loads(line.decode("utf-8"))
        written = json.dumps(act, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return None
    if written != line or not isinstance(act, dict) or not fits(act.get("act"), "act") or act["act"] not in ACTS:
        return None
    return act if has_members(act, "act previous " + ACTS[act["act"]][0]) else None


class Shoe:
    """What is known of a shoe so far."""

    def __init__(self, commitment: dict[str, Any]) -> None:
        self.context, self.commitment = commitment["context"], commitment["commitment"]
        self.size = sum(self.context["composition"])
        self.promises, self.opened, self.left_out = list[str](), dict[int, bytes](), set[int]()
        self.roots, self.cut, self.depth = list[str](), 0, 0
        self.out, self.face_down, self.shown = 0, set[int](), dict[int, str]()
        self.has_wagers = False
        self.secret: str | None = None

    def seeds(self) -> list[bytes]:
        return [seed for _, seed in sorted(self.opened.items())]

    def revealed(self) -> list[str]:
        """The cards as they left the shoe, first card first; nothing before the reveal."""
        order = [] if self.secret is None else order_of(bytes.fromhex(self.secret), self.seeds(), self.context)
        return order[self.cut :] + order[: self.cut]


class Reader:
    """Reads the acts one by one and writes down what is wrong."""

    def __init__(self) -> None:
        self.wrong, self.shoes = list[str](), list[Shoe]()
        self.number, self.last_kind = 0, ""
        self.last_hash: str | None = None

    def refute(self, why: str, *, when: bool = True) -> None:
        if when:
            self.wrong.append(f"act {self.number}: {why}")

    def read(self, line: bytes) -> None:
        self.number += 1
        act = act_in(line)
        if act is None:
            self.refute("not an act as the protocol writes it")
            return
        kind = act["act"]
        self.refute("does not name the act before it", when=self.number > 1 and act["previous"] != self.last_hash)
        self.refute(f"{kind} after {self.last_kind or 'nothing'}", when=self.last_kind not in ACTS[kind][1])
        self.last_kind = self.last_kind if kind == "wagers_began.1" else kind
        if kind == "shoe_committed.1":
            self.new_shoe(act)
        elif self.shoes:
            self.look_at(kind, act, self.shoes[-1])
        self.last_hash = digest(line).hex()

    def new_shoe(self, act: dict[str, Any]) -> None:
        shoe, previous = Shoe(act), act["previous"]
        self.refute("not made of whole decks", when=len({*shoe.context["composition"]}) > 1 or shoe.size == 0)
        self.refute("act and context disagree about what came before", when=previous != shoe.context["previous"])
        if self.shoes:
            self.follow(self.shoes[-1], shoe)
        else:
            alone = (shoe.context["shoe"] == 1) == (previous is None)
            self.refute("only a table's first shoe comes after nothing", when=not alone)
        self.shoes.append(shoe)

    def follow(self, old: Shoe, new: Shoe) -> None:
        expected = {"house": old.context["house"], "table": old.context["table"], "previous": self.last_hash}
        other = {**new.context, **expected, "shoe": old.context["shoe"] + 1} != new.context
        self.refute("not the next shoe of the same table", when=other)
        self.refute(f"shoe {old.context['shoe']} was not revealed before the next one", when=old.secret is None)
        self.refute("the commitment was used before", when=new.commitment in [one.commitment for one in self.shoes])

    def look_at(self, kind: str, act: dict[str, Any], shoe: Shoe) -> None:
        match kind:
            case "seed_promised.1":
                shoe.promises.append(act["promise"])
                self.refute("promises are not counted from 1", when=act["seed"] != len(shoe.promises))
            case "seed_opened.1" | "seed_left_out.1":
                self.seed(act, shoe)
            case "shoe_sealed.1":
                self.sealing(act, shoe)
            case "shoe_cut.1":
                self.refute("it cannot be cut there", when=act["at"] >= shoe.size or act["depth"] > shoe.size)
                shoe.cut, shoe.depth = shoe.cut or act["at"], act["depth"]
            case "wagers_began.1":
                self.refute(f"{kind} after wagers that began before", when=shoe.has_wagers)
                shoe.has_wagers = True
            case "card_hidden.1":
                self.leaves(act["place"], shoe)
                shoe.face_down.add(act["place"])
            case "card_shown.1":
                self.card(act, shoe)
            case "shoe_ended.1":
                early = shoe.out < shoe.size - shoe.depth
                self.refute("the cutting card has not come yet", when=act["why"] == "dealt" and early)
            case "reveal_overdue.1":
                self.refute("the secret was revealed late")
            case "secret_revealed.1":
                self.reveal(act["secret"], shoe)

    def seed(self, act: dict[str, Any], shoe: Shoe) -> None:
        number = act["seed"]
        self.refute(f"nobody promised seed {number}", when=number > len(shoe.promises))
        self.refute(f"seed {number} is dealt with twice", when=number in shoe.opened or number in shoe.left_out)
        if "opened" not in act:
            shoe.left_out.add(number)
            return
        shoe.opened[number] = bytes.fromhex(act["opened"])
        promised = promise_of(shoe.opened[number], shoe.commitment) in shoe.promises[number - 1 : number]
        self.refute(f"seed {number} is not the one that was promised", when=not promised)

    def sealing(self, act: dict[str, Any], shoe: Shoe) -> None:
        shoe.roots.append(act["root"])
        self.refute("a second root", when=len(shoe.roots) > 1)
        done = len(shoe.opened) + len(shoe.left_out)
        self.refute("a promised seed was neither opened nor left out", when=done != len(shoe.promises))
        self.refute("it says the wrong thing about who seeded it", when=act["house_seeded"] == bool(shoe.opened))

    def leaves(self, place: int, shoe: Shoe) -> None:
        self.refute(f"card {place} is out of the shoe already", when=place <= shoe.out)
        self.refute("a card is passed over, or there is none", when=place > min(shoe.out + 1, shoe.size))
        shoe.out = max(shoe.out, place)

    def card(self, act: dict[str, Any], shoe: Shoe) -> None:
        place, index, face = act["place"], act["index"], act["card"]
        right = act["cut"] == shoe.cut and place <= shoe.size and index == (shoe.cut + place - 1) % shoe.size
        self.refute(f"by the cut, card {place} out of the shoe is not number {index} of the order", when=not right)
        root = root_by_proof(card_leaf(index, bytes.fromhex(act["salt"]), face), index, shoe.size, act["proof"])
        self.refute(f"{face} is not proven by the root", when=root is None or root not in shoe.roots[:1])
        if place not in shoe.face_down:
            self.leaves(place, shoe)
        shoe.face_down.discard(place)
        shoe.shown[place] = face
        too_many = [*shoe.shown.values()].count(face) > shoe.context["composition"][FACES.index(face)]
        self.refute(f"there are not so many {face} in the shoe", when=too_many)

    def reveal(self, revealed: str, shoe: Shoe) -> None:
        secret = bytes.fromhex(revealed)
        self.refute("the secret was used before", when=any(other.secret == revealed for other in self.shoes))
        shoe.secret = revealed
        self.refute("not committed to", when=commitment_to(secret, shoe.context) != shoe.commitment)
        found = [root_of(secret, shoe.seeds(), shoe.context)] if shoe.roots else []
        self.refute("the sealed order is not that of secret and seeds", when=found != shoe.roots[:1])

    def finished(self, own_seeds: list[bytes]) -> list[str]:
        if not self.shoes:
            self.wrong.append("there is no shoe in it")
        over = self.last_kind in ("shoe_ended.1", "reveal_overdue.1")
        self.refute("the last shoe has ended and was not revealed", when=over)
        used = [seed for shoe in self.shoes for seed in shoe.opened.values()]
        return self.wrong + [f"your seed {seed.hex()} was not used" for seed in own_seeds if seed not in used]


def wrong_with_history(lines: list[bytes], own_seeds: list[bytes] | None = None) -> list[str]:
    reader = Reader()
    for line in lines:
        reader.read(line)
    return reader.finished(own_seeds or [])


def wrong_with_vector(vector: dict[str, Any]) -> list[str]:
    context, secret = vector["context"], bytes.fromhex(vector["secret"])
    seeds = [bytes.fromhex(seed) for seed in vector["seeds"]]
    commitment, stream = commitment_to(secret, context), Stream(key_of(secret, seeds, context))
    computed = {
        "context_bytes": framed_context(context).hex(),
        "commitment": commitment,
        "promises": [promise_of(seed, commitment) for seed in seeds],
        "salt_of_seeds": digest(frame(WORD + "seeds", *seeds)).hex(),
        "key": key_of(secret, seeds, context).hex(),
        "words": [stream.take() for _ in vector["words"]],
        "order": " ".join(order_of(secret, seeds, context)),
        "root": root_of(secret, seeds, context),
    }
    wrong = [name for name, value in computed.items() if vector[name] != value]
    wrong += [f"card {one['index']}" for one in vector["cards"] if not proven(one, vector)]
    return [f"{vector['name']}: {what} differs" for what in wrong]


def proven(card: dict[str, Any], vector: dict[str, Any]) -> bool:
    context, index = vector["context"], card["index"]
    salt, size = salts_of(bytes.fromhex(vector["secret"]), context)[index], sum(context["composition"])
    root = root_by_proof(card_leaf(index, salt, card["card"]), index, size, card["proof"])
    return (salt.hex(), root) == (card["salt"], vector["root"])


def id_of_command(person: str, key: str) -> str:
    """What a record of a command that came over HTTP has for an id."""
    named = " ".join((str(len(person)), person, key))
    return base64.urlsafe_b64encode(digest(named.encode("utf-8"))).decode("ascii")[:40]


def wrong_with_vectors(vectors: dict[str, Any]) -> list[str]:
    wrong = [why for vector in vectors["shoes"] for why in wrong_with_vector(vector)]
    ids = [one for one in vectors["ids"] if id_of_command(one["person"], one["key"]) != one["id"]]
    wrong += [f"the id of {one['person']}'s command differs" for one in ids]
    for history in vectors["histories"]:
        found = wrong_with_history([line.encode("utf-8") for line in history["acts"]])
        if bool(found) != history["forged"]:
            wrong.append(f"{history['name']}: {'; '.join(found) or 'nothing was found'}")
    return wrong


# Signatures: Ed25519, by RFC 8032, section 5.1

PRIME, GROUP = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def point_in(encoded: bytes) -> Point | None:
    """The point in 32 bytes; none if there is none, or the bytes are not the one way to write it."""
    number = int.from_bytes(encoded, "little")
    y, is_odd = number % 2**255, number >> 255
    if len(encoded) != 32 or y >= PRIME:
        return None
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    if x * x % PRIME != square or (x == 0 and is_odd):
        return None
    x = PRIME - x if x % 2 != is_odd else x
    return x, y, 1, x * y % PRIME


def plus(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]), (one[1] + one[0]) * (other[1] + other[0])
    c, d = 2 * CURVE * one[3] * other[3], 2 * one[2] * other[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def sum_of(number: int, point: Point, other_number: int, other: Point) -> Point:
    """So many times a point and so many times another one, bit by bit."""
    total, choices = NEUTRAL, (NEUTRAL, point, other, plus(point, other))
    for place in reversed(range(max(number, other_number).bit_length())):
        total = plus(total, total)
        chosen = (number >> place & 1) + 2 * (other_number >> place & 1)
        total = plus(total, choices[chosen]) if chosen else total
    return total


def same_point(one: Point, other: Point) -> bool:
    return all((one[i] * other[2] - other[i] * one[2]) % PRIME == 0 for i in (0, 1))


BASE = point_in((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little")) or NEUTRAL


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Strictly: numbers and points in their one spelling, and no key or point of small order."""
    key, commitment, number = point_in(public), point_in(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or len(signature) != 64 or number >= GROUP:
        return False
    if any(same_point(sum_of(8, point, 0, NEUTRAL), NEUTRAL) for point in (key, commitment)):
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % GROUP
    minus_key = (PRIME - key[0], key[1], 1, PRIME - key[3])
    return same_point(sum_of(number, BASE, challenge, minus_key), commitment)


# Checkpoints: the C2SP formats "signed note" and "tlog-checkpoint"; the tree of RFC 6962


class Unfit(Exception):
    """Something is not as the format has it."""


UNREADABLE = (Unfit, ArithmeticError, AttributeError, LookupError, RecursionError, StopIteration, TypeError, ValueError)
"""What is raised where data are not as they should be."""


class Missing(Unfit):
    """It needs what was not there before, which in a bundle of a part may have been left out."""


class Key(NamedTuple):
    """Who signs: the origin of the notes, the key's id, the public key."""

    origin: str
    id: bytes
    public: bytes


class Checkpoint(NamedTuple):
    size: int
    root: bytes


def require(holds: bool, why: str) -> None:  # noqa: FBT001
    if not holds:
        raise Unfit(why)


def bytes_in(text: str) -> bytes:
    """Standard base64 in its one spelling."""
    try:
        decoded = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise Unfit("not base64") from error
    require(base64.b64encode(decoded).decode() == text, "not base64 in its one spelling")
    return decoded


def hash_in(text: Any) -> bytes:
    require(fits(text, "hash"), "not 32 bytes in lower-case hexadecimal")
    return bytes.fromhex(text)


def key_in(vkey: str) -> Key:
    parts = vkey.strip().split("+", 2)
    require(len(parts) == 3, "a verifier key is ORIGIN+ID+KEY")
    typed = bytes_in(parts[2])
    require(len(typed) == 33 and typed[0] == 1, "not the public key of an Ed25519 signature")
    expected = digest(parts[0].encode("utf-8") + b"\n" + typed)[:4]
    require(parts[1] == expected.hex(), "the id of the verifier key is not that of its key")
    return Key(parts[0], expected, typed[1:])


def checkpoint_in(note: str, key: Key) -> Checkpoint:
    """The checkpoint in a note, if this key signed it; signatures of others, such as witnesses, are passed over."""
    text, gap, signatures = note.partition("\n\n")
    require(bool(gap) and signatures.endswith("\n"), "not a signed note")
    lines = text.split("\n")
    require(len(lines) > 3 and lines[0] == key.origin, f"not a checkpoint of {key.origin}")
    require(re.fullmatch("0|[1-9][0-9]{0,15}", lines[1]) is not None, "no size")
    require(any(re.fullmatch("time [0-9]{1,16}", line) for line in lines[3:]), "no time")
    root = bytes_in(lines[2])
    require(len(root) == 32, "no root")
    prefix = f"\u2014 {key.origin} "
    own = [bytes_in(line.removeprefix(prefix)) for line in signatures.splitlines() if line.startswith(prefix)]
    signed = [one[4:] for one in own if one[:4] == key.id]
    message = (text + "\n").encode("utf-8")
    require(any(is_signed(key.public, message, one) for one in signed), "not signed by the house's key")
    return Checkpoint(int(lines[1]), root)


class GrowingTree:
    """The roots of a tree, body after body, from its full subtrees."""

    def __init__(self) -> None:
        self.size, self.full = 0, list[bytes]()

    def add(self, leaf: bytes) -> None:
        self.full.append(leaf)
        self.size += 1
        for _ in range((self.size & -self.size).bit_length() - 1):
            right, left = self.full.pop(), self.full.pop()
            self.full.append(digest(b"\x01" + left + right))

    def root(self) -> bytes:
        found = self.full[-1] if self.full else digest(b"")
        for left in reversed(self.full[:-1]):
            found = digest(b"\x01" + left + found)
        return found


def grows(old: Checkpoint, new: Checkpoint, path: list[bytes]) -> bool:
    """RFC 9162, section 2.1.4.2: whether the new tree begins with all of the old one."""
    if old.size & (old.size - 1) == 0:
        path = [old.root, *path]
    first, last = old.size - 1, new.size - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    if not path or old.size == 0:
        return False
    old_root = new_root = path[0]
    for step in path[1:]:
        if last == 0:
            return False
        if first & 1 or first == last:
            old_root, new_root = digest(b"\x01" + step + old_root), digest(b"\x01" + step + new_root)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            new_root = digest(b"\x01" + new_root + step)
        first, last = first >> 1, last >> 1
    return (old_root, new_root, last) == (old.root, new.root, 0)


# What was found


class Finding(NamedTuple):
    """Something wrong, and where: at a record, or somewhere from `position` to `last`."""

    position: int | None
    stream: str
    number: int | None
    sort: str
    sentence: str
    last: int | None = None


class Report:
    """What is wrong, and what could not be checked."""

    def __init__(self) -> None:
        self.findings, self.not_checked, self.checked = list[Finding](), dict[str, None](), Counter[str]()
        self.position: int | None = None
        self.stream, self.number = "", None

    def at(self, position: int | None, stream: str, number: Any) -> None:
        self.position, self.stream, self.number = position, stream, number

    def wrong(self, sort: str, sentence: str, *, when: bool = True) -> None:
        if when:
            self.findings.append(Finding(self.position, self.stream, self.number, sort, sentence))

    def skip(self, what: str) -> None:
        self.not_checked[what] = None


# The law: the same in all four documents

VALUES = {rank: value % 10 for value, rank in enumerate("A23456789", start=1)} | dict.fromkeys("TJQK", 0)
DEAL = ("player", "banker", "player", "banker")
BANKER_DRAWS = [range(10), range(10), range(10), (0, 1, 2, 3, 4, 5, 6, 7, 9), range(2, 8), range(4, 8), (6, 7), ()]
"""By banker's total: against which third cards of player banker draws."""
HIDDEN = "nobody knows yet"


class Card(NamedTuple):
    """A card on the table: its face, if it was written down, whether all see it, how many-th out of the shoe."""

    card: str | None
    face_up: bool
    place: int


def total(cards: list[Card]) -> int:
    return sum(VALUES[(one.card or "T")[0]] for one in cards) % 10


def next_hand(player: list[Card], banker: list[Card]) -> str | None:
    """The hand that gets the next card; none when both are complete."""
    if len(player) + len(banker) < 4:
        return DEAL[len(player) + len(banker)]
    if not all(one.face_up and one.card for one in player + banker):
        return HIDDEN
    if len(banker) == 3:
        return None
    players, bankers = total(player[:2]), total(banker)
    if len(player) == 3:
        return "banker" if VALUES[(player[2].card or "T")[0]] in BANKER_DRAWS[min(bankers, 7)] else None
    if players > 7 or bankers > 7:
        return None
    return "player" if players < 6 else "banker" if bankers < 6 else None


def pair_of(hand: list[Card]) -> str:
    first, second = (one.card or "?!" for one in hand[:2])
    if first[0] != second[0]:
        return "none"
    red = [one[1] in "DH" for one in (first, second)]
    return "perfect" if first == second else "coloured" if red[0] == red[1] else "mixed"


def facts_of(hands: dict[str, list[Card]]) -> Data:
    counts: Data = {name: {"total": total(hand), "cards": len(hand)} for name, hand in hands.items()}
    return counts | {"pairs": {name: pair_of(hand) for name, hand in hands.items()}}


def winner(facts: Data) -> str:
    ahead = facts["player"]["total"] - facts["banker"]["total"]
    return "tie" if ahead == 0 else "player" if ahead > 0 else "banker"


def holds(when: Data, facts: Data) -> bool:
    """Whether a condition of a pay table is true of a coup."""
    hand = when.get("hand", "player")
    other = "banker" if hand == "player" else "player"
    ahead = facts[hand]["total"] - facts[other]["total"]
    match when["is"]:
        case "wins":
            return bool(ahead > 0)
        case "tie":
            return bool(ahead == 0)
        case "wins_by":
            return bool(ahead == when["points"])
        case "total":
            return facts[hand]["total"] in when["totals"]
        case "card_count":
            return bool(facts[hand]["cards"] == when["cards"])
        case "natural":
            return facts[hand]["cards"] == 2 and facts[hand]["total"] in when["totals"]
        case "pair":
            return facts["pairs"][hand] in when["classes"]
        case "all_of":
            return all(holds(part, facts) for part in when["conditions"])
        case "any_of":
            return any(holds(part, facts) for part in when["conditions"])
        case "not":
            return not holds(when["condition"], facts)
    raise Unfit(f"no condition is called {when['is']}")


ROUNDING = {"to_patron": ceil, "to_house": floor, "to_nearest": lambda cents: floor(cents + Fraction(1, 2))}


def settled_line(rules: Data, where: tuple[str, str, str], stake: int, facts: Data) -> list[Any]:
    """What becomes of a stake: a line of a settlement as records write it."""
    wager = next(one for one in rules["wagers"] if one["id"] == where[2])
    hit = next((line for line in wager["lines"] if holds(line["when"], facts)), None)
    if hit is None:
        return [*where, stake, 0, 0, 0, "lost", wager["loses"]]
    if hit["pays"]["is"] == "stand_off":
        return [*where, stake, stake, 0, 0, "stood_off", hit["clause"]]
    win = Fraction(stake * hit["pays"]["win"], hit["pays"]["stake"])
    rate = wager["commission"].get("rate", {"numerator": 0, "denominator": 1})
    rounded = ROUNDING[rules["rounding"]["value"]]
    full, net = rounded(win), rounded(win - win * rate["numerator"] / rate["denominator"])
    if wager["commission"]["is"] == "commission_owed":
        return [*where, stake, stake + full, 0, full - net, "won", hit["clause"]]
    return [*where, stake, stake + net, full - net, 0, "won", hit["clause"]]


def wrong_with_law(rules: Data) -> list[str]:
    """Where the drawing law in a table's rules, or what is at risk in a tournament, is not that of the documents."""
    law = {
        "card_values": {"points": [*range(1, 10), 0, 0, 0, 0]},
        "deal_order": [*DEAL],
        "naturals": [8, 9],
        "player_draws": {"totals": [*range(6)]},
        "banker_draws_after_stand": {"totals": [*range(6)]},
        "banker_draws_after_card": {"rows": [[third in row for third in range(10)] for row in BANKER_DRAWS]},
    }
    wrong = [name for name, value in law.items() if rules[name]["value"] != value]
    risk_is_minimum = rules["least_risk"]["value"] in (None, rules["minimum"]["value"])
    return wrong if risk_is_minimum else [*wrong, "least_risk"]


def value_in(rules: Data, name: str) -> Any:
    """A parameter of a table's rules, without the clause behind it."""
    return rules[name]["value"] if isinstance(rules[name], dict) and "value" in rules[name] else rules[name]


def digest_of_rules(rules: Data) -> str:
    members = {name: value for name, value in rules.items() if name != "digest"}
    canonical = json.dumps(members, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return digest(canonical.encode("utf-8")).hex()


# Money

Account = tuple[str, ...]
Moves = dict[Account, int]
CAGE, BANK, FLOAT, TAKEN, ERRORS = (("cage",), ("bank",), ("float",), ("commission_taken",), ("payment_errors",))
ACCOUNTS = {"cage": 1, "bank": 1, "float": 1, "commission_taken": 1, "payment_errors": 1, "chips": 2, "box": 4}
ACCOUNTS |= {"commission_owed": 2, "commission_debt": 2, "debt": 2, "fees": 1, "pool": 1, "commission": 1, "prize": 2}


class Books:
    """Balances by account. What a bundle holds only a part of begins with balances that nobody knows."""

    def __init__(self, report: Report, *, whole: bool, below_zero: tuple[str, ...]) -> None:
        self.report, self.whole, self.below_zero = report, whole, below_zero
        self.balances: Moves = {}

    def of(self, *account: str) -> int:
        return self.balances.get(account, 0)

    def boxes(self) -> dict[tuple[str, str, str], int]:
        """Stakes on the layout, by patron, area and wager."""
        return {(one[3], one[1], one[2]): cents for one, cents in self.balances.items() if one[0] == "box"}

    def post(self, moves: Moves) -> None:
        self.report.wrong("entry", f"the entry sums to {sum(moves.values())}", when=sum(moves.values()) != 0)
        for account, cents in moves.items():
            after = self.balances.pop(account, 0) + cents
            if after:
                self.balances[account] = after
            short = self.whole and after < 0 and cents < 0 and account[0] not in self.below_zero
            self.report.wrong("balance", f"{'/'.join(account)} is at {after}", when=short)

    def post_written(self, event: Data, expected: Moves | None) -> None:
        """Book the entry that an event holds, which must be the expected one where that is known."""
        postings = event["entry"]["postings"]
        written = {tuple(account): cents for account, cents in postings}
        odd = [account for account, _ in postings if ACCOUNTS.get(account[0]) != len(account)]
        twice = len(written) != len(postings) or 0 in written.values()
        self.report.wrong("entry", "an account that there is not, twice, or with nothing", when=bool(odd) or twice)
        due = {account: cents for account, cents in (expected or {}).items() if cents}
        other = expected is not None and written != due
        self.report.wrong("entry", f"{event['event']} books {told(written)}, and should {told(due)}", when=other)
        self.post(written)


def told(moves: Moves) -> str:
    return ", ".join(f"{'/'.join(account)} {cents:+}" for account, cents in moves.items()) or "nothing"


def move(moves: Moves, source: Account, target: Account, cents: int) -> None:
    moves[source], moves[target] = moves.get(source, 0) - cents, moves.get(target, 0) + cents


def moved(source: Account, target: Account, cents: int) -> Moves:
    return {source: -cents, target: cents} if cents else {}


class Follower:
    """Follows a stream event by event: each has its method, or is one of those that move neither cards nor money."""

    SILENT = ""
    BELOW_ZERO: tuple[str, ...] = ()

    def __init__(self, report: Report, *, whole: bool) -> None:
        self.report, self.whole, self.record = report, whole, 0
        self.actor: Data = {}
        """Of the record that is read: who gave its command."""
        self.books = Books(report, whole=whole, below_zero=self.BELOW_ZERO)

    def happened(self, event: Data) -> None:
        name, _, version = event["event"].partition(".")
        handler = getattr(self, "on_" + name, None)
        require(version == "1" and (handler is not None or name in self.SILENT.split()), f"unknown event {name}")
        try:
            if handler is not None:
                handler(event)
        except Missing:
            if self.whole:
                raise
            self.missed()
            self.report.skip("what happened to rounds and wagers that began before what is in the bundle")

    def missed(self) -> None:
        """Records of this stream are not in the bundle here."""

    def after_record(self) -> None:
        """All events of a record have happened."""


# A table


def error_of(line: list[Any]) -> int:
    """What a patron has too much or too little of a settled wager, and does not owe."""
    return 0 if line[10] is None else int(line[10] - line[4] - line[11])


def came_to(line: list[Any], *, into_box: bool) -> int:
    """What a settled wager brought; where its stake goes back into the box, the stake included."""
    return int(line[4]) + error_of(line) - (0 if into_box else int(line[3]))


class TableShoe:
    """A shoe in use: the faces that were written down by their place out of it, and how near its end is."""

    def __init__(self, cards: int, depth: int | None, cut: tuple[int, int]) -> None:
        self.cards, self.depth, self.cut = cards, depth, cut
        self.faces, self.burned, self.to_burn = dict[int, str | None](), 0, -1
        self.ending, self.loaded, self.recheck, self.gapped = "open", True, False, False


class Round:
    def __init__(self, number: int, kind: str, shoe: TableShoe) -> None:
        self.number, self.kind, self.shoe = number, kind, shoe
        self.hands: dict[str, list[Card]] = {"player": [], "banker": []}
        self.misplaced, self.void, self.gapped, self.stages = False, False, False, set[str]()
        self.settled, self.stayed = dict[tuple[str, str, str], list[Any]](), set[tuple[str, str, str]]()
        self.rules: Data = {}
        self.before_player = set[int]()
        """The places of the cards that came before player, in error or before the turn, and waited."""
        self.ending = shoe.ending
        self.taken_out: tuple[TableShoe, list[Card]] | None = None

    def standing(self) -> list[list[Any]]:
        """The settled wagers that are not void."""
        return [line for line in self.settled.values() if not line[9]]


class Table(Follower):
    """Follows a table, and decides again what the law and the rules decide."""

    BELOW_ZERO = ("cage", "bank", "float", "payment_errors")

    SILENT = """
        cut_offered cut_declined announced closing_announced dealer_came seat_left maximum_granted marker_placed
        place_given_away patrons_named commission_due rules_given marker_moved turn_began turn_ended wager_out_of_turn
        risk_too_low patron_warned differential_left exposer_assigned no_bet_asked no_bet_agreed no_bet_withdrawn
        empty_reported error_recorded dispute_raised dispute_decided review_asked
    """
    """What moves neither cards nor money."""

    def __init__(self, report: Report, *, whole: bool) -> None:
        super().__init__(report, whole=whole)
        self.rules: Data = {}
        self.announced = list[Data]()
        self.here, self.excluded = set[str](), set[str]()
        self.round: Round | None = None
        self.rounds, self.number = dict[int, Round](), 1
        self.last: Round | None = None
        """The last round, as long as it can be opened again."""
        self.shoe, self.shoes, self.excess = TableShoe(0, None, (0, 0)), list[TableShoe](), list[Card]()
        self.shoe.gapped = not whole
        self.shuffle_due, self.closed, self.cut, self.found = False, False, (0, 0), ""
        self.interrupted: tuple[TableShoe, list[Card], Data, bool] | None = None
        """What was in use when a round of the shoe before was opened again."""

    def happened(self, event: Data) -> None:
        if "rules" in event:
            self.see_rules(event["rules"])
        super().happened(event)

    def missed(self) -> None:
        self.shoe.gapped = True
        if self.round is not None:
            self.round.gapped = True

    def after_record(self) -> None:
        """Within a record faces may change places; after it the decks must hold them all."""
        counts = Counter(face for face in self.shoe.faces.values() if face)
        decks = self.rules["decks"]["value"] if self.rules else 8
        many = [face for face, count in counts.items() if count > decks]
        self.report.wrong("cards", f"more {' '.join(many)} than {decks} decks hold", when=bool(many))

    def wrong(self, sort: str, sentence: str, *, when: bool = True) -> None:
        self.report.wrong(sort, sentence, when=when)

    def now(self) -> Round:
        if self.round is None:
            raise Missing("there is no round")
        return self.round

    # rules

    def see_rules(self, rules: Data) -> None:
        self.wrong("rules", "the digest is not that of the rules", when=digest_of_rules(rules) != rules["digest"])
        wrong = wrong_with_law(rules)
        self.wrong("rules", f"not the law of the documents: {', '.join(wrong)}", when=bool(wrong))

    def on_table_opened(self, event: Data) -> None:
        self.wrong("record", "opened twice", when=bool(self.rules) and self.whole)
        self.rules, self.shuffle_due = event["rules"], True

    def on_change_announced(self, event: Data) -> None:
        self.announced.append(event)

    def on_change_took_effect(self, event: Data) -> None:
        rules = event["rules"]
        known = not self.whole or any(self.is_by(notice, rules) for notice in self.announced)
        self.wrong("rules", "a change that was not announced for this round", when=not known)
        self.rules = rules

    def is_by(self, notice: Data, rules: Data) -> bool:
        """Whether these rules are the present ones but for what a notice changes, pay tables where it is about them."""
        keys = {key for key, _ in notice["changes"]}
        may = keys | {"digest"} | ({"wagers"} if keys & {*PAYING.split()} else set())
        may |= {"least_risk"} if "minimum" in keys else set()
        same = all(notice["rules"][key] == rules[key] for key in keys)
        others = all(value_in(rules, name) == value_in(self.rules, name) for name in rules if name not in may)
        return same and others and bool(notice["from_round"] <= self.number)

    # cards before the deal

    def on_preparation_done(self, event: Data) -> None:
        self.take_out()
        if event["step"] == "shuffle":
            self.shuffle_due, self.excess = False, []

    def on_cards_checked(self, event: Data) -> None:
        if event["passed"]:
            self.take_out()

    def take_out(self) -> None:
        """The cards of a shoe that is to be shuffled leave it with the first thing that is done to them."""
        if self.shoe.loaded and self.shuffle_due:
            self.shoe.loaded = False
            if self.last is not None and self.last.taken_out is None:
                self.last.taken_out = (self.shoe, self.excess)

    def on_cards_replaced(self, event: Data) -> None:
        self.on_new_shoe_due(event)
        if "shuffle" in event["pending"]:
            self.take_out()

    def on_new_shoe_due(self, event: Data) -> None:
        if "shuffle" in event["pending"]:
            self.shuffle_due, self.shoe.ending = True, "over"

    def on_cards_cut(self, event: Data) -> None:
        self.cut = (self.record, event["at"])

    def on_shoe_loaded(self, event: Data) -> None:
        decks = self.rules["decks"]["value"] if self.rules else event["cards"] // 52
        self.wrong("cards", f"{event['cards']} cards are not {decks} decks", when=event["cards"] != 52 * decks)
        self.shoe = TableShoe(event["cards"], event["depth"], self.cut)
        self.shoes.append(self.shoe)

    def on_shoe_ends(self, _: Data) -> None:
        self.shoe.ending, self.shoe.recheck = "over", True

    def leaves(self, card: Card) -> None:
        """A card leaves the shoe, which may be one that was in use before the bundle begins."""
        shoe = self.shoe
        follows = card.place == len(shoe.faces) + 1 <= shoe.cards
        self.wrong("cards", f"card {card.place} after {len(shoe.faces)} cards", when=not (follows or shoe.gapped))
        shoe.faces[card.place] = card.card

    def on_card_burned(self, event: Data) -> None:
        shoe, face = self.shoe, event["card"]
        self.leaves(Card(face, event["face_up"], event["place"]))
        shoe.burned += 1
        if self.rules:
            more = shoe.to_burn - 1 if shoe.to_burn >= 0 else 0 if face is None else self.burns(face)
            self.wrong(
                "cards", f"{event['more']} more to burn, not {more}", when=not shoe.gapped and more != event["more"]
            )
        shoe.to_burn = event["more"]

    def burns(self, face: str) -> int:
        """Cards to burn after this one where it is shown: its face value, tens and pictures as the rules have it."""
        if self.rules["burn"]["value"] == "hidden":
            return 0
        return VALUES[face[0]] or int(self.rules["burn_for_ten"]["value"])

    def on_cutting_card_drawn(self, event: Data) -> None:
        shoe, ending = self.shoe, self.shoe.ending
        first = not self.excess and (self.round is None or not any(self.round.hands.values()))
        if self.rules and ending == "open":
            one_more = self.rules["last_round"]["value"] == "one_more_unless_first"
            last = one_more and first and self.rules["last_if_first"]["value"]
            ending = "last_round" if last else "cut_this_round"
        other = (event["first_of_round"], event["ending"]) != (first, ending)
        self.wrong("cards", f"the shoe is {event['ending']}, not {ending}", when=self.whole and other)
        shoe.ending = event["ending"]

    # the cards of a round

    def on_round_started(self, event: Data) -> None:
        ready = self.round is None and self.shoe.loaded and self.shoe.ending != "over"
        self.wrong("drawing", "a round starts that cannot be dealt", when=self.whole and not ready)
        other = self.whole and event["number"] != self.number
        self.wrong("drawing", f"round {event['number']} after {self.number - 1} rounds", when=other)
        self.round, self.number = Round(event["number"], event["kind"], self.shoe), event["number"]
        self.no_stakes_without_wagers()

    def no_stakes_without_wagers(self) -> None:
        lie = self.now().kind != "wagers" and bool(self.books.boxes())
        self.wrong("settlement", "stakes lie in a round without wagers", when=self.whole and lie)

    def on_round_became_void_hand(self, _: Data) -> None:
        self.now().kind = "void_hand"
        self.no_stakes_without_wagers()

    def on_card_dealt(self, event: Data) -> None:
        coup, hand = self.now(), event["hand"]
        card = Card(event["card"], event["face_up"], event["place"])
        if event["from_excess"]:
            passed = self.kept_for_the_next(coup, hand)
            may = [*self.excess[:1], *[one for one in self.excess if one.place not in passed][:1]]
            self.wrong("cards", "not the card that waited", when=self.whole and card not in may)
            self.excess = [one for one in self.excess if one.place != card.place]
        else:
            self.leaves(card)
        due = next_hand(coup.hands["player"], coup.hands["banker"])
        if not coup.misplaced and not self.left_out(due):
            wrong = (due == hand) == event["misplaced"]
            self.wrong("drawing", f"a card for {hand}: the law gives it to {due or 'nobody'}", when=wrong)
        coup.hands[hand].append(card)
        coup.misplaced = coup.misplaced or event["misplaced"]
        self.last = None

    def kept_for_the_next(self, coup: Round, hand: str) -> set[int]:
        """The places of cards that came before player and that a house may not give to banker in this round."""
        thirds = sum(map(len, coup.hands.values())) >= len(DEAL)
        by_house = bool(self.rules) and self.rules["on_player_card_in_error"]["value"] != "bankers_third_if_due"
        return coup.before_player if by_house and thirds and hand != "player" else set()

    def left_out(self, due: str | None) -> bool:
        """Whether cards were turned in records that the bundle does not have: others may turn them, too."""
        if due == HIDDEN and self.now().gapped:
            self.report.skip("rounds in which somebody else turned the cards")
            return True
        return False

    def put(self, card: Card) -> None:
        """A card of the round, or one that waits, is now known so; no face changes by being seen."""
        before = self.shoe.faces.get(card.place)
        self.wrong("cards", f"{before} is now {card.card}", when=before is not None and before != card.card)
        self.shoe.faces[card.place] = card.card
        hands = [] if self.round is None else [*self.round.hands.values()]
        for cards in (*hands, self.excess):
            cards[:] = [card if one.place == card.place else one for one in cards]

    def on_hand_exposed(self, event: Data) -> None:
        lie = {one.place for one in self.now().hands[event["hand"]]}
        for data in event["cards"]:
            self.wrong("cards", "a card is turned that does not lie there", when=data["place"] not in lie)
            self.put(Card(**data))

    def on_card_disclosed(self, event: Data) -> None:
        self.put(Card(event["card"], True, event["place"]))  # noqa: FBT003

    def on_card_corrected(self, event: Data) -> None:
        place, shoe = event["place"], self.shoe
        was = shoe.faces.get(place)
        self.wrong("cards", f"{was} is corrected as {event['was']}", when=self.whole and was != event["was"])
        shoe.faces[place] = None
        hands = [] if self.round is None else [*self.round.hands.values()]
        up = [one.face_up for cards in (*hands, self.excess) for one in cards if one.place == place]
        self.put(Card(event["card"], up[0] if up else event["face_up"], place))
        if event["more"] is not None:
            more = max(0, self.burns(event["card"]) - (shoe.burned - 1))
            self.wrong("cards", f"{event['more']} more to burn, not {more}", when=self.whole and event["more"] != more)
            shoe.to_burn = event["more"]

    def on_excess_card_kept(self, event: Data) -> None:
        card = Card(**event["card"])
        self.leaves(card)
        self.excess.append(card)
        if self.round is not None and self.found in ("player_card_in_error", "third_card_before_turn"):
            self.round.before_player.add(card.place)

    def on_card_put_aside(self, event: Data) -> None:
        """A card as it leaves the shoe, or one that waited."""
        waited = [one.card for one in self.excess if one.place == event["place"]]
        if waited:
            other = self.whole and waited != [event["card"]]
            self.wrong("cards", "not the card that waited", when=other or not event["counted"])
            self.excess = [one for one in self.excess if one.place != event["place"]]
        elif event["counted"]:
            self.leaves(Card(event["card"], event["card"] is not None, event["place"]))

    def on_irregularity_found(self, event: Data) -> None:
        """The remedy is the one in the rules; a card that nobody was due is an excess card, whoever got it."""
        self.found = event["irregularity"]
        what, also = event["irregularity"], {"too_few_cards": ["round_void"]}.get(event["irregularity"], [])
        if not self.rules or what not in BY_THE_BOOK.split():
            return
        if what == "player_card_in_error":
            also = [self.rules["on_excess_card_" + seen]["value"] for seen in ("seen", "unseen")]
        none_follows = self.closed or self.shoe.ending in ("last_round", "over")
        if what in OF_CARDS_THAT_WAIT.split() and (self.round is None or none_follows):
            also = [*also, "recorded_only"]  # no round is there to void, or none follows before the shuffle
        right = event["remedy"] in (self.rules["on_" + what]["value"], *also)
        self.wrong("rules", f"{event['remedy']} is not the book's remedy for {what}", when=not right)

    def on_hands_reconstructed(self, event: Data) -> None:
        """The cards are dealt again in the order drawn, as far as the law can see.

        What a house keeps for the next round stays there if it does so; it was dealt again with the others once.
        """
        coup = self.now()
        written = {name: [Card(**card) for card in event[name]] for name in ("player", "banker", "left_over")}
        other = written not in [self.dealt_again(coup, keeps=keeps) for keeps in (True, False)]
        self.wrong("drawing", "the hands are not those that the law makes of the cards", when=self.whole and other)
        self.excess = written.pop("left_over")
        coup.hands, coup.misplaced = written, False

    def dealt_again(self, coup: Round, *, keeps: bool) -> dict[str, list[Card]]:
        dealt = Round(coup.number, coup.kind, coup.shoe)
        dealt.before_player, left = coup.before_player, list[Card]()
        cards = sorted([*coup.hands["player"], *coup.hands["banker"], *self.excess], key=lambda card: card.place)
        for card in cards:
            to = next_hand(dealt.hands["player"], dealt.hands["banker"]) or ""
            kept = keeps and card.place in self.kept_for_the_next(dealt, to)
            (left if kept else dealt.hands.get(to, left)).append(card)
        return dealt.hands | {"left_over": left}

    # stakes

    def stake(self, moves: Moves) -> None:
        """Patrons move stakes between rounds only; the end of a round may have been left out."""
        if self.round is not None and self.round.gapped:
            self.round = None
        self.wrong("settlement", "a stake is moved during a round", when=self.round is not None)
        self.books.post(moves)

    def on_wager_placed(self, event: Data) -> None:
        spot = ("box", event["area"], event["wager"], event["patron"])
        unknown = bool(self.rules) and event["wager"] not in [one["id"] for one in self.rules["wagers"]]
        self.wrong("rules", f"there is no wager {event['wager']}", when=unknown)
        self.wrong("settlement", "a stake of nothing", when=event["amount"] <= 0)
        self.stake(moved(("chips", event["patron"]), spot, event["amount"]))

    def on_wager_withdrawn(self, event: Data) -> None:
        spot = ("box", event["area"], event["wager"], event["patron"])
        self.stake(moved(spot, ("chips", event["patron"]), event["amount"]))

    def on_wager_returned(self, event: Data) -> None:
        spot = ("box", event["area"], event["wager"], event["patron"])
        self.books.post(moved(spot, ("chips", event["patron"]), event["amount"]))

    def on_wager_moved(self, event: Data) -> None:
        spot = ("box", event["area"], event["wager"], event["patron"])
        self.stake(moved(spot, ("box", event["to_area"], event["to_wager"], event["patron"]), event["amount"]))

    def on_slip_laid(self, event: Data) -> None:
        moves: Moves = {}
        for area, wager, amount, was in event["stakes"]:
            spot = ("box", area, wager, event["patron"])
            other = amount < 0 or self.books.of(*spot) != was
            self.wrong("settlement", f"{was} did not lie on {wager}", when=self.whole and other)
            move(moves, ("chips", event["patron"]), spot, amount - was)
        self.stake(moves)

    # settlement

    def on_stage_settled(self, event: Data) -> None:
        coup, lines, stage = self.now(), event["wagers"], event["stage"]
        places = [(line[0], line[1], line[2]) for line in lines]
        self.wrong("settlement", f"{stage} is settled twice", when=stage in coup.stages or len({*places}) < len(places))
        coup.stages.add(stage)
        coup.settled |= dict(zip(places, [list(line) for line in lines], strict=True))
        coup.stayed |= {(line[0], line[1], line[2]) for line in event["stays"]}
        if self.rules:
            self.compare_settlement(coup, stage, lines)
        else:
            self.report.skip("settlements under rules that are not in the bundle")
        self.compare_stays(event)
        for line in lines:
            if line not in event["stays"]:
                self.books.post(shares(line))

    def compare_settlement(self, coup: Round, stage: str, lines: list[list[Any]]) -> None:
        due = next_hand(coup.hands["player"], coup.hands["banker"])
        if self.left_out(due):
            return
        early = due in (DEAL if sum(map(len, coup.hands.values())) < 4 else ()) or due == HIDDEN
        if early or coup.misplaced or (stage == "end" and due is not None):
            self.wrong("settlement", "wagers are settled before the hands are complete")
            return
        facts = facts_of(coup.hands)
        at_stage = {one["id"] for one in self.rules["wagers"] if one["settles"] == stage}
        lie = {spot: cents for spot, cents in self.books.boxes().items() if spot[2] in at_stage}
        settled = {(line[0], line[1], line[2]): line[3] for line in lines}
        self.wrong("settlement", "not the stakes that lie there are settled", when=self.whole and lie != settled)
        for line in lines:
            self.report.checked["settled wagers"] += 1
            right = settled_line(self.rules, (line[0], line[1], line[2]), line[3], facts)
            other = line != [*right, False, None, 0] or line[2] not in at_stage
            self.wrong("settlement", f"{line[:9]} should be {right}", when=other)
        outcomes = [line[7] == "lost" for line in lines]
        self.wrong("settlement", "losers are not collected first", when=outcomes != sorted(outcomes, reverse=True))

    def compare_stays(self, event: Data) -> None:
        if self.whole and self.rules:
            stay = self.rules["standoff"]["value"] == "stays"
            may = [line for line in event["wagers"] if line[7] == "stood_off" and line[0] in self.here - self.excluded]
            other = event["stays"] != (may if stay else [])
            self.wrong("settlement", "not the right stand-offs stay on the layout", when=other)

    def on_round_ended(self, event: Data) -> None:
        coup = self.now()
        self.wrong("result", f"round {event['number']} ends, not {coup.number}", when=event["number"] != coup.number)
        due = next_hand(coup.hands["player"], coup.hands["banker"])
        if event["void"] or not self.left_out(due):
            complete = due is None and not coup.misplaced
            facts = facts_of(coup.hands) if complete and not event["void"] else None
            short = not event["void"] and not (complete and "end" in coup.stages)
            self.wrong("drawing", "the round ends before it is complete and settled", when=short)
            right = (None, None) if facts is None else (winner(facts), facts)
            self.wrong("result", f"the result is {right[0]}", when=(event["result"], event["facts"]) != right)
        forgotten = self.books.boxes().keys() - (set() if event["void"] else coup.stayed)
        self.wrong("settlement", "stakes are left that nobody settled", when=self.whole and bool(forgotten))
        self.end_of_shoe(event, coup)
        self.report.checked["rounds"] += 1
        coup.void, coup.rules, self.rounds[coup.number], self.number = event["void"], self.rules, coup, coup.number + 1
        self.round, self.last = None, None if event["void"] else coup
        if self.interrupted is not None:
            coup.taken_out = (self.shoe, self.excess)
            self.shoe, self.excess, self.rules, self.shuffle_due = self.interrupted
            self.interrupted = None

    def end_of_shoe(self, event: Data, coup: Round) -> None:
        ending = coup.ending = self.shoe.ending
        if ending == "cut_this_round" and self.rules:
            tie_adds_one = self.rules["last_round"]["value"] == "this_round_tie_adds_one"
            ending = "over" if tie_adds_one and event["result"] != "tie" else "last_round"
        elif ending == "last_round":
            ending = "over"
        other = self.whole and ending != event["ending"]
        self.wrong("cards", f"after the round the shoe is {ending}, not {event['ending']}", when=other)
        self.shoe.ending = event["ending"]

    def on_round_cancelled(self, _: Data) -> None:
        self.wrong("drawing", "cards were dealt already", when=any(self.now().hands.values()))
        self.round = None

    def on_round_reopened(self, event: Data) -> None:
        last = self.last
        if last is None or last.number != event["number"] or self.round is not None:
            raise Missing("the last round cannot be opened again")
        if last.taken_out is not None:
            self.interrupted = (self.shoe, self.excess, self.rules, self.shuffle_due)
            self.shoe, self.excess = last.taken_out
        self.rounds.pop(last.number, None)
        self.shoe.ending = "over" if self.shoe.recheck else last.ending
        self.round, self.number, self.last = last, last.number, None
        self.rules, self.shuffle_due = last.rules, False

    # money that goes back

    def line_of(self, event: Data) -> list[Any]:
        """The settled wager that an event is about."""
        coup = self.round if self.round is not None and self.round.number == event["number"] else None
        found = coup or self.rounds.get(event["number"])
        line = None if found is None else found.settled.get((event["patron"], event["area"], event["wager"]))
        if line is None:
            raise Missing("nothing is known of this wager")
        return line

    def undone(self, lines: list[list[Any]], *, into_box: bool = False) -> Moves | None:
        """What it takes to undo settled wagers; unknown where balances are.

        What comes to a patron is there before anything is taken, of all wagers that are void together; where wagers are
        decided again, of each alone.
        """
        moves: Moves = {}
        for some in [[line] for line in lines] if into_box else [lines]:
            for line in some:
                self.give_back(moves, line, into_box=into_box)
            for line in some:
                self.take_back(moves, line, into_box=into_box)
        return moves if self.whole else None

    def give_back(self, moves: Moves, line: list[Any], *, into_box: bool) -> None:
        """Commission, a stake that was lost, and the dealer's error, which is the house's."""
        patron, area, wager, stake, taken, owed = *line[:4], *line[5:7]
        move(moves, TAKEN, FLOAT, taken)
        for account in (("commission_owed", patron), ("commission_debt", patron)):
            forgiven = min(owed, self.books.of(*account) + moves.get(account, 0))
            move(moves, account, FLOAT, forgiven)
            owed -= forgiven
        move(moves, TAKEN, ("chips", patron), owed)
        move(moves, FLOAT, ERRORS, error_of(line))
        if into_box:
            move(moves, FLOAT, ("box", area, wager, patron), stake)
        move(moves, FLOAT, ("chips", patron), max(0, -came_to(line, into_box=into_box)))

    def take_back(self, moves: Moves, line: list[Any], *, into_box: bool) -> None:
        """What came to a patron, as far as there are chips."""
        chips, back = ("chips", line[0]), max(0, came_to(line, into_box=into_box))
        has = self.books.of(*chips) + moves.get(chips, 0)
        move(moves, chips, FLOAT, min(back, has))
        if back > has and self.rules["chips_come_from"]["value"] != "bank":
            move(moves, FLOAT, ("debt", line[0]), back - has)

    def on_stage_reopened(self, event: Data) -> None:
        coup, wagers = self.now(), {one["id"]: one["settles"] for one in self.rules["wagers"]}
        lines = [line for line in coup.standing() if wagers[line[2]] == event["stage"]]
        self.same_lines(event, lines)
        self.books.post_written(event, self.undone(lines, into_box=True))
        coup.stages.discard(event["stage"])
        coup.stayed.clear()

    def on_stage_reversed(self, event: Data) -> None:
        lines = self.now().standing()
        self.same_lines(event, lines)
        self.books.post_written(event, self.undone(lines))

    def same_lines(self, event: Data, lines: list[list[Any]]) -> None:
        other = event["wagers"] != lines or event["number"] != self.now().number
        self.wrong("settlement", "not the wagers that were settled are undone", when=self.whole and other)
        for line in lines:
            self.now().settled.pop((line[0], line[1], line[2]))

    def on_round_voided(self, event: Data) -> None:
        coup = self.rounds.get(event["number"])
        self.wrong("settlement", "that round does not stand", when=self.whole and (coup is None or coup.void))
        self.books.post_written(event, None if coup is None else self.undone(coup.standing()))
        if coup is not None:
            coup.void = True
            self.last = None if self.last is coup else self.last

    def on_wager_voided(self, event: Data) -> None:
        spot = ("box", event["area"], event["wager"], event["patron"])
        lies = self.books.of(*spot)
        if event["number"] == self.number and lies:
            self.books.post_written(event, moved(spot, ("chips", event["patron"]), lies) if self.whole else None)
            return
        line = self.line_of(event)
        self.wrong("settlement", "that wager is void already", when=line[9])
        self.books.post_written(event, self.undone([line]))
        line[9] = True

    def on_payment_recorded(self, event: Data) -> None:
        line, real, debt = self.line_of(event), event["really_returned"], event["debt"]
        change = real - (line[4] if line[10] is None else line[10])
        odd = event["returned"] != line[4] or debt not in (0, real - line[4]) or line[9] or line[11] or debt < 0
        self.wrong("settlement", "not what the book gives for that wager", when=odd)
        moves = moved(ERRORS, ("chips", event["patron"]), change)
        move(moves, FLOAT, ("debt", event["patron"]), debt)
        self.books.post_written(event, moves)
        line[10], line[11] = real, debt

    # money of patrons and of the house

    def on_bought_in(self, event: Data) -> None:
        self.here.add(event["patron"])
        self.books.post_written(event, moved(CAGE, ("chips", event["patron"]), event["amount"]))

    def on_cashed_out(self, event: Data) -> None:
        self.books.post_written(event, moved(("chips", event["patron"]), CAGE, event["amount"]))

    on_departed_paid = on_cashed_out

    def on_chips_issued(self, event: Data) -> None:
        self.here.add(event["patron"])
        self.books.post_written(event, moved(BANK, ("chips", event["patron"]), event["amount"]))

    def on_chips_taken_in(self, event: Data) -> None:
        self.books.post_written(event, moved(("chips", event["patron"]), BANK, event["amount"]))

    def on_seat_taken(self, event: Data) -> None:
        self.here.add(event["patron"])

    def on_patron_left(self, event: Data) -> None:
        self.here.discard(event["patron"])

    def on_patron_excluded(self, event: Data) -> None:
        self.excluded.add(event["patron"])

    def on_exclusion_lifted(self, event: Data) -> None:
        self.excluded.discard(event["patron"])

    def on_float_filled(self, event: Data) -> None:
        self.books.post(moved(CAGE, FLOAT, event["amount"]))

    def on_float_credited(self, event: Data) -> None:
        self.books.post(moved(FLOAT, CAGE, event["amount"]))

    def on_float_counted(self, event: Data) -> None:
        patrons = sum(cents for one, cents in self.books.balances.items() if one[0] in ("chips", "box", "cage"))
        self.wrong("balance", f"by the books {-patrons} lie there", when=self.whole and event["book"] != -patrons)

    def on_commission_collected(self, event: Data) -> None:
        """Old debt of commission comes first; what chips do not cover of the rest is debt, or let go where issued."""
        patron, chips = event["patron"], self.books.of("chips", event["patron"])
        debt, owed = self.books.of("commission_debt", patron), self.books.of("commission_owed", patron)
        of_debt = bool(debt and chips)
        paid = min(chips, debt if of_debt else owed)
        issued = bool(self.rules) and self.rules["chips_come_from"]["value"] == "bank"
        unpaid = 0 if of_debt or issued else owed - paid
        moves = moved(("chips", patron), TAKEN, paid)
        if of_debt:
            move(moves, ("commission_debt", patron), FLOAT, paid)
        else:
            move(moves, ("commission_owed", patron), FLOAT, owed - unpaid)
            move(moves, ("commission_owed", patron), ("commission_debt", patron), unpaid)
        other = self.whole and (event["amount"], event["unpaid"]) != (paid, unpaid)
        self.wrong("entry", f"{paid} is to be collected, and {unpaid} left unpaid", when=other)
        self.books.post_written(event, moves if self.whole else None)

    def on_debt_settled(self, event: Data) -> None:
        patron, amount = event["patron"], event["amount"]
        due = min(self.books.of("debt", patron), self.books.of("chips", patron))
        self.wrong("entry", f"{due} of the debt is to be paid", when=self.whole and amount != due)
        moves = moved(("chips", patron), FLOAT, amount)
        move(moves, ("debt", patron), FLOAT, amount)
        self.books.post_written(event, moves)

    def on_dispute_settled(self, event: Data) -> None:
        patron, amount = event["patron"], event["amount"]
        has = self.books.of("chips", patron)
        moves = moved(FLOAT, ("chips", patron), max(amount, -has))
        if -amount > has and self.rules and self.rules["chips_come_from"]["value"] != "bank":
            move(moves, FLOAT, ("debt", patron), -amount - has)
        self.books.post_written(event, moves if self.whole else None)

    def on_table_closed(self, _: Data) -> None:
        """Wagers go back and chips are paid. The last round keeps its shoe: it is decided again as before."""
        self.wrong("settlement", "the table closes with stakes on it", when=self.whole and bool(self.books.boxes()))
        chips = self.whole and any(account[0] == "chips" for account in self.books.balances)
        self.wrong("settlement", "the table closes with chips that are not paid", when=chips)
        if self.shoe.loaded and self.last is not None and self.last.taken_out is None:
            self.last.taken_out = (self.shoe, self.excess)
        self.excess, self.shoe.loaded, self.closed = [], False, True


PAYING = "settlement commission tie_odds offered pairs bonus"
"""What of the rules changes pay tables."""
BY_THE_BOOK = """
    player_card_in_error excess_card_seen excess_card_unseen first_card_face_up later_card_face_up
    out_of_sequence deal_beyond_repair placement_error_found_late too_few_cards burn_forgotten
"""
"""Irregularities for which a table's rules have a remedy."""
OF_CARDS_THAT_WAIT = "player_card_in_error excess_card_seen excess_card_unseen first_card_face_up"
"""Those whose remedy is about the round, or about the next one in the shoe."""


def shares(line: list[Any]) -> Moves:
    """Where a settled stake goes."""
    patron, area, wager, stake, returned, taken, owed = line[:7]
    moves: Moves = {("box", area, wager, patron): -stake, ("chips", patron): returned, TAKEN: taken}
    return moves | {("commission_owed", patron): owed, FLOAT: stake - returned - taken - owed}


# Ballots and lots, by docs/ballots.md

DRAW = "puntobanco.draw."
DRAW_CONTEXT = ("protocol", "house", "tournament", "draw", "kind")
DRAW_LINE = {"context", "commitment", "words", "secret", "names", "order"}
HEX_DIGITS = re.compile("[0-9a-f]{64}")


def framed_draw(context: Data | None) -> bytes:
    return b"" if context is None else frame(*[str(context[name]) for name in DRAW_CONTEXT])


def draw_commitment_to(secret: str, context: Data) -> str:
    return digest(frame(DRAW + "commitment", framed_draw(context), bytes.fromhex(secret))).hex()


def draw_key_of(secret: str, words: list[str], context: Data | None) -> bytes:
    salt = digest(frame(DRAW + "words", *words))
    return hkdf(bytes.fromhex(secret), salt, frame(DRAW + "order", framed_draw(context)))


def drawn(names: list[str], key: bytes) -> list[str]:
    """The names as they are drawn: each place from the last on is swapped with one that is not behind it."""
    order, stream = list(names), Stream(key)
    for place in range(len(order) - 1, 0, -1):
        other = stream.under(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def is_draw_context(context: Any) -> bool:
    if not isinstance(context, dict) or set(context) != set(DRAW_CONTEXT):
        return False
    names = all(isinstance(context[name], str) and 1 <= len(context[name]) <= 64 for name in ("house", "tournament"))
    number = context["draw"]
    right = isinstance(number, int) and not isinstance(number, bool) and 1 <= number < 2**53
    return names and right and context["protocol"] == 1 and context["kind"] in ("ballot", "lot")


def is_words(text: Any) -> bool:
    return isinstance(text, str) and 1 <= len(text.encode("utf-8", "surrogatepass")) <= 256


def is_draw(draw: Any) -> bool:
    """Whether it has the members of a draw, each of its sort."""
    if not isinstance(draw, dict) or set(draw) != DRAW_LINE or not is_draw_context(draw["context"]):
        return False
    hexadecimal = all(
        isinstance(draw[name], str) and HEX_DIGITS.fullmatch(draw[name]) for name in ("commitment", "secret")
    )
    lists = all(isinstance(draw[name], list) for name in ("words", "names", "order"))
    if not (hexadecimal and lists):
        return False
    people = all(isinstance(name, str) for name in [*draw["names"], *draw["order"]])
    added = all(isinstance(one, dict) and set(one) == {"player", "words"} for one in draw["words"])
    return people and added and all(isinstance(one["player"], str) and is_words(one["words"]) for one in draw["words"])


def draw_in(line: bytes) -> Data:
    """The draw that a line stands for."""
    try:
        found = json.loads(line)
        written = json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise ValueError("is no JSON") from error
    if written != line:
        raise ValueError("is not canonical JSON")
    if not is_draw(found):
        raise ValueError("is no draw")
    return dict(found)


def wrong_with_draw(draw: Data) -> list[str]:
    where, words = f"draw {draw['context']['draw']}", [one["words"] for one in draw["words"]]
    wrong = []
    if draw_commitment_to(draw["secret"], draw["context"]) != draw["commitment"]:
        wrong.append(f"{where}: this is not the secret that the house was committed to")
    if drawn(draw["names"], draw_key_of(draw["secret"], words, draw["context"])) != draw["order"]:
        wrong.append(f"{where}: secret and words give another order")
    return wrong


def wrong_with_draws(
    lines: list[bytes], commitments: list[str] | None = None, words: list[str] | None = None
) -> list[str]:
    """What is wrong with a file of draws, one a line."""
    draws, wrong = list[Data](), list[str]()
    for place, text_of_draw in enumerate(lines):
        try:
            draws.append(draw_in(text_of_draw))
        except ValueError as unfit:
            wrong.append(f"line {place + 1} {unfit}")
    if wrong or not draws:
        return wrong or ["there is no draw in it"]
    for draw in draws:
        wrong += wrong_with_draw(draw)
    for own in ("commitment", "secret"):
        if len({draw[own] for draw in draws}) < len(draws):
            wrong.append(f"two draws have the same {own}")
    if len({framed_draw({**draw["context"], "kind": "", "protocol": 1}) for draw in draws}) < len(draws):
        wrong.append("a draw is there twice")
    for commitment in commitments or []:
        if commitment not in [draw["commitment"] for draw in draws]:
            wrong.append(f"the commitment {commitment} is of none of these draws")
    for text in words or []:
        if text not in [one["words"] for draw in draws for one in draw["words"]]:
            wrong.append(f"the words {text!r} are part of none of these draws")
    return wrong


def wrong_with_draw_vectors(vectors: Data) -> list[str]:
    wrong = list[str]()
    for vector in vectors["draws"]:
        context, words = vector["context"], [one["words"] for one in vector["words"]]
        key = draw_key_of(vector["secret"], words, context)
        stream = Stream(key)
        found = {
            "context_bytes": framed_draw(context).hex(),
            "commitment": draw_commitment_to(vector["secret"], context),
            "salt_of_words": digest(frame(DRAW + "words", *words)).hex(),
            "key": key.hex(),
            "numbers": [stream.take() for _ in vector["numbers"]],
            "order": drawn(vector["names"], key),
        }
        wrong += [f"{vector['name']}: {name} differs" for name, value in found.items() if vector[name] != value]
    for vector in vectors["rehearsals"]:
        key = draw_key_of(vector["seed"], [], None)
        if (key.hex(), drawn(vector["names"], key)) != (vector["key"], vector["order"]):
            wrong.append("a rehearsal differs")
    for file in vectors["files"]:
        if bool(wrong_with_draws([line.encode() for line in file["lines"]])) != file["forged"]:
            wrong.append(f"{file['name']}: the verdict differs")
    return wrong


# Tournaments


class Tournament(Follower):
    """Follows a tournament: its tables, its money, who goes on, and the prizes."""

    BELOW_ZERO = ("cage",)

    SILENT = """
        officer_nominated approval_recorded approval_confirmed reserve_listed reserve_left place_taken
        warning_noted break_called play_resumed pace_directed seat_offer_withdrawn
    """
    ENDS = ("finished", "put_out", "forfeited")
    """Who is placed within a stage, the best first."""

    def __init__(self, report: Report, *, whole: bool) -> None:
        super().__init__(report, whole=whole)
        self.tables, self.counted = dict[str, Table](), dict[str, list[int]]()
        self.rules: Data = {}
        self.stage_rules: list[Data | None] = []
        self.conditions: Data = {}
        self.numbers, self.paid, self.drawn = dict[str, int](), dict[str, int](), dict[str, int]()
        self.finish = dict[str, tuple[int, int, int]]()
        """Where the tournament of each entry ended; the smaller, the better."""
        self.seats, self.out, self.ended = list[Data](), dict[str, Data](), dict[str, Data]()
        self.session, self.in_session = 0, False
        """The number of the session, and whether it is being played: not before it starts, and not in a play-off."""
        self.waiting = list[Data]()
        """The sessions that are drawn and have not started: number, published time and seats."""
        self.interrupted = list[Data]()
        """Sessions that have started and go on when an earlier one, which is played on, is over."""
        self.stage, self.seated = 0, 0
        self.expected: Data = {}
        """Of the contexts of its draws."""
        self.draws, self.draw_values = list[Data](), set[str]()
        """Ballots and lots by their numbers; commitments and secrets, of which none comes again."""
        self.played, self.reopened = list[Data](), dict[str, Data]()
        """Sessions of the stage that are over, and what one of them came to that is played on."""
        self.due, self.over = dict[str, int](), False
        """Chips that late decisions still give or take; whether all is played."""
        self.contests = list[Data]()
        """Play-offs and lots: their players, whom they put before whom, and who was excluded and does not go on."""

    @property
    def shut_out(self) -> set[str]:
        return {name for one in self.contests for name in one["shut_out"]}

    @property
    def beaten(self) -> set[tuple[str, str]]:
        """The first play-off or lot that parts two players decides between them."""
        found = set[tuple[str, str]]()
        for one in self.contests:
            found |= {(first, second) for first, second in one["pairs"] if (second, first) not in found}
        return found

    def missed(self) -> None:
        for table in self.tables.values():
            table.missed()

    def after_record(self) -> None:
        for table in self.tables.values():
            table.after_record()
        for player, cents in self.due.items():
            self.wrong(f"{player} keeps chips that a void takes back", when=cents < 0 and self.in_front(player) > 0)

    def wrong(self, sentence: str, *, when: bool = True) -> None:
        self.report.wrong("tournament", sentence, when=when and self.whole)

    def on_tournament_planned(self, event: Data) -> None:
        for rules in (event["rules"], *event["stage_rules"]):
            if rules is not None:
                Table(self.report, whole=True).see_rules(rules)
        self.rules, self.stage_rules, self.conditions = event["rules"], event["stage_rules"], event["conditions"]

    on_conditions_changed = on_tournament_planned

    def on_table_did(self, event: Data) -> None:
        name = event["table"]
        if event["events"][0]["event"] == "table_opened.1":
            self.tables[name], self.counted[name] = Table(self.report, whole=self.whole), []
        table = self.tables.setdefault(name, Table(self.report, whole=False))
        table.record = self.record
        for one in event["events"]:
            table.happened(one)
        own = self.stage_rules[self.stage] if self.stage < len(self.stage_rules) else None
        rules = self.rules if own is None else own
        self.wrong("its tables play by other rules", when=table.rules.get("digest") != rules.get("digest"))

    def chips_of(self, table: str, player: str) -> int:
        balances = self.tables[table].books.balances if table in self.tables else {}
        return sum(cents for one, cents in balances.items() if one[0] in ("chips", "box") and one[-1] == player)

    def table_of(self, player: str) -> str:
        return next((str(one["table"]) for one in self.seats if one["player"] == player), "")

    def in_front(self, player: str) -> int:
        table = self.tables.get(self.table_of(player))
        return 0 if table is None else table.books.of("chips", player)

    # entries and fees

    def on_entry_registered(self, event: Data) -> None:
        player, paid = event["player"], event["paid"]
        self.wrong(f"{player} has an entry already", when=player in self.numbers)
        self.wrong("not the fee of the conditions", when=paid != self.conditions.get("entry_fee"))
        own = self.actor == {"person": player, "role": "patron"}
        self.wrong(
            "a fee from an account by nobody's own act", when=event["paid_from"] != ("account" if own else "desk")
        )
        self.numbers[player], self.paid[player] = event["number"], paid
        self.books.post_written(event, moved(CAGE, ("fees",), paid))

    def on_seat_offered(self, event: Data) -> None:
        """From the published time of the absent one's own session on, until it starts."""
        times = [session["at"] for session in self.waiting if self.has_seat(session, event["absent"])]
        early = self.stage > 0 or len(times) != 1 or event["at"] < times[0]
        self.wrong(f"the seat of {event['absent']} is not to be offered now", when=early)

    @staticmethod
    def has_seat(session: Data, player: str) -> bool:
        return any(one["player"] == player for one in session["seats"])

    def on_seat_went_to_reserve(self, event: Data) -> None:
        self.on_entry_registered(event)
        there = any(self.has_seat(session, event["absent"]) for session in self.waiting)
        self.wrong(f"{event['absent']} has no seat that waits", when=not there)
        self.finish[event["absent"]] = (0, 3, 0)
        self.drawn[event["player"]] = self.drawn.get(event["absent"], 0)
        self.rename(event["absent"], event["player"])

    def on_player_substituted(self, event: Data) -> None:
        old, new = event["player"], event["substitute"]
        whose: list[dict[str, Any]] = [self.numbers, self.drawn, self.finish, self.ended, self.reopened, self.due]
        whose += [session["due"] for session in self.interrupted]
        for mapping in whose:
            mapping |= {new: mapping.pop(old)} if old in mapping else {}
        name = {old: new}
        for one in self.contests:
            one["pairs"] = [(name.get(first, first), name.get(second, second)) for first, second in one["pairs"]]
            one["players"], one["shut_out"] = (
                [name.get(who, who) for who in one[key]] for key in ("players", "shut_out")
            )
        self.rename(old, new)

    def rename(self, old: str, new: str) -> None:
        def renamed(seats: list[Data]) -> list[Data]:
            return [one | {"player": new} if one["player"] == old else one for one in seats]

        self.seats = renamed(self.seats)
        for session in (*self.waiting, *self.interrupted, *self.played):
            session["seats"] = renamed(session["seats"])

    def commission(self) -> int:
        """A share or an amount, of each fee or of all together; fractions of a cent are prize money."""
        said, fee, fees = self.conditions.get("commission", {}), self.conditions.get("entry_fee", 0), len(self.paid)
        parts, money = (1, fee * fees) if said.get("of") == "all_fees" else (fees, fee)
        amount = said.get("amount")
        return int(parts * (money * (said.get("share") or 0) // 10_000 if amount is None else amount))

    def on_fees_divided(self, event: Data) -> None:
        commission = self.commission()
        pool = self.books.of("fees") - commission
        self.wrong(f"the pool is {pool}", when=(event["pool"], event["commission"]) != (pool, commission))
        moves = moved(("fees",), ("pool",), pool)
        move(moves, ("fees",), ("commission",), commission)
        self.books.post_written(event, moves if self.whole else None)

    def on_tournament_cancelled(self, _: Data) -> None:
        self.tables, self.seats, self.waiting, self.interrupted, self.due = {}, [], [], [], {}

    def on_fee_refunded(self, event: Data) -> None:
        paid = self.paid.pop(event["payer"], 0)
        self.wrong(f"{event['payer']} paid {paid}", when=event["amount"] != paid)
        booked = {tuple(account): cents for account, cents in event["entry"]["postings"]}
        self.wrong("not that much is paid back", when=booked.get(CAGE) != paid)
        self.books.post_written(event, None)

    # sessions

    def unfair(self, sentence: str, *, when: bool = True) -> None:
        self.report.wrong("fairness", sentence, when=when and self.whole)

    def once(self, value: str) -> None:
        self.unfair("its commitment or secret belongs to another draw, too", when=value in self.draw_values)
        self.draw_values.add(value)

    def on_draw_committed(self, event: Data) -> None:
        context, commitment = event["committed"]["context"], event["committed"]["commitment"]
        self.unfair("this is no context of a draw", when=not is_draw_context(context))
        self.unfair("draws are not counted from 1", when=context["draw"] != len(self.draws) + 1)
        same = [one for one in self.draws if one["open"] and one["context"]["kind"] == context["kind"]]
        self.unfair(f"a {context['kind']} is still to be drawn", when=bool(same))
        bound = {name: context[name] for name in self.expected}
        self.unfair("it is bound to another house or tournament", when=bound != self.expected)
        self.once(commitment)
        self.draws.append({"context": context, "commitment": commitment, "words": [], "open": True})

    def draw_numbered(self, number: int | None) -> Data | None:
        return self.draws[number - 1] if number is not None and 1 <= number <= len(self.draws) else None

    def on_words_added(self, event: Data) -> None:
        draw = self.draw_numbered(event["draw"])
        self.unfair("words for a draw that is not open", when=draw is None or not draw["open"])
        self.unfair("words of a person who has no entry", when=event["player"] not in self.numbers)
        self.unfair("these are no words", when=not is_words(event["words"]))
        if draw is not None:
            draw["words"].append(event["words"])

    def on_draw_set_aside(self, event: Data) -> None:
        draw = self.draw_numbered(event["draw"])
        self.unfair("a draw is replaced that is not open", when=draw is None or not draw["open"])
        if draw is not None:
            draw["open"] = False

    def on_ballot_set_aside(self, event: Data) -> None:
        """The first session of its stage waits still, and so do all others."""
        drawn = self.waiting and self.waiting[0]["number"] == 1
        self.unfair("a ballot is drawn again that was not drawn", when=not drawn or event["stage"] != self.stage)
        self.waiting = []

    def decided(self, result: Data, kind: str, order: list[str]) -> None:
        """A ballot or lot follows from what the house was committed to, and from all words."""
        names = sorted(order, key=lambda player: self.numbers.get(player, 0))
        self.unfair(f"it was drawn among {', '.join(names)}", when=result["names"] != names)
        self.unfair("the result is not that of its seats", when=result["order"] != order)
        draw = self.draw_numbered(result["draw"])
        if result["rehearsed"]:
            key = draw_key_of(result["secret"], [], None)
            self.unfair("it was drawn by a seed that somebody named")
        elif draw is None:
            self.unfair("it was drawn by a secret to which the house was not committed")
            return
        else:
            key = draw_key_of(result["secret"], draw["words"], draw["context"])
            right = draw_commitment_to(result["secret"], draw["context"]) == draw["commitment"]
            self.unfair("this is not the secret that the house was committed to", when=not right)
            self.unfair(f"draw {result['draw']} is no {kind}", when=draw["context"]["kind"] != kind)
            self.once(result["secret"])
        if draw is not None:
            self.unfair(f"draw {result['draw']} was not open", when=not draw["open"])
            draw["open"] = False
        self.unfair(f"the draw gives {', '.join(drawn(names, key))}", when=drawn(names, key) != order)

    def on_ballot_drawn(self, event: Data) -> None:
        players = [one["player"] for one in event["seats"]]
        self.decided(event["result"], "ballot", players)
        still_in = self.numbers.keys() - self.finish.keys()
        self.wrong("not everybody who is still in has a seat", when=still_in != {*players})
        tables = [name for one in event["sessions"] for name in one["tables"]]
        self.wrong(
            "not every table is in one session", when=sorted(tables) != sorted({one["table"] for one in event["seats"]})
        )
        times = [one["starts_at"] for one in event["sessions"]]
        unordered = times != sorted({*times}) or min(times, default=0) < self.conditions.get("start", 0)
        self.wrong("the sessions are not published in order", when=unordered)
        self.waiting = [
            {
                "number": number,
                "at": one["starts_at"],
                "seats": [seat for seat in event["seats"] if seat["table"] in one["tables"]],
            }
            for number, one in enumerate(event["sessions"], start=1)
        ]
        self.session, self.seats, self.out, self.ended = 1, [], {}, {}
        if event["stage"] == 0:
            self.drawn = {player: place for place, player in enumerate(players, start=1)}

    def on_session_called(self, event: Data) -> None:
        """Interrupted ones come first, as they were; nobody of another is out yet, and its seats wait."""
        later = [*self.interrupted, *self.waiting]
        self.wrong("another session comes next", when=not later or later[0]["number"] != event["number"])
        self.session, self.seats, self.out, self.due = event["number"], [], {}, {}
        if self.interrupted:
            session = self.interrupted.pop(0)
            self.seats, self.out, self.due, self.in_session = session["seats"], session["out"], session["due"], True

    def on_place_forfeited(self, event: Data) -> None:
        how = self.ENDS.index(event["how"]) if event["how"] in self.ENDS else 3
        self.finish[event["player"]] = (-self.stage, how, 0)
        for session in self.waiting[:1]:
            session["seats"] = [one for one in session["seats"] if one["player"] != event["player"]]

    def on_session_started(self, event: Data) -> None:
        session = self.waiting.pop(0) if self.waiting else Data(at=0, seats=[])
        self.seats, self.in_session = session["seats"], True
        self.wrong("others are seated", when=event["seated"] != len(self.seats) or event["stage"] != self.stage)
        self.wrong("a session before its published time", when=event["at"] < session["at"])
        self.seated += event["seated"] if event["stage"] == 0 else 0

    def on_round_counted(self, event: Data) -> None:
        table = self.tables.get(event["table"])
        found = None if table is None else table.rounds.get(event["round"])
        self.wrong("that round does not count", when=found is None or found.void)
        self.counted.setdefault(event["table"], []).append(event["round"])

    def on_round_uncounted(self, event: Data) -> None:
        counted = self.counted.get(event["table"], [])
        self.wrong("that round did not count", when=event["round"] not in counted)
        self.counted[event["table"]] = [one for one in counted if one != event["round"]]

    def on_player_put_out(self, event: Data) -> None:
        chips = self.chips_of(event["table"], event["player"])
        self.wrong(f"{event['player']} has {chips}", when=event["chips"] != chips)
        self.out[event["player"]] = dict(event)

    def on_left_chips_changed(self, event: Data) -> None:
        self.out[event["player"]]["chips"] += event["change"]

    def on_chips_due(self, event: Data) -> None:
        self.due[event["player"]] = self.due.get(event["player"], 0) + event["change"]

    def on_chips_settled(self, event: Data) -> None:
        """What a late void takes is taken of whatever chips there are; only what none cover is written off."""
        player, off = event["player"], event["written_off"]
        left = self.due.pop(player, 0) - event["change"] + off
        self.due |= {player: left} if left else {}
        has = self.chips_of(self.table_of(player), player)
        self.wrong(f"{off} are written off, and {player} has {has}", when=off != 0 and has != 0)

    def on_player_reinstated(self, event: Data) -> None:
        self.out.pop(event["player"], None)

    def rounds_until(self, out: Data) -> int:
        return sum(one <= out["round"] for one in self.counted.get(out["table"], []))

    def finishers(self, written: list[Data]) -> None:
        """Who played to the end has the chips that lie at the table."""
        here = [one for one in self.seats if one["player"] not in self.out]
        right = [(one["player"], one["table"], self.chips_of(one["table"], one["player"])) for one in here]
        found = [(one["player"], one["table"], one["chips"]) for one in written]
        self.wrong(f"they finish with {right}", when=found != right)

    def on_session_ended(self, event: Data) -> None:
        self.finishers(event["finishers"])
        put_out = [[player, self.rounds_until(out)] for player, out in self.out.items()]
        self.wrong(f"put out were {put_out}", when=event["put_out"] != put_out)
        for player, number in event["put_out"]:
            self.finish[player] = (-self.stage, self.ENDS.index("put_out"), -number)
        wrong = any(one["session"] != self.session for one in event["finishers"])
        self.wrong("they finish another session", when=wrong)
        finishers = {one["player"]: one for one in event["finishers"]}
        other = {name: one for name, one in self.reopened.items() if one["session"] != self.session}
        if self.reopened:
            before, after = self.ended | self.reopened, self.ended | other | finishers
            ties = [(one, self.tie(before, one), self.tie(after, one)) for one in self.contests]
            self.contests = [one for one, was, now in ties if was == now != []]
        self.wrong("chips are due when the session ends", when=any(self.due.values()))
        tables = {one["table"] for one in self.seats}
        counted = {table: self.counted.get(table, []) for table in tables}
        self.played.append({"number": self.session, "seats": self.seats, "out": self.out, "counted": counted})
        self.ended, self.reopened, self.due, self.in_session = self.ended | finishers, other, {}, False

    def field_of(self, one: Data) -> Any:
        """Among whom the best go on: of each table, of each session or of all."""
        of = self.conditions["stages"][self.stage]["advance_by"]
        return one[of] if of in ("table", "session") else ""

    def tie(self, finishers: dict[str, Data], decided: Data) -> list[tuple[str, int]]:
        """Who has the chips of those whom a play-off or lot is about, where they are compared; nobody without a tie."""
        players = [finishers[name] for name in decided["players"] if name in finishers]
        chips, fields = {one["chips"] for one in players}, {self.field_of(one) for one in players}
        if len(players) < len(decided["players"]) or len(chips) > 1:
            return []
        equal = [one for one in finishers.values() if one["chips"] in chips and self.field_of(one) in fields]
        return sorted((one["player"], one["chips"]) for one in equal)

    def on_session_reopened(self, event: Data) -> None:
        """It is played on as it was when it ended, and what it decided is open again; one that has started waits."""
        found = [one for one in self.played if event["tables"][0] in one["counted"]]
        require(bool(found), "there is no session to reopen")
        session = found[0]
        if self.in_session:
            now = {"number": self.session, "seats": self.seats, "out": self.out, "due": self.due}
            self.interrupted.insert(0, now)
        self.played = [one for one in self.played if one is not session]
        self.session, self.seats, self.out, self.due = session["number"], session["seats"], session["out"], {}
        self.counted |= session["counted"]
        self.wrong("other tables are reopened", when={*event["tables"]} != {*session["counted"]})
        for name in {one["player"] for one in self.seats} | ({*self.ended} if self.over else set()):
            self.finish.pop(name, None)
        again = {name for name, one in self.ended.items() if one["session"] == self.session}
        self.reopened |= {name: one for name, one in self.ended.items() if name in again}
        self.ended = {name: one for name, one in self.ended.items() if name not in again}
        self.over, self.in_session = False, True

    def on_play_off_started(self, event: Data) -> None:
        players = [one["player"] for one in event["seats"]]
        if event["result"] is not None:
            self.decided(event["result"], "lot", players)
        self.wrong(
            "a play-off of unequal chips", when=len({self.ended.get(one, {}).get("chips") for one in players}) > 1
        )
        self.seats, self.out = event["seats"], {}
        self.counted |= {one["table"]: [] for one in event["seats"]}

    def on_play_off_ended(self, event: Data) -> None:
        ranks = event["ranks"]
        self.finishers([one for one in ranks if one["player"] not in self.out])
        shut_out = [one["player"] for one in ranks if one["excluded"]]
        merits = {one["player"]: (0, -one["chips"]) for one in ranks}
        merits |= {name: (1 + out["excluded"], -self.rounds_until(out)) for name, out in self.out.items()}
        right = {name: 1 + sum(other < merit for other in merits.values()) for name, merit in merits.items()}
        self.wrong(f"the ranks are {right}", when={one["player"]: one["rank"] for one in ranks} != right)
        pairs = [(one, two) for one in right for two in right if right[one] < right[two]]
        self.contests.append({"players": [*right], "pairs": pairs, "shut_out": shut_out})

    def on_lot_drawn(self, event: Data) -> None:
        self.decided(event["result"], "lot", event["go_on"] + event["stay"])
        pairs = [(one, two) for one in event["go_on"] for two in event["stay"]]
        self.contests.append({"players": event["go_on"] + event["stay"], "pairs": pairs, "shut_out": []})

    def on_stage_closed(self, event: Data) -> None:
        stage, go_on = self.conditions["stages"][self.stage], event["go_on"]
        chips = {player: one["chips"] for player, one in self.ended.items()}
        rest = [player for group in event["order"] for player in group]
        self.wrong("not everybody is placed", when=sorted(go_on + rest) != sorted(chips))
        falling = [chips.get(player, 0) for player in rest]
        self.wrong("the order is not that of the chips", when=falling != sorted(falling, reverse=True))
        self.wrong("a session of the stage is still to come", when=bool(self.waiting or self.interrupted))
        self.who_goes_on(stage, go_on)
        groups = [(rank, player) for rank, group in enumerate(event["order"]) for player in group]
        beaten = self.beaten
        for rank, player in groups:
            better = [name for other, name in groups if other < rank and chips.get(name) == chips.get(player)]
            self.wrong(f"nothing puts {player} last", when=not beaten.issuperset((name, player) for name in better))
        for place, group in enumerate(event["order"]):
            self.finish |= dict.fromkeys(group, (-self.stage, 0, place))
        if event["over"]:
            self.finish |= dict.fromkeys(go_on, (-self.stage - 1, 0, 0))
            self.over = True
            return
        self.stage += 1
        self.tables, self.ended, self.played, self.contests = {}, {}, [], []

    def who_goes_on(self, stage: Data, go_on: list[str]) -> None:
        """The best go on, of each table, session or of all; among equal chips, who won the play-off or the lot."""
        there = {name: one for name, one in self.ended.items() if name not in self.shut_out}
        for field in {self.field_of(one) for one in there.values()}:
            names = [name for name, one in there.items() if self.field_of(one) == field]
            chips = sorted((there[name]["chips"] for name in names), reverse=True)[: stage["advance"] or 0]
            found = sorted((there[name]["chips"] for name in names if name in go_on), reverse=True)
            self.wrong(f"those with {chips} go on", when=found != chips)
            pairs = [(one, two) for one in names for two in names if one in go_on and two not in go_on]
            equal = [pair for pair in pairs if there[pair[0]]["chips"] == there[pair[1]]["chips"]]
            self.wrong("a tie that nothing decided", when=not self.beaten.issuperset(equal))

    # prizes

    def awards(self) -> list[tuple[str, int, int]]:
        """Places and prizes: shares of the pool in whole cents, odd ones in the order of the first ballot."""
        seated, pool = self.seated, self.books.of("pool")
        table = next(one for one in self.conditions["prizes"] if one["least"] <= seated <= one["most"])
        ranked = sorted((name for name, end in self.finish.items() if end[1] < 3), key=self.finish.__getitem__)
        groups = [sorted(group, key=self.drawn.__getitem__) for _, group in groupby(ranked, key=self.finish.get)]
        firsts = [1 + sum(map(len, groups[:at])) for at in range(len(groups))]
        divisions = [table["shares"][first - 1 :][: len(group)] for first, group in zip(firsts, groups, strict=True)]
        worth = [pool * sum(division) // 10_000 for division in divisions]
        with_prize = [(self.drawn[name], at) for at, group in enumerate(groups) if divisions[at] for name in group]
        for _, at in sorted(with_prize)[: pool - sum(worth)]:
            worth[at] += 1
        return [
            (name, first, cents // len(group) + (turn < cents % len(group)))
            for first, group, cents in zip(firsts, groups, worth, strict=True)
            for turn, name in enumerate(group)
        ]

    def on_places_awarded(self, event: Data) -> None:
        found = [(one["player"], one["place"], one["prize"]) for one in event["awards"]]
        right = self.awards() if self.whole else found
        self.wrong(f"the places and prizes are {right}", when=found != right)
        moves: Moves = {}
        for player, _, prize in right:
            move(moves, ("pool",), ("prize", player), prize)
        self.books.post_written(event, moves)
        self.tables = {}

    def on_prize_paid(self, event: Data) -> None:
        prize = ("prize", event["player"])
        self.wrong("not the prize", when=event["amount"] != self.books.of(*prize))
        self.books.post_written(event, moved(prize, CAGE, event["amount"]))


# Accounts at the cage


DAY = 24 * 60 * 60 * 10**6


class Holding(Follower):
    """Follows the account of a patron, or the house's own money."""

    SILENT = "withdrawal_asked limits_set play_limits_set self_excluded returned_to_play play_noted leave_noted"
    BELOW_ZERO = ("cash", "at")

    def __init__(self, report: Report, *, whole: bool) -> None:
        super().__init__(report, whole=whole)
        self.day: Data = {"number": 0, "deposited": 0, "taken": 0}
        self.opened = self.closed = False
        self.patron: str | None = None

    def happened(self, event: Data) -> None:
        self.report.wrong("record", "an event of another account", when=event["patron"] != self.patron)
        super().happened(event)

    def after_record(self) -> None:
        self.wrong("an account that nobody opened", when=not self.opened)

    def wrong(self, sentence: str, *, when: bool) -> None:
        self.report.wrong("balance", sentence, when=when and self.whole)

    def on_account_opened(self, _: Data) -> None:
        self.wrong("opened twice", when=self.opened)
        self.opened = True

    on_vault_opened = on_account_opened

    def on_account_closed(self, _: Data) -> None:
        self.wrong("an account is closed that holds money", when=self.books.of("account") != 0)
        self.closed = True

    def on_deposited(self, event: Data) -> None:
        self.come_or_go(event, "deposited", ("cash",), ("account",))

    def on_taken_to(self, event: Data) -> None:
        own = self.actor == {"person": self.patron, "role": "patron"}
        self.wrong("a fee by nobody's own act", when=event["stream"].startswith("tournament/") and not own)
        self.come_or_go(event, "taken", ("account",), ("at", event["stream"]))

    def on_paid_at_desk(self, event: Data) -> None:
        self.wrong("the patron is not the desk", when=self.actor.get("role") == "patron")
        self.come_or_go(event, "taken", ("cash",), ("at", event["stream"]))

    def on_brought_back(self, event: Data) -> None:
        self.post(event, ("at", event["stream"]), ("account",))

    def on_withdrawal_paid(self, event: Data) -> None:
        self.post(event, ("account",), ("cash",))

    def post(self, event: Data, source: Account, target: Account) -> None:
        self.report.wrong("entry", "an amount of nothing", when=event["amount"] <= 0)
        self.books.post(moved(source, target, event["amount"]))

    def come_or_go(self, event: Data, member: str, source: Account, target: Account) -> None:
        """Deposits and play are counted by the day, which begins at midnight UTC."""
        number = max(self.day["number"], event["at"] // DAY)
        day = self.day if number == self.day["number"] else {"number": number, "deposited": 0, "taken": 0}
        day = day | {member: day[member] + event["amount"]}
        self.wrong(f"the day has seen {day}", when=event["day"] != day)
        self.wrong("the account is closed", when=self.closed)
        self.day = event["day"]
        self.post(event, source, target)


# The bundle

HEADER = {"bundle", "house", "vkey", "scope", "size"}
MEMBERS_OF = {
    "rules": {"is", "digest", "rules"},
    "checkpoint": {"is", "note"},
    "consistency": {"is", "from", "to", "proof"},
    "record": {"is", "position", "stream", "number", "id", "hash", "previous", "body"},
}
ENVELOPE = ["record", "stream", "number", "time", "id", "approved_by", "sibling", "previous", "depends_on"]
ENVELOPE += ["decided_by", "command", "events"]
WRITTEN = {
    "table": "table_record.1",
    "tournament": "tournament_record.1",
    "shoes": "fair_shoe_record.1",
    "house": "house_record.1",
}
WRITTEN |= {"cage": "account_record.1", "vault": "account_record.1"}
SCOPES = {
    "house": [],
    "table": ["table"],
    "shoe": ["table", "shoe"],
    "patron": ["patron"],
    "tournament": ["tournament"],
}
WHOSE = {"bought_in": "patron", "cashed_out": "patron", "departed_paid": "patron", "fee_refunded": "payer"}
WHOSE |= dict.fromkeys(("entry_registered", "seat_went_to_reserve", "prize_paid"), "player")
"""Whose account has the other side of what an event books at the cage."""
OPENS = ("open_table.1", "plan_tournament.1")
"""Commands that name a book and its edition."""
ROLES = ("patron", "dealer", "supervisor", "operator", "auditor")
Place = tuple[str, int]

NEVER = (
    "who was allowed to do what, limits and turns of wagers, seats, rounds that had to be without wagers, what was"
    " said: commands are not decided again",
    "that the pay tables in the rules are those that the house was allowed to offer",
    "own limits of patrons, and withdrawals that were asked for",
    "the time in records and checkpoints, and clauses other than those of settled wagers",
    "members of events that move neither cards nor money, and who could still wager in a tournament",
    "records after the last checkpoint: they are in no bundle",
)


def unique(pairs: list[tuple[str, Any]]) -> Data:
    require(len({name for name, _ in pairs}) == len(pairs), "a member stands there twice")
    return dict(pairs)


def no_number(text: str) -> Any:
    raise Unfit(f"{text} is no whole number")


def json_in(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=unique, parse_float=no_number, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise Unfit(f"not JSON: {error}") from error


def is_person(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and [*value] == ["person", "role"]
        and isinstance(value["person"], str)
        and value["role"] in ROLES
    )


def is_dependency(value: Any) -> bool:
    right = isinstance(value, dict) and [*value] == ["stream", "number", "hash"] and isinstance(value["stream"], str)
    return right and type(value["number"]) is int and value["number"] >= 0 and fits(value["hash"], "hash")


def is_envelope(record: Data) -> bool:
    """Whether what stands around the events of a record is of the right sort."""
    sibling, command = record["sibling"], record["command"]
    numbers = [record["number"], record["time"], record["decided_by"], 0 if sibling is None else sibling["number"]]
    texts = [record["id"], command["do"], "" if sibling is None else sibling["stream"]]
    people = [command["actor"], *([] if record["approved_by"] is None else [record["approved_by"]])]
    right = all(type(one) is int and one >= 0 for one in numbers) and all(isinstance(one, str) for one in texts)
    right = right and fits(record["previous"], "hash") and isinstance(record["depends_on"], list)
    right = right and all(map(is_dependency, record["depends_on"]))
    return right and all(map(is_person, people)) and isinstance(record["events"], list) and bool(record["events"])


class Shoes(Follower):
    """Follows the fair shoes of a table, and which of them it cut in which of its records."""

    def __init__(self, report: Report, *, whole: bool) -> None:
        super().__init__(report, whole=whole)
        self.reader, self.cut_in = Reader(), dict[int, Shoe]()
        self.sibling: Place | None = None
        self.expected: dict[str, str] = {}
        """What a commitment must name."""

    def happened(self, act: Data) -> None:
        if not (self.whole or self.reader.shoes or act.get("act") == "shoe_committed.1"):
            return  # the end of a shoe that the bundle is not about
        self.reader.read(json.dumps(act, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8"))
        if act.get("act") == "shoe_committed.1":
            other = [name for name, value in self.expected.items() if act["context"][name] != value]
            self.report.wrong("fairness", f"the commitment is for another {' and '.join(other)}", when=bool(other))
        if act.get("act") == "shoe_cut.1" and self.sibling is not None and self.reader.shoes:
            self.cut_in[self.sibling[1]] = self.reader.shoes[-1]

    def after_record(self) -> None:
        for sentence in self.reader.wrong:
            self.report.wrong("fairness", sentence)
        self.reader.wrong.clear()

    def compare(self, table: Table) -> None:
        """The cards of the table are those of the sealed shoes."""
        for shoe in table.shoes:
            fair = self.cut_in.get(shoe.cut[0])
            if fair is None:
                self.report.wrong("fairness", "the table plays a shoe that was not sealed", when=table.whole)
                continue
            whole = (shoe.cards, shoe.cut[1], shoe.depth) == (fair.size, fair.cut, fair.depth)
            self.report.wrong("fairness", "the shoe was cut or loaded otherwise than sealed", when=not whole)
            known = dict(enumerate(fair.revealed(), start=1)) or fair.shown
            other = [place for place, face in shoe.faces.items() if face and known.get(place, face) != face]
            name = f"shoe {fair.context['shoe']}"
            self.report.wrong("fairness", f"cards {other} of {name} are not those that were sealed", when=bool(other))
            self.report.checked["fair shoes"] += 1
            if fair.secret is None:
                self.report.skip(f"the cards of {name} of {self.report.stream} that nobody saw: it is not revealed")


class House(Follower):
    """Follows the house's own stream."""

    SILENT, name = "table_added house_restored role_granted role_revoked dealer_changed logged_in logged_out", ""
    SILENT += " second_factor_failed access_changed withdrawal_limit_set gaming_disabled gaming_enabled"
    SILENT += " proposal_made proposal_approved proposal_declined proposal_withdrawn loss_accepted"
    roots: dict[int, str]
    """Of the checkpoints in the bundle, by size."""
    position = 0
    """Of the record."""

    def on_checkpoint_signed(self, event: Data) -> None:
        self.report.wrong("checkpoint", "it names later records", when=event["size"] >= self.position)
        other = self.roots.get(event["size"], event["root"]) != event["root"]
        self.report.wrong("checkpoint", "it names another root than the checkpoint of that size has", when=other)

    def on_house_started(self, event: Data) -> None:
        self.report.wrong("record", "the house has another name", when=event["name"] != self.name)


KINDS: dict[str, type[Follower]] = {
    "table": Table,
    "tournament": Tournament,
    "cage": Holding,
    "vault": Holding,
    "shoes": Shoes,
    "house": House,
}


class Bundle:
    """Reads a bundle line by line: rules, checkpoints, the proofs between them, records."""

    def __init__(self, header: Data, report: Report, vkey: str | None, held: dict[str, str]) -> None:
        self.report, self.scope, self.size, self.held = report, header["scope"], header["size"], held
        self.house, self.of, self.is_whole = header["house"], header["scope"]["of"], header["scope"]["of"] == "house"
        self.key = key_in(header["vkey"] if vkey is None else vkey)
        other = vkey is not None and header["vkey"] != vkey.strip()
        report.wrong("signature", "another key than the expected one", when=other)
        other = self.key.origin != "puntobanco/" + quote(self.house, safe="")
        report.wrong("signature", f"the key is that of {self.key.origin}", when=other)
        if vkey is None:
            report.skip("whose key it is: it was taken from the bundle itself; give the house's own with --vkey")
        self.section, self.rules, self.position = 0, set[str](), 0
        self.checkpoints, self.joined, self.tree = list[Checkpoint](), 0, GrowingTree()
        self.anchors = list[Checkpoint]()
        """What the tree over all records must come to, by checkpoints whose signature is right."""
        self.roots: dict[int, str] = {}
        self.agreed, self.disagrees = 0, False
        self.last: dict[str, tuple[int, str]] = {}
        self.ids, self.followed = set[tuple[str, str]](), dict[str, Follower]()
        self.siblings, self.at_cage = dict[Place, Place | None](), dict[Place, dict[str, int]]()
        self.by_accounts: dict[Place, dict[str, int]] = {}

    def line(self, number: int, text: str) -> None:
        self.report.at(None, f"line {number}", None)
        try:
            require(text.endswith("\n"), "a line that is not complete")
            data = json_in(text)
            require(isinstance(data, dict) and data.get("is") in MEMBERS_OF, "no line of a bundle")
            kind, section = data["is"], [*MEMBERS_OF].index(data["is"])
            proof = {"proof"} if kind == "record" and not self.is_whole else set()
            require(data.keys() == MEMBERS_OF[kind] | proof, f"not the members of a {kind}")
            self.report.wrong("line", f"a {kind} comes too late", when=section < self.section)
            if kind == "record" and self.section < section:
                self.before_records()
                self.report.at(None, f"line {number}", None)
            self.section = max(self.section, section)
            getattr(self, "read_" + kind)(data)
        except UNREADABLE as error:
            self.report.wrong("line" if self.report.position is None else "record", f"unreadable: {error!r}")

    # what comes before the records

    def read_rules(self, data: Data) -> None:
        digests = {data["digest"], data["rules"]["digest"], digest_of_rules(data["rules"])}
        self.report.wrong("rules", "the digest is not that of the rules", when=len(digests) > 1)
        self.report.wrong("rules", "the same rules twice", when=data["digest"] in self.rules)
        self.rules.add(data["digest"])

    def read_checkpoint(self, data: Data) -> None:
        self.checkpoints.append(Checkpoint(0, b""))
        try:
            found = checkpoint_in(data["note"], self.key)
        except Unfit as error:
            self.report.wrong("signature", f"a checkpoint that is none: {error}")
            return
        rising = all(one.size < found.size for one in self.checkpoints[:-1]) and found.size > 0
        self.report.wrong("checkpoint", "checkpoints do not follow each other", when=not rising)
        self.checkpoints[-1] = found
        self.roots[found.size] = found.root.hex()
        self.anchors.append(found)

    def read_consistency(self, data: Data) -> None:
        pair = self.checkpoints[self.joined : self.joined + 2]
        self.joined += 1
        require(len(pair) == 2, "more proofs than checkpoints")
        path = [hash_in(one) for one in data["proof"]]
        same = (data["from"], data["to"]) == (pair[0].size, pair[1].size)
        right = same and grows(pair[0], pair[1], path)
        self.report.wrong("checkpoint", f"{data['to']} does not continue {data['from']}", when=not right)

    def hold_against(self, name: str, note: str) -> None:
        """A checkpoint that was kept elsewhere."""
        self.report.at(None, name, None)
        try:
            held = checkpoint_in(note, self.key)
        except Unfit as error:
            self.report.wrong("signature", f"not a checkpoint of this house: {error}")
            return
        same = [one for one in self.checkpoints if one.size == held.size]
        self.report.wrong("checkpoint", "the bundle has another root of that size", when=same not in ([], [held]))
        self.report.wrong("checkpoint", "the bundle ends before this checkpoint", when=held.size > self.size)
        if not same and not self.is_whole and held.size <= self.size:
            self.report.skip(f"{name}: a bundle of a part has no proof for a size that it does not name")
        self.anchors.append(held)

    def before_records(self) -> None:
        """All checkpoints are known."""
        for name, note in self.held.items():
            self.hold_against(name, note)
        self.report.at(None, "checkpoints", None)
        sizes = [one.size for one in self.checkpoints]
        self.report.wrong("checkpoint", f"no checkpoint of {self.size} records", when=sizes[-1:] != [self.size])
        missing = max(0, len(sizes) - 1) != self.joined
        self.report.wrong("checkpoint", "checkpoints without a proof that one continues the other", when=missing)
        self.anchors.sort(key=lambda one: one.size)

    # records

    def read_record(self, data: Data) -> None:
        position, stream, number = data["position"], data["stream"], data["number"]
        require(all(type(one) is int and one > 0 for one in (position, number)), "positions are whole numbers from 1")
        require(isinstance(stream, str) and isinstance(data["body"], str), "stream and body are texts")
        self.report.at(position, stream, number)
        gap = position <= self.position or (self.is_whole and position != self.position + 1) or position > self.size
        self.report.wrong("position", f"{position} after {self.position}", when=gap)
        self.position = position
        self.report.checked["records"] += 1
        body = data["body"].encode("utf-8")
        self.chain(data, body)
        self.in_tree(data, digest(b"\x00" + body))
        record = json_in(data["body"])
        written = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
        require(written == data["body"] and [*record] == ENVELOPE, "not a record as the format writes it")
        require(is_envelope(record), "the members around the events are not as the format has them")
        names = ("stream", "number", "id")
        self.report.wrong("record", "it is another record", when=any(record[one] != data[one] for one in names))
        other = record["previous"] != data["previous"]
        self.report.wrong("chain", "it was decided on another record of its stream", when=other)
        for on in record["depends_on"]:
            other = not self.is_last(on["stream"], on["number"], on["hash"])
            why = f"it was decided on record {on['number']} of {on['stream']}, which is not the last one before it"
            self.report.wrong("chain", why, when=other)
        self.follow(record, stream, number)

    def holds_whole(self, stream: str) -> bool:
        """Whether all records of a stream up to the checkpoint should be in the bundle."""
        whole = {"table": ("table/", "shoes/"), "tournament": ("tournament/",), "patron": ("cage/",)}.get(self.of, ())
        return self.is_whole or stream in [start + self.scope[self.of] for start in whole]

    def is_about(self, stream: str) -> bool:
        """Whether records of a stream belong into a bundle of this scope."""
        sort, name = stream.partition("/")[0], self.scope.get("table" if self.of == "shoe" else self.of, "")
        own = {"patron": ("cage/",), "tournament": ("tournament/",)}.get(self.of, ("table/", "shoes/"))
        beside = {"table": ("cage", "vault"), "patron": ("table", "tournament")}.get(self.of, ())
        return self.is_whole or sort in beside or stream in [start + name for start in own]

    def chain(self, data: Data, body: bytes) -> None:
        stream, number = data["stream"], data["number"]
        made = digest(hash_in(data["previous"]) + body).hex()
        self.report.wrong("chain", "the hash is not that of the record", when=data["hash"] != made)
        before, hash_before = self.last.get(stream, (0, "0" * 64))
        skips = number <= before or (self.holds_whole(stream) and number != before + 1)
        self.report.wrong("number", f"{number} after {before}", when=skips)
        if number != before + 1 and stream in self.followed:
            self.followed[stream].missed()
        broken = number == before + 1 and data["previous"] != hash_before
        self.report.wrong("chain", "it does not continue the record before it in its stream", when=broken)
        self.last[stream] = (number, data["hash"])
        self.report.wrong("record", "an id stands twice in a stream", when=(stream, data["id"]) in self.ids)
        self.ids.add((stream, data["id"]))

    def is_last(self, stream: str, number: int, hash_of_it: str) -> bool:
        """Whether a record is the last of its stream so far; a part of a log may not hold it."""
        last = self.last.get(stream, (0, "0" * 64))
        if self.holds_whole(stream) or last[0] >= number:
            return (number, hash_of_it) == last
        return True

    def in_tree(self, data: Data, leaf: bytes) -> None:
        if self.is_whole:
            self.tree.add(leaf)
            while self.anchors and self.anchors[0].size <= self.tree.size:
                self.compare_root(self.anchors.pop(0))
            return
        path, root = data["proof"], self.checkpoints[-1].root if self.checkpoints else b""
        require(all(fits(one, "hash") for one in path), "a proof is a list of hashes")
        found = root_by_proof(leaf, data["position"] - 1, self.size, path)
        self.report.wrong("tree", "the record is not in the tree of the checkpoint", when=found != root.hex())

    def compare_root(self, anchor: Checkpoint) -> None:
        """The first root that differs says between which checkpoints something was changed."""
        if anchor.root != self.tree.root() and not self.disagrees:
            self.disagrees = True
            span = f"records {self.agreed + 1} to {anchor.size} are not those that were signed"
            self.report.findings.append(Finding(self.agreed + 1, "", None, "tree", span, anchor.size))
        elif not self.disagrees:
            self.agreed = anchor.size

    def follow(self, record: Data, stream: str, number: int) -> None:
        """Follow the stream of a record; what its events do beyond it is compared when all is read."""
        sort, slash, name = stream.partition("/")
        require(sort in KINDS and bool(slash) == bool(name) != (sort in ("house", "vault")), f"no stream {stream}")
        self.report.wrong("record", f"not a record of {sort}", when=record["record"] != WRITTEN[sort])
        self.report.wrong("line", f"{stream} is not what the bundle is about", when=not self.is_about(stream))
        sibling = record["sibling"] and (record["sibling"]["stream"], record["sibling"]["number"])
        self.siblings[(stream, number)] = sibling
        if stream not in self.followed:
            self.followed[stream] = KINDS[sort](self.report, whole=self.holds_whole(stream))
        followed = self.followed[stream]
        if isinstance(followed, House):
            followed.name, followed.position, followed.roots = self.house, self.position, self.roots
        if isinstance(followed, Tournament):
            followed.expected = {"house": self.house, "tournament": name}
        if isinstance(followed, Holding):
            followed.patron = name or None
        if isinstance(followed, Shoes):
            followed.sibling, table = sibling, self.followed.get("table/" + name)
            followed.expected = {"house": self.house, "table": name}
            if isinstance(table, Table) and table.whole and sibling is not None:
                followed.expected["rules"] = table.rules.get("digest", "")
        followed.record, followed.actor = number, record["command"].get("actor", {})
        if record["command"]["do"] in OPENS:
            self.opens(record["command"], record["events"][0])
        for event in record["events"]:
            self.note(event, stream, number, sibling)
            followed.happened(event)
        followed.after_record()

    def opens(self, command: Data, event: Data) -> None:
        """A table or tournament goes by the edition of the book that its command names."""
        asked, opened = ([data[name] for name in ("book", "edition")] for data in (command, event["rules"]))
        self.report.wrong("rules", f"{opened} was opened, and {asked} asked for", when=asked != opened)

    def note(self, event: Data, stream: str, number: int, sibling: Place | None) -> None:
        """Money at the cage, from both sides; rules that the bundle must name."""
        for inner in event.get("events", [event]):
            digest_named = inner.get("rules", {}).get("digest", None)
            self.report.wrong(
                "rules", "rules that the bundle does not list", when=digest_named not in {None, *self.rules}
            )
        name = event.get("event", "").partition(".")[0]
        at_cage = sum(cents for account, cents in event.get("entry", {}).get("postings", []) if account == ["cage"])
        if name in ("float_filled", "float_credited"):
            at_cage = event["amount"] * (1 if name == "float_credited" else -1)
        if at_cage:
            whose = f"cage/{event[WHOSE[name]]}" if name in WHOSE else "vault"
            add(self.at_cage, (stream, number), whose, at_cage)
        if name in ("taken_to", "paid_at_desk", "brought_back"):
            cents = event["amount"] * (1 if name == "brought_back" else -1)
            same = sibling is not None and sibling[0] == event["stream"]
            self.report.wrong("sibling", "nothing stands beside it where the money went", when=not same)
            add(self.by_accounts, sibling or ("", 0), stream, cents)

    # when all is read

    def finish(self) -> None:
        self.report.at(None, "bundle", None)
        mains = {"table": "table/", "shoe": "table/", "tournament": "tournament/", "patron": "cage/"}
        main = "" if self.is_whole else mains[self.of] + self.scope["table" if self.of == "shoe" else self.of]
        absent = not self.followed or (not self.is_whole and main not in self.followed)
        self.report.wrong("line", f"there is no record of {main or 'anything'} in it", when=absent)
        if self.is_whole and self.tree.size < self.size and not self.disagrees:
            span = f"{self.tree.size} of {self.size} records are there"
            self.report.findings.append(Finding(self.agreed + 1, "", None, "tree", span, self.size))
        self.finish_siblings()
        for stream, followed in self.followed.items():
            self.report.at(None, stream, None)
            if isinstance(followed, Shoes):
                self.finish_shoes(stream, followed)
            total_money = sum(followed.books.balances.values())
            self.report.wrong("balance", f"all accounts come to {total_money}", when=total_money != 0)
            if self.is_whole and isinstance(followed, Table | Tournament):
                self.finish_cage(stream, followed.books.of("cage"))
        if not self.is_whole:
            self.report.skip(
                "that nothing of this part was left out at its end: only a bundle of the whole house shows that"
            )

    def finish_shoes(self, stream: str, shoes: Shoes) -> None:
        if shoes.reader.shoes:
            shoes.reader.finished([])
            shoes.after_record()
        table = self.followed.get("table/" + stream.partition("/")[2])
        if isinstance(table, Table):
            shoes.compare(table)

    def finish_cage(self, stream: str, cage: int) -> None:
        """What accounts have at a stream is the opposite of its cage."""
        holdings = [one for one in self.followed.values() if isinstance(one, Holding)]
        there = sum(one.books.of("at", stream) for one in holdings)
        self.report.wrong("balance", f"accounts have {there} there, and its cage {cage}", when=there != -cage)

    def finish_siblings(self) -> None:
        for place, sibling in self.siblings.items():
            self.report.at(None, *place)
            there = sibling is None or sibling in self.siblings or not self.holds_whole(sibling[0])
            self.report.wrong("sibling", f"{sibling} is not there", when=not there)
            back = self.siblings.get(sibling) if sibling is not None else None
            one_way = place[0].startswith(("table/", "tournament/")) and back not in (None, place)
            self.report.wrong("sibling", f"{sibling} stands beside another record", when=one_way)
        for place in self.at_cage.keys() | self.by_accounts.keys():
            self.report.at(None, *place)
            self.compare_cage(place, self.at_cage.get(place, {}), self.by_accounts.get(place, {}))

    def compare_cage(self, place: Place, moves: dict[str, int], booked: dict[str, int]) -> None:
        for account in moves.keys() | booked.keys():
            here, there = moves.get(account, 0), booked.get(account, 0)
            if account not in booked and here and not self.must_have(place, account):
                self.report.skip("money at the cage whose account is not in the bundle")
            elif account not in moves and place not in self.siblings and not self.holds_whole(place[0]):
                self.report.skip("money of an account at tables that are not in the bundle")
            else:
                self.report.wrong("sibling", f"{here} at the cage, and {there} in {account}", when=here != there)

    def must_have(self, place: Place, account: str) -> bool:
        beside = self.of == "table" and self.siblings.get(place) is not None
        return self.holds_whole(account) or beside


def add(sums: dict[Place, dict[str, int]], place: Place, account: str, cents: int) -> None:
    sums.setdefault(place, {})
    sums[place][account] = sums[place].get(account, 0) + cents


def balances_of(bundle: Bundle) -> dict[str, dict[str, int]]:
    """All balances of what the bundle holds whole, by stream, a tournament's tables apart."""
    books = {stream: one.books for stream, one in bundle.followed.items() if one.whole and one.books.balances}
    for stream, one in bundle.followed.items():
        if isinstance(one, Tournament) and one.whole:
            books |= {f"{stream} table {name}": table.books for name, table in one.tables.items()}
    return {name: {"/".join(one): cents for one, cents in found.balances.items()} for name, found in books.items()}


class Verified(NamedTuple):
    report: Report
    bundle: Bundle


def header_in(line: str) -> Data:
    header = json_in(line)
    require(isinstance(header, dict) and header.keys() == HEADER and header["bundle"] == "bundle.1", "not a bundle")
    scope = header["scope"]
    require(isinstance(scope, dict) and scope.get("of") in SCOPES, "no scope that is known")
    require({*scope} == {"of", *SCOPES[scope["of"]]}, "not the members of the scope")
    texts = [header["house"], header["vkey"], *(scope[one] for one in SCOPES[scope["of"]] if one != "shoe")]
    numbers = [header["size"], scope.get("shoe", 1)]
    require(all(isinstance(one, str) for one in texts), "house, key and names are texts")
    require(all(type(one) is int and one > 0 for one in numbers), "sizes and shoes are whole numbers from 1")
    return dict(header)


def verify(lines: Iterable[str], *, vkey: str | None = None, held: dict[str, str] | None = None) -> Verified:
    """Everything that can be checked of the lines of a bundle; unfit if it is none."""
    report, rest = Report(), iter(lines)
    bundle = Bundle(header_in(next(rest, "")), report, vkey, held or {})
    for what in NEVER:
        report.skip(what)
    for number, line in enumerate(rest, start=2):
        bundle.line(number, line)
    try:
        bundle.finish()
    except UNREADABLE as error:
        report.wrong("record", f"what the records say together cannot be read: {error!r}")
    return Verified(report, bundle)


# The command


def in_one_line(text: str) -> str:
    return "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text)


def sentence_of(found: Finding) -> str:
    where = "" if found.position is None else f"position {found.position}"
    where += "" if found.last is None else f" to {found.last}"
    number = "" if found.number is None else f" {found.number}"
    return in_one_line(f"{where} {found.stream}{number}: {found.sort}: {found.sentence}".strip())


def print_report(report: Report, bundle: Bundle, *, as_json: bool) -> None:
    if as_json:
        data = {
            "house": bundle.house,
            "scope": bundle.scope,
            "size": bundle.size,
            "checked": dict(report.checked),
            "balances": balances_of(bundle),
            "findings": [one._asdict() for one in report.findings],
            "not_checked": [*report.not_checked],
        }
        print(json.dumps(data))
        return
    print(*map(sentence_of, report.findings), sep="\n", end="\n" if report.findings else "")
    print("checked:", ", ".join(f"{count} {what}" for what, count in report.checked.items()))
    print(*(in_one_line(f"not checked: {what}") for what in report.not_checked), sep="\n")
    print(verdict(len(report.findings)))


def verdict(reasons: int) -> str:
    return f"{reasons} reasons not to trust it" if reasons else "everything is right"


def text_of(argument: str) -> str:
    """What an argument says, or the file that it names."""
    return argument if "+" in argument else Path(argument).read_text(encoding="utf-8")


def checked(options: argparse.Namespace) -> bool:
    """Whether nothing is wrong with the file."""
    as_json = options.format == "json"
    with Path(options.file).open(encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        if file.read(9) == '{"bundle"':
            file.seek(0)
            vkey = None if options.vkey is None else text_of(options.vkey)
            held = {name: Path(name).read_bytes().decode("utf-8") for name in options.checkpoint}
            found = verify(file, vkey=vkey, held=held)
            print_report(found.report, found.bundle, as_json=as_json)
            return not found.report.findings
    content = Path(options.file).read_bytes()
    lines = content.removesuffix(b"\n").split(b"\n") if content else []
    if options.file.endswith(".json"):
        vectors = json.loads(content)
        wrong = wrong_with_draw_vectors(vectors) if "draws" in vectors else wrong_with_vectors(vectors)
    elif content.startswith(b'{"commitment":'):
        wrong = wrong_with_draws(lines, options.commitment, options.words)
    else:
        wrong = wrong_with_history(lines, [bytes.fromhex(seed) for seed in options.seed])
    print(*([json.dumps({"findings": wrong})] if as_json else [*wrong, verdict(len(wrong))]), sep="\n")
    return not wrong


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--vkey", help="the key that the house published, or the file that holds it")
    parser.add_argument("--checkpoint", action="append", default=[], help="a checkpoint that was kept elsewhere")
    parser.add_argument("--seed", action="append", default=[], help="a seed of one's own, for a history")
    parser.add_argument("--commitment", action="append", default=[], help="a commitment that was noted, for draws")
    parser.add_argument("--words", action="append", default=[], help="words of one's own, for draws")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    try:
        return 0 if checked(parser.parse_args(arguments)) else 1
    except (OSError, ValueError, Unfit) as error:
        print(f"error: {in_one_line(str(error))}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
