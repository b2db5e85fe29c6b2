"""What a dealer does next, in one sentence, and the command that does it. Consoles are made from this."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from puntobanco.coup.draw import next_step
from puntobanco.coup.shoe import cut_range
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import DifferentialRule
from puntobanco.rulebooks.wagers import FOUR_CARDS
from puntobanco.streams.actors import Role
from puntobanco.table.model import Preparation
from puntobanco.table.queries.exposure import exposing_clause, to_turn
from puntobanco.table.queries.layout import over_differential
from puntobanco.table.queries.progress import Next, Progress, progress
from puntobanco.table.queries.round import card_is_missing, closes_by_call, facing_clause
from puntobanco.table.queries.shoe import burns_face_up, may_cut, may_go_on_to_shuffle, step_clause
from puntobanco.table.state import TableState
from puntobanco.values.replace import changed

Body = Mapping[str, Any]
"""A command as it is sent."""
ORDINALS = ("first", "second", "third")


class StepWay(StrEnum):
    """How a step is done at a console."""

    KEY = "key"
    """One key gives the command, or the first of several."""
    CARD = "card"
    """A card is named with it."""
    CARDS = "cards"
    """So many cards are named with it, in the order dealt."""
    NUMBER = "number"
    """A number of cards is named with it."""
    PAY = "pay"
    """Chips are collected and paid before it."""
    WAIT = "wait"
    """It is somebody else's act; its choices are for who has no page, and no key gives one by itself."""


class StepChoice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command, and what stands on its key."""

    text: str
    command: Body


class DealerStep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What comes next at a table, for whoever deals there."""

    title: str
    why: str = ""
    clause: str = ""
    way: StepWay = StepWay.KEY
    choices: tuple[StepChoice, ...] = ()
    count: int = 0
    """Cards to be named."""
    low: int = 0
    high: int = 0
    """Bounds of a number."""
    call: Role | None = None
    """Whom to call, if it is their act."""
    id: str = ""
    """The same only for the very same step: a key that is pressed twice does not do the next one."""


def step(state: TableState, *, virtual: bool) -> DealerStep:
    """What the dealer does next; a virtual shoe names its cards itself."""
    coming = progress(state)
    return changed(_said(state, coming, virtual=virtual), id=_id(state, coming))


def _id(state: TableState, coming: Progress) -> str:
    parts = (coming.next, coming.by, coming.step, coming.hand, coming.stage, *coming.patrons)
    return " ".join([f"round {state.round_number} card {state.shoe.out} shoe {state.shoe.number}", *map(str, parts)])


def _said(state: TableState, coming: Progress, *, virtual: bool) -> DealerStep:
    match coming.next:
        case Next.PREPARE:
            return _preparing(state, coming, virtual=virtual)
        case Next.IDLE:
            return _idle(state)
        case Next.ASK:
            who = coming.patrons[0]
            return DealerStep(title=f"Ask {who} for a wager", choices=(_do(f"{who} is asked", "ask_for_wager"),))
        case Next.START:
            return _starting(state, coming, virtual=virtual)
        case Next.DEAL:
            assert coming.hand is not None
            return _dealing(state, coming.hand, face_up=coming.face_up, virtual=virtual)
        case Next.EXPOSE:
            assert coming.hand is not None
            return _turning(state, coming.hand, coming, virtual=virtual)
        case Next.REPAIR:
            clause = state.rules.on_out_of_sequence.clause
            why = "Cards lie out of sequence. A supervisor has them put where they belong."
            return _wait("Touch no card: call a supervisor", why, clause, Role.SUPERVISOR)
        case Next.SETTLE:
            return _settling(state, coming)
        case Next.CLOSED:
            return _closed(state, coming)


def _do(text: str, kind: str, **members: Any) -> StepChoice:
    return StepChoice(text=text, command={"do": kind, **members})


def _wait(title: str, why: str, clause: str = "", call: Role | None = None) -> DealerStep:
    return DealerStep(title=title, why=why, clause=clause, way=StepWay.WAIT, call=call)


# Before the deal

_PREPARED = {
    Preparation.CHECK: ("Check the cards one by one", "All are there", "check_cards"),
    Preparation.DEALER_INSPECTION: ("Inspect the cards", "All are there", "inspect_cards"),
    Preparation.SPREAD: ("Spread the cards face up", "Cards are spread", "spread_cards"),
    Preparation.WASH: ("Turn the cards face down, wash and stack them", "Cards are washed", "wash_cards"),
    Preparation.SHUFFLE: ("Shuffle the cards", "Cards are shuffled", "shuffle"),
}


def _preparing(state: TableState, coming: Progress, *, virtual: bool) -> DealerStep:
    assert coming.step is not None
    clause = step_clause(state.rules, coming.step)
    match coming.step:
        case Preparation.CUT:
            return _cutting(state, coming, clause)
        case Preparation.LOAD:
            depth = state.rules.cut_depth.value
            loaded = _do("Shoe is loaded", "load_shoe", depth=depth)
            title = "Put in the cutting card and load the shoe"
            return DealerStep(
                title=title, why=f"{depth} cards lie behind the cutting card.", clause=clause, choices=(loaded,)
            )
        case Preparation.BURN:
            return _burning(state, clause, virtual=virtual)
        case Preparation.SUPERVISOR_INSPECTION:
            return _wait("A supervisor inspects the cards", "It takes two people.", clause, Role.SUPERVISOR)
        case Preparation.WASH if coming.by is None:
            return _wait("Wait for the first patron", "The cards are washed when somebody has seen them.", clause)
        case _:
            title, text, kind = _PREPARED[coming.step]
            return DealerStep(title=title, clause=clause, choices=(_do(text, kind),))


def _cutting(state: TableState, coming: Progress, clause: str) -> DealerStep:
    if coming.by is Role.PATRON:
        return _patron_cuts(state, coming.patrons[0])
    if coming.patrons:
        offers = tuple(_do(f"Offer it to {name}", "offer_cut", patron=name) for name in coming.patrons)
        return DealerStep(title=f"Offer the cut to {coming.patrons[0]}", clause=clause, choices=offers)
    if not may_cut(state, "", Role.DEALER):
        return _wait("A supervisor cuts the cards", "No patron wants to.", clause, Role.SUPERVISOR)
    return _cut(state, "Cut the cards", "No patron wants to", (_do("Cut", "cut"),))


def _patron_cuts(state: TableState, who: str) -> DealerStep:
    """Who has a page cuts there; for who has none, the dealer keys in what the patron does."""
    cut = _do(f"{who} has cut", "cut", patron=who)
    declined = _do(f"{who} does not want to", "decline_cut", patron=who)
    return _cut(state, f"{who} cuts the cards", "At the own page, or key it in", (cut, declined))


def _cut(state: TableState, title: str, why: str, choices: tuple[StepChoice, ...]) -> DealerStep:
    allowed = cut_range(state.rules, 52 * state.rules.decks.value)
    return DealerStep(
        title=title,
        why=f"{why}: {allowed.start} to {allowed.stop - 1} cards deep.",
        clause=state.rules.cut_from_ends.clause,
        way=StepWay.NUMBER,
        choices=choices,
        low=allowed.start,
        high=allowed.stop - 1,
    )


def _burning(state: TableState, clause: str, *, virtual: bool) -> DealerStep:
    face_up = burns_face_up(state)
    if face_up:
        title, why = "Burn a card face up", "It tells how many more are burned."
    else:
        title, why = "Burn a card face down", _more_to_burn(state.shoe.to_burn)
    return _drawing(title, why, clause, face_up=face_up, virtual=virtual)


def _more_to_burn(count: int | None) -> str:
    return "" if count is None else f"{count} {'card is' if count == 1 else 'cards are'} still to be burned."


def _drawing(title: str, why: str, clause: str, *, face_up: bool, virtual: bool) -> DealerStep:
    """A card that is seen is named; a virtual shoe does it."""
    way = StepWay.CARD if face_up and not virtual else StepWay.KEY
    text = "Draw from the virtual shoe" if virtual else "Card lies face down"
    return DealerStep(title=title, why=why, clause=clause, way=way, choices=(_do(text, "draw", face_up=face_up),))


# Between rounds


def _idle(state: TableState) -> DealerStep:
    if may_go_on_to_shuffle(state):
        shuffled = _do("Nobody bets: shuffle", "shuffle")
        return DealerStep(title="Wait for wagers, or shuffle", why="This shoe is at its end.", choices=(shuffled,))
    return _wait("Wait for wagers", "Nothing lies on the layout yet.")


def _starting(state: TableState, coming: Progress, *, virtual: bool) -> DealerStep:
    rules = state.rules
    if coming.no_bet and coming.by is not Role.DEALER:
        return _wait("A supervisor starts the coup", "Nobody bets on it.", call=Role.SUPERVISOR)
    if coming.no_bet:
        cause = state.no_bet_cause
        clause = rules.ghost_hands.clause if cause is None else cause
        why = "It was asked for." if cause is None else "It begins with a card that was seen; wagers go back."
        return DealerStep(
            title="Deal a coup without wagers", why=why, clause=clause, choices=(_do("Start it", "start_no_bet"),)
        )
    if not closes_by_call(state):
        title = f"Draw the first card: it closes the wagers of round {state.round_number}"
        return _drawing(title, "", rules.closing.clause, face_up=coming.face_up, virtual=virtual)
    return DealerStep(title="Close the wagers", clause=rules.closing.clause, choices=_calls(state))


def _calls(state: TableState) -> tuple[StepChoice, ...]:
    pro_rata = state.rules.differential_rule.value is DifferentialRule.PRO_RATA
    if not pro_rata or over_differential(state)[1] == 0:
        return (_do("Wagers are closed", "call_no_more_bets"),)
    return (
        _do("Close, and cut the heavier hand pro rata", "call_no_more_bets", cut_pro_rata=True),
        _do("Close, and leave the wagers as they are", "call_no_more_bets", cut_pro_rata=False),
    )


# The round


def _dealing(state: TableState, hand: Hand, *, face_up: bool, virtual: bool) -> DealerStep:
    assert state.round is not None
    if card_is_missing(state) and state.shoe.remaining == 0 and not virtual:
        why = "The round cannot be finished."
        clause = state.rules.on_too_few_cards.clause
        return DealerStep(
            title="The shoe is empty", why=why, clause=clause, choices=(_do("Report it", "report_empty"),)
        )
    dealt = len(state.round.of(hand))
    title = f"Draw {hand.value}’s {ORDINALS[dealt]} card"
    why, clause = _reason(state, face_up=face_up)
    return _drawing(title, why, clause, face_up=face_up, virtual=virtual)


def _reason(state: TableState, *, face_up: bool) -> tuple[str, str]:
    """Why this hand gets a card, and how it lies."""
    lies = "It lies face up." if face_up else "It lies face down."
    current = state.round
    coup = None if current is None else current.coup
    if coup is None or len(coup.player) + len(coup.banker) < 4:
        return lies, facing_clause(state)
    found = next_step(state.rules, coup.player, coup.banker)
    return f"{'. '.join(map(str, found.decisions))}. {lies}", found.clause


def _turning(state: TableState, hand: Hand, coming: Progress, *, virtual: bool) -> DealerStep:
    assert state.round is not None
    clause = exposing_clause(state.rules)
    if coming.by is Role.PATRON:
        return _patron_turns(len(to_turn(state.round, hand)), hand, coming.patrons, clause, virtual=virtual)
    turned = _do(f"Turn {hand.value}’s cards", "expose", hand=hand.value)
    way, count = (StepWay.KEY, 0) if virtual else (StepWay.CARDS, len(to_turn(state.round, hand)))
    return DealerStep(title=f"Turn {hand.value}’s cards", clause=clause, way=way, choices=(turned,), count=count)


def _patron_turns(hidden: int, hand: Hand, patrons: tuple[str, ...], clause: str, *, virtual: bool) -> DealerStep:
    """Cards of a real shoe are typed as the patron turns them; those of a virtual one wait for the patron's page."""
    turned = tuple(_do(f"{who} turns them", "expose", hand=hand.value, patron=who) for who in patrons)
    left = tuple(
        _do(f"{who} leaves them to the dealer", "decline_expose", hand=hand.value, patron=who) for who in patrons
    )
    title = f"{' or '.join(patrons)} turns {hand.value}’s cards"
    if virtual:
        why = "At the own page; for who has none, key it in."
        return DealerStep(title=title, why=why, clause=clause, way=StepWay.WAIT, choices=(*turned, *left))
    why = f"Type them as {patrons[0]} turns them."
    choices = (*turned[:1], *left)
    return DealerStep(title=title, why=why, clause=clause, way=StepWay.CARDS, choices=choices, count=hidden)


def _settling(state: TableState, coming: Progress) -> DealerStep:
    """Each payment cites its own clause; that pairs come first is a clause by itself."""
    pairs = coming.stage is FOUR_CARDS
    title = "Collect and pay what four cards decide" if pairs else "Collect and pay"
    clause = state.rules.pairs_before_thirds.clause if pairs else ""
    why = "Losing wagers are collected first, then winners paid, seat by seat."
    settled = _do("All is collected and paid", "settle")
    return DealerStep(title=title, why=why, clause=clause, way=StepWay.PAY, choices=(settled,))


def _closed(state: TableState, coming: Progress) -> DealerStep:
    if coming.step is None:
        return _wait("The table is closed", "")
    title, text, kind = _PREPARED[Preparation.CHECK]
    return DealerStep(title=title, clause=state.rules.closing_check.clause, choices=(_do(text, kind),))
