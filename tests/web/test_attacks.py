"""Attacks come to nothing; with the guard that is there for each taken away, its check fails."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from puntobanco.web import app, command_bodies, endpoints, problems, request_guard, static
from puntobanco.web.command_bodies import Bodies
from puntobanco.web.json_logs import Lines
from puntobanco.web.request_guard import Guard, Site
from puntobanco.web.views import accounts
from tests.web import attacks
from tests.web.served import Serving

Check = Callable[[Serving], None]
Plant = Callable[[], AbstractContextManager[Any]]


def _known_first(call: Any) -> str:
    """Whoever does not exist is said not to, before it is asked who wants to know."""
    call.standing(f"cage/{call.path['person']}", "account")
    call.audience(f"cage/{call.path['person']}")
    raise problems.Declined(403, "not_yours", "this is another one's account")


def _what_it_knows(self: Bodies, sent: bytes) -> Any:
    """Whatever else a body says is passed over."""
    said = msgspec.json.decode(sent)
    kind = next(one for one in self.kinds if one.__struct_config__.tag == said["do"])
    return msgspec.convert({name: said[name] for name in said if name in (*kind.__struct_fields__, "do")}, kind)


async def _any_body(_: Any, receive: Any) -> bytes:
    return bytes((await receive())["body"])


def _said_in_headers(status: int, wait: int | None) -> dict[bytes, bytes]:  # noqa: ARG001
    return {b"x-why": b"evil"}


def _any_file(found: Any) -> bool:
    return bool(found.is_file())


PLANTS: dict[Check, dict[str, Plant]] = {
    attacks.forms_of_other_sites_do_nothing: {
        "a cookie is enough": lambda: patch.object(request_guard, "_check_source", lambda *_: None),
    },
    attacks.only_json_is_a_command: {
        "any type of body": lambda: patch.object(endpoints, "read_body", _any_body),
    },
    attacks.scripts_of_other_sites_read_nothing: {
        "any source": lambda: patch.object(request_guard, "_check_source", lambda *_: None),
    },
    attacks.cookies_of_other_houses_are_none: {
        "any cookie": lambda: patch.object(
            endpoints, "token_in", lambda headers, _: headers.get(b"cookie", b"=").decode().partition("=")[2]
        ),
    },
    attacks.lengths_are_not_disputed: {
        "any length": lambda: patch.object(request_guard, "_check_length", lambda *_: None),
    },
    attacks.other_hosts_are_not_spoken_for: {
        "any target is ours": lambda: patch.object(Guard, "_check", lambda _, scope: scope.update(path="/healthz")),
    },
    attacks.heads_open_no_stream: {
        "HEAD is GET": lambda: patch.object(Guard, "_check", lambda _, scope: scope.update(method="GET")),
    },
    attacks.answers_have_no_headers_of_strangers: {
        "headers say why": lambda: patch.object(problems, "_headers", _said_in_headers),
    },
    attacks.strangers_forward_nothing: {
        "everybody is believed": lambda: patch.object(Site, "trusts", lambda *_: True),
    },
    attacks.nobody_writes_the_log: {
        "paths are logged": lambda: patch.object(app, "_name_of", lambda scope: scope["path"]),
        "lines are texts": lambda: patch.object(Lines, "format", lambda _, record: f"{record.args}\n"),
    },
    attacks.nobody_learns_who_exists: {
        "who is not there is not found": lambda: patch.object(accounts, "_account", _known_first),
    },
    attacks.bodies_say_nothing_of_the_house: {
        "the rest is passed over": lambda: patch.object(Bodies, "body", _what_it_knows),
    },
    attacks.members_stand_once: {
        "the last one counts": lambda: patch.object(command_bodies, "read_json", lambda _: None),
    },
    attacks.oddities_are_not_our_mistake: {
        "names are not looked at": lambda: patch.object(static, "_is_file", _any_file),
        "nesting is not looked at": lambda: patch.object(
            Bodies, "body", lambda _, sent: __import__("json").loads(sent)
        ),
    },
}


@pytest.mark.parametrize("check", PLANTS, ids=lambda check: check.__name__)
def test_it_comes_to_nothing(served: Serving, check: Check) -> None:
    check(served)


@pytest.mark.parametrize(
    ("check", "plant"),
    [pytest.param(check, plant, id=name) for check, plants in PLANTS.items() for name, plant in plants.items()],
)
def test_without_its_guard_it_is_noticed(served: Serving, check: Check, plant: Plant) -> None:
    with plant(), pytest.raises(BaseException):  # noqa: B017, PT011 - however it fails
        check(served)
