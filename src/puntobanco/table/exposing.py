"""Decisions about face-down cards: who turns a hand, and what it shows."""

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import (
    Exposer,
)
from puntobanco.rules.table_rules import TableRules
from puntobanco.table import commands, events
from puntobanco.table.actors import Role
from puntobanco.table.dealing import after_card, current_round, impossible
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.patrons import require_welcome
from puntobanco.table.settling import void_for
from puntobanco.table.state import TableState


def highest_bettor(state: TableState, hand: Hand) -> str | None:
    """The patron with the highest wager on a side; of equal ones, the one placed first."""
    on_side = [one for spot, lying in state.boxes.items() if spot.wager == hand.value for one in lying]
    return min(on_side, key=lambda one: (-one.amount, one.order)).patron if on_side else None


def exposer(state: TableState, hand: Hand) -> str | None:
    """The patron who turns a hand; none means the dealer, also for a patron who is gone or excluded."""
    named = _named_exposer(state, hand)
    patron = None if named is None else state.patrons.get(named)
    return None if patron is None or patron.excluded else patron.name


def _named_exposer(state: TableState, hand: Hand) -> str | None:
    for assigned, patron in () if state.round is None else state.round.exposers:
        if assigned is hand:
            return patron
    return highest_bettor(state, hand) if state.rules.midi.value else None


def hand_to_expose(state: TableState) -> Hand | None:
    """The hand whose cards are turned next: all of the first four first, then player's before banker's."""
    current = state.round
    if current is None or current.misplaced or len(current.order) < 4:
        return None
    for hand in Hand:
        if current.hidden(hand):
            return hand
    return None


def assign_exposer(draft: Draft, command: commands.AssignExposer) -> None:
    rules = draft.rules
    if rules.exposed_by.value is not Exposer.AS_SUPERVISOR_DECIDES:
        refuse(rules, "exposer_is_fixed", rules.exposed_by.clause, "who turns the cards is not decided here")
    if not current_round(draft).hidden(command.hand):
        refuse(rules, "nothing_to_expose", rules.exposed_by.clause, f"{command.hand} has no card face down")
    if command.patron is not None:
        require_welcome(draft, command.patron)
    draft.add(events.ExposerAssigned(hand=command.hand, patron=command.patron, clause=rules.exposed_by.clause))


def decline_expose(draft: Draft, command: commands.DeclineExpose) -> None:
    clause = _exposing(draft.rules)
    if not current_round(draft).hidden(command.hand) or exposer(draft.state, command.hand) != command.actor.person:
        refuse(draft.rules, "not_yours_to_expose", clause, f"{command.hand}'s cards are not yours to turn")
    draft.add(events.ExposerAssigned(hand=command.hand, patron=None, clause=clause))


def _exposing(rules: TableRules) -> str:
    """The clause that says who turns cards."""
    return rules.midi.clause if rules.midi.value else rules.exposed_by.clause


def expose(draft: Draft, command: commands.Expose) -> None:
    state, rules = draft.state, draft.rules
    clause = _exposing(rules)
    current = current_round(draft)
    if hand_to_expose(state) is not command.hand:
        refuse(rules, "not_to_expose_now", clause, f"{command.hand}'s cards are not turned now: player's come first")
    entitled = exposer(state, command.hand)
    by_dealer = command.actor.role is Role.DEALER
    if by_dealer != (entitled is None) or (not by_dealer and entitled != command.actor.person):
        refuse(rules, "not_yours_to_expose", clause, f"{entitled or 'the dealer'} turns {command.hand}'s cards")
    hidden = [card for card in current.of(command.hand) if not card.face_up]
    if len(command.cards) != len(hidden):
        refuse(rules, "cards_do_not_match", clause, f"{len(hidden)} cards are face down: name each of them")
    for known, shown in zip(hidden, command.cards, strict=True):
        if known.card is not None and known.card != shown:
            refuse(rules, "cards_do_not_match", clause, f"{shown} is not the card that was dealt")
    unknown = tuple(shown for known, shown in zip(hidden, command.cards, strict=True) if known.card is None)
    if impossible(state, unknown) is not None:
        void_for(draft, Irregularity.IMPOSSIBLE_CARD)
        return
    draft.add(events.HandExposed(hand=command.hand, cards=command.cards, by=command.actor, clause=clause))
    after_card(draft)
