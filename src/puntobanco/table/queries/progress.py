"""What comes next at a table, and whose act it is. Prompts, consoles, drivers and refusals are made from this."""

from enum import StrEnum

from msgspec import Struct

from puntobanco.coup.draw import next_step
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import Closing
from puntobanco.rulebooks.wagers import Stage
from puntobanco.streams.actors import Role
from puntobanco.table.model import Phase, Preparation
from puntobanco.table.queries.exposure import exposers, hand_to_expose
from puntobanco.table.queries.no_bet_coups import may_start_no_bet
from puntobanco.table.queries.round import INITIAL_DEAL, after_the_deal, due, facing, may_start, starts_round
from puntobanco.table.queries.shoe import burns_face_up, may_be_offered_the_cut, step_clause
from puntobanco.table.queries.turns import to_be_asked
from puntobanco.table.state import TableState


class Next(StrEnum):
    """What a table waits for."""

    PREPARE = "prepare"
    """A step before the deal, the burn included."""
    IDLE = "idle"
    """Wagers: nothing lies there yet."""
    ASK = "ask"
    """The dealer, who asks the next patron for a wager; the one who was asked last may bet until then."""
    START = "start"
    """The dealer, who closes the wagers or starts a coup without any."""
    DEAL = "deal"
    """A card to a hand."""
    EXPOSE = "expose"
    """The face-down cards of a hand."""
    REPAIR = "repair"
    """Cards out of sequence that are put right."""
    SETTLE = "settle"
    """A stage's wagers."""
    CLOSED = "closed"


class Progress(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What comes next: of a preparation the step, of a card or a turn the hand, of a settlement the stage."""

    next: Next
    by: Role | None = None
    """Whose act it is; none where the table waits for patrons to bet, or for nobody."""
    patrons: tuple[str, ...] = ()
    """Who of the patrons, where it is a patron's act, or whom the dealer asks or offers the cut."""
    step: Preparation | None = None
    hand: Hand | None = None
    stage: Stage | None = None
    face_up: bool = True
    """How a card that is due lies."""
    no_bet: bool = False
    """Whether the coup that starts has no wagers."""


def progress(state: TableState) -> Progress:
    """What comes next, and whose act it is."""
    match state.phase:
        case Phase.PREPARING:
            return _preparation(state, state.pending[0])
        case Phase.DEALING:
            return _in_round(state)
        case Phase.CLOSED | Phase.NEW:
            checked = not state.pending
            return Progress(next=Next.CLOSED, by=None if checked else Role.DEALER, step=next(iter(state.pending), None))
        case Phase.BETTING:
            return _between_rounds(state)


_STEPS_OF: dict[Preparation, Role] = {Preparation.SUPERVISOR_INSPECTION: Role.SUPERVISOR}


def _preparation(state: TableState, step: Preparation) -> Progress:
    if step is Preparation.CUT:
        return _cut(state)
    if step is Preparation.WASH and not state.patrons:  # the first patron is to see the cards
        return Progress(next=Next.PREPARE, step=step)
    face_up = step is Preparation.BURN and burns_face_up(state)
    return Progress(next=Next.PREPARE, by=_STEPS_OF.get(step, Role.DEALER), step=step, face_up=face_up)


def _cut(state: TableState) -> Progress:
    """The dealer offers it, the patron cuts or declines, and where nobody wants to, a supervisor may everywhere."""
    if state.cut_offered_to is not None:
        return Progress(next=Next.PREPARE, by=Role.PATRON, step=Preparation.CUT, patrons=(state.cut_offered_to,))
    asked = tuple([patron.name for patron in may_be_offered_the_cut(state)])
    by = Role.DEALER if asked else Role.SUPERVISOR
    return Progress(next=Next.PREPARE, by=by, step=Preparation.CUT, patrons=asked)


def _in_round(state: TableState) -> Progress:
    stage, drawing = after_the_deal(state)
    hand = drawing or due(state)
    if hand is not None:
        return Progress(next=Next.DEAL, by=Role.DEALER, hand=hand, face_up=facing(state))
    if stage is not None:
        return Progress(next=Next.SETTLE, by=Role.DEALER, stage=stage)
    turned = hand_to_expose(state)
    if turned is None:
        return Progress(next=Next.REPAIR, by=Role.SUPERVISOR)
    entitled = exposers(state, turned)
    return Progress(next=Next.EXPOSE, by=Role.PATRON if entitled else Role.DEALER, hand=turned, patrons=entitled)


def _between_rounds(state: TableState) -> Progress:
    for role in (Role.DEALER, Role.SUPERVISOR):
        if may_start_no_bet(state, role):
            return Progress(next=Next.START, by=role, no_bet=True)
    if asked := to_be_asked(state):
        return Progress(next=Next.ASK, by=Role.DEALER, patrons=asked[:1])
    if may_start(state):
        return Progress(next=Next.START, by=Role.DEALER, face_up=facing(state))
    return Progress(next=Next.IDLE)


def nothing_due(state: TableState) -> tuple[str, str, str] | None:
    """Why no card is due, as code, clause and sentence; none if one is."""
    if due(state) is not None:
        return None
    rules, coming = state.rules, progress(state)
    match coming.next:
        case Next.PREPARE if coming.step is Preparation.BURN:
            return None
        case Next.START if starts_round(state) and len(state.excess) < INITIAL_DEAL:
            return None
        case Next.START if starts_round(state):
            sentence = "the first four cards wait on the table: close the wagers with call_no_more_bets"
            return "call_first", rules.closing.clause, sentence
        case Next.IDLE | Next.ASK | Next.START if not coming.no_bet and rules.closing.value is Closing.AT_CALL:
            sentence = "no card is due before the call: make it first, or say where a card lies that left the shoe"
            return "no_card_due", rules.call_no_more_bets.clause, sentence
        case Next.PREPARE if coming.step is not None:
            sentence = "no card is due now: prepare the shoe first"
            return "shoe_not_in_use", step_clause(rules, coming.step), sentence
        case Next.REPAIR | Next.EXPOSE if state.round is not None and state.round.misplaced:
            sentence = "cards lie out of sequence: a supervisor puts them right first"
            return "out_of_sequence", rules.on_out_of_sequence.clause, sentence
        case Next.EXPOSE:
            return "expose_first", rules.player_turned_first.clause, "the cards on the table are turned first"
        case Next.SETTLE if coming.stage is Stage.FOUR_CARDS:
            clause = rules.pairs_before_thirds.clause
            return "settle_first", clause, "wagers that settle after four cards are settled before a third card"
        case Next.SETTLE if state.round is not None and (coup := state.round.coup) is not None:
            sentence = "no card is due, for both hands are complete: say where it lies if one left the shoe"
            return "no_card_due", next_step(rules, coup.player, coup.banker).clause, sentence
        case _:
            sentence = "no card is due: say where it lies if one left the shoe"
            return "no_card_due", rules.on_excess_card_seen.clause, sentence
