"""In and out: a name and a password, links, screens on the wall, and the end of a session."""

from asyncio import to_thread
from functools import partial

from puntobanco.app.auth.authenticator import Entered, How, WrongFactor
from puntobanco.app.auth.invitations import SeenLink
from puntobanco.app.auth.person_names import key_of
from puntobanco.app.auth.principal import Kind
from puntobanco.app.house.access_records import came_in, failed_factor, way_in, went_out
from puntobanco.house.grants import Access, Leaving
from puntobanco.web.cookies import Cookie
from puntobanco.web.endpoints import Endpoint, Who, WithSession
from puntobanco.web.people.requests import Enrolment, LogIn, Secret, read_said
from puntobanco.web.people.responses import LoggedIn, LoggedOut, Named, Screen
from puntobanco.web.request import Call


async def log_in(call: Call) -> WithSession:
    """Whoever is in already with this browser is out: a session is never taken over from before."""
    said = read_said(call, LogIn)
    call.served.rates.take(name=key_of(said.name))
    enter = partial(call.entrance.enter, said.name, said.password, said.code, address=call.address)
    try:
        entered = await call.served.desk.ask(enter)
    except WrongFactor as failed:
        await call.served.bridge.note(failed_factor(failed.person))
        raise
    await note_entered(call, entered)
    visitor = entered.visitor
    answer = LoggedIn(person=visitor.person, staff=visitor.is_staff, needs_factor=visitor.lacks_factor, how=entered.how)
    return WithSession(token=entered.token, answer=answer)


async def note_entered(call: Call, entered: Entered) -> None:
    """It is a record before anybody is told, or nobody is in."""
    person = entered.visitor.person
    try:
        if entered.how is How.RECOVERY_CODE:
            await note_own(call, person, Access.RECOVERY_CODE_USED)
        await call.served.bridge.note(came_in(person))
    except BaseException:
        await to_thread(call.entrance.leave, entered.visitor)
        raise
    await log_out(call)


async def note_own(call: Call, person: str, access: Access) -> None:
    """Somebody has done it about their own way in."""
    await call.served.bridge.note(way_in(person, access, person))


async def log_out(call: Call) -> LoggedOut:
    """Also for whoever is not in any more: the cookie goes."""
    visitor = call.known
    if visitor is None or visitor.kind is not Kind.SESSION or not await to_thread(call.entrance.leave, visitor):
        return LoggedOut(ended=0)
    await call.served.bridge.note(went_out(visitor.person, Leaving.ASKED))
    return LoggedOut(ended=1)


async def log_out_everywhere(call: Call) -> LoggedOut:
    return await all_sessions_ended(call, call.visitor.person, Leaving.EVERYWHERE)


async def all_sessions_ended(call: Call, person: str, why: Leaving) -> LoggedOut:
    ended = await to_thread(call.entrance.leave_everywhere, person)
    if ended:
        await call.served.bridge.note(went_out(person, why))
    return LoggedOut(ended=ended)


async def look_at_link(call: Call) -> SeenLink:
    return await to_thread(call.entrance.look_at_link, read_said(call, Secret).secret)


async def enrol(call: Call) -> Named:
    """Set the password by a link, which is spent; who had sessions has none any more."""
    said = read_said(call, Enrolment)
    person = await call.served.desk.ask(partial(call.entrance.spend_link, said.secret, said.password))
    await note_own(call, person, Access.PASSWORD_SET)
    return Named(person=person)


async def enter_as_screen(call: Call) -> WithSession:
    """The token itself is kept by the browser, as long as it is good; whoever was in with this browser is out."""
    secret = read_said(call, Secret).secret
    device = await to_thread(call.entrance.device, secret)
    await log_out(call)
    return WithSession(token=secret, answer=Screen(name=device.name, tables=device.tables), seconds=device.seconds)


SECRET = {"secret": "pbl_"}
ENTERING = (
    Endpoint(
        method="POST",
        path="/log-in",
        says="Log in with a name, a password and, if you have a second factor, a code of it or a recovery code.",
        does=log_in,
        takes=LogIn,
        gives=LoggedIn,
        who=Who.ANYBODY,
        cookie=Cookie.SET,
        tag="people",
        examples={"staff": {"name": "Ann", "password": "seven teapots sing at dusk", "code": "123456"}},
    ),
    Endpoint(
        method="POST",
        path="/log-out",
        says="Log out here.",
        does=log_out,
        gives=LoggedOut,
        who=Who.ANYBODY,
        cookie=Cookie.CLEARED,
        tag="people",
    ),
    Endpoint(
        method="POST",
        path="/log-out/everywhere",
        says="End all your sessions, this one, too; programs keep their tokens.",
        does=log_out_everywhere,
        gives=LoggedOut,
        who=Who.PERSON,
        cookie=Cookie.CLEARED,
        tag="people",
    ),
    Endpoint(
        method="POST",
        path="/links/look",
        says="See whose link it is and what for, without spending it.",
        does=look_at_link,
        takes=Secret,
        gives=SeenLink,
        who=Who.ANYBODY,
        tag="people",
        examples={"link": SECRET},
    ),
    Endpoint(
        method="POST",
        path="/links/enrol",
        says="Set your password by a link, once.",
        does=enrol,
        takes=Enrolment,
        gives=Named,
        who=Who.ANYBODY,
        tag="people",
        examples={"link": {**SECRET, "password": "seven teapots sing at dusk"}},
    ),
    Endpoint(
        method="POST",
        path="/screens/enter",
        says="Let a screen in by its token: this browser shows its tables until the token ends or is taken back.",
        does=enter_as_screen,
        takes=Secret,
        gives=Screen,
        who=Who.ANYBODY,
        cookie=Cookie.SET,
        tag="people",
        examples={"screen": {"secret": "pbd_"}},
    ),
)
