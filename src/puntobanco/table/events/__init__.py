"""Every event of a table, under the name and version that it is written with, for ever."""

from typing import TypeAlias, get_args

from puntobanco.streams.event import events_by_tag
from puntobanco.table.events.cards import (
    CardCorrected,
    CardDisclosed,
    CardPutAside,
    ExcessCardKept,
    HandsReconstructed,
    IrregularityFound,
)
from puntobanco.table.events.float import FloatCounted, FloatCredited, FloatFilled
from puntobanco.table.events.money import (
    BoughtIn,
    CashedOut,
    ChipsIssued,
    ChipsTakenIn,
    CommissionCollected,
    CommissionDue,
    DebtSettled,
    DepartedPaid,
)
from puntobanco.table.events.patrons import (
    ExclusionLifted,
    MarkerPlaced,
    MaximumGranted,
    NoBetAgreed,
    NoBetAsked,
    NoBetWithdrawn,
    PatronExcluded,
    PatronLeft,
    PatronsNamed,
    PatronWarned,
    PlaceGivenAway,
    RulesGiven,
    SeatLeft,
    SeatTaken,
)
from puntobanco.table.events.round import (
    CardDealt,
    ExposerAssigned,
    HandExposed,
    RoundBecameVoidHand,
    RoundCancelled,
    RoundEnded,
    RoundReopened,
    RoundStarted,
)
from puntobanco.table.events.rulings import (
    DisputeDecided,
    DisputeRaised,
    DisputeSettled,
    ErrorRecorded,
    PaymentRecorded,
    ReviewAsked,
    RoundVoided,
    WagerVoided,
)
from puntobanco.table.events.settlement import StageReopened, StageReversed, StageSettled
from puntobanco.table.events.shoe import (
    CardBurned,
    CardsChecked,
    CardsCut,
    CardsReplaced,
    CutDeclined,
    CutOffered,
    CuttingCardDrawn,
    EmptyReported,
    NewShoeDue,
    PreparationDone,
    ShoeEnds,
    ShoeLoaded,
)
from puntobanco.table.events.table_lifecycle import (
    Announced,
    ChangeAnnounced,
    ChangeTookEffect,
    ClosingAnnounced,
    DealerCame,
    TableClosed,
    TableOpened,
)
from puntobanco.table.events.turns import MarkerMoved, RiskTooLow, TurnBegan, TurnEnded, WagerOutOfTurn
from puntobanco.table.events.wagers import (
    DifferentialLeft,
    SlipLaid,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)

TableEvent: TypeAlias = (
    TableOpened
    | PreparationDone
    | CardsChecked
    | CutOffered
    | CutDeclined
    | CardsCut
    | ShoeLoaded
    | CardBurned
    | CuttingCardDrawn
    | CardsReplaced
    | NewShoeDue
    | Announced
    | ChangeAnnounced
    | ChangeTookEffect
    | ClosingAnnounced
    | TableClosed
    | DealerCame
    | BoughtIn
    | CashedOut
    | DepartedPaid
    | ChipsIssued
    | ChipsTakenIn
    | DebtSettled
    | FloatFilled
    | FloatCredited
    | FloatCounted
    | SeatTaken
    | SeatLeft
    | PlaceGivenAway
    | PatronLeft
    | PatronExcluded
    | ExclusionLifted
    | MaximumGranted
    | MarkerPlaced
    | PatronsNamed
    | CommissionCollected
    | CommissionDue
    | RulesGiven
    | MarkerMoved
    | TurnBegan
    | TurnEnded
    | WagerOutOfTurn
    | RiskTooLow
    | WagerPlaced
    | WagerWithdrawn
    | WagerMoved
    | SlipLaid
    | PatronWarned
    | WagerReturned
    | DifferentialLeft
    | RoundStarted
    | CardDealt
    | ExposerAssigned
    | HandExposed
    | StageSettled
    | RoundEnded
    | NoBetAsked
    | NoBetAgreed
    | NoBetWithdrawn
    | IrregularityFound
    | ExcessCardKept
    | CardPutAside
    | CardDisclosed
    | CardCorrected
    | ShoeEnds
    | EmptyReported
    | RoundBecameVoidHand
    | HandsReconstructed
    | RoundCancelled
    | RoundReopened
    | StageReopened
    | StageReversed
    | RoundVoided
    | WagerVoided
    | ErrorRecorded
    | PaymentRecorded
    | DisputeRaised
    | DisputeDecided
    | DisputeSettled
    | ReviewAsked
)

EVENTS: dict[str, type[TableEvent]] = events_by_tag(get_args(TableEvent))
"""Event types by name and version, such as `wager_placed.1`."""
