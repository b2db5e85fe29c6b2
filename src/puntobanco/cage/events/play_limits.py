"""A patron's own limits on play, self-exclusion, and where a patron who has limits is."""

from collections.abc import Callable

from puntobanco.cage.model import Exclusion, Limit, Losses, Moment
from puntobanco.cage.play_time import came, left, noted
from puntobanco.cage.state import AccountEventBase, AccountState
from puntobanco.values.dates import moment_in_words
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.replace import changed


class PlayLimitsSet(AccountEventBase, tag="play_limits_set.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron limits what is lost and how long it is played; what is tighter binds, what is looser will."""

    loss_day: Limit
    loss_week: Limit
    loss_month: Limit
    minutes: Limit
    """At tables and tournaments, in a day."""
    request: str
    """How the patron asked staff for it; empty where the patron did it."""
    at: Moment

    def apply(self, state: AccountState) -> AccountState:
        losses = Losses(day=self.loss_day, week=self.loss_week, month=self.loss_month)
        return changed(state, losses=losses, minutes=self.minutes, guarded=True)

    def describe(self, by: str, /) -> str:
        limits = {"a day": self.loss_day, "a week": self.loss_week, "a month": self.loss_month}
        lost = [f"{_told(limit, format_dollars)} {when}" for when, limit in limits.items()]
        played = _told(self.minutes, _minutes)
        return f"{by} limits losses of {self.whose} to {', '.join(lost)}, and play to {played} a day"


def _told(limit: Limit, shown: Callable[[int], str]) -> str:
    def one(most: int | None) -> str:
        return "any" if most is None else shown(most)

    return one(limit.most) if limit.later is None else f"{one(limit.most)} ({one(limit.later.most)} in 24 hours)"


def _minutes(most: int) -> str:
    return f"{most} minutes"


class SelfExcluded(AccountEventBase, tag="self_excluded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron plays no more, for a time or for ever."""

    until: Moment | None
    """None for ever."""
    request: str
    """How the patron asked staff for it; empty where the patron did it."""
    at: Moment

    def apply(self, state: AccountState) -> AccountState:
        return changed(state, excluded=Exclusion(since=self.at, until=self.until), guarded=True)

    def describe(self, by: str, /) -> str:
        until = "for ever" if self.until is None else f"until {moment_in_words(self.until)}"
        return f"{by} excludes {self.whose} from play {until}"


class ReturnedToPlay(AccountEventBase, tag="returned_to_play.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron whose exclusion is over wants to play again."""

    request: str
    """How the patron asked staff for it; empty where the patron did it."""
    at: Moment

    def apply(self, state: AccountState) -> AccountState:
        return changed(state, excluded=None)

    def describe(self, by: str, /) -> str:
        return f"{by} lets {self.whose} return to play"


class PlayNoted(AccountEventBase, tag="play_noted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron with limits came to a table or tournament, or played there for the first time in a day."""

    stream: str
    lies: Cents
    """What the patron had there before."""
    at: Moment

    def apply(self, state: AccountState) -> AccountState:
        periods = noted(state.periods, self.stream, self.lies, self.at)
        return changed(state, periods=periods, presence=came(state.presence, self.stream, self.at))

    def describe(self, _: str, /) -> str:
        return f"{self.whose} is at {self.stream} with {format_dollars(self.lies)}"


class LeaveNoted(AccountEventBase, tag="leave_noted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron with limits left a table or tournament."""

    stream: str
    at: Moment

    def apply(self, state: AccountState) -> AccountState:
        return changed(state, presence=left(state.presence, self.stream, self.at))

    def describe(self, _: str, /) -> str:
        return f"{self.whose} is no longer at {self.stream}"
