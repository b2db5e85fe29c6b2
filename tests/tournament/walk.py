"""Whole tournaments with random conditions, played by whoever is asked; whatever can happen sometimes does."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec
import pytest

from puntobanco.errors import Refused
from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role, TableState, ledger
from puntobanco.table import commands as at_table
from puntobanco.table.commands import TableCommand
from puntobanco.table.model import Phase, VoidReason
from puntobanco.table.queries.round import reopenable
from puntobanco.tournament import fold, handle, legal
from puntobanco.tournament import ledger as tournament_ledger
from puntobanco.tournament.commands import COMMANDS, AtTable
from puntobanco.tournament.commands.sessions import EndSession
from puntobanco.tournament.conditions import (
    WHOLE,
    AdvanceBy,
    Breakdown,
    Commission,
    CommissionOf,
    Conditions,
    Stage,
    StageKind,
)
from puntobanco.tournament.events import TournamentEvent
from puntobanco.tournament.model import Ending
from puntobanco.tournament.queries.progress import Next, absent_from, progress
from puntobanco.tournament.queries.reaching_back import rounds_open
from puntobanco.tournament.queries.session_play import chips_at, is_done, running
from puntobanco.tournament.state import TournamentState, session_of
from puntobanco.tournament.views.leaderboard import Leader, Stands, leaderboard
from puntobanco.tournament.views.visible_state import view
from puntobanco.values.replace import changed
from tests.tournament.helpers import DIRECTOR, OPERATOR, Cup, conditions, place
from tests.tournament.offers import anybody, build, from_legal, late

NEVER_BY_CHANCE = tuple(kind for kind in COMMANDS if kind not in ("plan_tournament", "at_table"))
SHORT_SHOE = {"decks": "1", "cut_from_ends": "10", "cut_depth": "36"}
WRITE, READ = msgspec.json.Encoder(), msgspec.json.Decoder(list[TournamentEvent])
MOST_REOPENED = 3
MOST_STEPS = 500
"""For each player."""
AUDIENCES = (Actor(person="p1", role=Role.PATRON), DIRECTOR, Actor(person="al", role=Role.AUDITOR))


def random_conditions(rng: random.Random, players: int, stages: int) -> Conditions:
    least = rng.randint(2, players)
    most = rng.randint(players, players + 2)
    shoes = rng.random() < 0.15
    table = {"minimum": rng.choice(["10", "50"]), "offered": rng.choice(["none", "player_pair, banker_pair"])} | (
        SHORT_SHOE if shoes else {}
    )
    return conditions(
        *(random_stage(rng, place, last=place == stages - 1, shoes=shoes) for place in range(stages)),
        entry_fee=rng.choice([0, 1, 7, 333, 10_000]),
        commission=Commission(amount=0),
        chips=rng.choice([5_000, 20_000, 100_050]),
        least_players=least,
        most_players=most,
        players_per_table=rng.randint(2, 7),
        table=tuple(sorted(table.items())),
        prizes=tuple(random_breakdown(rng, one) for one in range(least, most + 1)),
        play_off_rounds=rng.randint(1, 2),
    )


def random_stage(rng: random.Random, number: int, *, last: bool, shoes: bool) -> Stage:
    return Stage(
        name=f"stage {number}",
        kind=StageKind.FINAL if last else StageKind.SEMI_FINAL if number >= 2 else StageKind.HEAT,
        rounds=None if shoes else rng.randint(1, 3),
        shoes=1 if shoes else None,
        advance=None if last else rng.randint(1, 6),
        advance_by=None if last else rng.choice(list(AdvanceBy)),
        chips=rng.choice([None, 30_000]) if number else None,
        sessions=1 if last else rng.choice([1, 1, 1, 2, 3]),
        limits=rng.choice([(), (), (("maximum", "2000"), ("minimum", "10"))]),
    )


def random_commission(rng: random.Random, found: Conditions) -> Commission:
    of = rng.choice(list(CommissionOf))
    fees = found.entry_fee * (found.least_players if of is CommissionOf.ALL_FEES else 1)
    if rng.random() < 0.5:
        return Commission(of=of, share=rng.randint(0, WHOLE))
    return Commission(of=of, amount=rng.randint(0, fees))


def random_breakdown(rng: random.Random, players: int) -> Breakdown:
    places = rng.randint(1, min(players, 6))
    cuts = sorted(rng.sample(range(1, WHOLE), places - 1))
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, WHOLE], strict=True)]
    return Breakdown(least=players, most=players, shares=tuple(sorted(shares, reverse=rng.random() < 0.9)))


class Walk(Cup):
    """A tournament in which people come late, leave, bet out of turn, are replaced, and rounds are declared void; they
    add words to ballots, some of which are drawn again."""

    rehearses = False

    def __init__(self, seed: int, players: int, stages: int) -> None:
        rng = random.Random(seed)
        found = random_conditions(rng, players, stages)
        super().__init__(changed(found, commission=random_commission(rng, found)), seed=seed)
        self.rng = rng
        self.newcomers = (f"new{number}" for number in count(1))
        self.approve()
        self.operator("nominate", nominee=DIRECTOR.person, office="director")
        for number in range(1, players + 1):
            self.director("register", player=f"p{number}")
        for _ in range(rng.randint(0, 2)):
            self.director("list_reserve", player=next(self.newcomers))
        self.steps = self.reopened = 0
        self.led: dict[int, Leader] = {}

    def give(self, command: Any) -> Any:
        self.steps = getattr(self, "steps", 0) + 1
        players = 0 if self.state is None else len(self.state.entrants)
        assert self.steps < MOST_STEPS * (players + 1), "this tournament does not come to an end"
        if isinstance(command, EndSession) and self.is_final():
            self.led = {self.now.entrants[one.player].number: one for one in leaderboard(self.now)[0].leaders}
        return super().give(command)

    def is_final(self) -> bool:
        session = running(self.now)
        return session is not None and not session.play_off and self.now.present_stage.kind is StageKind.FINAL

    def check_legal(self) -> None:
        """What is offered to somebody is accepted, and what is not is refused."""
        actor = anybody(self.now, self.rng)
        offered = legal(self.now, actor)
        if offered:
            option = self.rng.choice(offered)
            command = from_legal(self.now, actor, option, self.rng)
            if command is not None:
                handle(self.now, self.prepared(command).command)
        kind = self.rng.choice(NEVER_BY_CHANCE)
        if kind not in {one.kind for one in offered}:
            with pytest.raises(Refused):
                handle(self.now, build(self.now, actor, kind, self.rng))

    def happens(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def run(self) -> None:
        cancelled_at = self.rng.randint(1, 40) if self.happens(5) else None
        for step in count(1):
            if step == cancelled_at and any(one.kind == "cancel_tournament" for one in legal(self.now, OPERATOR)):
                self.operator("cancel_tournament", reason="fire")
            if not self.one_step():
                break
        self.check_the_end()

    def one_step(self) -> bool:
        if self.happens(10):
            self.something_else()
        self.words_and_redraws()
        self.check_legal()
        if self.reopened < MOST_REOPENED and self.happens(15):
            self.reach_back()
        coming = progress(self.now)
        if coming.next in (Next.START, Next.SEATS):
            self.come_and_start()
            return True
        return self.step(self.bet)

    def words_and_redraws(self) -> None:
        for name in list(self.now.entrants):
            offered = [one for one in legal(self.now, Actor(person=name, role=Role.PATRON)) if one.kind == "add_words"]
            if offered and self.happens(10):
                draw = dict(self.rng.choice(offered).where)["draw"]
                self.do(Actor(person=name, role=Role.PATRON), "add_words", draw=draw, words=f"{name} {self.steps}")
        if self.happens(3) and any(one.kind == "redraw_ballot" for one in legal(self.now, DIRECTOR)):
            self.director("redraw_ballot", reason="drawn by mistake")

    def reach_back(self) -> None:
        """A round of a session that is over is void, or a placement error in it is found."""
        found = [(name, number) for name in self.now.tables for number in rounds_open(self.now, name)]
        dealing = any(one.state.phase is Phase.DEALING for one in self.now.tables.values())
        if not found or dealing or self.now.on_break is not None:
            return
        self.reopened += 1
        name, number = self.rng.choice(found)
        operator = Actor(person=DIRECTOR.person, role=Role.OPERATOR)
        void: TableCommand = at_table.VoidRound(actor=operator, round=number, reason=VoidReason.IMPRACTICAL)
        error = at_table.ReportPlacementError(actor=DIRECTOR, round=number)
        before, command = self.now, self.rng.choice([void, error, *self.in_another_order(name, number)])
        self.give(AtTable(actor=command.actor, table=name, command=command))
        assert not self.now.over
        if command is void:
            change = undone(before, name, number, dict(session_of(self.now).before))
            check_void(chips_at_the_end(before, name), change, chips_now(self.now, name))

    def in_another_order(self, name: str, number: int) -> Iterator[at_table.ReportPlacementError]:
        """If it is the last round of its table: its first cards, which decide who won, were placed otherwise."""
        last = reopenable(self.table(name))
        if last is not None and last.round.number == number:
            cards = [one.card for one in last.round.in_order() if one.card is not None]
            self.rng.shuffle(first := cards[:4])
            yield at_table.ReportPlacementError(actor=DIRECTOR, round=number, cards=(*first, *cards[4:]))

    def come_and_start(self) -> None:
        """Most come; who is absent forfeits, or a reserve is offered the seat."""
        assert self.now.session is not None
        absent = [one for one in absent_from(self.now.session) if self.happens(10)]
        self.all_sit(but=absent)
        for one in absent:
            self.offer_seat(one)
        if progress(self.now).next is Next.SEATS:
            self.all_sit()
        self.start()

    def offer_seat(self, absent: str) -> None:
        """A reserve who is offered the seat accepts it and pays, lets the offer end, or pays at the desk."""
        offers = (dict(one.where) for one in legal(self.now, DIRECTOR) if one.kind == "offer_seat")
        reserve = next((one["player"] for one in offers if one["absent"] == absent), None)
        if reserve is None or self.happens(50):
            return
        self.director("offer_seat", absent=absent, player=reserve, at=late(self.now))
        match self.rng.randrange(5):
            case 0:
                self.director("withdraw_offer", player=reserve)
            case 1:
                return
            case 2:
                self.director("accept_seat", player=reserve)
                self.director("take_place", player=reserve)
            case _:
                self.do(Actor(person=reserve, role=Role.PATRON), "accept_seat", player=reserve)
                self.director("take_place", player=reserve)

    def play(self, table: str, bet: Any, *, rounds: int | None = None) -> None:
        self.playing = table
        super().play(table, bet, rounds=rounds)

    def bet(self, state: TableState, player: str) -> Any:
        """What a player who is asked does; before that, somebody else may do something."""
        if self.happens(10):
            self.check_legal()
        if self.happens(6):
            self.mischief(self.playing, state)
        now = self.table(self.playing)
        if is_done(self.now, self.playing) or now.turns.now != player or self.happens(5):
            return None
        has = now.balance(ledger.chips(player))
        amount = self.rng.choice([1_000, 5_000, has, has, self.rng.randrange(1_000, 30_000)])
        return place(
            now, player, self.rng.choice(["banker", "player", "tie"]), min(amount, has, now.rules.maximum.value)
        )

    def mischief(self, name: str, state: TableState) -> None:
        rounds = [one.number for one in state.rounds if not one.void and one.number in self.now.tables[name].counted]
        waiting = [one for one in state.not_asked() if not state.stakes.of(one)]
        if rounds and self.happens(40):
            actor = Actor(person=DIRECTOR.person, role=Role.OPERATOR)
            before, number = self.now, self.rng.choice(rounds)
            self.at(name, at_table.VoidRound(actor=actor, round=number, reason=VoidReason.IMPRACTICAL))
            change = undone(before, name, number, dict(session_of(before).before))
            check_void(chips_now(before, name), change, chips_now(self.now, name))
        elif waiting and self.happens(60):
            early = place(state, self.rng.choice(waiting), "banker", 1_000)
            if early is not None:
                self.try_at(name, early)
        elif self.happens(30):
            actor = Actor(person=DIRECTOR.person, role=Role.OPERATOR)
            self.at(name, at_table.Exclude(actor=actor, patron=self.rng.choice(list(state.patrons)), broke="14.7"))
        else:
            offered = [one for one in legal(self.now, DIRECTOR) if one.kind == "substitute"]
            if offered:
                player = dict(self.rng.choice(offered).where)["player"]
                self.director("substitute", player=player, substitute=next(self.newcomers))

    def try_at(self, name: str, command: Any) -> None:
        with suppress(Refused):
            self.at(name, command)

    def something_else(self) -> None:
        """Whatever else the director may do now, and what everybody sees meanwhile."""
        for audience in AUDIENCES:
            view(self.now, audience)
        dealing = any(one.state.phase is Phase.DEALING for one in self.now.tables.values())
        if running(self.now) is not None and self.now.on_break is None and not dealing:
            self.director("call_break", minutes=10)
        elif any(one.kind == "direct_pace" for one in legal(self.now, DIRECTOR)):
            self.director("direct_pace", text="a minute a round")

    def check_the_end(self) -> None:
        """Fees are prizes and commission, everybody who sat has a place, and the log folds to the same state."""
        state = self.now
        assert fold(self.log) == state
        assert READ.decode(WRITE.encode(self.log)) == self.log
        paid_in = sum(one.paid for one in state.entrants.values())
        if state.cancelled:
            assert state.fees == {}
            return
        assert state.awards is not None
        commission = state.fees.get(tournament_ledger.COMMISSION, 0)
        assert sum(one.prize for one in state.awards) == paid_in - commission
        assert commission == state.conditions.commission.out_of(state.conditions.entry_fee, len(state.entrants))
        assert state.fees.get(CAGE, 0) == -commission
        sat = {name for name, one in state.entrants.items() if one.finish and one.finish.how is not Ending.NEVER_SAT}
        assert {one.player for one in state.awards} == sat
        assert len(sat) == state.seated
        check_places([one.place for one in state.awards])
        self.check_leaderboard()

    def check_leaderboard(self) -> None:
        """Where somebody stood before the final was ended is the place that was awarded, play-offs apart."""
        shares = len(self.now.conditions.shares(self.now.seated))
        equal = Counter(one.place for one in self.led.values())
        for one in self.now.awards or ():
            led = self.led.get(self.now.entrants[one.player].number)
            if led is not None:
                assert led.place <= one.place < led.place + equal[led.place]
                assert led.still_in or led.place == one.place, "nobody plays off who is out"
                assert led.stands is Stands.ON or (led.stands is Stands.ABOVE) == (one.place <= shares)


def chips_now(state: TournamentState, table: str) -> dict[str, int]:
    """Of everybody at a table of the session: what lies there and what is due, or what is kept for who is out."""
    session, found = session_of(state), state.tables[table].state
    out = {one.player: one.chips for one in session.out if one.table == table}
    due = Counter[str]()
    for player, cents in session.due:
        due[player] += cents
    return {one.player: chips_at(found, one.player) + due[one.player] for one in session.at(table)} | out


def chips_at_the_end(state: TournamentState, table: str) -> dict[str, int]:
    """The same of a session that is over."""
    assert state.results is not None
    session = next(one.session for one in state.results.ended if one.at(table) is not None)
    has = {one.player: one.chips for one in state.results.finishers} | {one.player: one.chips for one in session.out}
    return {one.player: has[one.player] for one in session.seats if one.table == table}


def undone(state: TournamentState, table: str, number: int, before: dict[str, str]) -> Counter[str]:
    """What everybody gets or loses if a round was never dealt; of who was replaced it is the substitute's."""
    (dealt,) = [one for one in state.tables[table].state.rounds if one.number == number]
    found = Counter[str]()
    for line in dealt.settled:
        if not line.voided:
            found[before.get(line.patron, line.patron)] += line.stake - line.returned - line.error
    return found


def check_void(has: dict[str, int], change: Counter[str], now: dict[str, int]) -> None:
    """A void round was never dealt; what chips do not cover is written off, once no wager lies."""
    assert now.keys() == has.keys()
    for player, amount in now.items():
        right = has[player] + change[player]
        assert amount == right or (right < amount == 0), f"{player} has {amount}, not {right}"


def check_places(places: list[int]) -> None:
    """The places of a ranking in which equal ones share and leave the next places empty."""
    for index, place_ in enumerate(places):
        assert place_ == (places[index - 1] if index and places[index - 1] == place_ else index + 1)
