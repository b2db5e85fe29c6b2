"""Gaming was switched off, or on again."""

from puntobanco.house.gaming_switches import Moment, Off, ScopeName, SwitchNumber, in_words, scope_of
from puntobanco.house.state import HouseEventBase, HouseState
from puntobanco.values.replace import changed


class GamingDisabled(HouseEventBase, tag="gaming_disabled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gaming was switched off for everybody, a table or a patron: no wager passes from here on."""

    table: ScopeName | None
    patron: ScopeName | None
    reason: str
    number: SwitchNumber
    """Of the switch, which a refusal names."""
    at: Moment

    @property
    def scope(self) -> str:
        return scope_of(self.table, self.patron)

    def apply(self, state: HouseState) -> HouseState:
        off = Off(number=self.number, since=self.at)
        return changed(state, off={**state.off, self.scope: off}, switches=self.number)

    def describe(self, by: str, /) -> str:
        return f"{by} switches gaming off for {in_words(self.scope)}: {self.reason}"


class GamingEnabled(HouseEventBase, tag="gaming_enabled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gaming was switched on again for the same."""

    table: ScopeName | None
    patron: ScopeName | None
    reason: str
    number: SwitchNumber
    """Of the switch that ends."""
    at: Moment

    @property
    def scope(self) -> str:
        return scope_of(self.table, self.patron)

    def apply(self, state: HouseState) -> HouseState:
        return changed(state, off={scope: off for scope, off in state.off.items() if scope != self.scope})

    def describe(self, by: str, /) -> str:
        return f"{by} switches gaming on for {in_words(self.scope)}: {self.reason}"
