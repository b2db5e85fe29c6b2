"""Reports over HTTP: what the command prints, for whoever may have it, in files that do no harm."""

import csv
from base64 import b64encode
from hashlib import sha256
from io import StringIO
from typing import Any
from urllib.parse import quote, unquote

import msgspec
import pytest

from puntobanco.reports import html_style
from puntobanco.web.reports import report_types as types
from puntobanco.web.reports.file_names import disposition
from tests.web.paper_house import NASTY, TOURNAMENT, Papers

PAST = {"until": "2026-06-01"}
"""Before the house was served."""
REPORTS: dict[str, tuple[str, dict[str, str], tuple[str, ...], Any]] = {
    "day": ("/reports/day", {"date": "2026-01-01"}, ("--date", "2026-01-01"), types.DayReport),
    "table": ("/reports/tables/act-2015", {"zone": "Australia/Sydney"}, ("act-2015",), types.TableReport),
    "shoe": ("/reports/tables/act-2015/shoes/1", {}, ("act-2015", "1"), types.ShoeReport),
    "patron": ("/reports/patrons/ann", PAST, ("ann",), types.PatronReport),
    "irregularities": ("/reports/irregularities", PAST, (), types.IrregularitiesReport),
    "tournament": (f"/reports/tournaments/{TOURNAMENT}", {}, (TOURNAMENT,), types.TournamentReport),
}


def options(query: dict[str, str]) -> list[str]:
    return [word for key, value in query.items() if key != "date" for word in (f"--{key}", value)]


@pytest.mark.parametrize("sort", REPORTS)
def test_a_report_is_what_the_command_prints(papers: Papers, sort: str) -> None:
    path, query, words, kind = REPORTS[sort]
    answer = papers.client("ada").get(path, params=query)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    wanted = papers.data("report", sort, "HOUSE", *words, *options(query))
    assert answer.json() == wanted
    assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(wanted, kind))) == wanted


def test_every_section_has_been_seen_with_rows(papers: Papers) -> None:
    """Else its type would have been held against nothing."""
    seen = set()
    for sort, (_, query, words, _) in REPORTS.items():
        found = papers.data("report", sort, "HOUSE", *words, *options(query))
        seen |= {key for key, rows in found.items() if isinstance(rows, list) and rows}
    empty = {"late_wagers", "refused"}  # refusals are kept beside the log: this house has none of that sort
    every = {key for _, _, _, kind in REPORTS.values() for key in kind.__struct_fields__}
    about = set(types.About.__struct_fields__) - {"notes"}
    single = {"report", "table", "shoe", "patron", "deposited", "withdrawn", "at_desk", "balance", "tournament"}
    assert every - about - single - empty <= seen


def test_one_section_as_csv(papers: Papers) -> None:
    asked = {"format": "csv", "section": "wagers"}
    answer = papers.client("ada").get("/reports/tables/act-2015", params=asked)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8; header=present"
    assert answer.headers["content-disposition"].startswith('attachment; filename="table-act-2015-wagers.csv"')
    assert answer.text == papers.said("report", "table", "HOUSE", "act-2015", "--format", "csv", "--section", "wagers")


def test_a_page_of_html_is_under_a_policy_of_its_own(papers: Papers) -> None:
    answer = papers.client("ada").get("/reports/tables/act-2015", params={"format": "html"})
    assert answer.text == papers.said("report", "table", "HOUSE", "act-2015", "--format", "html")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policies = answer.headers.get_list("content-security-policy")
    assert policies == [f"{html_style.POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"]
    assert answer.text.count("<style>") == 1
    written = answer.text.partition("<style>")[2].partition("</style>")[0]
    allowed = b64encode(sha256(written.encode()).digest()).decode()
    assert f"style-src 'sha256-{allowed}'" in policies[0]
    assert "style=" not in answer.text.replace(html_style.STYLE, "")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


def names_do_nothing_in_a_spreadsheet(papers: Papers) -> None:
    answer = papers.client("ada").get("/reports/day", params={"date": "2026-01-01", "format": "csv"})
    names = [row[0] for row in csv.reader(StringIO(answer.text, newline=""))][1:]
    assert f"'{NASTY}" in names
    assert not [name for name in names if name.startswith(("=", "+", "-", "@"))]


def test_names_do_nothing_in_a_spreadsheet(papers: Papers) -> None:
    names_do_nothing_in_a_spreadsheet(papers)


def names_do_nothing_in_a_header(papers: Papers) -> None:
    path = f"/reports/tables/{quote(NASTY, safe='')}"
    answer = papers.client("ada").get(path, params={"format": "csv"})
    assert answer.status_code == 200
    said = answer.headers["content-disposition"]
    assert said == (
        "attachment; filename=\"table-_1_1________x__.csv\"; filename*=UTF-8''table-_1_1____%C3%A9___x__.csv"
    )


def test_names_do_nothing_in_a_header(papers: Papers) -> None:
    names_do_nothing_in_a_header(papers)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a\r\nSet-Cookie: x=1", 'a"; b="c', ".hidden", "C:\\x", "\0", "é" * 500]
)
def test_a_file_has_a_name_and_nothing_else(name: str) -> None:
    said = disposition("attachment", "table", name, ending="csv")[b"content-disposition"].decode("ascii")
    plain, _, encoded = said.removeprefix('attachment; filename="').partition("\"; filename*=UTF-8''")
    for one in (plain, unquote(encoded)):
        assert one.startswith("table-")
        assert one.endswith(".csv")
        assert all(sign.isalnum() or sign in "-_" for sign in one.removesuffix(".csv"))
        assert len(one) <= 90


@pytest.mark.parametrize(
    ("path", "query", "status", "said"),
    [
        ("/reports/tables/nowhere", {}, 404, "nowhere"),
        ("/reports/patrons/nobody", {}, 404, "nobody"),
        ("/reports/tournaments/none", {}, 404, "none"),
        ("/reports/tables/act-2015/shoes/99", {}, 404, "shoe 99"),
        ("/reports/tables/act-2015/shoes/x", {}, 404, "shoe"),
        ("/reports/tables/act-2015/shoes/0", {}, 404, "shoe"),
        ("/reports/day", {"date": "yesterday"}, 422, "no date"),
        ("/reports/day", {"date": "9999-12-31"}, 422, "last day"),
        ("/reports/day", {"zone": "../../etc/passwd"}, 422, "no zone"),
        ("/reports/day", {"format": "parquet"}, 422, "format"),
        ("/reports/day", {"date": "2026-01-01", "format": "csv", "section": "x"}, 422, "no section"),
        ("/reports/day", {"section": "wagers"}, 422, "section"),
        ("/reports/irregularities", {"since": "2026-01-02", "until": "2026-01-01"}, 422, "no time at all"),
        ("/reports/patrons/zoe", {"since": "0001-01-01", "zone": "Asia/Tokyo"}, 200, ""),
        ("/reports/irregularities", {"since": "soon"}, 422, "no time"),
        ("/reports/day", {"where": "here"}, 422, "where"),
    ],
)
def test_what_is_no_report(papers: Papers, path: str, query: dict[str, str], status: int, said: str) -> None:
    answer = papers.client("ada").get(path, params=query)
    assert answer.status_code == status
    assert said in answer.json().get("detail", "")
