"""House patrons: they are called so, sit at tables where somebody is, and bet the least that may be bet."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event, Thread
from time import monotonic

from puntobanco import house as diary
from puntobanco.app.demo.setup import LONGEST_OF_AN_ACCOUNT, do, house_patrons
from puntobanco.app.house.house import House
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.randomness import command_id
from puntobanco.cage import commands as cage
from puntobanco.errors import Failure, Refused
from puntobanco.streams.names import CAGE, TABLE
from puntobanco.table import Actor, Legal, Role, TableState, commands, ledger, legal
from puntobanco.values.money import Cents

SECONDS_BETWEEN_LOOKS = 0.2
CHIPS: Cents = 2_000_00
FEW_CHIPS: Cents = 500_00
SEATS = (2, 4, 6)
SITS_OUT = 5
"""One in so many rounds."""
HANDS = ("player", "banker", "banker", "player", "tie")
"""What they bet on, each as likely as the others."""
LONGEST_THOUGHT = 0.4
"""Of the time for wagers."""
LONGEST_REST = 20.0
"""Seconds."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mind:
    """What somebody has made up the own mind to do in a round."""

    round: int
    wager: str | None
    at: float


class HousePatrons:
    """A thread in which all of them play, by the same commands as everybody."""

    def __init__(self, house: House, is_watched: Callable[[str], bool], below: Callable[[int], int]) -> None:
        self._house, self._is_watched, self._below = house, is_watched, below
        self._minds: dict[str, Mind] = {}
        self._stopped = Event()
        self._thread = Thread(target=self._play, name="house patrons", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _play(self) -> None:
        while not self._stopped.wait(SECONDS_BETWEEN_LOOKS):
            try:
                self.step()
            except Failure as failure:  # such as a database that will be back
                _LOG.warning("the house patrons wait: %s", failure)

    def step(self) -> None:
        """Everybody does what there is to do now, at tables where somebody is."""
        for table, names in house_patrons().items():
            state: TableState | None = self._house.look(TABLE + table).state
            if state is not None and (self._is_watched(table) or visitors_at(state)):
                for name, seat in zip(names, SEATS, strict=True):
                    self._act(table, name, seat)

    def _act(self, table: str, name: str, seat: int) -> None:
        state: TableState = self._house.look(TABLE + table).state
        command = self._wanted(table, state, Actor(person=name, role=Role.PATRON), seat)
        if command is None:
            return
        try:
            self._house.submit(
                CommandRequest(stream=TABLE + table, command=command, id=command_id(), on_duty=True)
            ).result()
        except Refused as refusal:  # somebody was quicker, or the house has switched gaming off
            _LOG.info("a house patron was refused", extra={"why": refusal.code})
            self._minds[name] = Mind(round=state.round_number, wager=None, at=monotonic())

    def _wanted(self, table: str, state: TableState, actor: Actor, seat: int) -> commands.TableCommand | None:
        name, patron = actor.person, state.patrons.get(actor.person)
        if state.cut_offered_to == name:
            return commands.DeclineCut(actor=actor)
        mind = self._mind(name, table, state)
        if mind.wager is None or monotonic() < mind.at:
            return None
        if patron is None or state.balance(ledger.chips(name)) < FEW_CHIPS:
            self._fetch_money(name)
            return commands.BuyIn(actor=actor, amount=CHIPS)
        if patron.seat is None:
            seats = free(state, actor)
            return commands.TakeSeat(actor=actor, seat=seat if seat in seats else seats[-1]) if seats else None
        return None if state.stakes.of(name) else _bet(legal(state, actor), actor, patron.seat, mind.wager)

    def _mind(self, name: str, table: str, state: TableState) -> Mind:
        """Made up for every round, and again where all of them sit out and no round begins."""
        found = self._minds.get(name)
        if found is None or found.round != state.round_number or monotonic() > found.at + LONGEST_REST:
            found = self._minds[name] = self._make_up(table, state)
        return found

    def _make_up(self, table: str, state: TableState) -> Mind:
        house: diary.HouseState = self._house.look("house").state
        thinks = self._below(1 + int(LONGEST_THOUGHT * house.tables[table].betting_ms)) / 1000
        wager = None if self._below(SITS_OUT) == 0 else HANDS[self._below(len(HANDS))]
        return Mind(round=state.round_number, wager=wager, at=monotonic() + thinks)

    def _fetch_money(self, name: str) -> None:
        """Play money never ends."""
        if self._house.look(CAGE + name).state.held < CHIPS:
            do(self._house, CAGE + name, cage.Deposit(actor=diary.OPERATOR, amount=LONGEST_OF_AN_ACCOUNT))


def _bet(offers: Sequence[Legal], actor: Actor, seat: int, wager: str) -> commands.TableCommand | None:
    """The least that may lie there without anything said about it."""
    for offer in offers:
        plain = [one for one in offer.amounts if one.consequence is None]
        if offer.kind == "place" and ("wager", wager) in offer.where and str(seat) in offer.areas and plain:
            return commands.Place(actor=actor, area=str(seat), wager=wager, amount=plain[0].low)
    return None


def free(state: TableState, actor: Actor) -> list[int]:
    """Seats that somebody at the table may take now."""
    offers = legal(state, actor)
    return [value for one in offers if one.kind == "take_seat" for name, value in one.where if name == "seat"]


def visitors_at(state: TableState) -> bool:
    """Whether anybody is there who is no house patron."""
    own = {name for names in house_patrons().values() for name in names}
    return any(name not in own for name in state.patrons)
