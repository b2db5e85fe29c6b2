"""A tournament of a house for programs that wait for each answer."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from puntobanco.client.answers import Done, Hall, History, Records, SeenLegal, SeenTournament, Story
from puntobanco.client.live import Live
from puntobanco.client.paper_answers import PlayedTable
from puntobanco.client.tournament_calls import AtTournament
from puntobanco.streams.command import AnyCommand
from puntobanco.tournament import commands as tournaments
from puntobanco.values.money import Cents

if TYPE_CHECKING:
    from puntobanco.client.client import Client


class Tournament:
    """A tournament of a house, as one person. Amounts are whole cents; chips of a tournament are no money."""

    def __init__(self, house: "Client", name: str) -> None:
        self._house, self._talks, self.name = house, AtTournament(name), name

    def seen(self) -> SeenTournament:
        """As you may see it now, with all of its tables."""
        return self._house.run(self._talks.seen())

    def hall(self) -> Hall:
        """Leaderboard, tables at a glance, your place and your table."""
        return self._house.run(self._talks.hall())

    def legal(self) -> SeenLegal:
        """What you may do now, at its tables too."""
        return self._house.run(self._talks.legal())

    def records(self, after: int = 0, limit: int = 100) -> Records:
        return self._house.run(self._talks.records(after, limit))

    def tables(self) -> tuple[PlayedTable, ...]:
        """Every table that it had, stage by stage, with who has played there."""
        return (self._house.run(self._talks.tables())).tables

    def history(self, table: str, *, stage: int = 1, shoe: int | None = None) -> History:
        """The rounds of a shoe at one of them, the last one if none is named, with cards and your wagers."""
        return self._house.run(self._talks.rounds(table, stage).history(shoe))

    def story(self, table: str, number: int, *, stage: int = 1) -> Story:
        """A round at one of them in sentences, with their clauses."""
        return self._house.run(self._talks.rounds(table, stage).story(number))

    def enter(self) -> Done:
        """Against the fee, which is not refunded."""
        return self._house.run(self._talks.of_oneself(tournaments.Register))

    def wait_as_reserve(self) -> Done:
        """For a seat that nobody takes; it costs nothing until then."""
        return self._house.run(self._talks.of_oneself(tournaments.ListReserve))

    def stop_waiting(self) -> Done:
        return self._house.run(self._talks.of_oneself(tournaments.DropReserve))

    def accept_seat(self) -> Done:
        """The seat that you are offered as a reserve, against the fee from your account."""
        return self._house.run(self._talks.of_oneself(tournaments.AcceptSeat))

    def take_place(self) -> Done:
        """Sit down where you were drawn."""
        return self._house.run(self._talks.of_oneself(tournaments.TakePlace))

    def bet(self, **stakes: Cents) -> Done:
        """All that is to lie on your area for the coming round; before or after your turn it is out of turn."""
        return self._house.run(self._talks.bet(stakes))

    def play(self, **stakes: Cents) -> Done:
        """Wait for your turn, and bet in it."""
        return self._house.run(self._talks.play(stakes))

    def when(self, fits: Callable[[Hall], bool]) -> Hall:
        """The hall, once it is so."""
        return self._house.run(self._talks.when(fits))

    def do(
        self, kind: type[AnyCommand], *, key: str | None = None, expected: int | None = None, **members: object
    ) -> Done:
        """A command of a tournament, as at a table."""
        return self._house.run(self._talks.do(kind, members, key, expected))

    def at(self, table: str, kind: type[AnyCommand], *, key: str | None = None, **members: object) -> Done:
        """A command of one of its tables."""
        return self._house.run(self._talks.at(table, kind, members, key))

    def live(self, after: str | None = None) -> Iterator[Live]:
        """What happens here, for ever."""
        return self._house.live(after=after, tournaments=self.name)
