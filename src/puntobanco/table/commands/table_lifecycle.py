"""The operator opens and closes the table and gives notice; the dealer speaks its words."""

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import HouseRules, book, resolve
from puntobanco.rulebooks.approved_conditions import prevail, settled_by_conditions, with_choices
from puntobanco.rulebooks.rule_values import HoldsFor
from puntobanco.rulebooks.table_rules import PARAMETERS, TableRules
from puntobanco.streams.actors import DEALER, OPERATOR
from puntobanco.streams.command import Command, given_by
from puntobanco.table.commands.round_end import changes_of, close, close_if_empty, needs_no_notice, take_effect
from puntobanco.table.events.table_lifecycle import ChangeAnnounced, ClosingAnnounced, TableOpened, announce
from puntobanco.table.model import Phase
from puntobanco.table.queries.announcements import (
    ANNOUNCEMENTS,
    clause_of_the_moment,
    is_the_call,
    may_announce,
    numbers_of_the_moment,
)
from puntobanco.table.queries.history import may_close
from puntobanco.table.queries.opening_checks import require_payable, require_procedures
from puntobanco.table.queries.shoe import opening
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Count
from puntobanco.values.text import choose, quoted


@given_by(OPERATOR)
class OpenTable(Command[TableState], tag="open_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open the table by a book, with the operator's choices written as in a house file.

    What is not chosen comes from the book's practice house. In `washington` the house chooses every procedure for
    irregularities itself.
    """

    book: str
    """Id of the rulebook."""
    edition: Count | None = None
    """Of the book: the newest, unless another is named. A record names it in any case."""
    choices: tuple[tuple[str, str], ...] = ()
    """Pairs of a key and a value, as in a house file."""
    conditions: tuple[tuple[str, str], ...] = ()
    """What approved conditions say of the table, in the same way: they prevail over book and house."""
    conditions_digest: str | None = None
    """The digest of the document that has these conditions; without it there are none."""

    def opened(self, *, what_if: bool = False) -> TableOpened:
        """The first event of a table; it does not open while a procedure is missing that its operator must choose.

        A table that is decided never wonders `what_if`: only a rehearsal does, whose records are nobody's log.
        """
        house = chosen(self.choices)
        found = book(self.book, edition=self.edition)
        rules = self._with_conditions(resolve(found, house, what_if=what_if))
        for key, clause in found.chosen_by_every_house.items():
            if key not in house.choices:
                sentence = f"the house has not chosen {key}: name its procedure, then open"
                refuse(rules, "controls_incomplete", clause, sentence)
        require_procedures(rules)
        require_payable(rules)
        return TableOpened(rules=rules, pending=opening(rules), clause=rules.opening_check.clause)

    def _with_conditions(self, rules: TableRules) -> TableRules:
        if self.conditions_digest is not None:
            return prevail(rules, _each_once(self.conditions), conditions=self.conditions_digest)
        if self.conditions:
            raise Unreadable("conditions are named by the digest of their document: write conditions_digest")
        return rules

    def decide(self, _: TableDraft) -> None:
        raise Refused("already_open", "open_table", "the table is open already")


def chosen(choices: tuple[tuple[str, str], ...]) -> HouseRules:
    """What the house chose, each key once."""
    return HouseRules.read(_each_once(choices))


def _each_once(choices: tuple[tuple[str, str], ...]) -> dict[str, str]:
    keys = [key for key, _ in choices]
    for key in keys:
        if keys.count(key) > 1:
            raise Unreadable(f"{key} is chosen twice: write it once")
    return dict(choices)


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

    def decide(self, draft: TableDraft) -> None:
        clause = draft.state.rules.closes_after_notice.clause
        if draft.state.is_closed:
            refuse(draft.state.rules, "closed", clause, "the table is closed already")
        if not may_close(draft.state):
            sentence = "a table closes after notice and between rounds: announce it, and finish the round"
            refuse(draft.state.rules, "not_closing", clause, sentence)
        close(draft)


@given_by(DEALER)
class Announce(Command[TableState], tag="announce.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make one of the table's announcements, by its key.

    At its moment, with the real numbers of that moment. Where the call closes the wagers, `call_no_more_bets` is
    the command of that name and no mere words.
    """

    key: str
    """`call_no_more_bets`, `call_no_bets`, `call_counts`, `call_result`, `call_tie` or `call_last_round`."""

    def decide(self, draft: TableDraft) -> None:
        rules = draft.state.rules
        if self.key not in ANNOUNCEMENTS:
            sentence = f"{quoted(self.key)} is no announcement: {choose(self.key, ANNOUNCEMENTS)}"
            refuse(rules, "no_such_announcement", rules.call_no_more_bets.clause, sentence)
        ruled = rules.ruled(self.key)
        if ruled.value is None:
            refuse(rules, "not_documented", ruled.clause, "this announcement is not among the table's")
        if is_the_call(draft.state, self.key):
            sentence = "these words close the wagers: say them with call_no_more_bets"
            refuse(rules, "call_has_effect", rules.closing.clause, sentence)
        if not may_announce(draft.state, self.key):
            sentence = f"this announcement belongs to another moment: {ANNOUNCEMENTS[self.key]}"
            refuse(rules, "wrong_moment", ruled.clause, sentence)
        announce(
            draft, self.key, clause=clause_of_the_moment(draft.state, self.key), **numbers_of_the_moment(draft.state)
        )
