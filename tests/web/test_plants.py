"""The tests of the server find mistakes: each is planted, and the check that is there for it must fail."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

import httpx
import msgspec
import pytest

from puntobanco import house as diary
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.log.redact import Redacted
from puntobanco.table import Actor, Role, commands
from puntobanco.web import commands as posting
from puntobanco.web import live, redacted_records, request_guard, static
from puntobanco.web.command_bodies import Bodies
from puntobanco.web.hub import Hub
from puntobanco.web.redacted_records import Told
from puntobanco.web.request import Call
from puntobanco.web.request_guard import Guard
from puntobanco.web.sse import frame
from tests.web import test_commands, test_guard
from tests.web.served import Serving
from tests.web.stream import live as followed
from tests.web.stream import until_ready

Check = Callable[[Serving], None]
PATIENCE = 60.0
"""Seconds; what has a mistake is not waited for so long."""


def everybody_sees_own(served: Serving) -> None:
    """What one patron was told reaches no other."""
    people = ("bob", "ann")
    with (
        followed(served.client("ann"), tables="plants") as anns,
        followed(served.client("bob"), tables="plants") as bobs,
    ):
        found = {"ann": anns, "bob": bobs}
        for one in found.values():
            until_ready(one)
        for person in people:
            served.do("table/plants", commands.AskRules(actor=Actor(person=person, role=Role.PATRON)))
        for person in people:
            assert next(found[person]).data["events"][0]["patron"] == person


def readers_come_back(served: Serving) -> None:
    """Between one record and the next nothing is missed or doubled."""
    ann = Actor(person="ann", role=Role.PATRON)
    with followed(served.client("ann"), tables="plants") as found:
        (view,) = until_ready(found)
    numbers = [served.do("table/plants", commands.AskRules(actor=ann)).records[-1].number for _ in range(3)]
    with followed(served.client("ann"), view.id, tables="plants") as found:
        assert [one.data["number"] for one in until_ready(found)] == numbers


def live_records_follow(served: Serving) -> None:
    ann = Actor(person="ann", role=Role.PATRON)
    with followed(served.client("ann"), tables="plants") as found:
        until_ready(found)
        numbers = [served.do("table/plants", commands.AskRules(actor=ann)).records[-1].number for _ in range(3)]
        assert [next(found).data["number"] for _ in range(3)] == numbers


def hosts_are_looked_at(served: Serving) -> None:
    test_guard.test_only_names_of_this_house_are_answered(served, "evil.example", 421)


def origins_are_looked_at(served: Serving) -> None:
    test_guard.test_other_sites_ask_for_nothing(served, {"Origin": "http://evil.example"}, 403)


def cookies_need_an_origin(served: Serving) -> None:
    test_guard.test_a_command_by_cookie_comes_from_our_own_pages(served, {}, 403)


def frames_are_forbidden(served: Serving) -> None:
    test_guard.test_what_every_answer_carries(served)


def paths_stay_inside(served: Serving) -> None:
    test_guard.test_no_path_leads_out_of_the_folder(served, "/..%2fsecret.js", 404)


def keys_are_personal(served: Serving) -> None:
    test_commands.test_the_same_key_of_another_person_is_another_command(served, "plants")


def actors_are_not_sent(served: Serving) -> None:
    body = {"do": "ask_rules", "actor": {"person": "bob", "role": "patron"}}
    test_commands.test_what_is_not_carried_out(served, "plants", "ann", body, "forged", (422, "unreadable"))


def scopes_are_held(served: Serving) -> None:
    test_commands.test_a_token_does_what_its_scope_says(served, "plants")


def two_people_are_asked_for(served: Serving) -> None:
    body = {"do": "announce_change", "choices": [["minimum", "1000"]]}
    test_commands.test_what_is_not_carried_out(served, "plants", "oz", body, "alone", (409, "needs_approval"))


def streams_end_with_their_session(served: Serving) -> None:
    token = served.door.give("ann", token="planted session")
    headers = {"authorization": f"Bearer {token}"}
    with (
        httpx.Client(base_url=f"{served.url}/api/v1", headers=headers, timeout=PATIENCE) as client,
        followed(client, tables="plants") as found,
    ):
        until_ready(found)
        served.door.revoke(token)
        assert list(found) == []


CHECKS: tuple[Check, ...] = (
    everybody_sees_own,
    readers_come_back,
    live_records_follow,
    hosts_are_looked_at,
    origins_are_looked_at,
    cookies_need_an_origin,
    frames_are_forbidden,
    paths_stay_inside,
    keys_are_personal,
    actors_are_not_sent,
    scopes_are_held,
    two_people_are_asked_for,
    streams_end_with_their_session,
)


@pytest.fixture(scope="module", autouse=True)
def table(served: Serving) -> None:
    served.add_table("plants", diary.Running())
    served.seat("plants")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_without_a_mistake_nothing_is_found(served: Serving, check: Check) -> None:
    check(served)


def _everything(_: str, event: Any, __: Actor) -> Redacted[Any]:
    return Redacted(event=event, hidden=frozenset())


async def _one_too_late(served: Any, stream: str, _: Actor, was: Any) -> list[Told]:
    return [Told(line) for line in served.house.read(stream, was.number + 1)]


async def _one_too_early(served: Any, stream: str, _: Actor, was: Any) -> list[Told]:
    return [Told(line) for line in served.house.read(stream, was.number - 1)]


def _again(_: Hub, one: Any, told: Told, __: Any) -> bool:
    found = told.to(one.audiences[told.line.stream])
    for _twice in range(2):
        one.put(told.line.stream, told.line.number, found and frame(b"record", found))
    return True


async def _nobody_is_gone(_: Hub) -> None:
    return None


def _with_actor(self: Any, sent: bytes, actor: Actor) -> Any:
    body = msgspec.json.decode(sent)
    named = body.pop("actor", None)
    given = actor if named is None else msgspec.convert(named, Actor)
    return self.command(msgspec.convert(body, self.type), given)


def _anything(self: Any, path: str) -> Any:
    found = self._folder.joinpath(path)
    return found if found.is_file() else None


PLANTS: dict[str, tuple[Check, Callable[[], AbstractContextManager[Any]]]] = {
    "everybody is sent everything": (
        everybody_sees_own,
        lambda: patch.object(redacted_records, "redacted", _everything),
    ),
    "all patrons are taken for one": (
        everybody_sees_own,
        lambda: patch.object(Told, "_same_as", lambda _, audience: audience.role.value),
    ),
    "who comes back misses one": (readers_come_back, lambda: patch.object(live, "_missed", _one_too_late)),
    "who comes back gets one twice": (readers_come_back, lambda: patch.object(live, "_missed", _one_too_early)),
    "any name will do": (hosts_are_looked_at, lambda: patch.object(Guard, "_check_host", lambda *_: None)),
    "any origin will do": (
        origins_are_looked_at,
        lambda: patch.object(request_guard, "_check_source", lambda *_: None),
    ),
    "a cookie is enough": (
        cookies_need_an_origin,
        lambda: patch.object(request_guard, "SAFE", frozenset({"GET", "POST"})),
    ),
    "pages may be framed": (
        frames_are_forbidden,
        lambda: patch.object(
            request_guard,
            "CARRIED",
            [(b"content-security-policy", request_guard.POLICY.partition("; frame")[0].encode())],
        ),
    ),
    "a record is told twice": (
        live_records_follow,
        lambda: patch.object(Hub, "_put", _again),
    ),
    "paths lead anywhere": (paths_stay_inside, lambda: patch.object(static.static, "_find", _anything)),
    "a key is anybody's": (keys_are_personal, lambda: patch.object(posting, "command_id", lambda _, key: key)),
    "a body names its actor": (
        actors_are_not_sent,
        lambda: patch.object(Bodies, "read", _with_actor),
    ),
    "tokens do anything": (scopes_are_held, lambda: patch.object(Call, "require", lambda *_: None)),
    "whoever asks is trusted": (
        two_people_are_asked_for,
        lambda: patch.object(posting, "CommandRequest", lambda **asked: CommandRequest(**{**asked, "on_duty": False})),
    ),
    "streams outlive their session": (
        streams_end_with_their_session,
        lambda: patch.object(Hub, "_end_sessions", _nobody_is_gone),
    ),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(served: Serving, plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.web.test_plants.PATIENCE", 2.0)
    check, planted = PLANTS[plant]
    with planted(), pytest.raises(BaseException):  # noqa: B017, PT011 - however it fails
        check(served)
