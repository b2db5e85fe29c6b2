"""Roles in the house's own stream, by themselves: given once, at a place that there is, by another."""

import pytest

from puntobanco.errors import Refused
from puntobanco.house import OPERATOR as THE_HOUSE
from puntobanco.house import HouseState, handle
from puntobanco.house.commands import (
    GrantRole,
    HouseCommand,
    NoteAccess,
    NoteLogIn,
    RevokeRole,
    SetWithdrawalLimit,
    TakeOver,
)
from puntobanco.house.grants import Access, Session
from puntobanco.table import Actor, Role

DAN = Actor(person="dan", role=Role.DEALER)


def after(*commands: HouseCommand) -> HouseState:
    state = HouseState()
    for command in commands:
        state = handle(state, command)[1]
    return state


def grant(person: str, role: Role, place: str) -> GrantRole:
    return GrantRole(actor=THE_HOUSE, whom=person, duty=role, place=place)


def code(state: HouseState, command: HouseCommand) -> str:
    with pytest.raises(Refused) as refused:
        handle(state, command)
    return refused.value.code


def test_nobody_has_a_role_that_was_not_given() -> None:
    for stream in ("table/1", "shoes/1", "tournament/cup", "cage/ann", "vault", "house"):
        assert HouseState().role_of("ann", stream) is None


def test_the_nearest_role_counts() -> None:
    state = after(grant("dan", Role.DEALER, "table/"), grant("dan", Role.PATRON, "table/2"))
    assert [state.role_of("dan", stream) for stream in ("table/1", "shoes/1", "table/2", "shoes/2")] == [
        Role.DEALER,
        Role.DEALER,
        Role.PATRON,
        Role.PATRON,
    ]
    assert [state.role_of("dan", stream) for stream in ("tournament/cup", "house", "vault")] == [None] * 3
    assert state.role_of("dan", "cage/dan") is Role.PATRON
    assert state.role_of("dan", "cage/ann") is None


@pytest.mark.parametrize(
    ("held", "role", "place"),
    [
        ((Role.DEALER, "table/1"), Role.DEALER, "table/1"),
        ((Role.DEALER, "table/1"), Role.PATRON, "table/1"),
        ((Role.OPERATOR, "house"), Role.PATRON, "table/1"),
        ((Role.PATRON, "table/1"), Role.OPERATOR, "house"),
        ((Role.AUDITOR, "house"), Role.OPERATOR, "house"),
    ],
)
def test_one_role_at_a_place(held: tuple[Role, str], role: Role, place: str) -> None:
    state = after(grant("dan", *held))
    assert code(state, grant("dan", role, place)) == "one_role"
    revoked = after(grant("dan", *held), RevokeRole(actor=THE_HOUSE, whom="dan", place=held[1]))
    assert handle(revoked, grant("dan", role, place))[1].role_of("dan", place) is role


@pytest.mark.parametrize(
    ("role", "place"),
    [
        (Role.DEALER, "house"),
        (Role.DIRECTOR, "table/1"),
        (Role.WALL, "house"),
        (Role.PATRON, "cage/ann"),
        (Role.OPERATOR, "vault"),
        (Role.DEALER, "tables/1"),
    ],
)
def test_a_role_that_there_is_not(role: Role, place: str) -> None:
    assert code(HouseState(), grant("dan", role, place)) == "no_such_place"


@pytest.mark.parametrize("name", ["house", "a/b", "a\nb", "a  b", " a"])
def test_a_name_that_nobody_has(name: str) -> None:
    assert code(HouseState(), grant(name, Role.DEALER, "table/1")) == "bad_name"
    assert code(HouseState(), NoteLogIn(actor=THE_HOUSE, whom=name, session=Session.WALL)) == "bad_name"


@pytest.mark.parametrize("access", Access)
@pytest.mark.parametrize("by", ["oz", None])
def test_a_way_in_is_noted_told_and_leaves_no_trace_in_the_state(access: Access, by: str | None) -> None:
    state = after(grant("dan", Role.DEALER, "table/1"))
    (event,), then = handle(state, NoteAccess(actor=THE_HOUSE, whom="dan {x}", access=access, by=by))
    assert then is state
    said = event.describe("house")
    assert "dan {x}" in said
    by_oneself = (Access.PASSWORD_SET, Access.PASSWORD_CHANGED, Access.FACTOR_SET_UP, Access.RECOVERY_CODE_USED)
    assert ((by or "house") in said) == (access not in by_oneself)


@pytest.mark.parametrize("by", ["house", "a/b"])
def test_nobody_of_that_name_has_done_it(by: str) -> None:
    assert code(HouseState(), NoteAccess(actor=THE_HOUSE, whom="dan", access=Access.CLOSED, by=by)) == "bad_name"


def test_what_was_not_given_cannot_be_taken() -> None:
    assert code(HouseState(), RevokeRole(actor=THE_HOUSE, whom="dan", place="table/1")) == "no_such_role"


def test_who_loses_the_role_deals_no_more() -> None:
    dealing = (grant("dan", Role.DEALER, "table/"), TakeOver(actor=DAN, table="1"), TakeOver(actor=DAN, table="2"))
    assert dict(after(*dealing).dealing) == {"1": "dan", "2": "dan"}
    assert dict(after(*dealing, grant("dan", Role.PATRON, "table/2")).dealing) == {"1": "dan"}
    assert dict(after(*dealing, RevokeRole(actor=THE_HOUSE, whom="dan", place="table/")).dealing) == {}


def test_only_a_dealer_takes_a_table_over_and_once() -> None:
    assert code(HouseState(), TakeOver(actor=DAN, table="1")) == "no_role"
    state = after(grant("dan", Role.DEALER, "table/1"), TakeOver(actor=DAN, table="1"))
    assert code(state, TakeOver(actor=DAN, table="1")) == "deals_already"


def test_log_ins_leave_no_trace_in_the_state() -> None:
    state = after(grant("dan", Role.DEALER, "table/1"))
    for session in Session:
        assert handle(state, NoteLogIn(actor=THE_HOUSE, whom="dan", session=session))[1] is state


@pytest.mark.parametrize(("amount", "answer"), [(-1, "bad_limit"), (10_000_00, "nothing_to_do")])
def test_a_limit_is_another_amount(amount: int, answer: str) -> None:
    assert code(HouseState(), SetWithdrawalLimit(actor=THE_HOUSE, amount=amount)) == answer
    assert handle(HouseState(), SetWithdrawalLimit(actor=THE_HOUSE, amount=0))[1].withdrawal_limit == 0
