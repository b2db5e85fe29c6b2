"""A house that crashes between any two steps goes on as if it had not: from its records and the kept secret alone."""

import os
from collections.abc import Iterator
from contextlib import suppress

import msgspec
import pytest

from puntobanco.app.fair_shoe_dealing import fill, follow, no_shoes_yet
from puntobanco.app.table_driver import DEALER
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes import state as fair
from puntobanco.fair_shoes import stream_type as replay
from puntobanco.fair_shoes import transitions
from puntobanco.fair_shoes.events import (
    CardHidden,
    CardShown,
    End,
    FairShoeEvent,
    SecretRevealed,
    SeedFrom,
    SeedLeftOut,
    SeedOpened,
    ShoeCommitted,
    ShoeSealed,
)
from puntobanco.fair_shoes.hashing import sha256
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.state import FairShoes, locked, under_way
from puntobanco.fair_shoes.stream_type import FAIR_SHOES, FairShoeRecord, rebuild
from puntobanco.fair_shoes.transitions import ShoeDraft, Step, promise_seed
from puntobanco.table import commands, handle
from puntobanco.table.model import DrawTo, Phase
from puntobanco.values.cards import Card
from puntobanco.values.replace import changed
from tests.app.fair_evening import TIMES, FairEvening
from tests.app.test_fair_house import assert_fair
from tests.marks import ALL_BOOKS

STEPS = 200
SEEDS = range(1, 51) if os.environ.get("PUNTO_SOAK") else (1, 2)
BEGIN = no_shoes_yet(house="puntobanco", table="table", times=TIMES)


def rebuilt(evening: FairEvening) -> FairShoes:
    """The shoes as a new process finds them: from bytes, and from the secrets that were kept."""
    lines = [FAIR_SHOES.format.write(record) for record in evening.shoe.records]
    return rebuild(FAIR_SHOES.read_log(lines), BEGIN, evening.kept)


def to_come(shoes: FairShoes) -> list[Card | None]:
    """Every card of the shoe that was cut, in the order in which they leave it."""
    shoe = shoes.under_way
    return [] if shoe is None or shoe.cut is None else [shoe.face_at(place) for place in range(1, shoe.cards + 1)]


def compare(evening: FairEvening) -> FairShoes:
    again = rebuilt(evening)
    assert again == evening.shoe.shoes
    assert msgspec.json.decode(msgspec.json.encode(locked(again)), type=FairShoes) == locked(again), "as a snapshot"
    assert to_come(again) == to_come(evening.shoe.shoes)
    return again


def crash(evening: FairEvening) -> None:
    """Nothing that lived in memory is there any more."""
    evening.shoe.shoes = compare(evening)


@pytest.mark.parametrize("book", ALL_BOOKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_crash_between_any_two_steps_changes_nothing(book: str, seed: int) -> None:
    crashed, uncrashed = FairEvening(book, seed, crash).plays(STEPS), FairEvening(book, seed).plays(STEPS)
    assert crashed.acts == uncrashed.acts
    assert crashed.run.state == uncrashed.run.state
    assert_fair(crashed.acts)


def test_the_evenings_have_what_can_go_wrong() -> None:
    evenings = [FairEvening(book, seed).plays(STEPS) for book in ALL_BOOKS for seed in (1, 2)]
    assert all(any(isinstance(act, SecretRevealed) for act in one.acts) for one in evenings), "more than one shoe"
    acts = [act for one in evenings for act in one.acts]
    assert {SeedOpened, SeedLeftOut, CardHidden, CardShown} <= {type(act) for act in acts}
    assert {act.house_seeded for act in acts if isinstance(act, ShoeSealed)} == {True, False}


def test_who_withholds_seeds_is_flagged_after_a_crash_too() -> None:
    evening = FairEvening("act-2015", 1).plays(STEPS)
    withheld = [changed(evening.shoe.shoes, withheld_by=("ann",) * times).flagged for times in (2, 3)]
    assert withheld == [(), ("ann",)]
    everybody = [FairEvening(book, seed).plays(STEPS) for book in ALL_BOOKS for seed in (1, 2)]
    assert any(one.shoe.shoes.withheld_by for one in everybody)
    for one in everybody:
        assert rebuilt(one).withheld_by == one.shoe.shoes.withheld_by


# Steps whose commit fails


def written(shoes: FairShoes) -> bytes:
    return msgspec.msgpack.encode(locked(shoes))


def throw_steps_away(evening: FairEvening) -> None:
    """Whatever can be done next is done, and its commit fails."""
    shoes = evening.shoe.shoes
    before = written(shoes), to_come(shoes)
    for made in possible(evening, shoes):
        assert (made.shoes != shoes) == bool(made.acts)
        committed = any(isinstance(act, ShoeCommitted) for act in made.acts)
        assert (made.secret is not None) == committed, "a secret is kept with its commitment"
    assert (written(shoes), to_come(shoes)) == before, "a value was changed"


def possible(evening: FairEvening, shoes: FairShoes) -> Iterator[Step]:
    state, now = evening.run.table(), evening.now
    draft = ShoeDraft(shoes, at=now)
    draft.end(End.ABANDONED)
    yield draft.step()
    with suppress(Refused):
        yield promise_seed(shoes, "cy", SeedFrom.AUDITOR, bytes(32), now=now)
    with suppress(Refused):
        command = evening.driver.next(state)
        for given in [] if command is None else fill(shoes, state, command)[:1]:
            happened, after = handle(state, given)
            yield follow(shoes, state, given, happened, after, secret=lambda: bytes(32), now=now)


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_step_that_is_thrown_away_has_changed_nothing(book: str) -> None:
    assert_fair(FairEvening(book, 2, throw_steps_away).plays(STEPS).acts)


# Planted mistakes


def changes_in_place(shoes: FairShoes, act: FairShoeEvent, *, by: str, at: int) -> FairShoes:
    after = fair.evolve(shoes, act, by=by, at=at)
    for name in FairShoes.__struct_fields__:
        msgspec.structs.force_setattr(shoes, name, getattr(after, name))
    return shoes


def test_a_value_that_is_changed_in_place_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transitions, "evolve", changes_in_place)
    with pytest.raises(AssertionError):
        FairEvening("act-2015", 2, throw_steps_away).plays(STEPS)


def reshuffled(evening: FairEvening) -> None:
    """The house draws another secret when it comes back."""
    crashing = evening.shoe.shoes.under_way is not None
    kept = evening.secrets
    evening.secrets = {number: sha256(secret) for number, secret in kept.items()} if crashing else kept
    try:
        crash(evening)
    finally:
        evening.secrets = kept


def test_a_shoe_that_is_reshuffled_after_a_crash_is_noticed() -> None:
    with pytest.raises(ValueError, match="not the secret that the house is bound to"):
        FairEvening("act-2015", 1, reshuffled).plays(STEPS)


def attached_without_a_look(shoes: FairShoes, secret: ShoeSecret) -> FairShoes:
    return changed(shoes, under_way=changed(under_way(shoes), secret=secret))


def test_so_is_one_whose_commitment_nobody_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "with_secret", attached_without_a_look)
    with pytest.raises(AssertionError):
        FairEvening("act-2015", 1, reshuffled).plays(STEPS)


def test_nothing_is_dealt_in_another_order_than_was_sealed() -> None:
    evening = FairEvening("act-2015", 1)
    while evening.shoe.shoes.under_way is None or evening.shoe.shoes.under_way.cut is None:
        evening.goes_on()
    shoe = under_way(attached_without_a_look(evening.shoe.shoes, ShoeSecret(bytes(32))))
    with pytest.raises(ValueError, match="another one than was sealed"):
        shoe.face_at(1)


def test_a_seed_that_is_forgotten_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = replay._evolved

    def forgetful(shoes: FairShoes, record: FairShoeRecord, act: FairShoeEvent) -> FairShoes:
        after = right(shoes, record, act)
        forgotten = isinstance(act, SeedOpened)
        return changed(after, under_way=shoes.under_way) if forgotten else after

    monkeypatch.setattr(replay, "_evolved", forgetful)
    with pytest.raises(AssertionError):
        FairEvening("act-2015", 1, compare).plays(STEPS)


def test_a_record_that_was_dropped_or_changed_places_is_noticed() -> None:
    evening = FairEvening("act-2015", 1).plays(STEPS)
    records = evening.shoe.records
    for place in range(len(records) - 1):
        with pytest.raises(Unreadable, match=r"cannot come now|does not follow the act before"):
            rebuild(records[:place] + records[place + 1 :], BEGIN, evening.kept)
        swapped = [*records[:place], records[place + 1], records[place], *records[place + 2 :]]
        with pytest.raises(Unreadable, match=r"cannot come now|does not follow the act before"):
            rebuild(swapped, BEGIN, evening.kept)


# Without the secret


def test_a_shoe_whose_secret_is_locked_away_deals_nothing_and_goes_on_when_it_is_found() -> None:
    evening = FairEvening("act-2015", 1)
    while evening.run.state is None or evening.run.state.phase is not Phase.BETTING:
        evening.goes_on()
    evening.bets()
    shoes, state = evening.shoe.shoes, evening.run.table()
    closed = rebuild(evening.shoe.records, BEGIN, lambda _: None)
    assert closed == locked(shoes)
    for face_up in (True, False):
        draw = commands.Draw(actor=DEALER, to=DrawTo.PLAYER, face_up=face_up)
        with pytest.raises(Refused, check=lambda refusal: refusal.code == "shoe_locked"):
            fill(closed, state, draw)
    assert rebuilt(evening) == shoes
