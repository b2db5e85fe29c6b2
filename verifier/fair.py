#!/usr/bin/env python3
"""Checks that shoes of cards were fair, as docs/fairness.md says it: one file, Python's standard library only.

    python fair.py HISTORY [--seed HEX ...]    the acts that a patron holds, one a line
    python fair.py VECTORS.json                the test vectors of the protocol

Exit code 0 if everything is right, 1 with the reasons if not, 2 if it cannot be read.
"""

import hashlib
import hmac
import json
import re
import struct
import sys
from pathlib import Path
from typing import Any

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
        self.out, self.face_down, self.faces = 0, set[int](), list[str]()
        self.secret: str | None = None


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
        shoe.faces.append(face)
        too_many = shoe.faces.count(face) > shoe.context["composition"][FACES.index(face)]
        self.refute(f"there are not so many {face} in the shoe", when=too_many)

    def reveal(self, revealed: str, shoe: Shoe) -> None:
        secret = bytes.fromhex(revealed)
        self.refute("the secret was used before", when=any(other.secret == revealed for other in self.shoes))
        shoe.secret = revealed
        self.refute("not committed to", when=commitment_to(secret, shoe.context) != shoe.commitment)
        seeds = [seed for _, seed in sorted(shoe.opened.items())]
        found = [root_of(secret, seeds, shoe.context)] if shoe.roots else []
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
    try:
        content = Path(arguments[0]).read_bytes()
        own = [bytes.fromhex(seed) for seed in arguments[2::2]]
        vectors = json.loads(content) if arguments[0].endswith(".json") else None
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    lines = content.removesuffix(b"\n").split(b"\n") if content else []
    wrong = wrong_with_history(lines, own) if vectors is None else wrong_with_vectors(vectors)
    print(*wrong, f"{len(wrong)} reasons not to trust it" if wrong else "everything is right", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
