"""One round told sentence by sentence, each with its clause: cards, money, and what was ruled later."""

from asyncio import to_thread
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from puntobanco.app.house.played_rounds import steps_in
from puntobanco.app.house.stream_states import records_of
from puntobanco.app.report_worker.describe_records import each_of
from puntobanco.audit.round_replay import Step
from puntobanco.log.script import SHOWS_WHO
from puntobanco.streams.actors import Actor
from puntobanco.table.events import Announced, DealerCame
from puntobanco.table.views.describe import plain, tell
from puntobanco.tournament.events import OfficerNominated
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.problems import no_such
from puntobanco.web.request import Call
from puntobanco.web.views.tables import table_asked

MOST_TOLD = 200
SOMEBODY = "Somebody"
"""Who did it, where that is not told."""
WHO_DEALS = (DealerCame, OfficerNominated)
"""What is no part of a round, though it stands in a record of one."""


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
    which, number = table_asked(call), call.counted("round")
    audience = call.audience(which.stream)
    steps = await to_thread(lambda: list(steps_in(call.house, which, number)))
    sentences = tuple(sentence for step in steps for sentence in sentences_of(step, audience))
    if not sentences:
        raise no_such("round", str(number))
    return Story(round=number, sentences=sentences)


def sentences_of(step: Step, audience: Actor) -> Iterator[Sentence]:
    """What happened at the table of the round."""
    return sentences(step.record, audience, at=step.table, later=step.later)


def sentences(record: Any, audience: Actor, *, at: str | None = None, later: bool = False) -> Iterator[Sentence]:
    """What happened in a record, of a tournament `at` one of its tables, as far as this person may see it."""
    for event in (one.event for each in record.events for _, one in each_of(record, each, audience, at)):
        if isinstance(event, WHO_DEALS):
            continue
        by = record.command.done_by.person if isinstance(event, SHOWS_WHO) else SOMEBODY
        yield Sentence(
            time=record.time,
            text=plain(tell(event, by)),
            clause=event.clause,
            said=isinstance(event, Announced),
            later=later,
        )


class ToldRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One record in words."""

    number: int
    sentences: tuple[Sentence, ...]


class ToldLog(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happened last, the newest record first."""

    number: int
    """Of the last record."""
    records: tuple[ToldRecord, ...]


async def see_told(call: Call) -> ToldLog:
    """Of the last records; those of which nothing is seen are left out."""
    stream = call.table()
    audience, number = call.audience(stream), call.standing(stream, "open table").number
    limit = max(1, call.number("limit", MOST_TOLD // 4, most=MOST_TOLD))
    lines = await to_thread(call.house.read, stream, max(0, number - limit), limit)
    told = (_in_words(record, audience) for record in reversed(records_of(lines)))
    return ToldLog(number=number, records=tuple(one for one in told if one.sentences))


def _in_words(record: Any, audience: Actor) -> ToldRecord:
    return ToldRecord(number=record.number, sentences=tuple(sentences(record, audience)))


STORY = (
    Endpoint(
        method="GET",
        path="/tables/{table}/rounds/{round}/story",
        does=see_story,
        gives=Story,
        says="One round in sentences, with their clauses.",
    ),
    Endpoint(
        method="GET",
        path="/tournaments/{tournament}/stages/{stage}/tables/{table}/rounds/{round}/story",
        does=see_story,
        gives=Story,
        says="One round at a table of a tournament in sentences, with what it meant there.",
        tag="tournaments",
    ),
    Endpoint(
        method="GET",
        path="/tables/{table}/told",
        does=see_told,
        gives=ToldLog,
        says="What happened last, in sentences with their clauses.",
        parameters=(Parameter(name="limit", says=f"How many records, at most {MOST_TOLD}.", type=int, example=40),),
    ),
)
