"""Writes `docs/ballot-vectors.json`: draws and files of them, for the author of a verifier in another language."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from puntobanco.fair_shoes.draws import (
    DrawContext,
    DrawKind,
    DrawProof,
    EntrantWords,
    draw_commitment,
    draw_context_bytes,
    draw_key,
    drawn,
    write_proof,
)
from puntobanco.fair_shoes.hashing import Domain, for_domain, sha256
from puntobanco.fair_shoes.shuffle import words
from puntobanco.values.canonical import plain

PAGE = Path(__file__).parents[1] / "docs/ballot-vectors.json"
FIRST_WORDS = 16


def number(name: str) -> bytes:
    """256 bits that everybody can see were not chosen."""
    return sha256(name.encode())


def proofs() -> dict[str, DrawProof]:
    first = DrawContext(house="Casino", tournament="cup", draw=1, kind=DrawKind.BALLOT)
    names = ("Ann", "Bo", "Cy", "Di", "Eve")
    return {
        "a ballot without words": _proof("a", first, (), names),
        "a ballot with words": _proof(
            "b",
            replace(first, draw=2),
            (("Ann", "la vie est belle"), ("Bo", "7 7 7"), ("Ann", "Ünïcode \u2660")),
            names,
        ),
        "a lot of another tournament": _proof(
            "c", replace(first, house="Casin\u00f2", tournament="Spring Cup", draw=12, kind=DrawKind.LOT), (), names[:2]
        ),
        "a ballot of one": _proof("d", replace(first, draw=3), (("Ann", "x" * 256),), names[:1]),
        "a ballot of 300": _proof("e", replace(first, draw=4), (), tuple(f"P{place}" for place in range(300))),
    }


def _proof(name: str, context: DrawContext, added: tuple[tuple[str, str], ...], names: tuple[str, ...]) -> DrawProof:
    secret = number(name)
    return DrawProof(
        context=context,
        commitment=draw_commitment(secret, context).hex(),
        words=tuple(EntrantWords(player=player, words=text) for player, text in added),
        secret=secret.hex(),
        names=names,
        order=drawn(names, draw_key(secret, (text for _, text in added), context)),
    )


def draw(name: str, proof: DrawProof) -> dict[str, Any]:
    key = draw_key(bytes.fromhex(proof.secret), (one.words for one in proof.words), proof.context)
    return {
        "name": name,
        **plain(proof),
        "context_bytes": draw_context_bytes(proof.context).hex(),
        "salt_of_words": sha256(for_domain(Domain.DRAW_WORDS, *(one.words.encode() for one in proof.words))).hex(),
        "key": key.hex(),
        "numbers": [*islice(words(key), FIRST_WORDS)],
    }


def files() -> list[dict[str, Any]]:
    found = proofs()
    one, other = found["a ballot without words"], found["a ballot with words"]
    swapped = replace(one, order=(one.order[1], one.order[0], *one.order[2:]))
    return [
        _file("honest", (one, other), forged=False),
        _file("another secret", (replace(one, secret=number("x").hex()),), forged=True),
        _file("two names swapped", (swapped,), forged=True),
        _file("words left out", (replace(other, words=other.words[1:]),), forged=True),
        _file("words in another order", (replace(other, words=other.words[::-1]),), forged=True),
        _file("another draw", (replace(one, context=replace(one.context, draw=7)),), forged=True),
        _file("the same secret twice", (one, _proof("a", replace(one.context, draw=9), (), one.names)), forged=True),
        _file("the same draw twice", (one, one), forged=True),
    ]


def _file(name: str, draws: tuple[DrawProof, ...], *, forged: bool) -> dict[str, Any]:
    return {"name": name, "forged": forged, "lines": [write_proof(proof).decode() for proof in draws]}


def rehearsal() -> dict[str, Any]:
    names, seed = ("Ann", "Bo", "Cy", "Di", "Eve"), number("seed")
    key = draw_key(seed, (), None)
    return {"seed": seed.hex(), "key": key.hex(), "names": [*names], "order": [*drawn(names, key)]}


def page() -> str:
    found = [draw(name, proof) for name, proof in proofs().items()]
    data = {"draws": found, "rehearsals": [rehearsal()], "files": files()}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
