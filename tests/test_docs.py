"""README and docs: every example is run as it is written, and lists and pictures are fresh."""

import doctest
import re
import shutil
import sys
from pathlib import Path

import pytest
from tools import picture
from tools.doc_blocks import PAGES, ROOT, blocks, run_page
from tools.house_rules_page import page as house_rules_page

from tests.store import postgres

HERE = Path(sys.executable).parent
"""The commands of the environment that the tests run in."""
RUN = ("sh", "console", "python")
WITH_EXAMPLES = [page for page in PAGES if any(block.language in RUN for block in blocks(page))]
WITH_POSTGRESQL = [page for page in PAGES if any(block.needs == "postgresql" for block in blocks(page))]


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.stem)
def test_every_example_of_a_page_does_what_the_page_says(page: Path) -> None:
    assert run_page(page, HERE) == []


@pytest.mark.slow
@pytest.mark.skipif(postgres.LEFT_OUT, reason=postgres.WORD_ON_LEAVING_OUT)
def test_examples_with_postgresql_do_what_their_pages_say(monkeypatch: pytest.MonkeyPatch) -> None:
    server = postgres.new_server()
    try:
        monkeypatch.setenv("PGHOST", str(server.folder))
        monkeypatch.setenv("PGUSER", "postgres")
        monkeypatch.setenv("PATH", str(postgres.programs()), prepend=":")
        assert WITH_POSTGRESQL
        assert [problem for page in WITH_POSTGRESQL for problem in run_page(page, HERE, there=("postgresql",))] == []
    finally:
        server.destroy()


PLANTED = """# A page
```console
$ echo one
two
$ echo three
three
```
```sh
true
false
echo not reached
```
```python
>>> 1 + 1
3
```
```python
nothing = "is tried"
```
```console
punto rules list
```
```sh
make install
```
"""


def test_examples_that_are_wrong_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PLANTED, encoding="utf-8")
    found = run_page(page, HERE)
    assert [problem.partition("\n")[0] for problem in found] == [
        "page.md:2: echo one",
        "page.md:8: exit code 1",
        "page.md:13:",
        "page.md:17: no >>> example, so nothing of it is tried",
        "page.md:20: no $ command, so nothing of it is tried",
    ]


def test_an_example_that_needs_postgresql_runs_only_where_it_is(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```sh postgresql\nfalse\n```\n", encoding="utf-8")
    assert run_page(page, HERE) == []
    assert len(run_page(page, HERE, there=("postgresql",))) == 1


def test_every_block_has_a_language_that_is_known() -> None:
    known = {*RUN, "", "json", "toml", "text"}
    assert {block.language for page in PAGES for block in blocks(page)} <= known
    assert {block.needs for page in PAGES for block in blocks(page)} == {"", "postgresql"}


def test_commands_stand_in_blocks_that_are_run() -> None:
    """Other blocks are drawings and outputs; one shows what an audit finds in a house that was forged."""
    for block in (block for page in PAGES for block in blocks(page) if block.language in ("", "text")):
        assert not re.search(r"^(?:\$ )?(?:punto(?! audit verify)|python|make) ", block.text, re.MULTILINE), str(block)


def test_a_designer_needs_no_python() -> None:
    session = blocks(ROOT / "docs/wagers.md")
    assert len([block for block in session if block.language == "console"]) > 5
    assert not any("python" in block.language or "python" in block.text for block in session)


def test_docstring_examples() -> None:
    for name in ("puntobanco", "puntobanco.rulebooks"):
        found = doctest.testmod(sys.modules[name])
        assert (found.failed, found.attempted > 0) == (0, True)


def test_house_rules_page_is_fresh() -> None:
    assert (ROOT / "docs/house-rules.md").read_text(encoding="utf-8") == house_rules_page()


def test_the_picture_shows_what_the_command_prints_today() -> None:
    assert picture.PICTURE.read_text(encoding="utf-8") == picture.drawn(), "make picture writes it anew"


def test_columns_of_the_picture_do_not_hang_on_spaces_which_browsers_put_together() -> None:
    texts = re.findall(r">([^<]+)</text>", picture.PICTURE.read_text(encoding="utf-8"))
    assert "1.2351%" in texts
    assert not any("  " in text for text in texts)


def test_the_set_up_of_the_readme_is_what_make_does() -> None:
    (set_up,) = (block for page in PAGES for block in blocks(page) if block.is_set_up)
    assert set_up.text.split("\n")[:2] == ["make install", ". .venv/bin/activate"]
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"^make (\w+)", set_up.text, re.MULTILINE)) <= set(targets)


def test_pages_name_only_files_that_exist() -> None:
    for found in [*PAGES, *(ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", found.read_text(encoding="utf-8")):
            assert (found.parent / target).exists(), f"{found.name}: {target}"


def test_commands_of_the_examples_are_those_of_this_environment() -> None:
    assert shutil.which("punto", path=str(HERE)) is not None
