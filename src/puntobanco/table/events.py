"""What can happen at a table. Each event has a written name and a version; old ones must decode for ever."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar, dataclass_transform

from puntobanco.cards import Card
from puntobanco.coup.irregularity import Irregularity
from puntobanco.coup.shoe import Ending
from puntobanco.money import Cents
from puntobanco.rules.facts import Hand, Result
from puntobanco.rules.options import Remedy
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import Stage
from puntobanco.table.actors import Actor
from puntobanco.table.ledger import Entry
from puntobanco.table.state import Preparation, RoundKind, SettledWager, TableCard

EVENTS: dict[str, type] = {}
"""Event types by name and version, such as `wager_placed.1`."""
EVENT_NAMES: dict[type, str] = {}
T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(name: str, version: int = 1) -> Callable[[type[T]], type[T]]:
    """Register a dataclass as an event under a written name."""

    def register(declared: type[T]) -> type[T]:
        made = dataclass(frozen=True, slots=True, kw_only=True)(declared)
        EVENTS[f"{name}.{version}"] = made
        EVENT_NAMES[made] = f"{name}.{version}"
        return made

    return register


# The life of the table


@event("table_opened")
class TableOpened:
    rules: TableRules
    pending: tuple[Preparation, ...]
    clause: str


@event("preparation_done")
class PreparationDone:
    """A step before the deal that leaves nothing but its record, and of an inspection what it found."""

    step: Preparation
    by: Actor
    clause: str
    found: str = ""


@event("cards_checked")
class CardsChecked:
    """A card check, before or after gaming, or an inspection that found something wrong."""

    found: str
    passed: bool
    clause: str
    by: Actor | None = None


@event("cut_offered")
class CutOffered:
    patron: str
    clause: str


@event("cut_declined")
class CutDeclined:
    patron: str
    clause: str


@event("cards_cut")
class CardsCut:
    at: int
    by: Actor
    clause: str


@event("shoe_loaded")
class ShoeLoaded:
    cards: int
    depth: int | None
    """Cards behind the cutting card, where that was told."""
    clause: str


@event("card_burned")
class CardBurned:
    card: Card | None
    face_up: bool
    more: int
    clause: str
    place: int


@event("cutting_card_drawn")
class CuttingCardDrawn:
    """A cutting card left the shoe, and how near the end of the shoe is now."""

    first_of_round: bool
    ending: Ending
    clause: str


@event("cards_replaced")
class CardsReplaced:
    """`faces` names single cards that were exchanged; none of them means the whole set."""

    faces: tuple[Card, ...]
    pending: tuple[Preparation, ...]
    clause: str


@event("new_shoe_due")
class NewShoeDue:
    pending: tuple[Preparation, ...]
    clause: str


@event("announced")
class Announced:
    words: str
    clause: str


@event("change_announced")
class ChangeAnnounced:
    rules: TableRules
    changes: tuple[tuple[str, str], ...]
    from_round: int
    new_shoe: bool
    clause: str


@event("change_took_effect")
class ChangeTookEffect:
    rules: TableRules
    clause: str
    new_shoe: bool = False
    notice: int = 0
    """Which of the notices that wait, from the oldest."""


@event("closing_announced")
class ClosingAnnounced:
    from_round: int
    clause: str


@event("table_closed")
class TableClosed:
    clause: str


# Patrons and their money


@event("dealer_came")
class DealerCame:
    """A person acts as dealer of this table for the first time, and does not bet at it from now on."""

    person: str
    clause: str


@event("bought_in")
class BoughtIn:
    patron: str
    amount: Cents
    entry: Entry
    clause: str


@event("cashed_out")
class CashedOut:
    patron: str
    amount: Cents
    entry: Entry
    clause: str


@event("departed_paid")
class DepartedPaid:
    """Money came back to a patron who is no longer at the table, and is paid at the cage."""

    patron: str
    amount: Cents
    entry: Entry
    clause: str


@event("debt_settled")
class DebtSettled:
    patron: str
    amount: Cents
    entry: Entry
    clause: str


@event("seat_taken")
class SeatTaken:
    patron: str
    seat: int
    clause: str


@event("seat_left")
class SeatLeft:
    patron: str
    required: bool
    clause: str


@event("patron_left")
class PatronLeft:
    patron: str
    clause: str


@event("patron_excluded")
class PatronExcluded:
    patron: str
    broke: str
    clause: str


@event("exclusion_lifted")
class ExclusionLifted:
    patron: str
    by: Actor
    clause: str


@event("maximum_granted")
class MaximumGranted:
    patron: str
    amount: Cents
    clause: str


@event("marker_placed")
class MarkerPlaced:
    patron: str
    clause: str


@event("patrons_named")
class PatronsNamed:
    patrons: tuple[str, ...]
    clause: str


@event("commission_collected")
class CommissionCollected:
    """What was collected; what the chips did not cover is commission debt from now on."""

    patron: str
    amount: Cents
    from_all: bool
    entry: Entry
    clause: str
    unpaid: Cents = 0


@event("commission_due")
class CommissionDue:
    """The interval has passed and somebody owes: the dealer is told, once."""

    rounds: int
    clause: str


@event("rules_given")
class RulesGiven:
    patron: str
    digest: str
    clause: str


# Wagers


@event("wager_placed")
class WagerPlaced:
    patron: str
    area: str
    wager: str
    amount: Cents
    entry: Entry
    clause: str
    spoken: bool = False


@event("wager_withdrawn")
class WagerWithdrawn:
    patron: str
    area: str
    wager: str
    amount: Cents
    entry: Entry
    clause: str


@event("wager_moved")
class WagerMoved:
    patron: str
    area: str
    wager: str
    to_area: str
    to_wager: str
    amount: Cents
    entry: Entry
    clause: str


@event("patron_warned")
class PatronWarned:
    patron: str
    clause: str


@event("wager_returned")
class WagerReturned:
    """All or part of a wager goes back before the deal, with the reason."""

    patron: str
    area: str
    wager: str
    amount: Cents
    reason: str
    entry: Entry
    clause: str


@event("differential_left")
class DifferentialLeft:
    """The dealer declined to cut the heavier hand."""

    excess: Cents
    clause: str


# The round


@event("round_started")
class RoundStarted:
    number: int
    kind: RoundKind
    clause: str


@event("card_dealt")
class CardDealt:
    hand: Hand
    card: Card | None
    face_up: bool
    from_excess: bool
    misplaced: bool
    clause: str
    place: int


@event("exposer_assigned")
class ExposerAssigned:
    hand: Hand
    patron: str | None
    clause: str
    second: str | None = None


@event("hand_exposed")
class HandExposed:
    hand: Hand
    cards: tuple[Card, ...]
    by: Actor
    clause: str


@event("stage_settled")
class StageSettled:
    stage: Stage
    wagers: tuple[SettledWager, ...]
    stays: tuple[SettledWager, ...]
    entry: Entry
    clause: str


@event("round_ended")
class RoundEnded:
    number: int
    result: Result | None
    sat_out: tuple[tuple[str, int], ...]
    void: bool
    ending: Ending
    clause: str
    player_total: int | None = None
    banker_total: int | None = None


@event("no_bet_asked")
class NoBetAsked:
    patron: str
    clause: str


@event("no_bet_agreed")
class NoBetAgreed:
    patron: str
    clause: str


@event("no_bet_withdrawn")
class NoBetWithdrawn:
    """A patron does not want the coup without wagers any more; who asked for it takes the request back."""

    patron: str
    request: bool
    clause: str


# Irregularities and rulings


@event("irregularity_found")
class IrregularityFound:
    irregularity: Irregularity
    remedy: Remedy
    clause: str


@event("excess_card_kept")
class ExcessCardKept:
    """A card nobody was due waits for the next round; if it was seen, that round may have no wagers."""

    card: TableCard
    no_bet: bool
    clause: str


@event("card_put_aside")
class CardPutAside:
    """A card that is used for nothing; `counted` is false for one that cannot be of this shoe."""

    card: Card | None
    counted: bool
    clause: str


@event("card_disclosed")
class CardDisclosed:
    """A card that lay face down was seen by mistake; a waiting one may make its round a round without wagers."""

    card: Card
    place: int
    no_bet: bool
    clause: str


@event("card_corrected")
class CardCorrected:
    """The face of a card was keyed in wrongly; `more` says how many are still to be burned, where it told that."""

    place: int
    was: Card
    card: Card
    more: int | None
    clause: str
    face_up: bool = True


@event("shoe_ends")
class ShoeEnds:
    """No round comes after the present one; the cards are checked before they are shuffled."""

    clause: str


@event("empty_reported")
class EmptyReported:
    """The dealer finds no card where the count says that some are left; a supervisor confirms it or play goes on."""

    remaining: int
    clause: str


@event("round_became_void_hand")
class RoundBecameVoidHand:
    clause: str


@event("hands_reconstructed")
class HandsReconstructed:
    """Where the cards lie now; those left over wait, before any that waited already."""

    player: tuple[TableCard, ...]
    banker: tuple[TableCard, ...]
    order: tuple[Hand, ...]
    left_over: tuple[TableCard, ...]
    no_bet: bool
    clause: str


@event("round_cancelled")
class RoundCancelled:
    """Wagers were closed and no card was dealt: the round has not commenced and is bet on again."""

    number: int
    clause: str


@event("round_reopened")
class RoundReopened:
    """The last round is decided again, because no card of the next one has been dealt."""

    number: int
    clause: str


@event("stage_reopened")
class StageReopened:
    """What was settled is undone and the stakes lie in their boxes again."""

    number: int
    stage: Stage
    wagers: tuple[SettledWager, ...]
    entry: Entry
    clause: str


@event("stage_reversed")
class StageReversed:
    """Money of a round that is taken back as if it had not been."""

    number: int
    wagers: tuple[SettledWager, ...]
    entry: Entry
    reason: str
    clause: str


@event("round_voided")
class RoundVoided:
    """A finished round was declared void."""

    number: int
    entry: Entry
    reason: str
    by: Actor
    clause: str


@event("wager_voided")
class WagerVoided:
    number: int
    patron: str
    area: str
    wager: str
    broke: str
    entry: Entry
    by: Actor
    clause: str


@event("error_recorded")
class ErrorRecorded:
    number: int
    by: Actor
    clause: str


@event("payment_recorded")
class PaymentRecorded:
    """What a patron really got back for a settled wager; the book gives `returned`, and `debt` is owed back."""

    number: int
    patron: str
    area: str
    wager: str
    returned: Cents
    really_returned: Cents
    debt: Cents
    entry: Entry
    by: Actor
    clause: str


@event("dispute_raised")
class DisputeRaised:
    number: int
    patron: str
    text: str
    clause: str


@event("dispute_decided")
class DisputeDecided:
    number: int
    patron: str
    decision: str
    referred: bool
    by: Actor
    clause: str


@event("dispute_settled")
class DisputeSettled:
    """Money that a decision gives to a patron, or takes (an amount below zero), with its reason."""

    number: int
    patron: str
    amount: Cents
    reason: str
    entry: Entry
    by: Actor
    clause: str


@event("review_asked")
class ReviewAsked:
    number: int
    patron: str
    """Whose dispute it is."""
    by: Actor
    clause: str


Event: TypeAlias = (
    TableOpened
    | PreparationDone
    | CardsChecked
    | CutOffered
    | CutDeclined
    | CardsCut
    | ShoeLoaded
    | CardBurned
    | CuttingCardDrawn
    | CardsReplaced
    | NewShoeDue
    | Announced
    | ChangeAnnounced
    | ChangeTookEffect
    | ClosingAnnounced
    | TableClosed
    | DealerCame
    | BoughtIn
    | CashedOut
    | DepartedPaid
    | DebtSettled
    | SeatTaken
    | SeatLeft
    | PatronLeft
    | PatronExcluded
    | ExclusionLifted
    | MaximumGranted
    | MarkerPlaced
    | PatronsNamed
    | CommissionCollected
    | CommissionDue
    | RulesGiven
    | WagerPlaced
    | WagerWithdrawn
    | WagerMoved
    | PatronWarned
    | WagerReturned
    | DifferentialLeft
    | RoundStarted
    | CardDealt
    | ExposerAssigned
    | HandExposed
    | StageSettled
    | RoundEnded
    | NoBetAsked
    | NoBetAgreed
    | NoBetWithdrawn
    | IrregularityFound
    | ExcessCardKept
    | CardPutAside
    | CardDisclosed
    | CardCorrected
    | ShoeEnds
    | EmptyReported
    | RoundBecameVoidHand
    | HandsReconstructed
    | RoundCancelled
    | RoundReopened
    | StageReopened
    | StageReversed
    | RoundVoided
    | WagerVoided
    | ErrorRecorded
    | PaymentRecorded
    | DisputeRaised
    | DisputeDecided
    | DisputeSettled
    | ReviewAsked
)
