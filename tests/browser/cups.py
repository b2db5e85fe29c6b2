"""A tournament of the demo house for journeys: players and the dealer by the client, cards that are known before."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec.structs import fields

from puntobanco.app.auth.invitations import LinkKind
from puntobanco.app.auth.principal import Scope
from puntobanco.app.demo.guests import GUEST
from puntobanco.app.house.stream_states import records_of
from puntobanco.client import Client, Tournament
from puntobanco.streams.command import AnyCommand
from puntobanco.streams.names import TOURNAMENT
from puntobanco.table import Actor, Role, TableState
from puntobanco.table.model import Phase
from puntobanco.tournament import TournamentState
from puntobanco.tournament.queries.session_play import is_done
from puntobanco.tournament.stream_type import TOURNAMENTS, TournamentRecord
from puntobanco.values.cards import Card, parse_cards
from tests.browser.conftest import Demo
from tests.browser.croupier import DEALER, PLAYER_WINS, driver, with_card

NO_CARDS: Iterator[Card] = iter(())
DIRECTOR = Actor(person="Demo director", role=Role.SUPERVISOR)


def members(command: AnyCommand) -> dict[str, Any]:
    """What a command says, without who gives it and what nobody said."""
    found = {one.name: getattr(command, one.name) for one in fields(type(command)) if one.name != "actor"}
    given = {one.name: one.default for one in fields(type(command))}
    return {name: value for name, value in found.items() if value != given[name]}


class InBrowser(Protocol):
    """A player who sits before a page."""

    def bets(self) -> None: ...

    def declines_the_cut(self) -> None: ...


@dataclass
class Cup:
    """One tournament, whoever plays in it by the client, and who does in a browser."""

    demo: Demo
    name: str
    clients: dict[str, Client] = field(default_factory=dict)
    in_browsers: dict[str, InBrowser] = field(default_factory=dict)
    stack: ExitStack = field(default_factory=ExitStack)

    @property
    def state(self) -> TournamentState:
        found: TournamentState = self.demo.shown.demo.house.look(TOURNAMENT + self.name).state
        return found

    def from_the_log(self) -> TournamentState:
        """As every record from the first makes it."""
        house, stream, state = self.demo.shown.demo.house, TOURNAMENT + self.name, None
        after = 0
        while lines := house.read(stream, after):
            records = [one for one in records_of(lines) if isinstance(one, TournamentRecord)]
            state, after = TOURNAMENTS.fold_records(records, state), after + len(records)
        assert state is not None
        return state

    def come(self, players: int) -> None:
        """New guests by the client."""
        for _ in range(players):
            client = self.stack.enter_context(Client.as_guest(self.demo.url))
            self.clients[client.you().person] = client

    def client(self, person: str) -> Tournament:
        if person not in self.clients:
            self.clients[person] = self.stack.enter_context(Client(self.demo.url, token=self.token(person)))
        return self.clients[person].tournament(self.name)

    def token(self, person: str) -> str:
        entrance, plays = self.demo.shown.demo.entrance, person.startswith(GUEST)
        if not plays:
            entrance.enter_by_link(entrance.enroll(person, kind=LinkKind.ENTER).secret, address="127.0.0.1")
        scopes = (Scope.READ, Scope.PLAY if plays else Scope.WORK)
        return entrance.new_token(person, "at the table", scopes).secret.text()

    def players(self) -> Iterator[Tournament]:
        yield from (self.client(name) for name in self.clients if name not in (DEALER.person, DIRECTOR.person))

    # A round

    def deal(self, table: str, bets: Mapping[str, int]) -> None:
        """A whole round that player wins: whoever is asked bets this on player, in the browser or by the client."""
        number, faces = self.table(table).round_number, iter(parse_cards([PLAYER_WINS]))
        while table in self.state.tables and self.table(table).round_number == number and not self.is_done(table):
            self.step(table, bets, faces)

    def step(self, table: str, bets: Mapping[str, int], faces: Iterator[Card] = NO_CARDS) -> None:
        """What comes next at a table."""
        self.bet(table, bets)
        self.do(table, with_card(self.next(table), self.table(table), faces))

    def do(self, table: str, command: AnyCommand) -> None:
        """By the client; the only act of a player before a page that nobody asks for is the cut."""
        person = command.actor.person
        if person in self.in_browsers:
            self.in_browsers[person].declines_the_cut()
        else:
            self.client(person).at(table, type(command), **members(command))

    def is_done(self, table: str) -> bool:
        return is_done(self.state, table)

    def bet(self, table: str, bets: Mapping[str, int]) -> None:
        state = self.table(table)
        asked = state.turns.now
        if asked is None or state.phase is not Phase.BETTING or state.stakes.of(asked):
            return
        if asked in self.in_browsers:
            self.in_browsers[asked].bets()
        else:
            self.client(asked).play(player=bets[asked])

    def next(self, table: str) -> Any:
        state, absent = self.table(table), driver(DEALER, DIRECTOR)
        return absent.next(state) or next(iter(absent.start(state)))

    def table(self, name: str) -> TableState:
        return self.state.tables[name].state
