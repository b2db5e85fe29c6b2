"""Decisions before the deal: opening, checks, shuffle, cut, shoe, burn, replacement, notices."""

from puntobanco.cards import Card, Composition
from puntobanco.coup.irregularity import Irregularity
from puntobanco.coup.shoe import check_cards, cut_range
from puntobanco.errors import Unreadable
from puntobanco.rules import HouseRules, book, resolve
from puntobanco.rules.options import CutOffer, OpeningCheck
from puntobanco.rules.table_rules import TableRules
from puntobanco.table import commands, events
from puntobanco.table.actors import Role
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.state import Patron, Phase, Preparation, TableState

NEW_SHOE = (Preparation.SHUFFLE, Preparation.CUT, Preparation.LOAD, Preparation.BURN)
INSPECTIONS = (Preparation.DEALER_INSPECTION, Preparation.SUPERVISOR_INSPECTION)


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


def open_table(command: commands.OpenTable) -> events.TableOpened:
    """The first event of a table; it does not open while a procedure is missing."""
    rules = resolve(book(command.book), HouseRules.read(dict(command.choices)))
    for irregularity in (one for one in Irregularity if one.has_remedy):
        found = rules.ruled(irregularity.value)
        if found.value is None:
            sentence = f"no procedure is documented for {irregularity.value}: name one, then open"
            refuse(rules, "controls_incomplete", found.clause, sentence)
    return events.TableOpened(rules=rules, pending=opening(rules), clause=rules.opening_check.clause)


def step_clause(rules: TableRules, step: Preparation) -> str:
    """The clause that asks for a step."""
    match step:
        case Preparation.CHECK | Preparation.DEALER_INSPECTION | Preparation.SUPERVISOR_INSPECTION:
            return rules.opening_check.clause
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


def is_next(state: TableState, step: Preparation) -> bool:
    """Whether a step may be done now: steps go in order, only the two inspections in either."""
    if state.phase is not Phase.PREPARING or not state.pending:
        return False
    return state.pending[0] is step or (
        step in INSPECTIONS and step in state.pending and state.pending[0] in INSPECTIONS
    )


def _require_next(draft: Draft, step: Preparation) -> str:
    state = draft.state
    clause = step_clause(state.rules, step)
    if not is_next(state, step):
        due = f"{state.pending[0].value} is next" if state.pending else "nothing is being prepared"
        refuse(state.rules, "out_of_order", clause, f"{step.value} is out of order: {due}")
    return clause


def check(draft: Draft, command: commands.CheckCards) -> None:
    state = draft.state
    clause = (
        state.rules.closing_check.clause if state.phase is Phase.CLOSED else _require_next(draft, Preparation.CHECK)
    )
    faces = [str(card) for card in Composition.of_decks(state.rules.decks.value)]
    for face in command.missing:
        name = str(Card.parse(face))
        if name not in faces:
            raise Unreadable(f"{face} cannot be missing so often: the decks hold fewer")
        faces.remove(name)
    found = check_cards(Composition.of_decks(state.rules.decks.value), [*faces, *command.surplus])
    draft.add(events.CardsChecked(found=str(found), passed=found.passed, clause=clause))


def inspect(draft: Draft, command: commands.InspectCards) -> None:
    dealer = command.actor.role is Role.DEALER
    _done(draft, Preparation.DEALER_INSPECTION if dealer else Preparation.SUPERVISOR_INSPECTION, command)


def _done(
    draft: Draft,
    step: Preparation,
    command: commands.InspectCards | commands.SpreadCards | commands.WashCards | commands.Shuffle,
) -> None:
    clause = _require_next(draft, step)
    draft.add(events.PreparationDone(step=step, by=command.actor, clause=clause))


def spread(draft: Draft, command: commands.SpreadCards) -> None:
    _done(draft, Preparation.SPREAD, command)


def wash(draft: Draft, command: commands.WashCards) -> None:
    if is_next(draft.state, Preparation.WASH) and not draft.state.patrons:
        sentence = "the first patron has not seen the cards yet: wait for one"
        refuse(draft.rules, "nobody_inspected", draft.rules.wash.clause, sentence)
    _done(draft, Preparation.WASH, command)


def shuffle(draft: Draft, command: commands.Shuffle) -> None:
    _done(draft, Preparation.SHUFFLE, command)


def may_be_offered_the_cut(state: TableState) -> tuple[Patron, ...]:
    """Whom the dealer may offer the cut to next: by the book's order, those who have not declined."""
    asked = [patron for patron in state.seated() if patron.name not in state.cut_declined and not patron.excluded]
    in_order = state.rules.cut_offer.value is CutOffer.CLOCKWISE_ELSE_STAFF
    return tuple(asked[:1] if in_order else asked)


def staff_who_cut(rules: TableRules) -> frozenset[Role]:
    any_staff = rules.cut_offer.value is CutOffer.CLOCKWISE_ELSE_STAFF
    return frozenset({Role.DEALER, Role.SUPERVISOR} if any_staff else {Role.SUPERVISOR})


def offer_cut(draft: Draft, command: commands.OfferCut) -> None:
    clause = _require_next(draft, Preparation.CUT)
    names = [patron.name for patron in may_be_offered_the_cut(draft.state)]
    if draft.state.cut_offered_to is not None or command.patron not in names:
        sentence = f"the cut is not offered to {command.patron} now: {' or '.join(names) or 'nobody'} is next"
        refuse(draft.rules, "cut_out_of_turn", clause, sentence)
    draft.add(events.CutOffered(patron=command.patron, clause=clause))


def decline_cut(draft: Draft, command: commands.DeclineCut) -> None:
    clause = draft.rules.cut_offer.clause
    if draft.state.cut_offered_to != command.actor.person:
        refuse(draft.rules, "cut_not_offered", clause, "the cut was not offered to you: wait for it")
    draft.add(events.CutDeclined(patron=command.actor.person, clause=clause))


def may_cut(state: TableState, person: str, role: Role) -> bool:
    if role is Role.PATRON:
        return state.cut_offered_to == person
    return role in staff_who_cut(state.rules) and state.cut_offered_to is None and not may_be_offered_the_cut(state)


def cut(draft: Draft, command: commands.Cut) -> None:
    clause = _require_next(draft, Preparation.CUT)
    if not may_cut(draft.state, command.actor.person, command.actor.role):
        sentence = "the cut is not yours: it is offered to patrons first, staff cut when nobody wants to"
        refuse(draft.rules, "cut_not_yours", clause, sentence)
    allowed = cut_range(draft.rules, 52 * draft.rules.decks.value)
    if command.at not in allowed:
        sentence = f"cut from {allowed.start} to {allowed.stop - 1} cards deep, not at {command.at}"
        refuse(draft.rules, "cut_not_allowed", draft.rules.cut_from_ends.clause, sentence)
    draft.add(events.CardsCut(at=command.at, by=command.actor, clause=draft.rules.cut_from_ends.clause))


def load_shoe(draft: Draft, _: commands.LoadShoe) -> None:
    clause = _require_next(draft, Preparation.LOAD)
    rules = draft.rules
    draft.add(events.ShoeLoaded(cards=52 * rules.decks.value, depth=rules.cut_depth.value, clause=clause))


def close_if_empty(draft: Draft) -> None:
    """A table whose closing is announced closes when nobody is there to be dealt another round."""
    state = draft.state
    closing = any(notice.rules is None for notice in state.notices)
    if closing and not state.patrons and state.phase is not Phase.DEALING:
        draft.add(events.TableClosed(clause=state.rules.closes_after_notice.clause))
