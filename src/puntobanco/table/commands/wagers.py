"""Wagers until they close: place, move and withdraw."""

from collections.abc import Iterator
from typing import NoReturn

from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.rule_values import IN_TURN
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import DEALER, PATRON, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Sets
from puntobanco.streams.legal_action import LegalAction, Where
from puntobanco.table import ledger
from puntobanco.table.commands.admission import patron_meant, patrons_meant, require_patron, require_welcome
from puntobanco.table.commands.fields import Amount, AreaName, PatronName, WagerId
from puntobanco.table.commands.turns import note_turn, require_turn_not_over
from puntobanco.table.events.wagers import WagerMoved, put_down, withdraw
from puntobanco.table.model import BETTING
from puntobanco.table.phrases import place_in_words
from puntobanco.table.queries.layout import (
    check_amount,
    check_beside,
    check_where,
    require_offered,
    stayed,
    wagers_can_be_altered,
    wagers_can_be_taken_back,
    why_not_open,
    without,
)
from puntobanco.table.queries.turns import wagers_are_fixed
from puntobanco.table.queries.wager_amounts import placeable, reductions
from puntobanco.table.refuse import refuse
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.text import in_words


@given_by(PATRON, DEALER)
class Place(Command[TableState], tag="place.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put chips on a spot, on top of what lies there; a dealer places what was spoken, or keys in what was laid.

    Where only exactly payable wagers stand, a patron's own request is refused if it is none. What a dealer keys in is
    recorded all the same: at the call its largest payable part stands and the rest goes back. A wager under a minimum
    that asks for a warning first is judged when wagers close.
    """

    area: AreaName
    """A seat's number, or `L` and the number of the line after that seat."""
    wager: WagerId
    """Id of the wager, such as `banker` or `player_pair`."""
    amount: Amount
    patron: PatronName | None = None
    """For whom, when a dealer places; a patron bets for nobody else."""
    laid_by_patron: bool = False
    """Whether a dealer keys in chips that the patron has laid with the own hand; left out, the wager was spoken."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        """A patron's own wagers, or those that a dealer keys in as they were laid, or places as they were spoken."""
        keyed_in = actor.role is DEALER
        for patron, who in patrons_meant(state, actor) if wagers_can_be_altered(state) else ():
            if not patron.excluded and not wagers_are_fixed(state, patron.name):
                found = tuple(placeable(state, patron, keyed_in=keyed_in))
                for how in _ways_to_place(state.rules, who, keyed_in=keyed_in):
                    for wager, amounts, areas in found:
                        yield LegalAction(cls.kind, (("wager", wager), *how), amounts, areas=areas)

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return _wager_text(where)

    def decide(self, draft: TableDraft) -> None:
        state, rules = draft.state, draft.state.rules
        name, area, wager = _bettor(draft, self), self.area, self.wager
        held, lies = state.stakes.of(name), state.stakes.at(name, area, wager)
        in_turn = rules.betting_order.value is IN_TURN
        require_betting(state, wager, lies=lies is not None)
        if in_turn:
            require_turn_not_over(draft, name)
        patron = require_welcome(draft, name)
        require_offered(rules, wager)
        check_where(state, patron, [(area, wager)], state)
        check_beside(state, name, area, wager, tuple([one for one in held if one is not lies]))
        check_room(state)
        keyed_in = self.actor.role is DEALER
        spoken = keyed_in and not self.laid_by_patron
        by = (rules.spoken_wagers if spoken else rules.chips).clause
        check_chips(state, name, self.amount, raised=lies is not None, clause=by)
        accepted = keyed_in and rules.payable_part_stands.value
        whole = self.amount if lies is None else lies.amount + self.amount
        check_amount(state, patron, area, wager, whole, payable_or_not=accepted)
        put_down_by = rules.chips.clause if lies is None or not stayed(state, lies) else _altering(state, lies)
        clause = rules.spoken_wagers.clause if spoken else put_down_by
        stake = Stake(patron=name, area=area, wager=wager, amount=self.amount, order=state.placed)
        put_down(draft, stake, spoken=spoken, clause=clause)
        if in_turn:
            note_turn(draft, name)


@given_by(PATRON)
class Move(Command[TableState], tag="move.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Move a wager to another spot.

    All of it, to a spot where the patron has none.
    """

    area: AreaName
    wager: WagerId
    to_area: str
    to_wager: str

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        """Each wager that may be moved; `targets` says where one of them may go."""
        patron = state.patrons.get(actor.person) if wagers_can_be_altered(state) else None
        if patron is not None and not patron.excluded and not wagers_are_fixed(state, patron.name):
            for one in state.stakes.of(patron.name):
                yield LegalAction(cls.kind, (("area", one.area), ("wager", one.wager)), asks=("to_area", "to_wager"))

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return _wager_text(where)

    def decide(self, draft: TableDraft) -> None:
        """The target must take all of it as if it were placed there when it has left its spot."""
        state, name = draft.state, self.actor.person
        require_betting(state, self.wager, lies=True)
        require_turn_not_over(draft, name)
        patron = require_welcome(draft, name)
        source = _require_wager(draft, name, self.area, self.wager)
        require_offered(draft.state.rules, self.to_wager)
        if state.stakes.at(name, self.to_area, self.to_wager) is not None:
            sentence = "move a wager to a spot where you have none; place adds to one"
            refuse(draft.state.rules, "move_needs_free_spot", draft.state.rules.closing.clause, sentence)
        moved = without(state, source)
        check_where(moved, patron, [(self.to_area, self.to_wager)], state)
        check_beside(moved, name, self.to_area, self.to_wager, moved.stakes.of(name))
        check_amount(moved, patron, self.to_area, self.to_wager, source.amount)
        draft.add(
            WagerMoved(
                patron=name,
                area=self.area,
                wager=self.wager,
                to_area=self.to_area,
                to_wager=self.to_wager,
                amount=source.amount,
                clause=_altering(state, source),
            )
        )


@given_by(PATRON, DEALER)
class Withdraw(Command[TableState], tag="withdraw.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a wager back, or a part of it.

    What is left must be a wager that could be placed as it is; what a dealer keys in is recorded as in `place`.
    """

    area: AreaName
    wager: WagerId
    amount: Amount | None = None
    """Left out, all of it."""
    patron: PatronName | None = None
    """Who took it back, when a dealer keys it in; a patron does it for nobody else."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        for patron, who in patrons_meant(state, actor) if wagers_can_be_taken_back(state) else ():
            fixed, keyed_in = wagers_are_fixed(state, patron.name), actor.role is DEALER
            for one, amounts in () if fixed else reductions(state, patron, keyed_in=keyed_in):
                yield LegalAction(cls.kind, (("area", one.area), ("wager", one.wager), *who), amounts)

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return _wager_text(where)

    def decide(self, draft: TableDraft) -> None:
        """All of it, or so much that the rest could be placed as it is."""
        name = patron_meant(draft, self)
        require_not_closed(draft.state, self.wager)
        require_turn_not_over(draft, name)
        lying = _require_wager(draft, name, self.area, self.wager)
        amount = lying.amount if self.amount is None else self.amount
        if amount != lying.amount:
            keyed_in = self.actor.role is DEALER
            _check_reduction(
                draft, lying, amount, payable_or_not=keyed_in and draft.state.rules.payable_part_stands.value
            )
        withdraw(draft, lying, amount, _altering(draft.state, lying))


def require_betting(state: TableState, wager: str, *, lies: bool) -> None:
    """Whether a wager that lies may be altered now, or a new one placed."""
    if is_open(state):
        return
    if state.a_round_may_begin and (cause := state.no_bet_cause) is not None:
        sentence = "no wagers on the next coup: it starts with a card that waits"
        refuse(state.rules, "no_bets_this_hand", cause, sentence)
    if not (wagers_can_be_altered(state) if lies else state.betting_is_open):
        _refuse_as_closed(state, wager)


def require_not_closed(state: TableState, wager: str) -> None:
    """Whether a wager may be taken back now."""
    if not wagers_can_be_taken_back(state):
        _refuse_as_closed(state, wager)


def _refuse_as_closed(state: TableState, wager: str) -> NoReturn:
    clause, sentence = why_not_open(state, wager)
    refuse(state.rules, "wagers_closed", clause, sentence)


def _altering(state: TableState, stake: Stake) -> str:
    """The clause by which a wager may be altered: until wagers close, or because it stayed after a stand-off."""
    return (state.rules.standoff if stayed(state, stake) else state.rules.closing).clause


def is_open(state: TableState) -> bool:
    """Whether wagers are open and no card waits that could make the next round one without wagers."""
    return state.phase is BETTING and not state.excess


def _bettor(draft: TableDraft, command: Place) -> str:
    """Whose wager it is: a patron's own, or that of the patron whom the dealer names."""
    rules, own = draft.state.rules, command.actor.person
    if command.actor.role is not DEALER:
        if command.patron not in (None, own):
            sentence = f"{own} bets with chips of {own}'s own: {command.patron} places that wager, or the dealer"
            refuse(rules, "not_your_wager", rules.chips.clause, sentence)
        return own
    if command.laid_by_patron:
        return patron_meant(draft, command)
    if not rules.spoken_wagers.value:
        sentence = "wagers are not spoken here: laid_by_patron is for what a patron has laid"
        refuse(rules, "not_spoken", _laid_by(rules), sentence)
    if command.patron is None:
        refuse(rules, "not_spoken", rules.spoken_wagers.clause, "name the patron who spoke")
    return command.patron


def _laid_by(rules: TableRules) -> str:
    """Why a wager is laid and not spoken: what the document says that a wager is goes before a ruling of ours."""
    says_nothing = rules.chips.clause in interpretations.WHY
    return (rules.spoken_wagers if says_nothing else rules.chips).clause


def check_room(state: TableState) -> None:
    if abs(state.accounts.get(ledger.FLOAT, 0)) > ledger.MOST_BOOKED:
        refuse(state.rules, "too_large", state.rules.chips.clause, "the books of this table are full: close it")


def check_chips(state: TableState, name: str, amount: Cents, *, raised: bool, clause: str) -> None:
    """Whether the patron has these chips, by the clause that asks for them; a raise must be chips by itself."""
    has = state.balance(ledger.chips(name))
    if not 0 < amount <= has:
        sentence = f"{format_dollars(amount)} cannot be put down: {name} has {format_dollars(has)}"
        refuse(state.rules, "not_enough_chips", clause, sentence)
    if raised and not state.rules.chips.value.can_make(amount):
        refuse(state.rules, "not_in_chips", state.rules.chips.clause, "a wager is raised in the table's chips")


def _require_wager(draft: TableDraft, name: str, area: str, wager: str) -> Stake:
    found = draft.state.stakes.at(name, area, wager)
    if found is None:
        sentence = f"{name} has no wager on {wager} in area {area}"
        refuse(draft.state.rules, "no_such_wager", draft.state.rules.closing.clause, sentence)
    return found


def _check_reduction(draft: TableDraft, lying: Stake, amount: Cents, *, payable_or_not: bool) -> None:
    rules = draft.state.rules
    if not 0 < amount < lying.amount or not rules.chips.value.can_make(amount):
        sentence = f"{format_dollars(amount)} cannot be taken in chips from {format_dollars(lying.amount)}"
        refuse(rules, "not_in_chips", rules.chips.clause, sentence)
    patron = require_patron(draft, lying.patron)
    left = lying.amount - amount
    check_amount(draft.state, patron, lying.area, lying.wager, left, payable_or_not=payable_or_not)


def _ways_to_place(rules: TableRules, who: Where, *, keyed_in: bool) -> tuple[Where, ...]:
    """How a wager is placed: by the patron, or keyed in as it was laid or, where that is allowed, as it was spoken."""
    if not keyed_in:
        return (who,)
    laid, spoken = ((*who, ("laid_by_patron", by_patron)) for by_patron in (True, False))
    return (laid, spoken) if rules.spoken_wagers.value else (laid,)


def _wager_text(where: Sets) -> str:
    spoken = "" if where.get("laid_by_patron", True) else ", as it was spoken"
    return f"{in_words(str(where['wager'])).capitalize()} {place_in_words(str(where['area']))}{spoken}"
