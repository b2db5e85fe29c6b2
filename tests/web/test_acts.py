"""Whatever somebody may do at a tournament can be said in a form, at every record of the kept tournaments."""

from pathlib import Path

import pytest

from puntobanco.streams.actors import Actor, Role
from puntobanco.tournament.state import TournamentState
from puntobanco.tournament.stream_type import TOURNAMENTS
from puntobanco.web.views.tournament_actions import AT_TABLE, ON_THE_CLOTH, acts, at_table, legal_for
from tests.record.kept import NEWEST, tournament_records_of, tournaments_of
from tests.table.form_checks import unsaid

DOCUMENTS = ("change_conditions",)


def everybody(state: TournamentState) -> list[Actor]:
    """Who conducts it, who deals, one who plays, and an operator."""
    people = [(one, Role.PATRON) for one in list(state.entrants)[:1]]
    people += [(one, role) for one in state.officers for role in (Role.DIRECTOR, Role.DEALER)]
    return [Actor(person=person, role=role) for person, role in (*people, ("another operator", Role.OPERATOR))]


def assert_all_is_said(state: TournamentState, audience: Actor) -> set[str]:
    offers, forms = legal_for(state, audience), acts(state, audience)
    own = [one for one in offers if one.kind not in (AT_TABLE, *DOCUMENTS)]
    assert [*unsaid(own, tuple(one for one in forms if one.table is None))] == []
    for name in state.tables:
        there = [one for one in at_table(offers, name) if one.kind not in ON_THE_CLOTH]
        assert [*unsaid(there, tuple(one for one in forms if one.table == name))] == []
    return {one.kind for one in forms}


@pytest.mark.parametrize("log", tournaments_of(NEWEST), ids=lambda log: str(log.stem))
def test_whatever_is_offered_stands_in_a_form(log: Path) -> None:
    state, kinds = None, set[str]()
    for record in tournament_records_of(log):
        state = TOURNAMENTS.fold_records([record], state)
        assert state is not None
        for audience in everybody(state):
            kinds |= assert_all_is_said(state, audience)
    assert {"record_approval", "nominate", "register", "draw_ballot", "direct_pace"} <= kinds
    assert log.stem == "cancellation" or {"take_place", "start_session", "draw", "exclude", "pay_prize"} <= kinds
