"""Decisions of the round: the call, the start, and the cards of a hand."""

from puntobanco.cards import Card
from puntobanco.coup.draw import next_step
from puntobanco.coup.shoe import Ending
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import (
    Closing,
    DifferentialRule,
)
from puntobanco.rules.wagers import Stage
from puntobanco.table import commands, events
from puntobanco.table.betting import (
    close_wagers,
    only_the_burn_is_left,
    over_differential,
)
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.preparing import burn_was_forgotten
from puntobanco.table.state import Phase, RoundKind, RoundState, TableState


def may_start(state: TableState) -> bool:
    """Whether wagers can be closed and a round with them begun."""
    return state.phase is Phase.BETTING and not state.no_bet_owed and bool(state.boxes)


def closes_by_call(state: TableState) -> bool:
    """Where the first card closes the wagers there is no call, except that a waiting excess card is that first card."""
    return state.rules.closing.value is Closing.AT_CALL or bool(state.excess)


def call_no_more_bets(draft: Draft, command: commands.CallNoMoreBets) -> None:
    rules = draft.rules
    if not closes_by_call(draft.state):
        sentence = "there is no call here: the first card closes the wagers"
        refuse(rules, "no_call", rules.closing.clause, sentence)
    if only_the_burn_is_left(draft.state) and draft.state.boxes:
        burn_was_forgotten(draft)
        if draft.state.phase is Phase.PREPARING:
            return
    _require_start(draft)
    must_say = rules.differential_rule.value is DifferentialRule.PRO_RATA and over_differential(draft.state)[1] > 0
    if must_say and command.cut_pro_rata is None:
        sentence = "the table differential is exceeded: say whether the heavier hand is cut pro rata"
        refuse(rules, "differential_exceeded", rules.differential_rule.clause, sentence)
    draft.announce("call_no_more_bets")
    start_with_wagers(draft, cut_pro_rata=command.cut_pro_rata)


def _require_start(draft: Draft) -> None:
    state = draft.state
    if state.no_bet_owed:
        sentence = "the next coup starts with an exposed card and has no wagers: start it without"
        refuse(state.rules, "no_bets_this_hand", state.rules.on_excess_card_seen.clause, sentence)
    if not may_start(state):
        sentence = "there is nothing to deal for: wagers must lie on the layout between rounds"
        refuse(state.rules, "nothing_to_deal_for", state.rules.closing.clause, sentence)


def start_with_wagers(draft: Draft, *, cut_pro_rata: bool | None) -> None:
    """Close the wagers and begin; where a call closes them and all of them go back, there is nothing to deal for."""
    close_wagers(draft, cut_pro_rata=cut_pro_rata)
    if draft.state.boxes or draft.rules.closing.value is Closing.AT_FIRST_CARD:
        start(draft, RoundKind.WAGERS, draft.rules.closing.clause)


def start(draft: Draft, kind: RoundKind, clause: str) -> None:
    draft.add(events.RoundStarted(number=draft.state.round_number, kind=kind, clause=clause))
    for card in draft.state.excess:
        hand = draft.rules.deal_order.value[len(current_round(draft).order)]
        draft.add(
            events.CardDealt(
                hand=hand,
                card=card.card,
                face_up=card.face_up,
                from_excess=True,
                misplaced=False,
                clause=draft.rules.on_excess_card_unseen.clause,
            )
        )
    after_card(draft)


def current_round(draft: Draft) -> RoundState:
    current = draft.state.round
    if current is None:
        refuse(draft.rules, "no_round", draft.rules.deal_order.clause, "no round is being dealt")
    return current


def due(state: TableState) -> Hand | None:
    """The hand that the next card belongs to; none if no card is due, or not before something else is done."""
    current = state.round
    if current is None or current.misplaced:
        return None
    dealt = len(current.order)
    if dealt < 4:
        return state.rules.deal_order.value[dealt]
    coup = current.coup
    if coup is None or stage_due(state) is Stage.FOUR_CARDS:
        return None
    return next_step(state.rules, coup.player, coup.banker).deal_to


def stage_due(state: TableState) -> Stage | None:
    """The stage whose wagers are to be settled now."""
    current = state.round
    if current is None or current.misplaced or len(current.order) < 4 or (coup := current.coup) is None:
        return None
    four = Stage.FOUR_CARDS
    if four not in current.stages and any(state.rules.wager(spot.wager).settles is four for spot in state.boxes):
        return four
    finished = next_step(state.rules, coup.player, coup.banker).deal_to is None
    return Stage.END if finished else None


def facing(state: TableState) -> bool:
    """Whether the next card of the round is dealt face up."""
    current = state.round
    dealt = 0 if current is None else len(current.order)
    if dealt >= 4:
        return state.rules.third_cards_up.value
    no_bet = current is not None and current.kind is not RoundKind.WAGERS
    if no_bet and state.rules.ghost_face_up.value:
        return True
    return state.rules.dealing.value.face_up[dealt]


def deal_to(draft: Draft, hand: Hand, command: commands.Draw, *, misplaced: bool = False) -> None:
    """Put the card that left the shoe in front of a hand."""
    dealt = len(current_round(draft).order)
    draft.add(
        events.CardDealt(
            hand=hand,
            card=command.card,
            face_up=command.face_up,
            from_excess=False,
            misplaced=misplaced,
            clause=_card_clause(draft.state, hand) if dealt >= 4 else draft.rules.deal_order.clause,
        )
    )
    if dealt == 3:
        after_card(draft)


def _card_clause(state: TableState, hand: Hand) -> str:
    if hand is Hand.PLAYER:
        return state.rules.player_draws.clause
    drew = state.round is not None and len(state.round.player) == 3
    return state.rules.banker_draws_after_card.clause if drew else state.rules.banker_draws_after_stand.clause


def after_card(draft: Draft) -> None:
    """Announce the counts once, when the first four cards are all in sight."""
    current = current_round(draft)
    if len(current.order) == 4 and not current.misplaced and (coup := current.coup) is not None:
        values = draft.rules.card_values.value
        draft.announce("call_counts", player=values.total(coup.player), banker=values.total(coup.banker))


def check_facing(draft: Draft, command: commands.Draw) -> None:
    if not command.found_face_up and command.face_up != facing(draft.state):
        how = "face up" if facing(draft.state) else "face down"
        third = draft.state.round is not None and len(draft.state.round.order) >= 4
        clause = draft.rules.third_cards_up.clause if third else draft.rules.dealing.clause
        refuse(draft.rules, "wrong_facing", clause, f"this card is dealt {how}")


def cutting_card(draft: Draft, _: commands.DrawCuttingCard) -> None:
    state = draft.state
    burning = only_the_burn_is_left(state)
    in_use = state.phase in (Phase.BETTING, Phase.DEALING) or burning
    if not in_use or state.shoe.cutting_cards >= state.rules.cutting_cards.value:
        sentence = "no cutting card leaves the shoe now"
        refuse(state.rules, "shoe_not_in_use", state.rules.last_round.clause, sentence)
    first = (state.round is None or not state.round.order) and not state.excess
    draft.add(events.CuttingCardDrawn(first_of_round=first, clause=state.rules.last_round.clause))
    if draft.state.shoe.ending is Ending.LAST_ROUND and state.shoe.ending is not Ending.LAST_ROUND:
        draft.announce("call_last_round")


def impossible(state: TableState, cards: tuple[Card, ...]) -> Card | None:
    """The first card that the decks cannot hold besides what is known already."""
    decks = state.rules.decks.value
    for place, card in enumerate(cards):
        if state.shoe.known[card.index] + cards[: place + 1].count(card) > decks:
            return card
    return None
