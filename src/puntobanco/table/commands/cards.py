"""A card leaves the shoe: where it belongs, and what to do when it went somewhere else.

A draw without a place is the routine, and refused when no card is due. A draw with a place says where a card lies: that
has happened, so it is recorded, and the table says which irregularity it is and what the book prescribes.
"""

from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.coup.shoe import Ending, cutting_card_came, further_burns
from puntobanco.rulebooks.facts import PLAYER, Hand
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.rulebooks.table_rules import Ruled
from puntobanco.rulebooks.wagers import FOUR_CARDS
from puntobanco.streams.actors import DEALER, SUPERVISOR, Role
from puntobanco.streams.command import Command, given_by
from puntobanco.table.commands.close_of_betting import start_with_wagers
from puntobanco.table.commands.round_end import (
    card_is_impossible,
    end_shoe_after_check,
    shoe_is_over,
    void_current,
    void_for,
    void_for_cards_left_over,
)
from puntobanco.table.commands.round_start import as_done, burn_was_forgotten, deal, excess_of_player, take_wagers_off
from puntobanco.table.events.cards import CardPutAside, ExcessCardKept, record, report
from puntobanco.table.events.round import RoundBecameVoidHand
from puntobanco.table.events.shoe import CardBurned, CuttingCardDrawn, EmptyReported
from puntobanco.table.events.table_lifecycle import announce
from puntobanco.table.events.wagers import give_all_back
from puntobanco.table.model import BETTING, DEALING, TO_EXCESS, WITH_WAGERS, DrawTo, Phase, TableCard
from puntobanco.table.queries.progress import nothing_due
from puntobanco.table.queries.round import (
    INITIAL_DEAL,
    asked_by_law,
    card_clause,
    card_is_missing,
    current_round,
    facing,
    facing_clause,
    initial_coup,
    is_complete,
    stage_due,
    starts_round,
)
from puntobanco.table.queries.shoe import (
    blocked,
    burns_face_up,
    cutting_card_may_come,
    forgets_burn,
    impossible,
    step_clause,
)
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.cards import Card


@given_by(DEALER)
class Draw(Command[TableState], tag="draw.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card leaves the shoe: its face if it is known, face up or down, and where it lies.

    Without a place it is the card that is due. With one it is a fact, which is recorded whatever the rules say of it.
    """

    card: Card | None = None
    """Its face; left out for a card nobody sees, or with a virtual shoe."""
    face_up: bool = True
    """True unless said."""
    to: DrawTo | None = None
    """Left out, where it is due, and refused if nothing is."""
    found_face_up: bool = False
    """True if it lay face up in the shoe."""

    def decide(self, draft: TableDraft) -> None:
        """A card left the shoe."""
        why = blocked(draft.state)
        if why is None and self.to is None and not self.found_face_up:
            why = nothing_due(draft.state)
        if why is not None:
            refuse(draft.state.rules, *why)
        if self.card is None and (self.face_up or self.found_face_up):
            refuse(
                draft.state.rules,
                "face_not_named",
                draft.state.rules.dealing.clause,
                "a card that all can see is named",
            )
        if self.card is not None and impossible(draft.state, (self.card,)) is not None:
            card_is_impossible(draft, self.card)
        elif draft.state.only_the_burn_is_left and self.to in (None, TO_EXCESS):
            _burn(draft, self)
        elif forgets_burn(draft.state, self.to):
            _without_burn(draft, self)
        elif draft.state.phase is DEALING:
            _in_round(draft, self)
        else:
            _between_rounds(draft, self)


@given_by(DEALER)
class DrawCuttingCard(
    Command[TableState], tag="draw_cutting_card.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """The cutting card leaves the shoe.

    At a place other than where it was put, that is recorded, too.
    """

    def decide(self, draft: TableDraft) -> None:
        """A cutting card left the shoe; the last of two lies at the back, so that nothing comes after it."""
        state, rules = draft.state, draft.state.rules
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
        draft.add(CuttingCardDrawn(first_of_round=first, ending=ending, clause=clause))
        if ending is Ending.LAST_ROUND and state.shoe.ending is not Ending.LAST_ROUND:
            announce(draft, "call_last_round", clause=clause)


@given_by(DEALER, SUPERVISOR)
class ReportEmpty(Command[TableState], tag="report_empty.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """There is no card left in the shoe for the next draw; where the count says otherwise, a supervisor confirms it.

    Against the count, the dealer's word is recorded; a supervisor's voids the round and has the cards checked.
    """

    def decide(self, draft: TableDraft) -> None:
        """There are not enough cards to finish the round; against the count only a supervisor's word voids it."""
        state = draft.state
        clause = state.rules.on_too_few_cards.clause
        if not card_is_missing(state):
            refuse(state.rules, "no_card_due", clause, "no card is due, so none is missing")
        if state.shoe.remaining == 0:
            void_for(draft, Irregularity.TOO_FEW_CARDS)
            if draft.state.phase is BETTING:
                shoe_is_over(draft, clause)
            return
        confirmed = self.actor.role is Role.SUPERVISOR
        done = Remedy.ROUND_VOID_AND_RESHUFFLE if confirmed else Remedy.RECORDED_ONLY
        report(draft, Irregularity.COUNT_DISAGREES, Ruled(value=done, clause=clause))
        draft.add(EmptyReported(remaining=state.shoe.remaining, clause=clause))
        if confirmed:
            end_shoe_after_check(draft, reason=Reason.TOO_FEW_CARDS, clause=clause)


def _is_expected(state: TableState) -> bool:
    """Whether the cutting card comes where it was put: so many cards from the back, the second one at the back."""
    if state.shoe.cutting_cards:
        return state.shoe.remaining == 0
    return state.shoe.depth in (None, state.shoe.remaining)


def _burn(draft: TableDraft, command: Draw) -> None:
    """A burn card; one called excess, turned by mistake or not turned is recorded and burned all the same."""
    state, rules = draft.state, draft.state.rules
    shown, card = burns_face_up(state), drawn(draft, command)
    if command.to is TO_EXCESS:
        record(draft, Irregularity.DUE_BUT_CALLED_EXCESS, rules.burn.clause)
    if card.face_up != shown:
        record(draft, Irregularity.FACED_WRONGLY, rules.burn.clause)
    if state.shoe.to_burn is not None:
        more = state.shoe.to_burn - 1
    else:
        more = further_burns(rules, card.card) if shown and card.card is not None else 0
    draft.add(CardBurned(card=card.card, face_up=card.face_up, more=more, clause=rules.burn.clause, place=card.place))


def _without_burn(draft: TableDraft, command: Draw) -> None:
    burn_was_forgotten(draft)
    if draft.state.phase is BETTING:
        _between_rounds(draft, command)
    else:
        _put_aside(draft, command, draft.state.rules.on_burn_forgotten.clause)


def _put_aside(draft: TableDraft, command: Draw, clause: str, *, counted: bool = True) -> None:
    place = draft.state.shoe.out + 1 if counted else None
    draft.add(CardPutAside(card=command.card, counted=counted, place=place, clause=clause))


def _between_rounds(draft: TableDraft, command: Draw) -> None:
    if starts_round(draft.state) and command.to is not TO_EXCESS:
        start_with_wagers(draft, cut_pro_rata=True)
        _in_round(draft, command)
    elif command.found_face_up:
        _keep_excess(draft, command, Irregularity.FIRST_CARD_FACE_UP)
    else:
        _keep_excess(draft, command, _excess(command))


def _excess(command: Draw) -> Irregularity:
    return Irregularity.EXCESS_CARD_SEEN if _is_seen(command) else Irregularity.EXCESS_CARD_UNSEEN


def _is_seen(command: Draw) -> bool:
    return command.face_up or command.found_face_up


def _in_round(draft: TableDraft, command: Draw) -> None:
    """Where the card lies, against where the law wants it."""
    state = draft.state
    belongs = asked_by_law(state)
    hand = None if command.to in (None, TO_EXCESS) else Hand(command.to)
    if belongs is None and not is_complete(state):
        _before_the_law_can_say(draft, hand, command)
    elif state.excess and stage_due(state) is FOUR_CARDS:
        _behind_those_that_wait(draft, hand, command)
    elif belongs is None:
        _nobody_is_due(draft, hand, command)
    elif hand in (None, belongs):
        _where_due(draft, belongs, command)
    elif _is_initial(state) or belongs is PLAYER:
        _out_of_sequence(draft, hand, command)
    else:
        _player_card_in_error(draft, command)


def _is_initial(state: TableState) -> bool:
    return state.round is not None and len(state.round.order) < INITIAL_DEAL


def _before_the_law_can_say(draft: TableDraft, hand: Hand | None, command: Draw) -> None:
    """Cards lie out of sequence or face down: it is not known yet whom this one belongs to."""
    if hand is None:
        _keep_excess(draft, command, _excess(command))
    elif hand is PLAYER and not current_round(draft.state).misplaced:
        _player_card_before_the_turn(draft, command)
    else:
        _out_of_sequence(draft, hand, command)


def _player_card_before_the_turn(draft: TableDraft, command: Draw) -> None:
    """A third card to player before the hands are turned waits for what they show, and need not be turned for that."""
    error = remedy(draft.state.rules, Irregularity.PLAYER_CARD_IN_ERROR)
    bankers = error.value is Remedy.BANKERS_THIRD_IF_DUE
    then = excess_of_player(draft.state, seen=_is_seen(command)) if bankers else error
    if initial_coup(draft.state) is None:
        play_on = Ruled(value=Remedy.PLAY_ON, clause=draft.state.rules.player_turned_first.clause)
        report(draft, Irregularity.THIRD_CARD_BEFORE_TURN, play_on)
        _keep(draft, command, then)
    elif bankers:  # only the third cards lie face down: player is due none, and banker may be
        report(draft, Irregularity.PLAYER_CARD_IN_ERROR, error)
        _keep(draft, command, then)
    else:
        _keep_excess(draft, command, Irregularity.PLAYER_CARD_IN_ERROR, error)


def _behind_those_that_wait(draft: TableDraft, hand: Hand | None, command: Draw) -> None:
    """Cards that wait until the pairs are settled were drawn before this one, and go to the hands before it."""
    record(draft, Irregularity.THIRD_CARD_BEFORE_PAIRS, draft.state.rules.pairs_before_thirds.clause)
    of_player = excess_of_player(draft.state, seen=_is_seen(command))
    _keep(draft, command, of_player if hand is PLAYER else remedy(draft.state.rules, _excess(command)))
    void_for_cards_left_over(draft)


def _nobody_is_due(draft: TableDraft, hand: Hand | None, command: Draw) -> None:
    if hand is PLAYER:
        _player_card_in_error(draft, command)
    else:
        _keep_excess(draft, command, _excess(command))


def _where_due(draft: TableDraft, hand: Hand, command: Draw) -> None:
    """While a card is due, the next one out of the shoe is that card, whatever it is called."""
    if command.to is TO_EXCESS:
        record(draft, Irregularity.DUE_BUT_CALLED_EXCESS, _law_clause(draft))
    if stage_due(draft.state) is FOUR_CARDS:
        record(draft, Irregularity.THIRD_CARD_BEFORE_PAIRS, draft.state.rules.pairs_before_thirds.clause)
    if command.found_face_up:
        _found_face_up(draft, hand, command)
    else:
        deal_to(draft, hand, command)


def _law_clause(draft: TableDraft) -> str:
    """The clause by which a card is due."""
    return draft.state.rules.deal_order.clause if _is_initial(draft.state) else draft.state.rules.player_draws.clause


def _found_face_up(draft: TableDraft, hand: Hand, command: Draw) -> None:
    current = draft.state.round
    first = current is None or not current.order
    irregularity = Irregularity.FIRST_CARD_FACE_UP if first else Irregularity.LATER_CARD_FACE_UP
    found = remedy(draft.state.rules, irregularity)
    report(draft, irregularity, found)
    if found.value is Remedy.ROUND_VOID:
        _put_aside(draft, command, found.clause)
        void_current(draft, reason=Reason.CARD_FACE_UP, clause=found.clause, reshuffle=False)
        return
    if found.value is Remedy.FIRST_OF_NO_BET_ROUND and current is not None and current.kind is WITH_WAGERS:
        give_all_back(draft, reason=Reason.NO_BETS_THIS_HAND, clause=found.clause)
        announce(draft, "call_no_bets", clause=found.clause)
        draft.add(RoundBecameVoidHand(clause=found.clause))
    deal_to(draft, hand, command)


def _out_of_sequence(draft: TableDraft, to: Hand, command: Draw) -> None:
    """The card lies where it does not belong; a supervisor puts it right, or the round is void."""
    found = remedy(draft.state.rules, Irregularity.OUT_OF_SEQUENCE)
    if found.value is Remedy.ROUND_VOID:
        _put_aside(draft, command, found.clause)
        void_for(draft, Irregularity.OUT_OF_SEQUENCE)
        return
    report(draft, Irregularity.OUT_OF_SEQUENCE, found)
    deal_to(draft, to, command, misplaced=True)


def _player_card_in_error(draft: TableDraft, command: Draw) -> None:
    """A third card to player without right: banker's if banker must draw, else an excess card."""
    error = remedy(draft.state.rules, Irregularity.PLAYER_CARD_IN_ERROR)
    if error.value is not Remedy.BANKERS_THIRD_IF_DUE:
        _keep_excess(draft, command, Irregularity.PLAYER_CARD_IN_ERROR, error)
    elif asked_by_law(draft.state) is Hand.BANKER:
        report(draft, Irregularity.PLAYER_CARD_IN_ERROR, error)
        deal_to(draft, Hand.BANKER, command)
    else:
        found = excess_of_player(draft.state, seen=_is_seen(command))
        _keep_excess(draft, command, Irregularity.PLAYER_CARD_IN_ERROR, found)


def _keep_excess(
    draft: TableDraft, command: Draw, irregularity: Irregularity, found: Ruled[Remedy] | None = None
) -> None:
    """A card nobody is due waits for the next round, or voids this one where the house says so."""
    found = found or remedy(draft.state.rules, irregularity)
    report(draft, irregularity, as_done(draft.state, found))
    if found.value is Remedy.ROUND_VOID:
        _put_aside(draft, command, found.clause)
        void_current(draft, reason=Reason.EXCESS_CARD, clause=found.clause, reshuffle=False)
        return
    _keep(draft, command, found)
    take_wagers_off(draft)


def _keep(draft: TableDraft, command: Draw, found: Ruled[Remedy]) -> None:
    no_bet = found.value is Remedy.FIRST_OF_NO_BET_ROUND
    draft.add(ExcessCardKept(card=drawn(draft, command), no_bet=no_bet, clause=found.clause))


def drawn(draft: TableDraft, command: Draw) -> TableCard:
    """The card that leaves the shoe; one found face up in it stays so."""
    return TableCard(card=command.card, face_up=_is_seen(command), place=draft.state.shoe.out + 1)


def deal_to(draft: TableDraft, hand: Hand, command: Draw, *, misplaced: bool = False) -> None:
    """Put the card that left the shoe in front of a hand; one that faces the wrong way is used all the same."""
    state = draft.state
    card = drawn(draft, command)
    if card.face_up != facing(state) and not command.found_face_up:
        record(draft, Irregularity.FACED_WRONGLY, facing_clause(state))
    initial = len(current_round(draft.state).order) < INITIAL_DEAL
    clause = draft.state.rules.deal_order.clause if initial else card_clause(state, hand)
    deal(draft, hand, card, from_excess=False, misplaced=misplaced, clause=clause)
