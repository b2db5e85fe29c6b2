"""Records of tournaments: written, read, folded, and told to each audience as far as it may know."""

import pytest

from puntobanco.errors import Unreadable
from puntobanco.log.redact import redact_tournament
from puntobanco.streams.event import event_name
from puntobanco.table import Actor, Role
from puntobanco.table.events import ChipsIssued
from puntobanco.table.stream_type import TABLES
from puntobanco.tournament.events import FeesDivided, TableDid
from puntobanco.tournament.stream_type import TOURNAMENTS, decide
from tests.tournament.test_whole_tournaments import Recorded

PATRON = Actor(person="p1", role=Role.PATRON)
STAFF = Actor(person="dora", role=Role.SUPERVISOR)
AUDITOR = Actor(person="al", role=Role.AUDITOR)


@pytest.fixture(scope="module")
def walk() -> Recorded:
    found = Recorded(5, 6, 2)
    found.run()
    assert found.now.awards is not None
    return found


def test_a_log_folds_to_the_state_and_is_decided_again(walk: Recorded) -> None:
    records = list(TOURNAMENTS.read_log(walk.lines))
    assert TOURNAMENTS.fold_records(records) == walk.now
    state = None
    for record in records:
        assert decide(state, record.command) == record.events
        state = TOURNAMENTS.fold_records([record], state)


def test_a_gap_in_the_log_is_noticed(walk: Recorded) -> None:
    with pytest.raises(Unreadable, match="line 3 holds record 4"):
        list(TOURNAMENTS.read_log([*walk.lines[:2], *walk.lines[3:]]))


def test_a_tournaments_record_is_no_tables(walk: Recorded) -> None:
    with pytest.raises(Unreadable, match=r"tournament_record\.1"):
        TABLES.format.read(walk.lines[0], at="line 1")


def test_rules_of_another_digest_are_unreadable(walk: Recorded) -> None:
    with pytest.raises(Unreadable, match="line 1"):
        TOURNAMENTS.format.read(walk.lines[0].replace(b'"decks":{"value":8', b'"decks":{"value":7'), at="line 1")


def test_a_record_has_a_time_a_stream_and_events(walk: Recorded) -> None:
    record = TOURNAMENTS.format.read(walk.lines[0], at="line 1")
    for changes in ({"time": -1}, {"stream": ""}, {"number": 0}, {"id": ""}, {"events": ()}):
        members = {name: getattr(record, name) for name in record.__struct_fields__}
        with pytest.raises(ValueError, match=r"record|time"):
            TOURNAMENTS.record(**{**members, **changes})
    assert record.decided_by == 1
    assert record.actor.person == "oz"


def test_how_money_was_booked_is_for_staff(walk: Recorded) -> None:
    divided = next(event for event in walk.log if isinstance(event, FeesDivided))
    seen = redact_tournament(divided, PATRON)
    assert seen is not None
    assert isinstance(seen.event, FeesDivided)
    assert (seen.event.entry.postings, seen.event.pool, seen.hidden) == ((), divided.pool, frozenset({"entry"}))
    for audience in (STAFF, AUDITOR):
        told = redact_tournament(divided, audience)
        assert told is not None
        assert told.event == divided
        assert not told.hidden


def test_of_a_table_everybody_sees_what_they_would_see_there(walk: Recorded) -> None:
    issued = next(one for one in walk.log if isinstance(one, TableDid) and isinstance(one.events[0], ChipsIssued))
    seen = redact_tournament(issued, PATRON)
    assert seen is not None
    assert seen.hidden == frozenset({"events.0.entry"})
    assert {event_name(event) for event in walk.log if redact_tournament(event, PATRON) is None} <= {"table_did"}
