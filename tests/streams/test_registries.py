"""An operation that is not complete stops the import: no decision, role, offer, evolution or sentence is forgotten."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from msgspec import Struct

from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.cage.events import EVENTS as CAGE_EVENTS
from puntobanco.fair_shoes.commands import FAIR_COMMANDS
from puntobanco.house.commands import COMMANDS as HOUSE_COMMANDS
from puntobanco.house.events import EVENTS as HOUSE_EVENTS
from puntobanco.streams.command import Command
from puntobanco.streams.event import Event
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
WITH_LEGAL_ACTIONS = ("table", "cage", "tournament")


def imported_again(kind: str, module: str, plant: str) -> str:
    """The last line on standard error, if the module no longer imports once the mistake is planted."""
    program = PLANT_AND_IMPORT_AGAIN.format(kind=kind, module=module, plant=plant)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.stderr.strip().rpartition("\n")[2]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("module", ["commands", "events"])
def test_what_is_complete_is_imported_again(kind: str, module: str) -> None:
    assert imported_again(kind, module, plant="") == ""


@pytest.mark.parametrize("kind", WITH_LEGAL_ACTIONS)
def test_legal_actions_that_are_complete_are_imported_again(kind: str) -> None:
    assert imported_again(kind, "views.legal_actions", plant="") == ""


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
def test_a_command_that_is_never_offered_stops_the_import(kind: str) -> None:
    said = imported_again(kind, "views.legal_actions", 'commands.COMMANDS["wave_hand"] = WaveHand')
    assert "TypeError: legal must answer for every command" in said


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
