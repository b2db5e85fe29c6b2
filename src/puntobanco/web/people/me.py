"""What people see to themselves: sessions, password, second factor, tokens of their programs."""

from asyncio import to_thread
from functools import partial
from typing import Any

from puntobanco.app.auth.principal import MINUTE, MINUTES_FRESH
from puntobanco.app.auth.second_factor import is_step_code
from puntobanco.app.house.access_records import failed_factor, went_out
from puntobanco.errors import Refused
from puntobanco.house.grants import Access, Leaving
from puntobanco.web.cookies import Cookie
from puntobanco.web.endpoints import Endpoint, Who
from puntobanco.web.people.login import note_own
from puntobanco.web.people.requests import Code, OtherPassword, Password, TokenWanted, read_said
from puntobanco.web.people.responses import (
    LoggedOut,
    Named,
    NewFactor,
    NewToken,
    OwnSessions,
    OwnTokens,
    Proved,
    RecoveryCodes,
    TakenBack,
)
from puntobanco.web.problems import no_such
from puntobanco.web.request import Call


async def see_sessions(call: Call) -> OwnSessions:
    return OwnSessions(sessions=await to_thread(call.entrance.sessions_of, call.visitor))


async def end_session(call: Call) -> LoggedOut:
    name = id_in(call, "session")
    if not await to_thread(call.entrance.leave, call.visitor, name):
        raise no_such("session", name)
    await call.served.bridge.note(went_out(call.visitor.person, Leaving.ASKED))
    return LoggedOut(ended=1)


async def change_password(call: Call) -> Named:
    """All sessions end, this one, too: log in with the new one."""
    said, person = read_said(call, OtherPassword), call.visitor.person
    change = partial(call.entrance.change_password, call.visitor, said.before, said.after, address=call.address)
    await call.served.desk.ask(change)
    await note_own(call, person, Access.PASSWORD_CHANGED)
    await call.served.bridge.note(went_out(person, Leaving.EVERYWHERE))
    return Named(person=person)


# The second factor


async def propose_factor(call: Call) -> NewFactor:
    said = read_said(call, Password)
    propose = partial(call.entrance.propose_factor, call.visitor, said.password, address=call.address)
    found = await call.served.desk.ask(propose)
    return NewFactor(secret=found.secret.text(), address=found.address.text())


async def confirm_factor(call: Call) -> RecoveryCodes:
    codes = await to_thread(call.entrance.confirm_factor, call.session, read_said(call, Code).code)
    await note_own(call, call.visitor.person, Access.FACTOR_SET_UP)
    return RecoveryCodes(recovery_codes=tuple(code.text() for code in codes))


async def give_code(call: Call) -> Proved:
    """A code that is wrong is a record, and so is a recovery code."""
    code = read_said(call, Code).code
    try:
        visitor = await to_thread(call.entrance.give_code, call.session, code, address=call.address)
    except Refused as refusal:
        if refusal.code == "wrong_code":
            await call.served.bridge.note(failed_factor(call.visitor.person))
        raise
    if not is_step_code(code):
        await note_own(call, visitor.person, Access.RECOVERY_CODE_USED)
    return Proved(person=visitor.person, until=(visitor.factor_at or 0) + MINUTES_FRESH * MINUTE)


# Tokens


async def see_tokens(call: Call) -> OwnTokens:
    return OwnTokens(tokens=await to_thread(call.entrance.tokens_of, call.visitor))


async def new_token(call: Call) -> NewToken:
    said = read_said(call, TokenWanted)
    made = await call.served.desk.ask(
        partial(
            call.entrance.new_own_token,
            call.visitor,
            said.password,
            said.name,
            said.scopes,
            days=said.days,
            address=call.address,
        )
    )
    await note_own(call, call.visitor.person, Access.TOKEN_MADE)
    return NewToken(id=made.id, token=made.secret.text())


async def take_back_own(call: Call) -> TakenBack:
    token = id_in(call, "token")
    if await to_thread(call.entrance.take_back, token, of=call.visitor) is None:
        raise no_such("token", token)
    await note_own(call, call.visitor.person, Access.TOKEN_TAKEN_BACK)
    return TakenBack(id=token)


def id_in(call: Call, what: str) -> str:
    """The id that the path names; what cannot be one is nobody's."""
    name = call.path[what]
    if not (name.isascii() and name.isalnum()):
        raise no_such(what, name)
    return name


def _own(method: str, path: str, does: Any, gives: Any, says: str, takes: Any = None, **more: Any) -> Endpoint:
    return Endpoint(
        method=method, path=path, does=does, gives=gives, says=says, takes=takes, who=Who.PERSON, tag="people", **more
    )


OWN = (
    _own("GET", "/you/sessions", see_sessions, OwnSessions, "Your sessions."),
    _own("DELETE", "/you/sessions/{session}", end_session, LoggedOut, "End one of your sessions."),
    _own(
        "POST",
        "/you/password",
        change_password,
        Named,
        "Take another password. All your sessions end, this one, too.",
        OtherPassword,
        cookie=Cookie.CLEARED,
    ),
    _own(
        "POST",
        "/you/factor",
        propose_factor,
        NewFactor,
        "Begin to set up a second factor. Who has one already gives a code of it first.",
        Password,
    ),
    _own(
        "POST",
        "/you/factor/confirm",
        confirm_factor,
        RecoveryCodes,
        "Take the new second factor into use, by one of its codes.",
        Code,
        examples={"code": {"code": "123456"}},
    ),
    _own(
        "POST",
        "/you/factor/code",
        give_code,
        Proved,
        "Give a code again: approvals and grants need one of the last five minutes.",
        Code,
    ),
    _own("GET", "/you/tokens", see_tokens, OwnTokens, "Tokens of your programs."),
    _own(
        "POST",
        "/you/tokens",
        new_token,
        NewToken,
        "Make a token by which a program acts for you; it is shown once.",
        TokenWanted,
        examples={"robot": {"password": "seven teapots sing at dusk", "name": "robot", "scopes": ["read", "play"]}},
    ),
    _own("DELETE", "/you/tokens/{token}", take_back_own, TakenBack, "Take back one of your tokens."),
)
