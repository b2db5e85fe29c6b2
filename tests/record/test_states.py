"""States as they are kept: small, read again as they were, and told from others without reading all of them."""

import zlib
from typing import Any

import msgspec
import pytest

from puntobanco.errors import Unreadable
from puntobanco.log.snapshots import Compared, packed, unpacked
from puntobanco.table.model import RoundRecord
from puntobanco.table.state import TableState
from puntobanco.values.replace import changed
from tests.table.helpers import Table

STREAM = "table/1"


@pytest.fixture(scope="module")
def state() -> TableState:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000, "cy": 1000})
    return at.round("9c 2d Kh 3s", player=100).now


def members_of(state: TableState) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.msgpack.decode(msgspec.msgpack.encode(state))
    return found


def otherwise(state: TableState, **members: Any) -> bytes:
    return zlib.compress(msgspec.msgpack.encode({**members_of(state), **members}))


def test_a_state_is_small_and_is_read_as_it_was(state: TableState) -> None:
    body = packed(state)
    assert len(body) < len(msgspec.msgpack.encode(state)) / 2
    assert unpacked(STREAM, body) == state
    assert Compared(STREAM).is_packed(state, body)


def test_sets_have_no_order(state: TableState) -> None:
    names = sorted(state.cut_declined)
    assert len(names) == 3
    for order in (names, names[::-1]):
        assert Compared(STREAM).is_packed(state, otherwise(state, cut_declined=order))
    assert not Compared(STREAM).is_packed(state, otherwise(state, cut_declined=names[1:]))


@pytest.mark.parametrize("members", [{"round_number": 3}, {"rounds": []}, {"cut_declined": 7}, {"more": 1}])
def test_another_state_is_another(state: TableState, members: dict[str, Any]) -> None:
    assert Compared(STREAM).is_packed(state, otherwise(state))
    assert not Compared(STREAM).is_packed(state, otherwise(state, **members))


def test_every_member_counts(state: TableState) -> None:
    without = {key: value for key, value in members_of(state).items() if key != "round_number"}
    assert not Compared(STREAM).is_packed(state, zlib.compress(msgspec.msgpack.encode(without)))
    assert not Compared(STREAM).is_packed(changed(state, placed=state.placed + 1), packed(state))


@pytest.mark.parametrize("body", [b"", b"no state", zlib.compress(b""), zlib.compress(b"no state"), packed([1])])
def test_what_is_no_state_cannot_be_read(state: TableState, body: bytes) -> None:
    with pytest.raises(Unreadable, match="no state of table/1"):
        unpacked(STREAM, body)
    with pytest.raises(Unreadable, match="no state of table/1"):
        Compared(STREAM).is_packed(state, body)


def test_what_stays_from_one_state_to_the_next_is_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Table.ready("act-2015")
    states = [at.round("9c 2d Kh 3s", player=100).now for _ in range(5)]
    compared, made = Compared(STREAM), list[Any]()

    def noted(one: Any) -> bytes:
        made.append(one)
        return msgspec.msgpack.encode(one)

    monkeypatch.setattr("puntobanco.log.snapshots._bytes", noted)
    assert all(compared.is_packed(one, packed(one)) for one in states)
    assert sum(isinstance(one, RoundRecord) for one in made) == 5
    last = states[-1]
    first, *others = last.rounds
    for rounds in ((changed(first, void=True), *others), others, (*others, first), (*last.rounds, first)):
        other = changed(last, rounds=tuple(rounds))
        assert not compared.is_packed(last, packed(other))
        assert not compared.is_packed(other, packed(last))
        assert compared.is_packed(other, packed(other))
