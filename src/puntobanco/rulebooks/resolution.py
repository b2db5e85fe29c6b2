"""How a document becomes the rules of a table with what an operator chose."""

from collections.abc import Mapping
from typing import Any

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks.clause import Bounds, Choice, Fixed, Selection, Silent, Statement
from puntobanco.rulebooks.house_rules import HouseRules
from puntobanco.rulebooks.rule_values import OfferChange
from puntobanco.rulebooks.rulebook import Offer, Rulebook, Stated
from puntobanco.rulebooks.table_rules import PARAMETERS, Conditions, Ruled, TableRules, sealed
from puntobanco.rulebooks.table_wagers import cited, of_table
from puntobanco.rulebooks.wagers import CommissionLater, LimitsGroup, NoCommission, Pair, Wager, atoms
from puntobanco.values.text import quoted

WHAT_IF = "what-if"
"""Stands for the clause of what no clause allows, where somebody wonders what would be; no live table opens by it."""
MOST_DECKS = 100
"""Who wonders about more waits for a shuffle."""


def resolve(book: Rulebook, house: HouseRules | None = None, *, what_if: bool = False) -> TableRules:
    """The rules of a table: the book's practice house with the operator's choices over it.

    What the book does not allow is `Refused` with its clause and what it does allow; who only wonders what would be
    gets it all the same, with `WHAT_IF` for a clause.
    """
    chosen = house or HouseRules({})
    ruled = ruled_by(book, chosen, what_if=what_if)
    return table_of(book, ruled, own=own_wagers(book, ruled, chosen.wagers, what_if=what_if))


def ruled_by(book: Rulebook, own: HouseRules, *, what_if: bool = False) -> dict[str, Ruled[Any]]:
    """Every parameter as book and house have it, each allowed by itself."""
    choices = laid_over(book, HouseRules(_practice(book, own)), own).choices
    if what_if:
        return _what_if(book, choices)
    return {
        key: Ruled(value=_value(book, key, stated, choices), clause=stated.clause.number)
        for key, stated in book.stated.items()
    }


def laid_over(book: Rulebook, before: HouseRules, changes: HouseRules) -> HouseRules:
    """These choices with others over them; a change of what is offered names side bets of the book only."""
    for key, value in changes.choices.items():
        if isinstance(value, OfferChange):
            require_allowed(book, key, value)
    return before | changes


def _what_if(book: Rulebook, choices: Mapping[str, Any]) -> dict[str, Ruled[Any]]:
    """The same with everything that was chosen; a cut that the cards do not leave room for comes as near as it can."""
    ruled: dict[str, Ruled[Any]] = {}
    for key, stated in book.stated.items():
        against = key in choices and not _allows(stated.statement, choices[key])
        value = choices[key] if against else _value(book, key, stated, choices)
        ruled[key] = Ruled(value=value, clause=WHAT_IF if against else stated.clause.number)
    if ruled["decks"].value > MOST_DECKS:
        raise Unreadable(f"{ruled['decks'].value} decks are more than anybody deals from: take at most {MOST_DECKS}")
    for key, most in _cuts(ruled):
        if ruled[key].value > most:
            ruled[key] = Ruled(value=most, clause=WHAT_IF)
    return ruled


def table_of(
    book: Rulebook,
    ruled: Mapping[str, Ruled[Any]],
    conditions: Conditions | None = None,
    own: tuple[Wager, ...] = (),
) -> TableRules:
    """The rules of a table with these values, which must make one together, and with wagers of the house's own."""
    _check_together(book, ruled)
    wagers = tuple(
        of_table(one.wager, ruled, conditions, allowed_by=one.allowed_by)
        for one in book.offers
        if _is_on_layout(one, ruled)
    )
    return sealed(book=book.id, edition=book.edition, wagers=(*wagers, *own), conditions=conditions, **ruled)


def _is_on_layout(one: Offer, ruled: Mapping[str, Ruled[Any]]) -> bool:
    is_offered = one.allowed_by is None or one.wager.id in ruled["offered"].value
    return is_offered and all(ruled[key].value == value for key, value in one.where)


def own_wagers(
    book: Rulebook, ruled: Mapping[str, Ruled[Any]], wagers: tuple[Wager, ...], *, what_if: bool = False
) -> tuple[Wager, ...]:
    """Wagers of a house's own as a table offers them: by the clause that lets it, or by none where somebody wonders."""
    return tuple(cited(wager, _clause_of_own(book, ruled, wager, what_if=what_if)) for wager in wagers)


def _clause_of_own(book: Rulebook, ruled: Mapping[str, Ruled[Any]], wager: Wager, *, what_if: bool) -> str:
    if wager.id in {offered.wager.id for offered in book.offers}:
        raise Unreadable(f"{quoted(wager.id)} is a wager of {book.id} itself: give yours another id")
    collected = ruled["commission_every"]
    if isinstance(wager.commission, CommissionLater) and collected.value is None:
        sentence = f'{wager.id} cannot owe commission, for nobody collects it here: write commission_is = "kept"'
        raise Refused("own_wager_not_allowed", f"{book.id} {collected.clause}", sentence)
    refusal = why_not_own(book, wager)
    if refusal is not None and not what_if:
        raise refusal
    return WHAT_IF if book.own_wagers is None or refusal is not None else book.own_wagers.offered


def why_not_own(book: Rulebook, wager: Wager) -> Refused | None:
    """Why the book does not let a house offer this wager of its own; none if it does."""
    law, pairs = book.own_wagers, book.stated["pairs"]
    if law is None:
        what, clause = "the book lets no house add a wager to its own", book.stated["offered"].clause.number
    elif not isinstance(wager.commission, NoCommission):
        what, clause = "bonus wagers bear no commission: leave it out", law.no_commission
    elif pairs.statement == Fixed(None) and _reads_pairs(wager):
        what, clause = "the book has no wagers on pairs: leave pair conditions out", pairs.clause.number
    else:
        return None
    return Refused("own_wager_not_allowed", f"{book.id} {clause}", f"{wager.id} is not allowed: {what}")


def _reads_pairs(wager: Wager) -> bool:
    return any(isinstance(atom, Pair) for line in wager.lines for atom in atoms(line.when))


def _practice(book: Rulebook, own: HouseRules) -> Mapping[str, Any]:
    """The practice house as it fits an operator's layout: it has no more lines than lie between the areas."""
    if "gallery_lines" not in book.practice:
        return book.practice
    between = own.choices.get("seats", book.practice["seats"]) - 1
    return {**book.practice, "gallery_lines": min(book.practice["gallery_lines"], between)}


def _value(book: Rulebook, key: str, stated: Stated, choices: Mapping[str, Any]) -> Any:
    if key not in choices:
        match stated.statement:
            case Fixed(value) | Silent(value):
                return value
            case Choice() | Bounds():
                raise ValueError(f"{book.id}: the practice house does not choose {key}")
    require_allowed(book, key, choices[key])
    return choices[key]


def require_allowed(book: Rulebook, key: str, value: Any) -> None:
    """Refuse a value that the book does not allow, with its clause and what it does allow."""
    stated = book.stated[key]
    if not _allows(stated.statement, value):
        shown = PARAMETERS[key].kind.show(_not_allowed(stated.statement, value))
        raise Refused(
            f"{key}_not_allowed",
            f"{book.id} {stated.clause.number}",
            f"{key} = {shown} is not allowed: {allowed(key, stated.statement)}",
        )


def _allows(statement: Statement, value: Any) -> bool:
    match statement:
        case Fixed(only):
            return bool(value == only)
        case Choice(options):
            return not options or value in options
        case Selection(options):
            return set(_named(value)) <= set(options)
        case Bounds(low, high, or_none):
            return or_none if value is None else not (value < low or (high is not None and high < value))
        case Silent():
            return True


def _named(value: tuple[str, ...] | OfferChange) -> tuple[str, ...]:
    return (*value.added, *value.removed) if isinstance(value, OfferChange) else value


def _not_allowed(statement: Statement, value: Any) -> Any:
    """What of a value is not allowed: of a selection only the wagers that the book does not have."""
    if isinstance(statement, Selection):
        return tuple(wager for wager in _named(value) if wager not in statement.options)
    return value


def allowed(key: str, statement: Statement) -> str:
    """What an operator may choose, as a person would say it."""
    show = PARAMETERS[key].kind.show
    match statement:
        case Fixed(value):
            return f"it is {show(value)}"
        case Choice(()):
            return "the house decides"
        case Choice(options) if len(options) > 8:
            return PARAMETERS[key].kind.expects
        case Choice(options):
            return " or ".join(map(show, options))
        case Selection(options):
            return f"any of {', '.join(options)}, or none"
        case Bounds(low, None):
            return f"{show(low)} or more"
        case Bounds(low, high):
            return f"from {show(low)} to {show(high)}"
        case Silent(value):
            return f"not said; {show(value)} unless the house sets another"


def _check_together(book: Rulebook, ruled: Mapping[str, Ruled[Any]]) -> None:
    """Choices that are each allowed but make no table together."""
    _check_order(book, ruled, "minimum", "maximum")
    if ruled["pairs_minimum"].value is not None and ruled["pairs_maximum"].value is not None:
        _check_order(book, ruled, "pairs_minimum", "pairs_maximum")
    _check_offered(book, ruled)
    _check_given(book, ruled)
    for key in WORDS_IN_BRACES:
        _check_words(book, ruled, key)
    between = ruled["seats"].value - 1
    if ruled["gallery_lines"].value > between:
        raise _refuse_together(book, ruled, "gallery_lines", f"{between} lines lie between the areas")
    cards = 52 * ruled["decks"].value
    for key, most in _cuts(ruled):
        if ruled[key].value > most:
            raise _refuse_together(book, ruled, key, f"{cards} cards in all leave at most {most}")


def _cuts(ruled: Mapping[str, Ruled[Any]]) -> tuple[tuple[str, int], ...]:
    """The most that the cards leave for a cut."""
    cards = 52 * ruled["decks"].value
    return ("cut_depth", cards), ("cut_from_ends", cards // 2)


def _check_given(book: Rulebook, ruled: Mapping[str, Ruled[Any]]) -> None:
    """What is offered needs the numbers that go with it."""
    if ruled["ghost_hands"].value and ruled["ghost_limit"].value is None:
        raise _refuse_together(
            book, ruled, "ghost_limit", "say how many coups without wagers there may be, or offer none"
        )
    on_layout = [one.wager for one in book.offers if _is_on_layout(one, ruled)]
    for key in ("pairs_minimum", "pairs_maximum"):
        if any(wager.limits is LimitsGroup.PAIRS for wager in on_layout) and ruled[key].value is None:
            raise _refuse_together(book, ruled, key, "pairs are offered: give their limit, or offer none")


def _check_offered(book: Rulebook, ruled: Mapping[str, Ruled[Any]]) -> None:
    """A side bet needs a pay table of the book: neither conditions nor a what-if make one."""
    require_allowed(book, "offered", ruled["offered"].value)
    for one in book.offers:
        for key, _ in one.where:
            if one.wager.id in ruled["offered"].value and ruled[key].value is None:
                raise _refuse_together(book, ruled, key, f"{one.wager.id} is offered: choose one, or do not offer it")


# What is known when the dealer says a table's words, and may therefore stand in braces.
WORDS_IN_BRACES: dict[str, tuple[str, ...]] = {
    "call_no_more_bets": (),
    "call_no_bets": (),
    "call_counts": ("player", "banker"),
    "call_result": ("player", "banker", "winner"),
    "call_tie": ("player", "banker"),
    "call_last_round": (),
}


def _check_words(book: Rulebook, ruled: Mapping[str, Ruled[Any]], key: str) -> None:
    words = ruled[key].value or ""
    for name in ("player", "banker", "winner"):
        if f"{{{name}}}" in words and name not in WORDS_IN_BRACES[key]:
            raise _refuse_together(book, ruled, key, f"{{{name}}} is not known at that moment: leave it out")


def _check_order(book: Rulebook, ruled: Mapping[str, Ruled[Any]], low: str, high: str) -> None:
    if ruled[low].value > ruled[high].value:
        shown = PARAMETERS[high].kind.show(ruled[high].value)
        raise _refuse_together(book, ruled, low, f"it is above {high} = {shown}; set both")


def _refuse_together(book: Rulebook, ruled: Mapping[str, Ruled[Any]], key: str, why: str) -> Refused:
    shown = PARAMETERS[key].kind.show(ruled[key].value)
    return Refused(f"{key}_not_allowed", f"{book.id} {ruled[key].clause}", f"{key} = {shown} is not allowed: {why}")
