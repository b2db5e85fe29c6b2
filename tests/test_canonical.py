"""Canonical JSON: the same bytes as the standard library writes, and nothing that could be written in two ways."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.values.canonical import canonical, digest_of

WORDS = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner),
)


def by_the_standard_library(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@given(PLAIN)
def test_bytes_are_those_of_the_standard_library(data: Any) -> None:
    assert canonical(data) == by_the_standard_library(data)


def test_every_character_is_written_as_the_standard_library_writes_it() -> None:
    characters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    assert canonical("".join(characters)) == by_the_standard_library("".join(characters))
    assert canonical(dict.fromkeys(characters)) == by_the_standard_library(dict.fromkeys(characters))


def test_keys_are_sorted_and_nothing_is_escaped_or_spaced_without_need() -> None:
    data = {"win": 8, "is": "odds", "é": [True, None, 'a "quote"', "♠"]}
    assert canonical(data).decode() == r'{"is":"odds","win":8,"é":[true,null,"a \"quote\"","♠"]}'


@pytest.mark.parametrize("data", [0.5, 1.0, {"rate": 0.05}, [b"AS"], {1, 2}, {1: "one"}, {None: 1}, [object()]])
def test_what_has_no_canonical_form_is_an_error(data: Any) -> None:
    with pytest.raises(TypeError, match=r"no canonical form|is no key"):
        canonical(data)


def test_text_that_is_no_unicode_is_an_error() -> None:
    with pytest.raises(UnicodeEncodeError):
        canonical("\ud800")


def test_digest_is_sha_256_of_the_bytes() -> None:
    empty = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert digest_of({}) == empty
