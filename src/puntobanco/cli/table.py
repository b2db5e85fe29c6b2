"""`punto table run`: a table in a file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from puntobanco.cli.common import Format, read_text
from puntobanco.errors import Unreadable, UnreadableLines
from puntobanco.json_text import read_json
from puntobanco.words import choose, clean, did_you_mean, quoted

app = typer.Typer(help="The live table.", no_args_is_help=True)


@app.callback()
def _table() -> None:
    pass


@app.command()
def run(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="Commands, one JSON object a line; - is stdin.")],
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

    audience = None if view is None else _audience(view)
    commands = commands_in(read_text(script, "script"))
    table = TableRun(None if shoe_seed is None else repeatable(shoe_seed))
    answers = list(_play(table, commands, strict=strict))
    if audience is not None:
        _check_present(audience, answers)
    for line, answer in answers:
        _print_answer(line, answer, output, audience)
    if strict and any(answer.refused is not None for _, answer in answers):
        raise typer.Exit(1)
    if audience is not None and table.state is not None:
        _print_view(table.state, audience, output)
    if ledger and table.state is not None:
        _print_balances(_balances_for(table.state, audience), output)


def _play(table: Any, commands: list[tuple[int, Any]], *, strict: bool) -> Iterator[tuple[int, Any]]:
    """What came of each line, until the first refusal if there must be none."""
    for line, command in commands:
        for answer in table.do(command):
            yield line, answer
            if strict and answer.refused is not None:
                return


def commands_in(text: str) -> list[tuple[int, Any]]:
    """The commands of a script by line; blank lines and lines that start with # are skipped."""
    found: list[tuple[int, Any]] = []
    problems: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append((number, _command_in(line)))
        except Unreadable as error:
            problems.append(f"line {number} of the script: {error}")
    if problems:
        raise UnreadableLines(*problems)
    return found


def _command_in(line: str) -> Any:
    from puntobanco.record.codec import decode_command

    try:
        data = read_json(line)
        if not isinstance(data, dict):
            raise Unreadable("write a JSON object")
        return decode_command(data)
    except RecursionError:  # brackets that JSON can just hold
        raise Unreadable("brackets are nested too deeply") from None


def _audience(text: str) -> Any:
    from puntobanco.table import Actor, Role

    role, _, person = text.partition(":")
    if role not in Role.__members__.values() or (role == "patron") != bool(person):
        meant = did_you_mean(role, Role)
        hint = f"did you mean {meant}? " if meant not in (None, role) else ""
        others = "write dealer, supervisor, operator, auditor or patron:NAME"
        raise Unreadable(f"{quoted(text)} is no audience: {hint}{others}")
    return Actor(clean(person or role), Role(role))


def _check_present(audience: Any, answers: list[tuple[int, Any]]) -> None:
    """A patron who never did anything at the table saw nothing of it."""
    from puntobanco.table import Role

    done = (answer.command.actor for _, answer in answers if answer.refused is None)
    present = tuple(dict.fromkeys(actor.person for actor in done if actor.role is Role.PATRON))
    if audience.role is Role.PATRON and audience.person not in present:
        raise Unreadable(f"no patron {quoted(audience.person)} was at the table: {choose(audience.person, present)}")


def _print_answer(line: int, answer: Any, output: Format, audience: Any) -> None:
    from puntobanco.record.codec import encode_command, encode_event
    from puntobanco.table.tell import in_words, plain, tell
    from puntobanco.table.views import hears_refusal, refused_as_heard, seen, told

    if answer.refused is not None and (audience is None or hears_refusal(audience, answer.command.actor)):
        refusal = answer.refused
        if output is Format.TEXT:
            what = in_words(encode_command(answer.command)["do"])
            print(f"Refused {what} (line {line}): {plain(str(refusal))}")
        else:
            why = {"code": refusal.code, "clause": refusal.clause, "sentence": refusal.sentence, "line": line}
            command = encode_command(answer.command)
            heard = command if audience is None else refused_as_heard(command, audience)
            print(json.dumps({"refused": heard, **why}, ensure_ascii=False))
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

    found = view(state, audience)
    if output is Format.JSON:
        print(json.dumps({"view": found}, ensure_ascii=False))
        return
    from puntobanco.cli.view_page import page

    for line in page(found, audience):
        print(line)


def _balances_for(state: Any, audience: Any) -> dict[str, int]:
    """All balances, or those that an audience may see."""
    from puntobanco.table.views import owns

    balances = state.balances.items()
    return {account: balance for account, balance in balances if audience is None or owns(account, audience)}


def _print_balances(balances: dict[str, int], output: Format) -> None:
    from puntobanco.money import format_dollars
    from puntobanco.table.tell import account_in_words

    if output is Format.JSON:
        print(json.dumps({"balances": balances}))
        return
    for account, balance in sorted(balances.items()):
        print(f"{account_in_words(account):40} {format_dollars(balance):>16}")
