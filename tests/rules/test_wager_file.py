"""Wagers in TOML: what a file declares, what it cannot, and which book lets a house offer it."""

from random import Random

import pytest

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import BOOKS, HouseRules, book, resolve
from puntobanco.rulebooks.approved_conditions import with_choices
from puntobanco.rulebooks.facts import Hand, PairClass
from puntobanco.rulebooks.house_rules import written_wager
from puntobanco.rulebooks.printing import pay_table, sign
from puntobanco.rulebooks.wager_file import read_wager, read_wagers, write_wager
from puntobanco.rulebooks.wagers import (
    STAND_OFF,
    AllOf,
    AnyOf,
    CardCount,
    CommissionLater,
    CommissionWhenPaid,
    LimitsGroup,
    Line,
    Natural,
    NoCommission,
    Not,
    Pair,
    Stage,
    Tie,
    Total,
    Wager,
    Wins,
    WinsBy,
)
from puntobanco.rulebooks.what_if import lifted
from puntobanco.values.money import Odds, Rate
from tests.odds.inventions import about_anything, about_pairs, about_totals, invented_wager

DRAGON = 'name = "Dragon 7"\nwhen = { hand = "banker", wins = true, total = 7, cards = 3 }\npays = "40:1"\n'
BANKER, PLAYER = Hand.BANKER, Hand.PLAYER


def declared(text: str) -> Wager:
    (found,) = read_wagers(text)
    return found


def with_own(book_id: str, *texts: str, what_if: bool = False) -> list[Wager]:
    own = HouseRules({}, tuple(map(declared, texts)))
    return list(resolve(book(book_id), own, what_if=what_if).wagers)


def test_a_file_is_read_into_the_declaration_of_the_books() -> None:
    assert declared(DRAGON) == Wager(
        id="dragon_7",
        name="Dragon 7",
        lines=(
            Line(
                when=AllOf(
                    conditions=(
                        Wins(hand=BANKER),
                        Total(hand=BANKER, totals=(7,)),
                        CardCount(hand=BANKER, cards=3),
                    )
                ),
                pays=Odds.of(40, 1),
                clause="own wager",
            ),
        ),
        loses="own wager",
        commission=NoCommission(),
        settles=Stage.END,
        limits=LimitsGroup.TABLE,
        allowed_by="own wager",
    )


def test_every_word_of_the_vocabulary() -> None:
    found = declared(
        """
        id = "all_words"
        name = "All words"
        commission = "2.5%"
        commission_is = "owed"
        limits = "pairs"
        line = [
            { when = { tie = true }, pays = "stand-off" },
            { when = { hand = "player", margin = [4, 5] }, pays = 2 },
            { when = { not = { hand = "banker", natural = [8, 9] } }, pays = 0.54 },
            { pays = "3 to 2", when = { any = [
                { hand = "player", pair = ["perfect", "coloured"] },
                { hand = "banker", pair = "any" },
            ] } },
        ]
        """
    )
    every_pair = (PairClass.MIXED, PairClass.COLOURED, PairClass.PERFECT)
    assert [line.when for line in found.lines] == [
        Tie(),
        AnyOf(conditions=(WinsBy(hand=PLAYER, points=4), WinsBy(hand=PLAYER, points=5))),
        Not(condition=Natural(hand=BANKER, totals=(8, 9))),
        AnyOf(
            conditions=(
                Pair(hand=PLAYER, classes=(PairClass.PERFECT, PairClass.COLOURED)),
                Pair(hand=BANKER, classes=every_pair),
            )
        ),
    ]
    assert [line.pays for line in found.lines] == [STAND_OFF, Odds.of(2, 1), Odds.of(27, 50), Odds.of(3, 2)]
    assert found.commission == CommissionLater(rate=Rate.of(1, 40), clause="own wager")
    assert (found.id, found.settles, found.limits) == ("all_words", Stage.END, LimitsGroup.PAIRS)


def test_an_id_is_made_of_a_name_without_its_accents() -> None:
    assert declared(DRAGON.replace("Dragon 7", "Élan à 7")).id == "elan_a_7"


def test_several_wagers_in_a_file() -> None:
    text = f'[[wager]]\n{DRAGON}\n[[wager]]\nname = "Any tie"\nwhen = {{ tie = true }}\npays = 7\ncommission = "5%"\n'
    dragon, tie = read_wagers(text)
    assert (dragon, tie.id) == (declared(DRAGON), "any_tie")
    assert tie.commission == CommissionWhenPaid(rate=Rate.of(1, 20), clause="own wager")


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("atom", [about_totals, about_pairs, about_anything])
def test_what_is_written_back_declares_the_same(seed: int, atom: object) -> None:
    invented = invented_wager(Random(seed), atom)  # type: ignore[arg-type]  # one of the atoms above
    fields = write_wager(invented)
    pays_nothing = any(isinstance(line.pays, Odds) and line.pays.win == 0 for line in invented.lines)
    if not pays_nothing and "none" not in str(fields):
        found = read_wager(fields)
        assert [line.when for line in found.lines] == [line.when for line in invented.lines]
        assert [line.pays for line in found.lines] == [line.pays for line in invented.lines]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the wager file declares nothing: write name, when and pays"),
        ("name = ", "the wager file is not TOML"),
        ('pays = "40:1"', "a wager has no name: write one"),
        ('name = "[bold]"', "write words without brackets, bars and backslashes"),
        (DRAGON + 'pay = "3:1"', "wager 'Dragon 7' has no field 'pay': did you mean pays?"),
        (DRAGON + 'id = "Dragon"', "id: 'Dragon' is no id: write a letter, then at most 31 small letters"),
        (DRAGON + 'id = "big"', "id: 'big' is short for big_tiger wherever bets are typed: give yours another id"),
        (DRAGON.replace("Dragon 7", "B"), "id: 'b' is short for banker"),
        (DRAGON.replace("40:1", "40:0"), "pays: '40:0' are no odds"),
        (DRAGON.replace("40:1", "40:00"), "pays: '40:00' are no odds"),
        (DRAGON.replace("40:1", "0.5:000"), "pays: '0.5:000' are no odds"),
        (DRAGON.replace("40:1", "0:1"), "'0:1' is too little or too much: write odds above 0 and up to 100,000:1"),
        (DRAGON.replace("40:1", "100001:1"), "is too little or too much"),
        (DRAGON.replace("40:1", "standoff"), "pays: 'standoff' are no odds"),
        (DRAGON.replace("total = 7", "total = 10"), "when.total: 10 cannot be read: write totals from 0 to 9"),
        (DRAGON.replace("total = 7", "total = []"), "when.total: [] cannot be read"),
        (DRAGON.replace("cards = 3", "cards = 4"), "when.cards: a hand ends with two or three cards, not 4"),
        (DRAGON.replace("total = 7", "margin = 0"), "when.margin: a hand cannot win by 0 points"),
        (DRAGON.replace("wins", "win"), "when: 'win' is no word of conditions: did you mean wins?"),
        (DRAGON.replace("wins = true", "wins = false"), "wins = false cannot be: write wins = true, in not = { ... }"),
        (DRAGON.replace('"banker"', '"bank"'), "when.hand: 'bank' is no hand: did you mean banker?"),
        (DRAGON.replace('hand = "banker", ', ""), 'when: wins is about a hand: add hand = "player" or hand = "banker"'),
        (DRAGON.replace("total = 7", "tie = true"), "tie is not about one hand"),
        ('name = "T8"\npays = 8\nwhen = { tie = true, not = { tie = true } }', "tie and not do not go into one"),
        ('name = "T8"\npays = 8\nwhen = { any = [] }', "when.any: write a list of 1 to 32 conditions"),
        ('name = "T8"\npays = 8\nwhen = { hand = "player", pair = "red" }', "when.pair: 'red' is no class of pair"),
        ('name = "T8"\npays = 8\nwhen = { hand = "player", pair = ["any"] }', "'any' is no class of pair: choose from"),
        ('name = "T8"\npays = 8\nwhen = { hand = "player", natural = 7 }', "natural: 7 cannot be read: write 8, 9"),
        ('name = "T8"\npays = 8\nwhen = { hand = "player" }', "says nothing of it: add wins, margin, total"),
        ('name = "T8"\npays = 8\nwhen = "tie"', "when: 'tie' is no condition: write one such as"),
        ('name = "T8"\nwhen = { tie = true }', "wager 'T8' has no pays: write pays = \"40:1\""),
        ('name = "T8"\npays = 8\nwhen = ' + 9 * "{ not = " + "{ tie = true }" + 9 * "}", "more than 8 deep"),
        (DRAGON + "[[line]]\npays = 1", "has lines, and when or pays beside them"),
        ('name = "T8"\n[[line]]\npays = 1\nwhen = { tie = true }\nodds = 3', "line 1 has no field 'odds'"),
        (DRAGON + 'commission = "0.05"', "commission = '0.05' cannot be read: write a percentage"),
        (DRAGON + 'commission_is = "owed"', "has commission_is and no commission"),
        (DRAGON + 'settles = "later"', "settles: 'later' is not one of end, four-cards"),
        (DRAGON + 'limits = "pair"', "limits: 'pair' is not one of table, pairs: did you mean pairs?"),
        (DRAGON + 'settles = "four-cards"', "it cannot read wins; write settles = \"end\", or pair conditions only"),
        (f"[[wager]]\n{DRAGON}[[wager]]\n{DRAGON}", "two wagers have the id 'dragon_7'"),
        (f"name = 'x'\n[[wager]]\n{DRAGON}", "put every field under [[wager]]"),
        ("wager = []", "wager is not a list of 1 to 20 tables"),
    ],
)  # fmt: skip
def test_what_cannot_be_declared_is_named_with_its_field(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as found:
        read_wagers(text)
    assert said in str(found.value)


@pytest.mark.parametrize(
    ("book_id", "clause"), [("act-2015", "4.3"), ("nz-1998", "ruling 26"), ("washington", "ruling 26")]
)
def test_books_that_let_no_house_add_a_wager(book_id: str, clause: str) -> None:
    with pytest.raises(Refused) as found:
        with_own(book_id, DRAGON)
    assert (found.value.code, found.value.clause) == ("own_wager_not_allowed", f"{book_id} {clause}")
    own = with_own(book_id, DRAGON, what_if=True)[-1]
    assert {own.loses, *(line.clause for line in own.lines)} == {"what-if"}


def test_house_midi_lets_a_house_post_bonus_wagers_of_its_own() -> None:
    rules = resolve(book("house-midi"), HouseRules({}, (declared(DRAGON),)))
    own = rules.wager("dragon_7")
    assert {own.loses, *(line.clause for line in own.lines)} == {"bonus wagers"}
    (posted,) = (line for line in sign(rules) if line.label == "Dragon 7")
    assert (posted.text, posted.clause) == (
        "40 to 1 if banker wins and banker has 7 and banker has 3 cards",
        "bonus wagers",
    )
    assert lifted(rules) == ()


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        (DRAGON + 'commission = "5%"', "commission"),
        ('name = "Pair"\nwhen = { hand = "player", pair = "any" }\npays = 11', "ruling 26"),
    ],
)
def test_but_neither_with_commission_nor_on_pairs(text: str, clause: str) -> None:
    with pytest.raises(Refused) as found:
        with_own("house-midi", text)
    assert found.value.clause == f"house-midi {clause}"
    assert with_own("house-midi", text, what_if=True)[-1].loses == "what-if"


def test_commission_is_owed_only_where_somebody_collects_it() -> None:
    owed = DRAGON + 'commission = "5%"\ncommission_is = "owed"\n'
    with pytest.raises(Refused, match='write commission_is = "kept"'):
        with_own("act-2015", owed, what_if=True)
    own = with_own("house-midi", owed, what_if=True)[-1]
    assert own.commission == CommissionLater(rate=Rate.of(1, 20), clause="what-if")


@pytest.mark.parametrize("book_id", BOOKS)
def test_the_id_of_a_wager_of_the_book_is_taken(book_id: str) -> None:
    with pytest.raises(Unreadable, match=f"'tie' is a wager of {book_id} itself: give yours another id"):
        with_own(book_id, 'name = "Tie"\nwhen = { tie = true }\npays = 9', what_if=True)


def test_a_house_file_and_the_choices_of_a_table_hold_wagers() -> None:
    from_file = HouseRules.parse_toml(f"minimum = 10\n[[wager]]\n{DRAGON}")
    assert from_file.written() == (
        ("minimum", "$10"),
        (
            "wager.dragon_7",
            '{"name":"Dragon 7","pays":"40:1","when":{"cards":3,"hand":"banker","total":7,"wins":true}}',
        ),
    )
    assert HouseRules.read(dict(from_file.written())) == from_file


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("{", "wager.dragon_7 is not JSON"),
        ('{"id":"other"}', "wager.dragon_7 has the id 'other': write the same one"),
        ("[]", "is no wager: write a table"),
    ],
)
def test_a_choice_that_declares_nothing(value: str, said: str) -> None:
    with pytest.raises(Unreadable) as found:
        HouseRules.read({"wager.dragon_7": value})
    assert said in str(found.value)


def test_other_choices_leave_the_wagers_of_the_house() -> None:
    rules = resolve(book("house-midi"), HouseRules({}, (declared(DRAGON),)))
    changed = with_choices(rules, HouseRules.read({"minimum": 50, "offered": "-big_tiger, -small_tiger"}))
    ids = [wager.id for wager in changed.wagers]
    assert ids == ["player", "banker", "tie", "player_dragon", "banker_dragon", "dragon_7"]
    assert changed.wager("dragon_7") == rules.wager("dragon_7")


def test_what_if_takes_any_choice_and_says_so() -> None:
    own = HouseRules({**HouseRules.read({"decks": 1, "commission": "4%"}).choices}, (declared(DRAGON),))
    rules = resolve(book("act-2015"), own, what_if=True)
    assert (rules.decks.value, rules.decks.clause, rules.tie_odds.clause) == (1, "what-if", "8.8")
    assert (rules.cut_from_ends.value, rules.cut_from_ends.clause) == (26, "what-if")
    assert lifted(rules) == (
        "what if decks = 1: act-2015 2.1 does not allow it, it is 8",
        "what if commission = 4%: act-2015 8.8 does not allow it, it is 5%",
        "what if cut_from_ends = 26: act-2015 5.3 does not allow it, it is 52",
        "what if Dragon 7 is offered: act-2015 4.3 does not allow it",
    )


def test_what_the_book_allows_is_no_what_if() -> None:
    house = HouseRules.read({"minimum": 10})
    assert resolve(book("nz-1998"), house, what_if=True) == resolve(book("nz-1998"), house)


def test_alternatives_inside_a_condition_are_said_without_doubt() -> None:
    either = '{ any = [{ hand = "player", cards = 2 }, { hand = "banker", cards = 2 }] }'
    text = f'name = "T8"\npays = 8\nwhen = {{ all = [{{ tie = true }}, {either}] }}'
    said = "8 to 1 if the totals are equal and ((player has 2 cards) or (banker has 2 cards))"
    assert pay_table(declared(text)) == said


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (
            '{ hand = "player", wins = true, natural = [8, 9] }',
            "player wins and player has a natural; 2 to 1 {}, non-natural",
        ),
        ('{ hand = "player", natural = 9 }', "player has a natural 9; 2 to 1 {}"),
        ('{ hand = "banker", natural = [9, 8] }', "banker has a natural; 2 to 1 {}"),
    ],
)
def test_a_win_by_a_margin_is_called_non_natural_only_where_every_natural_is_paid_before(first: str, said: str) -> None:
    margin = '{ when = { hand = "player", margin = 4 }, pays = 2 }'
    text = f'name = "Margin"\nline = [{{ when = {first}, pays = 1 }}, {margin}]'
    assert pay_table(declared(text)) == "1 to 1 if " + said.format("if player wins by 4")


def test_the_choice_of_a_long_declaration_is_short_enough_for_a_command() -> None:
    midi = resolve(book("house-midi"))
    assert len(written_wager(midi.wager("banker_dragon"))[1]) < 4000
