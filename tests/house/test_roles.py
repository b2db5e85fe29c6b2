"""Roles in the house: the whole matrix, and what two people do. Each harness is tried on planted mistakes."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house import approvals, decide_command, permissions
from puntobanco.errors import Refused
from puntobanco.house import grants, proposals
from puntobanco.house import state as diary_state
from puntobanco.house.commands import DisableGaming
from puntobanco.house.commands import proposals as proposal_commands
from puntobanco.house.events.roles import RoleRevoked
from puntobanco.store import Fate, Unit, row_after
from puntobanco.table import Actor, Role
from puntobanco.table.commands import Settle
from tests.app.house.helpers import Place
from tests.house.approvals import FILL, OZ, SCENES, TABLE, Floor, wrong
from tests.house.roles import grant_all, person, unexpected


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    found = Place(tmp_path)
    found.betting("table/1")
    found.betting("table/2", ("cyd", "dee"))
    grant_all(found.house)
    yield found
    found.house.close()


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    found = Floor(tmp_path)
    yield found
    found.house.close()


# Who may do what


def test_every_role_may_do_what_is_written_down_and_nothing_else(place: Place) -> None:
    found = list(unexpected(place.house))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("table", "patron"), [(None, None), (None, "ann"), ("2", None)])
def test_the_supervisor_of_one_table_switches_gaming_nowhere_else(
    place: Place, table: str | None, patron: str | None
) -> None:
    sue = Actor(person=person("S"), role=Role.SUPERVISOR)
    switch = DisableGaming(actor=sue, table=table, patron=patron, reason="because")
    with pytest.raises(Refused, match="has no role"):
        place.house.handle("house", switch, "off", on_duty=True)


def anywhere(held: Mapping[str, Role], person: str, stream: str) -> Role | None:
    """The role of another table counts, too."""
    return grants.role_at(held, person, stream) or next(iter(held.values()), None)


def all_of_them(*_: Any) -> tuple[Role, ...]:
    return tuple(Role)


def director_as_operator(granted: Role, _: Any) -> tuple[Role, ...]:
    return (Role.OPERATOR, Role.SUPERVISOR) if granted is Role.DIRECTOR else (granted,)


def wall_as_patron(granted: Role, _: Any) -> tuple[Role, ...]:
    return granted, Role.PATRON


def own_cashier(held: Mapping[str, Role], *_: Any) -> Role | None:
    return held.get("house") or Role.PATRON


def nothing(*_: Any) -> None:
    """Nobody looks."""


PLANTS: dict[str, tuple[Any, str, Any]] = {
    "nobody looks at roles": (decide_command, "require_duty", nothing),
    "a role of another table counts": (diary_state, "role_at", anywhere),
    "whoever has a role has all of them": (permissions, "acts_as", all_of_them),
    "a director is an operator": (permissions, "acts_as", director_as_operator),
    "a wall acts as a patron": (permissions, "acts_as", wall_as_patron),
    "an operator is the cashier of the own account": (grants, "_at_an_account", own_cashier),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_the_matrix_finds_a_planted_mistake(place: Place, plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*PLANTS[plant])
    assert next(unexpected(place.house), None) is not None


# What takes two people


@pytest.mark.parametrize("scene", SCENES)
def test_two_people(floor: Floor, scene: str) -> None:
    found = list(wrong(floor, scene))
    assert not found, "\n".join(found)


def always(*_: Any) -> bool:
    return True


def found_of_anybody(state: Any, command: Any) -> Any:
    return state.proposal(command.number)


def the_same(*_: Any) -> str:
    return "round"


MISTAKES: dict[str, tuple[str, tuple[tuple[Any, str, Any], ...]]] = {
    "a fill by one person": ("by two", ((permissions, "takes_two", lambda *_: False),)),
    "an own approval": ("by two", ((proposal_commands, "_of_another", found_of_anybody),)),
    "an approval after ten minutes": ("lapsing", ((proposal_commands, "LASTS", 10**12), (proposals, "LASTS", 10**12))),
    "an approval in another round": ("lapsing", ((approvals, "ground_of", the_same),)),
    "a settlement that takes two": ("what takes two", ((proposals, "TAKES_TWO", {Settle: always}),)),
    "a role that stays when it is revoked": ("revoked", ((RoleRevoked, "apply", lambda _, state: state),)),
    "who proposed it is not looked at again": ("revoked", ((approvals, "require_fitting", nothing),)),
    "any dealer deals": ("revoked", ((permissions, "_require_dealing", nothing),)),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_found(floor: Floor, mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, plants = MISTAKES[mistake]
    for plant in plants:
        monkeypatch.setattr(*plant)
    assert next(wrong(floor, scene), None) is not None


def test_an_approval_and_what_it_carries_out_are_written_together(floor: Floor) -> None:
    floor.proposes(FILL)
    before = floor.house.position
    assert floor.approves(OZ) == "accepted"
    lines = floor.house._store.read_all(before, 10)
    assert [line.stream for line in lines] == ["house", TABLE, "vault"]
    house, table, vault = (floor.house._store.read(line.stream, line.number - 1, 1)[0].body for line in lines)
    assert b'"sibling":{"stream":"table/1"' in house
    assert b'"approved_by":{"person":"oz","role":"operator"}' in table
    assert b'"actor":{"person":"sue","role":"supervisor"}' in table
    assert b'"sibling":{"stream":"table/1"' in vault


def test_where_a_person_is_and_as_what(floor: Floor) -> None:
    house = floor.house
    assert house.may("dan", TABLE) is Role.DEALER
    assert house.may("sid", TABLE) is None
    assert house.may("oz", "cage/ann") is Role.OPERATOR
    assert house.may("ann", "cage/ann") is Role.PATRON
    assert house.may("oz", "cage/oz") is None
    assert dict(house.places_of("sid")) == {"table/2": Role.SUPERVISOR}


# Another process


def test_a_role_that_another_process_has_just_taken_counts(tmp_path: Path) -> None:
    """What this process decides is bound to where the house's own stream stood: if that has gone on, it is late."""
    floor = Floor(tmp_path)
    store, (number, hash_of_it) = floor.house._store, floor.house.look("house").head
    row = row_after(floor.house.look(TABLE).head, TABLE, "late", b"{}")
    (stale,) = store.append([Unit((row,), depends_on=(("house", (number - 1, hash_of_it)),))])
    assert stale.fate is Fate.STALE
    assert store.head().position == floor.house.position
    (fresh,) = store.append([Unit((row,), depends_on=(("house", (number, hash_of_it)),))])
    assert fresh.fate is Fate.WRITTEN
    floor.house.close()
