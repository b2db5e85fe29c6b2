"""What lies beside the log: leases, snapshots, refused commands."""

import time

from puntobanco.store import Refusal, Snapshot, Store
from puntobanco.store.store import MOST_REFUSALS
from tests.store.houses import House

HOUR, MOMENT = 3600.0, 0.3


def test_a_lease_has_one_holder(store: Store) -> None:
    assert store.take_leases(["table/1"], "ann", HOUR) == {"table/1": 1}
    assert store.take_leases(["table/1", "table/2"], "bob", HOUR) == {"table/2": 1}


def test_a_lease_that_was_given_up_is_free_in_a_new_epoch(store: Store) -> None:
    store.take_leases(["table/1", "table/2"], "ann", HOUR)
    store.give_up_leases({"table/1": 1, "table/2": 1}, "bob")
    store.give_up_leases({"table/2": 2}, "ann")
    assert store.take_leases(["table/1", "table/2"], "bob", HOUR) == {}
    store.give_up_leases({"table/1": 1}, "ann")
    assert store.renew_leases({"table/1": 1, "table/2": 1}, "ann", HOUR) == {"table/2"}
    assert store.take_leases(["table/1", "table/2"], "bob", HOUR) == {"table/1": 2}


def test_a_lease_outlives_its_holder_only_by_its_seconds(store: Store) -> None:
    store.take_leases(["table/1"], "ann", 0.01)
    time.sleep(0.1)
    assert store.renew_leases({"table/1": 1}, "ann", HOUR) == set()
    assert store.take_leases(["table/1"], "bob", HOUR) == {"table/1": 2}
    assert store.renew_leases({"table/1": 1}, "ann", HOUR) == set()


def renewed_in_time(store: Store) -> int:
    """The epoch of a lease that was to last for a moment and was renewed within it, as soon as the machine lets us."""
    while True:
        epoch = store.take_leases(["table/1"], "ann", MOMENT)["table/1"]
        if store.renew_leases({"table/1": epoch, "table/2": 1}, "ann", HOUR) == {"table/1"}:
            return epoch


def test_a_lease_is_renewed_by_its_holder_in_its_epoch_alone(store: Store) -> None:
    epoch = renewed_in_time(store)
    time.sleep(1.1 * MOMENT)
    assert store.take_leases(["table/1"], "bob", HOUR) == {}
    assert store.renew_leases({"table/1": epoch}, "bob", HOUR) == set()
    assert store.renew_leases({"table/1": epoch + 1}, "ann", HOUR) == set()


def test_a_holder_that_starts_again_takes_its_lease_in_a_new_epoch(store: Store) -> None:
    assert store.take_leases(["table/1"], "ann", HOUR) == {"table/1": 1}
    assert store.take_leases(["table/1"], "ann", HOUR) == {"table/1": 2}
    assert store.renew_leases({"table/1": 1}, "ann", HOUR) == set()


def test_the_newest_snapshot_is_found_and_that_of_any_number(store: Store) -> None:
    assert store.snapshot("a", "1") is None
    assert store.snapshot_numbers("a", "1") == []
    ten, five, seven = Snapshot("a", 10, "1", b"ten"), Snapshot("a", 5, "1", b"five"), Snapshot("b", 7, "1", b"seven")
    store.keep_snapshots([ten, seven, five])
    assert store.snapshot("a", "1") == store.snapshot("a", "1", 10) == ten
    assert store.snapshot("a", "1", 5) == five
    assert store.snapshot("a", "1", 7) is None
    assert store.snapshot_numbers("a", "1") == [5, 10]
    store.keep_snapshot("a", 10, "1", b"ten again")
    assert store.snapshot("a", "1") == Snapshot("a", 10, "1", b"ten again")
    assert store.snapshot_numbers("a", "1") == [5, 10]


def test_a_snapshot_of_another_key_takes_the_place_of_all_of_its_stream(store: Store) -> None:
    store.keep_snapshots([Snapshot("a", number, "1", b"old") for number in (5, 10, 15)])
    store.keep_snapshot("b", 7, "1", b"of another stream")
    assert store.snapshot("a", "2") is store.snapshot("a", "2", 5) is None
    assert store.snapshot_numbers("a", "2") == []
    store.keep_snapshot("a", 10, "2", b"of other code")
    assert store.snapshot("a", "2") == Snapshot("a", 10, "2", b"of other code")
    assert store.snapshot_numbers("a", "1") == []
    assert store.snapshot_numbers("b", "1") == [7]


def test_a_damaged_snapshot_is_none(house: House) -> None:
    store = house.open()
    store.keep_snapshots([Snapshot("a", 1, "1", b"one"), Snapshot("a", 2, "1", b"two")])
    house.as_owner("UPDATE snapshots SET hash = body WHERE number = 2")
    assert store.snapshot("a", "1") is store.snapshot("a", "1", 2) is None
    assert store.snapshot("a", "1", 1) == Snapshot("a", 1, "1", b"one")
    store.close()


def test_refused_commands_are_kept_oldest_first(store: Store) -> None:
    store.keep_refused([Refusal("a", "x", b"no"), Refusal("b", "y", b"not yet")])
    store.keep_refused([Refusal("a", "x", b"no again")])
    assert store.refused() == [Refusal("a", "x", b"no"), Refusal("b", "y", b"not yet"), Refusal("a", "x", b"no again")]
    assert store.refused(limit=1) == [Refusal("a", "x", b"no again")]


def test_the_newest_refused_commands_are_kept(store: Store) -> None:
    for first in range(0, MOST_REFUSALS + 5, 5000):
        store.keep_refused([Refusal("a", str(n), b"no") for n in range(first, min(first + 5000, MOST_REFUSALS + 5))])
    found = store.refused(limit=2 * MOST_REFUSALS)
    assert [int(one.id) for one in found] == list(range(5, MOST_REFUSALS + 5))
