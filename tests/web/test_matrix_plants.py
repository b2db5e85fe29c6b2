"""The matrix finds mistakes: each is planted, and a part of the matrix that is there for it must notice."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from puntobanco.app import live_shoe_odds
from puntobanco.app.auth.principal import Kind
from puntobanco.app.house.write_unit import CommandRequest as AskedOfHouse
from puntobanco.house import grants
from puntobanco.house import state as diary_state
from puntobanco.table import Actor, Role
from puntobanco.table.commands import VoidRound
from puntobanco.web import commands as posting
from puntobanco.web import endpoints, live, request
from puntobanco.web.app import ENDPOINTS
from puntobanco.web.authenticate import WATCHER, audience_at
from puntobanco.web.reports import permissions
from puntobanco.web.views.tables import see_sign
from tests.house.roles import person
from tests.web.asked import Asked, asked
from tests.web.matrix import ROWS, proposals_told, told_apart, unexpected_answers
from tests.web.matrix_commands import unexpected_commands

Check = Callable[[Asked], Iterator[str]]
Plant = Callable[[pytest.MonkeyPatch], None]
OF_THE_TABLE = permissions.of_the_table
SIGN = next(one for one in ENDPOINTS if one.does is see_sign)


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("plants")) as found:
        yield found


def about(part: str) -> Check:
    """The rows with this in their path."""
    return lambda at: unexpected_answers(at, tuple(row for row in ROWS if part in row.path))


def commands_in(stream: str) -> Check:
    return lambda at: unexpected_commands(at, stream)


def without_asking(call: Any) -> Any:
    """The sign of any table, to anybody who is in."""
    return see_sign(replace(call, visitor=replace(call.visitor, person=person("O"), kind=Kind.SESSION)))


def on_any_screen(door: Any, visitor: Any, stream: str) -> Actor | None:
    return WATCHER if visitor.kind is Kind.DEVICE else audience_at(door, visitor, stream)


def tells_first(call: Any) -> str:
    """Whether there is such a table is said before anybody is asked who they are there."""
    request.require_table(call.house, call.path["table"])
    call.audience(f"table/{call.path['table']}")
    return f"table/{call.path['table']}"


def of_anybody(call: Any) -> Actor:
    return Actor(person=call.visitor.person, role=Role.AUDITOR)


def of_any_table(call: Any) -> Actor:
    return OF_THE_TABLE(replace(call, path={**call.path, "table": "1"}))


def off_duty(**asked: Any) -> AskedOfHouse:
    return AskedOfHouse(**{**asked, "on_duty": False})


def any_role(held: Any, *_: Any) -> Role | None:
    return next(iter(held.values()), None)


PLANTS: dict[str, tuple[Check, Plant]] = {
    "any staff looks into any account": (
        about("/accounts/"),
        lambda at: at.setattr(grants, "_at_an_account", any_role),
    ),
    "staff sees the odds of a shoe": (
        about("/odds"),
        lambda at: at.setattr(live_shoe_odds, "sees_composition", lambda role, **_: role is not Role.PATRON),
    ),
    "a screen sees another table": (about("/tables"), lambda at: at.setattr(request, "audience_at", on_any_screen)),
    "a screen follows another table": (about("/live"), lambda at: at.setattr(live, "audience_at", on_any_screen)),
    "the log of the house is for any role": (
        about("house=log"),
        lambda at: at.setattr(diary_state, "role_at", any_role),
    ),
    "who is there is told before who may know": (told_apart, lambda at: at.setattr(request.Call, "table", tells_first)),
    "proposals are told of": (proposals_told, lambda at: at.setattr(posting, "BY_NUMBER", ())),
    "staff needs no second factor": (
        about("/you"),
        lambda at: at.setattr(endpoints, "require", lambda *_: None),
    ),
    "nobody is taken for the operator": (
        about("/you"),
        lambda at: at.setattr(endpoints, "token_in", lambda *_: "token O"),
    ),
    "anybody has any patron's papers": (
        about("/patrons/"),
        lambda at: at.setattr(permissions, "of_the_patron", of_anybody),
    ),
    "anybody replays rounds of a tournament": (
        about("/audit/tournaments"),
        lambda at: at.setattr(permissions, "of_the_tournament", of_anybody),
    ),
    "anybody has the house's papers": (
        about("/bundles"),
        lambda at: at.setattr(permissions, "of_the_house", of_anybody),
    ),
    "anybody has checkpoints signed": (
        about("/audit/checkpoints"),
        lambda at: at.setattr(permissions, "of_whoever_has_bundles", of_anybody),
    ),
    "dealers have reports": (
        about("/reports/tables"),
        lambda at: at.setattr(permissions, "SUPERVISING", permissions.SUPERVISING | {Role.DEALER}),
    ),
    "supervisors of one table have all reports": (
        about("/reports/tables"),
        lambda at: at.setattr(permissions, "of_the_table", of_any_table),
    ),
    "duty is forgotten": (commands_in("table/1"), lambda at: at.setattr(posting, "Asked", off_duty)),
    "scopes are forgotten": (
        commands_in("table/1"),
        lambda at: at.setattr(request.Call, "require", lambda *_: None),
    ),
    "a role too many": (
        commands_in("table/1"),
        lambda at: at.setattr(VoidRound, "roles", VoidRound.roles | {Role.SUPERVISOR}),
    ),
    "a wall acts": (
        commands_in("table/1"),
        lambda at: at.setattr(posting, "acting", lambda audience: Actor(person=audience.person, role=Role.OPERATOR)),
    ),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(at: Asked, plant: str) -> None:
    check, planted = PLANTS[plant]
    with pytest.MonkeyPatch.context() as patch:
        planted(patch)
        assert next(check(at), None) is not None


def test_an_endpoint_without_its_check_is_found(at: Asked) -> None:
    try:
        object.__setattr__(SIGN, "does", without_asking)
        assert next(about("/sign")(at), None) is not None
    finally:
        object.__setattr__(SIGN, "does", see_sign)
