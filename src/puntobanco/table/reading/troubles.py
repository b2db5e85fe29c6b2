"""Something went wrong: what it is, what a dealer does about it now, and whom to call."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from msgspec import Struct

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rules.options import Remedy
from puntobanco.table.actors import Role
from puntobanco.table.events import Event
from puntobanco.table.happened.cards import ExcessCardKept, IrregularityFound
from puntobanco.table.happened.round import RoundStarted
from puntobanco.table.reading.advice import ADVICE, advice
from puntobanco.table.state import TableState
from puntobanco.table.wording import REMEDIES


class KnownOfTrouble(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened with it."""

    text: str
    clause: str


class Trouble(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An irregularity, until the dealer has done what it asks for."""

    record: int
    """Its number in the log of the table."""
    what: str
    remedy: str
    clause: str
    title: str
    """What to do now, in a few words."""
    steps: tuple[str, ...]
    call: Role | None
    """Who is called; none where nothing is to be decided."""
    waits: bool
    """Whether the table stands still until it is put right."""
    known: tuple[KnownOfTrouble, ...]


@dataclass(frozen=True, kw_only=True)
class Witnessed:
    """A record: who gave its command, what came of it, and what of that a dealer may read."""

    number: int
    by: Role
    events: Sequence[Event]
    seen: Sequence[Event]


def begins_round(events: Sequence[Event]) -> bool:
    return any(isinstance(event, RoundStarted) for event in events)


def trouble(state: TableState, happened: Iterable[Witnessed], plain: Callable[[str], str] = str) -> Trouble | None:
    """The last one among records; none once it is over: another round has begun, the card that waited has been dealt,
    or hands in disorder are in order.

    `plain` says what happened in the words of whoever reads it.
    """
    last: Witnessed | None = None
    for one in happened:
        last = None if begins_round(one.events) else last
        last = last if _cause(one.events) is None else one
    return None if last is None or _is_over(state, last) else _told(state, last, plain)


def _is_over(state: TableState, happened: Witnessed) -> bool:
    cause, kept = _cause(happened.events), [one for one in happened.events if isinstance(one, ExcessCardKept)]
    if kept:
        waiting = {one.card.place for one in state.excess}
        return all(one.card.place not in waiting for one in kept)
    asked_for_order = cause is not None and advice(state, cause, happened.events) is ADVICE[Remedy.RECONSTRUCTED]
    return asked_for_order and not _is_in_disorder(state)


def _is_in_disorder(state: TableState) -> bool:
    return state.round is not None and state.round.misplaced


def _cause(events: Sequence[Event]) -> IrregularityFound | None:
    """The one that asks for most, where several are on record at once."""
    causes = [event for event in events if isinstance(event, IrregularityFound)]
    graver = [event for event in causes if event.remedy is not Remedy.PLAYED_IN_PLACE]
    return next(iter((*graver, *causes)), None)


def _told(state: TableState, happened: Witnessed, plain: Callable[[str], str]) -> Trouble:
    cause = _cause(happened.events)
    assert cause is not None
    told = advice(state, cause, happened.events)
    return Trouble(
        record=happened.number,
        what=_in_words(cause.irregularity),
        remedy=REMEDIES[cause.remedy],
        clause=cause.clause,
        title=told.title,
        steps=told.steps,
        call=told.call,
        waits=_is_in_disorder(state) and cause.irregularity is Irregularity.OUT_OF_SEQUENCE,
        known=tuple(
            KnownOfTrouble(text=plain(event.told("the dealer")), clause=event.clause)
            for event in happened.seen
            if not isinstance(event, IrregularityFound)
        ),
    )


def _in_words(irregularity: Irregularity) -> str:
    return irregularity.in_words.capitalize()
