"""What was out of the ordinary: who decided what, and what went wrong."""

from dataclasses import dataclass

from puntobanco.streams.actors import Actor
from puntobanco.table import events

RULINGS: dict[type[events.TableEvent], str] = {
    events.RoundVoided: "round void",
    events.WagerVoided: "wager void",
    events.PaymentRecorded: "payment error recorded",
    events.PatronExcluded: "patron excluded",
    events.ExclusionLifted: "exclusion lifted",
    events.MaximumGranted: "maximum granted",
    events.HandsReconstructed: "hands reconstructed",
    events.CardCorrected: "card corrected",
    events.RoundReopened: "round decided again",
    events.RoundBecameVoidHand: "void hand",
    events.ErrorRecorded: "placement error recorded",
    events.DisputeDecided: "dispute decided",
    events.DisputeSettled: "dispute settled with money",
}
"""What somebody decided, in words."""

INCIDENTS: dict[type[events.TableEvent], str] = {
    **RULINGS,
    events.IrregularityFound: "irregularity",
    events.DisputeRaised: "dispute raised",
    events.ReviewAsked: "review asked for",
    events.EmptyReported: "shoe reported empty",
    events.CardPutAside: "card put aside",
    events.PatronWarned: "patron warned",
    events.WagerOutOfTurn: "wager out of turn",
    events.RiskTooLow: "risk too low",
    events.ShoeEnds: "shoe ends early",
}
"""What is listed among irregularities."""

VOID_IN_PLAY = "round void in play"
FLOAT_IS_OFF = "float count off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """Something out of the ordinary, in a sentence."""

    time: int
    table: str
    shoe: int
    round: int
    """The one it is about, or the one that was played or bet on."""
    what: str
    by: Actor
    patron: str | None
    """Whom it is about."""
    sentence: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedCommand:
    """A command that was refused; such ones are kept beside the log, the newest only."""

    stream: str
    time: int
    code: str
    sentence: str
    command: str
    """Its written name."""
    by: Actor


LATE = frozenset({"wagers_closed", "other_round"})
"""Codes of wagers that came too late."""


def is_late(refused: RefusedCommand) -> bool:
    return refused.code in LATE
