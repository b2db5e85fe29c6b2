"""Speed of the live table: whole rounds, seven patrons with three validated wagers each, through decide and evolve."""

import argparse
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from puntobanco.app.chance import repeatable
from puntobanco.cards import Card
from puntobanco.coup.shoe import fresh_cards, shuffle
from puntobanco.table import Actor, Role, TableState, commands, handle
from puntobanco.table.dealing import due
from puntobanco.table.state import Phase, Preparation

OPERATOR, DEALER, SUPERVISOR = (
    Actor(person="oz", role=Role.OPERATOR),
    Actor(person="dan", role=Role.DEALER),
    Actor(person="sue", role=Role.SUPERVISOR),
)
CARDS_BEHIND_THE_CUTTING_CARD = 14
LIMIT = 30
PATRONS = [Actor(person=f"patron {seat}", role=Role.PATRON) for seat in range(1, 8)]


class Dealt:
    """A table that deals itself from shuffled shoes."""

    def __init__(self) -> None:
        self.random_bits = repeatable(1)
        self.cards: list[Card] = []
        self.state: TableState | None = None
        choices = (("maximum", "5000"), ("pairs", "canberra"), ("cut_depth", "14"))
        self.do(commands.OpenTable(actor=OPERATOR, book="act-2015", choices=choices))
        for seat, patron in enumerate(PATRONS, start=1):
            self.do(commands.BuyIn(actor=patron, amount=10**11))
            self.do(commands.TakeSeat(actor=patron, seat=seat))
        self.do(commands.CheckCards(actor=DEALER))

    def do(self, command: commands.Command) -> None:
        _, self.state = handle(self.state, command)

    def table(self) -> TableState:
        if self.state is None:
            raise ValueError("the table is not open")
        return self.state

    def prepare(self) -> None:
        self.cards = list(shuffle(fresh_cards(self.table().rules), self.random_bits))
        self.do(commands.Shuffle(actor=DEALER))
        for patron in PATRONS:
            self.do(commands.OfferCut(actor=DEALER, patron=patron.person))
            self.do(commands.DeclineCut(actor=patron))
        self.do(commands.Cut(actor=SUPERVISOR, at=200))
        self.do(commands.LoadShoe(actor=DEALER))
        self.cards.pop()
        self.do(commands.Draw(actor=DEALER, card=None, face_up=False))

    def round(self, bets: list[tuple[str, int, str]]) -> None:
        if self.table().phase is Phase.PREPARING and Preparation.SHUFFLE in self.table().pending:
            self.prepare()
        for seat, (patron, (hand, amount, pair)) in enumerate(zip(PATRONS, bets, strict=True), start=1):
            area = str(seat)
            self.do(commands.Place(actor=patron, area=area, wager=hand, amount=amount))
            self.do(commands.Place(actor=patron, area=area, wager="tie", amount=500))
            self.do(commands.Place(actor=patron, area=area, wager=pair, amount=500))
        self.do(commands.CallNoMoreBets(actor=DEALER))
        self.deal()

    def deal(self) -> None:
        for _ in range(4):
            self.draw()
        self.do(commands.Settle(actor=DEALER))
        while due(self.table()) is not None:
            self.draw()
        self.do(commands.Settle(actor=DEALER))

    def draw(self) -> None:
        if len(self.cards) == CARDS_BEHIND_THE_CUTTING_CARD and self.table().shoe.cutting_cards == 0:
            self.do(commands.DrawCuttingCard(actor=DEALER))
        self.do(commands.Draw(actor=DEALER, card=self.cards.pop()))


def plans() -> list[list[tuple[str, int, str]]]:
    rnd = random.Random(2)
    return [
        [
            (
                ("player", "banker")[rnd.random() < 0.5],
                1000 + 500 * rnd.randrange(20),
                ("player_pair", "banker_pair")[rnd.random() < 0.5],
            )
            for _ in PATRONS
        ]
        for _ in range(64)
    ]


def rate(rounds: int) -> float:
    table, bets = Dealt(), plans()
    start = time.process_time()
    for number in range(rounds):
        table.round(bets[number % 64])
    return rounds / (time.process_time() - start)


def sketch(limits: Path) -> float:
    """The bare sketch of the limits folder: rounds per CPU-second."""
    found = subprocess.run(
        [sys.executable, str(limits / "engine.py"), "engine"], capture_output=True, text=True, check=True
    )
    return float(json.loads(found.stdout)["engine"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limits", type=Path)
    parser.add_argument("--rounds", type=int, default=300)
    arguments = parser.parse_args()
    ours, bare = [], []
    for _ in range(9):  # in turn, because a shared machine is now fast and now slow
        ours.append(rate(arguments.rounds))
        if arguments.limits:
            bare.append(sketch(arguments.limits))
    print(f"table, 7 patrons x 3 wagers: median {median(ours):,.0f}, best {max(ours):,.0f} rounds per CPU-second")
    if bare:
        middle = median(theirs / mine for theirs, mine in zip(bare, ours, strict=True))
        verdict = "kept" if middle <= LIMIT else "BROKEN"
        print(f"bare sketch: median {median(bare):,.0f}, best {max(bare):,.0f} rounds per CPU-second")
        best = max(bare) / max(ours)
        print(f"the table does 1/{middle:.1f} of it by medians (1/{LIMIT}: {verdict}), 1/{best:.1f} at best")


if __name__ == "__main__":
    main()
