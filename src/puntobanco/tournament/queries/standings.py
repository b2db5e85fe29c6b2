"""Who goes on, who is where, and which ties are still to be decided."""

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import NamedTuple, TypeAlias

from puntobanco.tournament.conditions import AdvanceBy
from puntobanco.tournament.model import Contest, Finisher, Rank, Results
from puntobanco.tournament.state import TournamentState
from puntobanco.values.money import Cents

Group: TypeAlias = tuple[str, ...]
"""Players whom nothing parts yet."""


class Question(NamedTuple):
    """A tie on which something depends."""

    players: Group
    places: int
    """How many of them go on; none where a prize depends on it."""
    by_lot: bool
    """Whether they can no longer play for it."""


def results_of(state: TournamentState) -> Results:
    if state.results is None:
        raise ValueError("no session is over whose ties are still to be decided")
    return state.results


def in_order(results: Results, finishers: Iterable[Finisher]) -> list[Group]:
    """Finishers by chips, those with equal chips by their play-offs; whom nothing parts is together."""
    by_chips = sorted(finishers, key=lambda one: -one.chips)
    tied = (tuple(one.player for one in group) for _, group in groupby(by_chips, key=lambda one: one.chips))
    return [part for group in tied for part in _parted(results, group)]


def _parted(results: Results, group: Group) -> Iterator[Group]:
    """The group as the first play-off parts it in which all of it took part with different results."""
    for contest in results.contests:
        ranks = _ranks(contest, group)
        if len({one.rank for one in ranks}) > 1:
            in_rank = sorted(ranks, key=lambda one: one.rank)
            for _, equal in groupby(in_rank, key=lambda one: one.rank):
                yield from _parted(results, tuple(one.player for one in equal))
            return
    yield group


def _ranks(contest: Contest, group: Group) -> list[Rank]:
    """What a group came to in a play-off; nothing if not all of it took part."""
    found = [contest.of(player) for player in group]
    ranks = [one for one in found if one is not None]
    return ranks if len(ranks) == len(group) else []


def last_known(results: Results, group: Group) -> list[Rank] | list[Finisher]:
    """Where a group last played together, with which chips: in a play-off of all of it, or in the session."""
    for contest in reversed(results.contests):
        if ranks := _ranks(contest, group):
            return ranks
    return [one for player in group for one in results.finishers if one.player == player]


def table_of(results: Results, group: Group) -> str | None:
    """The one table where a group sits; none if its players come from several."""
    tables = {one.table for one in last_known(results, group)}
    return next(iter(tables)) if len(tables) == 1 else None


def _can_play(results: Results, group: Group) -> bool:
    return all(one.can_wager for one in last_known(results, group))


# Who goes on


def _fields(state: TournamentState) -> list[tuple[Finisher, ...]]:
    """Among whom the best go on: the finishers of each table, of each session, or all once every session is over."""
    finishers = results_of(state).finishers
    match state.present_stage.advance_by:
        case AdvanceBy.TABLE:
            by_table = sorted(finishers, key=lambda one: int(one.table))
            return [tuple(group) for _, group in groupby(by_table, key=lambda one: one.table)]
        case AdvanceBy.SESSION:
            by_session = sorted(finishers, key=lambda one: one.session)
            return [tuple(group) for _, group in groupby(by_session, key=lambda one: one.session)]
        case _:
            return [] if state.later else [finishers]


def cut(state: TournamentState) -> tuple[Group, list[Question]]:
    """Who goes on for certain, and the ties at the cut line."""
    most, results = state.present_stage.advance or 0, results_of(state)
    certain: list[str] = []
    questions: list[Question] = []
    for field in _fields(state):
        left = most
        in_question = (one for one in field if not _was_excluded(results, one.player))
        for group in chain.from_iterable(_parted_by_lot(results, tied) for tied in in_order(results, in_question)):
            if len(group) <= left:
                certain += group
            elif left:
                questions.append(Question(group, left, by_lot=not _can_play(results, group)))
            left = max(0, left - len(group))
    return tuple(certain), questions


def _was_excluded(results: Results, player: str) -> bool:
    """Whether somebody was excluded from a play-off, and did not come back to it."""
    ranks = (contest.of(player) for contest in results.contests)
    return any(one.excluded for one in ranks if one is not None)


def _parted_by_lot(results: Results, group: Group) -> Iterator[Group]:
    """Whom lots put first, and the others: a lot stands also where more or fewer of its players go on."""
    for lot in results.lots:
        first = tuple(player for player in group if player in lot.go_on)
        others = tuple(player for player in group if player in lot.stay)
        if first and others and len(first) + len(others) == len(group):
            yield from _parted_by_lot(results, first)
            yield from _parted_by_lot(results, others)
            return
    yield group


# Who is where


def order_of_the_rest(state: TournamentState, go_on: Group) -> list[Group]:
    """Those who finished and do not go on, in their order across tables."""
    results = results_of(state)
    return in_order(results, (one for one in results.finishers if one.player not in go_on))


def prize_questions(state: TournamentState, go_on: Group) -> Iterator[Question]:
    """Ties on which a prize depends, among those who do not go on and can still play for it."""
    shares = state.conditions.shares(state.seated)
    before, results = len(go_on), results_of(state)
    for group in order_of_the_rest(state, go_on):
        worth = {shares[place] if place < len(shares) else 0 for place in range(before, before + len(group))}
        if len(worth) > 1 and _can_play(results, group):
            yield Question(group, 0, by_lot=False)
        before += len(group)


def questions(state: TournamentState) -> list[Question]:
    """The ties that are still to be decided, those at the cut line first; nothing if no session is over.

    On prizes depends none before all sessions of the stage are over.
    """
    if state.results is None or state.session is not None:
        return []
    certain, at_the_cut = cut(state)
    return at_the_cut or ([] if state.later else list(prize_questions(state, certain)))


def chips_of(results: Results, group: Group) -> dict[str, Cents]:
    """With which chips a group plays off."""
    return {one.player: one.chips for one in last_known(results, group)}
