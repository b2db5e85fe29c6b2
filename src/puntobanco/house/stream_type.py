"""The house's own stream as a kind of stream."""

from collections.abc import Iterable

from puntobanco.house.commands import HouseCommand
from puntobanco.house.events import HouseEvent
from puntobanco.house.state import HouseState
from puntobanco.streams.command import Command
from puntobanco.streams.record import Record, events_of
from puntobanco.streams.stream_type import StreamType


class HouseRecord(
    Record[HouseCommand, HouseEvent],
    gc=False,
    tag="house_record.1",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """One accepted command of the house itself."""


class _HouseType(StreamType[HouseState, HouseEvent, HouseRecord]):
    def handle(
        self, state: HouseState | None, command: Command[HouseState]
    ) -> tuple[tuple[HouseEvent, ...], HouseState]:
        """A house begins with nothing: any command may be its first."""
        return super().handle(HouseState() if state is None else state, command)

    def fold(self, events: Iterable[HouseEvent], state: HouseState | None = None) -> HouseState:
        return super().fold(events, state) or HouseState()

    def fold_records(self, records: Iterable[HouseRecord], state: HouseState | None = None) -> HouseState:
        return self.fold(events_of(records), state)


HOUSES = _HouseType(record=HouseRecord, state=HouseState)
decide, handle, fold = HOUSES.decide, HOUSES.handle, HOUSES.fold
