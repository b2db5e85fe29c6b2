"""A patron's page and the wall at 60 updates a second: no task of theirs takes longer than it may; paint times."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser import chromium
from tests.browser.acts import sit_at
from tests.web.served import MANY

from puntobanco import house as diary
from puntobanco.app.demo.guests import Guests
from puntobanco.app.randomness import command_id
from puntobanco.streams.names import TABLE
from puntobanco.table import Actor, Role, commands
from puntobanco.table.commands.slips import SlipStake
from puntobanco.web.demo import OpenDemo, opened_demo
from puntobanco.web.server import Address, serving

A_SECOND = 60
SECONDS = 10
MOST_MILLISECONDS = 100
BOOK = "act-2015"
RUNNING = diary.Running(virtual=True, automatic=True, betting_ms=3_600_000, card_ms=0, offer_ms=0)
"""A round that stays open: every wager on it is an update."""
STAKES = (500, 1_000, 1_500)
LOCAL = "127.0.0.1"
MEASURE = """
globalThis.tasks = [];
globalThis.frames = [];
globalThis.drawn = 0;
new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)))
  .observe({ type: "longtask", buffered: true });
globalThis.begin = (watched) => {
  tasks.length = 0;
  const everything = { subtree: true, childList: true, characterData: true };
  new MutationObserver(() => (drawn += 1)).observe(document.querySelector(watched), everything);
  let last = performance.now();
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};
globalThis.measured = () => ({
  tasks,
  frames,
  drawn,
  paints: performance.getEntriesByType("paint").map(({ name, startTime }) => [name, startTime]),
});
"""


@dataclass(frozen=True, slots=True)
class Bettor:
    """Somebody whose slips are the updates."""

    demo: OpenDemo
    actor: Actor
    area: str

    @classmethod
    def seated(cls, demo: OpenDemo) -> "Bettor":
        guests = Guests(demo.house, demo.entrance)
        person = guests.welcome(LOCAL).visitor.person
        return cls(demo, Actor(person=person, role=Role.PATRON), str(guests.seat(person, BOOK).seat))

    def bet(self, amount: int) -> None:
        round_now = self.demo.house.look(TABLE + BOOK).state.round_number
        slip = commands.BetSlip(
            actor=self.actor, round=round_now, stakes=(SlipStake(area=self.area, wager="tie", amount=amount),)
        )
        self.demo.house.handle(TABLE + BOOK, slip, command_id())


def update(bettor: Bettor) -> float:
    """Updates by the clock; how many came of each second."""
    amounts, begun, done = cycle(STAKES), time.monotonic(), 0
    while (passed := time.monotonic() - begun) < SECONDS:
        if done < passed * A_SECOND:
            bettor.bet(next(amounts))
            done += 1
        else:
            time.sleep(0.001)
    return done / passed


def opened(browser: Browser, url: str) -> dict[str, Page]:
    """Each in a context of its own, as on two machines."""
    patron, wall = (browser.new_context(viewport={"width": 1280, "height": 800}).new_page() for _ in range(2))
    for page in (patron, wall):
        page.add_init_script(MEASURE)
    patron.goto(url)
    sit_at(patron, BOOK)
    wall.goto(f"{url}/wall/{BOOK}")
    wall.get_by_role("heading", name=BOOK).wait_for()
    return {"patron's page": patron, "wall": wall}


def load() -> str:
    """Of the last minute: a task that waits for its turn takes longer, too."""
    return f"{os.getloadavg()[0]:.1f}"


def report(name: str, found: dict[str, Any]) -> bool:
    """In figures; whether a task took too long."""
    frames, longest = sorted(found["frames"]), max(found["tasks"], default=0)
    paints = ", ".join(f"{what.replace('-', ' ')} {at:.0f} ms" for what, at in found["paints"])
    tasks = f"longest task {longest:.0f} ms" if longest else "no task over 50 ms"
    slow = longest > MOST_MILLISECONDS
    print(f"{name}: {paints}; {found['drawn'] / SECONDS:.0f} drawings a second")
    print(f"  frames: median {frames[len(frames) // 2]:.0f} ms, 99th of 100 {frames[len(frames) * 99 // 100]:.0f} ms")
    print(f"  {tasks}, at most {MOST_MILLISECONDS} ms{': TOO SLOW' if slow else ''}")
    return slow


@contextmanager
def house() -> Iterator[tuple[OpenDemo, str]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        opened_demo(Path(folder) / "demo", RUNNING) as demo,
        serving(demo.house, demo.door, Address(rates=MANY), demo.more) as port,
    ):
        yield demo, f"http://localhost:{port}"


def main() -> int:
    with house() as (demo, url), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.program(), args=[*chromium.ARGUMENTS])
        pages, bettor = opened(browser, url), Bettor.seated(demo)
        for page in pages.values():
            page.evaluate("begin('main')")
        print(f"{update(bettor):.0f} updates a second for {SECONDS} s, {os.cpu_count()} cores with a load of {load()}")
        slow = [report(name, page.evaluate("measured()")) for name, page in pages.items()]
        browser.close()
    return int(any(slow))


if __name__ == "__main__":
    sys.exit(main())
