"""The state of a table: a fold of its events, and nothing else."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Struct

from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.rule_values import IN_TURN
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.draft import Draft
from puntobanco.streams.event import Event
from puntobanco.table.ledger import TableAccount, TableBalances, TableEntry, box, post
from puntobanco.table.model import (
    BETTING,
    MOST_CARDS_OF_A_ROUND,
    NO_TURNS,
    PREPARING,
    Dispute,
    EndedRound,
    Exposers,
    FoundIrregularity,
    Interrupted,
    Notice,
    Patron,
    Phase,
    Preparation,
    RoundRecord,
    RoundState,
    Secret,
    ShoeState,
    TakenOut,
    Tray,
    Turns,
    WaitingCard,
)
from puntobanco.table.stakes import NO_STAKES, Stakes
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed


class TableState(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is known at a table."""

    rules: TableRules
    phase: Phase = Phase.NEW
    pending: tuple[Preparation, ...] = ()
    patrons: Mapping[str, Patron]
    departed: frozenset[str] = frozenset()
    """Who has left; money that comes back to them is paid at the cage."""
    dealers: frozenset[str] = frozenset()
    """Everybody who has dealt here."""
    stakes: Stakes = NO_STAKES
    accounts: TableBalances
    """All balances but those of the boxes, which are the stakes that lie there."""
    shoe: ShoeState = ShoeState()
    round: RoundState | None = None
    round_number: int = 1
    """The number of the round that is being bet on or dealt."""
    rounds: tuple[RoundRecord, ...] = ()
    ended: EndedRound | None = None
    interrupted: Interrupted | None = None
    excess: tuple[WaitingCard, ...] = ()
    irregularities: tuple[FoundIrregularity, ...] = ()
    """What went wrong, until the round after it has ended."""
    fresh: int | None = None
    """The place of the card that has just left the shoe; none when something else has happened since."""
    no_bets_in_a_row: int = 0
    no_bets_in_shoe: int = 0
    no_bet_asked_by: str | None = None
    no_bet_agreed: frozenset[str] = frozenset()
    cut_declined: frozenset[str] = frozenset()
    cut_offered_to: str | None = None
    cut_at: int | None = None
    named: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()
    """Who may not play until the operator lifts it, whether at the table or gone."""
    inspected_by: frozenset[str] = frozenset()
    """Who has inspected the present cards while the other inspection is still to come."""
    notices: tuple[Notice, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    last_collection: int = 0
    """The round after which commission was last collected from all."""
    commission_told: bool = False
    """Whether the dealer was told that commission is due."""
    placed: int = 0
    vacated: bool = False
    turns: Turns = NO_TURNS
    tray: Tray = Tray()
    exposers: Exposers = ()
    """Of the coming round, where it was decided before."""
    sent_back: frozenset[str] = frozenset()
    """Who bet on this round and had a wager declared void, or sent back when wagers closed."""

    @property
    def no_bet_cause(self) -> str | None:
        """The clause by which the next round has no wagers: a disclosed card waits for it.

        What a reconstruction or a correction leaves over is an excess card like any other.
        """
        by = next((one.clause for one in self.excess[:MOST_CARDS_OF_A_ROUND] if one.no_bet), None)
        put_right_by = (self.rules.on_out_of_sequence.clause, interpretations.FACTS.number)
        return self.rules.on_excess_card_seen.clause if by in put_right_by else by

    @property
    def no_bet_owed(self) -> bool:
        return bool(self.excess) and self.no_bet_cause is not None

    @property
    def is_closed(self) -> bool:
        """Whether the table is closed, also while its last round is decided again."""
        return (self.phase if self.interrupted is None else self.interrupted.phase) is Phase.CLOSED

    @property
    def only_the_burn_is_left(self) -> bool:
        return self.phase is PREPARING and self.pending == (Preparation.BURN,)

    @property
    def a_round_may_begin(self) -> bool:
        """Between rounds, and while the dealer burns cards: a burn that is forgotten keeps nobody waiting."""
        return self.phase is BETTING or self.only_the_burn_is_left

    @property
    def betting_is_open(self) -> bool:
        """Where a round may begin, and not when it has no wagers."""
        return self.a_round_may_begin and not self.no_bet_owed

    def balance(self, account: TableAccount) -> Cents:
        return self.accounts.get(account, 0)

    @property
    def balances(self) -> dict[TableAccount, Cents]:
        """All balances: they sum to zero."""
        boxes: dict[TableAccount, Cents] = {box(one.area, one.wager, one.patron): one.amount for one in self.stakes}
        return {**self.accounts, **boxes}

    def seated(self) -> tuple[Patron, ...]:
        """The seated patrons in the order of their seats: clockwise from the dealer's far left."""
        sitting = [(patron.seat, patron.name, patron) for patron in self.patrons.values() if patron.seat is not None]
        return tuple(patron for _, _, patron in sorted(sitting, key=lambda found: found[:2]))

    @property
    def bets_in_turn(self) -> bool:
        """Whether patrons bet one after the other."""
        return self.rules.betting_order.value is IN_TURN

    def from_marker(self) -> tuple[Patron, ...]:
        """The seated patrons clockwise from the starting marker, or from the lowest seat while there is none."""
        seated, marker = self.seated(), self.turns.marker or 0
        before = tuple(patron for patron in seated if patron.seat is not None and patron.seat < marker)
        return (*seated[len(before) :], *before)

    def not_asked(self) -> tuple[str, ...]:
        """Who has not had a turn for this round, in order."""
        if not self.bets_in_turn:
            return ()
        return tuple([patron.name for patron in self.from_marker() if patron.name not in self.turns.had])


class TableEventBase(Event[TableState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened at a table. Nobody but an auditor sees what is declared no further."""

    leaves_fresh = False
    """Whether the card that has just left the shoe is still the last thing that happened."""
    comes_in_runs = False
    """Whether a log is folded quicker if several of them in a row are taken together."""

    def evolve(self, state: TableState | None, /) -> TableState:
        """Return the state after this event: no card is fresh once something else has happened."""
        after = super().evolve(state)
        return changed(after, fresh=None) if after.fresh is not None and not self.leaves_fresh else after

    @classmethod
    def after_run(cls, state: TableState, run: Sequence[Any]) -> TableState:
        """The state after several events of this kind, one right after the other."""
        for event in run:
            state = event.evolve(state)
        return state


class Public(TableEventBase, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everybody at the table sees it."""


class Moves(Public, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everybody sees it, and its entry follows from what it says, so that no log can hold an entry that does not."""

    @property
    def entry(self) -> TableEntry:
        raise NotImplementedError


class Own(TableEventBase, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Its patron and supervising staff see it."""

    patron: str


class OfStaff(TableEventBase, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Supervising staff see it."""


Face: TypeAlias = Annotated[Card | None, Secret.FACE]
Books: TypeAlias = Annotated[TableEntry, Secret.BOOKS]


TableDraft: TypeAlias = Draft[TableState]


def next_preparation(state: TableState, done: Preparation) -> TableState:
    pending = tuple(step for step in state.pending if step is not done)
    if state.shoe.loaded and Preparation.SHUFFLE in state.pending:
        state = cards_taken_out(state)
    return changed(state, pending=pending, phase=state.phase if pending else BETTING)


def cards_taken_out(state: TableState) -> TableState:
    """The cards are out of the shoe, on their way into the next one: the last round gets no further card."""
    return out_of_use(state, changed(state.shoe, loaded=False))


def out_of_use(state: TableState, left: ShoeState) -> TableState:
    """The shoe is not dealt from any more; the last round keeps it as it was left."""
    ended = state.ended
    if ended is not None and ended.taken_out is None:  # a shoe that was not dealt from since is not the round's
        ended = changed(ended, taken_out=TakenOut(shoe=left, excess=state.excess))
    return changed(state, shoe=changed(state.shoe, loaded=False), ended=ended)


def without_excess(state: TableState) -> TableState:
    """Excess cards that wait for no coup any more."""
    shoe = changed(state.shoe, aside=state.shoe.aside + len(state.excess))
    return changed(state, excess=(), shoe=shoe)


def bet_is_gone(state: TableState, patron: str) -> TableState:
    """A wager left the layout by no will of its patron, who did bet on this round."""
    return changed(state, sent_back=state.sent_back | {patron})


def with_patron(state: TableState, name: str, **changes: Any) -> TableState:
    patron = changed(state.patrons.get(name) or Patron(name=name), **changes)
    return changed(state, patrons={**state.patrons, name: patron})


def posted(state: TableState, event: Any) -> TableState:
    return changed(state, accounts=post(state.accounts, event.entry))


def card_out(shoe: ShoeState, card: Card | None) -> ShoeState:
    return changed(shoe, out=shoe.out + 1, known=counted(shoe.known, card))


def counted(known: bytes, card: Card | None) -> bytes:
    if card is None:
        return known
    place = card.index
    return known[:place] + bytes((known[place] + 1,)) + known[place + 1 :]


def turns_anew(turns: Turns) -> Turns:
    """Nobody has been asked yet; the marker stays."""
    return turns if turns is NO_TURNS else Turns(marker=turns.marker)


def turns_without(turns: Turns, patron: str) -> Turns:
    """A patron is to be asked as if nothing had been."""
    if turns is NO_TURNS:
        return turns
    now = None if turns.now == patron else turns.now
    had, out, again = (names - {patron} for names in (turns.had, turns.out, turns.again))
    return changed(turns, now=now, had=had, out=out, again=again)


def round_of(state: TableState) -> RoundState:
    if state.round is None:
        raise ValueError("there is no round to change")
    return state.round
