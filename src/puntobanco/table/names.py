"""Names and texts that people bring to the table: one spelling each, and none that could forge a line of the log."""

from typing import Any, get_type_hints

from puntobanco.changed import changed
from puntobanco.errors import Refused, Unreadable
from puntobanco.money import LARGEST
from puntobanco.table.actors import Actor
from puntobanco.table.commands import COMMANDS, BetSlip, Command, Stake
from puntobanco.words import LONGEST_NAME, LONGEST_TEXT, clean

WRITTEN = (str, str | None, tuple[str, ...], tuple[tuple[str, str], ...], tuple[Stake, ...])
"""What a field is that people fill with words of their own."""
LONG_TEXTS = frozenset({"text", "decision", "reason", "choices"})


def clean_command(command: Command) -> Command:
    """The command with every name and text in one spelling; `Unreadable` if one of them cannot enter a log."""
    changes: dict[str, Any] = {}
    for name, longest in _WRITTEN[type(command)].items():
        given = getattr(command, name)
        kept = _clean(given, longest)
        if kept is not given:
            changes[name] = kept
    actor = clean_actor(command.actor)
    if actor is not command.actor:
        changes["actor"] = actor
    return changed(command, **changes) if changes else command


def accepted(command: Command) -> Command:
    """The same for a decision: what cannot enter a log is refused. Names that were accepted before pass quickly."""
    for name in _COUNTED[type(command)]:
        if not -LARGEST <= (getattr(command, name) or 0) <= LARGEST:
            raise Refused("too_large", "numbers", f"{name} is too large: numbers go up to {LARGEST:,}")
    if command.actor.person in _PLAIN and _PLAIN.issuperset(_words(command)):
        return command
    try:
        return _remembered(clean_command(command))
    except Unreadable as error:
        raise Refused("bad_name", "names", str(error)) from None


_PLAIN: set[object] = {None}
"""Short names that need no cleaning, and none."""
_MOST_PLAIN = 10_000


def _remembered(command: Command) -> Command:
    """Keep the names of a command for the next time, unless there are too many."""
    if len(_PLAIN) < _MOST_PLAIN:
        _PLAIN.update(word for word in (command.actor.person, *_words(command)) if _is_short(word))
    return command


def _words(command: Command) -> list[object]:
    """The names and texts of a command."""
    if type(command) is BetSlip:
        return [word for stake in command.stakes for word in (stake.area, stake.wager)]
    return [getattr(command, name) for name in _WRITTEN[type(command)]]


def _is_short(word: object) -> bool:
    return isinstance(word, str) and len(word) <= LONGEST_NAME


def clean_actor(actor: Actor) -> Actor:
    person = clean(actor.person)
    return actor if person == actor.person else changed(actor, person=person)


_COUNTED: dict[type, tuple[str, ...]] = {
    kind: tuple(name for name, hint in get_type_hints(kind).items() if hint in (int, int | None))
    for kind in COMMANDS.values()
}
"""The members of commands that are numbers."""
_WRITTEN: dict[type, dict[str, int]] = {
    kind: {
        name: LONGEST_TEXT if name in LONG_TEXTS else LONGEST_NAME
        for name, hint in get_type_hints(kind).items()
        if hint in WRITTEN
    }
    for kind in COMMANDS.values()
}
"""The members of commands that people fill with words of their own, with the length that each may have."""


def _clean(value: Any, longest: int) -> Any:
    """The same object where nothing changes."""
    match value:
        case str():
            kept = clean(value, longest)
            return value if kept == value else kept
        case tuple():
            found = tuple(_clean(one, longest) for one in value)
            return value if found == value else found
        case Stake(area=area, wager=wager):
            return changed(value, area=_clean(area, longest), wager=_clean(wager, longest))
        case _:
            return value
