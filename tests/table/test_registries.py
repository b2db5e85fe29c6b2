"""An operation that is not complete stops the import: no decision, role, offer, evolution or sentence is forgotten."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from msgspec import Struct

from puntobanco.table.command import Asked
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import EVENTS
from puntobanco.table.state import Happening

PLANT_AND_IMPORT_AGAIN = """
from importlib import reload
from puntobanco.streams import actors
from puntobanco.table import command, commands, events
from puntobanco.table.views import legal_actions
class WaveHand(command.Asked, tag="wave_hand.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    def decide(self, draft): ...
{plant}
reload({module})
"""


def imported_again(module: str, plant: str) -> str:
    """The last line on standard error, if the module no longer imports once the mistake is planted."""
    program = PLANT_AND_IMPORT_AGAIN.format(plant=plant, module=module)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.stderr.strip().rpartition("\n")[2]


@pytest.mark.parametrize("module", ["commands", "events", "legal_actions"])
def test_what_is_complete_is_imported_again(module: str) -> None:
    assert imported_again(module, plant="") == ""


@pytest.mark.parametrize(
    ("module", "plant", "says"),
    [
        ("commands", "del commands.Place.decide", "Place must say what it decides"),
        ("commands", "del command.ROLES[commands.Place]", "Place must say what it decides, and who may give it"),
        ("events", "del events.WagerPlaced.after", "WagerPlaced must say what the table is after it"),
        ("events", "del events.WagerPlaced.told", "WagerPlaced must say what the table is after it, and its sentence"),
        ("legal_actions", "command.given_by(actors.PATRON)(WaveHand)", "legal must answer for every command"),
        ("legal_actions", "del command.ROLES[commands.Place]", "legal must answer for every command"),
    ],
)
def test_what_is_not_complete_stops_the_import(module: str, plant: str, says: str) -> None:
    assert f"TypeError: {says}" in imported_again(module, plant)


def declared(kind: type[Struct]) -> Iterator[type[Struct]]:
    """Everything under a kind that this package declares with a name and version to be written with."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("puntobanco.") and "." in str(one.__struct_config__.tag):
            yield one
        yield from declared(one)


def test_every_declared_event_and_command_is_on_its_list() -> None:
    assert set(declared(Happening)) == set(EVENTS.values())
    assert set(declared(Asked)) == set(COMMANDS.values())


def test_what_is_declared_is_found_under_what_it_is_based_on() -> None:
    class Kind(Struct): ...

    class Base(Kind, tag=True):
        __module__ = "puntobanco.table"

    class Event(Base, tag="event.1"):
        __module__ = "puntobanco.table.events"

    class ElsewhereDeclared(Base, tag="elsewhere.1"): ...

    assert list(declared(Kind)) == [Event]
    assert ElsewhereDeclared not in declared(Kind)
