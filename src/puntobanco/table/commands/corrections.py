"""Putting right: cards out of sequence, a face that was keyed in wrongly, a round that is decided again."""

from collections import Counter
from dataclasses import dataclass, replace

from puntobanco.coup.accept_wager import MAIN_WAGERS
from puntobanco.coup.draw import next_step
from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.coup.settle import Outcome
from puntobanco.coup.shoe import further_burns
from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import AfterStandOff, Remedy
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.rulebooks.wagers import Stage
from puntobanco.streams.actors import DEALER, SUPERVISOR
from puntobanco.streams.command import Command, given_by
from puntobanco.table import ledger
from puntobanco.table.commands.commission_and_debt import settle_debt
from puntobanco.table.commands.round_end import (
    in_excess,
    settle_all,
    settle_one,
    void_current,
    void_finished,
    void_for,
    void_for_cards_left_over,
)
from puntobanco.table.commands.round_start import announce_counts, deal_waiting
from puntobanco.table.commands.settlement import reopen_stage
from puntobanco.table.events.cards import CardCorrected, HandsReconstructed, report
from puntobanco.table.events.round import RoundCancelled, RoundReopened
from puntobanco.table.events.rulings import ErrorRecorded
from puntobanco.table.events.wagers import give_all_back, put_down
from puntobanco.table.model import EndedRound, Phase, RoundState, TableCard, coup_of
from puntobanco.table.queries.history import standing_round
from puntobanco.table.queries.layout import could_lie, without
from puntobanco.table.queries.round import (
    INITIAL_DEAL,
    correctable,
    current_round,
    initial_coup,
    may_be_beyond_repair,
    may_reconstruct,
    only_players,
    reopenable,
    stage_due,
)
from puntobanco.table.queries.shoe import impossible
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.cards import Card
from puntobanco.values.money import Count
from puntobanco.values.replace import changed


@given_by(SUPERVISOR)
class Reconstruct(Command[TableState], tag="reconstruct.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put cards that were drawn out of sequence where they belong."""

    def decide(self, draft: TableDraft) -> None:
        """The cards are dealt again in the order drawn: to the hands in the order of the deal, then by the law."""
        state = draft.state
        clause = state.rules.on_out_of_sequence.clause
        if not may_reconstruct(state):
            sentence = "no cards lie out of sequence that all can see: turn them first if some are face down"
            refuse(state.rules, "nothing_to_reconstruct", clause, sentence)
        deal_again(draft, clause)


@given_by(SUPERVISOR)
class DeclareBeyondRepair(
    Command[TableState], tag="declare_beyond_repair.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Declare that an initial deal out of sequence cannot be put right."""

    def decide(self, draft: TableDraft) -> None:
        if not may_be_beyond_repair(draft.state):
            clause = draft.state.rules.on_deal_beyond_repair.clause
            refuse(draft.state.rules, "nothing_to_reconstruct", clause, "no initial deal lies out of sequence")
        void_for(draft, Irregularity.DEAL_BEYOND_REPAIR)


@given_by(DEALER, SUPERVISOR)
class CorrectCard(Command[TableState], tag="correct_card.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The face of a card was keyed in wrongly; without a place it is the last card that was named.

    The dealer corrects it until the next thing happens, a supervisor until the next round's first card. Later
    cards stay in the order drawn, what follows is decided again, and what was paid is reversed and settled anew.
    """

    card: Card
    """Its right face."""
    place: Count | None = None
    """How many-th out of the shoe; left out, the last card that was named."""

    def decide(self, draft: TableDraft) -> None:
        """Replace the face of a card; later cards stay in the order drawn, and all that follows is decided again."""
        state, rules = draft.state, draft.state.rules
        clause = interpretations.FACTS.number
        found = [card for card in correctable(state, self.actor.role) if self.place in (None, card.place)]
        if not found:
            sentence = (
                "that card cannot be corrected now: the dealer corrects a card until the next thing happens, "
                "a supervisor until the next round's first card"
            )
            refuse(rules, "not_correctable", clause, sentence)
        card = found[-1]
        if card.card is None or card.card == self.card:
            refuse(rules, "nothing_to_correct", clause, "that card is written down with this face already")
        last = _last_round_of(state, card)
        in_its_shoe = state if last is None or last.taken_out is None else changed(state, shoe=last.taken_out.shoe)
        if impossible(in_its_shoe, (self.card,)) is not None:
            sentence = "the decks hold no further card with this face: look at the card again"
            refuse(rules, "card_not_in_shoe", clause, sentence)
        if state.shoe.shown_burn is card:
            _correct_burn(draft, card, self.card, clause)
        else:
            _correct_dealt(draft, card, self.card, clause, of_last=last is not None)


@given_by(SUPERVISOR)
class ReportPlacementError(
    Command[TableState], tag="report_placement_error.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Report that cards of a finished round were placed wrongly; name them if their order was recorded wrongly.

    Before the next round's first card the round is reconstructed, reversed and settled anew; later the book's
    remedy applies.
    """

    round: Count
    cards: tuple[Card, ...] = ()
    """Its cards in the order they were really drawn, if that was recorded wrongly."""

    def decide(self, draft: TableDraft) -> None:
        """Cards of a finished round were placed wrongly.

        Before the next round commences they are put right and the round is settled anew; later the round is void and
        those after it stand, or the error is recorded.
        """
        last = reopenable(draft.state)
        if last is not None and last.round.number == self.round:
            irregularity = Irregularity.OUT_OF_SEQUENCE
        else:
            irregularity = Irregularity.PLACEMENT_ERROR_FOUND_LATE
        answer = remedy(draft.state.rules, irregularity)
        found = standing_round(draft.state, self.round, answer.clause)
        report(draft, irregularity, answer)
        match answer.value:
            case Remedy.RECONSTRUCTED:
                decide_again(draft, self, answer.clause)
            case Remedy.RECORDED_ONLY:
                draft.add(ErrorRecorded(number=found.number, clause=answer.clause))
            case _:
                void_finished(draft, found, reason=Reason.PLACEMENT_ERROR, clause=answer.clause)


def deal_again(draft: TableDraft, clause: str) -> None:
    """The round's cards and those that wait, in the order drawn, by the law; what is left over is in excess.

    A card that came before player and that the house keeps for the next round stays there, unless it is player's.
    """
    before, current = draft.state, current_round(draft.state)
    counted = initial_coup(before) is not None
    cards = sorted((*current.in_order(), *(one.card for one in draft.state.excess)), key=lambda card: card.place)
    dealt = _by_the_law(draft.state.rules, cards, only_players(draft.state))
    if current.misplaced or (dealt.player, dealt.banker) != (current.player, current.banker):
        _lay_out(draft, dealt, clause)
        if not counted or (not current.misplaced and len(dealt.order) == INITIAL_DEAL):
            announce_counts(draft)
    deal_waiting(draft, before)
    void_for_cards_left_over(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dealt:
    """Where each card goes, in the order drawn, and what is left over."""

    player: tuple[TableCard, ...] = ()
    banker: tuple[TableCard, ...] = ()
    order: tuple[Hand, ...] = ()
    left_over: tuple[TableCard, ...] = ()

    def to(self, hand: Hand | None, card: TableCard) -> "_Dealt":
        match hand:
            case None:
                return replace(self, left_over=(*self.left_over, card))
            case Hand.PLAYER:
                return replace(self, player=(*self.player, card), order=(*self.order, hand))
            case Hand.BANKER:
                return replace(self, banker=(*self.banker, card), order=(*self.order, hand))


def _lay_out(draft: TableDraft, dealt: _Dealt, clause: str) -> None:
    waited = [one.card.place for one in draft.state.excess]
    new = [card for card in dealt.left_over if card.place not in waited]
    draft.add(
        HandsReconstructed(
            player=dealt.player,
            banker=dealt.banker,
            order=dealt.order,
            left_over=dealt.left_over,
            no_bet=any(_left_over(draft, card) is Remedy.FIRST_OF_NO_BET_ROUND for card in new),
            clause=clause,
        )
    )


def _left_over(draft: TableDraft, card: TableCard) -> Remedy:
    """What becomes of a card that is left over: it is in excess, or player's in error where it came as that."""
    error = card.place in only_players(draft.state)
    return remedy(draft.state.rules, Irregularity.PLAYER_CARD_IN_ERROR if error else in_excess(card)).value


def _by_the_law(rules: TableRules, cards: list[TableCard], players: tuple[int, ...]) -> _Dealt:
    """The hands, and where each card went, as far as the faces that all can see tell; some are player's or nobody's."""
    dealt = _Dealt()
    for card in cards:
        to = _next(rules, dealt)
        kept = card.place in players and len(dealt.order) >= INITIAL_DEAL and to is not Hand.PLAYER
        dealt = dealt.to(None if kept else to, card)
    return dealt


def _next(rules: TableRules, dealt: _Dealt) -> Hand | None:
    if len(dealt.order) < INITIAL_DEAL:
        return rules.deal_order.value[len(dealt.order)]
    coup = coup_of(dealt.player, dealt.banker)
    return None if coup is None else next_step(rules, coup.player, coup.banker).deal_to


def reopen(draft: TableDraft, clause: str) -> tuple[Stake, ...]:
    """Open the last round again, its stakes in their boxes; gives the wagers of the next one, which went back."""
    ended = draft.state.ended
    if ended is None:
        raise ValueError("there is no round to open again")
    waiting = _placed_since(draft.state, ended)
    give_all_back(draft, reason=Reason.DECIDED_AGAIN, clause=clause)
    if draft.state.round is not None:
        draft.add(RoundCancelled(number=draft.state.round.number, clause=clause))
    draft.add(RoundReopened(number=ended.round.number, clause=clause))
    for stage in ended.round.stages:
        reopen_stage(draft, stage, clause=clause)
    return waiting


def _placed_since(state: TableState, ended: EndedRound) -> tuple[Stake, ...]:
    """What patrons have put down for the next round; chips of a stand-off that stayed under it are not among it."""
    stayed = {
        (line.area, line.wager, line.patron): line.stake
        for line in ended.round.settled
        if ended.rules.standoff.value is AfterStandOff.STAYS and line.outcome is Outcome.STOOD_OFF
    }
    placed = (
        changed(one, amount=one.amount - stayed.get((one.area, one.wager, one.patron), 0))
        for one in state.stakes
        if one.order >= ended.placed
    )
    return tuple(one for one in placed if one.amount > 0)


def settle_anew(draft: TableDraft, next_wagers: tuple[Stake, ...], clause: str) -> None:
    """Settle the round again if its cards are complete, and put the next round's wagers back where they lay.

    A card that is missing to complete it comes from its shoe; where its cards are taken out, the round is void.
    """
    settle_all(draft)
    if draft.state.interrupted is not None and not draft.state.shoe.loaded:
        _void_for_want_of_a_card(draft)
    ended = draft.state.ended
    for name in sorted({line.patron for line in ended.round.settled} if ended is not None else ()):
        settle_debt(draft, name)
    if draft.state.phase is Phase.BETTING and not draft.state.no_bet_owed:
        for one in sorted(next_wagers, key=lambda stake: stake.wager not in MAIN_WAGERS):
            _put_back(draft, one, clause)


def _void_for_want_of_a_card(draft: TableDraft) -> None:
    void = Ruled(value=Remedy.ROUND_VOID, clause=draft.state.rules.on_too_few_cards.clause)
    report(draft, Irregularity.TOO_FEW_CARDS, void)
    void_current(draft, reason=Reason.TOO_FEW_CARDS, clause=void.clause, reshuffle=False)


def _put_back(draft: TableDraft, stake: Stake, clause: str) -> None:
    state = draft.state
    still_there = stake.patron in state.patrons and state.balance(ledger.chips(stake.patron)) >= stake.amount
    there = state.stakes.at(stake.patron, stake.area, stake.wager)
    whole = stake if there is None else changed(stake, amount=there.amount + stake.amount)
    if still_there and could_lie(state if there is None else without(state, there), whole):
        put_down(draft, stake, spoken=False, clause=clause)


def decide_again(draft: TableDraft, command: ReportPlacementError, clause: str) -> None:
    """Cards of the last round were placed wrongly and the next one has not commenced."""
    next_wagers = reopen(draft, clause)
    if command.cards:
        _order_as_told(draft, command.cards, clause)
    deal_again(draft, clause)
    settle_anew(draft, next_wagers, clause)


def _order_as_told(draft: TableDraft, told: tuple[Card, ...], clause: str) -> None:
    """The cards of the round in the order they were really drawn: each place shows another face."""
    drawn = current_round(draft.state).in_order()
    if Counter(told) != Counter(card.card for card in drawn):
        names = " ".join(str(card.card) for card in drawn)
        refuse(draft.state.rules, "other_cards", clause, f"name the cards of that round in the order drawn: {names}")
    for card, face in zip(drawn, told, strict=True):
        if card.card is not None and card.card != face:
            _corrected(draft, card, face, clause)


def _last_round_of(state: TableState, card: TableCard) -> EndedRound | None:
    """The last round, if this very card lies in it; places begin anew with each shoe."""
    last = reopenable(state)
    return last if last is not None and any(one is card for one in last.round.in_order()) else None


def _corrected(draft: TableDraft, card: TableCard, face: Card, clause: str, *, more: int | None = None) -> None:
    if card.card is None:
        raise ValueError("a card without a face has none to correct")
    draft.add(CardCorrected(place=card.place, was=card.card, card=face, more=more, clause=clause, face_up=card.face_up))


def _correct_burn(draft: TableDraft, card: TableCard, face: Card, clause: str) -> None:
    """It tells anew how many more to burn, unless something else has left the shoe or wagers are closed."""
    state = draft.state
    burning = state.only_the_burn_is_left or state.phase is Phase.BETTING
    missing = max(0, further_burns(draft.state.rules, face) - (state.shoe.burned - 1))
    _corrected(draft, card, face, clause, more=missing if burning and not state.excess else None)


def _correct_dealt(draft: TableDraft, card: TableCard, face: Card, clause: str, *, of_last: bool) -> None:
    next_wagers = reopen(draft, clause) if of_last else ()
    stages = () if draft.state.round is None else draft.state.round.stages
    for stage in stages:
        reopen_stage(draft, stage, clause=clause)
    _corrected(draft, card, face, clause)
    current = draft.state.round
    if current is not None and _lies_in(current, card):
        if _counts_are_other(current, card):
            announce_counts(draft)
        if not current.misplaced:
            deal_again(draft, clause)
    if of_last:
        settle_anew(draft, next_wagers, clause)
    elif stages and stage_due(draft.state) is Stage.FOUR_CARDS:
        settle_one(draft, Stage.FOUR_CARDS)


def _counts_are_other(current: RoundState, card: TableCard) -> bool:
    """Whether a correction changes counts that are told now: no third card was drawn by them."""
    first_four = [one.place for one in current.in_order()[:INITIAL_DEAL]]
    return card.place in first_four and (current.misplaced or len(current.order) == INITIAL_DEAL)


def _lies_in(current: RoundState, card: TableCard) -> bool:
    return any(one.place == card.place for one in (*current.player, *current.banker))
