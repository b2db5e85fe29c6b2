"""Who comes to a served house, for the matrix: every role here, and everybody who is none of them or not quite."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from puntobanco.app.auth.principal import ALL_SCOPES, Kind, Scope
from puntobanco.app.house.house import House
from puntobanco.house import OPERATOR as THE_HOUSE
from puntobanco.house.commands import GrantRole
from puntobanco.table import Role
from tests.house.roles import GRANTED, grant_all
from tests.house.roles import person as person_of
from tests.web.door import OpenDoor

NOT_IN, NO_FACTOR, OUT_OF_SCOPE = (401, "not_logged_in"), (403, "factor_needed"), (403, "out_of_scope")
READ, PLAY, WORK = Scope.READ, Scope.PLAY, Scope.WORK


@dataclass(frozen=True, kw_only=True)
class Asker:
    """Somebody who asks: all that concerns table 1 and the cup is this one's own, table 2 and the cap another's."""

    letter: str
    says: str
    like: str = ""
    """Whose commands these are, by the letters of the matrix of commands."""
    person: str
    shows: Mapping[str, Any] | None = field(default_factory=dict)
    """What the door is told of the token; none for whoever has none."""
    stopped: tuple[int, str] | None = None
    """What is answered to all that is not for everybody."""

    @property
    def scopes(self) -> frozenset[Scope]:
        found: frozenset[Scope] = (self.shows or {}).get("scopes", ALL_SCOPES)
        return found

    @property
    def scope(self) -> Scope:
        """What giving commands in this role needs."""
        return PLAY if self.like == "P" else WORK

    def let_in(self, door: OpenDoor) -> dict[str, str]:
        """What is sent with every request."""
        if self.shows is None:
            return {}
        token = door.give(self.person, token=f"token {self.letter}", **{"kind": Kind.SESSION, **self.shows})
        if self.stopped == NOT_IN:
            door.revoke(token)
        return {"authorization": f"Bearer {token}"}


def _in_a_role(letter: str) -> Asker:
    return Asker(letter=letter, says=f"{GRANTED[letter][0]} here", like=letter, person=person_of(letter))


def _program(letter: str, like: str, *scopes: Scope, stopped: tuple[int, str] | None = None) -> Asker:
    says = f"a program of {GRANTED[like][0]} that may {' and '.join(scopes)}"
    shows = {"kind": Kind.TOKEN, "scopes": frozenset(scopes)}
    return Asker(letter=letter, says=says, like=like, person=person_of(like), shows=shows, stopped=stopped)


ASKERS = (
    *map(_in_a_role, GRANTED),
    Asker(letter="o", says="operator of table 1 and of nothing else", like="o", person="m-of-one"),
    Asker(letter="g", says="dealer of table 1 while another one deals", like="g", person="m-off-duty"),
    Asker(letter="u", says="somebody without any role", person="m-nobody"),
    Asker(
        letter="v",
        says="a device at table 1",
        person="m-screen",
        shows={"kind": Kind.DEVICE, "scopes": frozenset({READ}), "tables": ("1",)},
    ),
    _program("r", "P", READ),
    _program("p", "P", READ, PLAY),
    _program("w", "S", READ, WORK),
    _program("q", "S", READ, PLAY),
    _program("x", "O", PLAY, WORK, stopped=OUT_OF_SCOPE),
    Asker(letter="n", says="nobody", person="", shows=None, stopped=NOT_IN),
    Asker(letter="e", says="an operator whose session has ended", like="O", person=person_of("O"), stopped=NOT_IN),
    Asker(
        letter="f",
        says="an operator without a second factor",
        like="O",
        person=person_of("O"),
        shows={"lacks_factor": True},
        stopped=NO_FACTOR,
    ),
)
EVERYBODY = "".join(one.letter for one in ASKERS)
PROGRAMS = "".join(one.letter for one in ASKERS if (one.shows or {}).get("kind") in (Kind.TOKEN, Kind.DEVICE))
"""Programs and screens: nobody in a session."""
INSIDE = "".join(one.letter for one in ASKERS if one.stopped is None)


def grant_askers(house: House) -> None:
    """The roles of the matrix of commands, and two more at table 1."""
    grant_all(house)
    for person, role in (("m-of-one", Role.OPERATOR), ("m-off-duty", Role.DEALER)):
        grant = GrantRole(actor=THE_HOUSE, whom=person, duty=role, place="table/1")
        house.handle("house", grant, f"grant {person}")
