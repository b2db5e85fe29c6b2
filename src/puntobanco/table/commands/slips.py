"""All stakes of a patron for a round, sent together."""

from collections.abc import Iterator

from msgspec import Struct

from puntobanco.coup.accept_wager import terms
from puntobanco.errors import Refused
from puntobanco.rulebooks.rule_values import IN_TURN
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import PATRON, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table.commands.admission import require_not_excluded, require_patron
from puntobanco.table.commands.fields import RoundNumber
from puntobanco.table.commands.turns import note_turn, require_turn_not_over
from puntobanco.table.commands.wagers import check_chips, check_room, is_open, require_betting, require_not_closed
from puntobanco.table.events.wagers import Laid, SlipLaid, with_slip
from puntobanco.table.model import Patron
from puntobanco.table.queries.layout import (
    check_amount,
    check_together,
    check_where,
    require_offered,
    wagers_can_be_altered,
    wagers_can_be_taken_back,
)
from puntobanco.table.queries.turns import wagers_are_fixed
from puntobanco.table.refuse import refuse
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.memo import remember
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed


class SlipStake(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to lie on a spot."""

    area: str
    wager: str
    amount: Cents


@given_by(PATRON)
class BetSlip(Command[TableState], tag="bet_slip.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of a patron's stakes for a round, in place of what lies there: all of it is accepted or none."""

    round: RoundNumber
    """The number of the round that is bet on: a slip for another one is refused."""
    stakes: tuple[SlipStake, ...]
    """What is to lie on each spot; on all others, nothing."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        name = actor.person
        if _has_what_to_bet(state, name) and not wagers_are_fixed(state, name):
            yield LegalAction(cls.kind, (("round", state.round_number),), asks=("stakes",))

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
            check_chips(state, name, needed, raised=False, clause=rules.chips.clause)
        draft.add(SlipLaid(patron=name, stakes=laid, clause=rules.chips.clause))
        if in_turn and any(one.amount > one.was for one in laid):
            note_turn(draft, name)


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
    if not is_open(layout):
        moved = _only_moves(laid)
        for one in laid:
            if one.amount < one.was:
                require_not_closed(layout, one.wager)
            else:
                require_betting(layout, one.wager, lies=one.was > 0 or moved)
    if layout.rules.gallery.value:  # whether lines are open depends on all areas, those of the slip included
        layout = changed(layout, stakes=with_slip(layout.stakes, name, laid, layout.placed))
    patron = require_patron(draft, name)
    if raised := [(one.area, one.wager) for one in laid if one.amount > one.was]:
        require_not_excluded(draft, name)
        if not sound:
            for wanted in slip.stakes:
                require_offered(layout.rules, wanted.wager)
            check_together(layout.rules, name, tuple([(one.area, one.wager) for one in slip.stakes]))
        check_room(layout)
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


def _has_what_to_bet(state: TableState, name: str) -> bool:
    """Chips to put down, or before a coup without wagers only what is to be taken back."""
    if wagers_can_be_altered(state):
        return name in state.patrons
    return wagers_can_be_taken_back(state) and bool(state.stakes.of(name))
