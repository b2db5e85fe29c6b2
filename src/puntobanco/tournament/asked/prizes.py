"""Places and prizes, to the cent."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from puntobanco.money import Cents
from puntobanco.tournament.conditions import WHOLE
from puntobanco.tournament.fees import POOL, shared
from puntobanco.tournament.parts import Award, Ending, Entrant
from puntobanco.tournament.state import TournamentState

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
    """What everybody who sat gets; odd cents go one each in the order of the first session's ballot."""
    pool, shares = state.fees.get(POOL, 0), state.conditions.shares(state.seated)
    found: dict[str, Cents] = {}
    winners: list[Entrant] = []
    for place, group in places(state):
        worth = tuple(_worth(pool, shares, place - 1, len(group)))
        found |= shared(sum(worth), (one.player for one in group))
        winners += group if worth else ()
    odd = pool - sum(found.values())
    for one in sorted(winners, key=_as_drawn)[:odd]:
        found[one.player] += 1
    return found


def _worth(pool: Cents, shares: Sequence[int], first: int, places: int) -> Iterator[Cents]:
    """What the places that a group holds are worth, in whole cents."""
    return (pool * share // WHOLE for share in shares[first : first + places])
