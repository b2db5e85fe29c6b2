"""Gaming is switched off, or on again, by an operator or a supervisor."""

from puntobanco.errors import Refused
from puntobanco.house.events.gaming_switches import GamingDisabled, GamingEnabled
from puntobanco.house.gaming_switches import in_words, scope_of
from puntobanco.house.state import HouseDraft, HouseState
from puntobanco.streams.actors import OPERATOR, SUPERVISOR
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.names import HOUSE
from puntobanco.values.money import LARGEST
from puntobanco.values.text import LONGEST_TEXT, clean


class Switching(Command[HouseState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is switched, and why."""

    table: str | None = None
    """Only this table; neither table nor patron for everybody."""
    patron: str | None = None
    """Only this patron, at every table and tournament."""
    reason: str
    """In words."""
    at: int = 0
    """The time, in microseconds since 1970, which the house fills in."""

    @property
    def scope(self) -> str:
        return scope_of(self.table, self.patron)

    def require_sound(self) -> None:
        if self.table is not None and self.patron is not None:
            raise Refused("two_scopes", HOUSE, "a switch is for a table or for a patron: name one, or neither for all")
        for name in (self.table, self.patron):
            if name is not None and (not name.strip() or clean(name) != name or "/" in name):
                raise Refused("bad_name", HOUSE, "a name is plain text without a stroke")
        if not self.reason.strip() or clean(self.reason, LONGEST_TEXT) != self.reason:
            raise Refused("no_reason", HOUSE, "reason: say in words why")
        if not 0 <= self.at <= LARGEST:
            raise Refused("bad_time", HOUSE, "at is no time: microseconds since 1970")


@given_by(OPERATOR, SUPERVISOR)
class DisableGaming(Switching, tag="disable_gaming.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Switch gaming off for everybody, a table or a patron; rounds in play are finished by the book."""

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        self.require_sound()
        if self.scope in state.off:
            raise Refused("off_already", HOUSE, f"gaming is off for {in_words(self.scope)} already")
        draft.add(
            GamingDisabled(
                table=self.table,
                patron=self.patron,
                reason=self.reason,
                number=state.switches + 1,
                at=self.at,
                clause=HOUSE,
            )
        )


@given_by(OPERATOR, SUPERVISOR)
class EnableGaming(Switching, tag="enable_gaming.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Switch gaming on again for what it was switched off for."""

    def decide(self, draft: HouseDraft) -> None:
        state = draft.state
        self.require_sound()
        if self.scope not in state.off:
            raise Refused("on_already", HOUSE, f"gaming is not switched off for {in_words(self.scope)}")
        draft.add(
            GamingEnabled(
                table=self.table,
                patron=self.patron,
                reason=self.reason,
                number=state.off[self.scope].number,
                at=self.at,
                clause=HOUSE,
            )
        )
