"""Which cards are left: from a shoe file, or from the cards that were seen."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from puntobanco.errors import Unreadable
from puntobanco.values.cards import Card, Composition, Rank, Suit
from puntobanco.values.strict_json import read_json
from puntobanco.values.text import quoted

K = TypeVar("K", Card, Rank)

SUCH_AS = 'write an object such as {"AS": 8, "TD": 7} or, by rank, {"A": 32, "T": 31}'
_RANKS = {name: rank for rank in Rank for name in ((rank.letter, "10") if rank is Rank.TEN else (rank.letter,))}


def parse_shoe(text: str, on_table: Iterable[Card] = (), *, decks: int | None = None) -> Composition:
    """Read a JSON object from card or rank to count; what is left out is gone.

    With a number of decks, no card is there more often than they hold, in the shoe and on the table together. Of a rank
    the suits are as even as the cards on the table leave them.
    """
    pairs, shown = _pairs(text), tuple(on_table)
    if any(name.strip().upper() in _RANKS for name, _ in pairs):
        return _by_rank(pairs, shown, decks)
    counts = _counts(pairs, Card.parse)
    shoe = Composition.of_counts(counts)
    if decks is not None:
        check_shoe(shoe, shown, decks=decks)
    return shoe


def suits_are_known(text: str, on_table: Iterable[Card] = (), *, decks: int) -> bool:
    """Whether a shoe file says how many there are of each suit: card by card, or every rank whole or gone."""
    pairs = _pairs(text)
    if not any(name.strip().upper() in _RANKS for name, _ in pairs):
        return True
    shown = Counter(card.rank for card in on_table)
    counts = _counts(pairs, _rank)
    return all(count in (0, 4 * decks - shown[rank]) for rank, count in counts.items())


def _pairs(text: str) -> "_Pairs":
    try:
        pairs = read_json(text, members=_Pairs)
    except Unreadable as error:
        raise Unreadable(f"the shoe file is {error}; {SUCH_AS}") from None
    if not isinstance(pairs, _Pairs):
        raise Unreadable(f"the shoe file is not a JSON object from card to count: {SUCH_AS}")
    return pairs


def _counts(pairs: "_Pairs", parse: Callable[[str], K]) -> dict[K, int]:
    counts: dict[K, int] = {}
    for name, count in pairs:
        found = parse(name)
        if found in counts:
            raise Unreadable(f"the shoe file names {name.strip().upper()} twice: write one count for it")
        if type(count) is not int or count < 0:
            raise Unreadable(f"the shoe file has {quoted(count)} of {name}: write a whole number, 0 or more")
        counts[found] = count
    return counts


def _rank(name: str) -> Rank:
    found = _RANKS.get(name.strip().upper())
    if found is None:
        what = "it names ranks: write A 2 3 4 5 6 7 8 9 T J Q K, or a card with its suit for all of them"
        raise Unreadable(f"the shoe file has {quoted(name)}, and {what}")
    return found


def _by_rank(pairs: "_Pairs", on_table: tuple[Card, ...], decks: int | None) -> Composition:
    counts: dict[Card, int] = {}
    for rank, count in _counts(pairs, _rank).items():
        shown = Counter(card for card in on_table if card.rank is rank)
        if decks is not None and count + shown.total() > 4 * decks:
            many = count + shown.total()
            raise Unreadable(
                f"{many} x {rank.letter} is more than {decks} decks hold, counting shoe and table together"
            )
        counts |= _even(rank, count, shown)
    return Composition.of_counts(counts)


def _even(rank: Rank, count: int, shown: Counter[Card]) -> dict[Card, int]:
    """So many cards of a rank, one suit after the other; a card that lies on the table comes last."""
    cards = [Card.of(rank, suit) for suit in Suit]
    found = dict.fromkeys(cards, 0)
    each, rest = divmod(count + shown.total(), len(cards))
    for place, card in enumerate(sorted(cards, key=lambda card: shown[card])):
        found[card] = each + (place < rest) - shown[card]
    return found


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
