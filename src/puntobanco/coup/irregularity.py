"""What went wrong, the rulebook's remedy for it, and the two remedies that need the drawing law."""

from collections.abc import Sequence
from enum import Enum

from puntobanco.coup.coup import Coup, DealtCards, deal
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.rulebooks.table_rules import PARAMETERS, Ruled, TableRules
from puntobanco.values.cards import Card


class Irregularity(Enum):
    """What can go wrong, by the word that records have for it."""

    PLAYER_CARD_IN_ERROR = "player_card_in_error"
    EXCESS_CARD_SEEN = "excess_card_seen"
    EXCESS_CARD_UNSEEN = "excess_card_unseen"
    FIRST_CARD_FACE_UP = "first_card_face_up"
    LATER_CARD_FACE_UP = "later_card_face_up"
    OUT_OF_SEQUENCE = "out_of_sequence"
    DEAL_BEYOND_REPAIR = "deal_beyond_repair"
    PLACEMENT_ERROR_FOUND_LATE = "placement_error_found_late"
    TOO_FEW_CARDS = "too_few_cards"
    BURN_FORGOTTEN = "burn_forgotten"
    IMPOSSIBLE_CARD = "impossible_card"
    # Recorded, and play goes on: no document has a remedy for these.
    FACED_WRONGLY = "faced_wrongly"
    DUE_BUT_CALLED_EXCESS = "due_but_called_excess"
    THIRD_CARD_BEFORE_PAIRS = "third_card_before_pairs"
    THIRD_CARD_BEFORE_TURN = "third_card_before_turn"
    DISCLOSED = "disclosed"
    CUTTING_CARD_OUT_OF_PLACE = "cutting_card_out_of_place"
    COUNT_DISAGREES = "count_disagrees"

    @property
    def parameter(self) -> str:
        """The key of the parameter that holds the remedy, where rulebooks have one."""
        return f"on_{self.value}"

    @property
    def has_remedy(self) -> bool:
        return self.parameter in PARAMETERS

    @property
    def in_words(self) -> str:
        return _IN_WORDS.get(self, self.value.replace("_", " "))


_IN_WORDS = {
    Irregularity.FACED_WRONGLY: "card faced wrongly",
    Irregularity.DUE_BUT_CALLED_EXCESS: "card due but called excess",
    Irregularity.THIRD_CARD_BEFORE_TURN: "third card before the turn",
    Irregularity.DISCLOSED: "card disclosed",
}


def remedy(rules: TableRules, irregularity: Irregularity) -> Ruled[Remedy]:
    """What this table does about it, and by which clause."""
    found: Ruled[Remedy | None] = rules.ruled(irregularity.parameter)
    if found.value is None:
        raise ValueError(f"no procedure for {irregularity.parameter}: such a table does not open")
    return Ruled(value=found.value, clause=found.clause)


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
