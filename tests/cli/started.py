"""A process in which everything is imported already, and which becomes `punto` whenever somebody asks: a fork of it is
a process of its own like any other, and what Python and numba take to start is spent once."""

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from select import select
from typing import Any, NoReturn

LONGEST = 900
"""Seconds after which a command hangs, also where it compiles first and the machine is busy."""
IMPORTED = (
    "puntobanco.cli.main",
    *(f"puntobanco.cli.{name}" for name in ("rules", "coup", "play", "table", "tournament", "fair", "house_commands")),
    *(f"puntobanco.cli.{name}" for name in ("audit", "report", "odds", "roads", "simulate", "wagers")),
    "puntobanco.exact_odds.batch",
    "puntobanco.sim.full_card_kernel",
    "puntobanco.sim.fast_kernel",
)


class Started:
    """Where such processes come from."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", __name__]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self._end)

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()

    def run(
        self, arguments: Sequence[str], stdin: str, environment: dict[str, str]
    ) -> "subprocess.CompletedProcess[str]":
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in ("in", "out", "err")]
            for path, text in zip(files, (stdin, "", ""), strict=True):
                path.write_text(text, encoding="utf-8")
            asked = {"argv": arguments, "env": environment, "cwd": str(Path.cwd()), "files": list(map(str, files))}
            code = self._ask(asked)
            out, err = (path.read_text(encoding="utf-8") for path in files[1:])
        return subprocess.CompletedProcess(arguments, code, out, err)

    def _ask(self, asked: dict[str, Any]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        if not select([self._process.stdout], [], [], LONGEST)[0]:
            raise TimeoutError(f"punto {asked['argv']} does not end")
        return int(self._process.stdout.readline())


@cache
def started() -> Started:
    return Started()


# In the process itself


def serve() -> None:
    """Become what is asked, and say how it ended."""
    for name in IMPORTED:
        import_module(name)
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if not child:
            _become(asked)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become(asked: dict[str, Any]) -> NoReturn:
    """`punto`, from its first line to its exit code."""
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    _open_streams(asked["files"])
    sys.argv = ["-c", *asked["argv"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = _ended()
    threading._shutdown()  # type: ignore[attr-defined]  # what an interpreter does at its end
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(code)


def _open_streams(files: list[str]) -> None:
    flags = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)
    for number, (path, flag) in enumerate(zip(files, flags, strict=True)):
        os.dup2(os.open(path, flag), number)
    sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace")


def _ended() -> int:
    from puntobanco.cli.main import run

    try:
        run()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as Python does
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    serve()
