"""The roads a second time, by somebody with a pencil: one result after the other, looking only at what is on paper.

Written from the rules and not from the room: results and marks are letters, the paper is a dictionary.
"""

from collections.abc import Iterable

OPPOSITE = {"r": "b", "b": "r"}


class Pencil:
    """Draws signs into six rows. It lifts only for a sign other than the last one."""

    def __init__(self) -> None:
        self.paper: dict[tuple[int, int], str] = {}
        self.path: list[tuple[int, int]] = []
        self.last = ""
        self.began = -1

    def draw(self, sign: str) -> None:
        row, column = self._further() if sign == self.last else self._anew()
        self.paper[row, column] = self.last = sign
        self.path.append((row, column))

    def _anew(self) -> tuple[int, int]:
        self.began += 1
        while (0, self.began) in self.paper:
            self.began += 1
        return 0, self.began

    def _further(self) -> tuple[int, int]:
        row, column = self.path[-1]
        if row < 5 and (row + 1, column) not in self.paper:
            return row + 1, column
        column += 1
        while (row, column) in self.paper:
            column += 1
        return row, column


def drawn(signs: Iterable[str]) -> list[tuple[int, int]]:
    pencil = Pencil()
    for sign in signs:
        pencil.draw(sign)
    return pencil.path


def stacks(results: str) -> list[str]:
    """The columns of the big road on paper without an end: `BBTP` makes BB and P."""
    columns: list[str] = []
    for letter in results.replace("T", ""):
        if columns and columns[-1][0] == letter:
            columns[-1] += letter
        else:
            columns.append(letter)
    return columns


def derived(results: str, back: int) -> str:
    """The marks of a derived road, each made when its result comes."""
    columns: list[str] = []
    marks = ""
    for letter in results.replace("T", ""):
        if columns and columns[-1][0] == letter:
            marks += going_on(columns, back)
            columns[-1] += letter
        else:
            marks += OPPOSITE.get(going_on(columns, back), "")  # as irregular as going on would have been regular
            columns.append(letter)
    return marks


def going_on(columns: list[str], back: int) -> str:
    """The mark of one more result below the last: regular if left of it and above that are both there, or neither."""
    if len(columns) <= back:
        return ""
    beside, height = columns[-1 - back], len(columns[-1])
    is_there, is_above = bool(beside[height : height + 1]), bool(beside[height - 1 : height])
    return "r" if is_there is is_above else "b"


def ties_on(results: str) -> list[int]:
    """How many ties mark each other result: those that come before the next one."""
    leading = len(results) - len(results.lstrip("T"))
    groups = results[leading:].replace("B", " B").replace("P", " P").split()
    found = [len(group) - 1 for group in groups]
    return [found[0] + leading, *found[1:]] if found else []
