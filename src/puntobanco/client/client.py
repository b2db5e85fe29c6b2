"""A house for programs that wait for each answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep
from types import TracebackType
from typing import TypeVar

import httpx

from puntobanco.client import login, table_calls
from puntobanco.client.answers import (
    Done,
    Guest,
    History,
    LoggedIn,
    LoggedOut,
    Records,
    Round,
    SeenAccount,
    SeenLegal,
    SeenTable,
    Story,
    TableEntry,
    TournamentEntry,
    You,
)
from puntobanco.client.client_reports import Papers
from puntobanco.client.client_tournaments import Tournament
from puntobanco.client.connection import came, require_no_token, sent, settings
from puntobanco.client.exchange import Came, Lost, Pause, Send, Talk
from puntobanco.client.live import SECONDS_OF_SILENCE, Following, Live, may_come_back
from puntobanco.client.table_calls import AtTable
from puntobanco.streams.command import AnyCommand
from puntobanco.values.money import Cents
from puntobanco.values.text import joined

T = TypeVar("T")


class Client:
    """A house, as one person: `Client("http://localhost:8417", token="pbt_...")`."""

    def __init__(self, url: str, *, token: str | None = None, transport: httpx.BaseTransport | None = None) -> None:
        self._http = httpx.Client(transport=transport, **settings(url, token))
        self.papers = Papers(self, self._http)
        """Reports, the audit and bundles."""

    @classmethod
    def as_guest(cls, url: str, table: str | None = None) -> "Client":
        """Somebody new in a demo house, with play money; seated at a table if one is named."""
        found = cls(url)
        try:
            found.guest(table)
        except BaseException:
            found.close()
            raise
        return found

    def log_in(self, name: str, password: str, code: str | None = None) -> LoggedIn:
        """Be this person from now on; `code` is of the second factor, or a recovery code."""
        require_no_token(self._http.headers)
        return self.run(login.log_in(name, password, code))

    def log_out(self, *, everywhere: bool = False) -> LoggedOut:
        """End this session, or all of yours."""
        return self.run(login.log_out(everywhere=everywhere))

    def guest(self, table: str | None = None) -> Guest:
        """Be a guest from now on."""
        return self.run(table_calls.guest(table))

    def you(self) -> You:
        return self.run(table_calls.you())

    def tables(self) -> tuple[TableEntry, ...]:
        """Those that you have a role at."""
        return self.run(table_calls.tables()).tables

    def tournaments(self) -> tuple[TournamentEntry, ...]:
        """The same of tournaments."""
        return self.run(table_calls.tournaments()).tournaments

    def tournament(self, name: str) -> Tournament:
        return Tournament(self, name)

    def table(self, name: str) -> "Table":
        return Table(self, name)

    def account(self, person: str | None = None) -> SeenAccount:
        """Your own, unless staff names another one's."""
        return self.run(table_calls.account(person or self.you().person))

    def live(self, *tables: str, after: str | None = None, **what: str) -> Iterator[Live]:
        """What happens at these tables, for ever: a lost connection is made anew and goes on after the last cursor.

        `shoes`, `tournaments`, `account`, `house` and `board` are as in the house's own description.
        """
        following = Following({"tables": joined(tables), **what} if tables else what, after)
        while True:
            try:
                with self._opened(following) as response:
                    for piece in response.iter_bytes():
                        yield from following.hear(piece)
            except httpx.TransportError:
                pass
            sleep(following.lost())

    @contextmanager
    def _opened(self, following: Following) -> Iterator[httpx.Response]:
        with self._http.stream(**{**sent(following.asks()), "timeout": SECONDS_OF_SILENCE}) as response:
            if response.status_code != 200:
                may_come_back(response.status_code, response.read())
                raise httpx.RemoteProtocolError("the stream cannot be opened now")
            yield response

    def run(self, talk: Talk[T]) -> T:
        """Carry a talk out."""
        given: Came | Lost | None = None
        while True:
            try:
                step = talk.send(given)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]  # what a generator returns has no type
            given = self._take(step)

    def _take(self, step: Send | Pause) -> Came | Lost | None:
        if isinstance(step, Pause):
            sleep(step.seconds)
            return None
        try:
            return came(self._http.request(**sent(step)))
        except httpx.TransportError as error:
            return Lost(str(error) or type(error).__name__)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Table:
    """A table of a house, as one person. Amounts are whole cents: `100_00` is a hundred dollars."""

    def __init__(self, house: Client, name: str) -> None:
        self._house, self._talks, self.name = house, AtTable(name), name

    def seen(self) -> SeenTable:
        """As you may see it now."""
        return self._house.run(self._talks.seen())

    def legal(self) -> SeenLegal:
        """What you may do now, where, and with which amounts."""
        return self._house.run(self._talks.legal())

    def records(self, after: int = 0, limit: int = 100) -> Records:
        return self._house.run(self._talks.records(after, limit))

    def sit(self, seat: int | None = None, *, chips: Cents | None = None) -> int:
        """Take a seat, the first free one if none is named. Who has no chips buys some: `chips`, or up to $1,000."""
        return self._house.run(self._talks.sit(seat, chips))

    def bet(self, *, area: str | None = None, **stakes: Cents) -> Done:
        """All that is to lie on your area for the coming round, in place of what lies there: all of it or nothing."""
        return self._house.run(self._talks.bet(stakes, area))

    def place(self, wager: str, amount: Cents, *, area: str | None = None) -> Done:
        """Chips on a spot, on top of what lies there."""
        return self._house.run(self._talks.place(wager, amount, area))

    def play(self, *, area: str | None = None, **stakes: Cents) -> Round:
        """Bet on the next round that takes wagers, and wait until it is over."""
        return self._house.run(self._talks.play(stakes, area))

    def over(self, number: int) -> Round:
        """A round, once it is over."""
        return self._house.run(self._talks.over(number))

    def history(self, shoe: int | None = None) -> History:
        """The rounds of a shoe, the present one if none is named, with cards and your wagers."""
        return self._house.run(self._talks.rounds.history(shoe))

    def story(self, number: int) -> Story:
        """A round in sentences, with their clauses."""
        return self._house.run(self._talks.rounds.story(number))

    def leave(self) -> Done:
        """Go away; chips are paid into the account."""
        return self._house.run(self._talks.leave())

    def do(
        self, kind: type[AnyCommand], *, key: str | None = None, expected: int | None = None, **members: object
    ) -> Done:
        """A command of a table: its type, and its members without the actor. `key` sends one again that may have
        been carried out; `expected` is the number of the last record that you have seen."""
        return self._house.run(self._talks.do(kind, members, key, expected))

    def live(self, after: str | None = None) -> Iterator[Live]:
        """What happens here, for ever."""
        return self._house.live(self.name, after=after)
