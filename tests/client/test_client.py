"""The client against a house that is really served: seats, wagers, rounds, lost answers, and streams that break off."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import islice

import httpx
import msgspec
import pytest

from puntobanco.app.auth.principal import Scope
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.client import AsyncClient, Client, Happened, Ready, Refused, Unanswered, Unreadable, Viewed
from puntobanco.client import answers as told
from puntobanco.client.exchange import read
from puntobanco.client.live import Following, live
from puntobanco.house import Attendance
from puntobanco.rulebooks.facts import Result
from puntobanco.table import commands
from puntobanco.table.events import BoughtIn, SeatTaken, SlipLaid
from puntobanco.table.model import Phase
from puntobanco.web import commands as web_commands
from puntobanco.web import countdowns, demo_routes, table_summaries, types
from puntobanco.web.people import responses as people
from puntobanco.web.views import accounts, explanation, history, tables, visible_state
from tests.client.conftest import Shown
from tests.marks import ALL_BOOKS

BET = 100_00


@pytest.fixture(scope="module")
def guest(shown: Shown) -> Iterator[Client]:
    with Client.as_guest(shown.url) as house:
        yield house


def test_three_lines_to_sit_down_and_bet(shown: Shown) -> None:
    with Client(shown.url, token=shown.token()) as house:
        table = house.table("act-2015")
        seat = table.sit()
        played = table.play(banker=BET)
        person = house.you().person
        assert [(one.wager, one.area, one.stake) for one in played.settled(person)] == [("banker", str(seat), BET)]
        assert table.sit() == seat
        table.leave()
        assert table.seen().seat_of(person) is None
        won = sum(one.returned - one.stake for one in played.settled(person))
        assert house.account().held == 10_000_00 + won


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_guest_plays_a_round_of_each_book(shown: Shown, book: str) -> None:
    with Client.as_guest(shown.url, book) as house:
        person = house.you().person
        played = house.table(book).play(player=BET)
        (settled,) = played.settled(person)
        assert (settled.wager, settled.stake) == ("player", BET)
        assert settled.returned == {Result.PLAYER: 2 * BET, Result.BANKER: 0, Result.TIE: BET}[_result(played)]
        house.table(book).leave()


def _result(played: told.Round) -> Result:
    assert played.result is not None
    return played.result


def test_the_same_with_an_event_loop(shown: Shown) -> None:
    async def evening() -> tuple[int, told.Round, str]:
        async with AsyncClient(shown.url, token=shown.token()) as house:
            table = house.table("nz-1998")
            seat = await table.sit(chips=500_00)
            played = await table.play(player=BET)
            async for one in table.live():
                if isinstance(one, Ready):
                    break
            await table.leave()
            return seat, played, (await house.you()).person

    seat, played, person = asyncio.run(evening())
    assert [(one.area, one.stake) for one in played.settled(person)] == [(str(seat), BET)]


def test_answers_are_typed(guest: Client) -> None:
    table = guest.table("house-midi")
    done = table.do(commands.BuyIn, amount=200_00)
    (bought,) = done.events
    assert isinstance(bought, BoughtIn)
    assert (bought.amount, bought.patron, bought.entry.postings) == (200_00, guest.you().person, ())
    seats = [dict(one.where)["seat"] for one in table.legal().legal if one.kind == "take_seat"]
    assert isinstance(table.do(commands.TakeSeat, seat=seats[-1]).events[0], SeatTaken)
    assert table.seen().seat_of(bought.patron) == seats[-1]
    assert tuple(one.table for one in guest.tables()) == (*ALL_BOOKS, "dealer-table")
    by_hand = [one.table for one in guest.tables() if one.summary and one.summary.attendance is not Attendance.HOUSE]
    assert by_hand == ["dealer-table"]
    assert table.records(limit=1).records[0].number == 1
    table.leave()


def test_what_somebody_else_has_is_blank(shown: Shown, guest: Client) -> None:
    """A settlement of another's wager has no commission; the client reads it all the same."""
    with Client.as_guest(shown.url, "nz-1998") as other:
        played = other.table("nz-1998").play(banker=BET)
        other.table("nz-1998").leave()
    seen = guest.table("nz-1998").over(played.number)
    (settled,) = [one for one in seen.settled(_person_of(played)) if one.wager == "banker"]
    assert (settled.stake, settled.commission_taken, settled.commission_owed) == (BET, 0, 0)


def _person_of(played: told.Round) -> str:
    return next(event.patron for event in played.events if isinstance(event, SlipLaid))


def test_a_round_is_looked_back_at(shown: Shown) -> None:
    async def looked_back(url: str, token: str, number: int) -> tuple[told.History, told.Story]:
        async with AsyncClient(url, token=token) as house:
            table = house.table("house-midi")
            return await table.history(1), await table.story(number)

    token = shown.token()
    with Client(shown.url, token=token) as house:
        table = house.table("house-midi")
        table.sit()
        played = table.play(player=BET)
        found, told_of = table.history(), table.story(played.number)
        (own,) = [one for one in found.rounds if one.round == played.number]
        (settled,) = played.settled(_person_of(played))
        assert (own.result, own.net) == (played.result, settled.returned - settled.stake)
        assert len(own.player_cards) in (2, 3)
        assert any("$100 on player" in one.text for one in told_of.sentences)
        shoes, again = asyncio.run(looked_back(shown.url, token, played.number))
        assert (shoes.shoe, again) == (1, told_of)
        table.leave()


# What is said instead


def test_a_refusal_is_the_houses_own(guest: Client) -> None:
    with pytest.raises(Refused) as refused:
        guest.table("act-2015").bet(banker=BET)
    assert refused.value.code == "not_seated"
    with pytest.raises(Refused) as refused:
        guest.table("act-2015").do(commands.CheckCards)
    assert refused.value.code == "wrong_role"
    with pytest.raises(Refused) as refused:
        guest.table("act-2015").do(commands.BuyIn, amount=10**9)
    assert (refused.value.code, refused.value.clause) == ("not_enough", "cage")


def test_what_cannot_be_read_is_unreadable(guest: Client) -> None:
    for bad in (
        lambda: guest.table("nowhere").seen(),
        lambda: guest.table("act-2015").do(commands.TakeSeat, seat="three"),
        lambda: guest.table("act-2015").do(commands.TakeSeat, chair=3),
        lambda: guest.table("act-2015").do(commands.TakeSeat, seat=3, actor="Guest 1"),
        lambda: Client("localhost:8417"),
    ):
        with pytest.raises(Unreadable):
            bad()


def test_whoever_is_not_logged_in_is_refused(shown: Shown) -> None:
    with Client(shown.url, token="pbt_" + "A" * 43) as house:
        with pytest.raises(Refused) as refused:
            house.tables()
        assert refused.value.code == "not_logged_in"
        with pytest.raises(Refused):
            next(house.live("act-2015"))


def test_a_token_to_read_does_not_play(shown: Shown) -> None:
    with Client(shown.url, token=shown.token(Scope.READ)) as house, pytest.raises(Refused) as refused:
        house.table("act-2015").sit()
    assert refused.value.code == "out_of_scope"


def test_a_house_that_is_not_there_is_unanswered(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("puntobanco.client.client.sleep", pauses.append)
    with Client("http://localhost:1") as house, pytest.raises(Unanswered):
        house.you()
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6]


# Lost answers


class Losing(httpx.HTTPTransport):
    """The first answers to commands arrive nowhere, or say that the house is busy."""

    def __init__(self, lose: Callable[[httpx.Response], httpx.Response], times: int) -> None:
        super().__init__()
        self._lose, self._times = lose, times
        self.keys: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if request.method != "POST":
            return response
        self.keys.append(request.headers["idempotency-key"])
        return self._lose(response) if len(self.keys) <= self._times else response


def _gone(response: httpx.Response) -> httpx.Response:
    response.read()
    raise httpx.ReadError("the connection was reset")


def _busy(response: httpx.Response) -> httpx.Response:
    response.read()
    problem = {"type": "x", "title": "x", "status": 503, "code": "no_answer", "detail": "ask again"}
    return httpx.Response(503, headers={"retry-after": "0"}, json=problem)


@pytest.mark.parametrize("lose", [_gone, _busy])
def test_a_lost_answer_is_asked_for_again_under_the_same_key(
    shown: Shown, lose: Callable[[httpx.Response], httpx.Response]
) -> None:
    transport = Losing(lose, 2)
    with Client(shown.url, token=shown.token(), transport=transport) as house:
        done = house.table("washington").do(commands.BuyIn, amount=300_00)
        assert done.repeated
        seen = house.table("washington").seen().view.you
        assert seen
        assert seen.chips == 300_00
        house.table("washington").leave()
    assert len(set(transport.keys[:3])) == 1
    assert transport.keys[3] != transport.keys[0]


# Live


class Cutting(httpx.HTTPTransport):
    """Streams break off after so many bytes, also within a line."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._after = after
        self.opened = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if not request.url.path.endswith("/live"):
            return response
        self.opened += 1
        assert isinstance(response.stream, httpx.SyncByteStream)
        return httpx.Response(response.status_code, headers=response.headers, stream=_Cut(response.stream, self._after))


class _Cut(httpx.SyncByteStream):
    def __init__(self, stream: httpx.SyncByteStream, after: int) -> None:
        self._stream, self._left = stream, after

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._stream:
            yield piece[: self._left]
            self._left -= len(piece)
            if self._left <= 0:
                raise httpx.ReadError("the connection was reset")

    def close(self) -> None:
        self._stream.close()


def _numbers(shown: Shown, token: str, transport: httpx.HTTPTransport, wanted: int) -> list[int]:
    """Numbers of records that a reader hears, while others play."""
    with Client(shown.url, token=token, transport=transport) as house:
        begins = house.table("act-2015").seen().cursor
        found = (one for one in house.table("act-2015").live(begins) if isinstance(one, Happened))
        return [one.record.number for one in islice(found, wanted)]


def test_a_stream_that_breaks_off_goes_on_without_gap_or_double(shown: Shown) -> None:
    with Client.as_guest(shown.url, "act-2015") as player:
        player.table("act-2015").play(banker=BET)
        transport = Cutting(700)
        heard = _numbers(shown, shown.token(), transport, 12)
        player.table("act-2015").leave()
    assert transport.opened > 2
    assert heard == sorted(set(heard))
    whole = _records(shown, heard[0], heard[-1])
    assert heard == whole


def _records(shown: Shown, first: int, last: int) -> list[int]:
    """What there was to be heard."""
    with Client.as_guest(shown.url) as house:
        found = house.table("act-2015").records(first - 1, limit=last - first + 1)
        return [one.number for one in found.records if one.number <= last]


def test_a_reader_who_forgets_the_place_is_noticed(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted mistake: who comes back begins again where the first stream began."""
    right = Following.asks

    def forgetful(following: Following) -> object:
        following.cursor = following.__dict__.setdefault("began", following.cursor)
        return right(following)

    monkeypatch.setattr(Following, "asks", forgetful)
    with Client.as_guest(shown.url, "act-2015") as player:
        player.table("act-2015").play(banker=BET)
        heard = _numbers(shown, shown.token(), Cutting(1500), 12)
        player.table("act-2015").leave()
    assert heard != sorted(set(heard))


def test_a_stream_begins_with_a_view(guest: Client) -> None:
    viewed, *more = islice(guest.live("nz-1998", "washington"), 3)
    assert isinstance(viewed, Viewed)
    assert viewed.seen.view.book == "nz-1998"
    assert viewed.seen.view.phase in tuple(Phase)
    assert isinstance(more[-1], Ready)
    assert viewed.cursor


def test_lines_end_with_a_newline_and_nothing_else() -> None:
    following = Following({}, None)
    piece = 'id: table/1=7.ab\nevent: hello\ndata: {"text": "one\u2028two\u0085three"}\n\n: still here\n\n'.encode()
    heard = [one for at in range(len(piece)) for one in following.hear(piece[at : at + 1])]
    assert [(one.cursor, getattr(one, "data", None)) for one in heard] == [
        ("table/1=7.ab", '{"text": "one\u2028two\u0085three"}'.encode())
    ]


def test_an_answer_of_another_version_is_told() -> None:
    assert read(b'{"person":"x","account":1,"table":null,"seat":null,"chips":0,"new":1}', told.Guest).person == "x"
    with pytest.raises(Unanswered):
        read(b'{"person":1}', told.Guest)
    with pytest.raises(Unanswered):
        live("record", b'{"stream":"table/1","number":1,"time":1,"events":[{"event":"unheard_of.9"}]}', None)


PAIRS = [
    (told.You, accounts.You),
    (told.TableClock, countdowns.TableClock),
    (told.TableEntry, tables.TableEntry),
    (told.Tables, tables.Tables),
    (told.SeenTable, types.SeenTable),
    (told.SeenLegal, tables.SeenLegal),
    (told.SeenAccount, visible_state.SeenAccount),
    (told.SeenRecord, types.SeenRecord),
    (told.SeenActs, types.SeenActs),
    (told.Records, tables.Records),
    (told.History, history.History),
    (told.PlayedRound, history.PlayedRound),
    (told.Story, explanation.Story),
    (told.Sentence, explanation.Sentence),
    (told.Done, web_commands.Done),
    (told.Guest, demo_routes.Guest),
    (told.LoggedIn, people.LoggedIn),
    (told.LoggedOut, people.LoggedOut),
]


@pytest.mark.parametrize(("here", "there"), PAIRS, ids=lambda kind: kind.__name__)
def test_client_and_server_mean_the_same(here: type[msgspec.Struct], there: type[msgspec.Struct]) -> None:
    assert _members(here) == _members(there)


def test_a_summary_is_the_servers_without_what_is_for_staff() -> None:
    assert {*_members(told.Summary), "staff"} == set(_members(table_summaries.Summary))


def _members(kind: type[msgspec.Struct]) -> dict[str, bool]:
    """By name, whether it must be there."""
    return {one.name: one.required for one in msgspec.structs.fields(kind)}


# With a password

PASSWORD = "seven teapots sing at dusk"


def _enrolled(shown: Shown, name: str) -> str:
    entrance = shown.demo.entrance
    return entrance.spend_link(entrance.enroll(name).secret, Whisper(PASSWORD))


def test_somebody_logs_in_with_a_password_and_out_again(shown: Shown) -> None:
    name = _enrolled(shown, "Ann of the client")
    with Client(shown.url) as house:
        assert house.log_in(name, PASSWORD) == told.LoggedIn(
            person=name, staff=False, needs_factor=False, how="password"
        )
        assert house.you().kind == "session"
        with pytest.raises(Refused) as refused:
            house.log_in(name, "no teapot sings at dusk")
        assert refused.value.code == "not_entered"
        assert house.log_out(everywhere=True).ended == 1
        with pytest.raises(Refused) as refused:
            house.you()
        assert refused.value.code == "not_logged_in"
        assert house.log_out().ended == 0


def test_the_same_in_a_loop(shown: Shown) -> None:
    name = _enrolled(shown, "Bob of the client")

    async def visit() -> str:
        async with AsyncClient(shown.url) as house:
            await house.log_in(name, PASSWORD)
            person = (await house.you()).person
            assert (await house.log_out()).ended == 1
            return person

    assert asyncio.run(visit()) == name


def test_a_client_with_a_token_does_not_log_in(shown: Shown) -> None:
    with Client(shown.url, token=shown.token()) as house, pytest.raises(Unreadable, match="token"):
        house.log_in("ann", PASSWORD)


def test_a_log_in_is_sent_once(shown: Shown) -> None:
    """A code that may have been used is not tried again by itself."""
    sent = []

    def lost(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        raise httpx.ReadError("gone", request=request)

    with Client(shown.url, transport=httpx.MockTransport(lost)) as house, pytest.raises(Unanswered):
        house.log_in("ann", PASSWORD, code="123456")
    assert len(sent) == 1
