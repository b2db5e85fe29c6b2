"""The entrance of a house on disk, for its operator: to let people in, and to see who may."""

from pathlib import Path

from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.login_list import WhoMayEnter, everybody_in
from puntobanco.app.house.house_folder import Settings
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.read_only_house import looking
from puntobanco.store import Store


def operators_entrance(settings: Settings, store: Store) -> Entrance:
    """Nobody enters here: whoever serves the house knows who is staff."""
    keys = KeyFile.read(settings.keys, settings.name)
    return Entrance(store, keys=keys, house=settings.name, is_staff=lambda _: True)


def who_may_enter(folder: Path) -> WhoMayEnter:
    """Beside whoever serves the house."""
    with looking(folder) as seen:
        return everybody_in(seen.store)
