"""An operation of the cage that is not complete stops the import, and none is forgotten on the lists."""

import subprocess
import sys

import pytest

from puntobanco.cage.command import Asked
from puntobanco.cage.commands import COMMANDS
from puntobanco.cage.events import EVENTS
from puntobanco.cage.state import Happening
from tests.table.test_registries import declared

PLANT_AND_IMPORT_AGAIN = """
from importlib import reload
from puntobanco.cage import command, commands, events
from puntobanco.cage.views import legal_actions
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
        ("commands", "del commands.Deposit.decide", "Deposit must say what it decides"),
        ("commands", "del command.ROLES[commands.Deposit]", "Deposit must say what it decides, and who may give it"),
        ("events", "del events.Deposited.after", "Deposited must say what the account is after it"),
        ("events", "del events.Deposited.told", "Deposited must say what the account is after it, and its sentence"),
        ("legal_actions", "command.given_by(command.PATRON)(WaveHand)", "legal must answer for every command"),
    ],
)
def test_what_is_not_complete_stops_the_import(module: str, plant: str, says: str) -> None:
    assert f"TypeError: {says}" in imported_again(module, plant)


def test_every_declared_event_and_command_is_on_its_list() -> None:
    assert set(declared(Happening)) == set(EVENTS.values())
    assert set(declared(Asked)) == set(COMMANDS.values())
