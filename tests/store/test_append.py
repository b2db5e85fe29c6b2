"""What is written, and what became of it: the same on either database."""

from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from threading import Thread

import pytest

from puntobanco.store import NOTHING_YET, Fate, Line, Outcome, SealedSecret, Store, StoreOvertaken, Unit, verify_store
from puntobanco.store.sql_store import SqlStore
from tests.store.houses import House, SqliteHouse, end, head, row, unit, units


def fates(outcomes: list[Outcome]) -> list[Fate]:
    return [one.fate for one in outcomes]


def test_a_record_is_stored_as_its_bytes_and_hashed_after_the_one_before_it(store: Store) -> None:
    one = row("a", 1, "x", b"one")
    group = [Unit((one,)), unit("a", 2, "y", b"two", after=end(one))]
    (first,), (second,) = (found.lines for found in store.append(group))
    assert first == Line(1, "a", 1, "x", b"one", sha256(bytes(32) + b"one").digest())
    assert second == Line(2, "a", 2, "y", b"two", sha256(first.hash + b"two").digest())
    assert store.read("a") == store.read_all() == [first, second]


def test_every_byte_and_letter_comes_back(store: Store) -> None:
    every = bytes(range(256))
    store.append([unit("tisch/Ä ☃", 1, "é'\"?%s", every)])
    found = store.find("tisch/Ä ☃", "é'\"?%s")
    assert found is not None
    assert (found.body, found.stream, found.id) == (every, "tisch/Ä ☃", "é'\"?%s")


def test_each_stream_has_its_own_hashes_and_all_share_positions(store: Store) -> None:
    store.append([unit("a", 1), unit("b", 1), unit("a", 2)])
    assert [(one.position, one.stream, one.number) for one in store.read_all()] == [
        (1, "a", 1),
        (2, "b", 1),
        (3, "a", 2),
    ]
    assert store.heads() == {"a": 2, "b": 1}
    assert store.read("b")[0].hash == sha256(bytes(32) + b"b 1").digest()


def test_streams_are_found_by_how_their_names_begin(store: Store) -> None:
    last = "tournament/\U0010ffff"
    names = [last, "tournament/ö", "tournament/1", "tournament0", "tournament", "tournament/", "table/1"]
    store.append([unit(name, 1) for name in names])
    assert store.streams("tournament/") == ["tournament/", "tournament/1", "tournament/ö", last]
    assert store.streams("table/") == ["table/1"]
    assert store.streams("shoes/") == []


def test_who_looks_for_tournaments_reads_no_accounts(
    sqlite_house: SqliteHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are: the key of the streams leads to those that are wanted."""
    with closing(sqlite_house.open()) as store:
        assert isinstance(store, SqlStore)
        ask = store._rows

        def plan(sql: str, values: Sequence[str]) -> list[tuple[str]]:
            return [(how,) for *_, how in ask(f"EXPLAIN QUERY PLAN {sql}", values)]

        monkeypatch.setattr(store, "_rows", plan)
        assert store.streams("tournament/") == ["SEARCH streams USING PRIMARY KEY (stream>? AND stream<?)"]


def test_a_stale_unit_fails_no_other(store: Store) -> None:
    store.append(units("a", [1, 2]))
    group = [unit("b", 1), unit("a", 2, "late"), unit("c", 1), unit("a", 4, "early"), unit("a", 3), unit("a", 4)]
    written, stale = Fate.WRITTEN, Fate.STALE
    assert fates(store.append(group)) == [written, stale, written, stale, written, written]
    assert store.heads() == {"a": 4, "b": 1, "c": 1}
    assert [one.position for one in store.read_all()] == [1, 2, 3, 4, 5, 6]


def test_a_whole_is_written_with_all_that_belongs_to_it(store: Store) -> None:
    secret = SealedSecret("a", 1, "key 1", b"sealed")
    lines = store.append_whole([Unit((row("a", 1), row("b", 1)), (secret,)), unit("a", 2)])
    assert lines == store.read_all()
    assert [(one.position, one.stream, one.number) for one in lines] == [(1, "a", 1), (2, "b", 1), (3, "a", 2)]
    assert store.secrets() == [secret]
    assert not verify_store(store)


@pytest.mark.parametrize(
    "amiss",
    [
        unit("a", 2, "late"),
        unit("a", 4, "early"),
        unit("a", 3, "a:1"),
        Unit((row("a", 3),), depends_on=(("b", head("b", 7)),)),
        Unit((row("a", 3),), (SealedSecret("a", 1, "key 1", b"another"),)),
        Unit((row("a", 3, "twice"), row("a", 4, "twice"))),
    ],
    ids=["late", "early", "known", "depends on another", "a second secret", "an id twice"],
)
def test_of_a_whole_nothing_is_written_if_one_cannot_be(store: Store, amiss: Unit) -> None:
    before = store.append_whole([Unit((row("a", 1),), (SealedSecret("a", 1, "key 1", b"sealed"),)), unit("a", 2)])
    with pytest.raises(StoreOvertaken):
        store.append_whole([unit("b", 1), amiss, unit("c", 1)])
    assert store.read_all() == before
    assert store.heads() == {"a": 2}
    assert store.append_whole([unit("b", 1)])[0].position == 3


def test_a_unit_is_stale_when_a_stream_that_it_depends_on_has_gone_on(store: Store) -> None:
    store.append(units("house", [1, 2]))
    row_of = unit("table", 1).rows
    early, late, first = (Unit(row_of, depends_on=(("house", head("house", number)),)) for number in (3, 1, 2))
    assert fates(store.append([early, late, first])) == [Fate.STALE, Fate.STALE, Fate.WRITTEN]
    nobody = ("cage of bob", NOTHING_YET)
    together = Unit((row("table", 2), row("cage", 1)), depends_on=(("house", head("house", 2)), nobody))
    assert fates(store.append([unit("house", 3), together])) == [Fate.WRITTEN, Fate.STALE]
    anew = Unit(together.rows, depends_on=(("house", head("house", 3)), nobody))
    assert fates(store.append([anew, unit("cage of bob", 1)])) == [Fate.WRITTEN, Fate.WRITTEN]
    assert store.heads() == {"house": 3, "table": 2, "cage": 1, "cage of bob": 1}


def test_a_repeated_id_is_known_also_where_what_it_stood_on_has_gone_on(store: Store) -> None:
    store.append([unit("house", 1), unit("table", 1, "bet")])
    again = Unit(unit("table", 1, "bet").rows, depends_on=(("house", NOTHING_YET),))
    assert fates(store.append([again])) == [Fate.KNOWN]


def test_what_was_not_written_has_no_lines(store: Store) -> None:
    store.append([unit("a", 1)])
    assert [one.lines for one in store.append([unit("a", 1), unit("a", 1, "other")])] == [(), ()]


def test_a_repeated_id_is_known_wherever_its_stream_is(store: Store) -> None:
    store.append(units("a", [1, 2, 3]))
    at_the_head, long_ago, ahead = unit("a", 4, "a:1"), unit("a", 1, "a:1"), unit("a", 9, "a:2")
    outcomes = store.append([at_the_head, long_ago, ahead, unit("a", 4), unit("b", 1, "a:1")])
    assert fates(outcomes) == [Fate.KNOWN, Fate.KNOWN, Fate.KNOWN, Fate.WRITTEN, Fate.WRITTEN]
    assert store.heads() == {"a": 4, "b": 1}


@pytest.mark.parametrize("number", [1, 9])
def test_a_repeated_id_is_known_when_nothing_else_is_amiss(store: Store, number: int) -> None:
    store.append(units("a", [1, 2, 3]))
    outcomes = store.append([unit("a", number, "a:1"), unit("a", number, "new"), unit("a", 4)])
    assert fates(outcomes) == [Fate.KNOWN, Fate.STALE, Fate.WRITTEN]


def test_an_id_that_repeats_in_one_group_is_known(store: Store) -> None:
    outcomes = store.append([unit("a", 1, "x"), unit("a", 2, "x"), unit("a", 1, "x"), unit("a", 2, "y")])
    assert fates(outcomes) == [Fate.WRITTEN, Fate.KNOWN, Fate.KNOWN, Fate.WRITTEN]


def test_siblings_are_written_together_or_not_at_all(store: Store) -> None:
    store.append([unit("cage/ann", 1)])
    pair = Unit((row("table/1", 1, "buy"), row("cage/ann", 1, "buy")))
    assert fates(store.append([pair])) == [Fate.STALE]
    assert store.heads() == {"cage/ann": 1}
    pair = Unit((row("table/1", 1, "buy"), row("cage/ann", 2, "buy")))
    outcome = store.append([pair])[0]
    assert [(one.position, one.stream) for one in outcome.lines] == [(2, "table/1"), (3, "cage/ann")]


def test_a_unit_may_have_several_rows_of_a_stream(store: Store) -> None:
    assert fates(store.append([Unit((row("a", 1), row("a", 2))), Unit((row("a", 3), row("a", 5)))])) == [
        Fate.WRITTEN,
        Fate.STALE,
    ]


def test_an_empty_unit_or_an_id_twice_in_one_is_a_mistake_of_the_caller(store: Store) -> None:
    with pytest.raises(ValueError, match="at least one row"):
        store.append([unit("a", 1), Unit(())])
    with pytest.raises(ValueError, match="once in a stream"):
        store.append([Unit((row("a", 1, "x"), row("a", 2, "x")))])
    assert store.heads() == {}
    assert fates(store.append([unit("a", 1)])) == [Fate.WRITTEN]


def test_an_empty_group_changes_nothing(store: Store) -> None:
    assert store.append([]) == []
    assert store.head().position == 0


def test_a_secret_is_written_with_its_unit(store: Store) -> None:
    secret = SealedSecret("shoes/1", 1, "key 1", b"\0sealed")
    assert fates(store.append([Unit((row("shoes/1", 2),), (SealedSecret("shoes/1", 2, "key 1", b"no"),))])) == [
        Fate.STALE
    ]
    store.append([Unit((row("shoes/1", 1),), (secret,))])
    assert store.secret("shoes/1", 1) == secret
    assert store.secret("shoes/1", 2) is None
    assert store.secrets() == [secret]


def test_a_shoe_has_one_secret(store: Store) -> None:
    secret = SealedSecret("shoes/1", 1, "key 1", b"sealed")
    store.append([Unit((row("shoes/1", 1),), (secret,))])
    again = Unit((row("shoes/1", 2),), (SealedSecret("shoes/1", 1, "key 1", b"another"),))
    assert fates(store.append([again, unit("a", 1)])) == [Fate.KNOWN, Fate.WRITTEN]
    assert store.secret("shoes/1", 1) == secret
    group = [Unit((row("b", n),), (SealedSecret("b", 1, "key 1", b"%d" % n),)) for n in (1, 2)]
    assert fates(store.append(group)) == [Fate.WRITTEN, Fate.KNOWN]


def test_records_are_read_in_parts(store: Store) -> None:
    for first in range(1, 41, 10):
        store.append([unit(stream, n) for n in range(first, first + 10) for stream in ("a", "b")])
    assert [one.number for one in store.read("b", after=3, limit=4)] == [4, 5, 6, 7]
    assert [one.number for one in store.read("b", after=38)] == [39, 40]
    assert store.read("b", after=40) == store.read("nobody") == store.read("b", limit=0) == []
    assert [one.position for one in store.read_all(after=77, limit=2)] == [78, 79]
    assert {one.stream for one in store.read("b")} == {"b"}


def test_a_command_is_found_by_its_id(store: Store) -> None:
    store.append([unit("a", 1, "x"), unit("b", 1, "x")])
    found = store.find("b", "x")
    assert found == store.read("b")[0]
    assert store.find("c", "x") is None


def test_everything_is_there_when_it_is_opened_again(house: House) -> None:
    store = house.open()
    store.append([unit("a", 1), unit("b", 1)])
    before, head = store.read_all(), store.head()
    store.close()
    again = house.open()
    assert (again.read_all(), again.head()) == (before, head)
    again.append([unit("a", 2)])
    assert again.read("a")[1].hash == sha256(before[0].hash + b"a 2").digest()
    again.close()


def test_what_is_decided_in_turn_is_decided_on_the_last_word(house: House, database: Store) -> None:
    """Two of them add to one stream: whoever has the turn finds what the other wrote."""
    others = database if isinstance(house, SqliteHouse) else house.open()
    found: list[Outcome] = []

    def add(one: Store, name: str) -> None:
        for turn in range(20):

            def decide(turn: int = turn) -> list[Unit]:
                return [unit("table/1", one.heads().get("table/1", 0) + 1, f"{name} {turn}")]

            found.extend(one.append_in_turn(decide))

    threads = [Thread(target=add, args=arguments) for arguments in ((database, "first"), (others, "second"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert fates(found) == [Fate.WRITTEN] * 40
    assert verify_store(database) == ()
    others.close()


def test_a_decision_in_turn_that_fails_writes_nothing(store: Store) -> None:
    def decide() -> list[Unit]:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        store.append_in_turn(decide)
    assert store.append([unit("table/1", 1)])[0].fate is Fate.WRITTEN
    (known,) = store.append_in_turn(lambda: [unit("table/1", 2, "table/1:1")])
    assert known.fate is Fate.KNOWN
