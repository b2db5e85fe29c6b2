"""Legal actions at a table as forms, for those who rule there and those who deal there."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from msgspec.structs import FieldInfo

from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.form_fields import choice, field_of, form_of, label_of, members_of
from puntobanco.streams.forms import Choices, Field, FieldSort, Form, Option, Sets
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table.commands import COMMANDS
from puntobanco.table.state import TableState
from puntobanco.table.stream_type import legal_actions
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed

MOST_TO_CHOOSE = 50
"""The newest ones; others are found by their round."""
NOTHING: Sets = {}
Key = TypeVar("Key", bound=Hashable)


def rulings(state: TableState | None, actor: Actor, of_round: int | None = None) -> tuple[Form, ...]:
    """Return all rulings that this person may give now, the most pressing first; or with the choices of one round."""
    if state is None:
        return ()
    actions = grouped(legal_actions(state, actor), lambda one: one.kind)
    ranks = {kind: rank for kind in actions if (rank := COMMANDS[kind].ruling) is not None}
    return tuple(form_at(state, actions[kind], of_round=of_round) for kind in sorted(ranks, key=ranks.__getitem__))


def palette(state: TableState, actions: Iterable[LegalAction]) -> tuple[Form, ...]:
    """Return one form for each command and each patron whom it is legal for; what is about the table comes first."""
    found = grouped(actions, lambda one: (one.kind, dict(one.where).get("patron")))
    made = [form_at(state, some, {} if who is None else {"patron": who}) for (_, who), some in found.items()]
    return tuple(sorted(map(_card_first, made), key=lambda one: one.about != ""))


def _card_first(form: Form) -> Form:
    """It is what a dealer has in the hand."""
    return changed(form, fields=tuple(sorted(form.fields, key=lambda one: one.sort is not FieldSort.CARD)))


def grouped(actions: Iterable[LegalAction], by: Callable[[LegalAction], Key]) -> dict[Key, list[LegalAction]]:
    found: dict[Key, list[LegalAction]] = {}
    for one in actions:
        found.setdefault(by(one), []).append(one)
    return found


def form_at(
    state: TableState, actions: Sequence[LegalAction], said: Sets = NOTHING, *, of_round: int | None = None
) -> Form:
    """Return the form of legal actions of one command, about all of which something may be said already."""
    command = COMMANDS[actions[0].kind]
    members, choices = {one.name: one for one in members_of(command)}, command.options(state)
    listed = {names: options for names, options in choices.items() if "round" in names}
    chosen = [_listed(members[names[-1]], options, of_round) for names, options in listed.items()]
    chosen += _which(state, actions, members, said)
    told = {*said, *(name for names in listed for name in names)}
    told.update(name for field in chosen for option in field.options for name in option.sets)
    left = (one for name, one in members.items() if name not in told and _is_asked(name, actions[0]))
    asked = (_asked(one, actions, choices) for one in left)
    return form_of(command, (*chosen, *asked), about=str(said.get("patron", "")), sets=said)


def _is_asked(name: str, action: LegalAction) -> bool:
    """For whom something is done that patrons do themselves is said by the action, or asked by it."""
    return name != "patron" or name in action.asks or Role.PATRON not in COMMANDS[action.kind].roles


def _asked(member: FieldInfo, actions: Sequence[LegalAction], choices: Choices) -> Field:
    label, options = label_of(member), choices.get((member.name,))
    if options is not None:
        return choice(member.name, label.text, tuple(options), required=member.required)
    field = field_of(member, label.text, label.sort)
    if field.sort not in (FieldSort.MONEY, FieldSort.NUMBER):
        return field
    least, most = _bounds(actions)
    return changed(field, least=least, most=most)


def _bounds(actions: Sequence[LegalAction]) -> tuple[Cents | None, Cents | None]:
    """The least and the most that nothing else comes with, if there is such an amount; none where it is open."""
    every = [one for action in actions for one in action.amounts]
    found = [one for one in every if one.consequence is None] or every
    highest = [one.high for one in found if one.high is not None]
    least = min((one.low for one in found), default=None)
    return least, max(highest) if highest and len(highest) == len(found) else None


def _listed(member: FieldInfo, options: Iterable[Option], of_round: int | None) -> Field:
    """The newest, or all of one round: a house keeps the rounds of many shoes open."""
    label = label_of(member).text
    if of_round is not None:
        found = tuple(one for one in options if one.sets["round"] == of_round)
        return changed(choice(member.name, label, found), more=True)
    newest = tuple(islice(options, MOST_TO_CHOOSE + 1))
    return changed(choice(member.name, label, newest[:MOST_TO_CHOOSE]), more=len(newest) > MOST_TO_CHOOSE)


# Which of several places


def _which(
    state: TableState, actions: Sequence[LegalAction], members: dict[str, FieldInfo], said: Sets
) -> Iterator[Field]:
    """Nothing where all that they say is said already; what two of them say alike is one choice."""
    found = {one.text: one for action in actions for one in _options(state, action, said) if one.sets}
    options = tuple(sorted(found.values(), key=lambda one: "area" in one.sets and not _is_own(state, one.sets, said)))
    if options:
        label = label_of(members[next(iter(options[0].sets))]).text
        yield choice("which", label, options, preset=COMMANDS[actions[0].kind].ruling is None)


def _options(state: TableState, action: LegalAction, said: Sets) -> Iterator[Option]:
    least, most = _bounds((action,))
    where = {name: value for name, value in action.where if name not in said}
    for sets in [{"area": area, **where} for area in action.areas] or [where] if where or action.areas else ():
        yield Option(text=COMMANDS[action.kind].place_text(state, sets), sets=sets, least=least, most=most)


def _is_own(state: TableState, sets: Sets, said: Sets) -> bool:
    """Whether it is before the patron whom it is for: there most people bet."""
    patron = state.patrons.get(str(said.get("patron", "")))
    return patron is not None and sets["area"] == str(patron.seat)
