"""The examples of README and docs, run as they are written, page by page, in any environment.

    python -m tools.doc_blocks BIN [PAGE...]

runs them with the commands in the folder BIN first. A page is one session in a folder of its own, which has the
project's `examples`, `tests` and `verifier`: files that an example writes are there for the next one.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
LONGEST = 900
"""Seconds after which an example hangs, also where it compiles first and the machine is busy."""
_BLOCK = re.compile(r"^```(?P<language>\w*)(?P<needs> \w+)?\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ ", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One example: where it stands, what it is written in, and what it says."""

    page: str
    line: int
    language: str
    needs: str
    """What the reader must have: postgresql, or nothing."""
    text: str

    @property
    def is_set_up(self) -> bool:
        """Whether it makes the environment in which all others run."""
        return self.language == "sh" and re.search(r"^(make|pipx) ", self.text, re.MULTILINE) is not None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """Where examples run: whose commands are found first, and the folder of the session."""

    bin: Path
    folder: Path

    def bash(self, script: str) -> subprocess.CompletedProcess[str]:
        variables = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
        variables |= {"PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}", "TERM": "dumb"}
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=self.folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=LONGEST,
        )


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            page=page.name,
            line=text.count("\n", 0, match.start()) + 1,
            language=match["language"],
            needs=(match["needs"] or "").strip(),
            text=match["text"],
        )
        for match in _BLOCK.finditer(text)
    ]


def run_page(page: Path, bin_folder: Path, *, there: tuple[str, ...] = ("",)) -> list[str]:
    """What went otherwise than the page says; nothing if all is well. Only examples whose needs are there are run."""
    with tempfile.TemporaryDirectory(prefix="punto-docs-") as folder:
        for name in ("examples", "tests", "verifier"):
            (Path(folder) / name).symlink_to(ROOT / name)
        session = Environment(bin=bin_folder, folder=Path(folder))
        wanted = [block for block in blocks(page) if block.needs in there]
        return [problem for block in wanted for problem in run_block(block, session)]


def run_block(block: Block, session: Environment) -> Iterator[str]:
    try:
        yield from _run_block(block, session)
    except subprocess.TimeoutExpired:
        yield f"{block}: not done after {LONGEST} s\n{block.text}"


def _run_block(block: Block, session: Environment) -> Iterator[str]:
    match block.language:
        case "sh" if not block.is_set_up:
            yield from _sh(block, session)
        case "console":
            yield from _console(block, session)
        case "python":
            yield from _python(block, session)


def _sh(block: Block, session: Environment) -> Iterator[str]:
    done = session.bash(block.text)
    if done.returncode:
        yield f"{block}: exit code {done.returncode}\n{block.text}{done.stdout}"


def _console(block: Block, session: Environment) -> Iterator[str]:
    """Commands after `$ `, which go on behind `> `, each with exactly what it prints, wherever it prints that."""
    if _COMMAND.search(block.text) is None:
        yield f"{block}: no $ command, so nothing of it is tried"
    for example in _COMMAND.split(block.text)[1:]:
        first, *lines = example.splitlines()
        more = list(takewhile(lambda line: line.startswith(">"), lines))
        command = "\n".join([first, *(line[2:] for line in more)])
        shown = [line.rstrip() for line in session.bash(command).stdout.splitlines()]
        if shown != lines[len(more) :]:
            yield f"{block}: {first}\n" + "\n".join(["prints", *shown, "instead of", *lines[len(more) :]])


def _python(block: Block, session: Environment) -> Iterator[str]:
    if ">>> " not in block.text:
        yield f"{block}: no >>> example, so nothing of it is tried"
    (session.folder / "example.txt").write_text(block.text, encoding="utf-8")
    done = session.bash("python -m doctest example.txt")
    if done.returncode:
        yield f"{block}:\n{done.stdout}"


def run_pages(bin_folder: Path, pages: Iterable[Path] = PAGES) -> list[str]:
    return [problem for page in pages for problem in run_page(page, bin_folder)]


if __name__ == "__main__":
    found = run_pages(Path(sys.argv[1]).absolute(), [Path(name) for name in sys.argv[2:]] or PAGES)
    print("\n".join(found) or "Every example does what its page says.")
    sys.exit(bool(found))
