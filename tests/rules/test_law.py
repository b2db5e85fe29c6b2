"""Every statement of every book, and every number below, at and above it."""

import itertools

import pytest

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import BOOKS, HouseRules, book, resolve, table_rules
from puntobanco.rulebooks.clause import Choice, ClauseKind, Fixed, Silent
from puntobanco.rulebooks.not_offered import left_out_by
from puntobanco.rulebooks.parameter_types import read as read_value
from puntobanco.rulebooks.printing import sign, statement_text
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.values.money import ChipSet, Rate
from tests.marks import ALL_BOOKS, clause
from tests.rules import law_act_2015, law_house_midi, law_nz_1998, law_washington

LAWS = {
    "act-2015": law_act_2015.LAW,
    "nz-1998": law_nz_1998.LAW,
    "washington": law_washington.LAW,
    "house-midi": law_house_midi.LAW,
}


@pytest.mark.snapshot
@pytest.mark.parametrize(
    ("book_id", "number", "key", "kind", "text"),
    [
        pytest.param(book_id, *line, marks=clause(book_id, line[0]), id=f"{book_id} {line[0]} {line[1]}")
        for book_id, law in LAWS.items()
        for line in law
    ],
)
def test_book_says(book_id: str, number: str, key: str, kind: str, text: str) -> None:
    stated = book(book_id).stated[key]
    assert stated.clause.number == number
    assert type(stated.statement).__name__.lower() == kind
    assert statement_text(key, stated.statement) == text


@pytest.mark.snapshot
@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_law_tables_cover_every_parameter(book_id: str) -> None:
    assert {key for _, key, _, _ in LAWS[book_id]} == set(PARAMETERS)


ALL_MIXES = ["".join(mix) for mix in itertools.product("ud", repeat=4)]

# book, clause, parameter, what is refused, what is allowed
BOUNDARIES = [
    ("act-2015", "2.1", "decks", ["7", "9"], ["8"]),
    ("act-2015", "2.1", "cutting_cards", ["1", "3"], ["2"]),
    ("act-2015", "2.2", "dealing", ["udud", "uddd"], ["up", "down"]),
    ("act-2015", "2.2", "dealing_holds_for", ["shoe"], ["round"]),
    ("act-2015", "3.1", "minimum", [], ["0.01", "0.02", "1000"]),
    ("act-2015", "3.1", "maximum", [], ["5", "5.01", "1000000"]),
    ("act-2015", "3.1", "maximum_binds", ["area", "named"], ["wager"]),
    ("act-2015", "3.2", "personal_maximum", ["no"], ["yes"]),
    ("act-2015", "3.3", "multiple", [], ["0.01", "5"]),
    ("act-2015", "3.4", "under_minimum", ["refused"], ["warned_then_returned"]),
    ("act-2015", "3.5", "over_maximum", ["refused"], ["paid_to_maximum"]),
    ("act-2015", "3.6", "differential", [], ["none", "0.01", "5000"]),
    (
        "act-2015",
        "4.3",
        "offered",
        ["big_tiger", "tie", "player_pair, player_dragon", "+small_tiger", "-big_tiger"],
        ["player_pair, banker_pair", "player_pair", "banker_pair", "none"],
    ),
    ("act-2015", "4.3", "bonus", ["dragon", "jade"], ["none"]),
    ("act-2015", "4.3", "gallery", ["yes"], ["no"]),
    ("act-2015", "4.3", "gallery_lines", ["1"], ["0"]),
    ("act-2015", "4.4", "patrons_per_area", ["1", "3"], ["2"]),
    ("act-2015", "4.5", "pairs_box", [], ["separate", "common"]),
    ("act-2015", "4.7", "ghost_hands", ["no"], ["yes"]),
    ("act-2015", "4.9", "ghost_limit", ["2", "4", "none"], ["3"]),
    ("act-2015", "5.3", "cut_depth", ["1", "11"], ["12", "13", "416"]),
    ("act-2015", "5.3", "cut_from_ends", ["51", "53"], ["52"]),
    ("act-2015", "5.4", "burn", [], ["hidden", "exposed"]),
    ("act-2015", "5.7", "last_round", ["one_more_unless_first"], ["this_round_tie_adds_one"]),
    ("act-2015", "6.3", "midi", ["yes"], ["no"]),
    ("act-2015", "8.1", "settlement", ["none"], ["A", "B"]),
    ("act-2015", "8.2", "pairs", ["none"], ["perfect", "canberra"]),
    ("act-2015", "8.8", "commission", ["4%", "4.99%", "5.01%", "6%"], ["5%"]),
    ("act-2015", "8.8", "tie_odds", ["7:1", "9:1", "17:2"], ["8:1"]),
    ("act-2015", "9.3", "pairs_minimum", ["none"], ["0.01", "1000"]),
    ("act-2015", "9.3", "pairs_maximum", ["none"], ["5", "2000"]),
    (
        "act-2015",
        "ruling 14",
        "on_first_card_face_up",
        ["first_of_no_bet_round", "none"],
        ["played_in_place", "round_void"],
    ),
    ("act-2015", "ruling 26", "seats", [], ["1", "9"]),
    ("nz-1998", "3.1", "seats", ["8"], ["1", "2", "6", "7"]),
    ("nz-1998", "3.4", "decks", ["7", "9"], ["8"]),
    ("nz-1998", "3.4", "cutting_cards", ["3"], ["1", "2"]),
    ("nz-1998", "4.3", "midi", ["yes"], ["no"]),
    ("nz-1998", "5.5", "patrons_per_area", ["4"], ["1", "2", "3"]),
    ("nz-1998", "5.6", "maximum_binds", [], ["wager", "area", "named"]),
    ("nz-1998", "5.7", "commission", ["4%", "6%"], ["5%"]),
    ("nz-1998", "5.7", "tie_odds", ["7:1", "9:1"], ["8:1"]),
    ("nz-1998", "5.12", "standoff", ["returned"], ["stays"]),
    ("nz-1998", "5.13", "minimum", [], ["0.01", "1000"]),
    ("nz-1998", "5.13", "maximum", [], ["5", "1000000"]),
    ("nz-1998", "5.13", "differential", [], ["none", "0.01", "5000"]),
    ("nz-1998", "7.3", "cut_depth", ["1", "12", "19"], ["20", "21", "416"]),
    ("nz-1998", "7.3", "cut_from_ends", ["51", "53"], ["52"]),
    ("nz-1998", "7.4", "burn", ["hidden"], ["exposed"]),
    ("nz-1998", "8.4", "dealing", ["udud"], ["up", "down"]),
    ("nz-1998", "8.4", "dealing_holds_for", ["round"], ["shoe"]),
    ("nz-1998", "9.8", "call_last_round", ["none", "Last one"], ["Last hand", "Last coup"]),
    ("nz-1998", "9.8", "last_round", ["this_round_tie_adds_one"], ["one_more_unless_first"]),
    ("nz-1998", "ruling 26", "offered", ["player_pair", "tie", "+big_tiger", "-big_tiger"], ["none"]),
    ("nz-1998", "ruling 26", "pairs", ["perfect", "canberra"], ["none"]),
    ("nz-1998", "ruling 26", "ghost_hands", ["yes"], ["no"]),
    ("washington", "1", "decks", ["1", "9"], ["2", "3", "7", "8"]),
    ("washington", "2", "seats", ["10"], ["1", "2", "8", "9"]),
    ("washington", "2", "gallery", [], ["yes", "no"]),
    ("washington", "3", "patrons_per_area", ["2"], ["1"]),
    ("washington", "4d", "gallery_lines", ["9"], ["0", "1", "7", "8"]),
    ("washington", "4e", "areas_per_patron", ["8", "10", "none"], ["9"]),
    ("washington", "5", "dealing", [], ["up", "down", *ALL_MIXES]),
    ("washington", "8", "commission", ["5.01%", "6%"], ["0%", "0.01%", "4.99%", "5%"]),
    ("washington", "8", "tie_odds", ["7:1", "15:2"], ["8:1", "17:2", "9:1"]),
    ("washington", "ghost hands", "ghost_hands", [], ["yes", "no"]),
    ("washington", "ghost hands", "ghost_limit", ["none"], ["1", "2", "50"]),
    ("washington", "ruling 17", "commission_every", ["1", "20"], ["none"]),
    ("washington", "ghost hands", "ghost_face_up", ["no"], ["yes"]),
    ("washington", "announcements", "call_tie", [], ["none", "It's a tie"]),
    ("washington", "irregularities", "on_burn_forgotten", [], ["play_on", "round_void_and_reshuffle"]),
    ("washington", "ruling 18", "cut_depth", [], ["1", "60"]),
    ("house-midi", "play", "decks", ["7", "9"], ["8"]),
    ("house-midi", "play", "dealing", ["up", "udud"], ["down"]),
    ("house-midi", "commission", "commission", ["4%", "6%"], ["5%"]),
    ("house-midi", "commission", "commission_every", ["none"], ["1", "2", "100"]),
    ("house-midi", "payout", "tie_odds", ["7:1", "9:1"], ["8:1"]),
    ("house-midi", "midi", "midi", [], ["yes", "no"]),
    ("house-midi", "dragon or jade bonus", "bonus", ["none"], ["dragon", "jade"]),
    (
        "house-midi",
        "ruling 26",
        "offered",
        ["player_pair", "banker", "+banker_pair", "-player_pair"],
        ["player_dragon, banker_dragon, big_tiger, small_tiger", "player_dragon", "banker_dragon, big_tiger", "none"],
    ),
    ("house-midi", "ruling 18", "cut_depth", [], ["1", "416"]),
    ("house-midi", "ruling 19", "bonus_needs_main", [], ["yes", "no"]),
    ("act-2015", "ruling 49", "betting_order", ["in_turn"], ["any"]),
    ("act-2015", "ruling 49", "least_risk", ["0.01", "5"], ["none"]),
    ("act-2015", "ruling 49", "chips_come_from", ["bank"], ["cage"]),
    ("nz-1998", "ruling 49", "betting_order", ["in_turn"], ["any"]),
    ("nz-1998", "ruling 49", "least_risk", ["0.01", "5"], ["none"]),
    ("nz-1998", "ruling 49", "chips_come_from", ["bank"], ["cage"]),
    ("washington", "ruling 49", "betting_order", ["in_turn"], ["any"]),
    ("washington", "ruling 49", "least_risk", ["0.01", "5"], ["none"]),
    ("washington", "ruling 49", "chips_come_from", ["bank"], ["cage"]),
    ("house-midi", "ruling 49", "betting_order", ["in_turn"], ["any"]),
    ("house-midi", "ruling 49", "least_risk", ["0.01", "5"], ["none"]),
    ("house-midi", "ruling 49", "chips_come_from", ["bank"], ["cage"]),
]


@pytest.mark.parametrize(
    ("book_id", "number", "key", "value"),
    [
        pytest.param(book_id, number, key, value, marks=clause(book_id, number), id=f"{book_id} {number} {key}={value}")
        for book_id, number, key, refused, _ in BOUNDARIES
        for value in refused
    ],
)
def test_choice_is_refused(book_id: str, number: str, key: str, value: str) -> None:
    with pytest.raises(Refused) as refusal:
        table_rules(book_id, **{key: value})
    assert refusal.value.clause == f"{book_id} {number}"
    assert key in refusal.value.sentence


@pytest.mark.parametrize(
    ("book_id", "key", "value"),
    [
        pytest.param(book_id, key, value, marks=clause(book_id, number), id=f"{book_id} {number} {key}={value}")
        for book_id, number, key, _, allowed in BOUNDARIES
        for value in allowed
    ],
)
def test_choice_is_allowed(book_id: str, key: str, value: str) -> None:
    rules = table_rules(book_id, **{key: value})
    assert rules.ruled(key).value == read_value(key, PARAMETERS[key].kind, value)


@clause("act-2015", "5.3")
def test_act_2015_5_3_cutting_card_11_is_refused_with_clause_and_range() -> None:
    with pytest.raises(Refused, match=r"cut_depth = 11 is not allowed: 12 or more \(act-2015 5\.3\)"):
        table_rules("act-2015", cut_depth=11)


@clause("nz-1998", "7.3")
def test_nz_1998_7_3_cutting_card_19_is_refused_with_clause_and_range() -> None:
    with pytest.raises(Refused, match=r"cut_depth = 19 is not allowed: 20 or more \(nz-1998 7\.3\)"):
        table_rules("nz-1998", cut_depth=19)


@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_practice_house_has_chips_from_1_minimum_5_maximum_1000(book_id: str) -> None:
    rules = table_rules(book_id)
    assert rules.chips.value.smallest == 100
    assert (rules.minimum.value, rules.maximum.value) == (500, 100_000)


@pytest.mark.parametrize(
    ("book_id", "wagers"),
    [
        ("act-2015", "player banker tie player_pair banker_pair"),
        ("nz-1998", "player banker tie"),
        ("washington", "player banker tie"),
        ("house-midi", "player banker tie player_dragon banker_dragon big_tiger small_tiger"),
    ],
)
def test_practice_house_offers_all_wagers(book_id: str, wagers: str) -> None:
    assert [wager.id for wager in table_rules(book_id).wagers] == wagers.split()


ON_EVERY_LAYOUT = {"player": None, "banker": None, "tie": None}
SIDE_BETS = [
    ("act-2015", {"pairs": "perfect"}, {"player_pair": "8.2", "banker_pair": "8.2"}),
    ("act-2015", {"pairs": "canberra"}, {"player_pair": "8.2", "banker_pair": "8.2"}),
    *(
        (
            "house-midi",
            {"bonus": bonus},
            {
                "player_dragon": "dragon or jade bonus",
                "banker_dragon": "dragon or jade bonus",
                "big_tiger": "tiger bonus",
                "small_tiger": "tiger bonus",
            },
        )
        for bonus in ("dragon", "jade")
    ),
]


@pytest.mark.parametrize(
    ("book_id", "choices", "allowed_by"),
    [
        pytest.param(*row, marks=clause(row[0], *dict.fromkeys(row[2].values())), id=f"{row[0]} {row[1]}")
        for row in SIDE_BETS
    ],
)
def test_each_side_bet_is_offered_by_its_clause_or_not_at_all(
    book_id: str, choices: dict[str, str], allowed_by: dict[str, str]
) -> None:
    rules = table_rules(book_id, **choices)
    assert {wager.id: wager.allowed_by for wager in rules.wagers} == ON_EVERY_LAYOUT | allowed_by
    signed = {line.label: line.clause.split(", ") for line in sign(rules)}
    assert all(wager.allowed_by in (None, *signed[wager.name]) for wager in rules.wagers)
    for wager, number in allowed_by.items():
        without = table_rules(book_id, **choices, offered=f"-{wager}")
        assert {one.id for one in without.wagers} == {*ON_EVERY_LAYOUT, *allowed_by} - {wager}
        assert left_out_by(without, wager) == number
    assert {one.id for one in table_rules(book_id, **choices, offered="none").wagers} == {*ON_EVERY_LAYOUT}


@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_text_clauses_say_nothing_that_binds_and_why(book_id: str) -> None:
    for found in book(book_id).clauses:
        assert len(found.meaning) > 15, found.number
        if ClauseKind.TEXT in found.kinds:
            assert found.kinds == (ClauseKind.TEXT,)
            assert not found.statements


@pytest.mark.parametrize(
    ("book_id", "conduct"),
    [("act-2015", {"14.7", "14.8"}), ("nz-1998", set()), ("washington", set()), ("house-midi", set())],
)
def test_of_texts_only_those_on_conduct_can_be_broken(book_id: str, conduct: set[str]) -> None:
    texts = [found for found in book(book_id).clauses if ClauseKind.TEXT in found.kinds]
    assert {found.number for found in texts if found.can_be_broken} == conduct
    assert all(found.can_be_broken for found in book(book_id).clauses if found not in texts)


@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_wagers_cite_clauses_that_exist(book_id: str) -> None:
    numbers = {found.number for found in book(book_id).clauses}
    assert len(numbers) == len(book(book_id).clauses)
    for offered in book(book_id).offers:
        assert set(offered.wager.clauses) <= numbers
        assert offered.allowed_by is None or offered.allowed_by in numbers


@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_every_value_an_operator_can_type_prints_as_it_is_typed(book_id: str) -> None:
    rules = table_rules(book_id)
    for key, parameter in PARAMETERS.items():
        if parameter.set_by_house:
            value = rules.ruled(key).value
            shown = parameter.kind.show(value).strip('"')
            assert read_value(key, parameter.kind, shown) == value, key


@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_every_option_of_a_choice_resolves(book_id: str) -> None:
    for key, stated in book(book_id).stated.items():
        if isinstance(stated.statement, Choice):
            for option in stated.statement.options:
                assert resolve(book(book_id), HouseRules({key: option})).ruled(key).value == option


def test_digest_is_that_of_the_values() -> None:
    plain = table_rules("act-2015")
    assert plain.digest == table_rules("act-2015", settlement="A").digest
    others = [table_rules("act-2015", settlement="B"), table_rules("act-2015", cut_depth=13), table_rules("nz-1998")]
    assert len({plain.digest, *(rules.digest for rules in others)}) == 4


def test_house_file_and_settings_join_with_the_later_one_over_the_first() -> None:
    house = HouseRules.parse_toml(
        'minimum = 10\nchips = [0.5, 1, 5]\nmidi = false\ntie_odds = "9:1"\ncommission = 4.5\n'
    )
    rules = resolve(book("washington"), house | HouseRules.parse_settings(["minimum=25", "minimum=20"]))
    assert rules.minimum.value == 2000
    assert rules.chips.value == ChipSet(denominations=(50, 100, 500))
    assert str(rules.tie_odds.value) == "9 to 1"
    assert rules.commission.value == Rate.of(45, 1000)


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("", "sets nothing"),
        ("# nothing here\n", "sets nothing"),
        ("minimum = ", "not TOML"),
        ("jokers = 2", "'jokers' is not something a house sets: choose from decks"),
        ("naturals = 8", "'naturals' is not something a house sets"),
        ("decks = 'many'", "decks = 'many' cannot be read: write a whole number from 1"),
        ("decks = 0", "write a whole number from 1"),
        ("minimum = 0", "an amount in dollars above 0"),
        ("minimum = 0.001", "an amount in dollars above 0"),
        ("minimum = -5", "an amount in dollars above 0"),
        ("commission = 0.05", "0.05 could mean two things"),
        ("commission = 101", "a percentage"),
        ("commission = '4.1111111111111111111111%'", "this rate is too exact: use fewer digits"),
        ("tie_odds = '8:0'", "odds, such as 8:1"),
        ("dealing = 'sideways'", "up, down or one letter"),
        ("midi = 'perhaps'", "yes or no"),
        ("pairs = 'imperfect'", "perfect or canberra, or none"),
        ("offered = ''", "the ids of all side bets offered, such as player_pair, banker_pair"),
        ("offered = ['player_pair', '']", "or none"),
        ("offered = ['player_pair', 'pp']", "or none"),
        ("offered = ['player_pair', '-banker_pair']", "what changes, such as +player_pair, -banker_pair"),
        ("offered = ['+player_pair', '-player_pair']", "what changes"),
        ("offered = 'player pair'", "or none"),
        ("chips = []", "denominations"),
        ("chips = [1, 0]", "denominations"),
        ("call_tie = ''", "the words that the dealer says"),
        ("[table]\nminimum = 5", "'table' is not something"),
        ("minimum = 2026-01-01", "cannot be read"),
    ],
)
def test_house_file_that_cannot_be_read_says_what_to_write(toml: str, message: str) -> None:
    with pytest.raises(Unreadable) as error:
        HouseRules.parse_toml(toml)
    assert message in str(error.value)


def test_setting_without_equals_sign_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="write key=value"):
        HouseRules.parse_settings(["decks"])


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (
            {"minimum": 2000},
            r"minimum = \$2,000 is not allowed: it is above maximum = \$1,000; set both \(act-2015 3\.1\)",
        ),
        ({"pairs_minimum": 2000}, r"above pairs_maximum = \$1,000; set both \(act-2015 9\.3\)"),
        ({"cut_depth": 417}, r"416 cards in all leave at most 416 \(act-2015 5\.3\)"),
    ],
)
def test_choices_that_make_no_table_together_are_refused(choices: dict[str, object], message: str) -> None:
    with pytest.raises(Refused, match=message):
        table_rules("act-2015", **choices)


@clause("washington", "1")
def test_washington_two_decks_can_only_be_cut_where_both_ends_leave_enough() -> None:
    with pytest.raises(Refused, match="104 cards in all leave at most 52"):
        table_rules("washington", decks=2, cut_from_ends=53)
    assert table_rules("washington", decks=2, cut_from_ends=52).cut_from_ends.value == 52


def test_unknown_book_names_the_known_ones() -> None:
    with pytest.raises(Unreadable, match="'macau' is not a rulebook: choose from act-2015, nz-1998"):
        book("macau")


def test_unknown_clause_says_where_they_are_listed() -> None:
    with pytest.raises(Unreadable, match="act-2015 has no clause '99'"):
        book("act-2015").clause("99")


def test_statements_are_only_of_the_five_kinds_and_unsettable_values_are_the_documents() -> None:
    for found in BOOKS.values():
        for key, stated in found.stated.items():
            if not PARAMETERS[key].set_by_house:
                assert isinstance(stated.statement, Fixed | Silent), (found.id, key)
