"""A house with tables that people deal, and a dealer who has a keyboard and real cards."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page

from puntobanco import house as diary
from puntobanco.app.auth.invitations import LinkKind
from puntobanco.app.demo.setup import grant
from puntobanco.app.house.house import House
from puntobanco.app.randomness import command_id
from puntobanco.house.commands import AddTable
from puntobanco.streams.names import HOUSE, TABLE
from puntobanco.table import Actor, Role, TableState, commands
from puntobanco.table.queries.shoe import cutting_card_may_come
from puntobanco.table.views.dealer_steps import DealerStep, StepWay, step
from puntobanco.values.cards import Card, Composition
from puntobanco.web.demo import OpenDemo
from tests.waiting import until

REAL = diary.Running(virtual=False, automatic=False)
VIRTUAL = diary.Running(virtual=True, automatic=False)
RANK_KEYS = dict(zip("A23456789TJQK", "1234567890/*-", strict=True))
SHOWN = """(title) => {
  const [step, big] = [document.querySelector(".step"), document.querySelector(".step .big")];
  return step?.ariaBusy === "false" && big !== null && (title === null || big.textContent.trim() === title);
}"""
"""The next step, when the console is not busy with the last one."""
SUIT_KEYS = dict(zip("CDHS", "1234", strict=True))


def add_table(house: House, name: str, running: diary.Running, book: str, **choices: str) -> None:
    run_differently(house, name, running)
    opening = commands.OpenTable(actor=diary.OPERATOR, book=book, choices=tuple(choices.items()))
    house.handle(TABLE + name, opening, command_id())


def run_differently(house: House, name: str, running: diary.Running) -> None:
    """Also a table that is there."""
    house.handle(HOUSE, AddTable(actor=diary.OPERATOR, table=name, running=running), command_id())


def engage(house: House, person: str, role: Role, *tables: str) -> None:
    """Somebody works at these tables from now on."""
    for table in tables:
        grant(house, person, role, TABLE + table)


def hire(demo: OpenDemo, person: str, role: Role, *tables: str) -> str:
    """The same; the path of a link that lets them in once."""
    engage(demo.house, person, role, *tables)
    return (
        demo.entrance.enroll(person, kind=LinkKind.ENTER)
        .address("http://localhost")
        .text()
        .removeprefix("http://localhost")
    )


def rules(house: House, table: str, person: str, kind: type[Any], **fields: Any) -> None:
    """A supervisor at the table gives a command."""
    command = kind(actor=Actor(person=person, role=Role.SUPERVISOR), **fields)
    house.handle(TABLE + table, command, command_id(), on_duty=True)


def shuffled(chance: Random, decks: int) -> Iterator[Card]:
    cards = list(Composition.of_decks(decks))
    chance.shuffle(cards)
    yield from cards


@dataclass
class Dealer:
    """Does what the console says, with keys alone; what it says is held against the log."""

    page: Page
    house: House
    table: str
    virtual: bool = False
    chance: Random = field(default_factory=lambda: Random(16))
    cards: Iterator[Card] = field(default_factory=lambda: iter(()))
    dealt: list[Card] = field(default_factory=list)

    @property
    def state(self) -> TableState:
        found: TableState = self.house.look(TABLE + self.table).state
        return found

    @property
    def step(self) -> DealerStep:
        return step(self.state, virtual=self.virtual)

    def sees(self) -> DealerStep:
        """What the page says is what comes next."""
        found = self.step
        self.page.wait_for_function(SHOWN, arg=None if found.way is StepWay.PAY else found.title)
        return found

    def press(self, *keys: str) -> None:
        """Keys of the step that the page shows; then it is another one."""
        before = self.sees().id
        for key in keys:
            self.page.keyboard.press(key)
        self.until_past(before)

    def until_past(self, before: str) -> None:
        until(lambda: self.step.id != before, lambda: self.step.title)

    def types(self, card: Card) -> None:
        """Rank and suit, as digits or letters."""
        rank, suit = tuple(str(card))
        self.dealt.append(card)
        self.press(RANK_KEYS[rank], SUIT_KEYS[suit] if self.chance.random() < 0.5 else suit)

    def goes_on(self) -> DealerStep:
        """One step, unless it is somebody else's."""
        found = self.sees()
        if self._cutting_card_comes():
            came = self.state.shoe.cutting_cards
            self.page.keyboard.press(".")
            while self.state.shoe.cutting_cards == came:
                self.page.wait_for_timeout(10)
            return found
        if found.way is StepWay.CARD:
            self.types(next(self.cards))
        elif found.way is StepWay.PAY:
            self.press("Shift+Enter")
        elif found.way is StepWay.KEY:
            if found.choices[0].command["do"] == "shuffle":
                self.cards = shuffled(self.chance, self.state.rules.decks.value)
            self.press("Enter")
        return found

    def goes_on_until(self, done: str) -> None:
        while done not in self.sees().title:
            assert self.goes_on().way is not StepWay.WAIT, self.step.title

    def ends_round(self) -> None:
        """Whoever else has to act is waited for, and not for ever."""
        while self.state.round is not None:
            if (found := self.goes_on()).way is StepWay.WAIT:
                self.until_past(found.id)

    def _cutting_card_comes(self) -> bool:
        state = self.state
        due = state.shoe.loaded and state.shoe.remaining == state.shoe.depth and not state.shoe.cutting_cards
        return not self.virtual and due and cutting_card_may_come(state)
