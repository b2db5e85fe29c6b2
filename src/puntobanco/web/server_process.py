"""A process that serves a house and deals its automatic tables."""

from collections.abc import Callable
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.house import house_folder as houses
from puntobanco.app.house.dealing_process import Dealing
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import Settings
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.process_hardening import collect_seldom, forbid_core_dumps
from puntobanco.app.house.remote_changes import Noticing
from puntobanco.house import HouseState
from puntobanco.store import Store
from puntobanco.streams.actors import Role
from puntobanco.streams.names import HOUSE
from puntobanco.web.authenticate import HouseDoor
from puntobanco.web.json_logs import log_to_stderr
from puntobanco.web.server import Address, serve


def serve_folder(folder: Path, address: Address, started: Callable[[int], None]) -> None:
    """Until somebody stops it; whoever has asked is answered before."""
    address.check()
    settings = houses.read_settings(folder)
    forbid_core_dumps()
    collect_seldom()
    log_to_stderr()
    store = houses.opened(settings)
    house = houses.serve(settings, store)
    dealing, noticing = Dealing(house, store), Noticing(house, store)
    with ExitStack() as open_ones:
        open_ones.callback(house.close)
        door = door_of(settings, store, house)
        for one in (dealing, noticing):
            one.start()
            open_ones.callback(one.stop)
        serve(house, door, address, started)
    if dealing.mistake is not None:
        raise dealing.mistake


def door_of(settings: Settings, store: Store, house: House) -> HouseDoor:
    """The entrance of a house, with the roles that it has given."""
    return HouseDoor(entrance_to(settings, store, house), house.may, cookie_name(settings.name))


def entrance_to(settings: Settings, store: Store, house: House, *, asks_staff: bool = True) -> Entrance:
    keys = KeyFile.read(settings.keys, settings.name)
    return Entrance(
        store,
        keys=keys,
        house=settings.name,
        is_staff=lambda person: is_staff(house, person),
        asks_staff=asks_staff,
    )


def is_staff(house: House, person: str) -> bool:
    """Whoever has a role in which one works, anywhere in the house."""
    state: HouseState | None = house.look(HOUSE).state
    held = {} if state is None else state.grants.get(person, {})
    return not {Role.PATRON, Role.WALL}.issuperset(held.values())


def cookie_name(house: str) -> str:
    """One for each house, so that two of them on one machine do not log each other out."""
    return f"punto-{sha256(house.encode()).hexdigest()[:12]}"
