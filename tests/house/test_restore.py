"""A house that comes back from a backup goes on by the book, and never with a shoe whose cards may be known."""

import os
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house.backup import backup_house, restore_house
from puntobanco.app.house.house_folder import KEYS, read_settings
from puntobanco.app.house.integrity_check import findings
from puntobanco.app.house.read_only_house import looking
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.events import End, RevealOverdue, SecretRevealed, ShoeCommitted, ShoeEnded, write_act
from puntobanco.fair_shoes.verify import verify
from puntobanco.house.events import HouseRestored
from puntobanco.store import StoreBroken, StoreUnfit
from puntobanco.table.events import CardDealt
from puntobanco.table.model import Phase
from tests.house.evenings import Evening, addresses
from tests.marks import ALL_BOOKS
from tests.store.postgres import LEFT_OUT, Server, shared_server

SOAK = bool(os.environ.get("PUNTO_SOAK"))
STEPS_OF_A_ROUND = 14


@pytest.fixture(scope="session")
def postgres() -> Server:
    if LEFT_OUT:
        pytest.skip("POSTGRES=no")
    return shared_server()


def events_after(folder: Path, stream: str, number: int) -> list[Any]:
    with looking(folder) as seen:
        # records of every kind of stream have events
        return [event for _, record in seen.log(stream, number) for event in record.events]


def acts_of(folder: Path) -> list[Any]:
    return events_after(folder, "shoes/1", 0)


def goes_on_without_its_shoe(evening: Evening, again: Path, server: Server | None = None) -> None:
    """Copy the house as it is, bring it back, and play until a round of another shoe is over."""
    copy = again.with_suffix(".copy")
    position, _ = backup_house(evening.folder, copy)
    shoe = evening.shoes.under_way
    where = addresses(server)
    restore_house(copy, again, database=where["database"], owner=where["owner"], keys=evening.folder / KEYS)
    assert [one.position for one in events_after(again, "house", 0) if isinstance(one, HouseRestored)] == [position]
    with closing(Evening(again)) as at:
        for _ in range(400):
            if at.shoes.shoes > evening.shoes.shoes and at.state.phase is Phase.DEALING:
                break
            at.step()
        else:
            raise AssertionError("the table comes to no other shoe")
        at.until(Phase.BETTING)
    _require_no_further_card(again, position, is_open=shoe is not None)
    assert findings(again) == ()
    assert verify([write_act(act) for act in acts_of(again)]) == ()


def _require_no_further_card(folder: Path, position: int, *, is_open: bool) -> None:
    """No hand gets a card between the restore and the next shoe, whose commitment follows the reveal of the old one."""
    acts = acts_of(folder)
    if is_open:
        end = next(at for at, act in enumerate(acts) if isinstance(act, ShoeEnded) and act.why is End.RESTORED)
        assert isinstance(acts[end + 1], SecretRevealed)
        assert isinstance(acts[end + 2], ShoeCommitted)
    dealt: list[CardDealt] = []
    with looking(folder) as seen:
        for _, record in seen.log(None, position):
            happened = record.events
            if any(isinstance(event, ShoeCommitted) for event in happened):
                break
            dealt += [event for event in happened if isinstance(event, CardDealt)]
    assert not dealt or not is_open


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_from_any_step_of_a_round(book: str, tmp_path: Path) -> None:
    """From every other step, and from the others with the next book."""
    with closing(Evening.new(tmp_path / "house", book)) as evening:
        evening.until(Phase.BETTING)
        for step in range(STEPS_OF_A_ROUND):
            evening.step()
            if SOAK or (step + ALL_BOOKS.index(book)) % 2:
                goes_on_without_its_shoe(evening, tmp_path / f"again {step}")


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_from_the_preparation_of_a_shoe(book: str, tmp_path: Path) -> None:
    """In the same way."""
    with closing(Evening.new(tmp_path / "house", book)) as evening:
        while evening.shoes.under_way is None:
            evening.step()
        step = ALL_BOOKS.index(book)
        while evening.state.phase is Phase.PREPARING:
            if SOAK or step % 2:
                goes_on_without_its_shoe(evening, tmp_path / f"again {step}")
            evening.step()
            step += 1


@pytest.mark.parametrize(("source", "target"), [(False, True), (True, False), (True, True)])
def test_between_the_databases(source: bool, target: bool, tmp_path: Path, postgres: Server) -> None:
    with closing(Evening.new(tmp_path / "house", "act-2015", postgres if source else None)) as evening:
        evening.until(Phase.DEALING)
        evening.step()
        goes_on_without_its_shoe(evening, tmp_path / "again", postgres if target else None)


def test_without_the_key_the_reveal_is_overdue_until_it_is_brought(tmp_path: Path) -> None:
    with closing(Evening.new(tmp_path / "house", "act-2015")) as evening:
        evening.until(Phase.DEALING)
        backup_house(tmp_path / "house", tmp_path / "copy")
    again = tmp_path / "again"
    restore_house(tmp_path / "copy", again)
    assert isinstance(acts_of(again)[-1], RevealOverdue)
    for _ in range(2):
        with closing(Evening(again)) as at:
            assert at.shoes.stage is Stage.OVERDUE
    assert "is not in" in findings(again)[0]
    bring(tmp_path / "house" / KEYS, again / KEYS)
    with closing(Evening(again)) as at:
        assert isinstance(acts_of(again)[-1], SecretRevealed)
        at.until(Phase.BETTING)
    assert findings(again) == ()


def bring(keys: Path, to: Path) -> None:
    """Both keys in one file, the newer one last."""
    lines = keys.read_text(encoding="ascii").splitlines()
    to.write_text("\n".join([*lines, *to.read_text(encoding="ascii").splitlines()[1:], ""]), encoding="ascii")


def test_the_key_is_not_in_the_copy(tmp_path: Path) -> None:
    with closing(Evening.new(tmp_path / "house", "act-2015")) as evening:
        evening.until(Phase.BETTING)
        backup_house(tmp_path / "house", tmp_path / "copy")
    key = (tmp_path / "house" / KEYS).read_text(encoding="ascii").split()[-1]
    content = (tmp_path / "copy").read_bytes()
    assert key.encode() not in content
    assert bytes.fromhex(key) not in content


def test_a_copy_that_was_changed_is_no_house(tmp_path: Path) -> None:
    with closing(Evening.new(tmp_path / "house", "act-2015")) as evening:
        evening.until(Phase.BETTING)
        backup_house(tmp_path / "house", tmp_path / "copy")
    content = (tmp_path / "copy").read_bytes()
    at = content.index(b'"amount":50000000')
    (tmp_path / "copy").write_bytes(content[:at] + b'"amount":90000000' + content[at + 17 :])
    with pytest.raises(StoreBroken):
        restore_house(tmp_path / "copy", tmp_path / "again")
    assert not list((tmp_path / "again").iterdir())


def test_a_restore_that_fails_late_is_no_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its shoes may still be open: nobody may go on with it."""
    with closing(Evening.new(tmp_path / "house", "act-2015")) as evening:
        evening.until(Phase.BETTING)
        backup_house(tmp_path / "house", tmp_path / "copy")

    def fails(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("puntobanco.app.house.backup._end_open_shoes", fails)
    with pytest.raises(KeyboardInterrupt):
        restore_house(tmp_path / "copy", tmp_path / "again")
    assert not list((tmp_path / "again").iterdir())


def test_a_copy_is_not_served(tmp_path: Path) -> None:
    """Who puts it in the place of the database by hand is told: the shoes in it are open."""
    with closing(Evening.new(tmp_path / "house", "act-2015")) as evening:
        evening.until(Phase.BETTING)
        backup_house(tmp_path / "house", tmp_path / "copy")
    database = read_settings(tmp_path / "house").database
    assert isinstance(database, Path)
    (tmp_path / "copy").replace(database)
    with pytest.raises(StoreUnfit, match="journal_mode"):
        Evening(tmp_path / "house")


def test_the_search_for_further_cards_finds_a_shoe_that_goes_on(tmp_path: Path) -> None:
    """The planted mistake: the copy is served as it is."""
    with closing(Evening.new(tmp_path / "house", "act-2015")) as evening:
        evening.until(Phase.DEALING)
        with looking(evening.folder) as seen:
            position = seen.status().position
        evening.until(Phase.BETTING)
    with pytest.raises((AssertionError, StopIteration)):
        _require_no_further_card(tmp_path / "house", position, is_open=True)
