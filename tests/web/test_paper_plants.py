"""The tests of papers find mistakes: each is planted, and the check that is there for it must fail."""

from asyncio import sleep, timeout
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from puntobanco.app.clock import utc_now
from puntobanco.web import request_guard
from puntobanco.web.reports import checkpoints, file_names, reports, streamed_response, worker_pool
from puntobanco.web.reports.streamed_response import Sheet
from puntobanco.web.reports.verification_job import Course, Verification, Verifying
from puntobanco.web.reports.worker_pool import BrokeOff, Clerks
from tests.audit.test_house import new_house
from tests.web import slow_clerk, test_audits, test_bundles, test_reports
from tests.web.paper_house import NASTY, Papers, served_folder

Check = Callable[[Papers], None]
Plant = Callable[[], AbstractContextManager[Any]]


def _raw_name(how: str, *parts: str, ending: str) -> dict[bytes, bytes]:
    return {b"content-disposition": f'{how}; filename="{"-".join(parts)}.{ending}"'.encode()}


def _two_policies(_: Any, send: Any) -> Any:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *request_guard.CARRIED]}
        await send(message)

    return sending


def _always_new(self: Verifying, _: Path, person: str) -> Verification:
    now = utc_now()
    self._last = Verification(number=now, by=person, course=Course.RUNNING, started=now)
    return self._last


async def _as_if_whole(self: Sheet, send: Any) -> None:
    try:
        await _MADE(self, send)
    except BrokeOff:
        await send({"type": "http.response.body", "body": b""})


_MADE = Sheet._made


async def _held_whole(self: Sheet, send: Any) -> None:
    async with self.clerks.at_work() as clerk:
        async for _ in clerk.pieces(self.folder, self.asked):
            await sleep(0.01)
    await send({"type": "http.response.start", "status": 200, "headers": []})


async def _to_the_end(self: Sheet, _: Any, send: Any) -> None:
    """Whoever has gone is worked for all the same."""
    await self._made(send)


OF_ALL: dict[str, tuple[Check, Plant]] = {
    "a name is believed": (
        test_reports.names_do_nothing_in_a_header,
        lambda: patch.object(reports, "disposition", _raw_name),
    ),
    "quotes end a name": (
        test_reports.names_do_nothing_in_a_header,
        lambda: patch.object(file_names, "_harmless", lambda text: text),
    ),
    "the server's policy is over the page": (
        test_reports.test_a_page_of_html_is_under_a_policy_of_its_own,
        lambda: patch.object(request_guard, "_carrying", _two_policies),
    ),
    "any checkpoint is shown": (
        test_audits.test_checkpoints_are_signed_by_the_key_of_the_house,
        lambda: patch.object(checkpoints, "_size_of", lambda _: 10**9),
    ),
}
ALONE: dict[str, tuple[Check, Plant]] = {
    "a paper is held until it is whole": (
        test_bundles.sent_as_it_is_made,
        lambda: patch.object(Sheet, "_made", _held_whole),
    ),
    "a reader who takes nothing is waited for": (
        test_bundles.sent_as_it_is_made,
        lambda: patch.object(streamed_response, "timeout", lambda _: timeout(None)),
    ),
    "as many at once as ask": (test_bundles.two_at_once, lambda: patch.object(Clerks, "_taken", _Never(), create=True)),
    "who has gone is worked for": (test_bundles.two_at_once, lambda: patch.object(Sheet, "to", _to_the_end)),
    "a bundle signs": (
        test_bundles.bundles_sign_nothing,
        lambda: patch.object(worker_pool, "COMMAND", slow_clerk.SIGNS),
    ),
    "a second verification starts": (test_audits.one_at_a_time, lambda: patch.object(Verifying, "start", _always_new)),
    "what broke off looks whole": (
        test_bundles.what_breaks_off_does_not_look_whole,
        lambda: patch.object(Sheet, "_made", _as_if_whole),
    ),
}


class _Never:
    """Nobody is ever counted."""

    def __get__(self, *_: object) -> int:
        return 0

    def __set__(self, *_: object) -> None: ...


@pytest.mark.parametrize("plant", OF_ALL)
def test_a_planted_mistake_is_found(papers: Papers, plant: str) -> None:
    check, planted = OF_ALL[plant]
    with planted(), pytest.raises((AssertionError, KeyError, UnicodeError)):
        check(papers)
    papers.client("ada").delete("/audit/verification")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Papers]:
    with served_folder(new_house(tmp_path / "house")) as found:
        yield found


@pytest.mark.parametrize("plant", ALONE)
def test_a_planted_mistake_in_the_making_is_found(small: Papers, plant: str) -> None:
    check, planted = ALONE[plant]
    with patch.object(slow_clerk, "PATIENCE", 2.0), planted(), pytest.raises(BaseException):  # noqa: B017, PT011
        check(small)


def test_a_formula_in_a_spreadsheet_is_noticed() -> None:
    class Believing:
        """A house that writes names as they are."""

        def client(self, _: str) -> Any:
            return self

        def get(self, *_: Any, **__: Any) -> Any:
            self.text = f"table\r\n{NASTY}\r\n"
            return self

    believing: Any = Believing()
    with pytest.raises(AssertionError):
        test_reports.names_do_nothing_in_a_spreadsheet(believing)
