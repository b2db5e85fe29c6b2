"""A patron's own limits on play, and self-exclusion: set by the patron, or by staff whom the patron asked."""

from collections.abc import Iterator

from puntobanco.cage.command import EVERYBODY, OPERATOR, PATRON, SUPERVISOR, require_moment, require_patrons_own
from puntobanco.cage.events.account import LimitsSet
from puntobanco.cage.events.play_limits import LeaveNoted, PlayLimitsSet, PlayNoted, ReturnedToPlay, SelfExcluded
from puntobanco.cage.model import Exclusion, Limit
from puntobanco.cage.queries.limits import limit_after
from puntobanco.cage.state import CLAUSE, AccountDraft, AccountState, refuse
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.legal_action import LegalAction
from puntobanco.values.money import LARGEST, Cents, Count, format_dollars

MINUTES_IN_A_DAY = 24 * 60


class OwnAsked(Command[AccountState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What only the patron wants, whoever writes it down."""

    request: str = ""
    """Where staff gives it: how the patron asked for it."""
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    @classmethod
    def may_set(cls, state: AccountState, actor: Actor) -> bool:
        """Return whether it is the patron's own account, or staff may write down what its patron asked for."""
        return state.patron is not None and (actor.role is not Role.PATRON or state.patron == actor.person)

    @classmethod
    def request_of(cls, actor: Actor) -> tuple[str, ...]:
        """Return the member in which staff says how the patron asked for it."""
        return () if actor.role is Role.PATRON else ("request",)

    def require_patrons_wish(self, state: AccountState) -> None:
        require_moment(self.at)
        if self.actor.role is Role.PATRON:
            require_patrons_own(state, self.actor)
        elif state.patron is None:
            refuse("no_patron", "the house's own money has no patron")
        elif not self.request.strip():
            refuse(
                "no_request",
                f"request: say how {state.whose} asked for it; nobody else limits or excludes a patron here",
            )


@given_by(PATRON)
class SetLimits(Command[AccountState], tag="set_limits.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set own limits. A lower one, or the first, binds at once; a higher one, or none, after 24 hours."""

    deposits: Cents | None
    """The most that is deposited in a day; null for no limit."""
    play: Cents | None
    """The most that is taken to tables and tournaments in a day; null for no limit."""
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    @classmethod
    def legal_actions(cls, state: AccountState, actor: Actor) -> Iterator[LegalAction]:
        if state.patron == actor.person:
            yield LegalAction(cls.kind, asks=("deposits", "play"))

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        require_patrons_own(state, self.actor)
        require_moment(self.at)
        deposits = self._limit("deposits", state.deposits, self.deposits)
        play = self._limit("play", state.play, self.play)
        draft.add(LimitsSet(patron=state.patron, deposits=deposits, play=play, clause=CLAUSE))

    def _limit(self, name: str, before: Limit, most: Cents | None) -> Limit:
        if most is not None and most < 0:
            refuse("bad_limit", f"{name}: a limit is nothing or more, not {format_dollars(most)}")
        return limit_after(before, most, self.at)


@given_by(PATRON, SUPERVISOR, OPERATOR)
class LimitPlay(OwnAsked, tag="limit_play.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limit losses and time at tables. What is tighter, or the first, binds at once; what is looser after 24 hours."""

    loss_day: Cents | None
    """The most that is lost in a day, by UTC; null for no limit."""
    loss_week: Cents | None
    """The same from Monday to Sunday."""
    loss_month: Cents | None
    """The same in a month of the calendar."""
    minutes: Count | None
    """The most minutes a day at tables and tournaments; null for no limit."""

    @classmethod
    def legal_actions(cls, state: AccountState, actor: Actor) -> Iterator[LegalAction]:
        if cls.may_set(state, actor):
            asks = ("loss_day", "loss_week", "loss_month", "minutes", *cls.request_of(actor))
            yield LegalAction(cls.kind, asks=asks)

    def decide(self, draft: AccountDraft) -> None:
        state, losses = draft.state, draft.state.losses
        self.require_patrons_wish(state)
        draft.add(
            PlayLimitsSet(
                patron=state.patron,
                loss_day=self._limit("loss_day", losses.day, self.loss_day, LARGEST),
                loss_week=self._limit("loss_week", losses.week, self.loss_week, LARGEST),
                loss_month=self._limit("loss_month", losses.month, self.loss_month, LARGEST),
                minutes=self._limit("minutes", state.minutes, self.minutes, MINUTES_IN_A_DAY),
                request=self.request,
                at=self.at,
                clause=CLAUSE,
            )
        )

    def _limit(self, name: str, before: Limit, most: int | None, highest: int) -> Limit:
        if most is not None and not 0 <= most <= highest:
            refuse("bad_limit", f"{name}: a limit is nothing or more, and at most {highest}")
        return limit_after(before, most, self.at)


@given_by(PATRON, SUPERVISOR, OPERATOR)
class ExcludeSelf(OwnAsked, tag="exclude_self.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Play no more, at once, for a time or for ever. It can be made longer, and is never undone before its end."""

    until: Count | None
    """In microseconds since 1970; null for ever."""

    @classmethod
    def legal_actions(cls, state: AccountState, actor: Actor) -> Iterator[LegalAction]:
        """Until a later time than before, or permanently."""
        if cls.may_set(state, actor) and (state.excluded is None or state.excluded.until is not None):
            yield LegalAction(cls.kind, asks=("until", *cls.request_of(actor)))

    def decide(self, draft: AccountDraft) -> None:
        state, until = draft.state, self.until
        self.require_patrons_wish(state)
        if until is not None and not self.at < until <= LARGEST:
            refuse("bad_time", "until: a time to come, in microseconds since 1970, or null for ever")
        if state.excluded is not None and not _is_longer(until, state.excluded):
            refuse("excluded_already", f"{state.whose} is excluded for as long already: it can be made longer only")
        draft.add(SelfExcluded(patron=state.patron, until=until, request=self.request, at=self.at, clause=CLAUSE))


def _is_longer(until: int | None, than: Exclusion) -> bool:
    return than.until is not None and (until is None or until > than.until)


@given_by(PATRON, SUPERVISOR, OPERATOR)
class ReturnToPlay(OwnAsked, tag="return_to_play.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Play again, once the time of an exclusion is over."""

    @classmethod
    def legal_actions(cls, state: AccountState, actor: Actor) -> Iterator[LegalAction]:
        """Also before the end of an exclusion: that is checked with the time."""
        if cls.may_set(state, actor) and state.excluded is not None and state.excluded.until is not None:
            yield LegalAction(cls.kind, asks=cls.request_of(actor))

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        self.require_patrons_wish(state)
        if state.excluded is None:
            refuse("not_excluded", f"{state.whose} is not excluded")
        if state.excluded.until is None or self.at < state.excluded.until:
            refuse("still_excluded", "an exclusion is not undone before its end")
        draft.add(ReturnedToPlay(patron=state.patron, request=self.request, at=self.at, clause=CLAUSE))


@given_by(*EVERYBODY)
class NotePlay(Command[AccountState], tag="note_play.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Note that a patron with limits is at a table; the house gives it with what is done there, never alone."""

    only_beside = True

    stream: str
    """The table's or tournament's."""
    lies: Cents
    """What the patron had there before."""
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        require_moment(self.at)
        if not state.guarded:
            refuse("no_limits", f"{state.whose} has no limits that play is noted for")
        draft.add(PlayNoted(patron=state.patron, stream=self.stream, lies=self.lies, at=self.at, clause=CLAUSE))


@given_by(*EVERYBODY)
class NoteLeave(Command[AccountState], tag="note_leave.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Note that a patron with limits left a table; the house gives it with the leave, never alone."""

    only_beside = True

    stream: str
    """The table's or tournament's."""
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        require_moment(self.at)
        if self.stream not in state.presence.streams:
            refuse("not_there", f"{state.whose} was not noted at {self.stream}")
        draft.add(LeaveNoted(patron=state.patron, stream=self.stream, at=self.at, clause=CLAUSE))
