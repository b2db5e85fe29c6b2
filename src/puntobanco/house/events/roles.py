"""People: roles that were given and taken, who deals, who came in and went."""

from puntobanco.house.grants import Access, Leaving, Person, Place, Session, place_in_words
from puntobanco.house.state import HouseEventBase, HouseState, still_dealing
from puntobanco.house.table_operation import TableName
from puntobanco.streams.actors import Role
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.replace import changed


class RoleGranted(HouseEventBase, tag="role_granted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody may act in a role at a place from now on."""

    person: Person
    role: Role
    place: Place

    def apply(self, state: HouseState) -> HouseState:
        held = {**state.grants.get(self.person, {}), self.place: self.role}
        return still_dealing(changed(state, grants={**state.grants, self.person: held}))

    def describe(self, by: str, /) -> str:
        return f"{by} makes {self.person} {self.role} {place_in_words(self.place)}"


class RoleRevoked(HouseEventBase, tag="role_revoked.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody may no longer act in a role at a place."""

    person: Person
    role: Role
    place: Place

    def apply(self, state: HouseState) -> HouseState:
        held = {place: role for place, role in state.grants.get(self.person, {}).items() if place != self.place}
        others = {person: one for person, one in state.grants.items() if person != self.person}
        return still_dealing(changed(state, grants={**others, self.person: held} if held else others))

    def describe(self, by: str, /) -> str:
        return f"{by} ends that {self.person} is {self.role} {place_in_words(self.place)}"


class DealerChanged(HouseEventBase, tag="dealer_changed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another dealer deals at a table from now on."""

    table: TableName
    person: Person
    was: Person | None
    """Who dealt before; null if nobody did."""

    def apply(self, state: HouseState) -> HouseState:
        return changed(state, dealing={**state.dealing, self.table: self.person})

    def describe(self, _: str, /) -> str:
        return f"{self.person} deals at table {self.table}{'' if self.was is None else f' in place of {self.was}'}"


class LoggedIn(HouseEventBase, tag="logged_in.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody came in."""

    person: Person
    session: Session

    def apply(self, state: HouseState) -> HouseState:
        return state

    def describe(self, _: str, /) -> str:
        return f"{self.person} logs in ({self.session})"


class LoggedOut(HouseEventBase, tag="logged_out.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody is no longer logged in."""

    person: Person
    session: Session
    why: Leaving

    def apply(self, state: HouseState) -> HouseState:
        return state

    def describe(self, _: str, /) -> str:
        return f"{self.person} is logged out ({self.session}, {self.why.replace('_', ' ')})"


class SecondFactorFailed(
    HouseEventBase, tag="second_factor_failed.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Somebody knew a password and not the code that goes with it."""

    person: Person
    session: Session

    def apply(self, state: HouseState) -> HouseState:
        return state

    def describe(self, _: str, /) -> str:
        return f"{self.person} fails the second factor ({self.session})"


class AccessChanged(HouseEventBase, tag="access_changed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody comes in by something else from now on, or not at all."""

    person: Person
    access: Access
    by: Person | None
    """Who did it; null at the house's own machine."""

    def apply(self, state: HouseState) -> HouseState:
        return state

    def describe(self, house: str, /) -> str:
        return IN_WORDS[self.access].format(by=self.by or house, person=self.person)


IN_WORDS = {
    Access.INVITED: "{by} makes a link by which {person} comes in",
    Access.PASSWORD_SET: "{person} sets a password by a link; no earlier second factor counts",
    Access.PASSWORD_CHANGED: "{person} takes another password",
    Access.FACTOR_SET_UP: "{person} takes a new second factor into use",
    Access.RECOVERY_CODE_USED: "{person} gives a recovery code in place of the second factor",
    Access.CLOSED: "{by} closes the account of {person}: nobody enters by it",
    Access.OPENED: "{by} opens the account of {person} again",
    Access.TOKEN_MADE: "{by} makes a token by which a program comes in as {person}",
    Access.SCREEN_ADDED: "{by} makes a token by which a screen comes in: {person}",
    Access.TOKEN_TAKEN_BACK: "{by} takes back a token of {person}",
}


class WithdrawalLimitSet(
    HouseEventBase, tag="withdrawal_limit_set.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """One person alone pays out no more than this from now on."""

    amount: Cents

    def apply(self, state: HouseState) -> HouseState:
        return changed(state, withdrawal_limit=self.amount)

    def describe(self, by: str, /) -> str:
        return f"{by} lets one person pay out {format_dollars(self.amount)} at most"
