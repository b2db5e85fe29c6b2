"""The life of a tournament: it is planned, approved, staffed, paused, cancelled."""

from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.tournament.conditions import Conditions
from puntobanco.tournament.model import Approval, Office
from puntobanco.tournament.state import Books, TournamentEventBase, TournamentState, posted
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


class TournamentPlanned(
    TournamentEventBase, tag="tournament_planned.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A tournament was planned: its conditions, and the rules of its tables once they prevail."""

    rules: TableRules
    stage_rules: tuple[TableRules | None, ...]
    """By stage, where it has limits of its own; null where it has none."""
    choices: tuple[tuple[str, str], ...]
    """What the house chose, as it was written."""
    conditions: Conditions

    def initial(self) -> TournamentState:
        return TournamentState(
            rules=self.rules,
            stage_rules=self.stage_rules,
            choices=self.choices,
            conditions=self.conditions,
        )

    def apply(self, _: TournamentState) -> TournamentState:
        return self.initial()

    def describe(self, by: str, /) -> str:
        return f"{self.conditions.title} planned by {by}, conditions {self.conditions.digest[:12]}"


class ConditionsChanged(
    TournamentEventBase, tag="conditions_changed.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """The conditions are others, which need an approval of their own."""

    rules: TableRules
    stage_rules: tuple[TableRules | None, ...]
    """By stage, where it has limits of its own; null where it has none."""
    conditions: Conditions

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(
            state,
            rules=self.rules,
            stage_rules=self.stage_rules,
            conditions=self.conditions,
            approval=None,
        )

    def describe(self, by: str, /) -> str:
        return f"Conditions changed by {by} to {self.conditions.digest[:12]}, which are to be approved"


class OfficerNominated(
    TournamentEventBase, tag="officer_nominated.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Somebody works at the tournament, and does not enter it."""

    person: str
    office: Office

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(state, officers={**state.officers, self.person: self.office})

    def describe(self, _: str, /) -> str:
        return f"{self.person} is {self.office} of the tournament"


class ApprovalRecorded(
    TournamentEventBase, tag="approval_recorded.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """The approval of the conditions is on record, and is to be confirmed by somebody else."""

    reference: str
    date: str
    conditions: str
    series: bool
    by: str

    def apply(self, state: TournamentState) -> TournamentState:
        approval = Approval(
            reference=self.reference,
            date=self.date,
            conditions=self.conditions,
            series=self.series,
            recorded_by=self.by,
        )
        return changed(state, approval=approval)

    def describe(self, by: str, /) -> str:
        series = ", for a series" if self.series else ""
        return f"{by} records approval {self.reference} of {self.date} for conditions {self.conditions[:12]}{series}"


class ApprovalConfirmed(
    TournamentEventBase, tag="approval_confirmed.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A second person has seen the approval."""

    by: str

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(state, approval=state.approval and changed(state.approval, confirmed_by=self.by))

    def describe(self, by: str, /) -> str:
        return f"{by} confirms the approval"


class BreakCalled(TournamentEventBase, tag="break_called.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A break of a stated length began."""

    minutes: Count

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(state, on_break=self.minutes)

    def describe(self, _: str, /) -> str:
        return f"Break of {self.minutes} minute{'' if self.minutes == 1 else 's'}"


class PlayResumed(TournamentEventBase, tag="play_resumed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The break is over."""

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(state, on_break=None)

    def describe(self, _: str, /) -> str:
        return "The break is over"


class PaceDirected(TournamentEventBase, tag="pace_directed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The director said how fast is to be played."""

    direction: str

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(state, pace=self.direction)

    def describe(self, by: str, /) -> str:
        return f"Pace of play, by {by}: {self.direction}"


class TournamentCancelled(
    TournamentEventBase, tag="tournament_cancelled.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """The operator cancelled the tournament: nothing is played or awarded, and all fees go back."""

    reason: str

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(state, cancelled=True, over=True, session=None, later=(), tables={}, results=None, on_break=None)

    def describe(self, by: str, /) -> str:
        return f"The tournament is cancelled by {by}: {self.reason}"


class FeeRefunded(TournamentEventBase, tag="fee_refunded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who paid a fee got it back, commission included."""

    payer: str
    amount: Cents
    entry: Books

    def apply(self, state: TournamentState) -> TournamentState:
        return posted(state, self.entry)

    def describe(self, _: str, /) -> str:
        return f"{self.payer} gets {format_dollars(self.amount)} back"
