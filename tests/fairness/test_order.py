"""The order of acts: commitment, seeds, root, wagers and cards, end, reveal; any other is found by both verifiers."""

import itertools
import re
from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from puntobanco.fair_shoes.events import CardHidden, CardShown, FairShoeEvent, RevealOverdue, SeedPromised
from puntobanco.fair_shoes.published_events import Fault
from puntobanco.fair_shoes.verify import verify
from tests.fairness.histories import Shoe, both, chained, lines
from tests.fairness.other_verifier import other

LETTERS = {
    "ShoeCommitted": "c",
    "SeedPromised": "p",
    "SeedOpened": "o",
    "SeedLeftOut": "o",
    "ShoeSealed": "s",
    "ShoeCut": "k",
    "WagersBegan": "w",
    "CardHidden": "d",
    "CardShown": "d",
    "ShoeEnded": "e",
    "RevealOverdue": "v",
    "SecretRevealed": "r",
}
RIGHT = re.compile(r"c(?!.*w.*w)p*o*(sw?(k[wd]*)?)?er")
"""An order that is right, as one would write it on a napkin; wagers begin once."""


def in_letters(acts: list[FairShoeEvent]) -> str:
    return "".join(LETTERS[type(act).__name__] for act in acts)


def is_right(acts: list[FairShoeEvent]) -> bool:
    promised = [act.seed for act in acts if isinstance(act, SeedPromised)]
    return RIGHT.fullmatch(in_letters(acts)) is not None and promised == sorted(promised) and cards_come_in_order(acts)


def cards_come_in_order(acts: list[FairShoeEvent]) -> bool:
    """Each place comes up first when all before it have, and a card that is hidden is hidden before it is shown."""
    hidden = [act.place for act in acts if isinstance(act, CardHidden)]
    shown = [act.place for act in acts if isinstance(act, CardShown)]
    places = [act.place for act in acts if isinstance(act, CardHidden | CardShown)]
    kinds = [type(act) for act in acts if isinstance(act, CardHidden | CardShown)]
    first = list(dict.fromkeys(places))
    hidden_first = all(kinds[places.index(place)] is CardHidden for place in hidden)
    once = len(set(hidden)) == len(hidden) and len(set(shown)) == len(shown)
    return first == sorted(first) and hidden_first and once


def a_shoe(seed: int) -> list[FairShoeEvent]:
    rng = Random(seed)
    shoe = Shoe(rng, 1, None, promised=rng.randrange(3))
    early = rng.randrange(6)
    if early == 0:
        return chained([*shoe.commits(), *shoe.promises(), *shoe.ends(), *shoe.reveals()])
    if early == 1:
        return chained([*shoe.commits(), *shoe.promises(), *shoe.opens(), *shoe.seals(), *shoe.ends(), *shoe.reveals()])
    return shoe.acts()


@given(seed=st.integers(0, 10**6), data=st.data())
def test_any_other_order_is_found_by_both(seed: int, data: st.DataObject) -> None:
    acts = a_shoe(seed)
    for _ in range(data.draw(st.integers(0, 3))):
        start, end = (data.draw(st.integers(0, len(acts) - 1)) for _ in range(2))
        acts.insert(end, acts.pop(start))
    wrong = not is_right(acts)
    assert both(chained(acts)) == (wrong, wrong), in_letters(acts)


@given(seed=st.integers(0, 10**6), data=st.data())
def test_an_act_too_many_or_too_few_is_found_by_both(seed: int, data: st.DataObject) -> None:
    acts = a_shoe(seed)
    place = data.draw(st.integers(0, len(acts) - 2))
    kept = in_letters(acts)[place]
    doubled = chained([*acts[: place + 1], *acts[place:]])
    assert both(doubled) == (True, True)
    missing = acts[:place] + acts[place + 1 :]
    if kept in "cse":
        wrong = not is_right(missing)
        assert both(chained(missing)) == (wrong, wrong)


def of_every_kind() -> list[FairShoeEvent]:
    """A shoe in which every kind of act comes."""
    shoe = Shoe(Random(11), 1, None, promised=3)
    shoe.left_out = (2,)
    shoe.sealed = shoe.seal(shoe.secret)
    acts = shoe.acts()
    assert {type(act).__name__ for act in acts} == set(LETTERS) - {"RevealOverdue"}
    return acts


def moved() -> Iterator[list[FairShoeEvent]]:
    """Every act at every other place."""
    acts = of_every_kind()
    for start, end in itertools.permutations(range(len(acts)), 2):
        changed = acts[:]
        changed.insert(end, changed.pop(start))
        yield chained(changed)


def inserted() -> Iterator[list[FairShoeEvent]]:
    """Every kind of act once more at every place, of a shoe that was revealed in time, and of one that was not."""
    acts = of_every_kind()
    overdue = RevealOverdue(previous=None)
    kinds = {type(act): act for act in (*acts, overdue)}.values()
    for shoe in (acts, [*acts[:-1], overdue, acts[-1]]):
        for act, place in itertools.product(kinds, range(len(shoe) + 1)):
            yield chained([*shoe[:place], act, *shoe[place:]])


def test_every_act_at_every_other_place_is_found_by_both() -> None:
    assert is_right(of_every_kind())
    found = 0
    for acts in moved():
        wrong = not is_right(acts)
        assert both(acts) == (wrong, wrong), in_letters(acts)
        found += wrong
    assert found > 100


SHOE = r"c(?![^c]*w[^c]*w)p*o*(sw?(k[wd]*)?)?"
IN_ORDER = re.compile(rf"({SHOE}ev?r)*({SHOE}(ev?)?)?")
"""Shoes one after the other, of which the last may still be under way."""


def test_the_order_itself_is_found_wrong_by_both_whatever_else_is_wrong() -> None:
    """Most disorder is found by something else as well; here the order must be the reason."""
    for acts in (*moved(), *inserted()):
        wrong = IN_ORDER.fullmatch(in_letters(acts)) is None
        found = any(finding.fault is Fault.OUT_OF_ORDER for finding in verify(lines(acts)))
        found_by_other = any(".1 after " in why for why in other.wrong_with_history(lines(acts)))
        assert (found, found_by_other) == (wrong, wrong), in_letters(acts)
