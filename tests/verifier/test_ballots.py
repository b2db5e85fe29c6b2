"""A house that signs a ballot or lot that does not follow is found, by record, and by which rule of docs/ballots.md."""

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

from tests.fairness.other_verifier import other
from tests.tournament.helpers import Cup, conditions, final, heat
from tests.tournament.test_ballots import patron
from tests.verifier.bundles import SIGNER, bundle, text, verified
from tests.verifier.cups import Recording

Records: TypeAlias = list[dict[str, Any]]
NAMES = ("ann", "bob", "cy", "dee")


class Recorded(Recording, Cup):
    rehearses = False


def evening(*, seeded: bool = False) -> Records:
    """A ballot with words that is drawn by mistake and again, and the ballot of the next stage."""
    cup = Recorded.opened(conditions(heat(rounds=1, advance=4), final(rounds=1)))
    for name in NAMES:
        cup.director("register", player=name)
    for name in NAMES:
        cup.do(patron(name), "add_words", draw=1, words=f"words of {name}")
    cup.ballot()
    cup.director("redraw_ballot", reason="drawn by mistake")
    cup.do(patron("ann"), "add_words", draw=2, words="again")
    cup.director("draw_ballot", sizes=(4,), **({"seed": "00" * 32} if seeded else {}))
    cup.all_sit()
    cup.start()
    records: Records = json.loads(json.dumps(cup.records))
    return records


HONEST = evening()


def events(records: Records, kind: str) -> Iterator[dict[str, Any]]:
    return (event for record in records for event in record["events"] if event["event"] == f"{kind}.1")


def nth(records: Records, kind: str, number: int = 0) -> dict[str, Any]:
    return list(events(records, kind))[number]


def without(records: Records, kind: str, number: int = 0) -> None:
    """The record of an event is left out, and those after it are counted anew."""
    gone = nth(records, kind, number)
    place = next(at for at, record in enumerate(records) if gone in record["events"])
    del records[place]
    for at, record in enumerate(records, start=1):
        record["number"] = at


def swap_seats(records: Records) -> None:
    seats = nth(records, "ballot_drawn")["seats"]
    seats[0]["player"], seats[1]["player"] = seats[1]["player"], seats[0]["player"]


def swap_all(records: Records) -> None:
    """The result says so, too."""
    swap_seats(records)
    order = nth(records, "ballot_drawn")["result"]["order"]
    order[0], order[1] = order[1], order[0]


def put(kind: str, *path: Any, value: Any, number: int = 0) -> Callable[[Records], None]:
    def change(records: Records) -> None:
        place: Any = nth(records, kind, number)
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


FORGED: dict[str, tuple[Callable[[Records], None], str]] = {
    "two seats swapped": (swap_seats, "the result is not that of its seats"),
    "two seats and the result swapped": (swap_all, "the draw gives"),
    "words changed": (put("words_added", "words", value="others"), "the draw gives"),
    "words left out": (lambda records: without(records, "words_added", 1), "the draw gives"),
    "another secret": (
        put("ballot_drawn", "result", "secret", value="ab" * 32),
        "this is not the secret that the house was committed to",
    ),
    "another commitment": (
        put("draw_committed", "committed", "commitment", value="ab" * 32),
        "this is not the secret that the house was committed to",
    ),
    "another house": (
        put("draw_committed", "committed", "context", "house", value="Casino South"),
        "it is bound to another house or tournament",
    ),
    "a number left out": (
        put("draw_committed", "committed", "context", "draw", value=7),
        "draws are not counted from 1",
    ),
    "a lot in place of a ballot": (
        put("draw_committed", "committed", "context", "kind", value="lot"),
        "draw 1 is no ballot",
    ),
    "words of a stranger": (put("words_added", "player", value="stranger"), "words of a person who has no entry"),
    "words for a draw that is over": (
        put("words_added", "draw", value=1, number=4),
        "words for a draw that is not open",
    ),
    "no words": (put("words_added", "words", value=""), "these are no words"),
    "a secret used again": (
        lambda records: put(
            "ballot_drawn", "result", "secret", value=nth(records, "ballot_drawn")["result"]["secret"], number=1
        )(records),
        "its commitment or secret belongs to another draw, too",
    ),
    "a draw that was over": (put("ballot_drawn", "result", "draw", value=1, number=1), "draw 1 was not open"),
    "among others": (
        put("ballot_drawn", "result", "names", value=["bob", "ann", "cy", "dee"]),
        "it was drawn among ann, bob, cy, dee",
    ),
    "no commitment at all": (put("ballot_drawn", "result", "draw", value=None), "the house was not committed"),
}


def told(records: Records) -> list[str]:
    lines = bundle(records, {"of": "tournament", "tournament": "cup"})
    report, _ = verified(text(lines), vkey=SIGNER.vkey)
    return [other.sentence_of(one) for one in report.findings]


def test_an_honest_house_is_right() -> None:
    assert told(HONEST) == []


def test_ruling_46_a_rehearsal_is_found_in_a_house() -> None:
    assert any("drawn by a seed that somebody named" in one for one in told(evening(seeded=True)))


@pytest.mark.parametrize("forgery", FORGED)
def test_ruling_46_what_does_not_follow_is_found(forgery: str) -> None:
    records: Records = json.loads(json.dumps(HONEST))
    change, sentence = FORGED[forgery]
    change(records)
    found = told(records)
    assert any(sentence in one for one in found), found


def forged() -> list[str]:
    """All of them as bundles, for whoever else verifies them."""
    contents = []
    for change, _ in FORGED.values():
        records: Records = json.loads(json.dumps(HONEST))
        change(records)
        contents.append(text(bundle(records, {"of": "tournament", "tournament": "cup"})))
    return contents
