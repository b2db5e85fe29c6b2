"""Whoever has the records of a house and not its signing key changes them: it is found, and found where it was done."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from puntobanco.audit.bundle_scope import OfHouse
from tests.fairness.other_verifier import other
from tests.verifier.bundles import SIGNER, Signer, bundle, text, verified
from tests.verifier.exported import records, written

TIMES = 50 if os.environ.get("PUNTO_SOAK") else 1
TAMPERINGS = 200 * TIMES

Lines: TypeAlias = list[dict[str, Any]]
Where: TypeAlias = tuple[int, int] | None
"""From which to which position something was done; none where no record can be named."""
THIEF = Signer(seed=b"\x08" * 32)


def numbered(lines: Lines) -> list[int]:
    return [place for place, line in enumerate(lines) if line.get("is") == "record"]


def rebuilt(lines: Lines) -> None:
    """All hashes of all chains computed anew."""
    last: dict[str, str] = {}
    for place in numbered(lines):
        line = lines[place]
        line["previous"] = last.get(line["stream"], "0" * 64)
        line["hash"] = sha256(bytes.fromhex(line["previous"]) + line["body"].encode()).hexdigest()
        last[line["stream"]] = line["hash"]


def some_record(lines: Lines, random: Random) -> dict[str, Any]:
    return lines[random.choice(numbered(lines))]


def at(line: dict[str, Any]) -> Where:
    return line["position"], line["position"]


# Tamperings


def a_letter(lines: Lines, random: Random) -> Where:
    """In the body of a record: a digit or letter is another one, and it still is JSON."""
    line = some_record(lines, random)
    places = [place for place, letter in enumerate(line["body"]) if letter.isascii() and letter.isalnum()]
    place = random.choice(places)
    other_letter = chr(ord(line["body"][place]) ^ 1)
    line["body"] = line["body"][:place] + other_letter + line["body"][place + 1 :]
    return at(line)


def a_member(lines: Lines, random: Random) -> Where:
    """What the bundle says of a record."""
    line = some_record(lines, random)
    member = random.choice(["stream", "number", "id", "hash", "previous"])
    line[member] = line[member] + 1 if member == "number" else line[member][::-1] + "0"
    return at(line)


def a_swap(lines: Lines, random: Random) -> Where:
    one, two = sorted(random.sample(numbered(lines), 2))
    lines[one]["body"], lines[two]["body"] = lines[two]["body"], lines[one]["body"]
    return at(lines[one])


def swapped_lines(lines: Lines, random: Random) -> Where:
    place = random.choice(numbered(lines)[:-1])
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return at(lines[place])


def a_deletion(lines: Lines, random: Random) -> Where:
    place = random.choice(numbered(lines)[:-1])
    lines.pop(place)
    return at(lines[place])


def a_cut_tail(lines: Lines, random: Random) -> Where:
    del lines[random.choice(numbered(lines)[1:]) :]
    return None


def a_cut_tail_with_its_size(lines: Lines, random: Random) -> Where:
    """Everything that would tell of the last records is made to fit."""
    del lines[random.choice(numbered(lines)[1:]) :]
    lines[0]["size"] = lines[-1]["position"]
    return None


def a_rebuilt_chain(lines: Lines, random: Random) -> Where:
    """A word is changed in a record that nothing is computed from, and all hashes are computed anew."""
    line = some_record(lines, random)
    record = json.loads(line["body"])
    record["time"] += 1
    line["body"] = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
    rebuilt(lines)
    sizes = [0] + [int(one["note"].split("\n")[1]) for one in lines if one.get("is") == "checkpoint"]
    after = next(size for size in sizes if size >= line["position"])
    return max(size for size in sizes if size < line["position"]) + 1, after


def a_deletion_in_a_rebuilt_chain(lines: Lines, random: Random) -> Where:
    """A record is taken out, the others move up, and all hashes are computed anew."""
    place = random.choice(numbered(lines))
    position = lines.pop(place)["position"]
    for later in lines[place:]:
        later["position"] -= 1
    rebuilt(lines)
    sizes = [0] + [int(one["note"].split("\n")[1]) for one in lines if one.get("is") == "checkpoint"]
    if position >= sizes[-1]:
        return None
    after = next(size for size in sizes if size >= position)
    return max(size for size in sizes if size < position) + 1, after


def changed_payout(lines: Lines, random: Random) -> dict[str, Any]:
    settled = [line for line in lines if line.get("is") == "record" and '"won"' in line["body"]]
    line = random.choice(settled)
    record = json.loads(line["body"])
    events = [inner for event in record["events"] for inner in event.get("events", [event])]
    won = [one for event in events if event["event"] == "stage_settled.1" for one in event["wagers"] if one[7] == "won"]
    random.choice(won)[4] += random.choice([-1, 1]) * random.randrange(1, 1000)
    line["body"] = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
    return line


def a_changed_payout(lines: Lines, random: Random) -> Where:
    """With all hashes computed anew."""
    line = changed_payout(lines, random)
    rebuilt(lines)
    return at(line)


def a_changed_payout_signed_by_another(lines: Lines, random: Random) -> Where:
    """With everything computed and signed anew, by another key under the same name."""
    line = changed_payout(lines, random)
    sizes = [int(one["note"].split("\n")[1]) for one in lines if one.get("is") == "checkpoint"]
    bodies = [json.loads(lines[place]["body"]) for place in numbered(lines)]
    lines[:] = bundle(bodies, {"of": "house"}, checkpoints=sizes, signer=THIEF)
    return at(line)


def a_checkpoint_of_another(lines: Lines, random: Random) -> Where:
    notes = [line for line in lines if line.get("is") == "checkpoint"]
    line = random.choice(notes)
    size = int(line["note"].split("\n")[1])
    line["note"] = THIEF.note(size, other.bytes_in(line["note"].split("\n")[2]))
    return None


def another_rulebook(lines: Lines, random: Random) -> Where:
    line = random.choice([line for line in lines if line.get("is") == "rules"])
    line["rules"]["minimum"]["value"] += 100
    return None


TAMPERING: list[Callable[[Lines, Random], Where]] = [
    a_letter,
    a_member,
    a_swap,
    swapped_lines,
    a_deletion,
    a_cut_tail,
    a_cut_tail_with_its_size,
    a_rebuilt_chain,
    a_deletion_in_a_rebuilt_chain,
    a_changed_payout,
    a_changed_payout_signed_by_another,
    a_checkpoint_of_another,
    another_rulebook,
]


@pytest.fixture(scope="module")
def honest(small: Path) -> str:
    """The small house under a key that the tests have, with checkpoints here and there."""
    found = records(small)
    return text(bundle(found, {"of": "house"}, checkpoints=(50, 150)))


def located(findings: list[Any], where: Where) -> bool:
    """Whether a finding names the record, or the span between two checkpoints."""
    if where is None:
        return bool(findings)
    spans = [(one.position, one.position if one.last is None else one.last) for one in findings if one.position]
    return where in spans


def test_nothing_is_wrong_with_the_honest_one(honest: str) -> None:
    report, _ = verified(honest, vkey=SIGNER.vkey)
    assert [other.sentence_of(one) for one in report.findings] == []


@pytest.mark.parametrize("tampering", TAMPERING, ids=lambda one: one.__name__)
def test_a_tampering_is_found_where_it_was_done(honest: str, tampering: Callable[[Lines, Random], Where]) -> None:
    for seed in range(TAMPERINGS * 3 // 4 // len(TAMPERING) + 1):
        lines = [json.loads(line) for line in honest.splitlines()]
        where = tampering(lines, Random(f"{tampering.__name__} {seed}"))
        report, _ = verified(text(lines), vkey=SIGNER.vkey)
        assert located(report.findings, where), (seed, where, report.findings[:3])


def test_a_bit_is_found(honest: str) -> None:
    """Anywhere in the file, whatever becomes of it."""
    content = honest.encode()
    random = Random(14)
    for _ in range(TAMPERINGS // 4):
        place, bit = random.randrange(len(content)), 1 << random.randrange(8)
        changed = content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]
        assert is_found(changed), (place, bit)


def is_found(content: bytes) -> bool:
    try:
        report, _ = verified(content.decode("utf-8", "surrogateescape"), vkey=SIGNER.vkey)
    except (other.Unfit, ValueError):
        return True
    return bool(report.findings)


def test_a_whole_chain_signed_anew_is_found_by_what_was_kept_elsewhere(small: Path, honest: str) -> None:
    """Somebody who stole the signing key cannot change what others hold a checkpoint of."""
    held = next(json.loads(line)["note"] for line in honest.splitlines() if '"is":"checkpoint"' in line)
    found = records(small)
    found[20]["time"] += 1
    forged = text(bundle(found, {"of": "house"}, checkpoints=(60, 150)))
    assert verified(forged, vkey=SIGNER.vkey)[0].findings == []
    report, _ = verified(forged, vkey=SIGNER.vkey, held={"kept": held})
    assert [(one.position, one.last, one.sort) for one in report.findings] == [(1, 50, "tree")]


def test_the_exported_house_is_the_one_that_is_tampered_with(small: Path) -> None:
    assert verified(written(small, OfHouse()))[0].findings == []
