"""README and docs: every console and Python example is run, and lists are complete."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

import puntobanco.rules
from puntobanco.rules import BOOKS
from puntobanco.rules.render import statement_text
from puntobanco.rules.table_rules import PARAMETERS
from tests.cli.test_cli import punto

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"```(?P<language>\w+)\n(?P<text>.*?)```", re.DOTALL)


def blocks(language: str) -> list[tuple[str, str]]:
    return [
        (page.name, match["text"])
        for page in PAGES
        for match in BLOCK.finditer(page.read_text(encoding="utf-8"))
        if match["language"] == language
    ]


@pytest.mark.parametrize(("page", "text"), blocks("console"))
def test_console_example_prints_what_the_page_shows(page: str, text: str) -> None:
    for example in text.removeprefix("$ ").split("\n$ "):
        command, _, expected = example.partition("\n")
        words = shlex.split(command)
        assert words[0] == "punto", page
        done = punto(*words[1:])
        shown = [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
        assert shown == expected.rstrip("\n").split("\n"), command


@pytest.mark.parametrize(("page", "text"), blocks("python"))
def test_python_example_gives_what_the_page_shows(page: str, text: str) -> None:
    examples = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_docstring_examples() -> None:
    assert doctest.testmod(puntobanco.rules).failed == 0


def test_house_rules_page_lists_every_key_with_what_each_book_says() -> None:
    page = (ROOT / "docs/house-rules.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip(" `"): line for line in page.splitlines() if line.startswith("| `")}
    keys = [key for key, parameter in PARAMETERS.items() if parameter.set_by_house]
    assert list(rows) == keys
    for key in keys:
        for book in BOOKS.values():
            assert statement_text(key, book.said[key].statement) in rows[key], (key, book.id)


def test_pages_name_only_files_that_exist() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
