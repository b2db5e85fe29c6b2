"""A later program: chips lie in a box instead of an area, and rules have a jackpot. It still reads version 1."""

from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta

from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.streams.format import RecordFormat, Upcast
from puntobanco.table.events import EVENTS, ChangeAnnounced, ChangeTookEffect, TableOpened, WagerPlaced
from puntobanco.table.state import Public
from puntobanco.table.stream_type import TableRecord
from puntobanco.values.money import Cents, Count


class WagerPlaced2(Public, tag="wager_placed.2", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips were put into a box."""

    patron: str
    box: str
    wager: str
    amount: Cents
    spoken: bool
    table_limit: Count | None


class TableRules2(TableRules, tag="table_rules.2", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rules of tables that may have a jackpot."""

    jackpot: Ruled[Cents | None]


# The same events with the rules of that program


class Opened(TableOpened, tag="table_opened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    rules: TableRules2


class Announced(ChangeAnnounced, tag="change_announced.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    rules: TableRules2


class TookEffect(ChangeTookEffect, tag="change_took_effect.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    rules: TableRules2


REPLACED = {WagerPlaced: WagerPlaced2, TableOpened: Opened, ChangeAnnounced: Announced, ChangeTookEffect: TookEffect}
BOX_FOR_AREA = Upcast(gone=("area",), new={"box": lambda old: old["area"], "table_limit": lambda _: None})
NO_JACKPOT = Upcast(new={"jackpot": lambda _: {"value": None, "clause": "ruling 99"}})


def _later_record() -> Any:
    happened: Any = Union[tuple(REPLACED.get(kind, kind) for kind in EVENTS.values())]  # noqa: UP007
    members: Any = [("events", Annotated[tuple[happened, ...], Meta(min_length=1)])]
    strict: Any = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}
    return msgspec.defstruct(
        "LaterRecord", members, bases=(TableRecord,), tag_field="record", tag="table_record.1", **strict
    )


LATER_RECORD = _later_record()


def later_format(upcasts: dict[str, Upcast]) -> RecordFormat[Any]:
    return RecordFormat(LATER_RECORD, upcasts)


LATER = later_format({"wager_placed.1": BOX_FOR_AREA, "table_rules.1": NO_JACKPOT})
