"""Schemathesis over the OpenAPI document: requests that the document allows or forbids, sent to a served house, and
every answer held against the document. Names of what there is, and commands that are legal now, come in often enough
that much of it is carried out."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import hypothesis
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks
from schemathesis.core.failures import Failure, FailureGroup

from puntobanco import house as diary
from puntobanco.app.auth.principal import Kind
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused, Unreadable
from puntobanco.house.commands import TakeOver
from puntobanco.table import Actor, Role, commands, legal
from puntobanco.table.model import Phase as TablePhase
from puntobanco.web.server import Address, serving
from tests.audit.houses import Lots
from tests.house.roles import samples
from tests.marks import ALL_BOOKS
from tests.table import driver
from tests.web.door import OpenDoor
from tests.web.matrix_commands import body_of
from tests.web.served import MACHINE, MANY, PATRONS, STAFF, Serving, house_in

HELD = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
"""What every answer is held against. That all that fits the document is accepted is not among it: it does not say
which names there are, and the rules refuse most of what can be written."""
NAMES = {
    "table": ("1", "2"),
    "person": ("ann", "bob", "oz"),
    "tournament": ("cup", "cap"),
    "book": ALL_BOOKS,
    "clause": ("7.3", "6.2", "9.9"),
    "round": ("1", "2"),
    "record": ("1", "20"),
    "shoe": ("1", "2"),
    "stage": ("1", "2"),
    "session": ("none",),
    "token": ("none",),
}
KEY, ASKS = "Idempotency-Key", "X-Asks"
ROOMS = {
    "shoes": "puntobanco.log.fair",
    "tournaments": "puntobanco.tournament",
    "accounts": "puntobanco.cage",
    "vault": "puntobanco.cage",
    "house": "puntobanco.house",
}
BUSY = {
    "tables": ("dan", "dan", "ann", "ann"),
    "accounts": ("ann", "oz") * 2,
    "tournaments": ("oz",) * 6,
    "vault": ("oz",) * 6,
    "house": ("oz",) * 6,
    "people": ("oz",) * 6,
    "devices": ("oz",) * 6,
    "tokens": ("oz",) * 6,
    "reports": ("oz",) * 6,
    "audit": ("oz",) * 6,
    "bundles": ("oz",) * 6,
}
OF_MONEY = (cage.Deposit, cage.PayWithdrawal)
ROLES = {"oz": Role.OPERATOR, "ann": Role.PATRON, "dan": Role.DEALER, "sue": Role.SUPERVISOR}
PASSWORD = Whisper("seven teapots sing at dusk")
"""That of the examples."""
NOT_NOW = ("announce_closing", "close_table")
PATIENCE = 300
"""Seconds for an answer: it comes in the end, however busy the machine is."""


class Enough(BaseException):
    """The first mistake was found, and no other is looked for; Hypothesis lets it through."""


@dataclass
class Cases:
    """Requests to a served house, and what was wrong with the answers."""

    served: Serving
    stops: bool = False
    """At the first mistake."""
    wrong: list[str] = field(default_factory=list)
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    random: Random = field(default_factory=lambda: Random(1))
    keys: Iterator[int] = field(default_factory=count)
    seeds: Iterator[int] = field(default_factory=lambda: count(1))
    linked: int = 0
    """Steps that an earlier answer led to."""

    def __post_init__(self) -> None:
        self.session = requests.Session()
        self.samples = samples()
        self.schema: Any = schemathesis.openapi.from_dict(_without_security(self.served))
        self.schema.config.update(base_url=self.served.url)

    @property
    def count(self) -> int:
        return self.statuses.total()

    # What is sent

    def run(self, operation: Any, wanted: int, mode: GenerationMode) -> None:
        """So many cases of one operation."""
        until = self.count + wanted
        while self.count < until:
            try:
                self._some(operation, until, mode, next(self.seeds))
            except Unsatisfiable:  # nothing of it can be wrong
                mode = GenerationMode.POSITIVE

    def _some(self, operation: Any, until: int, mode: GenerationMode, seed: int) -> None:
        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=until - self.count,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def one(case: Any) -> None:
            if self.count < until:
                self.make_known(case)
                if mode is GenerationMode.POSITIVE:
                    self.make_sensible(case)
                self.try_out(case)

        one()

    def make_known(self, case: Any) -> None:
        """Mostly by somebody, about names that there are."""
        who = self._who(case)
        case.headers = {**(case.headers or {}), **({ASKS: who} if self._mostly() else {})}
        names = case.path_parameters or {}
        for name in set(NAMES) & set(names):
            if names[name] not in NAMES[name] and self._mostly():
                names[name] = who if (name, who) == ("person", "ann") else self.random.choice(NAMES[name])

    def make_sensible(self, case: Any) -> None:
        """Mostly under a new key, and mostly a command that may be accepted now."""
        if KEY in case.headers and self._mostly():
            case.headers[KEY] = f"case {next(self.keys)}"
        if case.method == "POST" and self.random.random() < 0.75:
            found = self._body(case, case.headers.get(ASKS, "ann"))
            case.body = case.body if found is None else found

    def _mostly(self) -> bool:
        return self.random.random() < 0.9

    def _who(self, case: Any) -> str:
        """Those whose business it is come more often."""
        part = case.operation.path.split("/")[3]
        busy = BUSY.get(part, ()) if case.method == "POST" else ()
        return self.random.choice((*ROLES, *busy))

    def _body(self, case: Any, who: str) -> Any:
        path, names = case.operation.path, case.path_parameters or {}
        if path.endswith("/tables/{table}/commands"):
            return self._legal_at(names["table"], who)
        if not path.endswith("/commands"):
            return None
        room = next(room for part, room in ROOMS.items() if f"/{part}/" in path)
        fitting = [
            one for one in self.samples.values() if type(one).__module__.startswith(room) and _given_by(one, who)
        ]
        return body_of(self.random.choice(fitting)) if fitting else None

    def _legal_at(self, table: str, who: str) -> Any:
        """What this person may do there now."""
        state = self.served.house.look(f"table/{table}").state
        actor, rng = Actor(person=who, role=ROLES[who]), Lots(self.random)
        if state is None:
            return None
        if state.phase is TablePhase.PREPARING and who == "dan":
            found: Any = driver.towards_a_shoe(state)
            return body_of(found) if found.actor.role is Role.DEALER else None
        options = tuple(one for one in legal(state, actor) if one.kind not in NOT_NOW)
        return body_of(driver.from_legal(state, actor, driver.choose(options, rng), rng)) if options else None

    # What is answered

    def try_out(self, case: Any) -> Any:
        """Send it, and hold the answer against the document."""
        who = case.headers.pop(ASKS, None)
        headers = {"origin": self.served.url}
        if who is not None:
            kind = self.random.choice((Kind.SESSION, Kind.SESSION, Kind.TOKEN))
            headers["authorization"] = f"Bearer {self.served.door.give(who, kind=kind, token=f'{kind} of {who}')}"
        if case.operation.path.endswith("/live"):
            self._follow(case, headers)
            return None
        response = case.call(session=self.session, headers=headers, timeout=PATIENCE)
        self.hold(case, response)
        return response

    def hold(self, case: Any, response: Any) -> None:
        self.statuses[case.operation.label, response.status_code] += 1
        try:
            case.validate_response(response, checks=HELD)
        except (Failure, FailureGroup) as failure:
            self.note(f"{case.method} {case.formatted_path} {case.body!r:.300}: {failure!s:.1500}")

    def _follow(self, case: Any, headers: dict[str, str]) -> None:
        """A stream has begun, or there is a problem."""
        sent = case.as_transport_kwargs(base_url=self.served.url, headers=headers)
        with self.session.request(**sent, stream=True, timeout=PATIENCE) as response:
            if response.status_code != 200:
                response.content  # noqa: B018 - reads it
                self.hold(case, response)
                return
            self.statuses[case.operation.label, 200] += 1
            if response.headers["content-type"] != "text/event-stream; charset=utf-8":
                self.note(f"a stream of {response.headers['content-type']}")

    def note(self, mistake: str) -> None:
        self.wrong.append(mistake)
        if self.stops:
            raise Enough

    def operations(self, part: str) -> list[Any]:
        """Those whose method and path have this in them."""
        found = [one.ok() for one in self.schema.get_all_operations()]
        return [one for one in found if part in one.label]


def _without_security(served: Serving) -> dict[str, Any]:
    """The document; who asks is for the cases to say, and drawn by nobody."""
    document: dict[str, Any] = served.client("oz").get("/openapi.json").json()
    for one in (document, *(one for path in document["paths"].values() for one in path.values())):
        one.pop("security", None)
    return document


def _given_by(command: Any, who: str) -> bool:
    return ROLES[who] in command.roles


# A house


@contextmanager
def case_house(folder: Path) -> Iterator[Serving]:
    """Table 1 is dealt by hand and has a round, table 2 is to be opened; a tournament is planned, the vault open."""
    with house_in(folder) as (house, entrance):
        found = Serving(house=house, door=OpenDoor(house, entrance))
        for person, (role, place) in STAFF.items():
            found.grant(person, role, place)
        found.grant("ann", Role.PATRON, "tournament/")
        found.grant("sue", Role.DIRECTOR, "tournament/")
        for person in ROLES:
            entrance.spend_link(entrance.enroll(person).secret, PASSWORD)
        found.add_table("1", diary.Running())
        found.add_table("2", diary.Running(virtual=True, seeds=True))
        found.do("house", TakeOver(actor=Actor(person="dan", role=Role.DEALER), table="1"))
        found.do("house", TakeOver(actor=Actor(person="dan", role=Role.DEALER), table="2"))
        for table in ("1", "2"):
            found.seat(table, chips=1_000_000)
        found.do("vault", cage.OpenVault(actor=MACHINE))
        found.do("vault", cage.Deposit(actor=MACHINE, amount=10**9))
        found.do("tournament/cup", samples()["plan_tournament"])
        _play(found, "1")
        with serving(house, found.door, Address(rates=MANY)) as port:
            found.port = port
            yield found
            found.close()


def _play(at: Serving, table: str) -> None:
    """Towards a shoe and through some rounds, by whoever's turn it is."""
    rng, people = Lots(Random(1)), (*PATRONS, "dan")
    for _ in range(60):
        state = at.house.look(f"table/{table}").state
        command: Any = driver.towards_a_shoe(state) if state.phase is TablePhase.PREPARING else None
        for person in people if command is None else ():
            actor = Actor(person=person, role=ROLES.get(person, Role.PATRON))
            options = tuple(one for one in legal(state, actor) if one.kind not in (*NOT_NOW, "leave_table"))
            if options:
                _tried(at, table, driver.from_legal(state, actor, driver.choose(options, rng), rng))
        if command is not None:
            _tried(at, table, command)


def _tried(at: Serving, table: str, command: commands.TableCommand | None) -> None:
    try:
        if command is not None:
            at.do(f"table/{table}", command)
    except (Refused, Unreadable):
        return


def shares(statuses: Counter[tuple[str, int]], part: str = "") -> dict[int, float]:
    """How much of what was sent got each status."""
    found: Counter[int] = Counter()
    for (label, status), number in statuses.items():
        found[status] += number if part in label else 0
    return {status: round(number / found.total(), 3) for status, number in sorted(found.items())}
