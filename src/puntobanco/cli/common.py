"""What several commands share: the options about the house, output formats, and the console."""

import json
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import BOOKS, HouseRules, TableRules, book, resolve
from puntobanco.rulebooks.what_if import lifted
from puntobanco.values.text import quoted

if TYPE_CHECKING:  # rich is imported when something is printed, so that --help stays quick
    from rich.console import Console

*_OTHERS, _LAST = BOOKS
BookArgument = Annotated[str, typer.Argument(metavar="BOOK", help=f"{', '.join(_OTHERS)} or {_LAST}.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A choice of the house, such as minimum=10; may be repeated."),
]
HouseOption = Annotated[
    Path | None,
    typer.Option("--house", metavar="FILE", help="A TOML file with the house's choices; - is standard input."),
]
WagerFileOption = Annotated[
    list[str] | None,
    typer.Option("--wager-file", metavar="FILE", help="Wagers of your own in TOML, or preset:NAME; may be repeated."),
]
WhatIfOption = Annotated[bool, typer.Option("--what-if", help="Take what the book does not allow, and say so.")]


SHOWN = 30
"""So much of a number that is too long is repeated to who typed it."""


class Format(StrEnum):
    """How a command prints."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="Text for people or JSON for programs.")]


def rules_for(
    book_id: str,
    house: Path | None,
    settings: list[str] | None,
    wager_files: list[str] | None = None,
    *,
    what_if: bool | None = None,
) -> TableRules:
    """The rules of the table that the options describe."""
    return rules_by(book_id, house_for(house, settings, wager_files), what_if=what_if)


def rules_by(book_id: str, chosen: HouseRules, *, what_if: bool | None) -> TableRules:
    """The rules with these choices; where a command can do without the book's leave, a refusal says how."""
    try:
        return resolve(book(book_id), chosen, what_if=bool(what_if))
    except Refused as refusal:
        if what_if is None or not _against_the_book(book_id, chosen):
            raise
        raise Refused(refusal.code, refusal.clause, f"{refusal.sentence}; --what-if takes it anyway") from None


def _against_the_book(book_id: str, chosen: HouseRules) -> bool:
    """Whether it is the book that does not allow these choices, and not one choice that does not go with another."""
    try:
        resolve(book(book_id), chosen, what_if=True)
    except Refused:
        return False
    return True


def house_for(house: Path | None, settings: list[str] | None, wager_files: list[str] | None = None) -> HouseRules:
    """The choices that the options make: the house file first, `--set` over it, and wagers of one's own."""
    chosen = HouseRules({}) if house is None else HouseRules.parse_toml(read_text(house, "house file"))
    return chosen | HouseRules.parse_settings(settings or []) | own_wagers(wager_files)


def own_wagers(wager_files: list[str] | None) -> HouseRules:
    """The wagers of these files, each id once."""
    from puntobanco.cli.wagers import wagers_of
    from puntobanco.rulebooks.wager_file import each_once

    return HouseRules({}, each_once(wager for file in wager_files or () for wager in wagers_of(file)))


def print_lifted(rules: TableRules, *, apart: bool = False) -> None:
    """Say what the table has that its book does not allow; apart from what programs read."""
    for sentence in lifted(rules):
        print(f"{sentence[0].upper()}{sentence[1:]}.", file=sys.stderr if apart else sys.stdout)


def what_if_as_dict(rules: TableRules) -> dict[str, list[str]]:
    """The same for programs; nothing where the book allows everything."""
    found = lifted(rules)
    return {"what_if": list(found)} if found else {}


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


def print_json(value: object) -> None:
    """Print at once: a program that reads from a pipe does not wait for the end of a command that goes on."""
    print(json.dumps(value, indent=2, ensure_ascii=False), flush=True)


def console(*, without_window: int = 160) -> "Console":
    """A console that fits the window, or is so wide where there is none."""
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else without_window
    return Console(width=width, highlight=False)


def read_secret(text: str) -> bytes:
    """A secret of the house as it was revealed."""
    digits = text.strip().lower()
    if len(digits) != 64 or set(digits) - set("0123456789abcdef"):
        raise Unreadable(f"{quoted(text)} is no secret: write 64 hexadecimal digits")
    return bytes.fromhex(digits)
