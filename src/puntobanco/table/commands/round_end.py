"""A round is settled and ends, and what follows: the end of the shoe, notices, voids."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from puntobanco.coup.coup import facts, pair_facts
from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.coup.settle import Outcome
from puntobanco.coup.shoe import Ending, round_ended
from puntobanco.rulebooks import HouseRules
from puntobanco.rulebooks.approved_conditions import with_choices
from puntobanco.rulebooks.facts import Facts, Result
from puntobanco.rulebooks.rule_values import HoldsFor, Remedy
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.rulebooks.wagers import FOUR_CARDS, Stage
from puntobanco.streams.actors import DEALER, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table import ledger
from puntobanco.table.commands.commission_and_debt import collect_from_all, pay_out, settle_debt
from puntobanco.table.commands.reversals import reversal
from puntobanco.table.commands.round_start import deal_waiting, remedy_in_error
from puntobanco.table.commands.settlement import announce_result, settle_wagers
from puntobanco.table.events.cards import CardPutAside, IrregularityFound, report
from puntobanco.table.events.money import CommissionDue
from puntobanco.table.events.patrons import PatronLeft
from puntobanco.table.events.round import RoundCancelled, RoundEnded
from puntobanco.table.events.rulings import RoundVoided
from puntobanco.table.events.settlement import StageReversed
from puntobanco.table.events.shoe import NewShoeDue, ShoeEnds
from puntobanco.table.events.table_lifecycle import ChangeTookEffect, TableClosed, announce
from puntobanco.table.events.turns import move_marker, put_marker_back
from puntobanco.table.events.wagers import give_all_back, give_back
from puntobanco.table.model import (
    BETTING,
    PREPARING,
    WITH_WAGERS,
    EndedRound,
    Notice,
    Phase,
    Preparation,
    RoundRecord,
    RoundState,
    SettledWager,
    TableCard,
)
from puntobanco.table.queries.layout import no_longer_possible
from puntobanco.table.queries.money import commission_is_due
from puntobanco.table.queries.round import current_round, in_error, is_complete, reopenable, stage_due
from puntobanco.table.queries.shoe import NEW_SHOE, check_steps
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason, void_by
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.cards import Card


@given_by(DEALER)
class Settle(Command[TableState], tag="settle.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Collect losers and pay winners of the stage that is due; at the end, announce the result and end the round."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if stage_due(state) is not None:
            yield LegalAction(cls.kind)

    def decide(self, draft: TableDraft) -> None:
        stage = stage_due(draft.state)
        if stage is None:
            refuse(draft.state.rules, *_why_nothing_is_settled(draft.state))
        settle_one(draft, stage)


def _why_nothing_is_settled(state: TableState) -> tuple[str, str, str]:
    """Code, clause and sentence."""
    if state.round is not None and state.round.misplaced:
        sentence = "cards lie out of sequence: a supervisor puts them right before anything is settled"
        return "out_of_sequence", state.rules.on_out_of_sequence.clause, sentence
    return "not_due", state.rules.deal_order.clause, "no wagers are due for settlement: the coup is not that far"


def settle_one(draft: TableDraft, stage: Stage) -> None:
    """Collect losers and pay winners of a stage; the last one ends the round."""
    coup = current_round(draft.state).coup
    if coup is None:
        raise ValueError("a stage is due only when all cards are in sight")
    if stage is FOUR_CARDS:
        before = draft.state
        settle_wagers(draft, stage, pair_facts(coup))
        deal_waiting(draft, before)
        void_for_cards_left_over(draft)
        return
    found = facts(draft.state.rules, coup)
    announce_result(draft, found)
    settle_wagers(draft, stage, found)
    end_round(draft, found, clause=draft.state.rules.deal_order.clause)


def settle_all(draft: TableDraft) -> None:
    """Settle whatever is due, stage by stage, as far as the cards go."""
    while (stage := stage_due(draft.state)) is not None:
        settle_one(draft, stage)


def end_round(draft: TableDraft, found: Facts | None, *, clause: str, ends_shoe: bool = False) -> None:
    """End the round, void without facts, and do what follows from it: last round, new shoe, notices, closing."""
    state = draft.state
    current = current_round(draft.state)
    was, in_use = state.shoe.ending, state.interrupted is None
    ending = round_ended(state.rules, was, tie=found is not None and found.result is Result.TIE)
    draft.add(
        RoundEnded(
            number=current.number,
            result=None if found is None else found.result,
            facts=found,
            sat_out=() if found is None else _sat_out(state, current),
            void=found is None,
            ending=ending,
            clause=clause,
        )
    )
    if found is not None:
        move_marker(draft)
    if in_use and ending is Ending.LAST_ROUND and was is not Ending.LAST_ROUND:
        announce(draft, "call_last_round")
    if in_use and ending is Ending.OVER:
        shoe_is_over(draft, clause if ends_shoe else draft.state.shoe.ended_by or draft.state.rules.last_round.clause)
    if not in_use:
        _collect_for_the_shoe(draft)
    shuffle_after_vacancy(draft)
    apply_after_round(draft)


def shoe_is_over(draft: TableDraft, clause: str) -> None:
    """Commission is collected at the end of the shoe, and the cards are shuffled, after a check if they need one."""
    _collect_for_the_shoe(draft)
    checks = check_steps(draft.state.rules) if draft.state.shoe.recheck else ()
    draft.add(NewShoeDue(pending=(*checks, *NEW_SHOE), clause=clause))


def _collect_for_the_shoe(draft: TableDraft) -> None:
    owing = any(draft.state.balance(ledger.commission_owed(name)) for name in draft.state.patrons)
    if owing or draft.state.rules.commission_every.value is not None:
        collect_from_all(draft)


def end_shoe_after_check(draft: TableDraft, *, reason: Reason, clause: str) -> None:
    """Something is wrong with the cards: the round is void, the shoe ends, and the cards are checked."""
    draft.add(ShoeEnds(clause=clause))
    if draft.state.round is None:
        shoe_is_over(draft, clause)
    else:
        void_current(draft, reason=reason, clause=clause, reshuffle=False)


def _sat_out(state: TableState, current: RoundState) -> tuple[tuple[str, int], ...]:
    """How many rounds in a row each seated patron sat out while all other seats were in use.

    A seat was in use for a round if somebody had it when wagers closed, and somebody has it at the end.
    """
    if state.rules.sit_out_limit.value is None or current.kind is not WITH_WAGERS:
        return ()
    seated = [patron for patron in state.patrons.values() if patron.seat is not None]
    full = len(seated) == len(current.seated) == state.rules.seats.value
    counts = [(one, one.sat_out + 1 if full and one.name not in current.bettors else 0) for one in seated]
    return tuple([(one.name, count) for one, count in counts if one.name in current.seated and count != one.sat_out])


def void_for(draft: TableDraft, irregularity: Irregularity) -> None:
    """Record what went wrong and void the round that is being dealt, by the table's remedy."""
    found = remedy(draft.state.rules, irregularity)
    report(draft, irregularity, found)
    reshuffle = found.value is Remedy.ROUND_VOID_AND_RESHUFFLE
    void_current(draft, reason=void_by(irregularity), clause=found.clause, reshuffle=reshuffle)


def void_current(draft: TableDraft, *, reason: Reason, clause: str, reshuffle: bool) -> None:
    """The round in progress is as if it had not been: stakes go back, pairs already settled are reversed."""
    current = draft.state.round
    if current is not None:
        settled = tuple(line for line in current.settled if not line.voided)
        give_all_back(draft, reason=reason, clause=clause)
        if settled:
            entry = reversal(draft.state, settled)
            draft.add(StageReversed(number=current.number, wagers=settled, entry=entry, reason=reason, clause=clause))
        end_round(draft, None, clause=clause, ends_shoe=reshuffle)
    in_use = draft.state.phase in (BETTING, PREPARING)
    if reshuffle and in_use and Preparation.SHUFFLE not in draft.state.pending:
        shoe_is_over(draft, clause)


def void_for_cards_left_over(draft: TableDraft) -> None:
    """Cards that wait when both hands are complete are in excess: they void the round where the house says so.

    So do those before player, as soon as they are known not to be player's.
    """
    state = draft.state
    found = [(one.card, *too_many) for one in state.excess if (too_many := _too_many(state, one.card)) is not None]
    voiding = [one for one in found if one[2].value is Remedy.ROUND_VOID]
    for card, irregularity, void in voiding:
        report(draft, irregularity, void)
        put_waiting_aside(draft, card, void.clause)
    if voiding:
        void_current(draft, reason=Reason.EXCESS_CARD, clause=voiding[0][2].clause, reshuffle=False)


def _too_many(state: TableState, card: TableCard) -> tuple[Irregularity, Ruled[Remedy]] | None:
    """What a card that waits is, and what becomes of it; none as long as a hand may have it."""
    if card.place in in_error(state):
        return Irregularity.PLAYER_CARD_IN_ERROR, remedy_in_error(state, card)
    return (in_excess(card), remedy(state.rules, in_excess(card))) if is_complete(state) else None


def put_waiting_aside(draft: TableDraft, card: TableCard, clause: str) -> None:
    """A card that waits is used for nothing."""
    draft.add(CardPutAside(card=card.card, counted=True, place=card.place, clause=clause))


def in_excess(card: TableCard) -> Irregularity:
    """What a card is that nobody is due."""
    return Irregularity.EXCESS_CARD_SEEN if card.face_up else Irregularity.EXCESS_CARD_UNSEEN


def card_is_impossible(draft: TableDraft, card: Card) -> None:
    """The shoe ends: hands that are complete without the card stand, others are void."""
    found = remedy(draft.state.rules, Irregularity.IMPOSSIBLE_CARD)
    draft.add(CardPutAside(card=card, counted=False, place=None, clause=found.clause))
    if is_complete(draft.state):
        report(draft, Irregularity.IMPOSSIBLE_CARD, Ruled(value=Remedy.HANDS_STAND_SHOE_ENDS, clause=found.clause))
        draft.add(ShoeEnds(clause=found.clause))
        return
    draft.add(IrregularityFound(irregularity=Irregularity.IMPOSSIBLE_CARD, remedy=found.value, clause=found.clause))
    end_shoe_after_check(draft, reason=Reason.IMPOSSIBLE_CARD, clause=found.clause)


def shuffle_after_vacancy(draft: TableDraft) -> None:
    """Play resumes at a table that was empty: some books want a shuffle first."""
    state = draft.state
    resumes = state.vacated and bool(state.patrons) and state.phase in (BETTING, PREPARING)
    if resumes and Preparation.SHUFFLE not in state.pending and state.rules.shuffle_after_vacancy.value:
        draft.add(NewShoeDue(pending=NEW_SHOE, clause=state.rules.shuffle_after_vacancy.clause))


def apply_after_round(draft: TableDraft) -> None:
    """Put into force what was announced long enough ago."""
    due = [one for one in draft.state.notices if one.from_round <= draft.state.round_number and not one.new_shoe]
    changes = list(takewhile(lambda one: one.rules is not None, due))
    take_effect(draft, changes)
    if len(changes) < len(due):
        close(draft)
    else:
        _tell_commission_due(draft)


def _tell_commission_due(draft: TableDraft) -> None:
    """Tell the dealer, once, that the interval has passed."""
    state, every = draft.state, draft.state.rules.commission_every
    if not state.commission_told and commission_is_due(state):
        rounds = state.round_number - 1 - state.last_collection
        draft.add(CommissionDue(rounds=rounds, clause=every.clause))


def needs_no_notice(rules: TableRules, keys: Iterable[str]) -> bool:
    """A dealing style that is decided round by round holds from the next one."""
    return set(keys) == {"dealing"} and rules.dealing_holds_for.value is HoldsFor.ROUND


def changes_of(notice: Notice) -> HouseRules:
    """What a notice changes; the rest of its rules is what stood when it was given."""
    return HouseRules({} if notice.rules is None else {key: notice.rules.ruled(key).value for key in notice.keys})


def take_effect(draft: TableDraft, notices: Sequence[Notice]) -> None:
    """Put them in force, one after the other; what lies is measured by what they come to together."""
    for notice in notices:
        _take_effect(draft, notice)
    if notices:
        _return_what_the_change_forbids(draft)


def _take_effect(draft: TableDraft, notice: Notice) -> None:
    rules = with_choices(draft.state.rules, changes_of(notice))
    of_dealing = notice.new_shoe or needs_no_notice(rules, notice.keys)
    clause = rules.dealing.clause if of_dealing else rules.notice_rounds.clause
    place = next(place for place, one in enumerate(draft.state.notices) if one is notice)
    draft.add(ChangeTookEffect(rules=rules, new_shoe=notice.new_shoe, notice=place, clause=clause))


def _return_what_the_change_forbids(draft: TableDraft) -> None:
    """Chips that stayed on the layout must be wagers under the new rules, too."""
    clause = draft.state.rules.notice_rounds.clause
    for one in no_longer_possible(draft.state):
        give_back(draft, one, one.amount, reason=Reason.RULES_CHANGED, clause=clause)


def close(draft: TableDraft) -> None:
    """The table closes: wagers go back, all that is owed is paid from chips, and the patrons leave with the rest."""
    clause = draft.state.rules.closes_after_notice.clause
    give_all_back(draft, reason=Reason.TABLE_CLOSES, clause=clause)
    collect_from_all(draft)
    for name in tuple(draft.state.patrons):
        settle_debt(draft, name)
        pay_out(draft, name, clause)
        draft.add(PatronLeft(patron=name, clause=clause))
    draft.add(TableClosed(clause=clause))


def close_if_empty(draft: TableDraft) -> None:
    """A table whose closing is announced closes when nobody is there to be dealt another round."""
    state = draft.state
    closing = any(notice.rules is None for notice in state.notices)
    if closing and not state.patrons and state.phase is not Phase.DEALING:
        close(draft)


def void_finished(draft: TableDraft, found: RoundRecord, *, reason: Reason, clause: str) -> None:
    """A finished round is as if it had not been: what lies on the layout only because of it goes back first."""
    settled = tuple(line for line in found.settled if not line.voided)
    last = reopenable(draft.state)
    if last is None or last.round.number != found.number:
        _reverse_finished(draft, found, settled, reason=reason, clause=clause)
        return
    give_back_what_stayed(draft, last, settled, clause)
    further = not _due_by_the_tie(draft, last, found)
    if not further:
        give_all_back(draft, reason=Reason.NO_FURTHER_ROUND, clause=draft.state.rules.last_round.clause)
    _reverse_finished(draft, found, settled, reason=reason, clause=clause)
    put_marker_back(draft, last.turns.marker)
    if not further:
        _end_without_the_tie(draft)


def _reverse_finished(
    draft: TableDraft, found: RoundRecord, settled: tuple[SettledWager, ...], *, reason: Reason, clause: str
) -> None:
    entry = reversal(draft.state, settled)
    draft.add(RoundVoided(number=found.number, entry=entry, reason=reason, clause=clause))


def give_back_what_stayed(draft: TableDraft, last: EndedRound, void: tuple[SettledWager, ...], clause: str) -> None:
    """Chips of a void stand-off do not stay on the layout, unless the next round has closed the wagers."""
    stood_off = {(line.area, line.wager, line.patron) for line in void if line.outcome is Outcome.STOOD_OFF}
    stayed = [one for one in draft.state.stakes if one.order < last.placed]
    for one in stayed if draft.state.round is None else ():
        if (one.area, one.wager, one.patron) in stood_off:
            give_back(draft, one, one.amount, reason=Reason.VOID, clause=clause)


def _due_by_the_tie(draft: TableDraft, last: EndedRound, found: RoundRecord) -> bool:
    """A void round is no tie: a round that is due only because of it is not dealt."""
    if last.taken_out is not None:
        return False
    given = round_ended(draft.state.rules, last.ending, tie=found.result is Result.TIE)
    return given is Ending.LAST_ROUND and round_ended(draft.state.rules, last.ending, tie=False) is Ending.OVER


def _end_without_the_tie(draft: TableDraft) -> None:
    clause = draft.state.rules.last_round.clause
    if draft.state.round is not None:
        draft.add(RoundCancelled(number=draft.state.round.number, clause=clause))
    shoe_is_over(draft, clause)
