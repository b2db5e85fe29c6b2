"""Who is counted as one, who a proxy may speak for, and what nobody keeps."""

import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import patch

import pytest

from puntobanco.app.house import stream_states
from puntobanco.table import commands
from puntobanco.web import request_guard, subscriber
from puntobanco.web.problems import Declined
from puntobanco.web.protocol import Connections
from puntobanco.web.rate_limits import Rates
from puntobanco.web.request_guard import Guard, Site, read_proxies
from puntobanco.web.server import Address, bound
from puntobanco.web.subscriber import Subscriber
from tests.app.house.helpers import OPERATOR
from tests.web.rough import connected, last_of, request, says, status_of
from tests.web.served import Serving, served_house

FEW = Rates(person="1000/hour", session="1000/hour", address="1000/hour", unknown="5/hour")


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A house behind a proxy on the same machine."""
    address = Address(rates=FEW, names=("casino.example",), proxies=("127.0.0.0/8",))
    with served_house(tmp_path_factory.mktemp("behind") / "house", address) as found:
        yield found


def hsts_is_sent_over_tls_only(served: Serving) -> None:
    sent = {
        (host, proto): "strict-transport-security" in _head(served, host, proto)
        for host in ("casino.example", "localhost", "127.0.0.1")
        for proto in ("https", "http", "wss")
    }
    assert [named for named, is_sent in sent.items() if is_sent] == [("casino.example", "https")]


def _head(served: Serving, host: str, proto: str) -> str:
    with connected(served.port) as found:
        found.sendall(request(Host=host, X_Forwarded_Proto=proto))
        return found.recv(65_536).decode()


def test_hsts_is_sent_over_tls_and_never_for_localhost(behind: Serving) -> None:
    hsts_is_sent_over_tls_only(behind)


@pytest.mark.parametrize("planted", [("LOCAL", frozenset()), ("CARRIED", [*request_guard.CARRIED, request_guard.HSTS])])
def test_hsts_elsewhere_is_noticed(behind: Serving, planted: tuple[str, object]) -> None:
    with patch.object(request_guard, *planted), pytest.raises(AssertionError):
        hsts_is_sent_over_tls_only(behind)


def _until_refused(served: Serving, addresses: list[str]) -> int:
    answers = [says(served.port, request("/api/v1/you", X_Forwarded_For=one)) for one in addresses]
    return answers.index(429) if 429 in answers else len(answers)


def test_visitors_behind_a_proxy_are_counted_apart(behind: Serving) -> None:
    assert _until_refused(behind, [f"198.51.100.{one}" for one in range(20)]) == 20
    assert _until_refused(behind, ["203.0.113.9"] * 20) == 5


def test_what_a_visitor_says_before_the_proxy_counts_for_nothing(behind: Serving) -> None:
    assert _until_refused(behind, [f"10.9.8.{one}, 203.0.113.10" for one in range(20)]) == 5
    with patch.object(Guard, "_told_by_proxy", _the_first_is_believed), pytest.raises(AssertionError):
        assert _until_refused(behind, [f"10.9.7.{one}, 203.0.113.11" for one in range(20)]) == 5


def _the_first_is_believed(_: Guard, scope: Any) -> Any:
    told = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode()
    return {**scope, "client": (told.partition(",")[0], 0)}


def test_a_network_of_ipv6_is_one_visitor() -> None:
    rates = Rates(unknown="5/hour")
    for one in range(5):
        rates.take(unknown=f"2001:db8::{one}")
    with pytest.raises(Declined):
        rates.take(unknown="2001:db8::ffff")
    rates.take(unknown="2001:db8:1::1")
    connections = Connections(2, lambda _: False)
    assert [connections.take(f"2001:db8::{one}") for one in range(3)] == [True, True, False]
    connections.give_back("2001:db8::1")
    assert connections.take("2001:db8::7")


@pytest.mark.parametrize("proxies", ["10.0.0.1", "10.0.0.0/8"])
def test_connections_of_a_proxy_are_not_one_visitors(proxies: str) -> None:
    connections = Connections(1, Site(hosts=frozenset(), proxies=read_proxies(proxies)).trusts)
    assert all(connections.take("10.0.0.1") for _ in range(10))
    assert [connections.take("192.0.2.1") for _ in range(2)] == [True, False]


def test_names_that_there_are_not_are_not_kept(served: Serving) -> None:
    known = served.house._standings._known
    with patch.object(stream_states, "MOST_EMPTY", 20):
        for one in range(60):
            assert served.client("ann").get(f"/tables/nowhere {one}").status_code == 404
        assert len([name for name in known if "nowhere" in name]) <= 20


def test_a_reader_who_is_sent_home_and_does_not_read_is_gone(tmp_path: Path) -> None:
    """What was on the way to him stays behind: he gets neither all of it nor the end."""
    given_up, give_up = Event(), Subscriber._give_up

    def noted(self: Subscriber) -> None:
        give_up(self)
        given_up.set()

    with (
        patch.object(subscriber, "SECONDS_FOR_THE_REST", 0.2),
        patch.object(subscriber, "MOST_WAITING", 10**9),
        patch.object(subscriber, "MOST_ON_THE_WAY", 4096),
        patch.object(Subscriber, "_give_up", noted),
        served_house(tmp_path / "house") as served,
        connected(served.port, receive_buffer=1024) as found,
    ):
        found.sendall(request("/api/v1/live?tables=2", Authorization=f"Bearer {served.door.give('ann', token='mute')}"))
        assert status_of(found) == 200
        for least in ("500", "1000") * 25:
            change = (("minimum", least),)
            served.do("table/2", commands.AnnounceChange(actor=OPERATOR, choices=change))
        served.door.revoke("mute")
        given_up.wait()
        assert not last_of(found).endswith(b"0\r\n\r\n")


def test_no_half_answer_waits_for_the_reader() -> None:
    """The head of an answer and its body are two pieces: the second must not wait until the first is acknowledged."""
    listening = bound(Address())
    with listening, connected(listening.getsockname()[1]), listening.accept()[0] as accepted:
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
