"""Copies of a house while it runs, and how it comes back from one: without the shoes that were open."""

from contextlib import closing
from pathlib import Path

from puntobanco import house as diary
from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.house.checkpoints import contradicted, set_aside
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import Settings, making, read_settings, reset_marks, started
from puntobanco.app.house.lost_secrets import renew_all_draws
from puntobanco.app.house.read_only_house import Looking, looking
from puntobanco.app.randomness import SYSTEM, Chance, command_id
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.commands import EndRestored
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.house.commands import AcceptLoss, RestoreHouse
from puntobanco.house.events import LossAccepted
from puntobanco.house.stream_type import HOUSES
from puntobanco.store import open_store, restore, up_to_date
from puntobanco.store.marks import furthest, taken
from puntobanco.store.verify import wrong_marks
from puntobanco.streams.names import HOUSE, SHOES
from puntobanco.values.text import quoted


def backup_house(folder: Path, target: Path) -> tuple[int, Path]:
    """A verified copy: how many records it has, and where the keys are that are not in it."""
    with looking(folder) as seen:
        seen.store.backup(target)
        keys = seen.settings.keys
    with closing(open_store(target, serving=False)) as copy:
        return copy.head().position, keys


def restore_house(
    backup: Path,
    folder: Path,
    *,
    database: str | None = None,
    owner: str | None = None,
    keys: Path | None = None,
    signing: Path | None = None,
    clock: Clock = utc_now,
    chance: Chance = SYSTEM,
) -> Settings:
    """Make a house of a backup; it is one only when its open shoes have ended, since their cards may be known.

    Without the keys under which they lie, their secrets stay unrevealed until somebody brings them. Without
    the key that signed its checkpoints, it gets another one.
    """
    if not backup.is_file():
        raise Unreadable(f"the backup {backup} is no file: check the path")
    with up_to_date(backup) as copy:
        return _restored(copy, folder, database, owner, keys, signing, clock, chance)


def _restored(
    backup: Path,
    folder: Path,
    database: str | None,
    owner: str | None,
    keys: Path | None,
    signing: Path | None,
    clock: Clock,
    chance: Chance,
) -> Settings:
    name, position = _said_by(backup, folder)
    with making(folder, name=name, database=database, owner=owner, keys=keys, signing=signing) as settings:
        restore(backup, settings.database)
        lost = _contradicted(settings)
        command = RestoreHouse(
            actor=diary.OPERATOR, position=position, acknowledged=furthest(settings.marks), set_aside=lost
        )
        set_aside(settings.checkpoints, lost)
        house = started(settings, open_store(settings.database), clock=clock, chance=chance)
        with closing(house):
            house.handle(HOUSE, command, command_id())
            _end_what_may_be_known(house, f"the house was restored from a backup of {position} records")
    return settings


def _contradicted(settings: Settings) -> tuple[int, ...]:
    with closing(open_store(settings.database, serving=False)) as store:
        return contradicted(store, settings.checkpoints)


def accept_loss(folder: Path, reason: str, *, clock: Clock = utc_now, chance: Chance = SYSTEM) -> LossAccepted:
    """Let a house continue although acknowledged records are not in its database, on record.

    As after a restore, open shoes end and draws are replaced, since their secrets may be known, and everyone is logged
    out.
    """
    settings = read_settings(folder)
    with taken(settings.marks):
        position, acknowledged = _require_loss(settings)
    lost = _contradicted(settings)
    command = AcceptLoss(
        actor=diary.OPERATOR, position=position, acknowledged=acknowledged, set_aside=lost, reason=reason
    )
    HOUSES.decide(None, command)  # a refusal starts nothing
    store = open_store(settings.database)
    house = started(settings, store, clock=clock, chance=chance, signs=False)
    with closing(house):
        answer = house.handle(HOUSE, command, command_id())
        _end_what_may_be_known(house, f"records of the house are lost after record {position}")
        store.visits.end_everything()
    set_aside(settings.checkpoints, lost)
    reset_marks(settings)
    (event,) = answer.records[-1].events
    return event  # type: ignore[no-any-return]


def _require_loss(settings: Settings) -> tuple[int, int]:
    """The last record that is there, and the last one that a mark names."""
    with closing(open_store(settings.database, serving=False)) as store:
        if not wrong_marks(store, settings.marks):
            raise Refused("nothing_lost", HOUSE, "no acknowledged record is lost: serve the house")
        return store.last(), furthest(settings.marks)


def _said_by(backup: Path, folder: Path) -> tuple[str, int]:
    """The name of the house, and how many records the backup has."""
    with closing(open_store(backup, serving=False)) as store:
        found = Looking(
            Settings(
                folder=backup,
                name="",
                database=backup,
                keys=backup,
                signing=backup,
                checkpoints=backup,
                marks=backup,
            ),
            store,
        ).status()
    if found.state.name:
        return found.state.name, found.position
    if not folder.name:
        raise Unreadable(f"the house in this backup was never started, and {quoted(str(folder))} names none")
    return folder.name, found.position


def _end_what_may_be_known(house: House, reason: str) -> None:
    _end_open_shoes(house, reason)
    renew_all_draws(house, reason)


def _end_open_shoes(house: House, reason: str) -> None:
    state: diary.HouseState = house.look(HOUSE).state
    for table in (name for name, running in state.tables.items() if running.virtual):
        shoes: FairShoes = house.look(SHOES + table).state
        if shoes.under_way is not None and shoes.stage is not Stage.OVERDUE:
            house.handle(SHOES + table, EndRestored(actor=diary.OPERATOR, reason=reason), command_id())
