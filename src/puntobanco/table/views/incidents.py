"""Something went wrong, or was ruled: what it is, what a dealer does about it now, and whom to call."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from msgspec import Struct

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.streams.actors import Role
from puntobanco.table.events import TableEvent
from puntobanco.table.events.cards import ExcessCardKept, IrregularityFound
from puntobanco.table.events.round import RoundStarted
from puntobanco.table.events.rulings import PaymentRecorded
from puntobanco.table.ledger import Chips
from puntobanco.table.phrases import REMEDIES
from puntobanco.table.state import TableState
from puntobanco.table.views.chip_stacks import ChipPile, in_chips
from puntobanco.table.views.dealer_instructions import RULE, Order, order
from puntobanco.table.views.remedy_advice import ADVICE, GIVE_AND_TAKE, advice
from puntobanco.values.money import Cents


class KnownOfTrouble(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened with it."""

    text: str
    clause: str


class ChipsMoved(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips that go to a patron, or (below zero) come from one."""

    patron: str
    amount: Cents
    piles: tuple[ChipPile, ...]
    coin: Cents


class Trouble(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An irregularity or a ruling, until the dealer has done what it asks for."""

    record: int
    """Its number in the log of the table."""
    at: int
    """Microseconds since 1970, UTC."""
    ruled_by: Role | None
    """Who ruled it; none for an irregularity."""
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
    chips: tuple[ChipsMoved, ...]
    """Seat by seat, what the record moved."""
    known: tuple[KnownOfTrouble, ...]


@dataclass(frozen=True, kw_only=True)
class Witnessed:
    """A record: who gave its command, what came of it, and what of that a dealer may read."""

    number: int
    time: int
    by: Role
    events: Sequence[TableEvent]
    seen: Sequence[TableEvent]


def begins_round(events: Sequence[TableEvent]) -> bool:
    return any(isinstance(event, RoundStarted) for event in events)


def trouble(state: TableState, happened: Iterable[Witnessed], plain: Callable[[str], str] = str) -> Trouble | None:
    """The last one among records; none once it is over: another round has begun, the card that waited has been dealt,
    or hands in disorder are in order.

    `plain` says what happened in the words of whoever reads it.
    """
    last: Witnessed | None = None
    for one in happened:
        last = None if begins_round(one.events) else last
        last = one if _is_news(one) else last
    return None if last is None or _is_over(state, last) else _told(state, last, plain)


def _is_news(happened: Witnessed) -> bool:
    return _cause(happened.events) is not None or _ruling(happened) is not None


def _ruling(happened: Witnessed) -> Order | None:
    """None where an irregularity tells more, or where it is the dealer's own act."""
    ruled = happened.by in RULE and _cause(happened.events) is None
    return order(happened.events) if ruled else None


def _is_over(state: TableState, happened: Witnessed) -> bool:
    cause, kept = _cause(happened.events), [one for one in happened.events if isinstance(one, ExcessCardKept)]
    if kept:
        waiting = {one.card.place for one in state.excess}
        return all(one.card.place not in waiting for one in kept)
    asked_for_order = cause is not None and advice(state, cause, happened.events) is ADVICE[Remedy.RECONSTRUCTED]
    return asked_for_order and not _is_in_disorder(state)


def _is_in_disorder(state: TableState) -> bool:
    return state.round is not None and state.round.misplaced


def _cause(events: Sequence[TableEvent]) -> IrregularityFound | None:
    """The one that asks for most, where several are on record at once."""
    causes = [event for event in events if isinstance(event, IrregularityFound)]
    graver = [event for event in causes if event.remedy is not Remedy.PLAYED_IN_PLACE]
    return next(iter((*graver, *causes)), None)


def _told(state: TableState, happened: Witnessed, plain: Callable[[str], str]) -> Trouble:
    found, chips = _ruling(happened) or _remedied(state, happened), _chips(state, happened.events)
    disorder = any(_is_out_of_sequence(event) for event in happened.events) and _is_in_disorder(state)
    return Trouble(
        record=happened.number,
        at=happened.time,
        ruled_by=None if _ruling(happened) is None else happened.by,
        what=found.what,
        remedy=found.remedy,
        clause=found.clause,
        title=found.advice.title,
        steps=tuple(step for step in found.advice.steps if chips or step != GIVE_AND_TAKE),
        call=found.advice.call,
        waits=disorder,
        chips=chips,
        known=_known(happened, plain),
    )


def _is_out_of_sequence(event: TableEvent) -> bool:
    return isinstance(event, IrregularityFound) and event.irregularity is Irregularity.OUT_OF_SEQUENCE


def _remedied(state: TableState, happened: Witnessed) -> Order:
    cause = _cause(happened.events)
    assert cause is not None
    return Order(
        what=_in_words(cause.irregularity),
        remedy=REMEDIES[cause.remedy],
        clause=cause.clause,
        advice=advice(state, cause, happened.events),
    )


def _known(happened: Witnessed, plain: Callable[[str], str]) -> tuple[KnownOfTrouble, ...]:
    return tuple(
        KnownOfTrouble(text=plain(event.describe(f"the {happened.by.value}")), clause=event.clause)
        for event in happened.seen
        if not isinstance(event, IrregularityFound)
    )


def _chips(state: TableState, events: Sequence[TableEvent]) -> tuple[ChipsMoved, ...]:
    moved: Counter[str] = Counter()
    for event in events:
        moved.update(_postings(event))
    found = [name for name, amount in moved.items() if amount]
    return tuple(_moved(state, name, moved[name]) for name in sorted(found, key=lambda name: _place(state, name)))


def _postings(event: TableEvent) -> dict[str, Cents]:
    """What patrons hold more or less by an event; what somebody really got is before them already."""
    entry = None if isinstance(event, PaymentRecorded) else getattr(event, "entry", None)
    postings = () if entry is None else entry.postings
    return {account.patron: amount for account, amount in postings if isinstance(account, Chips)}


def _place(state: TableState, name: str) -> tuple[bool, int, str]:
    """Seats in their order, then whoever stands."""
    patron = state.patrons.get(name)
    seat = None if patron is None else patron.seat
    return seat is None, seat or 0, name


def _moved(state: TableState, name: str, amount: Cents) -> ChipsMoved:
    piles, coin = in_chips(state.rules.chips.value, abs(amount))
    return ChipsMoved(patron=name, amount=amount, piles=piles, coin=coin)


def _in_words(irregularity: Irregularity) -> str:
    return irregularity.in_words.capitalize()
