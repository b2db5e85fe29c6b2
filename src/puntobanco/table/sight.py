"""Who may see an event, and what of it is secret: declared with each event, denied unless declared."""

from enum import StrEnum

from msgspec import Struct


class Secret(StrEnum):
    """What of an event or of a value in it not everybody may see who sees the rest."""

    FACE = "face"
    """The face of a card: auditors only, unless the card lies face up."""
    BOOKS = "books"
    """How money was booked: supervising staff."""
    MONEY = "money"
    """What is between a patron and the house: that patron and supervising staff."""


class Happening(Struct, gc=False, tag_field="event", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened, by a clause. Nobody but an auditor sees what is declared no further."""

    clause: str


class Public(Happening, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everybody at the table sees it."""


class Own(Happening, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Its patron and supervising staff see it."""

    patron: str
