"""JSON Schema of what is stored, from the declarations: the same text for every version of Python."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from puntobanco.cage.commands import AccountCommand as CageCommand
from puntobanco.cage.events import AccountEvent as CageEvent
from puntobanco.cage.stream_type import AccountRecord
from puntobanco.fair_shoes.commands import FairShoeCommand
from puntobanco.fair_shoes.events import FairShoeEvent
from puntobanco.fair_shoes.stream_type import FairShoeRecord
from puntobanco.house.commands import HouseCommand as HouseCommand
from puntobanco.house.events import HouseEvent as HouseEvent
from puntobanco.house.stream_type import HouseRecord
from puntobanco.table.commands import TableCommand
from puntobanco.table.events import TableEvent
from puntobanco.table.stream_type import TableRecord
from puntobanco.tournament.commands import TournamentCommand as TournamentCommand
from puntobanco.tournament.events import TournamentEvent as TournamentEvent
from puntobanco.tournament.stream_type import TournamentRecord
from puntobanco.web.schemas import schema_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REFERENCE = "#/$defs/"
GENERIC = "Ruled_"
"""How the definition of a value with its clause begins: it is written where it is used."""


def schemas() -> dict[str, str]:
    """The schemas of commands, events and records, by name."""
    record = _schema(TableRecord, "A record: one accepted command and the events that it led to")
    return {
        "commands": _text(_schema(TableCommand, "A command, as a record keeps it")),
        "events": _text(_schema(TableEvent, "An event, as a record keeps it")),
        "record": _text(_with_the_others(record, "table_record.1", "")),
        **_of_tournaments(),
        **_of_accounts(),
        **_of_shoes(),
        **_of_the_house(),
    }


def _of_tournaments() -> dict[str, str]:
    """The same of tournaments; what is done and happens at their tables is in the files of tables."""
    commands = _schema(TournamentCommand, "A command of a tournament, as its record keeps it")
    commands["$defs"]["at_table.1"]["properties"]["command"] = {"$ref": "commands.json"}
    events = _schema(TournamentEvent, "An event of a tournament, as its record keeps it")
    events["$defs"]["table_did.1"]["properties"]["events"]["items"] = {"$ref": "events.json"}
    for name in ("tournament_planned.1", "conditions_changed.1"):
        events["$defs"][name]["properties"]["rules"] = {"$ref": f"events.json{REFERENCE}table_rules.1"}
    record = _schema(TournamentRecord, "A record of a tournament: one accepted command and the events that it led to")
    return {
        "tournament_commands": _text(_needed(commands)),
        "tournament_events": _text(_needed(events)),
        "tournament_record": _text(_with_the_others(record, "tournament_record.1", "tournament_")),
    }


def _of_accounts() -> dict[str, str]:
    record = _schema(AccountRecord, "A record of an account: one accepted command and the events that it led to")
    return {
        "cage_commands": _text(_schema(CageCommand, "A command of an account, as its record keeps it")),
        "cage_events": _text(_schema(CageEvent, "An event of an account, as its record keeps it")),
        "cage_record": _text(_with_the_others(record, "account_record.1", "cage_")),
    }


def _of_shoes() -> dict[str, str]:
    """The same of fair shoes, whose events are acts."""
    record = _schema(FairShoeRecord, "A record of fair shoes: one step and the acts that it led to")
    return {
        "fair_commands": _text(_schema(FairShoeCommand, "A command of fair shoes, as its record keeps it")),
        "fair_events": _text(_schema(FairShoeEvent, "An act, as a record of fair shoes keeps it")),
        "fair_record": _text(_with_the_others(record, "fair_shoe_record.1", "fair_")),
    }


def _of_the_house() -> dict[str, str]:
    """The same of the house; what is proposed at a tournament's table is in the file of tables."""
    record = _schema(HouseRecord, "A record of the house's own stream: one accepted command and its events")
    commands = _schema(HouseCommand, "A command of the house, as its record keeps it")
    events = _schema(HouseEvent, "An event of the house, as its record keeps it")
    for schema in (commands, events):
        schema["$defs"]["at_table.1"]["properties"]["command"] = {"$ref": "commands.json"}
    return {
        "house_commands": _text(_needed(commands)),
        "house_events": _text(_needed(events)),
        "house_record": _text(_with_the_others(record, "house_record.1", "house_")),
    }


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _schema(kind: Any, title: str) -> dict[str, Any]:
    found = schema_of(kind)
    definitions = found.pop("$defs")
    names = _names(definitions)
    kept = {names[key]: _stored(one, definitions, names) for key, one in definitions.items() if key in names}
    return {"$schema": DIALECT, "title": title, **_stored(found, definitions, names), "$defs": kept}


def _with_the_others(record: dict[str, Any], name: str, of: str) -> dict[str, Any]:
    """The schema of a record, in which commands and events are those of the other two files."""
    members = record["$defs"][name]["properties"]
    members["command"] = {"$ref": f"{of}commands.json"}
    members["events"] = {**members["events"], "items": {"$ref": f"{of}events.json"}}
    return _needed(record)


def _needed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with the definitions that it still refers to."""
    definitions = schema["$defs"]
    found: dict[str, None] = {}
    waiting = list(_referred({key: one for key, one in schema.items() if key != "$defs"}))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += _referred(definitions[name])
    return {**schema, "$defs": {name: one for name, one in definitions.items() if name in found}}


def _referred(value: Any) -> Iterator[str]:
    match value:
        case dict():
            yield from (name for one in value.values() for name in _referred(one))
        case list():
            yield from (name for one in value for name in _referred(one))
        case str() if value.startswith(REFERENCE):
            yield value.removeprefix(REFERENCE)


def _names(definitions: dict[str, Any]) -> dict[str, str]:
    """A short name for every definition: the written one where it has a version, else that of its type."""
    short = {key: _written(one) or _type(key) for key, one in definitions.items() if not _is_generic(key)}
    often = Counter(short.values())
    return {key: name if often[name] == 1 else key.removeprefix("puntobanco.") for key, name in short.items()}


def _type(key: str) -> str:
    """`Line` for the type `Line[Odds]`, whose key is `Line_Odds`."""
    return key.rpartition(".")[2].partition("_")[0]


def _is_generic(key: str) -> bool:
    return key.startswith(GENERIC)


def _written(definition: dict[str, Any]) -> str | None:
    """`wager_placed.1`, for what has a version."""
    first: dict[str, Any] = next(iter(definition.get("properties", {}).values()), {})
    written = str(first.get("enum", [""])[0])
    return written if "." in written else None


def _stored(value: Any, definitions: dict[str, Any], names: dict[str, str]) -> Any:
    """The schema with short names, in which every member must be there: what is stored leaves nothing out."""
    match value:
        case {"$ref": str(target)} if _is_generic(target.removeprefix(REFERENCE)):
            return _stored(definitions[target.removeprefix(REFERENCE)], definitions, names)
        case dict():
            shown = {key: _stored(one, definitions, names) for key, one in value.items() if key not in _LEFT_OUT}
            return shown if "properties" not in value else {**shown, **_members(value, definitions, names)}
        case list():
            return [_stored(one, definitions, names) for one in value]
        case str() if value.startswith(REFERENCE):
            return REFERENCE + names[value.removeprefix(REFERENCE)]
        case _:
            return value


def _members(value: dict[str, Any], definitions: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """The members of an object, also one that is called like a word about schemas."""
    members = {name: _stored(one, definitions, names) for name, one in value["properties"].items()}
    return {"properties": members, "required": list(members)}


_LEFT_OUT = ("default", "title")
