"""What there is to say about a parameter of a table: its title, how its values are typed and printed."""

from dataclasses import dataclass
from enum import StrEnum

from puntobanco.rulebooks import parameter_types
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.values.money import Rounding


@dataclass(frozen=True, slots=True)
class Parameter:
    """What there is to say about one field of `TableRules`; where it is declared, a section opens a new one."""

    title: str
    kind: parameter_types.Kind
    section: str = ""

    @property
    def set_by_house(self) -> bool:
        return not isinstance(self.kind, parameter_types.ByDocument)


def combinations(pairs: tuple[tuple[str, str], ...]) -> str:
    return "; ".join(f"{a} with {b}" for a, b in pairs) or "none"


def hands(hands: tuple[Hand, ...]) -> str:
    return ", ".join(map(str, hands))


def rounding(rounding: Rounding) -> str:
    return rounding.in_words


def word(words: type[StrEnum]) -> parameter_types.Word:
    return parameter_types.Word(tuple(words))


def remedy(*answers: Remedy) -> parameter_types.Maybe:
    """A house that has documented no procedure says none, and its table does not open."""
    return parameter_types.Maybe(parameter_types.Word(answers))


def totals(totals: tuple[int, ...]) -> str:
    return " or ".join(map(str, totals))


# Which answers make sense to which irregularity, for a house that writes its own procedure.
VOIDS = (Remedy.ROUND_VOID, Remedy.ROUND_VOID_AND_RESHUFFLE)
FOR_EXCESS_CARDS = (Remedy.FIRST_OF_NEXT_ROUND, Remedy.FIRST_OF_NO_BET_ROUND, Remedy.ROUND_VOID)
FOR_FACE_UP_CARDS = (Remedy.PLAYED_IN_PLACE, Remedy.ROUND_VOID)
YES_NO = parameter_types.ByDocument(parameter_types.Flag().show, written=parameter_types.Flag())
COUNT = parameter_types.ByDocument(written=parameter_types.Whole(0))
