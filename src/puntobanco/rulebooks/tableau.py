"""The printed draw tables: card values, naturals, when player draws, when banker draws."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import Struct

from puntobanco.values.cards import Card, Rank
from puntobanco.values.money import Count

TOTALS_THAT_MAY_DRAW = range(8)
POINTS = range(10)


def require_totals(totals: tuple[int, ...]) -> None:
    """Totals of a hand are listed once each, smallest first, so that equal laws are written alike."""
    if totals != tuple(sorted(set(totals))) or not set(totals) <= set(POINTS):
        raise ValueError(f"totals are from 0 to 9, once each, smallest first, not {totals}")


class CardValues(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What each rank counts, from ace to king."""

    points: tuple[Count, ...]

    def __post_init__(self) -> None:
        if len(self.points) != len(Rank) or not set(self.points) <= set(POINTS):
            raise ValueError("every one of the thirteen ranks counts from 0 to 9")

    def of(self, card: Card) -> int:
        return self.points[card.rank - 1]

    def total(self, cards: tuple[Card, ...]) -> int:
        """The last digit of the sum."""
        return sum(map(self.of, cards)) % 10

    def __str__(self) -> str:
        return " ".join(f"{rank.letter}={points}" for rank, points in zip(Rank, self.points, strict=True))


class DrawsOn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The two-card totals on which a hand takes a third card; it stands on the others."""

    totals: tuple[Count, ...]

    def __post_init__(self) -> None:
        require_totals(self.totals)

    def __str__(self) -> str:
        return _ranges(self.totals)


def draws_on(*totals: int) -> DrawsOn:
    return DrawsOn(totals=tuple(sorted(totals)))


class BankerTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When banker draws after player took a third card: a row per banker total 0-7, a column per third card 0-9."""

    rows: tuple[tuple[bool, ...], ...]

    def __post_init__(self) -> None:
        if len(self.rows) != len(TOTALS_THAT_MAY_DRAW) or any(len(row) != len(POINTS) for row in self.rows):
            raise ValueError("the banker table has 8 rows (totals 0-7) of 10 columns (third cards 0-9)")

    def draws(self, *, total: int, third: int) -> bool:
        return self.rows[total][third]

    def __str__(self) -> str:
        drawn = (tuple(third for third in POINTS if row[third]) for row in self.rows)
        return "; ".join(f"{total}: {_ranges(thirds)}" for total, thirds in enumerate(drawn))


def banker_table(printed: str) -> BankerTable:
    """Read the table as printed: one line per total from 0 to 7, a D or an S for each third card from 0 to 9."""
    return BankerTable(
        rows=tuple(tuple({"D": True, "S": False}[cell] for cell in row.split()) for row in printed.split("\n"))
    )


def banker_rows(draws_when: Mapping[int, str]) -> BankerTable:
    """Read the table as rows of third cards on which banker draws: `{3: "0-7 9", 4: "2-7", ...}`."""
    drawn = (_read_ranges(draws_when[total]) for total in TOTALS_THAT_MAY_DRAW)
    return BankerTable(rows=tuple(tuple(third in thirds for third in POINTS) for thirds in drawn))


@dataclass(frozen=True, slots=True)
class Tableau:
    """The whole drawing law of a table in one value, for machines that compile it."""

    values: CardValues
    naturals: tuple[int, ...]
    player: DrawsOn
    banker_after_stand: DrawsOn
    banker_after_card: BankerTable

    def matrix(self) -> tuple[tuple[bool, ...], ...]:
        """Banker draws, 8 rows by 11 columns: the first column is "player stood", then third cards 0-9."""
        return tuple(
            (total in self.banker_after_stand.totals, *self.banker_after_card.rows[total])
            for total in TOTALS_THAT_MAY_DRAW
        )


def _read_ranges(text: str) -> frozenset[int]:
    found: set[int] = set()
    for part in text.split():
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return frozenset(found)


def _ranges(numbers: tuple[int, ...]) -> str:
    """`0-7 9` for ascending numbers."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs) or "never"
