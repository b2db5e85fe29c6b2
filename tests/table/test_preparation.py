"""The way to the first coup: each step in its order, anything else refused with the clause that asks for the step."""

import pytest

from puntobanco.streams.event import event_name
from puntobanco.table.model import Preparation
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import Table, refused

STEPS = {
    "check": ("dealer", "check_cards", {}),
    "dealer_inspection": ("dealer", "inspect_cards", {}),
    "supervisor_inspection": ("supervisor", "inspect_cards", {}),
    "spread": ("dealer", "spread_cards", {}),
    "wash": ("dealer", "wash_cards", {}),
    "shuffle": ("dealer", "shuffle", {}),
    "cut": ("supervisor", "cut", {"at": 200}),
    "load": ("dealer", "load_shoe", {}),
}
HOUSE = {"check": "ruling 18", "shuffle": "ruling 18", "cut": "ruling 18", "load": "ruling 18", "burn": "ruling 18"}
# Each book's steps in order, with the clause that asks for each.
ORDER = {
    "act-2015": {"check": "2.5", "shuffle": "5.1", "cut": "5.2", "load": "5.3", "burn": "5.4"},
    "nz-1998": {
        "dealer_inspection": "6.1",
        "supervisor_inspection": "6.1",
        "spread": "6.2",
        "wash": "6.3",
        "shuffle": "7.1",
        "cut": "7.2",
        "load": "7.3",
        "burn": "7.4",
    },
    "washington": HOUSE,
    "house-midi": HOUSE,
}
BY_BOOK = [pytest.param(book, ORDER[book], marks=clause(book, *ORDER[book].values())) for book in ALL_BOOKS]
NEW_SHOE = ("shuffle", "cut", "load", "burn")


def in_the_way(book: str, now: str, other: str) -> str:
    """The clause of the step that is tried; unready cards go into no shoe, so there that of the step that is due."""
    return ORDER[book][now if other in NEW_SHOE and now not in NEW_SHOE else other]


CASES = [
    pytest.param(book, now, other, marks=clause(book, in_the_way(book, now, other)), id=f"{book}: {other} at {now}")
    for book, order in ((book, ORDER[book]) for book in ALL_BOOKS)
    for now in order
    for other in order
    if other not in (now, "burn") and {now, other} != {"dealer_inspection", "supervisor_inspection"}
]


@pytest.mark.parametrize(("book", "now", "other"), CASES)
def test_a_step_out_of_order_is_refused_with_its_clause(book: str, now: str, other: str) -> None:
    at = Table(book)
    at.stands("ann")
    at.prepares(until=Preparation(now))
    who, kind, fields = STEPS[other]
    assert refused(lambda: getattr(at, who)(kind, **fields)) == (
        "out_of_order",
        f"{book} {in_the_way(book, now, other)}",
    )


@pytest.mark.parametrize(("book", "order"), BY_BOOK)
def test_the_steps_of_the_opening_cite_their_clauses(book: str, order: dict[str, str]) -> None:
    at = Table(book)
    assert at.preparing() == list(order)
    at.stands("ann")
    at.prepares(burn=False)
    steps = ("cards_checked", "preparation_done", "shoe_loaded")
    done = [event.clause for event in at.log if event_name(event) in steps]
    assert done == [number for step, number in order.items() if step not in ("cut", "burn")]
    at.burns()
    assert at.preparing() == []


@pytest.mark.parametrize(("book", "order"), BY_BOOK)
def test_nothing_of_the_opening_is_done_again_during_play(book: str, order: dict[str, str]) -> None:
    at = Table.ready(book)
    for step in order:
        if step == "burn":
            continue
        who, kind, fields = STEPS[step]
        assert refused(lambda: getattr(at, who)(kind, **fields)) == ("out_of_order", f"{book} {order[step]}")  # noqa: B023


@pytest.mark.parametrize(("book", "order"), BY_BOOK)
def test_no_card_leaves_before_the_shoe_is_loaded(book: str, order: dict[str, str]) -> None:
    at = Table(book)
    at.stands("ann")
    for step in list(order)[:-1]:
        at.prepares(until=Preparation(step))
        assert refused(lambda: at.draws("4c")) == ("shoe_not_in_use", f"{book} {order[step]}")
        assert refused(lambda: at.dealer("draw_cutting_card"))[0] == "shoe_not_in_use"


def test_a_table_is_opened_once_and_by_the_operator() -> None:
    at = Table("act-2015")
    assert refused(lambda: at.operator("open_table", book="act-2015")) == ("already_open", "open_table")
    assert refused(lambda: at.dealer("open_table", book="act-2015")) == ("wrong_role", "roles")
