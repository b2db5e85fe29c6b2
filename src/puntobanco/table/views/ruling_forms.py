"""What is offered at a table, as forms: to whoever rules there, and to whoever deals there."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from msgspec.structs import FieldInfo

from puntobanco.streams.actors import Actor, Role
from puntobanco.table.commands import COMMANDS
from puntobanco.table.state import TableState
from puntobanco.table.views.action import Legal
from puntobanco.table.views.form_options import LISTED, MEMBERS, SET_BY_LISTED, bounds, label, which
from puntobanco.table.views.forms import Field, FieldSort, Form, Sets, field_of, form_of, members_of
from puntobanco.table.views.legal_actions import legal
from puntobanco.values.replace import changed

RULINGS = (
    "reconstruct",
    "declare_beyond_repair",
    "decide_dispute",
    "inspect_cards",
    "cut",
    "start_no_bet",
    "correct_card",
    "disclose_card",
    "report_empty",
    "report_placement_error",
    "void_round",
    "void_wager",
    "record_payment",
    "exclude",
    "lift_exclusion",
    "require_seat",
    "assign_exposer",
    "grant_maximum",
    "ask_review",
    "raise_dispute",
    "fill_float",
    "credit_float",
    "count_float",
)
"""What is decided about a table in play, what is most pressing first; how it is set up is another's business."""
NOTHING: Sets = {}
Key = TypeVar("Key", bound=Hashable)


def rulings(state: TableState | None, actor: Actor, of_round: int | None = None) -> tuple[Form, ...]:
    """All rulings that this person may give now, in the order of `RULINGS`; or with what there is of one round."""
    if state is None:
        return ()
    offers = grouped(legal(state, actor), lambda one: one.kind)
    return tuple(form_at(state, offers[kind], of_round=of_round) for kind in RULINGS if kind in offers)


def palette(state: TableState, offers: Iterable[Legal]) -> tuple[Form, ...]:
    """One for each command and each patron whom it is offered for; what is about the table comes first."""
    found = grouped(offers, lambda one: (one.kind, dict(one.where).get("patron")))
    made = [form_at(state, some, {} if who is None else {"patron": who}) for (_, who), some in found.items()]
    return tuple(sorted(map(_card_first, made), key=lambda one: one.about != ""))


def _card_first(form: Form) -> Form:
    """It is what a dealer has in the hand."""
    return changed(form, fields=tuple(sorted(form.fields, key=lambda one: one.sort is not FieldSort.CARD)))


def grouped(offers: Iterable[Legal], by: Callable[[Legal], Key]) -> dict[Key, list[Legal]]:
    found: dict[Key, list[Legal]] = {}
    for one in offers:
        found.setdefault(by(one), []).append(one)
    return found


def form_at(state: TableState, offers: Sequence[Legal], said: Sets = NOTHING, *, of_round: int | None = None) -> Form:
    """Of offers of one command, about all of which something may be said already."""
    kind, command = offers[0].kind, COMMANDS[offers[0].kind]
    listed = (LISTED[kind](state, of_round),) if kind in LISTED else ()
    chosen = (*listed, *which(state, offers, said, preset=kind not in RULINGS))
    told = {*said, *(name for field in listed for name in SET_BY_LISTED[field.name])}
    told.update(name for field in chosen for option in field.options for name in option.sets)
    left = (one for one in members_of(command) if one.name not in told and _is_asked(one.name, offers[0]))
    about = str(said.get("patron", ""))
    return form_of(command, (*chosen, *(_asked(state, one, offers) for one in left)), about=about, sets=said)


def _is_asked(name: str, offer: Legal) -> bool:
    """For whom something is done that patrons do themselves is said by the offer, or asked by it."""
    return name != "patron" or name in offer.asks or Role.PATRON not in COMMANDS[offer.kind].roles


def _asked(state: TableState, member: FieldInfo, offers: Sequence[Legal]) -> Field:
    kind, name = offers[0].kind, member.name
    if f"{kind}.{name}" in MEMBERS:
        return MEMBERS[f"{kind}.{name}"](state)
    field = field_of(member, label(kind, name), FieldSort.WORDS if name in ("decision", "text") else None)
    if field.sort not in (FieldSort.MONEY, FieldSort.NUMBER):
        return field
    least, most = bounds(offers)
    return changed(field, least=least, most=most)
