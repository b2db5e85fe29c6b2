"""Names and texts that people bring to the table: one spelling each, and none that could forge a line of the log."""

from functools import cache
from typing import Any, get_type_hints

from puntobanco.errors import Refused, Unreadable
from puntobanco.table.actors import Actor
from puntobanco.table.changed import changed
from puntobanco.table.commands import Command
from puntobanco.words import LONGEST_NAME, LONGEST_TEXT, clean

WRITTEN = (str, str | None, tuple[str, ...], tuple[tuple[str, str], ...])
"""What a field is that people fill with words of their own."""
LONG_TEXTS = frozenset({"text", "decision", "reason", "choices"})


def clean_command(command: Command) -> Command:
    """The command with every name and text in one spelling; `Unreadable` if one of them cannot enter a log."""
    changes: dict[str, Any] = {}
    declared: Any = type(command)
    for name, longest in _written(declared):
        given = getattr(command, name)
        kept = _clean(given, longest)
        if kept is not given:
            changes[name] = kept
    actor = clean_actor(command.actor)
    if actor is not command.actor:
        changes["actor"] = actor
    return changed(command, **changes) if changes else command


def accepted(command: Command) -> Command:
    """The same for a decision: what cannot enter a log is refused. Plain names are passed on quickly."""
    if _is_plain(command.actor.person, LONGEST_NAME) and _all_plain(command):
        return command
    try:
        return clean_command(command)
    except Unreadable as error:
        raise Refused("bad_name", "names", str(error)) from None


def _all_plain(command: Command) -> bool:
    declared: Any = type(command)
    return all(_is_plain(getattr(command, name), longest) for name, longest in _written(declared))


def _is_plain(value: Any, longest: int) -> bool:
    if value is None:
        return True
    return isinstance(value, str) and value.isascii() and value.isprintable() and len(value) <= longest


def clean_actor(actor: Actor) -> Actor:
    person = clean(actor.person)
    return actor if person == actor.person else changed(actor, person=person)


@cache
def _written(declared: Any) -> tuple[tuple[str, int], ...]:
    """The written fields of a command, with the length that each may have."""
    return tuple(
        (name, LONGEST_TEXT if name in LONG_TEXTS else LONGEST_NAME)
        for name, hint in get_type_hints(declared).items()
        if hint in WRITTEN
    )


def _clean(value: Any, longest: int) -> Any:
    """The same object where nothing changes."""
    match value:
        case str():
            kept = clean(value, longest)
            return value if kept == value else kept
        case tuple():
            found = tuple(_clean(one, longest) for one in value)
            return value if found == value else found
        case _:
            return value
