"""Somebody does something at a table of the tournament."""

from puntobanco.streams.actors import ACTING, Actor, Role
from puntobanco.streams.command import Command, given_by, name_of
from puntobanco.streams.normalise_names import accepted
from puntobanco.table import commands as table_commands
from puntobanco.table import events as happened
from puntobanco.table.commands import TableCommand as TableCommand
from puntobanco.table.events import TableEvent as TableEvent
from puntobanco.tournament.command import require_open
from puntobanco.tournament.commands.lifecycle import require_no_player
from puntobanco.tournament.commands.session_reopening import reopen_session
from puntobanco.tournament.commands.table_outcomes import react
from puntobanco.tournament.commands.tables import do_at
from puntobanco.tournament.events.lifecycle import OfficerNominated
from puntobanco.tournament.model import Ending, Office, TableInPlay
from puntobanco.tournament.queries.powers import is_out_of_turn
from puntobanco.tournament.queries.reaching_back import reaches_back
from puntobanco.tournament.queries.session_play import is_done, is_of_session, running, tables_in_play
from puntobanco.tournament.queries.staff import conducts, waits
from puntobanco.tournament.state import TournamentDraft, TournamentState, refuse

NOT_HERE: tuple[type[TableCommand], ...] = (
    table_commands.OpenTable,
    table_commands.IssueChips,
    table_commands.TakeChipsIn,
    table_commands.AnnounceChange,
    table_commands.AnnounceClosing,
    table_commands.CloseTable,
)
"""What the tournament does at its tables itself, or what its conditions leave no room for."""

AT_ANY_TIME: tuple[type[TableCommand], ...] = (
    table_commands.AskRules,
    table_commands.RaiseDispute,
    table_commands.DecideDispute,
    table_commands.AskReview,
)
"""What is done in a break and, as long as the stage is not closed, at a table whose session is over."""

IN_A_BREAK: tuple[type[TableCommand], ...] = (
    *AT_ANY_TIME,
    table_commands.Exclude,
    table_commands.VoidRound,
    table_commands.VoidWager,
)
"""The powers of the operator do not rest in a break."""

TOWARDS_A_ROUND = (happened.WagerPlaced, happened.SlipLaid, happened.TurnBegan, happened.RoundStarted)
"""Events that begin a round more than is to be played; wagers that lay there and are put back do not."""

ABOUT_A_ROUND = (happened.RoundVoided, happened.RoundReopened, happened.WagerVoided, happened.PaymentRecorded)
"""Events that change what came of a round."""


@given_by(*ACTING)
class AtTable(Command[TournamentState], tag="at_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Do something at a table, by the table's own rules, while a session or play-off runs.

    In a break the rules are given and disputes heard, and the operator excludes and voids. At a table whose session is
    over rules and disputes go on, about no chips, until the stage is closed, or of the last one the places are awarded;
    until then its session is reopened when a round of it is void for fraud, as impractical, or for a placement error.

    Players act for themselves, dealers deal and do not play. What is the supervisor's there the director or an
    assistant does. What is the operator's they do, and so does the operator, who does not play either.
    """

    table: str
    command: TableCommand

    @property
    def done_by(self) -> Actor:
        return self.command.done_by

    @property
    def decided_by(self) -> int:
        """Raised with either decision: both only grow, so that a sum stands for one pair of them."""
        return self.decide_version + self.command.decided_by - 1

    def decide(self, draft: TournamentDraft) -> None:
        require_open(draft)
        _require_person(draft, self)
        if reaches_back(draft.state, self.table, self.command):
            reopen_session(draft, self.table, self.actor.person)
        _require_table(draft, self.table, self.command)
        _require_not_eliminated(draft, self)
        if isinstance(self.command, NOT_HERE):
            sentence = f"{name_of(self.command)} is not for a table of a tournament: its conditions are in force"
            refuse(draft.state, "not_in_a_tournament", draft.state.law.prevail, sentence)
        done, before = is_done(draft.state, self.table), draft.state.tables[self.table]
        events = do_at(draft, self.table, self.command)
        _require_of_this_session(draft, before, events, done=done)
        if self.table in tables_in_play(draft.state):
            react(draft, self.table, events, self.actor.person)


def _require_table(draft: TournamentDraft, name: str, command: TableCommand) -> None:
    state, law = draft.state, draft.state.law
    if name not in state.tables or not may_be_done(state, name, type(command)):
        if name in tables_in_play(state):
            refuse(draft.state, "on_break", law.breaks, "there is a break: resume play first")
        refuse(draft.state, "no_such_table", law.ballot, f"no session or play-off is being played at table {name!r}")
    if name not in tables_in_play(state) and isinstance(command, table_commands.DecideDispute) and command.amount:
        refuse(
            draft.state, "session_is_over", law.money, "the chips of that session are counted: a decision moves none"
        )


def may_be_done(state: TournamentState, table: str, kind: type[TableCommand]) -> bool:
    """Whether this is the time for a sort of command at a table that there is."""
    if table not in tables_in_play(state):
        return kind in AT_ANY_TIME
    return state.on_break is None or kind in IN_A_BREAK


def _require_person(draft: TournamentDraft, command: AtTable) -> None:
    """The actor of the command at the table is the one who gives this command."""
    actor, law = command.actor, draft.state.law
    if accepted(command.command).actor != actor:
        refuse(draft.state, "another_actor", law.director, "who gives a command at a table is who acts there")
    match actor.role:
        case Role.OPERATOR if not conducts(draft.state, actor.person):
            require_no_player(draft, actor.person)
            _require_operators(draft, actor.person, command.command)
        case Role.SUPERVISOR if not conducts(draft.state, actor.person):
            sentence = f"{actor.person} is neither director nor assistant: the operator nominates them"
            refuse(draft.state, "not_nominated", law.director, sentence)
        case Role.DEALER if actor.person not in draft.state.officers:
            require_no_player(draft, actor.person)
            draft.add(OfficerNominated(person=actor.person, office=Office.DEALER, clause=law.staff))
        case _:
            pass


def _require_operators(draft: TournamentDraft, person: str, command: TableCommand) -> None:
    """The casino operator acts at these tables, too, but in what is the director's."""
    if is_out_of_turn(draft.state.rules, command):
        sentence = f"a wager out of turn is the director's to void, and {person} is neither director nor assistant"
        refuse(draft.state, "not_nominated", draft.state.rules.betting_order.clause, sentence)


def _require_not_eliminated(draft: TournamentDraft, command: AtTable) -> None:
    """A player without the chips for a round has left the seat; rules and disputes are still theirs."""
    player = _who_plays(command)
    if player is not None and not isinstance(command.command, AT_ANY_TIME) and _is_out(draft, player):
        sentence = f"{player} is eliminated and has left the seat: look on, or ask the director"
        refuse(draft.state, "eliminated", draft.state.law.least_risk, sentence)


def _who_plays(command: AtTable) -> str | None:
    """The player who acts, or for whom a dealer keys in what players do themselves."""
    if command.actor.role is Role.PATRON:
        return command.actor.person
    on_behalf = command.actor.role is Role.DEALER and Role.PATRON in command.command.roles
    named: str | None = getattr(command.command, "patron", None)
    return named if on_behalf else None


def _is_out(draft: TournamentDraft, player: str) -> bool:
    session, entrant = running(draft.state), draft.state.entrants.get(player)
    if session is not None and any(out.player == player and not out.excluded for out in session.out):
        return True
    return entrant is not None and entrant.finish is not None and entrant.finish.how is Ending.PUT_OUT


def may_work(state: TournamentState, person: str) -> bool:
    """Who works at the tournament, or could: no player and no reserve."""
    return person in state.officers or not (person in state.known or waits(state, person))


def _require_of_this_session(
    draft: TournamentDraft, before: TableInPlay, events: tuple[TableEvent, ...], *, done: bool
) -> None:
    """Nothing is dealt beyond the session, and nothing that does not count in it is touched any more."""
    put_back = happened.WagerPlaced if any(isinstance(event, happened.RoundReopened) for event in events) else ()
    for event in events:
        if done and isinstance(event, TOWARDS_A_ROUND) and not isinstance(event, put_back):
            sentence = "this table has played its rounds: the director ends the session"
            refuse(draft.state, "rounds_are_played", draft.state.law.rounds_that_count, sentence)
        if isinstance(event, ABOUT_A_ROUND) and not is_of_session(before, event.number):
            sentence = f"round {event.number} belongs to a session or play-off that is over"
            refuse(draft.state, "session_is_over", draft.state.law.after_a_session, sentence)
