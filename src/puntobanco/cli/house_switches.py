"""`punto house switch` and `punto house limits`: gaming on and off, and what a patron lets be played."""

from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.common import Format, FormatOption, print_json
from puntobanco.cli.house import FolderArgument, served
from puntobanco.errors import Unreadable
from puntobanco.values.money import Cents, format_dollars, parse_dollars

if TYPE_CHECKING:  # the rules of play are imported when something is done, so that --help stays quick
    from puntobanco.cage.commands import AccountCommand
    from puntobanco.cage.model import Limit
    from puntobanco.cage.state import AccountState
    from puntobanco.streams.actors import Actor

NONE, FOR_EVER = "none", "ever"
LimitOption = Annotated[str | None, typer.Option(metavar="AMOUNT", help="Dollars, or `none`; left out, as it is.")]


def register(app: typer.Typer) -> None:
    """Beside the other commands of `punto house`."""
    app.command()(switch)
    app.command()(limits)


class Turn(StrEnum):
    OFF = "off"
    ON = "on"


def switch(
    folder: FolderArgument,
    turn: Annotated[Turn, typer.Argument(help="Off: no wager passes. On again.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why, in words.")],
    table: Annotated[str | None, typer.Option(metavar="T", help="Only this table.")] = None,
    patron: Annotated[str | None, typer.Option(metavar="P", help="Only this patron, at every table.")] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Switch gaming off or on for everybody, a table or a patron; rounds in play are finished by the book."""
    from puntobanco.app.randomness import command_id
    from puntobanco.cli.house_output import print_answer
    from puntobanco.house import OPERATOR
    from puntobanco.house.commands import DisableGaming, EnableGaming

    kind = DisableGaming if turn is Turn.OFF else EnableGaming
    with served(folder) as house:
        answer = house.handle("house", kind(actor=OPERATOR, table=table, patron=patron, reason=reason), command_id())
    print_answer(1, answer, output)


def limits(
    folder: FolderArgument,
    patron: Annotated[str, typer.Argument(metavar="PATRON", help="Whose limits.")],
    loss_day: LimitOption = None,
    loss_week: LimitOption = None,
    loss_month: LimitOption = None,
    minutes: Annotated[str | None, typer.Option(metavar="N", help="A day at tables, or `none`.")] = None,
    exclude_until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Self-exclusion until this time, such as 2027-01-31, or `ever`.")
    ] = None,
    returns: Annotated[bool, typer.Option("--return", help="The patron plays again after an exclusion.")] = False,
    request: Annotated[str, typer.Option(metavar="TEXT", help="How the patron asked for the change.")] = "",
    output: FormatOption = Format.TEXT,
) -> None:
    """Show a patron's own limits on play, or change them as the patron asked."""
    from puntobanco.app.randomness import command_id

    asked = {"loss_day": loss_day, "loss_week": loss_week, "loss_month": loss_month, "minutes": minutes}
    given = _commands(asked, exclude_until, request, returns=returns)
    if not given:
        _print_limits(_seen(folder, patron), output)
        return
    with served(folder) as house:
        stream = f"cage/{patron}"
        for make in given:
            house.handle(stream, make(house.look(stream).state), command_id())
        _print_limits(house.look(stream).state, output)


def _commands(
    asked: dict[str, str | None], until: str | None, request: str, *, returns: bool
) -> "list[Callable[[AccountState | None], AccountCommand]]":
    """What is to be done, each from the account as it is then."""
    from puntobanco.cage import commands as cage
    from puntobanco.house import OPERATOR

    changes = {name: _most(name, text) for name, text in asked.items() if text is not None}
    found: list[Callable[[AccountState | None], AccountCommand]] = []
    if changes:
        found.append(lambda state: _limited(OPERATOR, request, {**_wanted(state), **changes}))
    if until is not None:
        end = None if until == FOR_EVER else _moment(until)
        found.append(lambda _: cage.ExcludeSelf(actor=OPERATOR, until=end, request=request))
    if returns:
        found.append(lambda _: cage.ReturnToPlay(actor=OPERATOR, request=request))
    return found


def _limited(actor: "Actor", request: str, most: dict[str, int | None]) -> "AccountCommand":
    from puntobanco.cage.commands import LimitPlay

    day, week, month, minutes = (most[name] for name in ("loss_day", "loss_week", "loss_month", "minutes"))
    return LimitPlay(actor=actor, request=request, loss_day=day, loss_week=week, loss_month=month, minutes=minutes)


def _most(name: str, text: str) -> Cents | None:
    if text == NONE:
        return None
    if name != "minutes":
        return parse_dollars(text)
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise Unreadable(f"minutes: {text[:20]!r} is no number of minutes: write 0 to 1440, or none")
    return int(text)


def _moment(text: str) -> int:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"exclude-until: {text[:40]!r} is no time: write 2027-01-31, or ever") from None
    return int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()) * 10**6


def _wanted(state: "AccountState | None") -> dict[str, int | None]:
    """What was asked for last: what is not named stays as it is."""
    if state is None:
        return dict.fromkeys(("loss_day", "loss_week", "loss_month", "minutes"))
    return {name: limit.most if limit.later is None else limit.later.most for name, limit in _limits(state).items()}


def _limits(state: "AccountState") -> "dict[str, Limit]":
    losses = state.losses
    return {"loss_day": losses.day, "loss_week": losses.week, "loss_month": losses.month, "minutes": state.minutes}


def _seen(folder: Path, patron: str) -> "AccountState | None":
    from puntobanco.app.house.read_only_house import looking
    from puntobanco.streams.event import fold

    with looking(folder) as seen:
        # records of every kind of stream have events
        return fold([event for _, record in seen.log(f"cage/{patron}", 0) for event in record.events])


def _print_limits(state: "AccountState | None", output: Format) -> None:
    if state is None:
        raise Unreadable("this patron has no account: open one with punto house do DIR cage/PATRON")
    excluded = None if state.excluded is None else {"since": state.excluded.since, "until": state.excluded.until}
    limits = _limits(state)
    if output is Format.JSON:
        print_json(
            {
                "patron": state.patron,
                "limits": {name: _as_data(one) for name, one in limits.items()},
                "excluded": excluded,
            }
        )
        return
    for name, one in limits.items():
        later = "" if one.later is None else f", from {_time(one.later.since)} on {_shown(name, one.later.most)}"
        print(f"{name:10}  {_shown(name, one.most)}{later}")
    if excluded is not None:
        until = "for ever" if excluded["until"] is None else f"until {_time(excluded['until'])}"
        print(f"{'excluded':10}  {until}")


def _as_data(limit: "Limit") -> dict[str, object]:
    later = None if limit.later is None else {"most": limit.later.most, "since": limit.later.since}
    return {"most": limit.most, "later": later}


def _shown(name: str, most: int | None) -> str:
    if most is None:
        return NONE
    return f"{most} minutes a day" if name == "minutes" else format_dollars(most)


def _time(at: int) -> str:
    from puntobanco.values.dates import moment_in_words

    return moment_in_words(at)
