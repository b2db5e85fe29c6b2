"""Live streams: no record is missed or sent twice, and nobody is sent more than is theirs to see."""

import contextlib
from random import Random
from threading import Thread
from time import sleep
from typing import Any

import httpx
import msgspec
import pytest

from puntobanco import house as diary
from puntobanco.app.house.stream_states import record_of
from puntobanco.house.commands import RevokeRole
from puntobanco.log.redact import redact
from puntobanco.table import Actor, Next, Role, commands, progress
from puntobanco.table.model import Phase
from puntobanco.values.text import joined
from puntobanco.web.hub import SECONDS_BETWEEN_CHECKS
from puntobanco.web.sse import Reached, cursor_of, mark_of
from tests.app.house.helpers import place
from tests.web.served import MACHINE, PATRONS, Serving
from tests.web.stream import live, until_ready

AT_ONCE = diary.Running(virtual=True, automatic=True, betting_ms=0, card_ms=0, offer_ms=0)
AUDIENCES = {
    "ann": Role.PATRON,
    "bob": Role.PATRON,
    "dan": Role.DEALER,
    "sue": Role.SUPERVISOR,
    "oz": Role.OPERATOR,
    "ada": Role.AUDITOR,
}


@pytest.fixture(scope="module")
def shoe(served: Serving) -> str:
    """A whole shoe, a short one, that was played at a table."""
    served.add_table("shoe", AT_ONCE, cut_depth="350")
    served.seat("shoe")
    _play(served, "shoe", until_shoe=2)
    return "table/shoe"


def _play(served: Serving, name: str, until_shoe: int) -> None:
    """Somebody bets whenever there is nothing on the layout; after the last round nobody does."""
    stream, random = f"table/{name}", Random(1)
    while (state := served.house.look(stream).state).shoe.number < until_shoe:
        if state.phase is Phase.BETTING and not state.stakes:
            wager = random.choice(("player", "banker"))
            with contextlib.suppress(Exception):
                served.do(stream, place(random.choice(PATRONS), 10_000, wager, area=str(random.choice((1, 2)))))
    while progress(served.house.look(stream).state).next is not Next.IDLE:  # until the dealer waits for wagers
        sleep(0.01)


def seen_by(served: Serving, stream: str, audience: Actor) -> dict[int, list[Any]]:
    """By number: what the room of records says that this person may see."""
    found: dict[int, list[Any]] = {}
    for line in served.house.read(stream):
        record: Any = record_of(line)
        seen = [one for event in record.events if (one := redact(event, audience)) is not None]
        if seen:
            found[record.number] = [_without_hidden(one.event, one.hidden) for one in seen]
    return found


def _without_hidden(event: Any, hidden: frozenset[str]) -> Any:
    data = msgspec.json.decode(msgspec.json.encode(event))
    for path in hidden:
        if path in data:
            del data[path]
        elif "." in path:
            name, place, member = path.split(".")
            part = getattr(event, name)[int(place)]
            data[name][int(place)][part.__struct_fields__.index(member)] = None
    return data


@pytest.mark.parametrize("person", AUDIENCES)
def test_everybody_is_sent_what_is_theirs_to_see_and_no_more(served: Serving, shoe: str, person: str) -> None:
    audience = Actor(person=person, role=AUDIENCES[person])
    start = cursor_of(shoe, Reached(0, mark_of(audience)))
    with live(served.client(person), start, tables="shoe") as found:
        sent = until_ready(found)
    assert {event.data["number"]: event.data["events"] for event in sent} == seen_by(served, shoe, audience)
    assert len(sent) > 60


def test_a_reader_comes_back_at_every_record_of_a_shoe(served: Serving, shoe: str) -> None:
    ann = Actor(person="ann", role=Role.PATRON)
    wanted = seen_by(served, shoe, ann)
    last = served.house.look(shoe).number
    for number in range(last + 1):
        with live(served.client("ann"), cursor_of(shoe, Reached(number, mark_of(ann))), tables="shoe") as found:
            sent = until_ready(found)
        assert [event.name for event in sent] == ["record"] * len(sent)
        assert [event.data["number"] for event in sent] == [one for one in wanted if one > number]


def test_a_reader_who_comes_back_after_every_frame_while_a_shoe_is_dealt(served: Serving) -> None:
    served.add_table("again", AT_ONCE, cut_depth="350")
    served.seat("again")
    stream, start = "table/again", served.house.look("table/again").number
    playing = Thread(target=_play, args=(served, "again", 2))
    playing.start()
    numbers: list[int] = []
    cursor: str | None = cursor_of(stream, Reached(start, mark_of(Actor(person="ann", role=Role.PATRON))))
    while playing.is_alive() or numbers[-1] < _last_public(served, stream):
        with live(served.client("ann"), cursor, tables="again") as found:
            for event in found:
                if event.name == "record":
                    numbers.append(event.data["number"])
                    cursor = event.id
                    break
                assert event.name in ("clock", "ready")
                if event.name == "ready" and not playing.is_alive():
                    break
    playing.join()
    wanted = seen_by(served, stream, Actor(person="ann", role=Role.PATRON))
    assert numbers == [number for number in wanted if number > start]


def _last_public(served: Serving, stream: str) -> int:
    return max(seen_by(served, stream, Actor(person="ann", role=Role.PATRON)))


def test_a_view_says_where_it_stands_and_records_follow_it(served: Serving, shoe: str) -> None:
    number = served.house.look(shoe).number
    with live(served.client("ann"), tables="shoe") as found:
        (view,) = until_ready(found)
        assert (view.name, view.data["number"], view.data["cursor"]) == ("view", number, view.id)
        assert view.data == {**served.client("ann").get("/tables/shoe").json(), "clock": view.data["clock"]}
        served.do(shoe, commands.AskRules(actor=Actor(person="bob", role=Role.PATRON)))
        served.do(shoe, commands.AskRules(actor=Actor(person="ann", role=Role.PATRON)))
        event = next(one for one in found if one.name == "record")
    assert event.data["number"] == number + 2  # what bob was told is bob's
    assert event.id == view.id.replace(f"={number}.", f"={number + 2}.") if view.id else False


@pytest.mark.usefixtures("shoe")
def test_after_in_the_query_means_the_same(served: Serving) -> None:
    with live(served.client("ann"), tables="shoe") as found:
        (view,) = until_ready(found)
    with live(served.client("ann"), tables="shoe", after=str(view.id)) as found:
        assert until_ready(found) == []


@pytest.mark.usefixtures("shoe")
def test_a_new_view_for_whoever_is_another_one_now(served: Serving) -> None:
    with live(served.client("ann"), tables="shoe") as found:
        (view,) = until_ready(found)
    for other in ("bob", "sue"):
        with live(served.client(other), view.id, tables="shoe") as found:
            assert [event.name for event in until_ready(found)] == ["view"]


@pytest.mark.parametrize(("missed", "expected"), [(500, "record"), (501, "view")])
def test_a_new_view_for_whoever_has_missed_more_than_500_records(served: Serving, missed: int, expected: str) -> None:
    name = f"missed{missed}"
    served.add_table(name, diary.Running())
    served.seat(name)
    stream, ann = f"table/{name}", Actor(person="ann", role=Role.PATRON)
    start = served.house.look(stream).number
    for _ in range(missed):
        served.do(stream, commands.AskRules(actor=ann))
    with live(served.client("ann"), cursor_of(stream, Reached(start, mark_of(ann))), tables=name) as found:
        assert {event.name for event in until_ready(found)} == {expected}


@pytest.mark.usefixtures("shoe")
def test_many_tables_over_one_stream(served: Serving) -> None:
    with live(served.client("sue"), tables="shoe,2", shoes="shoe", board="*") as found:
        sent = until_ready(found)
    views = [event.data["stream"] for event in sent if event.name == "view"]
    assert views == ["table/shoe", "table/2", "shoes/shoe"]
    summed = [event.data for event in sent if event.name == "summary"]
    assert {"table/1", "table/2", "table/shoe"} <= {one["stream"] for one in summed}
    assert all("staff" in one for one in summed)
    assert str(sent[2].id).count("&") == 2


def test_a_name_may_have_a_comma(served: Serving) -> None:
    names = ("Salon, upper", "back\\slash,", "2")
    for name in names[:2]:
        served.add_table(name, diary.Running())
    assert joined(names) == r"Salon\, upper,back\\slash\,,2"
    with live(served.client("sue"), tables=joined(names)) as found:
        views = [event.data["stream"] for event in until_ready(found) if event.name == "view"]
    assert views == [f"table/{name}" for name in names]


def test_a_patron_sees_nothing_of_the_staff_on_a_board(served: Serving) -> None:
    with live(served.client("ann"), board="2") as found:
        (summed,) = until_ready(found)
    assert summed.data["stream"] == "table/2"
    assert "staff" not in summed.data


@pytest.mark.parametrize(
    ("person", "query", "expected"),
    [
        ("eve", {"tables": "1"}, 403),
        ("ann", {"tables": "nowhere"}, 404),
        ("ann", {"house": "log"}, 403),
        ("ann", {"tables": "1,1"}, 422),
        ("ann", {"tables": "1", "after": "nonsense"}, 422),
        ("ann", {"tables": "1", "after": "table/1=-5.aa"}, 422),
        ("ann", {"fields": "all"}, 422),
        ("ann", {"account": "bob"}, 422),
    ],
)
def test_what_is_not_streamed(served: Serving, person: str, query: dict[str, str], expected: int) -> None:
    answer = served.client(person).get("/live", params=query)
    assert (answer.status_code, answer.headers["content-type"]) == (expected, "application/problem+json")


def test_no_stream_is_kept_or_pressed(served: Serving) -> None:
    with served.client("ann").stream("GET", "/live?tables=2", headers={"accept-encoding": "gzip, br"}) as response:
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-accel-buffering"] == "no"
        assert "content-encoding" not in response.headers


def test_a_revoked_session_ends_its_stream_and_no_other(served: Serving) -> None:
    token = served.door.give("ann", token="to be revoked")
    headers = {"authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{served.url}/api/v1", headers=headers, timeout=60) as other:
        with live(other, tables="2") as found, live(served.client("ann"), tables="2") as stays:
            until_ready(found)
            until_ready(stays)
            served.door.revoke(token)
            assert list(found) == []
            assert served.door.asked_when_gone[f"session {token}"] == 1  # by the first look after it
            assert SECONDS_BETWEEN_CHECKS <= 0.5
            served.do("table/2", commands.AnnounceClosing(actor=Actor(person="oz", role=Role.OPERATOR)))
            assert next(stays).name == "record"
        assert other.get("/tables/2").status_code == 401


def test_an_open_stream_is_no_activity(served: Serving) -> None:
    before = dict(served.door.activity)
    with live(served.client("ann"), tables="2") as found:
        until_ready(found)
    assert served.door.activity == before
    served.client("ann").get("/tables/2")
    assert served.door.activity != before


def test_whoever_has_another_role_comes_back_for_a_new_view(served: Serving) -> None:
    served.grant("max", Role.PATRON, "table/2")
    with live(served.client("max"), tables="2") as found:
        until_ready(found)
        served.do("house", RevokeRole(actor=MACHINE, whom="max", place="table/2"))
        assert [event for event in found if event.name != "record"] == []
    assert served.client("max").get("/live?tables=2").status_code == 403
    served.grant("max", Role.SUPERVISOR, "table/2")
    with live(served.client("max"), tables="2") as found:
        (view,) = until_ready(found)
    assert "house" in view.data["view"]
