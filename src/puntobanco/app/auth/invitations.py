"""Ways in for one person, once: the secret stands in the fragment of an address, which browsers send to nobody."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct

from puntobanco.app.auth.principal import HOUR, holds
from puntobanco.app.auth.secret_text import Whisper, new_token
from puntobanco.app.clock import Clock
from puntobanco.errors import Refused, Unreadable
from puntobanco.store import Account, KeptLink, Store

PREFIX = "pbl_"
USUAL_HOURS, MOST_HOURS = 72, 24 * 30


class LinkKind(StrEnum):
    """What it is for."""

    ENROL = "enrol"
    """To set a password; who had a second factor sets up another."""
    ENTER = "enter"
    """To be in without a password, for a house that is only shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLink:
    """To be handed to its person, by a way that nobody else reads."""

    person: str
    kind: LinkKind
    secret: Whisper
    ends: int

    def address(self, house: str) -> Whisper:
        """Under the address of a house."""
        return Whisper(f"{house.rstrip('/')}/{self.kind}#{self.secret.text()}")


class SeenLink(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose link it is, and what for; it can still be spent."""

    person: str
    kind: LinkKind
    ends: int


class Links:
    def __init__(self, store: Store, *, clock: Clock, bits: Callable[[], bytes]) -> None:
        self._store, self._clock, self._bits = store, clock, bits

    def new(self, account: Account, kind: LinkKind, hours: int) -> NewLink:
        """Whatever link they had is worth nothing from now on."""
        if not 1 <= hours <= MOST_HOURS:
            raise Unreadable(f"a link lasts from 1 to {MOST_HOURS} hours, not {hours}")
        now, secret = self._clock(), new_token(PREFIX, self._bits())
        kept = KeptLink(secret.digest(), account.key, kind, now, now + hours * HOUR)
        self._store.people.add_link(account, kept)
        return NewLink(person=account.name, kind=kind, secret=secret, ends=kept.ends)

    def find(self, secret: Whisper, kind: LinkKind | None = None) -> KeptLink:
        """One that nobody has spent, of this kind or of any; whether it ever was one, is not told."""
        found = self._store.people.link(secret.digest())
        if found is None or kind not in (None, found.kind) or not holds(found.made, found.ends, self._clock()):
            raise spent()
        return found


def spent() -> Refused:
    return Refused("link_spent", "entrance", "this link was used or has expired: ask the house for another")
