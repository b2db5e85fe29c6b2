"""What became of wagers, line by line, with the sum that led to each."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from puntobanco.coup.settle import Outcome, judge
from puntobanco.money import Cents, format_dollars
from puntobanco.rules.facts import Facts, PairFacts, Result
from puntobanco.rules.render import commission_text
from puntobanco.rules.table_rules import TableRules
from puntobanco.table.actors import Actor, Role
from puntobanco.table.parts import RoundKind, SettledWager
from puntobanco.table.state import TableState


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
        lines = tuple(_lines(state.rules, state.round.settled, None, actor))
        return Settling(round=state.round.number, lines=lines)
    last = state.rounds[-1] if state.rounds else None
    if last is None:
        return None
    return Settling(round=last.number, lines=tuple(_lines(state.rules, last.settled, last.facts, actor)))


def settled_rounds(state: TableState, actor: Actor) -> tuple[SettledRound, ...]:
    """The rounds that are still open to rulings, the last one first, with one's own wagers."""
    return tuple(
        SettledRound(
            round=one.number,
            shoe=one.shoe,
            kind=one.kind,
            result=one.result,
            void=one.void,
            player=None if one.facts is None else one.facts.player.total,
            banker=None if one.facts is None else one.facts.banker.total,
            lines=tuple(_lines(state.rules, own, one.facts, actor)),
            net=sum(_change(line) for line in own),
        )
        for one in reversed(state.rounds)
        for own in [[line for line in one.settled if _is_own(line, actor)]]
    )


def _is_own(line: SettledWager, actor: Actor) -> bool:
    return actor.role is Role.PATRON and line.patron == actor.person


def _change(line: SettledWager) -> Cents:
    return line.returned - line.stake


def _lines(
    rules: TableRules, settled: Iterable[SettledWager], facts: Facts | None, actor: Actor
) -> Iterator[SettledLine]:
    for line in settled:
        yield SettledLine(
            patron=line.patron,
            area=line.area,
            wager=line.wager,
            stake=line.stake,
            change=_change(line),
            outcome=line.outcome,
            clause=line.clause,
            voided=line.voided,
            reckoned=reckoned(rules, line, facts) if _is_own(line, actor) else None,
        )


def reckoned(rules: TableRules, line: SettledWager, facts: Facts | PairFacts | None) -> str | None:
    """Such as `$100 x 1 less 5% commission = $95`; none for what was not won."""
    wager = next((one for one in rules.wagers if one.id == line.wager), None)
    if wager is None or facts is None or line.outcome is not Outcome.WON or line.voided:
        return None
    odds = judge(wager, facts).odds
    if odds is None:
        return None
    times = str(odds.win) if odds.stake == 1 else f"{odds.win}/{odds.stake}"
    owed = f", {format_dollars(line.commission_owed)} commission owed" if line.commission_owed else ""
    less = "" if line.commission_owed else commission_text(wager.commission)
    return f"{format_dollars(line.stake)} x {times}{less} = {format_dollars(_change(line))}{owed}"
