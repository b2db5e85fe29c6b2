"""Own limits on play, in a house: they hold whenever somebody buys in, sits or bets; a round in play is finished."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puntobanco.app.house import dispatch
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import init_house, open_house
from puntobanco.app.house.verification import verify_house
from puntobanco.cage import commands as cage
from puntobanco.cage.commands import play_limits
from puntobanco.cage.events.play_limits import ReturnedToPlay
from puntobanco.cage.model import Limit
from puntobanco.cage.state import AccountDraft, AccountState
from puntobanco.errors import Refused
from puntobanco.store.verify import all_lines
from puntobanco.table import TableState, commands, ledger
from puntobanco.table.model import Phase
from puntobanco.values.cards import parse_cards
from tests.app.house.helpers import DEALER, OPERATOR, SUPERVISOR, patron
from tests.app.house.helpers import place as bet_of
from tests.house.gaming import findings

HOUR = 3600 * 10**6
NOON = 20_454 * 24 * HOUR + 12 * HOUR
"""On Thursday, 1 January 2026."""
ANN = patron("ann")
CAGE = "cage/ann"


class Evening:
    """Ann and Bob at two tables; the clock stands where it is put."""

    def __init__(self, folder: Path) -> None:
        init_house(folder, name="house")
        self.at = NOON
        self.folder = folder
        self.house: House = open_house(folder, clock=lambda: self.at)
        self._ids = count(1)
        self._seen: dict[str, Counter[str]] = {}
        for stream in ("table/1", "table/2"):
            self._open(stream)

    def do(self, stream: str, command: Any) -> Any:
        return self.house.handle(stream, command, f"id {next(self._ids)}")

    def refused(self, stream: str, command: Any) -> str:
        with pytest.raises(Refused) as caught:
            self.do(stream, command)
        return caught.value.code

    def _open(self, stream: str) -> None:
        self.do(stream, commands.OpenTable(actor=OPERATOR, book="act-2015"))
        for seat, name in enumerate(("bob", "ann"), start=1):
            if self.house.look(f"cage/{name}").state is None:
                self.do(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name))
                self.do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=10_000_00))
            if name == "bob":
                self.do(stream, commands.BuyIn(actor=patron(name), amount=1000_00))
                self.do(stream, commands.TakeSeat(actor=patron(name), seat=seat))
        for command in (
            commands.CheckCards(actor=DEALER),
            commands.Shuffle(actor=DEALER),
            commands.OfferCut(actor=DEALER, patron="bob"),
            commands.Cut(actor=patron("bob"), at=100),
            commands.LoadShoe(actor=DEALER, depth=14),
            commands.Draw(actor=DEALER, face_up=False),
        ):
            self.do(stream, command)

    @property
    def account(self) -> AccountState:
        found: AccountState = self.house.look(CAGE).state
        return found

    def table(self, stream: str = "table/1") -> TableState:
        found: TableState = self.house.look(stream).state
        return found

    def limit(self, **limits: int | None) -> None:
        given = {"loss_day": None, "loss_week": None, "loss_month": None, "minutes": None, **limits}
        self.do(CAGE, cage.LimitPlay(actor=ANN, **given))  # type: ignore[arg-type]  # given by name

    def buy(self, amount: int, stream: str = "table/1") -> None:
        self.do(stream, commands.BuyIn(actor=ANN, amount=amount))
        if self.table(stream).patrons["ann"].seat is None:
            self.do(stream, commands.TakeSeat(actor=ANN, seat=2))

    def deal(self, cards: str, stream: str = "table/1") -> None:
        """Close the wagers, deal these cards and settle."""
        self.do(stream, commands.CallNoMoreBets(actor=DEALER))
        for card in parse_cards([cards]):
            self.do(stream, commands.Draw(actor=DEALER, card=card))
        while self.table(stream).phase is Phase.DEALING:
            self.do(stream, commands.Settle(actor=DEALER))

    def natural(self, stream: str, *, banker_wins: bool) -> str:
        """Four cards that are still in the shoe: nine and a king against two and two, or as good as that."""
        nine, king = self._next(stream, "98"), self._next(stream, "KQJT")
        two, other = self._next(stream, "2A"), self._next(stream, "345")
        return f"{two} {nine} {other} {king}" if banker_wins else f"{nine} {two} {king} {other}"

    def _next(self, stream: str, ranks: str) -> str:
        seen = self._seen.setdefault(stream, Counter())
        card = next(rank + suit for rank in ranks for suit in "cdhs" if seen[rank + suit] < 7)
        seen[card] += 1
        return card

    def loses(self, amount: int, stream: str = "table/1") -> None:
        self.do(stream, bet_of("ann", amount, "banker", "2"))
        self.deal("9c 2d Kh 2s", stream)  # player 9, banker 4

    def has(self) -> int:
        """What Ann has at the tables."""
        tables = [self.table(stream) for stream in ("table/1", "table/2")]
        stakes = sum(one.amount for table in tables for one in table.stakes.of("ann"))
        return stakes + sum(table.balance(ledger.chips("ann")) for table in tables)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path / "house")
    yield found
    found.house.close()


# Losses


def test_no_more_is_brought_than_may_be_lost(evening: Evening) -> None:
    evening.limit(loss_day=100_00)
    assert evening.refused("table/1", commands.BuyIn(actor=ANN, amount=105_00)) == "over_loss_limit"
    evening.buy(60_00)
    assert evening.refused("table/2", commands.BuyIn(actor=ANN, amount=45_00)) == "over_loss_limit"
    evening.buy(40_00, "table/2")
    evening.do("table/1", commands.CashOut(actor=ANN, amount=60_00))
    evening.buy(60_00, "table/2")
    evening.loses(100_00, "table/2")
    assert evening.has() == 0
    assert evening.refused("table/1", commands.BuyIn(actor=ANN, amount=5_00)) == "over_loss_limit"
    evening.at += 24 * HOUR
    evening.buy(100_00)


def test_chips_beyond_a_limit_are_kept_and_what_is_above_them_is_played(evening: Evening) -> None:
    """Ann has brought $500 and then lets $100 be lost: $400 stay in chips."""
    evening.buy(500_00)
    evening.limit(loss_day=100_00)
    assert evening.refused("table/1", bet_of("ann", 105_00, "banker", "2")) == "over_loss_limit"
    evening.loses(100_00)
    assert evening.refused("table/1", bet_of("ann", 5_00, "banker", "2")) == "over_loss_limit"
    assert evening.refused("table/1", commands.BuyIn(actor=ANN, amount=5_00)) == "over_loss_limit"
    evening.do("table/1", commands.CashOut(actor=ANN, amount=400_00))
    assert evening.has() == 0


def test_chips_that_lie_there_overnight_count_from_the_first_wager_of_the_day(evening: Evening) -> None:
    evening.limit(loss_day=100_00, loss_week=150_00)
    evening.buy(100_00)
    evening.do("table/1", bet_of("ann", 100_00, "player", "2"))
    evening.deal("9c 2d Kh 2s")  # player wins: she has $200
    evening.at += 24 * HOUR
    assert evening.refused("table/1", bet_of("ann", 105_00, "banker", "2")) == "over_loss_limit"
    evening.loses(100_00)
    assert evening.refused("table/1", bet_of("ann", 5_00, "banker", "2")) == "over_loss_limit"
    assert evening.account.presence.streams == ("table/1",)


def test_what_lies_when_a_limit_is_reached_is_decided_and_can_be_taken_back(evening: Evening) -> None:
    evening.buy(500_00)
    evening.do("table/1", bet_of("ann", 300_00, "banker", "2"))
    evening.limit(loss_day=0)
    evening.do("table/1", commands.Withdraw(actor=ANN, area="2", wager="banker", amount=100_00))
    assert evening.refused("table/1", bet_of("ann", 5_00, "banker", "2")) == "over_loss_limit"
    evening.deal("9c 2d Kh 2s")
    assert evening.has() == 300_00
    evening.do("table/1", commands.LeaveTable(actor=ANN))
    assert evening.account.presence.streams == ()


# Time


def test_time_at_tables_is_counted_once_and_ends_play(evening: Evening) -> None:
    evening.limit(minutes=60)
    evening.buy(100_00)
    evening.at += HOUR // 2
    evening.buy(100_00, "table/2")
    evening.at += HOUR // 4
    evening.do("table/1", commands.LeaveTable(actor=ANN))
    evening.at += HOUR // 4 - 1
    evening.do("table/2", bet_of("ann", 50_00, "banker", "2"))
    evening.at += 1
    assert evening.refused("table/2", bet_of("ann", 5_00, "tie", "2")) == "time_is_over"
    assert evening.refused("table/1", commands.BuyIn(actor=ANN, amount=5_00)) == "time_is_over"
    evening.deal("9c 2d Kh 2s", "table/2")
    evening.do("table/2", commands.CashOut(actor=ANN, amount=50_00))
    evening.do("table/2", commands.LeaveTable(actor=ANN))
    assert evening.refused("table/1", commands.BuyIn(actor=ANN, amount=5_00)) == "time_is_over"
    evening.at += 12 * HOUR
    evening.buy(100_00)


# Exclusion


def test_who_excludes_herself_plays_no_more_and_has_all_that_is_hers(evening: Evening) -> None:
    evening.buy(100_00)
    evening.do("table/1", bet_of("ann", 50_00, "banker", "2"))
    evening.do(CAGE, cage.ExcludeSelf(actor=ANN, until=NOON + 10 * HOUR))
    for command in (bet_of("ann", 5_00, "banker", "2"), commands.BuyIn(actor=ANN, amount=5_00)):
        assert evening.refused("table/1", command) == "self_excluded"
    assert evening.refused(CAGE, cage.Deposit(actor=OPERATOR, amount=5_00)) == "self_excluded"
    evening.deal("9c 2d Kh 2s")
    evening.do("table/1", commands.LeaveTable(actor=ANN))
    evening.do(CAGE, cage.PayWithdrawal(actor=OPERATOR, amount=9_950_00))
    for shorter in (NOON + 5 * HOUR, NOON + 10 * HOUR):
        assert evening.refused(CAGE, cage.ExcludeSelf(actor=ANN, until=shorter)) == "excluded_already"
    evening.at = NOON + 10 * HOUR - 1
    assert evening.refused(CAGE, cage.ReturnToPlay(actor=ANN)) == "still_excluded"
    evening.at += 1
    assert evening.refused(CAGE, cage.Deposit(actor=OPERATOR, amount=5_00)) == "self_excluded"
    assert evening.refused(CAGE, cage.ReturnToPlay(actor=SUPERVISOR)) == "no_request"
    evening.do(CAGE, cage.ReturnToPlay(actor=ANN))
    evening.do(CAGE, cage.Deposit(actor=OPERATOR, amount=100_00))
    evening.buy(100_00)
    assert findings(all_lines(evening.house._store)) == []


def test_for_ever_is_for_ever(evening: Evening) -> None:
    evening.do(CAGE, cage.ExcludeSelf(actor=SUPERVISOR, until=None, request="she asked at the desk"))
    evening.at += 100 * 365 * 24 * HOUR
    assert evening.refused(CAGE, cage.ReturnToPlay(actor=ANN)) == "still_excluded"
    assert evening.refused(CAGE, cage.ExcludeSelf(actor=ANN, until=evening.at + HOUR)) == "excluded_already"


# A season at random, against a plain reckoning


def season(evening: Evening, seed: int, steps: int = 160) -> list[str]:
    """Ann plays as she likes for days and weeks; what she lost of a day and a week beyond what she let be lost."""
    random, wrong = Random(seed), []
    day_most, week_most, minutes = 100_00, 250_00, 600
    evening.limit(loss_day=day_most, loss_week=week_most, minutes=minutes)
    began: dict[str, tuple[int, int]] = {}
    looser_from, luck = None, 1.0
    for step in range(steps):  # a lucky day with chips that lie overnight, and an unlucky one
        if random.random() < 0.1:
            evening.at += random.choice((HOUR, 5 * HOUR, 24 * HOUR))
            luck = random.choice((0, 1))
        if step == steps // 2:
            evening.limit(loss_day=500_00, loss_week=500_00, minutes=minutes)
            looser_from = evening.at + 24 * HOUR
        stood = evening.account.held + evening.has()
        _act(evening, random, luck)
        stands = evening.account.held + evening.has()
        for name, period, most in (
            ("day", evening.at // (24 * HOUR), day_most),
            ("week", _week(evening.at), week_most),
        ):
            since, before = began.get(name, (period, stood))
            began[name] = (since, before) if since == period else (period, stood)
            if looser_from is not None and evening.at >= looser_from:
                continue
            lost = began[name][1] - stands
            wrong += [f"{lost} were lost in a {name}, at step {step}"] if lost > most else []
    return wrong


def _week(at: int) -> int:
    return (at // (24 * HOUR) + 3) // 7


def _act(evening: Evening, random: Random, luck: float) -> None:
    stream, amount = random.choice(("table/1", "table/2")), random.choice((5_00, 25_00, 50_00, 100_00))
    try:
        match random.randrange(24):
            case 0 | 1 | 4 | 5:
                evening.buy(amount, stream)
            case 2:
                evening.do(stream, commands.CashOut(actor=ANN, amount=amount))
            case 3:
                evening.do(stream, commands.LeaveTable(actor=ANN))
            case _:
                evening.do(stream, bet_of("ann", amount, "banker", "2"))
                evening.deal(evening.natural(stream, banker_wins=random.random() < luck), stream)
    except Refused:
        pass


@pytest.mark.parametrize("seed", range(3))
def test_no_more_is_lost_than_a_patron_lets_be_lost(evening: Evening, seed: int) -> None:
    assert season(evening, seed) == []
    evening.house.close()
    assert [str(one) for one in verify_house(evening.folder).findings] == []


def looser_at_once(_: Limit, most: int | None, __: int) -> Limit:
    return Limit(most=most)


def undone_early(command: cage.ReturnToPlay, draft: AccountDraft) -> None:
    draft.add(ReturnedToPlay(patron=draft.state.patron, request="", at=command.at, clause="cage"))


PLANTED: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "looser at once": lambda patch: patch.setattr(play_limits, "limit_after", looser_at_once),
    "wagers are not asked": lambda patch: patch.setattr(dispatch, "require_limits", lambda *_: None),
    "play is not noted": lambda patch: patch.setattr(dispatch, "notes", lambda *_: ()),
}


@pytest.mark.parametrize("name", PLANTED)
def test_the_season_finds_what_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    PLANTED[name](monkeypatch)
    assert any(_found(tmp_path / str(seed), seed) for seed in range(10))


def _found(folder: Path, seed: int) -> list[str]:
    evening = Evening(folder)
    try:
        return season(evening, seed)
    finally:
        evening.house.close()


def test_an_exclusion_that_is_undone_early_is_found(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cage.ReturnToPlay, "decide", undone_early)
    evening.do(CAGE, cage.ExcludeSelf(actor=ANN, until=NOON + 10 * HOUR))
    evening.do(CAGE, cage.ReturnToPlay(actor=ANN))
    (found,) = findings(all_lines(evening.house._store))
    assert found.endswith(" ann returned too early")
