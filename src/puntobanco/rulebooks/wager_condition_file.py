"""Conditions as people write them in TOML or JSON: a closed vocabulary, read and written back.

A condition is a table: `tie = true`; or `hand` with what must hold of that hand, all of it; or `all`, `any` or `not` of
other conditions.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.facts import Hand, PairClass
from puntobanco.rulebooks.wagers import (
    AllOf,
    AnyOf,
    CannotDeclare,
    CardCount,
    Condition,
    Natural,
    Not,
    Pair,
    Tie,
    Total,
    Wins,
    WinsBy,
)
from puntobanco.values.text import choose, quoted

MOST_PARTS, DEEPEST = 32, 8
NATURALS = (8, 9)
"""What is natural by every book."""
ANY_PAIR = (PairClass.MIXED, PairClass.COLOURED, PairClass.PERFECT)
OF_A_HAND = ("wins", "margin", "total", "cards", "natural", "pair")
OF_CONDITIONS = ("all", "any", "not")
WORDS = ("tie", "hand", *OF_A_HAND, *OF_CONDITIONS)
SUCH_AS = 'write one such as { hand = "banker", wins = true, total = 7 }'


def read_condition(at: str, raw: object, *, depth: int = 1) -> Condition:
    """The condition that a table stands for; `at` says where it was found."""
    if not isinstance(raw, Mapping) or not raw:
        raise Unreadable(f"{at}: {quoted(raw)} is no condition: {SUCH_AS}")
    if depth > DEEPEST:
        raise Unreadable(f"{at}: conditions lie more than {DEEPEST} deep: write it with fewer")
    for word in raw:
        if word not in WORDS:
            raise Unreadable(f"{at}: {quoted(word)} is no word of conditions: {choose(word, WORDS)}")
    if "hand" in raw or any(word in raw for word in OF_A_HAND):
        return _of_a_hand(at, raw)
    if len(raw) > 1:
        raise Unreadable(
            f"{at}: {' and '.join(raw)} do not go into one table: put each into all = [...] or any = [...]"
        )
    if "tie" in raw:
        _require_true(at, "tie", raw["tie"])
        return Tie()
    (word,) = raw
    return _of_conditions(f"{at}.{word}", word, raw[word], depth)


def _of_conditions(at: str, word: str, raw: object, depth: int) -> Condition:
    if word == "not":
        return Not(condition=read_condition(at, raw, depth=depth + 1))
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_PARTS:
        raise Unreadable(f"{at}: write a list of 1 to {MOST_PARTS} conditions")
    parts = tuple(read_condition(f"{at}[{place}]", one, depth=depth + 1) for place, one in enumerate(raw, start=1))
    return AllOf(conditions=parts) if word == "all" else AnyOf(conditions=parts)


def _of_a_hand(at: str, raw: Mapping[str, object]) -> Condition:
    for word in raw:
        if word in ("tie", *OF_CONDITIONS):
            raise Unreadable(f"{at}: {word} is not about one hand: put it beside the hand's table in all = [...]")
    hand = _hand(at, raw)
    parts = [_fact(at, word, hand, raw[word]) for word in OF_A_HAND if word in raw]
    if not parts:
        raise Unreadable(
            f"{at}: hand = {quoted(hand.value)} says nothing of it: add {', '.join(OF_A_HAND[:-1])} or pair"
        )
    return parts[0] if len(parts) == 1 else AllOf(conditions=tuple(parts))


def _hand(at: str, raw: Mapping[str, object]) -> Hand:
    words = {hand.value: hand for hand in Hand}
    said = raw.get("hand")
    if said is None:
        about = next(word for word in OF_A_HAND if word in raw)
        raise Unreadable(f'{at}: {about} is about a hand: add hand = "player" or hand = "banker"')
    if not isinstance(said, str) or said not in words:
        raise Unreadable(f"{at}.hand: {quoted(said)} is no hand: {choose(said, words)}")
    return words[said]


def _fact(at: str, word: str, hand: Hand, raw: object) -> Condition:
    try:
        return _READ[word](f"{at}.{word}", hand, raw)
    except CannotDeclare as error:
        raise Unreadable(f"{at}.{word}: {error}") from None


def _wins(at: str, hand: Hand, raw: object) -> Condition:
    _require_true(at, "wins", raw)
    return Wins(hand=hand)


def _margin(at: str, hand: Hand, raw: object) -> Condition:
    ways = tuple(WinsBy(hand=hand, points=points) for points in _numbers(at, raw, "points from 1 to 9, one or a list"))
    return ways[0] if len(ways) == 1 else AnyOf(conditions=ways)


def _total(at: str, hand: Hand, raw: object) -> Condition:
    return Total(hand=hand, totals=_numbers(at, raw, "totals from 0 to 9, one or a list"))


def _natural(at: str, hand: Hand, raw: object) -> Condition:
    what = "8, 9 or [8, 9], and for other totals of two cards total and cards = 2"
    return Natural(hand=hand, totals=_numbers(at, raw, what, least=min(NATURALS)))


def _cards(at: str, hand: Hand, raw: object) -> Condition:
    if type(raw) is not int:
        raise Unreadable(f"{at}: {quoted(raw)} is no number of cards: write 2 or 3")
    return CardCount(hand=hand, cards=raw)


def _pair(at: str, hand: Hand, raw: object) -> Condition:
    if raw == "any":
        return Pair(hand=hand, classes=ANY_PAIR)
    words = {one.value: one for one in ANY_PAIR}
    said = raw if isinstance(raw, list) else [raw]
    for word in said:
        if not isinstance(word, str) or word not in words:
            known = words if isinstance(raw, list) else ("any", *words)
            raise Unreadable(f"{at}: {quoted(word)} is no class of pair: {choose(word, known)}")
    return Pair(hand=hand, classes=tuple(words[word] for word in dict.fromkeys(said)))


_READ: dict[str, Callable[[str, Hand, object], Condition]] = {
    "wins": _wins,
    "margin": _margin,
    "total": _total,
    "cards": _cards,
    "natural": _natural,
    "pair": _pair,
}


def _require_true(at: str, word: str, raw: object) -> None:
    if raw is not True:
        raise Unreadable(
            f"{at}: {word} = {quoted(raw)} cannot be: write {word} = true, in not = {{ ... }} for its opposite"
        )


def _numbers(at: str, raw: object, what: str, *, least: int = 0) -> tuple[int, ...]:
    """One number or a list of them, each once."""
    found = raw if isinstance(raw, list) else [raw]
    if not found or any(type(one) is not int or not least <= one <= 9 for one in found):
        raise Unreadable(f"{at}: {quoted(raw)} cannot be read: write {what}")
    return tuple(dict.fromkeys(found))


def write_condition(condition: Condition) -> dict[str, Any]:
    """The table that stands for a condition: `read_condition` gives it back."""
    match condition:
        case Tie():
            return {"tie": True}
        case AllOf(conditions=parts):
            return _of_one_hand(parts) or {"all": [write_condition(part) for part in parts]}
        case AnyOf(conditions=parts):
            return {"any": [write_condition(part) for part in parts]}
        case Not(condition=part):
            return {"not": write_condition(part)}
        case _:
            word, value = _written_fact(condition)
            return {"hand": condition.hand.value, word: value}


def _of_one_hand(parts: Sequence[Condition]) -> dict[str, Any] | None:
    """Facts of the same hand in one table, where they are in its order and each is there once."""
    if len(parts) < 2 or any(isinstance(part, Tie | AllOf | AnyOf | Not) for part in parts):
        return None
    facts = [_written_fact(part) for part in parts]
    places = [OF_A_HAND.index(word) for word, _ in facts]
    hands = {part.hand.value for part in parts if not isinstance(part, Tie | AllOf | AnyOf | Not)}
    if len(hands) > 1 or any(a >= b for a, b in pairwise(places)):
        return None
    return {"hand": hands.pop(), **dict(facts)}


def _written_fact(condition: Condition) -> tuple[str, Any]:
    match condition:
        case Wins():
            return "wins", True
        case WinsBy(points=points):
            return "margin", points
        case Total(totals=totals):
            return "total", _short(totals)
        case Natural(totals=totals):
            return "natural", _short(totals)
        case CardCount(cards=cards):
            return "cards", cards
        case Pair(classes=classes):
            return "pair", "any" if classes == ANY_PAIR else _short([one.value for one in classes])
        case _:
            raise ValueError(f"{condition} is not about one hand")


def _short(values: Sequence[Any]) -> Any:
    return values[0] if len(values) == 1 else list(values)
