"""The wheel and the source distribution are complete, and the wheel works where nothing else of the project is."""

import site
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tools.packages import build, missing_in_sdist, missing_in_wheel, use_installed


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("dist"))


def test_wheel_and_source_distribution_are_complete(built: tuple[Path, Path]) -> None:
    wheel, sdist = built
    assert missing_in_wheel(wheel) == set()
    assert missing_in_sdist(sdist) == set()
    names = zipfile.ZipFile(wheel).namelist()
    assert "puntobanco/py.typed" in names
    assert {name.partition("/")[0] for name in names} == {"puntobanco", "puntobanco-0.1.0.dist-info"}


def test_what_is_missing_is_noticed(built: tuple[Path, Path], tmp_path: Path) -> None:
    whole, poor = zipfile.ZipFile(built[0]), tmp_path / "poor.whl"
    with zipfile.ZipFile(poor, "w") as wheel:
        for name in whole.namelist():
            if not name.endswith(("py.typed", "books/nz_1998.py", "licenses/LICENSE")):
                wheel.writestr(name, whole.read(name))
    assert missing_in_wheel(poor) == {"LICENSE", "puntobanco/py.typed", "puntobanco/rulebooks/books/nz_1998.py"}


@pytest.mark.slow
def test_the_wheel_works_in_an_environment_of_its_own(built: tuple[Path, Path], tmp_path: Path) -> None:
    """What it depends on comes from here, without the project: a path file shows packages, and not their path files."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv/bin/python"
    (packages,) = (tmp_path / "venv/lib").glob("python*/site-packages")
    install = ["install", "--quiet", "--no-deps", "--no-index", str(built[0])]
    subprocess.run([sys.executable, "-m", "pip", "--python", str(python), *install], check=True)
    (packages / "dependencies.pth").write_text(site.getsitepackages()[0] + "\n", encoding="utf-8")
    use_installed(python, tmp_path)


def test_a_package_of_the_checkout_is_not_taken_for_an_installed_one(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="exit code 1"):
        use_installed(Path(sys.executable), tmp_path)
