"""The tables that the simulation is tested at: every book, both burns, both endings, few decks and shallow cuts."""

import os

from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.rulebooks.tableau import BankerTable, draws_on
from puntobanco.rulebooks.with_changes import amended

INVENTED = "invented"
SOAK = bool(os.environ.get("PUNTO_SOAK"))


def _with_naturals(naturals: tuple[int, ...], *, player_draws: tuple[int, ...]) -> TableRules:
    return amended(
        table_rules("nz-1998"),
        naturals=Ruled(value=naturals, clause=INVENTED),
        player_draws=Ruled(value=draws_on(*player_draws), clause=INVENTED),
        banker_draws_after_stand=Ruled(value=draws_on(0, 1, 3, 5, 8), clause=INVENTED),
    )


TABLES = {
    "act-2015 hidden": table_rules("act-2015"),
    "act-2015 exposed": table_rules("act-2015", burn="exposed", cut_depth=20),
    "nz-1998": table_rules("nz-1998"),
    "washington two decks": table_rules("washington", decks=2, cut_depth=7),
    "washington runs out of cards": table_rules("washington", decks=2, cut_depth=1),
    "washington cut at once": table_rules("washington", decks=3, cut_depth=156, burn="hidden"),
    "six is a natural, too": _with_naturals((6, 8, 9), player_draws=(0, 1, 2, 3, 4, 5, 7)),
    "nine alone is a natural": _with_naturals((9,), player_draws=()),
    "house-midi six behind, tie adds one": table_rules("house-midi", cut_depth=6, last_round="this_round_tie_adds_one"),
}


def with_cell_flipped(rules: TableRules, total: int = 6, third: int = 6) -> TableRules:
    """A table whose banker plays one cell of the tableau wrong."""
    rows = [list(row) for row in rules.banker_draws_after_card.value.rows]
    rows[total][third] = not rows[total][third]
    flipped = BankerTable(rows=tuple(map(tuple, rows)))
    return amended(rules, banker_draws_after_card=Ruled(value=flipped, clause=rules.banker_draws_after_card.clause))
