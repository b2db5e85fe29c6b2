"""Nothing more than is theirs is ever sent to anybody: whole evenings of every book, watched by everybody at once."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from puntobanco.app.house.stream_states import record_of
from puntobanco.rulebooks import BOOKS
from puntobanco.table import Actor, Role
from puntobanco.table.views.visible_state import view
from puntobanco.web import authenticate, redacted_records
from puntobanco.web import commands as posting
from puntobanco.web.redacted_records import Told
from puntobanco.web.views import tables, visible_state
from tests.web.served import Serving
from tests.web.watched import evening, watched_house

EVENINGS = 40 if os.environ.get("PUNTO_SOAK") else len(BOOKS)
AUDITOR = Actor(person="al", role=Role.AUDITOR)
OPERATOR = Actor(person="oz", role=Role.OPERATOR)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with watched_house(tmp_path_factory.mktemp("watched") / "house") as found:
        yield found


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_everybody_is_sent_what_is_theirs_and_nothing_else(served: Serving, seed: int) -> None:
    """Seeds go from book to book."""
    found = evening(served, f"evening {seed}", seed)
    assert not found, f"{len(found)}: {found[0][:1500]}"
    assert served.house.look(f"table/evening {seed}").number > 50


def as_an_auditor(record: Any, _: Actor) -> bytes | None:
    return redacted_records.record_seen(record, AUDITOR)


PLANTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "redaction is forgotten in answers": lambda at: at.setattr(posting, "record_seen", as_an_auditor),
    "redaction is forgotten in history": lambda at: at.setattr(tables, "record_seen", as_an_auditor),
    "redaction is forgotten in streams": lambda at: at.setattr(
        Told, "to", lambda told, _: redacted_records.record_seen(record_of(told.line), AUDITOR)
    ),
    "all patrons share what is made once": lambda at: at.setattr(
        Told, "_same_as", lambda _, audience: audience.role.value
    ),
    "staff shares what is made once": lambda at: at.setattr(
        Told,
        "_same_as",
        lambda _, audience: audience.person if audience.role in (Role.PATRON, Role.WALL) else "staff",
    ),
    "views are those of an operator": lambda at: at.setattr(
        visible_state, "view", lambda state, _: view(state, OPERATOR)
    ),
    "a screen sees what a supervisor sees": lambda at: at.setattr(
        authenticate, "WATCHER", Actor(person="wall", role=Role.SUPERVISOR)
    ),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(served: Serving, plant: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        PLANTS[plant](patch)
        assert evening(served, plant, seed=0, most=60)
