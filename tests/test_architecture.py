"""The shape of the source: short chains of imports at the table, short files, short functions."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import median

import pytest

import puntobanco

SOURCE = Path(puntobanco.__file__).parent
TABLE = "puntobanco.table"
LONGEST_CHAIN = 10
LONGEST_FILE = 400
LONGEST_USUAL_FUNCTION = 6


def sources(folder: Path, package: str) -> dict[str, str]:
    """The text of every module under a folder, by the name it is imported with."""
    found = {}
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join([package, *(parts[:-1] if parts[-1] == "__init__" else parts)])
        found[name] = path.read_text(encoding="utf-8")
    return found


# Chains of imports


def imported(text: str, modules: Mapping[str, str]) -> Iterator[str]:
    """Which of these modules a text imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in modules)
        elif isinstance(node, ast.ImportFrom) and (module := node.module or "") in modules:
            deeper = [f"{module}.{one.name}" for one in node.names]
            yield from (name if name in modules else module for name in deeper)


def longest_chain(modules: Mapping[str, str]) -> tuple[str, ...]:
    """The longest way from a module to one that it needs, that one needs, and so on."""
    graph = {name: set(imported(text, modules)) for name, text in modules.items()}
    chains: dict[str, tuple[str, ...]] = {}
    for name in TopologicalSorter(graph).static_order():
        chains[name] = (name, *max((chains[one] for one in sorted(graph[name])), key=len, default=()))
    return max(chains.values(), key=len)


def test_no_chain_of_imports_at_the_table_is_long() -> None:
    chain = longest_chain(sources(SOURCE / "table", TABLE))
    assert len(chain) <= LONGEST_CHAIN, " > ".join(chain)


def test_a_chain_is_followed_through_packages_functions_and_both_ways_to_import() -> None:
    modules = {
        "room": "from room.hall import door",
        "room.hall": "from room import stairs",
        "room.stairs": "import room.cellar.wine",
        "room.cellar": "",
        "room.cellar.wine": "def drink():\n    from room.cellar import cork",
        "room.cellar.cork": "import os",
    }
    chain = ("room", "room.hall", "room.stairs", "room.cellar.wine", "room.cellar.cork")
    assert longest_chain(modules) == chain
    longer = {**modules, "room.cellar.cork": "from room.tree import bark", "room.tree": ""}
    assert longest_chain(longer) == (*chain, "room.tree")


def test_imports_in_a_circle_are_no_chain() -> None:
    with pytest.raises(CycleError):
        longest_chain({"room.hall": "from room.stairs import step", "room.stairs": "from room.hall import door"})


# Files and functions


def long_files(modules: Mapping[str, str]) -> list[str]:
    """Files that are too long; a book is as long as its document."""
    return [
        name
        for name, text in modules.items()
        if len(text.splitlines()) > LONGEST_FILE and not name.startswith("puntobanco.rulebooks.books.")
    ]


def function_lengths(text: str) -> Iterator[int]:
    """The lines of every function's body, without its docstring."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            yield (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_no_file_is_long_but_the_books() -> None:
    assert long_files(sources(SOURCE, "puntobanco")) == []


def test_a_long_file_is_noticed() -> None:
    lines = "x = 1\n" * LONGEST_FILE
    planted = {
        "puntobanco.table.long": lines + "\n",
        "puntobanco.table.books": lines + "\n",
        "puntobanco.table.short": lines,
        "puntobanco.rulebooks.books.nz": lines * 2,
    }
    assert long_files(planted) == ["puntobanco.table.long", "puntobanco.table.books"]


def test_the_usual_function_is_short() -> None:
    lengths = [lines for text in sources(SOURCE, "puntobanco").values() for lines in function_lengths(text)]
    assert len(lengths) > 1000
    assert median(lengths) <= LONGEST_USUAL_FUNCTION


def test_a_function_is_as_long_as_its_body() -> None:
    text = '''
class Hand:
    @property
    def total(
        self,
    ) -> int:
        """The total

        of a hand."""
        found = sum(
            self.cards
        )

        return found

    async def draw(self): return 1

def nothing():
    """Nothing."""

def outer():
    def inner():
        pass
    return inner
'''
    assert sorted(function_lengths(text)) == [0, 1, 1, 3, 5]
