"""`punto wagers`: wagers of one's own, from a file or from those that come with the package."""

from pathlib import Path
from typing import Annotated

import typer

from puntobanco import wager_presets
from puntobanco.cli.common import Format, FormatOption, console, print_json, read_text
from puntobanco.errors import Unreadable
from puntobanco.rulebooks.house_rules import written_wager
from puntobanco.rulebooks.printing import pay_table
from puntobanco.rulebooks.wager_file import read_wagers, write_wager
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.text import quoted

PRESET = "preset:"
app = typer.Typer(help="Wagers of your own: those that come along, and what a file declares.", no_args_is_help=True)


@app.command("list")
def list_presets(output: FormatOption = Format.TEXT) -> None:
    """The wagers that come with the package; `--wager-file preset:NAME` takes one."""
    found = {f"{PRESET}{name}": read_wagers(wager_presets.text(name)) for name in wager_presets.names()}
    if output is Format.JSON:
        print_json({name: [_as_dict(wager) for wager in wagers] for name, wagers in found.items()})
        return
    from rich.table import Table

    table = Table("Wager file", "Wager", "Id", "Pays", box=None, pad_edge=False, header_style="none")
    for name, wagers in found.items():
        for wager in wagers:
            table.add_row(name, wager.name, wager.id, pay_table(wager))
    console().print(table)


@app.command()
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A wager file, - for standard input, or preset:NAME.")],
    output: FormatOption = Format.TEXT,
) -> None:
    """What a wager file declares: the text of a preset, and each wager in words."""
    wagers = wagers_of(file)
    if output is Format.JSON:
        print_json([_as_dict(wager) for wager in wagers])
        return
    if file.startswith(PRESET):
        print(wager_text(file))
    for wager in wagers:
        print(f"{wager.name} ({wager.id}): {pay_table(wager)}")


def wagers_of(file: str) -> tuple[Wager, ...]:
    """The wagers of a file, or of a preset, every line of which decides some coup."""
    from puntobanco.exact_odds.paytable import idle_lines

    found = read_wagers(wager_text(file))
    for wager in found:
        for number in idle_lines(wager):
            raise Unreadable(f"wager {quoted(wager.name)}, {_why_idle(wager, number)}")
    return found


def _why_idle(wager: Wager, number: int) -> str:
    if len(wager.lines) == 1:
        return "when: no coup is like that, for the condition contradicts itself: write another"
    return f"line {number} decides no coup: it contradicts itself, or comes too late behind lines that say more"


def wager_text(file: str) -> str:
    """The text of a wager file that a user named, or of a preset."""
    if file.startswith(PRESET):
        return wager_presets.text(file.removeprefix(PRESET))
    return read_text(Path(file), "wager file")


def _as_dict(wager: Wager) -> dict[str, object]:
    """The fields of a file, and the pair that goes among the choices of `open_table`."""
    return {**write_wager(wager), "choice": list(written_wager(wager))}
