"""Bearer tokens: for programs, in the name of a person and no further than their scopes; for devices, to look only."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import msgspec

from puntobanco.app.auth.person_names import new_name
from puntobanco.app.auth.principal import HOUR, MICROSECONDS, Kind, Scope, Visitor, holds
from puntobanco.app.auth.secret_text import Whisper, new_token
from puntobanco.app.clock import Clock
from puntobanco.errors import Refused, Unreadable
from puntobanco.store import KeptToken, Store
from puntobanco.values.text import choose, clean, quoted

PREFIXES = {Kind.TOKEN: "pbt_", Kind.DEVICE: "pbd_"}
ID_BYTES = 8
MOST_DAYS = 366
MOST_TABLES = 1000
MOST_OF_ONE = 50
NOBODY = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewToken:
    """Shown once, when it is made."""

    id: str
    name: str
    """Of the program or the screen."""
    secret: Whisper


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A screen on the wall, by the token that it shows."""

    name: str
    tables: tuple[str, ...]
    seconds: int
    """So long its token is still good."""


class Tokens:
    def __init__(
        self, store: Store, *, is_staff: Callable[[str], bool], clock: Clock, bits: Callable[[], bytes]
    ) -> None:
        self._store, self._is_staff, self._clock, self._bits = store, is_staff, clock, bits

    def new(self, key: str, name: str, scopes: Iterable[Scope], days: int) -> NewToken:
        """For a program of this person."""
        return self._new(Kind.TOKEN, key, name, scopes=sorted({*scopes}), days=days)

    def require_room(self, key: str) -> None:
        """For whoever makes tokens without asking anybody."""
        if len(self._store.visits.tokens(key)) >= MOST_OF_ONE:
            sentence = f"nobody makes more than {MOST_OF_ONE} tokens: take one back first"
            raise Refused("too_many_tokens", "entrance", sentence)

    def new_device(self, name: str, tables: Iterable[str], days: int) -> NewToken:
        """For a screen on the wall, which shows these tables."""
        shown = sorted({clean(table) for table in tables})
        if not 1 <= len(shown) <= MOST_TABLES:
            raise Unreadable(f"a device shows from 1 to {MOST_TABLES} tables, not {len(shown)}: name them")
        return self._new(Kind.DEVICE, NOBODY, new_name(name), scopes=[Scope.READ], tables=shown, days=days)

    def _new(
        self, kind: Kind, key: str, name: str, *, scopes: list[Scope], days: int, tables: Iterable[str] = ()
    ) -> NewToken:
        if not clean(name).strip() or not scopes:
            raise Unreadable("a token has a name and at least one scope: say both")
        if not 1 <= days <= MOST_DAYS:
            raise Unreadable(f"a token lasts from 1 to {MOST_DAYS} days, not {days}")
        secret, now = new_token(PREFIXES[kind], self._bits()), self._clock()
        made = NewToken(id=self._bits()[:ID_BYTES].hex(), name=clean(name), secret=secret)
        said = " ".join(scopes), msgspec.json.encode(list(tables)).decode()
        ends = now + days * 24 * HOUR
        self._store.visits.add_token(KeptToken(secret.digest(), made.id, key, kind, made.name, *said, now, ends))
        return made

    def who(self, token: Whisper) -> Visitor | None:
        found = self._good(token)
        if found is None:
            return None
        kept, person = found
        kind, scopes = Kind(kept.kind), frozenset(map(Scope, kept.scopes.split()))
        if kind is Kind.DEVICE:
            return Visitor(person=kept.name, kind=kind, id=kept.id, scopes=scopes, tables=shown_tables(kept))
        return Visitor(person=person, kind=kind, id=kept.id, scopes=scopes, is_staff=self._is_staff(person))

    def device(self, token: Whisper) -> Device | None:
        """Whose token this is, if it is a device's."""
        found = self._good(token)
        if found is None or found[0].kind != Kind.DEVICE:
            return None
        kept, _ = found
        seconds = (kept.ends - self._clock()) // MICROSECONDS
        return Device(name=kept.name, tables=shown_tables(kept), seconds=seconds)

    def _good(self, token: Whisper) -> tuple[KeptToken, str] | None:
        """What is kept of a token that has not ended, and the name of its person."""
        found = self._store.visits.token(token.digest())
        return found if found is not None and holds(found[0].made, found[0].ends, self._clock()) else None

    def lasting(self, ids: Iterable[str]) -> set[str]:
        now = self._clock()
        return {one for one, ends in self._store.visits.held_tokens(ids).items() if holds(0, ends, now)}


def shown_tables(kept: KeptToken) -> tuple[str, ...]:
    return msgspec.json.decode(kept.tables, type=tuple[str, ...])


def read_scope(word: str) -> Scope:
    try:
        return Scope(word)
    except ValueError:
        raise Unreadable(f"there is no scope {quoted(word)}: {choose(word, Scope)}") from None
