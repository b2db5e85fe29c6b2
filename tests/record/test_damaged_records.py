"""Damaged records: each is `Unreadable`, or the record that it was, or another record that is written as it must be."""

import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from puntobanco.errors import Unreadable
from puntobanco.streams.format import UPCASTS, RecordFormat
from puntobanco.table.stream_type import TABLES, TableRecord
from tests.marks import ALL_BOOKS
from tests.record.damage import TO_BYTES, TO_DATA, damaged, holders
from tests.record.kept import kept_lines
from tests.record.later import LATER

TIMES = 20 if os.environ.get("PUNTO_SOAK") else 1
RECORDS_DAMAGED = 5_000 * TIMES
LINES = kept_lines()
WITH_RULES = [line for line in LINES if b'"table_rules.1"' in line]
LINES += WITH_RULES * (len(LINES) // len(WITH_RULES) // 10)
"""Every tenth record holds rules."""

UNREADABLE, SAME, ANOTHER = "unreadable", "same", "another record, written as it must be"
SILENT, DISHONEST, WITHOUT_PLACE, OTHERWISE = (
    "silently different",
    "rules that are not those of their digest",
    "nobody knows where",
    "read otherwise in a log than by itself",
)


def verdict(body: bytes, original: bytes, form: RecordFormat[TableRecord]) -> str:
    """What reading a damaged record comes to; any exception but `Unreadable` goes through."""
    try:
        found = form.read(body, at="line 2")
    except Unreadable as error:
        if read_in_a_log(body, original, form) != str(error):
            return OTHERWISE
        return UNREADABLE if str(error).startswith("line 2 ") else WITHOUT_PLACE
    if read_in_a_log(body, original, form) != found:
        return OTHERWISE
    if body == original:
        return SAME
    if not all(map(is_honest, rules_in(json.loads(body)))):
        return DISHONEST
    return ANOTHER if form.write(found) == body else SILENT


def read_in_a_log(body: bytes, original: bytes, form: RecordFormat[TableRecord]) -> TableRecord | str:
    """The record between two whole ones that were read with it, or why it cannot be read."""
    try:
        return form.read_all([original, body, original])[1]
    except Unreadable as error:
        return str(error)


def rules_in(data: Any) -> list[dict[str, Any]]:
    return [one for one in holders(data) if isinstance(one, dict) and one.get("is") == "table_rules.1"]


def is_honest(rules: dict[str, Any]) -> bool:
    """Whether rules are those of their digest, found with nothing but the standard library."""
    members = {name: value for name, value in rules.items() if name != "digest"}
    written = json.dumps(members, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest() == str(rules["digest"])


def test_rules_of_kept_records_are_those_of_their_digest() -> None:
    found = [rules for line in WITH_RULES for rules in rules_in(json.loads(line))]
    assert {rules["book"] for rules in found} == set(ALL_BOOKS)
    assert all(map(is_honest, found))


def campaign(form: RecordFormat[TableRecord], times: int) -> Counter[tuple[str, str]]:
    """How often each sort of damage came to which verdict."""
    rng = Random(9)
    verdicts: Counter[tuple[str, str]] = Counter()
    for _ in range(times):
        line = rng.choice(LINES)
        kind, body = damaged(rng, line, rng.choice(LINES))
        verdicts[kind, verdict(body, line, form)] += 1
    return verdicts


def test_a_damaged_record_is_unreadable_or_as_good_as_new_and_never_something_else() -> None:
    verdicts = campaign(TABLES.format, RECORDS_DAMAGED)
    of = Counter({name: sum(n for (_, was), n in verdicts.items() if was == name) for _, name in verdicts})
    assert of.keys() == {UNREADABLE, SAME, ANOTHER}
    assert of.total() == RECORDS_DAMAGED
    assert of[UNREADABLE] > RECORDS_DAMAGED * 0.8
    assert {kind for kind, was in verdicts if was == UNREADABLE} == {*TO_BYTES, *TO_DATA}, "every sort did some damage"
    print("\n" + "\n".join(f"{name}: {times}" for name, times in of.most_common()))
    for (kind, was), times in sorted(verdicts.items()):
        print(f"{kind:16} {was:40} {times}")


def read_by_a_later_program_only(times: int) -> list[bytes]:
    """Damaged records that a later program takes for other records, although the one that wrote them would not."""
    rng = Random(10)
    found: list[bytes] = []
    for _ in range(times):
        line = rng.choice(LINES)
        _, body = damaged(rng, line, rng.choice(LINES))
        if _is_taken_for_another(body, line) and verdict(body, line, TABLES.format) not in (SAME, ANOTHER):
            found.append(body)
    return found


def _is_taken_for_another(body: bytes, line: bytes) -> bool:
    """Members of an old version may stand in another order: that is the same record."""
    try:
        return bool(LATER.read(body, at="line 1") != LATER.read(line, at="line 1"))
    except Unreadable:
        return False


def test_a_later_program_reads_nothing_else_than_the_program_that_wrote_it() -> None:
    assert read_by_a_later_program_only(RECORDS_DAMAGED // 2) == []


# What the campaign is there for


class Trusting(RecordFormat[TableRecord]):
    """Reads without looking whether the bytes are those that the record is written to."""

    def read(self, body: bytes, at: str) -> TableRecord:  # noqa: ARG002 - as the honest one
        try:
            return self._decode(body)
        except ValueError as error:
            raise Unreadable(f"cannot be read: {error}") from None
        except RecursionError:
            raise Unreadable("is nested too deeply") from None


def test_the_campaign_notices_bytes_that_nobody_looks_at() -> None:
    verdicts = campaign(Trusting(TableRecord, UPCASTS), 2_000)
    kinds = {kind for kind, was in verdicts if was == SILENT}
    assert {"double", "shuffle_members", "write_otherwise", "escape"} <= kinds


class TrustingLogs(RecordFormat[TableRecord]):
    """Reads a log without looking whether its bytes are those that the records are written to."""

    def read_all(self, bodies: Sequence[bytes], first: int = 1) -> list[TableRecord]:
        try:
            return self._decode_lines(b"\n".join(bodies))
        except (ValueError, RecursionError):
            return super().read_all(bodies, first)


def test_the_campaign_notices_a_log_whose_bytes_nobody_looks_at() -> None:
    verdicts = campaign(TrustingLogs(TableRecord, UPCASTS), 2_000)
    kinds = {kind for kind, was in verdicts if was == OTHERWISE}
    assert {"double", "shuffle_members", "write_otherwise", "escape"} <= kinds


def test_the_campaign_notices_digests_that_nobody_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sys.modules["puntobanco.rulebooks.table_rules"]  # a function has the same name
    monkeypatch.setattr(rules, "rules_digest", lambda written: written["digest"])
    monkeypatch.setattr("puntobanco.streams.format._check_digests", lambda _: None)
    verdicts = campaign(TABLES.format, 2_000)
    assert any(was == DISHONEST for _, was in verdicts)


def test_the_campaign_notices_digests_that_a_later_program_does_not_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puntobanco.streams.format._check_digests", lambda _: None)
    assert read_by_a_later_program_only(1_000) != []


def test_the_campaign_notices_an_exception_of_another_sort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puntobanco.streams.format._BAD_BYTES", (UnicodeError,))
    with pytest.raises(ValueError, match=r"malformed|truncated|Expected|Object|Invalid"):
        campaign(TABLES.format, 2_000)
