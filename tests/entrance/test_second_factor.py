"""Codes by the vectors of RFC 6238 and RFC 4226; when they are asked for, and for how long they are fresh."""

from pathlib import Path

import pytest

from puntobanco.app.auth import Scope, Whisper
from puntobanco.app.auth.second_factor import FactorSecret, new_recovery_codes, recovery_hash, step_of
from puntobanco.app.house.key_file import KeyFile
from puntobanco.errors import Refused
from tests.entrance.door import AT, GOOD, HOUSE, MINUTE, OTHER, SECOND, WRONG, Door, refusal

OF_THE_RFC = FactorSecret(b"12345678901234567890")
# RFC 6238, appendix B, SHA-1: its eight digits end in our six.
AT_SECONDS = {
    59: "287082",
    1111111109: "081804",
    1111111111: "050471",
    1234567890: "005924",
    2000000000: "279037",
    20000000000: "353130",
}
# RFC 4226, appendix D.
COUNTED = ("755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489")


@pytest.mark.parametrize(("second", "code"), AT_SECONDS.items())
def test_the_codes_of_the_rfc(second: int, code: str) -> None:
    assert OF_THE_RFC.code(second // 30) == code
    assert step_of(OF_THE_RFC, Whisper(code), second * SECOND, -1) == second // 30


def test_the_counted_codes_of_the_older_rfc() -> None:
    assert tuple(OF_THE_RFC.code(step) for step in range(10)) == COUNTED


@pytest.mark.parametrize(("steps", "taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_one_step_of_drift_is_allowed(steps: int, taken: bool) -> None:
    code = Whisper(OF_THE_RFC.code(1000 + steps))
    found = step_of(OF_THE_RFC, code, 1000 * 30 * SECOND, -1)
    assert found == (1000 + steps if taken else None)


def test_a_secret_as_telephones_read_it() -> None:
    assert OF_THE_RFC.text() == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert OF_THE_RFC.address("Ann Ä", "Casino North").text() == (
        "otpauth://totp/Casino%20North:Ann%20%C3%84?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Casino%20North"
    )
    assert "GEZD" not in repr(OF_THE_RFC)


def test_recovery_codes_are_read_as_people_write_them() -> None:
    codes = new_recovery_codes(lambda: bytes(range(32)))
    assert len(codes) == 10
    assert codes[0].text() == "AAAQ-EAYE-AUDA-OCAJ"
    for written in ("aaaq eaye auda ocaj", "AAAQEAYEAUDAOCAJ", "AAAQ-EAYE-AUDA-0CAJ"):
        assert recovery_hash("ann", Whisper(written)) == recovery_hash("ann", codes[0])
    assert recovery_hash("bob", codes[0]) != recovery_hash("ann", codes[0])


def test_a_code_is_asked_for_once_it_was_set_up(door: Door) -> None:
    door.enrolled("ann")
    entered = door.into("ann")
    first = door.entrance.propose_factor(entered.visitor, GOOD)
    assert door.into("ann").visitor.factor_at is None
    wrong = Whisper("1" * 6 if door.code(first.secret).text() != "1" * 6 else "2" * 6)
    assert refusal(lambda: door.entrance.confirm_factor(entered.token, wrong)) == "wrong_code"
    assert len(door.entrance.confirm_factor(entered.token, door.code(first.secret))) == 10
    assert refusal(lambda: door.into("ann")) == "code_needed"
    assert refusal(lambda: door.into("ann", WRONG)) == "not_entered"
    spent = door.code(first.secret)
    assert refusal(lambda: door.into("ann", code=spent)) == "not_entered"
    door.time.pass_(30 * SECOND)
    found = door.into(
        "ann", code=Whisper(f" {door.code(first.secret).text()[:3]} {door.code(first.secret).text()[3:]}")
    )
    assert found.how.value == "password_and_code"


def test_a_new_factor_needs_the_old_one_and_the_password(door: Door) -> None:
    secret, _ = door.with_factor("ann")
    entered = door.into("ann", code=door.code(secret))
    door.time.pass_(5 * MINUTE + 1)
    stale = door.entrance.who(entered.token)
    assert stale is not None
    assert refusal(lambda: door.entrance.propose_factor(stale, GOOD)) == "code_needed"
    fresh = door.entrance.give_code(entered.token, door.code(secret))
    assert refusal(lambda: door.entrance.propose_factor(fresh, WRONG)) == "wrong_password"
    second = door.entrance.propose_factor(fresh, GOOD)
    door.time.pass_(MINUTE)
    assert door.into("ann", code=door.code(secret)).visitor.person == "ann"
    door.entrance.confirm_factor(entered.token, door.code(second.secret))
    door.time.pass_(MINUTE)
    assert refusal(lambda: door.into("ann", code=door.code(secret))) == "not_entered"
    assert door.into("ann", code=door.code(second.secret)).visitor.person == "ann"


def test_it_is_fresh_for_five_minutes(door: Door) -> None:
    secret, _ = door.with_factor("ann")
    entered = door.into("ann", code=door.code(secret))
    door.entrance.require_fresh(entered.visitor)
    door.time.pass_(5 * MINUTE)
    door.entrance.require_fresh(entered.visitor)
    door.time.pass_(1)
    assert refusal(lambda: door.entrance.require_fresh(entered.visitor)) == "code_needed"
    again = door.entrance.give_code(entered.token, door.code(secret))
    door.entrance.require_fresh(again)
    assert again.factor_at == door.time.now


def test_staff_without_one_sets_one_up_first(door: Door) -> None:
    door.staff = {"sue"}
    door.enrolled("sue")
    door.enrolled("ann")
    assert door.into("ann").visitor.may(Scope.PLAY)
    entered = door.into("sue")
    assert (entered.visitor.lacks_factor, entered.visitor.may(Scope.WORK)) == (True, False)
    proposed = door.entrance.propose_factor(entered.visitor, GOOD)
    door.entrance.confirm_factor(entered.token, door.code(proposed.secret))
    now = door.entrance.who(entered.token)
    assert now is not None
    assert (now.lacks_factor, now.may(Scope.WORK), now.is_fresh(door.time.now)) == (False, True, True)


def test_who_becomes_staff_is_staff_at_once(door: Door) -> None:
    door.enrolled("ann")
    token = door.into("ann").token
    door.time.pass_(20 * MINUTE)
    assert door.entrance.who(token, active=False) is not None
    door.staff = {"ann"}
    assert door.entrance.who(token) is None


def test_a_link_forgets_the_factor_that_was_lost(door: Door) -> None:
    _, recovery = door.with_factor("ann")
    link = door.entrance.enroll("ann")
    door.entrance.spend_link(link.secret, OTHER)
    assert door.into("ann", OTHER).visitor.factor_at is None
    door.time.pass_(MINUTE)
    assert door.into("ann", OTHER, recovery[0]).visitor.factor_at is None


def test_without_the_key_only_a_recovery_code_proves_it(door: Door, tmp_path: Path) -> None:
    secret, recovery = door.with_factor("ann")
    door.keys = KeyFile.create(tmp_path / "other.keys", HOUSE)
    door.start_again()
    assert refusal(lambda: door.into("ann", code=door.code(secret))) == "not_entered"
    assert door.into("ann", code=recovery[0]).how.value == "password_and_recovery_code"


def test_a_factor_that_was_moved_to_another_person_does_not_open(door: Door) -> None:
    secret, _ = door.with_factor("ann")
    door.enrolled("bob")
    door.house.as_owner("UPDATE factors SET person = 'bob'")
    with pytest.raises(Refused, match="wrong"):
        door.entrance.enter("bob", GOOD, door.code(secret), address=AT)
