"""The one door of a house: whoever comes in is proved here, and whatever they show later is looked at here.

Nothing of it is a record by itself. What `enter` and the others give back says who it was: the caller writes it down.
"""

import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic

from puntobanco.app.auth import second_factor
from puntobanco.app.auth.invitations import USUAL_HOURS, LinkKind, Links, NewLink, SeenLink, spent
from puntobanco.app.auth.login_list import HeldToken, WhoMayEnter, everybody_in, held_by
from puntobanco.app.auth.passwords import Passwords, require_fit
from puntobanco.app.auth.person_names import NOBODY, key_of, new_name
from puntobanco.app.auth.principal import MINUTES_FRESH, Kind, Scope, Visitor
from puntobanco.app.auth.second_factor import FactorSecret, ProposedFactor
from puntobanco.app.auth.secret_text import LONGEST_TOKEN, Whisper
from puntobanco.app.auth.sessions import PREFIX as SESSION
from puntobanco.app.auth.sessions import OpenSession, Sessions
from puntobanco.app.auth.throttle import Slowing
from puntobanco.app.auth.tokens import PREFIXES, Device, NewToken, Tokens
from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.private_files import KeyFault
from puntobanco.app.randomness import SYSTEM, Chance
from puntobanco.errors import Refused
from puntobanco.store import Account, Factor, KeptSession, Proof, SpentCode, SpentStep, Store

_LOG = logging.getLogger(__name__)


class How(StrEnum):
    """What somebody came in by."""

    PASSWORD = "password"
    CODE = "password_and_code"
    RECOVERY_CODE = "password_and_recovery_code"
    LINK = "link"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """Somebody is in. That is a record of the house, without the token."""

    token: Whisper
    """Theirs alone: it is shown to nobody else and kept nowhere."""
    visitor: Visitor
    how: How
    address: str


class WrongFactor(Refused):
    """Somebody knew the password and not the code: a record of the house. Whoever tried is told what everybody is."""

    def __init__(self, person: str) -> None:
        super().__init__(*_not_entered().args)
        self.person = person


class Entrance:
    """Every call may block, for a database or for a hash: it is made from a thread of its own."""

    def __init__(
        self,
        store: Store,
        *,
        keys: KeyFile,
        house: str,
        is_staff: Callable[[str], bool],
        asks_staff: bool = True,
        clock: Clock = utc_now,
        chance: Chance = SYSTEM,
        passwords: Passwords | None = None,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        """`house` is its name; `is_staff` is asked whenever a token is shown; `asks_staff` is whether staff needs a
        second factor."""
        if chance.practice:
            raise ValueError("whoever knows the seed knows every token: an entrance has no practice")
        self._store, self._keys, self._house, self._clock = store, keys, house, clock
        self._bits, self._is_staff, self._asks_staff = chance.secret, is_staff, asks_staff
        self._passwords = Passwords() if passwords is None else passwords
        self._slowing = Slowing(seconds)
        self._sessions = Sessions(store, is_staff=is_staff, asks_staff=asks_staff, clock=clock, bits=self._bits)
        self._links = Links(store, clock=clock, bits=self._bits)
        self._tokens = Tokens(store, is_staff=is_staff, clock=clock, bits=self._bits)
        self._passwords.nobodys  # noqa: B018 - made now, so that the first wrong name takes no longer than others

    # Enrolled

    def enroll(self, name: str, *, kind: LinkKind = LinkKind.ENROL, hours: int = USUAL_HOURS) -> NewLink:
        """A link for somebody new, or for whoever has lost password or second factor."""
        known = self._store.people.account(key_of(name))
        if known is not None and known.closed:
            raise Refused("account_closed", "entrance", f"the account of {known.name} is closed: open it first")
        if known is None:
            known = Account(key_of(name), new_name(name))
        return self._links.new(known, kind, hours)

    def look_at_link(self, secret: Whisper) -> SeenLink:
        """Whose link it is and what for; that spends nothing."""
        link = self._links.find(secret)
        return SeenLink(person=self._known(link.person).name, kind=LinkKind(link.kind), ends=link.ends)

    def spend_link(self, secret: Whisper, password: Whisper) -> str:
        """Set the password by an enrolment link; gives whose it is. A password that is refused spends nothing."""
        link = self._links.find(secret, LinkKind.ENROL)
        account = self._known(link.person)
        require_fit(password, account.name, self._house)
        if not self._store.people.spend_to_enrol(link, self._passwords.hashed(password), self._clock()):
            raise spent()
        return account.name

    def enter_by_link(self, secret: Whisper, *, address: str = "") -> Entered:
        link = self._links.find(secret, LinkKind.ENTER)
        account = self._known(link.person)
        token, session = self._sessions.new(account.key, address, proved=False)
        if not self._store.people.spend_to_enter(link, session):
            raise spent()
        return self._entered(token, session, account, How.LINK)

    # In and out

    def enter(self, name: str, password: Whisper, code: Whisper | None = None, *, address: str = "") -> Entered:
        """A session. `Refused` with `not_entered` whatever is wrong, with `code_needed` if only the code is missing;
        `Slowed` if too much failed before."""
        key = key_of(name)
        self._slowing.begin(key, address)
        account, factor = self._store.people.account(key), self._store.people.factor(key)
        hashed = "" if account is None or account.closed else account.password
        if not self._passwords.is_right(hashed, password) or account is None:
            raise _not_entered()
        if factor is not None and code is None:
            self._slowing.no_failure(key, address)
            raise Refused("code_needed", "entrance", "give the code of your second factor, too")
        proof = None if factor is None or code is None else self._proof(factor, code)
        token, session = self._sessions.new(key, address, proved=proof is not None)
        if not self._store.people.enter(session, hashed, proof):
            raise _not_entered() if factor is None else WrongFactor(account.name)
        self._slowing.succeeded(key, address)
        self._rehash(account, password)
        return self._entered(token, session, account, _how(proof))

    def who(self, token: Whisper, *, active: bool = True) -> Visitor | None:
        """Whom a token stands for now, if for anybody. An open stream is no activity."""
        if len(token) > LONGEST_TOKEN:
            return None
        if token.text().startswith(SESSION):
            return self._sessions.who(token, active=active)
        return self._tokens.who(token) if token.text().startswith(tuple(PREFIXES.values())) else None

    def lasting(self, visitors: Collection[Visitor]) -> set[str]:
        """The ids of those who are still welcome, in two questions for any number: asked once in half a second, it ends
        every open stream in time."""
        sessions = [one.id for one in visitors if one.kind is Kind.SESSION]
        others = [one.id for one in visitors if one.kind is not Kind.SESSION]
        return self._sessions.lasting(sessions) | self._tokens.lasting(others)

    def leave(self, visitor: Visitor, session: str | None = None) -> bool:
        """Log out, here or by the id of another session of the same person."""
        return self._store.visits.end(key_of(visitor.person), visitor.id if session is None else session)

    def leave_everywhere(self, person: str) -> int:
        """How many sessions have ended; programs keep their tokens."""
        return self._store.visits.end_all(key_of(person))

    def sessions_of(self, visitor: Visitor) -> tuple[OpenSession, ...]:
        """Their own, the oldest first."""
        _require_session(visitor)
        return self._sessions.open_ones(key_of(visitor.person), visitor.id)

    # Passwords and second factors

    def change_password(self, visitor: Visitor, before: Whisper, after: Whisper, *, address: str = "") -> None:
        """All sessions end, this one, too."""
        account = self._proved(visitor, before, address)
        require_fit(after, account.name, self._house)
        hashed = self._passwords.hashed(after)
        if not self._store.people.change_password(account.key, account.password, hashed, self._clock()):
            raise _wrong_password()

    def propose_factor(self, visitor: Visitor, password: Whisper, *, address: str = "") -> ProposedFactor:
        """A new secret; it is asked for once `confirm_factor` had a code of it. Who has one already gives it first."""
        account = self._proved(visitor, password, address)
        if self._store.people.factor(account.key) is not None:
            self.require_fresh(visitor)
        secret = FactorSecret(self._bits()[: second_factor.SECRET_BYTES])
        self._store.people.propose_factor(second_factor.sealed(self._keys, account.key, secret))
        return ProposedFactor(secret=secret, address=secret.address(account.name, self._house))

    def confirm_factor(self, token: Whisper, code: Whisper) -> tuple[Whisper, ...]:
        """Take the proposed one into use; gives recovery codes, which are shown once."""
        visitor = self._in_session(token)
        key = key_of(visitor.person)
        factor = self._store.people.factor(key, pending=True)
        self._slowing.begin(key, "")
        proof = None if factor is None else self._proof(factor, code)
        codes = second_factor.new_recovery_codes(self._bits)
        hashes = [second_factor.recovery_hash(key, one) for one in codes]
        if factor is None or not isinstance(proof, SpentStep):
            raise _wrong_code()
        if not self._store.people.take_factor_into_use(factor, token.digest(), proof.step, hashes, self._clock()):
            raise _wrong_code()
        self._slowing.succeeded(key, "")
        return codes

    def give_code(self, token: Whisper, code: Whisper, *, address: str = "") -> Visitor:
        """A second factor again, in a session that goes on: its visitor is fresh now."""
        visitor = self._in_session(token)
        key = key_of(visitor.person)
        self._slowing.begin(key, address)
        factor = self._store.people.factor(key)
        proof = None if factor is None else self._proof(factor, code)
        if proof is None or not self._store.people.prove_again(key, token.digest(), proof, self._clock()):
            raise _wrong_code()
        self._slowing.succeeded(key, address)
        return self._in_session(token)

    def require_fresh(self, visitor: Visitor, minutes: int = MINUTES_FRESH) -> None:
        """For approvals, grants and whatever else is worth a second look."""
        if not visitor.is_fresh(self._clock(), minutes):
            raise Refused("code_needed", "entrance", "give the code of your second factor again, then repeat this")

    def require_proved(self, visitor: Visitor) -> None:
        """The same for what staff does, in a house where staff has a second factor."""
        if self._asks_staff:
            _require_session(visitor)
            self.require_fresh(visitor)

    # Programs and devices

    def new_own_token(
        self, visitor: Visitor, password: Whisper, name: str, scopes: Iterable[Scope], *, days: int, address: str = ""
    ) -> NewToken:
        """What outlives a session takes the password, and of staff a fresh code."""
        if visitor.is_staff:
            self.require_proved(visitor)
        account = self._proved(visitor, password, address)
        self._tokens.require_room(account.key)
        return self._tokens.new(account.key, name, scopes, days)

    def tokens_of(self, visitor: Visitor) -> tuple[HeldToken, ...]:
        """Their own, the oldest first."""
        _require_session(visitor)
        return held_by(self._store, key_of(visitor.person))

    def new_token(self, person: str, name: str, scopes: Iterable[Scope], *, days: int = 90) -> NewToken:
        return self._tokens.new(self._known(key_of(person)).key, name, scopes, days)

    def new_device(self, name: str, tables: Iterable[str], *, days: int = 366) -> NewToken:
        return self._tokens.new_device(name, tables, days)

    def device(self, secret: Whisper) -> Device:
        """The screen whose token this is; whether it ever was one's, or is somebody else's, is not told."""
        found = self._tokens.device(secret)
        if found is None:
            raise spent()
        return found

    def take_back(self, token: str, *, of: Visitor | None = None) -> str | None:
        """By its id, at once and everywhere; `of` somebody, if it is theirs. Gives whose it was, or which screen's."""
        kept = self._store.visits.take_back(token, None if of is None else key_of(of.person))
        if kept is None:
            return None
        return kept.name if kept.kind == Kind.DEVICE else self._known(kept.person).name

    # Accounts

    def everybody(self) -> WhoMayEnter:
        return everybody_in(self._store)

    def name_of(self, person: str) -> str:
        """Of somebody who is enrolled, as the log has it."""
        found = self._store.people.account(key_of(person))
        if found is None:
            raise _unknown(person)
        return found.name

    def close_account(self, person: str, *, closed: bool = True) -> str:
        """Nobody enters, and whatever was given out is worth nothing; opened again, it needs new tokens. Gives whose
        it is."""
        name = self.name_of(person)
        self._store.people.close_account(key_of(person), closed=closed)
        return name

    # Inside

    def _known(self, key: str) -> Account:
        account = self._store.people.account(key)
        if account is None or account.closed or key == NOBODY:
            raise _unknown(key)
        return account

    def _in_session(self, token: Whisper) -> Visitor:
        visitor = self.who(token)
        if visitor is None:
            raise Refused("not_entered", "entrance", "nobody is in by this token: log in again")
        _require_session(visitor)
        return visitor

    def _proved(self, visitor: Visitor, password: Whisper, address: str) -> Account:
        """Whoever sits at an open screen is not its owner yet."""
        _require_session(visitor)
        account = self._known(key_of(visitor.person))
        self._slowing.begin(account.key, address)
        if not self._passwords.is_right(account.password, password):
            raise _wrong_password()
        self._slowing.succeeded(account.key, address)
        return account

    def _proof(self, factor: Factor, code: Whisper) -> Proof | None:
        try:
            return second_factor.proof_of(self._keys, factor, code, self._clock())
        except KeyFault as fault:
            _LOG.error("%s", fault)
            return None

    def _rehash(self, account: Account, password: Whisper) -> None:
        if self._passwords.is_outdated(account.password):
            self._store.people.rehash(account.key, account.password, self._passwords.hashed(password))

    def _entered(self, token: Whisper, session: KeptSession, account: Account, how: How) -> Entered:
        self._sessions.make_room(account.key)
        visitor = self._sessions.visitor(session, account.name, is_staff=self._is_staff(account.name))
        return Entered(token=token, visitor=visitor, how=how, address=session.address)


def _how(proof: Proof | None) -> How:
    if proof is None:
        return How.PASSWORD
    return How.RECOVERY_CODE if isinstance(proof, SpentCode) else How.CODE


def _not_entered() -> Refused:
    return Refused("not_entered", "entrance", "name, password or code is wrong: try again")


def _wrong_password() -> Refused:
    return Refused("wrong_password", "entrance", "this is not your password: try again")


def _wrong_code() -> Refused:
    return Refused("wrong_code", "entrance", "this code is wrong, or was used already: wait for the next one")


def _unknown(name: str) -> Refused:
    return Refused("unknown_person", "entrance", f"nobody is enrolled as {name}: enrol them first")


def _require_session(visitor: Visitor) -> None:
    if visitor.kind is not Kind.SESSION:
        raise Refused("session_needed", "entrance", "a program or a device cannot do this: log in as a person")
