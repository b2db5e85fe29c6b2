"""Ballots and lots: the house is committed to a secret, entrants add words, and what is drawn again stays on record."""

from puntobanco.fair_shoes.draws import EntrantWords
from puntobanco.tournament.model import Commitment, Draw, DrawResult
from puntobanco.tournament.state import TournamentEventBase, TournamentState, with_draw
from puntobanco.values.money import Count
from puntobanco.values.replace import changed


class DrawCommitted(TournamentEventBase, tag="draw_committed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house is committed to the secret of a ballot or lot, and entrants can add words."""

    committed: Commitment

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(state, draws=(*state.draws, Draw(committed=self.committed)))

    def describe(self, _: str, /) -> str:
        context = self.committed.context
        return f"The house commits to the secret of draw {context.draw}, a {context.kind}: {self.committed.commitment}"


class WordsAdded(TournamentEventBase, tag="words_added.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entrant added words to a draw."""

    draw: Count
    player: str
    words: str

    def apply(self, state: TournamentState) -> TournamentState:
        words = (*state.draws[self.draw - 1].words, EntrantWords(player=self.player, words=self.words))
        return with_draw(state, self.draw, words=words)

    def describe(self, _: str, /) -> str:
        return f'{self.player} adds "{self.words}" to draw {self.draw}'


class BallotSetAside(
    TournamentEventBase, tag="ballot_set_aside.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A ballot is drawn again: its sessions, times and offers of seats are gone, and its result stays on record."""

    stage: Count
    draw: Count | None
    reason: str

    def apply(self, state: TournamentState) -> TournamentState:
        reserves = tuple(changed(one, offered=None) for one in state.reserves)
        state = changed(state, session=None, later=(), reserves=reserves)
        return state if self.draw is None else with_draw(state, self.draw, set_aside=self.reason)

    def describe(self, by: str, /) -> str:
        return f"The ballot for stage {self.stage + 1} is drawn again, by {by}: {self.reason}"


class DrawSetAside(TournamentEventBase, tag="draw_set_aside.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draw will not be drawn, because its secret is lost or may be known: another one takes its place."""

    draw: Count
    reason: str

    def apply(self, state: TournamentState) -> TournamentState:
        return with_draw(state, self.draw, set_aside=self.reason)

    def describe(self, _: str, /) -> str:
        return f"Draw {self.draw} is replaced by another one, to which words are added anew: {self.reason}"


def with_result(state: TournamentState, result: DrawResult) -> TournamentState:
    """The state once a draw has its result."""
    return state if result.draw is None else with_draw(state, result.draw, result=result)


def by_which(result: DrawResult) -> str:
    """What a draw was decided by, for its sentence."""
    if result.rehearsed:
        return " (rehearsed: a script named the seed)"
    return f" (draw {result.draw}, by the secret {result.secret})"
