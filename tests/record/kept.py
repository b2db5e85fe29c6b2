"""The kept sets of logs and fixtures, oldest first: every one of them is read for ever."""

from pathlib import Path

from puntobanco.record.records import Record
from puntobanco.record.replay import read_log

SETS = sorted(Path(__file__).parent.glob("version_*"), key=lambda folder: int(folder.name.rpartition("_")[2]))
NEWEST = SETS[-1]


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def logs_of(folder: Path) -> list[Path]:
    return sorted((folder / "logs").glob("*.jsonl"))


def records_of(log: Path) -> list[Record]:
    return list(read_log(lines_of(log)))


def kept_lines() -> list[bytes]:
    """Every record of the newest set as it is written."""
    return [line for log in (*logs_of(NEWEST), NEWEST / "record.jsonl") for line in lines_of(log)]
