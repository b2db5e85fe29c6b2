"""The wheel and the source distribution: built, looked into, and installed where nothing of the project is."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/puntobanco"
IN_SDIST = ("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile", "pyproject.toml")
FOLDERS_IN_SDIST = ("docs", "examples", "requirements", "src", "tests", "tools", "verifier", "web/public", "web/src")

GENERATED = "web/src/api/schema.ts"
"""Made anew wherever the browser side is built."""
USE = """
import puntobanco, sys, pathlib
assert pathlib.Path(puntobanco.__file__).is_relative_to(sys.prefix), puntobanco.__file__
assert str(puntobanco.odds("nz-1998")["banker"].house_edge) == "114753351728/10847218479825"
assert puntobanco.deal("act-2015", "4c 9d Kh 7c 3s", bets={"b": 100}).profit == -100
"""
"""A first program with the library."""


def build(folder: Path) -> tuple[Path, Path]:
    """The wheel and the source distribution of what is checked out, in a folder."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def missing_in_wheel(wheel: Path) -> set[str]:
    """Files of the package, and the licence, that the wheel does not have."""
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {str(path.relative_to(ROOT / "src")) for path in _files(PACKAGE)}
    licences = {name for name in names if name.endswith(".dist-info/licenses/LICENSE")}
    return (package - names) | (set() if licences else {"LICENSE"})


def missing_in_sdist(sdist: Path) -> set[str]:
    """Files that whoever builds, tests or reads the project needs, and the source distribution does not have."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {str(path.relative_to(ROOT)) for folder in FOLDERS_IN_SDIST for path in _files(ROOT / folder)}
    return (wanted | set(IN_SDIST)) - names


def _files(folder: Path) -> list[Path]:
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return [path for path in files if path != ROOT / GENERATED]


def use_installed(python: Path, elsewhere: Path) -> None:
    """Use an installed package as a stranger would, away from the project; raises if anything fails."""
    commands = (
        [str(python), "-I", "-c", USE],
        [str(python), "-m", "puntobanco", "--version"],
        [str(python.parent / "punto"), "odds", "act-2015", "--wager", "banker"],
        [str(python.parent / "punto"), "play", "--seed", "1"],
        [str(python.parent / "punto"), "house", "init", str(elsewhere / "casino")],
    )
    for command in commands:
        done = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, check=False, input="b 25\n")
        if done.returncode:
            raise AssertionError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
