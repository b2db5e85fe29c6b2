"""`punto serve`: a house over HTTP, as its operator starts and stops it."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from select import select
from socket import socket

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from puntobanco.app.house.house_folder import init_house

MOST_SECONDS = 60
"""After which nobody would believe any more that something is printed."""
PUNTO = (sys.executable, "-c", "from puntobanco.cli.main import run; run()")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("serve") / "house"
    init_house(folder, name="serve")
    return folder


@contextmanager
def served(*arguments: object) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address that is printed, and the process."""
    command = (*PUNTO, "serve", *map(str, arguments), "--format", "json")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert select([process.stdout], [], [], MOST_SECONDS)[0], "nothing is printed while it serves"
            said = "".join(process.stdout.readline() for _ in range(3))
            yield json.loads(said)["url"], process
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate()


def refused(*arguments: object) -> tuple[int, str]:
    found = subprocess.run((*PUNTO, "serve", *map(str, arguments)), capture_output=True, text=True, check=False)
    assert found.stdout == ""
    return found.returncode, found.stderr


def test_the_address_is_in_a_pipe_while_the_house_is_served(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    with served(house, "--port", 0) as (url, process):
        assert process.poll() is None
        assert httpx.get(f"{url}healthz").json() == {"alive": True}


def test_children_of_the_tests_write_as_they_do_for_a_user() -> None:
    printed = (sys.executable, "-c", "import os; print(os.environ.get('PYTHONUNBUFFERED'))")
    assert subprocess.run(printed, capture_output=True, text=True, check=True).stdout == "None\n"


def test_a_house_is_served_until_ctrl_c(house: Path) -> None:
    with served(house, "--port", 0) as (url, process):
        assert url.startswith("http://localhost:")
        assert httpx.get(f"{url}healthz").json() == {"alive": True}
        assert httpx.get(f"{url}readyz").json() == {"ready": True}
        nobody = httpx.get(f"{url}api/v1/tables", headers={"authorization": "Bearer secret-of-somebody"})
        assert nobody.status_code == 401
        taken = refused(house, "--port", url.split(":")[2].strip("/"))
        assert taken[0] in (1, 2)  # the house is served already
        assert len(taken[1].splitlines()) == 1
        process.send_signal(signal.SIGINT)
        _, log = process.communicate()
        assert process.returncode == 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert [(line["route"], line["status"]) for line in lines if line["says"] == "answered"] == [
        ("/healthz", 200),
        ("/readyz", 200),
        ("/api/v1/tables", 401),
    ]
    assert "secret" not in log


def test_a_port_that_is_in_use_is_said_in_one_line(house: Path) -> None:
    with socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        code, said = refused(house, "--port", other.getsockname()[1])
    assert code == 2
    (line,) = [one for one in said.splitlines() if one.startswith("error: ")]
    assert "ddress already in use" in line


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--host", "0.0.0.0"), "--plain-http"),
        (("--tls-cert", "cert.pem"), "--tls-key"),
        (("--tls-cert", "none.pem", "--tls-key", "none.pem"), "cannot be used"),
        (("--behind-proxy", "everybody"), "--behind-proxy"),
    ],
)
def test_what_is_not_served(house: Path, arguments: tuple[str, ...], word: str) -> None:
    code, said = refused(house, *arguments)
    assert code == 2
    assert word in said
    assert len(said.splitlines()) == 1


def test_a_house_over_tls_asks_for_tls_from_then_on_but_not_on_this_machine(house: Path, tmp_path: Path) -> None:
    certificate, key = _certificate(tmp_path)
    with (
        served(house, "--port", 0, "--tls-cert", certificate, "--tls-key", key, "--name", "casino.example") as (url, _),
        httpx.Client(verify=False) as client,
    ):
        assert url.startswith("https://localhost:")
        carried = client.get(f"{url}healthz", headers={"host": "casino.example"}).headers
        assert carried["strict-transport-security"] == "max-age=31536000; includeSubDomains"
        assert "strict-transport-security" not in client.get(f"{url}healthz").headers


def _certificate(folder: Path) -> tuple[Path, Path]:
    """One that nobody trusts."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "cert.pem").write_bytes(made.public_bytes(pem))
    plain = serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    return folder / "cert.pem", folder / "key.pem"
