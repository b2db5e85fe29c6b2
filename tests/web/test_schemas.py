"""What is generated from types does not depend on the version of Python."""

import inspect
import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, Generic, Optional, TypeVar, Union

import msgspec
import pytest
from tools.format_schema import schemas

from puntobanco.web.app import API, ENDPOINTS
from puntobanco.web.openapi import document
from puntobanco.web.schemas import generic_name, schema_components, schema_of

T = TypeVar("T")
Small = Annotated[int, msgspec.Meta(ge=0, le=9)]
WRITTEN = """What it is.

    More of it, on two
    lines.
    """


class Held(msgspec.Struct, Generic[T]):
    value: T


def documented(doc: str) -> type[msgspec.Struct]:
    return msgspec.defstruct("Documented", [("amount", int)], namespace={"__doc__": doc})


def test_generated_schemas_are_the_same_whether_or_not_docstrings_keep_their_indentation() -> None:
    """Since Python 3.13 the compiler removes it."""
    before, after = schema_of(documented(WRITTEN)), schema_of(documented(inspect.cleandoc(WRITTEN)))
    assert before == after
    assert before["$defs"]["Documented"]["description"] == "What it is.\n\nMore of it, on two\nlines."


@pytest.mark.parametrize(
    ("hint", "name"),
    [
        (Held[int], "Held_int"),
        (Held[Small], "Held_int"),
        (Held[Optional[Small]], "Held_int_or_null"),  # noqa: UP045 - the older spelling, on purpose
        (Held[Small | None], "Held_int_or_null"),
        (Held[Union[None, Small]], "Held_int_or_null"),  # noqa: UP007
        (Held[tuple[Small, ...]], "Held_list_of_int"),
        (Held[tuple[tuple[str, str], ...]], "Held_list_of_tuple_of_str_and_str"),
        (Held[dict[str, Held[bool]]], "Held_dict_of_str_and_Held_bool"),
    ],
)
def test_generated_names_come_from_types_and_not_from_how_python_prints_them(hint: Any, name: str) -> None:
    assert generic_name(hint) == name
    found = schema_of(hint)
    assert found["$ref"] == f"#/$defs/{name}"
    assert found["$defs"][name]["title"] == name


def test_generated_references_lead_to_the_names() -> None:
    (first, second), components = schema_components((list[Held[Small | None]], Held[str]), ref_template="{name}")
    assert (first["items"], second) == ({"$ref": "Held_int_or_null"}, {"$ref": "Held_str"})
    assert components.keys() == {"Held_int_or_null", "Held_str"}


def test_two_generic_types_with_one_name_are_noticed() -> None:
    with pytest.raises(ValueError, match="one name"):
        schema_of(tuple[Held[int], Held[Small]])


def texts(value: Any, key: str) -> Iterator[str]:
    match value:
        case dict():
            yield from (one for name, one in value.items() if name == key and isinstance(one, str))
            yield from (found for one in value.values() for found in texts(one, key))
        case list():
            yield from (found for one in value for found in texts(one, key))


GENERATED = {"openapi": document(ENDPOINTS, API).decode(), **schemas()}


@pytest.mark.parametrize("name", GENERATED)
def test_generated_descriptions_have_no_indentation(name: str) -> None:
    found = list(texts(json.loads(GENERATED[name]), "description"))
    assert found
    assert [text for text in found if text != inspect.cleandoc(text)] == []


@pytest.mark.parametrize("name", GENERATED)
def test_generated_names_have_nothing_of_the_typing_module(name: str) -> None:
    found = json.loads(GENERATED[name])
    names = found["components"]["schemas"] if name == "openapi" else found["$defs"]
    assert [one for one in names if not re.fullmatch(r"[\w.]*[A-Za-z0-9]", one)] == []
    assert [one for one in (*names, *texts(found, "title")) if re.search(r"typing|msgspec|\[", one)] == []
