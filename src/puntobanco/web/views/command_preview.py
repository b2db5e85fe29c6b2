"""What a ruling would lead to, before anybody confirms it: in sentences with their clauses, and whose money moves."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from puntobanco.app.house.command_preview import RULING, Foreseen, foresee
from puntobanco.cage.ledger import CASH
from puntobanco.cage.state import AccountState
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import AnyCommand
from puntobanco.streams.ledger import kind_of, written
from puntobanco.table.ledger import Box, TableAccount, patron_of
from puntobanco.table.phrases import in_words, place_in_words
from puntobanco.table.state import TableState
from puntobanco.table.views.describe import plain, tell
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.state import TournamentState
from puntobanco.values.money import Cents
from puntobanco.web.authenticate import scope_of
from puntobanco.web.command_bodies import OF_SORT
from puntobanco.web.commands import given
from puntobanco.web.endpoints import Endpoint
from puntobanco.web.problems import Declined
from puntobanco.web.redacted_records import redacted
from puntobanco.web.request import Call, Served


class Foretold(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that would happen, in words."""

    text: str
    clause: str


class Movement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an account would have more, or below zero less."""

    patron: str | None
    """Whose it is; none for the house's own."""
    account: str
    """In words."""
    change: Cents
    after: Cents


class Consequence(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a ruling leads to where its stream stands now. Nothing of it is written anywhere."""

    stream: str
    number: int
    """The last record that it was decided on: send it as `expected`, and nothing else is carried out."""
    takes_two: bool
    """Whether it is proposed, and a second person approves it."""
    sentences: tuple[Foretold, ...]
    moves: tuple[Movement, ...]
    """All that moves at a table, also at one of a tournament, or in an account; the changes sum to zero."""


def see_preview(call: Call) -> Consequence:
    stream = call.table()
    audience = call.audience(stream)
    if audience.role not in RULING:
        raise Declined(403, "wrong_role", "only what supervisors and operators decide is shown beforehand")
    call.require(scope_of(audience))
    return consequence(call.served, stream, given(call, stream), audience)


def consequence(served: Served, stream: str, command: AnyCommand, audience: Actor) -> Consequence:
    """What a command leads to now, as far as this person may see it; refused like the command itself."""
    found = foresee(served.house.look, stream, command, time=served.clocks.now())
    return Consequence(
        stream=stream,
        number=found.number,
        takes_two=found.takes_two,
        sentences=tuple(_sentences(stream, found, command.actor.person, audience)),
        moves=tuple(_moves(_money(found.before, command), _money(found.after, command))),
    )


def _sentences(stream: str, found: Foreseen, by: str, audience: Actor) -> Iterator[Foretold]:
    for event in found.events:
        seen = redacted(stream, event, audience)
        if seen is not None:
            yield Foretold(text=plain(tell(seen.event, by)), clause=seen.event.clause)


Place: TypeAlias = tuple[str | None, str]
"""Whose money it is, none for the house's; and where, in words."""


def _money(state: Any, command: AnyCommand) -> Mapping[Place, Cents]:
    """All that a command can move: of a table, of that one of a tournament's which it is about, of an account."""
    match state, command:
        case TableState(), _:
            return {(patron_of(one), _in_words(one)): amount for one, amount in state.balances.items()}
        case TournamentState(), AtTable(table=name, command=asked) if name in state.tables:
            return _money(state.tables[name].state, asked)
        case AccountState(), _:
            return {(None if one == CASH else state.patron, written(one)): much for one, much in state.accounts.items()}
        case _:
            return {}


def _moves(had: Mapping[Place, Cents], has: Mapping[Place, Cents]) -> Iterator[Movement]:
    """Patrons first, by name, then the house."""
    changed = [one for one in {**had, **has} if had.get(one, 0) != has.get(one, 0)]
    for place in sorted(changed, key=lambda one: (one[0] is None, one[0] or "", one[1])):
        left = has.get(place, 0)
        yield Movement(patron=place[0], account=place[1], change=left - had.get(place, 0), after=left)


def _in_words(account: TableAccount) -> str:
    if isinstance(account, Box):
        return f"{in_words(account.wager)} wager {place_in_words(account.area)}"
    return in_words(kind_of(account))


PREVIEW = (
    Endpoint(
        method="POST",
        path="/tables/{table}/preview",
        does=see_preview,
        gives=Consequence,
        takes=OF_SORT["table"].type,
        says="What a ruling would lead to now, for whoever may give it. Nothing is carried out or written.",
        examples={"void": {"do": "void_round", "round": 1, "reason": "fraud"}},
    ),
)
