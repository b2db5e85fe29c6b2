"""The results of a shoe as somebody has them who only hears what happens at the table."""

from puntobanco.rulebooks.facts import Facts, PairClass
from puntobanco.scoreboard import Bead
from puntobanco.table import events
from puntobanco.table.events import TableEvent


def coup_in_words(facts: Facts) -> str:
    """`banker 9 natural`, `tie 6 player pair`."""
    player, banker = facts.player, facts.banker
    said = [facts.result.value, str(banker.total if facts.result.value == "banker" else player.total)]
    said += ["natural"] if any(hand.cards == 2 and hand.total in (8, 9) for hand in (player, banker)) else []
    said += ["player pair"] if facts.pairs.player is not PairClass.NONE else []
    said += ["banker pair"] if facts.pairs.banker is not PairClass.NONE else []
    return " ".join(said)


def bead_in_words(bead: Bead) -> str:
    """In the same words."""
    flags = {"natural": bead.natural, "player pair": bead.player_pair, "banker pair": bead.banker_pair}
    return " ".join([bead.result.value, str(bead.total), *(name for name, holds in flags.items() if holds)])


class Heard:
    """Notes every round with its shoe, and strikes out what is void or decided again."""

    def __init__(self) -> None:
        self.shoe = 0
        self.rounds: dict[int, tuple[int, str]] = {}
        self.open_again: dict[int, int] = {}

    def hear(self, event: TableEvent) -> None:
        match event:
            case events.ShoeLoaded():
                self.shoe += 1
            case events.RoundReopened(number=number):
                self.open_again[number], _ = self.rounds.pop(number)
            case events.RoundEnded(number=number, facts=facts):
                shoe = self.open_again.pop(number, self.shoe)
                if facts is not None:
                    self.rounds[number] = shoe, coup_in_words(facts)
            case events.RoundVoided(number=number):
                del self.rounds[number]
            case _:
                pass

    def results(self) -> list[str]:
        """Of the shoe in use, or of the one whose round is decided again."""
        shoe = next(iter(self.open_again.values()), self.shoe)
        return [said for _, (of, said) in sorted(self.rounds.items()) if of == shoe]
