"""The odds of the next coup from what is left in a live shoe, and what each card does to them: for who may know."""

from puntobanco.errors import Refused
from puntobanco.exact_odds.removal import Removal, removal
from puntobanco.exact_odds.table_odds import TableOdds, odds
from puntobanco.table import Actor, TableState
from puntobanco.table.views.visible_state import sees_composition
from puntobanco.values.cards import Composition


def shoe_odds(state: TableState, actor: Actor, *, practice: bool = False, revealed: bool = False) -> TableOdds:
    """The exact odds without the cards whose faces are known; refused to whoever may not count on them."""
    _require_sees(actor, practice=practice, revealed=revealed)
    return odds(state.rules, _left(state))


def shoe_removal(state: TableState, actor: Actor) -> tuple[Removal, ...]:
    """How much each wager is worth more or less once a card of this sort has left the shoe; for the same people."""
    _require_sees(actor, practice=False, revealed=False)
    return removal(state.rules, _left(state))


def _require_sees(actor: Actor, *, practice: bool, revealed: bool) -> None:
    if not sees_composition(actor.role, practice=practice, revealed=revealed):
        sentence = "the odds of a live shoe are for auditors, and for everybody after its reveal"
        raise Refused("odds_not_shown", "shoe odds", sentence)


def _left(state: TableState) -> Composition:
    """Cards whose faces nobody has seen, on the table or burned, may still be any of them."""
    return Composition.of_decks(state.rules.decks.value) - Composition(tuple(state.shoe.known))
