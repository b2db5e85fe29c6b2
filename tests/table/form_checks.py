"""Whether everything that somebody is offered at a table can be said in a form."""

from collections.abc import Iterable, Iterator
from typing import Any

from puntobanco.streams.forms import Form
from puntobanco.table import LegalAction, TableState, legal_actions
from puntobanco.table.commands import COMMANDS
from puntobanco.table.views.ruling_forms import palette, rulings
from tests.table.helpers import DEALER, OPERATOR, SUPERVISOR


def left_out(state: TableState) -> list[dict[str, Any]]:
    """Offers to who deals and who rules that no form has, or not with all that they ask."""
    dealt = legal_actions(state, DEALER)
    found = [*unsaid(dealt, palette(state, dealt))]
    for one in (SUPERVISOR, OPERATOR):
        offers = [offer for offer in legal_actions(state, one) if COMMANDS[offer.kind].ruling is not None]
        found += unsaid(offers, rulings(state, one))
    return found


def unsaid(offers: Iterable[LegalAction], forms: tuple[Form, ...]) -> Iterator[dict[str, Any]]:
    for form in forms:
        for field in form.fields:
            texts = [option.text for option in field.options]
            assert len(set(texts)) == len(texts), (form.kind, field)
    said = [(form.kind, way, _sayable(form)) for form in forms for way in _ways(form)]
    for offer in offers:
        for where in _places(offer):
            ways = [way for kind, way, names in said if kind == offer.kind and names.issuperset(offer.asks)]
            if not any(where.items() <= way.items() for way in ways):
                yield {"do": offer.kind, **where}


def _places(offer: LegalAction) -> list[dict[str, Any]]:
    return [{**dict(offer.where), "area": area} for area in offer.areas] or [dict(offer.where)]


def _ways(form: Form) -> list[dict[str, Any]]:
    chosen = [option for field in form.fields if field.name == "which" for option in field.options]
    return [{**form.sets, **option.sets} for option in chosen] or [dict(form.sets)]


def _sayable(form: Form) -> set[str]:
    set_by_options = (name for field in form.fields for option in field.options for name in option.sets)
    return {*form.sets, *(field.name for field in form.fields), *set_by_options}
