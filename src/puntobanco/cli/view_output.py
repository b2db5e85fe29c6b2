"""A view of the table as a page to read: what nobody asks for is left out, money is in dollars, cards have suits."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from puntobanco.streams.actors import Actor, Role
from puntobanco.table.model import RoundKind
from puntobanco.table.phrases import place_in_words
from puntobanco.table.views.visible_state import (
    FACE_DOWN,
    House,
    Money,
    SeenCard,
    SeenCoup,
    SeenDispute,
    SeenShoe,
    SeenTurns,
    View,
)
from puntobanco.values.cards import DECK
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.text import in_words


def page(view: View, audience: Actor) -> Iterator[str]:
    """The lines of the page, in the order of the view."""
    yield f"The table as {audience.person if audience.role is Role.PATRON else f'the {audience.role}'} sees it"
    for lines in (_rules(view), _people(view), _cards_and_results(view), _money_of(view)):
        yield from (f"  {line}" for line in lines)


def _rules(view: View) -> Iterator[str]:
    yield f"Book {view.book}"
    yield f"Rules {view.rules[:12]}"
    for line in view.sign:
        yield f"Sign: {line.label}: {line.text} [{line.clause}]"
    yield f"Phase: {view.phase}"
    if view.preparing:
        yield f"Preparing: {', '.join(map(in_words, view.preparing))}"
    yield f"Round: {view.round}"


def _people(view: View) -> Iterator[str]:
    for seat, name in view.seats.items():
        yield f"Seat {seat}: {name}"
    for name, most in view.markers.items():
        yield f"A marker beside {name}: up to {format_dollars(most)}"
    yield from _turns(view.turns)
    for name, amount in () if view.chips is UNSET else view.chips.items():
        yield f"{name} has {format_dollars(amount)} in chips"
    for one in view.wagers:
        where = place_in_words(one.area)
        yield f"{one.patron} has {format_dollars(one.amount)} on {in_words(one.wager)} {where}"


def _turns(turns: SeenTurns | UnsetType) -> Iterator[str]:
    if turns is UNSET:
        return
    if turns.marker is not None:
        yield f"Starting marker: seat {turns.marker}"
    if turns.now is not None:
        yield f"Asked for a wager: {turns.now}"
    if turns.next:
        yield f"Still to be asked: {', '.join(turns.next)}"


def _cards_and_results(view: View) -> Iterator[str]:
    if view.coup is not None:
        yield from _coup(view.coup)
    if view.waiting_cards:
        yield f"Waiting for the next coup: {_cards(view.waiting_cards)}"
    if view.no_bets_next:
        yield "No bets next: yes"
    yield from _results(view)
    yield from _shoe(view.shoe)


def _coup(coup: SeenCoup) -> Iterator[str]:
    for hand, cards in (("player", coup.player), ("banker", coup.banker)):
        yield f"Round {coup.round}, {hand}: {_cards(cards) or 'no card yet'}"


def _cards(cards: tuple[SeenCard, ...]) -> str:
    return " ".join(f"({FACE_DOWN})" if one.card is None else one.card.symbols for one in cards)


def _results(view: View) -> Iterator[str]:
    for one in view.results:
        kind = "" if one.kind is RoundKind.WAGERS else f" ({in_words(one.kind)})"
        result = "no result" if one.result is None else one.result.value
        yield f"Round {one.round}{kind}: {'void' if one.void else result}"


def _shoe(shoe: SeenShoe) -> Iterator[str]:
    yield f"Shoe {shoe.number}: {shoe.remaining} cards left, {in_words(shoe.ending.name.lower())}"
    known = () if shoe.known is UNSET else zip(DECK, shoe.known, strict=True)
    seen = [f"{count} x {card.symbols}" for card, count in known if count]
    if seen:
        yield f"Faces seen: {', '.join(seen)}"


def _money_of(view: View) -> Iterator[str]:
    if view.you is not UNSET:
        yield f"You: {_money(view.you)}"
    if view.patrons is not UNSET:
        yield from (f"{name}: {_money(amounts)}" for name, amounts in view.patrons.items())
    if view.house is not UNSET:
        yield f"House: {_money(view.house)}"
    yield from _disputes(view.disputes)
    yield from _commission(view.commission)


def _money(amounts: Money | House) -> str:
    seen = ((key, amount) for key, amount in asdict(amounts).items() if amount is not UNSET)
    return ", ".join(f"{in_words(key)} {format_dollars(amount)}" for key, amount in seen)


def _disputes(disputes: tuple[SeenDispute, ...] | UnsetType) -> Iterator[str]:
    for one in () if disputes is UNSET else disputes:
        decision = f"decided: {one.decision}" if one.decision else "open"
        referred = "; referred to the regulator" if one.referred else ""
        yield f"Dispute {one.number} by {one.by}: {one.text}; {decision}{referred}"


def _commission(owed: Mapping[str, Cents] | UnsetType) -> Iterator[str]:
    for name, amount in () if owed is UNSET else owed.items():
        yield f"{name} owes commission of {format_dollars(amount)}"
