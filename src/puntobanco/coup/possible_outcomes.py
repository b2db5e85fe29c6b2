"""Every way in which a coup can end by a table's law, and what that means for its wagers."""

from collections.abc import Iterator
from itertools import product

from puntobanco.coup.settle import Verdicts, judge
from puntobanco.rulebooks.facts import Facts, HandFacts, PairClass, PairFacts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.tableau import CardValues, Tableau
from puntobanco.values.memo import remember

PAIRS = (PairClass.MIXED, PairClass.COLOURED, PairClass.PERFECT)

_ENDINGS: dict[str, tuple[Verdicts, ...]] = {}
"""By the digest of the rules."""


def are_reckoned(rules: TableRules) -> bool:
    """Whether `endings` answers at once: the first time by some rules it takes a tenth of a second."""
    return rules.digest in _ENDINGS


def endings(rules: TableRules) -> tuple[Verdicts, ...]:
    """What can become of all wagers together in one coup, each possibility once."""
    return _ENDINGS.get(rules.digest) or remember(_ENDINGS, rules.digest, _endings(rules))


def _endings(rules: TableRules) -> tuple[Verdicts, ...]:
    names = [wager.id for wager in rules.wagers]
    found = {tuple(judge(wager, facts) for wager in rules.wagers) for facts in possible_facts(rules.tableau)}
    return tuple(dict(zip(names, judged, strict=True)) for judged in found)


def possible_facts(law: Tableau) -> frozenset[Facts]:
    """The facts of every coup that can be dealt by this law from a shoe of many decks."""
    classes = _classes(law.values)
    return frozenset(
        Facts(player=player, banker=banker, pairs=PairFacts(player=of_player, banker=of_banker))
        for first, second in product(classes, classes)
        for player, banker in set(_hands(law, first, second))
        for of_player, of_banker in product(classes[first], classes[second])
    )


def _classes(values: CardValues) -> dict[int, frozenset[PairClass]]:
    """By the total of two cards, what they can be to each other."""
    found: dict[int, set[PairClass]] = {}
    for one, other in product(range(len(values.points)), repeat=2):
        total = (values.points[one] + values.points[other]) % 10
        found.setdefault(total, set()).update(PAIRS if one == other else (PairClass.NONE,))
    return {total: frozenset(classes) for total, classes in found.items()}


def _hands(law: Tableau, player: int, banker: int) -> Iterator[tuple[HandFacts, HandFacts]]:
    """How both hands can end that have these totals after two cards."""
    stands = HandFacts(total=player, cards=2), HandFacts(total=banker, cards=2)
    if player in law.naturals or banker in law.naturals:
        yield stands
    elif player not in law.player.totals:
        yield from ((stands[0], end) for end in _ends(law, banker, draws=banker in law.banker_after_stand.totals))
    else:
        for third in set(law.values.points):
            drawn = HandFacts(total=(player + third) % 10, cards=3)
            draws = law.banker_after_card.draws(total=banker, third=third)
            yield from ((drawn, end) for end in _ends(law, banker, draws=draws))


def _ends(law: Tableau, total: int, *, draws: bool) -> Iterator[HandFacts]:
    if not draws:
        yield HandFacts(total=total, cards=2)
        return
    yield from (HandFacts(total=(total + third) % 10, cards=3) for third in set(law.values.points))
