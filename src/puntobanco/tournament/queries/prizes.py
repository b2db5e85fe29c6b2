"""Places and prizes, to the cent."""

from collections.abc import Sequence
from itertools import groupby

from puntobanco.tournament.conditions import WHOLE
from puntobanco.tournament.ledger import POOL, shared
from puntobanco.tournament.model import Award, Ending, Entrant
from puntobanco.tournament.state import TournamentState
from puntobanco.values.money import Cents

_ABOVE = (Ending.FINISHED, Ending.PUT_OUT, Ending.FORFEITED)
"""Within a stage: who finished it, who was put out, who was not there."""


def places(state: TournamentState) -> list[tuple[int, tuple[Entrant, ...]]]:
    """Everybody who sat, by place; equal ones share a place, and those that they leave stay empty."""
    sat = [one for one in state.entrants.values() if one.finish is not None and one.finish.how in _ABOVE]
    found, place = [], 1
    for _, group in groupby(sorted(sat, key=_merit), key=_merit):
        equal = tuple(sorted(group, key=_as_drawn))
        found.append((place, equal))
        place += len(equal)
    return found


def _merit(entrant: Entrant) -> tuple[int, int, int]:
    """The smaller, the better: a later stage, then how it ended, then the order of finishing or the round."""
    finish = entrant.finish
    if finish is None:
        raise ValueError(f"{entrant.player} is still in")
    return -finish.stage, _ABOVE.index(finish.how), finish.order - finish.round


def _as_drawn(entrant: Entrant) -> int:
    return entrant.drawn or 0


def awards(state: TournamentState) -> tuple[Award, ...]:
    """All places with their prizes: together the whole pool."""
    prizes = prizes_of(state)
    return tuple(
        Award(player=one.player, place=place, prize=prizes[one.player])
        for place, group in places(state)
        for one in group
    )


def prizes_of(state: TournamentState) -> dict[str, Cents]:
    """What everybody who sat gets; odd cents go one each in the order of the first session's ballot.

    Those of percentages to whoever has a prize, those of a division among the players who share it.
    """
    pool, shares, found = state.fees.get(POOL, 0), state.conditions.shares(state.seated), places(state)
    worth = {place: _worth(pool, shares[place - 1 : place - 1 + len(group)]) for place, group in found}
    winners = [(one, place) for place, group in found if place <= len(shares) for one in group]
    odd = pool - sum(worth.values())
    for _, place in sorted(winners, key=lambda one: _as_drawn(one[0]))[:odd]:
        worth[place] += 1
    divided = (shared(worth[place], (one.player for one in group)) for place, group in found)
    return {player: prize for prizes in divided for player, prize in prizes.items()}


def _worth(pool: Cents, shares: Sequence[int]) -> Cents:
    """What the places that a group holds are worth together, in whole cents."""
    return pool * sum(shares) // WHOLE
