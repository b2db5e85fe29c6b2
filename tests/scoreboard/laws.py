"""What holds for every shoe. A law takes the results as words (`B`, `Tp`, `Pbn`) and fails where it is broken."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard import Board, board, parse_beads
from puntobanco.scoreboard.derived import DerivedRoad, NextMarks
from tests.scoreboard import other_roads

Words: TypeAlias = Sequence[str]
Law: TypeAlias = Callable[[Words], None]

LETTER = {Result.BANKER: "B", Result.PLAYER: "P", Result.TIE: "T"}
SWAP = str.maketrans("BP", "PB")
ROADS = ("big_eye_boy", "small_road", "cockroach_pig")


def drawn(words: Words) -> Board:
    return board(parse_beads("".join(words)))


def letters(words: Words) -> str:
    """The results without their marks."""
    return "".join(word[0] for word in words)


def road(found: Board, name: str) -> DerivedRoad:
    return {"big_eye_boy": found.big_eye_boy, "small_road": found.small_road, "cockroach_pig": found.cockroach_pig}[
        name
    ]


def marks(words: Words) -> list[str]:
    """The marks of the three derived roads."""
    found = drawn(words)
    return [road(found, name).marks for name in ROADS]


# The bead plate


def every_bead_has_its_place(words: Words) -> None:
    for number, (bead, word) in enumerate(zip(drawn(words).bead_plate, words, strict=True)):
        assert (bead.column * 6 + bead.row, 0 <= bead.row <= 5) == (number, True)
        assert LETTER[bead.result] == word[0]
        assert [bead.banker_pair, bead.player_pair, bead.natural] == [mark in word[1:] for mark in "bpn"]


def counts_are_those_of_the_words(words: Words) -> None:
    found, results = drawn(words).counts, letters(words)
    assert (found.rounds, found.banker, found.player, found.tie) == (len(words), *map(results.count, "BPT"))
    behind = "".join(word[1:] for word in words)
    assert [found.banker_pairs, found.player_pairs, found.naturals] == [*map(behind.count, "bpn")]


# The big road


def a_cell_for_every_result_that_is_no_tie(words: Words) -> None:
    decided = [word for word in words if word[0] != "T"]
    for cell, word in zip(drawn(words).big_road, decided, strict=True):
        assert LETTER[cell.result] == word[0]
        assert [cell.banker_pair, cell.player_pair, cell.natural] == [mark in word[1:] for mark in "bpn"]


def ties_mark_the_result_before_them(words: Words) -> None:
    found, results = drawn(words), letters(words)
    cells, pending = [cell.ties for cell in found.big_road], found.pending_ties
    assert sum(cells) + pending == results.count("T")
    assert pending == (len(words) if set(results) <= {"T"} else 0)
    for number in range(1, len(cells)):
        last = _place_of_decided(results, number)
        assert results[last : last + 1 + cells[number]] == results[last] + "T" * cells[number]


def _place_of_decided(results: str, number: int) -> int:
    return [place for place, letter in enumerate(results) if letter != "T"][number]


def drawings(found: Board) -> Iterator[tuple[list[object], list[tuple[int, int]]]]:
    """The signs and places of the big road and of the derived roads."""
    yield [cell.result for cell in found.big_road], [(cell.row, cell.column) for cell in found.big_road]
    for name in ROADS:
        cells = road(found, name).cells
        yield [cell.mark for cell in cells], [(cell.row, cell.column) for cell in cells]


def no_two_signs_share_a_cell_of_six_rows(words: Words) -> None:
    for _, places in drawings(drawn(words)):
        assert len(set(places)) == len(places)
        assert all(0 <= row <= 5 and column >= 0 for row, column in places)


def a_run_starts_right_of_where_the_last_one_started(words: Words) -> None:
    for signs, places in drawings(drawn(words)):
        started = -1
        for number, (row, column) in enumerate(places):
            if number == 0 or signs[number] != signs[number - 1]:
                taken = [place for place in places[:number] if place[0] == 0 and started < place[1] < column]
                assert (row, len(taken)) == (0, column - started - 1), "not the first free column"
                started = column


def a_run_goes_down_where_it_can_and_else_right(words: Words) -> None:
    for signs, places in drawings(drawn(words)):
        for number, (place, following) in enumerate(pairwise(places)):
            if signs[number] == signs[number + 1]:
                below, right = (place[0] + 1, place[1]), (place[0], place[1] + 1)
                can = place[0] < 5 and below not in places[: number + 1]
                assert following == (below if can else right)


def runs_are_the_columns_of_the_road(words: Words) -> None:
    found = drawn(words)
    assert sum(found.runs) == len(found.big_road)
    firsts = [0, *(here + 1 for here, (one, two) in enumerate(pairwise(found.big_road)) if one.result != two.result)]
    assert list(found.runs) == ([b - a for a, b in pairwise([*firsts, len(found.big_road)])] if found.big_road else [])


# The derived roads


def ties_never_change_derived_roads(words: Words) -> None:
    assert marks(words) == marks([word for word in words if word[0] != "T"])


def swapping_banker_and_player_never_changes_derived_roads(words: Words) -> None:
    assert marks(words) == marks([word[0].translate(SWAP) + word[1:] for word in words])


def marks_of_a_prefix_are_a_prefix_of_the_marks(words: Words) -> None:
    whole = drawn(words)
    for length in {len(words) // 2, len(words) - 1} - {-1}:
        part = drawn(words[:length])
        assert all(road(whole, name).marks.startswith(road(part, name).marks) for name in ROADS)
        for (_, all_places), (_, first_places) in zip(drawings(whole), drawings(part), strict=True):
            assert all_places[: len(first_places)] == first_places


def there_are_as_many_marks_as_the_columns_say(words: Words) -> None:
    columns = [len(stack) for stack in other_roads.stacks(letters(words))]
    expected = [sum(columns[back:]) - 1 if len(columns) > back else 0 for back in (1, 2, 3)]
    assert [*map(len, marks(words))] == expected


def a_mark_is_drawn_as_the_letter_it_is(words: Words) -> None:
    found = drawn(words)
    for name in ROADS:
        assert "".join(cell.mark for cell in road(found, name).cells) == road(found, name).marks


def asked(found: NextMarks) -> list[str | None]:
    return [found.big_eye_boy, found.small_road, found.cockroach_pig]


def ask_for_banker_and_for_player_are_opposite_or_both_missing(words: Words) -> None:
    ask = drawn(words).ask
    for banker, player in zip(asked(ask.banker), asked(ask.player), strict=True):
        assert {banker, player} in ({None}, {"r", "b"})


def ask_tells_the_mark_that_then_comes(words: Words) -> None:
    ask, now = drawn(words).ask, marks(words)
    for letter, answer in (("B", asked(ask.banker)), ("P", asked(ask.player))):
        then = marks([*words, letter])
        assert [before + (mark or "") for before, mark in zip(now, answer, strict=True)] == then


# The second implementation


def the_pencil_draws_the_same(words: Words) -> None:
    results, found = letters(words), drawn(words)
    assert [(cell.row, cell.column) for cell in found.big_road] == other_roads.drawn(results.replace("T", ""))
    assert [cell.ties for cell in found.big_road] == other_roads.ties_on(results)
    assert list(found.runs) == [len(stack) for stack in other_roads.stacks(results)]
    for back, name in enumerate(ROADS, start=1):
        expected = other_roads.derived(results, back)
        assert road(found, name).marks == expected
        assert [(cell.row, cell.column) for cell in road(found, name).cells] == other_roads.drawn(expected)


PROPERTIES: tuple[Law, ...] = (
    every_bead_has_its_place,
    counts_are_those_of_the_words,
    a_cell_for_every_result_that_is_no_tie,
    ties_mark_the_result_before_them,
    no_two_signs_share_a_cell_of_six_rows,
    a_run_starts_right_of_where_the_last_one_started,
    a_run_goes_down_where_it_can_and_else_right,
    runs_are_the_columns_of_the_road,
    ties_never_change_derived_roads,
    swapping_banker_and_player_never_changes_derived_roads,
    marks_of_a_prefix_are_a_prefix_of_the_marks,
    there_are_as_many_marks_as_the_columns_say,
    a_mark_is_drawn_as_the_letter_it_is,
    ask_for_banker_and_for_player_are_opposite_or_both_missing,
    ask_tells_the_mark_that_then_comes,
)
LAWS: tuple[Law, ...] = (*PROPERTIES, the_pencil_draws_the_same)
