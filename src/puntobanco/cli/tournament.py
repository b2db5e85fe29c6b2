"""`punto tournament`: a tournament in a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from puntobanco.cli.common import Format, FormatOption, HouseOption, SetOption, house_for, read_bytes, read_text
from puntobanco.cli.scripts import (
    audience_of,
    balances_seen_by,
    lines_in,
    print_account,
    print_accounts,
    print_alarms,
    print_object,
    print_refusal,
)
from puntobanco.errors import Refused, Unreadable
from puntobanco.values.text import choose, quoted

if TYPE_CHECKING:  # the rules of play are imported when a script is played, so that --help stays quick
    from puntobanco.app.tournament_runner import Answer, Chances, TournamentRun
    from puntobanco.app.tournament_script import Line
    from puntobanco.streams.actors import Actor
    from puntobanco.table.ledger import TableAccount
    from puntobanco.tournament.commands import PlanTournament
    from puntobanco.tournament.events import TournamentEvent
    from puntobanco.tournament.state import TournamentState
    from puntobanco.values.money import Cents

    AnsweredLine: TypeAlias = tuple[int, Line | None, Answer | Refused]
    """What came of the line of a script; conditions plan without one."""

app = typer.Typer(help="Tournaments.", no_args_is_help=True)

BookOption = Annotated[str, typer.Option("--book", metavar="BOOK", help="A book that has tournaments.")]
OutputOption = Annotated[Format, typer.Option("--format", help="JSON lines, or a log to read.")]
LedgerOption = Annotated[bool, typer.Option("--ledger", help="Print money and chips at the end, too.")]
ViewOption = Annotated[
    str | None, typer.Option(metavar="ROLE", help="Only what this role would have seen; patron:NAME for a player.")
]


@app.callback()
def _tournament() -> None:
    pass


@app.command()
def run(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="Lines of JSON objects; - is stdin.")],
    conditions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The conditions document, TOML: the tournament is planned by it."),
    ] = None,
    book_id: BookOption = "act-2015",
    house: HouseOption = None,
    settings: SetOption = None,
    shoe_seed: Annotated[
        int | None, typer.Option(metavar="N", help="Repeatable virtual shoes, ballots and bets of absent players.")
    ] = None,
    output: OutputOption = Format.JSON,
    ledger: LedgerOption = False,
    view: ViewOption = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first refusal.")] = False,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the records of the tournament, one a line, for `replay`.")
    ] = None,
    draws: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep ballots and lots with their results, for `ballot verify`.")
    ] = None,
) -> None:
    """Play a script and print what happened; whoever it does not name acts by themselves."""
    from puntobanco.app.tournament_runner import TournamentRun
    from puntobanco.app.tournament_script import read_line

    audience = audience_of(view)
    plan = None if conditions is None else _plan(book_id, conditions, house, settings)
    lines = lines_in(read_text(script, "script"), read_line)
    tournament = TournamentRun(_chances(shoe_seed))
    answers = list(_play(tournament, plan, lines, strict=strict))
    _check_known(audience, tournament.state)
    if records is not None:
        _keep(records, answers)
    if draws is not None:
        _keep_draws(draws, tournament.state)
    for number, line, answer in answers:
        _print_answer(number, line, answer, output, audience)
    if strict and any(_refusal(answer) is not None for _, _, answer in answers):
        raise typer.Exit(1)
    _print_end(tournament.state, output, audience, shows_view=view is not None, ledger=ledger)


@app.command()
def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="Records, one a line, as `run --records` keeps them.")],
    output: OutputOption = Format.JSON,
    ledger: LedgerOption = False,
    view: ViewOption = None,
) -> None:
    """Read the records of a tournament and print what happened; nothing is decided again."""
    from puntobanco.app.tournament_runner import Answer
    from puntobanco.tournament.stream_type import TOURNAMENTS

    audience = audience_of(view)
    records = list(TOURNAMENTS.read_log(read_bytes(log, "log").splitlines()))
    state = TOURNAMENTS.fold_records(records)
    _check_known(audience, state)
    for one in records:
        _print_answer(one.number, None, Answer(one.command, one.events, None, one), output, audience)
    _print_end(state, output, audience, shows_view=view is not None, ledger=ledger)


@app.command("conditions")
def print_conditions(
    document: Annotated[Path, typer.Argument(metavar="FILE", help="The conditions document, TOML; - is stdin.")],
    book_id: BookOption = "act-2015",
    house: HouseOption = None,
    settings: SetOption = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """The conditions of entry and play, their digest, and the sign at the tables: what prevails is marked."""
    from puntobanco.cli.tournament_output import conditions_as_data, conditions_page

    plan = _plan(book_id, document, house, settings)
    planned = plan.planned()
    if output is Format.JSON:
        print_object(conditions_as_data(planned))
        return
    for line in conditions_page(planned):
        print(line)


# What is played


def _plan(book_id: str, document: Path, house: Path | None, settings: list[str] | None) -> "PlanTournament":
    """The command that plans a tournament by a conditions document."""
    from puntobanco.app.tournament_driver import OPERATOR
    from puntobanco.rulebooks import book
    from puntobanco.tournament.commands import PlanTournament
    from puntobanco.tournament.conditions_file import parse_conditions

    law = book(book_id).tournament
    if law is None:
        raise Refused("no_tournaments", book_id, f"{book_id} has no clauses for tournaments: choose another book")
    found = parse_conditions(read_text(document, "conditions document"), law)
    choices = house_for(house, settings).written()
    return PlanTournament(actor=OPERATOR, book=book_id, choices=choices, conditions=found)


def _chances(shoe_seed: int | None) -> "Chances | None":
    from puntobanco.app.randomness import repeatable

    return None if shoe_seed is None else lambda part: repeatable(shoe_seed, part)


def _play(
    tournament: "TournamentRun", plan: "PlanTournament | None", lines: "list[tuple[int, Line]]", *, strict: bool
) -> "Iterator[AnsweredLine]":
    """What came of each line, until the first refusal if there must be none; conditions plan before the first line."""
    from puntobanco.app.tournament_script_runner import Rehearsal

    if plan is not None:
        (planned,) = tournament.do(plan)
        if planned.refused is not None:
            raise planned.refused
        yield 0, None, planned
    rehearsal = Rehearsal(tournament)
    for number, line in lines:
        for answer in rehearsal.do(line):
            yield number, line, answer
            if strict and _refusal(answer) is not None:
                return


def _refusal(answer: "Answer | Refused") -> Refused | None:
    return answer if isinstance(answer, Refused) else answer.refused


def _check_known(audience: "Actor", state: "TournamentState | None") -> None:
    """Who never entered, nor waited to, saw nothing of the tournament."""
    from puntobanco.streams.actors import Role

    known = () if state is None else (*state.known, *(one.player for one in state.reserves))
    if audience.role is Role.PATRON and audience.person not in known:
        name = audience.person
        raise Unreadable(f"no player {quoted(name)} was in the tournament: {choose(name, sorted(known))}")


def _keep(path: Path, answers: "list[AnsweredLine]") -> None:
    from puntobanco.tournament.stream_type import TOURNAMENTS

    records = (answer.record for _, _, answer in answers if not isinstance(answer, Refused))
    path.write_bytes(b"".join(TOURNAMENTS.format.write(record) + b"\n" for record in records if record is not None))


def _keep_draws(path: Path, state: "TournamentState | None") -> None:
    from puntobanco.fair_shoes.draws import write_proof

    proofs = () if state is None else (draw.proof for draw in state.draws)
    path.write_bytes(b"".join(write_proof(proof) + b"\n" for proof in proofs if proof is not None))


# What is printed


def _print_answer(
    number: int, line: "Line | None", answer: "Answer | Refused", output: Format, audience: "Actor"
) -> None:
    from puntobanco.log.redact import SEES_BALANCES

    if isinstance(answer, Refused) or answer.refused is not None:
        _print_refusal(number, line, answer, output, audience)
        return
    for event in answer.events:
        _print_event(event, answer.command.done_by, output, audience)
    if audience.role in SEES_BALANCES:
        print_alarms(answer.alarms, output)


def _print_refusal(
    number: int, line: "Line | None", answer: "Answer | Refused", output: Format, audience: "Actor"
) -> None:
    from puntobanco.app.tournament_script import print_line
    from puntobanco.log.redact import SEES_BALANCES, as_heard_at_tournament, hears_refusal
    from puntobanco.log.tournament_script import print_tournament_command

    if isinstance(answer, Refused):
        if line is not None and audience.role in SEES_BALANCES:
            told = print_line(line)
            print_refusal(number, told, told.get("do") or next(iter(told)), answer, output)
    elif answer.refused is not None and hears_refusal(audience, answer.command.actor):
        heard = print_tournament_command(as_heard_at_tournament(answer.command, audience))
        print_refusal(number, heard, heard["do"], answer.refused, output)


def _print_event(event: "TournamentEvent", by: "Actor", output: Format, audience: "Actor") -> None:
    """What happened, for this audience; of a table, one line for each of its events."""
    from puntobanco.log.redact import redact_each
    from puntobanco.log.tournament_script import print_tournament_event

    for table, seen in redact_each(event, audience):
        if output is Format.TEXT:
            at = "" if table is None else f"Table {table}: "
            print(f"{at}{seen.event.describe(by.person)} [{seen.event.clause}]")
        else:
            print_object(print_tournament_event(seen.event, by, seen.hidden, table))


def _print_end(
    state: "TournamentState | None", output: Format, audience: "Actor", *, shows_view: bool, ledger: bool
) -> None:
    if shows_view and state is not None:
        _print_view(state, audience, output)
    if ledger and state is not None:
        _print_money(_money_seen_by(state, audience), output)
        chips = {name: balances_seen_by(one.state, audience) for name, one in state.tables.items()}
        _print_chips(chips, output)


def _print_view(state: "TournamentState", audience: "Actor", output: Format) -> None:
    from puntobanco.cli.tournament_output import view_page
    from puntobanco.log.script import print_view
    from puntobanco.tournament.views.visible_state import view

    found = view(state, audience)
    if output is Format.JSON:
        print_object({"view": print_view(found)})
        return
    for line in view_page(found, audience):
        print(line)


def _money_seen_by(state: "TournamentState", audience: "Actor") -> dict[str, int]:
    """Fees, pool, commission and prizes, for supervising staff."""
    from puntobanco.log.redact import SEES_BALANCES
    from puntobanco.streams.ledger import written

    return {written(one): amount for one, amount in state.fees.items()} if audience.role in SEES_BALANCES else {}


def _print_money(money: dict[str, int], output: Format) -> None:
    if output is Format.JSON:
        print_object({"money": money})
        return
    print("Money" if money else "No money is held")
    for account, balance in sorted(money.items()):
        print_account(f"  {account.replace('/', ' of ')}", balance)


def _print_chips(chips: "dict[str, dict[TableAccount, Cents]]", output: Format) -> None:
    from puntobanco.log.script import print_balances

    if output is Format.JSON:
        print_object({"chips": {table: print_balances(balances) for table, balances in chips.items()}})
        return
    for table, balances in chips.items():
        print(f"Chips at table {table}")
        print_accounts(balances)
    if not chips:
        print("No chips are at a table")
