"""A process of its own that tries to spend what another one tries to spend at the same moment; run by its tests.

It reads what to spend, one line each, and when to: all of them wait for the same moments. It prints how many it got.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep, time

from puntobanco.app.auth import Entrance, Whisper
from puntobanco.app.house.key_file import KeyFile
from puntobanco.errors import Refused
from puntobanco.store import login_tables, open_store
from puntobanco.store.login_tables import PeopleTables
from tests.entrance.door import GOOD, HOUSE, NOON, CheapPasswords

BETWEEN = 0.004


def looks_first() -> None:
    """The mistake that such a test is for: what was there a moment ago is taken for granted."""
    PeopleTables._spent = lambda *_: True  # type: ignore[method-assign]  # planted for this test
    login_tables._spend = lambda *_: True


def spend(entrance: Entrance, what: str, address: str) -> None:
    """Everything from an address of its own: nobody is slowed."""
    kind, _, rest = what.partition(" ")
    if kind == "link":
        entrance.enter_by_link(Whisper(rest))
    elif kind == "enter":
        name, code = rest.split()
        entrance.enter(name, GOOD, Whisper(code), address=address)
    else:
        token, code = rest.split()
        entrance.give_code(Whisper(token), Whisper(code), address=address)


def got(act: Callable[[], None]) -> int:
    try:
        act()
    except Refused:
        return 0
    return 1


def main(place: str, keys: str, planted: str) -> None:
    if planted == "planted":
        looks_first()
    store = open_store(place)
    entrance = Entrance(
        store,
        keys=KeyFile.read(Path(keys), HOUSE),
        house=HOUSE,
        is_staff=lambda _: False,
        clock=lambda: NOON,
        passwords=CheapPasswords(),
    )
    print("ready", flush=True)
    start, *wanted = sys.stdin.read().splitlines()
    count = 0
    for number, what in enumerate(wanted):
        sleep(max(0.0, float(start) + number * BETWEEN - time()))
        count += got(lambda: spend(entrance, what, f"10.0.{number // 250}.{number % 250}"))  # noqa: B023 - it is called at once
    store.close()
    print(count)


if __name__ == "__main__":
    main(*sys.argv[1:])
