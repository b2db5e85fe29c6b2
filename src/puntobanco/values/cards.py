"""Cards and compositions. What a card counts is law, so point values are not here but in `rules`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum

from puntobanco.errors import Unreadable
from puntobanco.values.text import quoted


class Suit(Enum):
    """The four suits, by the letter that they are written with."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        return _SYMBOLS[self]

    @property
    def is_red(self) -> bool:
        return self in (Suit.DIAMONDS, Suit.HEARTS)


_SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_HOLLOW_SYMBOLS = {"♧": Suit.CLUBS, "♢": Suit.DIAMONDS, "♡": Suit.HEARTS, "♤": Suit.SPADES}


class Rank(IntEnum):
    """The thirteen ranks in sequence; the number is the place in the sequence, not a point value."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        return _LETTERS[self - 1]


_LETTERS = "A23456789TJQK"


class Card(Enum):
    """One face: a rank and a suit, by the name that it is written with. Several decks hold the same card."""

    ACE_OF_CLUBS = "AC"
    TWO_OF_CLUBS = "2C"
    THREE_OF_CLUBS = "3C"
    FOUR_OF_CLUBS = "4C"
    FIVE_OF_CLUBS = "5C"
    SIX_OF_CLUBS = "6C"
    SEVEN_OF_CLUBS = "7C"
    EIGHT_OF_CLUBS = "8C"
    NINE_OF_CLUBS = "9C"
    TEN_OF_CLUBS = "TC"
    JACK_OF_CLUBS = "JC"
    QUEEN_OF_CLUBS = "QC"
    KING_OF_CLUBS = "KC"
    ACE_OF_DIAMONDS = "AD"
    TWO_OF_DIAMONDS = "2D"
    THREE_OF_DIAMONDS = "3D"
    FOUR_OF_DIAMONDS = "4D"
    FIVE_OF_DIAMONDS = "5D"
    SIX_OF_DIAMONDS = "6D"
    SEVEN_OF_DIAMONDS = "7D"
    EIGHT_OF_DIAMONDS = "8D"
    NINE_OF_DIAMONDS = "9D"
    TEN_OF_DIAMONDS = "TD"
    JACK_OF_DIAMONDS = "JD"
    QUEEN_OF_DIAMONDS = "QD"
    KING_OF_DIAMONDS = "KD"
    ACE_OF_HEARTS = "AH"
    TWO_OF_HEARTS = "2H"
    THREE_OF_HEARTS = "3H"
    FOUR_OF_HEARTS = "4H"
    FIVE_OF_HEARTS = "5H"
    SIX_OF_HEARTS = "6H"
    SEVEN_OF_HEARTS = "7H"
    EIGHT_OF_HEARTS = "8H"
    NINE_OF_HEARTS = "9H"
    TEN_OF_HEARTS = "TH"
    JACK_OF_HEARTS = "JH"
    QUEEN_OF_HEARTS = "QH"
    KING_OF_HEARTS = "KH"
    ACE_OF_SPADES = "AS"
    TWO_OF_SPADES = "2S"
    THREE_OF_SPADES = "3S"
    FOUR_OF_SPADES = "4S"
    FIVE_OF_SPADES = "5S"
    SIX_OF_SPADES = "6S"
    SEVEN_OF_SPADES = "7S"
    EIGHT_OF_SPADES = "8S"
    NINE_OF_SPADES = "9S"
    TEN_OF_SPADES = "TS"
    JACK_OF_SPADES = "JS"
    QUEEN_OF_SPADES = "QS"
    KING_OF_SPADES = "KS"

    def __init__(self, written: str) -> None:
        self.rank = Rank(_LETTERS.index(written[0]) + 1)
        self.suit = Suit(written[1])
        self.index = 13 * tuple(Suit).index(self.suit) + self.rank - 1
        """The card's place in `DECK`."""

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Card({self})"

    def __hash__(self) -> int:
        return self.index

    @property
    def symbols(self) -> str:
        """The card as a player would draw it: `A♠`."""
        return self.rank.letter + self.suit.symbol

    @staticmethod
    def of(rank: Rank, suit: Suit) -> "Card":
        return Card(rank.letter + suit.value)

    @staticmethod
    def parse(text: str) -> "Card":
        """Read `AS`, `9c`, `TD`, `10d` or `A♠`."""
        card = _BY_NAME.get(text.strip().upper())
        if card is None:
            raise Unreadable(
                f"{quoted(text)} is not a card: write a rank A 2 3 4 5 6 7 8 9 T J Q K "
                "and a suit C D H S (or ♣ ♦ ♥ ♠), such as AS or 9c"
            )
        return card


DECK: tuple[Card, ...] = tuple(Card)
"""One deck of 52 in order: clubs, diamonds, hearts, spades, each from ace to king."""


def _names(card: Card) -> Iterator[str]:
    ranks = ("T", "10") if card.rank is Rank.TEN else (card.rank.letter,)
    hollow = [symbol for symbol, suit in _HOLLOW_SYMBOLS.items() if suit is card.suit]
    for suit in (card.suit.value, card.suit.symbol, *hollow):
        for rank in ranks:
            yield rank + suit


_BY_NAME = {name: card for card in DECK for name in _names(card)}


def parse_cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """Read cards that are separate arguments or stand together, separated by spaces or commas."""
    return tuple(Card.parse(word) for text in texts for word in text.replace(",", " ").split())


@dataclass(frozen=True, slots=True)
class Composition:
    """How many of which card: 52 counts in the order of `DECK`."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(DECK):
            raise ValueError(f"a composition has {len(DECK)} counts, not {len(self.counts)}")
        for card, count in zip(DECK, self.counts, strict=True):
            if count < 0:
                raise ValueError(f"a composition cannot hold {count} of {card}")

    @staticmethod
    def of_decks(decks: int) -> "Composition":
        return Composition((decks,) * len(DECK))

    @staticmethod
    def of_cards(cards: Iterable[Card]) -> "Composition":
        return Composition.of_counts(Counter(cards))

    @staticmethod
    def of_counts(counts: Mapping[Card, int]) -> "Composition":
        return Composition(tuple(counts.get(card, 0) for card in DECK))

    def __len__(self) -> int:
        return sum(self.counts)

    def __iter__(self) -> Iterator[Card]:
        for card, count in zip(DECK, self.counts, strict=True):
            for _ in range(count):
                yield card

    def __str__(self) -> str:
        return ", ".join(f"{count} x {card}" for card, count in self.items()) or "no cards"

    def items(self) -> Iterator[tuple[Card, int]]:
        """The cards that are there, with their number."""
        return ((card, count) for card, count in zip(DECK, self.counts, strict=True) if count)

    def count(self, card: Card) -> int:
        return self.counts[card.index]

    def count_rank(self, rank: Rank) -> int:
        return sum(count for card, count in self.items() if card.rank is rank)

    def count_suit(self, suit: Suit) -> int:
        return sum(count for card, count in self.items() if card.suit is suit)

    def __add__(self, other: "Composition") -> "Composition":
        return Composition(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def __sub__(self, other: "Composition") -> "Composition":
        """What is left; taking a card that is not there is a `ValueError`."""
        return Composition(tuple(a - b for a, b in zip(self.counts, other.counts, strict=True)))

    def surplus_over(self, other: "Composition") -> "Composition":
        """The cards that are here in greater number than in `other`."""
        return Composition(tuple(max(a - b, 0) for a, b in zip(self.counts, other.counts, strict=True)))
