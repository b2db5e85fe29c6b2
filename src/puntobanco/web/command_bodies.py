"""Commands as they are sent: without the actor, who is whoever is logged in, and without the house's clock."""

from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import or_
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from puntobanco.app.house.dispatch import ONLY_BESIDE
from puntobanco.app.house.idempotency import OF_DRAWS, TIMED
from puntobanco.cage.commands import AccountCommand as CageCommand
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.commands import EndRestored, FairShoeCommand, RevealLate, SealShoe
from puntobanco.house.commands import Approve, Propose
from puntobanco.house.commands import HouseCommand as HouseCommand
from puntobanco.house.proposals import Proposed
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import AnyCommand, name_of
from puntobanco.streams.normalise_names import clean_command
from puntobanco.table.commands import TableCommand as TableCommand
from puntobanco.tournament.commands import AtTable, RenewDraws
from puntobanco.tournament.commands import TournamentCommand as TournamentCommand
from puntobanco.values.strict_json import read_json

AT_THE_MACHINE = frozenset(kind for kind in get_args(HouseCommand) if kind.at_the_machine)
OF_THE_HOUSE = frozenset({*ONLY_BESIDE, *AT_THE_MACHINE, SealShoe, EndRestored, RevealLate, RenewDraws})
"""What the house writes itself, and nobody sends."""
FILLED_IN: dict[type[AnyCommand], tuple[str, ...]] = {
    Propose: ("made_at", "ground"),
    Approve: ("ground",),
    **{kind: (*names, "seed") for kind, names in OF_DRAWS.items()},
}
"""What the house fills in besides the time; seeds are for scripts."""

Made: TypeAlias = Callable[[Any, Actor], AnyCommand]


class Bodies:
    """The commands of one sort of stream: how they are sent, and how what was sent becomes a command."""

    def __init__(self, kinds: Iterable[type[AnyCommand]]) -> None:
        self._kinds = {_body(kind): kind for kind in kinds if kind not in OF_THE_HOUSE}
        self.type: Any = reduce(or_, self._kinds)
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(self.type)

    @property
    def kinds(self) -> dict[type[Struct], type[AnyCommand]]:
        """Commands by the type of what is sent."""
        return self._kinds

    def read(self, sent: bytes, actor: Actor) -> AnyCommand:
        """The command that was sent, given by this person."""
        return clean_command(self.command(self.body(sent), actor))

    def body(self, sent: bytes) -> Any:
        """What was sent, in its type."""
        try:
            found = self._decoder.decode(sent)
            read_json(sent.decode())  # a member that stands twice is no command, whichever of them was meant
        except (msgspec.MsgspecError, UnicodeError, RecursionError, Unreadable) as error:
            raise Unreadable(f"the body is no command: {error}") from None
        return found

    def command(self, body: Any, actor: Actor) -> AnyCommand:
        given = {name: getattr(body, name) for name in body.__struct_fields__}
        kind = self._kinds[type(body)]
        if kind in WITHIN:
            given["command"] = WITHIN[kind].command(body.command, actor)
        return kind(actor=actor, **given)


@cache
def _body(kind: type[AnyCommand]) -> type[Struct]:
    """The command without what is not for whoever sends it to say, and without the version it is written with: the API
    has one of its own."""
    left_out = ("actor", *(("at",) if kind in TIMED else ()), *FILLED_IN.get(kind, ()))
    members = [_member(kind, field) for field in fields(kind) if field.name not in left_out]
    return msgspec.defstruct(
        f"{kind.__name__}Body",
        members,
        module=kind.__module__,
        namespace={"__doc__": kind.__doc__},
        tag=name_of(kind),
        tag_field="do",
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _member(kind: type[AnyCommand], field: FieldInfo) -> Any:
    of = WITHIN[kind].type if kind in WITHIN and field.name == "command" else field.type
    return (field.name, of) if field.default is NODEFAULT else (field.name, of, field.default)


WITHIN: dict[type[AnyCommand], Bodies] = {}
"""The commands that other commands hold, which have the same actor."""
AT_TABLES = Bodies(get_args(TableCommand))
WITHIN[AtTable] = AT_TABLES
WITHIN[Propose] = Bodies(get_args(Proposed))
AT_TOURNAMENTS = Bodies(get_args(TournamentCommand))
AT_THE_CAGE = Bodies(get_args(CageCommand))
OF_SHOES = Bodies(get_args(FairShoeCommand))
FOR_THE_HOUSE = Bodies(get_args(HouseCommand))
OF_SORT = {
    "table": AT_TABLES,
    "tournament": AT_TOURNAMENTS,
    "cage": AT_THE_CAGE,
    "vault": AT_THE_CAGE,
    "shoes": OF_SHOES,
    "house": FOR_THE_HOUSE,
}
