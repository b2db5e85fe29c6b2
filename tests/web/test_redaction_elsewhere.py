"""Of tournaments and fair shoes, too, nothing more than is theirs is ever sent to anybody, and nothing to nobody."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from puntobanco.app.house.stream_states import record_of
from puntobanco.log.redact import Redacted
from puntobanco.table import Actor, Role
from puntobanco.tournament.views.visible_state import view
from puntobanco.web import commands as posting
from puntobanco.web import live, redacted_records, request
from puntobanco.web.authenticate import WATCHER, audience_at
from puntobanco.web.redacted_records import Told
from puntobanco.web.views import accounts, fair_shoes, tables, visible_state
from tests.record.kept import NEWEST, tournaments_of
from tests.web.served import Serving
from tests.web.watched import watched_house
from tests.web.watched_cup import tournament
from tests.web.watched_shoes import Shoes, shoes_house

SOAK = bool(os.environ.get("PUNTO_SOAK"))
KEPT = [log.stem for log in tournaments_of(NEWEST)]
CUPS = KEPT if SOAK else ["late-void", "out-of-turn-wager"]
ROUNDS = 60 if SOAK else 8
AUDITOR = Actor(person="al", role=Role.AUDITOR)
Plant = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with watched_house(tmp_path_factory.mktemp("cups") / "house") as found:
        yield found


@pytest.fixture(scope="module")
def shoes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shoes]:
    with shoes_house(tmp_path_factory.mktemp("shoes") / "house") as found:
        yield found


@pytest.mark.parametrize("kept", CUPS)
def test_of_a_tournament_everybody_is_sent_what_is_theirs_and_nothing_else(served: Serving, kept: str) -> None:
    found = tournament(served, kept, kept)
    assert not found, f"{len(found)}: {found[0][:1500]}"


@pytest.mark.parametrize("book", ["nz-1998", "house-midi"])
def test_of_fair_shoes_everybody_is_sent_the_acts_and_nothing_else(shoes: Shoes, book: str) -> None:
    found = shoes.watch(book, book, ROUNDS)
    assert not found, f"{len(found)}: {found[0][:1500]}"
    acts = {type(act).__name__ for line in shoes.served.house.read(f"shoes/{book}") for act in _acts(line)}
    assert {"SeedPromised", "SeedOpened", "SeedLeftOut", "ShoeSealed", "CardShown", "SecretRevealed"} <= acts


def _acts(line: Any) -> Any:
    record: Any = record_of(line)
    return record.events


# Planted


def _everything(event: Any, _: Actor) -> Redacted[Any]:
    return Redacted(event=event, hidden=frozenset())


def _as_an_auditor(record: Any, _: Actor) -> bytes | None:
    return redacted_records.record_seen(record, AUDITOR)


def _of_everybody(door: Any, visitor: Any, stream: str) -> Actor:
    return audience_at(door, visitor, stream) or WATCHER


def _with_the_command(record: Any, audience: Actor) -> bytes | None:
    made = redacted_records.record_seen(record, audience)
    return made and made[:-1] + b',"command":' + redacted_records._encode(record.command) + b"}"


CUP_PLANTS: dict[str, Plant] = {
    "tournaments are not redacted": lambda at: at.setattr(redacted_records, "redact_tournament", _everything),
    "redaction is forgotten in answers": lambda at: at.setattr(posting, "record_seen", _as_an_auditor),
    "redaction is forgotten in history": lambda at: at.setattr(tables, "record_seen", _as_an_auditor),
    "redaction is forgotten in streams": lambda at: at.setattr(Told, "to", lambda told, _: _whole(told)),
    "everybody shares what is made once": lambda at: at.setattr(Told, "_same_as", lambda *_: "all"),
    "views are those of an operator": lambda at: at.setattr(
        visible_state, "tournament_view", lambda state, _: view(state, Actor(person="oz", role=Role.OPERATOR))
    ),
    "nobody reads it like a wall": lambda at: at.setattr(request, "audience_at", _of_everybody),
    "nobody follows it like a wall": lambda at: at.setattr(live, "audience_at", _of_everybody),
    "nobody has it on the list": lambda at: at.setattr(accounts, "audience_at", _of_everybody),
}
SHOE_PLANTS: dict[str, Plant] = {
    "who did it is told": lambda at: at.setattr(redacted_records, "SHOWS_WHO", object),
    "the command is sent along": lambda at: at.setattr(
        Told, "to", lambda told, who: _with_the_command(told.record, who)
    ),
    "the command is answered": lambda at: at.setattr(posting, "record_seen", _with_the_command),
    "nobody holds the history": lambda at: at.setattr(request, "audience_at", _of_everybody),
    "nobody follows the shoes": lambda at: at.setattr(live, "audience_at", _of_everybody),
    "a history forgets its beginning": lambda at: at.setattr(
        fair_shoes, "all_records", lambda house, stream, after=0: seen_from(house, stream, after + 1)
    ),
}


def _whole(told: Told) -> bytes | None:
    return redacted_records.record_seen(told.record, AUDITOR)


def seen_from(house: Any, stream: str, after: int) -> list[Any]:
    return [record_of(line) for line in house.read(stream, after, 10_000)]


@pytest.mark.parametrize("plant", CUP_PLANTS)
def test_a_mistake_in_tournaments_is_found(served: Serving, plant: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        CUP_PLANTS[plant](patch)
        assert tournament(served, plant, "cancellation")


@pytest.mark.parametrize("plant", SHOE_PLANTS)
def test_a_mistake_in_shoes_is_found(shoes: Shoes, plant: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        SHOE_PLANTS[plant](patch)
        assert shoes.watch(plant, "nz-1998", rounds=1)
