"""What can happen at a table, each with who may see it. Every event has a written name and a version, for ever."""

from typing import Annotated, TypeAlias, get_args

from msgspec import Struct

from puntobanco.cards import Card
from puntobanco.coup.irregularity import Irregularity
from puntobanco.coup.shoe import CardCheck, Ending
from puntobanco.money import Cents, Count
from puntobanco.rules.facts import Facts, Hand, Result
from puntobanco.rules.options import Remedy
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import Stage
from puntobanco.table.ledger import Entry
from puntobanco.table.reasons import Reason
from puntobanco.table.sight import Own, Public, Secret
from puntobanco.table.state import Preparation, RoundKind, SettledWager, TableCard

Face: TypeAlias = Annotated[Card | None, Secret.FACE]
Books: TypeAlias = Annotated[Entry, Secret.BOOKS]


# The life of the table


class TableOpened(Public, tag="table_opened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table opened, with all its rules and what is to be done before the first coup."""

    rules: TableRules
    pending: tuple[Preparation, ...]


class PreparationDone(Public, tag="preparation_done.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step before the deal that leaves nothing but its record, and of an inspection what it found."""

    step: Preparation
    found: CardCheck | None
    inspector: str | None
    """Who made an inspection: the other one is made by somebody else."""


class CardsChecked(Public, tag="cards_checked.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card check, before or after gaming, or an inspection that found something wrong."""

    found: CardCheck
    passed: bool


class CutOffered(Public, tag="cut_offered.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron was offered the cut."""

    patron: str


class CutDeclined(Public, tag="cut_declined.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The patron who was offered the cut did not want it."""

    patron: str


class CardsCut(Public, tag="cards_cut.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The stack was cut, so many cards deep."""

    at: Count


class ShoeLoaded(Public, tag="shoe_loaded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The stack with its cutting cards is in the shoe."""

    cards: Count
    depth: Count | None
    """Cards behind the cutting card, where that was told."""


class CardBurned(Public, tag="card_burned.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card was burned; `more` says how many follow."""

    card: Face
    face_up: bool
    more: Count
    place: Count


class CuttingCardDrawn(Public, tag="cutting_card_drawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A cutting card left the shoe, and how near the end of the shoe is now."""

    first_of_round: bool
    ending: Ending


class CardsReplaced(Public, tag="cards_replaced.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards were exchanged: those in `faces`, or with none of them named the whole set."""

    faces: tuple[Card, ...]
    pending: tuple[Preparation, ...]


class NewShoeDue(Public, tag="new_shoe_due.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards are to be shuffled before another round."""

    pending: tuple[Preparation, ...]


class Announced(Public, tag="announced.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dealer said these words."""

    words: str


class ChangeAnnounced(Public, tag="change_announced.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Notice was given of other choices of the house, and of the round from which they hold."""

    rules: TableRules
    changes: tuple[tuple[str, str], ...]
    from_round: Count
    new_shoe: bool


class ChangeTookEffect(Public, tag="change_took_effect.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choices of which notice was given hold from now on."""

    rules: TableRules
    new_shoe: bool
    notice: Count
    """Which of the notices that wait, from the oldest."""


class ClosingAnnounced(Public, tag="closing_announced.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Notice was given that the table closes."""

    from_round: Count


class TableClosed(Public, tag="table_closed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table is closed."""


# Patrons and their money


class DealerCame(Public, tag="dealer_came.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person acts as dealer of this table for the first time, and does not bet at it from now on."""

    person: str


class BoughtIn(Own, tag="bought_in.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron brought chips from the cage."""

    amount: Cents
    entry: Books


class CashedOut(Own, tag="cashed_out.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron took chips to the cage."""

    amount: Cents
    entry: Books


class DepartedPaid(Own, tag="departed_paid.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money came back to a patron who is no longer at the table, and is paid at the cage."""

    amount: Cents
    entry: Books


class DebtSettled(Own, tag="debt_settled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron paid a debt to the house."""

    amount: Cents
    entry: Books


class SeatTaken(Public, tag="seat_taken.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron sat down."""

    patron: str
    seat: Count


class SeatLeft(Public, tag="seat_left.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron stood up, or had to where `required`."""

    patron: str
    required: bool


class PatronLeft(Public, tag="patron_left.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron went away."""

    patron: str


class PatronExcluded(Public, tag="patron_excluded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron was excluded for breaking a clause."""

    patron: str
    broke: str


class ExclusionLifted(Public, tag="exclusion_lifted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron who was excluded may play again."""

    patron: str


class MaximumGranted(Public, tag="maximum_granted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron may have a maximum above the table's, once its marker is there."""

    patron: str
    amount: Cents


class MarkerPlaced(Public, tag="marker_placed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The marker of a personal maximum lies beside the patron, so that it counts."""

    patron: str


class PatronsNamed(Public, tag="patrons_named.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The patrons were named whose total in one area the maximum binds."""

    patrons: tuple[str, ...]


class CommissionCollected(Own, tag="commission_collected.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was collected; what the chips did not cover is commission debt from now on."""

    amount: Cents
    from_all: bool
    entry: Books
    unpaid: Cents


class CommissionDue(Public, tag="commission_due.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The interval has passed and somebody owes: the dealer is told, once."""

    rounds: Count


class RulesGiven(Own, tag="rules_given.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron got a copy of the rules with this digest."""

    digest: str


# Wagers


class WagerPlaced(Public, tag="wager_placed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips were put on a spot; `spoken` where the dealer placed them for the patron."""

    patron: str
    area: str
    wager: str
    amount: Cents
    entry: Books
    spoken: bool


class WagerWithdrawn(Public, tag="wager_withdrawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron took a wager back, or a part of it."""

    patron: str
    area: str
    wager: str
    amount: Cents
    entry: Books


class WagerMoved(Public, tag="wager_moved.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager went to another spot."""

    patron: str
    area: str
    wager: str
    to_area: str
    to_wager: str
    amount: Cents
    entry: Books


class Laid(Struct, array_like=True, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies on a spot after a slip, and what lay there before."""

    area: str
    wager: str
    amount: Cents
    was: Cents


class SlipLaid(Public, tag="slip_laid.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slip brought a patron's wagers to what it says; spots that it leaves as they were are not named."""

    patron: str
    stakes: tuple[Laid, ...]
    entry: Books


class PatronWarned(Public, tag="patron_warned.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron's wager under the minimum stands this time; the next will go back."""

    patron: str


class WagerReturned(Public, tag="wager_returned.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All or part of a wager goes back before the deal, with the reason."""

    patron: str
    area: str
    wager: str
    amount: Cents
    reason: Reason
    entry: Books


class DifferentialLeft(Public, tag="differential_left.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dealer declined to cut the heavier hand."""

    excess: Cents


# The round


class RoundStarted(Public, tag="round_started.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wagers are closed and a coup begins, with or without wagers."""

    number: Count
    kind: RoundKind


class CardDealt(Public, tag="card_dealt.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card lies before a hand."""

    hand: Hand
    card: Face
    face_up: bool
    from_excess: bool
    misplaced: bool
    place: Count


class ExposerAssigned(Public, tag="exposer_assigned.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """It was decided who turns a hand's cards: one or two patrons, or nobody named for the dealer."""

    hand: Hand
    patron: str | None
    second: str | None


class HandExposed(Public, tag="hand_exposed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The face-down cards of a hand were turned."""

    hand: Hand
    cards: tuple[TableCard, ...]


class StageSettled(Public, tag="stage_settled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wagers were settled, losers first; those in `stays` are left on the layout."""

    stage: Stage
    wagers: tuple[SettledWager, ...]
    stays: tuple[SettledWager, ...]
    entry: Books


class RoundEnded(Public, tag="round_ended.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round is over: its result and facts, or void."""

    number: Count
    result: Result | None
    sat_out: tuple[tuple[str, Count], ...]
    void: bool
    ending: Ending
    facts: Facts | None
    """What the coup came to, unless it is void."""


class NoBetAsked(Public, tag="no_bet_asked.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron asked for a coup without wagers."""

    patron: str


class NoBetAgreed(Public, tag="no_bet_agreed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron agreed to a coup without wagers."""

    patron: str


class NoBetWithdrawn(Public, tag="no_bet_withdrawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron does not want the coup without wagers any more; who asked for it takes the request back."""

    patron: str
    request: bool


# Irregularities and rulings


class IrregularityFound(Public, tag="irregularity_found.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something went wrong, and this is the book's remedy."""

    irregularity: Irregularity
    remedy: Remedy


class ExcessCardKept(Public, tag="excess_card_kept.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card nobody was due waits for the next round; if it was seen, that round may have no wagers."""

    card: TableCard
    no_bet: bool


class CardPutAside(Public, tag="card_put_aside.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that is used for nothing; `counted` is false for one that cannot be of this shoe."""

    card: Face
    counted: bool
    place: Count | None


class CardDisclosed(Public, tag="card_disclosed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that lay face down was seen by mistake; a waiting one may make its round a round without wagers."""

    card: Card
    place: Count
    no_bet: bool


class CardCorrected(Public, tag="card_corrected.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The face of a card was keyed in wrongly; `more` says how many are still to be burned, where it told that."""

    place: Count
    was: Annotated[Card, Secret.FACE]
    card: Annotated[Card, Secret.FACE]
    more: Count | None
    face_up: bool


class ShoeEnds(Public, tag="shoe_ends.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No round comes after the present one; the cards are checked before they are shuffled."""


class EmptyReported(Public, tag="empty_reported.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dealer finds no card where the count says that some are left; a supervisor confirms it or play goes on."""

    remaining: Count


class RoundBecameVoidHand(
    Public, tag="round_became_void_hand.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """The round goes on without wagers."""


class HandsReconstructed(Public, tag="hands_reconstructed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the cards lie now; those left over wait, before any that waited already."""

    player: tuple[TableCard, ...]
    banker: tuple[TableCard, ...]
    order: tuple[Hand, ...]
    left_over: tuple[TableCard, ...]
    no_bet: bool


class RoundCancelled(Public, tag="round_cancelled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wagers were closed and no card was dealt: the round has not commenced and is bet on again."""

    number: Count


class RoundReopened(Public, tag="round_reopened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last round is decided again, because no card of the next one has been dealt."""

    number: Count


class StageReopened(Public, tag="stage_reopened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was settled is undone and the stakes lie in their boxes again."""

    number: Count
    stage: Stage
    wagers: tuple[SettledWager, ...]
    entry: Books


class StageReversed(Public, tag="stage_reversed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money of a round that is taken back as if it had not been."""

    number: Count
    wagers: tuple[SettledWager, ...]
    entry: Books
    reason: Reason


class RoundVoided(Public, tag="round_voided.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished round was declared void."""

    number: Count
    entry: Books
    reason: Reason


class WagerVoided(Public, tag="wager_voided.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager is void because its patron broke a clause."""

    number: Count
    patron: str
    area: str
    wager: str
    broke: str
    entry: Books


class ErrorRecorded(Public, tag="error_recorded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wrong placement is on record, and nothing is reversed."""

    number: Count


class PaymentRecorded(Own, tag="payment_recorded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a patron really got back for a settled wager; the book gives `returned`, and `debt` is owed back."""

    number: Count
    area: str
    wager: str
    returned: Cents
    really_returned: Cents
    debt: Cents
    entry: Books


class DisputeRaised(Own, tag="dispute_raised.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody disputes what happened."""

    number: Count
    text: str


class DisputeDecided(Own, tag="dispute_decided.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The operator decided a dispute; where `referred`, the regulator is asked to review that."""

    number: Count
    decision: str
    referred: bool


class DisputeSettled(Own, tag="dispute_settled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money that a decision gives to a patron, or takes (an amount below zero), with its reason."""

    number: Count
    amount: Cents
    reason: str
    entry: Books


class ReviewAsked(Own, tag="review_asked.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The regulator is asked to review the decision of a dispute."""

    number: Count


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
    | SlipLaid
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

EVENTS: dict[str, type[Event]] = {kind.__struct_config__.tag: kind for kind in get_args(Event)}
"""Event types by name and version, such as `wager_placed.1`."""


def name_of(event: Event) -> str:
    """The written name without the version."""
    return str(event.__struct_config__.tag).rpartition(".")[0]
