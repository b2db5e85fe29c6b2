"""Fair shoes: every shoe as whoever holds its acts verifies it, and against the cards of its table."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from puntobanco.audit.findings import Finding, Findings, Sort
from puntobanco.audit.stored_record import Line
from puntobanco.fair_shoes.commands import FollowTable
from puntobanco.fair_shoes.events import CardHidden, CardShown, ShoeCommitted, ShoeCut, write_act
from puntobanco.fair_shoes.published_events import Fault
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.fair_shoes.verify import verify
from puntobanco.table import TableState, commands, events
from puntobanco.table.model import Preparation
from puntobanco.values.cards import Card, Composition

_BETWEEN = (Fault.DOES_NOT_FOLLOW, Fault.BROKEN_CHAIN)
Facts: TypeAlias = tuple[Any, ...]
SHUFFLE: Facts = ("shuffle",)
CARD, CUT = "card", "cut"


class Shoes:
    """The shoes of one table, one at a time."""

    def __init__(self) -> None:
        self.findings: Findings = []
        self._acts: list[tuple[Line, bytes]] = []
        """Of the shoe under way, each with the record that holds it."""
        self._seen: set[str] = set()
        """Commitments, of which none comes again."""
        self._dealt: dict[int, tuple[Line, Facts]] = {}
        """What the acts beside a table's record must say, by its number."""

    # What happened at the table

    def at_table(self, line: Line, record: Any, before: TableState | None, shoes: FairShoes | None) -> None:
        """A record of the table: acts about the cards that it moves come right after it."""
        self._without_acts()
        is_open = shoes is not None and shoes.restored is not None  # everybody can compute its cards
        facts = tuple(fact for fact in _facts(record, before) if not (is_open and fact[0] == CARD))
        if facts:
            self._dealt[line.number] = line, facts

    def _without_acts(self) -> None:
        for line, _ in self._dealt.values():
            self._wrong(line, "the cards that it moves are not among the acts of the shoe")
        self._dealt.clear()

    # The acts

    def add(self, line: Line, record: Any, after: TableState | None) -> None:
        """A record of the shoes; the table stands as it does after its sibling."""
        told, facts = tuple(_told(record.events)), tuple[Facts, ...]()
        if isinstance(record.command, FollowTable):
            number = 0 if record.sibling is None else record.sibling.number
            _, facts = self._dealt.pop(number, (line, ()))
        else:
            told = tuple(fact for fact in told if fact != SHUFFLE)
        if told != facts:
            self._wrong(line, f"its acts tell {_in_words(told)}, and the table {_in_words(facts)}")
        for act in record.events:
            if isinstance(act, ShoeCommitted):
                self._verify(line, write_act(act))
                self._committed(line, act, after)
            self._acts.append((line, write_act(act)))

    def _committed(self, line: Line, act: ShoeCommitted, table: TableState | None) -> None:
        self._acts = []
        if act.commitment in self._seen:
            self._wrong(line, "its commitment belongs to another shoe, too")
        self._seen.add(act.commitment)
        if table is not None and act.context.rules != table.rules.digest:
            self._wrong(line, "it is bound to other rules than the table's")
        if table is not None and act.context.cards != Composition.of_decks(table.rules.decks.value):
            self._wrong(line, "it is bound to other cards than the table's")

    def end(self) -> None:
        self._without_acts()
        self._verify(None, b"")

    def _verify(self, line: Line | None, following: bytes) -> None:
        """The shoe that is over, or under way at the end of the log; the next commitment follows it."""
        own = len(self._acts)
        held = [act for _, act in self._acts] + ([following] if following else [])
        if not own:
            return
        for found in verify(held):
            place = None if found.act is None else found.act - 1
            if place is not None and place >= own and found.fault not in _BETWEEN:
                continue
            is_next = place is not None and place >= own
            where = line if is_next and line is not None else self._acts[min(place or 0, own - 1)][0]
            self._wrong(where, f"{found.sentence}: {found.fault}")

    def _wrong(self, line: Line, sentence: str) -> None:
        self.findings.append(
            Finding(
                position=line.position, stream=line.stream, number=line.number, sort=Sort.FAIRNESS, sentence=sentence
            )
        )


def _facts(record: Any, before: TableState | None) -> Iterator[Facts]:
    """What acts must tell of a table's record: shuffles, cuts, and cards by their place out of the shoe."""
    for event in record.events:
        match event:
            case events.PreparationDone(step=Preparation.SHUFFLE):
                yield SHUFFLE
            case events.CardsCut(at=at):
                yield CUT, at
    if before is None:
        return
    match record.command:
        case commands.Draw(card=card):
            yield CARD, before.shoe.out + 1, card
        case commands.Expose(hand=hand, cards=cards):
            lying = () if before.round is None else before.round.of(hand)
            places = [card.place for card in lying if not card.face_up]
            yield from ((CARD, place, card) for place, card in zip(places, cards, strict=False))


def _told(acts: Sequence[Any]) -> Iterator[Facts]:
    for act in acts:
        match act:
            case ShoeCommitted():
                yield SHUFFLE
            case ShoeCut(at=at):
                yield CUT, at
            case CardHidden(place=place):
                yield CARD, place, None
            case CardShown(place=place, card=card):
                yield CARD, place, card


def _in_words(facts: Sequence[Facts]) -> str:
    return ", ".join(" ".join(_word(one) for one in fact) for fact in facts) or "nothing"


def _word(value: Any) -> str:
    return "face down" if value is None else str(value) if isinstance(value, Card | int) else value
