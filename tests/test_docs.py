"""README and docs: every console and Python example is run, and lists are complete."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from tools.house_rules_page import page

import puntobanco.rules
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


@pytest.mark.parametrize(("name", "text"), blocks("console"))
def test_console_example_prints_what_the_page_shows(name: str, text: str) -> None:
    for example in text.removeprefix("$ ").split("\n$ "):
        command, _, expected = example.partition("\n")
        words = shlex.split(command)
        assert words[0] == "punto", name
        done = punto(*words[1:])
        shown = [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
        assert shown == expected.rstrip("\n").split("\n"), command


@pytest.mark.parametrize(("name", "text"), blocks("python"))
def test_python_example_gives_what_the_page_shows(name: str, text: str) -> None:
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_docstring_examples() -> None:
    assert doctest.testmod(puntobanco.rules).failed == 0


def test_house_rules_page_is_fresh() -> None:
    assert (ROOT / "docs/house-rules.md").read_text(encoding="utf-8") == page()


def test_pages_name_only_files_that_exist() -> None:
    for found in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", found.read_text(encoding="utf-8")):
            assert (found.parent / target).exists(), f"{found.name}: {target}"
