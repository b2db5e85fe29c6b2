"""Tables that could be opened or changed: the rulebook as a form, what would come of it, and what was announced."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from puntobanco.house import HouseState
from puntobanco.log.redact import SEES_BALANCES
from puntobanco.rulebooks import BOOKS, book
from puntobanco.rulebooks.printing import SignLine
from puntobanco.rulebooks.rulebook_form import FormFault, FormField, form_of
from puntobanco.streams.names import HOUSE
from puntobanco.table.commands import AnnounceChange
from puntobanco.table.state import TableState
from puntobanco.table.views.rule_preview import (
    NoticedChange,
    Rehearsed,
    SeenNotice,
    notice_form,
    proposed_change,
    rehearse_notice,
    rehearse_opening,
    seen_notices,
)
from puntobanco.web.endpoints import Endpoint
from puntobanco.web.problems import no_such
from puntobanco.web.request import Call


class BookForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an operator fills in to open a table of a book."""

    book: str
    edition: int
    title: str
    fields: tuple[FormField, ...]


class Wanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choices as an operator types them, by key: those that differ from what holds without them."""

    choices: Mapping[str, str]


class Preview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What would come of them. Nothing was decided."""

    faults: tuple[FormFault, ...]
    sign: tuple[SignLine, ...]
    """With all that can be taken as it is; empty where that makes no table."""
    from_round: int | None
    """The round from which a notice would hold."""
    new_shoe: bool
    """Whether it has a dealing style that waits for the next shoe besides."""


class ProposedNotice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A notice that waits for a second person."""

    number: int
    by: str
    changes: tuple[NoticedChange, ...]


class Notices(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was announced at a table and does not hold yet."""

    number: int
    round: int
    """The one that is played, or comes next."""
    notices: tuple[SeenNotice, ...]
    proposed: tuple[ProposedNotice, ...]
    """For supervising staff."""


class NoticeForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a notice can change, with the values that hold now."""

    number: int
    book: str
    fields: tuple[FormField, ...]


def see_form(call: Call) -> BookForm:
    found = BOOKS[_book_id(call)]
    return BookForm(book=found.id, edition=found.edition, title=found.title, fields=form_of(found))


def preview_opening(call: Call) -> Preview:
    """Choices are of the newest edition, as when a table is opened."""
    return _preview(rehearse_opening(_book_id(call), _wanted(call)))


def see_notice_form(call: Call) -> NoticeForm:
    standing = call.standing(call.table(), "open table")
    return NoticeForm(number=standing.number, book=standing.state.rules.book, fields=notice_form(standing.state))


def preview_notice(call: Call) -> Preview:
    return _preview(rehearse_notice(call.standing(call.table(), "open table").state, _wanted(call)))


def see_notices(call: Call) -> Notices:
    stream = call.table()
    standing = call.standing(stream, "open table")
    sees_proposals = call.audience(stream).role in SEES_BALANCES
    return Notices(
        number=standing.number,
        round=standing.state.round_number,
        notices=seen_notices(standing.state),
        proposed=_proposed(call, stream, standing.state) if sees_proposals else (),
    )


def _proposed(call: Call, stream: str, state: TableState) -> tuple[ProposedNotice, ...]:
    house: HouseState = call.house.look(HOUSE).state or HouseState()
    return tuple(
        ProposedNotice(number=one.number, by=one.by.person, changes=_changes(state, one.command))
        for one in house.proposals
        if one.stream == stream and isinstance(one.command, AnnounceChange)
    )


def _changes(state: TableState, command: AnnounceChange) -> tuple[NoticedChange, ...]:
    return tuple(proposed_change(state.rules, key, value) for key, value in command.choices)


def _book_id(call: Call) -> str:
    if call.path["book"] not in BOOKS:
        raise no_such("book", call.path["book"])
    return book(call.path["book"]).id


def _wanted(call: Call) -> Mapping[str, str]:
    return msgspec.json.decode(call.body, type=Wanted).choices


def _preview(found: Rehearsed) -> Preview:
    return Preview(faults=found.faults, sign=found.sign, from_round=found.from_round, new_shoe=found.new_shoe)


CHEAPER = {"cheaper": {"choices": {"minimum": "10", "maximum": "500"}}}

OPENING = (
    Endpoint(
        method="GET",
        path="/books/{book}/form",
        says="A book as a form: what is fixed by which clause, and what a house chooses within which limits.",
        does=see_form,
        gives=BookForm,
        tag="rules",
    ),
    Endpoint(
        method="POST",
        path="/books/{book}/preview",
        says="What would come of choices for a new table: its sign, and what is wrong, field by field.",
        does=preview_opening,
        takes=Wanted,
        gives=Preview,
        tag="rules",
        examples=CHEAPER,
    ),
    Endpoint(
        method="GET",
        path="/tables/{table}/notices",
        says="What was announced there, and the round from which it holds.",
        does=see_notices,
        gives=Notices,
    ),
    Endpoint(
        method="GET",
        path="/tables/{table}/notices/form",
        says="What a notice can change there.",
        does=see_notice_form,
        gives=NoticeForm,
    ),
    Endpoint(
        method="POST",
        path="/tables/{table}/notices/preview",
        says="What would come of a notice: from which round it would hold, and what is wrong with it.",
        does=preview_notice,
        takes=Wanted,
        gives=Preview,
        examples=CHEAPER,
    ),
)
