"""Writes `docs/fairness-vectors.json`: shoes and histories for whoever implements the protocol in another language."""

import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from puntobanco.app.fair_shoe_dealing import no_shoes_yet
from puntobanco.fair_shoes.commitment import commitment, promise, salt_of_seeds
from puntobanco.fair_shoes.events import (
    CardShown,
    CutBy,
    End,
    FairShoeEvent,
    RevealOverdue,
    SecretRevealed,
    SeedFrom,
    SeedLeftOut,
    SeedPromised,
    ShoeCommitted,
    ShoeCut,
    ShoeEnded,
    ShoeSealed,
    WagersBegan,
    act_hash,
    write_act,
)
from puntobanco.fair_shoes.hashing import sha256
from puntobanco.fair_shoes.sealed_shoe import seal, shuffle_key
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.fair_shoes.shoe_context import Context, context_bytes
from puntobanco.fair_shoes.shuffle import words
from puntobanco.fair_shoes.state import under_way
from puntobanco.fair_shoes.transitions import ShoeDraft, Step, open_seed, promise_seed
from puntobanco.rulebooks import table_rules
from puntobanco.values.canonical import plain
from puntobanco.values.cards import DECK, Composition
from puntobanco.web.commands import command_id

PAGE = Path(__file__).parents[1] / "docs/fairness-vectors.json"
COMMANDS = (("ann", "5d0c7a"), ("José", "5d0c7a"), ("Ann Lee", "round 7, wager 2"))
"""Persons and the keys that they have sent."""
WORDS, SHOWN = 32, (0, 1, 17, -2, -1)


def number(name: str) -> bytes:
    """256 bits that everybody can see were not chosen."""
    return sha256(name.encode())


def contexts() -> dict[str, tuple[Context, tuple[bytes, ...]]]:
    """Contexts with the seeds that were opened, by name."""
    rules = number("rules").hex()
    eight = Context(
        house="Casino", table="1", shoe=1, rules=rules, composition=Composition.of_decks(8).counts, previous=None
    )
    later = replace(eight, house="Casinò Ünïcode ♠", shoe=12, previous=number("reveal").hex())
    one = replace(eight, composition=Composition.of_decks(1).counts)
    few = replace(eight, composition=(3, 0, 2, *(0,) * 49))
    return {
        "eight decks, house-seeded": (eight, ()),
        "eight decks, two seeds and words": (later, (number("a"), number("b"), b"la vie est belle")),
        "one deck, one seed": (one, (number("c"),)),
        "five cards": (few, ()),
    }


def shoe(name: str, context: Context, seeds: tuple[bytes, ...]) -> dict[str, Any]:
    secret = number(name)
    sealed, committed, key = (
        seal(secret, seeds, context),
        commitment(secret, context),
        shuffle_key(secret, seeds, context),
    )
    indices = sorted({place % len(sealed.order) for place in SHOWN})
    return {
        "name": name,
        "secret": secret.hex(),
        "seeds": [seed.hex() for seed in seeds],
        "context": plain(context),
        "context_bytes": context_bytes(context).hex(),
        "commitment": committed.hex(),
        "promises": [promise(seed, committed).hex() for seed in seeds],
        "salt_of_seeds": salt_of_seeds(seeds).hex(),
        "key": key.hex(),
        "words": list(islice(words(key), WORDS)),
        "order": " ".join(map(str, sealed.order)),
        "root": sealed.root.hex(),
        "cards": [
            {
                "index": index,
                "card": str(sealed.order[index]),
                "salt": sealed.salts[index].hex(),
                "proof": [one.hex() for one in sealed.proof(index)],
            }
            for index in indices
        ],
    }


class Evening:
    """Two shoes of a house, with a clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0
        self.acts: list[FairShoeEvent] = []
        self.shoes = no_shoes_yet(house="Casino", table="1", times=SeedTimes(promising=20, opening=10))
        self.rules = table_rules("nz-1998")

    def take(self, step: Step) -> None:
        self.shoes = step.shoes
        self.acts += step.acts

    def plays(self, secret: bytes, *, opened: tuple[str, ...], withheld: tuple[str, ...], cut: int) -> None:
        draft = ShoeDraft(self.shoes, at=self.now)
        draft.commit(self.rules, secret)
        self.take(draft.step())
        self._take_seeds(opened, withheld)
        draft = ShoeDraft(self.shoes)
        draft.seal()
        draft.cut(self.rules, cut, CutBy.PATRON)
        draft.show(1)
        draft.wagers_began()
        for place in (2, 3, 4):
            draft.hide(place)
        for place in (4, 3, 5):
            draft.show(place)
        draft.end(End.VOIDED)
        self.take(draft.step())

    def _take_seeds(self, opened: tuple[str, ...], withheld: tuple[str, ...]) -> None:
        committed = under_way(self.shoes).window.committed
        for name in (*opened, *withheld):
            promised = promise(number(name), committed)
            self.take(promise_seed(self.shoes, name, SeedFrom.PATRON, promised, now=self.now))
        self.now += 20
        for name in opened:
            self.take(open_seed(self.shoes, name, number(name), now=self.now))
        self.now += 10


def evening() -> list[FairShoeEvent]:
    two = Evening()
    two.plays(number("first secret"), opened=("ann", "bob"), withheld=("cy",), cut=200)
    two.plays(number("second secret"), opened=(), withheld=(), cut=77)
    return two.acts


def histories() -> list[dict[str, Any]]:
    acts = evening()
    first = next(place for place, act in enumerate(acts) if isinstance(act, CardShown))
    return [
        _history("two shoes of an honest house", acts, forged=False),
        _history("the same, still being played", acts[: first + 3], forged=False),
        _history(
            "a swapped card", [_swapped(act) if place == first else act for place, act in enumerate(acts)], forged=True
        ),
        _history("a reveal that is missing", acts[:-1], forged=True),
        _history("an act that was taken away", acts[:1] + acts[2:], forged=True),
        *_edges(),
    ]


# Of one shoe alone: the ends of every range, and the order of acts


def _edges() -> list[dict[str, Any]]:
    one_deck = contexts()["one deck, one seed"][0]
    start = ShoeCommitted(previous=None, context=one_deck, commitment="")
    spelled = replace(one_deck, house='"N/S" \\ \b\f\n\r\t\x00\x1f\x7f\u2028 é♠')
    over = replace(one_deck, composition=(1261, *one_deck.composition[1:]))
    uneven = replace(one_deck, composition=(2, *one_deck.composition[1:]))
    began, promised = WagersBegan(previous=None), SeedPromised(previous=None, seed=1, by=SeedFrom.PATRON, promise="")
    left_out = SeedLeftOut(previous=None, seed=1)
    return [
        _shoe("a cut after the first card", start, _cut(at=1)),
        _shoe("a cut before the last card", start, _cut(at=51)),
        _shoe("a cut before the first card", start, _cut(at=0), forged=True),
        _shoe("a cut after the last card", start, _cut(at=52), forged=True),
        _shoe("one card behind the cutting card", start, _cut(depth=1)),
        _shoe("all cards behind the cutting card", start, _cut(depth=52)),
        _shoe("no card behind the cutting card", start, _cut(depth=0), forged=True),
        _shoe("more cards behind the cutting card than there are", start, _cut(depth=53), forged=True),
        _shoe("one cutting card", start, _cut(cutting_cards=1)),
        _shoe("no cutting card", start, _cut(cutting_cards=0), forged=True),
        _shoe("more of a card than can be shuffled", replace(start, context=over), _cut(), forged=True),
        _shoe("decks that are not whole", replace(start, context=uneven), _cut(), forged=True),
        _shoe("names with everything that is escaped, and some that is not", replace(start, context=spelled), _cut()),
        _shoe("wagers that begin before the cut", start, began, _cut()),
        _shoe("wagers that begin after the cut", start, _cut(), began),
        _shoe("wagers that begin twice, on both sides of the cut", start, began, _cut(), began, forged=True),
        _shoe("wagers that begin twice after the cut", start, _cut(), began, began, forged=True),
        _shoe("wagers that begin before the root", start, _cut(), early=(began,), forged=True),
        _shoe("a seed that is left out", start, _cut(), early=(promised, left_out)),
        _shoe("a promise after a seed was left out", start, early=(promised, left_out, promised), forged=True),
        _shoe("a late reveal", start, _cut(), late=(RevealOverdue(previous=None),), forged=True),
    ]


def _cut(*, at: int = 20, depth: int = 14, cutting_cards: int = 2) -> ShoeCut:
    return ShoeCut(previous=None, at=at, cut_by=CutBy.PATRON, depth=depth, cutting_cards=cutting_cards)


def _shoe(
    name: str,
    start: ShoeCommitted,
    *dealt: FairShoeEvent,
    early: tuple[FairShoeEvent, ...] = (),
    late: tuple[FairShoeEvent, ...] = (),
    forged: bool = False,
) -> dict[str, Any]:
    """A shoe without a seed that is opened, and without a card: it is voided at once."""
    secret, context = number(name), start.context
    committed = commitment(secret, context)
    sealed = ShoeSealed(previous=None, root=seal(secret, (), context).root.hex(), house_seeded=True)
    acts = (
        replace(start, commitment=committed.hex()),
        *(_promised(act, committed) for act in early),
        sealed,
        *dealt,
        ShoeEnded(previous=None, why=End.VOIDED),
        *late,
        SecretRevealed(previous=None, secret=secret.hex()),
    )
    return _history(name, _chained(acts), forged=forged)


def _promised(act: FairShoeEvent, committed: bytes) -> FairShoeEvent:
    promised = isinstance(act, SeedPromised)
    return replace(act, promise=promise(number("a"), committed).hex()) if promised else act


def _chained(acts: Iterable[FairShoeEvent]) -> list[FairShoeEvent]:
    """Each names the one before it."""
    found: list[FairShoeEvent] = []
    for act in acts:
        found.append(replace(act, previous=act_hash(found[-1])) if found else act)
    return found


def _swapped(act: FairShoeEvent) -> FairShoeEvent:
    assert isinstance(act, CardShown)
    return replace(act, card=DECK[0] if act.card is DECK[1] else DECK[1])


def _history(name: str, acts: list[FairShoeEvent], *, forged: bool) -> dict[str, Any]:
    return {"name": name, "forged": forged, "acts": [write_act(act).decode() for act in acts]}


def page() -> str:
    vectors = {
        "protocol": 1,
        "shoes": [shoe(name, *made) for name, made in contexts().items()],
        "histories": histories(),
    }
    vectors["ids"] = [{"person": person, "key": key, "id": command_id(person, key)} for person, key in COMMANDS]
    return json.dumps(vectors, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
