"""decide(state, command): the events that a command leads to, or a refusal. Nothing is ever half done."""

from collections.abc import Callable
from typing import Any

from puntobanco.coup.shoe import Ending
from puntobanco.errors import Refused
from puntobanco.rules.facts import Result
from puntobanco.rules.options import Closing
from puntobanco.table import (
    betting,
    commands,
    correcting,
    dealing,
    drawing,
    events,
    exposing,
    names,
    no_bets,
    notices,
    patrons,
    payments,
    preparing,
    rulings,
    running_out,
    settling,
)
from puntobanco.table.actors import Role
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.evolve import evolve
from puntobanco.table.state import Phase, RoundRecord, TableState
from puntobanco.words import choose, quoted

DECIDE_VERSION = 1
"""Raised by hand when a decision changes, so that an audit knows which records it can decide again."""


def decide(state: TableState | None, command: commands.Command) -> tuple[events.Event, ...]:
    """Answer a command with events, or raise `Refused` with code, clause and sentence."""
    return handle(state, command)[0]


def handle(state: TableState | None, command: commands.Command) -> tuple[tuple[events.Event, ...], TableState]:
    """Decide and evolve in one go: the events, and the state after them, each event evolved once."""
    command = names.accepted(command)
    roles = commands.ROLES[type(command)]
    if command.actor.role not in roles:
        raise _wrong_role(state, command)
    if isinstance(command, commands.OpenTable):
        if state is not None:
            raise Refused("already_open", "open_table", "the table is open already")
        opened = preparing.open_table(command)
        return (opened,), evolve(None, opened)
    if state is None:
        raise Refused("not_open", "open_table", "the table is not open yet: open it first")
    draft = Draft(state)
    if command.actor.role is Role.DEALER:
        patrons.deals_here(draft, command.actor.person)
    _DECIDERS[type(command)](draft, command)
    if draft.state.departed and draft.state.balances is not state.balances:
        patrons.pay_departed(draft)
    return tuple(draft.events), draft.state


def _wrong_role(state: TableState | None, command: commands.Command) -> Refused:
    """Whoever does what is the dealer's breaks the clause that leaves the cards to the dealer."""
    kind = type(command)
    roles = commands.ROLES[kind]
    sentence = f"{commands.name_of(kind)} is for the {' or '.join(sorted(roles))}, not for the {command.actor.role}"
    dealers = Role.DEALER in roles and (Role.PATRON not in roles or kind is commands.Expose)
    if state is None or not dealers or not state.rules.dealer_controls_cards.value:
        return Refused("wrong_role", "roles", sentence)
    return Refused("wrong_role", state.rules.cite(state.rules.dealer_controls_cards.clause), sentence)


# Before the hands are dealt, during their play, after the decision: when each announcement belongs, in words.
ANNOUNCEMENTS: dict[str, str] = {
    "call_no_more_bets": "before the first card",
    "call_no_bets": "before a coup that has no wagers",
    "call_counts": "when the first four cards lie face up, before a third one",
    "call_result": "after a round that a hand has won",
    "call_tie": "after a round that was a tie",
    "call_last_round": "before the last round of the shoe",
}


def may_announce(state: TableState, key: str) -> bool:
    """Whether an announcement is among the table's, belongs to this moment and is no command in itself."""
    return state.rules.ruled(key).value is not None and not _is_the_call(state, key) and _is_the_moment(state, key)


def _is_the_call(state: TableState, key: str) -> bool:
    """Where the call closes the wagers it is a command with effect, never mere words."""
    return key == "call_no_more_bets" and state.rules.closing.value is Closing.AT_CALL


def _is_the_moment(state: TableState, key: str) -> bool:
    between = state.phase in (Phase.BETTING, Phase.PREPARING)
    match key:
        case "call_no_more_bets":
            return between
        case "call_no_bets":
            return any(no_bets.may_start_no_bet(state, role) for role in (Role.DEALER, Role.SUPERVISOR))
        case "call_counts":
            current = state.round
            return (
                current is not None and len(current.order) == 4 and not current.misplaced and current.coup is not None
            )
        case "call_last_round":
            return between and state.shoe.ending is Ending.LAST_ROUND
        case _:
            return (
                between
                and _last_result(state) is not None
                and (_last_result(state) is Result.TIE) == (key == "call_tie")
            )


def _last_result(state: TableState) -> Result | None:
    """What the last round of this shoe was decided as."""
    last = _last_round(state)
    return None if last is None or last.void else last.result


def _last_round(state: TableState) -> RoundRecord | None:
    last = state.rounds[-1] if state.rounds else None
    return last if last is not None and last.shoe == state.shoe.number else None


def _numbers(state: TableState) -> dict[str, object]:
    """What the words of this moment may name: the totals on the table, or those of the round that is over."""
    last = _last_round(state)
    if state.round is not None and (coup := state.round.coup) is not None:
        values = state.rules.card_values.value
        return {"player": values.total(coup.player), "banker": values.total(coup.banker)}
    if last is None or last.facts is None or last.result is None:
        return {}
    return {"player": last.facts.player.total, "banker": last.facts.banker.total, "winner": last.result.value.title()}


def _announce(draft: Draft, command: commands.Announce) -> None:
    rules = draft.rules
    if command.key not in ANNOUNCEMENTS:
        sentence = f"{quoted(command.key)} is no announcement: {choose(command.key, ANNOUNCEMENTS)}"
        refuse(rules, "no_such_announcement", rules.call_no_more_bets.clause, sentence)
    ruled = rules.ruled(command.key)
    if ruled.value is None:
        refuse(rules, "not_documented", ruled.clause, "this announcement is not among the table's")
    if _is_the_call(draft.state, command.key):
        sentence = "these words close the wagers: say them with call_no_more_bets"
        refuse(rules, "call_has_effect", rules.closing.clause, sentence)
    if not may_announce(draft.state, command.key):
        sentence = f"this announcement belongs to another moment: {ANNOUNCEMENTS[command.key]}"
        refuse(rules, "wrong_moment", ruled.clause, sentence)
    draft.announce(command.key, clause=_clause_of_the_moment(draft.state, command.key), **_numbers(draft.state))


def _clause_of_the_moment(state: TableState, key: str) -> str | None:
    """Where the cause of an announcement or the dealing style has a clause of its own for the words."""
    if key == "call_no_bets" and state.no_bet_cause is not None:
        return state.no_bet_cause.clause
    return dealing.counts_clause(state.rules) if key == "call_counts" else None


_DECIDERS: dict[type, Callable[[Draft, Any], None]] = {
    commands.CheckCards: preparing.check,
    commands.InspectCards: preparing.inspect,
    commands.SpreadCards: preparing.spread,
    commands.WashCards: preparing.wash,
    commands.Shuffle: running_out.shuffle,
    commands.OfferCut: preparing.offer_cut,
    commands.DeclineCut: preparing.decline_cut,
    commands.Cut: preparing.cut,
    commands.LoadShoe: preparing.load_shoe,
    commands.ReplaceCards: rulings.replace_cards,
    commands.AnnounceChange: notices.announce_change,
    commands.AnnounceClosing: notices.announce_closing,
    commands.CloseTable: notices.close_table,
    commands.BuyIn: patrons.buy_in,
    commands.CashOut: patrons.cash_out,
    commands.TakeSeat: patrons.take_seat,
    commands.LeaveSeat: patrons.leave_seat,
    commands.LeaveTable: patrons.leave_table,
    commands.GrantMaximum: patrons.grant_maximum,
    commands.PlaceMarker: patrons.place_marker,
    commands.NamePatrons: patrons.name_patrons,
    commands.AskRules: patrons.ask_rules,
    commands.Place: betting.place,
    commands.Move: betting.move,
    commands.Withdraw: betting.withdraw,
    commands.BetSlip: betting.bet_slip,
    commands.CallNoMoreBets: dealing.call_no_more_bets,
    commands.Draw: drawing.draw,
    commands.DrawCuttingCard: running_out.cutting_card,
    commands.ReportEmpty: running_out.report_empty,
    commands.DiscloseCard: exposing.disclose,
    commands.CorrectCard: correcting.correct,
    commands.AssignExposer: exposing.assign_exposer,
    commands.DeclineExpose: exposing.decline_expose,
    commands.Expose: exposing.expose,
    commands.Settle: settling.settle_stage,
    commands.CollectCommission: patrons.collect_commission,
    commands.Announce: _announce,
    commands.AskNoBet: no_bets.ask_no_bet,
    commands.AgreeNoBet: no_bets.agree_no_bet,
    commands.WithdrawNoBet: no_bets.withdraw_no_bet,
    commands.StartNoBet: no_bets.start_no_bet,
    commands.Reconstruct: correcting.reconstruct,
    commands.DeclareBeyondRepair: correcting.beyond_repair,
    commands.ReportPlacementError: rulings.placement_error,
    commands.RecordPayment: payments.record_payment,
    commands.VoidRound: rulings.void_round,
    commands.VoidWager: rulings.void_wager,
    commands.Exclude: rulings.exclude,
    commands.LiftExclusion: rulings.lift_exclusion,
    commands.RequireSeat: patrons.require_seat,
    commands.RaiseDispute: rulings.raise_dispute,
    commands.DecideDispute: rulings.decide_dispute,
    commands.AskReview: rulings.ask_review,
}
