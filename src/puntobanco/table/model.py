"""What a table is made of: its cards, stakes, patrons, rounds and shoes, and the closed words for them."""

from enum import IntEnum, StrEnum, auto
from typing import Annotated, TypeAlias

from msgspec import Struct

from puntobanco.coup.coup import Coup
from puntobanco.coup.irregularity import Irregularity
from puntobanco.coup.settle import Outcome
from puntobanco.coup.shoe import Ending
from puntobanco.rulebooks.facts import PLAYER, Facts, Hand, Result
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.rulebooks.wagers import Stage
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents, Count


class Secret(StrEnum):
    """What of an event or of a value in it not everybody may see who sees the rest."""

    FACE = "face"
    """The face of a card: auditors only, unless the card lies face up."""
    BOOKS = "books"
    """How money was booked: supervising staff."""
    MONEY = "money"
    """What is between a patron and the house: that patron and supervising staff."""


class Phase(StrEnum):
    """What the table is about."""

    NEW = "new"
    PREPARING = "preparing"
    BETTING = "betting"
    DEALING = "dealing"
    CLOSED = "closed"


PREPARING, BETTING, DEALING = Phase.PREPARING, Phase.BETTING, Phase.DEALING
"""By themselves, for what is asked many times a round: Python 3.11 is slow to look up a member of an enum."""


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


INSPECTIONS = (Preparation.DEALER_INSPECTION, Preparation.SUPERVISOR_INSPECTION)
"""By two people, in either order."""


class RoundKind(StrEnum):
    """Whether a coup has wagers, and if not, why."""

    WAGERS = "wagers"
    NO_BET = "no_bet"
    VOID_HAND = "void_hand"


WITH_WAGERS = RoundKind.WAGERS


class VoidReason(StrEnum):
    """Why an operator voids a round."""

    DISTURBANCE = "disturbance"
    IMPRACTICAL = "impractical"
    FRAUD = "fraud"


class DrawTo(StrEnum):
    """Where a dealer puts a card; left out, it goes where it is due."""

    PLAYER = "player"
    BANKER = "banker"
    EXCESS = "excess"


TO_EXCESS = DrawTo.EXCESS


class Ruling(IntEnum):
    """What a ruling is about, the most pressing first."""

    INTERRUPTION = auto()
    """Play waits for it."""
    PREPARATION = auto()
    CARDS = auto()
    ROUNDS = auto()
    PATRONS = auto()
    SEATS = auto()
    DISPUTES = auto()
    FLOAT = auto()


class Counting(StrEnum):
    """When the float is counted."""

    OPENING = "opening"
    BETWEEN = "between"
    CLOSING = "closing"


class FloatCount(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A count of the tray, with all fills and credits until then."""

    count: Counting
    amount: Cents
    filled: Cents
    credited: Cents


class Tray(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What came and went, for the takings of the table."""

    drop: Cents = 0
    """What patrons bought in for."""
    filled: Cents = 0
    credited: Cents = 0
    opening: FloatCount | None = None
    last: FloatCount | None = None


class Patron(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person who bets."""

    name: str
    seat: int | None = None
    warned_in_round: int | None = None
    personal_maximum: Cents | None = None
    """What was granted last; it counts once a marker shows it."""
    marked: Cents | None = None
    """What the marker beside the patron shows, which holds until that of another grant is placed."""
    sat_out: int = 0
    excluded: bool = False
    warned_of_turn: bool = False
    """Whether a wager out of turn has stood with a warning."""
    place_given_in: int | None = None
    """The last round for which the place in the area of the seat was given away."""


class Turns(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose turn it is to bet, where patrons bet one after the other."""

    marker: int | None = None
    """The seat of the starting marker: its patron is asked first."""
    now: str | None = None
    """Who was asked last."""
    had: frozenset[str] = frozenset()
    """Who was asked for this round, the last one included."""
    out: frozenset[str] = frozenset()
    """Who bet out of turn for this round."""
    again: frozenset[str] = frozenset()
    """Who of them did so after a warning."""


NO_TURNS = Turns()


class TableCard(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card on the table: its face if anybody knows it, whether all can see it, and how many-th out of the shoe."""

    card: Annotated[Card | None, Secret.FACE]
    face_up: bool
    place: Count


class WaitingCard(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An excess card that waits for a round; one that makes its round a round without wagers says by which clause."""

    card: TableCard
    no_bet: bool
    clause: str


class FoundIrregularity(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that went wrong in a round, or after it and before the next."""

    irregularity: Irregularity
    remedy: Remedy
    clause: str
    round: Count


MOST_CARDS_OF_A_ROUND = 6


class SettledWager(Struct, array_like=True, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What became of one wager; `returned` includes the stake where that came back."""

    patron: str
    area: str
    wager: str
    stake: Cents
    returned: Cents = 0
    commission_taken: Annotated[Cents, Secret.MONEY] = 0
    commission_owed: Annotated[Cents, Secret.MONEY] = 0
    outcome: Outcome
    clause: str
    voided: bool = False
    really_returned: Annotated[Cents | None, Secret.MONEY] = None
    """What the dealer gave back in error, where a supervisor recorded it."""
    debt: Annotated[Cents, Secret.MONEY] = 0
    """What of the error the patron owes."""

    @property
    def error(self) -> Cents:
        """What the patron has too much, or below zero too little, and does not owe."""
        return 0 if self.really_returned is None else self.really_returned - self.returned - self.debt


Exposers: TypeAlias = tuple[tuple[Hand, str | None], ...]
"""Who turns a hand: a patron, or none for the dealer."""


class RoundState(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The coup that is being dealt."""

    number: int
    kind: RoundKind
    player: tuple[TableCard, ...] = ()
    banker: tuple[TableCard, ...] = ()
    order: tuple[Hand, ...] = ()
    """Where each card was put, in the order drawn."""
    no_bets_by: str | None = None
    """The clause by which it has no wagers, where it has none."""
    misplaced: bool = False
    before_player: tuple[Count, ...] = ()
    """The places of the cards that came before player without right, or too early to say, and waited."""
    stages: tuple[Stage, ...] = ()
    settled: tuple[SettledWager, ...] = ()
    exposers: Exposers = ()
    bettors: frozenset[str] = frozenset()
    """Who has bet on it, whatever became of the wager since."""
    seated: frozenset[str] = frozenset()
    """Who had a seat when wagers closed."""

    def of(self, hand: Hand) -> tuple[TableCard, ...]:
        return self.player if hand is PLAYER else self.banker

    def hidden(self, hand: Hand) -> int:
        return sum(not card.face_up for card in self.of(hand))

    def in_order(self) -> tuple[TableCard, ...]:
        """The cards in the order they were drawn."""
        return tuple(sorted((*self.player, *self.banker), key=lambda card: card.place))

    @property
    def coup(self) -> Coup | None:
        """The coup as all can see it; none while a card is face down."""
        return coup_of(self.player, self.banker)


def coup_of(player: tuple[TableCard, ...], banker: tuple[TableCard, ...]) -> Coup | None:
    """The coup that these cards make; none while one of them is face down."""
    players, bankers = _faces(player), _faces(banker)
    return None if players is None or bankers is None else Coup(players, bankers)


def _faces(cards: tuple[TableCard, ...]) -> tuple[Card, ...] | None:
    faces = tuple([card.card for card in cards if card.face_up and card.card is not None])
    return faces if len(faces) == len(cards) else None


class RoundRecord(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished round that is still open to rulings."""

    number: int
    shoe: int
    kind: RoundKind
    result: Result | None
    settled: tuple[SettledWager, ...]
    void: bool = False
    facts: Facts | None = None
    """Of a round that was decided."""
    again_out_of_turn: frozenset[str] = frozenset()
    """Who bet out of turn in it after a warning."""


class ShoeState(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many cards went where. What is known of faces never exceeds the composition."""

    number: int = 0
    cards: int = 0
    out: int = 0
    """Cards that have left the shoe: burned, dealt, kept as excess or put aside."""
    burned: int = 0
    dealt: int = 0
    aside: int = 0
    cutting_cards: int = 0
    known: bytes = bytes(52)
    """How many of each card, in the order of a deck."""
    loaded: bool = False
    """From the cards lying in the shoe until they are taken out."""
    depth: int | None = None
    """Cards behind the cutting card, where that was told."""
    ending: Ending = Ending.OVER
    ended_by: str | None = None
    """The clause by which it ends, once something has ended it."""
    recheck: bool = False
    """The cards are to be checked before the next shuffle."""
    shown_burn: TableCard | None = None
    """The burn card that told how many more were to be burned."""
    to_burn: int | None = None
    """Cards still to be burned; none before the first of them has told."""

    @property
    def remaining(self) -> int:
        return self.cards - self.out


class TakenOut(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shoe of the last round as it went out of use, with the cards that waited."""

    shoe: ShoeState
    """Loaded while its cards still lie in it, at a table that has closed."""
    excess: "tuple[WaitingCard, ...]"


class EndedRound(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last round as it was before it ended, until the next one commences: it may have to be settled anew."""

    round: RoundState
    ending: Ending
    rules: TableRules
    notices: "tuple[Notice, ...]"
    sat_out: tuple[tuple[str, int], ...]
    no_bets_in_a_row: int
    no_bets_in_shoe: int
    placed: int
    turns: Turns
    taken_out: TakenOut | None = None
    """Its shoe, once it is out of use: its cards are on their way into the next one, or the table has closed."""


class Interrupted(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the table was at when a round of a shoe out of use was opened again."""

    phase: Phase
    pending: tuple[Preparation, ...]
    shoe: ShoeState
    excess: "tuple[WaitingCard, ...]"
    rules: TableRules
    notices: "tuple[Notice, ...]"
    no_bets_in_shoe: int


class Notice(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An announced change and the round from which it is in force; without rules, the table closes."""

    from_round: int
    rules: TableRules | None
    keys: tuple[str, ...] = ()
    """What of the rules the notice is about."""
    new_shoe: bool = False


class Dispute(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: int
    patron: str
    text: str
    decision: str | None = None
    referred: bool = False
    about: str | None = None
    """Whose money the decision moved."""


def own_maximum(rules: TableRules, patron: Patron) -> Ruled[Cents] | None:
    """A patron's own maximum, as its marker shows it."""
    if patron.marked is None:
        return None
    own = max(patron.marked, rules.maximum.value)
    return Ruled(value=own, clause=rules.personal_maximum.clause)
