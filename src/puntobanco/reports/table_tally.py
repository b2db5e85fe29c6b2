"""One table in one pass: what its records come to in a period. Nothing is decided, and only rounds are folded."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from puntobanco.reports.incidents import FLOAT_IS_OFF, INCIDENTS, VOID_IN_PLAY, Incident
from puntobanco.reports.open_rounds import OpenRounds, Round
from puntobanco.reports.period_totals import COUNTED, Books
from puntobanco.reports.results_against_odds import Play, Wagered
from puntobanco.reports.scope import Scope
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import DEALER, Actor
from puntobanco.table import events
from puntobanco.table.model import RoundKind
from puntobanco.table.phrases import reason_in_words

LONGEST_PAUSE = 15 * 60 * 10**6
"""Without a record for longer than that, nobody was playing."""
NOBODY = "nobody"


class Figures:
    """Sums of a table, a dealer or a shoe."""

    __slots__ = ("active", "play", "rounds")

    def __init__(self) -> None:
        self.play = Play()
        self.rounds = 0
        self.active = 0
        """Microseconds in which there was play."""

    def add(self, other: "Figures") -> None:
        self.rounds += other.rounds
        self.active += other.active
        for digest, wagered in other.play.by_rules.items():
            self.play.add(digest, wagered)


class TableTally:
    """What is known of a table after the records so far."""

    def __init__(self, name: str, scope: Scope, rules: dict[str, TableRules]) -> None:
        self.name, self.scope = name, scope
        self.rules = rules
        """By digest, of all tables."""
        self.records = 0
        """In the period."""
        self.books = Books(scope.whose)
        self.all = Figures()
        self.dealers: defaultdict[str, Figures] = defaultdict(Figures)
        self.shoes: defaultdict[int, Figures] = defaultdict(Figures)
        self.course: defaultdict[str, Play] = defaultdict(Play)
        self.without_wagers = self.void_rounds = 0
        self.errors = 0
        """What patrons got too much and do not owe, in wagers that stand."""
        self.irregularities: Counter[tuple[str, str]] = Counter()
        """What went wrong, and who dealt."""
        self.voids: Counter[tuple[str, str]] = Counter()
        """Result and reason."""
        self.voided_win: Counter[tuple[str, str]] = Counter()
        """What the house had won in these rounds."""
        self.incidents: list[Incident] = []
        self.listed: list[Round] = []
        self._digest = ""
        self._shoe = 0
        self._round_number = 1
        self._rounds = OpenRounds()
        self._dealer: str | None = None
        self._time: int | None = None

    # Records

    def add(self, happened: Sequence[events.TableEvent], by: Actor, time: int) -> None:
        """What one command led to."""
        counts = self.scope.holds(time)
        if self.scope.is_over(time):
            self.finish()
        if by.role is DEALER:
            self._dealer = by.person
        if counts:
            self.records += 1
            self._pass(time)
        self._time = time
        for event in happened:
            kind = type(event)
            if counts and isinstance(event, events.RoundVoided):
                self._count_void(event)
            if kind in _HEEDED:
                self._heed(event, by, time, counts=counts)
            if counts and kind in COUNTED:
                self.books.count(event, by)
            if counts and kind in _NOTED:
                self._note(event, happened, by, time)

    def _pass(self, time: int) -> None:
        gap = 0 if self._time is None else time - self._time
        if 0 < gap <= LONGEST_PAUSE:
            self.all.active += gap
            self.dealers[self._dealer or NOBODY].active += gap

    def finish(self) -> None:
        """The period is over: rounds that could still have changed count as they are."""
        self._close(self._rounds.take_ended())

    # Rounds

    def _heed(self, event: events.TableEvent, by: Actor, time: int, *, counts: bool) -> None:
        """What changes rules, shoe or rounds, in the period or before it."""
        match event:
            case events.TableOpened() | events.ChangeTookEffect():
                self.rules[event.rules.digest] = event.rules
                self._digest = event.rules.digest
            case events.ShoeLoaded():
                self._shoe += 1
                self._close(self._rounds.take_before(self._shoe - self.rules[self._digest].open_shoes.value))
            case events.RoundStarted():
                self._round_number = event.number
                self._rounds.start(Round(event.number, event.kind, shoe=self._shoe, digest=self._digest))
            case events.RoundReopened():
                self._round_number = event.number
                self._rounds.reopen(event.number)
            case events.RoundEnded():
                self._end(event, time, counts=counts)
            case _:
                self._settle(event, by)

    def _end(self, event: events.RoundEnded, time: int, *, counts: bool) -> None:
        found = self._rounds.current
        self._rounds.current = None
        self._round_number = event.number + 1
        if found is not None:
            found.ended, found.in_period, found.void = time, counts, event.void
            found.result, found.facts = event.result, event.facts if self.scope.listing else None

    def _settle(self, event: events.TableEvent, by: Actor) -> None:
        """What changes the wagers of a round."""
        found = self._rounds.at(event.number) if hasattr(event, "number") else self._rounds.current
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
                found.void = True
            case events.WagerVoided() | events.PaymentRecorded():
                found.change(event)

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
        lines = [line for line in one.standing if whose in (None, line.patron)]
        coup = Wagered.of(lines)
        if coup is None and whose is not None:
            return
        self.errors += sum([line.error for line in lines])
        for figures in self._figures_of(one):
            figures.rounds += 1
            if coup is not None:
                figures.play.add(one.digest, coup)
        if coup is not None:
            self.course[self.scope.step_of(one.ended or 0)].add(one.digest, coup)

    def _figures_of(self, one: Round) -> tuple[Figures, ...]:
        both = (self.all, self.dealers[one.dealer or NOBODY])
        return (*both, self.shoes[one.shoe]) if self.scope.by_shoe else both

    # What was out of the ordinary

    def _count_void(self, event: events.RoundVoided) -> None:
        """Before the round becomes void, and while it is known what it had come to."""
        found = self._rounds.at(event.number)
        key = (
            NOT_KNOWN if found is None or found.result is None else found.result.value,
            reason_in_words(event.reason),
        )
        self.voids[key] += 1
        self.voided_win[key] += 0 if found is None else found.win

    def _note(self, event: events.TableEvent, happened: Sequence[events.TableEvent], by: Actor, time: int) -> None:
        match event:
            case events.IrregularityFound():
                self.irregularities[event.irregularity.in_words, self._dealer or NOBODY] += 1
            case events.RoundEnded():
                if not event.void:
                    return
                self.voids[UNDECIDED, _why_void(happened)] += 1
            case events.FloatCounted():
                if not event.amount - event.book:
                    return
        if self.scope.listing:
            self.incidents.append(self._incident(event, by, time))

    def _incident(self, event: events.TableEvent, by: Actor, time: int) -> Incident:
        return Incident(
            time=time,
            table=self.name,
            shoe=self._shoe,
            round=event.number if isinstance(event, _ABOUT_A_ROUND) else self._round_number,
            what=_NOTED[type(event)],
            by=by,
            patron=getattr(event, "patron", None),
            sentence=event.describe(by.person),
            clause=event.clause,
        )


UNDECIDED, NOT_KNOWN = "undecided", "not known"


def _why_void(happened: Sequence[events.TableEvent]) -> str:
    """What one command led to says why it made a round void."""
    for event in happened:
        match event:
            case events.IrregularityFound():
                return event.irregularity.in_words
            case events.WagerReturned() | events.StageReversed():
                return reason_in_words(event.reason)
            case _:
                pass
    return "no reason given"


_NOTED: dict[type[events.TableEvent], str] = {
    **INCIDENTS,
    events.RoundEnded: VOID_IN_PLAY,
    events.FloatCounted: FLOAT_IS_OFF,
}
_HEEDED = frozenset(
    {
        events.TableOpened,
        events.ChangeTookEffect,
        events.ShoeLoaded,
        events.RoundStarted,
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
_ABOUT_A_ROUND = (
    events.RoundVoided,
    events.WagerVoided,
    events.PaymentRecorded,
    events.ErrorRecorded,
    events.RoundReopened,
    events.RoundEnded,
)
