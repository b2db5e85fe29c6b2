"""Whether a command that comes again under its id is the one that was carried out; what the house fills in."""

from typing import Any

from puntobanco.app.editions import BY_A_BOOK
from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.errors import Refused
from puntobanco.house.commands import COMMANDS as HOUSE_COMMANDS
from puntobanco.house.commands import Approve, Propose
from puntobanco.streams.command import AnyCommand
from puntobanco.table.commands import Draw, Expose, LoadShoe
from puntobanco.tournament.commands import COMMANDS as TOURNAMENT_COMMANDS
from puntobanco.tournament.commands.draws import Committing
from puntobanco.values.replace import changed

OF_DRAWS: dict[type[AnyCommand], tuple[str, ...]] = {
    kind: tuple(name for name in ("commitments", "secret") if name in kind.__struct_fields__)
    for kind in TOURNAMENT_COMMANDS.values()
    if issubclass(kind, Committing)
}
"""What the house says of the secrets of ballots and lots, whatever was given."""
FILLED: dict[type[AnyCommand], tuple[str, ...]] = {
    Draw: ("card",),
    Expose: ("cards",),
    LoadShoe: ("depth",),
    **dict.fromkeys(BY_A_BOOK, ("edition",)),
}
"""What a virtual shoe, or the house, names where a command left it open."""
TIMED: frozenset[type[AnyCommand]] = frozenset(
    kind
    for kind in (*CAGE_COMMANDS.values(), *HOUSE_COMMANDS.values(), *TOURNAMENT_COMMANDS.values())
    if "at" in kind.__struct_fields__
)
"""What has the time of the house in it. At a tournament, a trusted program may give another one."""
WHERE_IT_STANDS = {Propose: ("made_at", "ground", "at"), Approve: ("ground", "at")}
"""What the house says of a proposal, whatever was given."""


def timed(command: Any, time: int) -> Any:
    """What asks for the time has it from the house's clock."""
    return changed(command, at=time) if type(command) in TIMED else command


def require_same(asked: AnyCommand, known: AnyCommand, name: str) -> None:
    """What is asked for under an id is what it was given to."""
    if not is_same(asked, known):
        sentence = f"the id {name} was given to another command: a new command needs an id of its own"
        raise Refused("id_taken", "house", sentence)


def is_same(asked: AnyCommand, kept: AnyCommand) -> bool:
    """The same command of the same person, but for what the house filled in."""
    if type(asked) is not type(kept):
        return False
    filled, timed = FILLED.get(type(asked), ()), type(asked) in TIMED
    given = (*WHERE_IT_STANDS.get(type(asked), ()), *OF_DRAWS.get(type(asked), ()))
    return all(
        getattr(asked, name) == getattr(kept, name)
        or (name in filled and not getattr(asked, name))
        or (timed and name == "at")
        or name in given
        for name in asked.__struct_fields__
    )
