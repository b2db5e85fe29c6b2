"""Coups without wagers: patrons request one and agree to it, staff start it."""

from collections.abc import Iterator

from puntobanco.rulebooks.books import interpretations
from puntobanco.streams.actors import DEALER, PATRON, SUPERVISOR, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table.commands.admission import require_welcome
from puntobanco.table.commands.round_start import goes_on_without_burn, start
from puntobanco.table.commands.turns import end_betting
from puntobanco.table.events.patrons import NoBetAgreed, NoBetAsked, NoBetWithdrawn
from puntobanco.table.events.table_lifecycle import announce
from puntobanco.table.events.wagers import give_all_back
from puntobanco.table.model import Phase, RoundKind, Ruling
from puntobanco.table.queries.layout import why_not_open
from puntobanco.table.queries.no_bet_coups import (
    may_agree_no_bet,
    may_ask_no_bet,
    may_start_no_bet,
    may_withdraw_no_bet,
    why_no_bet_does_not_start,
    why_no_bet_is_not_asked,
)
from puntobanco.table.queries.turns import nobody_bets
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import TableDraft, TableState


@given_by(PATRON)
class AskNoBet(Command[TableState], tag="ask_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a coup without wagers."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        if _plays(state, actor) and may_ask_no_bet(state):
            yield LegalAction(cls.kind)

    def decide(self, draft: TableDraft) -> None:
        patron, rules = require_welcome(draft, self.actor.person), draft.state.rules
        if not may_ask_no_bet(draft.state):
            _require_that_a_coup_can_begin(draft.state)
            refuse(rules, "no_bet_not_possible", *why_no_bet_is_not_asked(draft.state))
        draft.add(NoBetAsked(patron=patron.name, clause=rules.ghost_hands.clause))


@given_by(PATRON)
class AgreeNoBet(Command[TableState], tag="agree_no_bet.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Agree to a coup without wagers."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        if _plays(state, actor) and may_agree_no_bet(state, actor.person):
            yield LegalAction(cls.kind)

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

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        if _plays(state, actor) and may_withdraw_no_bet(state, actor.person):
            yield LegalAction(cls.kind)

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

    ruling = Ruling.PREPARATION

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        if may_start_no_bet(state, actor.role):
            yield LegalAction(cls.kind)

    def decide(self, draft: TableDraft) -> None:
        state, rules = draft.state, draft.state.rules
        if not may_start_no_bet(state, self.actor.role):
            _require_that_a_coup_can_begin(state)
            refuse(rules, "no_bet_not_possible", *why_no_bet_does_not_start(state, self.actor.role))
        if state.only_the_burn_is_left and not goes_on_without_burn(draft):
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


def _plays(state: TableState, actor: Actor) -> bool:
    patron = state.patrons.get(actor.person)
    return patron is not None and not patron.excluded
