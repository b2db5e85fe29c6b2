"""The lines of a tournament's script: commands, and what absent people shall do by themselves."""

from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import fields

from puntobanco.errors import Unreadable
from puntobanco.log.script import printed_members, read_fields
from puntobanco.log.tournament_script import print_tournament_command, read_tournament_command
from puntobanco.streams.actors import Role
from puntobanco.tournament import commands
from puntobanco.tournament.commands import COMMANDS, TournamentCommand
from puntobanco.values.cards import Card, parse_cards
from puntobanco.values.replace import changed
from puntobanco.values.text import choose, clean, quoted


class Until(StrEnum):
    """How far a tournament is played by whoever is absent."""

    OPENING = "opening"
    """It is approved and has a director."""
    BALLOT = "ballot"
    """The next ballot is drawn."""
    SEATS = "seats"
    """Everybody who comes has taken the seat."""
    START = "start"
    """The next session or play-off has started."""
    WAGERS = "wagers"
    """Every table that is still to play waits for wagers."""
    ROUNDS = "rounds"
    """So many more rounds are over at the tables."""
    SESSION = "session"
    """The session or play-off is over."""
    STAGE = "stage"
    """The stage is closed, play-offs and lots included."""
    AWARDS = "awards"
    TOURNAMENT = "tournament"
    """Everything is paid."""


class Given(Struct, frozen=True, kw_only=True):
    """A command as it was typed; what it leaves out is filled in when it is given."""

    command: TournamentCommand
    left_out: frozenset[str]
    """Of `actor` and the members in `LEFT_OUT`."""


class Play(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whoever is absent acts until something has come about."""

    play: Until
    count: int = 1
    """Of rounds."""
    table: str | None = None
    """Of rounds: this table alone."""


class Entries(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The director registers these."""

    entries: tuple[str, ...]


class Absent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """These do not take their seats, until another line says otherwise."""

    absent: tuple[str, ...]


class Bet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player bets when asked next, in place of what the driver would; no stakes is no bet."""

    bet: str
    stakes: tuple[tuple[str, int], ...]
    """Wager and cents."""


class Cards(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The next cards that are seen at a table, in their order."""

    cards: tuple[Card, ...]
    table: str


Line: TypeAlias = Given | Play | Entries | Absent | Bet | Cards
LINES: dict[str, type[Play | Entries | Absent | Bet | Cards]] = {
    "play": Play,
    "entries": Entries,
    "absent": Absent,
    "bet": Bet,
    "cards": Cards,
}
"""Lines that are no command, by their first word."""
LEFT_OUT: dict[type[TournamentCommand], dict[str, Any]] = {
    commands.RecordApproval: {"conditions": ""},
    commands.DrawBallot: {"sizes": []},
    commands.StartSession: {"at": 0},
    commands.OfferSeat: {"at": 0},
    commands.StartPlayOff: {"sizes": []},
}
"""What may be left out of a command, with something in its place until it is filled in."""


def read_line(data: dict[str, Any]) -> Line:
    """What a line of a script says; all that cannot be read of it is named at once."""
    if "do" in data:
        return _given(data)
    word = next((word for word in LINES if word in data), None)
    if word is None:
        words = ("do", *LINES)
        said = quoted(next(iter(data), ""))
        raise Unreadable(f"{said} begins no line: {choose(next(iter(data), ''), words)}")
    return _checked(read_fields(LINES[word], _with_cards(data), word))


def _with_cards(data: dict[str, Any]) -> dict[str, Any]:
    """`"4C 9D KH"` is a list of cards."""
    cards = data.get("cards")
    return {**data, "cards": [str(one) for one in parse_cards([cards])]} if isinstance(cards, str) else data


def _checked(line: Line) -> Line:
    """The line with names in one spelling."""
    match line:
        case Play(play=until, count=count, table=table):
            if count < 1 or (until is not Until.ROUNDS and (count, table) != (1, None)):
                raise Unreadable("play: count, from 1, and table are for rounds only")
            return line
        case Entries(entries=names):
            return Entries(entries=tuple(map(clean, names)))
        case Absent(absent=names):
            return Absent(absent=tuple(map(clean, names)))
        case Bet(bet=name):
            return changed(line, bet=clean(name))
        case _:
            return line


def _given(data: dict[str, Any]) -> Given:
    kind = COMMANDS.get(data["do"]) if isinstance(data["do"], str) else None
    if kind is None:
        return Given(command=read_tournament_command(data), left_out=frozenset())
    needed = {field: value for field, value in LEFT_OUT.get(kind, {}).items() if field not in data}
    unnamed = "role" not in data and "person" not in data
    role = Role.OPERATOR if kind.roles == {Role.OPERATOR} else Role.SUPERVISOR
    whole = {**data, **needed, **({"role": role.value} if unnamed else {})}
    left_out = frozenset((*needed, "actor") if unnamed else needed)
    return Given(command=read_tournament_command(whole), left_out=left_out)


def print_line(line: Line) -> dict[str, Any]:
    """A line as it could have been typed; what is left out has its default, or is left to others."""
    if isinstance(line, Given):
        unsaid = {*line.left_out, *(("person", "role") if "actor" in line.left_out else ())}
        return {key: value for key, value in print_tournament_command(line.command).items() if key not in unsaid}
    given = {field.name: getattr(line, field.name) for field in fields(line)}
    return printed_members(
        {field.name: given[field.name] for field in fields(line) if given[field.name] != field.default}
    )
