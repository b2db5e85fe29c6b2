"""Who asked and waits, and the answer."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future

from msgspec import Struct

from puntobanco.app.house.stream_states import record_of
from puntobanco.app.house.strip_traceback import bare
from puntobanco.app.house.write_unit import CommandRequest, Decision
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.shuffle_patterns import Alarm
from puntobanco.log.stream_types import AnyRecord
from puntobanco.store import Line, Row
from puntobanco.streams.names import sort_of

LONGEST_ID, LONGEST_STREAM = 40, 64


class Answer(Struct, gc=False, frozen=True):
    """An accepted command: it is in the log."""

    stream: str
    rows: tuple[Row | Line, ...]
    """All that it wrote."""
    repeated: bool = False
    """It had been carried out before, under the same id."""
    alarms: tuple[Alarm, ...] = ()
    """For the supervisor: what is odd about the order of a shoe that ended."""

    @property
    def records(self) -> tuple[AnyRecord, ...]:
        """What it wrote into the stream that was asked, itself last; read from their bytes by whoever wants them."""
        return tuple([record_of(row) for row in self.rows if row.stream == self.stream])


class Waiting(Struct, gc=False, eq=False):
    """Somebody who asked and waits for the answer."""

    asked: CommandRequest
    answer: Future[Answer]
    tries: int = 0


def answer_all(decided: Iterable[tuple[Decision, Waiting]]) -> None:
    """What was committed."""
    for decision, waiting in decided:
        waiting.answer.set_result(Answer(decision.asked.stream, decision.unit.rows, alarms=decision.alarms))


def first_of_each(group: Iterable[Waiting]) -> dict[Waiting, None]:
    """Of those who ask for the same under one id, the first: the others ask again once it is answered."""
    by_name: dict[tuple[str, str], Waiting] = {}
    for one in group:
        by_name.setdefault((one.asked.stream, one.asked.id), one)
    return dict.fromkeys(by_name.values())


def fail(waiting: Sequence[Waiting], error: BaseException) -> None:
    bare(error)
    for one in waiting:
        if not one.answer.done():
            one.answer.set_exception(error)


def require_names(asked: CommandRequest) -> None:
    """Ids with a mark are the house's own; both must leave room for it in a record."""
    sort_of(asked.stream)
    if not 1 <= len(asked.id) <= LONGEST_ID or "#" in asked.id or "@" in asked.id:
        raise Unreadable(f"id: write 1 to {LONGEST_ID} characters, without # and @")
    if len(asked.stream) > LONGEST_STREAM:
        raise Unreadable(f"stream: a name has at most {LONGEST_STREAM} characters")
