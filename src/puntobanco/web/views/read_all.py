"""All records of a stream, read in as many pieces as it takes."""

from puntobanco.app.house.house import House
from puntobanco.app.house.stream_states import records_of
from puntobanco.log.stream_types import AnyRecord


def all_records(house: House, stream: str, after: int = 0) -> list[AnyRecord]:
    found: list[AnyRecord] = []
    while lines := house.read(stream, after + len(found)):
        found += records_of(lines)
    return found
