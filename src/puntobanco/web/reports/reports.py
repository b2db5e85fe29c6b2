"""Reports over HTTP: as JSON, one section as CSV, or one page of HTML."""

from collections.abc import Callable
from typing import Any

from puntobanco.app.report_worker.jobs import AskedReport, Form, Sort
from puntobanco.app.report_worker.periods import date_of, zone_of
from puntobanco.errors import Unreadable
from puntobanco.reports.html_style import POLICY
from puntobanco.values.replace import changed
from puntobanco.web.endpoints import JSON, Endpoint, Parameter
from puntobanco.web.reports import permissions
from puntobanco.web.reports import report_types as types
from puntobanco.web.reports.file_names import disposition
from puntobanco.web.reports.streamed_response import Sheet
from puntobanco.web.request import Call

CSV, HTML = "text/csv; charset=utf-8; header=present", "text/html; charset=utf-8"
KINDS = {Form.JSON: JSON, Form.CSV: CSV.encode(), Form.HTML: HTML.encode()}
OWN_POLICY = f"{POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox".encode()
"""The page has its style within, which the server's policy would not let: this lets that one, and nothing else."""


def report_on_day(call: Call) -> Sheet:
    permissions.of_the_house(call)
    zone = call.query.get("zone", "UTC")
    date = date_of(call.query.get("date"), zone_of(zone)).isoformat()
    return _sheet(call, AskedReport(sort=Sort.DAY, date=date, zone=zone), date)


def report_irregularities(call: Call) -> Sheet:
    permissions.of_the_house(call)
    return _sheet(call, AskedReport(sort=Sort.IRREGULARITIES, **_period(call)))


def report_on_table(call: Call) -> Sheet:
    permissions.of_the_table(call)
    name = permissions.table(call)
    return _sheet(call, AskedReport(sort=Sort.TABLE, name=name, **_period(call)), name)


def report_on_shoe(call: Call) -> Sheet:
    permissions.of_the_table(call)
    name, shoe = permissions.table(call), call.counted("shoe")
    return _sheet(call, AskedReport(sort=Sort.SHOE, name=name, shoe=shoe, **_period(call)), name, str(shoe))


def report_on_patron(call: Call) -> Sheet:
    permissions.of_the_patron(call)
    name = permissions.patron(call)
    return _sheet(call, AskedReport(sort=Sort.PATRON, name=name, **_period(call)), name)


def report_on_tournament(call: Call) -> Sheet:
    permissions.of_the_tournament(call)
    name = permissions.tournament(call)
    return _sheet(call, AskedReport(sort=Sort.TOURNAMENT, name=name, **_period(call)), name)


def _period(call: Call) -> dict[str, Any]:
    return {key: call.query[key] for key in ("since", "until", "zone") if key in call.query}


def _sheet(call: Call, asked: AskedReport, *names: str) -> Sheet:
    form = _form(call)
    wanted = changed(asked, form=form, section=call.query.get("section"))
    wanted.check()
    papers = call.served.papers
    headers = _headers(wanted, names)
    return Sheet(clerks=papers.reports, folder=papers.folder, asked=wanted, kind=KINDS[form], headers=headers)


def _form(call: Call) -> Form:
    said = call.query.get("format", Form.JSON.value)
    if said not in Form.__members__.values():
        raise Unreadable(f"format: write {', '.join(Form)}")
    return Form(said)


def _headers(asked: AskedReport, names: tuple[str, ...]) -> dict[bytes, bytes]:
    parts = (asked.sort.value, *names, *(() if asked.section is None else (asked.section,)))
    match asked.form:
        case Form.JSON:
            return {}
        case Form.CSV:
            return disposition("attachment", *parts, ending="csv")
        case Form.HTML:
            return {**disposition("inline", *parts, ending="html"), b"content-security-policy": OWN_POLICY}


FORMAT = Parameter(name="format", says="`json`, `csv` (one section) or `html` (one page).", type=Form, example="json")
SECTION = Parameter(name="section", says="Of CSV: which section; else the first.", example="wagers")
ZONE = Parameter(name="zone", says="Where days begin.", example="Australia/Sydney")
SINCE = Parameter(name="since", says="From then on: a day or a moment.", example="2026-11-16T18:00")
UNTIL = Parameter(name="until", says="Up to then, and not then.", example="2026-11-17")
DATE = Parameter(name="date", says="Such as 2026-11-16; else today.", example="2026-11-16")


def _report(path: str, does: Callable[[Call], Sheet], gives: Any, says: str, *parameters: Parameter) -> Endpoint:
    return Endpoint(
        method="GET",
        path=f"/reports{path}",
        does=does,
        gives=gives,
        says=says,
        parameters=(*parameters, ZONE, FORMAT, SECTION),
        tag="reports",
        files=(CSV, HTML),
    )


REPORTS = (
    _report("/day", report_on_day, types.DayReport, "All tables of the house on one day.", DATE),
    _report(
        "/irregularities",
        report_irregularities,
        types.IrregularitiesReport,
        "Everything out of the ordinary, one by one.",
        SINCE,
        UNTIL,
    ),
    _report("/tables/{table}", report_on_table, types.TableReport, "One table, shoe by shoe.", SINCE, UNTIL),
    _report("/tables/{table}/shoes/{shoe}", report_on_shoe, types.ShoeReport, "One shoe, round by round."),
    _report("/patrons/{person}", report_on_patron, types.PatronReport, "One patron: the own, too.", SINCE, UNTIL),
    _report("/tournaments/{tournament}", report_on_tournament, types.TournamentReport, "One tournament."),
)
