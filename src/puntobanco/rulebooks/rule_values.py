"""The small closed unions in which rulebooks differ. The values are the words an operator types."""

from enum import StrEnum
from itertools import product

from msgspec import Struct


class SettlementMethod(StrEnum):
    """How winning wagers are paid."""

    A = "A"
    B = "B"


class Pairs(StrEnum):
    """The pay table of wagers on pairs."""

    PERFECT = "perfect"
    CANBERRA = "canberra"


class PairsBox(StrEnum):
    """One box for each hand's pair, or one for both."""

    SEPARATE = "separate"
    COMMON = "common"


class Bonus(StrEnum):
    """The name of the bonus on a hand; dragon and jade pay alike."""

    DRAGON = "dragon"
    JADE = "jade"


class Burn(StrEnum):
    """Before the first coup of a shoe."""

    HIDDEN = "hidden"
    EXPOSED = "exposed"


class LastRound(StrEnum):
    """What the cutting card does to the shoe."""

    THIS_ROUND_TIE_ADDS_ONE = "this_round_tie_adds_one"
    ONE_MORE_UNLESS_FIRST = "one_more_unless_first"


class MaximumBinds(StrEnum):
    """What the table maximum is measured against."""

    WAGER = "wager"
    AREA = "area"
    NAMED = "named"


class UnderMinimum(StrEnum):
    REFUSED = "refused"
    WARNED_THEN_RETURNED = "warned_then_returned"


class OverMaximum(StrEnum):
    REFUSED = "refused"
    PAID_TO_MAXIMUM = "paid_to_maximum"


class DifferentialRule(StrEnum):
    """What happens to the heavier hand when the table differential is exceeded at the call."""

    NEWEST_GO_BACK = "newest_go_back"
    PRO_RATA = "pro_rata"


class AfterStandOff(StrEnum):
    """Where the chips of a stand-off go."""

    RETURNED = "returned"
    STAYS = "stays"


class Closing(StrEnum):
    """When wagers close."""

    AT_CALL = "at_call"
    AT_FIRST_CARD = "at_first_card"


class HoldsFor(StrEnum):
    """For how long a dealing style is settled."""

    ROUND = "round"
    SHOE = "shoe"


class CutOffer(StrEnum):
    """Who is offered the cut."""

    A_PATRON_ELSE_SUPERVISOR = "a_patron_else_supervisor"
    A_PATRON_ELSE_STAFF = "a_patron_else_staff"
    CLOCKWISE_ELSE_STAFF = "clockwise_else_staff"


class Exposer(StrEnum):
    """Who turns face-down cards where no patron has won that right."""

    DEALER = "dealer"
    AS_SUPERVISOR_DECIDES = "as_supervisor_decides"


class GhostConsent(StrEnum):
    """Whose wish makes a coup without wagers."""

    ONE_PATRON_ASKS = "one_patron_asks"
    ALL_AGREE_AND_SUPERVISOR_DIRECTS = "all_agree_and_supervisor_directs"


class GhostCounting(StrEnum):
    """What the limit of coups without wagers counts."""

    IN_A_ROW = "in_a_row"
    PER_SHOE = "per_shoe"


class OpeningCheck(StrEnum):
    """Who checks the cards before gaming."""

    BY_DEALER = "by_dealer"
    BY_DEALER_AND_SUPERVISOR = "by_dealer_and_supervisor"


class Replacement(StrEnum):
    """Which cards may be changed after a round."""

    ANY_CARDS = "any_cards"
    WHOLE_SET = "whole_set"


class BettingOrder(StrEnum):
    """Who may bet when: everybody at any time, or one patron after the other, clockwise."""

    ANY = "any"
    IN_TURN = "in_turn"


IN_TURN = BettingOrder.IN_TURN
"""By itself, because every bet asks: Python 3.11 is slow to look up a member of an enum."""


class ChipSource(StrEnum):
    """Where patrons' chips come from: bought at the cage, or issued from a bank of their own that no money meets."""

    CAGE = "cage"
    BANK = "bank"


class AreaIs(StrEnum):
    """What the number of patrons per area counts: one spot, such as a seat's banker, or a seat's whole set."""

    SPOT = "spot"
    SET = "set"


class Remedy(StrEnum):
    """Every answer that a rulebook gives to something that went wrong."""

    BANKERS_THIRD_IF_DUE = "bankers_third_if_due"
    FIRST_OF_NEXT_ROUND = "first_of_next_round"
    FIRST_OF_NO_BET_ROUND = "first_of_no_bet_round"
    PLAYED_IN_PLACE = "played_in_place"
    RECONSTRUCTED = "reconstructed"
    ROUND_VOID = "round_void"
    ROUND_VOID_AND_RESHUFFLE = "round_void_and_reshuffle"
    THAT_ROUND_VOID_LATER_STAND = "that_round_void_later_stand"
    RECORDED_ONLY = "recorded_only"
    HANDS_STAND_SHOE_ENDS = "hands_stand_shoe_ends"
    PLAY_ON = "play_on"


class Dealing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of the first four cards are dealt face up, in the order they leave the shoe."""

    face_up: tuple[bool, bool, bool, bool]

    def __str__(self) -> str:
        if len(set(self.face_up)) == 1:
            return "up" if self.face_up[0] else "down"
        return "".join("u" if up else "d" for up in self.face_up)


FACE_UP = Dealing(face_up=(True, True, True, True))
FACE_DOWN = Dealing(face_up=(False, False, False, False))
EVERY_DEALING = tuple(Dealing(face_up=(a, b, c, d)) for a, b, c, d in product((True, False), repeat=4))


class OfferChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Side bets that a house offers in addition, and those that it no longer offers; the others stay as they are."""

    added: tuple[str, ...]
    removed: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join((*(f"+{wager}" for wager in self.added), *(f"-{wager}" for wager in self.removed)))

    def over(self, before: "tuple[str, ...] | OfferChange") -> "tuple[str, ...] | OfferChange":
        """What is offered after this change; of two changes, one change that does both in their order."""
        if not isinstance(before, OfferChange):
            return tuple(sorted({*before, *self.added} - {*self.removed}))
        added = {*before.added, *self.added} - {*self.removed}
        removed = {*before.removed, *self.removed} - {*self.added}
        return OfferChange(added=tuple(sorted(added)), removed=tuple(sorted(removed)))
