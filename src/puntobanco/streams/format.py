"""Records as bytes and back: bytes that do not stand for exactly one record of a known version are `Unreadable`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.table_rules import rules_digest
from puntobanco.values.canonical import canonical, plain

Data: TypeAlias = dict[str, Any]
R = TypeVar("R", bound=Struct)

TAG_FIELDS = ("record", "do", "event", "is", "act")
"""Members that hold a written name and, after a point, its version."""
RULES = "table_rules."
"""How the written name of table rules begins, whatever their version."""

_RULES = RULES.encode()
_BAD_BYTES = (msgspec.MsgspecError, UnicodeError)
_BAD_DATA = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Upcast:
    """How members of one version become those of the next; written names, versions and digests follow by themselves.

    A member that means something else from now on is gone and new. All others are handed on, so that the next version
    finds what is unknown or of a wrong type.
    """

    gone: tuple[str, ...] = ()
    new: Mapping[str, Callable[[Data], Any]]
    """By name, from the data of the old version."""

    def __call__(self, data: Data) -> Data:
        kept = {name: value for name, value in data.items() if name not in self.gone}
        if len(kept) + len(self.gone) != len(data) or kept.keys() & self.new.keys():
            raise LookupError("a member is missing or unknown")
        return {**kept, **{name: made(data) for name, made in self.new.items()}}


UPCASTS: dict[str, Upcast] = {}
"""By written name and version: `wager_placed.1` is how it becomes `wager_placed.2`. Nothing released has changed."""


class RecordFormat(Generic[R]):
    """How one sort of record is written, and read in today's version or brought up to it."""

    def __init__(self, kind: type[R], upcasts: Mapping[str, Upcast] = UPCASTS) -> None:
        encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(kind)
        self.write: Callable[[R], bytes] = encoder.encode
        self._write_lines: Callable[[list[R]], bytes] = encoder.encode_lines
        self._decode: Callable[[bytes], R] = decoder.decode
        self._decode_lines: Callable[[bytes], list[R]] = decoder.decode_lines
        self._kind, self._upcasts = kind, upcasts

    def read_all(self, bodies: Sequence[bytes], first: int = 1) -> list[R]:
        """The records of a log's lines in one go, which is quicker than one by one; `first` is the first one's line."""
        lines = b"".join([body + b"\n" for body in bodies])
        try:
            records = self._decode_lines(lines)
            # A record is written without a line break, so that as many of them in the same bytes are the same bodies.
            if len(records) == len(bodies) and self._write_lines(records) == lines:
                self._check_rules(lines, bodies, first)
                return records
        except (*_BAD_BYTES, RecursionError):
            pass
        return [self.read(body, at=f"line {number}") for number, body in enumerate(bodies, start=first)]

    def _check_rules(self, lines: bytes, bodies: Sequence[bytes], first: int) -> None:
        """Rules are rare, and must be those of their digest."""
        if lines.find(_RULES) >= 0:
            for number, body in enumerate(bodies, start=first):
                if body.find(_RULES) >= 0:
                    self._read_again(body, f"line {number}")

    def read(self, body: bytes, at: str) -> R:
        """The record that these bytes stand for; `at` says where they were found."""
        try:
            record = self._decode(body)
            if self.write(record) == body and body.find(_RULES) < 0:
                return record
        except (*_BAD_BYTES, RecursionError):
            pass
        return self._read_again(body, at)

    def _read_again(self, body: bytes, at: str) -> R:
        """Read what holds rules, an older version or a mistake, and say where it is."""
        try:
            return self._read(body)
        except Unreadable as error:
            raise Unreadable(f"{at} {error}") from error.__cause__
        except RecursionError:
            raise Unreadable(f"{at} is nested too deeply") from None

    def _read(self, body: bytes) -> R:
        try:
            record = self._decode(body)
        except _BAD_BYTES as error:
            return self._read_older(body, error)
        if self.write(record) != body:
            raise Unreadable("is not written as records are: a member stands twice, is left out or out of place")
        if _RULES in body:
            _check_digests(msgspec.json.decode(body))
        return record

    def _read_older(self, body: bytes, why: Exception) -> R:
        written = _plain(body)
        today = self._brought_up(written, "$")
        if today == written:
            raise Unreadable(f"cannot be read: {why}")
        _check_digests(written)
        try:
            record = msgspec.convert(today, self._kind)
        except msgspec.MsgspecError as error:
            raise Unreadable(f"cannot be read: {error}") from None
        if canonical(plain(record)) != canonical(today):
            raise Unreadable("is not written as records are: a member is left out")
        return record

    def _brought_up(self, value: Any, path: str) -> Any:
        """The data in today's version: from the inside out, each part by its own upcasts."""
        match value:
            case dict():
                inner = {key: self._brought_up(one, f"{path}.{key}") for key, one in value.items()}
                return self._raised(inner, path)
            case list():
                return [self._brought_up(one, f"{path}[{place}]") for place, one in enumerate(value)]
            case _:
                return value

    def _raised(self, data: Data, path: str) -> Data:
        while (upcast := self._upcasts.get(_written_name(data))) is not None:
            data = _next_version(upcast, data, path)
        return data


def hash_after(previous: str, body: bytes) -> str:
    """The hash of a record that is written as `body`, in hexadecimal."""
    return sha256(bytes.fromhex(previous) + body).hexdigest()


def _next_version(upcast: Upcast, data: Data, path: str) -> Data:
    """Nothing has checked the data of an old version, so what an upcast cannot digest is a finding about the data.

    That upcasts themselves are right is shown by the kept logs.
    """
    written = _written_name(data)
    try:
        raised = {**upcast(data), _tag_field(data): _following(written)}
    except _BAD_DATA as error:
        raise Unreadable(f"cannot be brought up from {written}: {error!r} - at `{path}`") from error
    return {**raised, "digest": _digest(raised)} if written.startswith(RULES) else raised


def _following(written: str) -> str:
    """`wager_placed.2` after `wager_placed.1`."""
    name, _, version = written.rpartition(".")
    return f"{name}.{int(version) + 1}"


def _plain(body: bytes) -> Any:
    """The data that the bytes stand for, without types; each member once and nothing around them."""
    try:
        data = msgspec.json.decode(body)
    except _BAD_BYTES as error:
        raise Unreadable(f"is no JSON: {error}") from None
    if msgspec.json.encode(data) != body:
        raise Unreadable("is not written as records are: a member stands twice, or there is white space")
    return data


def _tag_field(data: Data) -> str:
    return next((field for field in TAG_FIELDS if field in data), "")


def _written_name(data: Data) -> str:
    return str(data.get(_tag_field(data), ""))


def _check_digests(data: Any) -> None:
    """Rules must be what their digest says, in the version in which they were written."""
    for rules in _rules_in(data):
        told, found = rules.get("digest"), _digest(rules)
        if told != found:
            raise Unreadable(f"holds rules that are not those of their digest {told}: they come to {found}")


def _digest(rules: Data) -> str:
    try:
        return rules_digest(rules)
    except TypeError as error:
        raise Unreadable(f"holds rules that have no digest: {error}") from None


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
