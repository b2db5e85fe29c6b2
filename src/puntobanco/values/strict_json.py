"""JSON as people write it, with nothing guessed: no key twice, no number that cannot be held, decimals as written."""

import json
from collections.abc import Callable
from decimal import Decimal
from typing import NoReturn

from puntobanco.errors import TooLarge, Unreadable
from puntobanco.values.money import whole_number
from puntobanco.values.text import quoted

Pairs = list[tuple[str, object]]
_LONGEST_DECIMAL = 40


def read_json(text: str, members: Callable[[Pairs], object] | None = None) -> object:
    """What a text of JSON holds; `members` makes an object of its members, a dictionary without doubles if not said."""
    try:
        return json.loads(
            text,
            object_pairs_hook=members or _each_once,
            parse_int=_whole,
            parse_float=_decimal,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        raise Unreadable(f"not JSON: {error.msg}, column {error.colno}") from None
    except RecursionError:
        raise Unreadable("not readable: brackets are nested too deeply") from None


def _each_once(members: Pairs) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in members:
        if key in found:
            raise Unreadable(f"not readable: {quoted(key)} stands there twice, write it once")
        found[key] = value
    return found


def _whole(digits: str) -> int:
    try:
        return -whole_number(digits[1:]) if digits.startswith("-") else whole_number(digits)
    except TooLarge as error:
        raise Unreadable(f"not readable: {error}") from None


def _decimal(digits: str) -> Decimal:
    if len(digits) > _LONGEST_DECIMAL:
        raise Unreadable(f"not readable: {quoted(digits)} has too many digits")
    return Decimal(digits)


def _no_number(name: str) -> NoReturn:
    raise Unreadable(f"not readable: {name} is no number")
