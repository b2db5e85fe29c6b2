"""The verifier of the browser and the one in Python, which share nothing, agree about houses and forgeries."""

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
from tests.verifier.exported import records, written
from tests.verifier.plants import PLANTS, TAKEN_FIRST, closed, planted
from tests.verifier.test_ballots import forged
from tests.verifier.test_dishonest import open_by_another_book, open_by_another_edition, plan_by_no_edition
from tests.verifier.test_tampering import TAMPERING, Lines
from tests.verifier.walks import OTHERS_ASIDE, void_rounds

TIMES = 20 if os.environ.get("PUNTO_SOAK") else 1
FORGERIES = 25 * TIMES
"""By somebody without the signing key; and so many more by a house that signs them."""
CARDS = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"]
HANDS = {"player": "banker", "banker": "player"}
SCOPES: list[Scope] = [
    OfHouse(),
    OfTable(table="fair-house-midi"),
    OfShoe(table="fair-washington", shoe=2),
    OfTournament(tournament="late-void"),
    OfPatron(patron="José"),
]
Asks: TypeAlias = Callable[[Sequence[str], str | None], list[Any]]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def asks(tmp_path_factory: pytest.TempPathFactory) -> Asks:
    """What the TypeScript of the page makes of bundles, all of them in one process."""
    folder = tmp_path_factory.mktemp("typescript")
    if not (web_side.WEB / "node_modules").exists():
        web_side.install()
    built = ("exec", "--", "vite", "build", "--ssr", "src/verify/file.ts", "--outDir", str(folder / "built"))
    web_side.npm(*built, "--emptyOutDir")

    def ask(contents: Sequence[str], vkey: str | None) -> list[Any]:
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


def places(findings: Sequence[Any]) -> set[tuple[Any, ...]]:
    """Where something was found, and of which sort."""
    members = [one if isinstance(one, dict) else one._asdict() for one in findings]
    return {(one["position"], one["stream"], one["number"], one["sort"], one["last"]) for one in members}


def test_houses_of_all_books_and_every_part_of_them(eventful: Path, asks: Asks) -> None:
    contents = [written(eventful, scope) for scope in SCOPES]
    for scope, content, found in zip(SCOPES, contents, asks(contents, None), strict=True):
        report, read = verified(content)
        assert found["findings"] == [] == report.findings, scope
        assert found["checked"] == dict(report.checked), scope
        assert found["balances"] == other.balances_of(read), scope
        assert any("commands are not decided again" in one for one in found["not_checked"])
        assert any("whose key it is" in one for one in found["not_checked"])


def agreed(contents: Sequence[str], asks: Asks) -> int:
    """How many were found to be forged, by both in the same places."""
    forged = 0
    for place, (content, found) in enumerate(zip(contents, asks(contents, SIGNER.vkey), strict=True)):
        try:
            expected = verified(content, vkey=SIGNER.vkey)[0].findings
        except (other.Unfit, ValueError):
            assert "unfit" in found, place
            forged += 1
            continue
        assert places(found["findings"]) == places(expected), place
        forged += bool(found["findings"])
    return forged


@pytest.fixture(scope="module")
def found(small: Path) -> list[dict[str, Any]]:
    return records(small)


def test_forgeries_of_who_has_no_key(found: list[dict[str, Any]], asks: Asks) -> None:
    honest = text(bundle(found, {"of": "house"}, checkpoints=(50, 150)))
    contents = []
    for seed in range(FORGERIES):
        lines: Lines = [json.loads(line) for line in honest.splitlines()]
        TAMPERING[seed % len(TAMPERING)](lines, Random(seed))
        contents.append(text(lines))
    assert agreed(contents, asks) == FORGERIES


def test_what_a_house_signs_that_is_not_true(found: list[dict[str, Any]], asks: Asks) -> None:
    """A value anywhere in an event is another one, and everything is signed anew: only what it means gives it away."""
    contents = [text(bundle(_untrue(found, Random(seed)), {"of": "house"})) for seed in range(FORGERIES)]
    assert agreed(contents, asks) > FORGERIES // 3


def test_a_card_that_waited_and_is_put_aside(asks: Asks) -> None:
    tables = [void_rounds(), *(void_rounds(**{member: value}) for member, value in OTHERS_ASIDE)]
    contents = [text(bundle(table, {"of": "table", "table": "1"})) for table in tables]
    assert agreed(contents, asks) == len(OTHERS_ASIDE)


def test_a_void_round_gives_back_before_it_takes(asks: Asks) -> None:
    """Debt that a stake covers which comes back in the same void is found."""
    with planted(TAKEN_FIRST):
        taken_first = TAKEN_FIRST.evening()
    evenings = (taken_first, TAKEN_FIRST.evening())
    assert agreed([text(bundle(one, {"of": "table", "table": "1"})) for one in evenings], asks) == 1


def test_a_house_that_opens_by_another_edition_or_book(found: list[dict[str, Any]], asks: Asks) -> None:
    contents = []
    for lie in (open_by_another_edition, open_by_another_book, plan_by_no_edition):
        untrue = json.loads(json.dumps(found))
        lie(untrue)
        contents.append(text(bundle(untrue, {"of": "house"})))
    assert agreed(contents, asks) == 3


def test_ruling_46_ballots_that_do_not_follow(asks: Asks) -> None:
    contents = forged()
    assert agreed(contents, asks) == len(contents)


def test_a_round_that_is_decided_again_at_a_closed_table(asks: Asks) -> None:
    (unpaid,) = [plant for plant in PLANTS if plant.evening is closed]
    with planted(unpaid):
        not_paid = closed()
    assert agreed([text(bundle(one, {"of": "table", "table": "1"})) for one in (not_paid, closed())], asks) == 1


def _untrue(found: list[dict[str, Any]], random: Random) -> list[dict[str, Any]]:
    place = random.randrange(len(found))
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
            return HANDS.get(value, value + "x")
        case _:
            return 1


def test_a_disagreement_would_be_noticed(found: list[dict[str, Any]], asks: Asks) -> None:
    content = text(bundle(found, {"of": "house"}))
    (answer,) = asks([content], SIGNER.vkey)
    answer["findings"].append({"position": 7, "stream": "", "number": None, "sort": "chain", "last": None})
    with pytest.raises(AssertionError):
        agreed([content], lambda *_: [answer])
