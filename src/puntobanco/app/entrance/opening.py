"""The entrance of a house on disk, for its operator: to let people in, and to see who may."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from puntobanco.app.entrance.entrance import Entrance
from puntobanco.app.entrance.tokens import shown_tables
from puntobanco.app.entrance.visitor import Kind
from puntobanco.app.house.folder import read_settings
from puntobanco.app.house.keys import KeyFile
from puntobanco.app.house.looking import looking
from puntobanco.store import KeptToken, open_store


@contextmanager
def entrance_of(folder: Path) -> Iterator[Entrance]:
    """Nobody enters here: whoever serves the house knows who is staff."""
    settings = read_settings(folder)
    store = open_store(settings.database)
    try:
        keys = KeyFile.read(settings.keys, settings.name)
        yield Entrance(store, keys=keys, house=settings.name, is_staff=lambda _: True)
    finally:
        store.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldToken:
    """Of a program or a device."""

    id: str
    name: str
    scopes: tuple[str, ...]
    tables: tuple[str, ...]
    ends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolled:
    """Somebody, without what proves them."""

    name: str
    has_password: bool
    has_factor: bool
    closed: bool
    sessions: int
    tokens: tuple[HeldToken, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoMayEnter:
    people: tuple[Enrolled, ...]
    devices: tuple[HeldToken, ...]


def who_may_enter(folder: Path) -> WhoMayEnter:
    """Beside whoever serves the house."""
    with looking(folder) as seen:
        store = seen.store
        tokens = store.visits.tokens()
        factors = {factor.person for factor in store.people.factors()}
        people = tuple(
            Enrolled(
                name=one.name,
                has_password=bool(one.password),
                has_factor=one.key in factors,
                closed=one.closed,
                sessions=len(store.visits.sessions_of(one.key)),
                tokens=tuple(_held(token) for token in tokens if token.person == one.key),
            )
            for one in store.people.accounts()
        )
        return WhoMayEnter(people=people, devices=tuple(_held(one) for one in tokens if one.kind == Kind.DEVICE))


def _held(token: KeptToken) -> HeldToken:
    tables = shown_tables(token)
    return HeldToken(id=token.id, name=token.name, scopes=tuple(token.scopes.split()), tables=tables, ends=token.ends)
