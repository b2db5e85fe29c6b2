"""A tournament of a house for programs with an event loop."""

from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from puntobanco.client.answers import Done, Hall, History, Records, SeenLegal, SeenTournament, Story
from puntobanco.client.live import Live
from puntobanco.client.paper_answers import PlayedTable
from puntobanco.client.tournament_calls import AtTournament
from puntobanco.streams.command import AnyCommand
from puntobanco.tournament import commands as tournaments
from puntobanco.values.money import Cents

if TYPE_CHECKING:
    from puntobanco.client.async_client import AsyncClient


class AsyncTournament:
    """A tournament of a house, as one person. Amounts are whole cents; chips of a tournament are no money."""

    def __init__(self, house: "AsyncClient", name: str) -> None:
        self._house, self._talks, self.name = house, AtTournament(name), name

    async def seen(self) -> SeenTournament:
        """As you may see it now, with all of its tables."""
        return await self._house.run(self._talks.seen())

    async def hall(self) -> Hall:
        """Leaderboard, tables at a glance, your place and your table."""
        return await self._house.run(self._talks.hall())

    async def legal(self) -> SeenLegal:
        """What you may do now, at its tables too."""
        return await self._house.run(self._talks.legal())

    async def records(self, after: int = 0, limit: int = 100) -> Records:
        return await self._house.run(self._talks.records(after, limit))

    async def tables(self) -> tuple[PlayedTable, ...]:
        """Every table that it had, stage by stage, with who has played there."""
        return (await self._house.run(self._talks.tables())).tables

    async def history(self, table: str, *, stage: int = 1, shoe: int | None = None) -> History:
        """The rounds of a shoe at one of them, the last one if none is named, with cards and your wagers."""
        return await self._house.run(self._talks.rounds(table, stage).history(shoe))

    async def story(self, table: str, number: int, *, stage: int = 1) -> Story:
        """A round at one of them in sentences, with their clauses."""
        return await self._house.run(self._talks.rounds(table, stage).story(number))

    async def enter(self) -> Done:
        """Against the fee, which is not refunded."""
        return await self._house.run(self._talks.of_oneself(tournaments.Register))

    async def wait_as_reserve(self) -> Done:
        """For a seat that nobody takes; it costs nothing until then."""
        return await self._house.run(self._talks.of_oneself(tournaments.ListReserve))

    async def stop_waiting(self) -> Done:
        return await self._house.run(self._talks.of_oneself(tournaments.DropReserve))

    async def accept_seat(self) -> Done:
        """The seat that you are offered as a reserve, against the fee from your account."""
        return await self._house.run(self._talks.of_oneself(tournaments.AcceptSeat))

    async def take_place(self) -> Done:
        """Sit down where you were drawn."""
        return await self._house.run(self._talks.of_oneself(tournaments.TakePlace))

    async def bet(self, **stakes: Cents) -> Done:
        """All that is to lie on your area for the coming round; before or after your turn it is out of turn."""
        return await self._house.run(self._talks.bet(stakes))

    async def play(self, **stakes: Cents) -> Done:
        """Wait for your turn, and bet in it."""
        return await self._house.run(self._talks.play(stakes))

    async def when(self, fits: Callable[[Hall], bool]) -> Hall:
        """The hall, once it is so."""
        return await self._house.run(self._talks.when(fits))

    async def do(
        self, kind: type[AnyCommand], *, key: str | None = None, expected: int | None = None, **members: object
    ) -> Done:
        """A command of a tournament, as at a table."""
        return await self._house.run(self._talks.do(kind, members, key, expected))

    async def at(self, table: str, kind: type[AnyCommand], *, key: str | None = None, **members: object) -> Done:
        """A command of one of its tables."""
        return await self._house.run(self._talks.at(table, kind, members, key))

    def live(self, after: str | None = None) -> AsyncIterator[Live]:
        """What happens here, for ever."""
        return self._house.live(after=after, tournaments=self.name)
