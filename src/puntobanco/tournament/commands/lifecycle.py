"""The operator plans, has approved, staffs and cancels; the director calls breaks and sets the pace."""

from collections.abc import Iterator

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import book, resolve
from puntobanco.rulebooks.approved_conditions import prevail
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.tournament_law import TournamentLaw
from puntobanco.streams.command import Command, given_by
from puntobanco.table.commands.table_lifecycle import chosen
from puntobanco.table.queries.opening_checks import require_payable, require_procedures
from puntobanco.tournament.command import DIRECTOR, OPERATOR, SUPERVISOR, require_director, require_still_played
from puntobanco.tournament.commands.draws import Committing
from puntobanco.tournament.conditions import Conditions, Problem, require_sound
from puntobanco.tournament.conditions_file import is_date
from puntobanco.tournament.events.lifecycle import (
    ApprovalConfirmed,
    ApprovalRecorded,
    BreakCalled,
    ConditionsChanged,
    FeeRefunded,
    OfficerNominated,
    PaceDirected,
    PlayResumed,
    TournamentCancelled,
    TournamentPlanned,
)
from puntobanco.tournament.ledger import back_to_the_cage
from puntobanco.tournament.model import Office
from puntobanco.tournament.queries.session_play import any_round_in_progress, running
from puntobanco.tournament.queries.staff import group_that_bars, is_approved, waits
from puntobanco.tournament.state import TournamentDraft, TournamentState, refuse
from puntobanco.values.money import Cents, Count, format_dollars


@given_by(OPERATOR)
class PlanTournament(
    Command[TournamentState], tag="plan_tournament.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Plan a tournament by a book, with the operator's choices for its tables and its conditions of entry and play."""

    book: str
    """Id of the rulebook."""
    edition: Count | None = None
    """As in `open_table`."""
    choices: tuple[tuple[str, str], ...] = ()
    """Pairs of a key and a value, as in a house file."""
    conditions: Conditions

    def planned(self) -> TournamentPlanned:
        """The first event of a tournament."""
        found = book(self.book, edition=self.edition)
        law = found.tournament
        if law is None:
            raise Refused(
                "no_tournaments", self.book, f"{self.book} has no clauses for tournaments: choose another book"
            )
        house = resolve(found, chosen(self.choices))
        rules, of_stages = tournament_rules(house, self.conditions, law)
        return TournamentPlanned(
            rules=rules,
            stage_rules=of_stages,
            choices=self.choices,
            conditions=self.conditions,
            clause=law.approval,
        )

    def decide(self, draft: TournamentDraft) -> None:
        refuse(
            draft.state,
            "already_planned",
            draft.state.law.approval,
            "the tournament is planned already: change its conditions",
        )


def tournament_rules(
    house: TableRules, conditions: Conditions, law: TournamentLaw
) -> tuple[TableRules, tuple[TableRules | None, ...]]:
    """The rules of the tables, once conditions without a contradiction prevail over book and house.

    Beside them those of each stage that has limits of its own.
    """
    require_sound(conditions, law, house.book)
    rules = _table_rules(house, conditions, law, (), "table")
    of_stages = tuple(
        _table_rules(house, conditions, law, one.limits, f"stages[{stage}].limits") if one.limits else None
        for stage, one in enumerate(conditions.stages)
    )
    for field, clause, what in _against_the_rules(conditions, rules, of_stages, law):
        raise Refused("conditions_unsound", house.cite(clause), f"{field}: {what} ({clause})")
    return rules, of_stages


def _table_rules(
    house: TableRules, conditions: Conditions, law: TournamentLaw, limits: tuple[tuple[str, str], ...], field: str
) -> TableRules:
    values = {**dict(conditions.table), **dict(limits)}
    try:
        rules = prevail(house, values, conditions=conditions.digest)
    except Unreadable as error:
        raise Refused("conditions_unsound", house.cite(law.limits), f"{field}: {error}") from None
    require_procedures(rules)
    require_payable(rules)
    return rules


def _against_the_rules(
    conditions: Conditions, rules: TableRules, of_stages: tuple[TableRules | None, ...], law: TournamentLaw
) -> Iterator[Problem]:
    """Where conditions and the tables that they make do not go together."""
    for stage, (one, own) in enumerate(zip(conditions.stages, of_stages, strict=True)):
        least = (own or rules).minimum.value
        issued = conditions.issued(stage)
        if issued is not None and issued < least:
            field = "chips" if stage == 0 else f"stages[{stage}].chips"
            yield field, law.chips_per_entry, f"{format_dollars(issued)} is under the minimum, {format_dollars(least)}"
        if one.shoes is None and one.rounds is None:
            yield f"stages[{stage}]", law.structure, "it has no end"
    if conditions.players_per_table > rules.seats.value:
        yield "players_per_table", law.players_per_table, f"a table has {rules.seats.value} seats"


@given_by(OPERATOR)
class ChangeConditions(
    Command[TournamentState], tag="change_conditions.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Change the conditions before the first ballot; they need an approval of their own.

    Once somebody has paid, the fee and the commission stay as they were paid.
    """

    conditions: Conditions

    def decide(self, draft: TournamentDraft) -> None:
        state, law = draft.state, draft.state.law
        if state.over or state.begun or state.session is not None:
            refuse(draft.state, "too_late", law.approval, "conditions change before the first ballot, and not after it")
        old, new = state.conditions, self.conditions
        if state.entrants and (old.entry_fee, old.commission) != (new.entry_fee, new.commission):
            refuse(draft.state, "fees_paid", law.no_refund, "fees were paid: fee and commission stay as they were")
        if len(state.entrants) > new.most_players:
            sentence = f"{len(state.entrants)} have entered, more than {new.most_players}"
            refuse(draft.state, "too_many_entered", law.players, sentence)
        for one in state.entrants.values():
            barred = group_that_bars(new, one.groups)
            if barred is not None:
                refuse(
                    draft.state,
                    "group_restricted",
                    law.groups,
                    f"{one.player} has entered: {barred} by these conditions",
                )
        found = book(state.rules.book, edition=state.rules.edition)
        rules, of_stages = tournament_rules(resolve(found, chosen(state.choices)), new, law)
        draft.add(ConditionsChanged(rules=rules, stage_rules=of_stages, conditions=new, clause=law.approval))


@given_by(OPERATOR)
class Nominate(Committing, tag="nominate.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shift manager nominates the director, an assistant or a dealer, who then does not enter."""

    nominee: str
    office: Office

    def decide(self, draft: TournamentDraft) -> None:
        if draft.state.cancelled:
            refuse(draft.state, "cancelled", draft.state.law.no_refund, "the tournament is cancelled")
        if not self.nominee.strip():
            refuse(draft.state, "bad_name", draft.state.law.director, "who is nominated has a name")
        require_no_player(draft, self.nominee)
        if draft.state.officers.get(self.nominee) is self.office:
            refuse(
                draft.state, "nominated_already", draft.state.law.director, f"{self.nominee} is {self.office} already"
            )
        draft.add(OfficerNominated(person=self.nominee, office=self.office, clause=draft.state.law.director))


def require_no_player(draft: TournamentDraft, person: str) -> None:
    """Who has entered, played for somebody or waits as a reserve does not work at the tournament."""
    reserve = waits(draft.state, person)
    if person in draft.state.known or reserve:
        what = "is a reserve" if reserve else "is or was a player"
        refuse(
            draft.state,
            "plays_here",
            draft.state.law.money,
            f"{person} {what} of this tournament and does not work at it",
        )


@given_by(OPERATOR)
class RecordApproval(
    Command[TournamentState], tag="record_approval.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Record the Commission's approval in writing: its reference and date, and the digest of what it approves."""

    reference: str
    date: str
    """Such as 2026-11-20."""
    conditions: str
    """The digest of the conditions that were approved."""
    series: bool = False
    """Whether it says that it is for a series of tournaments."""
    tournament: Count = 1
    """The how many-th tournament under this approval."""

    def decide(self, draft: TournamentDraft) -> None:
        state, clause = draft.state, draft.state.law.approval
        if state.cancelled or is_approved(state):
            refuse(
                draft.state,
                "approved_already",
                clause,
                "the conditions are approved already, or nothing is left to approve",
            )
        if not self.reference.strip() or not is_date(self.date):
            refuse(
                draft.state, "approval_incomplete", clause, "an approval has a reference and a date, such as 2026-11-20"
            )
        if self.conditions != state.conditions.digest:
            sentence = f"it approves other conditions: these are {state.conditions.digest}"
            refuse(draft.state, "other_conditions", clause, sentence)
        if self.tournament != 1 and not self.series:
            sentence = "this approval is for one tournament: only one that says so serves a series"
            refuse(draft.state, "no_series", draft.state.law.money, sentence)
        draft.add(
            ApprovalRecorded(
                reference=self.reference,
                date=self.date,
                conditions=self.conditions,
                series=self.series,
                by=self.actor.person,
                clause=clause,
            )
        )


@given_by(OPERATOR, SUPERVISOR)
class ConfirmApproval(Committing, tag="confirm_approval.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Confirm the recorded approval, as a second person who has seen it."""

    def decide(self, draft: TournamentDraft) -> None:
        approval, clause = draft.state.approval, draft.state.law.approval
        if approval is None or approval.confirmed_by is not None or draft.state.cancelled:
            refuse(draft.state, "nothing_to_confirm", clause, "no approval waits to be confirmed")
        if approval.recorded_by == self.actor.person:
            refuse(draft.state, "same_person", clause, "somebody else than who recorded it confirms the approval")
        draft.add(ApprovalConfirmed(by=self.actor.person, clause=clause))


@given_by(*DIRECTOR)
class CallBreak(Command[TournamentState], tag="call_break.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Offer a break of a stated length, while no round is being dealt."""

    minutes: Count

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        state, clause = draft.state, draft.state.law.breaks
        if running(state) is None or state.on_break is not None or any_round_in_progress(state):
            refuse(
                draft.state,
                "no_break_now",
                clause,
                "a break is called while a session runs and no round is being dealt",
            )
        if self.minutes < 1:
            refuse(draft.state, "no_length", clause, "say how long the break is, in minutes")
        draft.add(BreakCalled(minutes=self.minutes, clause=clause))


@given_by(*DIRECTOR)
class ResumePlay(Command[TournamentState], tag="resume_play.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """End the break."""

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        if draft.state.on_break is None:
            refuse(draft.state, "no_break", draft.state.law.breaks, "there is no break to end")
        draft.add(PlayResumed(clause=draft.state.law.breaks))


@given_by(*DIRECTOR)
class DirectPace(Command[TournamentState], tag="direct_pace.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Direct players to a rate of play, in words."""

    text: str

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        require_still_played(draft)
        if not self.text.strip():
            refuse(draft.state, "no_direction", draft.state.law.pace, "say in words how fast is to be played")
        draft.add(PaceDirected(direction=self.text, clause=draft.state.law.pace))


@given_by(OPERATOR)
class CancelTournament(
    Command[TournamentState], tag="cancel_tournament.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Cancel the tournament, until the first prize is paid: everybody gets back what they paid, commission included."""

    reason: str

    def decide(self, draft: TournamentDraft) -> None:
        state, clause = draft.state, draft.state.law.no_refund
        if not self.reason.strip():
            refuse(draft.state, "no_reason", clause, "say why the tournament is cancelled")
        if not may_be_cancelled(state):
            refuse(
                draft.state,
                "too_late",
                draft.state.law.money,
                "a tournament is cancelled once, and before the first prize is paid",
            )
        draft.add(TournamentCancelled(reason=self.reason, clause=clause))
        for payer, amount in _paid(draft):
            entry = back_to_the_cage(draft.state.fees, amount)
            draft.add(FeeRefunded(payer=payer, amount=amount, entry=entry, clause=clause))


def may_be_cancelled(state: TournamentState) -> bool:
    """Until the first prize is paid, or places were awarded and there is none to pay."""
    awards = state.awards
    closed = awards is not None and (any(one.paid for one in awards) or not any(one.prize for one in awards))
    return not state.cancelled and not closed


def _paid(draft: TournamentDraft) -> Iterator[tuple[str, Cents]]:
    return ((one.payer, one.paid) for one in draft.state.entrants.values() if one.paid)
