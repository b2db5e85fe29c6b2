"""The drawing law, applied: what happens next in a coup, and by which clause. The only place where that is decided."""

from dataclasses import dataclass

from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import Card
from puntobanco.values.memo import remember


@dataclass(frozen=True, slots=True)
class Decision:
    """That a hand draws or stands on its two-card total, and why."""

    hand: Hand
    draws: bool
    total: int
    clause: str
    natural: bool = False
    against_third: int | None = None
    """For banker: the value of player's third card; none if player stood."""

    def __str__(self) -> str:
        name = self.hand.value.title()
        if self.natural:
            return f"{name} stands on {self.total}: a natural ends the drawing"
        action = "draws" if self.draws else "stands"
        if self.hand is Hand.PLAYER:
            return f"{name} {action} on {self.total}"
        reason = "player stood" if self.against_third is None else f"player's third card counts {self.against_third}"
        return f"{name} {action} on {self.total}: {reason}"


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing to do: a card to a hand, or nothing more; with the decisions that led there."""

    deal_to: Hand | None
    decisions: tuple[Decision, ...]
    clause: str


_STEPS: dict[tuple[str, tuple[int, ...], tuple[int, ...]], Step] = {}
"""Steps by the digest of the rules and what the cards of the two hands count."""


def next_step(rules: TableRules, player: tuple[Card, ...], banker: tuple[Card, ...]) -> Step:
    """What the table's law asks for when these cards lie in front of the two hands."""
    points = rules.card_values.value.points
    players = tuple([points[card.rank - 1] for card in player])
    bankers = tuple([points[card.rank - 1] for card in banker])
    key = (rules.digest, players, bankers)
    return _STEPS.get(key) or remember(_STEPS, key, _by_the_law(rules, player, banker))


def _by_the_law(rules: TableRules, player: tuple[Card, ...], banker: tuple[Card, ...]) -> Step:
    if len(player) < 2 or len(banker) < 2:
        return Step(rules.deal_order.value[len(player) + len(banker)], (), rules.deal_order.clause)
    if len(player) > 3 or len(banker) > 3:
        raise ValueError("no hand has more than three cards")
    if len(banker) == 3:
        return Step(None, (), rules.deal_order.clause)
    if len(player) == 3:
        return _after_banker((), _banker_against_card(rules, player[2], banker))
    return _after_four_cards(rules, player, banker)


def _after_four_cards(rules: TableRules, player: tuple[Card, ...], banker: tuple[Card, ...]) -> Step:
    values = rules.card_values.value
    player_total, banker_total = values.total(player), values.total(banker)
    naturals = rules.naturals.value
    if player_total in naturals or banker_total in naturals:
        return Step(None, _natural(rules, player_total, banker_total), rules.naturals.clause)
    law = rules.player_draws
    if player_total in law.value.totals:
        return Step(
            Hand.PLAYER, (Decision(Hand.PLAYER, draws=True, total=player_total, clause=law.clause),), law.clause
        )
    stood = Decision(Hand.PLAYER, draws=False, total=player_total, clause=law.clause)
    return _after_banker((stood,), _banker_after_stand(rules, banker_total))


def _natural(rules: TableRules, player_total: int, banker_total: int) -> tuple[Decision, ...]:
    totals = ((Hand.PLAYER, player_total), (Hand.BANKER, banker_total))
    return tuple(
        Decision(hand, draws=False, total=total, clause=rules.naturals.clause, natural=True)
        for hand, total in totals
        if total in rules.naturals.value
    )


def _banker_after_stand(rules: TableRules, total: int) -> Decision:
    law = rules.banker_draws_after_stand
    return Decision(Hand.BANKER, draws=total in law.value.totals, total=total, clause=law.clause)


def _banker_against_card(rules: TableRules, third: Card, banker: tuple[Card, ...]) -> Decision:
    law = rules.banker_draws_after_card
    total, points = rules.card_values.value.total(banker), rules.card_values.value.of(third)
    draws = law.value.draws(total=total, third=points)
    return Decision(Hand.BANKER, draws=draws, total=total, clause=law.clause, against_third=points)


def _after_banker(before: tuple[Decision, ...], decision: Decision) -> Step:
    return Step(Hand.BANKER if decision.draws else None, (*before, decision), decision.clause)
