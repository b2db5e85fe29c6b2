"""Face-down cards: who turns a hand, and what it shows."""

from collections.abc import Iterator
from typing import Annotated

from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import Exposer
from puntobanco.streams.actors import DEALER, PATRON, SUPERVISOR, Actor, Role
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Label, Sets
from puntobanco.streams.legal_action import LegalAction, Where
from puntobanco.table.commands.admission import (
    patron_meant,
    patrons_meant,
    patrons_welcome,
    require_own_hand,
    require_welcome,
    whose_hand,
)
from puntobanco.table.commands.fields import HandToExpose, PatronName
from puntobanco.table.commands.round_end import card_is_impossible, void_for_cards_left_over
from puntobanco.table.commands.round_start import announce_counts, deal_waiting
from puntobanco.table.events.round import ExposerAssigned, HandExposed
from puntobanco.table.model import RoundState, Ruling, TableCard
from puntobanco.table.queries.exposure import (
    exposer_may_be_named,
    exposers,
    exposing_clause,
    hands_to_expose,
    lies_face_down,
    to_turn,
)
from puntobanco.table.queries.round import INITIAL_DEAL, current_round, initial_coup
from puntobanco.table.queries.shoe import impossible
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.cards import Card


@given_by(SUPERVISOR)
class AssignExposer(Command[TableState], tag="assign_exposer.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Decide who turns a face-down hand: one or two patrons, or nobody named for the dealer.

    Of the round that is dealt, or of the coming one once wagers may be placed; it holds for that round.
    """

    ruling = Ruling.SEATS

    hand: HandToExpose
    patron: PatronName | None = None
    """Who; left out, the dealer."""
    second: Annotated[str, Label("Who else may turn them")] | None = None
    """Another patron who may turn it as well."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if state.rules.exposed_by.value is not Exposer.AS_SUPERVISOR_DECIDES:
            return
        names = (None, *(patron.name for patron in patrons_welcome(state)))
        for hand in Hand:
            for name in names if exposer_may_be_named(state, hand) else ():
                yield LegalAction(cls.kind, (("hand", hand), ("patron", name)))

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return _hand_text(where)

    def decide(self, draft: TableDraft) -> None:
        rules = draft.state.rules
        if rules.exposed_by.value is not Exposer.AS_SUPERVISOR_DECIDES:
            refuse(rules, "exposer_is_fixed", rules.exposed_by.clause, "who turns the cards is not decided here")
        if not exposer_may_be_named(draft.state, self.hand):
            sentence = f"no card of {self.hand} lies face down, or will in a round that may be bet on now"
            refuse(rules, "nothing_to_expose", rules.exposed_by.clause, sentence)
        if self.second is not None and self.patron in (None, self.second):
            refuse(rules, "second_without_first", rules.exposed_by.clause, "name two patrons, one, or none")
        for name in (self.patron, self.second):
            if name is not None:
                require_welcome(draft, name)
        draft.add(
            ExposerAssigned(hand=self.hand, patron=self.patron, second=self.second, clause=rules.exposed_by.clause)
        )


@given_by(PATRON, DEALER)
class DeclineExpose(Command[TableState], tag="decline_expose.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Leave a hand to the dealer."""

    hand: HandToExpose
    patron: PatronName | None = None
    """Who leaves it, when a dealer keys it in; a patron does it for nobody else."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        current = state.round
        for hand in Hand if current is not None else ():
            for who in _exposing(state, actor, hand) if current is not None and current.hidden(hand) else ():
                yield LegalAction(cls.kind, (("hand", hand), *who))

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return _hand_text(where)

    def decide(self, draft: TableDraft) -> None:
        clause = exposing_clause(draft.state.rules)
        own, here = patron_meant(draft, self, clause), exposers(draft.state, self.hand)
        if not current_round(draft.state).hidden(self.hand) or own not in here:
            refuse(draft.state.rules, "not_yours_to_expose", clause, f"{self.hand}'s cards are not {own}'s to turn")
        others = [name for name in here if name != own]
        draft.add(ExposerAssigned(hand=self.hand, patron=next(iter(others), None), second=None, clause=clause))


@given_by(PATRON, DEALER)
class Expose(Command[TableState], tag="expose.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turn the face-down cards of a hand; their faces in order, which a virtual shoe names itself."""

    hand: HandToExpose
    cards: tuple[Card, ...] = ()
    """Their faces in the order dealt; left out with a virtual shoe."""
    patron: PatronName | None = None
    """Who turns them, when a dealer keys in what a patron turns."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        """A patron's own hand, one that a dealer keys in, or the dealer's where no patron turns it."""
        for hand in hands_to_expose(state):
            dealers = [()] if actor.role is DEALER and not exposers(state, hand) else []
            for who in (*_exposing(state, actor, hand), *dealers):
                yield LegalAction(cls.kind, (("hand", hand), *who), asks=("cards",))

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return _hand_text(where)

    @property
    def done_by(self) -> Actor:
        return whose_hand(self)

    def decide(self, draft: TableDraft) -> None:
        state, rules = draft.state, draft.state.rules
        _require_who_may_turn(draft, self)
        current = current_round(draft.state)
        if self.hand not in hands_to_expose(state):
            clause, why = _why_not_now(state, current, self.hand)
            refuse(rules, "not_to_expose_now", clause, f"{self.hand}'s cards are not turned now: {why}")
        _check_exposer(draft, self)
        hidden = to_turn(current, self.hand)
        _check_faces(draft, hidden, self.cards)
        unknown = tuple(shown for known, shown in zip(hidden, self.cards, strict=True) if known.card is None)
        wrong = impossible(state, unknown)
        if wrong is not None:
            card_is_impossible(draft, wrong)
            return
        clause = _turning(state, current, self.hand)
        turned = (
            TableCard(card=face, face_up=True, place=card.place) for card, face in zip(hidden, self.cards, strict=True)
        )
        draft.add(HandExposed(hand=self.hand, cards=tuple(turned), clause=clause))
        after_exposure(draft, state)


def _require_who_may_turn(draft: TableDraft, command: Expose) -> None:
    """Where the dealer turns all cards a patron never does, whatever lies there."""
    rules = draft.state.rules
    dealers = rules.exposed_by.value is Exposer.DEALER and not rules.midi.value
    if dealers and command.done_by.role is not Role.DEALER:
        sentence = "the dealer turns all cards here: patrons do not touch them"
        refuse(rules, "not_yours_to_expose", exposing_clause(rules), sentence)


def _why_not_now(state: TableState, current: RoundState, hand: Hand) -> tuple[str, str]:
    """The clause by which a hand is not turned now, and in words why."""
    rules = state.rules
    if current.misplaced:
        clause = rules.on_out_of_sequence.clause
        return clause, "cards lie out of sequence, and the supervisor has them put right first"
    if not current.hidden(hand):
        return exposing_clause(rules), "none of them lies face down"
    if len(current.order) < INITIAL_DEAL:
        return rules.player_turned_first.clause, "the first four cards are dealt before any is turned"
    return rules.player_turned_first.clause, "player's come first"


def _turning(state: TableState, current: RoundState, hand: Hand) -> str:
    """The clause by which a hand is turned: in its order, or because its cards should have lain face up."""
    rules = state.rules
    if not rules.player_turned_first.value or rules.midi.value:
        return exposing_clause(rules)
    if lies_face_down(state, current, hand):
        return rules.player_turned_first.clause
    return (rules.call_counts if initial_coup(state) is None else rules.third_cards_up).clause


def _check_exposer(draft: TableDraft, command: Expose) -> None:
    entitled, clause = exposers(draft.state, command.hand), exposing_clause(draft.state.rules)
    require_own_hand(draft, command, clause)
    hand = command.done_by
    by_dealer = hand.role is Role.DEALER
    if by_dealer != (not entitled) or (not by_dealer and hand.person not in entitled):
        who = " or ".join(entitled) or "the dealer"
        refuse(draft.state.rules, "not_yours_to_expose", clause, f"{who} turns {command.hand}'s cards")


def _check_faces(draft: TableDraft, hidden: tuple[TableCard, ...], shown: tuple[Card, ...]) -> None:
    clause = exposing_clause(draft.state.rules)
    if len(shown) != len(hidden):
        refuse(draft.state.rules, "cards_do_not_match", clause, f"{len(hidden)} cards are face down: name each of them")
    for known, face in zip(hidden, shown, strict=True):
        if known.card not in (None, face):
            refuse(draft.state.rules, "cards_do_not_match", clause, "these are not the cards that were dealt")


def after_exposure(draft: TableDraft, before: TableState) -> None:
    """Counts are announced once, when the first four cards have come in sight, and what waits is dealt, or too much."""
    if initial_coup(before) is None:
        announce_counts(draft)
    deal_waiting(draft, before)
    void_for_cards_left_over(draft)


def _exposing(state: TableState, actor: Actor, hand: Hand) -> list[Where]:
    """How the patrons are named who may turn a hand and for whom a person acts."""
    entitled = exposers(state, hand)
    return [who for patron, who in patrons_meant(state, actor) if patron.name in entitled]


def _hand_text(where: Sets) -> str:
    """Of a form that is about one patron, the hand alone."""
    hand = str(where["hand"])
    return f"{hand.capitalize()}: {where['patron'] or 'the dealer'}" if "patron" in where else hand
