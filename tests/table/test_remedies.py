"""Which remedy the table names for each thing that goes wrong, by which clause, and that it then acts by it."""

import pytest

from puntobanco.coup.irregularity import Irregularity
from puntobanco.table.events import IrregularityFound
from puntobanco.table.model import DrawTo
from puntobanco.table.queries.round import facing
from tests.marks import clause
from tests.table.helpers import PLAYER_WINS, Table
from tests.table.test_irregularities import all_seen

# book, irregularity, remedy, clause
REMEDIES = [
    ("act-2015", Irregularity.PLAYER_CARD_IN_ERROR, "bankers_third_if_due", "12.1"),
    ("act-2015", Irregularity.EXCESS_CARD_SEEN, "first_of_no_bet_round", "12.2"),
    ("act-2015", Irregularity.EXCESS_CARD_UNSEEN, "first_of_next_round", "12.3"),
    ("act-2015", Irregularity.OUT_OF_SEQUENCE, "reconstructed", "12.4"),
    ("act-2015", Irregularity.PLACEMENT_ERROR_FOUND_LATE, "that_round_void_later_stand", "12.5"),
    ("act-2015", Irregularity.TOO_FEW_CARDS, "round_void", "12.6"),
    ("act-2015", Irregularity.BURN_FORGOTTEN, "play_on", "12.7"),
    ("act-2015", Irregularity.FIRST_CARD_FACE_UP, "played_in_place", "ruling 14"),
    ("act-2015", Irregularity.LATER_CARD_FACE_UP, "played_in_place", "ruling 14"),
    ("act-2015", Irregularity.DEAL_BEYOND_REPAIR, "round_void", "ruling 15"),
    ("act-2015", Irregularity.IMPOSSIBLE_CARD, "round_void_and_reshuffle", "ruling 27"),
    ("nz-1998", Irregularity.PLAYER_CARD_IN_ERROR, "bankers_third_if_due", "11.1"),
    ("nz-1998", Irregularity.EXCESS_CARD_SEEN, "first_of_no_bet_round", "11.2"),
    ("nz-1998", Irregularity.EXCESS_CARD_UNSEEN, "first_of_next_round", "11.2"),
    ("nz-1998", Irregularity.FIRST_CARD_FACE_UP, "first_of_no_bet_round", "11.3"),
    ("nz-1998", Irregularity.LATER_CARD_FACE_UP, "played_in_place", "11.4"),
    ("nz-1998", Irregularity.TOO_FEW_CARDS, "round_void_and_reshuffle", "11.5"),
    ("nz-1998", Irregularity.OUT_OF_SEQUENCE, "reconstructed", "11.6"),
    ("nz-1998", Irregularity.DEAL_BEYOND_REPAIR, "round_void", "11.7"),
    ("nz-1998", Irregularity.BURN_FORGOTTEN, "play_on", "11.8"),
    ("nz-1998", Irregularity.PLACEMENT_ERROR_FOUND_LATE, "recorded_only", "ruling 25"),
    ("nz-1998", Irregularity.IMPOSSIBLE_CARD, "round_void_and_reshuffle", "ruling 27"),
    ("washington", Irregularity.PLACEMENT_ERROR_FOUND_LATE, "that_round_void_later_stand", "ruling 25"),
    ("washington", Irregularity.IMPOSSIBLE_CARD, "round_void_and_reshuffle", "ruling 27"),
    ("house-midi", Irregularity.PLAYER_CARD_IN_ERROR, "bankers_third_if_due", "ruling 18"),
    ("house-midi", Irregularity.EXCESS_CARD_SEEN, "first_of_no_bet_round", "ruling 18"),
    ("house-midi", Irregularity.EXCESS_CARD_UNSEEN, "first_of_next_round", "ruling 18"),
    ("house-midi", Irregularity.FIRST_CARD_FACE_UP, "first_of_no_bet_round", "ruling 18"),
    ("house-midi", Irregularity.LATER_CARD_FACE_UP, "played_in_place", "ruling 18"),
    ("house-midi", Irregularity.OUT_OF_SEQUENCE, "reconstructed", "ruling 18"),
    ("house-midi", Irregularity.DEAL_BEYOND_REPAIR, "round_void", "ruling 18"),
    ("house-midi", Irregularity.TOO_FEW_CARDS, "round_void", "ruling 18"),
    ("house-midi", Irregularity.BURN_FORGOTTEN, "play_on", "ruling 18"),
    ("house-midi", Irregularity.PLACEMENT_ERROR_FOUND_LATE, "that_round_void_later_stand", "ruling 25"),
    ("house-midi", Irregularity.IMPOSSIBLE_CARD, "round_void_and_reshuffle", "ruling 27"),
]


def dealing(book: str, cards: str, *, burn: bool = True) -> Table:
    """Ann has $100 on player, wagers are closed and these cards are out and in sight."""
    at = Table(book)
    at.sits("ann", 1)
    at.prepares(burn=burn).bets("ann", "player", 100)
    if book != "washington":
        at.calls()
    return at.deals(cards).turns()


def goes_wrong(book: str, irregularity: Irregularity) -> Table:
    match irregularity:
        case Irregularity.PLAYER_CARD_IN_ERROR:
            at = dealing(book, "6c 5d Kh Ks")
            at.draws("5h", DrawTo.PLAYER)
        case Irregularity.EXCESS_CARD_SEEN:
            at = dealing(book, PLAYER_WINS)
            at.draws("5h", DrawTo.EXCESS)
        case Irregularity.EXCESS_CARD_UNSEEN:
            at = dealing(book, PLAYER_WINS)
            at.draws(None, DrawTo.EXCESS, face_up=False)
        case Irregularity.FIRST_CARD_FACE_UP:
            at = dealing(book, "")
            at.draws("5h", found_face_up=True)
        case Irregularity.LATER_CARD_FACE_UP:
            at = dealing(book, "4c")
            at.draws("5h", found_face_up=True)
        case Irregularity.OUT_OF_SEQUENCE:
            at = dealing(book, "4c")
            at.draws("5h", DrawTo.PLAYER, face_up=facing(at.now))
        case Irregularity.DEAL_BEYOND_REPAIR:
            at = goes_wrong(book, Irregularity.OUT_OF_SEQUENCE)
            at.supervisor("declare_beyond_repair")
        case Irregularity.PLACEMENT_ERROR_FOUND_LATE:
            at = dealing(book, PLAYER_WINS)
            at.settles()
            at.round(PLAYER_WINS, player=100)
            at.supervisor("report_placement_error", round=1)
        case Irregularity.TOO_FEW_CARDS:
            at = dealing(book, "4c").runs_out()
            at.dealer("report_empty")
        case Irregularity.BURN_FORGOTTEN:
            at = dealing(book, "", burn=False)
        case _:
            at = dealing(book, "")
            at.deals("4c" if book == "washington" else "")
            all_seen(at, "5h")
            at.draws("5h", face_up=True)
    return at


def named(at: Table) -> list[tuple[Irregularity, str, str]]:
    """The irregularity, remedy and clause that the table named at the last command."""
    found = [event for event in at.events if isinstance(event, IrregularityFound)]
    return [(event.irregularity, event.remedy.value, event.clause) for event in found]


@pytest.mark.parametrize(
    ("book", "irregularity", "remedy", "number"),
    [pytest.param(*row, marks=clause(row[0], row[3]), id=f"{row[0]} {row[3]}: {row[1].value}") for row in REMEDIES],
)
def test_the_remedy_that_the_table_names(book: str, irregularity: Irregularity, remedy: str, number: str) -> None:
    at = goes_wrong(book, irregularity)
    assert named(at) == [(irregularity, remedy, number)]


@pytest.mark.parametrize(
    ("book", "irregularity"),
    [
        pytest.param(book, irregularity, marks=clause(book, number), id=f"{book} {number}: {irregularity.value}")
        for book, irregularity, remedy, number in REMEDIES
        if remedy in ("round_void", "round_void_and_reshuffle")
    ],
)
def test_a_void_round_gives_the_stake_back_and_decides_nothing(book: str, irregularity: Irregularity) -> None:
    at = goes_wrong(book, irregularity)
    assert (at.lying(), at.chips("ann")) == ({}, 1000)
    assert (at.now.rounds[-1].void, at.now.rounds[-1].result) == (True, None)


# What ann has after $100 won twice on player, once the first round is found to have been dealt wrongly.
LATE = [("act-2015", "12.5", 1100), ("nz-1998", "ruling 25", 1200)]
LATE += [("washington", "ruling 25", 1100), ("house-midi", "ruling 25", 1100)]


@pytest.mark.parametrize(
    ("book", "chips"), [pytest.param(book, chips, marks=clause(book, number)) for book, number, chips in LATE]
)
def test_a_wrong_placement_found_late_voids_its_round_or_is_recorded(book: str, chips: int) -> None:
    at = goes_wrong(book, Irregularity.PLACEMENT_ERROR_FOUND_LATE)
    assert at.chips("ann") == chips
