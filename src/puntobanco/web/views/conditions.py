"""Conditions of entry and play as a form: what there is to say, by which clause, and whether it makes a tournament."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.rulebooks import BOOKS, Rulebook, book
from puntobanco.rulebooks import parameter_types as written
from puntobanco.rulebooks.clause import Choice
from puntobanco.rulebooks.printing import SignLine, sign, statement_text
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.rulebooks.tournament_law import TournamentLaw
from puntobanco.streams.actors import Actor, Role
from puntobanco.tournament.commands import PlanTournament
from puntobanco.tournament.conditions import AdvanceBy, CommissionOf, Conditions, StageKind
from puntobanco.tournament.conditions_file import read_conditions
from puntobanco.web.endpoints import Endpoint
from puntobanco.web.request import Call


class Way(StrEnum):
    """How a condition is written."""

    TEXT = "text"
    TIME = "time"
    DOLLARS = "dollars"
    PART = "part"
    """Percent of the fee, or dollars."""
    WHOLE = "whole"
    WORDS = "words"
    CHOICE = "choice"
    SHARES = "shares"
    """Percent, the first place first."""


class Condition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that conditions say."""

    name: str
    way: Way
    clause: str
    needed: bool
    options: tuple[str, ...] = ()
    usual: str = ""


class TableRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule of the tables that conditions may set."""

    key: str
    title: str
    section: str
    clause: str
    kind: str
    """Of what the book says: `fixed`, `choice`, `bounds` or `silent`."""
    says: str
    options: tuple[str, ...]
    """Of a choice."""
    usual: str
    """Of the book's practice house."""


class ConditionsForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the conditions of a tournament by this book say."""

    book: str
    title: str
    conditions: tuple[Condition, ...]
    stage: tuple[Condition, ...]
    """Of each stage."""
    prizes: tuple[Condition, ...]
    """Of each breakdown."""
    table: tuple[TableRule, ...]


class ConditionsForms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    forms: tuple[ConditionsForm, ...]
    """Of every book that has tournaments."""


def see_forms(_: Call) -> ConditionsForms:
    found = ((one, one.tournament) for one in BOOKS.values())
    return ConditionsForms(forms=tuple(_form(one, law) for one, law in found if law is not None))


def _form(found: Rulebook, law: TournamentLaw) -> ConditionsForm:
    return ConditionsForm(
        book=found.id,
        title=found.title,
        conditions=_conditions(law),
        stage=_stage(law),
        prizes=(
            Condition(name="players", way=Way.TEXT, clause=law.prizes, needed=True, usual="8-14"),
            Condition(name="shares", way=Way.SHARES, clause=law.whole_pool, needed=True, usual="50, 30, 20"),
        ),
        table=tuple(_rule(found, key) for key, one in PARAMETERS.items() if one.set_by_house),
    )


def _conditions(law: TournamentLaw) -> tuple[Condition, ...]:
    needed = (
        ("title", Way.TEXT, law.approval, ""),
        ("start", Way.TIME, law.start, ""),
        ("entry_fee", Way.DOLLARS, law.fee, "100"),
        ("commission", Way.PART, law.fee, "10%"),
        ("chips", Way.DOLLARS, law.chips_per_entry, "1000"),
        ("least_players", Way.WHOLE, law.players, "8"),
        ("most_players", Way.WHOLE, law.players, "14"),
        ("players_per_table", Way.WHOLE, law.players_per_table, "7"),
        ("play_off_rounds", Way.WHOLE, law.play_off, "1"),
    )
    of = Condition(name="commission_of", way=Way.CHOICE, clause=law.pool, needed=False, options=tuple(CommissionOf))
    words = (
        ("may_not_enter", Way.WORDS, law.groups),
        ("may_enter_only", Way.WORDS, law.groups),
        ("delegated", Way.WORDS, law.director),
    )
    return (
        *(Condition(name=name, way=way, clause=by, needed=True, usual=usual) for name, way, by, usual in needed),
        of,
        *(Condition(name=name, way=way, clause=by, needed=False) for name, way, by in words),
    )


def _stage(law: TournamentLaw) -> tuple[Condition, ...]:
    by = law.structure
    return (
        Condition(name="name", way=Way.TEXT, clause=by, needed=True),
        Condition(name="kind", way=Way.CHOICE, clause=by, needed=True, options=tuple(StageKind)),
        Condition(name="rounds", way=Way.WHOLE, clause=by, needed=False, usual="20"),
        Condition(name="shoes", way=Way.WHOLE, clause=by, needed=False),
        Condition(name="advance", way=Way.WHOLE, clause=by, needed=False),
        Condition(name="advance_by", way=Way.CHOICE, clause=by, needed=False, options=tuple(AdvanceBy)),
        Condition(name="chips", way=Way.DOLLARS, clause=law.chips_per_entry, needed=False),
        Condition(name="sessions", way=Way.WHOLE, clause=law.structure, needed=False),
        Condition(name="limits.minimum", way=Way.DOLLARS, clause=law.limits, needed=False),
        Condition(name="limits.maximum", way=Way.DOLLARS, clause=law.limits, needed=False),
    )


def _rule(found: Rulebook, key: str) -> TableRule:
    stated, one = found.stated[key], PARAMETERS[key]
    options = stated.statement.options if isinstance(stated.statement, Choice) else ()
    return TableRule(
        key=key,
        title=one.title,
        section=one.section,
        clause=stated.clause.number,
        kind=type(stated.statement).__name__.lower(),
        says=statement_text(key, stated.statement),
        options=tuple(written.write(one.kind, option) for option in options),
        usual=written.write(one.kind, found.practice[key]) if key in found.practice else "",
    )


class ConditionsSaid(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody would plan, written as in a conditions document: dollars, percent and UTC."""

    book: str
    conditions: Mapping[str, Any]
    choices: tuple[tuple[str, str], ...] = ()


class ConditionsRead(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Conditions that make a tournament, as `plan_tournament` takes them."""

    conditions: Conditions
    digest: str
    sign: tuple[SignLine, ...]
    """At its tables, unless a stage has limits of its own."""


def read_said(call: Call) -> ConditionsRead:
    """Nothing is written: whatever is wrong is named with its field and clause."""
    said = msgspec.json.decode(call.body, type=ConditionsSaid)
    law = book(said.book).tournament
    if law is None:
        raise Refused("no_tournaments", said.book, f"{said.book} has no clauses for tournaments: choose another book")
    found = read_conditions(said.conditions, law)
    planning = Actor(person=call.visitor.person, role=Role.OPERATOR)
    planned = PlanTournament(actor=planning, book=said.book, choices=said.choices, conditions=found).planned()
    return ConditionsRead(conditions=found, digest=found.digest, sign=sign(planned.rules))


CONDITIONS = (
    Endpoint(
        method="GET",
        path="/conditions",
        does=see_forms,
        gives=ConditionsForms,
        says="What conditions of entry and play say, for every book that has tournaments.",
        tag="tournaments",
    ),
    Endpoint(
        method="POST",
        path="/conditions",
        does=read_said,
        takes=ConditionsSaid,
        gives=ConditionsRead,
        says="Whether these conditions make a tournament; nothing is planned by it.",
        tag="tournaments",
        examples={
            "final": {
                "book": "act-2015",
                "conditions": {
                    "title": "Spring Cup",
                    "start": "2026-11-20T19:00Z",
                    "entry_fee": "100",
                    "commission": "10%",
                    "chips": "1000",
                    "least_players": 2,
                    "most_players": 7,
                    "players_per_table": 7,
                    "play_off_rounds": 1,
                    "stages": [{"name": "Final", "kind": "final", "rounds": 20}],
                    "table": {"minimum": "10", "maximum": "500"},
                    "prizes": {"2-7": [70, 30]},
                },
            }
        },
        problems=(409,),
    ),
)
