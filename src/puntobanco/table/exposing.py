"""Decisions about face-down cards: who turns a hand, what it shows, and a card that was seen by mistake."""

from puntobanco.cards import Card
from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import Exposer, Remedy
from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.table import commands, events
from puntobanco.table.actors import Role
from puntobanco.table.dealing import (
    INITIAL_DEAL,
    announce_counts,
    current_round,
    deal_waiting,
    facing_at,
    impossible,
    is_complete,
    record,
    report,
    take_wagers_off,
)
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.patrons import require_welcome
from puntobanco.table.reasons import Reason
from puntobanco.table.settling import end_shoe_after_check
from puntobanco.table.state import RoundState, TableCard, TableState


def highest_bettor(state: TableState, hand: Hand) -> str | None:
    """The patron with the highest wager on a side; of equal ones, the one placed first."""
    on_side = [one for spot, lying in state.boxes.items() if spot.wager == hand.value for one in lying]
    return min(on_side, key=lambda one: (-one.amount, one.order)).patron if on_side else None


def exposers(state: TableState, hand: Hand) -> tuple[str, ...]:
    """The patrons who may turn a hand; nobody means the dealer, also for patrons who are gone or excluded."""
    if state.round is None or not _lies_face_down(state, state.round, hand):
        return ()
    named = [patron for assigned, patron in state.round.exposers if assigned is hand]
    if not named and state.rules.midi.value:
        named = [highest_bettor(state, hand)]
    here = (state.patrons.get(name) for name in named if name is not None)
    return tuple(patron.name for patron in here if patron is not None and not patron.excluded)


def exposer(state: TableState, hand: Hand) -> str | None:
    """The patron who turns a hand; none means the dealer."""
    return next(iter(exposers(state, hand)), None)


def _lies_face_down(state: TableState, current: RoundState, hand: Hand) -> bool:
    """Whether a hand has a card that is dealt face down, not one that the dealer turns as it is dealt."""
    dealt = zip(current.order, current.in_order(), strict=True)
    return any(
        to is hand and not card.face_up and not facing_at(state, place) for place, (to, card) in enumerate(dealt)
    )


def hands_to_expose(state: TableState) -> tuple[Hand, ...]:
    """The hands whose cards may be turned now.

    Before the fourth card only what should lie face up is turned; after it both hands, player's first where the book
    says so. Cards out of sequence are turned when putting them right depends on their faces.
    """
    current = state.round
    if current is None or not (hidden := [hand for hand in Hand if current.hidden(hand)]):
        return ()
    if len(current.order) < INITIAL_DEAL:
        return tuple(hand for hand in hidden if not _lies_face_down(state, current, hand))
    if current.misplaced and len(current.order) == INITIAL_DEAL:
        return ()
    return tuple(hidden[:1] if state.rules.player_turned_first.value else hidden)


def hand_to_expose(state: TableState) -> Hand | None:
    """The hand that is turned next."""
    return next(iter(hands_to_expose(state)), None)


def assign_exposer(draft: Draft, command: commands.AssignExposer) -> None:
    rules = draft.rules
    if rules.exposed_by.value is not Exposer.AS_SUPERVISOR_DECIDES:
        refuse(rules, "exposer_is_fixed", rules.exposed_by.clause, "who turns the cards is not decided here")
    if not current_round(draft).hidden(command.hand):
        refuse(rules, "nothing_to_expose", rules.exposed_by.clause, f"{command.hand} has no card face down")
    if command.second is not None and command.patron in (None, command.second):
        refuse(rules, "second_without_first", rules.exposed_by.clause, "name two patrons, one, or none")
    for name in (command.patron, command.second):
        if name is not None:
            require_welcome(draft, name)
    draft.add(
        events.ExposerAssigned(
            hand=command.hand, patron=command.patron, second=command.second, clause=rules.exposed_by.clause
        )
    )


def decline_expose(draft: Draft, command: commands.DeclineExpose) -> None:
    clause = _exposing(draft.rules)
    here = exposers(draft.state, command.hand)
    if not current_round(draft).hidden(command.hand) or command.actor.person not in here:
        refuse(draft.rules, "not_yours_to_expose", clause, f"{command.hand}'s cards are not yours to turn")
    others = [name for name in here if name != command.actor.person]
    draft.add(events.ExposerAssigned(hand=command.hand, patron=next(iter(others), None), second=None, clause=clause))


def _exposing(rules: TableRules) -> str:
    """The clause that says who turns cards."""
    return rules.midi.clause if rules.midi.value else rules.exposed_by.clause


def expose(draft: Draft, command: commands.Expose) -> None:
    state, rules = draft.state, draft.rules
    current = current_round(draft)
    if command.hand not in hands_to_expose(state):
        first = ": player's come first" if rules.player_turned_first.value else ""
        sentence = f"{command.hand}'s cards are not turned now{first}"
        refuse(rules, "not_to_expose_now", rules.player_turned_first.clause, sentence)
    _check_exposer(draft, command)
    hidden = [card for card in current.of(command.hand) if not card.face_up]
    _check_faces(draft, hidden, command.cards)
    unknown = tuple(shown for known, shown in zip(hidden, command.cards, strict=True) if known.card is None)
    wrong = impossible(state, unknown)
    if wrong is not None:
        _impossible_card(draft, wrong)
        return
    clause = _turning(state, current, command.hand)
    turned = (
        TableCard(card=face, face_up=True, place=card.place) for card, face in zip(hidden, command.cards, strict=True)
    )
    draft.add(events.HandExposed(hand=command.hand, cards=tuple(turned), clause=clause))
    announce_counts(draft)
    deal_waiting(draft)


def _turning(state: TableState, current: RoundState, hand: Hand) -> str:
    """The clause by which a hand is turned: in its order, or because its cards should have lain face up."""
    rules = state.rules
    if not rules.player_turned_first.value or rules.midi.value:
        return _exposing(rules)
    return (rules.player_turned_first if _lies_face_down(state, current, hand) else rules.call_counts).clause


def _check_exposer(draft: Draft, command: commands.Expose) -> None:
    entitled = exposers(draft.state, command.hand)
    by_dealer = command.actor.role is Role.DEALER
    if by_dealer != (not entitled) or (not by_dealer and command.actor.person not in entitled):
        who = " or ".join(entitled) or "the dealer"
        sentence = f"{who} turns {command.hand}'s cards"
        refuse(draft.rules, "not_yours_to_expose", _exposing(draft.rules), sentence)


def _check_faces(draft: Draft, hidden: list[TableCard], shown: tuple[Card, ...]) -> None:
    clause = _exposing(draft.rules)
    if len(shown) != len(hidden):
        refuse(draft.rules, "cards_do_not_match", clause, f"{len(hidden)} cards are face down: name each of them")
    for known, face in zip(hidden, shown, strict=True):
        if known.card not in (None, face):
            refuse(draft.rules, "cards_do_not_match", clause, "these are not the cards that were dealt")


def _impossible_card(draft: Draft, card: Card) -> None:
    """The shoe ends: hands that are complete without the card stand, others are void (ruling 27)."""
    found = remedy(draft.rules, Irregularity.IMPOSSIBLE_CARD)
    draft.add(events.CardPutAside(card=card, counted=False, place=None, clause=found.clause))
    if is_complete(draft.state):
        report(draft, Irregularity.IMPOSSIBLE_CARD, Ruled(value=Remedy.HANDS_STAND_SHOE_ENDS, clause=found.clause))
        draft.add(events.ShoeEnds(clause=found.clause))
        return
    draft.add(
        events.IrregularityFound(irregularity=Irregularity.IMPOSSIBLE_CARD, remedy=found.value, clause=found.clause)
    )
    end_shoe_after_check(draft, reason=Reason.IMPOSSIBLE_CARD, clause=found.clause)


# Seen by mistake


def face_down_places(state: TableState) -> tuple[int, ...]:
    """The places of the cards that lie face down: those that wait first, then the round's."""
    current = () if state.round is None else state.round.in_order()
    cards = (*(one.card for one in state.excess), *current)
    return tuple(card.place for card in cards if not card.face_up)


def disclose(draft: Draft, command: commands.DiscloseCard) -> None:
    """A card that lay face down was seen: one that waits may make its round a round without wagers."""
    state, rules = draft.state, draft.rules
    clause = rules.on_excess_card_seen.clause
    places = face_down_places(state)
    place = next(iter(places), None) if command.place is None else command.place
    if place is None or place not in places:
        refuse(rules, "nothing_to_disclose", clause, "no card lies face down there")
    card = next(card for card in _on_table(state) if card.place == place)
    if card.card not in (None, command.card):
        refuse(rules, "cards_do_not_match", clause, f"{command.card} is not the card that was dealt")
    if card.card is None and impossible(state, (command.card,)) is not None:
        _impossible_card(draft, command.card)
        return
    waiting = next((one for one in state.excess if one.card.place == place), None)
    if waiting is None:
        _disclosed_in_round(draft, command.card, place)
    else:
        _disclosed_while_waiting(draft, command.card, place, waiting.clause)


def _on_table(state: TableState) -> tuple[TableCard, ...]:
    current = () if state.round is None else state.round.in_order()
    return (*(one.card for one in state.excess), *current)


def _disclosed_in_round(draft: Draft, card: Card, place: int) -> None:
    record(draft, Irregularity.DISCLOSED, draft.rules.dealing.clause)
    draft.add(events.CardDisclosed(card=card, place=place, no_bet=False, clause=draft.rules.dealing.clause))
    announce_counts(draft)
    deal_waiting(draft)


def _disclosed_while_waiting(draft: Draft, card: Card, place: int, kept_by: str) -> None:
    """The clause that kept the card says what its disclosure does, unless it speaks of unseen cards only."""
    seen = remedy(draft.rules, Irregularity.EXCESS_CARD_SEEN)
    own = draft.rules.error_card_covers_excess
    clause = kept_by if own.value and kept_by == draft.rules.on_player_card_in_error.clause else seen.clause
    no_bet = seen.value is Remedy.FIRST_OF_NO_BET_ROUND
    draft.add(events.IrregularityFound(irregularity=Irregularity.DISCLOSED, remedy=seen.value, clause=clause))
    draft.add(events.CardDisclosed(card=card, place=place, no_bet=no_bet, clause=clause))
    take_wagers_off(draft)
