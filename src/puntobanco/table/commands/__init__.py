"""Every command of a table, under the name that it is written with. Each says itself what it decides."""

from typing import TypeAlias, get_args

from puntobanco.streams.command import commands_by_name
from puntobanco.table.commands.cards import Draw, DrawCuttingCard, ReportEmpty
from puntobanco.table.commands.corrections import CorrectCard, DeclareBeyondRepair, Reconstruct, ReportPlacementError
from puntobanco.table.commands.exposure import AssignExposer, DeclineExpose, DiscloseCard, Expose
from puntobanco.table.commands.float import CountFloat, CreditFloat, FillFloat
from puntobanco.table.commands.patrons import (
    AskRules,
    BuyIn,
    CashOut,
    CollectCommission,
    GivePlaceAway,
    GrantMaximum,
    IssueChips,
    LeaveSeat,
    LeaveTable,
    NamePatrons,
    PlaceMarker,
    RequireSeat,
    TakeChipsIn,
    TakeSeat,
)
from puntobanco.table.commands.round import AgreeNoBet, AskNoBet, CallNoMoreBets, Settle, StartNoBet, WithdrawNoBet
from puntobanco.table.commands.rulings import (
    AskReview,
    DecideDispute,
    Exclude,
    LiftExclusion,
    RaiseDispute,
    RecordPayment,
    VoidRound,
    VoidWager,
)
from puntobanco.table.commands.shoe import (
    CheckCards,
    Cut,
    DeclineCut,
    InspectCards,
    LoadShoe,
    OfferCut,
    ReplaceCards,
    Shuffle,
    SpreadCards,
    WashCards,
)
from puntobanco.table.commands.table_lifecycle import Announce, AnnounceChange, AnnounceClosing, CloseTable, OpenTable
from puntobanco.table.commands.turns import AskForWager
from puntobanco.table.commands.wagers import BetSlip, Move, Place, Withdraw

TableCommand: TypeAlias = (
    OpenTable
    | CheckCards
    | InspectCards
    | SpreadCards
    | WashCards
    | Shuffle
    | OfferCut
    | DeclineCut
    | Cut
    | LoadShoe
    | ReplaceCards
    | AnnounceChange
    | AnnounceClosing
    | CloseTable
    | BuyIn
    | CashOut
    | IssueChips
    | TakeChipsIn
    | FillFloat
    | CreditFloat
    | CountFloat
    | TakeSeat
    | LeaveSeat
    | GivePlaceAway
    | LeaveTable
    | GrantMaximum
    | PlaceMarker
    | NamePatrons
    | AskRules
    | AskForWager
    | Place
    | Move
    | Withdraw
    | BetSlip
    | CallNoMoreBets
    | Draw
    | DrawCuttingCard
    | ReportEmpty
    | DiscloseCard
    | CorrectCard
    | AssignExposer
    | DeclineExpose
    | Expose
    | Settle
    | CollectCommission
    | Announce
    | AskNoBet
    | AgreeNoBet
    | WithdrawNoBet
    | StartNoBet
    | Reconstruct
    | DeclareBeyondRepair
    | ReportPlacementError
    | RecordPayment
    | VoidRound
    | VoidWager
    | Exclude
    | LiftExclusion
    | RequireSeat
    | RaiseDispute
    | DecideDispute
    | AskReview
)

COMMANDS: dict[str, type[TableCommand]] = commands_by_name(get_args(TableCommand))
"""Command types by the name that a script uses."""
