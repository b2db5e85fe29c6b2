"""The state of a table: a fold of its events, and nothing else. What changes often has no slots: see `changed`."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from puntobanco.cards import Card
from puntobanco.coup.coup import Coup
from puntobanco.coup.shoe import Ending
from puntobanco.money import Cents
from puntobanco.rules.facts import Hand, Result
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import Stage
from puntobanco.table.ledger import Balances


class Phase(StrEnum):
    """What the table is about."""

    NEW = "new"
    PREPARING = "preparing"
    BETTING = "betting"
    DEALING = "dealing"
    CLOSED = "closed"


class Preparation(StrEnum):
    """What must be done, in this order, before the next coup."""

    CHECK = "check"
    DEALER_INSPECTION = "dealer_inspection"
    SUPERVISOR_INSPECTION = "supervisor_inspection"
    SPREAD = "spread"
    WASH = "wash"
    SHUFFLE = "shuffle"
    CUT = "cut"
    LOAD = "load"
    BURN = "burn"


class RoundKind(StrEnum):
    """Whether a coup has wagers, and if not, why."""

    WAGERS = "wagers"
    NO_BET = "no_bet"
    VOID_HAND = "void_hand"


class Spot(NamedTuple):
    """Where chips lie: an area (a seat's number, or L and the number of the line after that seat) and a wager."""

    area: str
    wager: str


class Lying(NamedTuple):
    """One patron's chips on a spot; `order` says which were placed first."""

    patron: str
    amount: Cents
    order: int


@dataclass(frozen=True, kw_only=True)
class Patron:
    """A person who bets; a marker makes a personal maximum count."""

    name: str
    seat: int | None = None
    warned_in_round: int | None = None
    personal_maximum: Cents | None = None
    marker: bool = False
    sat_out: int = 0
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the table: its face if anybody knows it, and whether all can see it."""

    card: Card | None
    face_up: bool


class SettledWager(NamedTuple):
    """What became of one wager; `returned` includes the stake where that came back."""

    patron: str
    area: str
    wager: str
    stake: Cents
    returned: Cents
    commission_taken: Cents
    commission_owed: Cents
    outcome: str
    clause: str
    voided: bool = False
    really_returned: Cents | None = None
    """What the dealer gave back in error, where a supervisor recorded it."""
    debt: Cents = 0
    """What of the error the patron owes."""

    @property
    def error(self) -> Cents:
        """What the patron has too much, or below zero too little, and does not owe."""
        return 0 if self.really_returned is None else self.really_returned - self.returned - self.debt


@dataclass(frozen=True, kw_only=True)
class RoundState:
    """The coup that is being dealt."""

    number: int
    kind: RoundKind
    player: tuple[TableCard, ...] = ()
    banker: tuple[TableCard, ...] = ()
    order: tuple[Hand, ...] = ()
    """Where each card was put, in the order drawn."""
    misplaced: bool = False
    stages: tuple[Stage, ...] = ()
    settled: tuple[SettledWager, ...] = ()
    exposers: tuple[tuple[Hand, str | None], ...] = ()
    """Who turns a hand: a patron, or none for the dealer."""

    def of(self, hand: Hand) -> tuple[TableCard, ...]:
        return self.player if hand is Hand.PLAYER else self.banker

    def hidden(self, hand: Hand) -> int:
        return sum(not card.face_up for card in self.of(hand))

    def in_order(self) -> tuple[TableCard, ...]:
        """The cards in the order they were drawn."""
        hands = {Hand.PLAYER: iter(self.player), Hand.BANKER: iter(self.banker)}
        return tuple(next(hands[hand]) for hand in self.order)

    @property
    def coup(self) -> Coup | None:
        """The coup as all can see it; none while a card is face down."""
        player, banker = _faces(self.player), _faces(self.banker)
        return None if player is None or banker is None else Coup(player, banker)


def _faces(cards: tuple[TableCard, ...]) -> tuple[Card, ...] | None:
    faces = tuple(card.card for card in cards if card.face_up and card.card is not None)
    return faces if len(faces) == len(cards) else None


@dataclass(frozen=True, kw_only=True)
class RoundRecord:
    """A finished round of the present shoe."""

    number: int
    kind: RoundKind
    result: Result | None
    settled: tuple[SettledWager, ...]
    void: bool = False


@dataclass(frozen=True, kw_only=True)
class ShoeState:
    """How many cards went where. What is known of faces never exceeds the composition."""

    number: int = 0
    cards: int = 0
    out: int = 0
    """Cards that have left the shoe: burned, dealt, kept as excess or put aside."""
    burned: int = 0
    dealt: int = 0
    aside: int = 0
    cutting_cards: int = 0
    known: tuple[int, ...] = (0,) * 52
    ending: Ending = Ending.OVER
    to_burn: int | None = None
    """Cards still to be burned; none before the first of them has told."""

    @property
    def remaining(self) -> int:
        return self.cards - self.out


@dataclass(frozen=True, slots=True)
class Notice:
    """An announced change and the round from which it is in force; without rules, the table closes."""

    from_round: int
    rules: TableRules | None
    keys: tuple[str, ...] = ()
    """What of the rules the notice is about."""
    new_shoe: bool = False


@dataclass(frozen=True)
class Dispute:
    number: int
    patron: str
    text: str
    decision: str | None = None
    referred: bool = False


@dataclass(frozen=True, kw_only=True)
class TableState:
    """Everything that is known at a table."""

    rules: TableRules
    phase: Phase = Phase.NEW
    pending: tuple[Preparation, ...] = ()
    patrons: Mapping[str, Patron]
    dealers: frozenset[str] = frozenset()
    """Everybody who has dealt here."""
    boxes: Mapping[Spot, tuple[Lying, ...]]
    balances: Balances
    shoe: ShoeState = ShoeState()
    round: RoundState | None = None
    round_number: int = 1
    """The number of the round that is being bet on or dealt."""
    rounds: tuple[RoundRecord, ...] = ()
    excess: tuple[TableCard, ...] = ()
    no_bet_owed: bool = False
    no_bets_in_a_row: int = 0
    no_bets_in_shoe: int = 0
    no_bet_asked_by: str | None = None
    no_bet_agreed: frozenset[str] = frozenset()
    cut_declined: frozenset[str] = frozenset()
    cut_offered_to: str | None = None
    cut_at: int | None = None
    named: frozenset[str] = frozenset()
    notices: tuple[Notice, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    last_collection: int = 0
    """The round after which commission was last collected from all."""
    placed: int = 0
    vacated: bool = False

    def balance(self, account: str) -> Cents:
        return self.balances.get(account, 0)

    def seated(self) -> tuple[Patron, ...]:
        """The seated patrons in the order of their seats: clockwise from the dealer's far left."""
        sitting = [(patron.seat, patron.name, patron) for patron in self.patrons.values() if patron.seat is not None]
        return tuple(patron for _, _, patron in sorted(sitting, key=lambda found: found[:2]))
