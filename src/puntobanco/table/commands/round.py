"""The call, the settlement, and coups without wagers."""

from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.rule_values import DifferentialRule
from puntobanco.streams.actors import DEALER, PATRON, SUPERVISOR
from puntobanco.streams.command import Command, given_by
from puntobanco.table.commands.admission import require_welcome
from puntobanco.table.commands.close_of_betting import start_with_wagers
from puntobanco.table.commands.round_end import settle_one
from puntobanco.table.commands.round_start import burn_was_forgotten, start
from puntobanco.table.commands.turns import end_betting, require_everybody_asked
from puntobanco.table.events.patrons import NoBetAgreed, NoBetAsked, NoBetWithdrawn
from puntobanco.table.events.table_lifecycle import announce
from puntobanco.table.events.wagers import give_all_back
from puntobanco.table.model import Phase, RoundKind
from puntobanco.table.queries.layout import over_differential, why_not_open
from puntobanco.table.queries.no_bet_coups import (
    may_agree_no_bet,
    may_ask_no_bet,
    may_start_no_bet,
    may_withdraw_no_bet,
    why_no_bet_does_not_start,
    why_no_bet_is_not_asked,
)
from puntobanco.table.queries.round import closes_by_call, may_start, stage_due
from puntobanco.table.queries.turns import nobody_bets
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import TableDraft, TableState


@given_by(DEALER)
class CallNoMoreBets(
    Command[TableState], tag="call_no_more_bets.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Close the wagers. Where the dealer may cut the heavier hand pro rata, say whether to.

    Where the first card closes the wagers there is no call.
    """

    cut_pro_rata: bool | None = None
    """Where the table differential is exceeded and the dealer may cut the heavier hand: whether to."""

    def decide(self, draft: TableDraft) -> None:
        rules = draft.state.rules
        require_everybody_asked(draft)
        if not closes_by_call(draft.state):
            sentence = "there is no call here: the first card closes the wagers"
            refuse(rules, "no_call", rules.closing.clause, sentence)
        if draft.state.only_the_burn_is_left and draft.state.stakes and not _goes_on_without_the_burn(draft):
            return
        _require_start(draft)
        must_say = rules.differential_rule.value is DifferentialRule.PRO_RATA and over_differential(draft.state)[1] > 0
        if must_say and self.cut_pro_rata is None:
            sentence = "the table differential is exceeded: say whether the heavier hand is cut pro rata"
            refuse(rules, "differential_exceeded", rules.differential_rule.clause, sentence)
        announce(draft, "call_no_more_bets")
        start_with_wagers(draft, cut_pro_rata=self.cut_pro_rata)


def _goes_on_without_the_burn(draft: TableDraft) -> bool:
    """The dealer has forgotten it, and play goes on unless that ends the shoe."""
    burn_was_forgotten(draft)
    return draft.state.phase is not Phase.PREPARING


def _require_start(draft: TableDraft) -> None:
    state = draft.state
    if (cause := state.no_bet_cause) is not None:
        sentence = "the next coup starts with a card that waits and has no wagers: start it without"
        refuse(state.rules, "no_bets_this_hand", cause, sentence)
    if not may_start(state):
        clause, sentence = _why_nothing_starts(state)
        refuse(state.rules, "nothing_to_deal_for", clause, sentence)


def _why_nothing_starts(state: TableState) -> tuple[str, str]:
    match state.phase:
        case Phase.BETTING:
            return interpretations.NOBODY_BETS.number, "there is nothing to deal for: nobody bets on this round"
        case Phase.DEALING:
            return state.rules.closing.clause, "wagers are closed already: finish this round"
        case _:
            return why_not_open(state, "")


@given_by(DEALER)
class Settle(Command[TableState], tag="settle.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Collect losers and pay winners of the stage that is due; at the end, announce the result and end the round."""

    def decide(self, draft: TableDraft) -> None:
        stage = stage_due(draft.state)
        if stage is None:
            refuse(draft.state.rules, *_why_nothing_is_settled(draft.state))
        settle_one(draft, stage)


def _why_nothing_is_settled(state: TableState) -> tuple[str, str, str]:
    """Code, clause and sentence."""
    if state.round is not None and state.round.misplaced:
        sentence = "cards lie out of sequence: a supervisor puts them right before anything is settled"
        return "out_of_sequence", state.rules.on_out_of_sequence.clause, sentence
    return "not_due", state.rules.deal_order.clause, "no wagers are due for settlement: the coup is not that far"


@given_by(PATRON)
class AskNoBet(Command[TableState], tag="ask_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a coup without wagers."""

    def decide(self, draft: TableDraft) -> None:
        patron, rules = require_welcome(draft, self.actor.person), draft.state.rules
        if not may_ask_no_bet(draft.state):
            _require_that_a_coup_can_begin(draft.state)
            refuse(rules, "no_bet_not_possible", *why_no_bet_is_not_asked(draft.state))
        draft.add(NoBetAsked(patron=patron.name, clause=rules.ghost_hands.clause))


@given_by(PATRON)
class AgreeNoBet(Command[TableState], tag="agree_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Agree to a coup without wagers."""

    def decide(self, draft: TableDraft) -> None:
        patron = require_welcome(draft, self.actor.person)
        if not may_agree_no_bet(draft.state, patron.name):
            sentence = "there is no request that waits for your consent"
            refuse(draft.state.rules, "nothing_to_agree_to", draft.state.rules.ghost_consent.clause, sentence)
        draft.add(NoBetAgreed(patron=patron.name, clause=draft.state.rules.ghost_consent.clause))


@given_by(PATRON)
class WithdrawNoBet(
    Command[TableState], tag="withdraw_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Take back the request for a coup without wagers, or the consent to it."""

    def decide(self, draft: TableDraft) -> None:
        """Who agreed no longer does; without the one who asked there is no request."""
        name, clause = self.actor.person, draft.state.rules.ghost_consent.clause
        if not may_withdraw_no_bet(draft.state, name):
            sentence = "you have neither asked for a coup without wagers nor agreed to one that has not started"
            refuse(draft.state.rules, "nothing_to_withdraw", clause, sentence)
        request = draft.state.no_bet_asked_by == name
        draft.add(NoBetWithdrawn(patron=name, request=request, clause=clause))


@given_by(DEALER, SUPERVISOR)
class StartNoBet(Command[TableState], tag="start_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start a coup without wagers: one that was asked for, one that an irregularity asks for.

    Where patrons bet in turn, a supervisor may start one that nobody bet on.
    """

    def decide(self, draft: TableDraft) -> None:
        state, rules = draft.state, draft.state.rules
        if not may_start_no_bet(state, self.actor.role):
            _require_that_a_coup_can_begin(state)
            refuse(rules, "no_bet_not_possible", *why_no_bet_does_not_start(state, self.actor.role))
        if state.only_the_burn_is_left and not _goes_on_without_the_burn(draft):
            return
        cause = state.no_bet_cause
        clause = rules.ghost_hands.clause if cause is None else cause
        if cause is None and nobody_bets(state):
            clause = interpretations.RISK.number
            end_betting(draft)
        kind = RoundKind.NO_BET if cause is None else RoundKind.VOID_HAND
        give_all_back(draft, reason=Reason.NO_BET_COUP, clause=clause)
        announce(draft, "call_no_bets", clause=None if cause is None else clause)
        start(draft, kind, clause)


def _require_that_a_coup_can_begin(state: TableState) -> None:
    """None does, with wagers or without, at a closed table or before the shoe is ready."""
    if state.a_round_may_begin or state.phase is Phase.DEALING:
        return
    clause, sentence = why_not_open(state, "")
    if state.phase is Phase.PREPARING:
        sentence = "a coup begins when the cards lie in the shoe: prepare it first"
    refuse(state.rules, "no_bet_not_possible", clause, sentence)
