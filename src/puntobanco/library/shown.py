"""What every result of the library can do: print, stand in a notebook, become a data frame."""

import html
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

from puntobanco.errors import Unreadable
from puntobanco.money import Cents, parse_dollars
from puntobanco.rules.wager_names import wager_named
from puntobanco.sheets import Sheet

if TYPE_CHECKING:
    import polars

Dollars: TypeAlias = int | str | float | Decimal
"""What is bet or brought: 25, "12.50", Decimal("0.5")."""


class Shown(ABC):
    """A result made of titled tables, with lines of text below them."""

    __slots__ = ()

    @abstractmethod
    def sheets(self) -> Sequence[Sheet]:
        """The tables that are printed."""

    @abstractmethod
    def rows(self) -> Sequence[Mapping[str, Any]]:
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


def cents(amount: Dollars) -> Cents:
    """Dollars as somebody wrote them, in whole cents."""
    return parse_dollars(str(amount))


def dollars(amount: Cents) -> Decimal:
    """Whole cents as dollars, exactly."""
    return Decimal(amount).scaleb(-2)


def stakes(bets: Mapping[str, Dollars]) -> dict[str, Cents]:
    """Bets by the id or the short name of a wager."""
    found: dict[str, Cents] = {}
    for name, amount in bets.items():
        wager = wager_named(name)
        if wager in found:
            raise Unreadable(f"{wager} is bet twice: bet each wager once")
        found[wager] = cents(amount)
    return found
