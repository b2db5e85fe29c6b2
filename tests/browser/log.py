"""What the log says, for tests that hold a page against it."""

from typing import Any

from puntobanco.app.house.stream_states import records_of
from puntobanco.streams.names import TABLE
from puntobanco.table.model import RoundRecord, SettledWager
from tests.browser.conftest import Demo
from tests.waiting import until


def round_of(demo: Demo, table: str, number: int) -> RoundRecord:
    (found,) = (one for one in demo.state(table).rounds if one.number == number)
    return found


def own_line(demo: Demo, table: str, number: int, name: str) -> SettledWager:
    """What became of the only wager of somebody in a round."""
    (line,) = (line for line in round_of(demo, table, number).settled if line.patron == name)
    return line


def until_round_is_over(demo: Demo, table: str, number: int) -> None:
    until(lambda: demo.state(table).round_number != number)


def given_at(demo: Demo, table: str) -> list[Any]:
    """Every command that was carried out at a table."""
    records: list[Any] = records_of(demo.shown.demo.house.read(TABLE + table, 0, 100_000))
    return [record.command for record in records]
