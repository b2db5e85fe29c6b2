"""What a person can ask of a table, and in which role. Amounts are whole cents."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeVar, dataclass_transform

from puntobanco.cards import Card
from puntobanco.money import Cents
from puntobanco.rules.facts import Hand
from puntobanco.table.actors import Actor, Role

COMMANDS: dict[str, type] = {}
"""Command types by the name that a script uses."""
COMMAND_NAMES: dict[type, str] = {}
ROLES: dict[type, frozenset[Role]] = {}
"""Who may give a command."""
T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def command(name: str, *roles: Role) -> Callable[[type[T]], type[T]]:
    """Register a dataclass as a command that these roles may give."""

    def register(declared: type[T]) -> type[T]:
        made = dataclass(frozen=True, slots=True, kw_only=True)(declared)
        COMMANDS[name], COMMAND_NAMES[made], ROLES[made] = made, name, frozenset(roles)
        return made

    return register


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


@command("open_table", OPERATOR)
class OpenTable:
    """Open the table by a book, with the operator's choices written as in a house file."""

    actor: Actor
    book: str
    choices: tuple[tuple[str, str], ...] = ()


@command("check_cards", DEALER)
class CheckCards:
    """Check the cards one by one. Only what differs from full decks is listed: faces missing, and faces too many."""

    actor: Actor
    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()


@command("inspect_cards", DEALER, SUPERVISOR)
class InspectCards:
    """Inspect sealed or replacement cards independently of the other; what differs from full decks is listed."""

    actor: Actor
    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()


@command("spread_cards", DEALER)
class SpreadCards:
    """Spread the cards face up for the first patrons."""

    actor: Actor


@command("wash_cards", DEALER)
class WashCards:
    """Turn the cards face down, wash and stack them."""

    actor: Actor


@command("shuffle", DEALER)
class Shuffle:
    """Shuffle all cards."""

    actor: Actor


@command("offer_cut", DEALER)
class OfferCut:
    """Offer the cut to a patron, in the book's order."""

    actor: Actor
    patron: str


@command("decline_cut", PATRON)
class DeclineCut:
    """Decline the cut."""

    actor: Actor


@command("cut", PATRON, DEALER, SUPERVISOR)
class Cut:
    """Cut so many cards deep: the patron who was offered it, or staff when nobody wants to."""

    actor: Actor
    at: int


@command("load_shoe", DEALER)
class LoadShoe:
    """Put in the cutting cards and place the stack in the shoe; how many cards lie behind the cutting card, if told."""

    actor: Actor
    depth: int | None = None


@command("replace_cards", OPERATOR)
class ReplaceCards:
    """Replace single cards, or with none named the whole set, between rounds."""

    actor: Actor
    faces: tuple[Card, ...] = ()


@command("announce_change", OPERATOR)
class AnnounceChange:
    """Give notice of other choices of the house."""

    actor: Actor
    choices: tuple[tuple[str, str], ...]


@command("announce_closing", OPERATOR)
class AnnounceClosing:
    """Give notice that the table closes."""

    actor: Actor


@command("close_table", OPERATOR)
class CloseTable:
    """Close the table after notice, between rounds: all money goes back to its patrons."""

    actor: Actor


# Patrons


@command("buy_in", PATRON)
class BuyIn:
    """Bring chips to the table."""

    actor: Actor
    amount: Cents


@command("cash_out", PATRON)
class CashOut:
    """Take chips away; commission owed and debt are settled first."""

    actor: Actor
    amount: Cents


@command("take_seat", PATRON)
class TakeSeat:
    """Sit down at a free seat."""

    actor: Actor
    seat: int


@command("leave_seat", PATRON)
class LeaveSeat:
    """Stand up."""

    actor: Actor


@command("leave_table", PATRON)
class LeaveTable:
    """Go away with no chips left on the table."""

    actor: Actor


@command("grant_maximum", OPERATOR)
class GrantMaximum:
    """Allow a patron a maximum above the table's."""

    actor: Actor
    patron: str
    amount: Cents


@command("place_marker", DEALER)
class PlaceMarker:
    """Put the marker that shows a personal maximum beside the patron."""

    actor: Actor
    patron: str


@command("name_patrons", OPERATOR)
class NamePatrons:
    """Name the patrons whose total in one area the maximum binds."""

    actor: Actor
    patrons: tuple[str, ...]


@command("ask_rules", PATRON)
class AskRules:
    """Ask for a copy of the rules."""

    actor: Actor


# Wagers


@command("place", PATRON, DEALER)
class Place:
    """Put chips on a spot, on top of what lies there; a dealer places a spoken wager for a patron."""

    actor: Actor
    area: str
    wager: str
    amount: Cents
    patron: str | None = None


@command("move", PATRON)
class Move:
    """Move a wager to another spot."""

    actor: Actor
    area: str
    wager: str
    to_area: str
    to_wager: str


@command("withdraw", PATRON)
class Withdraw:
    """Take a wager back, or a part of it."""

    actor: Actor
    area: str
    wager: str
    amount: Cents | None = None


# The round


@command("call_no_more_bets", DEALER)
class CallNoMoreBets:
    """Close the wagers. Where the dealer may cut the heavier hand pro rata, say whether to."""

    actor: Actor
    cut_pro_rata: bool | None = None


@command("draw", DEALER)
class Draw:
    """A card leaves the shoe: its face if it is known, face up or down, and where it lies.

    Without a place it is the card that is due. With one it is a fact, which is recorded whatever the rules say of it.
    """

    actor: Actor
    card: Card | None = None
    face_up: bool = True
    to: DrawTo | None = None
    found_face_up: bool = False


@command("draw_cutting_card", DEALER)
class DrawCuttingCard:
    """The cutting card leaves the shoe."""

    actor: Actor


@command("report_empty", DEALER, SUPERVISOR)
class ReportEmpty:
    """There is no card left in the shoe for the next draw; where the count says otherwise, a supervisor confirms it."""

    actor: Actor


@command("disclose_card", DEALER, SUPERVISOR)
class DiscloseCard:
    """A card that lies face down was seen by mistake: its face, and its place if it is not the first that waits."""

    actor: Actor
    card: Card
    place: int | None = None


@command("correct_card", DEALER, SUPERVISOR)
class CorrectCard:
    """The face of a card was keyed in wrongly; without a place it is the last card that was named."""

    actor: Actor
    card: Card
    place: int | None = None


@command("assign_exposer", SUPERVISOR)
class AssignExposer:
    """Decide who turns a face-down hand: one or two patrons, or nobody named for the dealer."""

    actor: Actor
    hand: Hand
    patron: str | None = None
    second: str | None = None


@command("decline_expose", PATRON)
class DeclineExpose:
    """Leave a hand to the dealer."""

    actor: Actor
    hand: Hand


@command("expose", PATRON, DEALER)
class Expose:
    """Turn the face-down cards of a hand; their faces in order, which a virtual shoe names itself."""

    actor: Actor
    hand: Hand
    cards: tuple[Card, ...] = ()


@command("settle", DEALER)
class Settle:
    """Collect losers and pay winners of the stage that is due; at the end, announce the result and end the round."""

    actor: Actor


@command("collect_commission", DEALER)
class CollectCommission:
    """Collect the commission that is owed."""

    actor: Actor


@command("announce", DEALER)
class Announce:
    """Make one of the table's announcements, by its key."""

    actor: Actor
    key: str


@command("ask_no_bet", PATRON)
class AskNoBet:
    """Ask for a coup without wagers."""

    actor: Actor


@command("agree_no_bet", PATRON)
class AgreeNoBet:
    """Agree to a coup without wagers."""

    actor: Actor


@command("withdraw_no_bet", PATRON)
class WithdrawNoBet:
    """Take back the request for a coup without wagers, or the consent to it."""

    actor: Actor


@command("start_no_bet", DEALER, SUPERVISOR)
class StartNoBet:
    """Start a coup without wagers: one that was asked for, or one that an irregularity asks for."""

    actor: Actor


# Irregularities and rulings


@command("reconstruct", SUPERVISOR)
class Reconstruct:
    """Put cards that were drawn out of sequence where they belong."""

    actor: Actor


@command("declare_beyond_repair", SUPERVISOR)
class DeclareBeyondRepair:
    """Declare that an initial deal out of sequence cannot be put right."""

    actor: Actor


@command("report_placement_error", SUPERVISOR)
class ReportPlacementError:
    """Report that cards of a finished round were placed wrongly; name them if their order was recorded wrongly."""

    actor: Actor
    round: int
    cards: tuple[Card, ...] = ()


@command("record_payment", SUPERVISOR)
class RecordPayment:
    """Record what a patron really got back for a settled wager, its stake included, where the dealer erred."""

    actor: Actor
    round: int
    patron: str
    area: str
    wager: str
    amount: Cents
    debt: bool = False


@command("void_round", OPERATOR)
class VoidRound:
    """Declare a round void."""

    actor: Actor
    round: int
    reason: VoidReason


@command("void_wager", OPERATOR)
class VoidWager:
    """Declare a wager void whose patron broke a clause."""

    actor: Actor
    round: int
    patron: str
    area: str
    wager: str
    broke: str


@command("exclude", OPERATOR)
class Exclude:
    """Exclude a patron who broke a clause."""

    actor: Actor
    patron: str
    broke: str


@command("lift_exclusion", OPERATOR)
class LiftExclusion:
    """Let an excluded patron play again."""

    actor: Actor
    patron: str


@command("require_seat", SUPERVISOR)
class RequireSeat:
    """Require a seat back from a patron who sat out too long at a full table."""

    actor: Actor
    patron: str


@command("raise_dispute", PATRON, SUPERVISOR)
class RaiseDispute:
    """Record a dispute."""

    actor: Actor
    text: str


@command("decide_dispute", OPERATOR)
class DecideDispute:
    """Decide a dispute: in words, with money to or (below zero) from a patron, and whether a review is asked for."""

    actor: Actor
    number: int
    decision: str
    referred: bool = False
    patron: str | None = None
    amount: Cents | None = None


@command("ask_review", PATRON, SUPERVISOR)
class AskReview:
    """Ask that the regulator reviews the decision of a dispute."""

    actor: Actor
    number: int


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
