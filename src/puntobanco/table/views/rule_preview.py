"""What would come of an operator's choices: the sign as it would be, and what is wrong, before anything is decided."""

from collections.abc import Mapping
from dataclasses import dataclass

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import HouseRules, book, resolve
from puntobanco.rulebooks.printing import SignLine, sign
from puntobanco.rulebooks.rulebook import Rulebook
from puntobanco.rulebooks.rulebook_form import FormFault, FormField, fault_of, faults_in, form_of, without_faults
from puntobanco.rulebooks.table_rules import PARAMETERS, TableRules
from puntobanco.streams.actors import Actor, Role
from puntobanco.table.commands.table_lifecycle import FURNITURE, AnnounceChange, OpenTable
from puntobanco.table.events import ChangeAnnounced
from puntobanco.table.model import Notice
from puntobanco.table.state import TableState
from puntobanco.table.stream_type import decide

SOMEBODY = Actor(person="somebody", role=Role.OPERATOR)
"""Who would do it makes no difference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """Nothing was decided."""

    faults: tuple[FormFault, ...]
    sign: tuple[SignLine, ...]
    """With all that can be taken as it is; empty where that makes no table."""
    from_round: int | None = None
    """The round from which a notice would hold."""
    new_shoe: bool = False
    """Whether it has a dealing style that waits for the next shoe besides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticedChange:
    key: str
    title: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenNotice:
    """What was announced and does not hold yet."""

    from_round: int
    new_shoe: bool
    closes: bool
    """Whether the table closes then."""
    changes: tuple[NoticedChange, ...]


def rehearse_opening(book_id: str, typed: Mapping[str, str]) -> Rehearsed:
    """A table of a book with these choices."""
    rulebook = book(book_id)
    faults = faults_in(rulebook, typed, opening=True)
    if not faults:
        faults = _refusal_to_open(rulebook, typed)
    return Rehearsed(faults=faults, sign=_sign_of(rulebook, without_faults(typed, faults)))


def _refusal_to_open(rulebook: Rulebook, typed: Mapping[str, str]) -> tuple[FormFault, ...]:
    try:
        choices = tuple(typed.items())
        decide(None, OpenTable(actor=SOMEBODY, book=rulebook.id, edition=rulebook.edition, choices=choices))
    except (Refused, Unreadable) as error:
        return (fault_of(rulebook, error),)
    return ()


def _sign_of(rulebook: Rulebook, typed: Mapping[str, str]) -> tuple[SignLine, ...]:
    try:
        return sign(resolve(rulebook, HouseRules.read(typed)))
    except (Refused, Unreadable):
        return ()


def rehearse_notice(state: TableState, typed: Mapping[str, str]) -> Rehearsed:
    """A notice of these choices at an open table."""
    rulebook = _book_of(state.rules)
    faults = faults_in(rulebook, typed, opening=False)
    if faults:
        return Rehearsed(faults=faults, sign=())
    try:
        events = decide(state, AnnounceChange(actor=SOMEBODY, choices=tuple(typed.items())))
    except (Refused, Unreadable) as error:
        return Rehearsed(faults=(fault_of(rulebook, error),), sign=())
    noticed = [event for event in events if isinstance(event, ChangeAnnounced)]
    waits = any(event.new_shoe for event in noticed)
    return Rehearsed(faults=(), sign=sign(noticed[-1].rules), from_round=noticed[0].from_round, new_shoe=waits)


def notice_form(state: TableState) -> tuple[FormField, ...]:
    """What a notice can change, with the values that hold now."""
    fields = form_of(_book_of(state.rules), state.rules)
    return tuple(one for one in fields if one.kind != "fixed" and one.key not in FURNITURE)


def seen_notices(state: TableState) -> tuple[SeenNotice, ...]:
    """In the order in which they were given."""
    return tuple(_seen(state.rules, one) for one in state.notices)


def _seen(now: TableRules, notice: Notice) -> SeenNotice:
    then = notice.rules
    changes = () if then is None else tuple(_noticed_change(now, key, _shown(then, key)) for key in notice.keys)
    return SeenNotice(
        from_round=notice.from_round, new_shoe=notice.new_shoe, closes=notice.rules is None, changes=changes
    )


def proposed_change(now: TableRules, key: str, typed: str) -> NoticedChange:
    """What a notice would change that is not given yet: its choice over what holds now."""
    choices = (HouseRules({key: now.ruled(key).value}) | HouseRules.read({key: typed})).choices
    return _noticed_change(now, key, PARAMETERS[key].kind.show(choices[key]))


def _noticed_change(now: TableRules, key: str, after: str) -> NoticedChange:
    return NoticedChange(key=key, title=PARAMETERS[key].title, before=_shown(now, key), after=after)


def _shown(rules: TableRules, key: str) -> str:
    return PARAMETERS[key].kind.show(rules.ruled(key).value)


def _book_of(rules: TableRules) -> Rulebook:
    return book(rules.book, edition=rules.edition)
