"""What a decision is written into: events so far, and the state they lead to."""

from typing import NoReturn

from puntobanco.errors import Refused
from puntobanco.rules.kinds import spoken
from puntobanco.rules.table_rules import TableRules
from puntobanco.table.events import Announced, Event
from puntobanco.table.evolve import evolve
from puntobanco.table.state import TableState


class Draft:
    """Events of one decision, and the state after them."""

    __slots__ = ("events", "rules", "state")

    def __init__(self, state: TableState) -> None:
        self.events: list[Event] = []
        self.state = state
        self.rules: TableRules = state.rules

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)
        self.rules = self.state.rules

    def announce(self, key: str, *, clause: str | None = None, **words: object) -> None:
        """Say the table's words for this moment, where it has any, by the clause that has them or the cause's."""
        ruled = self.rules.ruled(key)
        if ruled.value is not None:
            self.add(Announced(words=spoken(ruled.value, words), clause=clause or ruled.clause))


def refuse(rules: TableRules, code: str, clause: str, sentence: str) -> NoReturn:
    raise Refused(code, rules.cite(clause), sentence)
