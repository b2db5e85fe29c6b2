"""What comes next, and whose act it is."""

from puntobanco.rules.wagers import Stage
from puntobanco.table.asked.exposing import hand_to_expose
from puntobanco.table.asked.round import INITIAL_DEAL, due, stage_due, starts_round
from puntobanco.table.asked.shoe import step_clause
from puntobanco.table.parts import Phase
from puntobanco.table.state import TableState


def nothing_due(state: TableState) -> tuple[str, str, str] | None:
    """Why no card is due, as code, clause and sentence; none if one is."""
    rules, current = state.rules, state.round
    if current is not None and due(state) is not None:
        return None
    if starts_round(state) and len(state.excess) >= INITIAL_DEAL:
        sentence = "the first four cards wait on the table: close the wagers with call_no_more_bets"
        return "call_first", rules.closing.clause, sentence
    if state.only_the_burn_is_left or starts_round(state) or due(state) is not None:
        return None
    if state.phase is Phase.PREPARING:
        return "shoe_not_in_use", step_clause(rules, state.pending[0]), "no card is due now: prepare the shoe first"
    if current is not None and current.misplaced:
        sentence = "cards lie out of sequence: a supervisor puts them right first"
        return "out_of_sequence", rules.on_out_of_sequence.clause, sentence
    if hand_to_expose(state) is not None:
        return "expose_first", rules.player_turned_first.clause, "the cards on the table are turned first"
    if stage_due(state) is Stage.FOUR_CARDS:
        clause = rules.pairs_before_thirds.clause
        return "settle_first", clause, "wagers that settle after four cards are settled before a third card"
    sentence = "no card is due: say where it lies if one left the shoe"
    return "no_card_due", rules.on_excess_card_seen.clause, sentence
