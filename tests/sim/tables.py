"""The tables that the simulation is tested at: every book, both burns, both endings, few decks and shallow cuts."""

import os

from puntobanco.rules import table_rules
from puntobanco.rules.amended import amended
from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.rules.tableau import BankerTable

SOAK = bool(os.environ.get("PUNTO_SOAK"))

TABLES = {
    "act-2015 hidden": table_rules("act-2015"),
    "act-2015 exposed": table_rules("act-2015", burn="exposed", cut_depth=20),
    "nz-1998": table_rules("nz-1998"),
    "washington two decks": table_rules("washington", decks=2, cut_depth=7),
    "washington runs out of cards": table_rules("washington", decks=2, cut_depth=1),
    "washington cut at once": table_rules("washington", decks=3, cut_depth=156, burn="hidden"),
    "house-midi six behind, tie adds one": table_rules("house-midi", cut_depth=6, last_round="this-round-tie-adds-one"),
}


def with_cell_flipped(rules: TableRules, total: int = 6, third: int = 6) -> TableRules:
    """A table whose banker plays one cell of the tableau wrong."""
    rows = [list(row) for row in rules.banker_draws_after_card.value.rows]
    rows[total][third] = not rows[total][third]
    flipped = BankerTable(rows=tuple(map(tuple, rows)))
    return amended(rules, banker_draws_after_card=Ruled(value=flipped, clause=rules.banker_draws_after_card.clause))
