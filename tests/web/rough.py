"""Clients that do not behave: each sends what it likes over a connection of its own."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@contextmanager
def connected(port: int, seconds: float = 30, receive_buffer: int | None = None) -> Iterator[socket.socket]:
    with socket.socket() as found:
        if receive_buffer is not None:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        found.settimeout(seconds)
        found.connect(("127.0.0.1", port))
        yield found


def status_of(found: socket.socket) -> int:
    """Of the answer; 0 if the connection was closed without one."""
    try:
        head = found.recv(65536)
    except ConnectionError:
        return 0
    return int(head.split(b" ", 2)[1]) if head else 0


def last_of(found: socket.socket) -> bytes:
    """The last bytes before the connection was closed."""
    read = b""
    while piece := found.recv(65_536):
        read = (read + piece)[-100:]
    return read


def says(port: int, *pieces: bytes) -> int:
    """Send this, and look what comes back."""
    with connected(port) as found:
        try:
            for one in pieces:
                found.sendall(one)
        except ConnectionError:  # whoever is not listened to any more finds out like this
            pass
        return status_of(found)


def request(path: str = "/healthz", method: str = "GET", **headers: str) -> bytes:
    said = {"Host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items())]
    return "\r\n".join([*lines, "", ""]).encode()
