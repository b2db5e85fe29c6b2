"""What became of wagers, line by line, with the sum that led to each."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from puntobanco.coup.coup import pair_facts
from puntobanco.coup.settle import Outcome, judge, pay
from puntobanco.rulebooks.facts import Facts, PairFacts, Result
from puntobanco.rulebooks.printing import commission_text
from puntobanco.rulebooks.rule_values import AfterStandOff
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Stage
from puntobanco.streams.actors import Actor, Role
from puntobanco.table.model import RoundKind, RoundRecord, RoundState, SettledWager, coup_of
from puntobanco.table.queries.round import INITIAL_DEAL
from puntobanco.table.stakes import NO_STAKES, Stakes
from puntobanco.table.state import TableState
from puntobanco.values.money import Cents, format_dollars


class SettledLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What became of one wager."""

    patron: str
    area: str
    wager: str
    stake: Cents
    change: Cents
    """What the patron has more, or below zero less."""
    outcome: Outcome
    clause: str
    voided: bool
    stays: Cents
    """What of a stand-off still lies there, for the next round."""
    reckoned: str | None
    """The sum in words, where the wager is one's own."""


class SettledRound(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round that is over."""

    round: int
    shoe: int
    kind: RoundKind
    result: Result | None
    void: bool
    player: int | None
    """Totals, of a round that was decided."""
    banker: int | None
    lines: tuple[SettledLine, ...]
    net: Cents
    """Of one's own wagers."""


class Settling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was settled of the round on the table, everybody's."""

    round: int
    lines: tuple[SettledLine, ...]


def settling(state: TableState, actor: Actor) -> Settling | None:
    """Of the round that is dealt, or of the last one until the next begins."""
    if state.round is not None:
        lines = tuple(_lines(state.rules, state.round.settled, _pairs(state.round), actor))
        return Settling(round=state.round.number, lines=lines)
    last = state.rounds[-1] if state.rounds else None
    if last is None:
        return None
    lines = tuple(_lines(state.rules, last.settled, last.facts, actor, lying=state.stakes))
    return Settling(round=last.number, lines=lines)


def _pairs(current: RoundState) -> PairFacts | None:
    """What is known of a round before it is decided."""
    first = coup_of(current.player[:2], current.banker[:2])
    return None if first is None or len(first) < INITIAL_DEAL else pair_facts(first)


def settled_rounds(state: TableState, actor: Actor) -> tuple[SettledRound, ...]:
    """The rounds that are still open to rulings, the last one first, with one's own wagers."""
    last = None if state.round is not None or not state.rounds else state.rounds[-1]
    return tuple(
        settled_round(state.rules, one, actor, lying=state.stakes if one is last else NO_STAKES)
        for one in reversed(state.rounds)
    )


def settled_round(rules: TableRules, one: RoundRecord, actor: Actor, *, lying: Stakes = NO_STAKES) -> SettledRound:
    """A round that is over, with one's own wagers; of the last one some may be lying there still."""
    own = [line for line in one.settled if _is_own(line, actor)]
    return SettledRound(
        round=one.number,
        shoe=one.shoe,
        kind=one.kind,
        result=one.result,
        void=one.void,
        player=None if one.facts is None else one.facts.player.total,
        banker=None if one.facts is None else one.facts.banker.total,
        lines=tuple(_lines(rules, own, one.facts, actor, lying=lying)),
        net=sum(_change(line) for line in own),
    )


def _is_own(line: SettledWager, actor: Actor) -> bool:
    return actor.role is Role.PATRON and line.patron == actor.person


def _change(line: SettledWager) -> Cents:
    return line.returned - line.stake


def _lines(
    rules: TableRules,
    settled: Iterable[SettledWager],
    known: Facts | PairFacts | None,
    actor: Actor,
    *,
    lying: Stakes = NO_STAKES,
) -> Iterator[SettledLine]:
    for line in settled:
        stays = _stays(rules, line, lying)
        yield SettledLine(
            patron=line.patron,
            area=line.area,
            wager=line.wager,
            stake=line.stake,
            change=_change(line),
            outcome=line.outcome,
            clause=line.clause,
            voided=line.voided,
            stays=stays,
            reckoned=_reckoned(rules, line, known, stays) if _is_own(line, actor) else None,
        )


def _stays(rules: TableRules, line: SettledWager, lying: Stakes) -> Cents:
    """What of it lies where it lay."""
    found = lying.at(line.patron, line.area, line.wager)
    if found is None or line.outcome is not Outcome.STOOD_OFF or rules.standoff.value is not AfterStandOff.STAYS:
        return 0
    return min(line.stake, found.amount)


def _reckoned(rules: TableRules, line: SettledWager, known: Facts | PairFacts | None, stays: Cents) -> str | None:
    """Such as `$100 × 1 less 5% commission = $95`."""
    stake = format_dollars(line.stake)
    if line.voided:
        return f"{stake} given back: the round is void"
    match line.outcome:
        case Outcome.WON:
            return None if known is None else won_in_words(rules, line, known)
        case Outcome.STOOD_OFF:
            return f"{stake} stays on the layout" if stays else f"{stake} given back"
        case Outcome.LOST:
            return f"{stake} goes to the house"


def won_in_words(rules: TableRules, line: SettledWager, known: Facts | PairFacts) -> str | None:
    wager = next((one for one in rules.wagers if one.id == line.wager), None)
    if wager is None or (isinstance(known, PairFacts) and wager.settles is Stage.END):
        return None
    verdict = judge(wager, known)
    odds = verdict.odds
    if odds is None or pay(wager, line.stake, verdict, rules.rounding.value).returned != line.returned:
        return None  # the rules have changed since
    times = str(odds.win) if odds.stake == 1 else f"{odds.win}/{odds.stake}"
    owed = f", {format_dollars(line.commission_owed)} commission owed" if line.commission_owed else ""
    less = "" if line.commission_owed else commission_text(wager.commission)
    return f"{format_dollars(line.stake)} × {times}{less} = {format_dollars(_change(line))}{owed}"
