"""Secrets of ballots and lots: where one is due the house commits to it, and where one is drawn it reveals it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from puntobanco.errors import Refused
from puntobanco.fair_shoes.draws import DrawContext, DrawKind
from puntobanco.fair_shoes.house_secret import DrawSecret
from puntobanco.tournament import TournamentState, handle
from puntobanco.tournament.commands.draws import LOCKED, Committing, Drawing
from puntobanco.tournament.model import Commitment, Draw
from puntobanco.tournament.queries.draws import draws_due, open_draw
from puntobanco.values.replace import changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A command with what only the house can say, and the secrets to keep with it, by the numbers of their draws."""

    command: Any
    secrets: tuple[tuple[int, DrawSecret], ...] = ()


def prepared(
    state: TournamentState | None,
    command: Any,
    *,
    house: str,
    tournament: str,
    new_secret: Callable[[], bytes],
    secret_of: Callable[[Draw], DrawSecret | None],
) -> Prepared:
    """The command with the secret that it reveals and the commitments that are due after it; or its refusal."""
    if state is None or not isinstance(command, Committing):
        return Prepared(command=command)
    command = changed(command, commitments=())
    if isinstance(command, Drawing):
        command = changed(command, secret=None)
        if _draws_by_secret(state, command):
            command = changed(command, secret=_revealed(state, command, secret_of))
    _, after = handle(state, command)
    numbered = enumerate(draws_due(after), start=len(after.draws) + 1)
    contexts = [DrawContext(house=house, tournament=tournament, draw=number, kind=kind) for number, kind in numbered]
    secrets = [DrawSecret(new_secret()) for _ in contexts]
    commitments = tuple(
        Commitment(context=context, commitment=secret.commitment(context).hex())
        for context, secret in zip(contexts, secrets, strict=True)
    )
    kept = tuple((context.draw, secret) for context, secret in zip(contexts, secrets, strict=True))
    return Prepared(command=changed(command, commitments=commitments), secrets=kept)


def _draws_by_secret(state: TournamentState, command: Drawing) -> bool:
    """Whether nothing is missing but the secret: what is refused for another reason, or draws nothing, reveals none."""
    try:
        handle(state, command)
    except Refused as refusal:
        if refusal.code != LOCKED:
            raise
        return True
    return False


def _revealed(state: TournamentState, command: Drawing, secret_of: Callable[[Draw], DrawSecret | None]) -> str | None:
    draw = open_draw(state, DrawKind(command.draws))
    secret = None if draw is None else secret_of(draw)
    return None if secret is None else secret.raw().hex()


def is_of(secret: DrawSecret, draw: Draw) -> bool:
    """Whether the house is committed to this secret."""
    return secret.commitment(draw.committed.context).hex() == draw.committed.commitment
