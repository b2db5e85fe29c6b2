"""The matrix of commands over HTTP: every command, whoever gives it, wherever. Who may is written down in
`tests.house.roles`."""

from collections.abc import Iterator
from typing import Any

import msgspec

from puntobanco.streams.command import AnyCommand, name_of
from puntobanco.table import Actor, Role
from puntobanco.web.command_bodies import OF_SORT, WITHIN, Bodies
from tests.house import roles
from tests.house.roles import CELLS, EVERYWHERE, MAY_NOT, expected, samples
from tests.web.asked import API, Asked, code_of
from tests.web.askers import ASKERS, OUT_OF_SCOPE, Asker
from tests.web.matrix import OF_THE_HOUSE

COMMANDS = {
    f"{API}/tables/{{table}}/commands": "table/",
    f"{API}/tables/{{table}}/shoes/commands": "shoes/",
    f"{API}/tournaments/{{tournament}}/commands": "tournament/",
    f"{API}/accounts/{{person}}/commands": "cage/",
    f"{API}/vault/commands": "vault",
    f"{API}/house/commands": "house",
}
"""Where commands are given, and the streams whose cells are tried there."""
MORE_CELLS = (("table/9", roles.AT_A_TABLE, False), ("cage/nix", roles.AT_ANOTHERS_ACCOUNT, True))
"""What does not exist: a table cannot be spoken to, an account can be opened."""
SENT_WRONG = {"unreadable"}
"""What the house writes itself cannot be sent at all."""
AT_THE_TABLE_ITSELF = "disable_gaming enable_gaming propose"
"""What is asked of the house by whoever has a role at the table that it is about."""


def unexpected_commands(at: Asked, streams: str = "") -> Iterator[str]:
    """Every cell in which a command gets another answer than it must, or is carried out without one."""
    given = samples()
    for stream, table, is_own in (*CELLS[:-1], *MORE_CELLS, CELLS[-1]):
        if not stream.startswith(streams):
            continue
        for name, letters in expected(table).items():
            for asker in ASKERS:
                codes = _codes(asker, name, given[name], stream, letters if is_own else _everywhere(letters))
                before = at.house.position
                found = _given(at, asker, given[name], stream)
                if found not in codes if codes else found in NEVER_TO_WHOEVER_MAY:
                    yield f"{asker.says}: {name} in {stream} gives {found}"
                if found and at.house.position != before:
                    yield f"{asker.says}: {name} in {stream} gives {found}, and is carried out"


NEVER_TO_WHOEVER_MAY = MAY_NOT | {"not_logged_in", "factor_needed", "out_of_scope", "not_found", "unreadable"}


def _everywhere(letters: str) -> str:
    return "".join(letter for letter in letters if letter in EVERYWHERE)


def _codes(asker: Asker, name: str, command: Any, stream: str, letters: str) -> set[str]:
    """The codes of which one must be answered; none where it must not be refused for who asks."""
    if asker.stopped is not None:
        return {asker.stopped[1]}
    if stream == "table/9":
        return {"not_found"} if asker.letter in OF_THE_HOUSE else {"no_role"}
    may = _letter_at(asker, name, stream) in letters.replace("-", "") and bool(asker.like)
    if body_of(command) is None:
        return MAY_NOT | SENT_WRONG
    if asker.scope not in asker.scopes:
        return {OUT_OF_SCOPE[1]} if may else MAY_NOT | {OUT_OF_SCOPE[1]}
    if asker.letter == "g" and may and name != "take_over":
        return {"not_dealing"}
    return set() if may else MAY_NOT


def _letter_at(asker: Asker, name: str, stream: str) -> str:
    """As whom somebody acts there, by the letters of the matrix of commands."""
    if asker.letter not in "og":
        return asker.like or "?"
    at_table = stream in ("table/1", "shoes/1") or (stream == "house" and name in AT_THE_TABLE_ITSELF.split())
    deals = stream == "house" and name == "take_over" and asker.letter == "g"
    return {"o": "O", "g": "D"}[asker.letter] if at_table or deals else "?"


def _given(at: Asked, asker: Asker, command: Any, stream: str) -> str:
    person = asker.person or "somebody"
    given = roles.by(command, Actor(person=person, role=Role.PATRON))
    body = body_of(given) or {"do": name_of(given)}
    status, answer = at.ask(asker, "POST", _address_of(stream.replace("own", person)), body)
    return code_of(status, answer)


def _address_of(stream: str) -> str:
    sort, _, name = stream.partition("/")
    beside = {"table": "tables", "shoes": "tables", "tournament": "tournaments", "cage": "accounts"}.get(sort, sort)
    parts = [API, beside, *([name] if name else []), *(["shoes"] if sort == "shoes" else []), "commands"]
    return "/".join(parts)


def body_of(command: Any) -> dict[str, Any] | None:
    """A command as it is sent; none for what nobody sends."""
    found = _kinds().get(type(command))
    if found is None:
        return None
    members = {name: getattr(command, name) for name in found.__struct_fields__}
    if type(command) in WITHIN:
        members["command"] = body_of(command.command)
    sent: dict[str, Any] = msgspec.to_builtins({"do": name_of(command), **members})
    return sent


def _kinds() -> dict[type[AnyCommand], type[msgspec.Struct]]:
    rooms: set[Bodies] = {*OF_SORT.values(), *WITHIN.values()}
    return {kind: body for room in rooms for body, kind in room.kinds.items()}
