"""What a table has that its book does not allow, where somebody wonders what would be."""

from puntobanco.rulebooks import book
from puntobanco.rulebooks.resolution import WHAT_IF, allowed, why_not_own
from puntobanco.rulebooks.table_rules import PARAMETERS, TableRules


def lifted(rules: TableRules) -> tuple[str, ...]:
    """Each thing that no clause allows, in a sentence with the clause that does not."""
    found = book(rules.book, edition=rules.edition)
    sentences = []
    for key, parameter in PARAMETERS.items():
        if rules.ruled(key).clause == WHAT_IF:
            stated, shown = found.stated[key], parameter.kind.show(rules.ruled(key).value)
            why = allowed(key, stated.statement)
            sentences.append(f"what if {key} = {shown}: {found.id} {stated.clause.number} does not allow it, {why}")
    for wager in rules.wagers:
        refusal = why_not_own(found, wager) if wager.loses == WHAT_IF else None
        if refusal is not None:
            sentences.append(f"what if {wager.name} is offered: {refusal.clause} does not allow it")
    return tuple(sentences)
