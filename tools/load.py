"""How many live tables a machine holds: automatic tables with seven patrons each, all of them with an open stream.

    python -m tools.load [TABLES...] [--seconds N] [--patrons N] [--log-ins N] [--folder DIR] [--format json]

For each number of tables a house is made and served by a process of its own, and another process, this one, is all its
patrons. Betting takes 15 seconds, tables start one after the other, a third of the wagers come in the last two seconds.
The time of a wager runs from the moment when it was due to the end of its answer. It ends at the first number at which
a bound is broken; exit code 1 if that is the first one.
"""

import argparse
import asyncio
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from time import monotonic

from tools.load_patrons import Figures, Lines, Table, all_answered, request
from tools.load_server import LOGS_IN, PASSWORD

MOST_MS = 250.0
"""For 99 of 100 wagers."""
SECONDS_TO_START = 20.0
SECONDS_OF_A_ROUND = 25.0
STREAMS_AT_ONCE = 40
MOST_FILES = 65_536
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, kw_only=True)
class Found:
    """What one number of tables came to."""

    tables: int
    streams: int
    seconds: float
    wagers: int
    wagers_a_second: float
    p50_ms: float
    p99_ms: float
    longest_ms: float
    refused: dict[str, int]
    failed: int
    rounds: int
    frames_a_second: float
    server_cpu: float
    """Cores."""
    patrons_cpu: float
    load_average: float
    """Of the whole machine, with whatever else runs there."""
    server_mb: float
    kb_a_stream: float
    rooms: dict[str, float]
    log_ins: int
    log_ins_seconds: float
    p99_ms_with_log_ins: float

    @property
    def broken(self) -> list[str]:
        """Bounds that did not hold."""
        found = []
        if self.p99_ms > MOST_MS:
            found.append(f"99 of 100 wagers took up to {self.p99_ms:.0f} ms, more than {MOST_MS:.0f}")
        if self.log_ins and self.p99_ms_with_log_ins > MOST_MS:
            found.append(f"with {self.log_ins} log-ins it was {self.p99_ms_with_log_ins:.0f} ms")
        if self.failed or self.streams < self.tables:
            found.append(f"{self.failed} requests failed, {self.streams} streams were open")
        return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", type=int, default=[500, 750, 1000])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--patrons", type=int, default=7)
    parser.add_argument("--log-ins", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="where the house is made; a temporary folder if none is named")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    given = parser.parse_args()
    held: list[Found] = []
    for tables in given.tables:
        found = _one(given, tables)
        print(json.dumps(asdict(found)) if given.format == "json" else _told(found), flush=True)
        if found.broken:
            break
        held.append(found)
    if given.format == "text":
        print(f"It holds {held[-1].tables} tables." if held else f"It does not hold {given.tables[0]} tables.")
    return 0 if held else 1


def _one(given: argparse.Namespace, tables: int) -> Found:
    folder = Path(tempfile.mkdtemp(prefix="punto-load-", dir=given.folder))
    try:
        made = subprocess.run(
            [sys.executable, "-m", "tools.load_server", "make", folder, str(tables), str(given.patrons)],
            check=True,
            stdout=subprocess.PIPE,
        )
        tokens: dict[str, list[str]] = json.loads(made.stdout)
        with subprocess.Popen(
            [sys.executable, "-m", "tools.load_server", "serve", folder], stdout=subprocess.PIPE, preexec_fn=_many_files
        ) as server:
            assert server.stdout is not None
            try:
                _many_files()
                port = int(server.stdout.readline())
                return asyncio.run(_measured(given, tokens, port, server.pid))
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait()
    finally:
        shutil.rmtree(folder)


def _many_files() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


async def _measured(given: argparse.Namespace, tokens: dict[str, list[str]], port: int, server: int) -> Found:
    figures, lines, random = Figures(), Lines(port), Random(1)
    tables = [Table(name, people, lines, figures, random) for name, people in tokens.items()]
    before = _memory(server)
    await _follow(tables, port)
    memory = _memory(server)
    loop = asyncio.get_running_loop()
    for place, table in enumerate(tables):
        loop.call_later(SECONDS_TO_START * place / len(tables), table.plan)
    await asyncio.sleep(SECONDS_TO_START + SECONDS_OF_A_ROUND)
    figures.clear()
    await lines.ask(request("POST", "/load/begin"))
    cpu, own, began = _cpu(server), _cpu(os.getpid()), monotonic()
    await asyncio.sleep(given.seconds)
    seconds = monotonic() - began
    cpu, own = (_cpu(server) - cpu) / seconds, (_cpu(os.getpid()) - own) / seconds
    _, rooms = await lines.ask(request("POST", "/load/end"))
    wagers, rounds, frames = sorted(figures.wagers), figures.rounds, figures.frames
    refused, failed, load = figures.refused, figures.failed, os.getloadavg()[0]
    figures.clear()
    log_ins = await _log_in(lines, given.log_ins)
    streams = figures.streams
    for table in tables:
        table.stopped = True
    await all_answered()
    return Found(
        tables=len(tables),
        streams=streams,
        seconds=round(seconds, 1),
        wagers=len(wagers),
        wagers_a_second=round(len(wagers) / seconds, 1),
        p50_ms=_share(wagers, 0.5),
        p99_ms=_share(wagers, 0.99),
        longest_ms=_share(wagers, 1),
        refused=refused,
        failed=failed + figures.failed,
        rounds=rounds,
        frames_a_second=round(frames / seconds, 1),
        server_cpu=round(cpu, 2),
        patrons_cpu=round(own, 2),
        load_average=round(load, 1),
        server_mb=round(memory / 1e6, 1),
        kb_a_stream=round((memory - before) / 1e3 / max(1, streams), 1),
        rooms=json.loads(rooms),
        log_ins=given.log_ins,
        log_ins_seconds=round(log_ins, 1),
        p99_ms_with_log_ins=_share(sorted(figures.wagers), 0.99),
    )


async def _follow(tables: list[Table], port: int) -> None:
    gate = asyncio.Semaphore(STREAMS_AT_ONCE)

    async def one(table: Table) -> bool:
        async with gate:
            return await table.follow(port)

    if not all(await asyncio.gather(*map(one, tables))):
        raise SystemExit("a stream was not opened")


async def _log_in(lines: Lines, wanted: int) -> float:
    """All at once, on connections of their own; how long until the last is in."""
    if not wanted:
        return 0.0
    began, others = monotonic(), Lines(lines.port, wanted)
    said = json.dumps({"name": LOGS_IN, "password": PASSWORD.text()}).encode()
    asked = request("POST", "/api/v1/log-in", body=said)
    answers = await asyncio.gather(*[others.ask(asked) for _ in range(wanted)])
    if any(status != 200 for status, _ in answers):
        raise SystemExit("a log-in was refused")
    return monotonic() - began


def _share(times: list[float], share: float) -> float:
    """Milliseconds that so many took at most."""
    return round(1000 * times[min(len(times) - 1, int(share * len(times)))], 1) if times else 0.0


def _cpu(process: int) -> float:
    """Seconds that a process has worked."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _memory(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize()


def _told(found: Found) -> str:
    rooms = ", ".join(f"{room} {share:.0%}" for room, share in found.rooms.items() if share >= 0.01)
    one = found
    lines = [
        f"{one.tables} tables, {one.streams} streams, {one.seconds} s, load of the machine {one.load_average}",
        f"  wagers    {one.wagers_a_second}/s, p50 {one.p50_ms} ms, p99 {one.p99_ms} ms, longest {one.longest_ms} ms",
        f"            {one.wagers} in {one.rounds} rounds, refused {one.refused or 'none'}, failed {one.failed}",
        f"  streams   {one.frames_a_second} records/s, {one.kb_a_stream} kB of memory each, server {one.server_mb} MB",
        f"  CPU       server {one.server_cpu} cores, patrons {one.patrons_cpu} cores",
        f"  by room   {rooms}",
        f"  log-ins   {one.log_ins} at once in {one.log_ins_seconds} s, p99 of wagers {one.p99_ms_with_log_ins} ms",
        *[f"  BROKEN    {sentence}" for sentence in one.broken],
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
