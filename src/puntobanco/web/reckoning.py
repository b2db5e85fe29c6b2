"""What can become of wagers by a table's rules, computed when the rules come into force, in a thread of its own."""

from asyncio import wrap_future
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from puntobanco.app.house.house import House
from puntobanco.app.house.stream_states import record_of
from puntobanco.coup.possible_outcomes import are_reckoned, endings
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.store import Line
from puntobanco.streams.format import RULES

_RULES = RULES.encode()


class Reckoning:
    """Hears of new rules from the house. Those that were in force before this process began wait for the first look."""

    def __init__(self, house: House) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reckoning")
        house.listen(self._hear)

    def _hear(self, lines: Sequence[Line]) -> None:
        """In the thread that writes, which does not wait."""
        for line in lines:
            if _RULES in line.body:
                with suppress(RuntimeError):  # the server has stopped, the house goes on
                    self._pool.submit(_reckon_all, line)

    async def reckoned(self, rules: TableRules) -> None:
        """Wait until they are computed, while the loop serves others."""
        if not are_reckoned(rules):
            await wrap_future(self._pool.submit(endings, rules))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _reckon_all(line: Line) -> None:
    record: Any = record_of(line)
    for event in record.events:
        if isinstance(rules := getattr(event, "rules", None), TableRules):
            endings(rules)
