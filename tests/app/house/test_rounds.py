"""Rounds that are read from where they begin are those that are read from the first record."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from puntobanco.app.house import played_rounds as in_house
from puntobanco.app.house import stream_states
from puntobanco.app.house.house import House
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.read_only_house import Looking
from puntobanco.app.house.stream_states import KeptStates, Standing
from puntobanco.app.report_worker.describe_records import AUDITOR
from puntobanco.audit import round_replay as audit_rounds
from puntobanco.audit.played_tables import WhichTable
from puntobanco.audit.round_replay import Glimpse, Played, Step, round_at, rounds_of_shoe, steps_of
from puntobanco.store import NOTHING_YET, Line, Row, Store, Unit, init_store, open_store, row_after
from puntobanco.streams.actors import Actor
from puntobanco.streams.event import fold
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import TableEvent
from puntobanco.table.model import VoidReason
from puntobanco.table.state import TableState
from puntobanco.table.stream_type import TABLES, TableRecord
from puntobanco.values.cards import Card, parse_cards
from puntobanco.web.views import explanation, history
from tests.app.house.helpers import CODE, NAME
from tests.table.helpers import Table

STREAM, WHICH = "table/1", WhichTable(table="1")
PLAYER_WINS, BANKER_WINS = "9c 2d Kh 3s", "2d 9c 3s Kh"
EVERY = 3
"""So few records lie between states that are kept, unless a test says otherwise."""


class Recorded(Table):
    """A table that writes down its records."""

    def __init__(self, book: str, **choices: object) -> None:
        self.rows: list[Row] = []
        super().__init__(book, **choices)

    def do(self, actor: Actor, kind: str, **fields: Any) -> tuple[TableEvent, ...]:
        events = super().do(actor, kind, **fields)
        number = len(self.rows) + 1
        head = (self.rows[-1].number, self.rows[-1].hash) if self.rows else NOTHING_YET
        record = TableRecord(
            stream=STREAM,
            number=number,
            time=number,
            id=str(number),
            approved_by=None,
            sibling=None,
            previous=head[1].hex(),
            depends_on=(),
            decided_by=COMMANDS[kind].decide_version,
            command=COMMANDS[kind](actor=actor, **fields),
            events=events,
        )
        self.rows.append(row_after(head, STREAM, str(number), TABLES.format.write(record)))
        return events

    def next_shoe(self) -> None:
        self.operator("replace_cards")
        self.prepares()

    def corrects(self, card: str) -> None:
        """The first card of the last round, when the next one is bet on."""
        self.bets("bob", "player", 50)
        ended = self.now.ended
        assert ended is not None
        self.supervisor("correct_card", card=Card.parse(card), place=ended.round.player[0].place)


def evening() -> Recorded:
    """Eight shoes, whose rounds are open to rulings for one shoe more."""
    at = Recorded.ready("act-2015", {"ann": 10_000, "bob": 10_000}, open_shoes=1)
    assert isinstance(at, Recorded)
    at.round(PLAYER_WINS, player=100)
    at.corrects("2c")  # the only round of the table is decided again, and needs other cards
    at.deals("5s 4h").settles()
    at.bets("bob", "player", 50)
    at.plays(BANKER_WINS)
    at.round(PLAYER_WINS, player=100, tie=50)
    at.next_shoe()
    at.supervisor("report_placement_error", round=3, cards=parse_cards([BANKER_WINS]))
    at.round(BANKER_WINS, banker=100)
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    at.supervisor("record_payment", round=2, patron="bob", area="2", wager="player", amount=1_000)
    at.round(PLAYER_WINS, player=100)
    at.corrects("8c")
    at.plays(BANKER_WINS)
    at.next_shoe()
    at.next_shoe()  # nobody deals from this one
    at.round(PLAYER_WINS, player=100)
    at.next_shoe()
    at.patron("ann", "raise_dispute", text="I bet on banker")
    at.supervisor("correct_card", card=Card.parse("8c"), place=2)  # the only round of its shoe
    at.round(PLAYER_WINS, player=100)
    at.round(BANKER_WINS, banker=100)
    at.next_shoe()
    at.round(PLAYER_WINS, player=100)
    at.supervisor("report_placement_error", round=9)
    at.operator("void_wager", round=8, patron="ann", area="1", wager="player", broke="5.4")
    at.next_shoe()
    at.round(PLAYER_WINS, player=100)
    at.operator("decide_dispute", number=1, decision="you did not")
    at.operator("void_round", round=10, reason=VoidReason.DISTURBANCE)
    at.next_shoe()
    at.round(PLAYER_WINS, player=100)
    at.bets("ann", "tie", 50)
    return at


class Counting:
    """A store that counts the records of the table, and the states, that are read."""

    def __init__(self, store: Store) -> None:
        self.store, self.lines, self.states = store, 0, 0

    def read(self, stream: str, after: int = 0, limit: int = 1000) -> list[Line]:
        found = self.store.read(stream, after, limit)
        self.lines += len(found) if stream == STREAM else 0
        return found

    def snapshot(self, *which: Any) -> Any:
        self.states += 1
        return self.store.snapshot(*which)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


class Place:
    """A house with the evening in it."""

    def __init__(self, folder: Path, evening: Recorded) -> None:
        self.evening = evening
        self.shoes, self.rounds = evening.now.shoe.number, evening.now.round_number
        init_store(folder / "house.sqlite")
        self.store = Counting(open_store(folder / "house.sqlite"))
        self.store.append([Unit((row,)) for row in evening.rows])
        keys = KeyFile.create(folder / "house.keys", NAME)
        self.house = House(self.store, name=NAME, keys=keys, code=CODE)  # type: ignore[arg-type]  # it stands in for one

    def keeps(self) -> list[int]:
        self.house.look(STREAM)
        found: list[int] = self.store.snapshot_numbers(STREAM, CODE)
        return found

    def close(self) -> None:
        self.house.close()

    def reads_of_shoe(self, shoe: int) -> tuple[int, int]:
        """How many records and states are read for its rounds."""
        self.store.lines = self.store.states = 0
        in_house.rounds_in(self.house, WHICH, shoe)
        return self.store.lines, self.store.states

    def reads_of_round(self, number: int) -> tuple[int, int]:
        self.store.lines = self.store.states = 0
        list(in_house.steps_in(self.house, WHICH, number))
        return self.store.lines, self.store.states

    def wrong(self) -> list[str]:
        """What is read otherwise from kept states than from the first record."""
        lines = self.house.lines
        shoes = [
            f"shoe {shoe}"
            for shoe in range(1, self.shoes + 1)
            if differ(in_house.rounds_in(self.house, WHICH, shoe), rounds_of_shoe(lines(STREAM), WHICH, shoe))
        ]
        rounds = [
            f"round {number}"
            for number in range(1, self.rounds + 2)
            if differ(in_house.steps_in(self.house, WHICH, number), steps_of(lines(STREAM), WHICH, number))
        ]
        return shoes + rounds


def differ(found: Iterable[Played | Step], right: Iterable[Played | Step]) -> bool:
    """In what they are, or in the bytes that whoever asks is told."""
    some, others = list(found), list(right)
    return some != others or [*map(answered, some)] != [*map(answered, others)]


def answered(one: Played | Step) -> bytes:
    told = history._seen(one, AUDITOR) if isinstance(one, Played) else list(explanation.sentences_of(one, AUDITOR))
    return msgspec.json.encode(told)


@pytest.fixture(scope="module")
def played() -> Recorded:
    return evening()


@pytest.fixture
def at(
    request: pytest.FixtureRequest, tmp_path: Path, played: Recorded, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Place]:
    every = getattr(request, "param", EVERY)
    monkeypatch.setattr(stream_states, "RECORDS_BETWEEN_SNAPSHOTS", every)
    monkeypatch.setattr("puntobanco.app.house.stream_states.RECORDS_AT_A_TIME", every)
    monkeypatch.setattr("puntobanco.app.house.reader.RECORDS_AT_A_TIME", EVERY)
    with closing(Place(tmp_path, played)) as found:
        yield found


def everything(at: Recorded) -> dict[int, list[int]]:
    """The records of every round, by all of them: nothing stops before the last one."""
    found: dict[int, list[int]] = {}
    before: TableState | None = None
    for row in at.rows:
        record = TABLES.format.read(row.body, at="")
        about = {event.number for event in record.events if isinstance(event, audit_rounds.RULED)}
        about |= {record.command.round} if hasattr(record.command, "round") else set()
        for number in about | ({before.round_number} if before is not None else set()):
            found.setdefault(number, []).append(row.number)
        before = fold(record.events, before)
    return found


def test_states_are_kept_while_a_long_stream_is_folded(at: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: list[int] = []
    keep = KeptStates.keep

    def kept(self: KeptStates, some: list[tuple[str, Standing]]) -> None:
        waiting.append(len(some))
        keep(self, some)

    monkeypatch.setattr(KeptStates, "keep", kept)
    assert at.keeps() == list(range(EVERY, len(at.evening.rows) + 1, EVERY))
    assert len(waiting) > 1
    assert max(waiting) <= stream_states.MOST_DUE, "few wait at a time"


@pytest.mark.parametrize("at", [1, 2, EVERY, 10, 30], indirect=True)
def test_rounds_are_the_same_from_wherever_they_are_read(at: Place) -> None:
    assert at.keeps()
    assert at.wrong() == []


def test_nothing_is_left_out_of_a_round(at: Place) -> None:
    found = everything(at.evening)
    for number in range(1, at.rounds + 1):
        steps = in_house.steps_in(at.house, WHICH, number)
        assert [step.line.number for step in steps] == found[number], number


def test_rounds_of_every_shoe_stand_as_they_were_ruled_in_the_end(at: Place) -> None:
    found = {
        shoe: [(one.record.number, one.record.void, len(one.dealt.player)) for one in in_house.rounds_in(*asked)]
        for shoe, asked in ((shoe, (at.house, WHICH, shoe)) for shoe in range(1, at.shoes + 1))
    }
    assert found == {
        1: [(1, True, 3), (2, False, 2), (3, False, 2)],
        2: [(4, False, 2), (5, False, 2), (6, False, 2)],
        3: [],
        4: [(7, False, 2)],
        5: [(8, False, 2), (9, True, 2)],
        6: [(10, True, 2)],
        7: [(11, False, 2)],
        8: [(12, False, 2)],
    }
    (of_four,) = in_house.rounds_in(at.house, WHICH, 4)
    assert str(of_four.dealt.player[0].card) == "8C", "as it was corrected"


def test_no_look_reads_the_whole_log(at: Place) -> None:
    records, halves = len(at.evening.rows), len(at.keeps()).bit_length() + 1
    for shoe in range(1, at.shoes + 1):
        lines, states = at.reads_of_shoe(shoe)
        assert lines < records * 2 // 3, shoe
        assert states <= 2 * halves, shoe
    for number in range(1, at.rounds + 1):
        lines, states = at.reads_of_round(number)
        assert lines < records * 2 // 3, number
        assert states <= halves, number
    assert max(at.reads_of_shoe(at.shoes)[0], at.reads_of_round(at.rounds)[0]) < records // 5


def test_the_round_of_a_record_is_found_from_the_state_before_it(at: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    at.keeps()
    monkeypatch.setattr("puntobanco.app.house.read_only_house.LINES_AT_A_TIME", EVERY)
    # of the settings it needs nothing to read lines
    looking = Looking(None, at.store)  # type: ignore[arg-type]
    looking._kept = KeptStates(at.store, CODE)  # type: ignore[arg-type]
    numbers = range(1, len(at.evening.rows) + 2)
    right = [round_at(at.house.lines(STREAM), WHICH, number) for number in numbers]
    assert (right[0], right[-1], right[-2]) == (None, None, at.rounds)
    at.store.lines = 0
    found = [in_house.round_of_record(looking, STREAM, number) for number in numbers]
    assert [one and one[1] for one in found] == right
    assert at.store.lines <= 4 * EVERY * len(numbers)


def test_without_kept_states_everything_is_read_from_the_first_record(at: Place) -> None:
    at.keeps()
    with at.store._transaction() as connection:
        connection.execute("UPDATE snapshots SET key = 'another program'")
    assert at.wrong() == []
    lines, states = at.reads_of_shoe(at.shoes)
    assert (lines >= len(at.evening.rows), states) == (True, 0)


NO_STATE = b"no state"


@pytest.mark.parametrize("its_hash", [b"another", sha256(NO_STATE).digest()], ids=["damaged", "planted"])
def test_a_state_that_cannot_be_read_is_as_good_as_none(at: Place, its_hash: bytes) -> None:
    at.keeps()
    with at.store._transaction() as connection:
        connection.execute("UPDATE snapshots SET body = ?, hash = ? WHERE number % 3 <> 0", (NO_STATE, its_hash))
    assert at.wrong() == []
    assert at.reads_of_shoe(at.shoes)[0] < len(at.evening.rows) // 3


# Planted


def too_late(patch: pytest.MonkeyPatch) -> None:
    """Kept states are one record further than they say."""
    before = House.before

    def later(self: House, *asked: Any) -> Standing:
        found = before(self, *asked)
        return Standing(found.number - 1, found.state) if found.number else found

    patch.setattr(House, "before", later)


def too_early(patch: pytest.MonkeyPatch) -> None:
    before = House.before

    def earlier(self: House, *asked: Any) -> Standing:
        found = before(self, *asked)
        return Standing(found.number + 1, found.state) if found.number else found

    patch.setattr(House, "before", earlier)


def wrong_half(patch: pytest.MonkeyPatch) -> None:
    """The search goes to the other side."""
    newest_before = KeptStates.newest_before

    def found(self: KeptStates, stream: str, is_before: Any, seen_as: Any) -> Standing | None:
        return newest_before(self, stream, lambda one: not is_before(one), seen_as)

    patch.setattr(KeptStates, "newest_before", found)


def one_too_far(patch: pytest.MonkeyPatch) -> None:
    """The search ends with the first that is no longer before."""
    newest_before = KeptStates.newest_before

    def found(self: KeptStates, stream: str, is_before: Any, seen_as: Any) -> Standing | None:
        right = newest_before(self, stream, is_before, seen_as)
        numbers = self._store.snapshot_numbers(stream, self._code)
        following = [one for one in numbers if one > (0 if right is None else right.number)]
        return self._at(stream, following[0]) if following else right

    patch.setattr(KeptStates, "newest_before", found)


def of_this_round(patch: pytest.MonkeyPatch) -> None:
    """A round that is decided again is forgotten."""
    patch.setattr(in_house, "before_round", lambda number: lambda state: state.round_number < number)


def of_this_shoe(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(in_house, "before_shoe", lambda shoe: lambda state: state.shoe.number <= shoe)


def nothing_later(patch: pytest.MonkeyPatch) -> None:
    """What is ruled once another shoe is dealt from is not read."""
    patch.setattr(in_house, "ruled_in_the_end", lambda _lines, _which, dealt: tuple(dealt.rounds.values()))


PLANTS = [
    (EVERY, too_late),
    (EVERY, too_early),
    (EVERY, wrong_half),
    (EVERY, one_too_far),
    (1, of_this_round),
    (1, of_this_shoe),
    (30, nothing_later),
]


def is_found(at: Place) -> bool:
    try:
        return bool(at.wrong())
    except (ValueError, KeyError, AttributeError):  # records that do not follow cannot even be folded
        return True


@pytest.mark.parametrize(("at", "plant"), PLANTS, indirect=["at"])
def test_a_planted_mistake_is_found(
    at: Place, plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    at.keeps()
    assert at.wrong() == []
    plant(monkeypatch)
    assert is_found(at)


def test_a_look_that_begins_too_early_is_found(at: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    at.keeps()
    monkeypatch.setattr(KeptStates, "newest_before", lambda *_: None)
    assert at.reads_of_shoe(at.shoes)[0] >= len(at.evening.rows)


def test_a_glimpse_sees_what_a_state_has(at: Place) -> None:
    at.keeps()
    assert {*Glimpse.__struct_fields__} <= {*TableState.__struct_fields__}
