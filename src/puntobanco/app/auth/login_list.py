"""Who may enter and what they hold, without what proves them."""

from dataclasses import dataclass

from msgspec import Struct

from puntobanco.app.auth.principal import Kind
from puntobanco.app.auth.tokens import shown_tables
from puntobanco.store import KeptToken, Store


class HeldToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a program or a device, without what opens anything."""

    id: str
    name: str
    scopes: tuple[str, ...]
    tables: tuple[str, ...]
    """Those that a device shows."""
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


def everybody_in(store: Store) -> WhoMayEnter:
    sessions, tokens = store.visits.session_counts(), store.visits.tokens()
    held: dict[str, list[HeldToken]] = {}
    for token in tokens:
        held.setdefault(token.person, []).append(_held(token))
    factors = {factor.person for factor in store.people.factors()}
    people = tuple(
        Enrolled(
            name=one.name,
            has_password=bool(one.password),
            has_factor=one.key in factors,
            closed=one.closed,
            sessions=sessions.get(one.key, 0),
            tokens=tuple(held.get(one.key, ())),
        )
        for one in store.people.accounts()
    )
    return WhoMayEnter(people=people, devices=tuple(_held(one) for one in tokens if one.kind == Kind.DEVICE))


def held_by(store: Store, key: str) -> tuple[HeldToken, ...]:
    return tuple(map(_held, store.visits.tokens(key)))


def _held(token: KeptToken) -> HeldToken:
    tables = shown_tables(token)
    return HeldToken(id=token.id, name=token.name, scopes=tuple(token.scopes.split()), tables=tables, ends=token.ends)
