"""Results as people write them: `B P T`, with small letters for pairs and naturals right behind."""

import re
from collections.abc import Iterator

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard.bead import Bead
from puntobanco.values.text import quoted

RESULTS = {"B": Result.BANKER, "P": Result.PLAYER, "T": Result.TIE}
LETTERS = {result: letter for letter, result in RESULTS.items()}
BANKER_PAIR, PLAYER_PAIR, NATURAL = "b", "p", "n"

_RESULT = re.compile(f"([{''.join(RESULTS)}])([{BANKER_PAIR}{PLAYER_PAIR}{NATURAL}]*)")


def parse_beads(text: str) -> tuple[Bead, ...]:
    """Read `BBpPT Bbn`: banker, banker with a player pair, player, tie, banker with a banker pair and a natural."""
    beads: list[Bead] = []
    for word in text.split():
        beads.extend(_word(word, len(beads)))
    return tuple(beads)


def _word(word: str, before: int) -> Iterator[Bead]:
    """The results of a text without spaces, `before` of which others were read."""
    end = 0
    while end < len(word):
        found = _RESULT.match(word, end)
        if found is None:
            raise Unreadable(
                f"{quoted(word[end])} stands where result {before + 1} should: write B, P or T, and right behind it "
                "b for a banker pair, p for a player pair, n for a natural"
            )
        yield _bead(found[1], found[2], before + 1)
        before, end = before + 1, found.end()


def _bead(letter: str, marks: str, number: int) -> Bead:
    if len(set(marks)) < len(marks):
        raise Unreadable(f"result {number}, {quoted(letter + marks)}, has a mark twice: write each of b, p, n once")
    return Bead(
        result=RESULTS[letter],
        banker_pair=BANKER_PAIR in marks,
        player_pair=PLAYER_PAIR in marks,
        natural=NATURAL in marks,
    )
