"""Every command of a tournament, under the name that it is written with. Each says itself what it decides."""

from typing import TypeAlias, get_args

from puntobanco.streams.command import commands_by_name
from puntobanco.tournament.commands.draws import AddWords, RedrawBallot, RenewDraws
from puntobanco.tournament.commands.entries import (
    AcceptSeat,
    DropReserve,
    ListReserve,
    OfferSeat,
    Register,
    Substitute,
    WithdrawOffer,
)
from puntobanco.tournament.commands.lifecycle import (
    CallBreak,
    CancelTournament,
    ChangeConditions,
    ConfirmApproval,
    DirectPace,
    Nominate,
    PlanTournament,
    RecordApproval,
    ResumePlay,
)
from puntobanco.tournament.commands.results import AwardPlaces, PayPrize
from puntobanco.tournament.commands.sessions import (
    DrawBallot,
    DrawLot,
    EndSession,
    StartPlayOff,
    StartSession,
    TakePlace,
)
from puntobanco.tournament.commands.table_commands import AtTable

TournamentCommand: TypeAlias = (
    PlanTournament
    | ChangeConditions
    | Nominate
    | RecordApproval
    | ConfirmApproval
    | Register
    | ListReserve
    | DropReserve
    | AddWords
    | DrawBallot
    | RedrawBallot
    | RenewDraws
    | TakePlace
    | OfferSeat
    | WithdrawOffer
    | AcceptSeat
    | Substitute
    | StartSession
    | AtTable
    | CallBreak
    | ResumePlay
    | DirectPace
    | EndSession
    | StartPlayOff
    | DrawLot
    | AwardPlaces
    | PayPrize
    | CancelTournament
)

COMMANDS: dict[str, type[TournamentCommand]] = commands_by_name(get_args(TournamentCommand))
"""Command types by the name that a script uses."""
