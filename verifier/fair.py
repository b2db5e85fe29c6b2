#!/usr/bin/env python3
"""Checks that shoes of cards were fair, as docs/fairness.md says it: one file, Python's standard library only.

    python fair.py HISTORY [--seed HEX ...]    the acts that a patron holds, one a line
    python fair.py VECTORS.json                the test vectors of the protocol

Exit code 0 if everything is right, 1 with the reasons if not.
"""

import hashlib
import hmac
import json
import re
import sys
from itertools import islice
from pathlib import Path
from typing import Any

FACES = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
WORD = "puntobanco.fair."
LARGEST_NUMBER = 2**53 - 1

# Bytes


def frame(*pieces: bytes) -> bytes:
    out = bytearray()
    for piece in pieces:
        out += len(piece).to_bytes(4, "big")
        out += piece
    return bytes(out)


def digest(data: bytes) -> bytes:
    return hashlib.new("sha256", data).digest()


def mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """RFC 5869 for 32 bytes: one block."""
    return mac(mac(salt or b"\0" * 32, secret), info + b"\x01")


def framed_context(context: dict[str, Any]) -> bytes:
    texts = [
        str(context["protocol"]),
        context["house"],
        context["table"],
        str(context["shoe"]),
        context["rules"],
        ",".join(str(count) for count in context["composition"]),
        "" if context["previous"] is None else context["previous"],
    ]
    return frame(*[text.encode("utf-8") for text in texts])


def word(name: str) -> bytes:
    return (WORD + name).encode("ascii")


def commitment_to(secret: bytes, context: dict[str, Any]) -> str:
    return digest(frame(word("commitment"), framed_context(context), secret)).hex()


def promise_of(seed: bytes, commitment: str) -> str:
    return digest(frame(word("promise"), bytes.fromhex(commitment), seed)).hex()


# Shuffle


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
        fair = 65536 // size * size
        while True:
            drawn = self.take()
            if drawn < fair:
                return drawn % size


def key_of(secret: bytes, seeds: list[bytes], context: dict[str, Any]) -> bytes:
    salt = digest(frame(word("seeds"), *seeds))
    return hkdf(secret, salt, frame(word("shuffle"), framed_context(context)))


def order_of(secret: bytes, seeds: list[bytes], context: dict[str, Any]) -> list[str]:
    cards: list[str] = []
    for face, how_many in zip(FACES, context["composition"], strict=True):
        cards.extend([face] * how_many)
    stream = Stream(key_of(secret, seeds, context))
    top = len(cards) - 1
    while top > 0:
        chosen = stream.under(top + 1)
        cards[top], cards[chosen] = cards[chosen], cards[top]
        top -= 1
    return cards


# Tree


def card_leaf(index: int, salt: bytes, face: str) -> bytes:
    return digest(b"\x00" + frame(word("card"), index.to_bytes(8, "big"), salt, face.encode("ascii")))


def tree_root(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1: the left part has as many leaves as the largest power of two that is fewer than all."""
    if not leaves:
        return digest(b"")
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return digest(b"\x01" + tree_root(leaves[:half]) + tree_root(leaves[half:]))


def root_by_proof(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """RFC 9162, section 2.1.3.2."""
    if index >= size:
        return None
    first, last, found = index, size - 1, leaf
    for step in path:
        if last == 0:
            return None
        if first & 1 or first == last:
            found = digest(b"\x01" + step + found)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            found = digest(b"\x01" + found + step)
        first, last = first >> 1, last >> 1
    return found if last == 0 else None


def salt_at(secret: bytes, context: dict[str, Any], index: int) -> bytes:
    key = hkdf(secret, b"", frame(word("salt"), framed_context(context)))
    return mac(key, index.to_bytes(8, "big"))


def root_of(secret: bytes, seeds: list[bytes], context: dict[str, Any]) -> str:
    key = hkdf(secret, b"", frame(word("salt"), framed_context(context)))
    order = order_of(secret, seeds, context)
    leaves = [card_leaf(place, mac(key, place.to_bytes(8, "big")), face) for place, face in enumerate(order)]
    return tree_root(leaves).hex()


# The shape of acts

SORTS = {
    "act": "act",
    "previous": "hash or null",
    "protocol": "one",
    "house": "name",
    "table": "name",
    "shoe": "number",
    "rules": "hash",
    "composition": "counts",
    "context": "context",
    "commitment": "hash",
    "seed": "number",
    "by": "patron|auditor",
    "promise": "hash",
    "opened": "seed",
    "root": "hash",
    "house_seeded": "flag",
    "at": "number",
    "depth": "number",
    "cutting_cards": "number",
    "place": "number",
    "cut": "number",
    "index": "index",
    "card": "|".join(FACES),
    "salt": "hash",
    "proof": "hashes",
    "why": "dealt|voided|abandoned|closed",
    "secret": "hash",
}
"""What each member of an act, or of a context, holds."""
CONTEXT = "protocol house table shoe rules composition previous"
ACTS = {
    "shoe_committed.1": "context commitment",
    "seed_promised.1": "seed by promise",
    "seed_opened.1": "seed opened",
    "seed_left_out.1": "seed",
    "shoe_sealed.1": "root house_seeded",
    "shoe_cut.1": "at depth cutting_cards",
    "wagers_began.1": "",
    "card_shown.1": "place cut index card salt proof",
    "shoe_ended.1": "why",
    "reveal_overdue.1": "",
    "secret_revealed.1": "secret",
}
SEEDING = {"seed_promised.1", "seed_opened.1", "seed_left_out.1"}
BEFORE = {
    "shoe_committed.1": {"", "secret_revealed.1"},
    "seed_promised.1": {"shoe_committed.1", "seed_promised.1"},
    "seed_opened.1": SEEDING,
    "seed_left_out.1": SEEDING,
    "shoe_sealed.1": {"shoe_committed.1", *SEEDING},
    "wagers_began.1": {"shoe_sealed.1", "shoe_cut.1", "card_shown.1"},
    "shoe_cut.1": {"shoe_sealed.1"},
    "card_shown.1": {"shoe_cut.1", "card_shown.1"},
    "shoe_ended.1": {"shoe_committed.1", *SEEDING, "shoe_sealed.1", "shoe_cut.1", "card_shown.1"},
    "reveal_overdue.1": {"shoe_ended.1"},
    "secret_revealed.1": {"shoe_ended.1", "reveal_overdue.1"},
}
"""What may come right before each act; the wagers' beginning is passed over."""


def fits(value: Any, sort: str) -> bool:
    match sort:
        case "hash or null":
            return value is None or fits(value, "hash")
        case "hashes":
            return isinstance(value, list) and all(fits(one, "hash") for one in value)
        case "counts":
            return isinstance(value, list) and len(value) == 52 and all(is_whole(one, 0, 1260) for one in value)
        case "context":
            return isinstance(value, dict) and has_members(value, CONTEXT)
        case "one" | "number" | "index":
            return is_whole(value, int(sort != "index"), 1 if sort == "one" else LARGEST_NUMBER)
        case "flag":
            return isinstance(value, bool)
    return isinstance(value, str) and re.fullmatch(PATTERNS.get(sort, sort), value, re.DOTALL) is not None


PATTERNS = {"hash": "[0-9a-f]{64}", "seed": "([0-9a-f]{2}){1,256}", "name": ".{1,64}", "act": "[a-z_]+[.]1"}


def is_whole(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


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
    return act if has_members(act, "act previous " + ACTS[act["act"]]) else None


# A history


class Shoe:
    """What is known of a shoe so far."""

    def __init__(self, commitment: dict[str, Any]) -> None:
        self.context, self.commitment = commitment["context"], commitment["commitment"]
        self.size = sum(self.context["composition"])
        self.promises: list[str] = []
        self.opened: dict[int, bytes] = {}
        self.left_out: set[int] = set()
        self.roots: list[str] = []
        self.cut: int | None = None
        self.shown: dict[int, str] = {}
        self.ended = False
        self.secret: str | None = None

    def seeds(self) -> list[bytes]:
        return [self.opened[number] for number in sorted(self.opened)]


class Reader:
    """Reads the acts one by one and writes down what is wrong."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.shoes: list[Shoe] = []
        self.number = 0
        self.last_kind = ""
        self.last_hash: str | None = None

    def complain(self, why: str) -> None:
        self.wrong.append(f"act {self.number}: {why}")

    def read(self, line: bytes) -> None:
        self.number += 1
        act = act_in(line)
        if act is None:
            self.complain("not an act as the protocol writes it")
            return
        kind = act["act"]
        if self.number > 1 and act["previous"] != self.last_hash:
            self.complain("does not name the act before it")
        if self.last_kind not in BEFORE[kind]:
            self.complain(f"{kind} after {self.last_kind or 'nothing'}")
        if kind != "wagers_began.1":
            self.last_kind = kind
        if kind == "shoe_committed.1":
            self.new_shoe(act)
        elif self.shoes:
            self.look_at(kind, act, self.shoes[-1])
        self.last_hash = digest(line).hex()

    def new_shoe(self, act: dict[str, Any]) -> None:
        shoe = Shoe(act)
        if act["previous"] != shoe.context["previous"]:
            self.complain("act and context disagree about what came before")
        if not self.shoes:
            if (shoe.context["shoe"] == 1) != (act["previous"] is None):
                self.complain("only a table's first shoe comes after nothing")
        else:
            self.follow(self.shoes[-1], shoe)
        self.shoes.append(shoe)

    def follow(self, old: Shoe, new: Shoe) -> None:
        same = all(old.context[name] == new.context[name] for name in ("house", "table"))
        if not same or new.context["shoe"] != old.context["shoe"] + 1 or new.context["previous"] != self.last_hash:
            self.complain("not the next shoe of the same table")
        if old.secret is None:
            self.complain(f"shoe {old.context['shoe']} was not revealed before the next one")
        if any(shoe.commitment == new.commitment for shoe in self.shoes):
            self.complain("the commitment was used before")

    def look_at(self, kind: str, act: dict[str, Any], shoe: Shoe) -> None:
        match kind:
            case "seed_promised.1":
                shoe.promises.append(act["promise"])
                if act["seed"] != len(shoe.promises):
                    self.complain("promises are not counted from 1")
            case "seed_opened.1" | "seed_left_out.1":
                self.seed(act, shoe)
            case "shoe_sealed.1":
                self.sealing(act, shoe)
            case "shoe_cut.1":
                if act["at"] >= shoe.size or act["depth"] > shoe.size:
                    self.complain("the shoe cannot be cut there")
                shoe.cut = act["at"] if shoe.cut is None else shoe.cut
            case "card_shown.1":
                self.card(act, shoe)
            case "shoe_ended.1":
                shoe.ended = True
            case "reveal_overdue.1":
                self.complain("the secret was revealed late")
            case "secret_revealed.1":
                self.reveal(act["secret"], shoe)

    def seed(self, act: dict[str, Any], shoe: Shoe) -> None:
        number = act["seed"]
        if number > len(shoe.promises):
            self.complain(f"nobody promised seed {number}")
        elif "opened" in act and promise_of(bytes.fromhex(act["opened"]), shoe.commitment) != shoe.promises[number - 1]:
            self.complain(f"seed {number} is not the one that was promised")
        if number in shoe.opened or number in shoe.left_out:
            self.complain(f"seed {number} is dealt with twice")
        if "opened" in act:
            shoe.opened[number] = bytes.fromhex(act["opened"])
        else:
            shoe.left_out.add(number)

    def sealing(self, act: dict[str, Any], shoe: Shoe) -> None:
        shoe.roots.append(act["root"])
        if len(shoe.roots) > 1:
            self.complain("a second root")
        if len(shoe.opened) + len(shoe.left_out) != len(shoe.promises):
            self.complain("sealed while a promised seed was neither opened nor left out")
        if act["house_seeded"] != (not shoe.opened):
            self.complain("it says the wrong thing about who seeded it")

    def card(self, act: dict[str, Any], shoe: Shoe) -> None:
        place, index, face = act["place"], act["index"], act["card"]
        if shoe.cut is None or act["cut"] != shoe.cut or place > shoe.size:
            self.complain(f"card {place} has another cut than the shoe, or there is no such card")
        elif index != (shoe.cut + place - 1) % shoe.size:
            self.complain(f"card {place} out of the shoe is not number {index} of the sealed order")
        leaf = card_leaf(index, bytes.fromhex(act["salt"]), face)
        root = root_by_proof(leaf, index, shoe.size, [bytes.fromhex(step) for step in act["proof"]])
        if not shoe.roots or root is None or root.hex() != shoe.roots[0]:
            self.complain(f"{face} is not proven by the root")
        if place in shoe.shown:
            self.complain(f"card {place} is shown again")
        shoe.shown[place] = face
        if list(shoe.shown.values()).count(face) > shoe.context["composition"][FACES.index(face)]:
            self.complain(f"there are not so many {face} in the shoe")

    def reveal(self, secret: str, shoe: Shoe) -> None:
        if any(other.secret == secret for other in self.shoes):
            self.complain("the secret was used before")
        shoe.secret = secret
        if commitment_to(bytes.fromhex(secret), shoe.context) != shoe.commitment:
            self.complain("this secret was not committed to")
        if shoe.roots and root_of(bytes.fromhex(secret), shoe.seeds(), shoe.context) != shoe.roots[0]:
            self.complain("the sealed order is not that of secret and seeds")

    def finish(self, own_seeds: list[bytes]) -> None:
        if not self.shoes:
            self.wrong.append("there is no shoe in it")
        if self.shoes and self.shoes[-1].ended and self.shoes[-1].secret is None:
            self.complain("the last shoe has ended and was not revealed")
        used = [seed for shoe in self.shoes for seed in shoe.opened.values()]
        for seed in own_seeds:
            if seed not in used:
                self.wrong.append(f"your seed {seed.hex()} was not used")


def wrong_with_history(lines: list[bytes], own_seeds: list[bytes] | None = None) -> list[str]:
    reader = Reader()
    for line in lines:
        reader.read(line)
    reader.finish(own_seeds or [])
    return reader.wrong


# Test vectors


def wrong_with_vector(vector: dict[str, Any]) -> list[str]:
    context, secret = vector["context"], bytes.fromhex(vector["secret"])
    seeds = [bytes.fromhex(seed) for seed in vector["seeds"]]
    commitment = commitment_to(secret, context)
    computed = {
        "context_bytes": framed_context(context).hex(),
        "commitment": commitment,
        "promises": [promise_of(seed, commitment) for seed in seeds],
        "salt_of_seeds": digest(frame(word("seeds"), *seeds)).hex(),
        "key": key_of(secret, seeds, context).hex(),
        "words": list(islice(words_from(key_of(secret, seeds, context)), len(vector["words"]))),
        "order": " ".join(order_of(secret, seeds, context)),
        "root": root_of(secret, seeds, context),
    }
    wrong = [f"{vector['name']}: {name} differs" for name, value in computed.items() if vector[name] != value]
    return wrong + [
        f"{vector['name']}: card {one['index']} differs" for one in vector["cards"] if not proven(one, vector)
    ]


def words_from(key: bytes) -> Any:
    stream = Stream(key)
    while True:
        yield stream.take()


def proven(card: dict[str, Any], vector: dict[str, Any]) -> bool:
    salt = salt_at(bytes.fromhex(vector["secret"]), vector["context"], card["index"])
    leaf = card_leaf(card["index"], salt, card["card"])
    root = root_by_proof(
        leaf, card["index"], sum(vector["context"]["composition"]), list(map(bytes.fromhex, card["proof"]))
    )
    return salt.hex() == card["salt"] and root is not None and root.hex() == vector["root"]


def wrong_with_vectors(vectors: dict[str, Any]) -> list[str]:
    wrong = [why for vector in vectors["shoes"] for why in wrong_with_vector(vector)]
    for history in vectors["histories"]:
        found = wrong_with_history([line.encode("utf-8") for line in history["acts"]])
        if bool(found) != history["forged"]:
            wrong.append(f"{history['name']}: {'; '.join(found) or 'nothing was found'}")
    return wrong


def main(arguments: list[str]) -> int:
    if not arguments or len(arguments) % 2 == 0 or set(arguments[1::2]) - {"--seed"}:
        print(__doc__, file=sys.stderr)
        return 2
    content = Path(arguments[0]).read_bytes()
    try:
        vectors = json.loads(content)
    except ValueError:
        vectors = None
    if isinstance(vectors, dict) and "shoes" in vectors:
        wrong = wrong_with_vectors(vectors)
    else:
        own = [bytes.fromhex(seed) for seed in arguments[2::2]]
        wrong = wrong_with_history(content.removesuffix(b"\n").split(b"\n") if content else [], own)
    for why in wrong:
        print(why)
    print(f"{len(wrong)} reasons not to trust it" if wrong else "everything is right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
