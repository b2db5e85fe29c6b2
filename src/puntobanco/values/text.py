"""Words that people write: what may enter a log, how it is quoted, and what a misspelt word was meant to be."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from puntobanco.errors import Unreadable

LONGEST_NAME = 64
LONGEST_TEXT = 500
MAX_WORDS_BYTES = 256
"""Of the words that an entrant adds to a draw, in UTF-8."""
LONGEST_DECLARATION = 4000
_LONGEST_QUOTE = 80


def clean(text: str, longest: int = LONGEST_NAME) -> str:
    """The text in one spelling (NFC); `Unreadable` if it is too long or could break or forge a line of a log."""
    found = text if text.isascii() else unicodedata.normalize("NFC", text)
    if len(found) > longest:
        raise Unreadable(f"{quoted(text)} has {len(found)} characters: write at most {longest}")
    if not found.isprintable():
        raise Unreadable(f"{quoted(text)} cannot be printed: leave out line breaks, tabs and other control characters")
    return found


def quoted(value: object) -> str:
    """What somebody wrote, in quotes and escaped, cut where it is endless."""
    if isinstance(value, bool):
        return str(value).lower()
    text = f"{value}" if type(value).__name__ == "Decimal" else repr(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."


def escaped(text: str) -> str:
    """The text on one line that any terminal can show."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def in_words(name: str) -> str:
    """Return a written name as a person would say it: `banker_pair` is banker pair."""
    return name.replace("_", " ").replace("-", " ")


def joined(names: Iterable[str]) -> str:
    """Names in one text, with commas between them: those within a name are marked."""
    return ",".join(re.sub(r"([\\,])", r"\\\1", name) for name in names)


def parted(text: str) -> list[str]:
    """The names of such a text."""
    return [re.sub(r"\\(.)", r"\1", name) for name in re.findall(r"(?:\\.|[^,])+", text)]


def did_you_mean(word: object, known: Iterable[str]) -> str | None:
    """The known word that was meant, if one is near."""
    if not isinstance(word, str) or len(word) > LONGEST_NAME:
        return None
    by_letters = {name.lower(): name for name in known}
    near = get_close_matches(word.lower().replace("-", "_"), by_letters, n=1) or get_close_matches(
        word.lower(), by_letters, n=1
    )
    return by_letters[near[0]] if near else None


def choose(word: object, known: Iterable[str]) -> str:
    """What to write instead: the word that was meant, or all that there are."""
    names = tuple(known)
    meant = did_you_mean(word, names)
    return f"choose from {', '.join(names) or 'none'}" if meant is None else f"did you mean {meant}?"
