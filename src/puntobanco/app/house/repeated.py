"""A command that comes again under its id has the answer that it had."""

from puntobanco.app.house.idempotency import require_same
from puntobanco.app.house.pending_requests import Answer, Waiting
from puntobanco.app.house.stream_states import record_of
from puntobanco.errors import Refused
from puntobanco.store import Line, Store


def answer_again(store: Store, waiting: Waiting, line: Line) -> None:
    """By the record that stands under the id; another command under it is refused."""
    try:
        require_same(waiting.asked.command, record_of(line).command, line.id)
    except Refused as refusal:
        waiting.answer.set_exception(refusal)
    else:
        waiting.answer.set_result(Answer(line.stream, _with_those_before(store, line), repeated=True))


def _with_those_before(store: Store, line: Line) -> tuple[Line, ...]:
    """With what the same command wrote into its stream before itself."""
    before = store.read(line.stream, after=max(0, line.number - 3), limit=2)
    own = f"{line.id}#"
    return (*[one for one in before if one.number < line.number and one.id.startswith(own)], line)
