"""The set-up with `make`, run with a Python of shell script that makes whole or half environments, and the release."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools import release

ROOT = Path(__file__).parents[1]
PROMISED = ["3.11", "3.12", "3.13"]

PYTHON = """#!/bin/sh
# Without ensurepip, as on a minimal Debian, `-m venv` ends in the middle, with a python and no pip.
case "$*" in
"-m venv "*)
    for venv; do :; done
    mkdir -p "$venv/bin"
    cp "$0" "$venv/bin/python"
    [ -e "$ENSUREPIP" ] || { echo "ensurepip is not available: apt install python3-venv"; exit 1; }
    touch "$venv/bin/pip"
    printf '#!/bin/sh\\nprintf "<%%s>" "$@"\\n' > "$venv/bin/punto"
    chmod +x "$venv/bin/punto"
    ;;
"-m pip "*)
    [ -e "${0%/*}/pip" ] || { echo "No module named pip"; exit 1; }
    ;;
esac
"""
MAKE = """#!/bin/sh
# Says what it was asked for, and does of it what is needed to go on.
echo "$*" >> "$ASKED"
[ "$1" != install ] || { mkdir -p .venv/bin && printf '#!/bin/sh\\n' > .venv/bin/python && chmod +x .venv/bin/python; }
[ "$1" != "$FAILS" ] || { echo "this fails"; exit 1; }
"""


class Project:
    """The Makefile in a folder of its own, and a Python beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        shutil.copytree(ROOT / "requirements", self.folder / "requirements")
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, self.folder / name)
        self.venv = self.folder / ".venv"
        self._python = program(folder / "python", PYTHON)
        self._ensurepip = folder / "ensurepip"

    def install_package(self) -> None:
        """`apt install python3-venv`."""
        self._ensurepip.touch()

    def make(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["make", *arguments, f"PYTHON={self._python}"]
        env = {**outside_make(), "ENSUREPIP": str(self._ensurepip)}
        return subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, check=False)


def program(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def outside_make() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "HOUSE"))}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_set_up_a_failed_environment_is_removed_and_made_once_the_package_is_there(project: Project) -> None:
    failed = project.make("install")
    assert failed.returncode == 2
    assert "apt install python3-venv" in failed.stdout
    assert not project.venv.exists()
    project.install_package()
    done = project.make("install")
    assert (done.returncode, done.stderr) == (0, "")
    assert (project.venv / ".install-ready").exists()


def test_set_up_a_half_made_environment_without_pip_is_made_again(project: Project) -> None:
    (project.venv / "bin").mkdir(parents=True)
    program(project.venv / "bin/python", PYTHON)
    project.install_package()
    done = project.make("install")
    assert (done.returncode, done.stderr) == (0, "")
    assert (project.venv / "bin/pip").exists()


def test_set_up_a_whole_environment_is_kept(project: Project) -> None:
    project.install_package()
    assert project.make("install").returncode == 0
    (project.venv / "bin/mine").touch()
    (project.venv / ".install-ready").unlink()
    assert project.make("install").returncode == 0
    assert (project.venv / "bin/mine").exists()


@pytest.mark.parametrize(
    ("arguments", "given"),
    [((), "<serve><--demo>"), (("HOUSE=/srv/a demo",), "<serve><--demo></srv/a demo>")],
)
def test_set_up_make_play_takes_a_folder(project: Project, arguments: tuple[str, ...], given: str) -> None:
    project.install_package()
    assert project.make("install").returncode == 0
    assert project.make("play", *arguments).stdout == given


def test_set_up_the_readme_names_the_package_of_debian_and_the_folder_of_play() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "apt install make python3-venv" in readme
    assert "make play HOUSE=folder" in readme


# The release


def exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, fails: str) -> tuple[list[str], list[str]]:
    """What is wrong with an export, and what make was asked for."""
    program(tmp_path / "make", MAKE)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("ASKED", str(tmp_path / "asked"))
    monkeypatch.setenv("FAILS", fails)
    problems = release.try_export(Path(sys.executable), tmp_path)
    return problems, (tmp_path / "asked").read_text(encoding="utf-8").splitlines()


def test_release_runs_the_suite_with_each_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problems, asked = exported(tmp_path, monkeypatch, fails="nothing")
    assert problems == []
    assert asked == [f"install PYTHON={sys.executable}", f"test PYTHON={sys.executable}"]


def test_release_fails_where_the_suite_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (problem,), _ = exported(tmp_path, monkeypatch, fails="test")
    assert problem == f"make test PYTHON={sys.executable}\nthis fails\n"


def test_release_is_tried_on_every_promised_python() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (released_on,) = re.findall(r"^RELEASED_ON := (.*)$", makefile, re.MULTILINE)
    assert released_on.split() == PROMISED
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11,<3.14"
    said = [one.rpartition(" ")[2] for one in project["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert said == PROMISED
