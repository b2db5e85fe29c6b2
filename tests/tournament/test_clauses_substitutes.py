"""Substitutes and late voids: 15.11, and ruling 23."""

from functools import partial
from typing import Any

import pytest

from puntobanco.errors import Refused
from puntobanco.streams.ledger import written
from puntobanco.table import commands as at_table
from puntobanco.table import ledger
from puntobanco.table.model import Phase
from puntobanco.tournament import fold, handle, legal
from puntobanco.tournament.commands import Substitute
from puntobanco.tournament.conditions import AdvanceBy
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.values.cards import Card
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, conditions, final, heat, refused
from tests.tournament.rigged import ACT, AS_OPERATOR, BANKER, NAMES, PLAYER, Rigged, registered, seated

LONG = conditions(final(rounds=9))
PAIRS = conditions(final(rounds=9), table=(("minimum", "10"), ("pairs", "perfect")))
PAIR_WINS = "2h 9c 2d Ks"
"""Player has a coloured pair, and loses."""


# Substitutes


@clause(ACT, "15.11", "ruling 23")
def test_act_2015_15_11_a_substitute_takes_over_seat_entry_and_chips_and_pays_no_fee() -> None:
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="player 100")
    seat, money = cup.table().patrons["ann"].seat, dict(cup.now.fees)
    cup.director("substitute", player="ann", substitute="sam")
    assert (cup.table().patrons["sam"].seat, cup.dollars("sam")) == (seat, 1_100)
    assert (dict(cup.now.fees), cup.now.entrants["sam"].payer) == (money, "ann")
    assert refused(partial(cup.director, "substitute", player="ann", substitute="sue")) == ("not_in", "act-2015 15.11")


@clause(ACT, "ruling 23")
def test_ruling_23_between_rounds_only() -> None:
    cup = Dealt.seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="player 100")
    assert cup.tried > 3


class Dealt(Rigged):
    """While a round is being dealt, nobody is replaced."""

    tried = 0

    def give(self, command: Any) -> Any:
        found = super().give(command)
        if self.now.tables and self.table().round is not None:
            swap = Substitute(actor=DIRECTOR, player="ann", substitute="sam")
            assert refused(partial(handle, self.now, swap)) == ("round_is_on", "act-2015 15.11")
            self.tried += 1
        return found


@clause(ACT, "15.11", "ruling 23")
def test_ruling_23_who_is_out_forfeited_or_unknown_has_nothing_to_take_over() -> None:
    cup = registered(NAMES[:4], LONG)
    cup.ballot()
    cup.all_sit(but=["dee"])
    cup.start()
    cup.deal(PLAYER, ann="banker 1000")
    for gone in ("ann", "dee", "zed"):
        swap = partial(cup.director, "substitute", player=gone, substitute="sam")
        assert refused(swap) == ("not_in", "act-2015 15.11")


@clause(ACT, "15.11", "15.15")
def test_act_2015_15_11_a_substitute_at_the_starting_marker_bets_first() -> None:
    cup = seated(NAMES[:3], LONG)
    first = cup.ask()
    assert cup.table().turns.marker == 1
    cup.director("substitute", player=first, substitute="sam")
    assert cup.table().turns.marker == 1
    assert cup.ask() == "sam"


@clause(ACT, "15.11", "ruling 23")
def test_ruling_23_a_late_void_gives_and_takes_the_chips_of_the_entry_whoever_plays_it_now() -> None:
    """Ann lost $100 and bob won as much in a round that is void after others took over."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="banker 100", bob="player 100")
    cup.director("substitute", player="ann", substitute="sam")
    cup.director("substitute", player="bob", substitute="sue")
    cup.director("substitute", player="sue", substitute="sid")
    cup.void(1)
    assert {one: cup.dollars(one) for one in ("sam", "sid", "cy")} == {"sam": 1_000, "sid": 1_000, "cy": 1_000}
    assert sum(cup.table().balance(account) for account in (ledger.BANK, ledger.FLOAT)) == -300_000


@clause(ACT, "15.11", "ruling 23")
def test_ruling_23_who_took_over_chips_that_are_void_has_none_and_is_out() -> None:
    """Ann won $500 and sam, who took over, lost all but $40: without the $500 nothing is left, and no debt."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="player 500")
    cup.director("substitute", player="ann", substitute="sam")
    cup.deal(PLAYER, sam="banker 1000")
    cup.deal(PLAYER, sam="banker 460")
    cup.void(1)
    assert (cup.out(), "sam" in cup.table().patrons) == (["sam"], False)
    cup.void(2)
    assert (cup.out(), cup.dollars("sam")) == ([], 1_000)


@clause(ACT, "15.11", "ruling 23")
def test_ruling_23_what_is_void_while_a_round_is_dealt_comes_to_who_took_over_when_it_ends() -> None:
    cup = VoidedWhileDealt.seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="banker 100")
    cup.director("substitute", player="ann", substitute="sam")
    cup.armed = True
    cup.deal(PLAYER, sam="player 10")
    assert not cup.armed
    assert cup.dollars("sam") == 1_010
    assert cup.now.session is not None
    assert cup.now.session.due == ()


@clause(ACT, "15.11", "ruling 23", "dictionary: void")
@pytest.mark.parametrize(
    ("cards", "bets", "had"),
    [
        (BANKER, "banker 100 player 50", 1_045),
        (BANKER, "banker 100 player 95", 1_000),
        (BANKER, "banker 50 player 100", 947.5),
        (PLAYER, "player 100 banker 40 tie 20", 1_040),
    ],
)
def test_ruling_23_a_late_void_is_about_all_wagers_of_its_round_together(cards: str, bets: str, had: float) -> None:
    """Of a round with wagers that won and wagers that lost, who took over gives or gets the difference."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(cards, cy=bets)
    assert cup.dollars("cy") == had
    cup.director("substitute", player="cy", substitute="sam")
    cup.void(1)
    assert cup.dollars("sam") == 1_000
    assert sum(cup.table().balance(account) for account in (ledger.BANK, ledger.FLOAT)) == -300_000


@clause(ACT, "15.11", "9.9", "ruling 23", "dictionary: void")
def test_ruling_23_a_pair_that_won_and_a_hand_that_lost_are_void_together() -> None:
    """Ann, bob and cy win $120 on the pair and lose $100; sam takes over from cy, and bob loses all in round 2."""
    cup = seated(NAMES[:3], PAIRS)
    cup.deal(PAIR_WINS, **dict.fromkeys(NAMES[:3], "player_pair 10 player 100"))
    cup.director("substitute", player="cy", substitute="sam")
    cup.deal(PLAYER, bob="banker 1000 tie 20")
    assert ({one: cup.dollars(one) for one in ("ann", "sam")}, cup.out()) == ({"ann": 1_020, "sam": 1_020}, ["bob"])
    cup.void(1)
    assert ({one: cup.dollars(one) for one in ("ann", "sam")}, cup.out()) == ({"ann": 1_000, "sam": 1_000}, ["bob"])


@clause(ACT, "15.11", "ruling 23", "ruling 31")
@pytest.mark.parametrize("bets", ["player_pair 10 player 100", "player_pair 10 player 300", "player_pair 10"])
def test_ruling_23_a_round_that_is_opened_again_and_then_void_is_void_for_who_took_over(bets: str) -> None:
    """A nine was a five: player draws, and the round is declared void before the card comes."""
    cup = seated(NAMES[:3], PAIRS)
    cup.deal(PAIR_WINS, cy=bets)
    cup.director("substitute", player="cy", substitute="sam")
    ended = cup.table().ended
    assert ended is not None
    place = ended.round.in_order()[1].place
    cup.plainly("1", at_table.CorrectCard(actor=DIRECTOR, card=Card.parse("5c"), place=place))
    assert cup.table().phase is Phase.DEALING
    cup.void(1)
    assert cup.dollars("sam") == 1_000
    assert sum(cup.table().balance(account) for account in (ledger.BANK, ledger.FLOAT)) == -300_000


@clause(ACT, "15.11", "14.2", "ruling 23")
def test_ruling_23_one_wager_that_is_void_is_about_that_wager_alone() -> None:
    cup = seated(NAMES[:3], LONG)
    cup.deal(BANKER, cy="banker 100 player 50")
    area = str(cup.table().patrons["cy"].seat)
    cup.director("substitute", player="cy", substitute="sam")
    cup.plainly(
        "1", at_table.VoidWager(actor=AS_OPERATOR, round=1, patron="cy", area=area, wager="banker", broke="14.7")
    )
    assert cup.dollars("sam") == 950
    cup.void(1)
    assert cup.dollars("sam") == 1_000


class VoidedWhileDealt(Rigged):
    """Round 1 is declared void after the first card of the next."""

    armed = False

    def give(self, command: Any) -> Any:
        found = super().give(command)
        if self.armed and self.table().round is not None:
            self.armed = False
            self.void(1)
        return found


# Wagers that may not be changed


def offered_to_be_replaced(cup: Rigged) -> set[Any]:
    return {dict(one.where)["player"] for one in legal(cup.now, DIRECTOR) if one.kind == "substitute"}


@clause(ACT, "15.11", "15.15")
def test_act_2015_15_15_nobody_is_replaced_whose_wager_may_not_be_changed_any_more() -> None:
    cup = seated(NAMES[:3], LONG)
    first = cup.ask()
    cup.bet(first, "player", 50)
    assert first in offered_to_be_replaced(cup)
    second = cup.ask()
    swap = partial(cup.director, "substitute", player=first, substitute="sam")
    assert refused(swap) == ("turn_is_over", "act-2015 15.15")
    assert offered_to_be_replaced(cup) == {*NAMES[:3]} - {first}
    cup.deal(PLAYER, **{second: "player 10"})
    swap()
    assert cup.dollars("sam") == 1_050


@clause(ACT, "15.11", "15.15", "ruling 23", "ruling 43")
@pytest.mark.parametrize(("bets", "had"), [("banker 100", 900), ("player 100", 1_000)])
def test_act_2015_15_15_a_wager_that_lies_stays_when_an_earlier_round_is_void(bets: str, had: float) -> None:
    """What cy's void round gives comes to who took over when no wager of theirs lies; what it takes goes at once."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, cy=bets)
    cup.director("substitute", player="cy", substitute="sam")
    while cup.ask() != "sam":
        pass
    cup.bet("sam", "player", 10)
    cup.void(1)
    assert [(one.wager, one.amount) for one in cup.table().stakes.of("sam")] == [("player", 1_000)]
    assert cup.dollars("sam") == had
    cup.deal(PLAYER)
    assert (cup.dollars("sam"), cup.now.session and cup.now.session.due) == (1_010, ())


@clause(ACT, "15.11", "ruling 23")
def test_ruling_23_chips_that_are_still_to_come_go_to_whoever_takes_over_next() -> None:
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, cy="banker 100")
    cup.director("substitute", player="cy", substitute="sam")
    while cup.ask() != "sam":
        pass
    cup.bet("sam", "player", 10)
    cup.void(1)
    cup.director("substitute", player="sam", substitute="sue")
    assert (cup.dollars("sue"), cup.now.session and cup.now.session.due) == (1_000, ())


@clause(ACT, "15.11", "14.2", "ruling 23")
def test_ruling_23_chips_that_are_still_to_come_count_when_the_session_ends() -> None:
    """Sam has a wager on the layout when nobody else is left, so that no round is dealt for it."""
    cup = Rigged.opened(conditions(final(rounds=9), players_per_table=2))
    for one in NAMES[:4]:
        cup.director("register", player=one)
    cup.ballot(2, 2)
    cup.all_sit()
    cup.start()
    (gone, second), (third, fourth) = cup.tables_of("1", "2")
    cup.deal(PLAYER, **{gone: "banker 100", second: "banker 1000"})
    cup.director("substitute", player=gone, substitute="sam")
    cup.deal(PLAYER, "2", **{third: "banker 1000", fourth: "player 10"})
    assert cup.ask() == "sam"
    cup.bet("sam", "player", 10)
    void = at_table.VoidWager(actor=AS_OPERATOR, round=1, patron=gone, area="1", wager="banker", broke="14.7")
    cup.plainly("1", void)
    assert cup.dollars("sam") == 900
    cup.deal(PLAYER, "2", **{fourth: "banker 1000 tie 10"})
    cup.director("end_session")
    assert cup.places()["sam"] == 1
    assert cup.sheet()[0].chips == 100_000


@clause(ACT, "3.4", "ruling 5", "ruling 23")
@pytest.mark.parametrize(("bets", "had"), [("banker 100", 905), ("player 100", 1_105)])
def test_ruling_5_the_warning_under_the_minimum_outlasts_a_void_round(bets: str, had: float) -> None:
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, cy=bets)
    cup.director("substitute", player="cy", substitute="sam")
    cup.deal(PLAYER, sam="player 5", ann="player 10")
    assert cup.dollars("sam") == had
    cup.void(1)
    assert cup.dollars("sam") == 1_005
    cup.deal(PLAYER, sam="player 5", ann="player 10")
    assert cup.dollars("sam") == 1_005


@clause(ACT, "15.14", "15.15")
@pytest.mark.parametrize("cards", [PLAYER, BANKER])
def test_act_2015_15_15_a_short_wager_that_lies_is_decided_before_its_player_is_out(cards: str) -> None:
    """Without what round 1 brought ann has but the $5 that she has bet, and what comes back of them is not hers."""
    cup = seated(NAMES[:3], LONG, seed=3)
    cup.deal(PLAYER, ann="player 500")
    cup.deal(PLAYER, ann="banker 1000")
    while cup.ask() != "ann":
        pass
    cup.bet("ann", "player", 5)
    cup.ask()
    cup.void(1)
    assert (cup.out(), cup.dollars("ann")) == ([], 5)
    cup.deal(cards, bob="player 10")
    assert cup.out() == ["ann"]


# Late voids


def with_ann_out(rounds: int = 3) -> Rigged:
    cup = seated(NAMES[:3], conditions(final(rounds=rounds)))
    cup.deal(PLAYER, ann="banker 995")
    assert cup.out() == ["ann"]
    return cup


@clause(ACT, "ruling 23")
@pytest.mark.parametrize("later", [0, 1, 2])
def test_ruling_23_a_late_void_reinstates_whom_it_had_put_out_until_the_session_ends(later: int) -> None:
    cup = with_ann_out()
    seat = next(one.seat for one in (cup.now.session.seats if cup.now.session else ()) if one.player == "ann")
    for _ in range(later):
        cup.deal(PLAYER, bob="player 10")
    cup.void(1)
    assert cup.out() == []
    assert (cup.dollars("ann"), cup.table().patrons["ann"].seat) == (1_000, seat)
    assert len(cup.counted()) == later
    assert progress(cup.now).next is Next.PLAY


@clause(ACT, "ruling 23")
def test_ruling_23_once_the_session_is_over_no_wager_of_it_is_void() -> None:
    cup = with_ann_out(2)
    cup.deal(PLAYER)
    cup.director("end_session")
    assert cup.now.results is not None
    area = str(next(one.seat for one in cup.now.results.ended[0].session.seats if one.player == "ann"))
    void = at_table.VoidWager(actor=AS_OPERATOR, round=1, patron="ann", area=area, wager="banker", broke="14.7")
    assert refused(lambda: cup.plainly("1", void)) == ("no_such_table", "act-2015 15.7")
    cup.director("start_play_off")
    assert refused(lambda: cup.plainly("1", void)) == ("session_is_over", "act-2015 ruling 47")


@clause(ACT, "ruling 23", "15.22")
def test_ruling_23_a_late_void_in_a_play_off_reinstates_too() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=1), play_off_rounds=2))
    cup.deal(PLAYER)
    cup.director("end_session")
    cup.director("start_play_off")
    cup.deal(PLAYER, ann="banker 1000")
    assert cup.out() == ["ann"]
    cup.void(2)
    assert (cup.out(), cup.counted(), cup.dollars("ann")) == ([], (), 1_000)


@clause(ACT, "ruling 23", "15.13")
def test_ruling_23_a_reversal_that_chips_cannot_cover_leaves_none_and_makes_no_debt() -> None:
    """Ann wins $500, loses all but $5 of it and of her $1,000, and the round that she won is void."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(PLAYER, ann="player 500")
    cup.deal(PLAYER, ann="banker 990")
    assert cup.dollars("ann") == 510
    cup.deal(PLAYER, ann="banker 400")
    cup.void(1)
    assert cup.out() == ["ann"]
    assert not [account for account in cup.table().balances if written(account).startswith("debt")]


@clause(ACT, "ruling 23", "dictionary: void")
def test_ruling_23_who_is_out_gets_back_what_all_wagers_of_a_void_round_lost_together() -> None:
    """Ann won $95 and lost $200 in round 1, and all but $5 in round 2."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(BANKER, ann="banker 100 player 200")
    cup.deal(PLAYER, ann="banker 890")
    assert cup.out() == ["ann"]
    cup.void(1)
    assert (cup.out(), cup.dollars("ann")) == ([], 110)


@clause(ACT, "ruling 23")
def test_ruling_23_who_was_put_out_by_another_round_stays_out() -> None:
    cup = seated(NAMES[:3], LONG)
    cup.deal(BANKER, bob="banker 10")
    cup.deal(PLAYER, ann="banker 1000")
    cup.void(1)
    assert cup.out() == ["ann"]


@clause(ACT, "ruling 23")
def test_ruling_23_the_last_round_that_no_longer_counts_puts_out_who_cannot_wager() -> None:
    """Ann lost everything in the last round and finished; when round 1 is void, there is another one to play."""
    cup = seated(NAMES[:3], conditions(heat(rounds=2, advance=1, advance_by=AdvanceBy.OVERALL), final()))
    cup.deal(BANKER, bob="banker 10")
    cup.deal(PLAYER, ann="banker 1000")
    assert cup.out() == []
    cup.void(1)
    assert cup.out() == ["ann"]
    assert progress(cup.now).next is Next.PLAY


def test_substitutes_at_every_moment_keep_chips_money_and_entries() -> None:
    cup = Swapped.seated(NAMES[:3], conditions(heat(rounds=1, advance=2), final(rounds=1)))
    cup.deal(PLAYER, ann="player 10")
    cup.director("end_session")
    cup.director("start_play_off")
    cup.deal(PLAYER, cy="player 10")
    cup.director("end_session")
    cup.ballot()
    cup.all_sit()
    cup.start()
    assert cup.swapped > 60


WHY_NOT = ("round_is_on", "turn_is_over", "not_in", "not_approved", "no_chips", "over")


class Swapped(Rigged):
    """After every command somebody else could take over from each player."""

    swapped = 0

    def give(self, command: Any) -> Any:
        found = super().give(command)
        for name, one in self.now.entrants.items():
            swap = Substitute(actor=DIRECTOR, player=name, substitute="sam")
            try:
                events, state = handle(self.now, swap)
            except Refused as refusal:
                assert refusal.code in WHY_NOT  # noqa: PT017
                continue
            assert fold((*self.log, *events)) == state
            after = state.entrants["sam"]
            assert (after.paid, after.payer, after.number, after.chips) == (one.paid, name, one.number, one.chips)
            assert (state.fees, name in state.entrants) == (self.now.fees, False)
            assert totals(state) == totals(self.now)
            self.swapped += 1
        return found


def totals(state: Any) -> dict[str, int]:
    """What the bank of every table has given out."""
    return {name: one.state.balance(ledger.BANK) for name, one in state.tables.items()}
