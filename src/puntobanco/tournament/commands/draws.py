"""What ballots and lots are drawn by: the house commits, entrants add words, and a ballot can be drawn again."""

from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.draws import DrawKind, accepted_words, draw_commitment, draw_key, drawn
from puntobanco.fair_shoes.hashing import BYTES, Hex256
from puntobanco.streams.actors import Role
from puntobanco.streams.command import Command, given_by
from puntobanco.tournament.command import DIRECTOR, OPERATOR, PATRON, require_director, require_open
from puntobanco.tournament.events.draws import BallotSetAside, DrawCommitted, DrawSetAside, WordsAdded
from puntobanco.tournament.model import Commitment, DrawResult
from puntobanco.tournament.queries.draws import (
    MAX_WORDS,
    ballot_in_force,
    ballot_may_be_redrawn,
    draws_due,
    may_add_words,
    open_draw,
    open_draws,
    words_left,
)
from puntobanco.tournament.state import TournamentDraft, TournamentState, refuse
from puntobanco.values.money import Count

LOCKED = "draw_locked"
"""The code of a refusal because the secret is missing, and nothing else."""


class Committing(Command[TournamentState], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command after which the house may have to commit to the secret of the next draw."""

    commitments: tuple[Commitment, ...] = ()
    """Filled in by the house."""


class Drawing(Committing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command that draws: the secret is revealed with the result."""

    secret: Hex256 | None = None
    """Filled in by the house."""
    seed: str | None = None
    """A rehearsal only: 32 bytes in hexadecimal in place of secret and words."""

    @property
    def draws(self) -> DrawKind:
        """What it draws."""
        raise NotImplementedError


def commit(draft: TournamentDraft, commitments: tuple[Commitment, ...]) -> None:
    """The house commits to what is due and to nothing else."""
    for one in commitments:
        context = one.context
        if (context.kind, context.draw) != (next(draws_due(draft.state), None), len(draft.state.draws) + 1):
            refuse(
                draft.state,
                "nothing_due",
                draft.state.law.draws,
                f"no {context.kind} {context.draw} is to be committed to now",
            )
        draft.add(DrawCommitted(committed=one, clause=draft.state.law.draws))


def result_of(draft: TournamentDraft, command: Drawing, names: tuple[str, ...]) -> DrawResult:
    """The names in the order in which they are drawn."""
    draw = open_draw(draft.state, command.draws)
    number = None if draw is None else draw.number
    if command.seed is not None:
        order = drawn(names, draw_key(_seed(draft, command.seed), (), None))
        return DrawResult(draw=number, secret=command.seed, rehearsed=True, names=names, order=order)
    if draw is None:
        refuse(
            draft.state,
            "not_committed",
            draft.state.law.draws,
            "the house is not committed to a secret for this draw yet",
        )
    if command.secret is None:
        sentence = "the secret of this draw cannot be opened: bring the key file, or start the house without it"
        refuse(draft.state, LOCKED, draft.state.law.draws, sentence)
    secret, committed = bytes.fromhex(command.secret), draw.committed
    if draw_commitment(secret, committed.context).hex() != committed.commitment:
        refuse(
            draft.state,
            "not_the_secret",
            draft.state.law.draws,
            "this is not the secret that the house is committed to",
        )
    order = drawn(names, draw_key(secret, (one.words for one in draw.words), committed.context))
    return DrawResult(draw=number, secret=command.secret, rehearsed=False, names=names, order=order)


def _seed(draft: TournamentDraft, seed: str) -> bytes:
    if len(seed) != 2 * BYTES or set(seed) - set("0123456789abcdef"):
        refuse(draft.state, "no_seed", draft.state.law.ballot, "a seed is 32 bytes in hexadecimal, in small letters")
    return bytes.fromhex(seed)


@given_by(PATRON)
class AddWords(Command[TournamentState], tag="add_words.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Add words of your own to a ballot or lot before it is drawn; the result follows from all of them."""

    draw: Count
    words: str

    def decide(self, draft: TournamentDraft) -> None:
        require_open(draft)
        clause, person = draft.state.law.draws, self.actor.person
        if not may_add_words(draft.state, person):
            refuse(draft.state, "no_entrant", clause, "words are for entrants, as long as something is to be drawn")
        draw = next((one for one in open_draws(draft.state) if one.number == self.draw), None)
        if draw is None:
            refuse(
                draft.state, "draw_closed", clause, f"draw {self.draw} takes no words: it is drawn, or not committed to"
            )
        if words_left(draw, person) <= 0:
            refuse(draft.state, "words_enough", clause, f"{person} has added words {MAX_WORDS} times to this draw")
        try:
            words = accepted_words(self.words)
        except Unreadable as error:
            refuse(draft.state, "bad_words", clause, str(error))
        draft.add(WordsAdded(draw=self.draw, player=person, words=words, clause=clause))


@given_by(*DIRECTOR)
class RedrawBallot(Committing, tag="redraw_ballot.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Have a ballot drawn again that was drawn by mistake, before the first session of its stage starts.

    It takes an operator's approval. The house commits to a new secret, entrants add words anew, and the next ballot
    publishes times anew. Offers of seats end; the first result stays on record.
    """

    needs_approval = True
    approvers = frozenset({Role.OPERATOR})

    reason: str

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        state, clause = draft.state, draft.state.law.draws
        if not ballot_may_be_redrawn(state):
            sentence = "a ballot is drawn again before the first session of its stage starts, and then no more"
            refuse(draft.state, "no_ballot", clause, sentence)
        if not self.reason.strip():
            refuse(draft.state, "no_reason", clause, "say why the ballot is drawn again")
        draw = ballot_in_force(state)
        number = None if draw is None else draw.number
        draft.add(BallotSetAside(stage=state.stage, draw=number, reason=self.reason, clause=clause))


@given_by(OPERATOR)
class RenewDraws(Committing, tag="renew_draws.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replace the draws whose secrets are lost, or may be known after a restore; the house does it itself."""

    draws: tuple[Count, ...]
    reason: str

    def decide(self, draft: TournamentDraft) -> None:
        waiting = {draw.number for draw in open_draws(draft.state)}
        if not self.draws or not waiting.issuperset(self.draws):
            refuse(draft.state, "no_draw", draft.state.law.draws, "only draws that are still to be drawn are replaced")
        for number in dict.fromkeys(self.draws):
            draft.add(DrawSetAside(draw=number, reason=self.reason, clause=draft.state.law.draws))
