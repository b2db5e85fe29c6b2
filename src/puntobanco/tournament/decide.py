"""decide(state, command): the events that a command leads to, or a refusal. Nothing is ever half done."""

from typing import cast

from puntobanco.errors import Refused
from puntobanco.streams import normalise_names
from puntobanco.streams.command import name_of
from puntobanco.tournament.command import ROLES, Asked
from puntobanco.tournament.commands.draws import Committing, commit
from puntobanco.tournament.commands.lifecycle import PlanTournament
from puntobanco.tournament.events import TournamentEvent
from puntobanco.tournament.state import Draft, TournamentState


def decide(state: TournamentState | None, command: Asked) -> tuple[TournamentEvent, ...]:
    """Answer a command with events, or raise `Refused` with code, clause and sentence."""
    return handle(state, command)[0]


def handle(state: TournamentState | None, command: Asked) -> tuple[tuple[TournamentEvent, ...], TournamentState]:
    """Decide and evolve in one go: the events, and the state after them, each event evolved once."""
    command = normalise_names.accepted(command)
    roles = ROLES[type(command)]
    if command.actor.role not in roles:
        sentence = f"{name_of(command)} is for the {' or '.join(sorted(roles))}, not for the {command.actor.role}"
        raise Refused("wrong_role", "roles", sentence)
    if state is None:
        return _planned(command)
    draft = Draft(state)
    command.decide(draft)
    if isinstance(command, Committing):
        commit(draft, command.commitments)
    return cast("tuple[Event, ...]", tuple(draft.events)), draft.state


def _planned(command: Asked) -> tuple[tuple[TournamentEvent, ...], TournamentState]:
    if not isinstance(command, PlanTournament):
        raise Refused("not_planned", "plan_tournament", "there is no tournament yet: plan it first")
    planned = command.planned()
    return (planned,), planned.begins()
