"""The closed list of reasons for which stakes or payments go back."""

from enum import StrEnum

from puntobanco.coup.irregularity import Irregularity


class Reason(StrEnum):
    # Wagers that cannot stay as they lie
    NOT_PAYABLE = "not_payable"
    NO_MAIN_WAGER = "no_main_wager"
    LINES_FOR_GALLERY = "lines_for_gallery"
    AREA_WITHOUT_BET = "area_without_bet"
    UNDER_MINIMUM = "under_minimum"
    OVER_MAXIMUM = "over_maximum"
    DIFFERENTIAL = "differential"
    EXCLUDED = "excluded"
    VOID = "void"
    RULES_CHANGED = "rules_changed"
    TABLE_CLOSES = "table_closes"
    # Rounds that are not dealt, or without wagers
    NO_BET_COUP = "no_bet_coup"
    NEXT_HAS_NO_WAGERS = "next_has_no_wagers"
    NO_BETS_THIS_HAND = "no_bets_this_hand"
    NO_FURTHER_ROUND = "no_further_round"
    DECIDED_AGAIN = "decided_again"
    # Rounds that are void
    CARD_FACE_UP = "card_face_up"
    EXCESS_CARD = "excess_card"
    PLACEMENT_ERROR = "placement_error"
    OUT_OF_SEQUENCE = "out_of_sequence"
    DEAL_BEYOND_REPAIR = "deal_beyond_repair"
    TOO_FEW_CARDS = "too_few_cards"
    IMPOSSIBLE_CARD = "impossible_card"
    BURN_FORGOTTEN = "burn_forgotten"
    DISTURBANCE = "disturbance"
    IMPRACTICAL = "impractical"
    FRAUD = "fraud"


AT_THE_CLOSE = frozenset(
    {
        Reason.NOT_PAYABLE,
        Reason.NO_MAIN_WAGER,
        Reason.LINES_FOR_GALLERY,
        Reason.AREA_WITHOUT_BET,
        Reason.UNDER_MINIMUM,
        Reason.DIFFERENTIAL,
    }
)
"""Why a whole wager goes back when wagers close, and only then."""


def void_by(irregularity: Irregularity) -> Reason:
    """The reason of a round that an irregularity makes void."""
    return Reason[irregularity.name]
