"""Canonical JSON: one way to write plain data, so that a digest means the same everywhere."""

import hashlib
from typing import Any

import msgspec


def canonical(data: Any) -> bytes:
    return msgspec.json.encode(data, order="sorted")


def digest_of(data: Any) -> str:
    return hashlib.sha256(canonical(data)).hexdigest()
