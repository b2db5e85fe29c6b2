"""`punto roads`: the scoreboards of a shoe from its results."""

from pathlib import Path
from typing import Annotated

import typer

from puntobanco.cli.common import Format, FormatOption, console, print_json, read_text
from puntobanco.errors import Unreadable
from puntobanco.scoreboard import board, parse_beads


def roads(
    results: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULTS...",
            help="B, P and T, such as BBPTP; right behind a letter b for a banker pair, p for a player pair, "
            "n for a natural. - is standard input.",
        ),
    ],
    output: FormatOption = Format.TEXT,
) -> None:
    """Draw the scoreboards of a shoe: bead plate, big road and the three roads derived from it."""
    found = board(parse_beads(_typed(results)))
    if output is Format.JSON:
        from msgspec import to_builtins

        print_json(to_builtins(found))
    else:
        from puntobanco.cli.roads_output import USUAL_WIDTH, print_roads

        print_roads(console(without_window=USUAL_WIDTH), found)


def _typed(results: list[str]) -> str:
    """What was typed, or what comes from standard input."""
    if "-" not in results:
        return " ".join(results)
    if len(results) > 1:
        raise Unreadable("- is standard input and stands alone: write all results there, or none")
    return read_text(Path("-"), "list of results")
