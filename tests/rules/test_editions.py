"""Editions of the rulebooks: a released one never changes, and each table goes by its own."""

from dataclasses import replace

import pytest

from puntobanco.errors import Unreadable
from puntobanco.rulebooks import BOOKS, EARLIER_EDITIONS, Rulebook, book, resolve
from puntobanco.rulebooks.clause import Clause, Fixed, Silent
from puntobanco.rulebooks.edition import edition_digest
from puntobanco.rulebooks.rulebook import ConditionsLaw
from puntobanco.values.money import Odds

RELEASED = {
    ("act-2015", 1): "1e272e5925988835fbbd141a54b1976553adeffff76e6b098d3ece113bdfc8dc",
    ("nz-1998", 1): "f560e11a7556001b7e84ca8a18741ba95e8922bab3002f0541ee0e85fc72dbf1",
    ("washington", 1): "d66a7033e3eff27c083fe978e6dae6f4a4917cf9a0c7ee1d03fc983344c5f1c0",
    ("house-midi", 1): "6295af35723ebb770066afa4327ac512a9a4a4da4761b5579c743b8e15d6d673",
}

WHAT_TO_DO = (
    "is released and has changed, but tables and records go by it. Put it back as it was and into EARLIER_EDITIONS of "
    "rulebooks/books/__init__.py, write the change as a new edition with the next number, "
    "and add that one's digest here"
)


def every_edition() -> dict[tuple[str, int], Rulebook]:
    return {**{(one.id, one.edition): one for one in BOOKS.values()}, **EARLIER_EDITIONS}


@pytest.mark.snapshot
@pytest.mark.parametrize(("book_id", "edition"), RELEASED)
def test_a_released_edition_never_changes(book_id: str, edition: int) -> None:
    found = edition_digest(book(book_id, edition=edition))
    assert found == RELEASED[book_id, edition], f"edition {edition} of {book_id} {WHAT_TO_DO}"


def test_every_edition_is_in_the_code_and_its_digest_is_held_here() -> None:
    assert every_edition().keys() == RELEASED.keys()
    for newest in BOOKS.values():
        numbers = sorted(number for book_id, number in RELEASED if book_id == newest.id)
        assert numbers == list(range(1, newest.edition + 1))


def with_other_tie_odds(found: Rulebook) -> Rulebook:
    return replace(found, clauses=tuple(_with_other_tie_odds(one) for one in found.clauses))


def _with_other_tie_odds(clause: Clause) -> Clause:
    other = Fixed(Odds.of(9, 1))
    return replace(
        clause, statements=tuple((key, other if key == "tie_odds" else stated) for key, stated in clause.statements)
    )


def changes(found: Rulebook) -> dict[str, Rulebook]:
    first, *rest = found.clauses
    return {
        "number": replace(found, edition=found.edition + 1),
        "title": replace(found, title="Another title"),
        "source": replace(found, source="Another source"),
        "a clause's meaning": replace(found, clauses=(replace(first, meaning="Another meaning."), *rest)),
        "a clause's number": replace(found, clauses=(replace(first, number="0.0"), *rest)),
        "a clause's reason": replace(found, clauses=(replace(first, reason="Another reason."), *rest)),
        "whether people can break a clause": replace(found, clauses=(replace(first, conduct=True), *rest)),
        "a clause left out": replace(found, clauses=tuple(rest)),
        "a statement": with_other_tie_odds(found),
        "an offer left out": replace(found, offers=found.offers[1:]),
        "what an offer depends on": replace(found, offers=(replace(found.offers[0], where=()), *found.offers[1:])),
        "which clause allows a side bet": replace(
            found, offers=(*found.offers[:-1], replace(found.offers[-1], allowed_by="4.3"))
        ),
        "the practice house": replace(found, practice={**found.practice, "minimum": 600}),
        "what every house must choose": replace(found, house_must_choose=("8.8",)),
        "that there are tournaments": replace(found, tournament=None),
        "that conditions prevail": replace(found, conditions=None),
        "what comes with conditions": replace(found, conditions=ConditionsLaw(prevail="15.5", own=())),
    }


@pytest.mark.parametrize("what", changes(book("act-2015")))
def test_the_digest_of_an_edition_tells_every_change(what: str) -> None:
    released = book("act-2015")
    assert edition_digest(changes(released)[what]) != edition_digest(released)


def test_the_kind_of_a_statement_is_part_of_the_digest() -> None:
    """Fixed by the document or silent with our value: the value is the same."""
    first, *rest = book("nz-1998").clauses
    one, other = (replace(first, statements=(("seats", kind(7)),)) for kind in (Fixed, Silent))
    assert len({edition_digest(replace(book("nz-1998"), clauses=(stated, *rest))) for stated in (one, other)}) == 2


def test_rules_name_the_edition_they_come_from() -> None:
    rules = resolve(book("nz-1998"))
    assert (rules.book, rules.edition) == ("nz-1998", 1)


def test_the_newest_edition_is_the_book_and_every_other_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    first = book("nz-1998")
    second = replace(with_other_tie_odds(first), edition=2)
    monkeypatch.setitem(BOOKS, "nz-1998", second)
    monkeypatch.setitem(EARLIER_EDITIONS, ("nz-1998", 1), first)
    assert book("nz-1998") is second
    assert book("nz-1998", edition=2) is second
    assert book("nz-1998", edition=1) is first
    assert [str(resolve(one).tie_odds.value) for one in (first, second)] == ["8 to 1", "9 to 1"]
    assert resolve(first).digest != resolve(second).digest


@pytest.mark.parametrize("edition", [0, 2, -1])
def test_an_edition_that_there_is_not_is_unreadable(edition: int) -> None:
    with pytest.raises(Unreadable, match=f"act-2015 has no edition {edition}: editions go from 1 to 1"):
        book("act-2015", edition=edition)
