"""`punto table run`: a table in a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from puntobanco.cli.common import (
    Format,
    WagerFileOption,
    WhatIfOption,
    own_wagers,
    print_lifted,
    read_bytes,
    read_text,
    what_if_as_dict,
)
from puntobanco.cli.scripts import (
    audience_of,
    balances_seen_by,
    lines_in,
    print_accounts,
    print_alarms,
    print_object,
    print_refusal,
)
from puntobanco.errors import Unreadable
from puntobanco.values.text import choose, quoted

if TYPE_CHECKING:  # the rules of play are imported when a script is played, so that --help stays quick
    from puntobanco.app.table_runner import Answer, TableRun
    from puntobanco.app.virtual_shoe import VirtualShoe
    from puntobanco.streams.actors import Actor
    from puntobanco.table.commands import TableCommand
    from puntobanco.table.state import TableState

    Commanded: TypeAlias = tuple[int, tuple[TableCommand, Actor | None]]
    """A command by its line, and who approved it."""
    Answered: TypeAlias = tuple[int, Answer]

app = typer.Typer(help="The live table.", no_args_is_help=True)


@app.callback()
def _table() -> None:
    pass


@app.command()
def run(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="Commands, one JSON object a line; - is stdin.")],
    shoe_seed: Annotated[int | None, typer.Option(metavar="N", help="Deal from a repeatable virtual shoe.")] = None,
    output: Annotated[Format, typer.Option("--format", help="JSON lines, or a log for a supervisor.")] = Format.JSON,
    ledger: Annotated[bool, typer.Option("--ledger", help="Print the final balances, too.")] = False,
    view: Annotated[
        str | None, typer.Option(metavar="ROLE", help="Only what this role would have seen; patron:NAME for a patron.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first refusal.")] = False,
    wager_files: WagerFileOption = None,
    what_if: WhatIfOption = False,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the records of the table, one a line, for `replay`.")
    ] = None,
    fair: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what a patron holds of the virtual shoes, for `fair verify`."),
    ] = None,
) -> None:
    """Play a script of commands and print what happened."""
    from puntobanco.app.randomness import repeatable
    from puntobanco.app.table_runner import TableRun

    if fair is not None and shoe_seed is None:
        raise Unreadable("--fair is about virtual shoes: say --shoe-seed, too")
    if what_if and (records is not None or fair is not None):
        raise Unreadable("--what-if is a rehearsal, and no audit could follow its log: leave out --records and --fair")
    audience = audience_of(view)
    commands = _with_wagers(commands_in(read_text(script, "script")), wager_files)
    table = TableRun(None if shoe_seed is None else repeatable(shoe_seed), what_if=what_if)
    answers = list(_play(table, commands, strict=strict))
    _check_present(audience, answers)
    if records is not None:
        _keep(records, answers)
    if fair is not None and table.shoe is not None:
        _keep_acts(fair, table.shoe)
    _print_what_if(table.state, output)
    for line, answer in answers:
        _print_answer(line, answer, output, audience)
    if strict and any(answer.refused is not None for _, answer in answers):
        raise typer.Exit(1)
    _print_end(table.state, output, audience, shows_view=view is not None, ledger=ledger)


@app.command()
def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="Records, one a line, as `run --records` keeps them.")],
    output: Annotated[Format, typer.Option("--format", help="JSON lines, or a log for a supervisor.")] = Format.JSON,
    ledger: Annotated[bool, typer.Option("--ledger", help="Print the final balances, too.")] = False,
    view: Annotated[
        str | None, typer.Option(metavar="ROLE", help="Only what this role would have seen; patron:NAME for a patron.")
    ] = None,
) -> None:
    """Read the records of a table and print what happened; nothing is decided again."""
    from puntobanco.app.table_runner import Answer
    from puntobanco.table.stream_type import TABLES

    audience = audience_of(view)
    records = list(TABLES.read_log(read_bytes(log, "log").splitlines()))
    answers = [(one.number, Answer(one.command, one.events, None, one)) for one in records]
    _check_present(audience, answers)
    for number, answer in answers:
        _print_answer(number, answer, output, audience)
    _print_end(TABLES.fold_records(records), output, audience, shows_view=view is not None, ledger=ledger)


def _keep(path: Path, answers: "list[Answered]") -> None:
    from puntobanco.table.stream_type import TABLES

    kept = (TABLES.format.write(answer.record) + b"\n" for _, answer in answers if answer.record is not None)
    path.write_bytes(b"".join(kept))


def _keep_acts(path: Path, shoe: "VirtualShoe") -> None:
    """What was published of the shoes; nobody goes on with the last one, so that it is revealed."""
    from puntobanco.fair_shoes.events import write_act

    shoe.abandon()
    path.write_bytes(b"".join(write_act(act) + b"\n" for act in shoe.acts))


def _print_end(
    state: "TableState | None", output: Format, audience: "Actor", *, shows_view: bool, ledger: bool
) -> None:
    if shows_view and state is not None:
        _print_view(state, audience, output)
    if ledger and state is not None:
        _print_balances(state, audience, output)


def _play(table: "TableRun", commands: "list[Commanded]", *, strict: bool) -> "Iterator[Answered]":
    """What came of each line, until the first refusal if there must be none."""
    for line, (command, approved_by) in commands:
        for answer in table.do(command, approved_by):
            yield line, answer
            if strict and answer.refused is not None:
                return


def commands_in(text: str) -> "list[Commanded]":
    """The commands of a script by line, each with who approved it."""
    from puntobanco.log.script import read_approved

    return lines_in(text, read_approved)


def _with_wagers(commands: "list[Commanded]", wager_files: list[str] | None) -> "list[Commanded]":
    """The script with wagers of the house's own among the choices of whoever opens the table."""
    from puntobanco.table.commands import OpenTable
    from puntobanco.values.replace import changed

    own = own_wagers(wager_files).written()
    return [
        (line, (changed(one, choices=(*one.choices, *own)) if isinstance(one, OpenTable) else one, approved))
        for line, (one, approved) in commands
    ]


def _print_what_if(state: "TableState | None", output: Format) -> None:
    """What the table has that its book does not allow."""
    if state is not None and output is Format.TEXT:
        print_lifted(state.rules)
    elif state is not None and (found := what_if_as_dict(state.rules)):
        print_object(found)


def _check_present(audience: "Actor", answers: "list[Answered]") -> None:
    """A patron who never did anything at the table, nor was given chips there, saw nothing of it."""
    from puntobanco.table import Role
    from puntobanco.table.commands import IssueChips

    done = [answer.command for _, answer in answers if answer.refused is None]
    acted = [one.actor.person for one in done if one.actor.role is Role.PATRON]
    present = tuple(dict.fromkeys([*acted, *(one.patron for one in done if isinstance(one, IssueChips))]))
    if audience.role is Role.PATRON and audience.person not in present:
        raise Unreadable(f"no patron {quoted(audience.person)} was at the table: {choose(audience.person, present)}")


def _print_answer(line: int, answer: "Answer", output: Format, audience: "Actor") -> None:
    from puntobanco.log.redact import SEES_BALANCES, as_heard, hears_refusal, redact
    from puntobanco.log.script import print_command, print_event
    from puntobanco.streams.command import name_of
    from puntobanco.table.views.describe import tell

    by = answer.command.done_by
    if answer.refused is not None and hears_refusal(audience, answer.command.actor):
        heard = print_command(as_heard(answer.command, audience))
        print_refusal(line, heard, name_of(answer.command), answer.refused, output)
    for event in answer.events:
        seen = redact(event, audience)
        if seen is not None and output is Format.TEXT:
            print(f"{tell(seen.event, by.person)} [{seen.event.clause}]")
        elif seen is not None:
            print_object(print_event(seen.event, by, seen.hidden))
    if audience.role in SEES_BALANCES:
        print_alarms(answer.alarms, output)


def _print_view(state: "TableState", audience: "Actor", output: Format) -> None:
    from puntobanco.log.script import print_view
    from puntobanco.table.views.visible_state import view

    found = view(state, audience)
    if output is Format.JSON:
        print_object({"view": print_view(found)})
        return
    from puntobanco.cli.view_output import page

    for line in page(found, audience):
        print(line)


def _print_balances(state: "TableState", audience: "Actor", output: Format) -> None:
    from puntobanco.log.script import print_balances

    balances = balances_seen_by(state, audience)
    if output is Format.JSON:
        print_object({"balances": print_balances(balances)})
    else:
        print_accounts(balances)
