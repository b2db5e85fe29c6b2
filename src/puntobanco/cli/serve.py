"""`punto serve`: a house over HTTP."""

from pathlib import Path
from typing import Annotated

import typer

from puntobanco.cli.common import Format, FormatOption, print_json
from puntobanco.cli.demo import demo as serve_demo
from puntobanco.errors import Unreadable

PORT = 8417
HERE = "127.0.0.1"


def serve(
    folder: Annotated[Path | None, typer.Argument(metavar="HOUSE", help="The folder of the house.")] = None,
    host: Annotated[str, typer.Option(metavar="ADDR", help="Where to listen; 127.0.0.1 is this machine only.")] = HERE,
    port: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=65_535, help=f"{PORT}, if none is said; 0 takes any free one.")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="A name that browsers may use for it; may be repeated.")
    ] = None,
    behind_proxy: Annotated[
        str | None, typer.Option(metavar="ADDR", help="A proxy whose word on who asks is believed; or a network.")
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate chain, PEM.")] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Its key, PEM.")] = None,
    plain_http: Annotated[bool, typer.Option("--plain-http", help="Without TLS where others can read it.")] = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="Make a house with play money, in HOUSE or among your data, and serve it.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="With --demo: delete the demo house that is there.")] = False,
    browser: Annotated[bool, typer.Option(help="With --demo: open a browser where there is one.")] = True,
    output: FormatOption = Format.TEXT,
) -> None:
    """Serve a house over HTTP and deal its automatic tables, until Ctrl-C."""
    if demo:
        _require_plain(host, name, behind_proxy, tls_cert, tls_key)
        serve_demo(folder, port, PORT, output, fresh=fresh, browser=browser)
        return
    if folder is None or fresh:
        raise Unreadable("--fresh is for --demo" if fresh else "name the folder of a house, or say --demo")
    from puntobanco.web.request_guard import read_proxies
    from puntobanco.web.server import Address
    from puntobanco.web.server_process import serve_folder

    address = Address(
        host=host,
        port=PORT if port is None else port,
        names=tuple(name or ()),
        proxies=read_proxies(behind_proxy),
        certificate=tls_cert,
        key=tls_key,
        plain_in_public=plain_http,
    )

    def started(port: int) -> None:
        url = f"{'https' if tls_cert else 'http'}://{'localhost' if address.is_local else host}:{port}/"
        if output is Format.JSON:
            print_json({"url": url})
        else:
            print(f"Serving {folder} at {url} - Ctrl-C stops it.", flush=True)

    serve_folder(folder, address, started)


def _require_plain(*reached: object) -> None:
    """A demo house is for this machine."""
    if reached[0] != HERE or any(reached[1:]):
        raise Unreadable("--demo is served on this machine only: leave --host, --name, --behind-proxy and --tls out")
