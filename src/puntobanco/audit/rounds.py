"""One round of a table, from the first wager on it to whatever was ruled about it later."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import asdict

from puntobanco.audit.lines import Line
from puntobanco.audit.tables import AtTheTable, WhichTable, followed
from puntobanco.rules.table_rules import TableRules
from puntobanco.table import TableState
from puntobanco.table.events import PaymentRecorded, RoundReopened, RoundVoided, WagerVoided
from puntobanco.table.parts import RoundRecord, RoundState


class Step(AtTheTable, frozen=True):
    """A record of a round, and the table before and after it."""

    later: bool
    """Whether it came when other rounds were being played."""


class Played(Struct, frozen=True):
    """A round that is over: what became of it, its cards, and the rules it was played by."""

    record: RoundRecord
    dealt: RoundState
    rules: TableRules


def rounds_of_shoe(lines: Iterable[Line], which: WhichTable, shoe: int) -> tuple[Played, ...]:
    """The finished rounds of a table's shoe of this number, in their order, as they stand in the end."""
    found: dict[int, Played] = {}
    for one in followed(lines, which):
        before, state = one.before, one.after
        if before is None or state.rounds is not before.rounds:
            _note(found, state, shoe)
        if found and min((played.shoe for played in state.rounds), default=shoe + 1) > shoe:
            break  # nothing is ruled about them any more
    return tuple(found.values())


def _note(found: dict[int, Played], state: TableState, shoe: int) -> None:
    for one in state.rounds:
        before, ended = found.get(one.number), state.ended
        if ended is not None and ended.round.number == one.number and one.shoe == shoe:
            found[one.number] = Played(one, ended.round, ended.rules)
        elif before is not None:
            found[one.number] = Played(one, before.dealt, before.rules)


def steps_of(lines: Iterable[Line], which: WhichTable, number: int) -> Iterator[Step]:
    """The records of a table's round of this number, in their order."""
    for one in followed(lines, which):
        here = one.before is not None and one.before.round_number == number
        if here or _is_about(one, number):
            yield Step(**asdict(one), later=not here)


def round_at(lines: Iterable[Line], which: WhichTable, number: int) -> int | None:
    """The round that was played, or came next, when the record of this number was written."""
    found = next((one for one in followed(lines, which) if one.line.number == number), None)
    return None if found is None or found.before is None else found.before.round_number


RULED = (RoundReopened, RoundVoided, WagerVoided, PaymentRecorded)
"""Events about a round of this number, whichever is played meanwhile."""


def _is_about(one: AtTheTable, number: int) -> bool:
    """Whether the command names the round, or an event rules on it or opens it again."""
    ruled = (event.number for event in one.events if isinstance(event, RULED))
    return getattr(one.command, "round", None) == number or number in ruled
