"""TypeScript types of the API: what is imported and what it refers to, and what may be left out of a command."""

from pathlib import Path

import msgspec
import pytest
from tools.web_types import COMMANDS, HEADING, Schema, api_schemas, types_for


def schema(written: str) -> Schema:
    return msgspec.json.decode(written, type=Schema)


FELT = schema(
    """{"type": "object", "description": "A table as a page draws it.\\nMore of it.", "required": ["seats", "last"],
    "properties": {"seats": {"type": "array", "items": {"$ref": "#/c/Seat"}}, "note": {"type": "string", "default": ""},
    "maybe": {"type": "boolean"}, "last": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}}"""
)
SEAT = schema(
    """{"type": "object", "required": ["pair", "state", "rest", "by"],
    "properties": {"pair": {"type": "array", "prefixItems": [{"type": "string"}, {}]},
    "state": {"$ref": "#/c/puntobanco.table.model.State"}, "rest": {"type": "object"},
    "by": {"type": "object", "additionalProperties": {"type": "number"}}}}"""
)
STATE = schema('{"enum": ["free", "taken"]}')
DONE = schema('{"type": "object", "properties": {"record": {"$ref": "#/c/SeenRecord"}}, "required": ["record"]}')
RECORD = schema('{"type": "object", "properties": {"event": {"$ref": "#/c/Felt"}}}')
PLACE = schema(
    """{"type": "object", "properties": {"do": {"enum": ["place"]}, "amount": {"type": "integer"},
    "patron": {"type": "string", "default": ""}, "note": {"$ref": "#/c/Note"}}, "required": ["do", "amount"]}"""
)
NOTE = schema('{"type": "object", "properties": {"text": {"type": "string", "default": ""}}}')
SCHEMAS = {
    "Felt": FELT,
    "Seat": SEAT,
    "puntobanco.table.model.State": STATE,
    "Done": DONE,
    "SeenRecord": RECORD,
    "PlaceBody": PLACE,
    "Note": NOTE,
    "TableCommand": schema('{"anyOf": [{"$ref": "#/c/PlaceBody"}]}'),
}


def made(folder: Path, *imports: str) -> str:
    for number, names in enumerate(imports):
        (folder / f"{number}.svelte").write_text(
            f'<script lang="ts">\n  import type {{ {names} }} from "../api/schema";\n', encoding="utf-8"
        )
    return types_for(folder, SCHEMAS).removeprefix(f"{HEADING}\n")


def test_what_is_imported_comes_with_all_that_it_refers_to(tmp_path: Path) -> None:
    assert made(tmp_path, "Felt") == (
        "/** A table as a page draws it. */\n"
        "export type Felt = {\n  seats: Array<Seat>;\n  note: string;\n  maybe?: boolean;\n  last: number | null;\n};\n"
        "export type Seat = {\n  pair: [string, unknown];\n  state: TableModelState;\n"
        "  rest: Record<string, unknown>;\n  by: Record<string, number>;\n};\n"
        'export type TableModelState = "free" | "taken";\n'
    )


def test_records_in_an_answer_are_not_read(tmp_path: Path) -> None:
    assert made(tmp_path, "Done") == "export type Done = {\n  record: unknown;\n};\n"


def test_a_command_may_leave_out_what_has_a_default(tmp_path: Path) -> None:
    place = 'export type PlaceBody = {\n  do: "place";\n  amount: number;\n  patron?: string;\n  note?: Note;\n};\n'
    union = "export type TableCommand = PlaceBody;\n"
    sent, answered = "export type Note = {\n  text?: string;\n};\n", "export type Note = {\n  text: string;\n};\n"
    assert made(tmp_path, "TableCommand") == sent + place + union
    assert made(tmp_path, "TableCommand, PlaceBody as Placed") == sent + place + union
    felt = SCHEMAS | {"Felt": schema('{"type": "object", "properties": {"note": {"$ref": "#/c/Note"}}}')}
    (tmp_path / "0.svelte").write_text(
        'import type {\n  Felt,\n  TableCommand,\n} from "./schema";\n', encoding="utf-8"
    )
    assert types_for(tmp_path, felt).endswith(answered + place + union)


def test_a_name_that_the_api_does_not_have_is_said(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="the API has no type named Cloth, Spot"):
        made(tmp_path, "Felt, Spot", "Cloth")


def test_every_endpoint_of_commands_has_its_union() -> None:
    schemas = api_schemas()
    for name in COMMANDS:
        assert len(schemas[name].any_of) >= 3, name
    place = next(part for part in schemas["TableCommand"].any_of if part.ref.endswith("/PlaceBody"))
    assert schemas[place.ref.rpartition("/")[2]].required == {"do", "area", "wager", "amount"}
