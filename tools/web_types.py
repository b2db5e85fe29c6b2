"""TypeScript types of the API: the names that the browser side imports from `api/schema`, and what they refer to."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct, UnsetType

from puntobanco.web.app import API, ENDPOINTS
from puntobanco.web.openapi import document

COMMANDS = {
    "TableCommand": "/tables/{table}/commands",
    "FairShoeCommand": "/tables/{table}/shoes/commands",
    "TournamentCommand": "/tournaments/{tournament}/commands",
    "AccountCommand": "/accounts/{person}/commands",
    "HouseCommand": "/house/commands",
}
"""The names of what these endpoints take."""
NOT_READ = {"SeenRecord"}
"""Pages read views. A record in the answer to a command can hold any event, and would bring the types of all."""
IMPORT = re.compile(r'import type \{([^}]*)\} from "[^"]*/schema";')
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEADING = "/** Made by `python -m tools.web_side types`: types of the API that are imported, and what they refer to. */"


JSON_NAMES = {"ref": "$ref", "any_of": "anyOf", "tuple_of": "prefixItems", "others": "additionalProperties"}


class Schema(Struct, frozen=True, rename=JSON_NAMES):
    """What of JSON Schema the API's document uses."""

    description: str = ""
    ref: str = ""
    any_of: tuple["Schema", ...] = ()
    enum: tuple[str | int | bool, ...] = ()
    type: str = ""
    tuple_of: tuple["Schema", ...] = ()
    items: "Schema | bool | None" = None
    properties: dict[str, "Schema"] | None = None
    required: frozenset[str] = frozenset()
    others: "Schema | bool" = True
    default: msgspec.Raw | UnsetType = UNSET


Schemas = Mapping[str, Schema]


def types_for(sources: Path, schemas: Schemas | None = None) -> str:
    """Return the types that these sources need."""
    found = api_schemas() if schemas is None else schemas
    wanted = _imported(sources)
    if unknown := wanted - found.keys():
        raise SystemExit(f"the API has no type named {', '.join(sorted(unknown))}")
    sent = _reached(wanted & COMMANDS.keys(), found)
    received = _reached(wanted - sent, found)
    used = received | sent
    return "\n".join([HEADING, *(_declared(name, found[name], sent=name not in received) for name in sorted(used)), ""])


def api_schemas() -> Schemas:
    described = json.loads(document(ENDPOINTS, API))
    schemas = described["components"]["schemas"]
    for name, path in COMMANDS.items():
        body = described["paths"][API + path]["post"]["requestBody"]
        schemas[name] = body["content"]["application/json"]["schema"]
    return msgspec.json.decode(json.dumps(schemas), type=dict[str, Schema])


def _imported(sources: Path) -> set[str]:
    texts = (file.read_text(encoding="utf-8") for file in sources.rglob("*") if file.suffix in (".ts", ".svelte"))
    lists = (names for text in texts for names in IMPORT.findall(text))
    return {name.split(" as ")[0].strip() for names in lists for name in names.split(",") if name.strip()}


def _reached(names: Iterable[str], schemas: Schemas) -> set[str]:
    """Return these names and all that they refer to."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += (one for one in _references(schemas[name]) if one not in NOT_READ)
    return found


def _references(schema: Schema) -> Iterator[str]:
    if schema.ref:
        yield _last(schema.ref)
    values = (schema.items, schema.others)
    inner = (*schema.any_of, *schema.tuple_of, *(schema.properties or {}).values(), *values)
    for one in inner:
        if isinstance(one, Schema):
            yield from _references(one)


def _last(reference: str) -> str:
    return reference.rpartition("/")[2]


def _identifier(name: str) -> str:
    """A name that two modules have comes with its module."""
    words = name.removeprefix("puntobanco.").replace("_", ".").split(".") if "." in name else [name]
    return "".join(word[:1].upper() + word[1:] for word in words)


def _declared(name: str, schema: Schema, *, sent: bool) -> str:
    comment = f"/** {schema.description.splitlines()[0]} */\n" if schema.description else ""
    return f"{comment}export type {_identifier(name)} = {_type(schema, sent=sent)};"


def _members(properties: Schemas, required: frozenset[str], *, sent: bool) -> str:
    """A member with a default is always in an answer; of a command it may be left out."""
    lines = []
    for name, schema in properties.items():
        always = name in required or (schema.default is not UNSET and not sent)
        lines.append(f"  {name}{'' if always else '?'}: {_type(schema, sent=sent)};\n")
    return "{\n" + "".join(lines) + "}"


def _type(schema: Schema, *, sent: bool) -> str:
    match schema:
        case Schema(ref=ref) if ref:
            return "unknown" if _last(ref) in NOT_READ else _identifier(_last(ref))
        case Schema(any_of=parts) if parts:
            return " | ".join(_type(part, sent=sent) for part in parts)
        case Schema(enum=values) if values:
            return " | ".join(json.dumps(value) for value in values)
        case Schema(tuple_of=parts) if parts:
            return f"[{', '.join(_type(part, sent=sent) for part in parts)}]"
        case Schema(type="array", items=Schema() as item):
            return f"Array<{_type(item, sent=sent)}>"
        case Schema(properties=dict() as properties):
            return _members(properties, schema.required, sent=sent)
        case Schema(type="object", others=Schema() as value):
            return f"Record<string, {_type(value, sent=sent)}>"
        case Schema(type="object"):
            return "Record<string, unknown>"
    return SIMPLE.get(schema.type, "unknown")
