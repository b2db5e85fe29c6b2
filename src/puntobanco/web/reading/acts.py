"""What somebody may do at a tournament, as small forms: what each act asks for, and what would usually be answered."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import Struct, UnsetType
from msgspec.structs import FieldInfo, fields

from puntobanco.app.house.duty import roles_of
from puntobanco.cards import Card
from puntobanco.money import Cents
from puntobanco.rules.table_rules import TableRules
from puntobanco.table import Legal, TableState
from puntobanco.table.actors import Actor
from puntobanco.table.asking import Asking, name_of
from puntobanco.table.commands import COMMANDS as AT_TABLES
from puntobanco.table.reading.offering import Amounts
from puntobanco.tournament.asked.progress import Next, progress
from puntobanco.tournament.asked.seating import next_play_off, to_be_seated, usual_sizes
from puntobanco.tournament.commands import COMMANDS, AtTable
from puntobanco.tournament.reading.legal import legal
from puntobanco.tournament.state import TournamentState


class AskSort(StrEnum):
    """How something is written that an act asks for."""

    TEXT = "text"
    NUMBER = "number"
    MONEY = "money"
    CHOICE = "choice"
    YES = "yes"
    DATE = "date"
    TIME = "time"
    NOW = "now"
    """The time of the act itself."""
    SEED = "seed"
    """32 bytes, in hexadecimal."""
    SIZES = "sizes"
    """Whole numbers, one for each table."""
    WORDS = "words"
    CARD = "card"
    CONDITIONS = "conditions"


class Asks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that an act asks for."""

    name: str
    sort: AskSort
    needed: bool
    options: tuple[str, ...]
    """Of a choice, or what could be meant."""
    usual: str
    """What would usually be answered; empty where nobody can know."""
    least: Cents | None
    most: Cents | None


class DeskAct(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that may be done now."""

    kind: str
    says: str
    """What it does."""
    table: str | None
    """Of an act at one of the tables."""
    where: tuple[tuple[str, Any], ...]
    """What it says already."""
    asks: tuple[Asks, ...]


AT_TABLE = name_of(AtTable)
STEPS: dict[Next, str] = {
    Next.APPROVE: "record_approval",
    Next.CONFIRM: "confirm_approval",
    Next.NOMINATE: "nominate",
    Next.REGISTER: "register",
    Next.BALLOT: "draw_ballot",
    Next.SEATS: "take_place",
    Next.START: "start_session",
    Next.RESUME: "resume_play",
    Next.END: "end_session",
    Next.PLAY_OFF: "start_play_off",
    Next.LOT: "draw_lot",
    Next.AWARD: "award_places",
    Next.PAY: "pay_prize",
}
"""The command that each step takes; play is at the tables."""


def next_step(state: TournamentState) -> str | None:
    return STEPS.get(progress(state).next)


def legal_for(state: TournamentState | None, audience: Actor) -> tuple[Legal, ...]:
    """What somebody with this role may do: a director acts as a supervisor, and at the tables as an operator, too."""
    offered = [
        one
        for at_a_table in (False, True)
        for role in roles_of(audience.role, at_a_table=at_a_table)
        for one in legal(state, Actor(person=audience.person, role=role))
        if at_a_table is (one.kind == AT_TABLE)
    ]
    return tuple(one for place, one in enumerate(offered) if one not in offered[:place])


def acts(state: TournamentState, audience: Actor) -> tuple[DeskAct, ...]:
    """Everything that this person may do, as forms; bets are laid on the cloth, and are none."""
    return tuple(_acts(state, audience))


_NO_FORM = frozenset({"place", "bet_slip", "withdraw", "move", "change_conditions"})


def _acts(state: TournamentState, audience: Actor) -> Iterator[DeskAct]:
    for one in legal_for(state, audience):
        where: dict[str, Any] = dict(one.where) if one.kind == AT_TABLE else {}
        table, offered = where.get("table"), where.get("command", one)
        kind: type[Asking] = COMMANDS[offered.kind] if table is None else AT_TABLES[offered.kind]
        asks = _asked(state, table, offered, kind)
        if offered.kind not in _NO_FORM and asks is not None:
            says = (kind.__doc__ or "").partition("\n")[0]
            yield DeskAct(kind=offered.kind, says=says, table=table, where=offered.where, asks=asks)


def _asked(state: TournamentState, table: str | None, offered: Legal, kind: type[Asking]) -> tuple[Asks, ...] | None:
    """What is left to the person; none where it cannot be asked for in a form."""
    of = {field.name: field for field in fields(kind)}
    ranged = _ranged(offered, of)
    names = dict.fromkeys((*offered.asks, *(() if ranged is None else (ranged,))))
    found = [_asks(state, table, of[name], offered.amounts if name == ranged else ()) for name in names]
    return None if None in found else tuple(one for one in found if one is not None)


def _ranged(offered: Legal, of: Mapping[str, FieldInfo]) -> str | None:
    """What the ranges of an offer are of: an amount, or whatever number it does not say itself."""
    said = {"actor", *dict(offered.where)}
    numbers = [name for name, field in of.items() if name not in said and _sort_of(field.type) is AskSort.NUMBER]
    return next(iter(sorted(numbers, key=lambda name: name != "amount")), None) if offered.amounts else None


def _asks(state: TournamentState, table: str | None, field: FieldInfo, ranges: tuple[Amounts, ...]) -> Asks | None:
    name = field.name
    known = _sort_of(field.type) if ranges and name != "amount" else _SORTS.get(name)
    sort = known or _sort_of(field.type)
    if sort is None:
        return None
    return Asks(
        name=name,
        sort=sort,
        needed=field.required,
        options=_options(state, table, name, field.type),
        usual=_usual(state, name),
        least=ranges[0].low if ranges else None,
        most=ranges[-1].high if ranges else None,
    )


_SORTS = {
    "seed": AskSort.SEED,
    "sizes": AskSort.SIZES,
    "starts_at": AskSort.TIME,
    "at": AskSort.NOW,
    "date": AskSort.DATE,
    "groups": AskSort.WORDS,
    "amount": AskSort.MONEY,
}
"""What the type alone does not say."""


def _sort_of(kind: Any) -> AskSort | None:
    for one in _parts(kind):
        if one is Card:
            return AskSort.CARD
        if isinstance(one, type) and issubclass(one, StrEnum):
            return AskSort.CHOICE
        for plain, sort in ((bool, AskSort.YES), (int, AskSort.NUMBER), (str, AskSort.TEXT)):
            if one is plain:
                return sort
    return None


def _parts(kind: Any) -> tuple[Any, ...]:
    """A type without its notes; of a union all but nothing."""
    if get_origin(kind) in (Union, UnionType):
        return tuple(part for one in get_args(kind) for part in _parts(one) if part not in (type(None), UnsetType))
    return _parts(get_args(kind)[0]) if hasattr(kind, "__metadata__") else (kind,)


def _options(state: TournamentState, table: str | None, name: str, kind: Any) -> tuple[str, ...]:
    enums = [one for one in _parts(kind) if isinstance(one, type) and issubclass(one, StrEnum)]
    if enums:
        return tuple(one.value for one in enums[0])
    if table is None:
        return tuple(one for one in (*state.conditions.may_enter_only, *state.conditions.may_not_enter)) * (
            name == "groups"
        )
    return _at_table(state.tables[table].state, state.rules, name)


def _at_table(table: TableState, rules: TableRules, name: str) -> tuple[str, ...]:
    match name:
        case "patron":
            return tuple(table.patrons)
        case "wager":
            return tuple(wager.id for wager in rules.wagers)
        case "round":
            return tuple(str(one.number) for one in reversed(table.rounds))
        case _:
            return ()


def _usual(state: TournamentState, name: str) -> str:
    if name != "sizes":
        return ""
    question = next_play_off(state)
    players = to_be_seated(state) if question is None else question.players
    return ", ".join(map(str, usual_sizes(len(players), state.conditions.players_per_table)))
