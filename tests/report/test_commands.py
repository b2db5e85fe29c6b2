"""`punto report` on a house in which everything has happened, and with what nobody should give it."""

import csv
import json
import re
import shutil
import sqlite3
from contextlib import closing, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from puntobanco.app.house.read_only_house import looking
from puntobanco.cage.stream_type import AccountRecord
from puntobanco.cage.views.statement import statement
from puntobanco.cli.main import app
from puntobanco.errors import Unreadable
from puntobanco.table import commands
from puntobanco.table.queries.float import takings
from puntobanco.table.stream_type import TABLES, TableRecord
from tests.app.house.helpers import OPERATOR, patron, place
from tests.audit.houses import Evening, eventful_house
from tests.cli.test_bad_input import fails

DAY = ("--date", "2026-01-01")
REPORTS: dict[str, tuple[str, ...]] = {
    "day": DAY,
    "table": ("act-2015",),
    "shoe": ("act-2015", "1"),
    "patron": ("ann",),
    "irregularities": (),
    "tournament": ("across-tables",),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a wager, at last, where none is taken yet."""
    folder = eventful_house(tmp_path_factory.mktemp("report") / "house", steps=80, rounds=4)
    evening = Evening(folder, seed=2)
    evening.do("table/late", commands.OpenTable(actor=OPERATOR, book="act-2015"))
    evening.do("table/late", commands.BuyIn(actor=patron("ann"), amount=100_000))
    assert not evening.tries("table/late", place("ann"))
    evening.close()
    return folder


def said(*arguments: str) -> str:
    """What the command prints, without a process of its own; what it refuses is raised."""
    text = StringIO()
    with redirect_stdout(text):
        app(["report", *arguments], standalone_mode=False)
    return text.getvalue()


def made(house: Path, sort: str, *more: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said(sort, str(house), *more, "--format", "json"))
    return found


def unreadable(told: str, *arguments: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(told)):
        said(*arguments)


# What it says


def test_a_day_is_what_the_books_say(house: Path) -> None:
    with looking(house) as seen:
        streams = [stream for stream in seen.store.heads() if stream.startswith("table/")]
        folded = {
            stream.removeprefix("table/"): TABLES.fold_records(
                one for one in seen.records_of(stream) if isinstance(one, TableRecord)
            )
            for stream in streams
        }
    found = made(house, "day", *DAY)
    for name, state in folded.items():
        assert state is not None
        (taken,) = [one for one in found["takings"] if one["table"] == name]
        books = takings(state)
        assert taken["drop"] == books.drop
        if not state.rules.chips_are_issued:
            assert taken["win"] == books.win
    for key in ("drop", "win", "commission"):
        *each, whole = [one[key] for one in found["takings"]]
        assert sum(each) == whole
    for one in found["win"]:
        assert one["win"] == one["wagers"] + one["disputes"] + one["owed"] + one["other"]
        assert one["other"] == 0
    assert sum(one["won"] for one in found["wagers"]) == found["win"][-1]["wagers"]
    assert sum(one["won"] for one in found["dealers"]) == found["win"][-1]["wagers"]
    assert [(one["table"], one["patron"], one["times"]) for one in found["late_wagers"]] == [("late", "ann", 1)]
    assert {one["tournament"] for one in found["tournaments"]} >= {"across-tables"}


def test_days_are_those_of_the_zone(house: Path) -> None:
    """The house began at midnight in UTC, which is the evening before in New York."""
    new_york = ("--zone", "America/New_York")
    assert made(house, "day", "--date", "2025-12-31", *new_york)["records"] > 100
    assert made(house, "day", "--date", "2025-12-31")["records"] == 0
    assert "2025-12-31 19:" in said("shoe", str(house), "act-2015", "1", *new_york)


def test_a_table_in_parts_is_the_whole_table(house: Path) -> None:
    whole = made(house, "table", "act-2015")
    (middle,) = [one["time"] for one in made(house, "shoe", "act-2015", "1")["rounds"] if one["round"] == 3]
    cut = f"2026-01-01T00:{middle // 60_000_000 % 60:02}:{middle // 1_000_000 % 60:02}"
    parts = made(house, "table", "act-2015", "--until", cut), made(house, "table", "act-2015", "--since", cut)
    for key in ("drop", "win"):
        assert sum(part["takings"][0][key] for part in parts) == whole["takings"][0][key]
    assert parts[0]["records"] + parts[1]["records"] == whole["records"]


def test_shoes_of_a_table_are_its_rounds(house: Path) -> None:
    whole = made(house, "table", "fair-nz-1998")
    shoes = [made(house, "shoe", "fair-nz-1998", one["shoe"]) for one in whole["shoes"]]
    assert sum(one["shoes"][0]["won"] for one in shoes) == whole["tables"][0]["won"]
    assert sum(len(one["rounds"]) for one in shoes) == whole["pace"][0]["rounds"] + whole["pace"][0]["without_wagers"]
    for one in shoes:
        assert sum(round_["won"] for round_ in one["rounds"]) == one["shoes"][0]["won"]


def test_a_patron_is_the_account_and_the_tables(house: Path) -> None:
    with looking(house) as seen:
        records = [one for one in seen.records_of("cage/ann") if isinstance(one, AccountRecord)]
    account = statement(event for one in records for event in one.events)
    found = made(house, "patron", "ann")
    assert (found["deposited"], found["withdrawn"], found["balance"]) == (
        account.deposited,
        account.withdrawn,
        account.balance,
    )
    assert sum(one["bought_in"] for one in found["money"]) == -sum(
        one.amount for one in account.lines if one.what == "taken_to" and (one.stream or "").startswith("table/")
    )
    fair = next(one for one in found["tables"] if one["table"] == "fair-nz-1998")
    money = next(one for one in found["money"] if one["table"] == "fair-nz-1998")
    assert 0 < fair["rounds"] <= 4
    assert fair["stake"] > 0
    assert money["rounds"] == fair["rounds"]
    others = made(house, "patron", "bob")
    theirs = next(one for one in others["tables"] if one["table"] == "fair-nz-1998")
    (table,) = made(house, "table", "fair-nz-1998")["tables"]
    assert fair["won"] + theirs["won"] == table["won"]
    assert fair["stake"] + theirs["stake"] == table["stake"]


def test_irregularities_tell_who_and_by_which_clause(house: Path) -> None:
    found = made(house, "irregularities")
    told = found["incidents"]
    assert [one["time"] for one in told] == sorted(one["time"] for one in told)
    assert {"round void", "payment error recorded", "dispute raised", "irregularity"} <= {one["what"] for one in told}
    assert sum(one["times"] for one in found["rulings"]) <= len(told)
    counted = sum(one["times"] for one in found["irregularities"])
    assert counted == sum(one["what"] == "irregularity" for one in told)
    assert "[" in said("irregularities", str(house))


def test_a_tournament_is_its_money_and_places(house: Path) -> None:
    found = made(house, "tournament", "across-tables")
    (money,) = found["tournaments"]
    assert money["fees"] - money["commission"] == money["prizes"] == sum(one["prize"] for one in found["places"])
    assert found["tables"][-1]["rounds"] == sum(one["rounds"] for one in found["pace"])


# Formats


@pytest.mark.parametrize("sort", REPORTS)
def test_text_fits_eighty_columns(sort: str, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = said(sort, str(house), *REPORTS[sort]).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) > 10


@pytest.mark.parametrize("sort", REPORTS)
def test_the_page_of_each_report_is_one_file(sort: str, house: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert said(sort, str(house), *REPORTS[sort], "--format", "html", "--output", str(page)) == ""
    root = ElementTree.fromstring(page.read_text(encoding="utf-8").removeprefix("<!DOCTYPE html>\n"))
    titles = [one.text for one in root.iter("{http://www.w3.org/1999/xhtml}h2")]
    assert len(titles) > 3
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]


def test_csv_is_one_section_or_a_folder_of_all(house: Path, tmp_path: Path) -> None:
    found = made(house, "day", *DAY)
    first = list(csv.DictReader(StringIO(said("day", str(house), *DAY, "--format", "csv"))))
    assert [one["win"] for one in first] == [str(one["win"]) for one in found["takings"]]
    dealers = said("day", str(house), *DAY, "--format", "csv", "--section", "dealers")
    assert [one["dealer"] for one in csv.DictReader(StringIO(dealers))] == [one["dealer"] for one in found["dealers"]]
    said("day", str(house), *DAY, "--format", "csv", "--output", str(tmp_path))
    assert {one.stem for one in tmp_path.iterdir()} == {key for key, value in found.items() if _is_section(key, value)}
    assert (tmp_path / "dealers.csv").read_bytes() == dealers.encode()


def _is_section(key: str, value: object) -> bool:
    return isinstance(value, list) and key != "notes"


def test_parquet_goes_to_a_file(house: Path, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    target = str(tmp_path / "takings.parquet")
    said("day", str(house), *DAY, "--format", "parquet", "--output", target)
    assert polars.read_parquet(target)["win"].to_list() == [one["win"] for one in made(house, "day", *DAY)["takings"]]


def test_a_report_writes_nothing_into_the_house(house: Path) -> None:
    before = {path.name: path.read_bytes() for path in house.iterdir() if path.suffix == ".sqlite"}
    said("day", str(house), *DAY)
    assert before == {path.name: path.read_bytes() for path in house.iterdir() if path.suffix == ".sqlite"}


# What nobody should give it


def test_bad_input(house: Path, tmp_path: Path) -> None:
    there = str(house)
    unreadable("is no house", "day", str(tmp_path))
    unreadable("is no date", "day", there, "--date", "yesterday")
    unreadable("the last day that there is", "day", there, "--date", "9999-12-31")
    unreadable("is no zone", "day", there, "--zone", "Mars/Olympus")
    unreadable("is no zone", "day", there, "--zone", "../../etc/passwd")
    unreadable("did you mean act-2015?", "table", there, "act-2016")
    unreadable("is no time", "table", there, "act-2015", "--since", "noon")
    unreadable("no time at all", "table", there, "act-2015", "--since", "2026-01-02", "--until", "2026-01-01")
    unreadable("no round of shoe 99", "shoe", there, "act-2015", "99")
    unreadable("is no patron", "patron", there, "nobody at all")
    unreadable("is no tournament", "tournament", there, "x")
    unreadable("did you mean takings?", "day", there, "--format", "csv", "--section", "taking")
    unreadable("--section is for CSV", "day", there, "--section", "takings")
    unreadable("name a file with --output", "day", there, "--format", "parquet")
    unreadable("check the path", "day", there, "--output", str(tmp_path / "not" / "there"))
    assert list(tmp_path.iterdir()) == []


def test_it_is_one_line_and_an_exit_code(tmp_path: Path) -> None:
    fails(2, "is no house", "report", "day", str(tmp_path))
    fails(2, "report shoe --help", "report", "shoe", str(tmp_path), "1", "0")


def test_a_record_that_cannot_be_read_is_named(house: Path, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(house, folder)
    with closing(sqlite3.connect(folder / "house.sqlite")) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        damage = "UPDATE records SET body = CAST(body || ' ' AS BLOB) WHERE stream = 'table/nz-1998' AND number = 20"
        connection.execute(damage)
        connection.commit()
    unreadable("table/nz-1998 20", "day", str(folder), *DAY)
    assert said("table", str(folder), "act-2015")
