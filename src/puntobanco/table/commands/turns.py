"""Patrons bet one after the other: the dealer asks them, and a turn ends."""

from puntobanco.streams.actors import DEALER
from puntobanco.streams.command import Command, given_by
from puntobanco.table.events.turns import RiskTooLow, TurnBegan, TurnEnded, WagerOutOfTurn, lay_marker
from puntobanco.table.queries.turns import risk, to_be_asked, wagers_are_fixed
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState


@given_by(DEALER)
class AskForWager(Command[TableState], tag="ask_for_wager.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask the next patron for a wager, where patrons bet in turn.

    It begins that patron's turn and ends the one before. The last turn ends with the call.
    """

    def decide(self, draft: TableDraft) -> None:
        clause = draft.state.rules.betting_order.clause
        if not to_be_asked(draft.state):
            sentence = "nobody is to be asked now: where patrons bet in turn, each is asked once while wagers are open"
            refuse(draft.state.rules, "nobody_to_ask", clause, sentence)
        end_turn(draft)
        lay_marker(draft)
        draft.add(TurnBegan(patron=to_be_asked(draft.state)[0], clause=clause))


def end_turn(draft: TableDraft) -> None:
    """The turn of who was asked last is over: too little at risk is told, and the wagers live."""
    name = draft.state.turns.now
    if name is not None:
        _judge_risk(draft, name)


def end_betting(draft: TableDraft) -> None:
    """Wagers close: the last turn ends, or where there are no turns everybody's bets are looked at."""
    last = draft.state.turns.now
    if last is not None:
        end_turn(draft)
        draft.add(TurnEnded(patron=last, clause=draft.state.rules.betting_order.clause))
    elif draft.state.rules.least_risk.value is not None and not draft.state.bets_in_turn:
        for patron in draft.state.seated():
            _judge_risk(draft, patron.name)


def _judge_risk(draft: TableDraft, name: str) -> None:
    least, risked = draft.state.rules.least_risk, risk(draft.state, name)
    if least.value is not None and risked < least.value:
        draft.add(RiskTooLow(patron=name, risked=risked, least=least.value, clause=least.clause))


def require_turn_not_over(draft: TableDraft, name: str) -> None:
    """A wager may be changed until its patron's turn is over."""
    if wagers_are_fixed(draft.state, name):
        sentence = f"{name}'s turn is over: the wagers lie as they are until the round is decided"
        refuse(draft.state.rules, "turn_is_over", draft.state.rules.betting_order.clause, sentence)


def note_turn(draft: TableDraft, name: str) -> None:
    """A wager was put down: out of turn it stands with a warning, once for a round."""
    turns, patron = draft.state.turns, draft.state.patrons[name]
    if turns.now != name and name not in turns.out:
        again = patron.warned_of_turn
        draft.add(WagerOutOfTurn(patron=name, again=again, clause=draft.state.rules.betting_order.clause))


def require_everybody_asked(draft: TableDraft) -> None:
    """Wagers close only when everybody has had a turn."""
    waiting = to_be_asked(draft.state)
    if waiting:
        sentence = f"{', '.join(waiting)} must be asked for a wager first: ask_for_wager"
        refuse(draft.state.rules, "turns_left", draft.state.rules.betting_order.clause, sentence)
