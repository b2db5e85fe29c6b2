"""Records as bytes and back: bytes that do not stand for exactly one record of a known version are `Unreadable`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from puntobanco.canonical import digest_of
from puntobanco.errors import Unreadable
from puntobanco.record.records import Record

Data: TypeAlias = dict[str, Any]
Upcast: TypeAlias = Callable[[Data], Data]
R = TypeVar("R", bound=Struct)

TAG_FIELDS = ("record", "do", "event", "is")
"""Members that hold a written name and, after a point, its version."""
RULES = "table_rules."
"""How the written name of table rules begins, whatever their version."""

UPCASTS: dict[str, Upcast] = {}
"""By written name and version, how its data become data of the next version: `wager_placed.1` to `wager_placed.2`."""


class Format(Generic[R]):
    """How one sort of record is written, and read in today's version or brought up to it."""

    def __init__(self, kind: type[R], upcasts: Mapping[str, Upcast]) -> None:
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(kind)
        self._kind, self._upcasts = kind, upcasts

    def write(self, record: R) -> bytes:
        return self._encoder.encode(record)

    def read(self, body: bytes, at: str) -> R:
        """The record that these bytes stand for; `at` says where they were found."""
        try:
            record = self._decoder.decode(body)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            return self._read_older(body, at, error)
        if self._encoder.encode(record) != body:
            raise Unreadable(f"{at} is not written as records are: a member stands twice, is left out or out of place")
        if RULES.encode() in body:
            _check_digests(_plain(body, at), at)
        return record

    def _read_older(self, body: bytes, at: str, error: Exception) -> R:
        data = _plain(body, at)
        _check_digests(data, at)
        today = self._brought_up(data)
        if today == data:
            raise Unreadable(f"{at} cannot be read: {error}")
        try:
            return msgspec.convert(today, self._kind)
        except (msgspec.MsgspecError, RecursionError, ValueError) as second:
            raise Unreadable(f"{at} cannot be read: {second}") from None

    def _brought_up(self, value: Any) -> Any:
        """The data in today's version: from the inside out, each part by its own upcasts."""
        match value:
            case dict():
                return self._raised({key: self._brought_up(one) for key, one in value.items()})
            case list():
                return [self._brought_up(one) for one in value]
            case _:
                return value

    def _raised(self, data: Data) -> Data:
        while (written := _written_name(data)) in self._upcasts:
            data = self._upcasts[written](data)
        return data


def _plain(body: bytes, at: str) -> Any:
    """The data that the bytes stand for, without types; each member once and nothing around them."""
    try:
        data = msgspec.json.decode(body)
        again = msgspec.json.encode(data)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Unreadable(f"{at} is no JSON: {error}") from None
    if again != body:
        raise Unreadable(f"{at} is not written as records are: a member stands twice, or there is white space")
    return data


def _written_name(data: Data) -> str:
    return next((str(data[field]) for field in TAG_FIELDS if field in data), "")


def _check_digests(data: Any, at: str) -> None:
    """Rules must be what their digest says, in the version in which they were written."""
    for rules in _rules_in(data):
        told = rules.get("digest")
        found = digest_of({key: value for key, value in rules.items() if key != "digest"})
        if told != found:
            raise Unreadable(f"{at} holds rules that are not those of their digest {told}: they come to {found}")


def _rules_in(value: Any) -> Iterator[Data]:
    match value:
        case dict():
            if _written_name(value).startswith(RULES):
                yield value
            for one in value.values():
                yield from _rules_in(one)
        case list():
            for one in value:
                yield from _rules_in(one)


RECORDS: Format[Record] = Format(Record, UPCASTS)
"""The format of today."""
