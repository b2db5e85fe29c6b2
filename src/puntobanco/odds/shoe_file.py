"""Which cards are left: from a shoe file, or from the cards that were seen."""

from collections import Counter
from collections.abc import Iterable

from puntobanco.cards import Card, Composition
from puntobanco.errors import Unreadable
from puntobanco.json_text import read_json
from puntobanco.words import quoted


def parse_shoe(text: str) -> Composition:
    """Read a JSON object from card to count, `{"AS": 8, "TD": 7}`; cards left out are gone."""
    try:
        pairs = read_json(text, members=_Pairs)
    except Unreadable as error:
        raise Unreadable(f'the shoe file is {error}; write an object such as {{"AS": 8, "TD": 7}}') from None
    if not isinstance(pairs, _Pairs):
        raise Unreadable('the shoe file is not a JSON object from card to count: write {"AS": 8, "TD": 7}')
    counts: dict[Card, int] = {}
    for name, count in pairs:
        card = Card.parse(name)
        if card in counts:
            raise Unreadable(f"the shoe file names {card} twice: write one count for it")
        if type(count) is not int or count < 0:
            raise Unreadable(f"the shoe file has {quoted(count)} of {card}: write a whole number, 0 or more")
        counts[card] = count
    return Composition.of_counts(counts)


class _Pairs(list[tuple[str, object]]):
    """The members of a JSON object, those with the same name too."""


def check_shoe(shoe: Composition, on_table: Iterable[Card], *, decks: int) -> None:
    """No card, in the shoe and on the table together, is there more often than in so many decks."""
    for card, count in (shoe + Composition.of_cards(on_table)).items():
        if count > decks:
            raise Unreadable(f"{count} x {card} is more than {decks} decks hold, counting shoe and table together")


def unseen(decks: int, seen: Iterable[Card]) -> Composition:
    """What is left of full decks after these cards."""
    gone = Counter(seen)
    for card, count in gone.items():
        if count > decks:
            raise Unreadable(f"{count} x {card} have been seen, but {decks} decks hold {decks}")
    return Composition.of_decks(decks) - Composition.of_counts(gone)
