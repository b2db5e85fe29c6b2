"""The life of a table: it opens, gives notice, changes its rules, speaks and closes."""

from puntobanco.rulebooks.parameter_types import spoken
from puntobanco.rulebooks.table_rules import PARAMETERS, TableRules
from puntobanco.table.model import EndedRound, Notice, Phase, Preparation
from puntobanco.table.state import Public, TableDraft, TableState, out_of_use, without_excess
from puntobanco.values.money import Count
from puntobanco.values.replace import changed


class TableOpened(Public, tag="table_opened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table opened, with all its rules and what is to be done before the first coup."""

    rules: TableRules
    pending: tuple[Preparation, ...]

    def initial(self) -> TableState:
        return TableState(rules=self.rules, phase=Phase.PREPARING, pending=self.pending, patrons={}, accounts={})

    def apply(self, _: TableState) -> TableState:
        return self.initial()

    def describe(self, _: str, /) -> str:
        return f"Table opened by {self.rules.book}, rules {self.rules.digest[:12]}"


class Announced(Public, tag="announced.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dealer said these words."""

    words: str

    leaves_fresh = True

    def apply(self, state: TableState) -> TableState:
        return state

    def describe(self, _: str, /) -> str:
        return f'Dealer: "{self.words}"'


def announce(draft: TableDraft, key: str, *, clause: str | None = None, **words: object) -> None:
    """Say the table's words for this moment, where it has any, by the clause that has them or the cause's."""
    ruled = draft.state.rules.ruled(key)
    if ruled.value is not None:
        draft.add(Announced(words=spoken(ruled.value, words), clause=clause or ruled.clause))


class ChangeAnnounced(Public, tag="change_announced.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Notice was given of other choices of the house, and of the round from which they hold."""

    rules: TableRules
    changes: tuple[tuple[str, str], ...]
    from_round: Count
    new_shoe: bool

    def apply(self, state: TableState) -> TableState:
        notice = Notice(
            from_round=self.from_round,
            rules=self.rules,
            keys=tuple(key for key, _ in self.changes),
            new_shoe=self.new_shoe,
        )
        return changed(state, notices=(*state.notices, notice))

    def describe(self, _: str, /) -> str:
        told = "; ".join([f"{PARAMETERS[key].title}: {value}" for key, value in self.changes])
        if self.new_shoe:
            return f"Notice from the next shoe, not before round {self.from_round}: {told}"
        return f"Notice from round {self.from_round}: {told}"


class ChangeTookEffect(Public, tag="change_took_effect.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choices of which notice was given hold from now on."""

    rules: TableRules
    new_shoe: bool
    notice: Count
    """Which of the notices that wait, from the oldest."""

    def apply(self, state: TableState) -> TableState:
        notices = (*state.notices[: self.notice], *state.notices[self.notice + 1 :])
        ended = state.ended and _with_notice(state.ended, state.notices[self.notice])
        return changed(state, rules=self.rules, notices=notices, ended=ended)

    def describe(self, _: str, /) -> str:
        return f"The announced change is in force, rules {self.rules.digest[:12]}"


def _with_notice(ended: EndedRound, notice: Notice) -> EndedRound:
    """What took effect after the round does so again when the round has been opened again and ends."""
    return ended if notice in ended.notices else changed(ended, notices=(*ended.notices, notice))


class ClosingAnnounced(Public, tag="closing_announced.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Notice was given that the table closes."""

    from_round: Count

    def apply(self, state: TableState) -> TableState:
        return changed(state, notices=(*state.notices, Notice(from_round=self.from_round, rules=None)))

    def describe(self, _: str, /) -> str:
        return (
            f"Notice: the table closes before round {self.from_round}, sooner if the operator closes it between rounds"
        )


class TableClosed(Public, tag="table_closed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table is closed."""

    def apply(self, state: TableState) -> TableState:
        if state.shoe.loaded:
            state = out_of_use(state, state.shoe)  # its cards lie there until they are checked
        pending = (Preparation.CHECK,) if state.rules.closing_check.value else ()
        return changed(
            without_excess(state),
            phase=Phase.CLOSED,
            pending=pending,
            notices=(),
            no_bet_asked_by=None,
            no_bet_agreed=frozenset(),
            cut_offered_to=None,
        )

    def describe(self, _: str, /) -> str:
        return "Table closed"


class DealerCame(Public, tag="dealer_came.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person acts as dealer of this table for the first time, and does not bet at it from now on."""

    person: str

    leaves_fresh = True

    def apply(self, state: TableState) -> TableState:
        return changed(state, dealers=state.dealers | {self.person})

    def describe(self, _: str, /) -> str:
        return f"{self.person} deals at this table"
