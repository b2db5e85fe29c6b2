"""The secrets of draws that are still open: those just made, which may not be committed yet, and those stored."""

import logging
from collections.abc import Callable
from typing import TypeVar

from puntobanco.app.draws import is_of
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.private_files import KeyFault
from puntobanco.fair_shoes.house_secret import DrawSecret
from puntobanco.fair_shoes.unprintable import Hidden
from puntobanco.store import Store
from puntobanco.tournament.model import Draw

T = TypeVar("T")
MAX_NEW = 1000
_LOG = logging.getLogger(__name__)


def stored_secret(store: Store, keys: KeyFile, stream: str, number: int, made: Callable[[bytes], T]) -> T | None:
    """The secret of a shoe or draw; none if the key to it is missing."""
    found = store.secret(stream, number)
    if found is None:
        return None
    try:
        return keys.open_as(made, found.key, found.sealed, stream, number)
    except KeyFault:
        _LOG.exception("a secret does not open")
        return None


class DrawSecrets(Hidden):
    """A draw may be asked for in the group of commands in which the house commits to it."""

    __slots__ = ("_new", "_stored")

    def __init__(self, stored: Callable[[str, int], DrawSecret | None]) -> None:
        self._stored = stored
        self._new: dict[tuple[str, int], DrawSecret] = {}

    def made(self, stream: str, number: int, secret: DrawSecret) -> None:
        """Remember a new one until it is certainly stored."""
        self._new[stream, number] = secret
        if len(self._new) > MAX_NEW:
            del self._new[next(iter(self._new))]

    def of(self, stream: str, draw: Draw) -> DrawSecret | None:
        """The secret that the house is committed to; none if it cannot be opened."""
        new = self._new.get((stream, draw.number))
        if new is not None and is_of(new, draw):
            return new
        stored = self._stored(stream, draw.number)
        return stored if stored is not None and is_of(stored, draw) else None
