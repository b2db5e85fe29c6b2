"""Mini-baccarat by the book: four rulebooks as data, one engine that plays any of them.

>>> import puntobanco as pb
>>> print(pb.odds("act-2015")["banker"].house_edge)
114753351728/10847218479825

The names in `__all__` are the library, and stay what they are; every other name may change with any version.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from puntobanco.version import __version__ as __version__

if TYPE_CHECKING:
    from puntobanco.errors import Refused, Unreadable
    from puntobanco.library.coups import deal
    from puntobanco.library.odds import odds
    from puntobanco.library.rules import BOOKS, rules
    from puntobanco.library.simulation import simulate
    from puntobanco.library.tables import Table

__all__ = ["BOOKS", "Refused", "Table", "Unreadable", "deal", "odds", "rules", "simulate"]

_HOMES = {
    "BOOKS": "library.rules",
    "Refused": "errors",
    "Table": "library.tables",
    "Unreadable": "errors",
    "deal": "library.coups",
    "odds": "library.odds",
    "rules": "library.rules",
    "simulate": "library.simulation",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import puntobanco` costs next to nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
