"""Screens come in by their tokens; every check fails on the mistakes that it is there for."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from puntobanco.app.auth import tokens
from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.principal import Kind
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.auth.tokens import Device
from puntobanco.errors import Refused
from puntobanco.store.session_tables import VisitTables
from puntobanco.streams.actors import Actor, Role
from puntobanco.web import cookies, endpoints, request, session_info
from puntobanco.web.hub import Hub
from puntobanco.web.people import login
from puntobanco.web.people.responses import LoggedOut
from puntobanco.web.rate_limits import Rates
from tests.entrance.door import kept_token
from tests.web import screen_checks as screens
from tests.web.peopled import Peopled, peopled_house
from tests.web.screen_checks import SCREENS


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Peopled]:
    with peopled_house(tmp_path_factory.mktemp("screens") / "house") as found:
        yield found


@pytest.mark.parametrize("check", SCREENS, ids=lambda check: check.__name__)
def test_it_holds(at: Peopled, check: Any) -> None:
    check(at)


# Planted


_device = Entrance.device


def _anybodys(kind: Kind) -> Any:
    """Whatever opens something for this kind of visitor hangs up a screen."""

    def device(self: Entrance, secret: Whisper) -> Device:
        found = self.who(secret)
        if found is None or found.kind is not kind:
            return _device(self, secret)
        return Device(name=found.person, tables=("1",), seconds=60)

    return device


def _tells_whose_it_is(self: Entrance, secret: Whisper) -> Device:
    if self.who(secret) is not None and self._tokens.device(secret) is None:
        raise Refused("wrong_token", "entrance", "this is no screen's token")
    return _device(self, secret)


def _gone_tomorrow(scheme: str, cookie: str, token: Whisper, _: int) -> dict[bytes, bytes]:
    return cookies.set_cookie(scheme, cookie, token, cookies.SECONDS_IT_LASTS)


async def _nobody_leaves(_: Any) -> LoggedOut:
    return LoggedOut(ended=1)


async def _ends_nothing(*_: Any) -> None:
    return None


def _everybody_works(_: Any, visitor: Any, __: str) -> Actor:
    return Actor(person=visitor.person, role=Role.OPERATOR)


class _NoKind:
    DEVICE = None


PLANTS: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "the cookie is gone tomorrow": (
        screens.a_screen_is_in_as_long_as_its_token_lasts,
        endpoints,
        {"set_cookie": _gone_tomorrow},
    ),
    "screens do what people do": (
        screens.a_screen_looks_at_its_tables_and_does_nothing,
        request,
        {"audience_at": _everybody_works},
    ),
    "screens have the roles of a name": (
        screens.a_screen_is_nobody_whatever_it_is_called,
        session_info,
        {"Kind": _NoKind},
    ),
    "streams outlive the token": (
        screens.a_token_that_is_taken_back_ends_its_screen,
        Hub,
        {"_end_sessions": _ends_nothing},
    ),
    "nothing is taken back": (
        screens.a_token_that_is_taken_back_ends_its_screen,
        VisitTables,
        {"take_back": lambda self, token, *_: kept_token(self, token)},
    ),
    "who was in stays in": (screens.whoever_was_in_with_this_browser_is_out, login, {"log_out": _nobody_leaves}),
    "programs are screens": (screens.no_other_secret_is_a_screens, Entrance, {"device": _anybodys(Kind.TOKEN)}),
    "people are screens": (screens.no_other_secret_is_a_screens, Entrance, {"device": _anybodys(Kind.SESSION)}),
    "tokens never end": (screens.no_other_secret_is_a_screens, tokens, {"holds": lambda *_: True}),
    "it is told what it was": (screens.no_other_secret_is_a_screens, Entrance, {"device": _tells_whose_it_is}),
    "nobody is counted": (screens.whoever_guesses_is_counted, Rates, {"take": lambda *_, **__: None}),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(at: Peopled, plant: str) -> None:
    check, where, what = PLANTS[plant]
    with patch.multiple(where, **what), patch.object(at, "patience", 2), pytest.raises(FOUND):
        check(at)


FOUND = (AssertionError, httpx.ReadTimeout)
"""An answer that is another, or does not come."""


def test_every_check_has_its_plant() -> None:
    assert {check for check, _, _ in PLANTS.values()} == {*SCREENS}
