"""Small evenings whose figures are reckoned by hand."""

from fractions import Fraction
from math import sqrt

import pytest

from puntobanco.reports import reports
from puntobanco.reports.house_tally import HouseTally
from puntobanco.reports.incidents import RefusedCommand
from puntobanco.reports.model import Course, Report
from puntobanco.reports.reports import About
from puntobanco.reports.scope import Scope
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.table import Actor, Role
from puntobanco.table.model import Counting, DrawTo, VoidReason
from puntobanco.values.cards import Card
from tests.report.evenings import EVENING, HOUR, MINUTE, Logged, owed, row, rows
from tests.table.helpers import BANKER_WINS, PLAYER_WINS, TIE

ABOUT = About(house="Casino North")
PLAYER_EDGE, BANKER_EDGE, TIE_EDGE = 0.0123508, 0.0105791, 0.1435963
"""As they are published for eight decks, with five in a hundred on banker and 8 to 1 on ties."""


def day_of(*tables: Logged, refused: tuple[RefusedCommand, ...] = (), scope: Scope = Scope()) -> Report:  # noqa: B008 - frozen
    tally = HouseTally(scope).add_all(one for table in tables for one in table.records)
    return reports.day(tally, refused, ABOUT, "2026-11-16")


def two_patrons(**choices: object) -> Logged:
    table = Logged("act-2015", **choices)
    table.sits("ann", 1)
    table.sits("bob", 2, 500)
    table.prepares()
    return table


def test_takings_of_three_rounds() -> None:
    """Banker wins, player wins, and a tie: ann has $100 on banker, bob $40 on player and $10 on the tie."""
    table = two_patrons()
    for cards in (BANKER_WINS, PLAYER_WINS, TIE):
        for name, wager, dollars in (("ann", "banker", 100), ("bob", "player", 40), ("bob", "tie", 10)):
            if f"{name} {table.now.patrons[name].seat} {wager}" not in table.lying():
                table.bets(name, wager, dollars)
        table.plays(cards)
    report = day_of(table)
    # ann: wins 95, loses 100; bob: loses 40, wins 40; the tie loses 10 twice and pays 80.
    won = -95 + 100 + 40 - 40 + 10 + 10 - 80
    taken = row(report, "takings", table="1")
    assert taken == {
        "table": "1",
        "drop": 150_000,
        "cashed_out": 0,
        "win": 100 * won,
        "hold": Fraction(won, 1500),
        "commission": 500,
    }
    found = row(report, "tables", table="1")
    assert (found["rounds"], found["stake"], found["won"]) == (3, 45_000, 100 * won)
    assert float(found["expected"]) == pytest.approx(
        300 * (100 * BANKER_EDGE + 40 * PLAYER_EDGE + 10 * TIE_EDGE), rel=1e-4
    )
    assert {one["wager"]: (one["bets"], one["stake"], one["won"]) for one in rows(report, "wagers")} == {
        "banker": (3, 30_000, 500),
        "player": (3, 12_000, 0),
        "tie": (3, 3_000, -6_000),
    }


def test_variance_of_stakes_that_go_together() -> None:
    """$30 of ann and $20 of bob on player are $50 on player; $50 on banker beside them nearly cancels out."""
    table = two_patrons()
    table.bets("ann", "player", 30)
    table.bets("bob", "player", 20)
    table.plays(PLAYER_WINS)
    together = table.score()
    assert together.bets == 2
    assert together.sd == pytest.approx(5000 * 0.951183, rel=1e-4)
    assert together.z == pytest.approx((-5000 - 5000 * PLAYER_EDGE) / (5000 * 0.951183), rel=1e-4)
    table.bets("ann", "player", 50)
    table.bets("bob", "banker", 50)
    table.plays(TIE)
    # Banker and player at once: -0.05 with banker's 0.458597, else nothing.
    chance = 0.458597
    both = 5000 * 0.05 * sqrt(chance * (1 - chance))
    assert table.score().sd == pytest.approx(sqrt(together.sd**2 + both**2), rel=1e-4)


def test_a_void_round_has_neither_stake_nor_win() -> None:
    table = two_patrons()
    table.bets("ann", "banker", 100)
    table.plays(BANKER_WINS)
    table.operator("void_round", round=1, reason=VoidReason.DISTURBANCE)
    table.bets("ann", "player", 50)
    table.plays(BANKER_WINS)
    report = day_of(table)
    assert row(report, "takings", table="1")["win"] == 5_000
    assert row(report, "tables", table="1")["rounds"] == 1
    assert row(report, "pace", table="1")["void"] == 1
    (void,) = rows(report, "voids")
    assert void == {"table": "1", "result": "banker", "reason": "disturbance", "rounds": 1, "won": -9_500}
    assert row(report, "rulings", person="oz")["ruling"] == "round void"


def test_a_round_that_is_void_in_play_says_why() -> None:
    table = two_patrons()
    table.bets("ann", "banker", 100)
    table.calls()
    table.deals("2c 9d")
    table.operator("void_round", round=1, reason=VoidReason.DISTURBANCE)
    (void,) = rows(day_of(table), "voids")
    assert (void["result"], void["reason"], void["won"]) == ("undecided", "disturbance", 0)


def test_a_void_wager_does_not_count() -> None:
    table = two_patrons()
    table.bets("ann", "banker", 100)
    table.bets("bob", "player", 40)
    table.plays(BANKER_WINS)
    table.operator("void_wager", round=1, patron="bob", area="2", wager="player", broke="4.6")
    score = table.score()
    assert (score.bets, score.stake, score.win) == (1, 10_000, -9_500)


def test_a_round_that_is_decided_again_counts_as_it_is_decided_last() -> None:
    table = two_patrons()
    table.bets("ann", "banker", 100)
    table.plays(BANKER_WINS)
    table.supervisor("correct_card", card=Card.parse("9h"), place=_place_of_first(table))
    report = day_of(table)
    found = row(report, "tables", table="1")
    assert (found["rounds"], found["stake"]) == (1, 10_000)
    assert found["won"] == row(report, "takings", table="1")["win"] == row(report, "win", table="1")["wagers"]


def _place_of_first(table: Logged) -> int:
    """Player's first card, which was a two."""
    ended = table.now.ended
    assert ended is not None
    return ended.round.player[0].place


def test_coups_without_wagers_are_counted_apart() -> None:
    table = Logged.ready("washington", {"ann": 1000})
    assert isinstance(table, Logged)
    table.patron("ann", "ask_no_bet")
    table.dealer("start_no_bet")
    table.deals(PLAYER_WINS)
    table.settles()
    found = row(day_of(table), "pace", table="1")
    assert (found["rounds"], found["without_wagers"], found["void"]) == (0, 1, 0)


def test_what_was_paid_in_error_is_in_the_win_of_its_wager() -> None:
    """Bob loses $40 and is paid as if he had won."""
    table = two_patrons()
    table.bets("bob", "player", 40)
    table.plays(BANKER_WINS)
    table.supervisor("record_payment", round=1, patron="bob", area="2", wager="player", amount=8_000)
    report = day_of(table)
    assert row(report, "wagers", wager="player")["won"] == -4_000
    assert row(report, "win", table="1")["errors"] == 8_000
    assert row(report, "takings", table="1")["win"] == -4_000


def test_an_error_that_is_owed_back_is_none_of_the_wager() -> None:
    table = two_patrons()
    table.bets("bob", "player", 40)
    table.plays(BANKER_WINS)
    table.supervisor("record_payment", round=1, patron="bob", area="2", wager="player", amount=8_000, debt=True)
    report = day_of(table)
    parts = row(report, "win", table="1")
    assert (parts["wagers"], parts["owed"], parts["errors"], parts["other"]) == (4_000, -8_000, 0, 0)
    assert parts["win"] == -4_000 == 4_000 - owed(table)


def test_commission_that_is_owed_is_won_and_not_in_the_tray() -> None:
    table = Logged.ready("house-midi", {"ann": 1000}, commission_every=2)
    assert isinstance(table, Logged)
    table.bets("ann", "banker", 100)
    table.plays(BANKER_WINS)
    parts = row(day_of(table), "win", table="1")
    assert owed(table) == 500
    assert (parts["wagers"], parts["owed"], parts["win"], parts["other"]) == (-9_500, -500, -10_000, 0)


def test_disputes_and_their_money() -> None:
    table = two_patrons()
    table.patron("bob", "raise_dispute", text="That was my chip.")
    table.operator("decide_dispute", number=1, decision="It was.", patron="bob", amount=2_500)
    table.patron("bob", "raise_dispute", text="And that.")
    report = day_of(table)
    found = row(report, "disputes", table="1")
    assert (found["raised"], found["decided"], found["referred"], found["given"]) == (2, 1, 0, 2_500)
    assert row(report, "takings", table="1")["win"] == -2_500
    assert row(report, "win", table="1")["disputes"] == -2_500


def test_the_float_is_counted_filled_and_credited() -> None:
    table = two_patrons()
    table.supervisor("fill_float", amount=1_000_000)
    table.supervisor("count_float", count=Counting.OPENING, amount=1_000_000)
    table.bets("ann", "player", 100)
    table.plays(BANKER_WINS)
    table.supervisor("credit_float", amount=300_000)
    table.supervisor("count_float", count=Counting.BETWEEN, amount=709_000)
    found = row(day_of(table), "float", table="1")
    assert found == {
        "table": "1",
        "opening": 1_000_000,
        "filled": 1_000_000,
        "credited": 300_000,
        "last": 709_000,
        "count": "between",
        "book": 710_000,
        "off": -1_000,
        "counted_win": 9_000,
    }
    assert row(day_of(table), "takings", table="1")["win"] == 10_000


def test_rounds_per_hour_leave_out_pauses() -> None:
    """A record a minute; between the rounds nothing happens for two hours."""
    table = two_patrons()
    before = len(table.records)
    table.bets("ann", "player", 100)
    table.plays(BANKER_WINS)
    table.time += 2 * HOUR
    table.bets("ann", "player", 100)
    table.plays(BANKER_WINS)
    after = len(table.records) - before
    since = Scope(since=EVENING + (before + 1) * MINUTE)
    found = row(day_of(table, scope=since), "pace", table="1")
    assert found["hours"] == pytest.approx((after - 1) / 60)  # the pause took one of the minutes
    assert found["rounds_per_hour"] == pytest.approx(2 / found["hours"])


def test_a_round_is_the_dealers_who_settled_it() -> None:
    table = two_patrons()
    first_by_dealer = next(place for place, one in enumerate(table.records) if one.actor.role is Role.DEALER)
    before_the_deal = (first_by_dealer - 1) / 60
    for dealer, cards in (("dan", BANKER_WINS), ("dora", PLAYER_WINS), ("dora", BANKER_WINS)):
        table.bets("ann", "player", 100)
        _as_dealer(table, dealer, cards)
    report = day_of(table)
    found = {one["dealer"]: (one["rounds"], one["won"]) for one in rows(report, "dealers")}
    assert found == {"dan": (1, 10_000), "dora": (2, 0)}
    hours = [one["rounds"] / one["rounds_per_hour"] for one in rows(report, "dealers")]
    assert sum(hours) == pytest.approx(row(report, "pace", table="1")["hours"] - before_the_deal)


def _as_dealer(table: Logged, name: str, cards: str) -> None:
    dealer = Actor(person=name, role=Role.DEALER)
    # planted for this test
    table.dealer = lambda kind, **fields: table.do(dealer, kind, **fields)  # type: ignore[method-assign]
    table.plays(cards)


def test_late_wagers_are_counted_by_patron() -> None:
    bob, eve = (Actor(person=name, role=Role.PATRON) for name in ("bob", "eve"))

    def refused(code: str, by: Actor, time: int) -> RefusedCommand:
        return RefusedCommand(stream="table/1", time=time, code=code, sentence="", command="place", by=by)

    kept = (
        refused("wagers_closed", bob, 5),
        refused("other_round", bob, 7),
        refused("wagers_closed", eve, 6),
        refused("not_enough_chips", bob, 8),
    )
    found = rows(day_of(two_patrons(), refused=kept), "late_wagers")
    assert found == [
        {"table": "1", "patron": "bob", "times": 2, "last": 7},
        {"table": "1", "patron": "eve", "times": 1, "last": 6},
    ]


def test_irregularities_are_counted_by_dealer_and_told() -> None:
    table = two_patrons()
    table.bets("ann", "banker", 100)
    table.plays(BANKER_WINS)
    table.draws("3c", DrawTo.EXCESS)
    tally = HouseTally(Scope(listing=True)).add_all(table.records)
    report = reports.irregularities(tally, (), ABOUT)
    assert rows(report, "irregularities") == [{"irregularity": "excess card seen", "dealer": "dan", "times": 1}]
    (found,) = rows(report, "incidents")
    assert (found["round"], found["what"], found["by"]) == (2, "irregularity", "dan")
    assert found["sentence"].startswith("Irregularity: excess card seen; remedy:")


def test_a_period_counts_what_was_written_in_it() -> None:
    """Two rounds before and one after; the first one is void only afterwards."""
    table = two_patrons()
    for cards in (BANKER_WINS, PLAYER_WINS):
        table.bets("ann", "player", 100)
        table.plays(cards)
    cut = table.time + 1
    table.operator("void_round", round=1, reason=VoidReason.DISTURBANCE)
    table.bets("ann", "player", 30)
    table.plays(BANKER_WINS)
    before, after = (day_of(table, scope=scope) for scope in (Scope(until=cut), Scope(since=cut)))
    assert row(before, "win", table="1") == _parts(wagers=0, other=0)
    assert row(after, "win", table="1") == _parts(wagers=3_000, other=-10_000)
    assert row(before, "tables", table="1")["rounds"] == 2
    assert row(after, "tables", table="1")["rounds"] == 1
    assert row(day_of(table), "win", table="1") == _parts(wagers=-7_000, other=0)


def _parts(*, wagers: int, other: int) -> dict[str, object]:
    parts = {"table": "1", "wagers": wagers, "disputes": 0, "owed": 0, "other": other}
    return {**parts, "win": wagers + other, "errors": 0}


def test_another_day_has_nothing() -> None:
    table = two_patrons()
    table.bets("ann", "player", 100)
    table.plays(BANKER_WINS)
    report = day_of(table, scope=Scope(since=table.time + 1))
    assert rows(report, "takings") == rows(report, "tables") == []
    assert report.notes == ()


def test_rules_that_change_change_the_expectation() -> None:
    """Ties pay 9 to 1 from a later round on, and each round is held against the odds that it had."""
    table = Logged.ready("washington", {"ann": 1000}, tie_odds="8:1")
    assert isinstance(table, Logged)
    table.round(PLAYER_WINS, tie=10)
    first = table.score()
    edges = {_tie_edge(table.now.rules)}
    table.notice(tie_odds="9:1")
    for _ in range(40):
        if _tie_edge(table.now.rules) not in edges:
            break
        table.round(PLAYER_WINS, player=10)
    before = table.score()
    table.round(PLAYER_WINS, tie=10)
    after = float(table.score().expected - before.expected)
    assert float(first.expected) == pytest.approx(1000 * TIE_EDGE, rel=1e-4)
    assert after == pytest.approx(1000 * 0.0484401, rel=1e-3)


def _tie_edge(rules: TableRules) -> str:
    return str(rules.wager("tie").lines[0].pays)


def test_the_course_of_a_shoe_ends_where_its_figures_are() -> None:
    """A void wager and a void round are in neither."""
    table = two_patrons()
    for wager, cards in (("banker", BANKER_WINS), ("player", BANKER_WINS), ("banker", PLAYER_WINS)):
        table.bets("ann", wager, 100)
        table.bets("bob", "player", 40)
        table.plays(cards)
    table.operator("void_wager", round=1, patron="bob", area="2", wager="player", broke="4.6")
    table.operator("void_round", round=3, reason=VoidReason.DISTURBANCE)
    tally = HouseTally(Scope(by_shoe=True, listing=True)).add_all(table.records)
    report = reports.shoe(tally, ABOUT, "1", 1)
    found = row(report, "shoes", shoe="1")
    (course,) = [one for one in report.pictures if isinstance(one, Course)]
    assert [one.label for one in course.rows] == ["1", "2"]
    last = course.rows[-1]
    assert (last.win, last.expected, last.sd) == pytest.approx((found["won"], float(found["expected"]), found["sd"]))
    assert [one["won"] for one in rows(report, "rounds")] == [-9_500, 14_000, 0]
