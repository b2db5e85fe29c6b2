"""The conditions document: TOML as an operator writes it, in dollars, percent and UTC."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar

from puntobanco.errors import Unreadable, UnreadableLines
from puntobanco.rulebooks.tournament_law import TournamentLaw
from puntobanco.tournament.conditions import (
    AdvanceBy,
    Breakdown,
    Commission,
    CommissionOf,
    Conditions,
    Stage,
    StageKind,
)
from puntobanco.values.money import Cents, parse_dollars, whole_number
from puntobanco.values.text import choose, quoted
from puntobanco.values.toml_file import read_toml

Raw = Mapping[str, Any]
_WHEN = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)[T ](?P<hour>\d\d):(?P<minute>\d\d)(:(?P<second>\d\d))?(Z|\+00:00)",
    re.ASCII,
)
_PERCENT = re.compile(r"(?P<whole>\d{1,3})(\.(?P<hundredths>\d{1,2}))?\s*%?", re.ASCII)
_PLAYERS = re.compile(r"(?P<least>\d+)(\s*-\s*(?P<most>\d+))?", re.ASCII)
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parse_conditions(text: str, law: TournamentLaw) -> Conditions:
    """Read a conditions document; everything that is missing or cannot be read is named with its field and clause."""
    raw = read_toml(text, "conditions document", such_as="entry_fee = 100")
    return read_conditions(raw, law)


def read_conditions(raw: Raw, law: TournamentLaw) -> Conditions:
    reading = _Reading(raw, "", [])
    groups = reading.table("groups", law.groups)
    found: dict[str, Any] = {
        "title": reading.value("title", law.approval, _text),
        "start": reading.value("start", law.start, moment),
        "entry_fee": reading.value("entry_fee", law.fee, _dollars),
        "chips": reading.value("chips", law.chips_per_entry, _dollars),
        "least_players": reading.value("least_players", law.players, _whole),
        "most_players": reading.value("most_players", law.players, _whole),
        "players_per_table": reading.value("players_per_table", law.players_per_table, _whole),
        "play_off_rounds": reading.value("play_off_rounds", law.play_off, _whole),
        "delegated": reading.value("delegated", law.director, _texts, or_else=()),
        "may_not_enter": groups.value("may_not_enter", law.groups, _texts, or_else=()),
        "may_enter_only": groups.value("may_enter_only", law.groups, _texts, or_else=()),
        "table": reading.value("table", law.limits, _table_values, or_else=()),
        "prizes": reading.value("prizes", law.prizes, _breakdowns),
        "stages": _stages(reading, law),
    }
    of = reading.value("commission_of", law.fee, _word(CommissionOf), or_else=CommissionOf.EACH_FEE)
    found["commission"] = reading.value("commission", law.fee, lambda one: _commission(one, of))
    groups.nothing_else()
    reading.nothing_else()
    if reading.problems:
        raise UnreadableLines(*reading.problems)
    return Conditions(**found)


def _stages(reading: "_Reading", law: TournamentLaw) -> tuple[Stage, ...]:
    raw = reading.value("stages", law.structure, _list_of_tables, or_else=[])
    return tuple(_stage(_Reading(one, f"stages[{place}].", reading.problems), law) for place, one in enumerate(raw))


def _stage(reading: "_Reading", law: TournamentLaw) -> Stage:
    stage = Stage(
        name=reading.value("name", law.structure, _text),
        kind=reading.value("kind", law.structure, _word(StageKind)),
        rounds=reading.value("rounds", law.structure, _whole, or_else=None),
        shoes=reading.value("shoes", law.structure, _whole, or_else=None),
        advance=reading.value("advance", law.structure, _whole, or_else=None),
        advance_by=reading.value("advance_by", law.structure, _word(AdvanceBy), or_else=None),
        chips=reading.value("chips", law.chips_per_entry, _chips, or_else=None),
        sessions=reading.value("sessions", law.structure, _whole, or_else=1),
        limits=reading.value("limits", law.limits, _table_values, or_else=()),
    )
    reading.nothing_else()
    return stage


_NEEDED = object()


@dataclass(frozen=True, slots=True)
class _Reading:
    """A table of the document and the problems so far."""

    raw: Raw
    path: str
    problems: list[str]

    def value(self, field: str, clause: str, read: Callable[[Any], Any], *, or_else: Any = _NEEDED) -> Any:
        if field not in self.raw:
            if or_else is _NEEDED:
                self.problems.append(f"{self.path}{field} is missing ({clause})")
            return or_else
        try:
            return read(self.raw[field])
        except (Unreadable, ValueError) as error:
            self.problems.append(f"{self.path}{field} = {quoted(self.raw[field])}: {error} ({clause})")
            return or_else

    def table(self, field: str, clause: str) -> "_Reading":
        return _Reading(self.value(field, clause, _as_table, or_else={}), f"{field}.", self.problems)

    def nothing_else(self) -> None:
        known = _STAGE_FIELDS if self.path.startswith("stages") else _GROUP_FIELDS if self.path else _FIELDS
        unknown = (key for key in self.raw if key not in known)
        self.problems.extend(f"{self.path}{key} is no condition: {choose(key, known)}" for key in unknown)


_STAGE_FIELDS = Stage.__struct_fields__
_GROUP_FIELDS = ("may_not_enter", "may_enter_only")
_FIELDS = (*(name for name in Conditions.__struct_fields__ if name not in _GROUP_FIELDS), "commission_of", "groups")


# How each sort of value is written


def _text(raw: Any) -> str:
    if not isinstance(raw, str):
        raise Unreadable("write text in quotes")
    return raw


def _texts(raw: Any) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise Unreadable("write a list of texts")
    return tuple(map(_text, raw))


def _whole(raw: Any) -> int:
    if type(raw) is not int or raw < 1:
        raise Unreadable("write a whole number from 1")
    return whole_number(str(raw))


def _dollars(raw: Any) -> Cents:
    return parse_dollars(_number(raw, "write dollars, such as 100 or 12.50"))


def _number(raw: Any, what_to_write: str) -> str:
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal | str):
        raise Unreadable(what_to_write)
    return str(raw)


def _chips(raw: Any) -> Cents | None:
    """Chips that a later stage is played with: an amount, or carried on."""
    return None if raw == "carried" else _dollars(raw)


def _commission(raw: Any, of: CommissionOf) -> Commission:
    """An amount, or a percentage."""
    if isinstance(raw, str) and raw.endswith("%"):
        return Commission(of=of, share=_share(raw))
    return Commission(of=of, amount=_dollars(raw))


def _share(raw: Any) -> int:
    """A percentage in hundredths of a percent."""
    found = _PERCENT.fullmatch(_number(raw, "write percent with at most two decimals, such as 12.5"))
    if found is None:
        raise Unreadable("write percent with at most two decimals, such as 12.5")
    return int(found["whole"]) * 100 + int((found["hundredths"] or "").ljust(2, "0"))


W = TypeVar("W", bound=StrEnum)


def _word(words: type[W]) -> Callable[[Any], W]:
    def read(raw: Any) -> W:
        if raw not in tuple(words):
            raise Unreadable(choose(raw, tuple(words)))
        return words(raw)

    return read


def _as_table(raw: Any) -> Raw:
    if not isinstance(raw, dict):
        raise Unreadable("write a table of its own")
    return raw


def _list_of_tables(raw: Any) -> list[Raw]:
    if not isinstance(raw, list):
        raise Unreadable("write each stage as a table of its own")
    return [_as_table(one) for one in raw]


def _table_values(raw: Any) -> tuple[tuple[str, str], ...]:
    """Rules of the tables as in a house file, by key."""
    return tuple(sorted((key, _written(value)) for key, value in _as_table(raw).items()))


def _written(raw: Any) -> str:
    match raw:
        case bool():
            return "yes" if raw else "no"
        case list():
            return ", ".join(map(_written, raw))
        case int() | Decimal() | str():
            return str(raw)
        case _:
            raise Unreadable("write a value as in a house file")


def _breakdowns(raw: Any) -> tuple[Breakdown, ...]:
    found = tuple(_breakdown(players, shares) for players, shares in _as_table(raw).items())
    return tuple(sorted(found, key=lambda one: (one.least, one.most)))


def _breakdown(players: str, shares: Any) -> Breakdown:
    found = _PLAYERS.fullmatch(players.strip())
    if found is None or not isinstance(shares, list):
        raise Unreadable('write the number of players and the shares, such as "8-10" = [70, 30]')
    least = whole_number(found["least"])
    most = whole_number(found["most"] or found["least"])
    return Breakdown(least=least, most=most, shares=tuple(map(_share, shares)))


# Time, without a calendar of the operating system


def moment(raw: Any) -> int:
    """`2026-11-20T19:00Z`, as text or as TOML's own time: microseconds since 1970 began."""
    found = _WHEN.fullmatch(str(raw))
    if found is None:
        raise Unreadable("write a date and time in UTC, such as 2026-11-20T19:00:00Z")
    part = {name: int(value or 0) for name, value in found.groupdict().items()}
    if part["hour"] > 23 or part["minute"] > 59 or part["second"] > 59:
        raise Unreadable("there is no such time of day")
    seconds = (part["hour"] * 60 + part["minute"]) * 60 + part["second"]
    return (days_since_1970(part["year"], part["month"], part["day"]) * 86_400 + seconds) * 1_000_000


def days_since_1970(year: int, month: int, day: int) -> int:
    """The number of a date; one that no calendar has is `Unreadable`."""
    if year < 1970 or not 1 <= month <= 12 or not 1 <= day <= _DAYS[month - 1] + (month == 2 and _leap(year)):
        raise Unreadable("there is no such date from 1970 on")
    before = sum(_DAYS[: month - 1]) + (month > 2 and _leap(year))
    return sum(365 + _leap(one) for one in range(1970, year)) + before + day - 1


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def is_date(text: str) -> bool:
    """Whether a text is a date, such as 2026-11-20."""
    return not list(_date_problems(text))


def _date_problems(text: str) -> Iterator[str]:
    try:
        moment(f"{text}T00:00Z")
    except Unreadable as error:
        yield str(error)
