"""Wagers until they close: place, move, withdraw, or a whole slip."""

from typing import NoReturn

from msgspec import Struct

from puntobanco.coup.accept_wager import terms
from puntobanco.errors import Refused
from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.rule_values import IN_TURN
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import DEALER, PATRON
from puntobanco.streams.command import Command, given_by
from puntobanco.table import ledger
from puntobanco.table.commands.admission import patron_meant, require_not_excluded, require_patron, require_welcome
from puntobanco.table.commands.turns import note_turn, require_turn_not_over
from puntobanco.table.events.wagers import Laid, SlipLaid, WagerMoved, put_down, with_slip, withdraw
from puntobanco.table.model import BETTING, Patron
from puntobanco.table.queries.layout import (
    check_amount,
    check_beside,
    check_together,
    check_where,
    require_offered,
    stayed,
    wagers_can_be_altered,
    wagers_can_be_taken_back,
    why_not_open,
    without,
)
from puntobanco.table.refuse import refuse
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.memo import remember
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


@given_by(PATRON, DEALER)
class Place(Command[TableState], tag="place.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put chips on a spot, on top of what lies there; a dealer places what was spoken, or keys in what was laid.

    Where only exactly payable wagers stand, a patron's own request is refused if it is none. What a dealer keys in is
    recorded all the same: at the call its largest payable part stands and the rest goes back. A wager under a minimum
    that asks for a warning first is judged when wagers close.
    """

    area: str
    """A seat's number, or `L` and the number of the line after that seat."""
    wager: str
    """Id of the wager, such as `banker` or `player_pair`."""
    amount: Cents
    patron: str | None = None
    """For whom, when a dealer places; a patron bets for nobody else."""
    laid_by_patron: bool = False
    """Whether a dealer keys in chips that the patron has laid with the own hand; left out, the wager was spoken."""

    def decide(self, draft: TableDraft) -> None:
        state, rules = draft.state, draft.state.rules
        name, area, wager = _bettor(draft, self), self.area, self.wager
        held, lies = state.stakes.of(name), state.stakes.at(name, area, wager)
        in_turn = rules.betting_order.value is IN_TURN
        _require_betting(state, wager, lies=lies is not None)
        if in_turn:
            require_turn_not_over(draft, name)
        patron = require_welcome(draft, name)
        require_offered(rules, wager)
        check_where(state, patron, [(area, wager)], state)
        check_beside(state, name, area, wager, tuple([one for one in held if one is not lies]))
        _check_room(state)
        keyed_in = self.actor.role is DEALER
        spoken = keyed_in and not self.laid_by_patron
        by = (rules.spoken_wagers if spoken else rules.chips).clause
        _check_chips(state, name, self.amount, raised=lies is not None, clause=by)
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

    area: str
    wager: str
    to_area: str
    to_wager: str

    def decide(self, draft: TableDraft) -> None:
        """The target must take all of it as if it were placed there when it has left its spot."""
        state, name = draft.state, self.actor.person
        _require_betting(state, self.wager, lies=True)
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

    area: str
    wager: str
    amount: Cents | None = None
    """Left out, all of it."""
    patron: str | None = None
    """Who took it back, when a dealer keys it in; a patron does it for nobody else."""

    def decide(self, draft: TableDraft) -> None:
        """All of it, or so much that the rest could be placed as it is."""
        name = patron_meant(draft, self)
        _require_not_closed(draft.state, self.wager)
        require_turn_not_over(draft, name)
        lying = _require_wager(draft, name, self.area, self.wager)
        amount = lying.amount if self.amount is None else self.amount
        if amount != lying.amount:
            keyed_in = self.actor.role is DEALER
            _check_reduction(
                draft, lying, amount, payable_or_not=keyed_in and draft.state.rules.payable_part_stands.value
            )
        withdraw(draft, lying, amount, _altering(draft.state, lying))


class SlipStake(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to lie on a spot."""

    area: str
    wager: str
    amount: Cents


@given_by(PATRON)
class BetSlip(Command[TableState], tag="bet_slip.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of a patron's stakes for a round, in place of what lies there: all of it is accepted or none."""

    round: Count
    """The number of the round that is bet on: a slip for another one is refused."""
    stakes: tuple[SlipStake, ...]
    """What is to lie on each spot; on all others, nothing."""

    def decide(self, draft: TableDraft) -> None:
        state, rules, name = draft.state, draft.state.rules, self.actor.person
        sound = _are_sound(rules, self.stakes)
        _check_form(state, self, sound=sound)
        laid = _changes(self.stakes, state.stakes.of(name))
        if not laid:
            sentence = "the slip changes nothing: these stakes lie there already"
            refuse(rules, "nothing_to_change", rules.chips.clause, sentence)
        _check_slip(draft, self, laid, sound=sound)
        in_turn = rules.betting_order.value is IN_TURN
        if in_turn:
            require_turn_not_over(draft, name)
        needed = sum([one.amount - one.was for one in laid])
        if needed > 0:
            _check_chips(state, name, needed, raised=False, clause=rules.chips.clause)
        draft.add(SlipLaid(patron=name, stakes=laid, clause=rules.chips.clause))
        if in_turn and any(one.amount > one.was for one in laid):
            note_turn(draft, name)


def _require_betting(state: TableState, wager: str, *, lies: bool) -> None:
    """Whether a wager that lies may be altered now, or a new one placed."""
    if _is_open(state):
        return
    if state.a_round_may_begin and (cause := state.no_bet_cause) is not None:
        sentence = "no wagers on the next coup: it starts with a card that waits"
        refuse(state.rules, "no_bets_this_hand", cause, sentence)
    if not (wagers_can_be_altered(state) if lies else state.betting_is_open):
        _refuse_as_closed(state, wager)


def _require_not_closed(state: TableState, wager: str) -> None:
    """Whether a wager may be taken back now."""
    if not wagers_can_be_taken_back(state):
        _refuse_as_closed(state, wager)


def _refuse_as_closed(state: TableState, wager: str) -> NoReturn:
    clause, sentence = why_not_open(state, wager)
    refuse(state.rules, "wagers_closed", clause, sentence)


def _altering(state: TableState, stake: Stake) -> str:
    """The clause by which a wager may be altered: until wagers close, or because it stayed after a stand-off."""
    return (state.rules.standoff if stayed(state, stake) else state.rules.closing).clause


def _is_open(state: TableState) -> bool:
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


def _check_room(state: TableState) -> None:
    if abs(state.accounts.get(ledger.FLOAT, 0)) > ledger.MOST_BOOKED:
        refuse(state.rules, "too_large", state.rules.chips.clause, "the books of this table are full: close it")


def _check_chips(state: TableState, name: str, amount: Cents, *, raised: bool, clause: str) -> None:
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


# Slips


_SOUND: dict[tuple[str, tuple[SlipStake, ...]], bool] = {}
"""By the digest of the rules and the stakes: people bet the same again and again."""


def _are_sound(rules: TableRules, stakes: tuple[SlipStake, ...]) -> bool:
    """Whether stakes are in order by themselves, whoever bets them; if not, each of them is looked at."""
    key = (rules.digest, stakes)
    found = _SOUND.get(key)
    return remember(_SOUND, key, _found_sound(rules, stakes)) if found is None else found


def _found_sound(rules: TableRules, stakes: tuple[SlipStake, ...]) -> bool:
    allowed = terms(rules)
    spots = tuple([(one.area, one.wager) for one in stakes])
    if len(set(spots)) < len(spots) or any(one.wager not in allowed for one in stakes):
        return False
    try:
        check_together(rules, "nobody", spots)
    except Refused:
        return False
    return all(allowed[one.wager].take(one.amount) for one in stakes)


def _check_form(state: TableState, slip: BetSlip, *, sound: bool) -> None:
    rules = state.rules
    if slip.round != state.round_number:
        sentence = f"the slip is for round {slip.round}, and round {state.round_number} is bet on: look again"
        refuse(rules, "other_round", rules.closing.clause, sentence)
    spots = {(one.area, one.wager) for one in slip.stakes if one.amount > 0} if not sound else slip.stakes
    if len(spots) != len(slip.stakes):
        refuse(rules, "bad_slip", rules.chips.clause, "a slip names each spot once, with an amount above zero")


def _changes(wanted: tuple[SlipStake, ...], held: tuple[Stake, ...]) -> tuple[Laid, ...]:
    """What is to lie where something else lies now."""
    if not held:
        return tuple([Laid(area=one.area, wager=one.wager, amount=one.amount, was=0) for one in wanted])
    lying = {(one.area, one.wager): one.amount for one in held}
    found = [
        Laid(area=one.area, wager=one.wager, amount=one.amount, was=lying.pop((one.area, one.wager), 0))
        for one in wanted
    ]
    gone = [Laid(area=area, wager=wager, amount=0, was=was) for (area, wager), was in lying.items()]
    return tuple([one for one in (*found, *gone) if one.amount != one.was])


def _check_slip(draft: TableDraft, slip: BetSlip, laid: tuple[Laid, ...], *, sound: bool) -> None:
    """Whether the stakes of a slip may lie there as the layout will be; what is taken back is always allowed."""
    layout, name = draft.state, slip.actor.person
    if not _is_open(layout):
        moved = _only_moves(laid)
        for one in laid:
            if one.amount < one.was:
                _require_not_closed(layout, one.wager)
            else:
                _require_betting(layout, one.wager, lies=one.was > 0 or moved)
    if layout.rules.gallery.value:  # whether lines are open depends on all areas, those of the slip included
        layout = changed(layout, stakes=with_slip(layout.stakes, name, laid, layout.placed))
    patron = require_patron(draft, name)
    if raised := [(one.area, one.wager) for one in laid if one.amount > one.was]:
        require_not_excluded(draft, name)
        if not sound:
            for wanted in slip.stakes:
                require_offered(layout.rules, wanted.wager)
            check_together(layout.rules, name, tuple([(one.area, one.wager) for one in slip.stakes]))
        _check_room(layout)
        check_where(layout, patron, raised, draft.state)
    for one in laid:
        if one.amount and (one.was or not sound):
            _check_laid(layout, patron, one)


def _only_moves(laid: tuple[Laid, ...]) -> bool:
    """Whether each spot that is new to a slip has the place of one that it leaves: then nobody bets anew."""
    return sum(one.was == 0 for one in laid) <= sum(one.amount == 0 for one in laid)


def _check_laid(layout: TableState, patron: Patron, laid: Laid) -> None:
    rules = layout.rules
    check_amount(layout, patron, laid.area, laid.wager, laid.amount)
    if laid.was and not rules.chips.value.can_make(abs(laid.amount - laid.was)):
        sentence = f"the wager on {laid.wager} is raised or reduced in the table's chips"
        refuse(rules, "not_in_chips", rules.chips.clause, sentence)
