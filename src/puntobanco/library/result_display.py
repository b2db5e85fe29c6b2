"""What every result of the library can do: print, stand in a notebook, become a data frame."""

import html
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from puntobanco.errors import Unreadable
from puntobanco.values.text_table import Sheet

if TYPE_CHECKING:
    import polars

DataRow: TypeAlias = Mapping[str, str | int | float | None]


class Shown(ABC):
    """A result made of titled tables, with lines of text below them."""

    __slots__ = ()

    @abstractmethod
    def sheets(self) -> Sequence[Sheet]:
        """The tables that are printed."""

    @abstractmethod
    def rows(self) -> Sequence[DataRow]:
        """The same in numbers, one row a line; money in whole cents."""

    def notes(self) -> Sequence[str]:
        """Lines below the tables."""
        return ()

    def __str__(self) -> str:
        blocks = [str(sheet) for sheet in self.sheets()]
        return "\n\n".join([*blocks, "\n".join(self.notes())]).rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes())
        return "".join(sheet.html() for sheet in self.sheets()) + notes

    def to_polars(self) -> "polars.DataFrame":
        """The rows as a data frame; needs the extra `data`."""
        try:
            import polars
        except ImportError:
            raise Unreadable("data frames need polars: pip install 'puntobanco[data]'") from None
        return polars.DataFrame(self.rows(), infer_schema_length=None)
