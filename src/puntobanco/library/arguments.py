"""What is given to the library: amounts, whole numbers, one name or several."""

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from operator import index
from typing import SupportsIndex, TypeAlias

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.wager_names import wager_named
from puntobanco.values.money import Cents, parse_dollars
from puntobanco.values.text import quoted

Dollars: TypeAlias = int | str | float | Decimal
"""What is bet or brought: 25, "12.50", Decimal("0.5")."""


def cents(amount: Dollars) -> Cents:
    """Dollars as somebody wrote them, in whole cents."""
    return parse_dollars(amount if isinstance(amount, str) else _written(amount))


def _written(amount: int | float | Decimal) -> str:
    """A number as it would be typed: 100 for 100.0, Decimal("1E+2") or Decimal("100.000")."""
    if isinstance(amount, bool):
        return str(amount)
    try:
        text = format(Decimal(amount if isinstance(amount, int) else str(amount)), "f")
    except InvalidOperation:
        return str(amount)
    return text.rstrip("0").rstrip(".") if "." in text else text


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


def whole(name: str, number: object) -> int:
    """A whole number of Python or numpy; no text, fraction or truth value stands for one."""
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise Unreadable(f"{name} = {quoted(number)} is no whole number: write one, such as 7")
    return index(number)


def whole_or_none(name: str, number: object) -> int | None:
    return None if number is None else whole(name, number)


def several(given: str | Iterable[str]) -> tuple[str, ...]:
    """One text, or several."""
    return (given,) if isinstance(given, str) else tuple(given)
