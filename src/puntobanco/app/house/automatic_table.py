"""Tables that the house deals by itself: what comes next by the book, when its time has come."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from puntobanco.app.fair_shoe_commands import towards_a_shuffle
from puntobanco.app.house.stream_states import Standing
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.table_driver import SUPERVISOR, Driver
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.house import OPERATOR, Running
from puntobanco.table import Next, Progress, Role, TableState, commands, progress
from puntobanco.table.model import Preparation

Milliseconds: TypeAlias = int
Monotonic: TypeAlias = Callable[[], Milliseconds]
"""Time that never goes back and knows no date: a clock that is set does not hurry or stop a table."""


class Everybody:
    """All patrons: who does not answer in time is played like somebody who is absent."""

    def __contains__(self, _: object) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Situation:
    """What a table waits for; it begins anew when the table has gone on."""

    next: Next
    round: int
    number: int
    """Of the stream's last record, but for wagers, whose time does not begin anew with every one of them."""


class AutomaticTable:
    """One table; it forgets nothing by a restart but how long it has waited."""

    def __init__(self, stream: str, below: Callable[[int], int], now: Monotonic) -> None:
        self.stream = stream
        self._driver, self._now = Driver(below, patrons=Everybody()), now
        self._waits_for: Situation | None = None
        self._since: Milliseconds = 0
        self._called = False
        self.due: Milliseconds | None = None
        """When to ask again, if nothing happens before; none for as long as that takes."""

    def next(
        self, standing: Standing, shoes: FairShoes, running: Running, *, is_off: bool = False
    ) -> CommandRequest | None:
        """The command whose time has come. Its id is made of its place, so that two drivers cannot both give it.

        While gaming is off, no round begins for which no wager lies.
        """
        state: TableState | None = standing.state
        if state is None:
            return None
        coming, self.due = progress(state), None
        if is_off and coming.next is Next.START and not state.stakes:
            return None
        begun, waits = self._begun(coming, standing), patience(coming, running)
        if self._now() - begun < waits:
            self.due = begun + waits
            return None
        command = self._command(state, shoes, coming)
        if command is None:
            return None
        number = standing.number
        return CommandRequest(stream=self.stream, command=command, id=f"driver {number + 1}", expected=number)

    def _begun(self, coming: Progress, standing: Standing) -> Milliseconds:
        """Since when the table waits for what comes next."""
        situation = situation_of(coming, standing)
        if situation != self._waits_for:
            self._waits_for, self._since = situation, self._now()
        return self._since

    def _command(self, state: TableState, shoes: FairShoes, coming: Progress) -> commands.TableCommand | None:
        if (command := towards_a_shuffle(shoes, state, supervisor=SUPERVISOR, operator=OPERATOR)) is not None:
            return command
        if coming.next is Next.START:
            return self._start(state)
        if coming.next is Next.CLOSED and coming.by is None:
            return None
        return self._driver.next(state)

    def _start(self, state: TableState) -> commands.TableCommand | None:
        """What is called before a round is called once."""
        steps = [one for one in self._driver.start(state) if not (self._called and isinstance(one, commands.Announce))]
        self._called = bool(steps) and isinstance(steps[0], commands.Announce)
        return steps[0] if steps else None


def situation_of(coming: Progress, standing: Standing) -> Situation:
    """The time for wagers begins with the first one: an empty table gives nobody too little of it."""
    betting = coming.next is Next.START and not coming.no_bet
    return Situation(coming.next, standing.state.round_number, 0 if betting else standing.number)


def patience(coming: Progress, running: Running) -> Milliseconds:
    """How long a table waits for what comes next."""
    match coming.next:
        case Next.START if not coming.no_bet:
            return running.betting_ms
        case Next.ASK:
            return running.offer_ms
        case _ if coming.by is Role.PATRON:
            return running.offer_ms
        case Next.DEAL | Next.EXPOSE | Next.SETTLE:
            return running.card_ms
        case Next.PREPARE if coming.step is Preparation.BURN:
            return running.card_ms
        case _:
            return 0
