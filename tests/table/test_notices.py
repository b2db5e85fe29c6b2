"""Every change that needs notice goes by one mechanism: announced now, in force from the round after."""

from dataclasses import replace

import pytest

from puntobanco.rulebooks import BOOKS as BOOKS_THERE_ARE
from puntobanco.rulebooks import EARLIER_EDITIONS, book
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.streams.ledger import CAGE
from puntobanco.table import ledger
from puntobanco.table.views.describe import tell
from puntobanco.values.replace import changed
from tests.marks import ALL_BOOKS, cited, clause
from tests.rules.test_editions import with_other_tie_odds
from tests.table.helpers import BANKER_WINS, PLAYER_WINS, TIE, Table, refused

BOOKS = [pytest.param(book, marks=clause(book, "ruling 6")) for book in ALL_BOOKS]

ALL_BONUSES = "banker_dragon, big_tiger, player_dragon, small_tiger"

# Book, clause, what is changed, and what the table says of it before and after.
CHANGES = [
    ("act-2015", "3.1", "minimum", "10", "$5", "$10"),
    ("act-2015", "3.1", "maximum", "2000", "$1,000", "$2,000"),
    ("act-2015", "3.3", "multiple", "5", "$1", "$5"),
    ("act-2015", "3.7", "differential", "100", "none", "$100"),
    ("act-2015", "8.3", "settlement", "B", "A", "B"),
    ("act-2015", "8.2", "pairs", "canberra", "perfect", "canberra"),
    ("act-2015", "9.3", "pairs_maximum", "50", "$1,000", "$50"),
    ("nz-1998", "5.13", "minimum", "10", "$5", "$10"),
    ("nz-1998", "5.13", "differential", "100", "none", "$100"),
    ("washington", "ruling 18", "minimum", "10", "$5", "$10"),
    ("washington", "8", "commission", "4%", "5%", "4%"),
    ("house-midi", "ruling 18", "maximum", "2000", "$1,000", "$2,000"),
    ("act-2015", "8.2", "offered", "-player_pair", "banker_pair, player_pair", "banker_pair"),
    ("house-midi", "tiger bonus", "offered", "player_dragon", ALL_BONUSES, "player_dragon"),
]


def shown(at: Table, key: str) -> str:
    return PARAMETERS[key].kind.show(at.now.rules.ruled(key).value)


@pytest.mark.parametrize(
    ("book", "key", "value", "before", "after"),
    [
        pytest.param(book, *rest, marks=clause(book, number, "ruling 6"), id=f"{book} {rest[0]}")
        for book, number, *rest in CHANGES
    ],
)
def test_a_change_is_in_force_from_the_round_after_its_notice(
    book: str, key: str, value: str, before: str, after: str
) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 20)
    at.notice(**{key: value})
    assert at.names() == ["change_announced"]
    assert shown(at, key) == before
    at.plays(PLAYER_WINS)
    assert shown(at, key) == after
    assert "change_took_effect" in at.names()
    assert at.clauses("change_took_effect") == ["ruling 6"]
    assert at.now.notices == ()


@clause("act-2015", "ruling 6")
def test_an_open_table_goes_by_the_edition_it_was_opened_with(monkeypatch: pytest.MonkeyPatch) -> None:
    first = book("act-2015")
    at = Table.ready("act-2015")
    monkeypatch.setitem(BOOKS_THERE_ARE, "act-2015", replace(with_other_tie_odds(first), edition=2))
    monkeypatch.setitem(EARLIER_EDITIONS, ("act-2015", 1), first)
    at.notice(minimum="10")
    at.bets("ann", "player", 20)
    at.plays(PLAYER_WINS)
    assert (at.now.rules.edition, shown(at, "minimum"), shown(at, "tie_odds")) == (1, "$10", "8 to 1")
    new = Table.ready("act-2015")
    assert (new.now.rules.edition, shown(new, "tie_odds")) == (2, "9 to 1")


@clause("act-2015", "8.3", "8.9", "ruling 6")
def test_a_round_is_settled_by_the_method_that_stood_when_it_was_bet_on() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "banker", 100)
    at.calls()
    at.notice(settlement="B")
    at.deals("Kc 6d 2h Ks 3c").settles()
    assert at.chips("ann") == 1095, "method A"
    at.round("Kc 6d 2h Ks 3c", banker=100)
    assert at.chips("ann") == 1145, "method B pays half when banker wins on six"


@clause("act-2015", "3.7", "3.6")
def test_a_new_differential_binds_from_the_round_after() -> None:
    at = Table.ready("act-2015")
    at.notice(differential=100)
    at.round(PLAYER_WINS, player=500)
    assert at.chips("ann") == 1500
    at.bets("ann", "player", 500)
    at.calls()
    assert at.lying() == {"ann 1 player": 100}


@clause("act-2015", "3.1")
def test_a_void_round_and_a_round_without_wagers_are_rounds_to_a_notice() -> None:
    at = Table.ready("act-2015")
    at.notice(minimum=10)
    at.patron("ann", "ask_no_bet")
    at.supervisor("start_no_bet")
    at.deals(PLAYER_WINS).settles()
    assert at.now.rules.minimum.value == 1000


@pytest.mark.parametrize("book", BOOKS)
def test_notices_stack_in_the_order_given(book: str) -> None:
    at = Table.ready(book)
    at.notice(minimum=10)
    at.notice(maximum=2000)
    at.notice(minimum=20)
    at.round(PLAYER_WINS, player=40)
    rules = at.now.rules
    assert (rules.minimum.value, rules.maximum.value) == (2000, 200_000)
    assert at.clauses("change_took_effect") == ["ruling 6"] * 3


@pytest.mark.parametrize("book", BOOKS)
def test_a_notice_given_a_round_later_takes_effect_a_round_later(book: str) -> None:
    at = Table.ready(book)
    at.notice(minimum=10)
    at.round(PLAYER_WINS, player=40)
    at.notice(maximum=2000)
    assert (at.now.rules.minimum.value, at.now.rules.maximum.value) == (1000, 100_000)
    at.round(PLAYER_WINS, player=40)
    assert (at.now.rules.minimum.value, at.now.rules.maximum.value) == (1000, 200_000)


@clause("house-midi", "tiger bonus", "dragon or jade bonus", "ruling 6")
def test_house_midi_a_notice_of_one_side_bet_leaves_the_others_as_earlier_notices_have_them() -> None:
    at = Table.ready("house-midi")
    at.notice(offered="-big_tiger")
    (event,) = at.notice(offered="-player_dragon")
    assert tell(event, "oz") == "Notice from round 2: Side bets offered: banker_dragon, small_tiger"
    at.round(PLAYER_WINS, player=40)
    assert shown(at, "offered") == "banker_dragon, small_tiger"
    at.notice(offered="+big_tiger, -small_tiger")
    at.round(PLAYER_WINS, player=40)
    assert shown(at, "offered") == "banker_dragon, big_tiger"
    assert refused(lambda: at.bets("ann", "small_tiger", 10)) == ("not_offered", "house-midi tiger bonus")


@clause("house-midi", "ruling 26")
def test_house_midi_a_notice_of_a_side_bet_of_another_book_is_refused() -> None:
    at = Table.ready("house-midi")
    for choice in ("-player_pair", "+player_pair", "player_pair", "tie"):
        assert refused(lambda: at.notice(offered=choice)) == ("offered_not_allowed", "house-midi ruling 26")  # noqa: B023
    assert at.now.notices == ()


@clause("nz-1998", "8.4", "ruling 6")
def test_nz_1998_8_4_the_dealing_style_changes_with_a_new_shoe_only() -> None:
    at = Table.ready("nz-1998")
    at.notice(dealing="down")
    at.round(PLAYER_WINS, player=20)
    at.round(PLAYER_WINS, player=20)
    assert str(at.now.rules.dealing.value) == "up"
    at.dealer("draw_cutting_card")
    at.round(PLAYER_WINS, player=20)
    at.dealer("shuffle")
    assert at.clauses("change_took_effect") == ["8.4"]
    at.prepares()
    assert str(at.now.rules.dealing.value) == "down"


@clause("nz-1998", "8.4", "ruling 6")
def test_nz_1998_8_4_a_style_announced_during_the_last_shuffle_waits_for_the_next() -> None:
    at = Table("nz-1998")
    at.sits("ann", 1)
    at.notice(dealing="down")
    at.prepares()
    assert str(at.now.rules.dealing.value) == "up", "notice was given in this very round"


@clause("nz-1998", "8.4", "5.13", "ruling 6")
@pytest.mark.parametrize("style_first", [True, False])
def test_nz_1998_8_4_other_notices_pass_a_style_that_waits_and_neither_undoes_the_other(*, style_first: bool) -> None:
    at = Table.ready("nz-1998")
    for style in (style_first, not style_first):
        at.notice(dealing="down") if style else at.notice(minimum=10)
    at.round(PLAYER_WINS, player=20)
    assert (str(at.now.rules.dealing.value), at.now.rules.minimum.value) == ("up", 1000)
    at.dealer("draw_cutting_card")
    at.notice(maximum=2000)
    at.round(PLAYER_WINS, player=20)
    at.prepares()
    rules = at.now.rules
    assert (str(rules.dealing.value), rules.minimum.value, rules.maximum.value) == ("down", 1000, 200_000)


@clause("nz-1998", "8.4", "5.12", "ruling 6")
def test_nz_1998_chips_that_a_change_forbids_go_back() -> None:
    at = Table.ready("nz-1998")
    at.notice(dealing="down", minimum=50)
    at.round(TIE, player=20)
    assert (at.lying(), at.chips("ann")) == ({}, 1000)


@clause("nz-1998", "5.12", "ruling 6")
def test_nz_1998_5_12_chips_that_stay_are_measured_by_all_notices_of_a_round_together() -> None:
    at = Table.ready("nz-1998")
    at.notice(minimum=50)
    at.notice(minimum=20)
    at.round(TIE, player=30)
    assert (at.now.rules.minimum.value, at.lying()) == (2000, {"ann 1 player": 30})
    at.notice(minimum=10)
    at.notice(minimum=40)
    at.plays(TIE)
    assert (at.now.rules.minimum.value, at.lying()) == (4000, {})


@clause("nz-1998", "8.4", "5.5", "ruling 6")
def test_nz_1998_8_4_only_the_style_of_a_notice_waits_for_the_next_shoe() -> None:
    at = Table.ready("nz-1998", patrons_per_area=3)
    at.notice(dealing="down", minimum=10, patrons_per_area=1)
    assert [tell(event, "oz") for event in at.events] == [
        "Notice from round 2: Minimum wager: $10; Patrons per wagering area: 1",
        "Notice from the next shoe, not before round 2: First four cards are dealt: down",
    ]
    assert at.clauses("change_announced") == ["ruling 6", "8.4"]
    at.round(PLAYER_WINS, player=20)
    rules = at.now.rules
    assert (rules.minimum.value, rules.patrons_per_area.value, str(rules.dealing.value)) == (1000, 1, "up")
    at.dealer("draw_cutting_card")
    at.round(PLAYER_WINS, player=20)
    at.dealer("shuffle")
    assert at.clauses("change_took_effect") == ["8.4"]
    assert (at.now.rules.minimum.value, str(at.now.rules.dealing.value)) == (1000, "down")


@clause("nz-1998", "8.4")
def test_nz_1998_8_4_a_notice_of_a_style_alone_says_that_it_waits_for_the_next_shoe() -> None:
    at = Table.ready("nz-1998")
    (event,) = at.notice(dealing="down")
    assert tell(event, "oz") == "Notice from the next shoe, not before round 2: First four cards are dealt: down"


@clause("act-2015", "2.1")
@pytest.mark.parametrize(("key", "value"), [("decks", "6"), ("cutting_cards", "1")])
def test_act_2015_2_1_a_notice_of_other_cards_is_refused_as_at_the_opening(key: str, value: str) -> None:
    at = Table.ready("act-2015")
    not_allowed = (f"{key}_not_allowed", "act-2015 2.1")
    assert refused(lambda: Table("act-2015", **{key: value})) == not_allowed
    assert refused(lambda: at.notice(**{key: value})) == not_allowed


@clause("act-2015", "3.1", "3.3", "ruling 24")
def test_act_2015_chips_that_stay_must_be_a_wager_under_the_new_rules() -> None:
    at = Table.ready("act-2015", standoff="stays")
    at.notice(multiple=25)
    at.round(TIE, player=20)
    assert (at.lying(), at.chips("ann")) == ({}, 1000)


@pytest.mark.parametrize("book", BOOKS)
def test_a_notice_that_the_book_does_not_allow_is_refused_and_changes_nothing(book: str) -> None:
    at = Table.ready(book)
    refusal = ("change_not_possible", f"{book} ruling 6")
    assert refused(lambda: at.operator("announce_change", choices=())) == refusal
    for furniture in ("seats", "decks", "chips", "cutting_cards", "area_is"):
        value = {"chips": "1, 5", "area_is": "spot", "seats": "3", "decks": "8", "cutting_cards": "2"}[furniture]
        assert refused(lambda: at.notice(**{furniture: value})) == refusal  # noqa: B023
    assert refused(lambda: at.notice(minimum=2000))[0] == "minimum_not_allowed", "above the maximum"
    assert at.now.notices == ()


@clause("nz-1998", "8.4", "ruling 6")
def test_a_notice_must_make_a_table_whichever_comes_first() -> None:
    """A notice of before, which waits for the next shoe with all that it changes."""
    at = Table.ready("nz-1998")
    at.notice(maximum=3000)
    at.state = changed(at.now, notices=tuple(changed(one, new_shoe=True) for one in at.now.notices))
    assert refused(lambda: at.notice(minimum=2000))[0] == "minimum_not_allowed", "the higher maximum may come later"
    at.notice(minimum=500)
    at.round(PLAYER_WINS, player=1000)
    assert at.now.rules.minimum.value == 50_000


CLOSING = {"act-2015": "13.2", "nz-1998": "ruling 6", "washington": "ruling 6", "house-midi": "ruling 6"}


@pytest.mark.parametrize(("book", "number"), cited(CLOSING))
def test_a_table_closes_after_the_round_in_which_it_was_announced(book: str, number: str) -> None:
    at = Table.ready(book)
    at.operator("announce_closing")
    assert at.clauses("closing_announced") == [number]
    at.round(BANKER_WINS, banker=100)
    assert at.names()[-1] == "table_closed"
    assert at.now.phase.value == "closed"
    assert (at.now.balance(CAGE), at.commission()) == (9500, 5), "commission is collected, and chips are paid"
    assert refused(lambda: at.notice(minimum=10))[0] == "closed"
    assert refused(lambda: at.draws("4c"))[0] == "shoe_not_in_use"


@pytest.mark.parametrize(("book", "number"), cited(CLOSING))
def test_a_table_that_nobody_plays_at_closes_at_once(book: str, number: str) -> None:
    empty = Table(book)
    empty.operator("announce_closing")
    assert empty.clauses("table_closed") == [number]
    left = Table.ready(book)
    left.operator("announce_closing")
    left.patron("ann", "cash_out", amount=100_000)
    left.patron("ann", "leave_table")
    assert left.names()[-1] == "table_closed"


@clause("act-2015", "13.2")
def test_act_2015_13_2_a_notice_of_the_closing_says_that_the_operator_may_close_sooner_and_money_goes_back() -> None:
    at = Table.ready("act-2015")
    at.round(PLAYER_WINS, player=40)
    (event,) = at.operator("announce_closing")
    said = "Notice: the table closes before round 3, sooner if the operator closes it between rounds"
    assert tell(event, "oz") == said
    at.bets("ann", "player", 40)
    at.operator("close_table")
    assert at.names() == ["wager_returned", "cashed_out", "patron_left", "table_closed"]
    assert at.now.balances == {CAGE: 4000, ledger.FLOAT: -4000}


@clause("act-2015", "13.2", "3.1")
def test_a_change_and_the_closing_announced_together() -> None:
    at = Table.ready("act-2015")
    at.operator("announce_closing")
    at.notice(minimum=10)
    at.round(PLAYER_WINS, player=40)
    assert at.now.phase.value == "closed"
