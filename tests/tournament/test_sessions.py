"""Sessions, play-offs, lots, and what late decisions change."""

from functools import partial
from typing import Any

import pytest

from puntobanco.table import Actor, Role, TableState, ledger
from puntobanco.table import commands as at_table
from puntobanco.table.model import VoidReason
from puntobanco.tournament import fold
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.conditions import AdvanceBy, Breakdown
from puntobanco.tournament.events import BallotDrawn
from puntobanco.tournament.model import Ending, Finish
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.tournament.queries.session_play import chips_at, is_done
from puntobanco.tournament.queries.standings import questions
from puntobanco.tournament.views.visible_state import results_sheet, view
from puntobanco.values.replace import changed
from tests.tournament.helpers import DIRECTOR, OPERATOR, SEED, Cup, bets, conditions, final, heat, place, refused

AS_OPERATOR = Actor(person="dora", role=Role.OPERATOR)


def nothing(_: TableState, __: str) -> Any:
    return None


def all_different(state: TableState, player: str) -> Any:
    return place(state, player, "banker", {"ann": 1_000, "bob": 2_000}.get(player, 90_000))


def all_in(*losers: str, wager: str = "tie") -> Any:
    """These bet everything, the others the minimum on banker."""

    def bet(state: TableState, player: str) -> Any:
        has = state.balance(ledger.chips(player))
        return place(state, player, *((wager, has) if player in losers else ("banker", 1_000)))

    return bet


def test_who_is_absent_at_the_start_forfeits_and_the_fee_stays() -> None:
    cup = Cup.opened(conditions(heat(advance=2, advance_by=AdvanceBy.OVERALL), final()))
    for player in ("ann", "bob", "cy", "dee"):
        cup.director("register", player=player)
    cup.ballot()
    cup.all_sit(but=["dee"])
    cup.start()
    finish = cup.now.entrants["dee"].finish
    assert finish is not None
    assert finish.how is Ending.NEVER_SAT
    assert cup.now.fees[next(iter(cup.now.fees))] == -40_000
    assert cup.now.seated == 3


def test_who_forfeits_a_later_session_is_last_of_that_stage() -> None:
    cup = Cup.seated(["ann", "bob", "cy"], conditions(heat(advance=2, rounds=1), final(rounds=1)), seed=3)
    cup.play("1", all_different)
    cup.director("end_session")
    while progress(cup.now).next is not Next.BALLOT:
        cup.step(all_different)
    still = [one.player for one in cup.now.still_in]
    assert len(still) == 2
    cup.ballot()
    cup.all_sit(but=still[:1])
    cup.start()
    cup.play_on(nothing)
    sheet = results_sheet(cup.now)
    assert sheet is not None
    assert [(one.player, one.how) for one in sheet.lines][:2] == [
        (still[1], Ending.FINISHED),
        (still[0], Ending.FORFEITED),
    ]
    assert sheet.lines[1].prize > 0


def test_chips_are_carried_on_or_issued_anew() -> None:
    for chips in (None, 30_000):
        cup = Cup.seated(["ann", "bob", "cy"], conditions(heat(rounds=1), final(chips=chips)), seed=5)
        stakes = {"ann": 5_000, "bob": 10_000, "cy": 20_000}
        cup.play("1", lambda state, player: place(state, player, "banker", stakes[player]))  # noqa: B023
        cup.director("end_session")
        cup.ballot()
        cup.all_sit()
        before = {one.player: one.chips for one in cup.now.still_in}
        cup.start()
        got = {one: chips_at(cup.table(), one) for one in before}
        assert got == (before if chips is None else dict.fromkeys(before, 30_000))
        assert len(set(before.values())) == 2


def test_a_void_round_does_not_count_and_a_late_void_takes_it_back() -> None:
    cup = Cup.seated(["ann", "bob"], conditions(final(rounds=2)))
    cup.play("1", bets("banker", 1_000))
    assert cup.counted() == (1, 2)
    assert progress(cup.now).next is Next.END
    void = at_table.VoidRound(actor=AS_OPERATOR, round=1, reason=VoidReason.FRAUD)
    cup.at("1", void)
    assert cup.counted() == (2,)
    assert progress(cup.now).next is Next.PLAY
    assert refused(lambda: cup.director("end_session")) == ("not_played", "act-2015 ruling 22")
    cup.play("1", bets("banker", 1_000))
    assert cup.counted() == (2, 3)


def test_rounds_without_wagers_count() -> None:
    cup = Cup.seated(["ann", "bob"], conditions(final(rounds=2)))
    cup.play("1", nothing)
    assert cup.counted() == (1, 2)
    assert [chips_at(cup.table(), one) for one in ("ann", "bob")] == [100_000, 100_000]


def test_nothing_is_dealt_beyond_the_session() -> None:
    cup = Cup.seated(["ann", "bob"], conditions(final(rounds=1)))
    cup.play("1", bets("banker", 1_000))
    dealer = Actor(person="dealer 1", role=Role.DEALER)
    assert refused(lambda: cup.at("1", at_table.AskForWager(actor=dealer))) == (
        "rounds_are_played",
        "act-2015 ruling 22",
    )


def played_until_out(*players: str) -> Cup:
    """Three rounds are to be played, and the first one puts these players out, who bet all they had on a tie."""
    for seed in range(50):
        cup = Cup.seated(["ann", "bob", "cy", "dee"], conditions(final(rounds=3)), seed=seed)
        cup.play("1", all_in(*players), rounds=1)
        if cup.now.session is not None and {one.player for one in cup.now.session.out} == set(players):
            return cup
    raise AssertionError("no seed puts them out")


def test_two_out_on_the_same_round_share() -> None:
    cup = played_until_out("ann", "bob")
    assert not {"ann", "bob"} & cup.table().patrons.keys()
    cup.play_on(bets_apart())
    sheet = results_sheet(cup.now)
    assert sheet is not None
    shared = [one for one in sheet.lines if one.player in ("ann", "bob")]
    assert [(one.place, one.how, one.round) for one in shared] == [(3, Ending.PUT_OUT, 1)] * 2
    assert {one.prize for one in shared} == {3_600}


def bets_apart() -> Any:
    """Everybody bets something else, so that no tie lasts."""

    def bet(state: TableState, player: str) -> Any:
        amount = 1_000 * (1 + sorted(state.patrons).index(player)) + 500 * state.round_number
        return place(state, player, "banker", min(amount, state.balance(ledger.chips(player))))

    return bet


def test_a_late_void_reinstates_whom_it_had_put_out() -> None:
    cup = played_until_out("ann")
    void = at_table.VoidRound(actor=AS_OPERATOR, round=1, reason=VoidReason.FRAUD)
    cup.at("1", void)
    assert cup.names()[-3:] == ["left_chips_changed", "player_reinstated", "table_did"]
    assert chips_at(cup.table(), "ann") == 100_000
    assert cup.now.session is not None
    assert cup.now.session.out == ()
    seat = next(one for one in cup.now.session.seats if one.player == "ann")
    assert cup.table().patrons["ann"].seat == seat.seat


def test_after_the_last_round_nobody_is_eliminated() -> None:
    for seed in range(30):
        cup = Cup.seated(["ann", "bob", "cy"], conditions(final(rounds=1)), seed=seed)
        cup.play("1", all_in("ann"))
        if chips_at(cup.table(), "ann") == 0:
            break
    assert cup.now.session is not None
    assert cup.now.session.out == ()
    cup.play_on(bets_apart())
    finish = cup.now.entrants["ann"].finish
    assert finish is not None
    assert (finish.how, finish.chips) == (Ending.FINISHED, 0)


@pytest.mark.parametrize("tied", range(2, 8))
def test_a_tie_of_every_size_at_the_cut_line_is_played_off_where_they_sit(tied: int) -> None:
    names = [f"p{number}" for number in range(tied)]
    stages = (heat(rounds=1, advance=1, advance_by=AdvanceBy.OVERALL), final(rounds=1))
    cup = Cup.seated(names, conditions(*stages, prizes=_winner_takes_all(tied)))
    cup.play("1", nothing)
    table = cup.table()
    cup.director("end_session")
    (question,) = questions(cup.now)
    assert (set(question.players), question.places, question.by_lot) == (set(names), 1, False)
    assert progress(cup.now).next is Next.PLAY_OFF
    assert refused(lambda: cup.director("start_play_off", sizes=(tied,), seed=SEED))[0] == "no_ballot"
    cup.director("start_play_off")
    assert cup.now.tables["1"].state.turns.marker == table.turns.marker
    cup.play_on(bets_apart())
    assert cup.now.awards is not None
    assert len(cup.now.awards) == tied
    assert cup.now.awards[0].prize == 9_000 * tied
    assert sum(isinstance(one, BallotDrawn) for one in cup.log) == 1, "nobody is left to play the final against"


def _winner_takes_all(players: int) -> tuple[Breakdown, ...]:
    return (Breakdown(least=2, most=24, shares=(10_000,)),) if players else ()


@pytest.mark.parametrize("tied", [2, 3, 8, 15, 24])
def test_a_tie_across_tables_is_played_off_at_seats_drawn_anew(tied: int) -> None:
    names = [f"p{number}" for number in range(tied)]
    stages = (heat(rounds=1, advance=1, advance_by=AdvanceBy.OVERALL), final(rounds=1))
    rules = conditions(*stages, prizes=_winner_takes_all(tied), players_per_table=max(2, -(-tied // 2)))
    cup = Cup.opened(changed(rules, players_per_table=min(7, rules.players_per_table)))
    for one in names:
        cup.director("register", player=one)
    half = tied // 2
    sizes = (half, tied - half) if tied <= 14 else None
    cup.ballot(*(sizes or ()))
    cup.all_sit()
    cup.start()
    while progress(cup.now).next is Next.PLAY:
        cup.step(nothing)
    tables = len(cup.now.tables)
    cup.director("end_session")
    assert refused(lambda: cup.director("start_play_off")) == ("ballot_needed", "act-2015 ruling 21")
    cup.play_off()
    assert cup.now.session is not None
    assert {int(one.table) for one in cup.now.session.seats} == set(range(tables + 1, len(cup.now.tables) + 1))
    cup.play_on(bets_apart())
    assert cup.now.awards is not None
    assert fold(cup.log) == cup.now


def test_who_cannot_play_for_it_goes_on_by_lot() -> None:
    """All lose everything in the only round of the heat: two of them go on by lot, and their prizes are shared."""
    for seed in range(100):
        stages = (heat(rounds=1, advance=2, advance_by=AdvanceBy.OVERALL), final(rounds=1, chips=50_000))
        cup = Cup.seated(["ann", "bob", "cy"], conditions(*stages), seed=seed)
        cup.play("1", all_in("ann", "bob", "cy"))
        cup.director("end_session")
        if progress(cup.now).next is Next.LOT:
            break
    assert progress(cup.now).players
    assert refused(lambda: cup.director("draw_ballot", sizes=(2,), seed=SEED))[0] == "drawn_already"
    cup.director("draw_lot", seed=SEED)
    assert len(cup.now.still_in) == 2
    cup.play_on(bets_apart())
    assert cup.now.awards is not None
    assert sum(one.prize for one in cup.now.awards) == 27_000


def test_a_warning_lasts_for_the_tournament() -> None:
    cup = Cup.seated(["ann", "bob", "cy"], conditions(heat(rounds=1, advance=3), final(rounds=1)))
    early: list[str] = []

    def bet(state: TableState, player: str) -> Any:
        if state.not_asked() and not early:
            early.append(state.not_asked()[-1])
            cup.at("1", place(state, early[0], "banker", 1_000))
        return None if player in early else place(state, player, "banker", 1_000)

    cup.play("1", bet)
    assert [name for name, one in cup.now.entrants.items() if one.warned] == early
    cup.director("end_session")
    while progress(cup.now).next is not Next.PLAY:
        cup.step(nothing)
    assert [name for name, one in cup.table().patrons.items() if one.warned_of_turn] == early


def test_a_substitute_takes_over_entry_and_chips_between_rounds() -> None:
    cup = Cup.seated(["ann", "bob"], conditions(final(rounds=2)))
    for person, code in (("dora", "works_here"), ("bob", "entered_already"), ("ann", "entered_already")):
        asked = {"player": "ann", "substitute": person}
        assert refused(partial(cup.director, "substitute", **asked))[0] == code
    seat = cup.table().patrons["ann"].seat
    cup.director("substitute", player="ann", substitute="sam")
    assert cup.table().patrons["sam"].seat == seat
    assert chips_at(cup.table(), "sam") == 100_000
    assert "ann" not in cup.table().patrons
    entrant = cup.now.entrants["sam"]
    assert (entrant.payer, entrant.paid) == ("ann", 10_000)
    assert refused(lambda: cup.director("substitute", player="bob", substitute="ann"))[0] == "entered_already"
    assert refused(lambda: cup.director("substitute", player="ann", substitute="sue"))[0] == "not_in"


def test_no_substitute_while_a_round_is_dealt() -> None:
    cup = Cup.seated(["ann", "bob"], conditions(final(rounds=1)))

    def bet(state: TableState, player: str) -> Any:
        return place(state, player, "banker", 1_000)

    original = cup.at

    def at(table: str, command: Any) -> None:
        original(table, command)
        if cup.now.tables["1"].state.round is not None:
            code, _ = refused(lambda: cup.director("substitute", player="ann", substitute="sam"))
            assert code == "round_is_on"
            assert refused(lambda: cup.director("call_break", minutes=5))[0] == "no_break_now"

    cup.at = at  # type: ignore[method-assign]  # planted for this test
    cup.play("1", bet)


def test_a_break_has_a_length_and_stops_the_tables() -> None:
    cup = Cup.seated(["ann", "bob"])
    assert refused(lambda: cup.director("call_break", minutes=0)) == ("no_length", "act-2015 15.18")
    cup.director("call_break", minutes=15)
    assert progress(cup.now).next is Next.RESUME
    dealer = Actor(person="dan", role=Role.DEALER)
    check = AtTable(actor=dealer, table="1", command=at_table.CheckCards(actor=dealer))
    assert refused(lambda: cup.give(check)) == ("on_break", "act-2015 15.18")
    cup.director("resume_play")
    cup.give(check)
    assert cup.now.officers["dan"] == "dealer"
    cup.director("direct_pace", text="thirty seconds a wager")
    assert cup.now.pace == "thirty seconds a wager"


def test_at_a_table_everybody_acts_for_themselves_and_only_the_director_supervises() -> None:
    cup = Cup.seated(["ann", "bob"])
    inspect = at_table.InspectCards(actor=Actor(person="oz", role=Role.SUPERVISOR))
    assert refused(lambda: cup.at("1", inspect)) == ("not_nominated", "act-2015 15.2")
    player_deals = at_table.CheckCards(actor=Actor(person="ann", role=Role.DEALER))
    assert refused(lambda: cup.at("1", player_deals)) == ("plays_here", "act-2015 ruling 23")
    ann, bob = (Actor(person=name, role=Role.PATRON) for name in ("ann", "bob"))
    for_bob = AtTable(actor=ann, table="1", command=at_table.AskRules(actor=bob))
    assert refused(lambda: cup.give(for_bob)) == ("another_actor", "act-2015 15.2")
    more = at_table.IssueChips(actor=AS_OPERATOR, patron="cy", seat=5, amount=100)
    assert refused(lambda: cup.at("1", more)) == ("not_in_a_tournament", "act-2015 15.5")
    assert refused(lambda: cup.at("1", at_table.BuyIn(actor=ann, amount=1_000)))[1] == "act-2015 15.13"
    elsewhere = AtTable(actor=ann, table="9", command=at_table.AskRules(actor=ann))
    assert refused(lambda: cup.give(elsewhere)) == ("no_such_table", "act-2015 15.7")


def test_a_session_of_shoes_ends_with_the_shoe() -> None:
    table = {"minimum": "10", "decks": "1", "cut_from_ends": "10", "cut_depth": "30", "offered": "none"}
    rules = conditions(final(rounds=None, shoes=2), table=tuple(sorted(table.items())))
    cup = Cup.seated(["ann", "bob"], rules)
    cup.play("1", bets("banker", 1_000))
    assert cup.table().shoe.number == 2
    assert len(cup.now.tables["1"].counted) >= 4
    dealer = Actor(person="dealer 1", role=Role.DEALER)
    cup.at("1", at_table.Shuffle(actor=dealer))
    assert is_done(cup.now, "1")


def test_prizes_are_paid_once_and_then_nothing_is_cancelled() -> None:
    cup = Cup.seated(["ann", "bob"], conditions(final(rounds=1)))
    while progress(cup.now).next is not Next.AWARD:
        cup.step(bets_apart())
    assert refused(lambda: cup.operator("pay_prize", player="ann"))[0] == "no_prize"
    cup.director("award_places")
    assert refused(lambda: cup.director("award_places")) == ("no_places_yet", "act-2015 15.20")
    first = progress(cup.now).players[0]
    cup.operator("pay_prize", player=first)
    assert refused(lambda: cup.operator("pay_prize", player=first)) == ("no_prize", "act-2015 15.21")
    assert refused(lambda: cup.operator("cancel_tournament", reason="late")) == ("too_late", "act-2015 ruling 23")
    cup.play_on(nothing)
    assert progress(cup.now).next is Next.CLOSED


def test_chips_are_in_everybodys_sight_and_the_books_in_the_staffs() -> None:
    cup = Cup.seated(["ann", "bob"])
    seen = view(cup.now, Actor(person="ann", role=Role.PATRON))
    assert {one.player: one.chips for one in seen.players} == {"ann": 100_000, "bob": 100_000}
    assert not isinstance(seen.money, dict)
    assert view(cup.now, DIRECTOR).money == {"cage": -20_000, "pool": 18_000, "commission": 2_000}
    assert view(cup.now, OPERATOR).approval == cup.now.approval


def test_a_reversal_takes_what_somebody_who_is_out_has_left_and_makes_no_debt() -> None:
    """Ann wins $95 in round 1, bets $590 of her $595 in round 2 and is out: void are first round 1, then round 2."""

    def bet(state: TableState, player: str) -> Any:
        of_ann = ("banker", 10_000) if state.round_number == 1 else ("tie", 59_000)
        return place(state, player, *(of_ann if player == "ann" else ("player", 1_000)))

    for seed in range(100):
        cup = Cup.seated(["ann", "bob", "cy"], conditions(final(rounds=4), chips=50_000), seed=seed)
        cup.play("1", bet, rounds=1)
        if chips_at(cup.table(), "ann") != 59_500:
            continue
        cup.play("1", bet, rounds=2)
        if "ann" not in cup.table().patrons:
            break
    session = cup.now.session
    assert session is not None
    assert [(one.player, one.chips) for one in session.out] == [("ann", 500)]
    cup.at("1", at_table.VoidRound(actor=AS_OPERATOR, round=1, reason=VoidReason.FRAUD))
    assert cup.now.session is not None
    assert [(one.player, one.chips) for one in cup.now.session.out] == [("ann", 0)]
    cup.at("1", at_table.VoidRound(actor=AS_OPERATOR, round=2, reason=VoidReason.FRAUD))
    assert chips_at(cup.table(), "ann") == 59_000


@pytest.mark.parametrize(
    ("shares", "tied"),
    [
        ((7_000, 3_000), [{"ann", "bob", "cy"}]),
        ((5_000, 3_000, 2_000), [{"ann", "bob", "cy"}]),
        ((10_000,), [{"ann", "bob", "cy"}]),
        ((4_000, 3_000, 3_000), [{"ann", "bob", "cy"}]),
    ],
)
def test_equal_chips_are_played_off_where_a_prize_depends_on_it(shares: tuple[int, ...], tied: list[set[str]]) -> None:
    prizes = (Breakdown(least=3, most=24, shares=shares),)
    cup = Cup.seated(["ann", "bob", "cy"], conditions(final(rounds=1), least_players=3, prizes=prizes))
    cup.play("1", nothing)
    cup.director("end_session")
    assert [set(one.players) for one in questions(cup.now)] == tied
    assert progress(cup.now).next is Next.PLAY_OFF


def apart(**stakes: int) -> Any:
    return lambda state, player: place(state, player, "player", stakes[player] * 100)


@pytest.mark.parametrize(
    ("shares", "tied"),
    [
        ((6_000, 4_000), []),
        ((6_000, 3_000, 1_000), [{"cy", "dee"}]),
        ((4_000, 3_000, 1_500, 1_500), []),
        ((4_000, 3_000, 1_501, 1_499), [{"cy", "dee"}]),
    ],
)
def test_equal_chips_on_which_nothing_depends_share_the_place(shares: tuple[int, ...], tied: list[set[str]]) -> None:
    """Whether player wins or loses, cy and dee have the same and are third and fourth, or first and second."""
    prizes = (Breakdown(least=4, most=24, shares=shares),)
    for seed in range(50):
        rules = conditions(final(rounds=1), least_players=4, prizes=prizes)
        cup = Cup.seated(["ann", "bob", "cy", "dee"], rules, seed=seed)
        cup.play("1", apart(ann=300, bob=200, cy=100, dee=100))
        if chips_at(cup.table(), "ann") == 130_000:
            break
    cup.director("end_session")
    assert [set(one.players) for one in questions(cup.now)] == tied
    assert cup.now.over is (not tied)


def test_the_same_tie_is_played_off_again_until_there_is_a_result() -> None:
    cup = Cup.seated(["ann", "bob"], conditions(final(rounds=1), play_off_rounds=2))
    cup.play("1", nothing)
    cup.director("end_session")
    for again in range(1, 4):
        cup.director("start_play_off")
        assert cup.counted() == ()
        cup.play("1", nothing)
        assert len(cup.counted()) == 2
        cup.director("end_session")
        assert cup.now.results is not None
        assert len(cup.now.results.contests) == again
        assert progress(cup.now).next is Next.PLAY_OFF
    assert cup.table().round_number == 1 + 1 + 6


def test_what_a_play_off_follows_is_touched_for_no_disturbance() -> None:
    cup = Cup.seated(["ann", "bob"], conditions(final(rounds=1)))
    cup.play("1", nothing)
    cup.director("end_session")
    cup.director("start_play_off")
    void = at_table.VoidRound(actor=AS_OPERATOR, round=1, reason=VoidReason.DISTURBANCE)
    assert refused(lambda: cup.at("1", void)) == ("session_is_over", "act-2015 ruling 47")


def test_a_substitute_takes_over_between_a_session_and_its_play_off() -> None:
    cup = Cup.seated(["ann", "bob"], conditions(final(rounds=1)))
    cup.play("1", nothing)
    cup.director("end_session")
    cup.director("substitute", player="ann", substitute="sam")
    cup.director("start_play_off")
    assert cup.table().patrons.keys() == {"sam", "bob"}
    assert chips_at(cup.table(), "sam") == 100_000


def test_who_is_excluded_is_out_until_that_is_lifted_or_the_session_ends() -> None:
    cup = Cup.seated(["ann", "bob", "cy"], conditions(final(rounds=2)))
    cup.play("1", bets_apart(), rounds=1)
    had = chips_at(cup.table(), "ann")
    cup.at("1", at_table.Exclude(actor=AS_OPERATOR, patron="ann", broke="14.7"))
    assert cup.now.session is not None
    assert [(one.player, one.round, one.chips) for one in cup.now.session.out] == [("ann", 1, had)]
    assert "ann" not in cup.table().patrons
    cup.at("1", at_table.LiftExclusion(actor=AS_OPERATOR, patron="ann"))
    assert chips_at(cup.table(), "ann") == had
    cup.at("1", at_table.Exclude(actor=AS_OPERATOR, patron="ann", broke="14.7"))
    cup.play_on(bets_apart())
    finish = cup.now.entrants["ann"].finish
    assert finish is not None
    assert (finish.how, finish.round) == (Ending.PUT_OUT, 1)


def test_who_is_excluded_from_a_play_off_comes_after_all_others() -> None:
    cup = Cup.seated(["ann", "bob", "cy"], conditions(final(rounds=1), play_off_rounds=2))
    cup.play("1", nothing)
    cup.director("end_session")
    cup.director("start_play_off")
    cup.play("1", bets_apart(), rounds=1)
    cup.at("1", at_table.Exclude(actor=AS_OPERATOR, patron="ann", broke="14.7"))
    cup.play("1", bets_apart())
    cup.director("end_session")
    assert cup.now.over
    assert cup.now.entrants["ann"].finish == Finish(how=Ending.FINISHED, stage=0, chips=100_000, order=2)
