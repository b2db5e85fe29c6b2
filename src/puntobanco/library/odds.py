"""Exact odds: of one shoe, or of shoes with several numbers of decks side by side."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import SupportsIndex, overload

from puntobanco.cli import odds_output
from puntobanco.errors import Refused, Unreadable
from puntobanco.exact_odds.partial_coup import parse_on_table
from puntobanco.exact_odds.shoe_file import unseen
from puntobanco.exact_odds.table_odds import TableOdds, WagerOdds
from puntobanco.exact_odds.table_odds import odds as exact_odds
from puntobanco.library.arguments import several, whole
from puntobanco.library.coups import cards_in
from puntobanco.library.result_display import DataRow, Shown
from puntobanco.library.rules import Rules, understood, with_decks
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wager_names import wager_named
from puntobanco.values.cards import Composition, parse_cards
from puntobanco.values.text_table import Sheet


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ShoeOdds(Shown):
    """The odds of the next coup from one shoe: `found["banker"].house_edge` is a fraction."""

    book: str
    decks: int
    table: TableOdds

    @property
    def wagers(self) -> tuple[WagerOdds, ...]:
        return self.table.wagers

    def __getitem__(self, wager: str) -> WagerOdds:
        return self.table.wager(wager_named(wager))

    def sheets(self) -> Sequence[Sheet]:
        return (odds_output.outcomes(self.table), odds_output.wagers(self.table))

    def rows(self) -> Sequence[DataRow]:
        """A row for every result of every wager."""
        return [
            {
                "book": self.book,
                "decks": self.decks,
                "cards": self.table.cards,
                "wager": wager.id,
                "pays": float(result.pays),
                "probability": float(result.chance.probability),
                "return": float(result.contribution),
                "house_edge": float(wager.house_edge),
                "sd": wager.sd,
            }
            for wager in self.wagers
            for result in wager.results
        ]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class OddsByDecks(Shown):
    """The odds by number of decks: `found[6]["banker"].house_edge`."""

    book: str
    shoes: tuple[ShoeOdds, ...]

    def __getitem__(self, decks: int) -> ShoeOdds:
        for shoe in self.shoes:
            if shoe.decks == decks:
                return shoe
        raise KeyError(decks)

    def __iter__(self) -> Iterator[ShoeOdds]:
        return iter(self.shoes)

    def __len__(self) -> int:
        return len(self.shoes)

    def sheets(self) -> Sequence[Sheet]:
        compared = odds_output.comparison([shoe.table for shoe in self.shoes])
        columns = ("", *(f"{shoe.decks} deck{'s' * (shoe.decks > 1)}" for shoe in self.shoes))
        return (Sheet(title=f"{self.book}: odds by decks", columns=columns, rows=compared.rows),)

    def rows(self) -> Sequence[DataRow]:
        return [row for shoe in self.shoes for row in shoe.rows()]


@overload
def odds(
    rules: str | Rules = ...,
    *,
    decks: SupportsIndex | None = ...,
    what_if: bool = ...,
    seen: str | Iterable[str] = ...,
    on_table: str = ...,
    wagers: str | Iterable[str] | None = ...,
) -> ShoeOdds: ...
@overload
def odds(
    rules: str | Rules = ...,
    *,
    decks: Iterable[SupportsIndex],
    what_if: bool = ...,
    seen: str | Iterable[str] = ...,
    on_table: str = ...,
    wagers: str | Iterable[str] | None = ...,
) -> OddsByDecks: ...
def odds(
    rules: str | Rules = "act-2015",
    *,
    decks: SupportsIndex | Iterable[SupportsIndex] | None = None,
    what_if: bool = False,
    seen: str | Iterable[str] = (),
    on_table: str = "",
    wagers: str | Iterable[str] | None = None,
) -> ShoeOdds | OddsByDecks:
    """The exact odds of a table's wagers, or of these, from a full shoe without the cards that were seen.

    A number of decks that the book does not allow is `Refused`, unless we only wonder (`what_if`). The coup so far may
    lie on the table: "4c 9d Kh", in the order dealt. Several numbers of decks are put side by side.
    """
    given = understood(rules)
    table = given.table
    gone = cards_in(seen)
    wanted = None if wagers is None else tuple(table.wager(wager_named(name)).id for name in several(wagers))

    def one(number: int) -> ShoeOdds:
        shoe_rules = _with_decks(given, number, what_if=what_if)
        coup = parse_on_table(shoe_rules, parse_cards([on_table]))
        left = unseen(number, (*gone, *coup.player, *coup.banker))
        chosen = None if wanted is None else tuple(shoe_rules.wager(wager_id) for wager_id in wanted)
        found = exact_odds(shoe_rules, _not_empty(left), on_table=coup, wagers=chosen)
        return ShoeOdds(book=table.book, decks=number, table=found)

    if decks is None:
        return one(table.decks.value)
    if isinstance(decks, Iterable):
        return OddsByDecks(book=table.book, shoes=tuple(map(one, _numbers(decks))))
    return one(whole("decks", decks))


def _numbers(decks: Iterable[SupportsIndex]) -> tuple[int, ...]:
    """Each number of decks once."""
    found = tuple(dict.fromkeys(whole("decks", number) for number in decks))
    if not found:
        raise Unreadable("decks is an empty list: name at least one number of decks")
    return found


def _with_decks(given: Rules, decks: int, *, what_if: bool) -> TableRules:
    if decks < 1:
        raise Unreadable(f"{decks} decks are no shoe: take 1 or more")
    if decks == given.table.decks.value:
        return given.table
    try:
        return with_decks(given, decks, what_if=what_if).table
    except Refused as refusal:
        sentence = f"{refusal.sentence}; what_if=True gives the odds anyway"
        raise Refused(refusal.code, refusal.clause, sentence) from None


def _not_empty(shoe: Composition) -> Composition:
    if not any(shoe.counts):
        raise Unreadable("the shoe is empty: there is nothing to deal a coup from")
    return shoe
