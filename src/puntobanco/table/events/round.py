"""A round: it starts, is dealt, turned, settled, ends, and may be opened again."""

from collections.abc import Mapping

from puntobanco.coup.shoe import Ending
from puntobanco.rulebooks.facts import PLAYER, Facts, Hand, Result
from puntobanco.table.model import (
    BETTING,
    DEALING,
    PREPARING,
    WITH_WAGERS,
    EndedRound,
    Exposers,
    FoundIrregularity,
    Interrupted,
    Patron,
    Preparation,
    RoundKind,
    RoundRecord,
    RoundState,
    TableCard,
    TakenOut,
)
from puntobanco.table.phrases import face
from puntobanco.table.state import Face, Public, TableState, counted, round_of, turns_anew, without_excess
from puntobanco.values.money import Count
from puntobanco.values.replace import changed


class RoundStarted(Public, tag="round_started.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wagers are closed and a coup begins, with or without wagers."""

    number: Count
    kind: RoundKind

    def apply(self, state: TableState) -> TableState:
        return changed(
            state,
            phase=DEALING,
            round=RoundState(
                number=self.number,
                kind=self.kind,
                no_bets_by=None if self.kind is WITH_WAGERS else self.clause,
                exposers=state.exposers,
                bettors=state.sent_back.union(state.stakes.by_patron),
                seated=frozenset([name for name, patron in state.patrons.items() if patron.seat is not None]),
            ),
            exposers=(),
            no_bet_asked_by=None,
            no_bet_agreed=frozenset(),
        )

    def describe(self, _: str, /) -> str:
        return f"Round {self.number} starts{'' if self.kind.value == 'wagers' else ' without wagers'}"


class CardDealt(Public, tag="card_dealt.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card lies before a hand."""

    hand: Hand
    card: Face
    face_up: bool
    from_excess: bool
    misplaced: bool
    place: Count

    leaves_fresh = True

    def apply(self, state: TableState) -> TableState:
        current, shoe = round_of(state), state.shoe
        cards = (*current.of(self.hand), TableCard(card=self.card, face_up=self.face_up, place=self.place))
        player = self.hand is PLAYER
        after = changed(
            current,
            player=cards if player else current.player,
            banker=current.banker if player else cards,
            order=(*current.order, self.hand),
            misplaced=current.misplaced or self.misplaced,
        )
        if self.from_excess:
            shoe = changed(shoe, dealt=shoe.dealt + 1)
            excess = tuple([one for one in state.excess if one.card.place != self.place])
            return changed(state, round=after, shoe=shoe, excess=excess, ended=None)
        known = counted(shoe.known, self.card)
        shoe = changed(shoe, out=shoe.out + 1, known=known, dealt=shoe.dealt + 1)
        return changed(state, round=after, shoe=shoe, fresh=self.place, ended=None)

    def describe(self, _: str, /) -> str:
        shown = face(self.card) if self.face_up else "a card face down"
        return f"{self.hand.value.title()} gets {'the waiting card, ' if self.from_excess else ''}{shown}"


class ExposerAssigned(Public, tag="exposer_assigned.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """It was decided who turns a hand's cards in this round or, between rounds, in the coming one.

    One or two patrons, or nobody named for the dealer.
    """

    hand: Hand
    patron: str | None
    second: str | None

    def apply(self, state: TableState) -> TableState:
        if state.round is None:
            return changed(state, exposers=self._among(state.exposers))
        return changed(state, round=changed(state.round, exposers=self._among(state.round.exposers)))

    def _among(self, named: Exposers) -> Exposers:
        others = tuple(pair for pair in named if pair[0] is not self.hand)
        second = () if self.second is None else ((self.hand, self.second),)
        return (*others, (self.hand, self.patron), *second)

    def describe(self, _: str, /) -> str:
        who = f"{self.patron} or {self.second}" if self.second else self.patron or "The dealer"
        return f"{who} is to turn {self.hand}'s cards"


class HandExposed(Public, tag="hand_exposed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The face-down cards of a hand were turned."""

    hand: Hand
    cards: tuple[TableCard, ...]

    def apply(self, state: TableState) -> TableState:
        current = round_of(state)
        turned = {card.place: card for card in self.cards}
        known = state.shoe.known
        for card in current.of(self.hand):
            if card.place in turned and card.card is None:
                known = counted(known, turned[card.place].card)
        cards = tuple(turned.get(card.place, card) for card in current.of(self.hand))
        after = changed(current, player=cards) if self.hand is PLAYER else changed(current, banker=cards)
        return changed(state, round=after, shoe=changed(state.shoe, known=known))

    def describe(self, by: str, /) -> str:
        return f"{by} turns {self.hand}'s cards: {' '.join(face(card.card) for card in self.cards)}"


class RoundEnded(Public, tag="round_ended.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round is over: its result and facts, or void."""

    number: Count
    result: Result | None
    sat_out: tuple[tuple[str, Count], ...]
    void: bool
    ending: Ending
    facts: Facts | None
    """What the coup came to, unless it is void."""

    def apply(self, state: TableState) -> TableState:
        current = round_of(state)
        record = RoundRecord(
            number=current.number,
            shoe=state.shoe.number,
            kind=current.kind,
            result=self.result,
            settled=current.settled,
            void=self.void,
            facts=self.facts,
            again_out_of_turn=state.turns.again,
        )
        patrons = _with_sat_out(state, self.sat_out)
        without = current.kind is not WITH_WAGERS
        after = changed(
            state,
            phase=PREPARING if state.pending else BETTING,
            round=None,
            rounds=(*state.rounds, record),
            round_number=current.number + 1,
            ended=None if self.void else _ended(state, self),
            shoe=changed(state.shoe, ending=self.ending),
            patrons=patrons,
            no_bets_in_a_row=state.no_bets_in_a_row + 1 if without else 0,
            no_bets_in_shoe=state.no_bets_in_shoe + without,
            turns=turns_anew(state.turns),
            sent_back=frozenset(),
            irregularities=_not_over(state, current.number),
        )
        return after if state.interrupted is None else _go_on(after, state.interrupted)

    def describe(self, _: str, /) -> str:
        result = "void" if self.void or self.result is None else self.result.value
        return f"Round {self.number} ends: {result}{_totals(self)}"


def _not_over(state: TableState, ended: int) -> tuple[FoundIrregularity, ...]:
    """What went wrong in the round that ends now: what is older has been for a whole round."""
    found = state.irregularities
    return tuple([one for one in found if one.round >= ended]) if found else found


def _totals(ended: RoundEnded) -> str:
    found = ended.facts
    return "" if found is None else f" (player {found.player.total}, banker {found.banker.total})"


def _go_on(state: TableState, interrupted: Interrupted) -> TableState:
    """The round has ended again: back to the shoe that is prepared or in use, or to the table that is closed."""
    ended = state.ended and changed(state.ended, taken_out=TakenOut(shoe=state.shoe, excess=state.excess))
    shoe = changed(without_excess(state).shoe, loaded=False) if state.shoe.loaded else interrupted.shoe
    return changed(
        state,
        phase=interrupted.phase,
        pending=interrupted.pending,
        shoe=shoe,
        excess=interrupted.excess,
        rules=interrupted.rules,
        notices=interrupted.notices,
        no_bets_in_shoe=interrupted.no_bets_in_shoe,
        ended=ended,
        interrupted=None,
    )


def _with_sat_out(state: TableState, sat_out: tuple[tuple[str, int], ...]) -> Mapping[str, Patron]:
    """The patrons with other counts of rounds that they sat out."""
    if not sat_out:
        return state.patrons
    here = {name: changed(state.patrons[name], sat_out=rounds) for name, rounds in sat_out if name in state.patrons}
    return {**state.patrons, **here}


def _ended(state: TableState, event: RoundEnded) -> EndedRound:
    """What is needed to open the round again."""
    return EndedRound(
        round=round_of(state),
        ending=state.shoe.ending,
        rules=state.rules,
        notices=state.notices,
        sat_out=tuple((name, state.patrons[name].sat_out) for name, _ in event.sat_out),
        no_bets_in_a_row=state.no_bets_in_a_row,
        no_bets_in_shoe=state.no_bets_in_shoe,
        placed=state.placed,
        turns=state.turns,
    )


class RoundBecameVoidHand(
    Public, tag="round_became_void_hand.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """The round goes on without wagers."""

    def apply(self, state: TableState) -> TableState:
        return changed(state, round=changed(round_of(state), kind=RoundKind.VOID_HAND, no_bets_by=self.clause))

    def describe(self, _: str, /) -> str:
        return "No bets this hand: the round goes on as a void hand"


class RoundCancelled(Public, tag="round_cancelled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wagers were closed and no card was dealt: the round has not commenced and is bet on again."""

    number: Count

    def apply(self, state: TableState) -> TableState:
        return changed(state, phase=BETTING, round=None, exposers=round_of(state).exposers)

    def describe(self, _: str, /) -> str:
        return f"Round {self.number} is not dealt yet: it is bet on again"


class RoundReopened(Public, tag="round_reopened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last round is decided again, because no card of the next one has been dealt."""

    number: Count

    def apply(self, state: TableState) -> TableState:
        ended = state.ended
        if ended is None:
            raise ValueError("there is no round to open again")
        if ended.taken_out is not None:
            state = _interrupt(state, ended.taken_out)
        return changed(
            state,
            phase=DEALING,
            pending=() if Preparation.SHUFFLE in state.pending else state.pending,
            round=ended.round,
            rounds=tuple(one for one in state.rounds if one.number != self.number),
            round_number=self.number,
            ended=None,
            shoe=changed(state.shoe, ending=Ending.OVER if state.shoe.recheck else ended.ending),
            rules=ended.rules,
            notices=(*ended.notices, *(one for one in state.notices if one not in ended.notices)),
            patrons=_with_sat_out(state, ended.sat_out),
            no_bets_in_a_row=ended.no_bets_in_a_row,
            no_bets_in_shoe=ended.no_bets_in_shoe,
            turns=ended.turns,
        )

    def describe(self, _: str, /) -> str:
        return f"Round {self.number} is decided again"


def _interrupt(state: TableState, taken_out: TakenOut) -> TableState:
    interrupted = Interrupted(
        phase=state.phase,
        pending=state.pending,
        shoe=state.shoe,
        excess=state.excess,
        rules=state.rules,
        notices=state.notices,
        no_bets_in_shoe=state.no_bets_in_shoe,
    )
    return changed(state, interrupted=interrupted, pending=(), shoe=taken_out.shoe, excess=taken_out.excess)
