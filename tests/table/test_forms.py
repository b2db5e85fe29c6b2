"""What is offered at a table, as small forms: what can be chosen, what is written, and what is said already."""

from typing import Any

import pytest

from puntobanco.streams.form_fields import field_of, members_of
from puntobanco.streams.forms import Field, FieldSort, Form
from puntobanco.table import Actor, Role, handle, legal_actions
from puntobanco.table.commands import COMMANDS
from puntobanco.table.model import Preparation
from puntobanco.table.views import ruling_forms
from puntobanco.table.views.ruling_forms import palette, rulings
from puntobanco.values.cards import Card
from tests.marks import ALL_BOOKS, clause
from tests.table.form_checks import unsaid
from tests.table.helpers import DEALER, OPERATOR, SUPERVISOR, Table, cents


def dealt(at: Table, kind: str, about: str = "") -> Form:
    """As the dealer has it."""
    (found,) = [one for one in palette(at.now, legal_actions(at.now, DEALER)) if (one.kind, one.about) == (kind, about)]
    return found


def ruled(at: Table, kind: str, actor: Actor = OPERATOR) -> Form:
    (found,) = [one for one in rulings(at.now, actor) if one.kind == kind]
    return found


def texts(field: Field) -> list[str]:
    return [one.text for one in field.options]


@clause("act-2015", "14.2", "15.1", "15.17")
def test_the_clauses_to_choose_are_those_that_bind_at_the_table() -> None:
    ordinary = offered_as_broken(Table.ready("act-2015"))
    assert ordinary[-4:] == ["14.6", "14.7", "14.8", "14.9"]
    tournament = offered_as_broken(Table.in_turn({"ann": 1}))
    assert tournament == [*ordinary, *(f"15.{number}" for number in range(1, 26))]


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_no_ruling_of_ours_is_a_clause_to_choose(book: str) -> None:
    choices = {} if book == "act-2015" else {"void_for_breach": "yes"}
    offered = offered_as_broken(Table.ready(book, None, **choices))
    assert offered
    assert not [one for one in offered if one.startswith("ruling")]


def offered_as_broken(at: Table) -> list[str]:
    (field,) = [one for one in ruled(at, "exclude").fields if one.name == "broke"]
    return [str(one.sets["broke"]) for one in field.options]


def test_a_form_asks_for_what_its_command_takes_and_no_offer_says() -> None:
    at = Table.ready("act-2015")
    draw = dealt(at, "draw")
    assert [(one.name, one.sort, one.required) for one in draw.fields] == [
        ("card", FieldSort.CARD, False),
        ("which", FieldSort.CHOICE, True),
        ("found_face_up", FieldSort.FLAG, False),
    ]
    buy = dealt(at, "buy_in")
    assert (buy.title, buy.says, buy.sets) == ("Buy in", "Bring chips to the table.", {})
    assert [(one.name, one.sort, one.label) for one in buy.fields] == [
        ("amount", FieldSort.MONEY, "Amount in dollars"),
        ("patron", FieldSort.TEXT, "Who"),
    ]
    assert (buy.fields[0].least, buy.fields[0].most) == (100, None)
    at.bets("ann", "player", 100)
    assert dealt(at, "call_no_more_bets").says == "Close the wagers."


def test_forms_of_the_preparation_ask_for_faces_and_depth() -> None:
    at = Table("act-2015")
    at.sits("ann", 1)
    assert [(one.name, one.sort) for one in dealt(at, "check_cards").fields] == [
        ("missing", FieldSort.TEXTS),
        ("surplus", FieldSort.TEXTS),
    ]
    at.prepares(until=Preparation.CUT)
    at.dealer("offer_cut", patron="ann")
    (deep,) = dealt(at, "cut", "ann").fields
    assert (deep.name, deep.label, deep.sort, deep.least, deep.most) == ("at", "Cards deep", FieldSort.NUMBER, 52, 364)
    at.dealer("cut", patron="ann", at=200)
    (depth,) = dealt(at, "load_shoe").fields
    assert (depth.name, depth.sort, depth.required) == ("depth", FieldSort.NUMBER, False)


def test_where_a_card_lies_is_one_choice_with_what_is_due_first() -> None:
    at = Table.ready("act-2015")
    assert texts(dealt(at, "draw").fields[1]) == [
        "Player, face up",
        "Player, face down",
        "Banker, face up",
        "Banker, face down",
        "Excess, face up",
        "Excess, face down",
    ]
    at.bets("ann", "player", 100)
    at.calls()
    where = dealt(at, "draw").fields[1]
    assert (where.label, where.usual) == ("Where it lies", "Where it is due, face up")
    assert (where.options[0].sets, where.options[7].sets) == (
        {"to": None, "face_up": True},
        {"to": "excess", "face_up": False},
    )


def test_there_is_one_for_each_patron_and_what_is_about_the_table_comes_first() -> None:
    at = Table.ready("act-2015")
    at.patron("bob", "buy_in", amount=cents(100))
    found = palette(at.now, legal_actions(at.now, DEALER))
    told = [one.about for one in found]
    assert told == sorted(told, key=bool)
    assert [(one.kind, one.about, one.sets) for one in found if one.kind == "leave_table"] == [
        ("leave_table", "ann", {"patron": "ann"}),
        ("leave_table", "bob", {"patron": "bob"}),
    ]
    (seat,) = dealt(at, "take_seat", "bob").fields
    assert (seat.label, texts(seat)[:2], seat.usual) == ("Which seat", ["Seat 2", "Seat 3"], "Seat 2")
    assert dealt(at, "leave_seat", "ann").fields == ()


def test_a_wager_is_chosen_with_its_area_and_says_between_which_amounts() -> None:
    at = Table.ready("act-2015", minimum="10", maximum="500")
    which, amount = dealt(at, "place", "ann").fields
    first = which.options[0]
    assert (which.label, first.text) == ("Which wager", "Player in area 1")
    assert first.sets == {"area": "1", "wager": "player", "laid_by_patron": True}
    assert (first.least, first.most) == (cents(10), cents(500))
    assert (amount.name, amount.sort, amount.required) == ("amount", FieldSort.MONEY, True)
    at.bets("ann", "player", 100)
    back, part = dealt(at, "withdraw", "ann").fields
    assert [(one.text, one.most) for one in back.options] == [("Player in area 1", cents(100))]
    assert (back.usual, part.required) == ("Player in area 1", False)


def test_the_own_area_of_a_patron_comes_first() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    which = dealt(at, "place", "bob").fields[0]
    assert (texts(which)[0], which.usual) == ("Player in area 2", "Player in area 2")
    assert "Player in area 1" in texts(which)


def test_what_was_spoken_is_told_apart_from_what_was_laid() -> None:
    at = Table.ready("nz-1998")
    which = dealt(at, "place", "ann").fields[0]
    assert {"Player in area 1", "Player in area 1, as it was spoken"} <= set(texts(which))


@pytest.mark.parametrize("book", ["act-2015", "nz-1998", "house-midi"])
def test_no_two_options_of_a_field_are_called_the_same(book: str) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 100)
    forms = [*palette(at.now, legal_actions(at.now, DEALER)), *rulings(at.now, SUPERVISOR), *rulings(at.now, OPERATOR)]
    for field in (one for form in forms for one in form.fields):
        assert len(set(texts(field))) == len(field.options), field


def test_a_ruling_presets_only_what_is_certain() -> None:
    at = Table.ready("act-2015")
    at.round("2c 9d Kh Kc", player=100)
    which, why = ruled(at, "void_round").fields
    assert (texts(which), which.usual) == (["Round 1: banker, $100 staked"], "Round 1: banker, $100 staked")
    assert (why.label, why.options[0].sets, why.usual) == ("Why", {"reason": "disturbance"}, "")
    at.round("2c 9d Kh Kc", player=100)
    assert ruled(at, "void_round").fields[0].usual == ""


RULINGS = """
reconstruct declare_beyond_repair decide_dispute
inspect_cards cut start_no_bet
report_empty disclose_card correct_card report_placement_error
void_round void_wager record_payment
exclude lift_exclusion
grant_maximum assign_exposer require_seat
raise_dispute ask_review
fill_float credit_float count_float
"""


def test_rulings_are_in_groups_by_what_they_are_about() -> None:
    ranks = {kind: command.ruling for kind, command in COMMANDS.items() if command.ruling is not None}
    found = {rank: [kind for kind in ranks if ranks[kind] is rank] for rank in sorted(set(ranks.values()))}
    assert [" ".join(kinds) for kinds in found.values()] == RULINGS.strip().splitlines()


def test_the_most_pressing_rulings_come_first() -> None:
    at = Table.ready("act-2015")
    at.patron("ann", "raise_dispute", text="I bet on banker")
    at.round("2c 9d Kh Kc", player=100)
    found = [one.kind for one in rulings(at.now, OPERATOR)]
    assert found[:4] == ["decide_dispute", "void_round", "void_wager", "exclude"]
    assert found[4:] == ["grant_maximum", "fill_float", "credit_float", "count_float"]


def test_a_dispute_is_decided_with_or_without_money() -> None:
    at = Table.ready("act-2015")
    at.patron("ann", "raise_dispute", text="I bet on banker")
    assert [(one.label, one.sort, one.required) for one in ruled(at, "decide_dispute").fields] == [
        ("Which dispute", FieldSort.CHOICE, True),
        ("The decision, in words", FieldSort.WORDS, True),
        ("Refer it to the regulator", FieldSort.FLAG, False),
        ("Whose money it moves", FieldSort.CHOICE, False),
        ("Dollars to the patron, below zero from the patron", FieldSort.MONEY, False),
    ]
    assert texts(ruled(at, "decide_dispute").fields[0]) == ["1, ann: I bet on banker"]


def test_a_payment_in_error_is_about_a_wager_of_the_list() -> None:
    at = Table.ready("act-2015")
    at.round("2c 9d Kh Kc", player=100)
    which, paid, debt = ruled(at, "record_payment", SUPERVISOR).fields
    assert texts(which) == ["Round 1, ann: player in area 1, $100, $0 came back"]
    assert which.options[0].sets == {"round": 1, "patron": "ann", "area": "1", "wager": "player"}
    assert (paid.name, paid.label) == ("amount", "What the patron really got back, the stake included")
    assert (debt.name, debt.sort) == ("debt", FieldSort.FLAG)


def filled(form: Form) -> dict[str, Any]:
    """As somebody would fill it in who takes what is usual, or the least."""
    found: dict[str, Any] = dict(form.sets)
    chosen = [one for field in form.fields for one in field.options if one.text == field.usual]
    for option in chosen:
        found |= option.sets
    for field in form.fields:
        match field.sort:
            case FieldSort.MONEY if field.required:
                found[field.name] = (chosen[0] if chosen else field).least or cents(100)
            case FieldSort.CARD:
                found[field.name] = Card.parse("7c")
            case FieldSort.TEXT:
                found[field.name] = "cy"
    return found


@pytest.mark.parametrize("book", ["act-2015", "nz-1998", "house-midi"])
def test_every_form_of_the_dealer_makes_a_command_that_the_table_takes(book: str) -> None:
    at = Table.ready(book)
    at.patron("bob", "buy_in", amount=cents(1_000))
    at.bets("ann", "player", 100)
    forms = palette(at.now, legal_actions(at.now, DEALER))
    assert {"place", "withdraw", "take_seat", "cash_out", "draw", "buy_in"} <= {one.kind for one in forms}
    for form in forms:
        command: Any = COMMANDS[form.kind]
        handle(at.now, command(actor=DEALER, **filled(form)))


def test_whatever_a_dealer_or_whoever_rules_can_say_has_a_field() -> None:
    said = [one for one in COMMANDS.values() if Role.DEALER in one.roles or one.ruling is not None]
    asked = [field_of(member, "") for command in said for member in members_of(command)]
    assert {one.sort for one in asked} == {*FieldSort} - {
        FieldSort.WORDS,
        FieldSort.DATE,
        FieldSort.TIME,
        FieldSort.TIMES,
        FieldSort.SIZES,
    }


def test_an_offer_without_its_form_is_noticed() -> None:
    at = Table.ready("act-2015")
    offers = legal_actions(at.now, DEALER)
    forms = palette(at.now, offers)
    assert [*unsaid(offers, forms)] == []
    for place, form in enumerate(forms):
        found = [*unsaid(offers, (*forms[:place], *forms[place + 1 :]))]
        assert {one["do"] for one in found} == {form.kind}


# Rulings on rounds that are long over

WAGER = {"round": 1, "patron": "ann", "area": "1", "wager": "player"}
WON, LOST = "player in area 1, $100, $200 came back", "tie in area 1, $10, $0 came back"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Three rounds of two wagers each, where lists have room for four."""
    monkeypatch.setattr(ruling_forms, "MOST_TO_CHOOSE", 4)
    at = Table.ready("act-2015")
    for _ in range(3):
        at.round("9c 2d Kh 3s", player=100, tie=10)
    return at


def of_round(at: Table, kind: str, number: int) -> Form:
    (found,) = [one for one in rulings(at.now, OPERATOR, number) if one.kind == kind]
    return found


@pytest.mark.parametrize(("kind", "actor"), [("void_wager", OPERATOR), ("record_payment", SUPERVISOR)])
def test_a_list_has_the_newest_and_says_that_there_are_more(played: Table, kind: str, actor: Actor) -> None:
    wagers = ruled(played, kind, actor).fields[0]
    newest = [f"Round {number}, ann: {said}" for number in (3, 2) for said in (LOST, WON)]
    assert (texts(wagers), wagers.more) == (newest, True)


def test_a_list_that_holds_all_has_no_more(played: Table) -> None:
    assert ruled(played, "void_round").fields[0].more is False
    played.round("9c 2d Kh 3s", player=100)
    assert ruled(played, "void_round").fields[0].more is False
    played.round("9c 2d Kh 3s", player=100)
    assert ruled(played, "void_round").fields[0].more is True


def test_a_wager_that_no_list_holds_any_more_is_found_by_its_round_and_ruled_on(played: Table) -> None:
    wagers = of_round(played, "void_wager", 1).fields[0]
    assert [(one.text, one.sets) for one in wagers.options] == [
        (f"Round 1, ann: {LOST}", {**WAGER, "wager": "tie"}),
        (f"Round 1, ann: {WON}", WAGER),
    ]
    before = played.chips("ann")
    played.operator("void_wager", **wagers.options[1].sets, broke="10.1")
    assert before - played.chips("ann") == 100, "what she won goes back"
    assert texts(of_round(played, "void_wager", 1).fields[0]) == [f"Round 1, ann: {LOST}"]


def test_a_round_is_found_by_its_number(played: Table) -> None:
    (found,) = of_round(played, "void_round", 2).fields[0].options
    assert (found.text, found.sets) == ("Round 2: player, $110 staked", {"round": 2})


@pytest.mark.parametrize("kind", ["void_wager", "record_payment", "void_round", "report_placement_error"])
def test_a_round_that_nobody_can_rule_on_has_nothing_to_choose_and_asks_for_nothing_else(
    played: Table, kind: str
) -> None:
    forms = {one.kind: one for who in (SUPERVISOR, OPERATOR) for one in rulings(played.now, who, 77)}
    newest = {one.kind: one for who in (SUPERVISOR, OPERATOR) for one in rulings(played.now, who)}
    chosen, *others = forms[kind].fields
    assert (chosen.options, chosen.more) == ((), True)
    assert others == list(newest[kind].fields[1:])


def test_a_payment_that_became_a_debt_is_not_offered_to_be_recorded_again(played: Table) -> None:
    played.supervisor("record_payment", **{**WAGER, "round": 3}, amount=cents(300), debt=True)
    offered = texts(ruled(played, "record_payment", SUPERVISOR).fields[0])
    assert offered[:2] == [f"Round 3, ann: {LOST}", f"Round 2, ann: {LOST}"]
