"""Tokens that are stolen, expired, taken back, of another house, of chance or forged: none of ten thousand opens."""

import base64
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from puntobanco.app.auth import Entrance, Scope, Whisper
from puntobanco.app.auth.sessions import Limits
from puntobanco.errors import Unreadable
from puntobanco.store.session_tables import VisitTables
from tests.entrance.door import HOUR, MINUTE, OTHER, Door, refusal
from tests.store.houses import SqliteHouse

TRIED = 10_000
EACH = 40


def no_good(door: Door) -> dict[str, list[Whisper]]:
    """Those that once opened something, and what can be made of those that do."""
    door.enrolled("ann")
    door.enrolled("bob")
    door.enrolled("eve")
    entrance = door.entrance
    gone = [door.into("ann").token for _ in range(15)]
    entrance.leave_everywhere("ann")
    stolen = [door.into("eve").token for _ in range(15)]
    visitor = entrance.who(stolen[0])
    assert visitor is not None
    entrance.change_password(visitor, Whisper("seven teapots sing at dusk"), OTHER)
    old = [door.into("bob").token for _ in range(15)]
    short = [entrance.new_token("bob", f"short {n}", [Scope.PLAY], days=1).secret for n in range(EACH)]
    door.time.pass_(25 * HOUR)
    taken = [entrance.new_token("bob", f"taken {n}", [Scope.PLAY]) for n in range(EACH)]
    walls = [entrance.new_device(f"wall {n}", ["1"]) for n in range(EACH)]
    assert all(entrance.take_back(one.id) for one in (*taken, *walls))
    links = [entrance.enroll(f"guest {n}").secret for n in range(EACH)]
    return {
        "logged out": gone,
        "of an old password": stolen,
        "expired": [*old, *short],
        "taken back": [one.secret for one in (*taken, *walls)],
        "links": links,
    }


def good(door: Door) -> list[Whisper]:
    entrance = door.entrance
    tokens = [door.into("ann").token, entrance.new_token("ann", "script", [Scope.READ]).secret]
    return [*tokens, entrance.new_device("wall", ["1"]).secret]


def forged(door: Door, living: list[Whisper], seed: int) -> Iterator[Whisper]:
    """From what somebody could know: prefixes, ids, hashes, tokens with a letter changed."""
    chance = random.Random(seed)
    ids = [visitor.id for one in living if (visitor := door.entrance.who(one)) is not None]
    while True:
        prefix = chance.choice(("pbs_", "pbt_", "pbd_"))
        yield Whisper(prefix + secrets.token_urlsafe(32))
        yield Whisper(chance.choice(ids))
        yield Whisper(prefix + chance.choice(ids))
        text = chance.choice(living).text()
        yield Whisper(prefix + base64.urlsafe_b64encode(Whisper(text).digest()).decode().rstrip("="))
        yield Whisper(text.swapcase())
        yield Whisper(text[: chance.randrange(len(text))])
        yield Whisper(text + chance.choice(" =Aa\n\0\ud800"))
        place = chance.randrange(4, len(text))
        yield Whisper(text[:place] + chance.choice("ABCxyz-_*'%?") + text[place + 1 :])
        yield Whisper("".join(chance.choice("pbstd_' OR 1=1--\0%_*ÿ") for _ in range(chance.randrange(80))))
        yield Whisper(chance.choice(("pbs_", "pbt_", "pbd_")) + text[4:])


def opened(door: Door) -> list[str]:
    """What of all these was let in."""
    gone = no_good(door)
    living = good(door)
    theirs = {one.text() for one in living}
    found = [what for what, tokens in gone.items() for one in tokens if door.entrance.who(one) is not None]
    count = sum(map(len, gone.values()))
    for one in forged(door, living, seed=15):
        if one.text() in theirs:
            continue
        found += ["forged"] if door.entrance.who(one) is not None else []
        count += 1
        if count == TRIED:
            break
    assert all(door.entrance.who(one) is not None for one in living)
    return found


def test_none_of_ten_thousand_opens(door: Door) -> None:
    assert opened(door) == []


def by_id_as_well(patch: pytest.MonkeyPatch) -> None:
    session = VisitTables.session

    def found(self: VisitTables, hash_: bytes) -> object:
        rows = self._rows("SELECT hash FROM sessions WHERE hash = ? OR hash <> ?", (hash_, hash_))
        return session(self, rows[0][0]) if rows else None

    patch.setattr(VisitTables, "session", found)


def for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Limits, "hold", lambda *_: True)
    patch.setattr(VisitTables, "sweep", lambda *_: None)


def tokens_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("puntobanco.app.auth.tokens.holds", lambda *_: True)
    patch.setattr(VisitTables, "sweep", lambda *_: None)


def only_what_begins_right(patch: pytest.MonkeyPatch) -> None:
    digest = Whisper.digest
    patch.setattr(Whisper, "digest", lambda self, *around: digest(Whisper(self.text().strip()[:40]), *around))


def remembered(patch: pytest.MonkeyPatch) -> None:
    """A cache that outlives what it is of."""
    who, known = Entrance.who, dict[str, object]()

    def found(self: Entrance, token: Whisper, *, active: bool = True) -> object:
        seen = known.get(token.text()) or who(self, token, active=active)
        known[token.text()] = seen
        return seen

    patch.setattr(Entrance, "who", found)


@pytest.mark.parametrize("plant", [by_id_as_well, for_ever, tokens_for_ever, only_what_begins_right, remembered])
def test_a_planted_mistake_opens(
    plant: Callable[[pytest.MonkeyPatch], None], sqlite_door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert opened(sqlite_door) != []


def test_a_token_of_one_house_is_none_in_another(door: Door, empty_file: Path, tmp_path: Path) -> None:
    elsewhere = Door(SqliteHouse(Path(copy(empty_file, tmp_path / "elsewhere.db"))), door.keys)
    for each in (door, elsewhere):
        each.enrolled("ann")
    with closing(elsewhere):
        assert elsewhere.entrance.who(door.into("ann").token) is None
        assert door.entrance.who(elsewhere.into("ann").token) is None


def test_a_token_stands_for_its_own_person(door: Door) -> None:
    for name in ("ann", "bob"):
        door.enrolled(name)
        token = door.entrance.new_token(name, "script", [Scope.READ, Scope.PLAY])
        for held in (token.secret, door.into(name).token):
            found = door.entrance.who(held)
            assert found is not None
            assert found.person == name
        visitor = door.entrance.who(token.secret)
        assert visitor is not None
        assert (visitor.scopes, visitor.factor_at) == (frozenset({Scope.READ, Scope.PLAY}), None)
        assert not visitor.may(Scope.WORK)


def test_nobody_ends_the_session_of_another(door: Door) -> None:
    door.enrolled("ann")
    door.enrolled("bob")
    anns, bobs = door.into("ann"), door.into("bob")
    assert not door.entrance.leave(bobs.visitor, anns.visitor.id)
    assert [one.id for one in door.entrance.sessions_of(anns.visitor)] == [anns.visitor.id]
    assert door.entrance.leave(anns.visitor, anns.visitor.id)
    assert door.entrance.who(anns.token) is None


def test_own_sessions_are_listed_and_the_oldest_of_too_many_go(door: Door) -> None:
    door.enrolled("ann")
    entered = []
    for _ in range(23):
        door.time.pass_(1)
        entered.append(door.into("ann", address="2001:db8::1"))
    listed = door.entrance.sessions_of(entered[-1].visitor)
    assert [one.id for one in listed] == [one.visitor.id for one in entered[3:]]
    assert [one.is_this for one in listed] == [False] * 19 + [True]
    assert {one.address for one in listed} == {"2001:db8::/64"}


def test_activity_is_written_once_a_minute(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    door.enrolled("ann")
    token, noted = door.into("ann").token, list[int]()
    note = VisitTables.note

    def counted(self: VisitTables, hash_: bytes, seen: int) -> None:
        noted.append(seen)
        note(self, hash_, seen)

    monkeypatch.setattr(VisitTables, "note", counted)
    for _ in range(60):
        door.time.pass_(MINUTE // 20)
        door.entrance.who(token)
    assert len(noted) == 3


def test_names_are_one_whatever_their_letters(door: Door) -> None:
    door.enrolled("Ann Ärmel")
    for written in ("ann ärmel", "ANN ÄRMEL", " Ann Ärmel ", "Ann Ärmel", "Ａnn ärmel"):
        assert door.into(written).visitor.person == "Ann Ärmel"
    link = door.entrance.enroll("ANN ärmel")
    assert link.person == "Ann Ärmel"
    for name in ("", "  ", "a\nb", "x" * 65, "cage/ann"):
        with pytest.raises(Unreadable):
            door.entrance.enroll(name)


def test_links_expire_and_the_newest_counts(door: Door) -> None:
    first, second = door.entrance.enroll("ann", hours=1), door.entrance.enroll("ann", hours=1)
    fine = Whisper("seven teapots sing at dusk")
    assert refusal(lambda: door.entrance.spend_link(first.secret, fine)) == "link_spent"
    assert second.address("https://casino.example/").text() == f"https://casino.example/enrol#{second.secret.text()}"
    door.time.pass_(HOUR - 1)
    assert refusal(lambda: door.entrance.enter_by_link(second.secret)) == "link_spent"
    door.time.pass_(1)
    assert refusal(lambda: door.entrance.spend_link(second.secret, fine)) == "link_spent"


def test_tokens_are_of_chance_alone() -> None:
    from puntobanco.app.randomness import repeatable

    with pytest.raises(ValueError, match="no practice"):
        # it is refused before anything else is looked at
        Entrance(None, keys=None, house="x", is_staff=bool, chance=repeatable(1))  # type: ignore[arg-type]


def test_two_hundred_streams_are_looked_at_in_three_questions(door: Door) -> None:
    door.enrolled("ann")
    kept = [door.entrance._sessions.new("ann", "", proved=False)[1] for _ in range(230)]
    with door.store._transaction() as connection:  # type: ignore[attr-defined]  # every store of the tests has it
        for one in kept:
            values = (one.hash, one.id, one.person, one.began, one.seen, one.factor, one.address)
            connection.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    ids = [one.id for one in kept]
    assert door.entrance._sessions.lasting([*ids, "another"]) == set(ids)
    door.store.visits.end("ann", ids[7])
    assert door.entrance._sessions.lasting(ids) == {*ids} - {ids[7]}


def test_it_all_stays_when_the_process_starts_again(door: Door) -> None:
    secret, recovery = door.with_factor("ann")
    held = [door.into("ann", code=door.code(secret)).token, *good_without_log_in(door)]
    door.start_again()
    assert all(door.entrance.who(one) is not None for one in held)
    assert door.into("ann", code=recovery[0]).visitor.person == "ann"


def good_without_log_in(door: Door) -> list[Whisper]:
    return [door.entrance.new_token("ann", "script", [Scope.READ]).secret, door.entrance.new_device("w", ["1"]).secret]
