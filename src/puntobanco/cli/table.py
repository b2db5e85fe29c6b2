"""`punto table run`: a table in a file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from puntobanco.cli.common import Format, read_text
from puntobanco.errors import Unreadable

app = typer.Typer(help="The live table.", no_args_is_help=True)


@app.callback()
def _table() -> None:
    pass


@app.command()
def run(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="Commands, one JSON object a line.")],
    shoe_seed: Annotated[int | None, typer.Option(metavar="N", help="Deal from a repeatable virtual shoe.")] = None,
    output: Annotated[Format, typer.Option("--format", help="JSON lines, or a log for a supervisor.")] = Format.JSON,
    ledger: Annotated[bool, typer.Option("--ledger", help="Print the final balances, too.")] = False,  # noqa: FBT002
    view: Annotated[
        str | None, typer.Option(metavar="ROLE", help="Only what this role would have seen; patron:NAME for a patron.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first refusal.")] = False,  # noqa: FBT002
) -> None:
    """Play a script of commands and print what happened."""
    from puntobanco.app.chance import repeatable
    from puntobanco.app.table_run import TableRun

    table = TableRun(None if shoe_seed is None else repeatable(shoe_seed))
    audience = None if view is None else _audience(view)
    refused = False
    for command in list(commands_in(read_text(script, "script"))):
        for answer in table.do(command):
            _print_answer(answer, output, audience)
            refused = refused or answer.refused is not None
        if refused and strict:
            raise typer.Exit(1)
    if audience is not None and table.state is not None:
        _print_view(table.state, audience, output)
    if ledger and table.state is not None:
        _print_balances(dict(table.state.balances), output)


def commands_in(text: str) -> Iterator[Any]:
    """The commands of a script; blank lines and lines that start with # are skipped."""
    from puntobanco.record.codec import decode_command

    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            data = json.loads(line)
            if not isinstance(data, dict):
                raise Unreadable("write a JSON object")
            yield decode_command(data)
        except json.JSONDecodeError as error:
            raise Unreadable(f"line {number} of the script is not JSON: {error.msg}; write one object a line") from None
        except Unreadable as error:
            raise Unreadable(f"line {number} of the script: {error}") from None


def _audience(text: str) -> Any:
    from puntobanco.table import Actor, Role

    role, _, person = text.partition(":")
    if role not in Role.__members__.values() or (role == "patron") != bool(person):
        raise Unreadable(f"{text!r} is no audience: write dealer, supervisor, operator, auditor or patron:NAME")
    return Actor(person or role, Role(role))


def _print_answer(answer: Any, output: Format, audience: Any) -> None:
    from puntobanco.record.codec import encode_command, encode_event
    from puntobanco.table.tell import tell
    from puntobanco.table.views import hears_refusal, seen, told

    if answer.refused is not None and (audience is None or hears_refusal(audience, answer.command.actor)):
        refusal = answer.refused
        if output is Format.TEXT:
            print(f"Refused {encode_command(answer.command)['do']}: {refusal}")
        else:
            why = {"code": refusal.code, "clause": refusal.clause, "sentence": refusal.sentence}
            print(json.dumps({"refused": encode_command(answer.command), **why}, ensure_ascii=False))
    for event in answer.events:
        if output is Format.TEXT:
            shown = event if audience is None else told(event, audience)
            if shown is not None:
                print(f"{tell(shown)} [{shown.clause}]")
            continue
        record = encode_event(event)
        visible = record if audience is None else seen(record, audience)
        if visible is not None:
            print(json.dumps(visible, ensure_ascii=False))


def _print_view(state: Any, audience: Any, output: Format) -> None:
    from puntobanco.table.views import view

    found = {"view": view(state, audience)}
    print(json.dumps(found, ensure_ascii=False, indent=2 if output is Format.TEXT else None))


def _print_balances(balances: dict[str, int], output: Format) -> None:
    from puntobanco.money import format_dollars

    if output is Format.JSON:
        print(json.dumps({"balances": balances}))
        return
    for account, balance in sorted(balances.items()):
        print(f"{account:40} {format_dollars(balance):>16}")
