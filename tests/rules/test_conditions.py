"""Approved conditions over book and house: what they change, what they cite, and what they cannot."""

import json

import msgspec
import pytest

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import HouseRules, book, printing, table_rules
from puntobanco.rulebooks.approved_conditions import prevail, with_choices
from puntobanco.rulebooks.not_offered import left_out_by
from puntobanco.rulebooks.rule_values import BettingOrder, ChipSource, Closing, SettlementMethod
from puntobanco.rulebooks.table_rules import PARAMETERS, TableRules
from puntobanco.rulebooks.wagers import CommissionWhenPaid
from puntobanco.values.money import Odds
from tests.cli.test_cli import output
from tests.marks import clause

DIGEST = "d" * 64


def by_conditions(house: dict[str, object] | None = None, /, **values: object) -> TableRules:
    return prevail(table_rules("act-2015", **(house or {})), values, conditions=DIGEST)


# What conditions change, and by which clause


@clause("act-2015", "15.5")
@pytest.mark.parametrize(
    ("key", "value", "typed"),
    [
        ("minimum", "25", 2500),
        ("decks", 6, 6),
        ("ghost_limit", "5", 5),
        ("tie_odds", "9:1", Odds.of(9, 1)),
        ("patrons_per_area", "1", 1),
        ("settlement", "B", SettlementMethod.B),
        ("one_per_option", "no", False),
        ("closing", "at_first_card", Closing.AT_FIRST_CARD),
        ("burn_for_ten", "1", 1),
        ("call_no_more_bets", "Hands off", "Hands off"),
    ],
)
def test_act_2015_15_5_a_condition_prevails_over_book_and_house(key: str, value: object, typed: object) -> None:
    found = by_conditions(**{key: value}).ruled(key)
    assert (found.value, found.clause) == (typed, "15.5")


@clause("act-2015", "15.5")
@pytest.mark.parametrize(
    ("key", "value", "number"), [("minimum", "5", "3.1"), ("decks", "8", "2.1"), ("tie_odds", "8:1", "8.8")]
)
def test_act_2015_15_5_where_nothing_conflicts_the_book_is_cited(key: str, value: str, number: str) -> None:
    rules = by_conditions(**{key: value})
    assert rules.ruled(key) == table_rules("act-2015").ruled(key)
    assert rules.ruled(key).clause == number
    assert not rules.by_conditions(key)


@clause("act-2015", "15.5")
def test_act_2015_15_5_only_what_conflicts_is_changed() -> None:
    plain, rules = table_rules("act-2015"), by_conditions(minimum="25")
    other = {key for key in PARAMETERS if rules.ruled(key) != plain.ruled(key)}
    with_them = {"sit_out_limit", "betting_order", "least_risk", "chips_come_from", "personal_maximum"}
    assert other == {"minimum", *with_them}
    assert {key for key in PARAMETERS if rules.by_conditions(key)} == {"minimum"}


@clause("act-2015", "15.5")
def test_act_2015_15_5_a_wager_cites_the_conditions_for_the_numbers_that_are_theirs() -> None:
    rules = by_conditions(tie_odds="9:1", commission="4%")
    assert [line.clause for line in rules.wager("tie").lines] == ["15.5"]
    plan = rules.wager("banker").commission
    assert isinstance(plan, CommissionWhenPaid)
    assert (str(plan.rate.fraction), plan.clause) == ("1/25", "15.5")
    assert {line.clause for line in rules.wager("banker").lines} == {"8.8", "8.4"}
    assert "15.5" not in by_conditions(minimum="25").wager("tie").clauses


@clause("act-2015", "15.5")
def test_act_2015_15_5_wagers_are_offered_as_the_conditions_say() -> None:
    rules = by_conditions(offered="none")
    assert [wager.id for wager in rules.wagers] == ["player", "banker", "tie"]
    assert (rules.offered.value, rules.offered.clause) == ((), "15.5")
    assert left_out_by(rules, "player_pair") == "15.5"
    assert left_out_by(by_conditions({"offered": "none"}), "player_pair") == "8.2"


@clause("act-2015", "15.5")
def test_act_2015_15_5_conditions_offer_what_the_house_does_not() -> None:
    rules = by_conditions({"offered": "none"}, offered="banker_pair")
    assert [wager.id for wager in rules.wagers] == ["player", "banker", "tie", "banker_pair"]
    assert (rules.offered.value, rules.offered.clause) == (("banker_pair",), "15.5")
    assert rules.wager("banker_pair").allowed_by == "8.2"


@clause("act-2015", "4.3")
def test_act_2015_4_3_conditions_make_no_pay_table() -> None:
    with pytest.raises(Refused) as refusal:
        by_conditions(offered="big_tiger")
    assert (refusal.value.code, refusal.value.clause) == ("offered_not_allowed", "act-2015 4.3")
    with pytest.raises(Refused, match="pairs = none is not allowed: player_pair is offered"):
        by_conditions(pairs="none")
    assert by_conditions(pairs="none", offered="none").pairs.value is None


def test_conditions_say_all_that_is_offered() -> None:
    with pytest.raises(Unreadable, match="conditions name all side bets that are offered, or none"):
        by_conditions(offered="-banker_pair")


def test_rules_name_the_conditions_and_have_another_digest() -> None:
    rules = by_conditions(minimum="25", chips=[1, 5])
    assert rules.conditions is not None
    assert rules.conditions.digest == DIGEST
    assert rules.conditions.values == (("minimum", "$25"), ("chips", "$1, $5"))
    assert rules.digest != prevail(table_rules("act-2015"), {"minimum": 25}, conditions="e" * 64).digest
    assert table_rules("act-2015").conditions is None
    assert msgspec.json.decode(msgspec.json.encode(rules), type=TableRules) == rules


# What comes with conditions


@pytest.mark.parametrize(
    ("key", "value", "number"),
    [
        pytest.param("sit_out_limit", None, "15.7", marks=clause("act-2015", "15.7", "ruling 20")),
        pytest.param("chips_come_from", ChipSource.BANK, "15.13", marks=clause("act-2015", "15.13")),
        pytest.param("least_risk", 500, "15.14", marks=clause("act-2015", "15.14")),
        pytest.param("betting_order", BettingOrder.IN_TURN, "15.15", marks=clause("act-2015", "15.15")),
    ],
)
def test_what_comes_with_conditions_cites_its_own_clause(key: str, value: object, number: str) -> None:
    found = by_conditions().ruled(key)
    assert (found.value, found.clause) == (value, number)


@clause("act-2015", "15.14")
@pytest.mark.parametrize(
    ("house", "conditions", "least"),
    [({"minimum": 20}, {}, 2000), ({"minimum": 20}, {"minimum": 30}, 3000), ({}, {"minimum": 1}, 100)],
)
def test_act_2015_15_14_the_least_risk_is_the_tables_minimum(
    house: dict[str, object], conditions: dict[str, object], least: int
) -> None:
    assert by_conditions(house, **conditions).least_risk.value == least


@pytest.mark.parametrize(
    ("key", "value", "number"),
    [
        pytest.param("betting_order", "any", "15.15", marks=clause("act-2015", "15.15")),
        pytest.param("chips_come_from", "cage", "15.13", marks=clause("act-2015", "15.13")),
        pytest.param("least_risk", "none", "15.14", marks=clause("act-2015", "15.14")),
        pytest.param("least_risk", "4.99", "15.14", marks=clause("act-2015", "15.14")),
        pytest.param("sit_out_limit", "3", "15.7", marks=clause("act-2015", "15.7", "ruling 20")),
    ],
)
def test_conditions_do_not_prevail_over_their_own_section(key: str, value: str, number: str) -> None:
    with pytest.raises(Refused) as refusal:
        by_conditions(**{key: value})
    assert (refusal.value.code, refusal.value.clause) == (f"{key}_not_allowed", f"act-2015 {number}")


def test_conditions_may_repeat_what_their_section_says() -> None:
    repeated = by_conditions(betting_order="in_turn", chips_come_from="bank", least_risk="5", sit_out_limit="none")
    plain = by_conditions()
    assert all(repeated.ruled(key) == plain.ruled(key) for key in PARAMETERS)


# What cannot be


@pytest.mark.parametrize("book_id", ["nz-1998", "washington", "house-midi"])
def test_a_book_without_such_a_clause_lets_no_conditions_prevail(book_id: str) -> None:
    with pytest.raises(Refused) as refusal:
        prevail(table_rules(book_id), {"minimum": "10"}, conditions=DIGEST)
    assert (refusal.value.code, refusal.value.clause) == ("no_conditions", f"{book_id} ruling 49")
    assert book(book_id).conditions is None


@pytest.mark.parametrize(
    ("values", "number", "says"),
    [
        ({"minimum": "2000"}, "15.5", r"minimum = \$2,000 is not allowed: it is above maximum = \$1,000"),
        ({"maximum": "4"}, "3.1", r"minimum = \$5 is not allowed: it is above maximum = \$4"),
        ({"decks": "1", "cut_depth": "53"}, "15.5", "cut_depth = 53 is not allowed: 52 cards in all"),
        ({"pairs_minimum": "none"}, "15.5", "pairs are offered: give their limit"),
        ({"gallery_lines": "7"}, "15.5", "6 lines lie between the areas"),
    ],
)
@clause("act-2015", "15.5")
def test_act_2015_15_5_conditions_that_make_no_table_are_refused(
    values: dict[str, object], number: str, says: str
) -> None:
    with pytest.raises(Refused, match=says) as refusal:
        by_conditions(**values)
    assert refusal.value.clause == f"act-2015 {number}"


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("jokers", "2", "'jokers' is nothing that conditions say of a table: choose from decks"),
        ("minimum", "a lot", "minimum = 'a lot' cannot be read: write an amount in dollars"),
        ("one_per_option", "perhaps", "one_per_option = 'perhaps' cannot be read: write yes or no"),
        ("naturals", "7", "naturals = '7' cannot be read: write nothing: only the document sets it"),
    ],
)
def test_what_conditions_cannot_say_is_unreadable(key: str, value: str, says: str) -> None:
    with pytest.raises(Unreadable) as error:
        by_conditions(**{key: value})
    assert says in str(error.value)


# The house beneath


def test_the_house_still_chooses_what_the_conditions_leave() -> None:
    rules = by_conditions({"burn": "exposed", "seats": 5}, minimum="25")
    assert (rules.burn.value, rules.seats.value) == ("exposed", 5)
    changed = with_choices(rules, HouseRules.read({"burn": "hidden", "maximum": 400}))
    assert (changed.burn.value, changed.maximum.value, changed.seats.value) == ("hidden", 40_000, 5)
    assert (changed.minimum.value, changed.minimum.clause) == (2500, "15.5")
    assert (changed.least_risk.value, changed.conditions) == (2500, rules.conditions)


@clause("act-2015", "15.5")
def test_act_2015_15_5_a_condition_that_only_repeated_the_house_prevails_over_a_later_choice() -> None:
    rules = by_conditions(minimum="5")
    changed = with_choices(rules, HouseRules.read({"minimum": 50}))
    assert (changed.minimum.value, changed.least_risk.value) == (500, 500)


# The sign


@clause("act-2015", "15.5")
def test_act_2015_15_5_the_sign_marks_every_value_that_is_the_conditions() -> None:
    lines = {
        line.label: line for line in printing.sign(by_conditions(minimum="25", patrons_per_area="1", tie_odds="9:1"))
    }
    assert (lines["Minimum wager"].text, lines["Minimum wager"].clause) == ("$25", "by the conditions, 15.5")
    assert lines["Maximum wager"].clause == "3.1"
    assert lines["Tie"].clause == "by the conditions, 15.5, 8.6"
    assert lines["Layout: Patrons per wagering area"].clause == "by the conditions, 15.5"
    assert lines["Wagers: Tie pays"].text == "9 to 1"


@pytest.mark.parametrize(
    ("label", "number"),
    [
        pytest.param("Wagers", "15.15", marks=clause("act-2015", "15.15")),
        pytest.param("Every patron risks at least", "15.14", marks=clause("act-2015", "15.14")),
        pytest.param("Source of chips", "15.13", marks=clause("act-2015", "15.13")),
    ],
)
def test_the_sign_says_what_comes_with_conditions(label: str, number: str) -> None:
    lines = {line.label: line.clause for line in printing.sign(by_conditions())}
    assert lines[label] == number
    assert label not in {line.label for line in printing.sign(table_rules("act-2015"))}


def test_the_command_line_prints_the_marks() -> None:
    asked = ("rules", "sign", "act-2015", "--condition", "minimum=25")
    assert "by the conditions, 15.5" in output(*asked)
    lines = json.loads(output(*asked, "--format", "json"))["lines"]
    assert {"label": "Minimum wager", "text": "$25", "clause": "by the conditions, 15.5"} in lines
