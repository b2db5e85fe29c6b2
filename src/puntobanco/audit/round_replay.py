"""One round of a table, from the first wager on it to whatever was ruled about it later."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from puntobanco.audit.played_tables import AtTheTable, WhichTable, followed
from puntobanco.audit.stored_record import Line
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.table import TableState
from puntobanco.table.events import PaymentRecorded, RoundReopened, RoundVoided, WagerVoided
from puntobanco.table.model import RoundRecord, RoundState


class Step(AtTheTable, frozen=True):
    """A record of a round, and the table before and after it."""

    later: bool
    """Whether it came when other rounds were being played."""


class Played(Struct, frozen=True):
    """A round that is over: what became of it, its cards, and the rules it was played by."""

    record: RoundRecord
    dealt: RoundState
    rules: TableRules


def rounds_of_shoe(
    lines: Iterable[Line], which: WhichTable, shoe: int, state: TableState | None = None
) -> tuple[Played, ...]:
    """The finished rounds of a table's shoe of this number, in their order, as they stand in the end; all of its lines,
    or those after a state before that shoe."""
    coming = iter(lines)
    return ruled_in_the_end(coming, which, dealt_from_shoe(coming, which, Dealt(shoe=shoe, state=state)))


class Dealt(Struct, frozen=True, kw_only=True):
    """The finished rounds of a shoe after so many records of the table."""

    shoe: int
    number: int = 0
    state: TableState | None
    rounds: Mapping[int, Played] = {}

    def after(self, number: int, state: TableState) -> "Dealt":
        return Dealt(shoe=self.shoe, number=number, state=state, rounds=_noted(self.rounds, state, self.shoe))


def dealt_from_shoe(lines: Iterable[Line], which: WhichTable, dealt: Dealt) -> Dealt:
    """Until a round of another shoe is over: none of these is decided again."""
    for one in followed(lines, which, dealt.state):
        if _has_rounds_anew(one) or _has_another_shoe(one):
            dealt = dealt.after(one.line.number, one.after)
            last = one.after.rounds[-1:]
            if _is_past_ruling(one.after, dealt.shoe) or any(played.shoe > dealt.shoe for played in last):
                break
    return dealt


def ruled_in_the_end(lines: Iterable[Line], which: WhichTable, dealt: Dealt) -> tuple[Played, ...]:
    """Until nothing is ruled about them any more."""
    if dealt.state is None or not _is_past_ruling(dealt.state, dealt.shoe):
        for one in followed(lines, which, dealt.state):
            if _has_rounds_anew(one):
                dealt = dealt.after(one.line.number, one.after)
            if _has_another_shoe(one) and _is_past_ruling(one.after, dealt.shoe):
                break
    return tuple(dealt.rounds.values())


def table_with_rounds(lines: Iterable[Line], which: WhichTable) -> tuple[TableState | None, tuple[Played, ...]]:
    """A table as it is in the end, and all of its finished rounds."""
    found: Mapping[int, Played] = {}
    table = None
    for one in followed(lines, which):
        table = one.after
        if _has_rounds_anew(one):
            found = _noted(found, table)
    return table, tuple(found.values())


def _has_rounds_anew(one: AtTheTable) -> bool:
    return one.before is None or one.after.rounds is not one.before.rounds


def _has_another_shoe(one: AtTheTable) -> bool:
    """Only a shoe that is loaded takes rounds away from rulings."""
    return one.before is not None and one.after.shoe.number != one.before.shoe.number


def _is_past_ruling(state: "TableState | Glimpse", shoe: int) -> bool:
    """Whether nothing is ruled about the rounds of a shoe any more."""
    return state.shoe.number > shoe and all(one.shoe > shoe for one in state.rounds)


def _noted(rounds: Mapping[int, Played], state: TableState, shoe: int | None = None) -> Mapping[int, Played]:
    """With the rounds of a shoe, or of all, as a table has them now."""
    found, ended = dict(rounds), state.ended
    for one in state.rounds if shoe is None else [one for one in state.rounds if one.shoe == shoe]:
        before = found.get(one.number)
        if ended is not None and ended.round.number == one.number:
            found[one.number] = Played(one, ended.round, ended.rules)
        elif before is not None:
            found[one.number] = Played(one, before.dealt, before.rules)
    return found


def steps_of(lines: Iterable[Line], which: WhichTable, number: int, state: TableState | None = None) -> Iterator[Step]:
    """The records of a table's round of this number, in their order, from all of its lines or those after a state
    before that round."""
    for one in followed(lines, which, state):
        here = one.before is not None and one.before.round_number == number
        if here or _is_about(one, number):
            yield Step(**asdict(one), later=not here)
        if which.tournament is None and _has_another_shoe(one) and _is_closed(one.after, number):
            break  # a stage may open a table anew


def _is_closed(state: TableState, number: int) -> bool:
    """Whether nothing can be recorded about a round any more: rulings are on rounds that the table still has."""
    return state.round_number > number and all(one.number != number for one in state.rounds)


def round_at(lines: Iterable[Line], which: WhichTable, number: int, state: TableState | None = None) -> int | None:
    """The round that was played, or came next, when the record of this number was written; from all lines, or those
    after a state before that record."""
    found = next((one for one in followed(lines, which, state) if one.line.number == number), None)
    return None if found is None or found.before is None else found.before.round_number


RULED = (RoundReopened, RoundVoided, WagerVoided, PaymentRecorded)
"""Events about a round of this number, whichever is played meanwhile."""


def _is_about(one: AtTheTable, number: int) -> bool:
    """Whether the command names the round, or an event rules on it or opens it again."""
    ruled = (event.number for event in one.events if isinstance(event, RULED))
    return getattr(one.command, "round", None) == number or number in ruled


# Where to begin


class _Numbered(Struct, frozen=True):
    number: int


class _OfShoe(Struct, frozen=True):
    shoe: int


class _Waiting(Struct, frozen=True):
    shoe: _Numbered


class Glimpse(Struct, frozen=True):
    """What of a table's state says how far it is: the rest of it is not read."""

    round_number: int
    shoe: _Numbered
    interrupted: _Waiting | None
    rounds: tuple[_OfShoe, ...]


Question: TypeAlias = Callable[[Glimpse], bool]


def before_shoe(shoe: int) -> Question:
    """Whether a table was still before its shoe of this number. While a round of the shoe before is decided again, the
    one that waits counts."""
    return lambda state: (state.interrupted or state).shoe.number < shoe


def before_round(number: int) -> Question:
    """Whether a table was surely still before its round of this number: when the last round is decided again, wagers
    may lie for the one after it."""
    return lambda state: state.round_number + 1 < number


def still_ruled(shoe: int) -> Question:
    """Whether rounds of a shoe could still be ruled on, or were still to come."""
    return lambda state: not _is_past_ruling(state, shoe)
