"""A document as data, what an operator chose, and how the two become the rules of a table."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from puntobanco.errors import Refused, Unreadable
from puntobanco.money import Odds, Rate
from puntobanco.rules import kinds
from puntobanco.rules.clause import Bounds, Choice, Clause, Fixed, Silent, Statement
from puntobanco.rules.options import Pairs
from puntobanco.rules.table_rules import PARAMETERS, Conditions, Ruled, TableRules, sealed
from puntobanco.rules.wagers import (
    BookCommission,
    BookWager,
    Commission,
    CommissionLater,
    CommissionWhenPaid,
    Line,
    NoCommission,
    Setting,
    StandOff,
    Wager,
)
from puntobanco.words import choose, quoted


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement and the clause that makes it."""

    statement: Statement
    clause: Clause


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager of a book and the choices of the house under which it is on the layout."""

    wager: BookWager
    where: tuple[tuple[str, object], ...]


def offer(wager: BookWager, **where: object) -> Offer:
    """`offer(perfect_pair(Hand.PLAYER), pairs=Pairs.PERFECT)`: on the layout where the house chose these."""
    return Offer(wager, tuple(where.items()))


@dataclass(frozen=True, slots=True)
class OwnRule:
    """What the law of conditions itself says of a parameter; a `Setting` is the table's own value of another one."""

    key: str
    value: Any
    clause: str


@dataclass(frozen=True, slots=True)
class ConditionsLaw:
    """That approved conditions prevail over the other rules of a book, by which clause, and what comes with them."""

    prevail: str
    """The clause that lets them."""
    own: tuple[OwnRule, ...]
    """What holds wherever conditions do, and is not theirs to change."""


@dataclass(frozen=True)
class HouseRules:
    """What an operator chose, by parameter; whether a book allows it is `resolve`'s question."""

    choices: Mapping[str, Any]

    @staticmethod
    def read(raw: Mapping[str, object]) -> "HouseRules":
        """Read typed choices from a TOML table or from `key=value` texts."""
        return HouseRules({key: kinds.read(key, _house_kind(key), value) for key, value in raw.items()})

    @staticmethod
    def parse_toml(text: str) -> "HouseRules":
        """Read a house file."""
        try:
            raw = tomllib.loads(text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            raise Unreadable(f"the house file is not TOML: {error}; write lines such as minimum = 10") from None
        except RecursionError:
            raise Unreadable("the house file cannot be read: brackets are nested too deeply") from None
        except ValueError:  # Python reads no number of thousands of digits
            raise Unreadable("the house file has a number of thousands of digits: write smaller ones") from None
        if not raw:
            raise Unreadable("the house file sets nothing: write lines such as minimum = 10, or leave the file out")
        return HouseRules.read(raw)

    @staticmethod
    def parse_settings(settings: Iterable[str]) -> "HouseRules":
        """Read `key=value` texts; the last one for a key counts."""
        return HouseRules.read(settings_in(settings))

    def __or__(self, other: "HouseRules") -> "HouseRules":
        """These choices, with `other` over them."""
        return HouseRules({**self.choices, **other.choices})


def settings_in(settings: Iterable[str]) -> dict[str, str]:
    """The values of `key=value` texts by key; the last one counts."""
    found: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise Unreadable(f"{quoted(setting)} is not a setting: write key=value, such as minimum=10")
        found[key.strip()] = value.strip()
    return found


def _house_kind(key: str) -> kinds.Kind:
    parameter = PARAMETERS.get(key)
    if parameter is None or not parameter.set_by_house:
        known = (name for name, candidate in PARAMETERS.items() if candidate.set_by_house)
        raise Unreadable(f"{quoted(key)} is not something a house sets: {choose(key, known)}")
    return parameter.kind


@dataclass(frozen=True)
class Rulebook:
    """One document: its clauses in order, each with the values it speaks of, the wagers, and a house to practise in.

    An edition that was released never changes: what is put right in it later is a new edition.
    `house_must_choose` names clauses whose values every operator chooses: no practice house stands in for them.
    """

    id: str
    edition: int
    title: str
    source: str
    clauses: tuple[Clause, ...]
    offers: tuple[Offer, ...]
    practice: Mapping[str, Any]
    house_must_choose: tuple[str, ...] = ()
    conditions: ConditionsLaw | None = None

    def clause(self, number: str) -> Clause:
        """The clause with this number; `Unreadable` when the book has none."""
        for found in self.clauses:
            if found.number == number:
                return found
        raise Unreadable(
            f"{self.id} has no clause {quoted(number)}: `punto rules show {self.id}` lists them, from "
            f"{self.clauses[0].number} to {self.clauses[-1].number}"
        )

    @cached_property
    def stated(self) -> dict[str, Stated]:
        """What the book says about each parameter."""
        found: dict[str, Stated] = {}
        for clause in self.clauses:
            for key, statement in clause.statements:
                if key in found:
                    raise ValueError(f"{self.id}: {clause.number} and {found[key].clause.number} both set {key}")
                found[key] = Stated(statement, clause)
        if found.keys() != PARAMETERS.keys():
            raise ValueError(f"{self.id}: unstated or unknown parameters {found.keys() ^ PARAMETERS.keys()}")
        return found

    @property
    def chosen_by_every_house(self) -> dict[str, str]:
        """The parameters that an operator must choose to open a table, each with its clause."""
        numbers = {key: stated.clause.number for key, stated in self.stated.items()}
        return {key: number for key, number in numbers.items() if number in self.house_must_choose}

    @property
    def practice_house(self) -> HouseRules:
        """The house to practise in, as its operator would choose it."""
        return HouseRules(self.practice)


def resolve(book: Rulebook, house: HouseRules | None = None) -> TableRules:
    """The rules of a table: the book's practice house with the operator's choices over it.

    What the book does not allow is `Refused` with its clause and what it does allow.
    """
    return table_of(book, ruled_by(book, house or HouseRules({})))


def ruled_by(book: Rulebook, own: HouseRules) -> dict[str, Ruled[Any]]:
    """Every parameter as book and house have it, each allowed by itself."""
    choices = (HouseRules(_practice(book, own)) | own).choices
    return {
        key: Ruled(value=_value(book, key, stated, choices), clause=stated.clause.number)
        for key, stated in book.stated.items()
    }


def table_of(book: Rulebook, ruled: Mapping[str, Ruled[Any]], conditions: Conditions | None = None) -> TableRules:
    """The rules of a table with these values, which must make one together."""
    _check_together(book, ruled)
    wagers = tuple(
        _of_table(offered.wager, ruled, conditions)
        for offered in book.offers
        if all(ruled[key].value == value for key, value in offered.where)
    )
    return sealed(book=book.id, edition=book.edition, wagers=wagers, conditions=conditions, **ruled)


def _practice(book: Rulebook, own: HouseRules) -> Mapping[str, Any]:
    """The practice house as it fits an operator's layout: it has no more lines than lie between the areas."""
    if "gallery_lines" not in book.practice:
        return book.practice
    between = own.choices.get("seats", book.practice["seats"]) - 1
    return {**book.practice, "gallery_lines": min(book.practice["gallery_lines"], between)}


def _value(book: Rulebook, key: str, stated: Stated, choices: Mapping[str, Any]) -> Any:
    if key not in choices:
        match stated.statement:
            case Fixed(value) | Silent(value):
                return value
            case Choice() | Bounds():
                raise ValueError(f"{book.id}: the practice house does not choose {key}")
    require_allowed(book, key, choices[key])
    return choices[key]


def require_allowed(book: Rulebook, key: str, value: Any) -> None:
    """Refuse a value that the book does not allow, with its clause and what it does allow."""
    stated = book.stated[key]
    if not _allows(stated.statement, value):
        kind = PARAMETERS[key].kind
        raise Refused(
            f"{key}_not_allowed",
            f"{book.id} {stated.clause.number}",
            f"{key} = {kind.show(value)} is not allowed: {allowed(key, stated.statement)}",
        )


def _allows(statement: Statement, value: Any) -> bool:
    match statement:
        case Fixed(only):
            return bool(value == only)
        case Choice(options):
            return not options or value in options
        case Bounds(low, high, or_none):
            return or_none if value is None else not (value < low or (high is not None and high < value))
        case Silent():
            return True


def allowed(key: str, statement: Statement) -> str:
    """What an operator may choose, as a person would say it."""
    show = PARAMETERS[key].kind.show
    match statement:
        case Fixed(value):
            return f"it is {show(value)}"
        case Choice(()):
            return "the house decides"
        case Choice(options) if len(options) > 8:
            return PARAMETERS[key].kind.expects
        case Choice(options):
            return " or ".join(map(show, options))
        case Bounds(low, None):
            return f"{show(low)} or more"
        case Bounds(low, high):
            return f"from {show(low)} to {show(high)}"
        case Silent(value):
            return f"not said; {show(value)} unless the house sets another"


def _check_together(book: Rulebook, ruled: Mapping[str, Ruled[Any]]) -> None:
    """Choices that are each allowed but make no table together."""
    _check_order(book, ruled, "minimum", "maximum")
    if ruled["pairs_minimum"].value is not None and ruled["pairs_maximum"].value is not None:
        _check_order(book, ruled, "pairs_minimum", "pairs_maximum")
    _check_given(book, ruled)
    for key in WORDS_IN_BRACES:
        _check_words(book, ruled, key)
    between = ruled["seats"].value - 1
    if ruled["gallery_lines"].value > between:
        raise _refuse_together(book, ruled, "gallery_lines", f"{between} lines lie between the areas")
    cards = 52 * ruled["decks"].value
    for key, most in (("cut_depth", cards), ("cut_from_ends", cards // 2)):
        if ruled[key].value > most:
            raise _refuse_together(book, ruled, key, f"{cards} cards in all leave at most {most}")


def _check_given(book: Rulebook, ruled: Mapping[str, Ruled[Any]]) -> None:
    """What is offered needs the numbers that go with it."""
    if ruled["ghost_hands"].value and ruled["ghost_limit"].value is None:
        raise _refuse_together(
            book, ruled, "ghost_limit", "say how many coups without wagers there may be, or offer none"
        )
    for key in ("pairs_minimum", "pairs_maximum"):
        if ruled["pairs"].value is not Pairs.NONE and ruled[key].value is None:
            raise _refuse_together(book, ruled, key, "pairs are offered: give their limit, or offer none")


# What is known when the dealer says a table's words, and may therefore stand in braces.
WORDS_IN_BRACES: dict[str, tuple[str, ...]] = {
    "call_no_more_bets": (),
    "call_no_bets": (),
    "call_counts": ("player", "banker"),
    "call_result": ("player", "banker", "winner"),
    "call_tie": ("player", "banker"),
    "call_last_round": (),
}


def _check_words(book: Rulebook, ruled: Mapping[str, Ruled[Any]], key: str) -> None:
    words = ruled[key].value or ""
    for name in ("player", "banker", "winner"):
        if f"{{{name}}}" in words and name not in WORDS_IN_BRACES[key]:
            raise _refuse_together(book, ruled, key, f"{{{name}}} is not known at that moment: leave it out")


def _check_order(book: Rulebook, ruled: Mapping[str, Ruled[Any]], low: str, high: str) -> None:
    if ruled[low].value > ruled[high].value:
        shown = PARAMETERS[high].kind.show(ruled[high].value)
        raise _refuse_together(book, ruled, low, f"it is above {high} = {shown}; set both")


def _refuse_together(book: Rulebook, ruled: Mapping[str, Ruled[Any]], key: str, why: str) -> Refused:
    shown = PARAMETERS[key].kind.show(ruled[key].value)
    return Refused(f"{key}_not_allowed", f"{book.id} {ruled[key].clause}", f"{key} = {shown} is not allowed: {why}")


def _of_table(wager: BookWager, ruled: Mapping[str, Ruled[Any]], conditions: Conditions | None) -> Wager:
    """The wager with the table's own numbers in place of every `Setting`, by the conditions where they are theirs."""
    prevails = None if conditions is None else conditions.clause
    return Wager(
        id=wager.id,
        name=wager.name,
        lines=tuple(_line(line, ruled, prevails) for line in wager.lines),
        loses=wager.loses,
        commission=_commission(wager.commission, ruled, prevails),
        settles=wager.settles,
        limits=wager.limits,
    )


def _line(line: Line[Odds | Setting], ruled: Mapping[str, Ruled[Any]], prevails: str | None) -> Line[Odds]:
    pays: Odds | StandOff = ruled[line.pays.key].value if isinstance(line.pays, Setting) else line.pays
    return Line(when=line.when, pays=pays, clause=_cited(line.pays, ruled, prevails, line.clause))


def _commission(plan: BookCommission, ruled: Mapping[str, Ruled[Any]], prevails: str | None) -> Commission:
    match plan:
        case NoCommission():
            return plan
        case CommissionWhenPaid(rate=rate, clause=clause):
            return CommissionWhenPaid(rate=_rate(rate, ruled), clause=_cited(rate, ruled, prevails, clause))
        case CommissionLater(rate=rate, clause=clause):
            return CommissionLater(rate=_rate(rate, ruled), clause=_cited(rate, ruled, prevails, clause))


def _rate(rate: Rate | Setting, ruled: Mapping[str, Ruled[Any]]) -> Rate:
    found: Rate = ruled[rate.key].value if isinstance(rate, Setting) else rate
    return found


def _cited(number: object, ruled: Mapping[str, Ruled[Any]], prevails: str | None, clause: str) -> str:
    """The clause of a number in a wager: the book's, unless the conditions have set it."""
    set_by = ruled[number.key].clause if isinstance(number, Setting) else None
    return clause if set_by is None or set_by != prevails else set_by
