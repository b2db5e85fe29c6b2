"""What `punto table` and `punto tournament` share: scripts, audiences, refusals, alarms and accounts."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from puntobanco.cli.common import Format
from puntobanco.errors import Refused, Unreadable, UnreadableLines
from puntobanco.values.strict_json import read_json
from puntobanco.values.text import clean, did_you_mean, quoted

if TYPE_CHECKING:  # the rules of play are imported when a script is played, so that --help stays quick
    from puntobanco.fair_shoes.shuffle_patterns import Alarm
    from puntobanco.streams.actors import Actor
    from puntobanco.table.ledger import TableAccount
    from puntobanco.table.state import TableState
    from puntobanco.values.money import Cents

L = TypeVar("L")


def lines_in(text: str, read: Callable[[dict[str, object]], L]) -> list[tuple[int, L]]:
    """What the lines of a script say, by number; blank lines and lines that start with # are skipped."""
    found: list[tuple[int, L]] = []
    problems: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append((number, _line_in(line, read)))
        except Unreadable as error:
            problems.append(f"line {number} of the script: {error}")
    if problems:
        raise UnreadableLines(*problems)
    return found


def _line_in(line: str, read: Callable[[dict[str, object]], L]) -> L:
    try:
        data = read_json(line)
        if not isinstance(data, dict):
            raise Unreadable("write a JSON object")
        return read(data)
    except RecursionError:  # brackets that JSON can just hold
        raise Unreadable("brackets are nested too deeply") from None


def audience_of(text: str | None) -> "Actor":
    """Who looks on; without a word about it, the auditor, who sees everything."""
    from puntobanco.streams.actors import Actor, Role

    if text is None:
        return Actor(person="", role=Role.AUDITOR)
    role, _, person = text.partition(":")
    if role not in Role.__members__.values() or (role == "patron") != bool(person):
        meant = did_you_mean(role, Role)
        hint = f"did you mean {meant}? " if meant not in (None, role) else ""
        others = "write dealer, supervisor, operator, auditor, wall or patron:NAME"
        raise Unreadable(f"{quoted(text)} is no audience: {hint}{others}")
    return Actor(person=clean(person or role), role=Role(role))


def print_object(told: Mapping[str, object]) -> None:
    print(json.dumps(told, ensure_ascii=False))


def print_refusal(line: int, refused: Mapping[str, object], what: str, refusal: Refused, output: Format) -> None:
    """Why a line, or a command of it, was refused."""
    from puntobanco.table.views.describe import plain
    from puntobanco.values.text import in_words

    if output is Format.TEXT:
        print(f"Refused {in_words(what)} (line {line}): {plain(str(refusal))}")
        return
    why = {"code": refusal.code, "clause": refusal.clause, "sentence": refusal.sentence, "line": line}
    print_object({"refused": refused, **why})


def print_alarms(alarms: Iterable["Alarm"], output: Format) -> None:
    """What supervising staff should know about the order of the cards."""
    for alarm in alarms:
        told = {"alarm": alarm.suspicion.value, "place": alarm.place, "cards": alarm.cards}
        print(f"Alarm: {alarm}" if output is Format.TEXT else json.dumps(told))


def balances_seen_by(state: "TableState", audience: "Actor") -> "dict[TableAccount, Cents]":
    """The balances of a table that an audience may see."""
    from puntobanco.log.redact import may_see_balance

    issued = state.rules.chips_are_issued
    seen = (one for one in state.balances if may_see_balance(one, audience, chips_are_issued=issued))
    return {account: state.balances[account] for account in seen}


def print_accounts(balances: "dict[TableAccount, Cents]") -> None:
    """The accounts of a table, one a line and in words."""
    from puntobanco.streams.ledger import written
    from puntobanco.table.phrases import account_in_words

    for account in sorted(balances, key=written):
        print_account(account_in_words(account), balances[account])


def print_account(account: str, balance: int) -> None:
    from puntobanco.values.money import format_dollars

    print(f"{account:40} {format_dollars(balance):>16}")
