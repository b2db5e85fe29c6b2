"""What several commands share: the options about the house, output formats, and the console."""

import json
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puntobanco.errors import Unreadable
from puntobanco.rules import HouseRules, TableRules, book, resolve

if TYPE_CHECKING:  # rich is imported when something is printed, so that --help stays quick
    from rich.console import Console

BookArgument = Annotated[str, typer.Argument(metavar="BOOK", help="act-2015, nz-1998, washington or house-midi.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A choice of the house, such as decks=6; may be repeated."),
]
HouseOption = Annotated[
    Path | None,
    typer.Option("--house", metavar="FILE", help="A TOML file with the house's choices; - is standard input."),
]


SHOWN = 30
"""So much of a number that is too long is repeated to who typed it."""


class Format(StrEnum):
    """How a command prints."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="Text for people or JSON for programs.")]


def rules_for(book_id: str, house: Path | None, settings: list[str] | None) -> TableRules:
    """The rules of the table that the options describe."""
    return resolve(book(book_id), house_for(house, settings))


def house_for(house: Path | None, settings: list[str] | None) -> HouseRules:
    """The choices that the options make: the house file first, `--set` over it."""
    chosen = HouseRules({}) if house is None else HouseRules.parse_toml(read_text(house, "house file"))
    return chosen | HouseRules.parse_settings(settings or [])


def shortened(text: str) -> str:
    """What somebody typed, short enough for a line."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def read_text(path: Path, what: str) -> str:
    """The text of a file that a user named, or of standard input for `-`; a byte-order mark is no part of it."""
    try:
        return read_bytes(path, what).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeError:
        raise Unreadable(f"the {what} {path} is not UTF-8 text; save it as UTF-8") from None


def read_bytes(path: Path, what: str) -> bytes:
    """What is in a file that a user named, or in standard input for `-`."""
    try:
        return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise Unreadable(f"the {what} {path} cannot be read: {error.strerror}; check the path") from None
    except ValueError:  # a path cannot hold a null character
        raise Unreadable(f"the {what} {path} is no path") from None


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def console(*, without_window: int = 160) -> "Console":
    """A console that fits the window, or is so wide where there is none."""
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else without_window
    return Console(width=width, highlight=False)
