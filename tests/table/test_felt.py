"""What a page draws of a table: boxes, spots, hands, words and what was settled."""

import pytest

from puntobanco.coup.settle import Outcome
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Result
from puntobanco.streams.legal_action import Amounts
from puntobanco.table import Actor, Role, legal_actions
from puntobanco.table.views.draw_table import drawing_table
from puntobanco.table.views.hands import hands, words
from puntobanco.table.views.layout import layout
from puntobanco.table.views.maximum_win import can_win
from puntobanco.table.views.patron_boxes import Spot, spots
from puntobanco.table.views.settled_wagers import settled_rounds, settling
from puntobanco.values.money import Odds
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER_WINS, PLAYER_WINS, TIE, Table

ANN = Actor(person="ann", role=Role.PATRON)
BOB = Actor(person="bob", role=Role.PATRON)
ADA = Actor(person="ada", role=Role.AUDITOR)


def spot(at: Table, wager: str, actor: Actor = ANN) -> Spot:
    return next(one for one in spots(at.now, actor) if one.wager == wager)


def plain_ranges(at: Table, wager: str) -> list[Amounts]:
    """Of what comes with no consequence."""
    return [one for one in spot(at, wager).more if one.consequence is None]


# The cloth


def marks_of(book: str) -> list[tuple[str, str | None]]:
    return [(box.mark, None if box.side is None else box.side.value) for box in layout(table_rules(book)).boxes]


def test_the_cloth_has_the_boxes_of_its_book() -> None:
    found = {
        book: [(box.mark, box.side and box.side.value) for box in layout(table_rules(book)).boxes] for book in ALL_BOOKS
    }
    hands_and_tie = [("P", "player"), ("B", "banker"), ("T", "tie")]
    assert found == {
        "act-2015": [*hands_and_tie, ("PP", "player"), ("BP", "banker")],
        "nz-1998": hands_and_tie,
        "washington": hands_and_tie,
        "house-midi": [*hands_and_tie, ("DBP", "player"), ("DBB", "banker"), ("BT", "banker"), ("ST", "banker")],
    }


def test_a_box_says_its_odds_limits_and_clauses() -> None:
    player, banker, *_, pair = layout(table_rules("act-2015")).boxes
    assert (player.pays, banker.pays, pair.pays) == ("1 to 1", "1 to 1 less 5%", "up to 25 to 1")
    assert (player.main, pair.main) == (True, False)
    assert (player.least, player.most, player.step) == (500, 100_000, 100)
    assert banker.clauses == ("8.8", "8.4")
    payable = layout(table_rules("nz-1998")).boxes[1]
    assert (payable.least, payable.step) == (2_000, 2_000), "a win of $5 less 5% cannot be paid in chips"
    owed = layout(table_rules("house-midi")).boxes[1]
    assert owed.pays == "1 to 1 with 5% owed"


def test_who_sits_down_usually_brings_twenty_wagers_in_whole_chips() -> None:
    assert {book: layout(table_rules(book)).buy_in for book in ALL_BOOKS} == {
        "act-2015": 10_000,
        "nz-1998": 10_000,
        "washington": 10_000,
        "house-midi": 10_000,
    }
    odd = layout(table_rules("act-2015", minimum="7.50", chips="3.50, 7.50, 20"))
    assert odd.buy_in == 15_050


def test_lines_are_there_for_a_gallery() -> None:
    assert layout(table_rules("nz-1998")).lines == ()
    found = layout(table_rules("washington"))
    assert (len(found.areas), len(found.lines), found.lines[0]) == (9, 8, "L1")
    assert found.chips == (100, 500, 2500, 10_000, 50_000)


# One's own place


def test_a_seat_has_every_box_with_what_may_be_added() -> None:
    at = Table.ready("act-2015", {"ann": 300, "bob": 1000})
    assert [(one.area, one.wager) for one in spots(at.now, ANN)] == [
        ("1", "player"),
        ("1", "banker"),
        ("1", "tie"),
        ("1", "player_pair"),
        ("1", "banker_pair"),
    ]
    (range_,) = plain_ranges(at, "player")
    assert (range_.low, range_.high, range_.step) == (500, 30_000, 100)
    at.bets("ann", "player", 100)
    (range_,) = plain_ranges(at, "player")
    assert (spot(at, "player").lies, range_.high) == (10_000, 20_000)


def test_who_only_looks_has_no_place() -> None:
    at = Table.ready("act-2015")
    assert spots(at.now, BOB) == ()


def test_a_spot_that_is_shut_says_why_and_by_which_clause() -> None:
    at = Table.ready("nz-1998")
    at.bets("ann", "player", 100)
    shut = spot(at, "banker").shut
    assert shut is not None
    assert (shut.code, shut.clause) == ("never_together", "nz-1998 5.2")
    assert shut.sentence == "banker and player cannot be bet together: leave one of them out"
    assert spot(at, "tie").shut is None
    at.calls()
    closed = {one.shut.code for one in spots(at.now, ANN) if one.shut is not None}
    assert closed == {"wagers_closed"}


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_spot_is_open_exactly_where_something_is_offered(book: str) -> None:
    at = Table.ready(book, {"ann": 1000, "bob": 1000})
    at.bets("bob", "player", 100)
    for stake in (None, "player", "tie"):
        if stake is not None:
            at.bets("ann", stake, 50)
        offered = {
            (area, dict(one.where)["wager"])
            for one in legal_actions(at.now, ANN)
            if one.kind == "place"
            for area in one.areas
        }
        for one in spots(at.now, ANN):
            assert (one.shut is None) == ((one.area, one.wager) in offered) == bool(one.more)


@clause("washington", "ruling 35")
def test_the_gallery_bets_on_lines_once_they_are_open() -> None:
    """Whatever a refusal tells them to choose from is there to be chosen."""
    at = Table.ready("washington", {"ann": 1000}, seats="2")
    at.patron("cy", "buy_in", amount=100_000)
    cy = Actor(person="cy", role=Role.PATRON)
    assert {one.area for one in spots(at.now, cy)} == {"L1"}
    assert {one.shut.code for one in spots(at.now, cy) if one.shut is not None} == {"area_not_open"}
    at.bets("ann", "player", 100)
    at.bets("ann", "player", 100, area=2)
    assert {one.area: one.shut for one in spots(at.now, cy)} == {"L1": None}


def test_lines_that_are_shut_say_why_where_nothing_else_is_open() -> None:
    at = Table.ready("washington", {"ann": 1000, "bob": 1000}, seats="2")
    at.patron("cy", "buy_in", amount=100_000)
    cy = Actor(person="cy", role=Role.PATRON)
    assert {one.area for one in spots(at.now, cy)} == {"L1"}
    assert {one.shut.code for one in spots(at.now, cy) if one.shut is not None} == {"area_not_open"}


# Hands and words


def test_a_total_is_told_with_the_second_card() -> None:
    at = Table.ready("nz-1998")
    at.bets("ann", "player", 100)
    assert hands(at.now, ANN) is None
    at.calls()
    at.deals("9c 2d Kh")
    found = hands(at.now, ANN)
    assert found is not None
    assert (found.player.total, found.banker.total, found.over) == (9, None, False)
    at.deals("3s").settles()
    found = hands(at.now, ANN)
    assert found is not None
    assert (found.player.total, found.banker.total, found.over, found.result) == (9, 5, True, Result.PLAYER)
    assert [one.card.value for one in found.player.cards if one.card is not None] == ["9C", "KH"]


def test_nobody_but_an_auditor_sees_a_face_down_card_or_its_total() -> None:
    at = Table.ready("house-midi")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals(PLAYER_WINS)
    found = hands(at.now, ANN)
    assert found is not None
    assert [one.card for one in (*found.player.cards, *found.banker.cards)] == [None] * 4
    assert (found.player.total, found.banker.total) == (None, None)
    at.turns()
    found = hands(at.now, ANN)
    assert found is not None
    assert (found.player.total, found.banker.total) == (9, 5)


def test_the_words_are_the_books() -> None:
    at = Table.ready("nz-1998")
    assert words(at.now) is None
    at.bets("ann", "player", 100)
    at.calls()
    said = words(at.now)
    assert said is not None
    assert (said.text, said.clause) == ("No more bets", "8.2")
    at.deals(PLAYER_WINS)
    said = words(at.now)
    assert said is not None
    assert (said.key, said.text) == ("call_counts", "Player 9, Banker 5")
    at.settles()
    said = words(at.now)
    assert said is not None
    assert (said.text, said.clause) == ("Player 9, Banker 5, Player wins", "10.1")


# What was settled


def test_a_settled_wager_says_how_it_was_reckoned() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    at.bets("bob", "banker", 20)
    at.round(BANKER_WINS, banker=100, tie=5)
    found = settling(at.now, ANN)
    assert found is not None
    lines = {(one.patron, one.wager): one for one in found.lines}
    own = lines["ann", "banker"]
    assert (own.change, own.outcome, own.clause) == (9_500, Outcome.WON, "8.8")
    assert own.reckoned == "$100 × 1 less 5% commission = $95"
    assert (lines["ann", "tie"].change, lines["ann", "tie"].reckoned) == (-500, "$5 goes to the house")
    assert lines["bob", "banker"].reckoned is None, "how another's was reckoned is theirs to see"
    assert lines["bob", "banker"].change == 1_900


def test_commission_that_is_owed_is_named() -> None:
    at = Table.ready("house-midi")
    at.round(BANKER_WINS, banker=100)
    found = settling(at.now, ANN)
    assert found is not None
    assert [one.reckoned for one in found.lines] == ["$100 × 1 = $100, $5 commission owed"]


def test_a_pair_says_how_it_was_reckoned_before_the_round_is_over() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "player", 5)
    at.bets("ann", "player_pair", 5)
    at.calls()
    at.deals("2c 3d 2c 2s").dealer("settle")
    found = settling(at.now, ANN)
    assert found is not None
    assert [(one.wager, one.reckoned) for one in found.lines] == [("player_pair", "$5 × 25 = $125")]


def test_what_stood_off_stays_for_the_next_round_where_the_book_says_so() -> None:
    at = Table.ready("act-2015", standoff="stays")
    at.round(TIE, player=100)
    found = settling(at.now, ANN)
    assert found is not None
    assert [(one.outcome, one.stays, one.reckoned) for one in found.lines] == [
        (Outcome.STOOD_OFF, 10_000, "$100 stays on the layout")
    ]
    at.withdraws("ann", "player")
    found = settling(at.now, ANN)
    assert found is not None
    assert [(one.stays, one.reckoned) for one in found.lines] == [(0, "$100 given back")]


def test_a_sum_is_not_told_by_rules_that_came_later() -> None:
    at = Table.ready("washington", tie_odds="8:1")
    at.round(TIE, tie=20)
    assert [one.reckoned for one in settled_rounds(at.now, ANN)[0].lines] == ["$20 × 8 = $160"]
    at.notice(tie_odds="9:1")
    while at.now.notices:
        at.round(PLAYER_WINS, player=20)
    assert at.now.rules.wager("tie").lines[0].pays == Odds.of(9, 1)
    assert [one.reckoned for one in settled_rounds(at.now, ANN)[-1].lines] == [None]


# What can be won


@pytest.mark.parametrize(
    ("book", "wagers", "most"),
    [
        ("act-2015", {}, 0),
        ("act-2015", {"player": 100}, 10_000),
        ("act-2015", {"banker": 100}, 9_500),
        ("act-2015", {"banker": 100, "tie": 5}, 9_000),
        ("act-2015", {"player": 100, "tie": 50}, 40_000),
        ("act-2015", {"player": 20, "banker": 20}, 0),
        ("act-2015", {"player": 100, "player_pair": 5, "banker_pair": 5}, 35_000),
        ("house-midi", {"banker": 100}, 9_500),
    ],
)
def test_what_can_be_won_at_most(book: str, wagers: dict[str, int], most: int) -> None:
    """Worked out by hand: in a tie a wager on a hand comes back; a perfect pair pays 25 to 1."""
    at = Table.ready(book)
    for wager, dollars in wagers.items():
        at.bets("ann", wager, dollars)
    assert can_win(at.now, "ann") == most
    assert can_win(at.now, "bob") == 0


# The drawing table


def test_the_drawing_table_is_the_books_with_its_clauses() -> None:
    found = drawing_table(Table.ready("nz-1998").now)
    assert (found.naturals.totals, found.player.totals) == ((8, 9), (0, 1, 2, 3, 4, 5))
    assert found.banker_after_stand.totals == (0, 1, 2, 3, 4, 5)
    assert [row.total for row in found.banker] == list(range(8))
    assert found.banker[3].draws == (*(True,) * 8, False, True), "on 3 it stands against an 8"
    assert found.banker[6].draws == (*(False,) * 6, True, True, False, False)
    assert found.now is None


def test_the_row_of_the_coup_is_found_as_its_cards_come() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("2c 3d 2h")
    assert drawing_table(at.now).now is None
    at.deals("Ks")
    now = drawing_table(at.now).now
    assert now is not None
    assert (now.player, now.banker, now.third) == (4, 3, None)
    assert (now.natural, now.player_stood) == (False, False)
    assert [(one.text, one.clause) for one in now.decided] == [("Player draws on 4", "7.2")]
    at.deals("8c")
    now = drawing_table(at.now).now
    assert now is not None
    assert (now.player, now.banker, now.third) == (4, 3, 8)
    assert now.decided[-1].text == "Banker stands on 3: player's third card counts 8"
    at.settles()
    assert drawing_table(at.now).now == now, "until the next coup begins"


def test_nobody_learns_from_the_drawing_table_what_lies_face_down() -> None:
    at = Table.ready("house-midi", midi=True)
    at.bets("ann", "player", 100)
    at.calls()
    at.deals(PLAYER_WINS)
    assert drawing_table(at.now).now is None
    at.turns()
    now = drawing_table(at.now).now
    assert now is not None
    assert (now.player, now.banker, now.natural, now.player_stood) == (9, 5, True, False)


def test_banker_goes_by_its_own_total_where_player_stood() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("6c 3d Kh 2s 4c")
    now = drawing_table(at.now).now
    assert now is not None
    assert (now.player, now.banker, now.third, now.natural, now.player_stood) == (6, 5, None, False, True)
    assert [one.text for one in now.decided] == ["Player stands on 6", "Banker draws on 5: player stood"]


def test_rounds_come_last_first_with_ones_own_wagers() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000})
    at.round(PLAYER_WINS, player=100)
    at.bets("bob", "tie", 5)
    at.calls()
    at.deals(TIE).settles()
    last, first = settled_rounds(at.now, ANN)
    assert (last.round, last.result, last.lines, last.net) == (2, Result.TIE, (), 0)
    assert (first.round, first.player, first.banker, first.net) == (1, 9, 5, 10_000)
    assert [one.net for one in settled_rounds(at.now, BOB)] == [4_000, 0]
    assert [one.lines for one in settled_rounds(at.now, ADA)] == [(), ()]
