"""`punto serve --demo`: a house that makes itself, for people who want to see one."""

import os
import sys
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from puntobanco.cli.common import Format, print_json
from puntobanco.values.money import format_dollars

if TYPE_CHECKING:  # a server and a client are imported when one is started
    from puntobanco.client import Round
    from puntobanco.web.demo import Shown

BOOK = "act-2015"
STAKE = 100_00


def demo(folder: Path | None, port: int | None, usual_port: int, output: Format, *, fresh: bool, browser: bool) -> None:
    """Serve it until Ctrl-C; where nobody sits at a terminal, play one round and end."""
    from puntobanco.app.demo.folder import delete, usual_folder
    from puntobanco.web.demo import DemoTaken

    where = usual_folder() if folder is None else folder
    try:
        if fresh:
            delete(where)
        if sys.stdin.isatty():
            _serve(where, port, usual_port, output, browser=browser)
        else:
            _play_one_round(where, port, output)
    except DemoTaken as taken:
        _say(output, f"This demo house is open already: {taken.url}", url=taken.url)
    except KeyboardInterrupt:
        pass


def _serve(folder: Path, port: int | None, usual_port: int, output: Format, *, browser: bool) -> None:
    from puntobanco.web.demo import become_a_server, free_port, serve_demo

    become_a_server(folder)
    found = free_port(usual_port) if port is None else port

    def shown(one: "Shown") -> None:
        _show(one, folder, output)
        if found != usual_port and port is None and output is Format.TEXT:
            print(f"(Port {usual_port} is in use: this is port {found}.)", flush=True)
        if browser:
            open_browser(one.url)

    serve_demo(folder, found, shown)


def _show(shown: "Shown", folder: Path, output: Format) -> None:
    if output is Format.JSON:
        print_json({"url": shown.url, "links": {one.role: one.address for one in shown.links}})
        sys.stdout.flush()
        return
    print(f"A demo house with play money, in {folder}\n\n    {shown.url}\n")
    print("To see it as staff, with each link once (a real house asks staff for a second factor, this one does not):\n")
    for one in shown.links:
        print(f"    {one.role:<11} {one.address}")
    print("\nCtrl-C stops it.", flush=True)


def open_browser(url: str) -> None:
    """Where there is a graphical one; it may take its time."""
    import webbrowser

    if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        Thread(target=webbrowser.open, args=(url,), name="browser", daemon=True).start()


def _play_one_round(folder: Path, port: int | None, output: Format) -> None:
    from puntobanco.client import Client
    from puntobanco.web.demo import become_a_server, quick_demo

    become_a_server(folder)
    with quick_demo(folder, port or 0) as shown, Client(shown.url) as house:
        guest, table = house.guest(BOOK), house.table(BOOK)
        _tell(output, shown.url, guest.person, table.play(banker=STAKE))
        table.leave()


def _tell(output: Format, url: str, person: str, played: "Round") -> None:
    settled = played.settled(person)
    if output is Format.JSON:
        wagers = [{"wager": one.wager, "stake": one.stake, "returned": one.returned} for one in settled]
        result = None if played.result is None else played.result.value
        print_json({"url": url, "person": person, "round": played.number, "result": result, "wagers": wagers})
        return
    print(f"A demo house is open at {url} for one round. Nobody sits at this terminal, so {person} plays it:")
    for record in played.records:
        for event in record.events:
            print(f"  {event.describe(record.by.person if record.by else 'the house')}")
    for one in settled:
        staked, returned = format_dollars(one.stake), format_dollars(one.returned)
        print(f"{person} staked {staked} on {one.wager} and got {returned} back.")


def _say(output: Format, sentence: str, **members: str) -> None:
    if output is Format.JSON:
        print_json(members)
    else:
        print(sentence)
