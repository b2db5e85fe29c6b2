"""A house served over HTTP: the house, its dealers and the loop, started and stopped together."""

import asyncio
import logging
import signal
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeAlias

import uvicorn

from puntobanco.app.clock import utc_now
from puntobanco.app.house.house import House
from puntobanco.errors import Unreadable
from puntobanco.web.alarm_ages import FloorWatch
from puntobanco.web.app import STATIC, More, application
from puntobanco.web.authenticate import Door
from puntobanco.web.countdowns import Clocks
from puntobanco.web.house_bridge import Bridge
from puntobanco.web.hub import Hub
from puntobanco.web.metrics import Metrics
from puntobanco.web.password_pool import Desk
from puntobanco.web.protocol import MOST_OF_AN_ADDRESS, SECONDS_IDLE, Connections, guarded
from puntobanco.web.rate_limits import Rates
from puntobanco.web.reckoning import Reckoning
from puntobanco.web.reports.report_service import Papers
from puntobanco.web.request import Served
from puntobanco.web.request_guard import LOCAL, LONGEST_HEAD, Site

SECONDS_TO_STOP = 2
BACKLOG = 2048
"""Connections that wait to be taken."""
MoreOf: TypeAlias = Callable[[Served], More]
_LOG = logging.getLogger("puntobanco.web")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where the house is reached, and how."""

    host: str = "127.0.0.1"
    port: int = 0
    names: tuple[str, ...] = ()
    """Other names of the host that browsers may use."""
    proxies: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None
    plain_in_public: bool = False
    """Served without TLS where others than this machine can reach it: only by somebody who says so."""
    folder: Path = STATIC
    """Of the browser's files."""
    most_of_an_address: int = MOST_OF_AN_ADDRESS
    rates: Rates = field(default_factory=Rates)

    def check(self) -> None:
        """Passwords and tokens do not go over a network in the open."""
        if (self.certificate is None) != (self.key is None):
            raise Unreadable("--tls-cert and --tls-key come together")
        secure = self.certificate is not None or self.is_local or self.proxies or self.plain_in_public
        if not secure:
            raise Unreadable(
                f"--host {self.host} can be reached by others, and plain HTTP can be read by them: give --tls-cert and "
                "--tls-key, or --behind-proxy ADDR, or say --plain-http"
            )
        if self.certificate is not None:
            self._check_files()

    def _check_files(self) -> None:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(str(self.certificate), str(self.key))
        except (OSError, ssl.SSLError) as error:
            raise Unreadable(f"--tls-cert and --tls-key cannot be used: {error}") from None

    @property
    def is_local(self) -> bool:
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def site(self) -> Site:
        own = LOCAL if self.is_local else frozenset({self.host.lower()})
        return Site(hosts=own | {name.lower() for name in self.names}, proxies=self.proxies)


class Server(uvicorn.Server):
    """Open streams and papers in the making are ended first: nobody would wait for them."""

    def __init__(self, config: uvicorn.Config, started: Callable[[int], None]) -> None:
        super().__init__(config)
        self.served: Served | None = None
        self._told = started

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.servers:
            self._told(self.servers[0].sockets[0].getsockname()[1])

    def stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: Any = None) -> None:
        if self.served is not None:
            self.served.hub.close()
            self.served.papers.close()
        await super().shutdown(sockets)


def no_more(_: Served) -> More:
    return More()


def served_by(house: House, door: Door, rates: Rates) -> Served:
    """In the loop that serves."""
    loop = asyncio.get_running_loop()
    clocks = Clocks(house, utc_now)
    hub = Hub(house, door, clocks, loop)
    return Served(
        house=house,
        door=door,
        bridge=Bridge(house, loop),
        hub=hub,
        clocks=clocks,
        rates=rates,
        desk=Desk(),
        papers=Papers(house.folder),
        watch=FloorWatch(house),
        reckoning=Reckoning(house),
    )


async def run(
    house: House, door: Door, address: Address, started: Callable[[int, Server], None], more: MoreOf = no_more
) -> None:
    """Serve until somebody stops it."""
    address.check()
    sock = bound(address)
    served = served_by(house, door, address.rates)
    config = uvicorn.Config(
        application(served, address.site, Metrics(), address.folder, more(served)),
        host=address.host,
        port=address.port,
        http=guarded(Connections(address.most_of_an_address, address.site.trusts)),
        ws="none",
        lifespan="off",
        loop="asyncio",
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_keep_alive=SECONDS_IDLE,
        timeout_graceful_shutdown=SECONDS_TO_STOP,
        ssl_certfile=None if address.certificate is None else str(address.certificate),
        ssl_keyfile=None if address.key is None else str(address.key),
        backlog=BACKLOG,
    )
    server = Server(config, lambda port: started(port, server))
    server.served = served
    watching = asyncio.create_task(served.hub.watch())
    try:
        await server._serve([sock])  # without uvicorn's own signals, which would be raised again after the end
    finally:
        watching.cancel()
        served.desk.close()
        served.reckoning.close()
        await served.papers.gone()
        sock.close()


def bound(address: Address) -> socket.socket:
    """The place where the house listens, taken before anything else is done."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        found = socket.create_server((address.host, address.port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise Unreadable(f"--host {address.host} --port {address.port}: {error.strerror or error}") from None
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections have it from here: no half answer waits
    return found


def serve(house: House, door: Door, address: Address, started: Callable[[int], None], more: MoreOf = no_more) -> None:
    """In this thread, until Ctrl-C or a signal to end."""

    def ready(port: int, server: Server) -> None:
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, server.stop)
        started(port)

    asyncio.run(run(house, door, address, ready, more))


@contextmanager
def serving(house: House, door: Door, address: Address, more: MoreOf = no_more) -> Iterator[int]:
    """In a thread of its own; gives the port."""
    found: dict[str, Any] = {}
    up = Event()

    def ready(port: int, server: Server) -> None:
        found.update(port=port, server=server)
        up.set()

    def work() -> None:
        try:
            asyncio.run(run(house, door, address, ready, more))
        except BaseException as error:  # noqa: BLE001 - told by whoever waits
            found["error"] = error
        finally:
            up.set()

    thread = Thread(target=work, name="web", daemon=True)
    thread.start()
    up.wait()
    if "port" not in found:
        raise found.get("error") or Unreadable("the server did not start: the port may be in use")
    try:
        yield found["port"]
    finally:
        found["server"].stop()
        thread.join()
        if "error" in found:
            raise found["error"]
