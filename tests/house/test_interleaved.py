"""Two processes over one database, step by step: one decides a group of commands, the other writes a record before the
group is committed. What was decided on a command that is left out is decided again."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import init_house, open_house
from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.house.verification import verify_house
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused
from puntobanco.house.commands import DisableGaming, EnableGaming, GrantRole, RevokeRole
from puntobanco.store import verify_store
from puntobanco.store.verify import all_lines
from puntobanco.table import Role, commands
from puntobanco.table.model import Phase
from puntobanco.values.cards import parse_cards
from tests.app.house.helpers import DEALER, OPERATOR, SUPERVISOR, patron
from tests.app.house.helpers import place as bet_of
from tests.house.evenings import addresses
from tests.house.folding import Folded
from tests.house.load import keyed
from tests.store.postgres import Server

TABLE, ACCOUNT = "table/1", "cage/ann"
ALL = 500_00
"""What Ann and Bob have in chips, and again at the cage."""
MOST_SECONDS = 60


class Two:
    """Two houses over one database; both have seen Ann and Bob at a table that takes wagers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.first, self.second = open_house(folder), open_house(folder)
        self._ids = count(1)
        self._open()
        self._before = {stream: self.first.look(stream).number for stream in ("house", TABLE, ACCOUNT)}
        for house in (self.first, self.second):
            house.catch_up()

    def _open(self) -> None:
        self._do("cage/zoe", cage.OpenAccount(actor=OPERATOR, patron="zoe"))
        for name in ("ann", "bob"):
            self._do(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name))
            self._do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=2 * ALL))
        self._do(TABLE, commands.OpenTable(actor=OPERATOR, book="act-2015"))
        for seat, name in enumerate(("ann", "bob"), start=1):
            self._do(TABLE, commands.BuyIn(actor=patron(name), amount=ALL))
            self._do(TABLE, commands.TakeSeat(actor=patron(name), seat=seat))
        random = Random(1)
        driver = Driver(random.randrange, patrons=("ann", "bob"), dealer=DEALER)
        while (state := self.first.look(TABLE).state).phase is not Phase.BETTING:
            step = driver.next(state)
            assert step is not None
            self._do(TABLE, keyed(state, step, random))

    def _do(self, stream: str, command: Any) -> None:
        self.first.handle(stream, command, f"opening {next(self._ids)}")

    def group(self, meanwhile: Callable[[House], object], *asked: CommandRequest) -> list[str]:
        """The first house decides these as one group, and before it is written the second one does something; gives
        what comes of each: accepted, or the code of its refusal."""
        append, may_go, waits = self.first._store.append, Event(), Event()

        def before(units: Sequence[Any]) -> Any:
            """What is asked while this waits becomes one group."""
            self.first._store.append = interleaved  # type: ignore[method-assign]  # planted for this test
            waits.set()
            assert may_go.wait(MOST_SECONDS)
            return append(units)

        def interleaved(units: Sequence[Any]) -> Any:
            self.first._store.append = append  # type: ignore[method-assign]  # as it was
            meanwhile(self.second)
            return append(units)

        self.first._store.append = before  # type: ignore[method-assign]  # planted for this test
        self.first.submit(
            CommandRequest(stream="cage/zoe", command=cage.Deposit(actor=OPERATOR, amount=1), id="before")
        )
        assert waits.wait(MOST_SECONDS)
        promises = [self.first.submit(one) for one in asked]
        self.second.catch_up()
        may_go.set()
        return [_answer(one) for one in promises]

    def written(self, stream: str = TABLE) -> list[str]:
        """The ids of what came to a stream since all was opened."""
        return [line.id for line in self.first.lines(stream, self._before[stream])]

    def findings(self) -> list[str]:
        """By the store, by the records themselves, and by the audit, which decides all of them again."""
        folded = Folded()
        found = [str(one) for one in verify_store(self.first._store)]
        found += [one for line in all_lines(self.first._store) for one in folded.see(line)]
        return [*found, *folded.rest(), *map(str, verify_house(self.folder).findings)]


def _answer(promise: Future[Answer]) -> str:
    try:
        promise.result(MOST_SECONDS)
    except Refused as refusal:
        return refusal.code
    return "accepted"


@pytest.fixture
def two(tmp_path: Path, server: Server) -> Iterator[Two]:
    init_house(tmp_path / "house", name="house", **addresses(server))
    found = Two(tmp_path / "house")
    yield found
    found.first.close()
    found.second.close()


def asks(name: str, command: Any, stream: str = TABLE, **more: Any) -> CommandRequest:
    return CommandRequest(stream=stream, command=command, id=name, **more)


def all_of(name: str, wager: str = "player") -> commands.Place:
    return bet_of(name, ALL, wager, {"ann": "1", "bob": "2"}[name])


def bobs(amount: int = 10_00, wager: str = "player") -> commands.Place:
    return bet_of("bob", amount, wager, "2")


def buys_in(amount: int) -> commands.BuyIn:
    return commands.BuyIn(actor=patron("ann"), amount=amount)


NO_MORE_BETS = commands.CallNoMoreBets(actor=DEALER)


def test_chips_are_not_bet_twice(two: Two) -> None:
    """Bob's wager is left out; Ann's, which was decided on it, does not take its number."""
    answers = two.group(
        lambda other: other.handle(TABLE, all_of("ann"), "ann elsewhere"),
        asks("bob", bobs()),
        asks("ann", all_of("ann", "banker")),
    )
    assert answers == ["accepted", "not_enough_chips"]
    assert two.written() == ["ann elsewhere", "bob"]
    assert two.findings() == []


def test_no_wager_passes_no_more_bets(two: Two) -> None:
    two.first.handle(TABLE, bobs(), "a wager")
    answers = two.group(
        lambda other: other.handle(TABLE, NO_MORE_BETS, "call"),
        asks("bob", bobs()),
        asks("ann", all_of("ann")),
    )
    assert answers == ["wagers_closed", "wagers_closed"]
    assert two.written() == ["a wager", "call"]
    assert two.findings() == []


def test_no_wager_passes_a_card(two: Two) -> None:
    """As many wagers are left out as the other process has written records."""
    two.first.handle(TABLE, bobs(), "a wager")
    (card,) = parse_cards(["9c"])

    def deals(other: House) -> None:
        other.handle(TABLE, NO_MORE_BETS, "call")
        other.handle(TABLE, commands.Draw(actor=DEALER, card=card), "card")

    answers = two.group(deals, asks("bob 1", bobs()), asks("bob 2", bobs()), asks("ann", all_of("ann")))
    assert answers == ["wagers_closed"] * 3
    assert two.written() == ["a wager", "call", "card"]
    assert two.findings() == []


def test_chips_are_taken_back_before_they_are_bet_again(two: Two) -> None:
    """The second wager was decided on the end of the first one: it comes after it, or not at all."""
    two.first.handle(TABLE, all_of("ann"), "a wager")
    answers = two.group(
        lambda other: other.handle(TABLE, bobs(), "bob"),
        asks("back", commands.Withdraw(actor=patron("ann"), area="1", wager="player")),
        asks("ann", all_of("ann", "banker")),
    )
    assert answers == ["accepted", "accepted"]
    assert two.written() == ["a wager", "bob", "back", "ann"]
    assert two.findings() == []


def test_what_was_decided_on_a_known_command_is_decided_again(two: Two) -> None:
    """Under the same id the other process has taken a smaller buy-in: the larger one is left out as known."""
    answers = two.group(
        lambda other: other.handle(TABLE, buys_in(100_00), "buy in"),
        asks("buy in", buys_in(ALL)),
        asks("both", bet_of("ann", 2 * ALL)),
    )
    assert answers == ["id_taken", "not_enough_chips"]
    assert two.written() == ["buy in"]
    assert two.findings() == []


def test_an_account_that_is_written_beside_is_bound_as_well(two: Two) -> None:
    """The buy-in is the next record of its table, and of an account that never had the deposit."""
    answers = two.group(
        lambda other: other.handle(ACCOUNT, cage.Deposit(actor=OPERATOR, amount=1), "another deposit"),
        asks("deposit", cage.Deposit(actor=OPERATOR, amount=ALL), ACCOUNT),
        asks("buy in", buys_in(2 * ALL)),
    )
    assert answers == ["gone_on", "not_enough"]
    assert (two.written(), two.written(ACCOUNT)) == ([], ["another deposit"])
    assert two.findings() == []


def test_a_switch_that_was_never_turned_lets_nobody_bet(two: Two) -> None:
    """The wager rests on the house's stream, without writing to it."""
    two.first.handle("house", DisableGaming(actor=SUPERVISOR, reason="a drill"), "off")
    answers = two.group(
        lambda other: other.handle("house", GrantRole(actor=OPERATOR, whom="bob", duty=Role.PATRON, place=TABLE), "b"),
        asks("on", EnableGaming(actor=SUPERVISOR, reason="over"), "house"),
        asks("ann", all_of("ann")),
    )
    assert answers == ["gone_on", "gaming_disabled"]
    assert (two.written(), two.written("house")) == ([], ["off", "b"])
    assert two.findings() == []


def test_a_role_that_was_never_given_lets_nobody_bet(two: Two) -> None:
    answers = two.group(
        lambda other: other.handle("house", GrantRole(actor=OPERATOR, whom="bob", duty=Role.PATRON, place=TABLE), "b"),
        asks("a", GrantRole(actor=OPERATOR, whom="ann", duty=Role.PATRON, place=TABLE), "house"),
        asks("ann", all_of("ann"), on_duty=True),
    )
    assert answers == ["gone_on", "no_role"]
    assert (two.written(), two.written("house")) == ([], ["b"])
    assert two.findings() == []


def test_nobody_is_refused_for_what_never_was(two: Two) -> None:
    """The call is left out; who was refused because of it is asked again."""
    two.first.handle(TABLE, bobs(), "a wager")
    answers = two.group(
        lambda other: other.handle(TABLE, bobs(), "bob"),
        asks("call", NO_MORE_BETS),
        asks("ann", all_of("ann")),
    )
    assert answers == ["gone_on", "accepted"]
    assert two.written() == ["a wager", "bob", "ann"]
    assert two.findings() == []


def test_nobody_is_refused_for_a_role_that_was_never_taken(two: Two) -> None:
    two.first.handle("house", GrantRole(actor=OPERATOR, whom="ann", duty=Role.PATRON, place=TABLE), "a")
    answers = two.group(
        lambda other: other.handle("house", GrantRole(actor=OPERATOR, whom="bob", duty=Role.PATRON, place=TABLE), "b"),
        asks("not a", RevokeRole(actor=OPERATOR, whom="ann", place=TABLE), "house"),
        asks("ann", all_of("ann"), on_duty=True),
    )
    assert answers == ["gone_on", "accepted"]
    assert (two.written(), two.written("house")) == (["ann"], ["a", "b"])
    assert two.findings() == []


def test_a_dealer_who_was_overtaken_deals_no_card_on_one_that_never_was(two: Two) -> None:
    """The second draw was decided on the first one, which is left out: whoever deals looks again before either."""
    two.first.handle(TABLE, bobs(), "a wager")
    two.first.handle(TABLE, NO_MORE_BETS, "call")
    cards = parse_cards(["9c", "8d", "7h"])
    draws = [commands.Draw(actor=DEALER, card=card) for card in cards]
    answers = two.group(
        lambda other: other.handle(TABLE, draws[0], "card elsewhere"),
        asks("card 1", draws[1]),
        asks("card 2", draws[2]),
    )
    assert answers == ["gone_on", "gone_on"]
    assert two.written() == ["a wager", "call", "card elsewhere"]
    assert two.findings() == []
