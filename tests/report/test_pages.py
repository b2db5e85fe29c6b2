"""Reports as CSV, HTML, JSON and Parquet: what people typed harms nobody who opens them."""

import csv
import json
import re
from fractions import Fraction
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.cli.report_parquet import write_parquet
from puntobanco.reports import csv_text
from puntobanco.reports.cells import as_dict, in_words
from puntobanco.reports.charts import drawn
from puntobanco.reports.csv_text import as_csv
from puntobanco.reports.html import as_html
from puntobanco.reports.model import Cell, Column, Course, Kind, Report, Scores, Section, Spread, Spreads, sums

NASTY = '<script>alert("x")</script>&\'=1+1'


def clock(time: int) -> str:
    return f"at {time}"


def names(*found: str) -> Section:
    columns = (Column("name", "Name"), Column("won", "Won", Kind.MONEY), Column("z", "z", Kind.Z))
    return Section("names", "Names", columns, tuple((one, -500, -3.5) for one in found))


def report(*found: str) -> Report:
    rows = tuple(Spread(one, -500.0, 100.0, 200.0) for one in found)
    return Report(
        sort="day",
        title=found[0],
        about=((Column("house", "House"), found[0]), (Column("since", "From", Kind.TIME), None)),
        sections=(names(*found), Section("none", "None", (Column("name", "Name"),), (), empty=found[0])),
        pictures=(
            Spreads(found[0], rows),
            Scores("z", tuple((one, -3.5) for one in found)),
            Course("course", sums(rows)),
        ),
        notes=found,
    )


# CSV


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "  ="])
def test_a_name_that_a_spreadsheet_would_carry_out_gets_an_apostrophe(start: str) -> None:
    name = f"{start}HYPERLINK(A1)"
    (_, row) = csv.reader(StringIO(as_csv(names(name)), newline=""))
    assert row[0] == f"'{name}"


def test_names_as_they_were_typed_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_text, "_harmless", lambda cell: cell)
    with pytest.raises(AssertionError):
        test_a_name_that_a_spreadsheet_would_carry_out_gets_an_apostrophe("=")


def test_other_names_and_numbers_stay_as_they_are() -> None:
    (head, *rows) = csv.reader(StringIO(as_csv(names("ann", 'b"o,b', "a=b")), newline=""))
    assert head == ["name", "won", "z"]
    assert rows == [["ann", "-500", "-3.5"], ['b"o,b', "-500", "-3.5"], ["a=b", "-500", "-3.5"]]


@given(st.lists(st.text(min_size=1), min_size=1))
def test_no_cell_of_any_name_starts_a_formula(found: list[str]) -> None:
    rows = list(csv.reader(StringIO(as_csv(names(*found)), newline="")))
    assert len(rows) == 1 + len(found)
    for row, name in zip(rows[1:], found, strict=True):
        assert row[0] in (name, f"'{name}")
        assert not row[0].strip(" ").startswith(("=", "+", "-", "@", "\t", "\r"))


def test_what_is_missing_is_an_empty_cell_and_yes_is_true() -> None:
    columns = (Column("name", "Name", Kind.NAME), Column("odd", "Odd", Kind.FLAG), Column("hold", "Hold", Kind.SHARE))
    section = Section("x", "X", columns, ((None, True, Fraction(1, 4)),))
    assert as_csv(section) == "name,odd,hold\r\n,true,0.25\r\n"


# HTML


def parsed(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


PRINTABLE = st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")


@given(st.lists(st.text(PRINTABLE, min_size=1), min_size=1))
def test_the_page_is_well_formed_whatever_people_are_called(found: list[str]) -> None:
    root = parsed(as_html(report(*found), clock))
    cells = [one.text for one in root.iter("{http://www.w3.org/1999/xhtml}td") if one.get("data-title") == "Name"]
    assert cells == found


def test_the_page_holds_no_script_and_needs_nothing_else() -> None:
    page = as_html(report(NASTY, "ann"), clock)
    tags = {one.tag.rpartition("}")[2] for one in parsed(page).iter()}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "a", "form", "base"}
    attributes = {name for one in parsed(page).iter() for name in one.attrib}
    assert not {name for name in attributes if name.startswith("on") or name in ("href", "src", "style")}
    assert "url(" not in page
    assert "@import" not in page
    assert re.findall(r"https?://[^\"]+", page) == ["http://www.w3.org/1999/xhtml"]
    assert "default-src 'none'" in page


def test_what_is_odd_is_said_and_not_only_coloured() -> None:
    page = as_html(report("ann"), clock)
    assert '<td class="odd" data-title="z">-3.50 odd!</td>' in page
    assert page.count("-3.50 odd!") >= 3  # in the table, beside the picture, and for those who do not see it


def test_numbers_of_pictures_are_numbers() -> None:
    flat = (Spread("a", 0.0, 0.0, 0.0),)
    for picture in (Spreads("s", flat), Course("c", flat), Scores("z", (("a", 0.0),))):
        assert "nan" not in drawn(picture)
        assert "inf" not in drawn(picture)


# JSON and words


def test_json_names_sections_and_keys() -> None:
    found = json.loads(json.dumps(as_dict(report("ann"))))
    assert found == {
        "report": "day",
        "title": "ann",
        "house": "ann",
        "since": None,
        "notes": ["ann"],
        "names": [{"name": "ann", "won": -500, "z": -3.5}],
        "none": [],
    }


@pytest.mark.parametrize(
    ("cell", "kind", "words"),
    [
        (None, Kind.MONEY, "-"),
        (None, Kind.NAME, "all"),
        (123456, Kind.MONEY, "$1,234.56"),
        (Fraction(-1001, 10), Kind.ESTIMATE, "-$1"),
        (Fraction(1, 8), Kind.SHARE, "12.50%"),
        (2.999, Kind.Z, "+3.00"),
        (3.0, Kind.Z, "+3.00 odd!"),
        (1234, Kind.COUNT, "1,234"),
        (5, Kind.TIME, "at 5"),
        (True, Kind.FLAG, "yes"),
    ],
)
def test_words(cell: Cell, kind: Kind, words: str) -> None:
    assert in_words(cell, kind, clock) == words


# Parquet


def test_parquet_has_the_types_of_its_columns(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    columns = (
        Column("name", "Name", Kind.NAME),
        Column("won", "Won", Kind.MONEY),
        Column("expected", "Expected", Kind.ESTIMATE),
        Column("odd", "Odd", Kind.FLAG),
        Column("time", "Time", Kind.TIME),
    )
    rows: tuple[tuple[Cell, ...], ...] = (("=a", 2**53 - 1, Fraction(1, 3), True, 10**15), (None, -5, 0.5, False, 1))
    write_parquet(Section("x", "X", columns, rows), tmp_path / "x.parquet")
    found = polars.read_parquet(tmp_path / "x.parquet")
    assert found["name"].to_list() == ["=a", None]
    assert found["won"].to_list() == [2**53 - 1, -5]
    assert found["expected"].to_list() == [1 / 3, 0.5]
    assert found["odd"].to_list() == [True, False]
    assert str(found["time"].dtype) == "Datetime(time_unit='us', time_zone='UTC')"


def test_an_empty_section_is_a_parquet_file_too(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    write_parquet(Section("x", "X", (Column("won", "Won", Kind.MONEY),), ()), tmp_path / "x.parquet")
    assert polars.read_parquet(tmp_path / "x.parquet").shape == (0, 1)
