"""A coup as it is dealt, and its facts once it is finished."""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct

from puntobanco.coup.draw import Step, next_step
from puntobanco.rulebooks.facts import Facts, Hand, HandFacts, PairClass, PairFacts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import Card


class Coup(Struct, gc=False, frozen=True):
    """The cards in front of the two hands, each in the order dealt."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()

    def __len__(self) -> int:
        return len(self.player) + len(self.banker)

    def of(self, hand: Hand) -> tuple[Card, ...]:
        return self.player if hand is Hand.PLAYER else self.banker

    def with_card(self, hand: Hand, card: Card) -> "Coup":
        if hand is Hand.PLAYER:
            return Coup((*self.player, card), self.banker)
        return Coup(self.player, (*self.banker, card))

    def next_step(self, rules: TableRules) -> Step:
        return next_step(rules, self.player, self.banker)


@dataclass(frozen=True, slots=True)
class DealtCards:
    """How far given cards bring a coup: the steps taken, what comes next, and the cards nobody asked for."""

    coup: Coup
    steps: tuple[tuple[Step, Card | None], ...]
    left_over: tuple[Card, ...]

    @property
    def missing(self) -> Step | None:
        """The step that waits for a card; none when the coup is finished."""
        last, card = self.steps[-1]
        return last if last.deal_to is not None and card is None else None


def deal(rules: TableRules, cards: Iterable[Card]) -> DealtCards:
    """Deal `cards` in the order they leave the shoe until the coup is finished or they run out."""
    rest = iter(cards)
    coup = Coup()
    steps: list[tuple[Step, Card | None]] = []
    while True:
        step = coup.next_step(rules)
        card = None if step.deal_to is None else next(rest, None)
        steps.append((step, card))
        if step.deal_to is None or card is None:
            return DealtCards(coup, tuple(steps), tuple(rest))
        coup = coup.with_card(step.deal_to, card)


def pair_class(first: Card, second: Card) -> PairClass:
    """What two cards are to each other: by face value, then suit, then colour."""
    if first.rank is not second.rank:
        return PairClass.NONE
    if first.suit is second.suit:
        return PairClass.PERFECT
    return PairClass.COLOURED if first.suit.is_red == second.suit.is_red else PairClass.MIXED


def pair_facts(coup: Coup) -> PairFacts:
    """The facts that are known after four cards."""
    return PairFacts(player=pair_class(*coup.player[:2]), banker=pair_class(*coup.banker[:2]))


def facts(rules: TableRules, coup: Coup) -> Facts:
    """The facts of a finished coup."""
    if coup.next_step(rules).deal_to is not None:
        raise ValueError("the coup is not finished")
    total = rules.card_values.value.total
    return Facts(
        player=HandFacts(total=total(coup.player), cards=len(coup.player)),
        banker=HandFacts(total=total(coup.banker), cards=len(coup.banker)),
        pairs=pair_facts(coup),
    )
