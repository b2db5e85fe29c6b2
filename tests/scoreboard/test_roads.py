"""The roads: examples that were worked out by hand, and what holds for every shoe."""

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.rulebooks.facts import Facts, HandFacts, PairClass, PairFacts, Result
from puntobanco.scoreboard import Bead, board, parse_beads
from puntobanco.scoreboard.scoreboards import Counts
from tests.scoreboard import laws
from tests.scoreboard.laws import LAWS, Law
from tests.scoreboard.shoes import long_shoe, shoes

SOAK = bool(os.environ.get("PUNTO_SOAK"))
LONG = 20_000 if SOAK else 3_000
EXAMPLE = "BBPTPPPBPPBBBBBTBPBBPPP"


# Examples


def test_the_example_of_the_rules() -> None:
    found = board(parse_beads(EXAMPLE))
    assert found.runs == (2, 4, 1, 2, 6, 1, 2, 3)
    assert found.big_eye_boy.marks == "rbrbbbbrbrrrbbbbrb"
    assert found.small_road.marks == "brbbrrrrbbrbbr"
    assert found.cockroach_pig.marks == "rrrrrbrbrrrrr"
    assert found.counts == Counts(rounds=23, banker=11, player=10, tie=2, banker_pairs=0, player_pairs=0, naturals=0)


def test_the_tail_of_the_rules_nine_banker_then_ten_player() -> None:
    cells = board(parse_beads("B" * 9 + "P" * 10)).big_road
    places = [(cell.row, cell.column) for cell in cells]
    assert places[:9] == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (5, 1), (5, 2), (5, 3)]
    assert places[9:] == [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (4, 3), (4, 4), (5, 4), (5, 5)]


def picture(results: str) -> list[str]:
    """The big road as rows of letters."""
    cells = {(cell.row, cell.column): laws.LETTER[cell.result] for cell in board(parse_beads(results)).big_road}
    width = 1 + max(column for _, column in cells)
    return ["".join(cells.get((row, column), ".") for column in range(width)) for row in range(6)]


def test_tails_lie_on_tails_until_one_runs_along_the_first_row() -> None:
    """Of seven runs of nine the sixth finds no room below its first result, and the seventh starts behind its tail."""
    assert picture("".join("BP"[number % 2] * 9 for number in range(7))) == [
        "BPBPBPPPPB...",
        "BPBPBBBBPB...",
        "BPBPPPPBPB...",
        "BPBBBBPBPB...",
        "BPPPPBPBPB...",
        "BBBBPBPBPBBBB",
    ]


def test_shorter_runs_over_tails() -> None:
    assert picture("B" * 9 + "P" * 8 + "B" * 7 + "P" * 6 + "B" * 5 + "P" * 4 + "BPB") == [
        "BPBPBPPPPBPB",
        "BPBPBBBB....",
        "BPBPPPP.....",
        "BPBBBB......",
        "BPPPP.......",
        "BBBB........",
    ]


@pytest.mark.parametrize(
    ("results", "eye", "small", "pig"),
    [
        ("", "", "", ""),
        ("TTT", "", "", ""),
        ("BBBBBBBBB", "", "", ""),
        ("BP", "", "", ""),
        ("BPP", "b", "", ""),
        ("BPPPP", "brr", "", ""),
        ("BBPP", "r", "", ""),
        ("BBPPP", "rb", "", ""),
        ("BBPPPPP", "rbrr", "", ""),
        ("BPB", "r", "", ""),
        ("BPPB", "bb", "", ""),
        ("BPBB", "rb", "b", ""),
        ("BPBPBP", "rrrr", "rrr", "rr"),
        ("BBPPBBPPB", "rrrrrr", "rrrr", "rr"),
        ("BPPBPPBPPB", "bbbbbbbb", "rrrrrr", "bbbbb"),
    ],
)
def test_small_examples_of_derived_roads(results: str, eye: str, small: str, pig: str) -> None:
    found = board(parse_beads(results))
    assert (found.big_eye_boy.marks, found.small_road.marks, found.cockroach_pig.marks) == (eye, small, pig)


def test_a_derived_road_has_tails_of_its_own() -> None:
    """Alternating results make one run of red marks."""
    cells = board(parse_beads("BP" * 5)).big_eye_boy.cells
    assert [(cell.row, cell.column) for cell in cells] == [
        (0, 0),
        (1, 0),
        (2, 0),
        (3, 0),
        (4, 0),
        (5, 0),
        (5, 1),
        (5, 2),
    ]
    assert {cell.mark for cell in cells} == {"r"}


@pytest.mark.parametrize(
    ("results", "pending", "ties"),
    [
        ("", 0, []),
        ("T", 1, []),
        ("TTT", 3, []),
        ("TTB", 0, [2]),
        ("TTBT", 0, [3]),
        ("BTTBTP", 0, [2, 1, 0]),
        ("BPTTT", 0, [0, 3]),
    ],
)
def test_ties_wait_for_the_first_result_and_then_mark_the_last(results: str, pending: int, ties: list[int]) -> None:
    found = board(parse_beads(results))
    assert (found.pending_ties, [cell.ties for cell in found.big_road]) == (pending, ties)


def test_a_tie_between_equal_results_ends_no_run() -> None:
    assert board(parse_beads("BTBTTB")).runs == (3,)


def test_beads_go_down_six_rows_and_then_to_the_right() -> None:
    plate = board(parse_beads("BBBBBPTb")).bead_plate
    assert [(bead.row, bead.column) for bead in plate] == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (0, 1)]
    assert (plate[6].result, plate[6].banker_pair, plate[6].player_pair) == (Result.TIE, True, False)


@pytest.mark.parametrize(
    ("results", "banker", "player"),
    [
        ("", (None, None, None), (None, None, None)),
        ("B", (None, None, None), (None, None, None)),
        ("BP", ("r", None, None), ("b", None, None)),
        ("BPP", ("b", None, None), ("r", None, None)),
        ("BPB", ("b", "b", None), ("r", "r", None)),
        ("BPBT", ("b", "b", None), ("r", "r", None)),
        ("BPBP", ("r", "r", "r"), ("b", "b", "b")),
        (EXAMPLE, ("b", "b", "b"), ("r", "r", "r")),
    ],
)
def test_ask(results: str, banker: tuple[str | None, ...], player: tuple[str | None, ...]) -> None:
    ask = board(parse_beads(results)).ask
    assert (tuple(laws.asked(ask.banker)), tuple(laws.asked(ask.player))) == (banker, player)


# From the facts of a coup


def facts(player: tuple[int, int], banker: tuple[int, int], /, **pairs: PairClass) -> Facts:
    """Each hand as total and number of cards."""
    hands = (HandFacts(total=total, cards=cards) for total, cards in (player, banker))
    given = {"player": PairClass.NONE, "banker": PairClass.NONE, **pairs}
    return Facts(player=next(hands), banker=next(hands), pairs=PairFacts(**given))


@pytest.mark.parametrize(
    ("found", "bead"),
    [
        (facts((9, 2), (3, 2)), Bead(result=Result.PLAYER, natural=True, total=9)),
        (facts((8, 2), (9, 2)), Bead(result=Result.BANKER, natural=True, total=9)),
        (facts((8, 3), (9, 3)), Bead(result=Result.BANKER, total=9)),
        (facts((7, 2), (6, 2)), Bead(result=Result.PLAYER, total=7)),
        (facts((0, 3), (0, 3)), Bead(result=Result.TIE, total=0)),
        (facts((8, 2), (8, 2)), Bead(result=Result.TIE, natural=True, total=8)),
        (facts((6, 2), (7, 3), player=PairClass.MIXED), Bead(result=Result.BANKER, player_pair=True, total=7)),
        (facts((6, 2), (7, 3), banker=PairClass.PERFECT), Bead(result=Result.BANKER, banker_pair=True, total=7)),
        (facts((6, 2), (7, 3), banker=PairClass.COLOURED), Bead(result=Result.BANKER, banker_pair=True, total=7)),
    ],
)
def test_the_bead_of_a_coup(found: Facts, bead: Bead) -> None:
    assert Bead.of(found, naturals=(8, 9)) == bead


def test_a_book_says_what_is_natural() -> None:
    assert not Bead.of(facts((8, 2), (3, 2)), naturals=(9,)).natural


# Every shoe


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@given(words=shoes)
def test_law(law: Law, words: list[str]) -> None:
    law(words)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=100 if SOAK else 10)
def test_thousands_of_results_are_drawn_as_by_the_pencil(seed: int) -> None:
    laws.the_pencil_draws_the_same(long_shoe(Random(seed), LONG))


def test_every_short_shoe_is_drawn_as_by_the_pencil() -> None:
    """All shoes of up to nine results."""
    todo = [""]
    while todo:
        results = todo.pop()
        laws.the_pencil_draws_the_same(results)
        laws.ask_for_banker_and_for_player_are_opposite_or_both_missing(results)
        todo += [results + letter for letter in ("BPT" if len(results) < 7 else "BP" if len(results) < 9 else "")]
