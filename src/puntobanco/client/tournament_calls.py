"""What is done at a tournament, as talks: looked at, entered, a seat taken, wagers laid in turn."""

from collections.abc import Callable, Mapping
from urllib.parse import quote

from puntobanco.client.answers import Done, Hall, SeenTournament
from puntobanco.client.exchange import Pause, Talk, command, get
from puntobanco.client.paper_answers import PlayedTables
from puntobanco.client.table_calls import SECONDS_BETWEEN_LOOKS, AtRounds, AtStream, you
from puntobanco.errors import Refused
from puntobanco.streams.command import AnyCommand, name_of
from puntobanco.table import commands as at_table
from puntobanco.table.commands.slips import SlipStake
from puntobanco.tournament import commands
from puntobanco.tournament.views.entrant_view import Turn
from puntobanco.values.money import Cents


class AtTournament(AtStream):
    """The talks of one tournament."""

    def __init__(self, name: str) -> None:
        super().__init__("tournaments", name)

    def seen(self) -> Talk[SeenTournament]:
        return get(self._path, SeenTournament)

    def hall(self) -> Talk[Hall]:
        return get(f"{self._path}/hall", Hall)

    def tables(self) -> Talk[PlayedTables]:
        return get(f"{self._path}/tables", PlayedTables)

    def rounds(self, table: str, stage: int) -> AtRounds:
        """At one of its tables."""
        return AtRounds(f"{self._path}/stages/{stage}/tables/{quote(table, safe='')}")

    def at(self, table: str, kind: type[AnyCommand], members: Mapping[str, object], key: str | None) -> Talk[Done]:
        """A command of one of its tables."""
        command(kind, members)  # a member that it does not have is named before anything is sent
        held = {"do": name_of(kind), **members}
        return self.do(commands.AtTable, {"table": table, "command": held}, key, None)

    # Enter

    def of_oneself(self, kind: type[AnyCommand]) -> Talk[Done]:
        """A command about the own entry."""
        person = (yield from you()).person
        return (yield from self.do(kind, {"player": person}, None, None))

    # Play

    def bet(self, stakes: Mapping[str, Cents]) -> Talk[Done]:
        """All that is to lie on the own area for the coming round: all or nothing."""
        found = yield from self.hall()
        return (yield from self._slip(found, stakes))

    def _slip(self, found: Hall, stakes: Mapping[str, Cents]) -> Talk[Done]:
        own = found.own
        if own is None or own.table is None or found.felt is None:
            raise Refused("not_seated", "house", f"you have no seat at a table of {self.name} now")
        laid = [SlipStake(area=str(own.seat), wager=wager, amount=amount) for wager, amount in stakes.items()]
        members = {"round": found.felt.table.view.round, "stakes": laid}
        return (yield from self.at(own.table, at_table.BetSlip, members, None))

    def play(self, stakes: Mapping[str, Cents]) -> Talk[Done]:
        """Wait for the own turn, and bet in it."""
        found = yield from self.when(lambda one: one.own is not None and one.own.turn is Turn.NOW)
        return (yield from self._slip(found, stakes))

    def when(self, fits: Callable[[Hall], bool]) -> Talk[Hall]:
        """The tournament, once it is so."""
        while not fits(found := (yield from self.hall())):
            yield Pause(SECONDS_BETWEEN_LOOKS)
        return found
