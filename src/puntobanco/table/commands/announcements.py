"""The dealer speaks the words of the table."""

from collections.abc import Iterator
from typing import Annotated

from puntobanco.streams.actors import DEALER, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Label, Sets
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table.events.table_lifecycle import announce
from puntobanco.table.queries.announcements import (
    ANNOUNCEMENTS,
    clause_of_the_moment,
    is_the_call,
    may_announce,
    numbers_of_the_moment,
)
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.text import choose, in_words, quoted


@given_by(DEALER)
class Announce(Command[TableState], tag="announce.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make one of the table's announcements, by its key.

    At its moment, with the real numbers of that moment. Where the call closes the wagers, `call_no_more_bets` is
    the command of that name and no mere words.
    """

    key: Annotated[str, Label("What is announced")]
    """`call_no_more_bets`, `call_no_bets`, `call_counts`, `call_result`, `call_tie` or `call_last_round`."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        return (LegalAction(cls.kind, (("key", key),)) for key in ANNOUNCEMENTS if may_announce(state, key))

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return in_words(str(where["key"]))

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
