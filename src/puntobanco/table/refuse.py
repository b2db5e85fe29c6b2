"""A refusal with the clause of the table that it stands on."""

from typing import NoReturn

from puntobanco.errors import Refused
from puntobanco.rulebooks.table_rules import TableRules


def refuse(rules: TableRules, code: str, clause: str, sentence: str) -> NoReturn:
    raise Refused(code, rules.cite(clause), sentence)
