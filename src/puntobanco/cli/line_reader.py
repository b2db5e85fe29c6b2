"""Lines from a person or a pipe: with editing, history and completion where a person types them."""

import sys
from collections.abc import Iterable

from puntobanco.errors import Unreadable


class LineReader:
    """Reads line by line; asks with a prompt only where a person would see it."""

    def __init__(self, *, asks: bool, words: Iterable[str]) -> None:
        """The words are completed by the tab key."""
        self.asks = asks
        self._words = tuple(sorted(words))
        self._ahead: list[str] = []
        if asks:
            self._edit_lines()

    def read(self, prompt: str) -> str | None:
        """The next line without its end, none at the end of the input."""
        if self._ahead:
            return self._ahead.pop()
        try:
            return input(prompt) if self.asks else input()
        except EOFError:
            return None
        except UnicodeDecodeError:
            raise Unreadable("the bets are not UTF-8 text: save them as UTF-8") from None

    def put_back(self, line: str) -> None:
        """This line is still to come."""
        self._ahead.append(line)

    def _edit_lines(self) -> None:
        """Arrow keys, history and completion, where the system has them; without, lines are read as they come."""
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._completed)
        readline.set_completer_delims(" =")
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")

    def _completed(self, begun: str, number: int) -> str | None:
        fitting = [word for word in self._words if word.startswith(begun.lower())]
        return f"{fitting[number]} " if number < len(fitting) else None


def is_a_person() -> bool:
    """Whether lines are typed, and not piped in."""
    return sys.stdin.isatty()
