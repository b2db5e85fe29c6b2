"""Cards that went wrong, and how they were put right."""

from typing import Annotated

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.rulebooks.table_rules import Ruled
from puntobanco.table.model import FoundIrregularity, Phase, Preparation, RoundState, Secret, TableCard, WaitingCard
from puntobanco.table.phrases import REMEDIES, face
from puntobanco.table.state import Face, Public, TableDraft, TableState, card_out, counted, next_preparation, round_of
from puntobanco.values.cards import Card
from puntobanco.values.money import Count
from puntobanco.values.replace import changed


class IrregularityFound(Public, tag="irregularity_found.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something went wrong, and this is the book's remedy."""

    irregularity: Irregularity
    remedy: Remedy

    leaves_fresh = True

    def apply(self, state: TableState) -> TableState:
        found = FoundIrregularity(
            irregularity=self.irregularity,
            remedy=self.remedy,
            clause=self.clause,
            round=state.round_number - (state.round is None),
        )
        state = changed(state, irregularities=(*state.irregularities, found))
        if self.irregularity is Irregularity.BURN_FORGOTTEN:
            return next_preparation(state, Preparation.BURN)
        return state

    def describe(self, _: str, /) -> str:
        return f"Irregularity: {self.irregularity.in_words}; remedy: {REMEDIES[self.remedy]}"


def report(draft: TableDraft, irregularity: Irregularity, found: Ruled[Remedy]) -> None:
    """Say which irregularity it is and what is done about it."""
    draft.add(IrregularityFound(irregularity=irregularity, remedy=found.value, clause=found.clause))


def record(draft: TableDraft, irregularity: Irregularity, clause: str) -> None:
    """Say which irregularity it is; the card is used where it lies."""
    report(draft, irregularity, Ruled(value=Remedy.PLAYED_IN_PLACE, clause=clause))


_BEFORE_PLAYER = (Irregularity.PLAYER_CARD_IN_ERROR, Irregularity.THIRD_CARD_BEFORE_TURN)


class ExcessCardKept(Public, tag="excess_card_kept.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card nobody was due waits for the next round; if it was seen, that round may have no wagers."""

    card: TableCard
    no_bet: bool

    leaves_fresh = True

    def apply(self, state: TableState) -> TableState:
        return changed(
            state,
            round=self._noted(state),
            excess=(*state.excess, WaitingCard(card=self.card, no_bet=self.no_bet, clause=self.clause)),
            shoe=card_out(state.shoe, self.card.card),
            fresh=self.card.place,
        )

    def _noted(self, state: TableState) -> RoundState | None:
        """The round, which remembers a card that lay before player: the irregularity just found says it."""
        current, found = state.round, state.irregularities
        if current is None or not found or found[-1].irregularity not in _BEFORE_PLAYER:
            return current
        return changed(current, before_player=(*current.before_player, self.card.place))

    def describe(self, _: str, /) -> str:
        shown = face(self.card.card) if self.card.face_up else "a card face down"
        then = "the next round, which has no wagers" if self.no_bet else "the next round"
        return f"Excess card {shown} waits; unless a hand draws it or the cards are shuffled, it begins {then}"


class CardPutAside(Public, tag="card_put_aside.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that is used for nothing, as it leaves the shoe or after it waited at its `place`.

    `counted` is false for one that cannot be of this shoe.
    """

    card: Face
    counted: bool
    place: Count | None

    def apply(self, state: TableState) -> TableState:
        if not self.counted:
            return state
        still = tuple(one for one in state.excess if one.card.place != self.place)
        left = state.shoe if len(still) < len(state.excess) else card_out(state.shoe, self.card)
        return changed(state, excess=still, shoe=changed(left, aside=state.shoe.aside + 1))

    def describe(self, _: str, /) -> str:
        return f"Put aside: {face(self.card)}"


class CardDisclosed(Public, tag="card_disclosed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that lay face down was seen by mistake; a waiting one may make its round a round without wagers."""

    card: Card
    place: Count
    no_bet: bool

    def apply(self, state: TableState) -> TableState:
        shown = TableCard(card=self.card, face_up=True, place=self.place)
        lay = _card_at(state, self.place)
        known = state.shoe.known if lay is not None and lay.card is not None else counted(state.shoe.known, self.card)
        state = changed(_with_card(state, shown), shoe=changed(state.shoe, known=known))
        excess = tuple(
            WaitingCard(card=one.card, no_bet=self.no_bet, clause=self.clause) if one.card is shown else one
            for one in state.excess
        )
        return changed(state, excess=excess)

    def describe(self, _: str, /) -> str:
        return f"{face(self.card)} is disclosed{': its round has no wagers' if self.no_bet else ''}"


def _card_at(state: TableState, place: int) -> TableCard | None:
    """The card of the round or of those waiting that left the shoe as so many-th."""
    current = () if state.round is None else (*state.round.player, *state.round.banker)
    return next((card for card in (*current, *(one.card for one in state.excess)) if card.place == place), None)


def _with_card(state: TableState, card: TableCard) -> TableState:
    """The state with a card of the round, or one that waits, in place of the one that left the shoe there."""

    def put(cards: tuple[TableCard, ...]) -> tuple[TableCard, ...]:
        return tuple(card if one.place == card.place else one for one in cards)

    excess = tuple(changed(one, card=card) if one.card.place == card.place else one for one in state.excess)
    current = state.round
    after = current and changed(current, player=put(current.player), banker=put(current.banker))
    return changed(state, excess=excess, round=after)


class CardCorrected(Public, tag="card_corrected.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The face of a card was keyed in wrongly; `more` says how many are still to be burned, where it told that."""

    place: Count
    was: Annotated[Card, Secret.FACE]
    card: Annotated[Card, Secret.FACE]
    more: Count | None
    face_up: bool

    leaves_fresh = True

    def apply(self, state: TableState) -> TableState:
        known = counted(_uncount(state.shoe.known, self.was), self.card)
        lay = _card_at(state, self.place)
        if lay is not None:
            state = _with_card(state, TableCard(card=self.card, face_up=lay.face_up, place=self.place))
        shoe = changed(state.shoe, known=known)
        if shoe.shown_burn is not None and shoe.shown_burn.place == self.place:
            shoe = changed(shoe, shown_burn=TableCard(card=self.card, face_up=True, place=self.place))
        state = changed(state, shoe=shoe, fresh=self.place)
        return state if self.more is None else _to_burn(state, self.more)

    def describe(self, _: str, /) -> str:
        faces = f"it is {self.card.symbols}, not {self.was.symbols}" if self.face_up else "it lies face down"
        return f"Card {self.place} out of the shoe was keyed in wrongly: {faces}"


def _to_burn(state: TableState, more: int) -> TableState:
    state = changed(state, shoe=changed(state.shoe, to_burn=more))
    if more == 0:
        return next_preparation(state, Preparation.BURN)
    return changed(state, phase=Phase.PREPARING, pending=(Preparation.BURN,))


def _uncount(known: bytes, card: Card) -> bytes:
    place = card.index
    return known[:place] + bytes((known[place] - 1,)) + known[place + 1 :]


class HandsReconstructed(Public, tag="hands_reconstructed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the cards lie now; those left over wait, before any that waited already.

    With `no_bet` those of them that were seen make their round one without wagers, or all if none was seen.
    """

    player: tuple[TableCard, ...]
    banker: tuple[TableCard, ...]
    order: tuple[Hand, ...]
    left_over: tuple[TableCard, ...]
    no_bet: bool

    leaves_fresh = True

    def apply(self, state: TableState) -> TableState:
        current = round_of(state)
        after = changed(current, player=self.player, banker=self.banker, order=self.order, misplaced=False)
        waiting = {one.card.place: one for one in state.excess}
        seen = any(card.face_up for card in self.left_over)
        excess = tuple(
            waiting.get(card.place)
            or WaitingCard(card=card, no_bet=self.no_bet and card.face_up == seen, clause=self.clause)
            for card in self.left_over
        )
        dealt = state.shoe.dealt + len(self.order) - len(current.order)
        return changed(state, round=after, excess=excess, shoe=changed(state.shoe, dealt=dealt))

    def describe(self, _: str, /) -> str:
        return f"Hands reconstructed; {len(self.left_over)} cards left over"
