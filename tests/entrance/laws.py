"""What must hold at every entrance, each as a function that fails if it does not: also run on planted mistakes."""

from collections.abc import Callable
from contextlib import closing

from puntobanco.app.auth import Kind, Scope, Whisper
from puntobanco.store import Store
from tests.entrance.door import GOOD, HOUR, MINUTE, OTHER, SECOND, WRONG, Door, refusal

TABLES = ("people", "factors", "recovery_codes", "links", "sessions", "tokens")


def a_code_is_taken_once(door: Door) -> None:
    secret, recovery = door.with_factor("ann")
    code = door.code(secret)
    token = door.into("ann", code=code).token
    assert refusal(lambda: door.into("ann", code=code)) == "not_entered"
    assert refusal(lambda: door.entrance.give_code(token, code)) == "wrong_code"
    door.start_again()
    assert refusal(lambda: door.into("ann", code=code)) == "not_entered"
    before = door.code(secret, -1)
    assert refusal(lambda: door.into("ann", code=before)) == "not_entered"
    assert door.into("ann", code=door.code(secret, 1)).visitor.factor_at == door.time.now
    assert door.into("ann", code=recovery[3]).visitor.factor_at == door.time.now
    assert refusal(lambda: door.into("ann", code=recovery[3])) == "not_entered"


def a_link_is_spent_once(door: Door) -> None:
    link = door.entrance.enroll("ann")
    assert refusal(lambda: door.entrance.spend_link(link.secret, Whisper("short"))) == "password_short"
    assert door.entrance.spend_link(link.secret, GOOD) == "ann"
    assert refusal(lambda: door.entrance.spend_link(link.secret, OTHER)) == "link_spent"
    door.start_again()
    assert refusal(lambda: door.entrance.spend_link(link.secret, OTHER)) == "link_spent"
    assert refusal(lambda: door.into("ann", OTHER)) == "not_entered"
    assert door.into("ann").visitor.person == "ann"


def nothing_is_stored_in_plain(door: Door) -> None:
    secret, recovery = door.with_factor("ann")
    link = door.entrance.enroll("bob")
    held = [
        GOOD,
        door.into("ann", code=door.code(secret)).token,
        door.entrance.new_token("ann", "script", [Scope.PLAY]).secret,
        door.entrance.new_device("wall", ["1"]).secret,
        link.secret,
        Whisper(secret.text()),
        *recovery,
        *(Whisper(one.text().replace("-", "")) for one in recovery),
    ]
    stored = everything(door.store)
    assert len(stored) > 500
    for one in (*(each.encoded() for each in held), secret.raw(), *(each.encoded()[4:] for each in held)):
        assert one not in stored


def everything(store: Store) -> bytes:
    """Every value of every table of people, as its bytes."""
    # every store of the tests has it
    rows = [store._rows(f"SELECT * FROM {table}", ()) for table in TABLES]  # type: ignore[attr-defined]
    values = [value for table in rows for row in table for value in row]
    return b"\n".join(one if isinstance(one, bytes) else str(one).encode() for one in values)


def nobody_learns_who_exists(door: Door) -> None:
    """The same answer and the same work, whatever is wrong."""
    secret, _ = door.with_factor("ann")
    door.enrolled("closed")
    door.entrance.close_account("closed")
    door.entrance.enroll("without password")
    attempts: dict[str, tuple[str, Whisper, Whisper | None]] = {
        "wrong password": ("ann", WRONG, None),
        "wrong password, right code": ("ann", WRONG, door.code(secret)),
        "wrong code": ("ann", GOOD, Whisper("000000" if door.code(secret).text() != "000000" else "000001")),
        "wrong recovery code": ("ann", GOOD, Whisper("AAAA-BBBB-CCCC-DDDD")),
        "unknown": ("nobody", GOOD, None),
        "no name at all": ("\0", GOOD, None),
        "endless name": ("x" * 10_000, GOOD, None),
        "endless password": ("ann", Whisper("x" * 100_000), None),
        "closed": ("closed", GOOD, None),
        "no password yet": ("without password", GOOD, None),
    }
    answers, work = dict[str, str](), dict[str, tuple[str, ...]]()
    for what, (name, password, code) in attempts.items():
        door.passwords.compared.clear()
        try:
            door.into(name, password, code, address=f"192.0.2.{len(answers)}")
        except Exception as error:  # noqa: BLE001 - any difference is told
            answers[what] = f"{error} {error.args}"
        work[what] = tuple(door.passwords.compared)
    assert set(answers) == set(attempts)
    assert len(set(answers.values())) == 1, answers
    assert len(set(work.values())) == 1, work
    assert all(len(one) == 1 for one in work.values())


def a_session_ends_in_time(door: Door) -> None:
    door.staff = {"sue"}
    for person, idle, whole in (("ann", 30 * MINUTE, 24 * HOUR), ("sue", 15 * MINUTE, 12 * HOUR)):
        door.enrolled(person)
        token = door.into(person).token
        door.time.pass_(idle - 1)
        assert is_in(door, token, active=False)
        door.time.pass_(1)
        assert not is_in(door, token)
        token = door.into(person).token
        began = door.time.now
        while door.time.now + idle - MINUTE < began + whole:
            door.time.pass_(idle - MINUTE)
            assert is_in(door, token)
        door.time.pass_(began + whole - 1 - door.time.now)
        assert is_in(door, token)
        door.time.pass_(1)
        assert not is_in(door, token)
        door.start_again()
        assert not is_in(door, token)


def is_in(door: Door, token: Whisper, *, active: bool = True) -> bool:
    return door.entrance.who(token, active=active) is not None


def an_open_stream_is_no_activity(door: Door) -> None:
    door.enrolled("ann")
    entered = door.into("ann")
    for _ in range(29):
        door.time.pass_(MINUTE)
        assert is_in(door, entered.token, active=False)
        assert door.entrance.lasting([entered.visitor]) == {entered.visitor.id}
    door.time.pass_(MINUTE)
    assert door.entrance.lasting([entered.visitor]) == set()
    assert not is_in(door, entered.token)


def logging_out_everywhere_leaves_none(door: Door) -> None:
    door.enrolled("ann")
    door.enrolled("bob")
    tokens = [door.into("ann").token for _ in range(5)]
    bobs = door.into("bob").token
    assert door.entrance.leave_everywhere("Ann") == 5
    assert [one for one in tokens if is_in(door, one)] == []
    assert is_in(door, bobs)


def a_new_password_ends_what_was_open(door: Door) -> None:
    door.enrolled("ann")
    tokens = [door.into("ann").token for _ in range(3)]
    visitor = door.entrance.who(tokens[0])
    assert visitor is not None
    link = door.entrance.enroll("ann")
    door.entrance.change_password(visitor, GOOD, OTHER)
    assert [one for one in tokens if is_in(door, one)] == []
    assert refusal(lambda: door.entrance.spend_link(link.secret, GOOD)) == "link_spent"
    assert refusal(lambda: door.into("ann")) == "not_entered"
    assert is_in(door, door.into("ann", OTHER).token)


def a_closed_account_opens_nothing(door: Door) -> None:
    door.enrolled("ann")
    held = [door.into("ann").token, door.entrance.new_token("ann", "script", [Scope.READ]).secret]
    link = door.entrance.enroll("ann")
    assert all(is_in(door, one) for one in held)
    door.entrance.close_account("ann")
    assert not any(is_in(door, one) for one in held)
    assert refusal(lambda: door.into("ann")) == "not_entered"
    assert refusal(lambda: door.entrance.spend_link(link.secret, OTHER)) == "link_spent"
    assert refusal(lambda: door.entrance.enroll("ann")) == "account_closed"
    door.entrance.close_account("ann", closed=False)
    assert not any(is_in(door, one) for one in held)
    assert door.into("ann").visitor.person == "ann"


def a_clock_that_jumps_back_lets_nobody_in(door: Door) -> None:
    """Whoever was in logs in again; codes that were taken stay taken, links of the future are none."""
    secret, _ = door.with_factor("ann")
    code = door.code(secret)
    entered = door.into("ann", code=code)
    held = [entered.token, door.entrance.new_token("ann", "script", [Scope.READ]).secret]
    link = door.entrance.enroll("bob")
    door.time.now -= 30 * SECOND
    assert all(is_in(door, one) for one in held)
    door.time.now -= HOUR
    visitor = entered.visitor
    assert not visitor.is_fresh(door.time.now)
    assert not any(is_in(door, one) for one in held)
    assert refusal(lambda: door.entrance.spend_link(link.secret, GOOD)) == "link_spent"
    assert refusal(lambda: door.into("ann", code=door.code(secret))) == "not_entered"
    door.time.now += HOUR + 30 * SECOND
    assert refusal(lambda: door.into("ann", code=code)) == "not_entered"


def a_guesser_waits(door: Door) -> None:
    secret, _ = door.with_factor("ann")
    for password, code in ((WRONG, None), (GOOD, Whisper("12345x"))):
        tried = [refusal(lambda: door.into("ann", password, code, address="192.0.2.66")) for _ in range(20)]  # noqa: B023
        assert tried == ["not_entered"] * 5 + ["slowed"] * 15
        door.time.pass_(2 * HOUR)
    assert door.into("ann", code=door.code(secret)).visitor.person == "ann"


def a_device_only_looks(door: Door) -> None:
    device = door.entrance.new_device("wall", ["2", "1"])
    seen = door.entrance.who(device.secret)
    assert seen is not None
    assert (seen.person, seen.kind, seen.tables, seen.scopes) == (
        "wall",
        Kind.DEVICE,
        ("1", "2"),
        frozenset({Scope.READ}),
    )
    assert (seen.is_staff, seen.factor_at) == (False, None)
    assert not seen.may(Scope.PLAY)
    assert door.entrance.lasting([seen]) == {device.id}
    assert refusal(lambda: door.entrance.sessions_of(seen)) == "session_needed"
    assert door.entrance.take_back(device.id)
    assert door.entrance.who(device.secret) is None
    assert door.entrance.lasting([seen]) == set()


def ended_for_every_process(door: Door) -> None:
    """What one process ends, has ended for the others: they ask the database every time."""
    door.enrolled("ann")
    entered = door.into("ann")
    if not door.store.is_shared:
        return
    other = Door(door.house, door.keys)
    with closing(other):
        assert other.entrance.who(entered.token) is not None
        assert other.entrance.lasting([entered.visitor]) == {entered.visitor.id}
        assert door.entrance.leave(entered.visitor)
        assert other.entrance.lasting([entered.visitor]) == set()
        assert other.entrance.who(entered.token) is None


LAWS: dict[str, Callable[[Door], None]] = {
    law.__name__: law
    for law in (
        a_code_is_taken_once,
        a_link_is_spent_once,
        nothing_is_stored_in_plain,
        nobody_learns_who_exists,
        a_session_ends_in_time,
        an_open_stream_is_no_activity,
        logging_out_everywhere_leaves_none,
        a_new_password_ends_what_was_open,
        a_closed_account_opens_nothing,
        a_clock_that_jumps_back_lets_nobody_in,
        a_guesser_waits,
        a_device_only_looks,
        ended_for_every_process,
    )
}
