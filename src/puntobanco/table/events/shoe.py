"""Cards before the deal and the shoe that they are in."""

from puntobanco.coup.shoe import CardCheck, Ending
from puntobanco.table.model import INSPECTIONS, EndedRound, Phase, Preparation, ShoeState, TableCard
from puntobanco.table.phrases import face, in_words
from puntobanco.table.state import (
    Face,
    Public,
    TableState,
    card_out,
    cards_taken_out,
    next_preparation,
    turns_anew,
    without_excess,
)
from puntobanco.values.cards import Card
from puntobanco.values.money import Count
from puntobanco.values.replace import changed


class PreparationDone(Public, tag="preparation_done.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step before the deal that leaves nothing but its record, and of an inspection what it found."""

    step: Preparation
    found: CardCheck | None
    inspector: str | None
    """Who made an inspection: the other one is made by somebody else."""

    def apply(self, state: TableState) -> TableState:
        state = next_preparation(state, self.step)
        if self.step in INSPECTIONS:
            other = any(step in state.pending for step in INSPECTIONS)
            return changed(state, inspected_by=frozenset({self.inspector} if other and self.inspector else ()))
        if self.step is Preparation.SHUFFLE:
            return changed(
                without_excess(state),
                vacated=False,
                cut_declined=frozenset(),
                cut_offered_to=None,
                cut_at=None,
            )
        return state

    def describe(self, by: str, /) -> str:
        found = "" if self.found is None else f": {self.found}"
        return f"{in_words(self.step.value).capitalize()} done by {by}{found}"


class CardsChecked(Public, tag="cards_checked.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card check, before or after gaming, or an inspection that found something wrong."""

    found: CardCheck
    passed: bool

    def apply(self, state: TableState) -> TableState:
        if state.phase is Phase.CLOSED:
            return changed(state, pending=(), ended=state.ended and _without_its_cards(state.ended))
        return next_preparation(state, Preparation.CHECK) if self.passed else state

    def describe(self, _: str, /) -> str:
        return f"Cards checked: {self.found}"


def _without_its_cards(ended: EndedRound) -> EndedRound:
    """The last round, once the cards of its shoe are taken out."""
    left = ended.taken_out
    return ended if left is None else changed(ended, taken_out=changed(left, shoe=changed(left.shoe, loaded=False)))


class CutOffered(Public, tag="cut_offered.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron was offered the cut."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        return changed(state, cut_offered_to=self.patron)

    def describe(self, _: str, /) -> str:
        return f"Cut offered to {self.patron}"


class CutDeclined(Public, tag="cut_declined.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The patron who was offered the cut did not want it."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        return changed(state, cut_offered_to=None, cut_declined=state.cut_declined | {self.patron})

    def describe(self, _: str, /) -> str:
        return f"{self.patron} declines the cut"


class CardsCut(Public, tag="cards_cut.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The stack was cut, so many cards deep."""

    at: Count

    def apply(self, state: TableState) -> TableState:
        return changed(next_preparation(state, Preparation.CUT), cut_at=self.at, cut_offered_to=None)

    def describe(self, by: str, /) -> str:
        return f"{by} cuts {self.at} cards deep"


class ShoeLoaded(Public, tag="shoe_loaded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The stack with its cutting cards is in the shoe."""

    cards: Count
    depth: Count | None
    """Cards behind the cutting card, where that was told."""

    def apply(self, state: TableState) -> TableState:
        number = state.shoe.number + 1
        shoe = ShoeState(number=number, cards=self.cards, depth=self.depth, ending=Ending.OPEN, loaded=True)
        oldest = number - state.rules.open_shoes.value
        rounds = tuple(one for one in state.rounds if one.shoe >= oldest)
        ended = state.ended if rounds else None
        state = next_preparation(state, Preparation.LOAD)
        return changed(state, shoe=shoe, rounds=rounds, ended=ended, no_bets_in_shoe=0)

    def describe(self, _: str, /) -> str:
        behind = "an unknown number" if self.depth is None else self.depth
        return f"Shoe loaded with {self.cards} cards, {behind} behind the cutting card"


class CardBurned(Public, tag="card_burned.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card was burned; `more` says how many follow."""

    card: Face
    face_up: bool
    more: Count
    place: Count

    leaves_fresh = True

    def apply(self, state: TableState) -> TableState:
        told = state.shoe.shown_burn
        if state.shoe.to_burn is None and self.face_up:
            told = TableCard(card=self.card, face_up=self.face_up, place=self.place)
        shoe = changed(
            card_out(state.shoe, self.card), burned=state.shoe.burned + 1, to_burn=self.more, shown_burn=told
        )
        state = changed(state, shoe=shoe, fresh=self.place)
        return next_preparation(state, Preparation.BURN) if self.more == 0 else state

    def describe(self, _: str, /) -> str:
        return f"Burned {(face(self.card) if self.face_up else 'a card face down')}; {self.more} more to burn"


class CuttingCardDrawn(Public, tag="cutting_card_drawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A cutting card left the shoe, and how near the end of the shoe is now."""

    first_of_round: bool
    ending: Ending

    leaves_fresh = True

    def apply(self, state: TableState) -> TableState:
        ended_by = state.shoe.ended_by or self.clause
        cutting_cards = state.shoe.cutting_cards + 1
        shoe = changed(state.shoe, ending=self.ending, ended_by=ended_by, cutting_cards=cutting_cards)
        return changed(state, shoe=shoe)

    def describe(self, _: str, /) -> str:
        return f"The cutting card comes {'as the first card of a round' if self.first_of_round else 'during a round'}"


class CardsReplaced(Public, tag="cards_replaced.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards were exchanged: those in `faces`, or with none of them named the whole set."""

    faces: tuple[Card, ...]
    pending: tuple[Preparation, ...]

    def apply(self, state: TableState) -> TableState:
        return new_shoe_due(state, self)

    def describe(self, _: str, /) -> str:
        return f"Cards replaced: {' '.join(map(str, self.faces)) or 'the whole set'}"


class NewShoeDue(Public, tag="new_shoe_due.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards are to be shuffled before another round."""

    pending: tuple[Preparation, ...]

    def apply(self, state: TableState) -> TableState:
        return new_shoe_due(state, self)

    def describe(self, _: str, /) -> str:
        return "The cards are to be shuffled"


def new_shoe_due(state: TableState, event: NewShoeDue | CardsReplaced) -> TableState:
    if not event.pending:
        return state
    if Preparation.SHUFFLE in event.pending:
        if state.shoe.loaded and isinstance(event, CardsReplaced):
            state = cards_taken_out(state)
        state = changed(state, shoe=changed(state.shoe, ending=Ending.OVER, ended_by=event.clause))
    turns = turns_anew(state.turns)
    return changed(state, phase=Phase.PREPARING, pending=event.pending, inspected_by=frozenset(), turns=turns)


class ShoeEnds(Public, tag="shoe_ends.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No round comes after the present one; the cards are checked before they are shuffled."""

    def apply(self, state: TableState) -> TableState:
        return changed(state, shoe=changed(state.shoe, ending=Ending.OVER, ended_by=self.clause, recheck=True))

    def describe(self, _: str, /) -> str:
        return "The shoe ends: the cards are checked before they are shuffled"


class EmptyReported(Public, tag="empty_reported.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dealer finds no card where the count says that some are left; a supervisor confirms it or play goes on."""

    remaining: Count

    def apply(self, state: TableState) -> TableState:
        return state

    def describe(self, _: str, /) -> str:
        return f"The shoe is reported empty; by the count {self.remaining} cards are left"
