"""The command `punto` and what its errors look like."""

import os
import re
import sys
from pathlib import Path
from typing import Any, NoReturn, TextIO

import typer

from puntobanco.cli.lazy_commands import LaterCommands
from puntobanco.errors import Failure, Refused, Unreadable
from puntobanco.values.text import escaped
from puntobanco.version import __version__

app = typer.Typer(
    cls=LaterCommands,
    help="Mini-baccarat by the book: four rulebooks, one engine.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"punto {__version__}")
        raise typer.Exit


@app.callback()
def _punto(
    version: bool = typer.Option(
        False,
        "--version",
        callback=_print_version,
        is_eager=True,
        help="Print the version.",
    ),
) -> None:
    pass


def run() -> None:
    """Run the command: exit code 2 for what cannot be read, 1 for what is refused or does not work."""
    _open_streams()
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except Unreadable as error:
        _fail(*(f"error: {problem}" for problem in error.problems), code=2)
    except Refused as refusal:
        _fail(f"refused: {refusal}", code=1)
    except Failure as failure:
        _fail(f"error: {failure}", code=1)
    except USAGE_ERROR as error:
        _explain_usage(error)
    except (typer.Abort, EOFError):
        _fail("Aborted.", code=1)
    except BrokenPipeError:
        _write_nothing_more(sys.stdout)
        sys.exit(1)
    except UnicodeEncodeError as error:
        _write_nothing_more(sys.stdout)
        what = f"{error.object[error.start]!a} cannot be written in {error.encoding}"
        _fail(f"error: the output failed: {what}; set PYTHONIOENCODING=utf-8", code=1)
    except OSError as error:
        _write_nothing_more(sys.stdout)
        _fail(f"error: the output failed: {error.strerror or error}", code=1)
    else:
        sys.exit(code if isinstance(code, int) else 0)


USAGE_ERROR: Any = typer.BadParameter.__base__
"""What typer raises for an unknown option, a missing argument, a number that is none."""


def _explain_usage(error: Any) -> None:
    """One line, or the help of a command that was called with nothing."""
    if "\n" in error.format_message():
        error.show()
        sys.exit(error.exit_code)
    where = "" if error.ctx is None else f" (see {error.ctx.command_path} --help)"
    what = _ENDLESS.sub(r"\1...", error.format_message()).rstrip(".")
    _fail(f"error: {what}{where}", code=error.exit_code)


_ENDLESS = re.compile(r"(\S{80})\S+")
"""A word that nobody reads to its end."""


def _open_streams() -> None:
    """Without standard output there is nothing to do; closed input is empty input."""
    if sys.stdout is None:
        _fail("error: the output failed: standard output is closed", code=1)
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as long as the process


def _write_nothing_more(stream: TextIO) -> None:
    """What could not be written is not tried again, not even at shutdown."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(*messages: str, code: int) -> NoReturn:
    """Say what is wrong, where anybody can be told; the exit code says it in any case."""
    try:
        for message in messages:
            typer.echo(escaped(" ".join(message.split())), err=True)
    except OSError:
        _write_nothing_more(sys.stderr)
    sys.exit(code)
