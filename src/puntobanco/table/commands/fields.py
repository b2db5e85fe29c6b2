"""Types of members that several commands have, each with the label that forms show."""

from typing import Annotated, TypeAlias

from puntobanco.rulebooks.facts import Hand
from puntobanco.streams.forms import Label
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents, Count

Amount: TypeAlias = Annotated[Cents, Label("Amount in dollars")]
PatronName: TypeAlias = Annotated[str, Label("Who")]
SeatNumber: TypeAlias = Annotated[Count, Label("Which seat")]
RoundNumber: TypeAlias = Annotated[Count, Label("Which round")]
DisputeNumber: TypeAlias = Annotated[Count, Label("Which dispute")]
AreaName: TypeAlias = Annotated[str, Label("Which wager")]
WagerId: TypeAlias = Annotated[str, Label("Which wager")]
BrokenClause: TypeAlias = Annotated[str, Label("The clause that was broken")]
HandToExpose: TypeAlias = Annotated[Hand, Label("Whose cards, and who turns them")]
CardFace: TypeAlias = Annotated[Card, Label("Card, such as 7C")]
CardPlace: TypeAlias = Annotated[Count, Label("Which card")]
