"""How far a password is from what everybody tries first: words, names, years, keyboards and sequences are pieces.

A piece counts as one character, a run of digits as few. What is left must be as long as a short password of chance.
"""

import re
from collections.abc import Iterable, Iterator

from puntobanco.app.auth.common_passwords import WORDS

ENOUGH = 8
"""Characters of one's own, pieces counted as one."""
ENOUGH_LETTERS = 5
"""Different ones."""
A_RUN, DIGITS_COUNT = 3, 3
LONGEST_PIECE = 40
_ROWS = (
    "1234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "abcdefghijklmnopqrstuvwxyz",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "qawsedrftgyhujikolp",
    "!@#$%^&*()",
)
WALKS = tuple(walk for row in _ROWS for walk in (2 * row, 2 * row[::-1]))
"""Along a keyboard or the alphabet, either way and round again."""
_INSTEAD_OF = str.maketrans({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i"})
_PARTS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")


def too_easy(password: str, names: Iterable[str]) -> bool:
    """Whether it is among what is tried first, by anybody who knows these names."""
    text = password.casefold()
    if len(set(text)) < ENOUGH_LETTERS:
        return True
    block = _block(text)
    return _count(block, _known(names)) + (block != text) < ENOUGH


def _block(text: str) -> str:
    """What it is a repetition of; itself if of nothing."""
    size = (text + text).find(text, 1)
    return text[:size]


def _known(names: Iterable[str]) -> frozenset[str]:
    """Words, and these names: whole, in parts and backwards."""
    said = [name.casefold() for name in names]
    parts = [
        *said,
        *("".join(_PARTS.findall(name)) for name in said),
        *(one for name in said for one in _PARTS.findall(name)),
    ]
    return WORDS | {found for part in parts if len(part) >= A_RUN for found in (part, part[::-1])}


def _count(text: str, known: frozenset[str]) -> int:
    """The least number of pieces and single characters that make it up."""
    plain = text.translate(_INSTEAD_OF)
    least: list[int] = list(range(len(text) + 1))
    for start in range(len(text)):
        for end, cost in _pieces(text, plain, start, known):
            least[end] = min(least[end], least[start] + cost)
        least[start + 1] = min(least[start + 1], least[start] + 1)
    return least[-1]


def _pieces(text: str, plain: str, start: int, known: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where pieces that begin here end, and what each counts."""
    for end in range(start + A_RUN, min(len(text), start + LONGEST_PIECE) + 1):
        if text[start:end] in known or plain[start:end] in known:
            yield end, 1
    yield from ((end, 1) for end in (_same(text, start), _walked(text, start)) if end - start >= A_RUN)
    if digits := _DIGITS.match(text, start):
        yield digits.end(), min(DIGITS_COUNT, digits.end() - start)


def _same(text: str, start: int) -> int:
    """The end of a run of one character."""
    end = start
    while end < len(text) and text[end] == text[start]:
        end += 1
    return end


def _walked(text: str, start: int) -> int:
    """The end of the longest walk."""
    end = start
    while end < len(text) and any(text[start : end + 1] in walk for walk in WALKS):
        end += 1
    return end
