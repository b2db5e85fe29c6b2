"""What people are told about themselves and others. A secret is shown to whoever it is made for, once."""

from msgspec import Struct

from puntobanco.app.auth.login_list import HeldToken
from puntobanco.app.auth.sessions import OpenSession
from puntobanco.streams.actors import Role


class LoggedIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody is in; the session is in the cookie."""

    person: str
    staff: bool
    needs_factor: bool
    """Staff without a second factor may set one up, and nothing else."""
    how: str
    """What was proved, such as `password_and_code`."""


class LoggedOut(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ended: int
    """How many sessions."""


class Named(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whom it was about."""

    person: str


class Screen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What hangs on the wall; its token is in the cookie."""

    name: str
    tables: tuple[str, ...]
    """Those that it shows."""


class OwnSessions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The oldest first."""

    sessions: tuple[OpenSession, ...]


class NewFactor(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For a telephone. It is asked for once one of its codes has confirmed it."""

    secret: str
    address: str
    """As a picture: `otpauth://`."""


class RecoveryCodes(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """To be kept on paper: each stands in for a code, once. They are not shown again."""

    recovery_codes: tuple[str, ...]


class Proved(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    person: str
    until: int
    """So long it is good for approvals and grants; microseconds since 1970."""


class OwnTokens(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    tokens: tuple[HeldToken, ...]


class NewToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """It is not shown again."""

    id: str
    token: str


class TakenBack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """It opens nothing any more."""

    id: str


class Person(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who may enter, or has a role."""

    name: str
    enrolled: bool
    """Whoever only has a role cannot log in yet."""
    has_password: bool
    has_factor: bool
    closed: bool
    sessions: int
    tokens: tuple[HeldToken, ...]
    roles: dict[str, Role]
    """By place."""


class People(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """By their names."""

    people: tuple[Person, ...]
    devices: tuple[HeldToken, ...]
    """All of them, whichever people were asked for."""
    more: bool
    """Whether there are more people: ask again after the last."""
    of: int
    """How many people there are."""


class NewLink(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """To be handed to its person, by a way that nobody else reads. It is not shown again."""

    person: str
    link: str
    ends: int


class Account(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    person: str
    closed: bool
