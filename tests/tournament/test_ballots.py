"""Ballots and lots by ruling 46: the house commits, entrants add words, all count, and the result brings the secret."""

import hashlib
import hmac
import itertools
import struct
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from puntobanco.errors import Refused
from puntobanco.fair_shoes.draws import DrawKind, drawn
from puntobanco.fair_shoes.house_secret import DrawSecret
from puntobanco.table import Actor, Role
from puntobanco.tournament import commands, handle
from puntobanco.tournament.conditions import AdvanceBy
from puntobanco.tournament.events import BallotDrawn, BallotSetAside, DrawCommitted
from puntobanco.tournament.queries.draws import MAX_WORDS, open_draws
from puntobanco.tournament.queries.seating import places
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, OPERATOR, SEED, START, Cup, bets, conditions, final, heat, refused

ACT = "act-2015"
RULING = "act-2015 ruling 46"
NAMES = ("ann", "bob", "cy", "dee", "eve")


class Drawn(Cup):
    """A cup whose draws follow from secrets and words."""

    rehearses = False


def patron(name: str) -> Actor:
    return Actor(person=name, role=Role.PATRON)


def entered(*names: str, rules: Any = None) -> Drawn:
    cup = Drawn.opened(rules)
    for name in names:
        cup.director("register", player=name)
    return cup


def add(cup: Cup, name: str, words: str, draw: int = 1) -> None:
    cup.do(patron(name), "add_words", draw=draw, words=words)


def seats_drawn(cup: Cup) -> tuple[Any, ...]:
    return () if cup.now.session is None else cup.now.session.seats


def open_now(cup: Cup) -> list[tuple[int, str]]:
    return [(draw.number, draw.kind.value) for draw in open_draws(cup.now)]


# When the house commits


@clause(ACT, "ruling 46", "15.7")
@pytest.mark.parametrize("approved_first", [True, False])
def test_ruling_46_the_house_commits_to_the_first_ballot_when_entries_open(approved_first: bool) -> None:
    cup = Drawn()
    nominate = partial(cup.operator, "nominate", nominee=DIRECTOR.person, office="director")
    steps: list[Callable[[], object]] = [cup.approve, nominate]
    first, last = steps if approved_first else steps[::-1]
    first()
    assert list(cup.now.draws) == []
    last()
    last_event: Any = cup.log[-1]
    assert isinstance(last_event, DrawCommitted)
    assert last_event.committed.context.house == "Casino North"
    assert open_now(cup) == [(1, "ballot")]


@clause(ACT, "ruling 46")
def test_ruling_46_later_ballots_and_lots_are_committed_to_when_the_stage_before_begins() -> None:
    cup = entered(*NAMES[:4], rules=conditions(heat(rounds=1, advance=4), final(rounds=1)))
    cup.ballot()
    assert open_now(cup) == []
    cup.all_sit()
    assert open_now(cup) == []
    cup.start()
    assert open_now(cup) == [(2, "ballot"), (3, "lot")]
    cup.play("1", bets("banker", 1_000))
    cup.director("end_session")
    assert (cup.now.stage, open_now(cup)) == (1, [(2, "ballot"), (3, "lot")])
    cup.ballot()
    cup.all_sit()
    cup.start()
    assert [kind for _, kind in open_now(cup)] == ["lot"], "no ballot follows the final"


@clause(ACT, "ruling 46")
def test_ruling_46_the_next_lot_is_committed_to_with_the_result_of_the_one_before() -> None:
    rules = conditions(heat(rounds=1, advance=1, advance_by=AdvanceBy.OVERALL), final(rounds=1), players_per_table=2)
    for seed in range(20):
        cup = Drawn.opened(rules, seed=seed)
        for name in NAMES[:4]:
            cup.director("register", player=name)
        cup.ballot()
        cup.all_sit()
        cup.start()
        for table in ("1", "2"):
            cup.play(table, lambda *_: None)
        cup.director("end_session")
        (lot,) = [number for number, kind in open_now(cup) if kind == "lot"]
        cup.play_off()
        assert cup.now.draws[lot - 1].result is not None
        assert [type(event) for event in cup.events][-1] is DrawCommitted
        assert [number for number, kind in open_now(cup) if kind == "lot"] == [len(cup.now.draws)]
        return


def test_ruling_46_nobody_is_committed_to_what_is_not_due() -> None:
    cup = entered("ann", "bob")
    again = cup.now.draws[0].committed
    give = partial(handle, cup.now)
    confirm = commands.Nominate(actor=OPERATOR, nominee="asa", office="assistant", commitments=(again,))  # type: ignore[arg-type]
    assert refused(lambda: give(confirm)) == ("nothing_due", RULING)


# Words


@clause(ACT, "ruling 46")
def test_ruling_46_entrants_add_words_until_the_draw_and_nobody_else_does() -> None:
    cup = entered("ann", "bob")
    cup.director("list_reserve", player="ray")
    add(cup, "ann", "la vie est belle")
    for name in ("ray", "stranger"):
        assert refused(partial(add, cup, name, "x")) == ("no_entrant", RULING)
    assert refused(partial(add, cup, "bob", "x", 2)) == ("draw_closed", RULING)
    assert refused(partial(add, cup, "bob", "")) == ("bad_words", RULING)
    assert refused(partial(add, cup, "bob", "ü" * 129)) == ("bad_words", RULING)
    add(cup, "bob", "ü" * 128)
    for number in range(MAX_WORDS - 1):
        add(cup, "bob", f"more {number}")
    assert refused(partial(add, cup, "bob", "x")) == ("words_enough", RULING)
    for actor in (DIRECTOR, OPERATOR):
        assert refused(lambda by=actor: cup.do(by, "add_words", draw=1, words="x"))[0] == "wrong_role"  # type: ignore[misc]
    cup.ballot()
    assert refused(partial(add, cup, "ann", "x")) == ("draw_closed", RULING)
    assert len(cup.now.draws[0].words) == 1 + MAX_WORDS


def reckoned(secret: str, words: list[str], context: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    """A second time, by docs/ballots.md alone."""

    def lp(*parts: bytes) -> bytes:
        return b"".join(struct.pack(">I", len(part)) + part for part in parts)

    salt = hashlib.sha256(lp(b"puntobanco.draw.words", *(one.encode() for one in words))).digest()
    info = lp(b"puntobanco.draw.order", lp(*(one.encode() for one in context)))
    first = hmac.new(salt, bytes.fromhex(secret), "sha256").digest()
    key = hmac.new(first, info + b"\x01", "sha256").digest()
    blocks = (hmac.new(key, struct.pack(">Q", number), "sha256").digest() for number in itertools.count())
    source = (word for block in blocks for word in struct.unpack(">16H", block))
    order = list(names)
    for last in range(len(order) - 1, 0, -1):
        word = next(one for one in source if one < 65536 // (last + 1) * (last + 1))
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


@clause(ACT, "ruling 46", "15.7")
@pytest.mark.parametrize("words", [(), (("ann", "a"),), (("bob", "7 7 7"), ("ann", "la vie est belle"), ("bob", "ü"))])
def test_ruling_46_the_result_follows_from_the_revealed_secret_and_all_words(
    words: tuple[tuple[str, str], ...],
) -> None:
    cup = entered(*NAMES)
    for name, text in words:
        add(cup, name, text)
    committed = cup.now.draws[0].committed.commitment
    cup.ballot(3, 2)
    (event,) = (one for one in cup.events if isinstance(one, BallotDrawn))
    context = ("1", "Casino North", "cup", "1", "ballot")
    order = reckoned(event.result.secret, [text for _, text in words], context, NAMES)
    assert [seat.player for seat in event.seats] == order == list(event.result.order)
    assert [(seat.table, seat.seat) for seat in event.seats] == [("1", 1), ("1", 2), ("1", 3), ("2", 1), ("2", 2)]
    assert event.result.names == NAMES
    assert (
        DrawSecret(bytes.fromhex(event.result.secret)).commitment(cup.now.draws[0].committed.context).hex() == committed
    )
    assert [cup.now.entrants[name].drawn for name in order] == [1, 2, 3, 4, 5]


@clause(ACT, "ruling 46")
def test_ruling_46_every_word_and_their_order_change_the_result() -> None:
    """Of eight names and few words, equal orders would be a wonder."""
    names = tuple(f"p{number}" for number in range(8))
    found = set()
    for words in ([], ["a"], ["b"], ["a", "b"], ["b", "a"], ["ab"]):
        cup = entered(*names)
        for text in words:
            add(cup, "p0", text)
        cup.ballot(4, 4)
        assert cup.now.session is not None
        found.add(tuple(seat.player for seat in cup.now.session.seats))
    assert len(found) == 6


@pytest.mark.parametrize("players", range(1, 6))
def test_every_order_is_equally_likely(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One name for each sequence of numbers below 2, 3 and so on, each of which is equally likely."""
    names = tuple("abcdefg"[:players])
    sequences = itertools.product(*(range(last + 1) for last in range(players - 1, 0, -1)))
    found = []
    for sequence in sequences:
        rest = iter(sequence)
        monkeypatch.setattr("puntobanco.fair_shoes.draws.below", lambda _size, _source, rest=rest: next(rest))
        found.append(drawn(names, bytes(32)))
    assert sorted(found) == sorted(itertools.permutations(names))


def test_places_are_filled_table_by_table_and_seat_by_seat() -> None:
    assert places((3, 2)) == (("1", 1), ("1", 2), ("1", 3), ("2", 1), ("2", 2))
    assert places(()) == ()


# Who chooses


@clause(ACT, "ruling 46")
def test_ruling_46_without_the_secret_of_the_house_nothing_is_drawn() -> None:
    cup = entered("ann", "bob")
    draw = commands.DrawBallot(actor=DIRECTOR, sizes=(2,))
    assert refused(lambda: handle(cup.now, draw)) == ("draw_locked", RULING)
    other = commands.DrawBallot(actor=DIRECTOR, sizes=(2,), secret="ab" * 32)
    assert refused(lambda: handle(cup.now, other)) == ("not_the_secret", RULING)


@clause(ACT, "ruling 46")
def test_ruling_46_a_secret_or_commitment_that_a_person_gives_is_not_taken() -> None:
    cup = entered("ann", "bob")
    cup.director("draw_ballot", sizes=(2,), secret="ab" * 32)
    result = cup.now.draws[0].result
    assert result is not None
    assert result.secret == cup.secrets[1].raw().hex()


@clause(ACT, "ruling 46")
def test_ruling_46_a_seed_of_a_script_is_a_rehearsal_and_the_log_says_so() -> None:
    cup = entered(*NAMES)
    add(cup, "ann", "these count for nothing")
    cup.director("draw_ballot", sizes=(5,), seed=SEED)
    (event,) = (one for one in cup.events if isinstance(one, BallotDrawn))
    assert event.result.rehearsed
    assert "rehearsed" in event.describe("dora")
    assert cup.now.draws[0].proof is None
    again = entered(*NAMES)
    again.director("draw_ballot", sizes=(5,), seed=SEED)
    assert cup.now.session is not None
    assert again.now.session is not None
    assert cup.now.session.seats == again.now.session.seats


@pytest.mark.parametrize("seed", ["", "00" * 31, "0G" * 32, "AB" * 32, " " + "00" * 31 + "0"])
def test_a_seed_of_a_script_is_32_bytes_in_small_hexadecimal_letters(seed: str) -> None:
    cup = entered("ann", "bob")
    assert refused(lambda: cup.director("draw_ballot", sizes=(2,), seed=seed)) == ("no_seed", "act-2015 15.7")


@pytest.mark.parametrize(
    ("players", "sizes", "accepted"),
    [
        (8, (7, 1), True),
        (8, (8,), False),
        (8, (4, 4), True),
        (8, (4, 3), False),
        (8, (4, 5), False),
        (8, (), False),
        (7, (7,), True),
        (7, (7, 0), False),
    ],
)
def test_the_director_sets_how_many_sit_at_a_table(players: int, sizes: tuple[int, ...], accepted: bool) -> None:
    cup = entered(*(f"p{number}" for number in range(players)))
    if accepted:
        cup.ballot(*sizes)
        return
    assert refused(lambda: cup.director("draw_ballot", sizes=sizes)) == ("wrong_sizes", "act-2015 15.8")
    assert cup.given.secret is None if isinstance(cup.given, commands.DrawBallot) else True


@clause(ACT, "ruling 46", "15.22")
def test_ruling_46_a_play_off_where_they_sit_draws_nothing_and_reveals_no_secret() -> None:
    cup = entered("ann", "bob", rules=conditions(final(rounds=1)))
    cup.ballot()
    cup.all_sit()
    cup.start()
    cup.play("1", lambda *_: None)
    cup.director("end_session")
    before = cup.now.draws
    cup.play_off()
    assert cup.given.secret is None
    assert cup.now.draws == before


# Again


@clause(ACT, "ruling 46", "15.7")
def test_ruling_46_a_ballot_drawn_by_mistake_is_drawn_again_and_both_results_stay() -> None:
    cup = entered(*NAMES)
    add(cup, "ann", "first words")
    cup.ballot(5)
    cup.director("take_place", player="ann")
    first = cup.now.draws[0]
    assert refused(lambda: cup.director("redraw_ballot", reason=" ")) == ("no_reason", RULING)
    cup.director("redraw_ballot", reason="drawn before all had entered")
    assert [type(event) for event in cup.events] == [BallotSetAside, DrawCommitted]
    assert seats_drawn(cup) == ()
    assert cup.now.later == ()
    assert cup.now.draws[0].result == first.result
    assert cup.now.draws[0].set_aside == "drawn before all had entered"
    second = cup.now.draws[1]
    assert second.kind is DrawKind.BALLOT
    assert second.committed.commitment != first.committed.commitment
    assert second.words == (), "words are added anew"
    cup.director("register", player="fay")
    cup.ballot(6)
    assert cup.now.draws[1].result is not None
    assert cup.now.draws[1].result.secret != cup.now.draws[0].result.secret  # type: ignore[union-attr]
    assert [seat.taken for seat in seats_drawn(cup)] == [False] * 6


@clause(ACT, "ruling 46")
def test_ruling_46_no_ballot_is_drawn_again_once_its_session_has_started() -> None:
    cup = entered("ann", "bob")
    redraw = partial(cup.director, "redraw_ballot", reason="late")
    assert refused(redraw) == ("no_ballot", RULING)
    cup.ballot()
    cup.all_sit()
    cup.director("start_session", at=START)
    assert refused(redraw) == ("no_ballot", RULING)


@clause(ACT, "ruling 46")
def test_ruling_46_a_redraw_takes_an_operators_approval() -> None:
    from puntobanco.streams.command import require_approval

    redraw = commands.RedrawBallot(actor=DIRECTOR, reason="by mistake")
    for approved_by in (None, DIRECTOR, Actor(person="sue", role=Role.SUPERVISOR)):
        with pytest.raises(Refused, match="an operator"):
            require_approval(redraw, approved_by)
    require_approval(redraw, OPERATOR)


@clause(ACT, "ruling 46")
def test_ruling_46_a_draw_whose_secret_is_lost_is_replaced_on_record() -> None:
    cup = entered("ann", "bob")
    add(cup, "ann", "mine")
    renew = partial(cup.do, OPERATOR, "renew_draws", reason="the key is lost")
    for wrong in ((), (2,), (1, 2)):
        assert refused(partial(renew, draws=wrong)) == ("no_draw", RULING)
    renew(draws=(1,))
    assert cup.now.draws[0].set_aside == "the key is lost"
    assert open_now(cup) == [(2, "ballot")]
    assert refused(partial(add, cup, "ann", "mine")) == ("draw_closed", RULING)
    add(cup, "ann", "mine", draw=2)
    cup.ballot()
    assert refused(partial(renew, draws=(2,))) == ("no_draw", RULING)
