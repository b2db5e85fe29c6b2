"""The same house for programs with an event loop: every method that asks is awaited, `live` is an async iterator."""

from asyncio import sleep
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TypeAlias, TypeVar

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
from puntobanco.client.async_reports import AsyncPapers
from puntobanco.client.async_tournaments import AsyncTournament
from puntobanco.client.connection import came, require_no_token, sent, settings
from puntobanco.client.exchange import Came, Lost, Pause, Send, Talk
from puntobanco.client.live import SECONDS_OF_SILENCE, Following, Live, may_come_back
from puntobanco.client.table_calls import AtTable
from puntobanco.streams.command import AnyCommand
from puntobanco.values.money import Cents
from puntobanco.values.text import joined

T = TypeVar("T")
Transport: TypeAlias = httpx.AsyncBaseTransport


class AsyncClient:
    """A house, as one person: `AsyncClient("http://localhost:8417", token="pbt_...")`."""

    def __init__(self, url: str, *, token: str | None = None, transport: Transport | None = None) -> None:
        self._http = httpx.AsyncClient(transport=transport, **settings(url, token))
        self.papers = AsyncPapers(self, self._http)
        """Reports, the audit and bundles."""

    @classmethod
    async def as_guest(cls, url: str, table: str | None = None) -> "AsyncClient":
        """Somebody new in a demo house, with play money; seated at a table if one is named."""
        found = cls(url)
        try:
            await found.guest(table)
        except BaseException:
            await found.close()
            raise
        return found

    async def log_in(self, name: str, password: str, code: str | None = None) -> LoggedIn:
        """Be this person from now on; `code` is of the second factor, or a recovery code."""
        require_no_token(self._http.headers)
        return await self.run(login.log_in(name, password, code))

    async def log_out(self, *, everywhere: bool = False) -> LoggedOut:
        """End this session, or all of yours."""
        return await self.run(login.log_out(everywhere=everywhere))

    async def guest(self, table: str | None = None) -> Guest:
        """Be a guest from now on."""
        return await self.run(table_calls.guest(table))

    async def you(self) -> You:
        return await self.run(table_calls.you())

    async def tables(self) -> tuple[TableEntry, ...]:
        """Those that you have a role at."""
        return (await self.run(table_calls.tables())).tables

    async def tournaments(self) -> tuple[TournamentEntry, ...]:
        """The same of tournaments."""
        return (await self.run(table_calls.tournaments())).tournaments

    def tournament(self, name: str) -> AsyncTournament:
        return AsyncTournament(self, name)

    def table(self, name: str) -> "AsyncTable":
        return AsyncTable(self, name)

    async def account(self, person: str | None = None) -> SeenAccount:
        """Your own, unless staff names another one's."""
        return await self.run(table_calls.account(person or (await self.you()).person))

    async def live(self, *tables: str, after: str | None = None, **what: str) -> AsyncIterator[Live]:
        """What happens at these tables, for ever: a lost connection is made anew and goes on after the last cursor.

        `shoes`, `tournaments`, `account`, `house` and `board` are as in the house's own description.
        """
        following = Following({"tables": joined(tables), **what} if tables else what, after)
        while True:
            try:
                async with self._opened(following) as response:
                    async for piece in response.aiter_bytes():
                        for found in following.hear(piece):
                            yield found
            except httpx.TransportError:
                pass
            await sleep(following.lost())

    @asynccontextmanager
    async def _opened(self, following: Following) -> AsyncIterator[httpx.Response]:
        async with self._http.stream(**{**sent(following.asks()), "timeout": SECONDS_OF_SILENCE}) as response:
            if response.status_code != 200:
                may_come_back(response.status_code, await response.aread())
                raise httpx.RemoteProtocolError("the stream cannot be opened now")
            yield response

    async def run(self, talk: Talk[T]) -> T:
        """Carry a talk out."""
        given: Came | Lost | None = None
        while True:
            try:
                step = talk.send(given)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]  # what a generator returns has no type
            given = await self._take(step)

    async def _take(self, step: Send | Pause) -> Came | Lost | None:
        if isinstance(step, Pause):
            await sleep(step.seconds)
            return None
        try:
            return came(await self._http.request(**sent(step)))
        except httpx.TransportError as error:
            return Lost(str(error) or type(error).__name__)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class AsyncTable:
    """A table of a house, as one person. Amounts are whole cents: `100_00` is a hundred dollars."""

    def __init__(self, house: AsyncClient, name: str) -> None:
        self._house, self._talks, self.name = house, AtTable(name), name

    async def seen(self) -> SeenTable:
        """As you may see it now."""
        return await self._house.run(self._talks.seen())

    async def legal(self) -> SeenLegal:
        """What you may do now, where, and with which amounts."""
        return await self._house.run(self._talks.legal())

    async def records(self, after: int = 0, limit: int = 100) -> Records:
        return await self._house.run(self._talks.records(after, limit))

    async def sit(self, seat: int | None = None, *, chips: Cents | None = None) -> int:
        """Take a seat, the first free one if none is named. Who has no chips buys some: `chips`, or up to $1,000."""
        return await self._house.run(self._talks.sit(seat, chips))

    async def bet(self, *, area: str | None = None, **stakes: Cents) -> Done:
        """All that is to lie on your area for the coming round, in place of what lies there: all of it or nothing."""
        return await self._house.run(self._talks.bet(stakes, area))

    async def place(self, wager: str, amount: Cents, *, area: str | None = None) -> Done:
        """Chips on a spot, on top of what lies there."""
        return await self._house.run(self._talks.place(wager, amount, area))

    async def play(self, *, area: str | None = None, **stakes: Cents) -> Round:
        """Bet on the next round that takes wagers, and wait until it is over."""
        return await self._house.run(self._talks.play(stakes, area))

    async def over(self, number: int) -> Round:
        """A round, once it is over."""
        return await self._house.run(self._talks.over(number))

    async def history(self, shoe: int | None = None) -> History:
        """The rounds of a shoe, the present one if none is named, with cards and your wagers."""
        return await self._house.run(self._talks.rounds.history(shoe))

    async def story(self, number: int) -> Story:
        """A round in sentences, with their clauses."""
        return await self._house.run(self._talks.rounds.story(number))

    async def leave(self) -> Done:
        """Go away; chips are paid into the account."""
        return await self._house.run(self._talks.leave())

    async def do(
        self, kind: type[AnyCommand], *, key: str | None = None, expected: int | None = None, **members: object
    ) -> Done:
        """A command of a table: its type, and its members without the actor. `key` sends one again that may have
        been carried out; `expected` is the number of the last record that you have seen."""
        return await self._house.run(self._talks.do(kind, members, key, expected))

    def live(self, after: str | None = None) -> AsyncIterator[Live]:
        """What happens here, for ever."""
        return self._house.live(self.name, after=after)
