"""What `legal` offers at a tournament, as commands."""

import random
from typing import Any

from puntobanco.table import Actor, LegalAction, Role
from puntobanco.tournament import TournamentState
from puntobanco.tournament.commands import COMMANDS, AtTable, TournamentCommand
from puntobanco.tournament.model import Office
from puntobanco.tournament.queries.reaching_back import reaches_back
from puntobanco.tournament.queries.seating import needs_ballot, next_play_off, sessions_due, usual_sizes
from puntobanco.tournament.queries.session_play import any_round_in_progress, is_of_session, tables_in_play
from tests.table import driver

START = 1_795_201_200_000_000
HOUR = 60 * 60 * 10**6


class Dice(driver.Chance):
    """Choices from a seeded source."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def below(self, most: int) -> int:
        return self._rng.randrange(most) if most > 1 else 0


def from_legal(
    state: TournamentState, actor: Actor, option: LegalAction, rng: random.Random
) -> TournamentCommand | None:
    """A command as it is offered; none where nobody would give it."""
    where = dict(option.where)
    if option.kind == "at_table":
        return _at_table(state, actor, where["table"], where["command"], rng)
    return build(state, actor, option.kind, rng, **where)


def build(state: TournamentState, actor: Actor, kind: str, rng: random.Random, **where: Any) -> TournamentCommand:
    """A command of a kind with whatever it asks for."""
    asked = {name: value for name, value in _fields(state, rng).items() if name in _names(kind)}
    if kind == "start_play_off" and (question := next_play_off(state)) is not None and "sizes" not in where:
        asked |= _play_off(state, question.players)
    return COMMANDS[kind](actor=actor, **{**asked, **where})


def _names(kind: str) -> set[str]:
    return {name for name in COMMANDS[kind].__struct_fields__ if name != "actor"} - {
        "series",
        "tournament",
        "commitments",
        "secret",
        "seed",
    }


def _fields(state: TournamentState, rng: random.Random) -> dict[str, Any]:
    players = len(state.still_in)
    newcomer = f"somebody {rng.randrange(10**9)}"
    return {
        "conditions": state.conditions,
        "nominee": newcomer,
        "office": rng.choice([Office.ASSISTANT, Office.DEALER]),
        "reference": "GRC 8",
        "date": "2026-11-02",
        "reason": "fire",
        "player": newcomer,
        "substitute": newcomer,
        "absent": newcomer,
        "groups": (),
        "sizes": usual_sizes(players, state.conditions.players_per_table, 1 if state.over else sessions_due(state)),
        "words": f"words {rng.randrange(10**6)}",
        "draw": rng.randint(1, len(state.draws) + 1),
        "draws": (),
        "starts_at": times(state),
        "at": late(state),
        "minutes": 5,
        "text": "quickly",
    }


def times(state: TournamentState) -> tuple[int, ...]:
    """Published times an hour apart."""
    first = max(START, state.started_at)
    return tuple(first + HOUR * session for session in range(sessions_due(state)))


def late(state: TournamentState) -> int:
    """When every session that is drawn may start."""
    return max((one.starts_at for one in state.waiting), default=START)


def _play_off(state: TournamentState, players: tuple[str, ...]) -> dict[str, Any]:
    question = next_play_off(state)
    if question is None or not needs_ballot(state, question):
        return {"sizes": ()}
    return {"sizes": usual_sizes(len(players), state.conditions.players_per_table)}


def _at_table(
    state: TournamentState, actor: Actor, name: str, option: LegalAction, rng: random.Random
) -> TournamentCommand | None:
    table = state.tables[name]
    command = driver.from_legal(table.state, actor, option, Dice(rng))
    number = getattr(command, "round", None)
    if command is None or (number is not None and not _is_open(state, name, command, number)):
        return None
    return AtTable(actor=actor, table=name, command=command)


def _is_open(state: TournamentState, name: str, command: Any, number: int) -> bool:
    """Whether a round is of the session that runs, or of one that is over and can be reopened for it now."""
    in_play = name in tables_in_play(state) and is_of_session(state.tables[name], number)
    return in_play or (reaches_back(state, name, command) and not any_round_in_progress(state))


def anybody(state: TournamentState, rng: random.Random) -> Actor:
    """Somebody at the tournament in one of the roles."""
    staff = [Actor(person="oz", role=Role.OPERATOR), Actor(person="ida", role=Role.OPERATOR)]
    directors = [Actor(person="dora", role=role) for role in (Role.SUPERVISOR, Role.OPERATOR)]
    dealers = [Actor(person=name, role=Role.DEALER) for name, office in state.officers.items() if office == "dealer"]
    players = [Actor(person=name, role=Role.PATRON) for name in state.entrants]
    strangers = [Actor(person="stranger", role=role) for role in Role]
    return rng.choice(rng.choice([one for one in (staff, directors, dealers, players, strangers) if one]))
