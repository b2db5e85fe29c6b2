"""The cards before the deal: checks, shuffle, cut, shoe, replacement."""

from puntobanco.coup.shoe import CardCheck, Ending, check_cards, cut_range
from puntobanco.rulebooks import book
from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.resolution import require_allowed
from puntobanco.rulebooks.rule_values import Replacement
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import DEALER, OPERATOR, PATRON, SUPERVISOR, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.table.commands.admission import patron_meant, require_own_hand, whose_hand
from puntobanco.table.commands.commission_and_debt import collect_from_all
from puntobanco.table.commands.round_end import shoe_is_over, take_effect
from puntobanco.table.events.shoe import (
    CardsChecked,
    CardsCut,
    CardsReplaced,
    CutDeclined,
    CutOffered,
    PreparationDone,
    ShoeLoaded,
)
from puntobanco.table.model import INSPECTIONS, Phase, Preparation
from puntobanco.table.queries.shoe import (
    NEW_SHOE,
    inspection_of,
    is_next,
    may_be_offered_the_cut,
    may_cut,
    may_go_on_to_shuffle,
    may_inspect,
    may_replace,
    opening,
    step_clause,
)
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.cards import Card, Composition
from puntobanco.values.money import Count


@given_by(DEALER)
class CheckCards(Command[TableState], tag="check_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Check the cards one by one. Only what differs from full decks is listed: faces missing, and faces too many.

    Before gaming, and again after closing where the book or the house asks for that; `preparing` says so until it
    is done.
    """

    missing: tuple[str, ...] = ()
    """Faces that are missing."""
    surplus: tuple[str, ...] = ()
    """Faces that are too many, or are no card of the pack."""

    def decide(self, draft: TableDraft) -> None:
        state = draft.state
        clause = (
            state.rules.closing_check.clause if state.phase is Phase.CLOSED else _require_next(draft, Preparation.CHECK)
        )
        found = _finding(draft.state.rules, self, clause)
        draft.add(CardsChecked(found=found, passed=found.passed, clause=clause))


@given_by(DEALER, SUPERVISOR)
class InspectCards(Command[TableState], tag="inspect_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Inspect sealed or replacement cards independently of the other; what differs from full decks is listed.

    Two people, each with a finding; cards that are not all there are inspected again.
    """

    missing: tuple[str, ...] = ()
    """Faces that are missing."""
    surplus: tuple[str, ...] = ()
    """Faces that are too many, or are no card of the pack."""

    def decide(self, draft: TableDraft) -> None:
        """One of two inspections by two people; cards that are not all there are inspected again."""
        actor = self.actor
        clause = _require_next(draft, inspection_of(actor.role))
        if not may_inspect(draft.state, actor.person, actor.role):
            sentence = f"{actor.person} has inspected these cards already: the other inspection is somebody else's"
            refuse(draft.state.rules, "same_person", clause, sentence)
        found = _finding(draft.state.rules, self, clause)
        if found.passed:
            step = inspection_of(actor.role)
            draft.add(PreparationDone(step=step, clause=clause, found=found, inspector=actor.person))
        else:
            draft.add(CardsChecked(found=found, passed=False, clause=clause))


@given_by(DEALER)
class SpreadCards(Command[TableState], tag="spread_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Spread the cards face up for the first patrons."""

    def decide(self, draft: TableDraft) -> None:
        _done(draft, Preparation.SPREAD)


@given_by(DEALER)
class WashCards(Command[TableState], tag="wash_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turn the cards face down, wash and stack them."""

    def decide(self, draft: TableDraft) -> None:
        if is_next(draft.state, Preparation.WASH) and not draft.state.patrons:
            sentence = "the first patron has not seen the cards yet: wait for one"
            refuse(draft.state.rules, "nobody_inspected", draft.state.rules.wash.clause, sentence)
        _done(draft, Preparation.WASH)


@given_by(DEALER)
class Shuffle(Command[TableState], tag="shuffle.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Shuffle all cards."""

    def decide(self, draft: TableDraft) -> None:
        """Also when nobody bets on the last round; what was announced for a new shoe holds from here."""
        if may_go_on_to_shuffle(draft.state):
            shoe_is_over(draft, interpretations.NOBODY_BETS.number)
        _require_last_round_dealt(draft.state)
        _done(draft, Preparation.SHUFFLE)
        at = draft.state.round_number
        take_effect(draft, [one for one in draft.state.notices if one.new_shoe and one.from_round <= at])


@given_by(DEALER)
class OfferCut(Command[TableState], tag="offer_cut.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Offer the cut to a patron, in the book's order."""

    patron: str
    """Who is offered it."""

    def decide(self, draft: TableDraft) -> None:
        clause = _require_next(draft, Preparation.CUT)
        names = [patron.name for patron in may_be_offered_the_cut(draft.state)]
        if draft.state.cut_offered_to is not None or self.patron not in names:
            sentence = f"the cut is not offered to {self.patron} now: {' or '.join(names) or 'nobody'} is next"
            refuse(draft.state.rules, "cut_out_of_turn", clause, sentence)
        draft.add(CutOffered(patron=self.patron, clause=clause))


@given_by(PATRON, DEALER)
class DeclineCut(Command[TableState], tag="decline_cut.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Decline the cut."""

    patron: str | None = None
    """Who declines, when a dealer keys it in; a patron does it for nobody else."""

    def decide(self, draft: TableDraft) -> None:
        clause = draft.state.rules.cut_offer.clause
        name = patron_meant(draft, self, clause)
        if draft.state.cut_offered_to != name:
            refuse(draft.state.rules, "cut_not_offered", clause, f"the cut was not offered to {name}: wait for it")
        draft.add(CutDeclined(patron=name, clause=clause))


@given_by(PATRON, DEALER, SUPERVISOR)
class Cut(Command[TableState], tag="cut.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cut so many cards deep: the patron who was offered it, or staff when nobody wants to."""

    at: Count
    """Cards in front of the cut."""
    patron: str | None = None
    """Who cuts, when a dealer keys in the cut of the patron to whom it was offered."""

    @property
    def done_by(self) -> Actor:
        return whose_hand(self)

    def decide(self, draft: TableDraft) -> None:
        clause = _require_next(draft, Preparation.CUT)
        require_own_hand(draft, self, clause)
        if not may_cut(draft.state, self.done_by.person, self.done_by.role):
            sentence = "the cut is not yours: it is offered to patrons first, staff cut when nobody wants to"
            refuse(draft.state.rules, "cut_not_yours", clause, sentence)
        allowed = cut_range(draft.state.rules, 52 * draft.state.rules.decks.value)
        if self.at not in allowed:
            sentence = f"cut from {allowed.start} to {allowed.stop - 1} cards deep, not at {self.at}"
            refuse(draft.state.rules, "cut_not_allowed", draft.state.rules.cut_from_ends.clause, sentence)
        draft.add(CardsCut(at=self.at, clause=draft.state.rules.cut_from_ends.clause))


@given_by(DEALER)
class LoadShoe(Command[TableState], tag="load_shoe.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put in the cutting cards and place the stack in the shoe; how many cards lie behind the cutting card, if told."""

    depth: Count | None = None
    """Cards behind the cutting card, within the book's bounds; left out, it is unknown."""

    def decide(self, draft: TableDraft) -> None:
        """The stack goes into the shoe; who has not counted the cards behind the cutting card leaves the depth open."""
        clause = _require_next(draft, Preparation.LOAD)
        cards = 52 * draft.state.rules.decks.value
        if self.depth is not None:
            _require_depth(draft.state.rules, self.depth, cards)
        draft.add(ShoeLoaded(cards=cards, depth=self.depth, clause=clause))


@given_by(OPERATOR)
class ReplaceCards(Command[TableState], tag="replace_cards.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replace single cards, or with none named the whole set, between rounds.

    After the last round of a shoe, too, until the shuffle.
    """

    faces: tuple[Card, ...] = ()
    """Single cards; left out, the whole set."""

    def decide(self, draft: TableDraft) -> None:
        """New cards between rounds; the whole set ends the shoe, and with it the account of commission."""
        rules = draft.state.rules
        clause = rules.replacement.clause
        if not may_replace(draft.state):
            refuse(rules, "not_between_rounds", clause, "cards are replaced between rounds: finish this first")
        if self.faces and rules.replacement.value is Replacement.WHOLE_SET:
            refuse(rules, "whole_set_only", clause, "cards are replaced as a set: name none")
        pending: tuple[Preparation, ...] = tuple(dict.fromkeys((*INSPECTIONS, *draft.state.pending)))
        if not self.faces:
            whole = rules.replacement.value is Replacement.WHOLE_SET
            pending = opening(rules) if whole else (*INSPECTIONS, *NEW_SHOE)
            collect_from_all(draft)
        draft.add(CardsReplaced(faces=self.faces, pending=pending, clause=clause))


def _require_last_round_dealt(state: TableState) -> None:
    """One that has no wagers is dealt whether somebody would bet or not."""
    last = state.phase is Phase.BETTING and state.shoe.ending is not Ending.OPEN
    if last and (cause := state.no_bet_cause) is not None:
        sentence = "the last round of the shoe starts with a card that waits and has no wagers: start_no_bet first"
        refuse(state.rules, "round_is_owed", cause, sentence)


def _require_next(draft: TableDraft, step: Preparation) -> str:
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


def _finding(rules: TableRules, command: CheckCards | InspectCards, clause: str) -> CardCheck:
    """What a person found who looked at the cards one by one."""
    decks = Composition.of_decks(rules.decks.value)
    faces = [str(card) for card in decks]
    for face in command.missing:
        name = str(Card.parse(face))
        if name not in faces:
            refuse(rules, "not_so_many", clause, f"{face} cannot be missing so often: the decks hold fewer")
        faces.remove(name)
    return check_cards(decks, [*faces, *command.surplus])


def _done(draft: TableDraft, step: Preparation) -> None:
    clause = _require_next(draft, step)
    draft.add(PreparationDone(step=step, found=None, inspector=None, clause=clause))


def _require_depth(rules: TableRules, depth: int, cards: int) -> None:
    require_allowed(book(rules.book, edition=rules.edition), "cut_depth", depth)
    if not 0 < depth <= cards:
        sentence = f"the cutting card cannot have {depth} cards behind it: there are {cards}"
        refuse(rules, "cut_depth_not_allowed", rules.cut_depth.clause, sentence)
