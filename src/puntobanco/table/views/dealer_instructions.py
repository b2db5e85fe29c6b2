"""What people with authority ruled, as an order to whoever deals: the table has done it, the chips still lie there."""

from collections.abc import Sequence

from msgspec import Struct

from puntobanco.streams.actors import OPERATOR, SUPERVISOR
from puntobanco.table.events import TableEvent
from puntobanco.table.events.cards import CardCorrected
from puntobanco.table.events.patrons import PatronExcluded
from puntobanco.table.events.round import RoundEnded
from puntobanco.table.events.rulings import DisputeSettled, PaymentRecorded, RoundVoided, WagerVoided
from puntobanco.table.phrases import in_words, reason_in_words
from puntobanco.table.views.remedy_advice import GIVE_AND_TAKE, Advice
from puntobanco.values.money import format_dollars

RULE = frozenset({SUPERVISOR, OPERATOR})
"""Whose acts are orders to a dealer."""


class Order(Struct, frozen=True, kw_only=True):
    """What was ruled, and what a dealer does about it."""

    what: str
    remedy: str
    clause: str
    advice: Advice


def order(events: Sequence[TableEvent]) -> Order | None:
    """Of the first event that a dealer has to know of."""
    return next((found for event in events if (found := _of(event)) is not None), None)


def _of(event: TableEvent) -> Order | None:
    match event:
        case RoundEnded(void=True):
            steps = (GIVE_AND_TAKE, "Take the cards off the table.", "Go on.")
            return _order(event, f"Round {event.number} is void", "it ends here", "The round is void", steps)
        case RoundVoided():
            what = f"Round {event.number} is void"
            return _order(event, what, f"for {reason_in_words(event.reason)}; later rounds stand", what)
        case WagerVoided():
            title = f"{event.patron}’s wager on {in_words(event.wager)} is void"
            return _order(event, "A wager is void", f"in round {event.number}, for breaking {event.broke}", title)
        case PaymentRecorded():
            return _payment(event)
        case DisputeSettled():
            return _dispute(event)
        case CardCorrected():
            steps = ("Compare the cards on the cloth with the screen.", GIVE_AND_TAKE, "Go on.")
            remedy = "what follows from it is decided again"
            return _order(event, f"Card {event.place} is corrected", remedy, "A card was keyed in wrongly", steps)
        case PatronExcluded():
            steps = (GIVE_AND_TAKE, "Take no wager from this patron.", "Go on.")
            title = f"{event.patron} is excluded"
            return _order(event, "A patron is excluded", f"for breaking {event.broke}", title, steps)
        case _:
            return None


def _order(
    event: TableEvent, what: str, remedy: str, title: str, steps: tuple[str, ...] = (GIVE_AND_TAKE, "Go on.")
) -> Order:
    return Order(what=what, remedy=remedy, clause=event.clause, advice=Advice(title=title, steps=steps))


def _payment(event: PaymentRecorded) -> Order:
    """What a patron really got lies before that patron already."""
    owes = f"{event.patron} owes {format_dollars(event.debt)}." if event.debt else "No chips move now."
    really, right = format_dollars(event.really_returned), format_dollars(event.returned)
    remedy = f"{event.patron} really got {really} back, not {right}"
    return _order(event, "A payment in error", remedy, "A payment in error is on record", (owes, "Go on."))


def _dispute(event: DisputeSettled) -> Order:
    verb = "gets" if event.amount > 0 else "pays"
    remedy = f"{event.patron} {verb} {format_dollars(abs(event.amount))}"
    return _order(event, f"Dispute {event.number} is decided", remedy, f"By decision, {remedy}")
