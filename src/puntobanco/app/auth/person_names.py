"""Names of people as they are looked up: `Ann`, `ann` and the same in wide letters are one person."""

import unicodedata

from puntobanco.errors import Unreadable
from puntobanco.streams.names import CAGE, HOUSE
from puntobanco.values.text import LONGEST_NAME, clean, quoted

NOBODY = ""
LONGEST = LONGEST_NAME - len(CAGE)
"""So that the log can name whoever is enrolled, and an account, too."""


def key_of(name: str) -> str:
    """Nobody's for what is no name: whoever asks for it learns as much as from any other wrong name."""
    if len(name) > LONGEST_NAME:
        return NOBODY
    found = unicodedata.normalize("NFKC", name).strip().casefold()
    return found if found.isprintable() and len(found) <= LONGEST_NAME else NOBODY


def new_name(name: str) -> str:
    """A name that somebody can be enrolled under."""
    found = clean(name, LONGEST).strip()
    if key_of(found) == NOBODY or "/" in found or found == HOUSE or found != " ".join(found.split()):
        raise Unreadable(f"{quoted(name)} names nobody: write a name without /, with single spaces, and not {HOUSE}")
    return found
