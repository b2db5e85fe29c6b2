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
SHELL = "chromium-headless-shell"
"""The same browser without a window, whose trimmings cost as much time as a page."""
NAMES = (SHELL, "chromium", "chromium-browser")
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
    if shutil.which(SHELL) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with locked(Path(tempfile.gettempdir()) / "punto-chromium-install.lock"):
            if shutil.which(SHELL) is None:
                _install()
    found = next((Path(path) for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise NoChromium("no chromium: install it, or say PUNTO_SKIP=browser")
    return found


def _install() -> None:
    """What does not come is missed by whoever looks for it: another chromium may be there."""
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", SHELL]):
        subprocess.run(["apt-get", "-qq", *arguments], env=quietly, check=False, stdout=subprocess.DEVNULL)
