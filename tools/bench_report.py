"""Speed of reports: the day of a house with a million records, and how much memory it takes."""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from puntobanco.app.house.house_folder import init_house, read_settings
from puntobanco.app.house.house_reports import Period, reporting
from puntobanco.store import NOTHING_YET, Row, StreamHead, Unit, open_store, row_after
from tools.bench_table import SlipsWritten, played

TABLES = 10
"""Rounds stay open to rulings for ten shoes, which a small house must have seen, too, to compare memory."""
RECORDS = (100_000, 1_000_000)
MOST_CPU_SECONDS = 60
MOST_GROWTH = 1.3
"""Of the memory, from the small house to the large one."""
AT_A_TIME = 500


def records(of_each: int) -> list[bytes]:
    """A table's log: seven patrons with three wagers each."""
    table = SlipsWritten()
    while len(table.log) < of_each:
        played(table, 10)
    return table.log[:of_each]


def rows(log: list[bytes]) -> Iterator[Row]:
    """The same log at many tables, which play side by side."""
    heads: dict[str, StreamHead] = {}
    for number, body in enumerate(log, start=1):
        for table in range(1, TABLES + 1):
            stream = f"table/{table}"
            renamed = body.replace(b'"stream":"table"', f'"stream":"{stream}"'.encode(), 1)
            row = row_after(heads.get(stream, NOTHING_YET), stream, f"{number:08x}{table:08x}", renamed)
            heads[stream] = number, row.hash
            yield row


def make_house(folder: Path, count: int) -> None:
    init_house(folder, name="bench")
    store = open_store(read_settings(folder).database)
    for group in grouped(rows(records(count // TABLES))):
        store.append([Unit((row,)) for row in group])
    store.close()


def grouped(coming: Iterator[Row]) -> Iterator[list[Row]]:
    found: list[Row] = []
    for row in coming:
        found.append(row)
        if len(found) == AT_A_TIME:
            yield found
            found = []
    if found:
        yield found


def report(folder: Path) -> tuple[float, int, int]:
    """CPU-seconds, the most memory in MB, and how many records were counted."""
    start = time.process_time()
    with reporting(folder) as made:
        found = made.day(Period(), "a day")
    counted = next(cell for column, cell in found.about if column.key == "records")
    if not isinstance(counted, int):
        raise TypeError("records are counted")
    return time.process_time() - start, most_memory(), counted


def most_memory() -> int:
    """In MB; what `getrusage` says is at least what the process had that started this one."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    return 0 if found is None else int(found[1]) // 1024


def measured(folder: Path) -> tuple[float, int, int]:
    """In a process of its own, whose memory is the report's alone."""
    command = [sys.executable, "-m", "tools.bench_report", "--of", str(folder)]
    words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(words[0]), int(words[1]), int(words[2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limits", type=Path, help="for the other benchmarks; nothing is compared here")
    parser.add_argument("--of", type=Path, help="report on this house, and print what that took")
    arguments = parser.parse_args()
    if arguments.of is not None:
        print(*report(arguments.of))
        return
    memory = []
    for count in RECORDS:
        with tempfile.TemporaryDirectory() as folder:
            make_house(Path(folder) / "house", count)
            cpu, most, counted = measured(Path(folder) / "house")
        memory.append(most)
        limit = MOST_CPU_SECONDS * count / RECORDS[-1] + 1  # a second to start with, and for the odds
        print(f"report of {counted:,} records: {cpu:.1f} s of CPU ({limit:.0f}: {_kept(kept=cpu <= limit)}), {most} MB")
    growth = memory[-1] / memory[0]
    print(f"  memory at ten times as many: {growth:.2f} times ({MOST_GROWTH}: {_kept(kept=growth <= MOST_GROWTH)})")


def _kept(*, kept: bool) -> str:
    return "kept" if kept else "BROKEN"


if __name__ == "__main__":
    main()
