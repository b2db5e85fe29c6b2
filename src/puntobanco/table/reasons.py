"""The closed list of reasons for which stakes or payments go back."""

from enum import StrEnum

from puntobanco.coup.irregularity import Irregularity


class Reason(StrEnum):
    # Wagers that cannot stay as they lie
    NOT_PAYABLE = "it cannot be paid exactly in chips"
    NO_MAIN_WAGER = "no main wager beside it"
    LINES_FOR_GALLERY = "lines are for the gallery"
    AREA_WITHOUT_BET = "an area has no bet"
    UNDER_MINIMUM = "under the minimum after a warning"
    OVER_MAXIMUM = "over the maximum"
    DIFFERENTIAL = "table differential"
    EXCLUDED = "excluded"
    VOID = "void"
    RULES_CHANGED = "the rules have changed"
    TABLE_CLOSES = "the table closes"
    # Rounds that are not dealt, or without wagers
    NO_BET_COUP = "a coup without wagers"
    NEXT_HAS_NO_WAGERS = "the next coup has no wagers"
    NO_BETS_THIS_HAND = "no bets this hand"
    NO_FURTHER_ROUND = "no further round is dealt"
    DECIDED_AGAIN = "the last round is decided again"
    # Rounds that are void
    CARD_FACE_UP = "card found face up"
    EXCESS_CARD = "excess card"
    PLACEMENT_ERROR = "placement error"
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
