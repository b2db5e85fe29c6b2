"""Errors as others may have them: their frames hold what was to be written, such as a card that is not dealt yet."""

from traceback import format_exception
from typing import TypeVar

E = TypeVar("E", bound=BaseException)


def bare(error: E) -> E:
    """The error without the way to it, and so whatever led to it: nobody looks back into a frame."""
    one: BaseException | None = error
    while one is not None:
        one.__traceback__ = None
        one = one.__cause__ or one.__context__
    return error


def in_words(error: BaseException) -> str:
    """The way to it as lines of text, without a variable: a log that keeps frames gets none."""
    return "".join(format_exception(error))
