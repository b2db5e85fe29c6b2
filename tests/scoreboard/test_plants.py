"""Planted mistakes, those of public software among them: the properties find each, and so does the pencil."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from random import Random

import pytest

from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard import Bead, bead_plate, big_road, derived, notation, road_grid, scoreboards
from puntobanco.scoreboard.derived import Mark
from puntobanco.values.replace import changed
from tests.scoreboard import laws
from tests.scoreboard.laws import LAWS, PROPERTIES, Law, Words
from tests.scoreboard.shoes import long_shoe

Plant = Callable[[pytest.MonkeyPatch], None]
Columns = Sequence[int]
right_mark = derived._mark


def of(regular: object) -> Mark:
    return Mark.REGULAR if regular else Mark.IRREGULAR


# Derived roads


def absent_is_always_blue(patch: pytest.MonkeyPatch) -> None:
    """Forgets that it is red again below."""

    def wrong(columns: Columns, column: int, depth: int, back: int) -> Mark | None:
        mark = right_mark(columns, column, depth, back)
        return mark if mark is None or depth == 1 else of(depth <= columns[column - back])

    patch.setattr(derived, "_mark", wrong)


def from_drawn_columns(patch: pytest.MonkeyPatch) -> None:
    """As if a tail were columns of the road."""

    def wrong(results: Iterable[Result]) -> tuple[int, ...]:
        heights: dict[int, int] = {}
        for _, column in road_grid.places(result for result in results if result is not Result.TIE):
            heights[column] = heights.get(column, 0) + 1
        return tuple(heights.values())

    patch.setattr(scoreboards, "runs", wrong)
    patch.setattr(derived, "runs", wrong)


def wrong_columns_at_a_turn(patch: pytest.MonkeyPatch) -> None:
    """Compares c-k with c-k-1."""

    def wrong(columns: Columns, column: int, depth: int, back: int) -> Mark | None:
        mark = right_mark(columns, column, depth, back)
        return mark if mark is None or depth > 1 else of(columns[column - back] == columns[column - back - 1])

    patch.setattr(derived, "_mark", wrong)


def without_the_first_column(patch: pytest.MonkeyPatch) -> None:
    def wrong(columns: Columns, column: int, depth: int, back: int) -> Mark | None:
        return None if column - back - (depth == 1) < 1 else right_mark(columns, column, depth, back)

    patch.setattr(derived, "_mark", wrong)


def from_the_visible_window(patch: pytest.MonkeyPatch) -> None:
    right = derived.derived_road
    patch.setattr(scoreboards, "derived_road", lambda columns, back: right(columns[-12:], back))


def a_turn_is_red_where_lengths_differ(patch: pytest.MonkeyPatch) -> None:
    def wrong(columns: Columns, column: int, depth: int, back: int) -> Mark | None:
        mark = right_mark(columns, column, depth, back)
        return mark if mark is None or depth > 1 else of(mark is Mark.IRREGULAR)

    patch.setattr(derived, "_mark", wrong)


def ties_count_in_derived_roads(patch: pytest.MonkeyPatch) -> None:
    def wrong(results: Iterable[Result]) -> tuple[int, ...]:
        return tuple(len(list(run)) for _, run in groupby(results))

    patch.setattr(scoreboards, "runs", wrong)


def a_shoe_that_begins_with_player_has_an_empty_column(patch: pytest.MonkeyPatch) -> None:
    right = big_road.runs

    def wrong(results: Sequence[Result]) -> tuple[int, ...]:
        first = next((result for result in results if result is not Result.TIE), Result.BANKER)
        return (0, *right(results)) if first is Result.PLAYER else right(results)

    patch.setattr(scoreboards, "runs", wrong)


def marks_are_written_backwards(patch: pytest.MonkeyPatch) -> None:
    right = derived.derived_road

    def wrong(columns: Columns, back: int) -> derived.DerivedRoad:
        found = right(columns, back)
        return changed(found, marks=found.marks[::-1])

    patch.setattr(scoreboards, "derived_road", wrong)


def ask_tells_the_last_mark(patch: pytest.MonkeyPatch) -> None:
    right = derived.next_marks
    patch.setattr(scoreboards, "next_marks", lambda results, result: right(results[:-1], result))


def ask_mixes_up_banker_and_player(patch: pytest.MonkeyPatch) -> None:
    right, other = derived.next_marks, {Result.BANKER: Result.PLAYER, Result.PLAYER: Result.BANKER}
    patch.setattr(scoreboards, "next_marks", lambda results, result: right(results, other[result]))


# Drawing


def right_of_where_the_last_run_ended(patch: pytest.MonkeyPatch) -> None:
    def wrong(marks: Iterable[object]) -> Iterator[road_grid.Place]:
        end = -1
        for _, run in groupby(marks):
            place = (0, end + 1)
            for _ in run:
                yield place
                end = place[1]
                place = (place[0] + 1, end) if place[0] < 5 else (5, end + 1)

    patch.setattr(big_road, "places", wrong)
    patch.setattr(derived, "places", wrong)


def planted_next(
    patch: pytest.MonkeyPatch, wrong: Callable[[road_grid.Place, set[road_grid.Place]], road_grid.Place]
) -> None:
    patch.setattr(road_grid, "_next", wrong)


def a_tail_runs_over_another(patch: pytest.MonkeyPatch) -> None:
    planted_next(patch, lambda place, _: (place[0] + 1, place[1]) if place[0] < 5 else (5, place[1] + 1))


def a_tail_never_goes_down_again(patch: pytest.MonkeyPatch) -> None:
    def wrong(place: road_grid.Place, taken: set[road_grid.Place]) -> road_grid.Place:
        row, column = place
        bent = row > 0 and (row - 1, column) not in taken
        return (row, column + 1) if bent or row == 5 or (row + 1, column) in taken else (row + 1, column)

    planted_next(patch, wrong)


def seven_rows(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(road_grid, "ROWS", 7)


def a_taken_first_row_is_drawn_over(patch: pytest.MonkeyPatch) -> None:
    def wrong(marks: Iterable[object]) -> Iterator[road_grid.Place]:
        taken: set[road_grid.Place] = set()
        for start, (_, run) in enumerate(groupby(marks)):
            place = (0, start)
            for _ in run:
                taken.add(place)
                yield place
                place = road_grid._next(place, taken)

    patch.setattr(big_road, "places", wrong)
    patch.setattr(derived, "places", wrong)


# Ties, beads and counts


def a_result_with_a_tie_loses_its_pairs(patch: pytest.MonkeyPatch) -> None:
    right = big_road.big_road

    def wrong(beads: Sequence[Bead]) -> tuple[big_road.RoadCell, ...]:
        return tuple(changed(cell, banker_pair=cell.banker_pair and not cell.ties) for cell in right(beads))

    patch.setattr(scoreboards, "big_road", wrong)


def ties_before_the_first_result_are_lost(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(big_road, "_ties", lambda beads: big_road._ties_between(beads)[1:])


def ties_mark_the_next_result(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(big_road, "_ties", lambda beads: big_road._ties_between(beads)[:-1])


def pending_ties_stay_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scoreboards, "pending_ties", lambda beads: big_road._ties_between(beads)[0])


def the_bead_plate_is_filled_row_by_row(patch: pytest.MonkeyPatch) -> None:
    def wrong(beads: Sequence[Bead]) -> tuple[bead_plate.PlacedBead, ...]:
        right = enumerate(bead_plate.bead_plate(beads))
        return tuple(changed(bead, row=number // 20, column=number % 20) for number, bead in right)

    patch.setattr(scoreboards, "bead_plate", wrong)


def pairs_are_mixed_up(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(notation, "BANKER_PAIR", "p")
    patch.setattr(notation, "PLAYER_PAIR", "b")


def ties_are_no_rounds(patch: pytest.MonkeyPatch) -> None:
    right = scoreboards.counts
    patch.setattr(scoreboards, "counts", lambda beads: right([bead for bead in beads if not bead.is_tie]))


PLANTS: dict[Plant, tuple[Law, ...]] = {
    absent_is_always_blue: (laws.ask_for_banker_and_for_player_are_opposite_or_both_missing,),
    from_drawn_columns: (
        laws.there_are_as_many_marks_as_the_columns_say,
        laws.runs_are_the_columns_of_the_road,
    ),
    wrong_columns_at_a_turn: (laws.ask_for_banker_and_for_player_are_opposite_or_both_missing,),
    without_the_first_column: (laws.there_are_as_many_marks_as_the_columns_say,),
    from_the_visible_window: (
        laws.there_are_as_many_marks_as_the_columns_say,
        laws.marks_of_a_prefix_are_a_prefix_of_the_marks,
    ),
    a_turn_is_red_where_lengths_differ: (laws.ask_for_banker_and_for_player_are_opposite_or_both_missing,),
    ties_count_in_derived_roads: (laws.ties_never_change_derived_roads,),
    a_shoe_that_begins_with_player_has_an_empty_column: (laws.swapping_banker_and_player_never_changes_derived_roads,),
    marks_are_written_backwards: (laws.a_mark_is_drawn_as_the_letter_it_is,),
    right_of_where_the_last_run_ended: (laws.a_run_starts_right_of_where_the_last_one_started,),
    a_tail_runs_over_another: (laws.no_two_signs_share_a_cell_of_six_rows,),
    a_tail_never_goes_down_again: (laws.a_run_goes_down_where_it_can_and_else_right,),
    seven_rows: (laws.no_two_signs_share_a_cell_of_six_rows,),
    a_taken_first_row_is_drawn_over: (laws.no_two_signs_share_a_cell_of_six_rows,),
    ties_before_the_first_result_are_lost: (laws.ties_mark_the_result_before_them,),
    ties_mark_the_next_result: (laws.ties_mark_the_result_before_them,),
}
"""Mistakes in what the pencil draws, too."""
OTHER_PLANTS: dict[Plant, tuple[Law, ...]] = {
    ask_tells_the_last_mark: (laws.ask_tells_the_mark_that_then_comes,),
    ask_mixes_up_banker_and_player: (laws.ask_tells_the_mark_that_then_comes,),
    a_result_with_a_tie_loses_its_pairs: (laws.a_cell_for_every_result_that_is_no_tie,),
    pending_ties_stay_for_ever: (laws.ties_mark_the_result_before_them,),
    the_bead_plate_is_filled_row_by_row: (laws.every_bead_has_its_place,),
    pairs_are_mixed_up: (laws.every_bead_has_its_place, laws.counts_are_those_of_the_words),
    ties_are_no_rounds: (laws.counts_are_those_of_the_words,),
}


def some_shoes() -> list[Words]:
    """The same ones every time: ordinary shoes and one with runs that fill the board."""
    rng = Random(1)
    ordinary: list[Words] = [["T", "Bb", "Pp", "Tbn", *long_shoe(rng, 80)] for _ in range(12)]
    ordinary += [["P", *words, "Bb", "T"] for words in ordinary[:2]]
    return [*ordinary, [letter for number in range(8) for letter in "BP"[number % 2] * 9]]


def is_broken(law: Law) -> bool:
    for words in some_shoes():
        try:
            law(words)
        except (AssertionError, ValueError):
            return True
    return False


def test_the_shoes_break_no_law() -> None:
    assert not any(map(is_broken, LAWS))


@pytest.mark.parametrize(
    ("plant", "found_by"), [*PLANTS.items(), *OTHER_PLANTS.items()], ids=lambda one: getattr(one, "__name__", "")
)
def test_properties_find_a_planted_mistake(
    plant: Plant, found_by: tuple[Law, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert [law.__name__ for law in found_by if not is_broken(law)] == []


def test_every_property_finds_a_planted_mistake() -> None:
    found = {law for laws_broken in (*PLANTS.values(), *OTHER_PLANTS.values()) for law in laws_broken}
    assert found == set(PROPERTIES)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_the_pencil_finds_a_planted_mistake(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert is_broken(laws.the_pencil_draws_the_same)
