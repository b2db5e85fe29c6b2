"""A PostgreSQL of the tests' own: found or installed, run by an ordinary user in a temporary folder."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from uuid import uuid4

import psycopg

from puntobanco.store import init_store
from tests.locking import locked

LEFT_OUT = os.environ.get("POSTGRES") == "no"
WORD_ON_LEAVING_OUT = "POSTGRES=no: nothing was tried on PostgreSQL"
_FOLDER = "PUNTO_TEST_POSTGRES"
"""Names the folder to all processes of a test run."""
OWNER, SERVING = "house_owner", "house_serving"
_TEMPLATE = "house_template"
_MOST_SECONDS = 60
_SETTINGS = ("listen_addresses=", "shared_buffers=32MB", "max_connections=60", "log_min_messages=fatal")


class NoPostgres(Exception):
    """A test that needs PostgreSQL fails without it."""


@cache
def programs() -> Path:
    """The folder of PostgreSQL's programs; Debian's package is installed if there are none and we may."""
    found = _found_programs()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with locked(Path(tempfile.gettempdir()) / "punto-pg-install.lock"):
            found = _found_programs() or _installed()
    if found is None:
        raise NoPostgres("no PostgreSQL: install it (initdb is not in PATH), or say POSTGRES=no")
    return found


def _found_programs() -> Path | None:
    if in_path := shutil.which("initdb"):
        return Path(in_path).resolve().parent
    return max((one.parent for one in Path("/usr/lib/postgresql").glob("*/bin/initdb")), default=None)


def _installed() -> Path | None:
    """Without a cluster of Debian's own."""
    settings = Path("/etc/postgresql-common/createcluster.conf")
    if not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("create_main_cluster = false\n", encoding="utf-8")
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["install", "--yes", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", "postgresql"]
    for arguments in (["update"], install):
        subprocess.run(["apt-get", "-qq", *arguments], env=quietly, check=True, stdout=subprocess.DEVNULL)
    return _found_programs()


def _ordinary_user() -> dict[str, object]:
    """How to start a program that refuses to be run by root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise NoPostgres("PostgreSQL is not run by root, and there is no user nobody")


class Server:
    """A cluster in a folder, reached by a socket in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def make(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if user := _ordinary_user():
            # what a process is started with, by name
            os.chown(self.folder, user["user"], user["group"])  # type: ignore[arg-type]
        self._run("initdb", "--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        self.start()
        with self.connected("postgres", "postgres") as connection:
            connection.execute(f"CREATE ROLE {OWNER} LOGIN CREATEDB CREATEROLE")
        self._create(_TEMPLATE)
        init_store(self.address(_TEMPLATE, OWNER), serving_role=SERVING)

    def start(self) -> None:
        settings = [f"-c {one}" for one in _SETTINGS]
        options = " ".join([f"-k {self.folder}", *settings])
        self._run("pg_ctl", "--wait", "--silent", f"--log={self.folder}/log", f"--options={options}", "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "--wait", "--silent", f"--mode={mode}", "stop")

    def kill(self) -> None:
        """As if the machine's memory had run out: the server and all its processes are gone at once."""
        pid = int((self.data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
        for one in (pid, *map(int, children)):
            try:
                os.kill(one, signal.SIGKILL)
            except ProcessLookupError:
                continue
        while Path(f"/proc/{pid}").exists():
            time.sleep(0.01)

    def kill_a_backend(self) -> None:
        """The process that serves a connection of a house, which the server cannot tell from its own damage: it ends
        all others, too, and recovers. Until then nobody can say that it is back."""
        with closing(psycopg.connect(self.address("postgres", "postgres"), autocommit=True)) as watching:
            sql = "SELECT pid FROM pg_stat_activity WHERE application_name = 'puntobanco' ORDER BY random() LIMIT 1"
            found = watching.execute(sql).fetchall()
            for (pid,) in found:
                os.kill(int(str(pid)), signal.SIGKILL)
            if found:
                self._until(lambda: not self._answers(watching))
        self._until(self._is_back)

    def _answers(self, connection: psycopg.Connection[tuple[object, ...]]) -> bool:
        try:
            return connection.execute("SELECT 1").fetchall() == [(1,)]
        except psycopg.OperationalError:
            return False

    def _is_back(self) -> bool:
        try:
            with closing(psycopg.connect(self.address("postgres", "postgres"), autocommit=True)) as connection:
                return self._answers(connection)
        except psycopg.OperationalError:
            return False

    def _until(self, is_so: Callable[[], bool]) -> None:
        end = time.monotonic() + _MOST_SECONDS
        while not is_so():
            if time.monotonic() > end:
                raise AssertionError("the server does not do what it should")
            time.sleep(0.01)

    def destroy(self) -> None:
        if (self.data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder)

    def address(self, database: str, user: str = SERVING) -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    @contextmanager
    def connected(self, database: str, user: str = SERVING) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
        with psycopg.connect(self.address(database, user), autocommit=True) as connection:
            yield connection

    def new_house(self) -> str:
        """The name of a database with an empty house."""
        name = f"house_{uuid4().hex}"
        self._create(name, f"TEMPLATE {_TEMPLATE}")
        return name

    def _create(self, name: str, how: str = "") -> None:
        with self.connected("postgres", OWNER) as connection:
            connection.execute(f"CREATE DATABASE {name} {how}")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(programs() / program), f"--pgdata={self.data}", *arguments]
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
        with (self.folder / "out").open("a") as out:  # a pipe would stay open as long as the server runs
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=environment,
                stdout=out,
                stderr=subprocess.STDOUT,
                check=False,
                **_ordinary_user(),  # type: ignore[call-overload]  # what a process is started with, by name
            )
        if done.returncode:
            raise NoPostgres(f"{program} failed: {(self.folder / 'out').read_text(encoding='utf-8')}")


def new_server() -> Server:
    """One that nobody else uses, for tests that stop it."""
    server = Server(Path(tempfile.mkdtemp(prefix="punto-pg-")))
    server.make()
    return server


def choose_folder() -> None:
    """By the process that controls the test run, before it starts others."""
    os.environ[_FOLDER] = str(Path(tempfile.gettempdir()) / f"punto-pg-{os.getpid()}-{uuid4().hex[:8]}")


def shared_server() -> Server:
    """The one server of a test run, made by whoever needs it first."""
    server = Server(Path(os.environ[_FOLDER]))
    with locked(Path(f"{server.folder}.lock")):
        if not (server.folder / "ready").exists():
            server.make()
            (server.folder / "ready").touch()
    return server


def stop_shared_server() -> None:
    """By the process that controls the test run, after all tests."""
    folder = Path(os.environ[_FOLDER])
    Path(f"{folder}.lock").unlink(missing_ok=True)
    if folder.exists():
        Server(folder).destroy()
