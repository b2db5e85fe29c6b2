"""Bundles over HTTP: sent line by line as they are read from the log, for whoever may have that much of it."""

from collections.abc import Callable

from puntobanco.app.report_worker.jobs import AskedBundle
from puntobanco.audit.bundle_scope import OfHouse, OfPatron, OfShoe, OfTable, OfTournament, Scope
from puntobanco.errors import Unreadable
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.reports import permissions
from puntobanco.web.reports.file_names import disposition
from puntobanco.web.reports.streamed_response import Sheet
from puntobanco.web.request import Call

LINES = "application/x-ndjson"


def of_house(call: Call) -> Sheet:
    permissions.of_the_house(call)
    return _sheet(call, OfHouse(), "house")


def of_table(call: Call) -> Sheet:
    permissions.of_the_house(call)
    name = permissions.table(call)
    return _sheet(call, OfTable(table=name), "table", name)


def of_shoe(call: Call) -> Sheet:
    permissions.of_the_house(call)
    name, shoe = permissions.table(call), call.counted("shoe")
    return _sheet(call, OfShoe(table=name, shoe=shoe), "table", name, "shoe", str(shoe))


def of_patron(call: Call) -> Sheet:
    permissions.of_the_patron(call)
    name = permissions.patron(call)
    return _sheet(call, OfPatron(patron=name), "patron", name)


def of_tournament(call: Call) -> Sheet:
    permissions.of_the_house(call)
    name = permissions.tournament(call)
    return _sheet(call, OfTournament(tournament=name), "tournament", name)


def _sheet(call: Call, scope: Scope, *names: str) -> Sheet:
    papers = call.served.papers
    return Sheet(
        clerks=papers.bundles,
        folder=papers.folder,
        asked=AskedBundle(scope=scope, at=_at(call)),
        kind=LINES.encode(),
        headers=disposition("attachment", *names, ending="bundle"),
    )


def _at(call: Call) -> int | None:
    if "at" not in call.query:
        return None
    found = call.number("at", 0)
    if not found:
        raise Unreadable("at: write the size of a checkpoint, or leave it out")
    return found


AT = Parameter(name="at", says="Up to the checkpoint of this size; left out, the newest.", type=int, example=100)


def _bundle(path: str, does: Callable[[Call], Sheet], says: str) -> Endpoint:
    return Endpoint(
        method="GET",
        path=f"/bundles{path}",
        does=does,
        gives=None,
        says=says,
        parameters=(AT,),
        tag="bundles",
        files=(LINES,),
        problems=(404, 409),
    )


BUNDLES = (
    _bundle("/house", of_house, "The whole house, for outsiders to verify."),
    _bundle("/tables/{table}", of_table, "One table."),
    _bundle("/tables/{table}/shoes/{shoe}", of_shoe, "One shoe of a table."),
    _bundle("/patrons/{person}", of_patron, "One patron: the own, too."),
    _bundle("/tournaments/{tournament}", of_tournament, "One tournament."),
)
