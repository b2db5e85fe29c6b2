"""TOML as people write it: what a file holds, or why it cannot be read."""

import tomllib
from decimal import Decimal

from puntobanco.errors import Unreadable


def read_toml(text: str, what: str, *, such_as: str) -> dict[str, object]:
    """What a file holds, decimals as written; `what` names the file, `such_as` is a line that could stand in it."""
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"the {what} is not TOML: {error}; write lines such as {such_as}") from None
    except RecursionError:
        raise Unreadable(f"the {what} cannot be read: brackets are nested too deeply") from None
    except ValueError:  # Python reads no number of thousands of digits
        raise Unreadable(f"the {what} has a number of thousands of digits: write smaller ones") from None
    return raw
