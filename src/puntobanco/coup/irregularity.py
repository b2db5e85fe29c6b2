"""What went wrong, the rulebook's remedy for it, and the two remedies that need the drawing law."""

from collections.abc import Sequence
from enum import Enum

from puntobanco.cards import Card
from puntobanco.coup.coup import Coup, DealtCards, deal
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import Remedy
from puntobanco.rules.table_rules import Ruled, TableRules


class Irregularity(Enum):
    """What can go wrong. Where a rulebook has a remedy for it, the value is the parameter that holds the remedy."""

    PLAYER_CARD_IN_ERROR = "on_player_card_in_error"
    EXCESS_CARD_SEEN = "on_excess_card_seen"
    EXCESS_CARD_UNSEEN = "on_excess_card_unseen"
    FIRST_CARD_FACE_UP = "on_first_card_face_up"
    LATER_CARD_FACE_UP = "on_later_card_face_up"
    OUT_OF_SEQUENCE = "on_out_of_sequence"
    DEAL_BEYOND_REPAIR = "on_deal_beyond_repair"
    PLACEMENT_ERROR_FOUND_LATE = "on_placement_error_found_late"
    TOO_FEW_CARDS = "on_too_few_cards"
    BURN_FORGOTTEN = "on_burn_forgotten"
    IMPOSSIBLE_CARD = "on_impossible_card"
    # Recorded, and play goes on: no document has a remedy for these (ruling 28).
    FACED_WRONGLY = "card_faced_wrongly"
    DUE_BUT_CALLED_EXCESS = "card_due_but_called_excess"
    THIRD_CARD_BEFORE_PAIRS = "third_card_before_pairs"
    DISCLOSED = "card_disclosed"
    CUTTING_CARD_OUT_OF_PLACE = "cutting_card_out_of_place"
    COUNT_DISAGREES = "count_disagrees"

    @property
    def has_remedy(self) -> bool:
        return self.value.startswith("on_")


def remedy(rules: TableRules, irregularity: Irregularity) -> Ruled[Remedy]:
    """What this table does about it, and by which clause."""
    found: Ruled[Remedy | None] = rules.ruled(irregularity.value)
    if found.value is None:
        raise ValueError(f"no procedure for {irregularity.value}: such a table does not open")
    return Ruled(found.value, found.clause)


def remedy_for_player_card(rules: TableRules, coup: Coup, *, seen: bool) -> Ruled[Remedy]:
    """A third card was dealt to player without right: banker's if banker must draw, else an excess card.

    `coup` is the coup without that card.
    """
    error = remedy(rules, Irregularity.PLAYER_CARD_IN_ERROR)
    if error.value is not Remedy.BANKERS_THIRD_IF_DUE or coup.next_step(rules).deal_to is Hand.BANKER:
        return error
    return remedy(rules, Irregularity.EXCESS_CARD_SEEN if seen else Irregularity.EXCESS_CARD_UNSEEN)


def reconstruct(rules: TableRules, drawn: Sequence[Card]) -> DealtCards:
    """Put cards that were drawn out of sequence where they belong: dealt again in the order drawn, by the law."""
    return deal(rules, drawn)
