"""A tableau decided for every total: all that a kernel knows about the drawing of third cards."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from puntobanco.rulebooks.tableau import POINTS, Tableau

ByTotal: TypeAlias = tuple[bool, ...]
"""A yes or no for every total from 0 to 9."""


@dataclass(frozen=True)
class Drawing:
    """Who draws on which two-card totals; on a natural nobody does."""

    naturals: ByTotal
    player_draws: ByTotal
    banker_draws_after_stand: ByTotal
    banker_draws_after: tuple[ByTotal, ...]
    """By the value of player's third card, then by banker's total."""

    @cached_property
    def plays_on(self) -> tuple[int, ...]:
        """The totals of two cards after which a third may be drawn."""
        return tuple(total for total in POINTS if not self.naturals[total])

    @cached_property
    def players_who_draw(self) -> tuple[int, ...]:
        return tuple(total for total in self.plays_on if self.player_draws[total])

    @cached_property
    def players_who_stand(self) -> tuple[int, ...]:
        return tuple(total for total in self.plays_on if not self.player_draws[total])

    def ends(self, player: int, banker: int) -> bool:
        """Whether a coup with these two-card totals ends at once."""
        if self.naturals[player] or self.naturals[banker]:
            return True
        return not self.player_draws[player] and not self.banker_draws_after_stand[banker]


@lru_cache(maxsize=64)
def drawing_of(tableau: Tableau) -> Drawing:
    """The drawing law of a tableau; one that leaves a decision open is an error."""
    naturals = _marked(tableau.naturals)
    plays_on = tuple(total for total in POINTS if not naturals[total])
    player_draws = _marked(set(tableau.player.totals) & set(plays_on))
    rows = tableau.banker_after_card.rows
    undecided = [total for total in plays_on if total >= len(rows)]
    if undecided and any(player_draws):
        raise ValueError(f"{undecided[0]} is no natural, but the banker table has no row for it")
    return Drawing(
        naturals=naturals,
        player_draws=player_draws,
        banker_draws_after_stand=_marked(set(tableau.banker_after_stand.totals) & set(plays_on)),
        banker_draws_after=tuple(
            _marked({total for total in plays_on if total < len(rows) and rows[total][third]}) for third in POINTS
        ),
    )


def _marked(totals: "set[int] | tuple[int, ...]") -> ByTotal:
    return tuple(total in totals for total in POINTS)
