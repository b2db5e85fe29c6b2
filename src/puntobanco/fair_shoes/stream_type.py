"""The fair shoes of a table as a kind of stream."""

from collections.abc import Callable, Iterable

from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.commands import FairShoeCommand
from puntobanco.fair_shoes.events import FairShoeEvent
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.state import FairShoes, evolve, locked, with_secret
from puntobanco.streams.command import Command
from puntobanco.streams.record import Record
from puntobanco.streams.stream_type import StreamType


class FairShoeRecord(
    Record[FairShoeCommand, FairShoeEvent],
    gc=False,
    tag="fair_shoe_record.1",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """One accepted command of a table's fair shoes."""


class _FairShoeType(StreamType[FairShoes, FairShoeEvent, FairShoeRecord]):
    def handle(self, _: FairShoes | None, command: Command[FairShoes]) -> tuple[tuple[FairShoeEvent, ...], FairShoes]:
        raise TypeError(f"{type(command).__name__} of a shoe is decided with the house's secret")

    def fold_records(self, records: Iterable[FairShoeRecord], state: FairShoes | None = None) -> FairShoes:
        """Return the shoes after these records, while the secret is locked away."""
        if state is None:
            raise ValueError("shoes begin with the names of their house and table")
        after = locked(state)
        for record in records:
            for event in record.events:
                after = _evolved(after, record, event)
        return after


def _evolved(shoes: FairShoes, record: FairShoeRecord, event: FairShoeEvent) -> FairShoes:
    try:
        return evolve(shoes, event, by=record.command.actor.person, at=record.time)
    except ValueError as error:
        raise Unreadable(f"record {record.number} of {record.stream}: {error}") from None


FAIR_SHOES = _FairShoeType(record=FairShoeRecord, state=FairShoes)


def rebuild(
    records: Iterable[FairShoeRecord], before: FairShoes, secret_of: Callable[[int], ShoeSecret | None]
) -> FairShoes:
    """Return the shoes of a table after these records; `secret_of` looks up the secret of the shoe under way.

    Without it the shoe stays locked: nothing can be dealt from it.
    """
    after = FAIR_SHOES.fold_records(records, before)
    secret = None if after.under_way is None else secret_of(after.shoes)
    return after if secret is None else with_secret(after, secret)
