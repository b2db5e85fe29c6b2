"""Debian's chromium: found, or installed where we may."""

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from tests.locking import locked

LEFT_OUT = "browser" in os.environ.get("PUNTO_SKIP", "").split(",")
WORD_ON_LEAVING_OUT = "PUNTO_SKIP=browser: nothing was tried in a browser"
NAMES = ("chromium", "chromium-browser")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoChromium(Exception):
    """A test that needs a browser fails without it."""


@cache
def program() -> Path:
    found = _found()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with locked(Path(tempfile.gettempdir()) / "punto-chromium-install.lock"):
            found = _found() or _installed()
    if found is None:
        raise NoChromium("no chromium: install it, or say PUNTO_SKIP=browser")
    return found


def _found() -> Path | None:
    return next((Path(path) for name in NAMES if (path := shutil.which(name))), None)


def _installed() -> Path | None:
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "-qq", *arguments], env=quietly, check=True, stdout=subprocess.DEVNULL)
    return _found()
