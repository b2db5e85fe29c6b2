"""A view of the table as a page to read: what nobody asks for is left out, money is in dollars, cards have suits."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from puntobanco.cards import DECK, Card
from puntobanco.errors import Unreadable
from puntobanco.money import format_dollars
from puntobanco.table.actors import Actor, Role
from puntobanco.table.tell import in_words, place_in_words


def page(view: Mapping[str, Any], audience: Actor) -> Iterator[str]:
    """The lines of the page, in the order of the view."""
    yield f"The table as {audience.person if audience.role is Role.PATRON else f'the {audience.role}'} sees it"
    for key, value in view.items():
        if value not in (None, [], {}, False):
            yield from (f"  {line}" for line in _LINES.get(key, _other)(key, value))


def _other(key: str, value: Any) -> Iterable[str]:
    """What has no words of its own yet."""
    return (f"{in_words(key).capitalize()}: {_plainly(value)}",)


def _plainly(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(f"{in_words(str(key))} {_plainly(one)}" for key, one in value.items())
        case list() | tuple():
            return ", ".join(map(_plainly, value))
        case _:
            return in_words(str(value))


def _sign(_: str, lines: list[dict[str, str]]) -> Iterable[str]:
    return (f"Sign: {line['label']}: {line['text']} [{line['clause']}]" for line in lines)


def _book(_: str, book: str) -> Iterable[str]:
    return (f"Book {book}",)


def _rules(_: str, digest: str) -> Iterable[str]:
    return (f"Rules {digest[:12]}",)


def _seats(_: str, seats: dict[str, str]) -> Iterable[str]:
    return (f"Seat {seat}: {name}" for seat, name in seats.items())


def _markers(_: str, markers: dict[str, int]) -> Iterable[str]:
    return (f"A marker beside {name}: up to {format_dollars(most)}" for name, most in markers.items())


def _wagers(_: str, wagers: list[dict[str, Any]]) -> Iterable[str]:
    for one in wagers:
        where = place_in_words(one["area"])
        yield f"{one['patron']} has {format_dollars(one['amount'])} on {in_words(one['wager'])} {where}"


def _coup(_: str, coup: dict[str, Any]) -> Iterable[str]:
    for hand in ("player", "banker"):
        yield f"Round {coup['round']}, {hand}: {_cards(coup[hand]) or 'no card yet'}"


def _cards(faces: Iterable[str]) -> str:
    return " ".join(map(_face, faces))


def _face(face: str) -> str:
    try:
        return Card.parse(face).symbols
    except Unreadable:
        return f"({face})"


def _waiting(_: str, faces: list[str]) -> Iterable[str]:
    return (f"Waiting for the next coup: {_cards(faces)}",)


def _results(_: str, results: list[dict[str, Any]]) -> Iterable[str]:
    for one in results:
        kind = "" if one["kind"] == "wagers" else f" ({in_words(one['kind'])})"
        yield f"Round {one['round']}{kind}: {'void' if one['void'] else one['result'] or 'no result'}"


def _shoe(_: str, shoe: dict[str, Any]) -> Iterable[str]:
    yield f"Shoe {shoe['number']}: {shoe['remaining']} cards left, {in_words(shoe['ending'])}"
    seen = [f"{count} x {card.symbols}" for card, count in zip(DECK, shoe.get("known", ()), strict=False) if count]
    if seen:
        yield f"Faces seen: {', '.join(seen)}"


def _money(amounts: dict[str, Any]) -> str:
    return ", ".join(f"{in_words(key)} {format_dollars(amount)}" for key, amount in amounts.items())


def _you(_: str, amounts: dict[str, Any]) -> Iterable[str]:
    return (f"You: {_money(amounts)}",)


def _commission(_: str, owed: dict[str, int]) -> Iterable[str]:
    return (f"{name} owes commission of {format_dollars(amount)}" for name, amount in owed.items())


def _patrons(_: str, patrons: dict[str, dict[str, Any]]) -> Iterable[str]:
    return (f"{name}: {_money(amounts)}" for name, amounts in patrons.items())


def _house(_: str, accounts: dict[str, Any]) -> Iterable[str]:
    return (f"House: {_money(accounts)}",)


def _disputes(_: str, disputes: list[dict[str, Any]]) -> Iterable[str]:
    for one in disputes:
        decision = f"decided: {one['decision']}" if one["decision"] else "open"
        referred = "; referred to the regulator" if one["referred"] else ""
        yield f"Dispute {one['number']} by {one['by']}: {one['text']}; {decision}{referred}"


_LINES: dict[str, Callable[[str, Any], Iterable[str]]] = {
    "book": _book,
    "rules": _rules,
    "sign": _sign,
    "seats": _seats,
    "markers": _markers,
    "wagers": _wagers,
    "coup": _coup,
    "waiting_cards": _waiting,
    "results": _results,
    "shoe": _shoe,
    "you": _you,
    "commission": _commission,
    "patrons": _patrons,
    "house": _house,
    "disputes": _disputes,
}
