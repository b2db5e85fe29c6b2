"""decide(state, command): the events that a command leads to, or a refusal. Nothing is ever half done."""

from collections.abc import Callable
from typing import Any

from puntobanco.errors import Refused
from puntobanco.table import (
    betting,
    commands,
    dealing,
    drawing,
    events,
    exposing,
    no_bets,
    notices,
    patrons,
    payments,
    preparing,
    rulings,
    settling,
)
from puntobanco.table.actors import Role
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.evolve import evolve
from puntobanco.table.state import Phase, TableState


def decide(state: TableState | None, command: commands.Command) -> tuple[events.Event, ...]:
    """Answer a command with events, or raise `Refused` with code, clause and sentence."""
    return handle(state, command)[0]


def handle(state: TableState | None, command: commands.Command) -> tuple[tuple[events.Event, ...], TableState]:
    """Decide and evolve in one go: the events, and the state after them, each event evolved once."""
    roles = commands.ROLES[type(command)]
    if command.actor.role not in roles:
        name = commands.COMMAND_NAMES[type(command)]
        allowed = " or ".join(sorted(roles))
        raise Refused("wrong_role", "roles", f"{name} is for the {allowed}, not for the {command.actor.role.value}")
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
    if draft.state.balances is not state.balances:
        patrons.pay_departed(draft)
    return tuple(draft.events), draft.state


# When each announcement belongs: before the hands are dealt, during their play, after the decision.
BEFORE, DURING, AFTER = (Phase.PREPARING, Phase.BETTING), (Phase.DEALING,), (Phase.BETTING, Phase.PREPARING)
ANNOUNCEMENTS: dict[str, tuple[Phase, ...]] = {
    "call_no_more_bets": BEFORE,
    "call_no_bets": BEFORE,
    "call_counts": DURING,
    "call_result": AFTER,
    "call_tie": AFTER,
    "call_last_round": AFTER,
}


def may_announce(state: TableState, key: str) -> bool:
    """Whether an announcement is among the table's and belongs to this moment."""
    return state.phase in ANNOUNCEMENTS[key] and state.rules.ruled(key).value is not None


def _announce(draft: Draft, command: commands.Announce) -> None:
    rules = draft.rules
    if command.key not in ANNOUNCEMENTS:
        sentence = f"{command.key!r} is no announcement: choose from {', '.join(ANNOUNCEMENTS)}"
        refuse(rules, "no_such_announcement", rules.call_no_more_bets.clause, sentence)
    ruled = rules.ruled(command.key)
    if ruled.value is None:
        refuse(rules, "not_documented", ruled.clause, "this announcement is not among the table's")
    if not may_announce(draft.state, command.key):
        moments = " or ".join(phase.value for phase in ANNOUNCEMENTS[command.key])
        refuse(rules, "wrong_moment", ruled.clause, f"this announcement belongs to another moment: {moments}")
    draft.announce(command.key)


_DECIDERS: dict[type, Callable[[Draft, Any], None]] = {
    commands.CheckCards: preparing.check,
    commands.InspectCards: preparing.inspect,
    commands.SpreadCards: preparing.spread,
    commands.WashCards: preparing.wash,
    commands.Shuffle: notices.shuffle,
    commands.OfferCut: preparing.offer_cut,
    commands.DeclineCut: preparing.decline_cut,
    commands.Cut: preparing.cut,
    commands.LoadShoe: preparing.load_shoe,
    commands.ReplaceCards: rulings.replace_cards,
    commands.AnnounceChange: notices.announce_change,
    commands.AnnounceClosing: notices.announce_closing,
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
    commands.CallNoMoreBets: dealing.call_no_more_bets,
    commands.Draw: drawing.draw,
    commands.DrawCuttingCard: dealing.cutting_card,
    commands.ReportEmpty: drawing.report_empty,
    commands.AssignExposer: exposing.assign_exposer,
    commands.DeclineExpose: exposing.decline_expose,
    commands.Expose: exposing.expose,
    commands.Settle: settling.settle_stage,
    commands.CollectCommission: patrons.collect_commission,
    commands.Announce: _announce,
    commands.AskNoBet: no_bets.ask_no_bet,
    commands.AgreeNoBet: no_bets.agree_no_bet,
    commands.StartNoBet: no_bets.start_no_bet,
    commands.Reconstruct: drawing.reconstruct,
    commands.DeclareBeyondRepair: drawing.beyond_repair,
    commands.ReportPlacementError: rulings.placement_error,
    commands.RecordPayment: payments.record_payment,
    commands.VoidRound: rulings.void_round,
    commands.VoidWager: rulings.void_wager,
    commands.Exclude: rulings.exclude,
    commands.RequireSeat: patrons.require_seat,
    commands.RaiseDispute: rulings.raise_dispute,
    commands.DecideDispute: rulings.decide_dispute,
}
