"""What a table's rules must have before it plays by them."""

from puntobanco.coup.accept_wager import limits
from puntobanco.coup.irregularity import Irregularity
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.table.ledger import MOST_PAID
from puntobanco.table.refuse import refuse
from puntobanco.values.money import Cents, Odds, format_dollars


def require_payable(rules: TableRules, maximum: Ruled[Cents] | None = None) -> None:
    """What a wager can pay must stay far below what a record holds, so that no round comes near it."""
    for wager in rules.wagers:
        most = limits(rules, wager, maximum)[1]
        for line in wager.lines:
            if isinstance(line.pays, Odds) and most.value * line.pays.win // line.pays.stake > MOST_PAID:
                sentence = f"{wager.id} could pay more than {format_dollars(MOST_PAID)}: lower its maximum or its odds"
                refuse(rules, "pays_too_much", most.clause, sentence)


def require_procedures(rules: TableRules) -> None:
    """A table plays only with a procedure for everything that can go wrong."""
    for key in (one.parameter for one in Irregularity if one.has_remedy):
        found = rules.ruled(key)
        if found.value is None:
            refuse(rules, "controls_incomplete", found.clause, f"no procedure is documented for {key}: name one")
