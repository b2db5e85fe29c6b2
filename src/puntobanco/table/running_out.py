"""The end of the shoe: cutting cards, a shoe that is empty, and the shuffle when nobody bets on the last round."""

from puntobanco.coup.irregularity import Irregularity
from puntobanco.coup.shoe import Ending, cutting_card_came
from puntobanco.rules.options import Remedy
from puntobanco.rules.table_rules import Ruled
from puntobanco.table import commands, events, notices
from puntobanco.table.actors import Role
from puntobanco.table.dealing import asked_by_law, report
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.preparing import step_clause
from puntobanco.table.reasons import Reason
from puntobanco.table.settling import end_shoe_after_check, shoe_is_over, void_for
from puntobanco.table.state import Phase, TableState

NOBODY_BETS = "ruling 32"
"""In every book: on a last round without wagers the table may go on to the shuffle."""


def cutting_card_may_come(state: TableState) -> bool:
    """Whether a cutting card is left in the shoe: each comes once."""
    return state.shoe.loaded and state.shoe.cutting_cards < state.rules.cutting_cards.value


def cutting_card(draft: Draft, _: commands.DrawCuttingCard) -> None:
    """A cutting card left the shoe; the last of two lies at the back, so that nothing comes after it."""
    state, rules = draft.state, draft.rules
    if not state.shoe.loaded:
        closed = state.phase is Phase.CLOSED
        clause = rules.closes_after_notice.clause if closed else step_clause(rules, state.pending[0])
        refuse(rules, "shoe_not_in_use", clause, "no card leaves the shoe now: prepare the shoe first")
    if not cutting_card_may_come(state):
        sentence = "no cutting card is left in the shoe: each comes once"
        refuse(rules, "no_cutting_card", rules.cutting_cards.clause, sentence)
    first = (state.round is None or not state.round.order) and not state.excess
    if not _is_expected(state):
        where = rules.cut_depth.clause
        report(draft, Irregularity.CUTTING_CARD_OUT_OF_PLACE, Ruled(value=Remedy.RECORDED_ONLY, clause=where))
    ending = cutting_card_came(rules, state.shoe.ending, first_of_round=first)
    clause = (rules.last_if_first if first else rules.last_round).clause
    draft.add(events.CuttingCardDrawn(first_of_round=first, ending=ending, clause=clause))
    if ending is Ending.LAST_ROUND and state.shoe.ending is not Ending.LAST_ROUND:
        draft.announce("call_last_round", clause=clause)


def _is_expected(state: TableState) -> bool:
    """Whether the cutting card comes where it was put: so many cards from the back, the second one at the back."""
    if state.shoe.cutting_cards:
        return state.shoe.remaining == 0
    return state.shoe.depth in (None, state.shoe.remaining)


def card_is_missing(state: TableState) -> bool:
    """Whether the round cannot go on without another card."""
    return state.phase is Phase.DEALING and asked_by_law(state) is not None and not state.excess


def report_empty(draft: Draft, command: commands.ReportEmpty) -> None:
    """There are not enough cards to finish the round; against the count only a supervisor's word voids it."""
    state = draft.state
    clause = state.rules.on_too_few_cards.clause
    if not card_is_missing(state):
        refuse(state.rules, "no_card_due", clause, "no card is due, so none is missing")
    if state.shoe.remaining == 0:
        void_for(draft, Irregularity.TOO_FEW_CARDS)
        if draft.state.phase is Phase.BETTING:
            shoe_is_over(draft, clause)
        return
    report(draft, Irregularity.COUNT_DISAGREES, Ruled(value=Remedy.RECORDED_ONLY, clause=clause))
    draft.add(events.EmptyReported(remaining=state.shoe.remaining, clause=clause))
    if command.actor.role is Role.SUPERVISOR:
        end_shoe_after_check(draft, reason=Reason.TOO_FEW_CARDS, clause=clause)


def may_go_on_to_shuffle(state: TableState) -> bool:
    """Whether nobody bets on the last round, so that it need not be dealt (ruling 32)."""
    no_round = state.phase is Phase.BETTING and not state.boxes
    return no_round and (state.shoe.ending is not Ending.OPEN or state.shoe.remaining == 0)


def shuffle(draft: Draft, command: commands.Shuffle) -> None:
    """Shuffle all cards, also when nobody bets on the last round."""
    if may_go_on_to_shuffle(draft.state):
        shoe_is_over(draft, NOBODY_BETS)
    notices.shuffle(draft, command)
