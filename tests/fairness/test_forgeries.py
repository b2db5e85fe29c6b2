"""Whatever a house forges is found by both verifiers; what is honest passes both."""

import os
from random import Random

import pytest
from msgspec.structs import replace

from puntobanco.fair_shoes.commitment import commitment
from puntobanco.fair_shoes.events import RevealOverdue, SecretRevealed, ShoeEnded, late_reveal
from puntobanco.fair_shoes.published_events import Fault
from puntobanco.fair_shoes.verify import verify
from tests.fairness.histories import FORGERS, Forger, Shoe, both, forged, honest, lines
from tests.fairness.other_verifier import other

SOAK = bool(os.environ.get("PUNTO_SOAK"))
FORGED = (10_000 if SOAK else 500) // len(FORGERS) + 1
HONEST = 500 if SOAK else 40

FAULTS = {
    "grinding": {Fault.NOT_THE_SECRET, Fault.NOT_THE_ROOT},
    "swapped_card": {Fault.CARD_NOT_SEALED, Fault.WRONG_CUT},
    "second_root": {Fault.OUT_OF_ORDER},
    "withheld_reveal": {Fault.WITHHELD_REVEAL},
    "invented_seed": {Fault.SEED_NOT_PROMISED, Fault.OUT_OF_ORDER},
    "replayed_commitment": {Fault.REPLAYED},
    "wrong_cut": {Fault.WRONG_CUT},
    "skipped_card": {Fault.SKIPPED_CARD},
    "stacked_shoe": {Fault.NOT_WHOLE_DECKS},
    "dropped_act": {Fault.BROKEN_CHAIN},
}
"""What at least one finding is about."""


@pytest.mark.parametrize("forger", FORGERS, ids=lambda forger: str(forger.__name__))
def test_every_forged_history_is_found_by_both(forger: Forger) -> None:
    rng = Random(forger.__name__)
    for _ in range(FORGED):
        acts = forged(rng, forger)
        found = verify(lines(acts))
        assert {finding.fault for finding in found} & FAULTS[forger.__name__], found
        assert other.wrong_with_history(lines(acts))


def test_honest_histories_pass_both() -> None:
    rng = Random(1)
    for _ in range(HONEST):
        assert both(honest(rng, rng.randrange(1, 4))) == (False, False)


def test_every_beginning_of_an_honest_history_passes_until_a_reveal_is_due() -> None:
    rng = Random(2)
    acts = honest(rng, 2)
    for end in range(1, len(acts) + 1):
        withheld = isinstance(acts[end - 1], ShoeEnded)
        assert both(acts[:end]) == (withheld, withheld)


def test_a_patron_may_hold_later_shoes_only() -> None:
    acts = honest(Random(3), 3)
    start = next(place for place, act in enumerate(acts) if isinstance(act, SecretRevealed)) + 1
    assert both(acts[start:]) == (False, False)
    assert both(acts[start + 1 :]) == (True, True), "it begins in the middle of a shoe"


def test_a_late_reveal_is_an_incident_and_nothing_else() -> None:
    rng = Random(4)
    shoe = Shoe(rng, 1, None, promised=2)
    acts = shoe.acts()[:-1]
    ended = acts[-1]
    assert isinstance(ended, ShoeEnded)
    late = [*acts, *late_reveal(ended, shoe.secret)]
    assert isinstance(late[-2], RevealOverdue)
    assert [finding.fault for finding in verify(lines(late))] == [Fault.LATE_REVEAL]
    assert other.wrong_with_history(lines(late)) == [f"act {len(late) - 1}: the secret was revealed late"]


def test_a_seed_of_ones_own_must_be_part_of_a_shuffle() -> None:
    shoe = Shoe(Random(5), 1, None, promised=3)
    shoe.left_out = (2,)
    shoe.sealed = shoe.seal(shoe.secret)
    written = lines(shoe.acts())
    used, left_out = shoe.seeds[1], shoe.seeds[2]
    assert verify(written, own_seeds=[used]) == ()
    assert other.wrong_with_history(written, [used]) == []
    for missing in (left_out, b"never promised"):
        assert [finding.fault for finding in verify(written, own_seeds=[used, missing])] == [Fault.SEED_MISSING]
        assert len(other.wrong_with_history(written, [used, missing])) == 1


def test_lines_that_are_no_acts_are_found_by_both() -> None:
    written = lines(honest(Random(6), 1))
    first = written[0]
    planted = [
        b"",
        b"[]",
        b"{",
        b"\xff",
        first + b" ",
        first.replace(b'"shoe":1', b'"shoe":1.0'),
        first.replace(b'"shoe":1', b'"shoe":true'),
        first.replace(b'"shoe":1', b'"shoe":0'),
        first.replace(b'"house":"house"', b'"house":""'),
        first.replace(b'"act":"shoe_committed.1"', b'"act":"shoe_committed.2"'),
        first.replace(b'"act":"shoe_committed.1",', b'"act":"shoe_committed.1","also":1,'),
        first.replace(b'"commitment":"', b'"commitment":"0'),
        first.replace(b'"protocol":1', b'"protocol":2'),
        first.replace(b'"composition":[1,', b'"composition":[1,1,'),
        first.replace(b'{"act"', b'{"act":"shoe_committed.1","act"'),
    ]
    for line in planted:
        assert line != first
        found = verify([line, *written[1:]])
        assert [finding.fault for finding in found] == [Fault.UNREADABLE], line
        assert other.wrong_with_history([line, *written[1:]]), line


ODD_VALUES = [
    ('"shoe":1', '"shoe":' + "9" * 5000),
    ('"shoe":1', '"shoe":9007199254740992'),
    ('"shoe":1', '"shoe":1e0'),
    ('"shoe":1', '"shoe":1e999'),
    ('"shoe":1', '"shoe":-0'),
    ('"shoe":1', '"shoe":NaN'),
    ('"house":"house"', '"house":' + "[" * 900 + "]" * 900),
    ('"house":"house"', '"house":"hous' + chr(92) + 'u0065"'),
    ('"house":"house"', '"house":"a' + chr(92) + '/b"'),
    ('"house":"house"', '"house":"' + chr(92) + 'ud800"'),
    ('"house":"house"', '"house":"' + "x" * 65 + '"'),
    ('"act":"shoe_committed.1"', '"act":[]'),
    ('{"act"', chr(0xFEFF) + '{"act"'),
    ('{"act"', "[" * 100_000 + '{"act"'),
]


@pytest.mark.parametrize(("was", "odd"), ODD_VALUES, ids=range(len(ODD_VALUES)))
def test_what_is_written_oddly_is_found_by_both(was: str, odd: str) -> None:
    written = lines(honest(Random(6), 1))
    first = written[0].replace(was.encode(), odd.encode(), 1)
    assert first != written[0]
    assert [finding.fault for finding in verify([first, *written[1:]])] == [Fault.UNREADABLE]
    assert any("not an act" in why for why in other.wrong_with_history([first, *written[1:]]))


NAMES = ["é", "e" + chr(0x301), chr(0x2028), chr(0x7F), chr(0x1F0A1) * 64, '"/' + chr(92), chr(0) + chr(9)]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_both_read_any_name_as_it_is_written(name: str) -> None:
    shoe = Shoe(Random(7), 1, None)
    shoe.context = replace(shoe.context, house=name, table=name)
    shoe.committed = commitment(shoe.secret, shoe.context)
    shoe.sealed = shoe.seal(shoe.secret)
    assert both(shoe.acts()) == (False, False)


def test_a_flipped_byte_anywhere_is_found_by_both() -> None:
    rng = Random(8)
    written = lines(honest(rng, 2))
    for _ in range(300):
        at, flip = rng.randrange(len(written)), rng.randrange(1, 256)
        line = bytearray(written[at])
        line[rng.randrange(len(line))] ^= flip
        changed = [*written[:at], bytes(line), *written[at + 1 :]]
        assert (bool(verify(changed)), bool(other.wrong_with_history(changed))) == (True, True), bytes(line)


def test_acts_of_two_tables_mixed_are_found_by_both() -> None:
    one, two = lines(honest(Random(9), 1)), lines(honest(Random(10), 1))
    for mixed in (one + two, [line for pair in zip(one, two, strict=False) for line in pair]):
        assert verify(mixed)
        assert other.wrong_with_history(mixed)


def test_an_empty_history_proves_nothing() -> None:
    assert verify([])
    assert other.wrong_with_history([])
