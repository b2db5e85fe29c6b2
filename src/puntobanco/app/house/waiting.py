"""Who asked and waits, and the answer."""

from collections.abc import Sequence

from msgspec import Struct

from puntobanco.app.house.promise import Promise
from puntobanco.app.house.reports import bare
from puntobanco.app.house.writing import Asked, Decision
from puntobanco.errors import Unreadable
from puntobanco.fairness.watch import Alarm
from puntobanco.record.records import Kept
from puntobanco.streams import sort_of

LONGEST_ID, LONGEST_STREAM = 40, 64


class Answer(Struct, gc=False, frozen=True):
    """An accepted command: it is in the log."""

    records: tuple[Kept, ...]
    """What it wrote into the stream that was asked, itself last."""
    repeated: bool = False
    """It had been carried out before, under the same id."""
    alarms: tuple[Alarm, ...] = ()
    """For the supervisor: what is odd about the order of a shoe that ended."""


class Waiting(Struct, gc=False, eq=False):
    """Somebody who asked and waits for the answer."""

    asked: Asked
    answer: Promise[Answer]
    tries: int = 0


def answer(decision: Decision, waiting: Sequence[Waiting]) -> None:
    waiting[0].answer.give(Answer(decision.records, alarms=decision.alarms))
    for one in waiting[1:]:
        one.answer.give(Answer(decision.records, repeated=True, alarms=decision.alarms))


def fail(waiting: Sequence[Waiting], error: BaseException) -> None:
    bare(error)
    for one in waiting:
        if not one.answer.done():
            one.answer.refuse(error)


def require_names(asked: Asked) -> None:
    """Ids with a mark are the house's own; both must leave room for it in a record."""
    sort_of(asked.stream)
    if not 1 <= len(asked.id) <= LONGEST_ID or "#" in asked.id or "@" in asked.id:
        raise Unreadable(f"id: write 1 to {LONGEST_ID} characters, without # and @")
    if len(asked.stream) > LONGEST_STREAM:
        raise Unreadable(f"stream: a name has at most {LONGEST_STREAM} characters")
