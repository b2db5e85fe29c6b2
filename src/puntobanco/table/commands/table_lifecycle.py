"""The operator gives notice of changes and of the closing, and closes the table."""

from collections.abc import Iterator

from puntobanco.rulebooks import HouseRules
from puntobanco.rulebooks.approved_conditions import settled_by_conditions, with_choices
from puntobanco.rulebooks.rule_values import HoldsFor
from puntobanco.rulebooks.table_rules import PARAMETERS, TableRules
from puntobanco.streams.actors import OPERATOR, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table.commands.round_end import changes_of, close, close_if_empty, needs_no_notice, take_effect
from puntobanco.table.commands.table_opening import chosen
from puntobanco.table.events.table_lifecycle import ChangeAnnounced, ClosingAnnounced
from puntobanco.table.model import Phase
from puntobanco.table.queries.history import may_close
from puntobanco.table.queries.opening_checks import require_payable, require_procedures
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState

# What a notice cannot change while the table is open: the furniture and the cards, nor the wagers of the house's own.
CARDS = frozenset({"decks", "cutting_cards"})
FURNITURE = CARDS | {"seats", "area_is", "chips"}


@given_by(OPERATOR)
class AnnounceChange(
    Command[TableState], tag="announce_change.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Give notice of other choices of the house.

    A dealing style that is decided round by round needs no notice: alone in a change, it holds from the next
    round. One that holds for a shoe waits for the next, and is a notice of its own beside the other changes. A
    change that takes away a procedure, a limit of ghost hands or the interval of collection is refused. One side
    bet is offered or no longer offered with a sign before its id, such as `-big_tiger`: the others stay as earlier
    notices have them.
    """

    choices: tuple[tuple[str, str], ...]
    """As in `open_table`."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if not state.is_closed:
            yield LegalAction(cls.kind, asks=("choices",))

    def decide(self, draft: TableDraft) -> None:
        state = draft.state
        if state.is_closed:
            refuse(state.rules, "closed", state.rules.closes_after_notice.clause, "the table is closed")
        changes = chosen(self.choices)
        _require_not_settled(state.rules, changes)
        _require_possible(state.rules, changes)
        of_rounds, of_shoes = _by_when_they_hold(state.rules, changes)
        if of_rounds.choices:
            _give_notice(draft, of_rounds, new_shoe=False)
        if of_shoes.choices:
            _give_notice(draft, of_shoes, new_shoe=True)


def _require_possible(rules: TableRules, changes: HouseRules) -> None:
    """Cards that the book does not allow are refused by its own clause, as at the opening."""
    with_choices(rules, HouseRules({key: changes.choices[key] for key in CARDS & changes.choices.keys()}))
    fixed = [*sorted(FURNITURE & changes.choices.keys()), *(wager.id for wager in changes.wagers)]
    if fixed or not changes.choices:
        what = f"{fixed[0]} cannot change while the table is open" if fixed else "the notice changes nothing"
        refuse(rules, "change_not_possible", rules.notice_rounds.clause, f"{what}: name other choices")


def _by_when_they_hold(rules: TableRules, changes: HouseRules) -> tuple[HouseRules, HouseRules]:
    """What changes with a round, and what with a shoe."""
    with_shoe = {"dealing"} if rules.dealing_holds_for.value is HoldsFor.SHOE else set()
    of_shoes = {key: value for key, value in changes.choices.items() if key in with_shoe}
    return HouseRules({key: changes.choices[key] for key in changes.choices if key not in of_shoes}), HouseRules(
        of_shoes
    )


def _give_notice(draft: TableDraft, changes: HouseRules, *, new_shoe: bool) -> None:
    state = draft.state
    rules = _once_in_force(state, changes, new_shoe=new_shoe)
    require_procedures(rules)
    require_payable(rules)
    shown = tuple((key, PARAMETERS[key].kind.show(rules.ruled(key).value)) for key in changes.choices)
    clause = (state.rules.dealing if new_shoe else state.rules.notice_rounds).clause
    rounds = state.rules.notice_rounds.value
    if needs_no_notice(state.rules, changes.choices):
        clause, rounds = state.rules.dealing.clause, 1 if state.phase is Phase.DEALING else 0
    from_round = state.round_number + rounds
    draft.add(ChangeAnnounced(rules=rules, changes=shown, from_round=from_round, new_shoe=new_shoe, clause=clause))
    if rounds == 0:
        take_effect(draft, draft.state.notices[-1:])


def _require_not_settled(rules: TableRules, changes: HouseRules) -> None:
    """What conditions have settled is not for the house to change."""
    settled = sorted(settled_by_conditions(rules) & changes.choices.keys())
    if settled and rules.conditions is not None:
        sentence = f"{settled[0]} is settled by the conditions: name other choices"
        refuse(rules, "change_not_possible", rules.conditions.clause, sentence)


def _once_in_force(state: TableState, changes: HouseRules, *, new_shoe: bool) -> TableRules:
    """The rules once this notice is in force; it must make a table whether rounds or shoes end first."""
    of_rounds = [changes_of(notice) for notice in state.notices if not notice.new_shoe]
    of_shoes = [changes_of(notice) for notice in state.notices if notice.new_shoe]
    (of_shoes if new_shoe else of_rounds).append(changes)
    shoes_first = state.rules
    for one in (*of_shoes, *of_rounds):
        shoes_first = with_choices(shoes_first, one)
    rounds_first = state.rules
    for one in (*of_rounds, *(of_shoes if new_shoe else ())):
        rounds_first = with_choices(rounds_first, one)
    return rounds_first


@given_by(OPERATOR)
class AnnounceClosing(
    Command[TableState], tag="announce_closing.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Give notice that the table closes.

    It closes before the round that the notice names, or when the last patron has left; between rounds `close_table`
    closes it sooner. Refused where the house has set `closes_after_notice` to no.
    """

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        closing = any(notice.rules is None for notice in state.notices)
        if not state.is_closed and not closing and state.rules.closes_after_notice.value:
            yield LegalAction(cls.kind)

    def decide(self, draft: TableDraft) -> None:
        state = draft.state
        clause = state.rules.closes_after_notice.clause
        if not state.rules.closes_after_notice.value:
            sentence = "this house closes no table: change closes_after_notice by a notice first"
            refuse(state.rules, "never_closes", clause, sentence)
        if state.is_closed or any(notice.rules is None for notice in state.notices):
            refuse(state.rules, "closed", clause, "the closing has been announced already")
        from_round = state.round_number + state.rules.notice_rounds.value
        draft.add(ClosingAnnounced(from_round=from_round, clause=clause))
        close_if_empty(draft)


@given_by(OPERATOR)
class CloseTable(Command[TableState], tag="close_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Close the table after notice, between rounds: all money goes back to its patrons, who leave.

    Wagers go back, commission and debt are paid from chips, and all other chips are paid at the cage. A table whose
    notice has run out closes in the same way.
    """

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if may_close(state):
            yield LegalAction(cls.kind)

    def decide(self, draft: TableDraft) -> None:
        clause = draft.state.rules.closes_after_notice.clause
        if draft.state.is_closed:
            refuse(draft.state.rules, "closed", clause, "the table is closed already")
        if not may_close(draft.state):
            sentence = "a table closes after notice and between rounds: announce it, and finish the round"
            refuse(draft.state.rules, "not_closing", clause, sentence)
        close(draft)
