"""Decisions before the deal: opening, checks, shuffle, cut, shoe, burn, replacement, notices."""

from collections.abc import Iterable

from puntobanco.cards import Card, Composition
from puntobanco.coup.irregularity import Irregularity
from puntobanco.coup.shoe import CardCheck, check_cards, cut_range
from puntobanco.coup.wagering import limits
from puntobanco.errors import Unreadable
from puntobanco.money import Cents, Odds, format_dollars
from puntobanco.rules import HouseRules, book, resolve
from puntobanco.rules.options import CutOffer, OpeningCheck
from puntobanco.rules.rulebook import require_allowed
from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.table import commands, events
from puntobanco.table.actors import Role
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.ledger import MOST_PAID
from puntobanco.table.state import INSPECTIONS, Patron, Phase, Preparation, TableState

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


def open_table(command: commands.OpenTable) -> events.TableOpened:
    """The first event of a table; it does not open while a procedure is missing that its operator must choose."""
    house = chosen(command.choices)
    rules = resolve(book(command.book), house)
    for key, clause in book(command.book).chosen_by_every_house.items():
        if key not in house.choices:
            sentence = f"the house has not chosen {key}: name its procedure, then open"
            refuse(rules, "controls_incomplete", clause, sentence)
    require_procedures(rules)
    require_payable(rules)
    return events.TableOpened(rules=rules, pending=opening(rules), clause=rules.opening_check.clause)


def chosen(choices: tuple[tuple[str, str], ...]) -> HouseRules:
    """What the house chose, each key once."""
    keys = [key for key, _ in choices]
    for key in keys:
        if keys.count(key) > 1:
            raise Unreadable(f"{key} is chosen twice: write it once")
    return HouseRules.read(dict(choices))


def require_payable(rules: TableRules, maximum: Ruled[Cents] | None = None) -> None:
    """What a wager can pay must stay far below what a record holds, so that no round comes near it."""
    for wager in rules.wagers:
        most = limits(rules, wager, maximum)[1]
        for line in wager.lines:
            if isinstance(line.pays, Odds) and most.value * line.pays.win // line.pays.stake > MOST_PAID:
                sentence = f"{wager.id} could pay more than {format_dollars(MOST_PAID)}: lower its maximum or its odds"
                refuse(rules, "pays_too_much", most.clause, sentence)


def require_procedures(rules: TableRules) -> None:
    """A table plays only with a procedure for everything that can go wrong."""
    for key in (one.parameter for one in Irregularity if one.has_remedy):
        found = rules.ruled(key)
        if found.value is None:
            refuse(rules, "controls_incomplete", found.clause, f"no procedure is documented for {key}: name one")


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
        refuse(state.rules, "out_of_order", _clause_in_the_way(state, step), f"{step.value} is out of order: {due}")
    return clause


def _clause_in_the_way(state: TableState, step: Preparation) -> str:
    """Cards that are not checked and washed yet go into no shoe: the clause is that of what is missing."""
    unready = bool(state.pending) and state.pending[0] not in NEW_SHOE and step in NEW_SHOE
    return step_clause(state.rules, state.pending[0] if unready else step)


def check(draft: Draft, command: commands.CheckCards) -> None:
    state = draft.state
    clause = (
        state.rules.closing_check.clause if state.phase is Phase.CLOSED else _require_next(draft, Preparation.CHECK)
    )
    found = _finding(draft.rules, command, clause)
    draft.add(events.CardsChecked(found=found, passed=found.passed, clause=clause))


def _finding(rules: TableRules, command: commands.CheckCards | commands.InspectCards, clause: str) -> CardCheck:
    """What a person found who looked at the cards one by one."""
    decks = Composition.of_decks(rules.decks.value)
    faces = [str(card) for card in decks]
    for face in command.missing:
        name = str(Card.parse(face))
        if name not in faces:
            refuse(rules, "not_so_many", clause, f"{face} cannot be missing so often: the decks hold fewer")
        faces.remove(name)
    return check_cards(decks, [*faces, *command.surplus])


def inspection_of(role: Role) -> Preparation:
    return Preparation.DEALER_INSPECTION if role is Role.DEALER else Preparation.SUPERVISOR_INSPECTION


def may_inspect(state: TableState, person: str, role: Role) -> bool:
    """Whether this inspection is due and the person is not the one who did the other."""
    return is_next(state, inspection_of(role)) and person not in state.inspected_by


def inspect(draft: Draft, command: commands.InspectCards) -> None:
    """One of two inspections by two people; cards that are not all there are inspected again."""
    actor = command.actor
    clause = _require_next(draft, inspection_of(actor.role))
    if not may_inspect(draft.state, actor.person, actor.role):
        sentence = f"{actor.person} has inspected these cards already: the other inspection is somebody else's"
        refuse(draft.rules, "same_person", clause, sentence)
    found = _finding(draft.rules, command, clause)
    if found.passed:
        step = inspection_of(actor.role)
        draft.add(events.PreparationDone(step=step, clause=clause, found=found, inspector=actor.person))
    else:
        draft.add(events.CardsChecked(found=found, passed=False, clause=clause))


def _done(draft: Draft, step: Preparation) -> None:
    clause = _require_next(draft, step)
    draft.add(events.PreparationDone(step=step, found=None, inspector=None, clause=clause))


def spread(draft: Draft, _: commands.SpreadCards) -> None:
    _done(draft, Preparation.SPREAD)


def wash(draft: Draft, _: commands.WashCards) -> None:
    if is_next(draft.state, Preparation.WASH) and not draft.state.patrons:
        sentence = "the first patron has not seen the cards yet: wait for one"
        refuse(draft.rules, "nobody_inspected", draft.rules.wash.clause, sentence)
    _done(draft, Preparation.WASH)


def shuffle(draft: Draft, _: commands.Shuffle) -> None:
    _done(draft, Preparation.SHUFFLE)


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
    draft.add(events.CardsCut(at=command.at, clause=draft.rules.cut_from_ends.clause))


def load_shoe(draft: Draft, command: commands.LoadShoe) -> None:
    """The stack goes into the shoe; who has not counted the cards behind the cutting card leaves the depth open."""
    clause = _require_next(draft, Preparation.LOAD)
    cards = 52 * draft.rules.decks.value
    if command.depth is not None:
        _require_depth(draft.rules, command.depth, cards)
    draft.add(events.ShoeLoaded(cards=cards, depth=command.depth, clause=clause))


def _require_depth(rules: TableRules, depth: int, cards: int) -> None:
    require_allowed(book(rules.book), "cut_depth", depth)
    if not 0 < depth <= cards:
        sentence = f"the cutting card cannot have {depth} cards behind it: there are {cards}"
        refuse(rules, "cut_depth_not_allowed", rules.cut_depth.clause, sentence)


def close_if_empty(draft: Draft) -> None:
    """A table whose closing is announced closes when nobody is there to be dealt another round."""
    state = draft.state
    closing = any(notice.rules is None for notice in state.notices)
    if closing and not state.patrons and state.phase is not Phase.DEALING:
        draft.add(events.TableClosed(clause=state.rules.closes_after_notice.clause))
