"""The OpenAPI document: from the endpoints and the very types that are read and written."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

from puntobanco.app.auth.secret_text import Whisper
from puntobanco.log.redact import _declared
from puntobanco.table.model import Secret
from puntobanco.values.text import LONGEST_NAME
from puntobanco.version import __version__
from puntobanco.web.cookies import Cookie
from puntobanco.web.countdowns import TableClock
from puntobanco.web.endpoints import Endpoint, Who
from puntobanco.web.live import PARAMETERS as LIVE
from puntobanco.web.openapi_links import LINKS, Link
from puntobanco.web.problems import TITLES, Problem
from puntobanco.web.schemas import schema_components, schema_of
from puntobanco.web.table_summaries import Summary
from puntobanco.web.types import SeenActs, SeenEvent, SeenRecord
from puntobanco.web.views.visible_state import Seen

REF = "#/components/schemas/{name}"
ALWAYS = (401, 403, 421, 422, 429, 503)
_NULL = {"type": "null"}
"""What any endpoint may answer."""


def document(endpoints: Sequence[Endpoint], root: str) -> bytes:
    """The whole document as JSON."""
    wanted = [one.gives for one in endpoints] + [one.takes for one in endpoints if one.takes is not None]
    live = (SeenRecord, SeenActs, *get_args(Seen), TableClock, Summary)
    kinds = [*wanted, *live, Problem]
    schemas, components = schema_components(kinds, schema_hook=_schema_of, ref_template=REF)
    _allow_hidden(components)
    gives = schemas[: len(endpoints)]
    takes = iter(schemas[len(endpoints) : len(wanted)])
    paths: dict[str, dict[str, Any]] = {}
    for one, given in zip(endpoints, gives, strict=True):
        taken = _tagged(next(takes), "do") if one.takes is not None else None
        paths.setdefault(root + one.path, {})[one.method.lower()] = _operation(one, given, taken)
    paths[f"{root}/live"] = {"get": _live()}
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "puntobanco",
                "version": __version__,
                "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
                "description": "Mini-baccarat by the book. Money is whole cents, times are microseconds since 1970.",
            },
            "security": [{"session": []}, {"token": []}],
            "paths": paths,
            "components": {"schemas": components, "securitySchemes": _SECURITY},
        }
    )


_SECURITY = {
    "token": {"type": "http", "scheme": "bearer"},
    "session": {"type": "apiKey", "in": "cookie", "name": "punto"},
}


_WHO: dict[Who, list[dict[str, list[str]]]] = {Who.ANYBODY: [], Who.PERSON: [{"session": []}]}
"""Where not everybody who is in may ask, or somebody who is not."""
_COOKIE = {Cookie.SET: "The session.", Cookie.CLEARED: "The session is over."}


def _schema_of(kind: type[Any]) -> dict[str, Any]:
    """What is told to the door alone is a text like any other on its way there."""
    if kind is not Whisper:
        raise NotImplementedError(kind)
    return {"type": "string"}


def _operation(one: Endpoint, given: Mapping[str, Any], taken: Mapping[str, Any] | None) -> dict[str, Any]:
    statuses = [*ALWAYS, *one.problems]
    statuses += [404] if "{" in one.path else []
    statuses += [400, 409] if one.method != "GET" else []
    statuses += [413, 415] if taken is not None else []
    statuses += [409] if one.path.endswith("/odds") else []
    content = {
        **({} if one.gives is None else _json(given)),
        **{kind: {"schema": {"type": "string"}} for kind in one.files},
    }
    asked_for: dict[str, Any] = {"description": "What was asked for.", "content": content}
    if one.cookie is not Cookie.LEFT:
        asked_for["headers"] = {"Set-Cookie": {"description": _COOKIE[one.cookie], "schema": {"type": "string"}}}
    links = LINKS.get((one.method, one.path))
    if links is not None:
        asked_for["links"] = {link.name: _link(link) for link in links}
    responses: dict[str, Any] = {"200": asked_for}
    if one.leads_to is not None:
        responses["303"] = {"description": f"For a browser's form: {one.leads_to} is next."}
    responses |= {str(status): _problem(status) for status in sorted(set(statuses))}
    found: dict[str, Any] = {
        "operationId": _id_of(one.method, one.path),
        "summary": one.says,
        "tags": [one.tag],
        "parameters": [*_in_path(one.path), *map(_parameter, one.parameters)],
        "responses": responses,
    }
    if one.who in _WHO:
        found |= {"security": _WHO[one.who]}
    if taken is not None:
        examples = {name: {"value": value} for name, value in one.examples.items()}
        content = _json(taken)
        if examples:
            content["application/json"]["examples"] = examples
        found["requestBody"] = {"required": True, "content": content}
    return found


def _id_of(method: str, path: str) -> str:
    words = re.findall(r"[a-z]+", path)
    return "_".join((method.lower(), *words))


def _link(one: Link) -> dict[str, Any]:
    return {"operationId": _id_of(one.method, one.path), "description": one.says, "parameters": one.values}


def _json(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _problem(status: int) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": REF.format(name="Problem")}}}
    return {"description": f"{TITLES[status]}.", "content": content}


def _in_path(path: str) -> list[dict[str, Any]]:
    schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in re.findall(r"{(\w+)}", path)]


def _in_place(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter's type, such as a choice of words, stands where it is used: nothing else refers to it."""
    named: dict[str, Any] = schema.get("$defs", {})
    found: dict[str, Any] = named[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _parameter(one: Any) -> dict[str, Any]:
    schema = _in_place(schema_of(one.type)) | ({"minimum": 0} if one.type is int else {})
    found = {"name": one.name, "in": one.place, "description": one.says, "required": one.required, "schema": schema}
    return found if one.example is None else {**found, "example": one.example}


def _tagged(schema: dict[str, Any], member: str) -> dict[str, Any]:
    """A union says by which member its types are told apart."""
    return (
        {**schema, "discriminator": {"propertyName": member}}
        if "anyOf" in schema and "discriminator" not in schema
        else schema
    )


def _allow_hidden(components: dict[str, Any]) -> None:
    """What its reader may not see is left out of an event; in a list, and for a face, null stands for it."""
    for kind in _with_secrets():
        schema = components.get(kind.__name__) or components.get(f"{kind.__module__}.{kind.__name__}")
        secrets = dict(_declared(kind)[0])
        if schema is None or not secrets:
            continue
        blank: list[Any]
        if "prefixItems" in schema:
            members: Any = schema["prefixItems"]
            blank = [place for place, name in enumerate(kind.__struct_fields__) if name in secrets]
        else:
            members = schema["properties"]
            blank = [name for name, secret in secrets.items() if secret is Secret.FACE]
            schema["required"] = [name for name in schema.get("required", ()) if name in blank or name not in secrets]
        for member in blank:
            members[member] = _or_null(members[member])


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return schema if _NULL in schema.get("anyOf", ()) else {"anyOf": [schema, _NULL]}


def _with_secrets() -> set[type[msgspec.Struct]]:
    """All types that can be in an event."""
    found: set[type[msgspec.Struct]] = set()
    waiting: list[Any] = list(get_args(SeenEvent))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in found:
            found.add(kind)
            waiting += [one for field in msgspec.structs.fields(kind) for one in _parts(field.type)]
    return found


def _parts(hint: Any) -> list[Any]:
    inner = [part for one in get_args(hint) for part in _parts(one)]
    return inner or [hint]


def _live() -> dict[str, Any]:
    says = (
        "Server-sent events. `view`: a stream as you may see it; `record`: what happened next; `clock`: when wagers "
        "close; `switch`: gaming was switched off or on there; `summary`: a table of a board; `ready`: all that was is "
        "sent. The id of an event is the cursor."
    )
    return {
        "operationId": "get_live",
        "summary": "Follow tables as they are played.",
        "description": says,
        "tags": ["live"],
        "parameters": [*map(_parameter, LIVE)],
        "responses": {
            "200": {
                "description": "A stream that does not end.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            **{str(status): _problem(status) for status in (*ALWAYS, 404)},
        },
    }
