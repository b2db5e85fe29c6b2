"""Roles are given and taken, dealers take tables over, and the program notes who comes and goes."""

from typing import NoReturn

from puntobanco.errors import Refused, Unreadable
from puntobanco.house.events.roles import (
    AccessChanged,
    DealerChanged,
    LoggedIn,
    LoggedOut,
    RoleGranted,
    RoleRevoked,
    SecondFactorFailed,
    WithdrawalLimitSet,
)
from puntobanco.house.grants import (
    PLACES,
    WHOLE_HOUSE,
    Access,
    Leaving,
    Person,
    Place,
    Session,
    place_in_words,
    sort_of_place,
)
from puntobanco.house.state import HouseDraft, HouseState
from puntobanco.house.table_operation import OPERATOR as THE_HOUSE
from puntobanco.house.table_operation import TableName
from puntobanco.streams.actors import DEALER, OPERATOR, Role
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.names import HOUSE, TABLE
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.text import LONGEST_NAME, clean, quoted

CLAUSE = "roles"


def refuse(code: str, sentence: str) -> NoReturn:
    raise Refused(code, CLAUSE, sentence)


@given_by(OPERATOR)
class GrantRole(Command[HouseState], tag="grant_role.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give somebody a role at a place, where nobody has two. Nobody gives a role to oneself.

    Who has a role in the whole house has it everywhere, and no other. Else what is given nearest to a table counts.
    """

    whom: Person
    duty: Role
    place: Place
    """`table/NAME`, `tournament/NAME`, `table/` or `tournament/` for all of them, or `house`."""

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        _require_name(self.whom)
        if self.whom == self.actor.person:
            refuse("own_role", "nobody gives a role to oneself: another operator does")
        if sort_of_place(self.place) not in PLACES[self.duty] or not _is_plain(self.place):
            places = " or ".join(sort.removesuffix("/") for sort in PLACES[self.duty])
            refuse("no_such_place", f"there is no {self.duty} at {quoted(self.place)}: name a {places}")
        self._require_free(state)
        draft.add(RoleGranted(person=self.whom, role=self.duty, place=self.place, clause=CLAUSE))

    def _require_free(self, state: HouseState) -> None:
        held = state.grants.get(self.whom, {})
        found = self.place if self.place in held else WHOLE_HOUSE if WHOLE_HOUSE in held else None
        if found is None and held and self.place == WHOLE_HOUSE:
            found = next(iter(held))
        if found is not None:
            sentence = f"{self.whom} is {held[found]} {place_in_words(found)}: end that first, one role at a place"
            refuse("one_role", sentence)


@given_by(OPERATOR)
class RevokeRole(Command[HouseState], tag="revoke_role.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a role from somebody at a place: whatever comes from them after that is refused."""

    whom: Person
    place: Place
    """As in `grant_role`."""

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        role = state.grants.get(self.whom, {}).get(self.place)
        if role is None:
            refuse("no_such_role", f"{quoted(self.whom)} was given no role {place_in_words(self.place)}")
        draft.add(RoleRevoked(person=self.whom, role=role, place=self.place, clause=CLAUSE))


@given_by(DEALER)
class TakeOver(Command[HouseState], tag="take_over.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Deal at a table from now on, in place of who did until now."""

    table: TableName

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        was, person = state.dealing.get(self.table), self.actor.person
        if state.role_of(person, TABLE + self.table) is not Role.DEALER:
            refuse("no_role", f"{person} is no dealer at table {self.table}: an operator gives that role")
        if was == person:
            refuse("deals_already", f"{person} deals at table {self.table} already")
        draft.add(DealerChanged(table=self.table, person=person, was=was, clause=CLAUSE))


class Noting(Command[HouseState], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the program writes down of somebody: never an address, never a secret."""

    at_the_machine = True

    whom: Person


class NotingVisit(Noting, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What they came in by, too."""

    session: Session


@given_by(OPERATOR)
class NoteLogIn(NotingVisit, tag="note_log_in.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Write down that somebody came in."""

    def decide(self, draft: HouseDraft) -> None:
        _require_name(self.whom)
        draft.add(LoggedIn(person=self.whom, session=self.session, clause=HOUSE))


@given_by(OPERATOR)
class NoteLogOut(NotingVisit, tag="note_log_out.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Write down that somebody is no longer logged in, and why."""

    why: Leaving

    def decide(self, draft: HouseDraft) -> None:
        _require_name(self.whom)
        draft.add(LoggedOut(person=self.whom, session=self.session, why=self.why, clause=HOUSE))


@given_by(OPERATOR)
class NoteFailedFactor(NotingVisit, tag="note_failed_factor.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Write down that somebody knew a password and not the code that goes with it."""

    def decide(self, draft: HouseDraft) -> None:
        _require_name(self.whom)
        draft.add(SecondFactorFailed(person=self.whom, session=self.session, clause=HOUSE))


@given_by(OPERATOR)
class NoteAccess(Noting, tag="note_access.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Write down that somebody's way in is another one."""

    access: Access
    by: Person | None
    """Who did it; null at the house's own machine."""

    def decide(self, draft: HouseDraft) -> None:
        for name in (self.whom, self.by):
            if name is not None:
                _require_name(name)
        draft.add(AccessChanged(person=self.whom, access=self.access, by=self.by, clause=HOUSE))


@given_by(OPERATOR)
class SetWithdrawalLimit(
    Command[HouseState], tag="set_withdrawal_limit.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Say how much one person alone pays out of an account; above it a second one approves."""

    at_the_machine = True

    amount: Cents

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        if self.amount < 0:
            refuse("bad_limit", f"amount: a limit is nothing or more, not {format_dollars(self.amount)}")
        if self.amount == state.withdrawal_limit:
            refuse("nothing_to_do", f"amount: {format_dollars(self.amount)} is the limit already")
        draft.add(WithdrawalLimitSet(amount=self.amount, clause=HOUSE))


def _require_name(person: str) -> None:
    if not _is_plain(person) or "/" in person or person == THE_HOUSE.person or person != " ".join(person.split()):
        refuse("bad_name", f"whom: {quoted(person)} is nobody's name; write plain text without a stroke")


def _is_plain(text: str) -> bool:
    try:
        return 0 < len(text) <= LONGEST_NAME and clean(text) == text
    except Unreadable:
        return False
