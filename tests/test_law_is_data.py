"""Law is data: the mechanism reads every parameter of a table, and nothing above the rules asks which book it is."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from puntobanco.rulebooks import BOOKS
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.rulebooks.wagers import NoCommission, Setting

SOURCE = Path(__file__).parents[1] / "src/puntobanco"


def trees(*rooms: str) -> dict[str, ast.Module]:
    """The modules of some rooms by path, as syntax."""
    paths = (path for room in rooms for path in sorted((SOURCE / room).rglob("*.py")))
    return {str(path.relative_to(SOURCE)): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def nodes(modules: Iterable[ast.AST]) -> Iterator[ast.AST]:
    return (node for module in modules for node in ast.walk(module))


def last_name(node: ast.AST) -> str | None:
    """`rules` of `rules` and of `draft.state.rules`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None


# Every parameter of a table is read

MECHANISM = ("coup", "table", "odds", "sim")


def read_by(modules: Iterable[ast.AST]) -> Iterator[str]:
    """What code reads: `rules.decks`, an announcement in quotes, or the remedy of an irregularity that it names."""
    for node in nodes(modules):
        match node:
            case ast.Attribute(value=whose, attr=name) if last_name(whose) == "rules":
                yield name
            case ast.Attribute(value=ast.Name(id="Irregularity"), attr=name):
                yield f"on_{name.lower()}"
            case ast.Constant(value=str(key)) if key.startswith("call_"):
                yield key


def decide_the_wagers() -> Iterator[str]:
    """Parameters that say which wagers a table offers, or give a number in one: resolving the rules reads them."""
    for offered in (one for book in BOOKS.values() for one in book.offers):
        yield from (key for key, _ in offered.where)
        yield from () if offered.allowed_by is None else ("offered",)
        plan = offered.wager.commission
        numbers = (*(line.pays for line in offered.wager.lines), None if isinstance(plan, NoCommission) else plan.rate)
        yield from (number.key for number in numbers if isinstance(number, Setting))


def unread(keys: Iterable[str], *rooms: str) -> set[str]:
    return set(keys) - {*read_by(trees(*rooms).values()), *decide_the_wagers()}


def test_every_parameter_of_a_table_is_read() -> None:
    assert unread(PARAMETERS, *MECHANISM) == set()


def test_a_parameter_that_nobody_reads_is_found() -> None:
    assert unread((*PARAMETERS, "tablecloth", "on_spilled_drink"), *MECHANISM) == {"tablecloth", "on_spilled_drink"}
    assert {"notice_rounds", "call_tie", "on_impossible_card"} <= unread(PARAMETERS, "coup", "odds", "sim")


# Nothing above the rules asks which book it is


def is_book(node: ast.AST) -> bool:
    """Whether an expression is the id of a book, written out or asked of rules, alone or in a list of them."""
    match node:
        case ast.Constant(value=str(text)):
            return text in BOOKS
        case ast.Attribute(attr="book" | "book_id") | ast.Name(id="book_id"):
            return True
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(map(is_book, parts))
        case _:
            return False


def asks_which_book(node: ast.AST) -> bool:
    """Whether code goes one way or another by the book: it compares, matches or looks something up."""
    match node:
        case ast.Compare(left=left, comparators=others):
            return any(map(is_book, (left, *others)))
        case ast.Match(subject=what) | ast.MatchValue(value=what) | ast.Subscript(slice=what):
            return is_book(what)
        case ast.Dict(keys=keys):
            return any(key is not None and is_book(key) for key in keys)
        case _:
            return False


def test_nothing_above_the_rules_asks_which_book_it_is() -> None:
    """The command line lets a person choose a book and prints its name; it, too, never decides by it."""
    modules = {path: tree for path, tree in trees("").items() if not path.startswith("rules/")}
    assert {"cli", "coup", "table"} <= {path.partition("/")[0] for path in modules}
    asked = [
        f"{path}:{node.lineno}"
        for path, tree in modules.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.expr | ast.Match | ast.pattern) and asks_which_book(node)
    ]
    assert asked == []


@pytest.mark.parametrize(
    "code",
    [
        "if draft.rules.book == other: pass",
        "if name == 'nz-1998': pass",
        "if book_id in (one, two): pass",
        "limit = 3 if name in {'act-2015', 'washington'} else 4",
        "match state.rules.book:\n    case other: pass",
        "match name:\n    case 'house-midi': pass",
        "LIMITS = {'act-2015': 3}",
        "limit = LIMITS[rules.book]",
    ],
)
def test_a_question_about_the_book_is_found(code: str) -> None:
    assert any(map(asks_which_book, nodes([ast.parse(code)])))


@pytest.mark.parametrize("code", ["resolve(book(rules.book), house)", "print(rules.book)", "{'book': rules.book}"])
def test_taking_or_printing_a_book_is_no_question(code: str) -> None:
    assert not any(map(asks_which_book, nodes([ast.parse(code)])))
