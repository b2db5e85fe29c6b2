"""An operation that is not complete stops the import: no decision, role, legal action, evolution or sentence is
forgotten."""

import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct

from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.cage.events import EVENTS as CAGE_EVENTS
from puntobanco.fair_shoes.commands import FAIR_COMMANDS
from puntobanco.house.commands import COMMANDS as HOUSE_COMMANDS
from puntobanco.house.events import EVENTS as HOUSE_EVENTS
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command, commands_in, given_by
from puntobanco.streams.event import Event
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table.commands import COMMANDS as TABLE_COMMANDS
from puntobanco.table.events import EVENTS as TABLE_EVENTS
from puntobanco.tournament.commands import COMMANDS as TOURNAMENT_COMMANDS
from puntobanco.tournament.events import EVENTS as TOURNAMENT_EVENTS

PLANT_AND_IMPORT_AGAIN = """
from importlib import import_module, reload
from puntobanco.streams.command import Command
commands, events = import_module("puntobanco.{kind}.commands"), import_module("puntobanco.{kind}.events")
class WaveHand(Command, tag="wave_hand.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    def decide(self, draft): ...
reloaded = import_module("puntobanco.{kind}.{module}")
{plant}
reload(reloaded)
"""
KINDS = {
    "table": ("Place", "WagerPlaced"),
    "cage": ("Deposit", "Deposited"),
    "tournament": ("Register", "BallotDrawn"),
    "house": ("Propose", "ProposalMade"),
}
"""With one of its commands and one of its events."""
WITH_LEGAL_ACTIONS = ("table", "cage")


def imported_again(kind: str, module: str, plant: str) -> str:
    """The last line on standard error, if the module no longer imports once the mistake is planted."""
    program = PLANT_AND_IMPORT_AGAIN.format(kind=kind, module=module, plant=plant)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.stderr.strip().rpartition("\n")[2]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("module", ["commands", "events"])
def test_what_is_complete_is_imported_again(kind: str, module: str) -> None:
    assert imported_again(kind, module, plant="") == ""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("plant", ["del commands.{command}.decide", "commands.{command}.roles = frozenset()"])
def test_a_command_without_a_decision_or_roles_stops_the_import(kind: str, plant: str) -> None:
    command, _ = KINDS[kind]
    said = imported_again(kind, "commands", plant.format(command=command))
    assert f"TypeError: {command} must say what it decides, and who may give it" in said


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["apply", "describe"])
def test_an_event_without_its_state_or_sentence_stops_the_import(kind: str, method: str) -> None:
    _, event = KINDS[kind]
    said = imported_again(kind, "events", f"del events.{event}.{method}")
    assert f"TypeError: {event} must say what the state is after it, and its sentence" in said


@pytest.mark.parametrize("kind", WITH_LEGAL_ACTIONS)
def test_a_command_that_does_not_say_when_it_is_legal_stops_the_import(kind: str) -> None:
    command, _ = KINDS[kind]
    said = imported_again(kind, "commands", f"del commands.{command}.legal_actions")
    assert f"TypeError: {command} must say when it is a legal action" in said


def test_a_command_of_a_tournament_that_is_never_offered_stops_the_import() -> None:
    assert imported_again("tournament", "views.legal_actions", plant="") == ""
    said = imported_again("tournament", "views.legal_actions", 'commands.COMMANDS["wave_hand"] = WaveHand')
    assert "TypeError: legal must answer for every command" in said


class Nameless(Command[Any], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What several commands share."""

    def decide(self, _: Any, /) -> None: ...


@given_by(Role.PATRON)
class Wave(Nameless, tag="wave.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wave."""

    @classmethod
    def legal_actions(cls, *_: Any) -> tuple[LegalAction, ...]:
        return ()


@given_by(Role.PATRON)
class Begin(Nameless, tag="begin.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Begin a stream, so that it is never a legal action where there is one."""

    opens_with = ()


@given_by(Role.PATRON)
class Follow(Nameless, tag="follow.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Follow another record, so that nobody gives it alone."""

    only_beside = True


@pytest.mark.parametrize("package", [f"puntobanco.{kind}.{part}" for kind in KINDS for part in ("commands", "events")])
def test_no_name_of_a_list_hides_a_module(package: str) -> None:
    listed = import_module(package)
    hidden = [one.name for one in pkgutil.iter_modules(listed.__path__) if not _is_module(listed, one.name)]
    assert hidden == []


def _is_module(package: ModuleType, name: str) -> bool:
    import_module(f"{package.__name__}.{name}")
    return isinstance(getattr(package, name), ModuleType)


def test_a_name_that_hides_a_module_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = import_module("puntobanco.table.commands.cards")
    package = import_module("puntobanco.table.commands")
    assert _is_module(package, "cards")
    monkeypatch.setattr(package, "cards", cards.Draw)
    assert not _is_module(package, "cards")


def test_the_list_has_what_is_written_down_and_says_when_it_is_legal() -> None:
    names = {"Wave": Wave, "Begin": Begin, "Follow": Follow, "Nameless": Nameless, "Command": Command, "Actor": Actor}
    assert commands_in(names) == {"wave": Wave, "begin": Begin, "follow": Follow}


def declared(kind: type[Struct]) -> Iterator[type[Struct]]:
    """Everything under a class that the package declares with a name and version to be written with."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("puntobanco.") and "." in str(one.__struct_config__.tag):
            yield one
        yield from declared(one)


def test_every_declared_command_and_event_is_on_its_list() -> None:
    lists = (TABLE_COMMANDS, CAGE_COMMANDS, TOURNAMENT_COMMANDS, HOUSE_COMMANDS, FAIR_COMMANDS)
    assert set(declared(Command)) == {kind for listed in lists for kind in listed.values()}
    events = (TABLE_EVENTS, CAGE_EVENTS, TOURNAMENT_EVENTS, HOUSE_EVENTS)
    assert set(declared(Event)) == {kind for listed in events for kind in listed.values()}


def test_what_is_declared_is_found_under_what_it_is_based_on() -> None:
    class Base(Struct): ...

    class Between(Base): ...

    class Deep(Between, tag="deep.1"): ...

    Deep.__module__ = "puntobanco.table.commands.planted"
    assert list(declared(Base)) == [Deep]
