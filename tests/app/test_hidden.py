"""Nothing that prints, records, copies or fails shows a secret or a card to come; the search finds what is planted."""

import copy
import os
import pickle
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from puntobanco.errors import Refused
from puntobanco.fair_shoes.events import write_act
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.state import locked, under_way
from puntobanco.fair_shoes.stream_type import FAIR_SHOES
from puntobanco.fair_shoes.transitions import ShoeDraft, Step
from puntobanco.fair_shoes.unprintable import Hidden
from puntobanco.table import commands
from puntobanco.table.model import DrawTo, Phase
from puntobanco.table.stream_type import TABLES
from puntobanco.values.replace import changed
from tests.app.fair_evening import PATRONS, FairEvening
from tests.app.leaks import BYTES_IN_A_ROW, IN_A_ROW, leaks, of_bytes, of_cards, unknown
from tests.marks import ALL_BOOKS

EVENINGS = 250 if os.environ.get("PUNTO_SOAK") else 5
"""With each book."""
STEPS, EVERY = 150, 75


class Watched(FairEvening):
    """An evening of which everything is kept that anybody could read."""

    def __init__(self, book: str, seed: int) -> None:
        self.readable: list[bytes] = []
        super().__init__(book, seed, look)

    def do(self, command: commands.TableCommand) -> None:
        for answer in self.run.do(command):
            self.read(answer.refused)
            self.read(answer.alarms)
            if answer.record is not None:
                self.readable.append(TABLES.format.write(answer.record))
        self.done()

    def read(self, value: object) -> None:
        self.readable.append(repr(value).encode())
        if isinstance(value, BaseException):
            self.readable.append(with_locals(value))


def with_locals(error: BaseException) -> bytes:
    """A report of an error that shows every variable on the way, but for those of the test itself."""
    way = error.__traceback__ and error.__traceback__.tb_next
    told = traceback.TracebackException(type(error), error, way, capture_locals=True)
    return "".join(told.format()).encode()


def look(evening: FairEvening) -> None:
    shoe = evening.shoe.shoes.under_way
    if not isinstance(evening, Watched) or shoe is None or evening.steps % EVERY:
        return
    content = b"\n".join([*evening.readable, *all_that_is_seen(evening)])
    assert leaks(content, unknown(shoe, evening.run.table())) == []


def all_that_is_seen(evening: Watched) -> Iterator[bytes]:
    shoes = evening.shoe.shoes
    yield from (FAIR_SHOES.format.write(record) for record in evening.shoe.records)
    yield from (write_act(act) for act in evening.acts)
    yield msgspec.json.encode(locked(shoes))
    yield msgspec.msgpack.encode(locked(shoes))
    for value in (shoes, shoes.under_way, shoes.under_way and shoes.under_way.order(), ShoeDraft(shoes).step()):
        yield repr(value).encode()
    yield from map(with_locals, failures(evening))


def failures(evening: Watched) -> Iterator[BaseException]:
    """What can go wrong with a shoe in the hands of a program that has a mistake."""
    shoes = evening.shoe.shoes

    def shows_a_card_that_is_not_there() -> None:
        ShoeDraft(shoes).show(1000)

    def asks_for_a_card_that_is_not_there() -> None:
        under_way(shoes).index_of(1000)

    def seals_again() -> None:
        draft = ShoeDraft(shoes)
        draft.seal()
        draft.seal()

    for wrong in (shows_a_card_that_is_not_there, asks_for_a_card_that_is_not_there, seals_again):
        yield raised(wrong)


def raised(wrong: Callable[[], None]) -> BaseException:
    with pytest.raises((ValueError, Refused)) as caught:
        wrong()
    return caught.value


@pytest.mark.parametrize("seed", range(EVENINGS))
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_nothing_that_can_be_read_tells_a_secret_or_a_card_to_come(book: str, seed: int) -> None:
    evening = Watched(book, seed).plays(STEPS)
    assert evening.shoe.shoes.shoes


def betting() -> FairEvening:
    evening = FairEvening("act-2015", 1)
    while evening.run.table().phase is not Phase.BETTING:
        evening.goes_on()
    return evening


WAYS_OUT = [pickle.dumps, copy.copy, copy.deepcopy, msgspec.json.encode, msgspec.msgpack.encode, msgspec.to_builtins]


@pytest.mark.parametrize("taken_out", WAYS_OUT)
def test_no_secret_and_no_order_leaves_the_process(taken_out: Callable[[Any], object]) -> None:
    shoes = betting().shoe.shoes
    shoe = under_way(shoes)
    for value in (shoe.secret, shoe.sealed):
        with pytest.raises(TypeError):
            taken_out(value)
    for whole in (shoes, shoe, Step(shoes=shoes, acts=(), secret=shoe.secret)):
        if taken_out is not copy.copy:  # which takes nothing out: it holds the same secret
            with pytest.raises(TypeError):
                taken_out(whole)


def test_secrets_are_compared_and_have_no_hash() -> None:
    one, same, another = ShoeSecret(bytes(32)), ShoeSecret(bytes(32)), ShoeSecret(bytes(31) + b"1")
    assert one == same
    assert one != another
    assert one != bytes(32)
    with pytest.raises(TypeError):
        hash(one)
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        ShoeSecret(bytes(31))


# Planted leaks


def test_every_form_of_what_is_hidden_is_found_where_it_is_planted() -> None:
    evening = betting()
    shoe = under_way(evening.shoe.shoes)
    hidden = unknown(shoe, evening.run.table())
    assert len(hidden.cards) > 400
    around = b"x" * 100
    forms = [form for value in list(hidden.secrets.values())[:3] for _, form in of_bytes(value)]
    forms += [form for _, form in of_cards(hidden.cards[100 : 100 + IN_A_ROW])]
    forms.append(bytes(card.index for card in hidden.cards[100 : 100 + BYTES_IN_A_ROW]))
    assert len(forms) > 40
    for form in forms:
        assert leaks(around + form + around, hidden), form
    assert leaks(around, hidden) == []


def shows_itself(value: Hidden) -> str:
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    return repr([getattr(value, name) for name in slots])


def test_a_value_that_prints_its_secret_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hidden, "__repr__", shows_itself)
    with pytest.raises(AssertionError, match="secret as Python"):
        Watched("act-2015", 1).plays(STEPS)


def test_a_refusal_has_no_way_back_to_the_card_that_was_named() -> None:
    evening = betting()
    (answer,) = evening.run.do(commands.Draw(actor=PATRONS[0], to=DrawTo.PLAYER))
    face = under_way(evening.shoe.shoes).face_at(evening.run.table().shoe.out + 1)
    assert answer.refused is not None
    assert answer.refused.__traceback__ is None
    assert repr(face).encode() not in with_locals(answer.refused) + repr(answer).encode()


def test_a_record_with_a_secret_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Watched.drawn

    def told(self: Watched, name: str) -> bytes:
        secret = right(self, name)
        self.readable.append(b'{"reason":"' + secret.hex().encode() + b'"}')
        return secret

    monkeypatch.setattr(Watched, "drawn", told)
    with pytest.raises(AssertionError, match="secret as hexadecimal"):
        Watched("act-2015", 1).plays(STEPS)


def test_an_act_that_gives_the_salt_of_a_hidden_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def show_all(self: ShoeDraft, place: int) -> None:
        self.show(place)
        self.show(place + 100)

    monkeypatch.setattr(ShoeDraft, "hide", show_all)
    with pytest.raises(AssertionError, match=r"salt \d+ as hexadecimal"):
        Watched("act-2015", 1).plays(STEPS)


def test_a_refusal_that_names_the_next_cards_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Watched.read

    def told(self: Watched, value: object) -> None:
        shoe = self.shoe.shoes.under_way
        if isinstance(value, Refused) and shoe is not None and shoe.cut is not None:
            next_cards = [str(shoe.face_at(place)) for place in range(300, 310)]
            value = Refused(value.code, value.clause, " ".join(next_cards))
        right(self, value)

    monkeypatch.setattr(Watched, "read", told)
    with pytest.raises(AssertionError, match="cards as text"):
        Watched("act-2015", 1).plays(STEPS)


def test_what_is_told_of_a_changed_shoe_is_still_hidden() -> None:
    evening = betting()
    shoe = changed(under_way(evening.shoe.shoes), wagered=True)
    assert leaks(repr(shoe).encode(), unknown(shoe, evening.run.table())) == []
