"""What Playwright waits for, looked at more often and for longer than it does."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, cast

from playwright.sync_api import Expect, Locator
from playwright.sync_api import expect as playwrights

from tests.waiting import LONGEST

A_LOOK = 30
"""Milliseconds."""


@dataclass(frozen=True)
class Asserted:
    """Looked at again at once: Playwright itself waits longer after each look, half a second from the third one on."""

    locator: Locator

    def __getattr__(self, name: str) -> Callable[..., None]:
        return partial(self._until_it_holds, getattr(playwrights(self.locator), name))

    def _until_it_holds(self, look: Callable[..., None], *what: Any, **how: Any) -> None:
        end = monotonic() + LONGEST
        while True:
            try:
                return look(*what, timeout=A_LOOK, **how)
            except AssertionError:
                if monotonic() > end:
                    raise


expect = cast("Expect", Asserted)
"""As Playwright's own, sooner."""
