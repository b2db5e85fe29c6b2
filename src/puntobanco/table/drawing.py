"""A card leaves the shoe: where it belongs, and what to do when it went somewhere else."""

from puntobanco.coup.draw import next_step
from puntobanco.coup.irregularity import Irregularity, remedy, remedy_for_player_card
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import Closing, Remedy
from puntobanco.rules.table_rules import Ruled
from puntobanco.rules.wagers import Stage
from puntobanco.table import commands, events
from puntobanco.table.betting import give_all_back, only_the_burn_is_left
from puntobanco.table.commands import DrawTo
from puntobanco.table.dealing import (
    after_card,
    check_facing,
    deal_to,
    due,
    impossible,
    may_start,
    stage_due,
    start_with_wagers,
)
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.exposing import hand_to_expose
from puntobanco.table.preparing import burn, burn_was_forgotten, step_clause
from puntobanco.table.settling import shoe_is_over, void_current, void_for
from puntobanco.table.state import Phase, RoundKind, TableCard, TableState

MOST_EXCESS_CARDS = 4
"""More cards than this cannot start the next coup."""


def blocked(state: TableState) -> tuple[str, str, str] | None:
    """Why no card may leave the shoe now, as code, clause and sentence; none if one may."""
    rules = state.rules
    if state.phase not in (Phase.BETTING, Phase.DEALING) and not only_the_burn_is_left(state):
        clause = step_clause(rules, state.pending[0]) if state.pending else rules.closes_after_notice.clause
        return "shoe_not_in_use", clause, "no card leaves the shoe now: prepare the shoe first"
    if state.shoe.remaining == 0:
        return "shoe_empty", rules.on_too_few_cards.clause, "the shoe has no cards left: report it empty"
    current = state.round
    if current is not None and current.misplaced:
        sentence = "cards lie out of sequence: a supervisor puts them right first"
        return "out_of_sequence", rules.on_out_of_sequence.clause, sentence
    if hand_to_expose(state) is not None:
        return "expose_first", rules.exposed_by.clause, "the cards on the table are turned first"
    if stage_due(state) is Stage.FOUR_CARDS:
        clause = rules.pairs_before_thirds.clause
        return "settle_first", clause, "wagers that settle after four cards are settled before a third card"
    return None


def draw(draft: Draft, command: commands.Draw) -> None:
    """A card left the shoe."""
    found = blocked(draft.state)
    if found is not None:
        refuse(draft.rules, *found)
    if command.card is None and (command.face_up or command.found_face_up):
        refuse(draft.rules, "face_not_named", draft.rules.dealing.clause, "a card that all can see is named")
    if command.found_face_up and not command.face_up:
        refuse(draft.rules, "wrong_facing", draft.rules.dealing.clause, "a card found face up stays face up")
    if command.card is not None and impossible(draft.state, (command.card,)) is not None:
        _impossible_card(draft, command)
    elif forgets_burn(draft.state, command.to):
        _without_burn(draft, command)
    elif draft.state.phase is Phase.PREPARING:
        burn(draft, command)
    elif draft.state.phase is Phase.BETTING:
        _between_rounds(draft, command)
    else:
        _in_round(draft, command)


def forgets_burn(state: TableState, to: DrawTo | None) -> bool:
    """Whether a card goes to player while the burn is due, at a table where the first card closes the wagers."""
    at_first_card = state.rules.closing.value is Closing.AT_FIRST_CARD
    return at_first_card and only_the_burn_is_left(state) and to is DrawTo.PLAYER and bool(state.boxes)


def _without_burn(draft: Draft, command: commands.Draw) -> None:
    burn_was_forgotten(draft)
    if draft.state.phase is Phase.BETTING:
        _between_rounds(draft, command)
    else:
        clause = draft.rules.on_burn_forgotten.clause
        draft.add(events.CardPutAside(card=command.card, counted=True, clause=clause))


def _impossible_card(draft: Draft, command: commands.Draw) -> None:
    clause = draft.rules.on_impossible_card.clause
    draft.add(events.CardPutAside(card=command.card, counted=False, clause=clause))
    if draft.state.phase is Phase.DEALING:
        void_for(draft, Irregularity.IMPOSSIBLE_CARD)
        return
    found = remedy(draft.rules, Irregularity.IMPOSSIBLE_CARD)
    draft.add(
        events.IrregularityFound(irregularity=Irregularity.IMPOSSIBLE_CARD, remedy=found.value, clause=found.clause)
    )
    reshuffle = found.value is Remedy.ROUND_VOID_AND_RESHUFFLE
    void_current(draft, reason="impossible_card", clause=found.clause, reshuffle=reshuffle)


def starts_round(state: TableState, to: DrawTo | None) -> bool:
    """Whether a card drawn between rounds is the first of a round: where the first card closes the wagers."""
    at_first_card = state.rules.closing.value is Closing.AT_FIRST_CARD
    return at_first_card and may_start(state) and not state.excess and to in (None, DrawTo.PLAYER)


def _between_rounds(draft: Draft, command: commands.Draw) -> None:
    if starts_round(draft.state, command.to):
        check_facing(draft, command)
        start_with_wagers(draft, cut_pro_rata=True)
        _in_round(draft, command)
        return
    _excess_card(draft, command)


def _in_round(draft: Draft, command: commands.Draw) -> None:
    belongs = due(draft.state)
    if belongs is None:
        if command.to is DrawTo.PLAYER:
            _player_card_in_error(draft, command)
        else:
            _excess_card(draft, command)
        return
    if command.to is DrawTo.EXCESS:
        _excess_card(draft, command)
        return
    to = belongs if command.to is None else Hand(command.to.value)
    if to is belongs:
        _deal_where_due(draft, belongs, command)
    elif _is_initial(draft.state) or belongs is Hand.PLAYER:
        _out_of_sequence(draft, to, command)
    else:
        _player_card_in_error(draft, command)


def _is_initial(state: TableState) -> bool:
    return state.round is not None and len(state.round.order) < 4


def _deal_where_due(draft: Draft, hand: Hand, command: commands.Draw) -> None:
    check_facing(draft, command)
    current = draft.state.round
    if command.found_face_up and current is not None:
        first = not current.order
        irregularity = Irregularity.FIRST_CARD_FACE_UP if first else Irregularity.LATER_CARD_FACE_UP
        found = remedy(draft.rules, irregularity)
        draft.add(events.IrregularityFound(irregularity=irregularity, remedy=found.value, clause=found.clause))
        if found.value is Remedy.ROUND_VOID:
            draft.add(events.CardPutAside(card=command.card, counted=True, clause=found.clause))
            void_current(draft, reason="card found face up", clause=found.clause, reshuffle=False)
            return
        if found.value is Remedy.FIRST_OF_NO_BET_ROUND and current.kind is RoundKind.WAGERS:
            give_all_back(draft, reason="no bets this hand", clause=found.clause)
            draft.announce("call_no_bets")
            draft.add(events.RoundBecameVoidHand(clause=found.clause))
    deal_to(draft, hand, command)


def _out_of_sequence(draft: Draft, to: Hand, command: commands.Draw) -> None:
    """The card lies where it does not belong; a supervisor puts it right, or the round is void."""
    found = remedy(draft.rules, Irregularity.OUT_OF_SEQUENCE)
    if found.value is Remedy.ROUND_VOID:
        draft.add(events.CardPutAside(card=command.card, counted=True, clause=found.clause))
        void_for(draft, Irregularity.OUT_OF_SEQUENCE)
        return
    draft.add(
        events.IrregularityFound(irregularity=Irregularity.OUT_OF_SEQUENCE, remedy=found.value, clause=found.clause)
    )
    deal_to(draft, to, command, misplaced=True)


def _player_card_in_error(draft: Draft, command: commands.Draw) -> None:
    """A third card to player without right."""
    coup = None if draft.state.round is None else draft.state.round.coup
    if coup is None:
        raise ValueError("third cards come when all cards are in sight")
    found = remedy_for_player_card(draft.rules, coup, seen=command.face_up)
    irregularity = Irregularity.PLAYER_CARD_IN_ERROR
    if found.value is Remedy.BANKERS_THIRD_IF_DUE:
        draft.add(events.IrregularityFound(irregularity=irregularity, remedy=found.value, clause=found.clause))
        deal_to(draft, Hand.BANKER, command)
    else:
        _keep_excess(draft, command, irregularity, found)


def _excess_card(draft: Draft, command: commands.Draw) -> None:
    seen = command.face_up
    irregularity = Irregularity.EXCESS_CARD_SEEN if seen else Irregularity.EXCESS_CARD_UNSEEN
    _keep_excess(draft, command, irregularity, remedy(draft.rules, irregularity))


def _keep_excess(draft: Draft, command: commands.Draw, irregularity: Irregularity, found: Ruled[Remedy]) -> None:
    if len(draft.state.excess) >= MOST_EXCESS_CARDS:
        sentence = f"{MOST_EXCESS_CARDS} excess cards wait already: deal the coup that starts with them, or shuffle"
        refuse(draft.rules, "too_many_excess_cards", found.clause, sentence)
    draft.add(events.IrregularityFound(irregularity=irregularity, remedy=found.value, clause=found.clause))
    if found.value is Remedy.ROUND_VOID:
        draft.add(events.CardPutAside(card=command.card, counted=True, clause=found.clause))
        void_current(draft, reason="excess card", clause=found.clause, reshuffle=False)
        return
    no_bet = found.value is Remedy.FIRST_OF_NO_BET_ROUND
    card = TableCard(command.card, command.face_up)
    draft.add(events.ExcessCardKept(card=card, no_bet=no_bet, clause=found.clause))
    if no_bet and draft.state.phase is Phase.BETTING:
        give_all_back(draft, reason="the next coup has no wagers", clause=found.clause)


def report_empty(draft: Draft, _: commands.ReportEmpty) -> None:
    """There are not enough cards to finish the round."""
    state = draft.state
    clause = state.rules.on_too_few_cards.clause
    if state.phase is not Phase.DEALING or due(state) is None:
        refuse(state.rules, "no_card_due", clause, "no card is due, so none is missing")
    void_for(draft, Irregularity.TOO_FEW_CARDS)
    if draft.state.phase is Phase.BETTING:
        shoe_is_over(draft, clause)


# Out of sequence


def reconstruct(draft: Draft, _: commands.Reconstruct) -> None:
    """Deal the cards again in the order drawn: cards one and three to player, two and four to banker, then the law."""
    state = draft.state
    current = state.round
    clause = state.rules.on_out_of_sequence.clause
    if current is None or not current.misplaced:
        refuse(state.rules, "nothing_to_reconstruct", clause, "no cards lie out of sequence")
    cards = current.in_order()
    order: list[Hand] = list(state.rules.deal_order.value[: len(cards)])
    hands = {hand: tuple(card for card, to in zip(cards, order, strict=False) if to is hand) for hand in Hand}
    left_over: tuple[TableCard, ...] = ()
    for place, card in enumerate(cards[4:], start=4):
        faces = [tuple(one.card for one in hands[hand] if one.card is not None) for hand in Hand]
        to = next_step(state.rules, faces[0], faces[1]).deal_to
        if to is None:
            left_over = cards[place:]
            break
        hands[to] = (*hands[to], card)
        order.append(to)
    seen = any(card.face_up for card in left_over)
    no_bet = seen and state.rules.on_excess_card_seen.value is Remedy.FIRST_OF_NO_BET_ROUND
    draft.add(
        events.HandsReconstructed(
            player=hands[Hand.PLAYER],
            banker=hands[Hand.BANKER],
            order=tuple(order),
            left_over=left_over,
            no_bet=no_bet,
            clause=clause,
        )
    )
    after_card(draft)


def beyond_repair(draft: Draft, _: commands.DeclareBeyondRepair) -> None:
    state = draft.state
    clause = state.rules.on_deal_beyond_repair.clause
    if state.round is None or not state.round.misplaced or len(state.round.order) > 4:
        refuse(state.rules, "nothing_to_reconstruct", clause, "no initial deal lies out of sequence")
    void_for(draft, Irregularity.DEAL_BEYOND_REPAIR)
