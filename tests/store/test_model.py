"""Random groups against a plain dictionary that does what a store must do."""

from hashlib import sha256
from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puntobanco.store import Fate, Row, SealedSecret, Store, StreamHead, Unit, row_after

Asked = tuple[int, int, int, bytes]
"""A stream, how far from its next number, an id, a body."""


class Model:
    """Streams as lists of ids, bodies and hashes."""

    def __init__(self, name: str) -> None:
        self.streams: dict[str, list[tuple[str, bytes, bytes]]] = {f"{name}/{n}": [] for n in range(3)}
        self.shoes: set[tuple[str, int]] = set()

    def unit(self, asked: list[Asked], shoe: int | None, stands: dict[int, int]) -> Unit:
        """Rows of different streams, numbered from what the model has; so are those that it depends on."""
        names = list(self.streams)
        rows = {names[at]: self._row(names[at], off, id_, body) for at, off, id_, body in asked}
        first = next(iter(rows))
        secrets = () if shoe is None else (SealedSecret(first, shoe, "key", b"sealed"),)
        on = tuple((names[at], self._head(names[at], off)) for at, off in stands.items())
        return Unit(tuple(rows.values()), secrets, on)

    def _head(self, stream: str, off: int) -> StreamHead:
        """Where the stream ends; off by one it is another number, off by ten another record of the same number."""
        kept = self.streams[stream]
        if abs(off) == 10:
            return len(kept), sha256(b"another").digest()
        return max(0, len(kept) + off), kept[-1][2] if kept else bytes(32)

    def _row(self, stream: str, off: int, id_: int, body: bytes) -> Row:
        return row_after(self._head(stream, off), stream, f"id {id_}", body)

    def append(self, unit: Unit) -> Fate:
        if any(row.id in {one[0] for one in self.streams[row.stream]} for row in unit.rows):
            return Fate.KNOWN
        if any((row.number - 1, row.previous) != self._head(row.stream, 0) for row in unit.rows):
            return Fate.STALE
        if any(head != self._head(stream, 0) for stream, head in unit.depends_on):
            return Fate.STALE
        if any((one.stream, one.shoe) in self.shoes for one in unit.secrets):
            return Fate.KNOWN
        for row in unit.rows:
            before = self.streams[row.stream]
            found = sha256((before[-1][2] if before else bytes(32)) + row.body).digest()
            before.append((row.id, row.body, found))
        self.shoes |= {(one.stream, one.shoe) for one in unit.secrets}
        return Fate.WRITTEN


OFF = st.sampled_from((0, 0, 0, 0, -1, 1, 10))
ROWS = st.tuples(st.integers(0, 2), OFF, st.integers(0, 30), st.binary(max_size=20))
STANDS = st.dictionaries(st.integers(0, 2), OFF, max_size=2)
UNITS = st.tuples(st.lists(ROWS, min_size=1, max_size=3), st.none() | st.integers(1, 3), STANDS)
Given = tuple[list[Asked], int | None, dict[int, int]]


EXAMPLES = settings().max_examples // 2  # every group of one is synchronised


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(UNITS, min_size=1, max_size=8), min_size=1, max_size=6))
def test_a_store_does_what_a_dictionary_would(store: Store, groups: list[list[Given]]) -> None:
    model, before = Model(uuid4().hex), store.head().position
    for group in groups:
        units, expected = [], []
        for asked, shoe, stands in group:
            units.append(model.unit(asked, shoe, stands))
            expected.append(model.append(units[-1]))
        assert [one.fate for one in store.append(units)] == expected
    written = store.read_all(before, limit=10_000)
    assert [one.position for one in written] == list(range(before + 1, before + 1 + len(written)))
    for stream, kept in model.streams.items():
        lines = store.read(stream)
        assert [(one.number, one.id, one.body, one.hash) for one in lines] == [
            (number, *one) for number, one in enumerate(kept, start=1)
        ]
        assert [one for one in written if one.stream == stream] == lines
        assert all(store.find(stream, one.id) == one for one in lines)
        assert store.heads().get(stream, 0) == len(kept)
        for shoe in (1, 2, 3):
            assert (store.secret(stream, shoe) is not None) == ((stream, shoe) in model.shoes)
