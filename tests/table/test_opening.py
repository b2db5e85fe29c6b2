"""From sealed cards to a loaded shoe: who inspects, who cuts, what is told of the cutting card."""

from typing import Any

import pytest

from puntobanco.rulebooks import table_rules
from puntobanco.table import Actor, Role, legal_actions
from puntobanco.table.model import Preparation
from puntobanco.table.views.describe import tell
from puntobanco.values.cards import Card
from tests.cli.test_cli import output
from tests.marks import clause
from tests.table.helpers import DEALER, SUPERVISOR, Table, refused


def kinds(at: Table, actor: Actor) -> set[str]:
    return {option.kind for option in legal_actions(at.now, actor)}


@clause("nz-1998", "6.1")
def test_nz_1998_6_1_two_people_inspect_each_with_a_finding() -> None:
    at = Table("nz-1998")
    at.dealer("inspect_cards", missing=("7c",), surplus=("joker",))
    assert tell(at.events[-1], "dan") == "Cards checked: missing: 1 x 7C; extra: joker"
    assert at.preparing()[:2] == ["dealer_inspection", "supervisor_inspection"], "a bad finding leaves the step to do"
    at.supervisor("inspect_cards")
    assert tell(at.events[0], "sue") == "Supervisor inspection done by sue: all cards are there"
    assert refused(lambda: at.dealer("spread_cards")) == ("out_of_order", "nz-1998 6.2")
    at.dealer("inspect_cards")
    assert at.preparing()[0] == "spread"


@clause("nz-1998", "6.1")
@pytest.mark.parametrize(("first", "then"), [(Role.DEALER, Role.SUPERVISOR), (Role.SUPERVISOR, Role.DEALER)])
def test_nz_1998_6_1_one_person_is_not_two_inspectors(first: Role, then: Role) -> None:
    at = Table("nz-1998")
    at.do(Actor(person="sam", role=first), "inspect_cards")
    assert refused(lambda: at.do(Actor(person="sam", role=then), "inspect_cards")) == ("same_person", "nz-1998 6.1")
    assert "inspect_cards" not in kinds(at, Actor(person="sam", role=then))
    at.do(Actor(person="kim", role=then), "inspect_cards")
    assert at.preparing()[0] == "spread"


@clause("nz-1998", "6.1", "7.6")
def test_nz_1998_7_6_new_cards_may_be_inspected_by_either_of_them_again() -> None:
    at = Table.ready("nz-1998")
    at.operator("replace_cards")
    at.do(Actor(person="sue", role=Role.DEALER), "inspect_cards")
    at.do(Actor(person="dan", role=Role.SUPERVISOR), "inspect_cards")
    assert at.preparing()[0] == "spread"


@clause("nz-1998", "6.1")
def test_nz_1998_6_1_a_card_cannot_be_missing_more_often_than_the_decks_hold_it() -> None:
    at = Table("nz-1998")
    assert refused(lambda: at.dealer("inspect_cards", missing=("7c",) * 9)) == ("not_so_many", "nz-1998 6.1")


@clause("act-2015", "2.3")
def test_act_2015_2_3_supervisor_and_dealer_each_check_a_replacement_and_are_two() -> None:
    at = Table.ready("act-2015")
    at.operator("replace_cards", faces=(Card.parse("9s"),))
    at.do(Actor(person="sam", role=Role.SUPERVISOR), "inspect_cards")
    assert at.clauses("preparation_done") == ["2.3"]
    assert refused(lambda: at.do(Actor(person="sam", role=Role.DEALER), "inspect_cards")) == (
        "same_person",
        "act-2015 2.3",
    )
    assert refused(lambda: at.draws("4c")) == ("shoe_not_in_use", "act-2015 2.3")
    at.dealer("inspect_cards")
    assert at.preparing() == []


@clause("act-2015", "2.3")
def test_act_2015_2_3_a_replacement_that_is_not_what_it_should_be_waits() -> None:
    at = Table.ready("act-2015")
    at.operator("replace_cards")
    at.supervisor("inspect_cards", missing=("9s",))
    assert at.clauses("cards_checked") == ["2.3"]
    assert refused(lambda: at.dealer("shuffle")) == ("out_of_order", "act-2015 2.3")


@clause("act-2015", "2.5")
def test_act_2015_2_5_nothing_is_shuffled_cut_or_loaded_while_cards_are_missing() -> None:
    at = Table("act-2015")
    at.dealer("check_cards", missing=("4c",))
    for act in (lambda: at.dealer("shuffle"), lambda: at.supervisor("cut", at=200), lambda: at.dealer("load_shoe")):
        assert refused(act) == ("out_of_order", "act-2015 2.5")
    assert refused(lambda: at.dealer("check_cards", missing=("4c",) * 9)) == ("not_so_many", "act-2015 2.5")


@clause("nz-1998", "6.3")
def test_nz_1998_6_3_cards_are_washed_before_they_are_shuffled() -> None:
    at = Table("nz-1998")
    at.stands("ann")
    at.prepares(until=Preparation.WASH)
    assert refused(lambda: at.dealer("shuffle")) == ("out_of_order", "nz-1998 6.3")


# The depth of the cutting card

DEPTHS = {"act-2015": (11, 12, "5.3"), "nz-1998": (19, 20, "7.3")}


@pytest.mark.parametrize(
    ("book", "below", "least", "number"),
    [pytest.param(book, *rest, marks=clause(book, rest[2])) for book, rest in DEPTHS.items()],
)
def test_7_3_the_depth_of_the_cutting_card_is_told_within_the_bounds(
    book: str, below: int, least: int, number: str
) -> None:
    at = Table(book)
    at.stands("ann")
    at.prepares(until=Preparation.LOAD)
    not_allowed = ("cut_depth_not_allowed", f"{book} {number}")
    for depth in (-1, 0, below, 417):
        assert refused(lambda: at.dealer("load_shoe", depth=depth)) == not_allowed  # noqa: B023
    at.dealer("load_shoe", depth=least)
    (loaded,) = at.events
    assert tell(loaded, "dan") == f"Shoe loaded with 416 cards, {least} behind the cutting card"


@clause("washington", "ruling 18")
def test_washington_any_depth_that_the_cards_allow() -> None:
    at = Table("washington", decks=2)
    at.stands("ann")
    at.prepares(until=Preparation.LOAD)
    for depth in (0, 105):
        assert refused(lambda: at.dealer("load_shoe", depth=depth))[0] == "cut_depth_not_allowed"  # noqa: B023
    at.dealer("load_shoe", depth=104)


@clause("nz-1998", "7.3")
def test_nz_1998_7_3_a_depth_that_nobody_told_is_unknown() -> None:
    at = Table("nz-1998", cut_depth=60)
    at.stands("ann")
    at.prepares(until=Preparation.LOAD)
    at.dealer("load_shoe")
    (loaded,) = at.events
    assert loaded.depth is None  # type: ignore[attr-defined]  # it is there, as the test has it
    assert tell(loaded, "dan") == "Shoe loaded with 416 cards, an unknown number behind the cutting card"


# The cut


def to_be_cut(book: str, **choices: Any) -> Table:
    at = Table(book, **choices)
    at.sits("ann", 2)
    at.stands("zoe")
    at.sits("bob", 1)
    return at.prepares(until=Preparation.CUT)


@clause("act-2015", "5.2", "ruling 33")
def test_act_2015_5_2_the_cut_is_offered_to_standing_patrons_after_the_seated() -> None:
    at = to_be_cut("act-2015")
    out_of_turn = ("cut_out_of_turn", "act-2015 5.2")
    assert refused(lambda: at.dealer("offer_cut", patron="zoe")) == out_of_turn
    for name in ("ann", "bob"):
        at.dealer("offer_cut", patron=name)
        at.patron(name, "decline_cut")
    assert refused(lambda: at.supervisor("cut", at=200)) == ("cut_not_yours", "act-2015 5.2"), "zoe was not asked"
    at.dealer("offer_cut", patron="zoe")
    at.patron("zoe", "cut", at=200)
    assert at.preparing()[0] == "load"


@clause("act-2015", "5.2")
def test_act_2015_5_2_the_supervisor_cuts_when_nobody_wants_to_and_the_dealer_never() -> None:
    at = to_be_cut("act-2015")
    for name in ("ann", "bob", "zoe"):
        at.dealer("offer_cut", patron=name)
        at.patron(name, "decline_cut")
    assert refused(lambda: at.dealer("cut", at=200)) == ("cut_not_yours", "act-2015 5.2")
    at.supervisor("cut", at=200)


@pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param("act-2015", "5.3", marks=clause("act-2015", "5.2")),
        pytest.param("nz-1998", "7.3", marks=clause("nz-1998", "7.2")),
        pytest.param("washington", "ruling 18", marks=clause("washington", "ruling 18")),
        pytest.param("house-midi", "ruling 18", marks=clause("house-midi", "ruling 18")),
    ],
)
def test_5_2_practice_offers_you_the_cut_in_a_pipe_too(book: str, number: str) -> None:
    said = " ".join(output("play", book, "--seed", "1", stdin="cut 120\nplayer 5\n").split())
    assert f"Patron cuts 120 cards deep ({number})" in said
    declined = output("play", book, "--seed", "1", stdin="player 5\n")
    assert "Supervisor cuts" in declined
    assert "Player $5" in declined, "the line is a bet and not lost"


@clause("nz-1998", "7.2")
def test_nz_1998_7_2_only_seated_patrons_are_offered_the_cut() -> None:
    at = to_be_cut("nz-1998")
    for name in ("bob", "ann"):
        at.dealer("offer_cut", patron=name)
        at.patron(name, "decline_cut")
    assert refused(lambda: at.dealer("offer_cut", patron="zoe")) == ("cut_out_of_turn", "nz-1998 7.2")
    at.dealer("cut", at=200)


@clause("house-midi", "ruling 18")
@pytest.mark.parametrize("staff", [DEALER, SUPERVISOR])
def test_house_midi_dealer_or_supervisor_cuts_when_all_decline(staff: Actor) -> None:
    at = to_be_cut("house-midi")
    for name in ("ann", "bob", "zoe"):
        assert refused(lambda: at.do(staff, "cut", at=200)) == ("cut_not_yours", "house-midi ruling 18")
        at.dealer("offer_cut", patron=name)
        at.patron(name, "decline_cut")
    assert "cut" in kinds(at, staff)
    at.do(staff, "cut", at=200)


@pytest.mark.parametrize(
    ("book", "first"),
    [
        pytest.param("act-2015", False, marks=clause("act-2015", "6.3")),
        pytest.param("nz-1998", True, marks=clause("nz-1998", "8.6")),
        pytest.param("washington", True, marks=clause("washington", "ruling 17")),
        pytest.param("house-midi", True, marks=clause("house-midi", "play")),
    ],
)
def test_which_hand_is_turned_first_is_said_by_each_book(book: str, *, first: bool) -> None:
    assert table_rules(book).player_turned_first.value is first
