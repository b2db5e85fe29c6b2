"""What people send about themselves and others. What is for the door alone is a whisper as soon as it is read."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from puntobanco.app.auth.invitations import USUAL_HOURS
from puntobanco.app.auth.principal import Scope
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.values.strict_json import read_json
from puntobanco.web.request import Call


class LogIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name and what proves it."""

    name: str
    password: Whisper
    code: Whisper | None = None
    """Of the second factor, for whoever has one; a recovery code stands in for it."""


class Secret(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a link or a screen, as it stood in the fragment of an address."""

    secret: Whisper


class Enrolment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A link, and the password that its person takes."""

    secret: Whisper
    password: Whisper


class OtherPassword(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    before: Whisper
    after: Whisper


class Password(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So that whoever sits at an open screen is not taken for its owner."""

    password: Whisper


class Code(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a second factor; a recovery code stands in for one that is in use."""

    code: Whisper


class TokenWanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token for a program."""

    password: Whisper
    """Your own."""
    name: str
    """What it is for."""
    scopes: tuple[Scope, ...]
    days: int = 90


class PersonWanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody to be let in, for the first time or again."""

    name: str
    hours: int = USUAL_HOURS


class DeviceWanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A screen on the wall that shows these tables."""

    name: str
    tables: tuple[str, ...]
    days: int = 366


T = TypeVar("T")


def read_said(call: Call, kind: type[T]) -> T:
    """The body in its type; a member that stands twice is refused, whichever of them was meant."""
    found = msgspec.json.decode(call.body, type=kind, dec_hook=_whispered)
    read_json(call.body.decode())
    return found


def _whispered(kind: type[Any], said: Any) -> Any:
    if kind is not Whisper or not isinstance(said, str):
        raise TypeError("Expected `str`")
    return Whisper(said)
