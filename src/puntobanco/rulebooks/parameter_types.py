"""How the value of a parameter is typed by an operator, and how it is printed."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from msgspec import Struct

from puntobanco.errors import TooLarge, Unreadable
from puntobanco.rulebooks.rule_values import EVERY_DEALING, Dealing, OfferChange
from puntobanco.rulebooks.wager_names import wager_named
from puntobanco.values.money import LARGEST, ChipSet, Odds, Rate, format_dollars, parse_dollars, whole_number
from puntobanco.values.text import LONGEST_NAME, clean, quoted


class Kind(Protocol):
    """One sort of value: what an operator would type for it, and back."""

    @property
    def expects(self) -> str:
        """What to write, for an error message."""

    def parse(self, text: str) -> Any:
        """Read a value; a `ValueError` means that the text is not one."""

    def show(self, value: Any) -> str:
        """Print a value."""


def read(key: str, kind: Kind, raw: object) -> Any:
    """Read a value that was typed on the command line or stands in a TOML file."""
    text = _as_text(raw)
    try:
        return kind.parse(text)
    except TooLarge as error:
        raise Unreadable(f"{key} cannot be read: {error}") from None
    except ValueError:
        raise Unreadable(f"{key} = {quoted(text)} cannot be read: write {kind.expects}") from None


def _as_text(raw: object) -> str:
    match raw:
        case bool():
            return "yes" if raw else "no"
        case []:
            return "none"
        case list():
            return ", ".join(map(_as_text, raw))
        case int() | Decimal() | str():
            return unicodedata.normalize("NFC", _digits(raw)).strip()
        case _:
            return f"a {type(raw).__name__}"


def _digits(raw: object) -> str:
    try:
        return str(raw)
    except ValueError:  # Python does not write numbers of thousands of digits
        raise TooLarge("a number of thousands of digits is too large") from None


class Whole(Struct, frozen=True):
    """A whole number, never below `low` nor above `high`."""

    low: int = 1
    high: int = LARGEST

    @property
    def expects(self) -> str:
        return f"a whole number from {self.low}{'' if self.high == LARGEST else f' to {self.high}'}"

    def parse(self, text: str) -> int:
        if not text.isascii() or not text.isdigit() or not self.low <= whole_number(text) <= self.high:
            raise ValueError(text)
        return whole_number(text)

    def show(self, value: int) -> str:
        return str(value)


class MoneyKind(Struct, frozen=True):
    """A positive amount in dollars."""

    expects: str = "an amount in dollars above 0, such as 5 or 12.50"

    def parse(self, text: str) -> int:
        amount = parse_dollars(text)
        if amount == 0:
            raise ValueError(text)
        return amount

    def show(self, value: int) -> str:
        return format_dollars(value)


class ChipsKind(Struct, frozen=True):
    expects: str = "the denominations in dollars, such as 1, 5, 25, 100"

    def parse(self, text: str) -> ChipSet:
        return ChipSet.of(parse_dollars(part) for part in text.split(","))

    def show(self, value: ChipSet) -> str:
        return str(value)


class Flag(Struct, frozen=True):
    expects: str = "yes or no"

    def parse(self, text: str) -> bool:
        words = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
        if text.lower() not in words:
            raise ValueError(text)
        return words[text.lower()]

    def show(self, value: bool) -> str:  # noqa: FBT001 - the value itself is what is shown
        return "yes" if value else "no"


class Word(Struct, frozen=True):
    """One word of a closed list; case does not matter, and a hyphen may be typed for an underscore."""

    words: tuple[StrEnum, ...]

    @property
    def expects(self) -> str:
        return " or ".join(self.words)

    def parse(self, text: str) -> StrEnum:
        for word in self.words:
            if word.lower() == text.lower().replace("-", "_"):
                return word
        raise ValueError(text)

    def show(self, value: StrEnum) -> str:
        return str(value)


class Percent(Struct, frozen=True):
    """A rate; a bare fraction such as 0.05 is not guessed at."""

    expects: str = "a percentage, such as 5% or 4.5% (0.05 could mean two things: write 5% or 0.05%)"

    def parse(self, text: str) -> Rate:
        number = text.removesuffix("%").strip()
        if len(text) > LONGEST_NAME or not number.isascii() or not number.replace(".", "", 1).isdigit():
            raise ValueError(text)
        percent = Fraction(number)
        if percent > 100 or ("%" not in text and 0 < percent < 1):
            raise ValueError(text)
        return Rate.from_fraction(percent / 100)

    def show(self, value: Rate) -> str:
        return f"{_exact(value.fraction * 100)}%"


def _exact(value: Fraction) -> str:
    """All digits of a number, or the fraction itself where they never end."""
    places = 0
    while 10**places % value.denominator and places < LONGEST_NAME:
        places += 1
    if 10**places % value.denominator:
        return str(value)
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


class OddsKind(Struct, frozen=True):
    expects: str = "odds, such as 8:1"

    def parse(self, text: str) -> Odds:
        return Odds.parse(text)

    def show(self, value: Odds) -> str:
        return str(value)


class DealingKind(Struct, frozen=True):
    expects: str = "up, down or one letter u or d for each of the four cards, such as udud"

    def parse(self, text: str) -> Dealing:
        for dealing in EVERY_DEALING:
            if text.lower() in (str(dealing), "".join("u" if up else "d" for up in dealing.face_up)):
                return dealing
        raise ValueError(text)

    def show(self, value: Dealing) -> str:
        return str(value)


NAMES_IN_WORDS = ("player", "banker", "winner")
"""What a dealer's words may name in braces: both totals, and the hand that wins."""
_NAMES = re.compile("|".join(rf"\{{{name}\}}" for name in NAMES_IN_WORDS))


def spoken(words: str, known: Mapping[str, object]) -> str:
    """The dealer's words with what is known in place of its names; only that, whatever else the words hold."""
    return _spoken(words, tuple(known.items())) if "{" in words else words


@lru_cache(maxsize=4096)
def _spoken(words: str, known: tuple[tuple[str, object], ...]) -> str:
    named = dict(known)
    return _NAMES.sub(lambda name: str(named.get(name[0][1:-1], name[0])), words)


class Words(Struct, frozen=True):
    """What the dealer says, freely worded."""

    expects: str = (
        f"the words that the dealer says, at most {LONGEST_NAME} characters on one line; in braces may stand "
        "{player}, {banker} or {winner}, nothing else"
    )

    def parse(self, text: str) -> str:
        other = _NAMES.sub("", text)
        if not text or "{" in other or "}" in other:
            raise ValueError(text)
        return clean(text)

    def show(self, value: str) -> str:
        return f'"{value}"'


class WagerIds(Struct, frozen=True):
    """Which side bets a house offers: all of them by their ids, or what changes of them with a sign before each."""

    expects: str = (
        "the ids of all side bets offered, such as player_pair, banker_pair; what changes, such as +player_pair, "
        "-banker_pair; or none"
    )

    def parse(self, text: str) -> tuple[str, ...] | OfferChange:
        if text.lower() == "none":
            return ()
        signs, ids = zip(*map(_signed, text.split(",")), strict=True)
        if len(set(ids)) < len(ids) or len({bool(sign) for sign in signs}) > 1:
            raise ValueError(text)
        if not signs[0]:
            return tuple(sorted(ids))
        of_sign = {sign: tuple(sorted(one for at, one in zip(signs, ids, strict=True) if at == sign)) for sign in "+-"}
        return OfferChange(added=of_sign["+"], removed=of_sign["-"])

    def show(self, value: tuple[str, ...] | OfferChange) -> str:
        return str(value) if isinstance(value, OfferChange) else ", ".join(value) or "none"


_WAGER_ID = re.compile(r"\s*([+-]?)\s*([A-Za-z][A-Za-z0-9_-]{0,31})\s*")


def _signed(text: str) -> tuple[str, str]:
    """A wager as it is typed in a list: its sign, if any, and its id."""
    match = _WAGER_ID.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return match[1], wager_named(match[2].lower().replace("-", "_"))


class Maybe(Struct, frozen=True):
    """A value or none."""

    kind: Kind

    @property
    def expects(self) -> str:
        return f"{self.kind.expects}, or none"

    def parse(self, text: str) -> Any:
        return None if text.lower() == "none" else self.kind.parse(text)

    def show(self, value: Any) -> str:
        return "none" if value is None else self.kind.show(value)


class ByDocument(Struct, frozen=True):
    """A value that only a document sets; no operator types it, but what prevails over the document may write it."""

    printed: Callable[[Any], str] = str
    written: Kind | None = None

    @property
    def expects(self) -> str:
        return "nothing: only the document sets it" if self.written is None else self.written.expects

    def parse(self, text: str) -> Any:
        if self.written is None:
            raise ValueError(text)
        return self.written.parse(text)

    def show(self, value: Any) -> str:
        return self.printed(value)


def write(kind: Kind, value: Any) -> str:
    """A value as an operator would type it: the kind's `parse` gives it back exactly."""
    match kind:
        case Maybe(inner) if value is not None:
            return write(inner, value)
        case Words():
            return str(value)
        case ChipsKind():
            return ", ".join(format_dollars(chip).replace(",", "") for chip in value.denominations)
        case _:
            return kind.show(value)
