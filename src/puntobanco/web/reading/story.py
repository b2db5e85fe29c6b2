"""One round told sentence by sentence, each with its clause: cards, money, and what was ruled later."""

from asyncio import to_thread
from collections.abc import Iterator

from msgspec import Struct

from puntobanco.audit.rounds import Step
from puntobanco.record.redact import redact
from puntobanco.record.script import SHOWS_WHO
from puntobanco.table.actors import Actor
from puntobanco.table.events import Announced, DealerCame
from puntobanco.table.reading.tell import plain, tell
from puntobanco.web.calls import Call
from puntobanco.web.endpoints import Endpoint
from puntobanco.web.problems import no_such
from puntobanco.web.reading.tables import round_asked, steps_in

SOMEBODY = "Somebody"
"""Who did it, where that is not told."""


class Sentence(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened, in words."""

    time: int
    """Microseconds since 1970, UTC."""
    text: str
    clause: str
    said: bool
    """Whether these are words of the dealer."""
    later: bool
    """Whether it came when other rounds were being played."""


class Story(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    round: int
    sentences: tuple[Sentence, ...]


async def see_story(call: Call) -> Story:
    stream, number = call.table(), round_asked(call)
    audience = call.audience(stream)
    steps = await to_thread(lambda: list(steps_in(call.house, stream, number)))
    sentences = tuple(sentence for step in steps for sentence in _told(step, audience))
    if not sentences:
        raise no_such("round", str(number))
    return Story(round=number, sentences=sentences)


def _told(step: Step, audience: Actor) -> Iterator[Sentence]:
    for event in step.record.events:
        seen = redact(event, audience)
        if seen is None or isinstance(event, DealerCame):
            continue
        by = step.record.actor.person if isinstance(event, SHOWS_WHO) else SOMEBODY
        yield Sentence(
            time=step.record.time,
            text=plain(tell(seen.event, by)),
            clause=seen.event.clause,
            said=isinstance(event, Announced),
            later=step.later,
        )


STORY = (
    Endpoint(
        method="GET",
        path="/tables/{table}/rounds/{round}/story",
        does=see_story,
        gives=Story,
        says="One round in sentences, with their clauses.",
    ),
)
