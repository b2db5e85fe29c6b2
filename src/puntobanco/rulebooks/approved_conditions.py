"""The third layer of rules: approved conditions prevail over book and house, where they conflict."""

from collections.abc import Mapping
from typing import Any

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import HouseRules, book, parameter_types, resolve
from puntobanco.rulebooks.resolution import laid_over, own_wagers, ruled_by, table_of
from puntobanco.rulebooks.rule_values import OfferChange
from puntobanco.rulebooks.rulebook import ConditionsLaw, OwnRule, Rulebook
from puntobanco.rulebooks.table_rules import PARAMETERS, Conditions, Ruled, TableRules
from puntobanco.rulebooks.wagers import Setting
from puntobanco.values.text import choose, quoted


def prevail(rules: TableRules, values: Mapping[str, object], *, conditions: str) -> TableRules:
    """The rules of a table with approved conditions over them, each value written as in a house file.

    `conditions` is the digest of the document that has them. A value that is the table's already stays the book's; any
    other cites the clause that lets conditions prevail. Together they must make a table.
    """
    found = book(rules.book, edition=rules.edition)
    law = _law(found)
    typed = {key: _read(key, value) for key, value in values.items()}
    written = tuple((key, parameter_types.write(PARAMETERS[key].kind, value)) for key, value in typed.items())
    said = Conditions(digest=conditions, clause=law.prevail, values=written)
    return _laid_over(found, law, _house(rules), said)


def with_choices(rules: TableRules, changes: HouseRules) -> TableRules:
    """The rules with other choices of the house; conditions that prevail over them still do."""
    found = book(rules.book, edition=rules.edition)
    house = laid_over(found, _house(rules), changes)
    if rules.conditions is None:
        return resolve(found, house)
    return _laid_over(found, _law(found), house, rules.conditions)


def settled_by_conditions(rules: TableRules) -> frozenset[str]:
    """What no choice of the house changes: conditions, or what comes with them, have settled it."""
    if rules.conditions is None:
        return frozenset()
    law = _law(book(rules.book, edition=rules.edition))
    with_them = (own.key for own in (*law.own, *law.unless_said))
    return frozenset([*(key for key, _ in rules.conditions.values), *with_them])


def _law(found: Rulebook) -> ConditionsLaw:
    if found.conditions is None:
        stated = found.stated["betting_order"].clause
        sentence = "this book lets no conditions prevail over its rules: play by the book and its house"
        raise Refused("no_conditions", f"{found.id} {stated.number}", sentence)
    return found.conditions


def _read(key: str, value: object) -> Any:
    if key not in PARAMETERS:
        raise Unreadable(f"{quoted(key)} is nothing that conditions say of a table: {choose(key, PARAMETERS)}")
    found = parameter_types.read(key, PARAMETERS[key].kind, value)
    if isinstance(found, OfferChange):
        raise Unreadable(f"{key} = {found} says what changes: conditions name all side bets that are offered, or none")
    return found


def _house(rules: TableRules) -> HouseRules:
    """What is the house's of a table's values; what lay under conditions is not known any more, nor does it count."""
    settled = settled_by_conditions(rules)
    keys = [key for key, one in PARAMETERS.items() if one.set_by_house and key not in settled]
    offered = {one.wager.id for one in book(rules.book, edition=rules.edition).offers}
    own = tuple(wager for wager in rules.wagers if wager.id not in offered)
    return HouseRules({key: rules.ruled(key).value for key in keys}, own)


def _laid_over(found: Rulebook, law: ConditionsLaw, house: HouseRules, said: Conditions) -> TableRules:
    ruled, typed = ruled_by(found, house), {key: _read(key, value) for key, value in said.values}
    for own in law.unless_said:
        if own.key not in typed:
            ruled[own.key] = Ruled(value=own.value, clause=own.clause)
    for key, value in typed.items():
        if value != ruled[key].value:
            ruled[key] = Ruled(value=value, clause=said.clause)
    for own in law.own:
        value = ruled[own.value.key].value if isinstance(own.value, Setting) else own.value
        _require_own(found, own, value, typed.get(own.key, value))
        ruled[own.key] = Ruled(value=value, clause=own.clause)
    return table_of(found, ruled, said, own_wagers(found, ruled, house.wagers))


def _require_own(found: Rulebook, own: OwnRule, value: Any, said: Any) -> None:
    """Conditions may repeat what the law of conditions says, and not change it."""
    if said != value:
        show = PARAMETERS[own.key].kind.show
        sentence = f"{own.key} = {show(said)} is not for conditions to say: it is {show(value)} wherever they prevail"
        raise Refused(f"{own.key}_not_allowed", f"{found.id} {own.clause}", sentence)
