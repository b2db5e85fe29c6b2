"""An operation that is not complete stops the import, and none is forgotten on its list."""

import subprocess
import sys

import pytest

from puntobanco.table.commands import COMMANDS as TABLE_COMMANDS
from puntobanco.table.events import EVENTS as TABLE_EVENTS
from puntobanco.tournament.command import Asked
from puntobanco.tournament.commands import COMMANDS
from puntobanco.tournament.events import EVENTS
from puntobanco.tournament.state import Happening
from tests.table.test_registries import declared

PLANT_AND_IMPORT_AGAIN = """
from importlib import reload
from puntobanco.streams.actors import Role
from puntobanco.tournament import command, commands, events
from puntobanco.tournament.views import legal_actions
class WaveHand(command.Asked, tag="wave_hand.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    def decide(self, draft): ...
{plant}
reload({module})
"""


@pytest.mark.parametrize(
    ("module", "plant", "says"),
    [
        ("commands", "", ""),
        ("events", "", ""),
        ("legal_actions", "", ""),
        ("commands", "del commands.Register.decide", "Register must say what it decides"),
        ("commands", "del command.ROLES[commands.Register]", "Register must say what it decides, and who may give it"),
        ("events", "del events.BallotDrawn.after", "BallotDrawn must say what the tournament is after it"),
        ("events", "del events.BallotDrawn.told", "BallotDrawn must say what the tournament is after it"),
        ("legal_actions", "command.given_by(Role.PATRON)(WaveHand)", "legal must answer for every command"),
    ],
)
def test_what_is_not_complete_stops_the_import(module: str, plant: str, says: str) -> None:
    program = PLANT_AND_IMPORT_AGAIN.format(plant=plant, module=module)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    last = done.stderr.strip().rpartition("\n")[2]
    assert last == "" if not says else f"TypeError: {says}" in last


def test_every_declared_event_and_command_is_on_its_list() -> None:
    assert set(declared(Happening)) == set(EVENTS.values())
    assert set(declared(Asked)) == set(COMMANDS.values())


def test_no_name_is_a_table_s_and_a_tournament_s() -> None:
    """Upcasts are known by the written name, and a tournament's records hold those of its tables."""
    assert not EVENTS.keys() & TABLE_EVENTS.keys()
    assert not COMMANDS.keys() & TABLE_COMMANDS.keys()
