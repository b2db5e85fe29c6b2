"""A house that stops between any two steps of a round: it goes on with the same cards, or the round is void."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from puntobanco.app.house.house_folder import KEYS, init_house
from puntobanco.app.house.key_file import KeyFile
from puntobanco.fair_shoes.published_events import Fault
from puntobanco.table import TableState
from tests.app.house.helpers import Ticks
from tests.house.places import NAME
from tests.house.rounds import KEYED, PATRONS, WAYS, Round
from tests.marks import ALL_BOOKS

PLACES = 12
MICROSECONDS_OF_A_DAY = 86_400_000_000
WORTH = dict.fromkeys(PATRONS, 10**6)


@dataclass
class Stopped:
    """A house as it lay on the disk before each step of a round, which then ended so."""

    folder: Path
    images: list[Path] = field(default_factory=list)

    def image(self) -> None:
        """What a crash leaves: the database and its write-ahead log, never the index of the log."""
        target = self.folder.with_name(f"{self.folder.name} before step {len(self.images) + 1}")
        shutil.copytree(self.folder, target, ignore=shutil.ignore_patterns("*-shm", "*.lock"))
        self.images.append(target)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("houses") / "empty"
    init_house(folder, name=NAME)
    return folder


def played(folder: Path, empty: Path, way: str, book: str) -> tuple[Stopped, TableState, dict[str, int]]:
    """A round without a crash, and what lay on the disk before each of its steps."""
    shutil.copytree(empty, folder)
    stopped = Stopped(folder)
    table = Round(folder, way, seed=12)
    table.open(book)
    ended = table.finish(stopped.image)
    worth = table.worth()
    table.close()
    return stopped, ended, worth


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_stopped_round_ends_as_if_nothing_had_happened(tmp_path: Path, empty: Path, book: str, way: str) -> None:
    stopped, ended, worth = played(tmp_path / "house", empty, way, book)
    assert worth != WORTH
    assert len(stopped.images) >= PLACES
    for image in stopped.images:
        table = Round(image, way, seed=12)
        assert table.finish() == ended
        assert table.worth() == worth
        table.close()


@pytest.mark.parametrize("way", [way for way in WAYS if way is not KEYED])
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_without_the_key_it_ends_the_same_or_is_void(tmp_path: Path, empty: Path, book: str, way: str) -> None:
    """Stakes of a void round go back, all of them; with the key the table goes on, and everything is proven."""
    stopped, ended, worth = played(tmp_path / "house", empty, way, book)
    fates: list[str] = []
    for image in stopped.images:
        shutil.move(image / KEYS, image / "mislaid")
        KeyFile.create(image / KEYS, NAME)
        table = Round(image, way, seed=12)
        if not table.locked:  # no shoe was open
            table.close()
            continue
        table.rests()
        fates.append(fate(table, ended, worth))
        table.close()
        shutil.move(image / "mislaid", image / KEYS)
        found = Round(image, way, seed=12)
        found.reveal()
        found.finish()
        assert found.unfair() == [Fault.LATE_REVEAL]
        found.close()
    assert fates == sorted(fates, key=("not begun", "void", "same").index)
    assert len(fates) >= PLACES
    assert {"not begun", "void"} <= set(fates)


def fate(table: Round, ended: TableState, worth: dict[str, int]) -> str:
    """What became of the round while the shoe was locked away."""
    assert table.state.round is None, "stakes are held for a round that cannot go on"
    if not table.state.rounds:
        assert table.worth() == WORTH
        return "not begun"
    if table.state.rounds[-1].void:
        assert table.worth() == WORTH
        return "void"
    assert table.state.rounds == ended.rounds
    assert table.worth() == worth
    return "same"


class Jumping(Ticks):
    """A clock that somebody sets a day ahead or back, whenever it is looked at."""

    def __call__(self) -> int:
        now = super().__call__()
        return now + (now // 1_000_000 % 3 - 1) * MICROSECONDS_OF_A_DAY


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_clock_that_jumps_changes_nothing(tmp_path: Path, empty: Path, book: str, way: str) -> None:
    _, ended, worth = played(tmp_path / "house", empty, way, book)
    shutil.copytree(empty, tmp_path / "other")
    table = Round(tmp_path / "other", way, seed=12, clock=Jumping())
    table.open(book)
    assert table.finish() == ended
    assert table.worth() == worth
    table.close()


def test_another_card_after_the_crash_is_noticed(tmp_path: Path, empty: Path) -> None:
    stopped, ended, _ = played(tmp_path / "house", empty, KEYED, "act-2015")
    table = Round(stopped.images[-6], KEYED, seed=8)
    assert table.finish() != ended
    table.close()
