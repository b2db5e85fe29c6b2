"""Names and texts that people bring to the table: one spelling each, and none that could forge a line of the log."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

from puntobanco.errors import Refused, Unreadable
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import AnyCommand
from puntobanco.values.money import LARGEST
from puntobanco.values.replace import changed
from puntobanco.values.text import LONGEST_DECLARATION, LONGEST_NAME, LONGEST_TEXT, MAX_WORDS_BYTES, clean

C = TypeVar("C", bound=AnyCommand)
WRITTEN = (str, str | None, tuple[str, ...], tuple[tuple[str, str], ...])
"""What a field is that people fill with words of their own."""
LONG_TEXTS = frozenset({"text", "decision", "reason", "conditions", "key"})
LONGEST = {"choices": LONGEST_DECLARATION, "words": MAX_WORDS_BYTES, **dict.fromkeys(LONG_TEXTS, LONGEST_TEXT)}
"""What may be longer than a name; a choice may declare a wager."""


class Fields(NamedTuple):
    """What of a command or of a part of it is a number, and what is words, each with the length it may have."""

    counted: tuple[str, ...]
    written: tuple[tuple[str, int], ...]
    words: Callable[[Any], Iterable[Any]]
    """All words at once, those of its parts included."""


@cache
def fields_of(kind: type[Struct]) -> Fields:
    hints = get_type_hints(kind)
    plain = [name for name, hint in hints.items() if hint in WRITTEN]
    parts = {name: part for name, hint in hints.items() if (part := _part(hint)) is not None}
    return Fields(
        counted=tuple([name for name, hint in hints.items() if hint in (int, int | None)]),
        written=tuple([(name, LONGEST.get(name, LONGEST_NAME)) for name in (*plain, *parts)]),
        words=_words_of_parts(parts) if parts else _words(plain),
    )


def _words(names: list[str]) -> Callable[[Any], Iterable[Any]]:
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda whole: (getattr(whole, names[0]),)) if names else lambda _: ()


def _words_of_parts(parts: dict[str, type[Struct]]) -> Callable[[Any], Iterable[Any]]:
    """Of a command whose words are all in its parts, such as the stakes of a slip."""
    words_of = [(attrgetter(name), fields_of(part).words) for name, part in parts.items()]
    return lambda whole: chain.from_iterable([word for held, words in words_of for word in map(words, held(whole))])


def _part(hint: object) -> type[Struct] | None:
    """What a field holds several of, each with words of its own, such as the stakes of a slip."""
    inner = get_args(hint)[0] if get_origin(hint) is tuple else None
    return inner if get_origin(inner) is None and isinstance(inner, type) and issubclass(inner, Struct) else None


def clean_command(command: C) -> C:
    """The command with every name and text in one spelling; `Unreadable` if one of them cannot enter a log."""
    cleaned: C = _cleaned(command)
    actor = clean_actor(command.actor)
    return cleaned if actor is command.actor else changed(cleaned, actor=actor)


def _cleaned(part: Any) -> Any:
    """The same object where nothing changes."""
    changes: dict[str, Any] = {}
    kind: type[Struct] = type(part)
    for name, longest in fields_of(kind).written:
        given = getattr(part, name)
        kept = _clean(given, longest)
        if kept is not given:
            changes[name] = kept
    return changed(part, **changes) if changes else part


def _clean(value: Any, longest: int) -> Any:
    match value:
        case str():
            kept = clean(value, longest)
            return value if kept == value else kept
        case tuple():
            found = tuple(_clean(one, longest) for one in value)
            return value if found == value else found
        case Struct():
            return _cleaned(value)
        case _:
            return value


def accepted(command: C) -> C:
    """The same for a decision: what cannot enter a log is refused. Names that were accepted before pass quickly."""
    counted, _, words = fields_of(type(command))
    for name in counted:
        if not -LARGEST <= (getattr(command, name) or 0) <= LARGEST:
            raise Refused("too_large", "numbers", f"{name} is too large: numbers go up to {LARGEST:,}")
    if command.actor.person in _PLAIN and _PLAIN.issuperset(words(command)):
        return command
    try:
        return _remembered(clean_command(command))
    except Unreadable as error:
        raise Refused("bad_name", "names", str(error)) from None


_PLAIN: set[object] = {None}
"""Short names that need no cleaning, and none."""
_MOST_PLAIN = 10_000


def _remembered(command: C) -> C:
    """Keep the names of a command for the next time, unless there are too many."""
    if len(_PLAIN) < _MOST_PLAIN:
        words = (command.actor.person, *fields_of(type(command)).words(command))
        _PLAIN.update([word for word in words if isinstance(word, str) and len(word) <= LONGEST_NAME])
    return command


def clean_actor(actor: Actor) -> Actor:
    person = clean(actor.person)
    return actor if person == actor.person else changed(actor, person=person)
