"""Who may enter a house, as it is stored: hashes and sealed secrets; what they prove is no matter here.

Times are microseconds since 1970 began, and 0 is never.
"""

from typing import TypeAlias

from msgspec import Struct


class Account(Struct, frozen=True, gc=False):
    """Somebody who was let in, or will be."""

    key: str
    """The name as it is looked up, whatever the case of its letters."""
    name: str
    password: str = ""
    """A hash with its parameters; none yet if empty."""
    changed: int = 0
    closed: bool = False


class Factor(Struct, frozen=True, gc=False):
    """What codes are made of, under a key that the store never sees."""

    person: str
    key: str
    """The name of the key, never the key."""
    sealed: bytes
    step: int = 0
    """The last one whose code was taken: it and all before it are spent."""


class SpentStep(Struct, frozen=True, gc=False):
    """The code of a step proves somebody, once."""

    step: int


class SpentCode(Struct, frozen=True, gc=False):
    """A recovery code does, once."""

    hash: bytes


Proof: TypeAlias = SpentStep | SpentCode


class KeptLink(Struct, frozen=True, gc=False):
    """A way in for somebody, once."""

    hash: bytes
    person: str
    kind: str
    made: int
    ends: int


class KeptSession(Struct, frozen=True, gc=False):
    hash: bytes
    id: str
    """By which it is spoken of; it opens nothing."""
    person: str
    began: int
    seen: int
    factor: int
    """When a second factor was given last."""
    address: str


class KeptToken(Struct, frozen=True, gc=False):
    """What a program or a device shows."""

    hash: bytes
    id: str
    person: str
    """Whose it is; nobody's if it is a device's."""
    kind: str
    name: str
    scopes: str
    tables: str
    made: int
    ends: int
