"""What is printed on the cloth: the boxes of a table with their odds and limits, from its rules alone."""

from msgspec import Struct

from puntobanco.coup.accept_wager import MAIN_WAGERS, terms
from puntobanco.rulebooks.facts import Hand, Result
from puntobanco.rulebooks.printing import commission_text, pay_table
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Tie, Wager, atoms
from puntobanco.table.queries.layout import areas, lines
from puntobanco.values.memo import remember
from puntobanco.values.money import Cents, Odds

USUAL_STAKES = 20
"""Of the least amount, for whoever sits down."""
SHORT_WORDS = frozenset({"a", "on", "of", "the"})
"""They get no letter in a mark."""


class PrintedBox(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where chips of one wager go, the same in every area."""

    wager: str
    name: str
    mark: str
    """Letters that stand for the name where there is little room, such as `PP`."""
    main: bool
    """On a hand or the tie; others lie beside these."""
    side: Result | None
    """Whose colour it has; none for a wager that belongs to no hand."""
    pays: str
    """What it wins at most, in few words."""
    pay_table: str
    """All that it can win."""
    clauses: tuple[str, ...]
    least: Cents
    """What can be put down: within the limits, in steps, and payable where that must be exact."""
    most: Cents
    step: Cents


class Layout(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is printed on the cloth, and the chips that are used on it."""

    areas: tuple[str, ...]
    """Of the seats, in their order."""
    lines: tuple[str, ...]
    """Between areas, for the gallery."""
    boxes: tuple[PrintedBox, ...]
    chips: tuple[Cents, ...]
    """The denominations, smallest first."""
    buy_in: Cents
    """What somebody usually sits down with."""


_LAYOUTS: dict[str, Layout] = {}
"""By the digest of the rules."""


def layout(rules: TableRules) -> Layout:
    """The cloth of a table with these rules."""
    return _LAYOUTS.get(rules.digest) or remember(_LAYOUTS, rules.digest, _printed(rules))


def _printed(rules: TableRules) -> Layout:
    return Layout(
        areas=areas(rules),
        lines=lines(rules),
        boxes=tuple(_box(rules, wager) for wager in rules.wagers),
        chips=rules.chips.value.denominations,
        buy_in=_buy_in(rules),
    )


def _buy_in(rules: TableRules) -> Cents:
    """In whole chips of the smallest sort, which any bank has."""
    amount = USUAL_STAKES * rules.minimum.value
    return amount + -amount % rules.chips.value.smallest


def _box(rules: TableRules, wager: Wager) -> PrintedBox:
    allowed = terms(rules)[wager.id]
    return PrintedBox(
        wager=wager.id,
        name=wager.name,
        mark=_mark(wager.name),
        main=wager.id in MAIN_WAGERS,
        side=_side(wager),
        pays=_pays(wager),
        pay_table=pay_table(wager),
        clauses=tuple(dict.fromkeys(wager.clauses)),
        least=allowed.least + -allowed.least % allowed.step,
        most=allowed.most,
        step=allowed.step,
    )


def _mark(name: str) -> str:
    return "".join(word[0].upper() for word in name.split() if word.lower() not in SHORT_WORDS)


def _side(wager: Wager) -> Result | None:
    """The hand that its first line is about, or tie."""
    for atom in atoms(wager.lines[0].when):
        if isinstance(atom, Tie):
            return Result.TIE
        hand: Hand | None = getattr(atom, "hand", None)
        if hand is not None:
            return Result(hand.value)
    return None


def _pays(wager: Wager) -> str:
    odds = {line.pays for line in wager.lines if isinstance(line.pays, Odds)}
    text = f"{max(odds)}{commission_text(wager.commission).replace(' commission', '')}"
    return text if len(odds) == 1 else f"up to {text}"
