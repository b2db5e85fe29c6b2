"""Sessions: opaque tokens of which only hashes are stored. The database is asked every time: what is ended, has ended
for every process."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from msgspec import Struct

from puntobanco.app.auth.principal import ALL_SCOPES, CLOCKS_DIFFER_BY, HOUR, MINUTE, Kind, Visitor
from puntobanco.app.auth.secret_text import Whisper, new_token
from puntobanco.app.auth.throttle import place_of
from puntobanco.app.clock import Clock
from puntobanco.store import KeptSession, Store

PREFIX = "pbs_"
ID_BYTES = 8
NOTED_EVERY = MINUTE
"""Activity is written no more often: a session may end so much sooner, and never later."""
MOST_OF_ONE = 20
"""Whoever has more loses the oldest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long a session lasts: without activity, and at all."""

    idle: int
    whole: int

    def hold(self, began: int, seen: int, now: int) -> bool:
        """A session of the future was made before the clock was set back; nobody knows how old it is."""
        if max(began, seen) > now + CLOCKS_DIFFER_BY:
            return False
        return now - seen < self.idle and now - began < self.whole


PATRON = Limits(idle=30 * MINUTE, whole=24 * HOUR)
STAFF = Limits(idle=15 * MINUTE, whole=12 * HOUR)


class OpenSession(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of somebody's own, to look at."""

    id: str
    """By which it is ended; it opens nothing."""
    began: int
    seen: int
    """When something was done in it last; noted once a minute."""
    address: str
    is_this: bool


class Sessions:
    """Made, known, listed and ended."""

    def __init__(
        self,
        store: Store,
        *,
        is_staff: Callable[[str], bool],
        asks_staff: bool,
        clock: Clock,
        bits: Callable[[], bytes],
    ) -> None:
        self._store, self._is_staff, self._asks_staff = store, is_staff, asks_staff
        self._clock, self._bits = clock, bits

    def new(self, key: str, address: str, *, proved: bool) -> tuple[Whisper, KeptSession]:
        """A token and what is stored of it, by whoever knows that it may be."""
        token, now = new_token(PREFIX, self._bits()), self._clock()
        name = self._bits()[:ID_BYTES].hex()
        factor = now if proved else 0
        return token, KeptSession(token.digest(), name, key, now, now, factor, place_of(address))

    def who(self, token: Whisper, *, active: bool) -> Visitor | None:
        found = self._store.visits.session(token.digest())
        if found is None:
            return None
        kept, person = found
        now, is_staff = self._clock(), self._is_staff(person)
        if not _limits(is_staff=is_staff).hold(kept.began, kept.seen, now):
            self._store.visits.end(kept.person, kept.id)
            return None
        if active and now - kept.seen >= NOTED_EVERY:
            self._store.visits.note(kept.hash, now)
        return self.visitor(kept, person, is_staff=is_staff)

    def visitor(self, kept: KeptSession, person: str, *, is_staff: bool) -> Visitor:
        return Visitor(
            person=person,
            kind=Kind.SESSION,
            id=kept.id,
            scopes=ALL_SCOPES,
            is_staff=is_staff,
            factor_at=kept.factor or None,
            lacks_factor=is_staff and self._asks_staff and not kept.factor,
        )

    def lasting(self, ids: Iterable[str]) -> set[str]:
        """Which of these sessions go on, in one question: for open streams, which are no activity."""
        now, found = self._clock(), self._store.visits.held(ids)
        return {
            one
            for one, (person, began, seen) in found.items()
            if _limits(is_staff=self._is_staff(person)).hold(began, seen, now)
        }

    def open_ones(self, key: str, this: str) -> tuple[OpenSession, ...]:
        now = self._clock()
        return tuple(
            OpenSession(id=one.id, began=one.began, seen=one.seen, address=one.address, is_this=one.id == this)
            for one in self._store.visits.sessions_of(key)
            if PATRON.hold(one.began, one.seen, now)
        )

    def make_room(self, key: str) -> None:
        """What has ended goes, and the oldest sessions of somebody who has too many."""
        now = self._clock()
        self._store.visits.sweep(now - PATRON.whole, now - PATRON.idle, now)
        for one in self._store.visits.sessions_of(key)[:-MOST_OF_ONE]:
            self._store.visits.end(key, one.id)


def _limits(*, is_staff: bool) -> Limits:
    return STAFF if is_staff else PATRON
