"""The operator opens the table: book, choices of the house, approved conditions."""

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import HouseRules, book, resolve
from puntobanco.rulebooks.approved_conditions import prevail
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import OPERATOR
from puntobanco.streams.command import Command, given_by
from puntobanco.table.events.table_lifecycle import TableOpened
from puntobanco.table.queries.opening_checks import require_payable, require_procedures
from puntobanco.table.queries.shoe import opening
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Count


@given_by(OPERATOR)
class OpenTable(Command[TableState], tag="open_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open the table by a book, with the operator's choices written as in a house file.

    What is not chosen comes from the book's practice house. In `washington` the house chooses every procedure for
    irregularities itself.
    """

    opens_with = ("book", "choices")

    book: str
    """Id of the rulebook."""
    edition: Count | None = None
    """Of the book: the newest, unless another is named. A record names it in any case."""
    choices: tuple[tuple[str, str], ...] = ()
    """Pairs of a key and a value, as in a house file."""
    conditions: tuple[tuple[str, str], ...] = ()
    """What approved conditions say of the table, in the same way: they prevail over book and house."""
    conditions_digest: str | None = None
    """The digest of the document that has these conditions; without it there are none."""

    def opened(self, *, what_if: bool = False) -> TableOpened:
        """The first event of a table; it does not open while a procedure is missing that its operator must choose.

        A table that is decided never wonders `what_if`: only a rehearsal does, whose records are nobody's log.
        """
        house = chosen(self.choices)
        found = book(self.book, edition=self.edition)
        rules = self._with_conditions(resolve(found, house, what_if=what_if))
        for key, clause in found.chosen_by_every_house.items():
            if key not in house.choices:
                sentence = f"the house has not chosen {key}: name its procedure, then open"
                refuse(rules, "controls_incomplete", clause, sentence)
        require_procedures(rules)
        require_payable(rules)
        return TableOpened(rules=rules, pending=opening(rules), clause=rules.opening_check.clause)

    def _with_conditions(self, rules: TableRules) -> TableRules:
        if self.conditions_digest is not None:
            return prevail(rules, _each_once(self.conditions), conditions=self.conditions_digest)
        if self.conditions:
            raise Unreadable("conditions are named by the digest of their document: write conditions_digest")
        return rules

    def decide(self, _: TableDraft) -> None:
        raise Refused("already_open", "open_table", "the table is open already")


def chosen(choices: tuple[tuple[str, str], ...]) -> HouseRules:
    """What the house chose, each key once."""
    return HouseRules.read(_each_once(choices))


def _each_once(choices: tuple[tuple[str, str], ...]) -> dict[str, str]:
    keys = [key for key, _ in choices]
    for key in keys:
        if keys.count(key) > 1:
            raise Unreadable(f"{key} is chosen twice: write it once")
    return dict(choices)
