"""Chance and shoes of a tournament: every part has its own, and the same seed gives the same ones."""

import random

import pytest

from puntobanco.app.randomness import Chance, repeatable
from puntobanco.app.tournament_runner import Answer, TournamentRun
from puntobanco.app.tournament_script import Entries, Play, Until
from puntobanco.app.tournament_script_runner import Rehearsal
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.fair_shoes.events import SecretRevealed
from puntobanco.tournament import Next, progress
from puntobanco.tournament.conditions import AdvanceBy
from tests.tournament.helpers import Cup, conditions, final, heat


def test_parts_of_what_is_practised_have_secrets_and_numbers_of_their_own() -> None:
    parts = [repeatable(3, part) for part in ("", "table 1", "table 2")]
    assert len({one.secret() for one in parts} | {one.secret() for one in parts}) == 6
    assert len({one.random_bits(64) for one in parts}) == 3
    assert repeatable(3, "table 1").secret() == repeatable(3, "table 1").secret()
    assert repeatable(3, "table 1").secret() != repeatable(4, "table 1").secret()


def played(names: list[str]) -> TournamentRun:
    """A heat at two tables and a final; `names` gets every part that chance is asked for."""

    def chances(part: str) -> Chance:
        names.append(part)
        return repeatable(4, part)

    run = TournamentRun(chances, stream="cup")
    run.state = Cup(conditions(heat(rounds=1, advance=1), final(rounds=1), players_per_table=2)).now
    rehearsal = Rehearsal(run)
    lines = (Play(play=Until.OPENING), Entries(entries=("ann", "bob", "cy", "di")), Play(play=Until.TOURNAMENT))
    for line in lines:
        assert all(isinstance(one, Answer) and one.refused is None for one in rehearsal.do(line))
    return run


def test_every_table_of_every_stage_has_a_shoe_of_its_own() -> None:
    names: list[str] = []
    played(names)
    tables = ["cup stage 1 table 1", "cup stage 1 table 2", "cup stage 2 table 1"]
    assert sorted(names) == sorted(["ballots", "absent people", *tables])


def test_the_shoes_of_the_last_stage_are_revealed_when_places_are_awarded() -> None:
    """Until then a round can still be void, and is played again from the same shoe (ruling 47)."""
    run = TournamentRun(lambda part: repeatable(3, part))
    run.state = Cup(conditions(final(rounds=1))).now
    rehearsal = Rehearsal(run)
    for line in (
        Play(play=Until.OPENING),
        Entries(entries=("ann", "bob")),
        Play(play=Until.START),
        Play(play=Until.ROUNDS),
    ):
        list(rehearsal.do(line))
    shoe = run.shoe("1")
    assert isinstance(shoe, VirtualShoe)
    list(rehearsal.do(Play(play=Until.STAGE)))
    assert not any(isinstance(act, SecretRevealed) for act in shoe.acts)
    list(rehearsal.do(Play(play=Until.TOURNAMENT)))
    assert any(isinstance(act, SecretRevealed) for act in shoe.acts)


def test_records_are_numbered_and_name_their_stream() -> None:
    run = TournamentRun(stream="cup", clock=lambda: 7, ids=lambda: "id")
    run.state = Cup(conditions(final(rounds=1))).now
    answers = [one for one in Rehearsal(run).do(Play(play=Until.OPENING)) if isinstance(one, Answer)]
    records = [one.record for one in answers if one.record is not None]
    assert [(one.stream, one.number, one.time, one.id) for one in records] == [("cup", n, 7, "id") for n in (1, 2, 3)]


@pytest.mark.parametrize("seed", range(12))
def test_absent_people_play_any_tournament_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    heats = [heat(f"h{n}", rounds=rng.randint(1, 2), advance_by=rng.choice(list(AdvanceBy))) for n in range(seed % 3)]
    rules = conditions(*heats, final(), players_per_table=rng.randint(2, 7), chips=rng.choice([1_000, 2_500, 100_000]))
    run = TournamentRun(lambda part: repeatable(seed, part))
    run.state = Cup(rules, dealing=rng.choice(["up", "down"])).now
    rehearsal = Rehearsal(run)
    players = tuple(f"p{number}" for number in range(rng.randint(2, 12)))
    for line in (Play(play=Until.OPENING), Entries(entries=players), Play(play=Until.TOURNAMENT)):
        assert all(isinstance(one, Answer) and one.refused is None for one in rehearsal.do(line))
    assert progress(run.tournament()).next is Next.CLOSED
