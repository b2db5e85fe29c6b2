"""Whether this can be released: set-up, every example, the suite and the packages, on every Python, from nothing.

    python -m tools.release 3.11 3.12 3.13

For each Python the committed files are exported into a new folder; there `make install` is done as the README says,
every example of README and docs is run with it, then `make test`. Wheel and source distribution are built, and the
wheel is installed with `--no-deps` beside the locked requirements in another new environment. A Python that is not here
is a failure.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tools.packages import build, missing_in_sdist, missing_in_wheel, use_installed

ROOT = Path(__file__).parents[1]


def python_of(version: str) -> Path | None:
    """The interpreter of a version: in PATH, or where pyenv keeps them; none that says it is another one."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    in_path = shutil.which(f"python{version}")
    candidates = [*sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True), *([Path(in_path)] if in_path else [])]
    return next((path for path in candidates if _is(path, version)), None)


def _is(python: Path, version: str) -> bool:
    ask = "import sys, venv; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([str(python), "-c", ask], capture_output=True, text=True, check=False)
    return done.stdout.strip() == version


def check(version: str) -> list[str]:
    """What is wrong on one Python."""
    python = python_of(version)
    if python is None:
        return [f"Python {version} is not here: install it, for example with pyenv install {version}"]
    with tempfile.TemporaryDirectory(prefix=f"punto-release-{version}-") as folder:
        return try_export(python, Path(folder)) or _wheel(python, Path(folder))


def try_export(python: Path, folder: Path) -> list[str]:
    """Return the failures in an export of the committed files: the README's set-up, every example, `make test`."""
    project = folder / "puntobanco"
    project.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract"], cwd=project, input=archive, check=True)
    for command in (
        ["make", "install", f"PYTHON={python}"],
        [".venv/bin/python", "-m", "tools.doc_blocks", ".venv/bin"],
        ["make", "test", f"PYTHON={python}"],
    ):
        done = subprocess.run(command, cwd=project, env=_outside_make(), capture_output=True, text=True, check=False)
        if done.returncode:
            return [f"{' '.join(command)}\n{done.stdout}{done.stderr}"]
    return []


def _outside_make() -> dict[str, str]:
    """The environment without what `make release` passes on to a make inside it."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}


def _wheel(python: Path, folder: Path) -> list[str]:
    (folder / "dist").mkdir()
    wheel, sdist = build(folder / "dist")
    missing = missing_in_wheel(wheel) | missing_in_sdist(sdist)
    if missing:
        return [f"missing in the packages: {', '.join(sorted(missing))}"]
    subprocess.run([str(python), "-m", "venv", str(folder / "venv")], check=True)
    fresh = folder / "venv/bin/python"
    pip = [str(fresh), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    locked = str(ROOT / "requirements/install.txt")
    subprocess.run([*pip, "--require-hashes", "--requirement", locked], check=True)
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    try:
        use_installed(fresh, folder)
    except AssertionError as wrong:
        return [str(wrong)]
    return []


def main(versions: list[str]) -> int:
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True).stdout:
        print("There are changes that are not committed: a release is what is committed.")
        return 1
    if "urls" not in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]:
        print("Note: pyproject.toml names no project URLs; set them before the first publication.")
    failed = 0
    for version in versions:
        problems = check(version)
        failed += bool(problems)
        print("\n".join([f"Python {version}: {'FAILED' if problems else 'all is well'}", *problems]), flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
