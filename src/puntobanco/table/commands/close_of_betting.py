"""The call, and what the close does to wagers before any card: payability, lines, bonuses, limits, differential."""

from collections.abc import Iterator

from puntobanco.coup.accept_wager import MAIN_WAGERS, limits, payable_part, terms
from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import Closing, DifferentialRule, OverMaximum, UnderMinimum
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import LimitsGroup
from puntobanco.streams.actors import DEALER, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Sets
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table.commands.round_start import goes_on_without_burn, start
from puntobanco.table.commands.turns import end_betting, require_everybody_asked
from puntobanco.table.events.patrons import PatronWarned
from puntobanco.table.events.table_lifecycle import announce
from puntobanco.table.events.wagers import DifferentialLeft, give_back
from puntobanco.table.model import Phase, RoundKind, own_maximum
from puntobanco.table.queries.layout import (
    areas_allow_lines,
    has_gallery,
    is_line,
    over_differential,
    side_total,
    void_part,
    why_not_open,
)
from puntobanco.table.queries.round import closes_by_call, may_start
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Cents


@given_by(DEALER)
class CallNoMoreBets(
    Command[TableState], tag="call_no_more_bets.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Close the wagers. Where the dealer may cut the heavier hand pro rata, say whether to.

    Where the first card closes the wagers there is no call.
    """

    cut_pro_rata: bool | None = None
    """Where the table differential is exceeded and the dealer may cut the heavier hand: whether to."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        burning = state.only_the_burn_is_left and bool(state.stakes) and not state.not_asked()
        if not closes_by_call(state) or not (may_start(state) or burning):
            return
        pro_rata = state.rules.differential_rule.value is DifferentialRule.PRO_RATA
        if pro_rata and over_differential(state)[1] > 0:
            yield LegalAction(cls.kind, (("cut_pro_rata", True),))
            yield LegalAction(cls.kind, (("cut_pro_rata", False),))
        else:
            yield LegalAction(cls.kind)

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return "Yes" if where["cut_pro_rata"] else "No"

    def decide(self, draft: TableDraft) -> None:
        rules = draft.state.rules
        require_everybody_asked(draft)
        if not closes_by_call(draft.state):
            sentence = "there is no call here: the first card closes the wagers"
            refuse(rules, "no_call", rules.closing.clause, sentence)
        if draft.state.only_the_burn_is_left and draft.state.stakes and not goes_on_without_burn(draft):
            return
        _require_start(draft)
        must_say = rules.differential_rule.value is DifferentialRule.PRO_RATA and over_differential(draft.state)[1] > 0
        if must_say and self.cut_pro_rata is None:
            sentence = "the table differential is exceeded: say whether the heavier hand is cut pro rata"
            refuse(rules, "differential_exceeded", rules.differential_rule.clause, sentence)
        announce(draft, "call_no_more_bets")
        start_with_wagers(draft, cut_pro_rata=self.cut_pro_rata)


def _require_start(draft: TableDraft) -> None:
    state = draft.state
    if (cause := state.no_bet_cause) is not None:
        sentence = "the next coup starts with a card that waits and has no wagers: start it without"
        refuse(state.rules, "no_bets_this_hand", cause, sentence)
    if not may_start(state):
        clause, sentence = _why_nothing_starts(state)
        refuse(state.rules, "nothing_to_deal_for", clause, sentence)


def _why_nothing_starts(state: TableState) -> tuple[str, str]:
    match state.phase:
        case Phase.BETTING:
            return interpretations.NOBODY_BETS.number, "there is nothing to deal for: nobody bets on this round"
        case Phase.DEALING:
            return state.rules.closing.clause, "wagers are closed already: finish this round"
        case _:
            return why_not_open(state, "")


def start_with_wagers(draft: TableDraft, *, cut_pro_rata: bool | None) -> None:
    """Close the wagers and begin; where a call closes them and all of them go back, there is nothing to deal for."""
    rules = draft.state.rules
    if rules.least_risk.value is not None:
        end_betting(draft)
    close_wagers(draft, cut_pro_rata=cut_pro_rata)
    by_call = rules.closing.value is Closing.AT_CALL
    if draft.state.stakes or not by_call:
        start(draft, RoundKind.WAGERS, (rules.call_no_more_bets if by_call else rules.closing).clause)


def close_wagers(draft: TableDraft, *, cut_pro_rata: bool | None) -> None:
    """What the close does to wagers before any card: payability, lines, lonely bonuses, limits, differential."""
    if draft.state.rules.payable_part_stands.value:
        _return_unpayable(draft)
    _return_what_may_not_stay(draft)
    within = _all_within_limits(draft.state)
    if not within:
        _return_over_maximum(draft)
        _return_short(draft)
    before = draft.state.stakes
    _balance(draft, cut_pro_rata=cut_pro_rata)
    if not within or draft.state.stakes is not before:
        _warn_who_is_short(draft)


def _return_unpayable(draft: TableDraft) -> None:
    """Of what the dealer keyed in, what could not be paid exactly is void."""
    clause = draft.state.rules.payable_part_stands.clause
    for one in draft.state.stakes:
        if void := void_part(draft.state.rules, one):
            give_back(draft, one, void, reason=Reason.NOT_PAYABLE, clause=clause)


def _balance(draft: TableDraft, *, cut_pro_rata: bool | None) -> None:
    """What goes back for the differential may take line bets and bonuses with it, and those weigh, too."""
    _meet_differential(draft, cut_pro_rata=cut_pro_rata)
    met = draft.state.stakes
    _return_what_may_not_stay(draft)
    if draft.state.stakes is not met:
        _balance(draft, cut_pro_rata=cut_pro_rata)


def _all_within_limits(state: TableState) -> bool:
    of_wager = terms(state.rules)
    for held in state.stakes.by_patron.values():
        for one in held:
            allowed = of_wager[one.wager]
            if not allowed.least <= one.amount <= allowed.most:
                return False
    return True


def _return_what_may_not_stay(draft: TableDraft) -> None:
    """Line bets need a gallery and a bet in every area, bonus wagers a main one of their patron."""
    rules = draft.state.rules
    if rules.gallery.value:
        for one in _line_bets(draft.state):
            _return_line_bet(draft, one)
    if rules.bonus_needs_main.value:
        for one in _lonely_bonuses(draft.state):
            clause = rules.bonus_needs_main.clause
            give_back(draft, one, one.amount, reason=Reason.NO_MAIN_WAGER, clause=clause)


def _line_bets(state: TableState) -> list[Stake]:
    return [one for one in state.stakes if is_line(one.area)]


def _return_line_bet(draft: TableDraft, one: Stake) -> None:
    state, rules = draft.state, draft.state.rules
    patron = state.patrons.get(one.patron)
    seated = patron is not None and patron.seat is not None
    if seated or not has_gallery(state):
        clause = rules.lines_for_gallery_only.clause
        give_back(draft, one, one.amount, reason=Reason.LINES_FOR_GALLERY, clause=clause)
    elif not areas_allow_lines(state):
        clause = rules.lines_need_all_areas.clause
        give_back(draft, one, one.amount, reason=Reason.AREA_WITHOUT_BET, clause=clause)


def _short(state: TableState) -> list[Stake]:
    """Wagers under the minimum, where they may lie at all."""
    rules = state.rules
    if rules.under_minimum.value is not UnderMinimum.WARNED_THEN_RETURNED:
        return []
    return [one for one in state.stakes if one.amount < terms(rules)[one.wager].least]


def _was_warned(state: TableState, name: str) -> bool:
    """Whether a patron was warned in an earlier round; all short wagers of the first one stand."""
    patron = state.patrons.get(name)
    return patron is not None and patron.warned_in_round not in (None, state.round_number)


def _return_short(draft: TableDraft) -> None:
    """Who was warned in an earlier round gets wagers under the minimum back."""
    clause = draft.state.rules.under_minimum.clause
    for one in _short(draft.state):
        if _was_warned(draft.state, one.patron):
            give_back(draft, one, one.amount, reason=Reason.UNDER_MINIMUM, clause=clause)


def _warn_who_is_short(draft: TableDraft) -> None:
    """Wagers under the minimum that stand: each of their patrons is warned once, also if the round is called again."""
    for name in dict.fromkeys(one.patron for one in _short(draft.state)):
        if draft.state.patrons[name].warned_in_round is None:
            draft.add(PatronWarned(patron=name, clause=draft.state.rules.under_minimum.clause))


def _lonely_bonuses(state: TableState) -> list[Stake]:
    main = {one.patron for one in state.stakes if one.wager in MAIN_WAGERS}
    others = [one for one in state.stakes if one.patron not in main and one.wager not in MAIN_WAGERS]
    return [one for one in others if state.rules.wager(one.wager).limits is LimitsGroup.TABLE]


def _return_over_maximum(draft: TableDraft) -> None:
    if draft.state.rules.over_maximum.value is not OverMaximum.PAID_TO_MAXIMUM:
        return
    state, clause = draft.state, draft.state.rules.over_maximum.clause
    for one in state.stakes:
        if one.amount > terms(state.rules)[one.wager].most:
            own = own_maximum(state.rules, state.patrons[one.patron])
            most = limits(state.rules, state.rules.wager(one.wager), own)[1].value
            if one.amount > most:
                give_back(draft, one, one.amount - most, reason=Reason.OVER_MAXIMUM, clause=clause)


def _meet_differential(draft: TableDraft, *, cut_pro_rata: bool | None) -> None:
    """Cut the heavier hand, and then whichever is heavier, until the differential is met."""
    rule = draft.state.rules.differential_rule
    heavier, excess = over_differential(draft.state)
    if excess and rule.value is DifferentialRule.PRO_RATA and not cut_pro_rata:
        draft.add(DifferentialLeft(excess=excess, clause=rule.clause))
        return
    while excess:
        match rule.value:
            case DifferentialRule.NEWEST_GO_BACK:
                _newest_goes_back(draft, heavier, excess)
            case DifferentialRule.PRO_RATA:
                _cut_pro_rata(draft, heavier)
        heavier, excess = over_differential(draft.state)


def _on_hand(state: TableState, hand: Hand) -> list[Stake]:
    return [one for one in state.stakes if one.wager == hand.value]


def _newest_goes_back(draft: TableDraft, heavier: Hand, excess: Cents) -> None:
    """Of the newest wager on the heavier hand goes back what is too much; a remainder that may not stand goes, too."""
    rules = draft.state.rules
    newest = _on_hand(draft.state, heavier)[-1]
    left = max(0, newest.amount - excess)
    if not _may_be_left(rules, newest, left):
        left = 0
    clause = rules.differential_rule.clause
    give_back(draft, newest, newest.amount - left, reason=Reason.DIFFERENTIAL, clause=clause)


def _may_be_left(rules: TableRules, stake: Stake, left: Cents) -> bool:
    in_chips = left % rules.multiple.value == 0 and rules.chips.value.can_make(left)
    return in_chips and left >= limits(rules, rules.wager(stake.wager))[0].value


def _cut_pro_rata(draft: TableDraft, heavier: Hand) -> None:
    """Each wager on the heavier hand keeps its share of lighter plus cap, down to the chip and to what can be paid."""
    rules, state = draft.state.rules, draft.state
    allowed = side_total(state, heavier.other) + (rules.differential.value or 0)
    total = side_total(state, heavier)
    for one in _on_hand(state, heavier):
        share = one.amount * allowed // total
        share -= share % rules.chips.value.smallest
        if rules.exact_payability.value:
            share = payable_part(rules, rules.wager(one.wager), share)
        if share < one.amount:
            given = one.amount - share
            give_back(draft, one, given, reason=Reason.DIFFERENTIAL, clause=rules.differential_rule.clause)
