"""Clients that do not behave trouble themselves: the others go on."""

import resource
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from socket import socket
from threading import Thread
from time import perf_counter
from unittest.mock import patch

import pytest

from puntobanco import house as diary
from puntobanco.table import Actor, Role, commands
from puntobanco.web import protocol, subscriber
from puntobanco.web.rate_limits import Rates
from puntobanco.web.server import Address
from tests.app.house.helpers import OPERATOR
from tests.waiting import until
from tests.web.rough import connected, last_of, request, says, status_of
from tests.web.served import MANY, Serving, served_house
from tests.web.stream import Event, live, until_ready

BOB = Actor(person="bob", role=Role.PATRON)


@pytest.fixture(autouse=True)
def others_go_on(served: Serving) -> Iterator[None]:
    """Somebody reads a stream and gives commands before, during and after."""
    with live(served.client("bob"), tables="1") as found:
        until_ready(found)
        yield
        served.do("table/1", commands.AskRules(actor=BOB))
        assert any(event.name == "record" for event in found)
    assert served.client("bob").get("/tables/1").status_code == 200


def test_ten_thousand_headers(served: Serving) -> None:
    assert says(served.port, request(**{f"X-{number}": "1" for number in range(10_000)})) in (0, 400, 431)


def test_ten_megabytes(served: Serving) -> None:
    token = served.door.give("ann")
    head = request("/api/v1/tables/1/commands", "POST", Content_Length="10000000", Authorization=f"Bearer {token}")
    assert says(served.port, head, b"x" * 10_000_000) in (0, 413)
    pieces = [b"%x\r\n%b\r\n" % (65_536, b"x" * 65_536)] * 160
    head = request("/api/v1/tables/1/commands", "POST", Transfer_Encoding="chunked", Authorization=f"Bearer {token}")
    assert says(served.port, head, *pieces) in (0, 413)


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /heal",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n",
        request("/api/v1/tables/1/commands", "POST", Content_Length="100") + b'{"do":',
        request("/api/v1/tables/1/commands", "POST", Transfer_Encoding="chunked") + b"5\r\nhello\r\n",
        request() + b"GET /half",
    ],
)
def test_half_a_request_is_not_waited_for_for_ever(served: Serving, half: bytes) -> None:
    with patch.object(protocol, "SECONDS_FOR_A_REQUEST", 0.3), connected(served.port) as found:
        found.sendall(half)
        while found.recv(65_536):  # whatever is answered, the connection is closed in the end
            pass


def test_a_request_that_comes_drop_by_drop_is_not_waited_for_either(served: Serving) -> None:
    with patch.object(protocol, "SECONDS_FOR_A_REQUEST", 0.3), connected(served.port, seconds=0.05) as found:
        assert _dripped(found, request(X_Slow="x" * 10_000)) < 10_000


def _dripped(found: socket, request: bytes) -> int:
    """How many bytes were taken."""
    for number in range(len(request)):
        try:
            found.sendall(request[number : number + 1])
            if found.recv(1) == b"":
                return number
        except TimeoutError:
            continue
        except ConnectionError:
            return number
    return len(request)


def test_a_reader_who_stops_reading_is_dropped_and_comes_back(served: Serving) -> None:
    served.add_table("slowly", diary.Running())
    token = served.door.give("ann", token="slow reader")
    head = request("/api/v1/live?tables=slowly", Authorization=f"Bearer {token}")
    before = number = served.house.look("table/slowly").number
    with (
        patch.object(subscriber, "MOST_WAITING", 4096),
        live(served.client("bob"), tables="slowly") as other,
        connected(served.port, receive_buffer=1024) as found,
    ):
        until_ready(other)
        found.sendall(head)
        assert status_of(found) == 200
        while "punto_streams_ended_slow_total" not in served.metrics():
            number += 1
            change = (("minimum", str(500 + 500 * (number % 2))),)
            served.do("table/slowly", commands.AnnounceChange(actor=OPERATOR, choices=change))
            assert number < before + 500, "a reader who does not read is kept"
        assert [event.data["number"] for event in _take(other, number - before)] == list(range(before + 1, number + 1))
    with live(served.client("ann"), tables="slowly") as again:
        (view,) = until_ready(again)
    assert view.data["number"] == number


def _take(found: Iterator[Event], count: int) -> Iterator[Event]:
    """So many records."""
    for event in found:
        if event.name == "record":
            yield event
            count -= 1
            if not count:
                return


def test_too_many_connections_of_one_address(tmp_path: Path) -> None:
    with (
        served_house(tmp_path / "few", Address(rates=MANY, most_of_an_address=5)) as served,
        ExitStack() as all_of_them,
    ):
        kept = [all_of_them.enter_context(connected(served.port)) for _ in range(5)]
        assert says(served.port, request()) == 503
        kept[0].close()
        until(lambda: says(served.port, request()) == 200)


def test_a_flood_is_told_to_wait(tmp_path: Path) -> None:
    few = Rates(person="20/hour", session="100/hour", address="1000/hour", unknown="30/hour")
    with served_house(tmp_path / "flood", Address(rates=few)) as served:
        answers = [served.client("ann").get("/you") for _ in range(30)]
        assert [one.status_code for one in answers] == [200] * 20 + [429] * 10
        assert answers[-1].json()["code"] == "too_many"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 3600
        assert served.client("bob").get("/you").status_code == 200
        guesses = [says(served.port, request("/api/v1/you", Authorization=f"Bearer {one}")) for one in range(40)]
        assert guesses == [401] * 30 + [429] * 10
        assert served.client("bob").get("/you").status_code == 200


def test_a_house_stops_with_many_streams_open(tmp_path: Path) -> None:
    """All of them are told: each ends as a whole answer does."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(most[0], min(4096, most[1])), most[1]))
    with ExitStack() as readers:
        with served_house(tmp_path / "many", Address(rates=MANY, most_of_an_address=2000)) as served:
            token = served.door.give("ann")
            head = request("/api/v1/live?tables=2", Authorization=f"Bearer {token}")
            found = [readers.enter_context(connected(served.port)) for _ in range(1000)]
            for one in found:
                one.sendall(head)
            assert {status_of(one) for one in found} == {200}
            began = perf_counter()
        print(f"stopped with {len(found)} streams open in {perf_counter() - began:.1f} s")
        assert all(last_of(one).endswith(b"0\r\n\r\n") for one in found)


def test_rough_clients_at_once(served: Serving) -> None:
    garbage = (
        b"\x00" * 100,
        b"GET",
        b"\r\n" * 1000,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
    )
    clients = [Thread(target=says, args=(served.port, one, b"\r\n\r\n")) for one in garbage * 4]
    for one in clients:
        one.start()
    for one in clients:
        one.join()
