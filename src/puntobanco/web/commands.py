"""Commands over HTTP: whoever is logged in gives them, and the same key is the same command."""

from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Annotated, Any, NoReturn, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from puntobanco.app.house.pending_requests import LONGEST_ID, Answer
from puntobanco.app.house.permissions import PROVED_AGAIN, acts_as, place_of
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.fair_shoes.shuffle_patterns import Alarm
from puntobanco.house import HouseState
from puntobanco.house.commands import Approve, Decline, Propose, WithdrawProposal
from puntobanco.log.redact import SEES_BALANCES
from puntobanco.streams.actors import ACTING, Actor, Role
from puntobanco.streams.command import AnyCommand
from puntobanco.streams.names import CAGE, HOUSE, SHOES, TOURNAMENT, VAULT, sort_of
from puntobanco.streams.normalise_names import clean_command
from puntobanco.tournament.commands import AtTable, RecordApproval
from puntobanco.tournament.conditions_file import is_date
from puntobanco.values.dates import day_in_words
from puntobanco.web.authenticate import audience_at, scope_of
from puntobanco.web.command_bodies import OF_SORT
from puntobanco.web.endpoints import Endpoint, Parameter, Raw
from puntobanco.web.problems import Declined
from puntobanco.web.redacted_records import record_seen
from puntobanco.web.request import Call
from puntobanco.web.types import SeenActs, SeenRecord

KEY = b"idempotency-key"
LONGEST_KEY = 200
DAYS_BEGIN = 14 * 60 * 60 * 10**6
"""Microseconds by which days begin first, on the Line Islands, before they do in UTC."""
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_KEY, pattern="^[!-~]([ -~]*[!-~])?$")]
_encode = msgspec.json.Encoder().encode
StreamOf: TypeAlias = Callable[[Call], str]
BY_NUMBER = (Approve, Decline, WithdrawProposal)
"""About a proposal, which only those who may act on it know of."""


class Done(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command that was carried out: it is in the log."""

    stream: str
    number: int
    """Of its record."""
    repeated: bool
    """It had been carried out before, under the same key; this is the answer of then."""
    records: tuple[SeenRecord, ...]
    """What it wrote, as far as whoever asked may see it."""
    alarms: tuple[Alarm, ...] | UnsetType = UNSET
    """For supervising staff: what is odd about the order of a shoe that ended."""


class ShoesDone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same for fair shoes."""

    stream: str
    number: int
    repeated: bool
    records: tuple[SeenActs, ...]


def command_id(person: str, key: str) -> str:
    """The id under which a command is stored: nobody finds another one's by guessing a key."""
    digest = sha256(f"{len(person)} {person} {key}".encode()).digest()
    return urlsafe_b64encode(digest).decode()[:LONGEST_ID]


def key_of(call: Call) -> str:
    key = call.headers.get(KEY, b"").decode("latin-1").strip()
    if not key:
        raise Declined(400, "no_key", "send an Idempotency-Key: a new one for every new command")
    if len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise Declined(422, "bad_key", f"Idempotency-Key: at most {LONGEST_KEY} printable ASCII characters")
    return key


def posting(stream_of: StreamOf) -> Callable[[Call], Awaitable[Raw]]:
    """Commands for the stream that a request names."""

    async def post(call: Call) -> Raw:
        key, stream = key_of(call), stream_of(call)
        command = given(call, stream)
        call.require(scope_of(command.actor))
        _require_past(call, command)
        if type(command) in PROVED_AGAIN:
            call.served.door.require_proved(call.visitor)
        asked = CommandRequest(
            stream=stream,
            command=command,
            id=command_id(call.visitor.person, key),
            expected=_number(call, "expected"),
            seen=_number(call, SEEN.name),
            on_duty=True,  # the house looks at the roles once more, in the order of its log
        )
        return done(await call.served.bridge.ask(asked), command.actor)

    return post


def _number(call: Call, name: str) -> int | None:
    return call.number(name, 0) if name in call.query else None


def _require_past(call: Call, command: AnyCommand) -> None:
    """What was approved has been approved: on another day than one that is still to come."""
    if command.actor.role not in command.roles:
        return
    now = call.served.clocks.now()
    match command:
        case RecordApproval(date=date) if is_to_come(date, now):
            raise Declined(
                409, "approval_later", "date: that day is still to come; record an approval once it is given"
            )
        case _:
            return


def is_to_come(date: str, now: int) -> bool:
    """Whether a day has begun nowhere yet: an approval has the date of wherever it was given."""
    return is_date(date) and date > day_in_words(now + DAYS_BEGIN)


def given(call: Call, stream: str) -> AnyCommand:
    """The command that was sent, in the role that its sender has where it counts: for a proposal, a table that is
    taken over and a switch that is the stream which it is about."""
    sort, person = sort_of(stream), call.visitor.person
    if sort not in ("house", "tournament"):
        return OF_SORT[sort].read(call.body, acting(call.audience(stream)))
    bodies = OF_SORT[sort]
    body = bodies.body(call.body)
    anybodys = bodies.command(body, Actor(person=person, role=Role.PATRON))
    place = place_of(call.house.look(HOUSE).state or HouseState(), stream, anybodys)
    if isinstance(anybodys, BY_NUMBER) and not _is_for(call, place, anybodys):
        place = stream  # as if there were no such proposal
    roles = acts_as(call.audience(place).role, anybodys) or _nobody()
    held = _in_the_end(anybodys).roles
    role = next((role for role in roles if role in held), roles[0])
    return clean_command(bodies.command(body, Actor(person=person, role=role)))


def _in_the_end(command: AnyCommand) -> AnyCommand:
    """What is to be done, whoever proposes it and at whichever table: its role counts."""
    return _in_the_end(command.command) if isinstance(command, Propose | AtTable) else command


def _is_for(call: Call, place: str, command: AnyCommand) -> bool:
    """Whether whoever asks may give this command there."""
    audience = audience_at(call.served.door, call.visitor, place)
    return audience is not None and not command.roles.isdisjoint(acts_as(audience.role, command))


def acting(audience: Actor) -> Actor:
    """Whoever acts has a role in which commands are given."""
    return audience if audience.role in ACTING else _nobody()


def _nobody() -> NoReturn:
    raise Declined(403, "wrong_role", "this role gives no command")


def done(answered: Answer, audience: Actor) -> Raw:
    records = answered.records
    last = records[-1]
    seen = [made for record in records if (made := record_seen(record, audience)) is not None]
    alarms = b""
    if answered.alarms and audience.role in SEES_BALANCES:
        alarms = b',"alarms":' + _encode(answered.alarms)
    head = b'{"stream":%b,"number":%d,"repeated":%b' % (
        _encode(last.stream),
        last.number,
        b"true" if answered.repeated else b"false",
    )
    return Raw(b'%b,"records":[%b]%b}' % (head, b",".join(seen), alarms))


def _endpoint(path: str, stream_of: StreamOf, sort: str, says: str, tag: str, **examples: Any) -> Endpoint:
    return Endpoint(
        method="POST",
        path=path,
        says=says,
        does=posting(stream_of),
        gives=ShoesDone if sort == "shoes" else Done,
        takes=OF_SORT[sort].type,
        parameters=(*PARAMETERS, SEEN) if sort == "house" else PARAMETERS,
        tag=tag,
        examples=examples,
    )


PARAMETERS = (
    Parameter(
        name="Idempotency-Key",
        says="A text of your own for every new command; the same one sends the same command again.",
        place="header",
        type=Key,
        required=True,
        example="b1946ac9-2d1b-4c39",
    ),
    Parameter(
        name="expected",
        says="The number of the last record that you have seen: if the stream has gone on, the command is refused.",
        type=int,
        example=12,
    ),
)
SEEN = Parameter(
    name="seen",
    says="Of `approve`: the number of the last record of the stream that the proposal is about, when you saw what it "
    "leads to. If that stream has gone on, nothing is carried out.",
    type=int,
    example=12,
)

COMMANDS = (
    _endpoint(
        "/tables/{table}/commands",
        lambda call: call.table(),
        "table",
        "Give a command at a table.",
        "tables",
        wager={"do": "place", "area": "1", "wager": "player", "amount": 2500},
        seat={"do": "take_seat", "seat": 3},
        draw={"do": "draw", "face_up": True},
    ),
    _endpoint(
        "/tables/{table}/shoes/commands",
        lambda call: SHOES + call.table().partition("/")[2],
        "shoes",
        "Add a seed to the shuffle of a table.",
        "fairness",
        promise={"do": "promise_seed", "promise": "0" * 64},
    ),
    _endpoint(
        "/tournaments/{tournament}/commands",
        lambda call: TOURNAMENT + call.path["tournament"],
        "tournament",
        "Give a command at a tournament, or at one of its tables.",
        "tournaments",
    ),
    _endpoint(
        "/accounts/{person}/commands",
        lambda call: CAGE + call.path["person"],
        "cage",
        "Give a command about an account.",
        "accounts",
        withdraw={"do": "ask_withdrawal", "amount": 10_000},
    ),
    _endpoint("/vault/commands", lambda _: VAULT, "vault", "Give a command about the house's own money.", "accounts"),
    _endpoint("/house/commands", lambda _: HOUSE, "house", "Give a command to the house itself.", "house"),
)
