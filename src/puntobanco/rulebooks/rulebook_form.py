"""A rulebook as a form: what an operator may choose for a table, what is locked, and what is typed wrongly."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import parameter_types
from puntobanco.rulebooks.clause import Bounds, Choice, Fixed, Selection, Silent
from puntobanco.rulebooks.house_rules import HouseRules
from puntobanco.rulebooks.resolution import allowed, require_allowed
from puntobanco.rulebooks.rulebook import Rulebook, Stated
from puntobanco.rulebooks.table_rules import PARAMETERS, Parameter, TableRules

MOST_BUTTONS = 8
"""More options than these are typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormOption:
    """One of the values that can be chosen: as it is typed, and as it is read."""

    value: str
    shown: str
    clause: str = ""
    """Of a side bet, the clause by which the house may offer it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """A parameter of a table."""

    key: str
    title: str
    section: str
    clause: str
    kind: str
    """`fixed`, `choice`, `bounds`, `selection` or `silent`."""
    value: str
    """What holds unless another one is chosen, as an operator would type it."""
    shown: str
    """The same for reading."""
    options: tuple[FormOption, ...]
    """Where one of few is chosen, or of a selection any; else the value is typed."""
    says: str
    """What may be chosen, in words."""
    reason: str
    """Of our value, where the document is silent."""
    must_choose: bool
    """Whether the house chooses it itself: no usual value stands in for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormFault:
    """What is wrong with a value, or with values that make no table together."""

    key: str | None
    """The field; none for the form as a whole."""
    sentence: str
    clause: str
    """Empty for what cannot be read at all."""


def form_of(book: Rulebook, rules: TableRules | None = None) -> tuple[FormField, ...]:
    """Every parameter that a house can set, in the order of the comparison; with the values of these rules, if any."""
    return tuple(
        _field(book, key, one, _value(book, key, rules)) for key, one in PARAMETERS.items() if one.set_by_house
    )


def _value(book: Rulebook, key: str, rules: TableRules | None) -> Any:
    if rules is not None:
        return rules.ruled(key).value
    match book.stated[key].statement:
        case Fixed(value):
            return value
        case Silent(value):
            return book.practice.get(key, value)
        case Choice() | Bounds() | Selection():
            return book.practice[key]


def _field(book: Rulebook, key: str, parameter: Parameter, value: Any) -> FormField:
    stated = book.stated[key]
    return FormField(
        key=key,
        title=parameter.title,
        section=parameter.section,
        clause=stated.clause.number,
        kind=type(stated.statement).__name__.lower(),
        value=parameter_types.write(parameter.kind, value),
        shown=parameter.kind.show(value),
        options=_form_options(book, stated, parameter.kind),
        says=_says(key, stated, parameter.kind),
        reason=stated.clause.reason,
        must_choose=key in book.chosen_by_every_house,
    )


def _form_options(book: Rulebook, stated: Stated, kind: parameter_types.Kind) -> tuple[FormOption, ...]:
    if isinstance(stated.statement, Selection):
        return tuple(FormOption(value=one, shown=one, clause=book.side_bets[one]) for one in stated.statement.options)
    return tuple(
        FormOption(value=parameter_types.write(kind, one), shown=kind.show(one)) for one in _options(stated, kind)
    )


def _options(stated: Stated, kind: parameter_types.Kind) -> tuple[Any, ...]:
    match stated.statement:
        case Choice(options) if options:
            return options if len(options) <= MOST_BUTTONS else ()
        case Choice():
            return _all_of(
                kind.kind if isinstance(kind, parameter_types.Maybe) else kind
            )  # to have none is no choice here
        case Silent():
            return _all_of(kind)
        case Fixed() | Bounds() | Selection():
            return ()


def _all_of(kind: parameter_types.Kind) -> tuple[Any, ...]:
    """All values of a kind that has few of them."""
    match kind:
        case parameter_types.Flag():
            return (True, False)
        case parameter_types.Word(words):
            return words
        case parameter_types.Maybe(inner) if found := _all_of(inner):
            return (*found, None)
    return ()


def _says(key: str, stated: Stated, kind: parameter_types.Kind) -> str:
    """The limits of what is typed."""
    match stated.statement:
        case Silent() | Choice(()):
            return kind.expects
        case Bounds(or_none=True):
            return f"{allowed(key, stated.statement)}, or none"
        case _:
            return allowed(key, stated.statement)


def faults_in(book: Rulebook, typed: Mapping[str, str], *, opening: bool) -> tuple[FormFault, ...]:
    """What is wrong with each value by itself; to open a table, what every house chooses must be among them."""
    missing = book.chosen_by_every_house if opening else {}
    found = [_fault(book, key, value) for key, value in typed.items()]
    found += [
        FormFault(key=key, sentence=f"the house has not chosen {key}: name its procedure", clause=clause)
        for key, clause in missing.items()
        if key not in typed
    ]
    return tuple(one for one in found if one is not None)


def _fault(book: Rulebook, key: str, value: str) -> FormFault | None:
    try:
        chosen = HouseRules.read({key: value}).choices
        for name, one in chosen.items():
            require_allowed(book, name, one)
    except (Refused, Unreadable) as error:
        return fault_of(book, error, key)
    return None


def fault_of(book: Rulebook, error: Refused | Unreadable, key: str | None = None) -> FormFault:
    """A refusal at its field: its own word says which value it is about."""
    if isinstance(error, Unreadable):
        return FormFault(key=key, sentence=str(error), clause="")
    named = error.code.removesuffix("_not_allowed")
    at = named if named in PARAMETERS else key
    return FormFault(key=at, sentence=error.sentence, clause=error.clause.removeprefix(f"{book.id} "))


def without_faults(typed: Mapping[str, str], faults: Iterable[FormFault]) -> dict[str, str]:
    """What was typed and can be taken as it is."""
    wrong = {one.key for one in faults}
    return {key: value for key, value in typed.items() if key not in wrong}
