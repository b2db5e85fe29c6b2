"""A rulebook as a form: it offers what the book allows, locks what it fixes, and every fault stands at its field."""

import pytest

from puntobanco.rulebooks import BOOKS, HouseRules, resolve
from puntobanco.rulebooks.clause import Bounds, Choice, Fixed, Selection, Silent
from puntobanco.rulebooks.rulebook_form import faults_in, form_of, without_faults
from puntobanco.rulebooks.table_rules import PARAMETERS
from tests.marks import ALL_BOOKS

KINDS = {"fixed": Fixed, "choice": Choice, "bounds": Bounds, "selection": Selection, "silent": Silent}


@pytest.mark.parametrize("name", ALL_BOOKS)
def test_a_form_has_every_key_that_a_house_can_set_with_its_clause(name: str) -> None:
    book, fields = BOOKS[name], form_of(BOOKS[name])
    assert [one.key for one in fields] == [key for key, found in PARAMETERS.items() if found.set_by_house]
    for one in fields:
        stated = book.stated[one.key]
        assert isinstance(stated.statement, KINDS[one.kind])
        assert one.clause == stated.clause.number
        assert "" not in (one.title, one.section, one.says)


@pytest.mark.parametrize("name", ALL_BOOKS)
def test_what_a_form_begins_with_is_what_a_practice_house_has(name: str) -> None:
    book = BOOKS[name]
    typed = {one.key: one.value for one in form_of(book) if one.kind != "fixed"}
    assert faults_in(book, typed, opening=True) == ()
    assert resolve(book, HouseRules.read(typed)) == resolve(book)
    assert {one.key: one.value for one in form_of(book, resolve(book))} == {one.key: one.value for one in form_of(book)}


@pytest.mark.parametrize("name", ALL_BOOKS)
def test_every_option_is_allowed(name: str) -> None:
    book = BOOKS[name]
    for one in form_of(book):
        assert one.kind != "fixed" or one.options == ()
        for option in one.options:
            assert faults_in(book, {one.key: option.value}, opening=False) == (), (one.key, option)


def test_options_and_limits_of_a_book() -> None:
    fields = {one.key: one for one in form_of(BOOKS["act-2015"])}
    assert [one.value for one in fields["pairs"].options] == ["perfect", "canberra"]
    assert [one.value for one in fields["wash"].options] == ["yes", "no"]
    assert [one.value for one in fields["on_later_card_face_up"].options] == ["played_in_place", "round_void", "none"]
    assert (fields["cut_depth"].says, fields["cut_depth"].clause) == ("12 or more", "5.3")
    assert (fields["differential"].says, fields["decks"].shown) == ("$0.01 or more, or none", "8")
    assert fields["wash"].reason != ""
    assert not any(one.must_choose for one in fields.values())


def test_each_side_bet_of_a_selection_has_the_clause_that_allows_it() -> None:
    (field,) = (one for one in form_of(BOOKS["house-midi"]) if one.key == "offered")
    assert [(one.value, one.clause) for one in field.options] == [
        ("player_dragon", "dragon or jade bonus"),
        ("banker_dragon", "dragon or jade bonus"),
        ("big_tiger", "tiger bonus"),
        ("small_tiger", "tiger bonus"),
    ]
    assert field.value == "banker_dragon, big_tiger, player_dragon, small_tiger"
    assert (field.kind, field.clause) == ("selection", "ruling 26")


def test_too_many_options_are_typed() -> None:
    dealing = next(one for one in form_of(BOOKS["washington"]) if one.key == "dealing")
    assert (dealing.options, dealing.kind) == ((), "choice")
    assert "udud" in dealing.says


@pytest.mark.parametrize(
    ("typed", "said", "clause"),
    [
        ({"cut_depth": "11"}, "cut_depth = 11 is not allowed: 12 or more", "5.3"),
        ({"decks": "6"}, "decks = 6 is not allowed: it is 8", "2.1"),
        ({"offered": "-big_tiger"}, "offered = big_tiger is not allowed: any of player_pair, banker_pair", "4.3"),
        ({"minimum": "much"}, "minimum = 'much' cannot be read: write an amount in dollars", ""),
        ({"tablecloth": "red"}, "'tablecloth' is not something a house sets", ""),
    ],
)
def test_a_fault_stands_at_its_field(typed: dict[str, str], said: str, clause: str) -> None:
    (fault,) = faults_in(BOOKS["act-2015"], {**typed, "maximum": "500"}, opening=True)
    assert fault.key in typed
    assert fault.sentence.startswith(said)
    assert fault.clause == clause
    assert without_faults({**typed, "maximum": "500"}, (fault,)) == {"maximum": "500"}


def test_what_every_house_chooses_is_missed_until_it_is_chosen() -> None:
    book = BOOKS["washington"]
    missed = faults_in(book, {}, opening=True)
    assert {one.key for one in missed} == set(book.chosen_by_every_house)
    assert {one.clause for one in missed} == {"irregularities"}
    assert faults_in(book, {}, opening=False) == ()
    some = {"on_burn_forgotten": "play_on"}
    assert {one.key for one in faults_in(book, some, opening=True)} == set(book.chosen_by_every_house) - some.keys()
