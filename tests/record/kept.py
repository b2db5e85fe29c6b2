"""The kept logs and fixtures."""

from pathlib import Path

from puntobanco.cage.stream_type import ACCOUNTS, AccountRecord
from puntobanco.fair_shoes.stream_type import FAIR_SHOES, FairShoeRecord
from puntobanco.house.stream_type import HOUSES, HouseRecord
from puntobanco.table.stream_type import TABLES, TableRecord
from puntobanco.tournament.stream_type import TOURNAMENTS, TournamentRecord

NEWEST = Path(__file__).parent / "kept_logs"
"""The only set until a release."""


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def logs_of(folder: Path) -> list[Path]:
    return sorted((folder / "logs").glob("*.jsonl"))


def tournaments_of(folder: Path) -> list[Path]:
    return sorted((folder / "tournaments").glob("*.jsonl"))


def tournament_records_of(log: Path) -> list[TournamentRecord]:
    return list(TOURNAMENTS.read_log(lines_of(log)))


def accounts_of(folder: Path) -> list[Path]:
    return sorted((folder / "accounts").glob("*.jsonl"))


def cage_records_of(log: Path) -> list[AccountRecord]:
    return list(ACCOUNTS.read_log(lines_of(log)))


def shoes_of(folder: Path) -> list[Path]:
    return sorted((folder / "shoes").glob("*.jsonl"))


def fair_records_of(log: Path) -> list[FairShoeRecord]:
    return list(FAIR_SHOES.read_log(lines_of(log)))


def records_of(log: Path) -> list[TableRecord]:
    return list(TABLES.read_log(lines_of(log)))


def kept_lines() -> list[bytes]:
    """Every record of the newest set as it is written."""
    return [line for log in (*logs_of(NEWEST), NEWEST / "record.jsonl") for line in lines_of(log)]


def kept_tournament_lines() -> list[bytes]:
    """The same of tournaments."""
    logs = (*tournaments_of(NEWEST), NEWEST / "tournament_record.jsonl")
    return [line for log in logs for line in lines_of(log)]


def kept_cage_lines() -> list[bytes]:
    """The same of accounts."""
    return [line for log in (*accounts_of(NEWEST), NEWEST / "cage_record.jsonl") for line in lines_of(log)]


def kept_fair_lines() -> list[bytes]:
    """The same of fair shoes."""
    return [line for log in (*shoes_of(NEWEST), NEWEST / "fair_record.jsonl") for line in lines_of(log)]


def houses_of(folder: Path) -> list[Path]:
    return sorted((folder / "house").glob("*.jsonl"))


def house_records_of(log: Path) -> list[HouseRecord]:
    return list(HOUSES.read_log(lines_of(log)))


def kept_house_lines() -> list[bytes]:
    """The same of the house's own stream."""
    return [line for log in (*houses_of(NEWEST), NEWEST / "house_record.jsonl") for line in lines_of(log)]
