"""The verifier of the browser and the one in Python, which share nothing, agree about all that the browser checks."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from tools import web_side

from puntobanco.audit.bundle_scope import OfHouse, OfPatron, OfShoe, OfTable, OfTournament, Scope
from tests.fairness.other_verifier import other
from tests.verifier.bundles import SIGNER, bundle, text, verified
from tests.verifier.exported import random_fair_house, records, written
from tests.verifier.test_ballots import HONEST, forged
from tests.verifier.test_tampering import TAMPERING, Lines, changed_payout

TIMES = 20 if os.environ.get("PUNTO_SOAK") else 1
FORGERIES = 25 * TIMES
"""By a person without the signing key; and as many by a house that signs them."""
CARDS = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"]
SCOPES: list[Scope] = [
    OfHouse(),
    OfTable(table="fair-house-midi"),
    OfShoe(table="fair-washington", shoe=2),
    OfTournament(tournament="late-void"),
    OfPatron(patron="José"),
]
ALIKE = {"line", "position", "number", "chain", "tree", "checkpoint", "signature", "fairness"}
"""Sorts of findings that both verifiers find in full. Of others, law among them, the browser finds a part or none."""
CHECKED = ("records", "fair shoes")
DRAWS = ("draw_committed.1", "words_added.1", "ballot_drawn.1", "lot_drawn.1", "play_off_started.1")
Place: TypeAlias = tuple[int | None, str, int | None, str, int | None]
Asks: TypeAlias = Callable[[Sequence[str], str | None], list[dict[str, Any]]]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def asks(tmp_path_factory: pytest.TempPathFactory) -> Asks:
    """Verify bundles with the TypeScript of the page, all of them in one process."""
    folder = tmp_path_factory.mktemp("typescript")
    web_side.install()
    built = ("exec", "--", "vite", "build", "--ssr", "src/verify/file.ts", "--outDir", str(folder / "built"))
    web_side.npm(*built, "--emptyOutDir")

    def ask(contents: Sequence[str], vkey: str | None) -> list[dict[str, Any]]:
        files = [folder / f"{place}.bundle" for place in range(len(contents))]
        for file, content in zip(files, contents, strict=True):
            file.write_bytes(content.encode("utf-8", "surrogateescape"))
        asked = "".join(json.dumps({"file": str(file), "vkey": vkey}) + "\n" for file in files)
        command = [str(web_side.NODEJS / "bin" / "node"), str(Path(__file__).parent / "in_node.mjs")]
        done = subprocess.run(
            [*command, str(folder / "built" / "file.js")], input=asked, capture_output=True, text=True, check=True
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    return ask


def places(findings: Sequence[Any]) -> set[Place]:
    """Where something was found, and of which sort."""
    members = [one if isinstance(one, dict) else one._asdict() for one in findings]
    return {(one["position"], one["stream"], one["number"], one["sort"], one["last"]) for one in members}


def compared(found: set[Place], *, readable: bool) -> set[Place]:
    """Findings that both have. After an unreadable record each may know other cards and draws."""
    sorts = ALIKE if readable else ALIKE - {"fairness"}
    return {place for place in found if place[3] in sorts}


@pytest.fixture(scope="module", params=[31, 32])
def fair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Virtual shoes of every book at whose tables anything happens."""
    return random_fair_house(tmp_path_factory.mktemp("fair") / "house", request.param, steps=120)


def test_houses_of_all_books_and_every_part_of_them(eventful: Path, asks: Asks) -> None:
    contents = [written(eventful, scope) for scope in SCOPES]
    for scope, content, found in zip(SCOPES, contents, asks(contents, None), strict=True):
        report, _ = verified(content)
        assert found["findings"] == [] == report.findings, scope
        assert {what: found["checked"].get(what) for what in CHECKED} == {
            what: dict(report.checked).get(what) for what in CHECKED
        }, scope
        for what in ("law:", "money:", "tournaments, apart from", "commands are not decided again", "whose key it is"):
            assert any(what in one for one in found["not_checked"]), (scope, what)


def test_whatever_happens_at_a_table_its_shoes_are_right(fair: Path, asks: Asks) -> None:
    (found,) = asks([written(fair, OfHouse())], None)
    assert found["findings"] == []
    assert found["checked"]["fair shoes"] >= 4


def agreed(contents: Sequence[str], asks: Asks) -> int:
    """Compare both verifiers and count the bundles in which the browser finds something."""
    forged = 0
    for place, (content, found) in enumerate(zip(contents, asks(contents, SIGNER.vkey), strict=True)):
        try:
            expected = places(verified(content, vkey=SIGNER.vkey)[0].findings)
        except (other.Unfit, ValueError):
            assert "unfit" in found, place
            forged += 1
            continue
        here = places(found["findings"])
        readable = "record" not in {one[3] for one in here | expected}
        assert compared(here, readable=readable) == compared(expected, readable=readable), place
        assert bool(here) <= bool(expected), place
        forged += bool(here)
    return forged


@pytest.fixture(scope="module")
def found(small: Path) -> list[dict[str, Any]]:
    return records(small)


def test_forgeries_of_a_person_without_the_key(found: list[dict[str, Any]], asks: Asks) -> None:
    honest = text(bundle(found, {"of": "house"}, checkpoints=(50, 150)))
    contents = []
    for seed in range(FORGERIES):
        lines: Lines = [json.loads(line) for line in honest.splitlines()]
        TAMPERING[seed % len(TAMPERING)](lines, Random(seed))
        contents.append(text(lines))
    assert agreed(contents, asks) == FORGERIES


def test_what_a_house_signs_of_shoes_and_draws_that_is_not_true(found: list[dict[str, Any]], asks: Asks) -> None:
    """A value in an act of a fair shoe, or in a draw, is another one, and everything is signed anew."""
    told = [place for place, record in enumerate(found) if _is_of_chance(record)]
    contents = [text(bundle(_untrue(found, told, Random(seed)), {"of": "house"})) for seed in range(FORGERIES)]
    assert agreed(contents, asks) > FORGERIES * 2 // 3


def test_a_card_that_was_dealt_otherwise_than_sealed(fair: Path, asks: Asks) -> None:
    honest = records(fair)
    dealt = [
        (place, at, event)
        for place, record in enumerate(honest)
        for at, event in enumerate(record["events"])
        if event.get("event") == "card_dealt.1" and event["card"] is not None and not event["from_excess"]
    ]
    contents = []
    for seed in range(4):
        place, at, event = Random(seed).choice(dealt)
        untrue = json.loads(json.dumps(honest))
        untrue[place]["events"][at]["card"] = "2C" if event["card"] != "2C" else "3D"
        contents.append(text(bundle(untrue, {"of": "house"})))
    assert agreed(contents, asks) == 4


def test_ruling_46_ballots_that_do_not_follow(asks: Asks) -> None:
    contents = forged()
    assert agreed(contents, asks) == len(contents)


def test_law_and_money_are_left_to_the_other_verifier(found: list[dict[str, Any]], asks: Asks) -> None:
    """A payout that the house signs is wrong by law alone: the page does not look at it, and says so."""
    lines: Lines = [json.loads(line) for line in text(bundle(found, {"of": "house"})).splitlines()]
    changed_payout(lines, Random(1))
    untrue = text(bundle([json.loads(line["body"]) for line in lines if line.get("is") == "record"], {"of": "house"}))
    (answer,) = asks([untrue], SIGNER.vkey)
    assert answer["findings"] == []
    assert any("law: who is dealt a card, results and payouts" in one for one in answer["not_checked"])
    assert "settlement" in {one.sort for one in verified(untrue, vkey=SIGNER.vkey)[0].findings}


def _is_of_chance(record: dict[str, Any]) -> bool:
    return any("act" in event or event.get("event") in DRAWS for event in record["events"])


def _untrue(found: list[dict[str, Any]], told: Sequence[int], random: Random) -> list[dict[str, Any]]:
    place = random.choice(told)
    record = json.loads(json.dumps(found[place]))
    path = random.choice([path for path in _values(record["events"]) if "rules" not in path])
    holder: Any = record["events"]
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = _another(holder[path[-1]], random)
    return [*found[:place], record, *found[place + 1 :]]


def _values(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    match value:
        case dict() | list():
            for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
                yield from _values(inner, (*path, step))
        case _:
            yield path


def _another(value: Any, random: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + random.choice([-500, -1, 1, 100])
        case str() if value in CARDS:
            return random.choice([one for one in CARDS if one != value])
        case str():
            return value + "x"
        case _:
            return 1


@pytest.mark.parametrize("sort", sorted(ALIKE))
def test_what_only_one_of_them_finds_would_be_noticed(sort: str, asks: Asks) -> None:
    content = text(bundle(HONEST, {"of": "tournament", "tournament": "cup"}))
    (answer,) = asks([content], SIGNER.vkey)
    assert agreed([content], lambda *_: [answer]) == 0
    answer["findings"].append({"position": 7, "stream": "", "number": None, "sort": sort, "last": None})
    with pytest.raises(AssertionError):
        agreed([content], lambda *_: [answer])


def test_a_check_that_is_left_out_would_be_noticed() -> None:
    """A browser that finds nothing disagrees about every forged ballot."""
    nothing: dict[str, Any] = {"findings": []}
    for content in forged():
        with pytest.raises(AssertionError):
            agreed([content], lambda *_: [nothing])
