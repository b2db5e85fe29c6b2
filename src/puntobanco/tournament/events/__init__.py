"""Every event of a tournament, under the name and version that it is written with, for ever."""

from typing import TypeAlias, get_args

from puntobanco.streams.event import events_by_tag
from puntobanco.tournament.events.draws import BallotSetAside, DrawCommitted, DrawSetAside, WordsAdded
from puntobanco.tournament.events.entries import (
    EntryRegistered,
    PlayerSubstituted,
    ReserveLeft,
    ReserveListed,
    SeatOffered,
    SeatOfferWithdrawn,
    SeatWentToReserve,
)
from puntobanco.tournament.events.lifecycle import (
    ApprovalConfirmed,
    ApprovalRecorded,
    BreakCalled,
    ConditionsChanged,
    FeeRefunded,
    OfficerNominated,
    PaceDirected,
    PlayResumed,
    TournamentCancelled,
    TournamentPlanned,
)
from puntobanco.tournament.events.play import (
    ChipsDue,
    ChipsSettled,
    LeftChipsChanged,
    PlayerPutOut,
    PlayerReinstated,
    RoundCounted,
    RoundUncounted,
    TableDid,
    WarningNoted,
)
from puntobanco.tournament.events.results import PlacesAwarded, PrizePaid
from puntobanco.tournament.events.sessions import (
    BallotDrawn,
    FeesDivided,
    LotDrawn,
    PlaceForfeited,
    PlaceTaken,
    PlayOffEnded,
    PlayOffStarted,
    SessionCalled,
    SessionEnded,
    SessionReopened,
    SessionStarted,
    StageClosed,
)

TournamentEvent: TypeAlias = (
    TournamentPlanned
    | ConditionsChanged
    | OfficerNominated
    | ApprovalRecorded
    | ApprovalConfirmed
    | EntryRegistered
    | ReserveListed
    | ReserveLeft
    | SeatOffered
    | SeatOfferWithdrawn
    | SeatWentToReserve
    | PlayerSubstituted
    | DrawCommitted
    | WordsAdded
    | BallotDrawn
    | BallotSetAside
    | DrawSetAside
    | PlaceTaken
    | PlaceForfeited
    | SessionStarted
    | FeesDivided
    | TableDid
    | RoundCounted
    | RoundUncounted
    | WarningNoted
    | PlayerPutOut
    | LeftChipsChanged
    | ChipsDue
    | ChipsSettled
    | PlayerReinstated
    | BreakCalled
    | PlayResumed
    | PaceDirected
    | SessionEnded
    | SessionReopened
    | SessionCalled
    | PlayOffStarted
    | PlayOffEnded
    | LotDrawn
    | StageClosed
    | PlacesAwarded
    | PrizePaid
    | TournamentCancelled
    | FeeRefunded
)

EVENTS: dict[str, type[TournamentEvent]] = events_by_tag(get_args(TournamentEvent))
"""Event types by name and version, such as `ballot_drawn.1`."""
