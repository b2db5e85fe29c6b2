"""What a person sees of a tournament: of its tables what they would see there, of its money all but the books."""

from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from puntobanco.app.randomness import repeatable
from puntobanco.app.tournament_runner import Answer, TournamentRun
from puntobanco.app.tournament_script import Entries, Play, Until
from puntobanco.app.tournament_script_runner import Rehearsal
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.log import redact as redaction
from puntobanco.log.redact import Redacted, as_heard_at_tournament, redact_each, redact_tournament
from puntobanco.log.tournament_script import print_tournament_command, print_tournament_event
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import Actor, Role, commands
from puntobanco.table.ledger import TableEntry
from puntobanco.table.model import Secret
from puntobanco.tournament import TournamentState, handle
from puntobanco.tournament.commands import AtTable, EndSession, TournamentCommand
from puntobanco.tournament.events import EVENTS, TournamentEvent
from puntobanco.tournament.ledger import TournamentEntry
from puntobanco.tournament.views.visible_state import view
from puntobanco.values.cards import parse_cards
from puntobanco.values.replace import changed
from tests.tournament.helpers import DIRECTOR, OPERATOR, Cup, conditions, final, heat

PLAYERS = ("ann", "bob", "cy", "di")
ANN = Actor(person="ann", role=Role.PATRON)
DEALER = Actor(person="dealer 1", role=Role.DEALER)
AUDITOR = Actor(person="al", role=Role.AUDITOR)
IGNORANT = (ANN, DEALER, DIRECTOR, OPERATOR)


# What is declared


def test_how_money_was_booked_is_marked_wherever_it_stands() -> None:
    marks = {
        (name, member): get_args(hint)[1] if get_origin(hint) is Annotated else None
        for name, kind in EVENTS.items()
        for member, hint in get_type_hints(kind, include_extras=True).items()
        if (get_args(hint)[0] if get_origin(hint) is Annotated else hint) in (TableEntry, TournamentEntry)
    }
    assert len(marks) == 6
    assert set(marks.values()) == {Secret.BOOKS}


def test_books_are_blank_and_left_out_for_all_but_supervising_staff() -> None:
    cup = Cup.opened()
    (registered,) = cup.director("register", player="ann")
    for who in (ANN, DEALER):
        seen = redact_tournament(registered, who)
        assert seen is not None
        assert (getattr(seen.event, "entry", None), seen.hidden) == (TournamentEntry(postings=()), frozenset({"entry"}))
    for who in (DIRECTOR, OPERATOR, AUDITOR):
        assert redact_tournament(registered, who) == Redacted(event=registered, hidden=frozenset())


# Two tournaments that differ in secrets only


@dataclass
class Twins:
    """A tournament dealt face down, and one in which the faces were keyed in before anybody turned them."""

    run: TournamentRun
    other: TournamentState | None = None
    differed: int = 0

    def follow(self, answer: Answer) -> None:
        twin = self.keyed_in(answer.command)
        events, self.other = handle(self.other, twin)
        self.differed += twin != answer.command
        for who in IGNORANT:
            one, two = learnt(answer.events, answer.command.actor, who), learnt(events, twin.actor, who)
            assert one == two, f"the {who.role} {who.person} can tell"
            if twin != answer.command:
                assert view(self.run.tournament(), who) == view(self.other, who), f"the {who.role} can tell"

    def keyed_in(self, command: TournamentCommand) -> TournamentCommand:
        match command:
            case AtTable(table=table, command=commands.Draw(face_up=False, card=None) as draw):
                shoe = self.run.shoe(table)
                assert isinstance(shoe, VirtualShoe)
                face = shoe.face_at(self.run.tournament().tables[table].state.shoe.out)
                return changed(command, command=changed(draw, card=face))
            case _:
                return command


def learnt(events: tuple[TournamentEvent, ...], by: Actor, who: Actor) -> list[object]:
    """All that a person learns: the events whole, one by one, as data, as JSON and in words."""
    whole = [redact_tournament(event, who) for event in events]
    seen = [found for event in events for found in redact_each(event, who)]
    as_json = [print_tournament_event(one.event, by, one.hidden, table) for table, one in seen]
    told = [one.event.describe(by.person) for _, one in seen]
    return [whole, seen, as_json, told, [one.event.describe(by.person) for one in whole if one is not None]]


def play(seed: int) -> int:
    """A tournament on two tables, dealt face down; gives how many commands differed."""
    run = TournamentRun(lambda part: repeatable(seed, part))
    rules = conditions(heat(rounds=1, advance=1), final(rounds=1), players_per_table=2)
    twins = Twins(run)
    cup = Cup(rules, dealing="down")
    run.state = twins.other = cup.now
    rehearsal = Rehearsal(run)
    lines = (Play(play=Until.OPENING), Entries(entries=PLAYERS), Play(play=Until.TOURNAMENT))
    for line in lines:
        for answer in rehearsal.do(line):
            assert isinstance(answer, Answer)
            assert answer.refused is None
            twins.follow(answer)
    return twins.differed


def play_some(*, examples: int) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(seed=st.integers(0, 2**32))
    def one(seed: int) -> None:
        assert play(seed) > 12

    one()


def test_nobody_but_the_auditor_can_tell_what_lies_face_down_at_a_table_of_a_tournament() -> None:
    play_some(examples=6)


# Planted mistakes


def test_a_table_whose_events_are_shown_as_they_are_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "redact", lambda event, _: Redacted(event=event, hidden=frozenset()))
    with pytest.raises(AssertionError, match="can tell"):
        play(1)


def test_faces_without_a_mark_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = redaction._declared

    def forgetful(declared: type[Struct]) -> Any:
        secrets, nested = right(declared)
        return tuple(one for one in secrets if one[1] is not Secret.FACE), nested

    monkeypatch.setattr(redaction, "_declared", forgetful)
    with pytest.raises(AssertionError, match="can tell"):
        play(1)


# Refusals


def test_a_refused_command_at_a_table_is_heard_without_faces_that_may_lie_down() -> None:
    dealer = Actor(person="dan", role=Role.DEALER)
    turned = commands.Expose(actor=dealer, hand=Hand.PLAYER, cards=parse_cards(["9s 8h"]))
    given_at = AtTable(actor=dealer, table="1", command=turned)
    for who in IGNORANT:
        assert "9S" not in str(print_tournament_command(as_heard_at_tournament(given_at, who)))
    assert "9S" in str(print_tournament_command(as_heard_at_tournament(given_at, AUDITOR)))
    ended = EndSession(actor=DIRECTOR)
    assert as_heard_at_tournament(ended, ANN) == ended
