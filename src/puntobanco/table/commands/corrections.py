"""The face of a card was keyed in wrongly: what follows from it is decided again."""

from collections.abc import Iterator
from typing import Annotated

from puntobanco.coup.shoe import further_burns
from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.wagers import Stage
from puntobanco.streams.actors import DEALER, SUPERVISOR, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Label, Sets
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table.commands.fields import CardPlace
from puntobanco.table.commands.reconstruction import correct, deal_again, reopen, settle_anew
from puntobanco.table.commands.round_end import settle_one
from puntobanco.table.commands.round_start import announce_counts
from puntobanco.table.commands.settlement import reopen_stage
from puntobanco.table.model import EndedRound, Phase, RoundState, Ruling, TableCard
from puntobanco.table.queries.round import INITIAL_DEAL, correctable, reopenable, stage_due
from puntobanco.table.queries.shoe import impossible
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.cards import Card
from puntobanco.values.replace import changed


@given_by(DEALER, SUPERVISOR)
class CorrectCard(Command[TableState], tag="correct_card.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The face of a card was keyed in wrongly; without a place it is the last card that was named.

    The dealer corrects it until the next thing happens, a supervisor until the next round's first card. Later
    cards stay in the order drawn, what follows is decided again, and what was paid is reversed and settled anew.
    """

    ruling = Ruling.CARDS

    card: Annotated[Card, Label("The right card, such as 7C")]
    """Its right face."""
    place: CardPlace | None = None
    """How many-th out of the shoe; left out, the last card that was named."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        for card in correctable(state, actor.role):
            yield LegalAction(cls.kind, (("place", card.place),), asks=("card",))

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return f"Card {where['place']} out of the shoe"

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


def _last_round_of(state: TableState, card: TableCard) -> EndedRound | None:
    """The last round, if this very card lies in it; places begin anew with each shoe."""
    last = reopenable(state)
    return last if last is not None and any(one is card for one in last.round.in_order()) else None


def _correct_burn(draft: TableDraft, card: TableCard, face: Card, clause: str) -> None:
    """It tells anew how many more to burn, unless something else has left the shoe or wagers are closed."""
    state = draft.state
    burning = state.only_the_burn_is_left or state.phase is Phase.BETTING
    missing = max(0, further_burns(draft.state.rules, face) - (state.shoe.burned - 1))
    correct(draft, card, face, clause, more=missing if burning and not state.excess else None)


def _correct_dealt(draft: TableDraft, card: TableCard, face: Card, clause: str, *, of_last: bool) -> None:
    next_wagers = reopen(draft, clause) if of_last else ()
    stages = () if draft.state.round is None else draft.state.round.stages
    for stage in stages:
        reopen_stage(draft, stage, clause=clause)
    correct(draft, card, face, clause)
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
