"""One table in one pass: what its records come to in a period. Nothing is decided, and only rounds are folded."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from puntobanco.audit.report.incidents import FLOAT_IS_OFF, INCIDENTS, RULINGS, VOID_IN_PLAY, Incident
from puntobanco.audit.report.money import MOVES_MONEY, gained
from puntobanco.audit.report.play import Play, Wagered
from puntobanco.audit.report.rounds import OpenRounds, Round
from puntobanco.money import Cents
from puntobanco.rules.table_rules import TableRules
from puntobanco.table import events
from puntobanco.table.actors import DEALER, Actor
from puntobanco.table.parts import RoundKind

LONGEST_PAUSE = 15 * 60 * 10**6
"""Without a record for longer than that, nobody was playing."""
NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What is counted."""

    since: int | None = None
    """Microseconds since 1970; none for the beginning."""
    until: int | None = None
    """Up to it, and not it."""
    whose: str | None = None
    """The wagers of one patron only."""
    step_of: Callable[[int], str] = lambda _: ""
    """The part of the period in which a time lies, for the course of the win; in their order by name."""
    by_shoe: bool = False
    listing: bool = False
    """Whether incidents and rounds are kept one by one."""

    def holds(self, time: int) -> bool:
        return (self.since is None or time >= self.since) and not self.is_over(time)

    def is_over(self, time: int) -> bool:
        return self.until is not None and time >= self.until


EVERYTHING = Scope()


class Figures:
    """Sums of a table or a dealer."""

    __slots__ = ("active", "play", "rounds")

    def __init__(self) -> None:
        self.play = Play()
        self.rounds = 0
        self.active = 0
        """Microseconds in which there was play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatCounted:
    time: int
    count: str
    amount: Cents
    book: Cents
    by: str


class TableTally:
    """What is known of a table after the records so far."""

    def __init__(self, name: str, scope: Scope, rules: dict[str, TableRules]) -> None:
        self.name, self.scope = name, scope
        self.rules = rules
        """By digest, of all tables."""
        self.digest = ""
        self.shoe = 0
        self.round_number = 1
        self._rounds = OpenRounds()
        self._dealer: str | None = None
        self._time: int | None = None
        self._happened: Sequence[events.Event] = ()
        self.all = Figures()
        self.dealers: defaultdict[str, Figures] = defaultdict(Figures)
        self.shoes: defaultdict[int, Figures] = defaultdict(Figures)
        self.course: defaultdict[str, Play] = defaultdict(Play)
        self.without_wagers = self.void_rounds = 0
        self.drop = self.cashed_out = self.filled = self.credited = self.win = self.owed = self.errors = 0
        self.disputes: Counter[str] = Counter()
        self.given_in_disputes = 0
        self.rulings: Counter[tuple[str, str, str]] = Counter()
        """Person, role and what was decided."""
        self.irregularities: Counter[tuple[str, str]] = Counter()
        """What went wrong, and who dealt."""
        self.voids: Counter[tuple[str, str]] = Counter()
        """Result and reason."""
        self.voided_win: Counter[tuple[str, str]] = Counter()
        """What the house had won in these rounds."""
        self.opening: FloatCounted | None = None
        self.last_count: FloatCounted | None = None
        self._moved_before = self._moved_after = 0
        self.incidents: list[Incident] = []
        self.listed: list[Round] = []

    # Records

    def add(self, happened: Sequence[events.Event], by: Actor, time: int) -> None:
        """What one command led to."""
        counts = self.scope.holds(time)
        if self.scope.is_over(time):
            self.finish()
        if by.role is DEALER:
            self._dealer = by.person
        if counts:
            self._pass(time)
        self._time, self._happened = time, happened
        for event in happened:
            kind = type(event)
            if kind in _HEEDED:
                self._heed(event, by, time, counts=counts)
            if counts and kind in _COUNTED:
                self._count(event, by, time)

    def _pass(self, time: int) -> None:
        gap = 0 if self._time is None else time - self._time
        if 0 < gap <= LONGEST_PAUSE:
            self.all.active += gap
            self.dealers[self._dealer or NOBODY].active += gap

    def finish(self) -> None:
        """The period is over: rounds that could still have changed count as they are."""
        self._close(self._rounds.take_ended())

    # Rounds

    def _heed(self, event: Any, by: Actor, time: int, *, counts: bool) -> None:
        """What changes rules, shoe or rounds, in the period or before it."""
        match event:
            case events.TableOpened() | events.ChangeTookEffect():
                self.rules[event.rules.digest] = event.rules
                self.digest = event.rules.digest
            case events.ShoeLoaded():
                self.shoe += 1
                self._close(self._rounds.take_before(self.shoe - self.rules[self.digest].open_shoes.value))
            case events.RoundStarted():
                self.round_number = event.number
                self._rounds.start(Round(event.number, event.kind, shoe=self.shoe, digest=self.digest))
            case events.RoundCancelled():
                self._rounds.cancel(event.number)
            case events.RoundReopened():
                self.round_number = event.number
                self._rounds.reopen(event.number)
            case events.RoundEnded():
                self._end(event, by, time, counts=counts)
            case _:
                self._settle(event, by, counts=counts)

    def _settle(self, event: Any, by: Actor, *, counts: bool) -> None:
        """What changes the wagers of a round."""
        found = self._rounds.current if not hasattr(event, "number") else self._rounds.at(event.number)
        if found is None:
            return
        match event:
            case events.StageSettled():
                found.lines = (*found.lines, *event.wagers)
                found.dealer = (self._dealer if by.role is DEALER else found.dealer or self._dealer) or by.person
            case events.StageReopened() | events.StageReversed():
                found.without(event)
            case events.RoundBecameVoidHand():
                found.kind = RoundKind.VOID_HAND
            case events.RoundVoided():
                if counts:
                    self._count_void(found, event.reason.replace("_", " "))
                found.void = True
            case events.WagerVoided() | events.PaymentRecorded():
                found.change(event)

    def _end(self, event: events.RoundEnded, by: Actor, time: int, *, counts: bool) -> None:
        found = self._rounds.current
        self._rounds.current = None
        if found is None:
            return
        self.round_number = event.number + 1
        found.ended, found.in_period, found.void = time, counts, event.void
        found.result, found.facts = event.result, event.facts if self.scope.listing else None
        if counts and event.void:
            self._count_void(found, _why_void(self._happened))
            self._note(event, VOID_IN_PLAY, by, time)

    def _count_void(self, found: Round, reason: str) -> None:
        key = ("undecided" if found.result is None else found.result.value, reason)
        self.voids[key] += 1
        self.voided_win[key] += found.win

    def _close(self, rounds: Iterable[Round]) -> None:
        """Rounds that do not change any more."""
        for one in rounds:
            if one.in_period and one.ended is not None:
                self._done(one)

    def _done(self, one: Round) -> None:
        if one.void:
            self.void_rounds += 1
        elif one.kind is not RoundKind.WAGERS:
            self.without_wagers += 1
        else:
            self._add_play(one)
        if self.scope.listing:
            self.listed.append(one)

    def _add_play(self, one: Round) -> None:
        whose = self.scope.whose
        lines = one.lines if whose is None else tuple(line for line in one.lines if line.patron == whose)
        coup = Wagered.of(lines)
        if coup is None and whose is not None:
            return
        self.errors += sum(line.error for line in lines if not line.voided)
        for figures in self._figures_of(one):
            figures.rounds += 1
            if coup is not None:
                figures.play.add(one.digest, coup)
        if coup is not None:
            self.course[self.scope.step_of(one.ended or 0)].add(one.digest, coup)

    def _figures_of(self, one: Round) -> tuple[Figures, ...]:
        both = (self.all, self.dealers[one.dealer or NOBODY])
        return (*both, self.shoes[one.shoe]) if self.scope.by_shoe else both

    # Money and rulings

    def _count(self, event: Any, by: Actor, time: int) -> None:
        """What counts in the period in which it was written down."""
        kind = type(event)
        if kind in _WON:
            won, owed = gained(event)
            self.win += won
            self.owed += owed
        if kind in RULINGS:
            self.rulings[by.person, by.role.value, RULINGS[kind]] += 1
        if kind in INCIDENTS:
            self._note(event, INCIDENTS[kind], by, time)
        match event:
            case events.BoughtIn() if self.scope.whose in (None, event.patron):
                self.drop += event.amount
            case events.CashedOut() | events.DepartedPaid() if self.scope.whose in (None, event.patron):
                self.cashed_out += event.amount
            case events.FloatFilled():
                self.filled += event.amount
            case events.FloatCredited():
                self.credited += event.amount
            case events.FloatCounted():
                self._count_float(event, by, time)
            case events.IrregularityFound():
                self.irregularities[event.irregularity.in_words, self._dealer or NOBODY] += 1
            case events.DisputeRaised() | events.DisputeDecided() | events.ReviewAsked():
                self._count_dispute(event)
            case events.DisputeSettled():
                self.given_in_disputes += event.amount

    def _count_float(self, event: events.FloatCounted, by: Actor, time: int) -> None:
        found = FloatCounted(time=time, count=event.count.value, amount=event.amount, book=event.book, by=by.person)
        if self.opening is None:
            self.opening, self._moved_before = found, self.filled - self.credited
        self.last_count, self._moved_after = found, self.filled - self.credited
        if event.amount != event.book:
            self._note(event, FLOAT_IS_OFF, by, time)

    @property
    def counted_win(self) -> Cents | None:
        """From the first count of the period to the last one, fills and credits between them apart."""
        first, last = self.opening, self.last_count
        if first is None or last is None or first is last:
            return None
        return last.amount - first.amount - (self._moved_after - self._moved_before)

    def _count_dispute(self, event: events.DisputeRaised | events.DisputeDecided | events.ReviewAsked) -> None:
        match event:
            case events.DisputeRaised():
                self.disputes["raised"] += 1
            case events.DisputeDecided(referred=referred):
                self.disputes["decided"] += 1
                self.disputes["referred"] += referred
            case events.ReviewAsked():
                self.disputes["referred"] += 1

    def _note(self, event: Any, what: str, by: Actor, time: int) -> None:
        if self.scope.listing:
            self.incidents.append(
                Incident(
                    time=time,
                    table=self.name,
                    shoe=self.shoe,
                    round=event.number if type(event) in _ABOUT_A_ROUND else self.round_number,
                    what=what,
                    by=by,
                    patron=getattr(event, "patron", None),
                    sentence=event.told(by.person),
                    clause=event.clause,
                )
            )


def _why_void(happened: Sequence[events.Event]) -> str:
    """What one command led to says why it made a round void."""
    for event in happened:
        match event:
            case events.IrregularityFound():
                return event.irregularity.in_words
            case events.WagerReturned() | events.StageReversed():
                return event.reason.replace("_", " ")
            case _:
                pass
    return "no reason given"


_HEEDED = frozenset(
    {
        events.TableOpened,
        events.ChangeTookEffect,
        events.ShoeLoaded,
        events.RoundStarted,
        events.RoundCancelled,
        events.RoundReopened,
        events.RoundEnded,
        events.StageSettled,
        events.StageReopened,
        events.StageReversed,
        events.RoundBecameVoidHand,
        events.RoundVoided,
        events.WagerVoided,
        events.PaymentRecorded,
    }
)
_WON = MOVES_MONEY | {events.StageSettled}
_COUNTED = (
    _WON
    | INCIDENTS.keys()
    | {events.FloatFilled, events.FloatCredited, events.FloatCounted, events.DisputeRaised, events.ReviewAsked}
)
_ABOUT_A_ROUND = frozenset(
    {
        events.RoundVoided,
        events.WagerVoided,
        events.PaymentRecorded,
        events.ErrorRecorded,
        events.RoundReopened,
        events.RoundEnded,
    }
)
