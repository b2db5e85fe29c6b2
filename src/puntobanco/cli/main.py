"""The command `punto` and what its errors look like."""

import os
import sys

import typer

from puntobanco import __version__
from puntobanco.cli import coup, odds, play, rules, table
from puntobanco.errors import Refused, Unreadable

app = typer.Typer(
    help="Mini-baccarat by the book: four rulebooks, one engine.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(rules.app, name="rules")
app.command("coup", no_args_is_help=True)(coup.coup)
app.command("play")(play.play)
app.add_typer(table.app, name="table")
app.command("odds")(odds.odds)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - the signature of an option's callback
    if wanted:
        typer.echo(f"punto {__version__}")
        raise typer.Exit


@app.callback()
def _punto(
    version: bool = typer.Option(  # noqa: FBT001 - its callback does the work
        False,  # noqa: FBT003
        "--version",
        callback=_print_version,
        is_eager=True,
        help="Print the version.",
    ),
) -> None:
    pass


def run() -> None:
    """Run the command: exit code 2 for what cannot be read, 1 for what the rules refuse."""
    try:
        app()
    except Unreadable as error:
        _fail(f"error: {error}", code=2)
    except Refused as refusal:
        _fail(f"refused: {refusal}", code=1)
    except BrokenPipeError:
        # Whoever read our output has gone; say nothing more, not even at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _fail(message: str, *, code: int) -> None:
    typer.echo(" ".join(message.split()), err=True)
    sys.exit(code)
