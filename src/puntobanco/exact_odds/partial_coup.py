"""The cards of a coup in progress: whether they can lie there, and the slots they fill."""

from puntobanco.coup import Coup, deal, next_step
from puntobanco.errors import Unreadable
from puntobanco.exact_odds.plain_kernel import OPEN, Slots
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import Card


def parse_on_table(rules: TableRules, cards: tuple[Card, ...]) -> Coup:
    """Cards in the order they were dealt, as a coup; one that no hand may take is `Unreadable`."""
    dealt = deal(rules, cards)
    if dealt.left_over:
        raise Unreadable(
            f"{dealt.left_over[0]} is one card too many: the coup ended after {len(dealt.coup)} cards, "
            "and no hand ever takes a fourth card"
        )
    return dealt.coup


def slots(rules: TableRules, on_table: Coup) -> Slots:
    """Known faces by slot: player's first two, banker's first two, player's third, banker's third.

    Each hand may show none, one or both of its first cards, for a coup that is dealt face down. A third card must be
    due by the rules.
    """
    for hand in Hand:
        if len(on_table.of(hand)) > 3:
            shown = len(on_table.of(hand))
            raise Unreadable(f"{hand} shows {shown} cards: a hand never takes a fourth card")
    _check_thirds(rules, on_table)
    player, banker = _faces(on_table.player), _faces(on_table.banker)
    return (*player[:2], *banker[:2], player[2], banker[2])


def _check_thirds(rules: TableRules, on_table: Coup) -> None:
    seen = Coup(on_table.player[:2], on_table.banker[:2])
    for hand in Hand:
        if len(on_table.of(hand)) == 3:
            third = on_table.of(hand)[2]
            if len(seen.player) < 2 or len(seen.banker) < 2:
                raise Unreadable(f"{hand} cannot have a third card {third} before both hands have two cards")
            step = next_step(rules, seen.player, seen.banker)
            if step.deal_to is not hand:
                why = "; ".join(map(str, step.decisions)) or "the coup is over"
                raise Unreadable(f"{third} cannot be {hand}'s third card: {why}")
            seen = seen.with_card(hand, third)


def _faces(cards: tuple[Card, ...]) -> Slots:
    return (*(card.index for card in cards), *OPEN)[:3]
