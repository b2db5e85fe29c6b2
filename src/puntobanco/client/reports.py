"""Reports, the audit and bundles as talks: what is asked, and what the answer is read as."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import msgspec

from puntobanco.client import paper_answers as told
from puntobanco.client.exchange import API, Pause, Send, Talk, Unanswered, asked, read_as
from puntobanco.errors import Unreadable

SECONDS_FOR_A_PAPER = 600.0
"""A long log takes its time."""
SECONDS_BETWEEN_LOOKS = 0.5
T = TypeVar("T")


def report(sort: str, *names: str, **query: str | None) -> Talk[told.Report]:
    """As it is printed for programs."""
    return asked(_paper(_path_of(sort, names), query), _report)


def report_file(sort: str, *names: str, **query: str | None) -> Talk[bytes]:
    """As it is kept: `format` is csv or html."""
    return asked(_paper(_path_of(sort, names), query), bytes)


def _report(body: bytes) -> told.Report:
    try:
        return told.Report.read(body)
    except (msgspec.MsgspecError, KeyError) as error:
        raise Unanswered(f"the answer is no report: {error}") from None


PATHS: dict[str, tuple[str, ...]] = {
    "day": ("/reports/day",),
    "irregularities": ("/reports/irregularities",),
    "table": ("/reports/tables/",),
    "shoe": ("/reports/tables/", "/shoes/"),
    "patron": ("/reports/patrons/",),
    "tournament": ("/reports/tournaments/",),
}
"""By sort; what is named stands behind each part."""


def _path_of(sort: str, names: tuple[str, ...]) -> str:
    parts = PATHS.get(sort)
    if parts is None or len(names) != sum(part.endswith("/") for part in parts):
        raise Unreadable(f"{sort!r} with {len(names)} names is no report: {', '.join(PATHS)}")
    return "".join(part + quote(name, safe="") for part, name in zip(parts, (*names, ""), strict=False))


def _paper(path: str, query: Mapping[str, str | None], method: str = "GET") -> Send:
    given = {key: value for key, value in query.items() if value is not None}
    return Send(method=method, path=API + path, query=given, seconds=SECONDS_FOR_A_PAPER)


def paper(path: str, kind: type[T], **query: str | None) -> Talk[T]:
    return asked(_paper(path, query), lambda body: read_as(body, kind))


# The audit


def log(after: int, limit: int, **wanted: str | None) -> Talk[told.LogPage]:
    return paper("/audit/log", told.LogPage, after=str(after), limit=str(limit), **wanted)


def tell(table: str, number: int, *, tournament: str | None, stage: int, replay: bool) -> Talk[told.ToldRound]:
    of = "" if tournament is None else f"/tournaments/{quote(tournament, safe='')}/stages/{stage}"
    path = f"/audit{of}/tables/{quote(table, safe='')}/rounds/{number}"
    return paper(path, told.ToldRound, replay="true" if replay else None)


def tables(tournament: str) -> Talk[told.PlayedTables]:
    return paper(f"/audit/tournaments/{quote(tournament, safe='')}/tables", told.PlayedTables)


def verification(method: str = "GET") -> Talk[told.Verification]:
    return asked(_paper("/audit/verification", {}, method), lambda body: read_as(body, told.Verification))


def verify() -> Talk[told.Verification]:
    """Start one, unless one runs, and wait for its end."""
    found = yield from verification("POST")
    while found.course == "running":
        yield Pause(SECONDS_BETWEEN_LOOKS)
        found = yield from verification()
    return found


def checkpoints() -> Talk[tuple[told.Checkpoint, ...]]:
    """All of them."""
    found: tuple[told.Checkpoint, ...] = ()
    more = True
    while more:
        after = str(found[-1].size) if found else None
        page = yield from paper("/audit/checkpoints", told.Checkpoints, after=after, limit="500")
        found, more = (*found, *page.checkpoints), page.more
    return found


def sign_checkpoint() -> Talk[told.Checkpoint]:
    return asked(_paper("/audit/checkpoints", {}, "POST"), lambda body: read_as(body, told.Checkpoint))


# Bundles


def bundle(*, table: str | None, shoe: int | None, patron: str | None, tournament: str | None, at: int | None) -> Send:
    """Of the whole house, unless something is named."""
    said = None if at is None else str(at)
    match table, shoe, patron, tournament:
        case None, None, None, None:
            return _paper("/bundles/house", {"at": said})
        case str(), None, None, None:
            return _paper(f"/bundles/tables/{quote(table, safe='')}", {"at": said})
        case str(), int(), None, None:
            return _paper(f"/bundles/tables/{quote(table, safe='')}/shoes/{shoe}", {"at": said})
        case None, None, str(), None:
            return _paper(f"/bundles/patrons/{quote(patron, safe='')}", {"at": said})
        case None, None, None, str():
            return _paper(f"/bundles/tournaments/{quote(tournament, safe='')}", {"at": said})
        case _:
            raise Unreadable("a bundle is about one thing: table, table and shoe, patron or tournament")


class Arriving:
    """A file that is there once it is whole."""

    def __init__(self, target: Path) -> None:
        self._target, self._part = target, target.with_name(f".{target.name}.part")
        self.write: Callable[[bytes], int] = lambda _: 0

    def __enter__(self) -> "Arriving":
        self._file = self._part.open("wb")
        self.write = self._file.write
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._file.close()
        if kind is None:
            self._part.replace(self._target)
        else:
            self._part.unlink()
