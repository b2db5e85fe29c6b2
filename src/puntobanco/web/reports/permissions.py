"""Who may have which paper: nobody, unless it says so here."""

from collections.abc import Collection

from puntobanco.app.auth.principal import Scope
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.names import CAGE, HOUSE, TABLE, TOURNAMENT, named
from puntobanco.web.authenticate import audience_at
from puntobanco.web.problems import Declined
from puntobanco.web.request import Call

WHOLE_HOUSE = frozenset({Role.OPERATOR, Role.AUDITOR})
"""Who have been given these for the whole house have everything."""
SUPERVISING = WHOLE_HOUSE | {Role.SUPERVISOR}
"""At a table: its reports and rounds."""
DIRECTING = SUPERVISING | {Role.DIRECTOR}
"""At a tournament: its report."""


def of_the_house(call: Call) -> Actor:
    """For the auditors and operators of the house."""
    found = _of_the_house(call)
    if found is None:
        raise _refused("this is for auditors and operators of the whole house")
    return found


def of_the_table(call: Call) -> Actor:
    """For them, and for whoever supervises the table; as whom they look at it."""
    return _supervising(call, TABLE + call.path["table"], SUPERVISING, "supervisors of this table")


def of_the_tournament(call: Call) -> Actor:
    return _supervising(call, TOURNAMENT + call.path["tournament"], DIRECTING, "directors of this tournament")


def of_the_patron(call: Call) -> Actor:
    """For them, and for the patron whose own it is."""
    stream = CAGE + call.path["person"]
    audience = audience_at(call.served.door, call.visitor, stream)
    own = audience is not None and audience.role is Role.PATRON and audience.person == named(stream)
    found = audience if own else _of_the_house(call)
    if found is None:
        raise _refused(
            "this is another one's: it is for that patron, and for auditors and operators of the whole house"
        )
    return found


def of_whoever_has_bundles(call: Call) -> None:
    """For them, and for every patron."""
    if _of_the_house(call) is not None:
        return call.require(Scope.WORK)
    own = audience_at(call.served.door, call.visitor, CAGE + call.visitor.person)
    if own is None or own.role is not Role.PATRON:
        raise _refused("this is for patrons, and for auditors and operators of the whole house")
    return call.require(Scope.PLAY)


def _of_the_house(call: Call) -> Actor | None:
    found = audience_at(call.served.door, call.visitor, HOUSE)
    return found if found is not None and found.role in WHOLE_HOUSE else None


def _supervising(call: Call, stream: str, roles: Collection[Role], whom: str) -> Actor:
    whole = _of_the_house(call)
    if whole is not None:
        return whole
    found = audience_at(call.served.door, call.visitor, stream)
    if found is None or found.role not in roles:
        raise _refused(f"this is for {whom}, and for auditors and operators of the house")
    return found


def _refused(sentence: str) -> Declined:
    return Declined(403, "wrong_role", sentence)


# What there is


def table(call: Call) -> str:
    """The name of the table in the path, which must have been opened."""
    stream = call.table()
    call.standing(stream, "open table")
    return named(stream)


def tournament(call: Call) -> str:
    call.standing(TOURNAMENT + call.path["tournament"], "tournament")
    return call.path["tournament"]


def patron(call: Call) -> str:
    call.standing(CAGE + call.path["person"], "account")
    return call.path["person"]
