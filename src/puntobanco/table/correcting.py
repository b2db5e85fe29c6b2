"""Putting right: cards out of sequence, a face that was keyed in wrongly, a round that is decided again."""

from collections import Counter

from puntobanco.cards import Card
from puntobanco.changed import changed
from puntobanco.coup.draw import next_step
from puntobanco.coup.irregularity import Irregularity
from puntobanco.coup.settle import Outcome
from puntobanco.coup.shoe import further_burns
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import AfterStandOff, Remedy
from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.rules.wagers import Stage
from puntobanco.table import commands, events, ledger
from puntobanco.table.actors import Role
from puntobanco.table.betting import MAIN, could_lie, give_all_back, only_the_burn_is_left, put_down, without
from puntobanco.table.dealing import (
    INITIAL_DEAL,
    announce_counts,
    current_round,
    deal_waiting,
    impossible,
    report,
    stage_due,
)
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.patrons import settle_debt
from puntobanco.table.reasons import Reason
from puntobanco.table.settling import reopen_stage, settle_all, settle_one, void_current, void_for
from puntobanco.table.state import EndedRound, Lying, Phase, RoundState, Spot, TableCard, TableState, coup_of

FACTS = "ruling 28"
"""In every book: a slip at the keyboard is corrected by its own command, never by pretending."""

# Out of sequence


def may_reconstruct(state: TableState) -> bool:
    """Whether cards out of sequence can be put right: beyond the initial deal the law must see their faces."""
    current = state.round
    return (
        current is not None and current.misplaced and (len(current.order) <= INITIAL_DEAL or current.coup is not None)
    )


def reconstruct(draft: Draft, _: commands.Reconstruct) -> None:
    """Deal the cards again in the order drawn: cards one and three to player, two and four to banker, then the law."""
    state = draft.state
    clause = state.rules.on_out_of_sequence.clause
    if not may_reconstruct(state):
        sentence = "no cards lie out of sequence that all can see: turn them first if some are face down"
        refuse(state.rules, "nothing_to_reconstruct", clause, sentence)
    deal_again(draft, clause)


def deal_again(draft: Draft, clause: str) -> None:
    """The round's cards and those that wait, in the order drawn, by the law; what is left over waits."""
    current = current_round(draft)
    cards = sorted((*current.in_order(), *(one.card for one in draft.state.excess)), key=lambda card: card.place)
    hands, order = _by_the_law(draft.rules, cards)
    if current.misplaced or (hands[Hand.PLAYER], hands[Hand.BANKER]) != (current.player, current.banker):
        _lay_out(draft, hands, tuple(order), tuple(cards[len(order) :]), clause)
        announce_counts(draft)
    deal_waiting(draft)


def _lay_out(
    draft: Draft,
    hands: dict[Hand, tuple[TableCard, ...]],
    order: tuple[Hand, ...],
    left_over: tuple[TableCard, ...],
    clause: str,
) -> None:
    no_bet = draft.rules.on_excess_card_seen.value is Remedy.FIRST_OF_NO_BET_ROUND
    draft.add(
        events.HandsReconstructed(
            player=hands[Hand.PLAYER],
            banker=hands[Hand.BANKER],
            order=order,
            left_over=left_over,
            no_bet=no_bet and any(card.face_up for card in left_over),
            clause=clause,
        )
    )


def _by_the_law(rules: TableRules, cards: list[TableCard]) -> tuple[dict[Hand, tuple[TableCard, ...]], list[Hand]]:
    """The hands, and where each card went, as far as the faces that all can see tell."""
    hands: dict[Hand, tuple[TableCard, ...]] = {Hand.PLAYER: (), Hand.BANKER: ()}
    order: list[Hand] = []
    for card in cards:
        to = _next(rules, hands, len(order))
        if to is None:
            break
        hands[to] = (*hands[to], card)
        order.append(to)
    return hands, order


def _next(rules: TableRules, hands: dict[Hand, tuple[TableCard, ...]], dealt: int) -> Hand | None:
    if dealt < INITIAL_DEAL:
        return rules.deal_order.value[dealt]
    coup = coup_of(hands[Hand.PLAYER], hands[Hand.BANKER])
    return None if coup is None else next_step(rules, coup.player, coup.banker).deal_to


def may_be_beyond_repair(state: TableState) -> bool:
    current = state.round
    return current is not None and current.misplaced and len(current.order) <= INITIAL_DEAL


def beyond_repair(draft: Draft, _: commands.DeclareBeyondRepair) -> None:
    if not may_be_beyond_repair(draft.state):
        clause = draft.rules.on_deal_beyond_repair.clause
        refuse(draft.rules, "nothing_to_reconstruct", clause, "no initial deal lies out of sequence")
    void_for(draft, Irregularity.DEAL_BEYOND_REPAIR)


# The last round, opened again


def reopenable(state: TableState) -> EndedRound | None:
    """The last round, until the next one commences with its first card, the shuffle in between included."""
    between = state.phase in (Phase.BETTING, Phase.PREPARING)
    called = state.round is not None and not state.round.order
    return state.ended if between or called else None


def reopen(draft: Draft, clause: str) -> tuple[tuple[Spot, Lying], ...]:
    """Open the last round again, its stakes in their boxes; gives the wagers of the next one, which went back."""
    ended = draft.state.ended
    if ended is None:
        raise ValueError("there is no round to open again")
    waiting = _placed_since(draft.state, ended)
    give_all_back(draft, reason=Reason.DECIDED_AGAIN, clause=clause)
    if draft.state.round is not None:
        draft.add(events.RoundCancelled(number=draft.state.round.number, clause=clause))
    draft.add(events.RoundReopened(number=ended.round.number, clause=clause))
    for stage in ended.round.stages:
        reopen_stage(draft, stage, clause=clause)
    return waiting


def _placed_since(state: TableState, ended: EndedRound) -> tuple[tuple[Spot, Lying], ...]:
    """What patrons have put down for the next round; chips of a stand-off that stayed under it are not among it."""
    stayed = {
        (line.area, line.wager, line.patron): line.stake
        for line in ended.round.settled
        if ended.rules.standoff.value is AfterStandOff.STAYS and line.outcome is Outcome.STOOD_OFF
    }
    placed = (
        (spot, changed(one, amount=one.amount - stayed.get((spot.area, spot.wager, one.patron), 0)))
        for spot, lying in state.boxes.items()
        for one in lying
        if one.order >= ended.placed
    )
    return tuple((spot, one) for spot, one in placed if one.amount > 0)


def settle_anew(draft: Draft, next_wagers: tuple[tuple[Spot, Lying], ...], clause: str) -> None:
    """Settle the round again if its cards are complete, and put the next round's wagers back where they lay.

    A card that is missing to complete it comes from its shoe; where that is no more, the round is void.
    """
    settle_all(draft)
    if draft.state.interrupted is not None:
        _void_for_want_of_a_card(draft)
    ended = draft.state.ended
    for name in sorted({line.patron for line in ended.round.settled} if ended is not None else ()):
        settle_debt(draft, name)
    if draft.state.phase is Phase.BETTING and not draft.state.no_bet_owed:
        for spot, one in sorted(next_wagers, key=lambda pair: pair[0].wager not in MAIN):
            _put_back(draft, spot, one, clause)


def _void_for_want_of_a_card(draft: Draft) -> None:
    void = Ruled(value=Remedy.ROUND_VOID, clause=draft.rules.on_too_few_cards.clause)
    report(draft, Irregularity.TOO_FEW_CARDS, void)
    void_current(draft, reason=Reason.TOO_FEW_CARDS, clause=void.clause, reshuffle=False)


def _put_back(draft: Draft, spot: Spot, lying: Lying, clause: str) -> None:
    state = draft.state
    still_there = lying.patron in state.patrons and state.balance(ledger.chips(lying.patron)) >= lying.amount
    there = sum(one.amount for one in state.boxes.get(spot, ()) if one.patron == lying.patron)
    whole = changed(lying, amount=there + lying.amount)
    if still_there and could_lie(without(state, lying.patron, spot), spot, whole):
        put_down(draft, lying.patron, spot, lying.amount, spoken=False, clause=clause)


def decide_again(draft: Draft, command: commands.ReportPlacementError, clause: str) -> None:
    """Cards of the last round were placed wrongly and the next one has not commenced."""
    next_wagers = reopen(draft, clause)
    if command.cards:
        _order_as_told(draft, command.cards, clause)
    deal_again(draft, clause)
    settle_anew(draft, next_wagers, clause)


def _order_as_told(draft: Draft, told: tuple[Card, ...], clause: str) -> None:
    """The cards of the round in the order they were really drawn: each place shows another face."""
    drawn = current_round(draft).in_order()
    if Counter(told) != Counter(card.card for card in drawn):
        names = " ".join(str(card.card) for card in drawn)
        refuse(draft.rules, "other_cards", clause, f"name the cards of that round in the order drawn: {names}")
    for card, face in zip(drawn, told, strict=True):
        if card.card is not None and card.card != face:
            _corrected(draft, card, face, clause)


# A face that was keyed in wrongly


def correctable(state: TableState, role: Role) -> tuple[TableCard, ...]:
    """The named cards whose face this role may still correct, in the order drawn."""
    current = () if state.round is None else (*state.round.player, *state.round.banker)
    ended = reopenable(state)
    last = () if ended is None else (*ended.round.player, *ended.round.banker)
    of_this_shoe = (*_burn_card(state), *current, *(one.card for one in state.excess))
    if ended is None or ended.taken_out is None:
        of_this_shoe, last = (*of_this_shoe, *last), ()
    named = (*_in_order(last), *_in_order(of_this_shoe))
    return tuple(card for card in named if role is Role.SUPERVISOR or card.place == state.fresh)


def _in_order(cards: tuple[TableCard, ...]) -> list[TableCard]:
    return sorted((card for card in cards if card.card is not None), key=lambda card: card.place)


def _burn_card(state: TableState) -> tuple[TableCard, ...]:
    """The first burn card, if it was shown, until the first round's first card."""
    shown = state.shoe.shown_burn
    return (shown,) if shown is not None and state.shoe.loaded and not state.shoe.dealt else ()


def correct(draft: Draft, command: commands.CorrectCard) -> None:
    """Replace the face of a card; later cards stay in the order drawn, and all that follows is decided again."""
    state, rules = draft.state, draft.rules
    clause = FACTS
    found = [card for card in correctable(state, command.actor.role) if command.place in (None, card.place)]
    if not found:
        sentence = (
            "that card cannot be corrected now: the dealer corrects a card until the next thing happens, "
            "a supervisor until the next round's first card"
        )
        refuse(rules, "not_correctable", clause, sentence)
    card = found[-1]
    if card.card is None or card.card == command.card:
        refuse(rules, "nothing_to_correct", clause, "that card is written down with this face already")
    last = _last_round_of(state, card)
    in_its_shoe = state if last is None or last.taken_out is None else changed(state, shoe=last.taken_out.shoe)
    if impossible(in_its_shoe, (command.card,)) is not None:
        sentence = "the decks hold no further card with this face: look at the card again"
        refuse(rules, "card_not_in_shoe", clause, sentence)
    if state.shoe.shown_burn is card:
        _correct_burn(draft, card, command.card, clause)
    else:
        _correct_dealt(draft, card, command.card, clause, of_last=last is not None)


def _last_round_of(state: TableState, card: TableCard) -> EndedRound | None:
    """The last round, if this very card lies in it; places begin anew with each shoe."""
    last = reopenable(state)
    return last if last is not None and any(one is card for one in last.round.in_order()) else None


def _corrected(draft: Draft, card: TableCard, face: Card, clause: str, *, more: int | None = None) -> None:
    if card.card is None:
        raise ValueError("a card without a face has none to correct")
    draft.add(
        events.CardCorrected(place=card.place, was=card.card, card=face, more=more, clause=clause, face_up=card.face_up)
    )


def _correct_burn(draft: Draft, card: TableCard, face: Card, clause: str) -> None:
    """It tells anew how many more to burn, unless something else has left the shoe or wagers are closed."""
    state = draft.state
    burning = only_the_burn_is_left(state) or state.phase is Phase.BETTING
    missing = max(0, further_burns(draft.rules, face) - (state.shoe.burned - 1))
    _corrected(draft, card, face, clause, more=missing if burning and not state.excess else None)


def _correct_dealt(draft: Draft, card: TableCard, face: Card, clause: str, *, of_last: bool) -> None:
    next_wagers = reopen(draft, clause) if of_last else ()
    stages = () if draft.state.round is None else draft.state.round.stages
    for stage in stages:
        reopen_stage(draft, stage, clause=clause)
    _corrected(draft, card, face, clause)
    current = draft.state.round
    if current is not None and not current.misplaced and _lies_in(current, card):
        announce_counts(draft)
        deal_again(draft, clause)
    if of_last:
        settle_anew(draft, next_wagers, clause)
    elif stages and stage_due(draft.state) is Stage.FOUR_CARDS:
        settle_one(draft, Stage.FOUR_CARDS)


def _lies_in(current: RoundState, card: TableCard) -> bool:
    return any(one.place == card.place for one in (*current.player, *current.banker))
