"""Where machine code is kept, and that old machine code goes."""

import os
import time
from pathlib import Path

import pytest

from puntobanco.kernels.cache import remove_unused
from tests.kernels.processes import in_another_process

DIRECTORY = """
from puntobanco.kernels.cache import cache_directory
directory = cache_directory()
answer = str(directory) if directory else None
"""
HOUR = 60 * 60


def cache_directory(**environment: str) -> str | None:
    found: str | None = in_another_process(DIRECTORY, **environment)
    return found


def kept(own: Path, name: str, *, hours_ago: int) -> Path:
    """A directory with a file of machine code, both last touched some time ago."""
    directory = own / name
    directory.mkdir(parents=True)
    code = directory / "kernel.nbc"
    code.write_bytes(b"code")
    for path in (code, directory):
        os.utime(path, (time.time() - hours_ago * HOUR,) * 2)
    return directory


def test_machine_code_is_kept_under_the_digest_of_sources_and_processor(tmp_path: Path) -> None:
    here, again = (cache_directory(NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert here is not None
    assert Path(here).parent == tmp_path / "puntobanco"
    assert here == again
    assert here != cache_directory(NUMBA_CACHE_DIR=str(tmp_path), NUMBA_CPU_NAME="generic")


def test_without_a_word_from_the_user_it_is_kept_in_the_users_cache(tmp_path: Path) -> None:
    found = cache_directory(NUMBA_CACHE_DIR="", XDG_CACHE_HOME=str(tmp_path))
    assert found is not None
    assert Path(found).parent == tmp_path / "puntobanco"


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert cache_directory(NUMBA_CACHE_DIR=str(file / "below a file")) is None


def test_a_new_directory_replaces_those_that_nobody_used_for_a_day(tmp_path: Path) -> None:
    own = tmp_path / "puntobanco"
    old = [kept(own, f"{room}-{'0123456789abcdef'}", hours_ago=25) for room in ("kernels", "odds", "sim")]
    recent = kept(own, "kernels-fedcba9876543210", hours_ago=23)
    found = cache_directory(NUMBA_CACHE_DIR=str(tmp_path))
    assert found is not None
    assert not any(directory.exists() for directory in old)
    assert {path.name for path in own.iterdir()} == {recent.name, Path(found).name}


def test_a_directory_that_is_there_already_removes_nothing(tmp_path: Path) -> None:
    cache_directory(NUMBA_CACHE_DIR=str(tmp_path))
    old = kept(tmp_path / "puntobanco", "odds-0123456789abcdef", hours_ago=1000)
    cache_directory(NUMBA_CACHE_DIR=str(tmp_path))
    assert old.exists()


def test_a_directory_in_use_is_stamped_anew(tmp_path: Path) -> None:
    found = cache_directory(NUMBA_CACHE_DIR=str(tmp_path))
    assert found is not None
    os.utime(found, (0, 0))
    cache_directory(NUMBA_CACHE_DIR=str(tmp_path))
    assert Path(found).stat().st_mtime > time.time() - HOUR


@pytest.mark.parametrize(
    "name", ["odds-0123", "odds-0123456789abcdefg", "odds-0123456789ABCDEF", "mine-0123456789abcdef", "notes", "odds"]
)
def test_what_is_not_named_as_ours_is_left_alone(tmp_path: Path, name: str) -> None:
    other = kept(tmp_path, name, hours_ago=1000)
    remove_unused(tmp_path)
    assert other.exists()


def test_a_link_is_left_alone_and_what_it_leads_to(tmp_path: Path) -> None:
    elsewhere = kept(tmp_path / "elsewhere", "odds-0123456789abcdef", hours_ago=1000)
    own = tmp_path / "own"
    own.mkdir()
    (own / "sim-0123456789abcdef").symlink_to(elsewhere)
    remove_unused(own)
    assert (elsewhere / "kernel.nbc").exists()


def test_a_directory_in_which_something_is_being_written_is_left_alone(tmp_path: Path) -> None:
    old = kept(tmp_path, "sim-0123456789abcdef", hours_ago=1000)
    below = old / "deeper"
    below.mkdir()
    (below / "kernel.nbc").touch()
    os.utime(below, (0, 0))
    os.utime(old, (0, 0))
    remove_unused(tmp_path)
    assert old.exists()


def test_a_directory_that_is_not_there_or_goes_meanwhile_is_no_error(tmp_path: Path) -> None:
    remove_unused(tmp_path / "nowhere")
