"""The odds of the next coup from what is left in a live shoe, for those who may have them."""

from puntobanco.cards import Composition
from puntobanco.errors import Refused
from puntobanco.odds.table_odds import TableOdds, odds
from puntobanco.table import Actor, TableState
from puntobanco.table.reading.views import sees_composition


def shoe_odds(state: TableState, actor: Actor, *, practice: bool = False, revealed: bool = False) -> TableOdds:
    """The exact odds without the cards whose faces are known; refused to whoever may not count on them."""
    if not sees_composition(actor.role, practice=practice, revealed=revealed):
        sentence = "the odds of a live shoe are for auditors, and for everybody after its reveal"
        raise Refused("odds_not_shown", "shoe odds", sentence)
    left = Composition.of_decks(state.rules.decks.value) - Composition(tuple(state.shoe.known))
    return odds(state.rules, left)
