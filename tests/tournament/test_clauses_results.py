"""Section 15 on places, statement by statement: 15.20, 15.22, 15.23, and ruling 21."""

from functools import partial

import pytest

from puntobanco.tournament.conditions import AdvanceBy, Breakdown
from puntobanco.tournament.events import BallotDrawn, LotDrawn, PlayOffStarted
from puntobanco.tournament.model import Ending
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.tournament.queries.standings import questions
from tests.marks import clause
from tests.tournament.helpers import OPERATOR, SEED, conditions, final, heat, refused
from tests.tournament.rigged import ACT, BANKER, NAMES, PLAYER, Rigged, registered, seated

ONE_OVERALL = heat(rounds=1, advance=1, advance_by=AdvanceBy.OVERALL)
TWO_OVERALL = heat(rounds=1, advance=2, advance_by=AdvanceBy.OVERALL)


def shares(*parts: int) -> tuple[Breakdown, ...]:
    few = max(2, len(parts))
    below = (Breakdown(least=2, most=few - 1, shares=(10_000,)),) if few > 2 else ()
    return (*below, Breakdown(least=few, most=24, shares=parts))


def at_two_tables(players: int, *sizes: int, **changes: object) -> tuple[Rigged, list[list[str]]]:
    """A session that runs at two tables, and who sits there."""
    # conditions check what they are given
    cup = registered(NAMES[:players], conditions(*changes.pop("stages", (final(rounds=3),)), **changes))  # type: ignore[misc]
    cup.ballot(*sizes)
    cup.all_sit()
    cup.start()
    return cup, cup.tables_of("1", "2")


def end_of(cup: Rigged) -> Next:
    cup.director("end_session")
    return progress(cup.now).next


# Places


@clause(ACT, "15.20")
def test_act_2015_15_20_places_are_reckoned_and_the_director_awards_them_once() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=1)))
    assert refused(lambda: cup.director("award_places")) == ("no_places_yet", "act-2015 15.20")
    cup.deal(PLAYER, ann="player 30", bob="player 20", cy="banker 10")
    assert end_of(cup) is Next.AWARD
    assert refused(lambda: cup.do(OPERATOR, "award_places")) == ("not_nominated", "act-2015 15.2")
    assert refused(lambda: cup.operator("pay_prize", player="ann")) == ("no_prize", "act-2015 15.21")
    cup.director("award_places")
    assert [(one.player, one.place) for one in cup.now.awards or ()] == [("ann", 1), ("bob", 2), ("cy", 3)]
    assert refused(lambda: cup.director("award_places")) == ("no_places_yet", "act-2015 15.20")


@clause(ACT, "ruling 21")
def test_ruling_21_chips_count_in_hundredths() -> None:
    """Banker pays less 5%: $30 wins $28.50, and $40 less $10 on player $28."""
    cup = seated(NAMES[:3], conditions(final(rounds=1)))
    cup.deal(BANKER, ann="banker 29", bob="banker 30", cy="banker 40 player 10")
    assert [cup.dollars(one) for one in NAMES[:3]] == [1027.55, 1028.5, 1028]
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"bob": 1, "cy": 2, "ann": 3}


@clause(ACT, "ruling 21")
def test_ruling_21_finishers_by_chips_across_tables_above_those_put_out_by_the_round_of_the_session() -> None:
    """Table 1 has a void round: its second one is the first of the session, as the first at table 2 is."""
    cup, ((a, b, c), (d, e, f)) = at_two_tables(6, 3, 3)
    cup.deal(PLAYER, "1", **{a: "banker 10"})
    cup.void(1, "1")
    cup.deal(PLAYER, "1", **{a: "banker 1000"})
    cup.deal(PLAYER, "2", **{d: "banker 1000"})
    cup.deal(PLAYER, "2", **{e: "banker 1000"})
    for _ in range(2):
        cup.deal(PLAYER, "1", **{b: "player 20", c: "banker 490"})
    cup.deal(PLAYER, "2", **{f: "player 30"})
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {b: 1, f: 2, c: 3, e: 4, a: 5, d: 5}
    assert [one.round for one in cup.sheet()] == [0, 0, 0, 2, 1, 1]


@clause(ACT, "ruling 21")
def test_ruling_21_the_eliminated_by_stage_first() -> None:
    """Dee is put out in the last round but one of the heat, cy at once in the final: cy is above all of the heat."""
    stages = (heat(rounds=3, advance=2, advance_by=AdvanceBy.OVERALL), final(rounds=3))
    cup = seated(NAMES[:4], conditions(*stages))
    cup.deal(PLAYER, ann="player 30", bob="player 20", cy="player 10", dee="banker 10")
    cup.deal(PLAYER, dee="banker 990")
    cup.deal(PLAYER, bob="banker 500")
    assert end_of(cup) is Next.BALLOT
    assert {one.player for one in cup.now.still_in} == {"ann", "cy"}
    cup.ballot()
    cup.all_sit()
    cup.start()
    cup.deal(PLAYER, cy="banker 1000 tie 10")
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"ann": 1, "cy": 2, "bob": 3, "dee": 4}


@clause(ACT, "15.23", "ruling 21")
def test_act_2015_15_23_out_by_one_round_they_share_what_their_places_are_worth_and_the_next_place_is_empty() -> None:
    cup = seated(NAMES[:4], conditions(final(rounds=2), prizes=shares(5_000, 2_500, 1_500, 1_000)))
    cup.deal(PLAYER, ann="player 10", bob="banker 1000", cy="banker 995", dee="banker 10")
    assert cup.out() == ["bob", "cy"] or cup.out() == ["cy", "bob"]
    cup.deal(PLAYER, ann="player 10")
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"ann": 1, "dee": 2, "bob": 3, "cy": 3}
    assert cup.prizes() == {"ann": 18_000, "dee": 9_000, "bob": 4_500, "cy": 4_500}


@clause(ACT, "15.23", "ruling 21")
def test_ruling_21_all_out_at_once_share_what_is_left() -> None:
    cup = seated(NAMES[:4], conditions(final(rounds=3)))
    cup.deal(PLAYER, ann="banker 1000")
    cup.deal(PLAYER, bob="banker 1000", cy="banker 1000", dee="banker 1000")
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"bob": 1, "cy": 1, "dee": 1, "ann": 4}
    assert cup.prizes() == {"bob": 12_000, "cy": 12_000, "dee": 12_000, "ann": 0}


@clause(ACT, "ruling 21")
def test_ruling_21_a_session_is_over_when_one_player_is_left() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=9)))
    cup.deal(PLAYER, ann="banker 1000")
    assert progress(cup.now).next is Next.PLAY
    cup.deal(PLAYER, bob="banker 1000")
    assert progress(cup.now).next is Next.END
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"cy": 1, "bob": 2, "ann": 3}


@clause(ACT, "ruling 21", "15.14")
def test_ruling_21_after_the_last_round_of_a_session_nobody_is_eliminated() -> None:
    """Bob and cy lose everything in the last round: they finish below ann and above dee, who was put out before."""
    cup = seated(NAMES[:4], conditions(final(rounds=2)))
    cup.deal(PLAYER, dee="banker 1000")
    cup.deal(PLAYER, bob="banker 1000", cy="banker 1000")
    assert cup.out() == ["dee"]
    assert end_of(cup) is Next.AWARD
    assert [(one.player, one.place, one.how) for one in cup.sheet()][0::3] == [
        ("ann", 1, Ending.FINISHED),
        ("dee", 4, Ending.PUT_OUT),
    ]
    assert cup.prizes() == {"ann": 18_000, "bob": 9_000, "cy": 9_000, "dee": 0}


@clause(ACT, "ruling 21")
def test_ruling_21_chips_carried_on_that_are_too_few_put_out_before_the_first_round() -> None:
    cup = seated(NAMES[:3], conditions(heat(rounds=1, advance=3), final(rounds=1)))
    cup.deal(PLAYER, ann="banker 1000", bob="player 10")
    assert end_of(cup) is Next.BALLOT
    cup.ballot()
    cup.all_sit()
    cup.start()
    assert cup.out() == ["ann"]
    cup.deal(PLAYER, bob="player 10")
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"bob": 1, "cy": 2, "ann": 3}


@clause(ACT, "ruling 21", "15.9")
def test_ruling_21_who_forfeits_a_later_session_is_last_of_that_stage_with_its_prize() -> None:
    """Cy forfeits the final: below ann, who is put out of it at once, and above dee of the heat."""
    stages = (heat(rounds=1, advance=3), final(rounds=3))
    cup = seated(NAMES[:4], conditions(*stages))
    cup.deal(PLAYER, ann="banker 1000", bob="player 10", cy="player 20", dee="banker 1000")
    assert end_of(cup) is Next.LOT
    cup.director("draw_lot", seed=SEED)
    lucky = next(one for one in ("ann", "dee") if cup.now.entrants[one].finish is None)
    cup.ballot()
    cup.all_sit(but=["cy"])
    cup.start()
    assert end_of(cup) is Next.AWARD
    other = {"ann": "dee", "dee": "ann"}[lucky]
    assert cup.places() == {"bob": 1, lucky: 2, "cy": 3, other: 4}
    assert cup.prizes()["cy"] == 7_200


@clause(ACT, "ruling 21", "15.9")
def test_ruling_21_who_never_sat_has_no_place() -> None:
    cup = registered(NAMES[:3], conditions(final(rounds=1)))
    cup.ballot()
    cup.all_sit(but=["bob"])
    cup.start()
    cup.deal(PLAYER, ann="player 10")
    assert end_of(cup) is Next.AWARD
    cup.director("award_places")
    assert [one.player for one in cup.now.awards or ()] == ["ann", "cy"]


# Play-offs


@clause(ACT, "15.22", "ruling 21")
@pytest.mark.parametrize(
    ("parts", "played_off"),
    [((10_000,), False), ((6_000, 4_000), False), ((5_000, 3_000, 2_000), True), ((4_000, 3_000, 1_500, 1_500), False)],
)
def test_act_2015_15_22_equal_chips_play_off_only_where_a_prize_depends_on_it(
    parts: tuple[int, ...], played_off: bool
) -> None:
    cup = seated(NAMES[:4], conditions(final(rounds=1), least_players=4, prizes=prizes_from_4(parts)))
    cup.deal(PLAYER, ann="player 20", bob="player 10")
    assert end_of(cup) is (Next.PLAY_OFF if played_off else Next.AWARD)
    if not played_off:
        assert cup.places() == {"ann": 1, "bob": 2, "cy": 3, "dee": 3}


def prizes_from_4(parts: tuple[int, ...]) -> tuple[Breakdown, ...]:
    return (Breakdown(least=4, most=24, shares=parts),)


@clause(ACT, "15.22", "ruling 21")
@pytest.mark.parametrize(("advance", "played_off"), [(1, False), (2, True), (3, False)])
def test_act_2015_15_22_or_where_advancing_depends_on_it(advance: int, played_off: bool) -> None:
    """Ann is alone in front, bob and cy are equal behind her: one advances, two, or all three."""
    cup = seated(NAMES[:3], conditions(heat(rounds=1, advance=advance), final(rounds=1), prizes=shares(10_000)))
    cup.deal(PLAYER, ann="player 10")
    expected = Next.PLAY_OFF if played_off else Next.AWARD if advance == 1 else Next.BALLOT
    assert end_of(cup) is expected


@clause(ACT, "15.22")
def test_act_2015_15_22_more_rounds_until_there_is_a_result() -> None:
    cup = seated(NAMES[:2], conditions(final(rounds=1)))
    cup.deal(PLAYER)
    assert end_of(cup) is Next.PLAY_OFF
    for _ in range(3):
        cup.director("start_play_off")
        cup.deal(PLAYER, ann="player 10", bob="player 10")
        assert end_of(cup) is Next.PLAY_OFF
    cup.director("start_play_off")
    cup.deal(PLAYER, ann="player 10", bob="player 20")
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"bob": 1, "ann": 2}
    assert sum(isinstance(one, PlayOffStarted) for one in cup.log) == 4


@clause(ACT, "ruling 21")
def test_ruling_21_a_play_off_decides_between_those_who_are_equal_and_nobody_else() -> None:
    """Bob loses nearly everything in the play-off for the second place: he is third, above dee, who has more chips."""
    cup = seated(NAMES[:4], conditions(final(rounds=1)))
    cup.deal(PLAYER, ann="player 500", dee="banker 100")
    assert end_of(cup) is Next.PLAY_OFF
    cup.director("start_play_off")
    assert set(cup.table().patrons) == {"bob", "cy"}, "the others have given their chips back"
    cup.deal(PLAYER, bob="banker 900", cy="player 900")
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"ann": 1, "cy": 2, "bob": 3, "dee": 4}


@clause(ACT, "ruling 21")
def test_ruling_21_a_play_off_across_tables_is_at_seats_drawn_anew_with_the_marker_at_the_lowest_of_them() -> None:
    cup, ((a, b), (c, d)) = at_two_tables(4, 2, 2, stages=(ONE_OVERALL, final(rounds=1)), prizes=shares(10_000))
    cup.deal(PLAYER, "1", **{a: "player 10", b: "banker 10"})
    cup.deal(PLAYER, "2", **{c: "banker 10", d: "player 10"})
    assert end_of(cup) is Next.PLAY_OFF
    assert refused(lambda: cup.director("start_play_off")) == ("ballot_needed", "act-2015 ruling 21")
    assert refused(lambda: cup.director("start_play_off", sizes=(2,), seed="x")) == ("no_seed", "act-2015 15.7")
    assert refused(lambda: cup.director("start_play_off", sizes=(3,), seed=SEED)) == ("wrong_sizes", "act-2015 15.8")
    cup.director("start_play_off", sizes=(2,), seed=SEED)
    assert set(cup.table("3").patrons) == {a, d}
    assert cup.dollars(a, "3") == 1_010
    assert sorted(one.seat or 0 for one in cup.table("3").patrons.values()) == [1, 2]
    first = cup.ask("3")
    assert cup.table("3").patrons[first].seat == 1
    assert cup.table("3").turns.marker == 1


@clause(ACT, "ruling 21")
def test_ruling_21_at_one_table_they_keep_their_seats_and_the_marker_finds_who_is_left() -> None:
    cup = seated(NAMES[:3], conditions(heat(rounds=1, advance=2), final(rounds=1)))
    (order,) = cup.tables_of("1")
    cup.deal(PLAYER, **{order[1]: "player 100"})
    assert end_of(cup) is Next.PLAY_OFF
    assert refused(lambda: cup.director("start_play_off", sizes=(2,), seed=SEED)) == ("no_ballot", "act-2015 15.7")
    cup.director("start_play_off")
    assert [cup.table().patrons[one].seat for one in (order[0], order[2])] == [1, 3]
    assert cup.ask() == order[2], "the marker was before the second seat, which is empty"


@clause(ACT, "15.22", "ruling 21")
@pytest.mark.parametrize("left", [0, 9])
def test_ruling_21_who_cannot_wager_goes_on_by_lot(left: int) -> None:
    stages = (heat(rounds=1, advance=2), final(rounds=1, chips=50_000))
    cup = seated(NAMES[:3], conditions(*stages))
    cup.deal(PLAYER, **dict.fromkeys(NAMES[:3], f"banker {1_000 - left}"))
    assert end_of(cup) is Next.LOT
    assert refused(lambda: cup.director("start_play_off")) == ("no_play_off", "act-2015 15.22")
    assert refused(lambda: cup.director("draw_lot", seed="x")) == ("no_seed", "act-2015 15.7")
    cup.director("draw_lot", seed=SEED)
    (lot,) = (one for one in cup.log if isinstance(one, LotDrawn))
    assert (len(lot.go_on), len(lot.stay)) == (2, 1)
    assert {one.player for one in cup.now.still_in} == set(lot.go_on)
    assert refused(lambda: cup.director("draw_lot", seed=SEED)) == ("no_lot", "act-2015 ruling 21")


@clause(ACT, "ruling 21")
@pytest.mark.parametrize(("stake", "coming"), [(990, Next.PLAY_OFF), (991, Next.AWARD)])
def test_ruling_21_where_they_cannot_wager_prizes_are_shared(stake: int, coming: Next) -> None:
    """With $10 left, the minimum, they play off; with $9 they cannot."""
    cup = seated(NAMES[:3], conditions(final(rounds=1)))
    cup.deal(PLAYER, ann="player 10", bob=f"banker {stake}", cy=f"banker {stake}")
    assert end_of(cup) is coming
    if coming is Next.AWARD:
        assert cup.prizes() == {"ann": 13_500, "bob": 6_750, "cy": 6_750}


@clause(ACT, "ruling 21")
def test_ruling_21_a_lot_comes_after_the_play_offs_and_decides_advancing_only() -> None:
    """The lot has four equal players for two places; the two who do not go on share what is left of the prizes."""
    stages = (TWO_OVERALL, final(rounds=1, chips=50_000))
    cup = seated(NAMES[:4], conditions(*stages, prizes=shares(4_000, 3_000, 2_000, 1_000)))
    cup.deal(PLAYER, **dict.fromkeys(NAMES[:4], "banker 1000"))
    assert end_of(cup) is Next.LOT
    cup.director("draw_lot", seed=SEED)
    assert progress(cup.now).next is Next.BALLOT
    (one, two) = (found.player for found in cup.now.still_in)
    cup.ballot()
    cup.all_sit()
    cup.start()
    cup.deal(PLAYER, **{one: "player 10"})
    assert end_of(cup) is Next.AWARD
    rest = [name for name in NAMES[:4] if name not in (one, two)]
    assert cup.prizes() == {one: 14_400, two: 10_800, rest[0]: 5_400, rest[1]: 5_400}


@clause(ACT, "ruling 21")
def test_ruling_21_by_table_each_table_has_its_own_cut_and_the_others_are_one_order() -> None:
    stages = (heat(rounds=1, advance=1), final(rounds=1))
    cup, ((a, b), (c, d)) = at_two_tables(4, 2, 2, stages=stages, prizes=shares(5_000, 3_000, 2_000))
    cup.deal(PLAYER, "1", **{a: "player 300", b: "player 200"})
    cup.deal(PLAYER, "2", **{c: "player 100", d: "player 50"})
    assert end_of(cup) is Next.BALLOT
    assert {one.player for one in cup.now.still_in} == {a, c}
    cup.ballot()
    cup.all_sit()
    cup.start()
    assert sum(isinstance(one, BallotDrawn) for one in cup.log) == 2
    table = cup.table_of(a)
    cup.deal(PLAYER, table, **{a: "player 10"})
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {a: 1, c: 2, b: 3, d: 4}


@clause(ACT, "ruling 21")
def test_ruling_21_ties_at_the_cut_come_before_ties_for_a_prize() -> None:
    cup = seated(NAMES[:5], conditions(heat(rounds=1, advance=1), final(rounds=1)))
    cup.deal(PLAYER, ann="player 10", bob="player 10", eve="banker 10")
    assert end_of(cup) is Next.PLAY_OFF
    assert [(set(one.players), one.places) for one in questions(cup.now)] == [({"ann", "bob"}, 1)]
    cup.director("start_play_off")
    cup.deal(PLAYER, ann="player 10")
    assert end_of(cup) is Next.PLAY_OFF
    assert [(set(one.players), one.places) for one in questions(cup.now)] == [({"cy", "dee"}, 0)]
    cup.director("start_play_off")
    cup.deal(PLAYER, cy="player 10")
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"ann": 1, "bob": 2, "cy": 3, "dee": 4, "eve": 5}


@clause(ACT, "ruling 21")
def test_ruling_21_who_is_excluded_in_a_play_off_does_not_go_on() -> None:
    """Three play off for two places, and two of them are excluded: the third goes on alone."""
    cup = seated(NAMES[:3], conditions(heat(rounds=1, advance=2), final(rounds=1)))
    cup.deal(PLAYER)
    assert end_of(cup) is Next.PLAY_OFF
    cup.director("start_play_off")
    for one in ("ann", "bob"):
        cup.exclude(one)
    assert refused(partial(cup.director, "draw_lot", seed=SEED))[0] == "no_lot"
    assert end_of(cup) is Next.AWARD
    assert cup.places() == {"cy": 1, "ann": 2, "bob": 2}
