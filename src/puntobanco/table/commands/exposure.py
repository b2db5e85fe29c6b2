"""Face-down cards: who turns a hand, what it shows, and a card that was seen by mistake."""

from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import Exposer, Remedy
from puntobanco.rulebooks.table_rules import Ruled
from puntobanco.streams.actors import DEALER, PATRON, SUPERVISOR, Actor, Role
from puntobanco.streams.command import Command, given_by
from puntobanco.table.commands.admission import patron_meant, require_own_hand, require_welcome, whose_hand
from puntobanco.table.commands.round_end import card_is_impossible, put_waiting_aside, void_for_cards_left_over
from puntobanco.table.commands.round_start import announce_counts, as_done, deal_waiting, take_wagers_off
from puntobanco.table.events.cards import CardDisclosed, record, report
from puntobanco.table.events.round import ExposerAssigned, HandExposed
from puntobanco.table.model import RoundState, TableCard
from puntobanco.table.queries.exposure import (
    exposer_may_be_named,
    exposers,
    exposing_clause,
    face_down_places,
    hands_to_expose,
    lies_face_down,
    to_turn,
)
from puntobanco.table.queries.round import INITIAL_DEAL, current_round, initial_coup, on_table
from puntobanco.table.queries.shoe import impossible
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.cards import Card
from puntobanco.values.money import Count


@given_by(SUPERVISOR)
class AssignExposer(Command[TableState], tag="assign_exposer.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Decide who turns a face-down hand: one or two patrons, or nobody named for the dealer.

    Of the round that is dealt, or of the coming one once wagers may be placed; it holds for that round.
    """

    hand: Hand
    patron: str | None = None
    """Who; left out, the dealer."""
    second: str | None = None
    """Another patron who may turn it as well."""

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

    hand: Hand
    patron: str | None = None
    """Who leaves it, when a dealer keys it in; a patron does it for nobody else."""

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

    hand: Hand
    cards: tuple[Card, ...] = ()
    """Their faces in the order dealt; left out with a virtual shoe."""
    patron: str | None = None
    """Who turns them, when a dealer keys in what a patron turns."""

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
        _go_on(draft, state)


@given_by(DEALER, SUPERVISOR)
class DiscloseCard(Command[TableState], tag="disclose_card.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that lies face down was seen by mistake: its face, and its place if it is not the first that waits."""

    card: Card
    """Its face."""
    place: Count | None = None
    """How many-th out of the shoe; left out, the first face-down card that waits, then of the round."""

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


def _disclosed_in_round(draft: TableDraft, card: Card, place: int) -> None:
    record(draft, Irregularity.DISCLOSED, draft.state.rules.dealing.clause)
    before = draft.state
    draft.add(CardDisclosed(card=card, place=place, no_bet=False, clause=draft.state.rules.dealing.clause))
    _go_on(draft, before)


def _go_on(draft: TableDraft, before: TableState) -> None:
    """Counts are announced once, when the first four cards have come in sight, and what waits is dealt, or too much."""
    if initial_coup(before) is None:
        announce_counts(draft)
    deal_waiting(draft, before)
    void_for_cards_left_over(draft)


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
