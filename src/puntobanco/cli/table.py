"""`punto table run`: a table in a file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from puntobanco.cli.common import Format, read_bytes, read_text
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
    ledger: Annotated[bool, typer.Option("--ledger", help="Print the final balances, too.")] = False,
    view: Annotated[
        str | None, typer.Option(metavar="ROLE", help="Only what this role would have seen; patron:NAME for a patron.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first refusal.")] = False,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the records of the table, one a line, for `replay`.")
    ] = None,
    fair: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what a patron holds of the virtual shoes, for `fair verify`."),
    ] = None,
) -> None:
    """Play a script of commands and print what happened."""
    from puntobanco.app.chance import repeatable
    from puntobanco.app.table_run import TableRun

    if fair is not None and shoe_seed is None:
        raise Unreadable("--fair is about virtual shoes: say --shoe-seed, too")
    audience = None if view is None else _audience(view)
    commands = commands_in(read_text(script, "script"))
    table = TableRun(None if shoe_seed is None else repeatable(shoe_seed))
    answers = list(_play(table, commands, strict=strict))
    if audience is not None:
        _check_present(audience, answers)
    if records is not None:
        _keep(records, answers)
    if fair is not None:
        _keep_acts(fair, table.shoe)
    for line, answer in answers:
        _print_answer(line, answer, output, audience)
    if strict and any(answer.refused is not None for _, answer in answers):
        raise typer.Exit(1)
    _print_end(table.state, output, audience, ledger=ledger)


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
    from puntobanco.app.table_run import Answer
    from puntobanco.record.replay import fold, read_log

    audience = None if view is None else _audience(view)
    records = list(read_log(read_bytes(log, "log").splitlines()))
    answers = [(one.number, Answer(one.command, one.events, None, one)) for one in records]
    if audience is not None:
        _check_present(audience, answers)
    for number, answer in answers:
        _print_answer(number, answer, output, audience)
    _print_end(fold(records), output, audience, ledger=ledger)


def _keep(path: Path, answers: list[tuple[int, Any]]) -> None:
    from puntobanco.record.format import RECORDS

    kept = (RECORDS.write(answer.record) + b"\n" for _, answer in answers if answer.record is not None)
    path.write_bytes(b"".join(kept))


def _keep_acts(path: Path, shoe: Any) -> None:
    """What was published of the shoes; nobody goes on with the last one, so that it is revealed."""
    from puntobanco.fairness.acts import write_act

    shoe.abandon()
    path.write_bytes(b"".join(write_act(act) + b"\n" for act in shoe.house.acts))


def _print_end(state: Any, output: Format, audience: Any, *, ledger: bool) -> None:
    if audience is not None and state is not None:
        _print_view(state, audience, output)
    if ledger and state is not None:
        _print_balances(_balances_for(state, audience), output)


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
    from puntobanco.record.script import read_command

    try:
        data = read_json(line)
        if not isinstance(data, dict):
            raise Unreadable("write a JSON object")
        return read_command(data)
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
    return Actor(person=clean(person or role), role=Role(role))


def _check_present(audience: Any, answers: list[tuple[int, Any]]) -> None:
    """A patron who never did anything at the table, nor was given chips there, saw nothing of it."""
    from puntobanco.table import Role
    from puntobanco.table.commands import IssueChips

    done = [answer.command for _, answer in answers if answer.refused is None]
    acted = [one.actor.person for one in done if one.actor.role is Role.PATRON]
    present = tuple(dict.fromkeys([*acted, *(one.patron for one in done if isinstance(one, IssueChips))]))
    if audience.role is Role.PATRON and audience.person not in present:
        raise Unreadable(f"no patron {quoted(audience.person)} was at the table: {choose(audience.person, present)}")


def _print_answer(line: int, answer: Any, output: Format, audience: Any) -> None:
    from puntobanco.record.redact import SEES_BALANCES, hears_refusal, redact
    from puntobanco.record.script import print_event
    from puntobanco.table.actors import Actor, Role
    from puntobanco.table.reading.tell import tell

    by = answer.command.actor
    audience = Actor(person="", role=Role.AUDITOR) if audience is None else audience
    if answer.refused is not None and hears_refusal(audience, by):
        _print_refusal(line, answer, output, audience)
    for event in answer.events:
        seen = redact(event, audience)
        if seen is not None and output is Format.TEXT:
            print(f"{tell(seen.event, by.person)} [{seen.event.clause}]")
        elif seen is not None:
            print(json.dumps(print_event(seen.event, by, seen.hidden), ensure_ascii=False))
    if audience.role in SEES_BALANCES:
        _print_alarms(answer.alarms, output)


def _print_alarms(alarms: Any, output: Format) -> None:
    """What supervising staff should know about the order of the cards."""
    for alarm in alarms:
        told = {"alarm": alarm.suspicion.value, "place": alarm.place, "cards": alarm.cards}
        print(f"Alarm: {alarm}" if output is Format.TEXT else json.dumps(told))


def _print_refusal(line: int, answer: Any, output: Format, audience: Any) -> None:
    from puntobanco.record.redact import as_heard
    from puntobanco.record.script import print_command
    from puntobanco.table.asking import name_of
    from puntobanco.table.reading.tell import plain
    from puntobanco.table.wording import in_words

    refusal = answer.refused
    if output is Format.TEXT:
        print(f"Refused {in_words(name_of(answer.command))} (line {line}): {plain(str(refusal))}")
        return
    why = {"code": refusal.code, "clause": refusal.clause, "sentence": refusal.sentence, "line": line}
    heard = print_command(as_heard(answer.command, audience))
    print(json.dumps({"refused": heard, **why}, ensure_ascii=False))


def _print_view(state: Any, audience: Any, output: Format) -> None:
    from puntobanco.record.script import print_view
    from puntobanco.table.reading.views import view

    found = view(state, audience)
    if output is Format.JSON:
        print(json.dumps({"view": print_view(found)}, ensure_ascii=False))
        return
    from puntobanco.cli.view_page import page

    for line in page(found, audience):
        print(line)


def _balances_for(state: Any, audience: Any) -> dict[Any, int]:
    """All balances, or those that an audience may see."""
    from puntobanco.record.redact import may_see_balance

    if audience is None:
        return dict(state.balances)
    issued = state.rules.chips_are_issued
    seen = (one for one in state.balances if may_see_balance(one, audience, chips_are_issued=issued))
    return {account: state.balances[account] for account in seen}


def _print_balances(balances: dict[Any, int], output: Format) -> None:
    from puntobanco.money import format_dollars
    from puntobanco.record.script import print_balances
    from puntobanco.table.ledger import written
    from puntobanco.table.wording import account_in_words

    if output is Format.JSON:
        print(json.dumps({"balances": print_balances(balances)}))
        return
    for account in sorted(balances, key=written):
        print(f"{account_in_words(account):40} {format_dollars(balances[account]):>16}")
