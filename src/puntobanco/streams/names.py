"""The names of streams: what they are about, and whose they are."""

from functools import lru_cache

from puntobanco.errors import Unreadable
from puntobanco.values.text import quoted

HOUSE, VAULT = "house", "vault"
TABLE, SHOES, TOURNAMENT, CAGE = "table/", "shoes/", "tournament/", "cage/"
SORTS = ("house", "vault", "table", "shoes", "tournament", "cage")


@lru_cache(maxsize=65_536)
def sort_of(stream: str) -> str:
    """What a stream is about."""
    sort, stroke, name = stream.partition("/")
    if sort not in SORTS or bool(stroke) != bool(name) or bool(name) == (sort in (HOUSE, VAULT)):
        raise Unreadable(
            f"{quoted(stream)} is no stream: write house, vault, or {TABLE}, {TOURNAMENT}, {CAGE}, {SHOES} and a name"
        )
    return sort


def named(stream: str) -> str:
    """The name of the table, tournament or account."""
    return stream.partition("/")[2]
