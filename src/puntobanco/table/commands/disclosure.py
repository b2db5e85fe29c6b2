"""A card that lies face down was seen by mistake."""

from collections.abc import Iterator

from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.rulebooks.table_rules import Ruled
from puntobanco.streams.actors import DEALER, SUPERVISOR, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Sets
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table.commands.exposure import after_exposure
from puntobanco.table.commands.fields import CardFace, CardPlace
from puntobanco.table.commands.round_end import card_is_impossible, put_waiting_aside, void_for_cards_left_over
from puntobanco.table.commands.round_start import as_done, take_wagers_off
from puntobanco.table.events.cards import CardDisclosed, record, report
from puntobanco.table.model import Ruling, TableCard
from puntobanco.table.queries.exposure import face_down_places
from puntobanco.table.queries.round import on_table
from puntobanco.table.queries.shoe import impossible
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.cards import Card


@given_by(DEALER, SUPERVISOR)
class DiscloseCard(Command[TableState], tag="disclose_card.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that lies face down was seen by mistake: its face, and its place if it is not the first that waits."""

    ruling = Ruling.CARDS

    card: CardFace
    """Its face."""
    place: CardPlace | None = None
    """How many-th out of the shoe; left out, the first face-down card that waits, then of the round."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        for place in face_down_places(state):
            yield LegalAction(cls.kind, (("place", place),), asks=("card",))

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return f"Card {where['place']} out of the shoe"

    def decide(self, draft: TableDraft) -> None:
        """A card that lay face down was seen: one that waits may make its round a round without wagers."""
        state, rules = draft.state, draft.state.rules
        clause = rules.on_excess_card_seen.clause
        places = face_down_places(state)
        place = next(iter(places), None) if self.place is None else self.place
        if place is None or place not in places:
            refuse(rules, "nothing_to_disclose", clause, "no card lies face down there")
        card = next(card for card in on_table(state) if card.place == place)
        if card.card not in (None, self.card):
            refuse(rules, "cards_do_not_match", clause, f"{self.card} is not the card that was dealt")
        if card.card is None and impossible(state, (self.card,)) is not None:
            card_is_impossible(draft, self.card)
            return
        waiting = next((one for one in state.excess if one.card.place == place), None)
        if waiting is None:
            _disclosed_in_round(draft, self.card, place)
        else:
            _disclosed_while_waiting(draft, self.card, place, waiting.clause)


def _disclosed_in_round(draft: TableDraft, card: Card, place: int) -> None:
    record(draft, Irregularity.DISCLOSED, draft.state.rules.dealing.clause)
    before = draft.state
    draft.add(CardDisclosed(card=card, place=place, no_bet=False, clause=draft.state.rules.dealing.clause))
    after_exposure(draft, before)


def _disclosed_while_waiting(draft: TableDraft, card: Card, place: int, kept_by: str) -> None:
    """The clause that kept the card says what its disclosure does, unless it speaks of unseen cards only.

    So does a procedure for player's card in error other than that it is banker's. Where a seen card voids its round and
    that is over, nothing is left to void: the card is put aside, as any that comes and is seen between rounds.
    """
    seen = _once_seen(draft.state, place)
    own = draft.state.rules.error_card_covers_excess
    clause = kept_by if own.value and kept_by == draft.state.rules.on_player_card_in_error.clause else seen.clause
    no_bet = seen.value is Remedy.FIRST_OF_NO_BET_ROUND
    report(draft, Irregularity.DISCLOSED, as_done(draft.state, Ruled(value=seen.value, clause=clause)))
    draft.add(CardDisclosed(card=card, place=place, no_bet=no_bet, clause=clause))
    if seen.value is Remedy.ROUND_VOID and draft.state.round is None:
        put_waiting_aside(draft, TableCard(card=card, face_up=True, place=place), seen.clause)
    void_for_cards_left_over(draft)
    take_wagers_off(draft)


def _once_seen(state: TableState, place: int) -> Ruled[Remedy]:
    """What becomes of a card that waits once it is seen."""
    current = state.round if state.ended is None else state.ended.round
    error = remedy(state.rules, Irregularity.PLAYER_CARD_IN_ERROR)
    own = current is not None and place in current.before_player and error.value is not Remedy.BANKERS_THIRD_IF_DUE
    return error if own else remedy(state.rules, Irregularity.EXCESS_CARD_SEEN)
