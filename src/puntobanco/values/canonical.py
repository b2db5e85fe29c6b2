"""Canonical JSON: one way to write plain data, so that programs in any language get the same bytes and the same digest.

Keys are sorted, there is no white space, text is UTF-8 and escaped only where JSON must escape it.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

_SORTED = msgspec.json.Encoder(order="sorted")


def canonical(data: object) -> bytes:
    """Plain data as canonical JSON; whatever two programs could write in two ways, such as a float, is an error."""
    _require_plain(data)
    return _SORTED.encode(data)


def digest_of(data: object) -> str:
    """SHA-256 of the canonical JSON, in hexadecimal."""
    return hashlib.sha256(canonical(data)).hexdigest()


def plain(value: object) -> Any:
    """A Struct, or whatever holds Structs, as plain data: what a record would write of it."""
    return msgspec.to_builtins(value)


_SIMPLE = frozenset({type(None), bool, int, str})


def _require_plain(data: object) -> None:
    if type(data) in _SIMPLE:
        return
    if type(data) is dict:
        _require_keys(data)
        _require_all_plain(data.values())
    elif type(data) is list or type(data) is tuple:
        _require_all_plain(data)
    else:
        raise TypeError(f"{data!r} has no canonical form: write whole numbers, text, lists and objects")


def _require_all_plain(values: Iterable[object]) -> None:
    for one in values:
        if type(one) not in _SIMPLE:
            _require_plain(one)


def _require_keys(members: Iterable[object]) -> None:
    for key in members:
        if type(key) is not str:
            raise TypeError(f"{key!r} is no key: keys are text")
