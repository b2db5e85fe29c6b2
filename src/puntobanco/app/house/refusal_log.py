"""Refused commands are kept beside the log: who was refused what, and why."""

import msgspec

from puntobanco.app.clock import Clock
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.errors import Refused, Unreadable
from puntobanco.store import Refusal, Store, StoreFailure

MOST_IN_MEMORY = 1000


class Refusals:
    """Those that are not written yet; they wait until nothing else does, and are no reason to refuse anything."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._new: list[Refusal] = []

    @property
    def any_new(self) -> bool:
        return bool(self._new)

    def note(self, asked: CommandRequest, refusal: Refused | Unreadable) -> None:
        code, clause = (refusal.code, refusal.clause) if isinstance(refusal, Refused) else ("unreadable", "command")
        said = {"time": self._clock(), "code": code, "clause": clause, "said": str(refusal), "command": asked.command}
        self._new.append(Refusal(asked.stream, asked.id, msgspec.json.encode(said)))
        del self._new[:-MOST_IN_MEMORY]

    def flush(self) -> None:
        new, self._new = self._new, []
        try:
            self._store.keep_refused(new)
        except StoreFailure:
            self._new = [*new, *self._new]
