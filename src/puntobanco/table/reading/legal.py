"""legal(state, actor): what a person may do now, where, and with which amounts. Screens and prompts use it."""

from collections.abc import Callable, Iterable

from puntobanco.errors import Unreadable
from puntobanco.table.actors import Actor, Role
from puntobanco.table.asking import ROLES, Asked
from puntobanco.table.decided import (
    cards,
    exposing,
    house,
    patrons,
    repairs,
    round,  # noqa: A004
    rulings,
    shoe,
    turns,
    wagers,
)
from puntobanco.table.decided.float import CountFloat, CreditFloat, FillFloat
from puntobanco.table.names import clean_actor
from puntobanco.table.reading import bets, offers
from puntobanco.table.reading.float import count_float, credit_float, fill_float
from puntobanco.table.reading.offering import Legal
from puntobanco.table.state import TableState

OFFERS: dict[type[Asked], Callable[[TableState, Actor], Iterable[Legal]]] = {
    shoe.CheckCards: offers.check_cards,
    shoe.InspectCards: offers.inspect_cards,
    shoe.SpreadCards: offers.spread_cards,
    shoe.WashCards: offers.wash_cards,
    shoe.Shuffle: offers.shuffle,
    shoe.OfferCut: offers.offer_cut,
    shoe.DeclineCut: offers.decline_cut,
    shoe.Cut: offers.cut,
    shoe.LoadShoe: offers.load_shoe,
    shoe.ReplaceCards: offers.replace_cards,
    house.AnnounceChange: offers.announce_change,
    house.AnnounceClosing: offers.announce_closing,
    house.CloseTable: offers.close_table,
    patrons.BuyIn: offers.buy_in,
    patrons.CashOut: offers.cash_out,
    patrons.IssueChips: offers.issue_chips,
    patrons.TakeChipsIn: offers.take_chips_in,
    FillFloat: fill_float,
    CreditFloat: credit_float,
    CountFloat: count_float,
    patrons.TakeSeat: offers.take_seat,
    patrons.LeaveSeat: offers.leave_seat,
    patrons.GivePlaceAway: offers.give_place_away,
    patrons.LeaveTable: offers.leave_table,
    patrons.GrantMaximum: offers.grant_maximum,
    patrons.PlaceMarker: offers.place_marker,
    patrons.NamePatrons: offers.name_patrons,
    patrons.AskRules: offers.ask_rules,
    turns.AskForWager: offers.ask_for_wager,
    wagers.Place: bets.place,
    wagers.Move: bets.move,
    wagers.Withdraw: bets.withdraw,
    wagers.BetSlip: bets.bet_slip,
    round.CallNoMoreBets: offers.call_no_more_bets,
    cards.Draw: offers.draw,
    cards.DrawCuttingCard: offers.draw_cutting_card,
    cards.ReportEmpty: offers.report_empty,
    exposing.DiscloseCard: offers.disclose_card,
    repairs.CorrectCard: offers.correct_card,
    exposing.AssignExposer: offers.assign_exposer,
    exposing.DeclineExpose: offers.decline_expose,
    exposing.Expose: offers.expose,
    round.Settle: offers.settle,
    patrons.CollectCommission: offers.collect_commission,
    house.Announce: offers.announce,
    round.AskNoBet: offers.ask_no_bet,
    round.AgreeNoBet: offers.agree_no_bet,
    round.WithdrawNoBet: offers.withdraw_no_bet,
    round.StartNoBet: offers.start_no_bet,
    repairs.Reconstruct: offers.reconstruct,
    repairs.DeclareBeyondRepair: offers.declare_beyond_repair,
    repairs.ReportPlacementError: offers.report_placement_error,
    rulings.RecordPayment: offers.record_payment,
    rulings.VoidRound: offers.void_round,
    rulings.VoidWager: offers.void_wager,
    rulings.Exclude: offers.exclude,
    rulings.LiftExclusion: offers.lift_exclusion,
    patrons.RequireSeat: offers.require_seat,
    rulings.RaiseDispute: offers.raise_dispute,
    rulings.DecideDispute: offers.decide_dispute,
    rulings.AskReview: offers.ask_review,
}
"""When and where each command of an open table may be given, by those who may give it at all."""

if OFFERS.keys() ^ ROLES.keys() != {house.OpenTable}:
    raise TypeError(f"legal must answer for every command: {OFFERS.keys() ^ ROLES.keys()}")

_BY_ROLE = {role: [offer for kind, offer in OFFERS.items() if role in ROLES[kind]] for role in Role}


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
