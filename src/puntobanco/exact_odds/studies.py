"""Counting studies: the expected values of wagers for thousands of shoes, as arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from puntobanco.errors import Unreadable
from puntobanco.exact_odds.batch import Engine, Ways, whole_numbers
from puntobanco.exact_odds.face_arrays import pair_ways, values_matrix
from puntobanco.exact_odds.paytable import Paying, Reads, paying, reads
from puntobanco.exact_odds.plain_kernel import SLOTS
from puntobanco.exact_odds.table_odds import odds
from puntobanco.kernels.arrays import Floats, Ints
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.cards import Composition


@dataclass(frozen=True, slots=True)
class Study:
    """n shoes of a table: exact ways, and expected values to the precision of floats."""

    rules: TableRules
    ways: Ways
    faces: Ints | None
    """n x 52, if the shoes were given card by card."""

    def ev(self, wager: str | Wager) -> Floats:
        """n: the expected profit per unit staked; a wager that reads pairs needs shoes given card by card."""
        asked = self.rules.wager(wager) if isinstance(wager, str) else wager
        read = reads(asked)
        if read is Reads.TOTALS:
            return _expected(self.ways.ways.reshape(len(self.ways.draws), 400), self.ways.draws, paying(asked))
        if self.faces is None:
            raise Unreadable(f"{asked.id} reads pairs: give each shoe as 52 counts, in the order of the deck")
        if read in (Reads.PAIR_OF_PLAYER, Reads.PAIR_OF_BANKER):
            return self._ev_of_pair(asked, self.faces)
        return self._one_by_one(asked, self.faces)

    def _ev_of_pair(self, wager: Wager, faces: Ints) -> Floats:
        cards = faces.sum(axis=1)
        found = _expected(pair_ways(faces), np.maximum(cards * (cards - 1), 1), paying(wager))
        may_be_void = cards < SLOTS
        found[may_be_void] = self._one_by_one(wager, faces[may_be_void])
        return found

    def _one_by_one(self, wager: Wager, faces: Ints) -> Floats:
        def ev(counts: Ints) -> float:
            shoe = Composition(tuple(counts.tolist()))
            return float(odds(self.rules, shoe, wagers=(wager,)).wagers[0].ev)

        return np.array([ev(counts) for counts in faces], dtype=np.float64)


def study(rules: TableRules, shoes: ArrayLike, *, threads: int | None = None) -> Study:
    """Study n shoes: rows of ten counts by point value, or of 52 counts in the order of `DECK`."""
    rows = whole_numbers(shoes)
    if rows.ndim != 2 or rows.shape[1] not in (10, 52):
        raise Unreadable(f"a study has 10 counts by value or 52 by card for each shoe; this has shape {rows.shape}")
    if (rows < 0).any():
        raise Unreadable(f"shoe {int(np.argmax((rows < 0).any(axis=1)))} of the study has a negative count")
    by_card = rows.shape[1] == 52
    points = rows @ values_matrix(rules.card_values.value) if by_card else rows
    return Study(rules, Engine.of(rules.tableau).batch(points, threads=threads), rows if by_card else None)


def _expected(ways: Ints, draws: Ints, cells_by_pay: Paying) -> Floats:
    pays = np.zeros(ways.shape[1])
    for profit, cells in cells_by_pay:
        pays[list(cells)] = float(profit)
    expected: Floats = (ways @ pays) / draws
    return expected
