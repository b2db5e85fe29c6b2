"""The cards before the deal: which step is next, and what can leave the shoe."""

from collections.abc import Iterable

from puntobanco.coup.shoe import Ending
from puntobanco.rulebooks.rule_values import Burn, Closing, CutOffer, OpeningCheck
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import Role
from puntobanco.table.model import BETTING, INSPECTIONS, PREPARING, DrawTo, Patron, Phase, Preparation
from puntobanco.table.state import TableState
from puntobanco.values.cards import Card

NEW_SHOE = (Preparation.SHUFFLE, Preparation.CUT, Preparation.LOAD, Preparation.BURN)


def opening(rules: TableRules) -> tuple[Preparation, ...]:
    """What is done to new cards before the first coup."""
    steps = check_steps(rules)
    spread = (Preparation.SPREAD,) if rules.spread_for_patrons.value else ()
    wash = (Preparation.WASH,) if rules.wash.value else ()
    return (*steps, *spread, *wash, *NEW_SHOE)


def check_steps(rules: TableRules) -> tuple[Preparation, ...]:
    """Who looks at the cards, one by one."""
    both = rules.opening_check.value is OpeningCheck.BY_DEALER_AND_SUPERVISOR
    return INSPECTIONS if both else (Preparation.CHECK,)


def step_clause(rules: TableRules, step: Preparation) -> str:
    """The clause that asks for a step."""
    match step:
        case Preparation.CHECK:
            return rules.opening_check.clause
        case Preparation.DEALER_INSPECTION | Preparation.SUPERVISOR_INSPECTION:
            return _inspection_clause(rules)
        case Preparation.SPREAD:
            return rules.spread_for_patrons.clause
        case Preparation.WASH:
            return rules.wash.clause
        case Preparation.SHUFFLE:
            return rules.shuffled.clause
        case Preparation.CUT:
            return rules.cut_offer.clause
        case Preparation.LOAD:
            return rules.cut_depth.clause
        case Preparation.BURN:
            return rules.burn.clause


def _inspection_clause(rules: TableRules) -> str:
    """Two people inspect the cards of the opening, or else only those that replace others."""
    at_opening = rules.opening_check.value is OpeningCheck.BY_DEALER_AND_SUPERVISOR
    return rules.opening_check.clause if at_opening else rules.replacement.clause


def is_next(state: TableState, step: Preparation) -> bool:
    """Whether a step may be done now: steps go in order, only the two inspections in either."""
    if state.phase is not PREPARING or not state.pending:
        return False
    return state.pending[0] is step or (
        step in INSPECTIONS and step in state.pending and state.pending[0] in INSPECTIONS
    )


def inspection_of(role: Role) -> Preparation:
    return Preparation.DEALER_INSPECTION if role is Role.DEALER else Preparation.SUPERVISOR_INSPECTION


def may_inspect(state: TableState, person: str, role: Role) -> bool:
    """Whether this inspection is due and the person is not the one who did the other."""
    return is_next(state, inspection_of(role)) and person not in state.inspected_by


def may_be_offered_the_cut(state: TableState) -> tuple[Patron, ...]:
    """Whom the dealer may offer the cut to next: by the book's order, those who have not declined."""
    asked = _not_asked_yet(state, state.seated())
    if state.rules.cut_offer.value is CutOffer.CLOCKWISE_ELSE_STAFF:
        return asked[:1]
    return asked or _not_asked_yet(state, (patron for patron in state.patrons.values() if patron.seat is None))


def _not_asked_yet(state: TableState, patrons: Iterable[Patron]) -> tuple[Patron, ...]:
    return tuple(patron for patron in patrons if patron.name not in state.cut_declined and not patron.excluded)


def staff_who_cut(rules: TableRules) -> frozenset[Role]:
    any_staff = rules.cut_offer.value is not CutOffer.A_PATRON_ELSE_SUPERVISOR
    return frozenset({Role.DEALER, Role.SUPERVISOR} if any_staff else {Role.SUPERVISOR})


def may_cut(state: TableState, person: str, role: Role) -> bool:
    if role is Role.PATRON:
        return state.cut_offered_to == person
    return role in staff_who_cut(state.rules) and state.cut_offered_to is None and not may_be_offered_the_cut(state)


def no_round_follows(state: TableState) -> bool:
    """Whether no other round is dealt from this shoe than this one: the cards are shuffled, or gaming is over."""
    last = state.round is not None and state.shoe.ending is Ending.LAST_ROUND
    return last or state.shoe.ending is Ending.OVER or state.is_closed


def blocked(state: TableState) -> tuple[str, str, str] | None:
    """Why no card can leave the shoe now, as code, clause and sentence; none if one can."""
    rules = state.rules
    if not state.shoe.loaded:
        closed = state.phase is Phase.CLOSED
        clause = rules.closes_after_notice.clause if closed else step_clause(rules, state.pending[0])
        return "shoe_not_in_use", clause, "no card leaves the shoe now: prepare the shoe first"
    if state.shoe.remaining == 0:
        return "shoe_empty", rules.on_too_few_cards.clause, "the shoe has no cards left: report it empty"
    return None


def burns_face_up(state: TableState) -> bool:
    """Whether the burn card that is due is shown."""
    return state.shoe.to_burn is None and state.rules.burn.value is Burn.EXPOSED


def forgets_burn(state: TableState, to: DrawTo | None) -> bool:
    """Whether a card goes to a hand while the burn is due, at a table where the first card closes the wagers."""
    if not state.only_the_burn_is_left or state.rules.closing.value is not Closing.AT_FIRST_CARD:
        return False
    return to in (DrawTo.PLAYER, DrawTo.BANKER) and bool(state.stakes)


def cutting_card_may_come(state: TableState) -> bool:
    """Whether a cutting card is left in the shoe: each comes once."""
    return state.shoe.loaded and state.shoe.cutting_cards < state.rules.cutting_cards.value


def may_go_on_to_shuffle(state: TableState) -> bool:
    """Whether nobody bets on the last round, so that it need not be dealt; one without wagers waits for nobody's."""
    if state.phase is not BETTING or state.stakes:
        return False
    return state.shoe.remaining == 0 or (state.shoe.ending is not Ending.OPEN and not state.no_bet_owed)


def may_replace(state: TableState) -> bool:
    """Whether cards may be replaced: after any round, the last one of a shoe included, until the shuffle."""
    waits_for_shuffle = state.shoe.loaded and Preparation.SHUFFLE in state.pending
    return state.phase is BETTING or waits_for_shuffle


def impossible(state: TableState, cards: tuple[Card, ...]) -> Card | None:
    """The first card that the decks cannot hold besides what is known already."""
    decks = state.rules.decks.value
    for place, card in enumerate(cards):
        if state.shoe.known[card.index] + cards[: place + 1].count(card) > decks:
            return card
    return None
