"""A table for tests that read like a hand at one: amounts are dollars, cards are texts, people have first names."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

import pytest

from puntobanco.errors import Refused
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import Burn, Closing
from puntobanco.rulebooks.wagers import Stage
from puntobanco.streams.event import event_name
from puntobanco.table import Actor, Role, TableState, handle, ledger
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import Announced, TableEvent
from puntobanco.table.model import DrawTo, Phase, Preparation
from puntobanco.table.queries.exposure import exposers, hand_to_expose
from puntobanco.table.queries.round import facing, stage_due
from puntobanco.table.queries.shoe import may_be_offered_the_cut
from puntobanco.values.cards import Card, parse_cards
from puntobanco.values.replace import changed

Dollars: TypeAlias = int | Decimal

DEALER = Actor(person="dan", role=Role.DEALER)
SUPERVISOR = Actor(person="sue", role=Role.SUPERVISOR)
OPERATOR = Actor(person="oz", role=Role.OPERATOR)
PLAYER, BANKER = Hand.PLAYER, Hand.BANKER

# Coups in the order the cards leave the shoe; nobody draws a third card in the first three.
PLAYER_WINS = "9c 2d Kh 3s"
BANKER_WINS = "2c 9d Kh Ks"
TIE = "9c 9d Kh Ks"
BANKER_WINS_ON_SIX = "Kc 6d 2h Ks 3c"
"""Player draws to 5 and banker stands on 6."""

INTERNAL_CONTROLS = {
    "washington": {
        "on_player_card_in_error": "bankers_third_if_due",
        "on_excess_card_seen": "first_of_no_bet_round",
        "on_excess_card_unseen": "first_of_next_round",
        "on_first_card_face_up": "first_of_no_bet_round",
        "on_later_card_face_up": "played_in_place",
        "on_out_of_sequence": "reconstructed",
        "on_deal_beyond_repair": "round_void",
        "on_too_few_cards": "round_void",
        "on_burn_forgotten": "play_on",
    }
}
"""What the operator of a book must choose before a table opens."""


CONDITIONS_DIGEST = "c0ffee" * 10 + "c0ff"


def _prevailing(conditions: object) -> dict[str, object]:
    """What `open_table` has of approved conditions."""
    if not isinstance(conditions, dict):
        return {}
    said = tuple((key, str(value)) for key, value in conditions.items())
    return {"conditions": said, "conditions_digest": CONDITIONS_DIGEST}


def cents(dollars: int | str) -> int:
    return int(Decimal(dollars) * 100)


def refused(action: Callable[[], object]) -> tuple[str, str]:
    """The code and clause with which the table refuses."""
    with pytest.raises(Refused) as found:
        action()
    return found.value.code, found.value.clause


class Table:
    """One table, the last command's events, and the log. The books are balanced after every command."""

    def __init__(self, book: str, **choices: object) -> None:
        """By a book and choices of the house; `conditions`, a dict of values, prevail over both."""
        conditions = choices.pop("conditions", None)
        self.state: TableState | None = None
        self.log: list[TableEvent] = []
        self.events: tuple[TableEvent, ...] = ()
        self._face_down: dict[Hand, list[Card]] = {PLAYER: [], BANKER: []}
        typed = {**INTERNAL_CONTROLS.get(book, {}), **{key: str(value) for key, value in choices.items()}}
        self.do(OPERATOR, "open_table", book=book, choices=tuple(typed.items()), **_prevailing(conditions))

    @classmethod
    def ready(cls, book: str, patrons: Mapping[str, int] | None = None, **choices: object) -> "Table":
        """An open table with these patrons in seats 1, 2, ... with so many dollars each, and a new shoe."""
        table = cls(book, **choices)
        for seat, (name, dollars) in enumerate(({"ann": 1000} if patrons is None else patrons).items(), start=1):
            table.sits(name, seat, dollars)
        return table.prepares()

    @classmethod
    def in_turn(cls, sitting: Mapping[str, int], dollars: int = 1000, /, **conditions: object) -> "Table":
        """A Canberra table by conditions, with so many dollars in issued chips for each patron, and a new shoe."""
        table = cls("act-2015", conditions={"minimum": 10, **conditions})
        for name, seat in sitting.items():
            table.issues(name, seat, dollars)
        return table.prepares()

    # Commands

    def do(self, actor: Actor, kind: str, **fields: Any) -> tuple[TableEvent, ...]:
        self.events, self.state = handle(self.state, COMMANDS[kind](actor=actor, **fields))
        self.log += self.events
        if "round_started" in self.names():
            self._face_down = {PLAYER: [], BANKER: []}
        assert sum(self.state.balances.values()) == 0
        assert not list(ledger.overdrawn(self.state.balances))
        return self.events

    def dealer(self, kind: str, **fields: Any) -> tuple[TableEvent, ...]:
        return self.do(DEALER, kind, **fields)

    def supervisor(self, kind: str, **fields: Any) -> tuple[TableEvent, ...]:
        return self.do(SUPERVISOR, kind, **fields)

    def operator(self, kind: str, **fields: Any) -> tuple[TableEvent, ...]:
        return self.do(OPERATOR, kind, **fields)

    def patron(self, name: str, kind: str, **fields: Any) -> tuple[TableEvent, ...]:
        return self.do(Actor(person=name, role=Role.PATRON), kind, **fields)

    def sits(self, name: str, seat: int, dollars: int | str = 1000) -> None:
        self.patron(name, "buy_in", amount=cents(dollars))
        self.patron(name, "take_seat", seat=seat)

    def issues(
        self, name: str, seat: int, dollars: int | str = 1000, *, warned: bool = False
    ) -> tuple[TableEvent, ...]:
        return self.operator("issue_chips", patron=name, seat=seat, amount=cents(dollars), warned=warned)

    def asks(self, *names: str) -> tuple[TableEvent, ...]:
        """Ask one patron after the other for a wager, whoever comes; those who are named must be the ones."""
        for name in names or ("",):
            self.dealer("ask_for_wager")
            assert name in ("", self.now.turns.now)
        return self.events

    def stands(self, name: str, dollars: int = 1000) -> None:
        self.patron(name, "buy_in", amount=cents(dollars))

    def bets(self, name: str, wager: str, dollars: int | str, area: str | int | None = None) -> tuple[TableEvent, ...]:
        """Put chips down, in the area of the own seat if no other is named."""
        where = self.now.patrons[name].seat if area is None else area
        return self.patron(name, "place", area=str(where), wager=wager, amount=cents(dollars))

    def withdraws(self, name: str, wager: str, area: str | int | None = None) -> tuple[TableEvent, ...]:
        where = self.now.patrons[name].seat if area is None else area
        return self.patron(name, "withdraw", area=str(where), wager=wager)

    def calls(self, *, cut_pro_rata: bool | None = None) -> tuple[TableEvent, ...]:
        return self.dealer("call_no_more_bets", cut_pro_rata=cut_pro_rata)

    def draws(
        self, card: str | None, to: DrawTo | None = None, *, face_up: bool = True, found_face_up: bool = False
    ) -> tuple[TableEvent, ...]:
        face = None if card is None else Card.parse(card)
        return self.dealer("draw", card=face, face_up=face_up, to=to, found_face_up=found_face_up)

    def notice(self, **choices: object) -> tuple[TableEvent, ...]:
        return self.operator("announce_change", choices=tuple((key, str(value)) for key, value in choices.items()))

    # Longer stretches

    def prepares(self, *, burn: bool = True, until: Preparation | None = None) -> "Table":
        """All steps that are due, the cut by staff after everybody declined; an exposed burn shows an ace."""
        while self.now.pending and self.now.pending[0] is not until:
            step = self.now.pending[0]
            if step is Preparation.BURN and not burn:
                break
            self._prepare(step)
        return self

    def _prepare(self, step: Preparation) -> None:
        match step:
            case Preparation.CHECK:
                self.dealer("check_cards")
            case Preparation.DEALER_INSPECTION:
                self.dealer("inspect_cards")
            case Preparation.SUPERVISOR_INSPECTION:
                self.supervisor("inspect_cards")
            case Preparation.SPREAD:
                self.dealer("spread_cards")
            case Preparation.WASH:
                self.dealer("wash_cards")
            case Preparation.SHUFFLE:
                self.dealer("shuffle")
            case Preparation.CUT:
                while asked := may_be_offered_the_cut(self.now):
                    self.dealer("offer_cut", patron=asked[0].name)
                    self.patron(asked[0].name, "decline_cut")
                self.supervisor("cut", at=26 * self.now.rules.decks.value)
            case Preparation.LOAD:
                self.dealer("load_shoe")
            case Preparation.BURN:
                self.burns()

    def burns(self) -> None:
        if self.now.rules.burn.value is Burn.EXPOSED:
            self.draws("Ac")
        self.draws(None, face_up=False)

    def deals(self, cards: str) -> "Table":
        """Draw cards where they are due, facing as the table deals; turn hands and settle pairs as they come up."""
        for card in parse_cards([cards]):
            self.turns()
            if stage_due(self.now) is Stage.FOUR_CARDS:
                self.settles()
            current = self.now.round
            place = 0 if current is None else len(current.order)
            shown = facing(self.now)
            self.draws(str(card) if shown else None, face_up=shown)
            if not shown:
                self._face_down[self.now.rules.deal_order.value[place]].append(card)
        return self

    def turns(self) -> "Table":
        """Turn face-down hands, by whom they are to be turned."""
        while (hand := hand_to_expose(self.now)) is not None and self._face_down[hand]:
            self.turns_one(hand, next(iter(exposers(self.now, hand)), None))
        return self

    def turns_one(self, hand: Hand, by: str | None = None, *, cards: str | None = None) -> tuple[TableEvent, ...]:
        """A patron, or the dealer if none is named, turns the cards of a hand that were dealt face down."""
        actor = DEALER if by is None else Actor(person=by, role=Role.PATRON)
        faces = tuple(self._face_down[hand]) if cards is None else parse_cards([cards])
        turned = self.do(actor, "expose", hand=hand, cards=faces)
        self._face_down[hand] = []
        return turned

    def runs_out(self) -> "Table":
        """No card is left in the shoe, by the count."""
        self.state = changed(self.now, shoe=changed(self.now.shoe, out=self.now.shoe.cards))
        return self

    def settles(self) -> tuple[TableEvent, ...]:
        """Settle the stage that is due."""
        return self.dealer("settle")

    def plays(self, cards: str) -> "Table":
        """A whole round with these cards, from the call to the last payment."""
        if self.now.rules.closing.value is Closing.AT_CALL:
            self.calls()
        self.deals(cards).turns()
        while stage_due(self.now) is not None:
            self.settles()
        assert self.now.phase is not Phase.DEALING, "cards are missing"
        return self

    def round(self, cards: str, **wagers: int) -> "Table":
        """The first seated patron bets these dollars and the round is played."""
        name = self.now.seated()[0].name
        for wager, dollars in wagers.items():
            self.bets(name, wager, dollars)
        return self.plays(cards)

    # What there is to see

    @property
    def now(self) -> TableState:
        assert self.state is not None
        return self.state

    def chips(self, name: str) -> Dollars:
        return Decimal(self.now.balance(ledger.chips(name))) / 100

    def owes(self, name: str) -> Dollars:
        """Commission that is owed."""
        return Decimal(self.now.balance(ledger.commission_owed(name))) / 100

    def commission_debt(self, name: str) -> Dollars:
        return Decimal(self.now.balance(ledger.commission_debt(name))) / 100

    def debt(self, name: str) -> Dollars:
        return Decimal(self.now.balance(ledger.debt(name))) / 100

    def commission(self) -> Dollars:
        """Commission that the house has taken."""
        return Decimal(self.now.balance(ledger.COMMISSION_TAKEN)) / 100

    def lying(self) -> dict[str, Dollars]:
        """What lies where: `{"ann 1 player": 100}`."""
        return {f"{one.patron} {one.area} {one.wager}": Decimal(one.amount) / 100 for one in self.now.stakes}

    def names(self) -> list[str]:
        """The names of the last command's events."""
        return [event_name(event) for event in self.events]

    def clauses(self, name: str) -> list[str]:
        """The clauses of the last command's events of this name."""
        return [event.clause for event in self.events if event_name(event) == name]

    def said(self) -> list[str]:
        """What was announced at the last command."""
        return [event.words for event in self.events if isinstance(event, Announced)]

    def said_ever(self) -> list[str]:
        return [event.words for event in self.log if isinstance(event, Announced)]

    def hands(self) -> tuple[str, str]:
        """The cards before player and banker."""
        assert self.now.round is not None
        player, banker = (" ".join(str(card.card) for card in self.now.round.of(hand)) for hand in (PLAYER, BANKER))
        return player, banker

    def preparing(self) -> list[str]:
        return [step.value for step in self.now.pending]
