"""What a house may choose, at the opening and by notice; and the page of rulings."""

import re
from pathlib import Path

import pytest

from puntobanco.app.practice_table import PracticeTable
from puntobanco.app.randomness import repeatable
from puntobanco.rulebooks import BOOKS, HouseRules, book, table_rules
from puntobanco.rulebooks.printing import sign
from puntobanco.table import commands, handle
from puntobanco.table.model import DrawTo
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import INTERNAL_CONTROLS, OPERATOR, PLAYER_WINS, TIE, Table, refused

PROCEDURES = INTERNAL_CONTROLS["washington"]


def opens(book_id: str, choices: dict[str, str]) -> object:
    return handle(None, commands.OpenTable(actor=OPERATOR, book=book_id, choices=tuple(choices.items())))


@clause("washington", "irregularities")
@pytest.mark.parametrize("left_out", sorted(PROCEDURES))
def test_washington_the_table_does_not_open_on_a_procedure_nobody_chose(left_out: str) -> None:
    chosen = {key: value for key, value in PROCEDURES.items() if key != left_out}
    assert refused(lambda: opens("washington", chosen)) == ("controls_incomplete", "washington irregularities")
    opens("washington", PROCEDURES)


@clause("washington", "irregularities")
def test_washington_nine_procedures_are_the_houses_to_choose() -> None:
    assert sorted(book("washington").chosen_by_every_house) == sorted(PROCEDURES)
    assert len(PROCEDURES) == 9


@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_the_practice_house_chooses_explicitly_and_opens(book_id: str) -> None:
    table = PracticeTable(book_id, HouseRules({}), repeatable(1), 100_000)
    assert table.rules.digest == table_rules(book_id).digest


# Procedures that a house could take away by notice: book, parameter, clause.
REMOVED = [
    *(("washington", key, "irregularities") for key in PROCEDURES),
    ("washington", "on_placement_error_found_late", "ruling 25"),
    ("house-midi", "on_excess_card_seen", "ruling 18"),
    ("house-midi", "on_too_few_cards", "ruling 18"),
    ("act-2015", "on_later_card_face_up", "ruling 14"),
]


@pytest.mark.parametrize(
    ("book_id", "key", "number"),
    [pytest.param(*row, marks=clause(row[0], row[2]), id=f"{row[0]} {row[1]}") for row in REMOVED],
)
def test_a_notice_that_removes_a_procedure_is_refused(book_id: str, key: str, number: str) -> None:
    at = Table.ready(book_id)
    assert refused(lambda: at.notice(**{key: "none"})) == ("controls_incomplete", f"{book_id} {number}")
    assert at.now.notices == ()
    at.round(PLAYER_WINS, player=100)
    at.draws("5c", DrawTo.EXCESS)
    assert "irregularity_found" in at.names()


# What must be given: book, parameter, clause.
GIVEN = [
    ("washington", "ghost_limit", "ghost hands"),
    ("house-midi", "commission_every", "commission"),
    ("act-2015", "pairs_minimum", "9.3"),
    ("act-2015", "pairs_maximum", "9.3"),
]


@pytest.mark.parametrize(
    ("book_id", "key", "number"),
    [pytest.param(*row, marks=clause(row[0], row[2]), id=f"{row[0]} {row[1]}") for row in GIVEN],
)
def test_what_must_be_given_is_not_taken_away(book_id: str, key: str, number: str) -> None:
    refusal = (f"{key}_not_allowed", f"{book_id} {number}")
    assert refused(lambda: Table(book_id, **{key: "none"})) == refusal
    at = Table.ready(book_id)
    assert refused(lambda: at.notice(**{key: "none"})) == refusal
    assert at.now.rules.ruled(key).value is not None, "left out, the practice value stands"


@clause("washington", "ghost hands")
def test_washington_without_ghost_hands_no_limit_is_needed() -> None:
    assert table_rules("washington", ghost_hands="no", ghost_limit="none").ghost_limit.value is None


@clause("act-2015", "8.2", "9.3")
def test_act_2015_without_pairs_no_limits_of_pairs_are_needed() -> None:
    rules = table_rules("act-2015", offered="none", pairs_minimum="none", pairs_maximum="none")
    assert rules.pairs_minimum.value is None


@clause("washington", "ruling 17")
def test_washington_commission_at_intervals_is_not_offered() -> None:
    refusal = ("commission_every_not_allowed", "washington ruling 17")
    assert refused(lambda: Table("washington", commission_every=20)) == refusal
    at = Table.ready("washington")
    assert refused(lambda: at.notice(commission_every=20)) == refusal


@clause("act-2015", "3.1")
@pytest.mark.parametrize("binds", ["area", "named"])
def test_act_2015_3_1_the_maximum_is_per_patron(binds: str) -> None:
    refusal = ("maximum_binds_not_allowed", "act-2015 3.1")
    assert refused(lambda: Table("act-2015", maximum_binds=binds)) == refusal
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    assert refused(lambda: at.notice(maximum_binds=binds)) == refusal
    at.bets("ann", "player", 1000, area=1)
    at.bets("bob", "player", 1000, area=1)
    assert at.lying() == {"ann 1 player": 1000, "bob 1 player": 1000}


@clause("act-2015", "4.7", "12.2", "ruling 14")
def test_act_2015_4_7_no_option_makes_a_round_without_wagers_of_a_face_up_card() -> None:
    option = {"on_first_card_face_up": "first_of_no_bet_round"}
    refusal = ("on_first_card_face_up_not_allowed", "act-2015 ruling 14")
    assert refused(lambda: Table("act-2015", **option)) == refusal
    at = Table.ready("act-2015")
    assert refused(lambda: at.notice(**option)) == refusal


# The dealing style of a round


def style(at: Table) -> str:
    return str(at.now.rules.dealing.value)


NO_NOTICE = [pytest.param("act-2015", "2.2", marks=clause("act-2015", "2.2"))]
NO_NOTICE.append(pytest.param("washington", "5", marks=clause("washington", "5")))


@pytest.mark.parametrize(("book_id", "number"), NO_NOTICE)
def test_2_2_the_dealing_style_needs_no_notice_and_holds_from_the_next_round(book_id: str, number: str) -> None:
    at = Table.ready(book_id, notice_rounds=2)
    at.notice(dealing="down")
    assert at.names() == ["change_announced", "change_took_effect"]
    assert at.clauses("change_took_effect") == [number]
    assert (style(at), at.now.notices) == ("down", ())
    at.bets("ann", "player", 100)
    if book_id == "act-2015":
        at.calls()
    at.draws(None, face_up=False)
    assert at.names()[-1] == "card_dealt"


@pytest.mark.parametrize(("book_id", "number"), NO_NOTICE)
def test_2_2_a_round_in_progress_keeps_its_style(book_id: str, number: str) -> None:
    at = Table.ready(book_id, notice_rounds=2)
    at.bets("ann", "player", 100)
    if book_id == "act-2015":
        at.calls()
    at.deals("9c")
    at.notice(dealing="down")
    assert (at.names(), style(at)) == (["change_announced"], "up")
    at.deals("2d Kh 3s").settles()
    assert at.clauses("change_took_effect") == [number]
    assert style(at) == "down"


@clause("act-2015", "2.2", "3.1", "ruling 6")
def test_2_2_a_style_that_holds_at_once_leaves_older_notices_waiting() -> None:
    at = Table.ready("act-2015")
    at.notice(minimum=10)
    at.notice(dealing="down")
    assert (style(at), at.now.rules.minimum.value, len(at.now.notices)) == ("down", 500, 1)
    at.round(PLAYER_WINS, player=100)
    assert (style(at), at.now.rules.minimum.value) == ("down", 1000)


@clause("act-2015", "2.2", "3.1", "ruling 6")
def test_2_2_together_with_limits_the_style_waits_for_them() -> None:
    at = Table.ready("act-2015")
    at.notice(minimum=10, dealing="down")
    assert (at.names(), style(at)) == (["change_announced"], "up")
    at.round(TIE, player=100)
    assert (style(at), at.now.rules.minimum.value) == ("down", 1000)


# The sign


@clause("house-midi", "dragon or jade bonus", "posted rules")
def test_house_midi_the_sign_says_non_natural_where_the_bonus_pays_by_margin() -> None:
    lines = {line.label: line.text for line in sign(table_rules("house-midi"))}
    for hand in ("Player", "Banker"):
        paid = lines[f"Dragon Bonus on {hand}"].split("; ")
        by_margin = [text for text in paid if " wins by " in text]
        assert len(by_margin) == 6
        assert all(text.endswith("non-natural") for text in by_margin)
        assert not any("non-natural" in text for text in paid if text not in by_margin)


@clause("house-midi", "posted rules", "ruling 19")
def test_house_midi_the_sign_says_that_a_bonus_needs_a_main_wager() -> None:
    def lines(**choices: str) -> list[tuple[str, str]]:
        return [(line.text, line.clause) for line in sign(table_rules("house-midi", **choices)) if line.label == NEEDS]

    wanted = [("only with a wager of the same patron on player, banker or tie", "ruling 19")]
    assert lines() == lines(offered="big_tiger") == lines(offered="banker_dragon") == wanted
    assert lines(bonus_needs_main="no") == lines(offered="none") == []


NEEDS = "Bonus wagers"

# The page of rulings

PAGE = (Path(__file__).parents[2] / "docs/rulings.md").read_text(encoding="utf-8")
RULING = re.compile(r"^### (?P<number>ruling \d+): (?P<text>.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)


def test_every_ruling_that_a_book_cites_is_on_the_page_and_no_other() -> None:
    listed = [match["number"] for match in RULING.finditer(PAGE)]
    cited = {one.number for found in BOOKS.values() for one in found.clauses if one.number.startswith("ruling ")}
    assert listed == sorted(cited, key=lambda number: int(number.split()[1]))


def test_every_ruling_on_the_page_has_its_reason() -> None:
    for match in RULING.finditer(PAGE):
        says, _, why = match["text"].partition("\n**Why:** ")
        assert len(says) > 30, match["number"]
        assert len(why) > 20, match["number"]


def test_the_reasons_on_the_page_are_those_of_the_books() -> None:
    """Every book that makes a ruling gives the same reason for it, and a clause of a document needs none."""
    why = {match["number"]: " ".join(match["text"].partition("**Why:**")[2].split()) for match in RULING.finditer(PAGE)}
    for found in BOOKS.values():
        assert {one.number: one.reason for one in found.clauses if one.reason} == {
            one.number: why[one.number] for one in found.clauses if one.number in why
        }
