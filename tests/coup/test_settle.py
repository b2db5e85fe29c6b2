"""Settlement of every wager in every book and option."""

from fractions import Fraction

import msgspec
import pytest

from puntobanco.coup.settle import holds, judge, profit_per_unit, settle
from puntobanco.rulebooks import book, table_rules
from puntobanco.rulebooks.facts import Facts, Hand, HandFacts, PairClass, PairFacts
from puntobanco.rulebooks.wagers import (
    AllOf,
    AnyOf,
    BookWager,
    CannotDeclare,
    CardCount,
    LimitsGroup,
    Line,
    NoCommission,
    Not,
    Pair,
    Setting,
    Stage,
    Tie,
    Total,
    Wager,
    Wins,
    WinsBy,
)
from puntobanco.values.money import Odds, Rounding
from tests import hands
from tests.marks import ALL_BOOKS, clause

NO_PAIRS = PairFacts(player=PairClass.NONE, banker=PairClass.NONE)
ACT_MAIN = ("8.4", "8.5", "8.6")


@clause("act-2015", *ACT_MAIN, "8.8", "2.4", "2.6")
@pytest.mark.parametrize(
    "hand",
    [
        "P 4c Kh 3s = 7 | B 9d 7c = 6 | banker 100 -> -100 | player 100 -> +100 | tie 5 -> -5",
        "P 6c Kh = 6 | B 9d 8c = 7 | banker 100 -> +95 | player 100 -> -100 | tie 5 -> -5",
        "P 6c Kh = 6 | B 9d 7c = 6 | banker 100 -> 0 | player 100 -> 0 | tie 5 -> +40",
        "P 2c Kh 2h = 4 | B Kd 6c = 6 | banker 100 -> +95 | player 100 -> -100",
        "P 9c Kh = 9 | B 9d 9c = 8 | banker 7 -> -7 | player 7 -> +7",
        "P 6c Kh = 6 | B 9d 8c = 7 | banker 7 -> +6.65",
    ],
)
def test_act_2015_method_a(hand: str) -> None:
    hands.check("act-2015", hand)


@clause("act-2015", *ACT_MAIN, "8.1", "8.9")
@pytest.mark.parametrize(
    "hand",
    [
        "P 2c Kh 2h = 4 | B Kd 6c = 6 | banker 100 -> +50 | player 100 -> -100 | tie 5 -> -5",
        "P 2c Kh 2h = 4 | B Kd 6c = 6 | banker 7 -> +3.50",
        "P 6c Kh = 6 | B 9d 8c = 7 | banker 100 -> +100",
        "P 6c Kh = 6 | B 9d 7c = 6 | banker 100 -> 0 | player 100 -> 0 | tie 5 -> +40",
        "P 7c Kh = 7 | B 9d 7c = 6 | banker 100 -> -100 | player 100 -> +100",
    ],
)
def test_act_2015_method_b(hand: str) -> None:
    hands.check("act-2015", hand, settlement="B")


@clause(
    "act-2015", "8.2", "8.7", "9.4", "9.5", "9.6", "9.8", "10.1", "10.2", "10.3", "10.4", "10.5", "10.6", "ruling 4"
)
@pytest.mark.parametrize(
    "hand",
    [
        "P 4c 4c = 8 | B Kd Ks = 0 | player_pair 5 -> +125 | banker_pair 5 -> +25",
        "P 4c 4s = 8 | B Kd Kh = 0 | player_pair 5 -> +60 | banker_pair 5 -> +60",
        "P 4h 4s = 8 | B Kh Kh = 0 | player_pair 5 -> +25 | banker_pair 5 -> +125",
        "P Th Jh 9c = 9 | B Qh Kh 7c = 7 | player_pair 5 -> -5 | banker_pair 5 -> -5",
        "P Kh 4h 4h = 8 | B Kh 5h 5h = 0 | player_pair 5 -> -5 | banker_pair 5 -> -5",
        "P 4h 4d = 8 | B Qc Qs = 0 | player_pair 10 -> +120 | banker_pair 10 -> +120",
    ],
)
def test_act_2015_perfect_pairs(hand: str) -> None:
    hands.check("act-2015", hand, pairs="perfect")


@clause("act-2015", "8.2", "8.7", "9.8", "11.1", "11.2")
@pytest.mark.parametrize(
    "hand",
    [
        "P 4c 4c = 8 | B Kd Ks = 0 | player_pair 5 -> +55 | banker_pair 5 -> +55",
        "P 4c 4s = 8 | B Kd Qd = 0 | player_pair 5 -> +55 | banker_pair 5 -> -5",
        "P 5c 4s = 9 | B Kd Kh = 0 | player_pair 5 -> -5 | banker_pair 5 -> +55",
        "P 4c 4d = 8 | B Kd Kd = 0 | player_pair 5 -> +55 | banker_pair 5 -> +55",
    ],
)
def test_act_2015_canberra_pairs(hand: str) -> None:
    hands.check("act-2015", hand, pairs="canberra")


@clause("act-2015", "9.9", "9.10", "9.6", "10.6", "9.1", "11.2")
@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_act_2015_9_9_pairs_settle_after_four_cards_and_the_rest_at_the_end(option: str) -> None:
    rules = table_rules("act-2015", pairs=option)
    stages = {wager.id: wager.settles for wager in rules.wagers}
    assert stages == {
        "player": Stage.END,
        "banker": Stage.END,
        "tie": Stage.END,
        "player_pair": Stage.FOUR_CARDS,
        "banker_pair": Stage.FOUR_CARDS,
    }
    after_four = PairFacts(player=PairClass.MIXED, banker=PairClass.NONE)
    assert settle(rules.wager("player_pair"), 500, after_four, Rounding.TO_PATRON).profit > 0
    assert settle(rules.wager("banker_pair"), 500, after_four, Rounding.TO_PATRON).profit == -500
    with pytest.raises(TypeError, match="cannot be known after four cards"):
        settle(rules.wager("tie"), 500, after_four, Rounding.TO_PATRON)


@clause("act-2015", "9.3", "10.6", "11.2", "9.8")
@pytest.mark.parametrize("option", ["perfect", "canberra"])
def test_act_2015_9_3_pairs_are_measured_against_their_own_limits(option: str) -> None:
    groups = {wager.id: wager.limits for wager in table_rules("act-2015", pairs=option).wagers}
    assert groups["player_pair"] is groups["banker_pair"] is LimitsGroup.PAIRS
    assert {groups[wager] for wager in ("player", "banker", "tie")} == {LimitsGroup.TABLE}


@clause("act-2015", *ACT_MAIN, "8.8", "8.9", "9.3")
@pytest.mark.parametrize("method", ["A", "B"])
def test_act_2015_main_wagers_settle_at_the_end_within_the_table_limits(method: str) -> None:
    rules = table_rules("act-2015", settlement=method)
    for wager_id in ("player", "banker", "tie"):
        assert rules.wager(wager_id).settles is Stage.END
        assert rules.wager(wager_id).limits is LimitsGroup.TABLE


@clause("act-2015", "8.2")
def test_act_2015_without_pairs_there_is_no_pairs_wager() -> None:
    assert [wager.id for wager in table_rules("act-2015", offered="none").wagers] == ["player", "banker", "tie"]


@clause("act-2015", "8.1", "8.8", "8.9")
@pytest.mark.parametrize(("method", "wins"), [("A", "8.8"), ("B", "8.9")])
def test_act_2015_each_method_offers_each_wager_once_and_cites_its_clause(method: str, wins: str) -> None:
    rules = table_rules("act-2015", settlement=method, offered="none")
    assert [wager.id for wager in rules.wagers] == ["player", "banker", "tie"]
    assert {wager.lines[0].clause for wager in rules.wagers} == {wins}


@clause("act-2015", "8.2", "10.6", "11.2")
@pytest.mark.parametrize(("option", "cites"), [("perfect", "10.6"), ("canberra", "11.2")])
def test_act_2015_one_pairs_option_at_a_time(option: str, cites: str) -> None:
    pairs = [wager for wager in table_rules("act-2015", pairs=option).wagers if wager.id.endswith("_pair")]
    assert [wager.id for wager in pairs] == ["player_pair", "banker_pair"]
    assert {line.clause for wager in pairs for line in wager.lines} == {cites}


MAIN_HANDS = [
    "P 4c Kh 3s = 7 | B 9d 7c = 6 | banker 100 -> -100 | tie 5 -> -5",
    "P 4c Kh 3s = 7 | B 9d 7c = 6 | player 100 -> +100 | tie 5 -> -5",
    "P 6c Kh = 6 | B 9d 8c = 7 | banker 100 -> +95 | tie 5 -> -5",
    "P 2c Kh 2h = 4 | B Kd 6c = 6 | banker 100 -> +95",
    "P 6c Kh = 6 | B 9d 8c = 7 | player 100 -> -100 | tie 5 -> -5",
    "P 6c Kh = 6 | B 9d 7c = 6 | banker 100 -> 0 | tie 5 -> +40",
    "P 6c Kh = 6 | B 9d 7c = 6 | player 100 -> 0 | tie 5 -> +40",
]


@clause("nz-1998", "5.1", "5.7")
@pytest.mark.parametrize("hand", MAIN_HANDS)
def test_nz_1998_wagers(hand: str) -> None:
    hands.check("nz-1998", hand)


@clause("washington", "7", "8")
@pytest.mark.parametrize("hand", MAIN_HANDS)
def test_washington_wagers_at_the_practice_house(hand: str) -> None:
    hands.check("washington", hand)


@clause("washington", "8")
@pytest.mark.parametrize(
    ("commission", "tie_odds", "hand"),
    [
        ("0%", "9:1", "P 6c Kh = 6 | B 9d 8c = 7 | banker 100 -> +100"),
        ("4%", "9:1", "P 6c Kh = 6 | B 9d 8c = 7 | banker 100 -> +96"),
        ("4%", "9:1", "P 6c Kh = 6 | B 9d 7c = 6 | tie 10 -> +90"),
        ("4%", "17:2", "P 6c Kh = 6 | B 9d 7c = 6 | tie 5 -> +42.50"),
    ],
)
def test_washington_8_house_sets_commission_and_tie_odds(commission: str, tie_odds: str, hand: str) -> None:
    hands.check("washington", hand, commission=commission, tie_odds=tie_odds)


@clause("house-midi", "object", "payout", "commission", "betting options", "bonus wagers")
@pytest.mark.parametrize(
    "hand",
    [
        "P 4c Kh 3s = 7 | B 9d 7c = 6 | banker 100 -> -100 | player 100 -> +100 | tie 5 -> -5",
        "P 6c Kh = 6 | B 9d 8c = 7 | banker 100 -> +100 owes 5 | player 100 -> -100 | tie 5 -> -5",
        "P 6c Kh = 6 | B 9d 7c = 6 | banker 100 -> 0 | player 100 -> 0 | tie 5 -> +40",
        "P 6c Kh = 6 | B 9d 8c = 7 | banker 7 -> +7 owes 0.35",
        "P 6c Kh = 6 | B 9d 8c = 7 | banker 100 -> +100 owes 5 | banker_dragon 5 -> -5",
    ],
)
def test_house_midi_main_wagers_with_commission_owed(hand: str) -> None:
    hands.check("house-midi", hand)


@clause("house-midi", "dragon or jade bonus", "bonus wagers", "posted rules")
@pytest.mark.parametrize("bonus", ["dragon", "jade"])
@pytest.mark.parametrize(
    "hand",
    [
        # naturals pay even money whatever the margin, and stand off when equal
        "P 9c Kh = 9 | B Kd Kc = 0 | tie 5 -> -5 | player_dragon 5 -> +5 | banker_dragon 5 -> -5",
        "P 8c Kh = 8 | B Kd 7c = 7 | tie 5 -> -5 | player_dragon 5 -> +5 | banker_dragon 5 -> -5",
        "P Kc Kh = 0 | B 9d Kc = 9 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> +5",
        "P 8c Kh = 8 | B 9d Kc = 9 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> +5",
        "P 7c Kh = 7 | B 8d Kc = 8 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> +5",
        "P 9c Kh = 9 | B 8d Kc = 8 | tie 5 -> -5 | player_dragon 5 -> +5 | banker_dragon 5 -> -5",
        "P 9c Kh = 9 | B 9d Kc = 9 | tie 5 -> +40 | player_dragon 5 -> 0 | banker_dragon 5 -> 0",
        "P 8c Kh = 8 | B 8d Kc = 8 | tie 5 -> +40 | player_dragon 5 -> 0 | banker_dragon 5 -> 0",
        # a tie without naturals loses
        "P 7c Kh = 7 | B 7d Kc = 7 | tie 5 -> +40 | player_dragon 5 -> -5 | banker_dragon 5 -> -5",
        # other wins by 9, 8, 7, 6, 5, 4 and by less, with player
        "P Kc Kh 9s = 9 | B 5d 5c Kh = 0 | tie 5 -> -5 | player_dragon 5 -> +150 | banker_dragon 5 -> -5",
        "P Kc Kh 9s = 9 | B 5d 5c Ah = 1 | tie 5 -> -5 | player_dragon 5 -> +50 | banker_dragon 5 -> -5",
        "P Kc Kh 9s = 9 | B 5d 5c 2h = 2 | tie 5 -> -5 | player_dragon 5 -> +30 | banker_dragon 5 -> -5",
        "P Kc Kh 9s = 9 | B 5d 5c 3h = 3 | tie 5 -> -5 | player_dragon 5 -> +20 | banker_dragon 5 -> -5",
        "P Kc Kh 9s = 9 | B 5d 5c 4h = 4 | tie 5 -> -5 | player_dragon 5 -> +10 | banker_dragon 5 -> -5",
        "P Kc Kh 9s = 9 | B 5d 5c 5h = 5 | tie 5 -> -5 | player_dragon 5 -> +5 | banker_dragon 5 -> -5",
        "P Kc Kh 9s = 9 | B 5d 5c 6h = 6 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> -5",
        # and with banker
        "P 5c 5h Ks = 0 | B Kd Kc 9h = 9 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> +150",
        "P 5c 5h As = 1 | B Kd Kc 9h = 9 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> +50",
        "P 5c 5h 2s = 2 | B Kd Kc 9h = 9 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> +30",
        "P 5c 5h 3s = 3 | B Kd Kc 9h = 9 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> +20",
        "P 5c 5h 4s = 4 | B Kd Kc 9h = 9 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> +10",
        "P 5c 5h 5s = 5 | B Kd Kc 9h = 9 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> +5",
        "P 5c 5h 6s = 6 | B Kd Kc 9h = 9 | tie 5 -> -5 | player_dragon 5 -> -5 | banker_dragon 5 -> -5",
    ],
)
def test_house_midi_dragon_and_jade_bonus(hand: str, bonus: str) -> None:
    hands.check("house-midi", hand, bonus=bonus)


@clause("house-midi", "tiger bonus", "bonus wagers")
@pytest.mark.parametrize(
    "hand",
    [
        "P Kc Kh 5s = 5 | B 5d 5c 6h = 6 | tie 5 -> -5 | big_tiger 5 -> +250 | small_tiger 5 -> -5",
        "P Kc Kh 5s = 5 | B Kd 6c = 6 | tie 5 -> -5 | big_tiger 5 -> -5 | small_tiger 5 -> +110",
        "P 6c Kh = 6 | B Kd 6c = 6 | tie 5 -> +40 | big_tiger 5 -> -5 | small_tiger 5 -> -5",
        "P Kc Kh 6s = 6 | B 5d 5c 6h = 6 | tie 5 -> +40 | big_tiger 5 -> -5 | small_tiger 5 -> -5",
        "P 7c Kh = 7 | B Kd 6c = 6 | tie 5 -> -5 | big_tiger 5 -> -5 | small_tiger 5 -> -5",
        "P Kc Kh 5s = 5 | B 5d 5c 7h = 7 | tie 5 -> -5 | big_tiger 5 -> -5 | small_tiger 5 -> -5",
        "P Kc 6h = 6 | B Kd 7c = 7 | tie 5 -> -5 | big_tiger 5 -> -5 | small_tiger 5 -> -5",
    ],
)
def test_house_midi_tiger_bonus(hand: str) -> None:
    hands.check("house-midi", hand)


@clause("house-midi", "dragon or jade bonus", "tiger bonus", "payout", "commission", "bonus wagers")
@pytest.mark.parametrize("bonus", ["dragon", "jade"])
def test_house_midi_bonus_wagers_carry_the_name_on_the_sign_and_settle_at_the_end(bonus: str) -> None:
    rules = table_rules("house-midi", bonus=bonus)
    names = [wager.name for wager in rules.wagers if wager.id.endswith("_dragon")]
    assert names == [f"{bonus.title()} Bonus on Player", f"{bonus.title()} Bonus on Banker"]
    assert {wager.settles for wager in rules.wagers} == {Stage.END}
    assert {wager.limits for wager in rules.wagers} == {LimitsGroup.TABLE}
    assert all(isinstance(wager.commission, NoCommission) for wager in rules.wagers if wager.id != "banker")


@clause("house-midi", "dragon or jade bonus", "tiger bonus")
def test_house_midi_bonus_wagers_are_optional() -> None:
    def side_bets(offered: str) -> list[str]:
        return [wager.id for wager in table_rules("house-midi", offered=offered).wagers[3:]]

    assert side_bets("none") == []
    assert side_bets("banker_dragon, big_tiger") == ["banker_dragon", "big_tiger"]
    assert side_bets("-player_dragon, -small_tiger") == ["banker_dragon", "big_tiger"]


@clause("nz-1998", "5.1", "5.7")
@clause("washington", "8")
@pytest.mark.parametrize("book_id", ["nz-1998", "washington"])
def test_wagers_settle_at_the_end_within_the_table_limits(book_id: str) -> None:
    rules = table_rules(book_id)
    assert {(wager.settles, wager.limits) for wager in rules.wagers} == {(Stage.END, LimitsGroup.TABLE)}


def finished(player: tuple[int, int], banker: tuple[int, int], pairs: PairFacts = NO_PAIRS) -> Facts:
    return Facts(
        player=HandFacts(total=player[0], cards=player[1]),
        banker=HandFacts(total=banker[0], cards=banker[1]),
        pairs=pairs,
    )


def declared(*lines: Line[Odds], settles: Stage = Stage.END) -> Wager:
    return Wager(
        id="invented",
        name="Invented",
        lines=lines,
        loses="ours",
        commission=NoCommission(),
        settles=settles,
        limits=LimitsGroup.TABLE,
        allowed_by="ours",
    )


def test_first_line_that_holds_decides() -> None:
    wager = declared(
        Line(when=Total(hand=Hand.BANKER, totals=(6,)), pays=Odds.of(9, 1), clause="one"),
        Line(when=Wins(hand=Hand.BANKER), pays=Odds.of(1, 1), clause="two"),
    )
    assert judge(wager, finished((5, 2), (6, 2))).clause == "one"
    assert judge(wager, finished((5, 2), (7, 2))).clause == "two"
    assert judge(wager, finished((9, 2), (7, 2))).clause == "ours"


def test_conditions_combine() -> None:
    facts = finished((7, 3), (6, 2), PairFacts(player=PairClass.MIXED, banker=PairClass.NONE))
    both = AllOf(conditions=(Wins(hand=Hand.PLAYER), CardCount(hand=Hand.PLAYER, cards=3)))
    assert holds(both, facts)
    assert not holds(Not(condition=both), facts)
    assert holds(AnyOf(conditions=(Tie(), Pair(hand=Hand.PLAYER, classes=(PairClass.MIXED,)))), facts)
    assert not holds(AnyOf(conditions=(Tie(), Pair(hand=Hand.BANKER, classes=(PairClass.MIXED,)))), facts)
    assert holds(WinsBy(hand=Hand.PLAYER, points=1), facts)
    assert not holds(WinsBy(hand=Hand.BANKER, points=1), facts)


@pytest.mark.parametrize(
    "declare",
    [
        lambda: Total(hand=Hand.PLAYER, totals=(10,)),
        lambda: Total(hand=Hand.PLAYER, totals=()),
        lambda: CardCount(hand=Hand.PLAYER, cards=4),
        lambda: CardCount(hand=Hand.PLAYER, cards=1),
        lambda: WinsBy(hand=Hand.PLAYER, points=0),
        lambda: WinsBy(hand=Hand.PLAYER, points=10),
        lambda: Pair(hand=Hand.PLAYER, classes=()),
        lambda: declared(Line(when=Tie(), pays=Odds.of(8, 1), clause="ours"), settles=Stage.FOUR_CARDS),
        lambda: declared(
            Line(when=Not(condition=AnyOf(conditions=(Wins(hand=Hand.PLAYER),))), pays=Odds.of(8, 1), clause="ours"),
            settles=Stage.FOUR_CARDS,
        ),
    ],
)
def test_what_the_facts_cannot_express_cannot_be_declared(declare: object) -> None:
    assert callable(declare)
    with pytest.raises(CannotDeclare):
        declare()


def test_profit_per_unit_is_exact_and_after_commission() -> None:
    act, midi = table_rules("act-2015"), table_rules("house-midi")
    banker_wins_on_six = finished((5, 2), (6, 2))
    assert profit_per_unit(act.wager("banker"), banker_wins_on_six) == Fraction(19, 20)
    assert profit_per_unit(midi.wager("banker"), banker_wins_on_six) == Fraction(19, 20)
    method_b = table_rules("act-2015", settlement="B").wager("banker")
    assert profit_per_unit(method_b, banker_wins_on_six) == Fraction(1, 2)
    assert profit_per_unit(method_b, finished((5, 2), (7, 2))) == 1
    assert profit_per_unit(method_b, finished((7, 2), (6, 2))) == -1
    assert profit_per_unit(method_b, finished((6, 2), (6, 2))) == 0


def numbers(wager: BookWager) -> set[type]:
    """The types of all that is paid and kept."""
    rates = () if isinstance(wager.commission, NoCommission) else (wager.commission.rate,)
    return {type(found) for found in (*(line.pays for line in wager.lines), *rates)}


@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_the_numbers_that_a_book_leaves_open_are_there_at_every_table(book_id: str) -> None:
    assert any(Setting in numbers(offered.wager) for offered in book(book_id).offers)
    for wager in table_rules(book_id).wagers:
        assert type(wager) is Wager
        assert Setting not in numbers(wager)


def test_a_wager_of_a_table_with_an_open_number_cannot_be_read() -> None:
    for offered in book("washington").offers:
        written = {**msgspec.to_builtins(offered.wager), "allowed_by": None}
        if offered.wager.id == "player":
            assert msgspec.convert(written, Wager) == table_rules("washington").wager("player")
        else:
            with pytest.raises(msgspec.ValidationError, match=r"rate|setting"):
                msgspec.convert(written, Wager)
