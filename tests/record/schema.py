"""As much of a JSON Schema validator as our schemas need: a word that it does not know is an error."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs/schema"
SCHEMAS: dict[str, dict[str, Any]] = {
    f"{name}.json": json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    for of in ("", "tournament_", "cage_", "fair_", "house_")
    for name in (f"{of}commands", f"{of}events", f"{of}record")
}
SAYS_NOTHING = {"$schema", "$defs", "title", "description", "default", "discriminator", "type"}
TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
}


def problems(value: Any, file: str) -> list[str]:
    """Where a value is not what the schema in a file says."""
    return list(_problems(value, SCHEMAS[file], file, "$"))


def _problems(value: Any, schema: dict[str, Any], file: str, path: str) -> Iterator[str]:
    if not _is_of_type(value, schema.get("type")):
        yield f"{path}: no {schema['type']}"
        return
    for keyword in schema.keys() - SAYS_NOTHING:
        match keyword:
            case "$ref" | "anyOf":
                yield from _elsewhere(keyword, value, schema, file, path)
            case "properties" | "additionalProperties":
                yield from _in_object(keyword, value, schema, file, path)
            case "items" | "prefixItems":
                yield from _in_list(keyword, value, schema, file, path)
            case _:
                yield from () if _holds(keyword, schema[keyword], value) else (f"{path}: {keyword} {schema[keyword]}",)


def _elsewhere(keyword: str, value: Any, schema: dict[str, Any], file: str, path: str) -> Iterator[str]:
    if keyword == "$ref":
        target, _, name = schema["$ref"].partition("#/$defs/")
        there = SCHEMAS[target or file]
        yield from _problems(value, there["$defs"][name] if name else there, target or file, path)
    elif "discriminator" in schema and isinstance(value, dict):
        tag, by_name = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
        inner = by_name.get(value.get(tag))
        yield from [f"{path}.{tag}: unknown"] if inner is None else _problems(value, {"$ref": inner}, file, path)
    elif all(any(_problems(value, one, file, path)) for one in schema["anyOf"]):
        yield f"{path}: none of {len(schema['anyOf'])}"


def _in_object(keyword: str, value: dict[str, Any], schema: dict[str, Any], file: str, path: str) -> Iterator[str]:
    members, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    if keyword == "additionalProperties":
        for name in value.keys() - members.keys():
            if others is False:
                yield f"{path}.{name}: unknown"
            elif others is not True:
                yield from _problems(value[name], others, file, f"{path}.{name}")
        return
    for name in members.keys() & value.keys():
        yield from _problems(value[name], members[name], file, f"{path}.{name}")


def _in_list(keyword: str, value: list[Any], schema: dict[str, Any], file: str, path: str) -> Iterator[str]:
    if keyword == "prefixItems":
        pairs = list(zip(value, schema["prefixItems"], strict=False))
    else:
        rest = value[len(schema.get("prefixItems", ())) :]
        pairs = [(one, schema["items"] or {"enum": []}) for one in rest]
    for place, (one, inner) in enumerate(pairs):
        yield from _problems(one, inner, file, f"{path}[{place}]")


def _is_of_type(value: Any, told: str | None) -> bool:
    if told == "integer":
        return type(value) is int
    return told is None or isinstance(value, TYPES[told])


def _holds(keyword: str, told: Any, value: Any) -> bool:
    match keyword:
        case "enum":
            return bool(value in told)
        case "required":
            return bool(set(told) <= value.keys())
        case "minimum":
            return bool(value >= told)
        case "maximum":
            return bool(value <= told)
        case "pattern":
            return re.search(told, value) is not None
        case "minLength" | "minItems":
            return bool(len(value) >= told)
        case "maxLength" | "maxItems":
            return bool(len(value) <= told)
        case _:
            raise ValueError(f"{keyword} is a word that this validator does not know")
