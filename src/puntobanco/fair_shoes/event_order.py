"""The order of acts: commitment, seeds, root, wagers and cards, end, reveal. Whatever else comes is found."""

import itertools
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from puntobanco.fair_shoes.events import (
    CardHidden,
    CardShown,
    FairShoeEvent,
    RevealOverdue,
    SecretRevealed,
    SeedLeftOut,
    SeedOpened,
    SeedPromised,
    ShoeCommitted,
    ShoeCut,
    ShoeEnded,
    ShoeSealed,
    WagersBegan,
    act_hash,
)
from puntobanco.fair_shoes.published_events import Fault, Finding, Held


class Stage(Enum):
    """How far a shoe has come."""

    NONE = auto()
    """No shoe is under way: none was committed to, or the last one was revealed."""
    PROMISING = auto()
    OPENING = auto()
    SEALED = auto()
    CUT = auto()
    ENDED = auto()
    OVERDUE = auto()


_SEEDS: dict[type[FairShoeEvent], Stage] = {
    SeedOpened: Stage.OPENING,
    SeedLeftOut: Stage.OPENING,
    ShoeSealed: Stage.SEALED,
}
_END: dict[type[FairShoeEvent], Stage] = {ShoeEnded: Stage.ENDED}
_REVEAL: dict[type[FairShoeEvent], Stage] = {SecretRevealed: Stage.NONE}

FOLLOWS: dict[Stage, dict[type[FairShoeEvent], Stage]] = {
    Stage.NONE: {ShoeCommitted: Stage.PROMISING},
    Stage.PROMISING: {SeedPromised: Stage.PROMISING, **_SEEDS, **_END},
    Stage.OPENING: {**_SEEDS, **_END},
    Stage.SEALED: {WagersBegan: Stage.SEALED, ShoeCut: Stage.CUT, **_END},
    Stage.CUT: {WagersBegan: Stage.CUT, CardHidden: Stage.CUT, CardShown: Stage.CUT, **_END},
    Stage.ENDED: {RevealOverdue: Stage.OVERDUE, **_REVEAL},
    Stage.OVERDUE: _REVEAL,
}
"""What may come at each stage, and the stage after it."""


def disorder(held: Sequence[Held]) -> Iterator[Finding]:
    """Every act that comes where it may not, and every further beginning of a shoe's wagers."""
    stage, began = Stage.NONE, False
    for one in held:
        after = FOLLOWS[stage].get(type(one.act))
        began = began and not isinstance(one.act, ShoeCommitted)
        again, began = began and isinstance(one.act, WagersBegan), began or isinstance(one.act, WagersBegan)
        if again:
            yield one.finding(Fault.OUT_OF_ORDER, "the wagers of this shoe began before")
        elif after is None:
            yield one.finding(Fault.OUT_OF_ORDER, f"{_name(type(one.act))} cannot come now: {_expected(stage)}")
        stage = stage if after is None else after


def _expected(stage: Stage) -> str:
    return f"only {', '.join(map(_name, FOLLOWS[stage]))} can"


def _name(kind: type[FairShoeEvent]) -> str:
    return str(kind.__struct_config__.tag).rpartition(".")[0]


def broken_links(held: Sequence[Held]) -> Iterator[Finding]:
    """Every act that does not name the one before it; the first one that is held may name one that is not."""
    for before, one in itertools.pairwise(held):
        if one.act.previous != act_hash(before.act):
            sentence = f"it does not follow act {before.number}: an act was changed, added or taken away"
            yield one.finding(Fault.BROKEN_CHAIN, sentence)
