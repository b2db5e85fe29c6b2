"""A card leaves the shoe: where it belongs, and what to do when it went somewhere else.

A draw without a place is the routine, and refused when no card is due. A draw with a place says where a card lies: that
has happened, so it is recorded, and the table says which irregularity it is and what the book prescribes (ruling 28).
"""

from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.coup.shoe import further_burns
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import Burn, Closing, Remedy
from puntobanco.rules.table_rules import Ruled
from puntobanco.rules.wagers import Stage
from puntobanco.table import commands, events
from puntobanco.table.betting import give_all_back, only_the_burn_is_left
from puntobanco.table.commands import DrawTo
from puntobanco.table.dealing import (
    INITIAL_DEAL,
    asked_by_law,
    burn_was_forgotten,
    deal_to,
    drawn,
    due,
    impossible,
    is_complete,
    may_start,
    record,
    report,
    stage_due,
    start_with_wagers,
    take_wagers_off,
)
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.exposing import hand_to_expose
from puntobanco.table.preparing import step_clause
from puntobanco.table.reasons import Reason
from puntobanco.table.settling import end_shoe_after_check, void_current, void_for
from puntobanco.table.state import Phase, RoundKind, TableState


def shoe_in_use(state: TableState) -> bool:
    """Whether a card can leave the shoe: cards lie in it, by the count."""
    return state.shoe.loaded and state.shoe.remaining > 0


def blocked(state: TableState) -> tuple[str, str, str] | None:
    """Why no card can leave the shoe now, as code, clause and sentence; none if one can."""
    rules = state.rules
    if not state.shoe.loaded:
        closed = state.phase is Phase.CLOSED
        clause = rules.closes_after_notice.clause if closed else step_clause(rules, state.pending[0])
        return "shoe_not_in_use", clause, "no card leaves the shoe now: prepare the shoe first"
    if state.shoe.remaining == 0:
        return "shoe_empty", rules.on_too_few_cards.clause, "the shoe has no cards left: report it empty"
    return None


def nothing_due(state: TableState) -> tuple[str, str, str] | None:
    """Why no card is due, as code, clause and sentence; none if one is."""
    rules, current = state.rules, state.round
    if current is not None and due(state) is not None:
        return None
    if starts_round(state) and len(state.excess) >= INITIAL_DEAL:
        sentence = "the first four cards wait on the table: close the wagers with call_no_more_bets"
        return "call_first", rules.closing.clause, sentence
    if only_the_burn_is_left(state) or starts_round(state) or due(state) is not None:
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


def draw(draft: Draft, command: commands.Draw) -> None:
    """A card left the shoe."""
    why = blocked(draft.state)
    if why is None and command.to is None and not command.found_face_up:
        why = nothing_due(draft.state)
    if why is not None:
        refuse(draft.rules, *why)
    if command.card is None and (command.face_up or command.found_face_up):
        refuse(draft.rules, "face_not_named", draft.rules.dealing.clause, "a card that all can see is named")
    if command.card is not None and impossible(draft.state, (command.card,)) is not None:
        _impossible_card(draft, command)
    elif only_the_burn_is_left(draft.state) and command.to in (None, DrawTo.EXCESS):
        _burn(draft, command)
    elif forgets_burn(draft.state, command.to):
        _without_burn(draft, command)
    elif draft.state.phase is Phase.DEALING:
        _in_round(draft, command)
    else:
        _between_rounds(draft, command)


# The burn


def burns_face_up(state: TableState) -> bool:
    """Whether the burn card that is due is shown."""
    return state.shoe.to_burn is None and state.rules.burn.value is Burn.EXPOSED


def _burn(draft: Draft, command: commands.Draw) -> None:
    """A burn card; one called excess, turned by mistake or not turned is recorded and burned all the same."""
    state, rules = draft.state, draft.rules
    shown, card = burns_face_up(state), drawn(draft, command)
    if command.to is DrawTo.EXCESS:
        record(draft, Irregularity.DUE_BUT_CALLED_EXCESS, rules.burn.clause)
    if card.face_up != shown:
        record(draft, Irregularity.FACED_WRONGLY, rules.burn.clause)
    if state.shoe.to_burn is not None:
        more = state.shoe.to_burn - 1
    else:
        more = further_burns(rules, card.card) if shown and card.card is not None else 0
    draft.add(
        events.CardBurned(card=card.card, face_up=card.face_up, more=more, clause=rules.burn.clause, place=card.place)
    )


def forgets_burn(state: TableState, to: DrawTo | None) -> bool:
    """Whether a card goes to a hand while the burn is due, at a table where the first card closes the wagers."""
    at_first_card = state.rules.closing.value is Closing.AT_FIRST_CARD
    to_a_hand = to in (DrawTo.PLAYER, DrawTo.BANKER)
    return at_first_card and only_the_burn_is_left(state) and to_a_hand and bool(state.boxes)


def _without_burn(draft: Draft, command: commands.Draw) -> None:
    burn_was_forgotten(draft)
    if draft.state.phase is Phase.BETTING:
        _between_rounds(draft, command)
    else:
        _put_aside(draft, command, draft.rules.on_burn_forgotten.clause)


def _put_aside(draft: Draft, command: commands.Draw, clause: str, *, counted: bool = True) -> None:
    place = draft.state.shoe.out + 1 if counted else None
    draft.add(events.CardPutAside(card=command.card, counted=counted, place=place, clause=clause))


def _impossible_card(draft: Draft, command: commands.Draw) -> None:
    """Hands that are complete stand; one still being dealt is void; either way the shoe ends (ruling 27)."""
    found = remedy(draft.rules, Irregularity.IMPOSSIBLE_CARD)
    _put_aside(draft, command, found.clause, counted=False)
    if is_complete(draft.state):
        report(draft, Irregularity.IMPOSSIBLE_CARD, Ruled(value=Remedy.HANDS_STAND_SHOE_ENDS, clause=found.clause))
        draft.add(events.ShoeEnds(clause=found.clause))
        return
    report(draft, Irregularity.IMPOSSIBLE_CARD, found)
    end_shoe_after_check(draft, reason=Reason.IMPOSSIBLE_CARD, clause=found.clause)


# Between rounds


def starts_round(state: TableState) -> bool:
    """Whether a card drawn between rounds begins one: where the first card closes the wagers."""
    return state.rules.closing.value is Closing.AT_FIRST_CARD and may_start(state)


def _between_rounds(draft: Draft, command: commands.Draw) -> None:
    if starts_round(draft.state) and command.to is not DrawTo.EXCESS:
        start_with_wagers(draft, cut_pro_rata=True)
        _in_round(draft, command)
    elif command.found_face_up:
        _keep_excess(draft, command, Irregularity.FIRST_CARD_FACE_UP)
    else:
        _keep_excess(draft, command, _excess(command))


def _excess(command: commands.Draw) -> Irregularity:
    seen = command.face_up or command.found_face_up
    return Irregularity.EXCESS_CARD_SEEN if seen else Irregularity.EXCESS_CARD_UNSEEN


# In a round


def _in_round(draft: Draft, command: commands.Draw) -> None:
    """Where the card lies, against where the law wants it."""
    state = draft.state
    belongs = asked_by_law(state)
    hand = None if command.to in (None, DrawTo.EXCESS) else Hand(command.to)
    if belongs is None and not is_complete(state):
        _before_the_law_can_say(draft, hand, command)
    elif belongs is None:
        _nobody_is_due(draft, hand, command)
    elif hand in (None, belongs):
        _where_due(draft, belongs, command)
    elif _is_initial(state) or belongs is Hand.PLAYER:
        _out_of_sequence(draft, hand, command)
    else:
        _player_card_in_error(draft, command)


def _is_initial(state: TableState) -> bool:
    return state.round is not None and len(state.round.order) < INITIAL_DEAL


def _before_the_law_can_say(draft: Draft, hand: Hand | None, command: commands.Draw) -> None:
    """Cards lie out of sequence or face down: it is not known yet whom this one belongs to."""
    if hand is None:
        _keep_excess(draft, command, _excess(command))
    else:
        _out_of_sequence(draft, hand, command)


def _nobody_is_due(draft: Draft, hand: Hand | None, command: commands.Draw) -> None:
    if hand is Hand.PLAYER:
        _player_card_in_error(draft, command)
    else:
        _keep_excess(draft, command, _excess(command))


def _where_due(draft: Draft, hand: Hand, command: commands.Draw) -> None:
    """While a card is due, the next one out of the shoe is that card, whatever it is called."""
    if command.to is DrawTo.EXCESS:
        record(draft, Irregularity.DUE_BUT_CALLED_EXCESS, _law_clause(draft))
    if stage_due(draft.state) is Stage.FOUR_CARDS:
        record(draft, Irregularity.THIRD_CARD_BEFORE_PAIRS, draft.rules.pairs_before_thirds.clause)
    if command.found_face_up:
        _found_face_up(draft, hand, command)
    else:
        deal_to(draft, hand, command)


def _law_clause(draft: Draft) -> str:
    """The clause by which a card is due."""
    return draft.rules.deal_order.clause if _is_initial(draft.state) else draft.rules.player_draws.clause


def _found_face_up(draft: Draft, hand: Hand, command: commands.Draw) -> None:
    current = draft.state.round
    first = current is None or not current.order
    irregularity = Irregularity.FIRST_CARD_FACE_UP if first else Irregularity.LATER_CARD_FACE_UP
    found = remedy(draft.rules, irregularity)
    report(draft, irregularity, found)
    if found.value is Remedy.ROUND_VOID:
        _put_aside(draft, command, found.clause)
        void_current(draft, reason=Reason.CARD_FACE_UP, clause=found.clause, reshuffle=False)
        return
    if found.value is Remedy.FIRST_OF_NO_BET_ROUND and current is not None and current.kind is RoundKind.WAGERS:
        give_all_back(draft, reason=Reason.NO_BETS_THIS_HAND, clause=found.clause)
        draft.announce("call_no_bets", clause=found.clause)
        draft.add(events.RoundBecameVoidHand(clause=found.clause))
    deal_to(draft, hand, command)


def _out_of_sequence(draft: Draft, to: Hand, command: commands.Draw) -> None:
    """The card lies where it does not belong; a supervisor puts it right, or the round is void."""
    found = remedy(draft.rules, Irregularity.OUT_OF_SEQUENCE)
    if found.value is Remedy.ROUND_VOID:
        _put_aside(draft, command, found.clause)
        void_for(draft, Irregularity.OUT_OF_SEQUENCE)
        return
    report(draft, Irregularity.OUT_OF_SEQUENCE, found)
    deal_to(draft, to, command, misplaced=True)


def _player_card_in_error(draft: Draft, command: commands.Draw) -> None:
    """A third card to player without right: banker's if banker must draw, else an excess card."""
    error = remedy(draft.rules, Irregularity.PLAYER_CARD_IN_ERROR)
    if error.value is not Remedy.BANKERS_THIRD_IF_DUE:
        _keep_excess(draft, command, Irregularity.PLAYER_CARD_IN_ERROR, error)
    elif asked_by_law(draft.state) is Hand.BANKER:
        report(draft, Irregularity.PLAYER_CARD_IN_ERROR, error)
        deal_to(draft, Hand.BANKER, command)
    else:
        excess = remedy(draft.rules, _excess(command))
        covered = draft.rules.error_card_covers_excess.value and _is_third(draft.state)
        clause = error.clause if covered else excess.clause
        _keep_excess(draft, command, Irregularity.PLAYER_CARD_IN_ERROR, Ruled(value=excess.value, clause=clause))


def _is_third(state: TableState) -> bool:
    return state.round is not None and len(state.round.player) == 2


def _keep_excess(
    draft: Draft, command: commands.Draw, irregularity: Irregularity, found: Ruled[Remedy] | None = None
) -> None:
    """A card nobody is due waits for the next round, or voids this one where the house says so."""
    found = found or remedy(draft.rules, irregularity)
    report(draft, irregularity, found)
    if found.value is Remedy.ROUND_VOID:
        _put_aside(draft, command, found.clause)
        void_current(draft, reason=Reason.EXCESS_CARD, clause=found.clause, reshuffle=False)
        return
    no_bet = found.value is Remedy.FIRST_OF_NO_BET_ROUND
    draft.add(events.ExcessCardKept(card=drawn(draft, command), no_bet=no_bet, clause=found.clause))
    take_wagers_off(draft)
