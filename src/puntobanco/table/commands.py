"""What a person can ask of a table, and in which role. Amounts are whole cents."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias, TypeVar, get_args

from msgspec import Struct

from puntobanco.cards import Card
from puntobanco.money import Cents, Count
from puntobanco.rules.facts import Hand
from puntobanco.table.actors import Actor, Role


class Asked(Struct, gc=False, tag_field="do", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person in a role asks for something, or says what has happened."""

    actor: Actor


A = TypeVar("A", bound=Asked)
COMMANDS: "dict[str, type[Command]]" = {}
"""Command types by the name that a script uses."""
ROLES: dict[type[Asked], frozenset[Role]] = {}
"""Who may give a command."""


def given_by(*roles: Role) -> Callable[[type[A]], type[A]]:
    """Declare which roles may give a command."""

    def declare(kind: type[A]) -> type[A]:
        ROLES[kind] = frozenset(roles)
        return kind

    return declare


def name_of(command: "Command | type[Command]") -> str:
    """The written name without the version."""
    return str(command.__struct_config__.tag).rpartition(".")[0]


PATRON, DEALER, SUPERVISOR, OPERATOR = Role.PATRON, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR


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


# The life of the table


@given_by(OPERATOR)
class OpenTable(Asked, tag="open_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open the table by a book, with the operator's choices written as in a house file.

    What is not chosen comes from the book's practice house. In `washington` the house chooses every procedure for
    irregularities itself.
    """

    book: str
    """Id of the rulebook."""
    choices: tuple[tuple[str, str], ...] = ()
    """Pairs of a key and a value, as in a house file."""


@given_by(DEALER)
class CheckCards(Asked, tag="check_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Check the cards one by one. Only what differs from full decks is listed: faces missing, and faces too many.

    Before gaming, and again after closing where the book or the house asks for that; `preparing` says so until it
    is done.
    """

    missing: tuple[str, ...] = ()
    """Faces that are missing."""
    surplus: tuple[str, ...] = ()
    """Faces that are too many, or are no card of the pack."""


@given_by(DEALER, SUPERVISOR)
class InspectCards(Asked, tag="inspect_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Inspect sealed or replacement cards independently of the other; what differs from full decks is listed.

    Two people, each with a finding; cards that are not all there are inspected again.
    """

    missing: tuple[str, ...] = ()
    """Faces that are missing."""
    surplus: tuple[str, ...] = ()
    """Faces that are too many, or are no card of the pack."""


@given_by(DEALER)
class SpreadCards(Asked, tag="spread_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Spread the cards face up for the first patrons."""


@given_by(DEALER)
class WashCards(Asked, tag="wash_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turn the cards face down, wash and stack them."""


@given_by(DEALER)
class Shuffle(Asked, tag="shuffle.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Shuffle all cards."""


@given_by(DEALER)
class OfferCut(Asked, tag="offer_cut.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Offer the cut to a patron, in the book's order."""

    patron: str
    """Who is offered it."""


@given_by(PATRON)
class DeclineCut(Asked, tag="decline_cut.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Decline the cut."""


@given_by(PATRON, DEALER, SUPERVISOR)
class Cut(Asked, tag="cut.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cut so many cards deep: the patron who was offered it, or staff when nobody wants to."""

    at: Count
    """Cards in front of the cut."""


@given_by(DEALER)
class LoadShoe(Asked, tag="load_shoe.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put in the cutting cards and place the stack in the shoe; how many cards lie behind the cutting card, if told."""

    depth: Count | None = None
    """Cards behind the cutting card, within the book's bounds; left out, it is unknown."""


@given_by(OPERATOR)
class ReplaceCards(Asked, tag="replace_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replace single cards, or with none named the whole set, between rounds.

    After the last round of a shoe, too, until the shuffle.
    """

    faces: tuple[Card, ...] = ()
    """Single cards; left out, the whole set."""


@given_by(OPERATOR)
class AnnounceChange(Asked, tag="announce_change.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give notice of other choices of the house.

    A dealing style that is decided round by round needs no notice: alone in a change, it holds from the next
    round. A change that takes away a procedure, a limit of ghost hands or the interval of collection is refused.
    """

    choices: tuple[tuple[str, str], ...]
    """As in `open_table`."""


@given_by(OPERATOR)
class AnnounceClosing(Asked, tag="announce_closing.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give notice that the table closes.

    It closes after the notice, or when the last patron has left. Refused where the house has set
    `closes_after_notice` to no.
    """


@given_by(OPERATOR)
class CloseTable(Asked, tag="close_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Close the table after notice, between rounds: all money goes back to its patrons.

    Wagers go back, commission is collected, chips are paid at the cage.
    """


# Patrons


@given_by(PATRON)
class BuyIn(Asked, tag="buy_in.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bring chips to the table.

    The first time, it brings the patron. Who has dealt at the table does not bet at it.
    """

    amount: Cents


@given_by(PATRON)
class CashOut(Asked, tag="cash_out.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take chips away; commission owed and debt are settled first."""

    amount: Cents


@given_by(PATRON)
class TakeSeat(Asked, tag="take_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sit down at a free seat."""

    seat: Count


@given_by(PATRON)
class LeaveSeat(Asked, tag="leave_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Stand up."""


@given_by(PATRON)
class LeaveTable(Asked, tag="leave_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Go away, which is never refused.

    Wagers that are not closed go back, chips pay commission and debt, and the rest is paid at the cage. Wagers of
    a round in progress are decided, and what they return is paid at the cage, too.
    """


@given_by(OPERATOR)
class GrantMaximum(Asked, tag="grant_maximum.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Allow a patron a maximum above the table's."""

    patron: str
    amount: Cents


@given_by(DEALER)
class PlaceMarker(Asked, tag="place_marker.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put the marker that shows a personal maximum beside the patron.

    Only then does it count.
    """

    patron: str


@given_by(OPERATOR)
class NamePatrons(Asked, tag="name_patrons.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name the patrons whose total in one area the maximum binds."""

    patrons: tuple[str, ...]


@given_by(PATRON)
class AskRules(Asked, tag="ask_rules.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a copy of the rules."""


# Wagers


@given_by(PATRON, DEALER)
class Place(Asked, tag="place.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put chips on a spot, on top of what lies there; a dealer places a spoken wager for a patron.

    Where only exactly payable wagers stand, the rest of a spoken one that the dealer accepted all the same goes
    back at once. A wager under a minimum that asks for a warning first is judged when wagers close.
    """

    area: str
    """A seat's number, or `L` and the number of the line after that seat."""
    wager: str
    """Id of the wager, such as `banker` or `player_pair`."""
    amount: Cents
    patron: str | None = None
    """For whom, when a dealer places; a patron bets for nobody else."""


@given_by(PATRON)
class Move(Asked, tag="move.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Move a wager to another spot.

    All of it, to a spot where the patron has none.
    """

    area: str
    wager: str
    to_area: str
    to_wager: str


@given_by(PATRON)
class Withdraw(Asked, tag="withdraw.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a wager back, or a part of it.

    What is left must be a wager that could be placed as it is.
    """

    area: str
    wager: str
    amount: Cents | None = None
    """Left out, all of it."""


class Stake(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to lie on a spot."""

    area: str
    wager: str
    amount: Cents


@given_by(PATRON)
class BetSlip(Asked, tag="bet_slip.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of a patron's stakes for a round, in place of what lies there: all of it is accepted or none."""

    round: Count
    """The number of the round that is bet on: a slip for another one is refused."""
    stakes: tuple[Stake, ...]
    """What is to lie on each spot; on all others, nothing."""


# The round


@given_by(DEALER)
class CallNoMoreBets(Asked, tag="call_no_more_bets.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Close the wagers. Where the dealer may cut the heavier hand pro rata, say whether to.

    Where the first card closes the wagers there is no call.
    """

    cut_pro_rata: bool | None = None
    """Where the table differential is exceeded and the dealer may cut the heavier hand: whether to."""


@given_by(DEALER)
class Draw(Asked, tag="draw.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card leaves the shoe: its face if it is known, face up or down, and where it lies.

    Without a place it is the card that is due. With one it is a fact, which is recorded whatever the rules say of it.
    """

    card: Card | None = None
    """Its face; left out for a card nobody sees, or with a virtual shoe."""
    face_up: bool = True
    """True unless said."""
    to: DrawTo | None = None
    """Left out, where it is due, and refused if nothing is."""
    found_face_up: bool = False
    """True if it lay face up in the shoe."""


@given_by(DEALER)
class DrawCuttingCard(Asked, tag="draw_cutting_card.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cutting card leaves the shoe.

    At a place other than where it was put, that is recorded, too.
    """


@given_by(DEALER, SUPERVISOR)
class ReportEmpty(Asked, tag="report_empty.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """There is no card left in the shoe for the next draw; where the count says otherwise, a supervisor confirms it.

    Against the count, the dealer's word is recorded; a supervisor's voids the round and has the cards checked.
    """


@given_by(DEALER, SUPERVISOR)
class DiscloseCard(Asked, tag="disclose_card.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that lies face down was seen by mistake: its face, and its place if it is not the first that waits."""

    card: Card
    """Its face."""
    place: Count | None = None
    """How many-th out of the shoe; left out, the first face-down card that waits, then of the round."""


@given_by(DEALER, SUPERVISOR)
class CorrectCard(Asked, tag="correct_card.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The face of a card was keyed in wrongly; without a place it is the last card that was named.

    The dealer corrects it until the next thing happens, a supervisor until the next round's first card. Later
    cards stay in the order drawn, what follows is decided again, and what was paid is reversed and settled anew.
    """

    card: Card
    """Its right face."""
    place: Count | None = None
    """How many-th out of the shoe; left out, the last card that was named."""


@given_by(SUPERVISOR)
class AssignExposer(Asked, tag="assign_exposer.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Decide who turns a face-down hand: one or two patrons, or nobody named for the dealer."""

    hand: Hand
    patron: str | None = None
    """Who; left out, the dealer."""
    second: str | None = None
    """Another patron who may turn it as well."""


@given_by(PATRON)
class DeclineExpose(Asked, tag="decline_expose.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Leave a hand to the dealer."""

    hand: Hand


@given_by(PATRON, DEALER)
class Expose(Asked, tag="expose.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turn the face-down cards of a hand; their faces in order, which a virtual shoe names itself."""

    hand: Hand
    cards: tuple[Card, ...] = ()
    """Their faces in the order dealt; left out with a virtual shoe."""


@given_by(DEALER)
class Settle(Asked, tag="settle.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Collect losers and pay winners of the stage that is due; at the end, announce the result and end the round."""


@given_by(DEALER)
class CollectCommission(Asked, tag="collect_commission.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Collect the commission that is owed.

    When its interval has passed.
    """


@given_by(DEALER)
class Announce(Asked, tag="announce.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make one of the table's announcements, by its key.

    At its moment, with the real numbers of that moment. Where the call closes the wagers, `call_no_more_bets` is
    the command of that name and no mere words.
    """

    key: str
    """`call_no_more_bets`, `call_no_bets`, `call_counts`, `call_result`, `call_tie` or `call_last_round`."""


@given_by(PATRON)
class AskNoBet(Asked, tag="ask_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a coup without wagers."""


@given_by(PATRON)
class AgreeNoBet(Asked, tag="agree_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Agree to a coup without wagers."""


@given_by(PATRON)
class WithdrawNoBet(Asked, tag="withdraw_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take back the request for a coup without wagers, or the consent to it."""


@given_by(DEALER, SUPERVISOR)
class StartNoBet(Asked, tag="start_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start a coup without wagers: one that was asked for, or one that an irregularity asks for."""


# Irregularities and rulings


@given_by(SUPERVISOR)
class Reconstruct(Asked, tag="reconstruct.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put cards that were drawn out of sequence where they belong."""


@given_by(SUPERVISOR)
class DeclareBeyondRepair(Asked, tag="declare_beyond_repair.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Declare that an initial deal out of sequence cannot be put right."""


@given_by(SUPERVISOR)
class ReportPlacementError(
    Asked, tag="report_placement_error.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Report that cards of a finished round were placed wrongly; name them if their order was recorded wrongly.

    Before the next round's first card the round is reconstructed, reversed and settled anew; later the book's
    remedy applies.
    """

    round: Count
    cards: tuple[Card, ...] = ()
    """Its cards in the order they were really drawn, if that was recorded wrongly."""


@given_by(SUPERVISOR)
class RecordPayment(Asked, tag="record_payment.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Record what a patron really got back for a settled wager, its stake included, where the dealer erred.

    The difference to what the book gives is booked on the account `payment_errors`.
    """

    round: Count
    patron: str
    area: str
    wager: str
    amount: Cents
    """What the patron really got back, the stake included; 0 if it was collected."""
    debt: bool = False
    """True if the patron owes what was paid too much."""


@given_by(OPERATOR)
class VoidRound(Asked, tag="void_round.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Declare a round void."""

    round: Count
    reason: VoidReason


@given_by(OPERATOR)
class VoidWager(Asked, tag="void_wager.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Declare a wager void whose patron broke a clause."""

    round: Count
    patron: str
    area: str
    wager: str
    broke: str
    """The clause that was broken."""


@given_by(OPERATOR)
class Exclude(Asked, tag="exclude.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exclude a patron who broke a clause.

    Until it is lifted; the patron can cash out and leave.
    """

    patron: str
    broke: str
    """The clause that was broken."""


@given_by(OPERATOR)
class LiftExclusion(Asked, tag="lift_exclusion.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let an excluded patron play again."""

    patron: str


@given_by(SUPERVISOR)
class RequireSeat(Asked, tag="require_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Require a seat back from a patron who sat out too long at a full table."""

    patron: str


@given_by(PATRON, SUPERVISOR)
class RaiseDispute(Asked, tag="raise_dispute.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Record a dispute."""

    text: str
    """What it is about."""


@given_by(OPERATOR)
class DecideDispute(Asked, tag="decide_dispute.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Decide a dispute: in words, with money to or (below zero) from a patron, and whether a review is asked for.

    What chips do not cover becomes debt.
    """

    number: Count
    decision: str
    """In words."""
    referred: bool = False
    """True if the regulator is asked to review it."""
    patron: str | None = None
    """Whose money the decision moves: at the table, or the one who raised it."""
    amount: Cents | None = None
    """To the patron, or below zero from the patron."""


@given_by(PATRON, SUPERVISOR)
class AskReview(Asked, tag="ask_review.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask that the regulator reviews the decision of a dispute.

    A patron for the own dispute, a supervisor for any.
    """

    number: Count


Command: TypeAlias = (
    OpenTable
    | CheckCards
    | InspectCards
    | SpreadCards
    | WashCards
    | Shuffle
    | OfferCut
    | DeclineCut
    | Cut
    | LoadShoe
    | ReplaceCards
    | AnnounceChange
    | AnnounceClosing
    | CloseTable
    | BuyIn
    | CashOut
    | TakeSeat
    | LeaveSeat
    | LeaveTable
    | GrantMaximum
    | PlaceMarker
    | NamePatrons
    | AskRules
    | Place
    | Move
    | Withdraw
    | BetSlip
    | CallNoMoreBets
    | Draw
    | DrawCuttingCard
    | ReportEmpty
    | DiscloseCard
    | CorrectCard
    | AssignExposer
    | DeclineExpose
    | Expose
    | Settle
    | CollectCommission
    | Announce
    | AskNoBet
    | AgreeNoBet
    | WithdrawNoBet
    | StartNoBet
    | Reconstruct
    | DeclareBeyondRepair
    | ReportPlacementError
    | RecordPayment
    | VoidRound
    | VoidWager
    | Exclude
    | LiftExclusion
    | RequireSeat
    | RaiseDispute
    | DecideDispute
    | AskReview
)

COMMANDS |= {name_of(kind): kind for kind in get_args(Command)}
