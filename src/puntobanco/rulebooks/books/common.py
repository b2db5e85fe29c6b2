"""What several books have alike: card values, order of the deal, the three main wagers, the chips of a practice house."""

from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.tableau import CardValues
from puntobanco.rulebooks.wagers import (
    STAND_OFF,
    BookCommission,
    BookWager,
    LimitsGroup,
    Line,
    NoCommission,
    Setting,
    Stage,
    Tie,
    Wins,
)
from puntobanco.values.money import ChipSet, Odds

STANDARD_VALUES = CardValues(points=(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0))
DEAL_ORDER = (Hand.PLAYER, Hand.BANKER, Hand.PLAYER, Hand.BANKER)
PRACTICE_CHIPS = ChipSet.of([100, 500, 2500, 10_000, 50_000])
NO_SETTLEMENT_METHOD = None
"""Only one document lets the operator choose between methods of settlement."""


def player_wager(*, wins: str, otherwise: str) -> BookWager:
    return _hand_wager(Hand.PLAYER, "Player", NoCommission(), wins=wins, otherwise=otherwise)


def banker_wager(commission: BookCommission, *first: Line[Odds], wins: str, otherwise: str) -> BookWager:
    """A wager on banker; lines that stand first in its pay table go before the win at 1 to 1."""
    return _hand_wager(Hand.BANKER, "Banker", commission, *first, wins=wins, otherwise=otherwise)


def _hand_wager(
    hand: Hand, name: str, commission: BookCommission, *first: Line[Odds], wins: str, otherwise: str
) -> BookWager:
    return BookWager(
        id=hand.value,
        name=name,
        lines=(
            *first,
            Line(when=Wins(hand=hand), pays=Odds.of(1, 1), clause=wins),
            Line(when=Tie(), pays=STAND_OFF, clause=otherwise),
        ),
        loses=otherwise,
        commission=commission,
        settles=Stage.END,
        limits=LimitsGroup.TABLE,
    )


def tie_wager(*, wins: str, otherwise: str) -> BookWager:
    return BookWager(
        id="tie",
        name="Tie",
        lines=(Line(when=Tie(), pays=Setting(key="tie_odds"), clause=wins),),
        loses=otherwise,
        commission=NoCommission(),
        settles=Stage.END,
        limits=LimitsGroup.TABLE,
    )
