import msgspec
import pytest

from puntobanco.errors import Unreadable
from puntobanco.values.cards import DECK, Card, Composition, Rank, Suit, parse_cards


@pytest.mark.parametrize(
    ("text", "printed", "symbols"),
    [
        ("AS", "AS", "A♠"),
        ("TD", "TD", "T♦"),
        ("9c", "9C", "9♣"),
        ("10d", "TD", "T♦"),
        ("q♥", "QH", "Q♥"),
        ("K♤", "KS", "K♠"),
        (" 2h ", "2H", "2♥"),
    ],
)
def test_cards_parse_and_print(text: str, printed: str, symbols: str) -> None:
    assert str(Card.parse(text)) == printed
    assert Card.parse(text).symbols == symbols


def test_every_card_round_trips_and_knows_its_place() -> None:
    for place, card in enumerate(DECK):
        assert Card.parse(str(card)) == card == Card.parse(card.symbols.lower())
        assert card.index == place
    assert len(set(DECK)) == 52


def test_the_deck_is_in_order_and_every_card_has_its_rank_and_suit() -> None:
    assert [(card.suit, card.rank) for card in DECK] == [(suit, rank) for suit in Suit for rank in Rank]
    assert [Card.of(card.rank, card.suit) for card in DECK] == list(DECK)
    assert parse_cards(["AS TD"]) == (Card.ACE_OF_SPADES, Card.TEN_OF_DIAMONDS)
    assert all(card.name == f"{card.rank.name}_OF_{card.suit.name}" for card in DECK)


def test_a_card_is_written_as_its_name_and_read_by_nothing_else() -> None:
    ten = Card.of(Rank.TEN, Suit.DIAMONDS)
    assert msgspec.json.encode(ten) == b'"TD"'
    assert msgspec.json.decode(b'"TD"', type=Card) is ten
    for text in (b'"td"', b'"10D"', b'"T\xe2\x99\xa6"', b'"TEN_OF_DIAMONDS"', b"9", b"null"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=Card)
    assert (repr(ten), hash(ten), isinstance(ten, str)) == ("Card(TD)", 22, False)


@pytest.mark.parametrize("text", ["1X", "", "A", "S", "AX", "1S", "11S", "ASS", "0H", "JOKER"])
def test_what_is_no_card_says_how_to_write_one(text: str) -> None:
    with pytest.raises(Unreadable, match="is not a card: write a rank"):
        Card.parse(text)


def test_cards_stand_together_or_apart() -> None:
    assert parse_cards(["4c 9d", "Kh,7c"]) == parse_cards(["4c", "9d", "Kh", "7c"])


def test_composition_counts_by_card_rank_and_suit() -> None:
    shoe = Composition.of_decks(8)
    assert (len(shoe), shoe.count(Card.parse("AS")), shoe.count_rank(Rank.KING), shoe.count_suit(Suit.HEARTS)) == (
        416,
        8,
        32,
        104,
    )
    left = shoe - Composition.of_cards(parse_cards(["AS AS KD"]))
    assert (left.count(Card.parse("AS")), left.count(Card.parse("KD")), len(left)) == (6, 7, 413)
    assert left + Composition.of_cards(parse_cards(["AS AS KD"])) == shoe
    assert str(shoe.surplus_over(left)) == "1 x KD, 2 x AS"
    assert list(Composition.of_cards(parse_cards(["AS AS KD"]))) == list(parse_cards(["KD AS AS"]))
    assert str(Composition.of_decks(0)) == "no cards"


def test_composition_cannot_go_below_zero() -> None:
    with pytest.raises(ValueError, match="cannot hold -1 of AS"):
        Composition.of_decks(1) - Composition.of_cards(parse_cards(["AS AS"]))
    with pytest.raises(ValueError, match="52 counts"):
        Composition((1, 2))
