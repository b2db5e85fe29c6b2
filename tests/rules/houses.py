"""Houses that choose at random: whatever an operator could write for a table of a book."""

from typing import Any

from hypothesis import strategies as st

from puntobanco.errors import Refused
from puntobanco.rulebooks import HouseRules, Rulebook, parameter_types
from puntobanco.rulebooks.clause import Bounds, Choice, Fixed, Selection, Silent, Statement
from puntobanco.rulebooks.resolution import WORDS_IN_BRACES, require_allowed
from puntobanco.rulebooks.rule_values import EVERY_DEALING
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.values.money import ChipSet, Odds, Rate


@st.composite
def houses(draw: st.DrawFn, book: Rulebook) -> HouseRules:
    """A house that chooses some parameters, each as the book allows and as an operator would write it."""
    settable = [key for key in PARAMETERS if PARAMETERS[key].set_by_house]
    keys = draw(st.lists(st.sampled_from(settable), unique=True, max_size=12))
    chosen = {key: draw(_allowed_values(book, key)) for key in keys}
    return HouseRules.read({key: parameter_types.write(PARAMETERS[key].kind, value) for key, value in chosen.items()})


def _allowed_values(book: Rulebook, key: str) -> st.SearchStrategy[Any]:
    return _values(key, book.stated[key].statement).filter(lambda value: _is_allowed(book, key, value))


def _is_allowed(book: Rulebook, key: str, value: Any) -> bool:
    try:
        require_allowed(book, key, value)
    except Refused:
        return False
    return True


def _values(key: str, statement: Statement) -> st.SearchStrategy[Any]:
    match statement:
        case Fixed(value):
            return st.just(value)
        case Choice((_, *_)):
            return st.sampled_from(statement.options)
        case Selection(options):
            return st.sets(st.sampled_from(options)).map(lambda chosen: tuple(sorted(chosen)))
        case Bounds(low, high) if isinstance(low, int):
            return st.integers(low, min(high or low + 1000, low + 1000))
        case Choice() | Bounds() | Silent():
            return _of_kind(key, PARAMETERS[key].kind)


def _of_kind(key: str, kind: parameter_types.Kind) -> st.SearchStrategy[Any]:
    match kind:
        case parameter_types.Maybe():
            return st.none() | _of_kind(key, kind.kind)
        case parameter_types.Whole():
            return st.integers(kind.low, min(kind.high, kind.low + 60))
        case parameter_types.MoneyKind():
            return st.integers(1, 10**7)
        case parameter_types.Flag():
            return st.booleans()
        case parameter_types.Word():
            return st.sampled_from(kind.words)
        case parameter_types.Percent():
            return st.integers(0, 10_000).map(lambda basis_points: Rate.of(basis_points, 10_000))
        case parameter_types.OddsKind():
            return st.builds(Odds.of, st.integers(0, 50), st.integers(1, 4))
        case parameter_types.DealingKind():
            return st.sampled_from(EVERY_DEALING)
        case parameter_types.ChipsKind():
            return st.lists(st.integers(1, 10**6), min_size=1, max_size=6).map(ChipSet.of)
        case parameter_types.Words():
            return _words(key)
        case _:
            raise TypeError(f"no house can be made to choose {key}")


def _words(key: str) -> st.SearchStrategy[str]:
    names = [f"{{{name}}}" for name in WORDS_IN_BRACES[key]]
    return st.lists(st.sampled_from(["No", "più", "♠", '"Tie"', "7", *names]), min_size=1, max_size=6).map(" ".join)
