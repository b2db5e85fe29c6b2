"""Wagers that somebody declares in TOML, read into the declaration that the books use, and written back."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from puntobanco.errors import Unreadable
from puntobanco.rulebooks import parameter_types
from puntobanco.rulebooks.wager_condition_file import read_condition, write_condition
from puntobanco.rulebooks.wager_names import SHORT_NAMES
from puntobanco.rulebooks.wagers import (
    STAND_OFF,
    CannotDeclare,
    Commission,
    CommissionLater,
    CommissionWhenPaid,
    LimitsGroup,
    Line,
    NoCommission,
    Stage,
    StandOff,
    Wager,
)
from puntobanco.values.money import Odds, Rate
from puntobanco.values.strict_json import read_json
from puntobanco.values.text import choose, clean, quoted
from puntobanco.values.toml_file import read_toml

DECLARED = "own wager"
"""Stands for the clause of a wager that no table offers yet."""
MOST_WAGERS, MOST_LINES, MOST_TO_ONE = 20, 32, 100_000
FIELDS = ("id", "name", "when", "pays", "line", "commission", "commission_is", "settles", "limits")
STAGES = {"end": Stage.END, "four-cards": Stage.FOUR_CARDS}
LIMITS = {group.value: group for group in LimitsGroup}
COMMISSION_IS = ("kept", "owed")
STANDS_OFF = "stand-off"
_OTHER = 'give yours another id, such as id = "dragon_7"'

_ID = re.compile("[a-z][a-z0-9_]{0,31}")
_NAME = re.compile(r"[^\[\]|\\]+")
_PAYS = re.compile(r"(?P<win>\d{1,7}(\.\d{1,4})?)(\s*(:|to)\s*(?P<stake>\d{1,7}))?", re.ASCII)


def read_wagers(text: str) -> tuple[Wager, ...]:
    """The wagers of a file: one at its top, or several as `[[wager]]`."""
    raw = read_toml(text, "wager file", such_as='pays = "40:1"')
    if not raw:
        raise Unreadable("the wager file declares nothing: write name, when and pays")
    if "wager" in raw and len(raw) > 1:
        other = next(key for key in raw if key != "wager")
        raise Unreadable(f"the wager file has [[wager]] and {quoted(other)} beside it: put every field under [[wager]]")
    return read_several(raw.get("wager", [raw]))


def read_several(raw: object) -> tuple[Wager, ...]:
    """Wagers from the tables of a file, each id once."""
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_WAGERS:
        raise Unreadable(f"wager is not a list of 1 to {MOST_WAGERS} tables: write [[wager]] before each")
    return each_once(map(read_wager, raw))


def each_once(wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    """These wagers, none of which has the id of another."""
    found = tuple(wagers)
    ids = [wager.id for wager in found]
    for one in ids:
        if ids.count(one) > 1:
            raise Unreadable(f"two wagers have the id {quoted(one)}: give one of them another id")
    return found


def read_wager(raw: object) -> Wager:
    """One wager from the fields that somebody wrote; what cannot be declared is named with its field."""
    if not isinstance(raw, Mapping):
        raise Unreadable(f"{quoted(raw)} is no wager: write a table with name, when and pays")
    name = _name(raw)
    at = f"wager {quoted(name)}"
    _require_known(at, raw, FIELDS)
    wager_id, lines, commission = _id(at, raw, name), _lines(at, raw), _commission(at, raw)
    settles, limits = _word(at, raw, "settles", STAGES, "end"), _word(at, raw, "limits", LIMITS, "table")
    try:
        return Wager(
            id=wager_id,
            name=name,
            lines=lines,
            loses=DECLARED,
            commission=commission,
            settles=settles,
            limits=limits,
            allowed_by=DECLARED,
        )
    except CannotDeclare as error:
        raise Unreadable(f'{at}, settles: {error}; write settles = "end", or pair conditions only') from None


def read_text(wager_id: str, text: str) -> Wager:
    """One wager from its fields as JSON on one line, as a table's choices have it."""
    try:
        raw = read_json(text)
    except Unreadable as error:
        raise Unreadable(f"wager.{wager_id} is {error}; write the fields of a wager file as a JSON object") from None
    if isinstance(raw, dict) and raw.setdefault("id", wager_id) != wager_id:
        raise Unreadable(f"wager.{wager_id} has the id {quoted(raw['id'])}: write the same one, or leave id out")
    return read_wager(raw)


def write_wager(wager: Wager) -> dict[str, Any]:
    """The fields of a file that declares this wager: `read_wager` gives it back."""
    found: dict[str, Any] = {"id": wager.id, "name": wager.name}
    if len(wager.lines) == 1:
        found |= _written_line(wager.lines[0])
    else:
        found["line"] = [_written_line(line) for line in wager.lines]
    if not isinstance(wager.commission, NoCommission):
        found["commission"] = parameter_types.Percent().show(wager.commission.rate)
        found["commission_is"] = COMMISSION_IS[isinstance(wager.commission, CommissionLater)]
    if wager.settles is not Stage.END:
        found["settles"] = next(word for word, stage in STAGES.items() if stage is wager.settles)
    if wager.limits is not LimitsGroup.TABLE:
        found["limits"] = wager.limits.value
    return found


def _written_line(line: Line[Odds]) -> dict[str, Any]:
    pays = STANDS_OFF if isinstance(line.pays, StandOff) else f"{line.pays.win}:{line.pays.stake}"
    return {"when": write_condition(line.when), "pays": pays}


def _require_known(at: str, raw: Mapping[str, object], fields: tuple[str, ...]) -> None:
    for key in raw:
        if key not in fields:
            raise Unreadable(f"{at} has no field {quoted(key)}: {choose(key, fields)}")


def _name(raw: Mapping[str, object]) -> str:
    name = raw.get("name")
    if name is None:
        raise Unreadable('a wager has no name: write one, such as name = "Dragon 7"')
    if not isinstance(name, str) or not name.strip() or _NAME.fullmatch(name) is None:
        raise Unreadable(f"name = {quoted(name)} is no name: write words without brackets, bars and backslashes")
    return clean(name.strip())


def _id(at: str, raw: Mapping[str, object], name: str) -> str:
    """As written, or made from the name: `Dragon 7` is `dragon_7`."""
    found = raw.get("id", _made_id(name))
    if not isinstance(found, str) or _ID.fullmatch(found) is None:
        what = "a letter, then at most 31 small letters, digits or _"
        raise Unreadable(f'{at}, id: {quoted(found)} is no id: write {what}, such as id = "dragon_7"')
    if found in SHORT_NAMES:
        raise Unreadable(
            f"{at}, id: {quoted(found)} is short for {SHORT_NAMES[found]} wherever bets are typed: {_OTHER}"
        )
    return found


def _made_id(name: str) -> str:
    """Letters without their accents: `Élan 7` is `elan_7`."""
    letters = (one for one in unicodedata.normalize("NFKD", name.lower()) if not unicodedata.combining(one))
    return re.sub("[^a-z0-9]+", "_", "".join(letters)).strip("_")


def _lines(at: str, raw: Mapping[str, object]) -> tuple[Line[Odds], ...]:
    """The pay table: `when` and `pays` at the top, or a table of both for every line."""
    if "line" not in raw:
        return (_line(at, raw),)
    if "when" in raw or "pays" in raw:
        raise Unreadable(f"{at} has lines, and when or pays beside them: write them into a [[line]]")
    lines = raw["line"]
    if not isinstance(lines, list) or not 1 <= len(lines) <= MOST_LINES:
        raise Unreadable(f"{at}, line: write 1 to {MOST_LINES} tables with when and pays")
    return tuple(_line_of(f"{at}, line {number}", one) for number, one in enumerate(lines, start=1))


def _line_of(at: str, raw: object) -> Line[Odds]:
    if not isinstance(raw, Mapping):
        raise Unreadable(f"{at}: {quoted(raw)} is no line: write a table with when and pays")
    _require_known(at, raw, ("when", "pays"))
    return _line(at, raw)


def _line(at: str, raw: Mapping[str, object]) -> Line[Odds]:
    for key, such_as in (("when", 'when = { hand = "banker", wins = true }'), ("pays", 'pays = "40:1"')):
        if key not in raw:
            raise Unreadable(f"{at} has no {key}: write {such_as}")
    return Line(when=read_condition(f"{at}, when", raw["when"]), pays=_pays(at, raw["pays"]), clause=DECLARED)


def _pays(at: str, raw: object) -> Odds | StandOff:
    """Odds such as `40:1`, `3 to 2` or `0.54:1`, or a stand-off."""
    if raw == STANDS_OFF:
        return STAND_OFF
    is_number = isinstance(raw, str | int | float | Decimal) and not isinstance(raw, bool)
    match = _PAYS.fullmatch(str(raw).strip()) if is_number else None
    if match is None or int(match["stake"] or "1") == 0:
        raise Unreadable(f'{at}, pays: {quoted(raw)} are no odds: write "40:1", "0.54:1" or "{STANDS_OFF}"')
    odds = _odds(match["win"], int(match["stake"] or "1"))
    if not 0 < odds.per_unit <= MOST_TO_ONE:
        what = f'write odds above 0 and up to {MOST_TO_ONE:,}:1, or "{STANDS_OFF}" to give the stake back'
        raise Unreadable(f"{at}, pays: {quoted(raw)} is too little or too much: {what}")
    return odds


def _odds(win: str, stake: int) -> Odds:
    """As written where it is whole numbers, else the least whole numbers that say the same."""
    if "." not in win:
        return Odds.of(int(win), stake)
    exact = Fraction(win) / stake
    return Odds.of(exact.numerator, exact.denominator)


def _commission(at: str, raw: Mapping[str, object]) -> Commission:
    taken = _word(at, raw, "commission_is", {word: word for word in COMMISSION_IS}, "kept")
    if "commission" not in raw:
        if "commission_is" in raw:
            raise Unreadable(f'{at} has commission_is and no commission: write commission = "5%", too')
        return NoCommission()
    try:
        rate: Rate = parameter_types.read("commission", parameter_types.Percent(), raw["commission"])
    except Unreadable as error:
        raise Unreadable(f"{at}, {error}") from None
    if rate.numerator == 0:
        return NoCommission()
    plan = CommissionWhenPaid if taken == "kept" else CommissionLater
    return plan(rate=rate, clause=DECLARED)


def _word(at: str, raw: Mapping[str, object], key: str, words: Mapping[str, Any], otherwise: str) -> Any:
    said = raw.get(key, otherwise)
    if not isinstance(said, str) or said not in words:
        raise Unreadable(f"{at}, {key}: {quoted(said)} is not one of {', '.join(words)}: {choose(said, words)}")
    return words[said]
