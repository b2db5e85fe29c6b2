"""Mini-baccarat by the book: four rulebooks as data, one engine that plays any of them.

>>> import puntobanco as pb
>>> print(pb.odds("act-2015")["banker"].house_edge)
114753351728/10847218479825

The names in `__all__` are the library, and stay what they are; every other name may change with any version.
"""

import sys
from importlib import import_module
from inspect import Signature, getdoc, signature
from types import ModuleType
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
    "simulate": "library.simulation",
}
_ROOMS = ("odds", "rules")
"""Functions of the library whose names are names of rooms, too: those rooms are called like the function."""


class _CalledRoom(ModuleType):
    """A room that is called like the function of the same name: `pb.odds()`, though `puntobanco.odds` is imported from.

    Both are names that people expect, and Python has one place for them.
    """

    @property
    def __doc__(self) -> str:  # type: ignore[override]  # a module has a plain text there
        """Of the function, which `pb.odds?` asks for, and of the room below it."""
        return f"{getdoc(self._function())}\n\n{self.__dict__['__doc__']}"

    @property
    def __signature__(self) -> Signature:
        return signature(self._function())

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._function()(*arguments, **named)

    def _function(self) -> Any:
        name = self.__name__.rpartition(".")[2]
        return getattr(import_module(f"{__name__}.library.{name}"), name)


class _Library(ModuleType):
    """This package; importing one of its rooms puts the room here as an attribute, which must not hide the function."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _ROOMS and type(value) is ModuleType:
            value.__class__ = _CalledRoom
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Library


def __getattr__(name: str) -> Any:
    """What is asked for is imported then, so that `import puntobanco` costs next to nothing."""
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
