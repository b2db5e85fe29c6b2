"""Notices: other choices of the house, or the closing of the table, announced before they take effect."""

from collections.abc import Iterable

from puntobanco.rules import HouseRules, book, resolve
from puntobanco.rules.options import HoldsFor
from puntobanco.rules.table_rules import PARAMETERS, TableRules
from puntobanco.table import commands, events, preparing
from puntobanco.table.betting import give_all_back, give_back, no_longer_possible
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.patrons import collect_from_all, commission_is_due, pay_at_the_cage, settle_debt
from puntobanco.table.reasons import Reason
from puntobanco.table.state import Notice, Phase, TableState

# What a notice cannot change while the table is open: the furniture and the cards.
FURNITURE = frozenset({"decks", "seats", "cutting_cards", "area_is", "chips"})


def announce_change(draft: Draft, command: commands.AnnounceChange) -> None:
    state = draft.state
    clause = state.rules.notice_rounds.clause
    if state.phase is Phase.CLOSED:
        refuse(state.rules, "closed", clause, "the table is closed")
    changes = preparing.chosen(command.choices)
    fixed = sorted(FURNITURE & changes.choices.keys())
    if fixed or not changes.choices:
        what = f"{fixed[0]} cannot change while the table is open" if fixed else "the notice changes nothing"
        refuse(state.rules, "change_not_possible", clause, f"{what}: name other choices")
    new_shoe = "dealing" in changes.choices and state.rules.dealing_holds_for.value is HoldsFor.SHOE
    rules = _if_nothing_else_changes(state, changes, new_shoe=new_shoe)
    preparing.require_procedures(rules)
    preparing.require_payable(rules)
    shown = tuple((key, PARAMETERS[key].kind.show(value)) for key, value in changes.choices.items())
    rounds = state.rules.notice_rounds.value
    if needs_no_notice(state.rules, changes.choices):
        clause, rounds = state.rules.dealing.clause, 1 if state.phase is Phase.DEALING else 0
    from_round = state.round_number + rounds
    draft.add(
        events.ChangeAnnounced(rules=rules, changes=shown, from_round=from_round, new_shoe=new_shoe, clause=clause)
    )
    if rounds == 0:
        _take_effect(draft, draft.state.notices[-1])


def needs_no_notice(rules: TableRules, keys: Iterable[str]) -> bool:
    """A dealing style that is decided round by round holds from the next one."""
    return set(keys) == {"dealing"} and rules.dealing_holds_for.value is HoldsFor.ROUND


def _with(rules: TableRules, changes: HouseRules) -> TableRules:
    kept = HouseRules({key: rules.ruled(key).value for key, one in PARAMETERS.items() if one.set_by_house})
    return resolve(book(rules.book, edition=rules.edition), kept | changes)


def _changes(notice: Notice) -> HouseRules:
    """What a notice changes; the rest of its rules is what stood when it was given."""
    return HouseRules({} if notice.rules is None else {key: notice.rules.ruled(key).value for key in notice.keys})


def _if_nothing_else_changes(state: TableState, changes: HouseRules, *, new_shoe: bool) -> TableRules:
    """The rules once this notice is in force; it must make a table whether rounds or shoes end first."""
    of_rounds = [_changes(notice) for notice in state.notices if not notice.new_shoe]
    of_shoes = [_changes(notice) for notice in state.notices if notice.new_shoe]
    (of_shoes if new_shoe else of_rounds).append(changes)
    shoes_first = state.rules
    for one in (*of_shoes, *of_rounds):
        shoes_first = _with(shoes_first, one)
    rounds_first = state.rules
    for one in (*of_rounds, *(of_shoes if new_shoe else ())):
        rounds_first = _with(rounds_first, one)
    return rounds_first


def announce_closing(draft: Draft, _: commands.AnnounceClosing) -> None:
    state = draft.state
    clause = state.rules.closes_after_notice.clause
    if not state.rules.closes_after_notice.value:
        sentence = "this house closes no table: change closes_after_notice by a notice first"
        refuse(state.rules, "never_closes", clause, sentence)
    if state.phase is Phase.CLOSED or any(notice.rules is None for notice in state.notices):
        refuse(state.rules, "closed", clause, "the closing has been announced already")
    from_round = state.round_number + state.rules.notice_rounds.value
    draft.add(events.ClosingAnnounced(from_round=from_round, clause=clause))
    preparing.close_if_empty(draft)


def may_close(state: TableState) -> bool:
    """Whether the operator may close now: notice was given, and no round is in progress."""
    return state.phase is not Phase.DEALING and any(notice.rules is None for notice in state.notices)


def close_table(draft: Draft, _: commands.CloseTable) -> None:
    """Close between rounds: nobody who only stays keeps a table open."""
    clause = draft.rules.closes_after_notice.clause
    if not may_close(draft.state):
        sentence = "a table closes after notice and between rounds: announce it, and finish the round"
        refuse(draft.rules, "not_closing", clause, sentence)
    give_all_back(draft, reason=Reason.TABLE_CLOSES, clause=clause)
    collect_from_all(draft)
    for name in tuple(draft.state.patrons):
        settle_debt(draft, name)
        pay_at_the_cage(draft, name, clause)
    draft.add(events.TableClosed(clause=clause))


def shuffle(draft: Draft, command: commands.Shuffle) -> None:
    """Shuffle the cards; what was announced for a new shoe holds from here."""
    preparing.shuffle(draft, command)
    for notice in draft.state.notices:
        if notice.new_shoe and notice.from_round <= draft.state.round_number:
            _take_effect(draft, notice)


def apply_after_round(draft: Draft) -> None:
    """Put into force what was announced long enough ago."""
    for notice in draft.state.notices:
        if notice.from_round > draft.state.round_number or notice.new_shoe:
            continue
        if notice.rules is None:
            _close_table(draft)
            return
        _take_effect(draft, notice)
    _tell_commission_due(draft)


def _tell_commission_due(draft: Draft) -> None:
    """Tell the dealer, once, that the interval has passed."""
    state, every = draft.state, draft.rules.commission_every
    if not state.commission_told and commission_is_due(state):
        rounds = state.round_number - 1 - state.last_collection
        draft.add(events.CommissionDue(rounds=rounds, clause=every.clause))


def _take_effect(draft: Draft, notice: Notice) -> None:
    rules = _with(draft.rules, _changes(notice))
    of_dealing = notice.new_shoe or needs_no_notice(rules, notice.keys)
    clause = rules.dealing.clause if of_dealing else rules.notice_rounds.clause
    place = next(place for place, one in enumerate(draft.state.notices) if one is notice)
    draft.add(events.ChangeTookEffect(rules=rules, new_shoe=notice.new_shoe, notice=place, clause=clause))
    _return_what_the_change_forbids(draft)


def _return_what_the_change_forbids(draft: Draft) -> None:
    """Chips that stayed on the layout must be wagers under the new rules, too."""
    clause = draft.rules.notice_rounds.clause
    for spot, one in no_longer_possible(draft.state):
        give_back(draft, spot, one, one.amount, reason=Reason.RULES_CHANGED, clause=clause)


def _close_table(draft: Draft) -> None:
    clause = draft.rules.closes_after_notice.clause
    give_all_back(draft, reason=Reason.TABLE_CLOSES, clause=clause)
    collect_from_all(draft)
    draft.add(events.TableClosed(clause=clause))
