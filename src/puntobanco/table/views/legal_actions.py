"""legal(state, actor): what a person may do now, where, and with which amounts. Screens and prompts use it."""

from collections.abc import Callable, Iterable

from puntobanco.errors import Unreadable
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command
from puntobanco.streams.normalise_names import clean_actor
from puntobanco.table.commands import (
    COMMANDS,
    cards,
    corrections,
    exposure,
    patrons,
    rulings,
    shoe,
    table_lifecycle,
    turns,
    wagers,
)
from puntobanco.table.commands import round as rounds
from puntobanco.table.commands.float import CountFloat, CreditFloat, FillFloat
from puntobanco.table.state import TableState
from puntobanco.table.views import action_rules, wager_actions
from puntobanco.table.views.action import Legal
from puntobanco.table.views.float import count_float, credit_float, fill_float

OFFERS: dict[type[Command[TableState]], Callable[[TableState, Actor], Iterable[Legal]]] = {
    shoe.CheckCards: action_rules.check_cards,
    shoe.InspectCards: action_rules.inspect_cards,
    shoe.SpreadCards: action_rules.spread_cards,
    shoe.WashCards: action_rules.wash_cards,
    shoe.Shuffle: action_rules.shuffle,
    shoe.OfferCut: action_rules.offer_cut,
    shoe.DeclineCut: action_rules.decline_cut,
    shoe.Cut: action_rules.cut,
    shoe.LoadShoe: action_rules.load_shoe,
    shoe.ReplaceCards: action_rules.replace_cards,
    table_lifecycle.AnnounceChange: action_rules.announce_change,
    table_lifecycle.AnnounceClosing: action_rules.announce_closing,
    table_lifecycle.CloseTable: action_rules.close_table,
    patrons.BuyIn: action_rules.buy_in,
    patrons.CashOut: action_rules.cash_out,
    patrons.IssueChips: action_rules.issue_chips,
    patrons.TakeChipsIn: action_rules.take_chips_in,
    FillFloat: fill_float,
    CreditFloat: credit_float,
    CountFloat: count_float,
    patrons.TakeSeat: action_rules.take_seat,
    patrons.LeaveSeat: action_rules.leave_seat,
    patrons.GivePlaceAway: action_rules.give_place_away,
    patrons.LeaveTable: action_rules.leave_table,
    patrons.GrantMaximum: action_rules.grant_maximum,
    patrons.PlaceMarker: action_rules.place_marker,
    patrons.NamePatrons: action_rules.name_patrons,
    patrons.AskRules: action_rules.ask_rules,
    turns.AskForWager: action_rules.ask_for_wager,
    wagers.Place: wager_actions.place,
    wagers.Move: wager_actions.move,
    wagers.Withdraw: wager_actions.withdraw,
    wagers.BetSlip: wager_actions.bet_slip,
    rounds.CallNoMoreBets: action_rules.call_no_more_bets,
    cards.Draw: action_rules.draw,
    cards.DrawCuttingCard: action_rules.draw_cutting_card,
    cards.ReportEmpty: action_rules.report_empty,
    exposure.DiscloseCard: action_rules.disclose_card,
    corrections.CorrectCard: action_rules.correct_card,
    exposure.AssignExposer: action_rules.assign_exposer,
    exposure.DeclineExpose: action_rules.decline_expose,
    exposure.Expose: action_rules.expose,
    rounds.Settle: action_rules.settle,
    patrons.CollectCommission: action_rules.collect_commission,
    table_lifecycle.Announce: action_rules.announce,
    rounds.AskNoBet: action_rules.ask_no_bet,
    rounds.AgreeNoBet: action_rules.agree_no_bet,
    rounds.WithdrawNoBet: action_rules.withdraw_no_bet,
    rounds.StartNoBet: action_rules.start_no_bet,
    corrections.Reconstruct: action_rules.reconstruct,
    corrections.DeclareBeyondRepair: action_rules.declare_beyond_repair,
    corrections.ReportPlacementError: action_rules.report_placement_error,
    rulings.RecordPayment: action_rules.record_payment,
    rulings.VoidRound: action_rules.void_round,
    rulings.VoidWager: action_rules.void_wager,
    rulings.Exclude: action_rules.exclude,
    rulings.LiftExclusion: action_rules.lift_exclusion,
    patrons.RequireSeat: action_rules.require_seat,
    rulings.RaiseDispute: action_rules.raise_dispute,
    rulings.DecideDispute: action_rules.decide_dispute,
    rulings.AskReview: action_rules.ask_review,
}
"""When and where each command of an open table may be given, by those who may give it at all."""

if OFFERS.keys() ^ set(COMMANDS.values()) != {table_lifecycle.OpenTable}:
    raise TypeError(f"legal must answer for every command: {OFFERS.keys() ^ set(COMMANDS.values())}")

_BY_ROLE = {role: [offer for kind, offer in OFFERS.items() if role in kind.roles] for role in Role}


def legal(state: TableState | None, actor: Actor) -> tuple[Legal, ...]:
    """Everything that this person may do now; nobody whose name cannot enter the log does anything."""
    try:
        actor = clean_actor(actor)
    except Unreadable:
        return ()
    if state is None:
        return (Legal("open_table", asks=("book", "choices")),) if actor.role is Role.OPERATOR else ()
    if actor.role is Role.DEALER and actor.person in state.patrons:
        return ()
    return tuple([one for offer in _BY_ROLE[actor.role] for one in offer(state, actor)])
