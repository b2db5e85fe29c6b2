"""An entrance with a clock that is set by hand, and people who know what to say at it."""

from collections.abc import Callable

from argon2 import PasswordHasher

from puntobanco.app.auth import Entered, Entrance, Whisper
from puntobanco.app.auth.passwords import Passwords
from puntobanco.app.auth.second_factor import FactorSecret, step_at
from puntobanco.app.house.key_file import KeyFile
from puntobanco.errors import Refused
from puntobanco.store import KeptToken
from puntobanco.store.session_tables import VisitTables
from tests.store.houses import House

HOUSE = "Casino North"
SECOND = 1_000_000
MINUTE, HOUR = 60 * SECOND, 3600 * SECOND
NOON = 1_750_000_000 * SECOND
GOOD = Whisper("seven teapots sing at dusk")
OTHER = Whisper("an umbrella for the walrus")
WRONG = Whisper("no teapot sings at dusk")
AT = "192.0.2.7"


class Time:
    """A clock for everybody, and seconds for whoever waits."""

    def __init__(self) -> None:
        self.now = NOON
        self.passed = 0.0

    def clock(self) -> int:
        return self.now

    def seconds(self) -> float:
        return self.passed

    def pass_(self, microseconds: int) -> None:
        self.now += microseconds
        self.passed += microseconds / SECOND


class Counting(PasswordHasher):
    """It keeps the parameters of every hash that it compared with."""

    compared: list[str]

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]  # noqa: A002
        self.compared.append(str(hash).rpartition("$")[0].rpartition("$")[0])
        return super().verify(hash, password)


class CheapPasswords(Passwords):
    """The same with little work, which is counted."""

    def __init__(self) -> None:
        self._hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
        self.compared = self._hasher.compared = []


class Door:
    def __init__(self, house: House, keys: KeyFile) -> None:
        self.house, self.keys, self.time = house, keys, Time()
        self.staff: set[str] = set()
        self.open()

    def open(self) -> None:
        """As a process does that starts."""
        self.store = self.house.open()
        self.passwords = CheapPasswords()
        self.entrance = Entrance(
            self.store,
            keys=self.keys,
            house=HOUSE,
            is_staff=lambda person: person in self.staff,
            clock=self.time.clock,
            seconds=self.time.seconds,
            passwords=self.passwords,
        )

    def close(self) -> None:
        self.store.close()

    def start_again(self) -> None:
        self.close()
        self.open()

    # People

    def enrolled(self, name: str, password: Whisper = GOOD) -> None:
        link = self.entrance.enroll(name)
        assert self.entrance.spend_link(link.secret, password) == name

    def into(self, name: str, password: Whisper = GOOD, code: Whisper | None = None, address: str = AT) -> Entered:
        return self.entrance.enter(name, password, code, address=address)

    def with_factor(self, name: str) -> tuple[FactorSecret, tuple[Whisper, ...]]:
        """Somebody enrols, and a second factor with them; its next step is fresh."""
        self.enrolled(name)
        entered = self.into(name)
        proposed = self.entrance.propose_factor(entered.visitor, GOOD)
        codes = self.entrance.confirm_factor(entered.token, self.code(proposed.secret))
        self.time.pass_(MINUTE)
        return proposed.secret, codes

    def code(self, secret: FactorSecret, steps: int = 0) -> Whisper:
        return Whisper(secret.code(step_at(self.time.now) + steps))


def refusal(act: Callable[[], object]) -> str:
    """The code of the refusal; none if it was none."""
    try:
        act()
    except Refused as refused:
        return refused.code
    return ""


def kept_token(visits: VisitTables, token: str) -> KeptToken:
    """What taking it back would give, while it is still there."""
    return next(one for one in visits.tokens() if one.id == token)
