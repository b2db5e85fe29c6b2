"""JSON Schemas of types: the same bytes on every version of Python.

Two things in what msgspec makes depend on the version. Since Python 3.13 the compiler removes the indentation of
docstrings; and a generic type is named after the `repr` of its arguments, which `typing` changes now and then.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

_REFERENCE = "#/$defs/{name}"
Hook = Callable[[type], dict[str, Any]]


def schema_components(
    kinds: Iterable[Any], *, schema_hook: Hook | None = None, ref_template: str = _REFERENCE
) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """Return the schemas of types and the definitions that they share, by name."""
    wanted = tuple(kinds)
    schemas, components = msgspec.json.schema_components(wanted, schema_hook=schema_hook, ref_template=ref_template)
    names = _names(wanted)
    references = {ref_template.format(name=old): ref_template.format(name=new) for old, new in names.items()}
    renamed = {names.get(old, old): _definition(names.get(old), one) for old, one in components.items()}
    return _referring(schemas, references), _referring(renamed, references)


def schema_of(kind: Any) -> dict[str, Any]:
    """Return the schema of one type, with the definitions that it needs."""
    (found,), components = schema_components((kind,))
    return {**found, "$defs": components} if components else found


def _definition(name: str | None, definition: dict[str, Any]) -> dict[str, Any]:
    """Return a definition with a clean description and, for a generic type, its name for a title."""
    described = {"description": inspect.cleandoc(definition["description"])} if "description" in definition else {}
    return definition | described | ({} if name is None else {"title": name})


def _referring(value: Any, references: dict[str, str]) -> Any:
    match value:
        case dict():
            return {key: _referring(one, references) for key, one in value.items()}
        case list() | tuple():
            return type(value)(_referring(one, references) for one in value)
        case str():
            return references.get(value, value)
        case _:
            return value


# Names of generic types


def _names(kinds: tuple[Any, ...]) -> dict[str, str]:
    """Return our names of generic types by those that msgspec gives them."""
    found = {_name_by_msgspec(kind): generic_name(kind) for kind in _generics(kinds)}
    if len(set(found.values())) < len(found):
        raise ValueError(f"two generic types have one name: {sorted(found.values())}")
    return found


def _name_by_msgspec(kind: Any) -> str:
    reference: str = msgspec.json.schema(kind)["$ref"]
    return reference.rpartition("/")[2]


def generic_name(hint: Any) -> str:
    """Return `Ruled_tuple_of_str_and_str` for `Ruled[tuple[str, str]]`: letters, digits and underscores only."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return generic_name(arguments[0])
    if origin in (Union, UnionType):
        return "_or_".join(map(generic_name, sorted(arguments, key=lambda one: one is NoneType)))
    if arguments[1:] == (...,):
        return f"list_of_{generic_name(arguments[0])}"
    if origin is None:
        return "null" if hint is NoneType else str(hint.__name__)
    of = "_" if issubclass(origin, msgspec.Struct) else "_of_"
    return f"{origin.__name__}{of}{'_and_'.join(map(generic_name, arguments))}"


def _generics(kinds: Iterable[Any]) -> Iterator[Any]:
    """Yield every type with arguments of its own that can be within these types, once."""
    seen: set[Any] = set()
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    while waiting:
        value = waiting.pop()
        match value:
            case tuple():
                waiting += value
            case msgspec.inspect.Type() | msgspec.inspect.Field():
                kind = getattr(value, "cls", None)
                if kind is None or kind not in seen:
                    seen.add(kind)
                    waiting += [getattr(value, name) for name in value.__struct_fields__]
                    if get_args(kind):
                        yield kind
