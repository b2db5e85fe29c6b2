"""Whoever is absent at a tournament is played: its staff as the progress says, and players who bet by a simple rule."""

from collections.abc import Iterator
from datetime import UTC, datetime

from puntobanco.app.table_driver import Driver
from puntobanco.app.tournament_runner import Answer, TournamentRun
from puntobanco.coup.accept_wager import terms
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import Actor, Role, TableState, ledger
from puntobanco.table import Next as TableNext
from puntobanco.table import commands as at_table
from puntobanco.table import progress as table_progress
from puntobanco.tournament import Next, TournamentState, commands, progress
from puntobanco.tournament.model import Office
from puntobanco.tournament.queries.progress import absent_from
from puntobanco.tournament.queries.seating import needs_ballot, next_play_off, sessions_due, usual_sizes
from puntobanco.tournament.queries.session_play import tables_to_play
from puntobanco.values.money import Cents

OPERATOR = Actor(person="operator", role=Role.OPERATOR)
SECOND = Actor(person="supervisor", role=Role.SUPERVISOR)
"""Who confirms what the operator recorded."""
DIRECTOR = "director"
PRACTICE = "practice"
"""The reference of an approval that nobody has given."""
MOST_TIMES = 5
"""Absent players bet up to so many times the minimum, where chance decides it."""
MIDDLE = 2
HOUR = 60 * 60 * 10**6
HANDS = (Hand.PLAYER.value, Hand.BANKER.value)
WAITS_FOR_WAGERS = (TableNext.ASK, TableNext.START, TableNext.IDLE)


class _Everybody:
    """All players: those who are there act by the script, whenever it says so."""

    def __contains__(self, _: object) -> bool:
        return True


class TournamentDriver:
    """Does what comes next for everybody who is absent."""

    def __init__(self, run: TournamentRun) -> None:
        self._run = run
        self._chance = run.chance("absent people") if run.is_virtual else None
        self.absent: frozenset[str] = frozenset()
        """Who does not take a seat."""
        self.bets: dict[str, tuple[tuple[str, Cents], ...]] = {}
        """What players were told to bet when they are asked next."""

    # Who acts

    def director(self) -> Actor:
        """The director who was nominated, or else the one who will be."""
        officers = self._run.tournament().officers
        person = next((name for name, office in officers.items() if office is Office.DIRECTOR), DIRECTOR)
        return Actor(person=person, role=Role.SUPERVISOR)

    def second(self) -> Actor:
        """Somebody else than who recorded the approval."""
        approval = self._run.tournament().approval
        return OPERATOR if approval is not None and approval.recorded_by == SECOND.person else SECOND

    def sizes(self, players: int, sessions: int = 1) -> tuple[int, ...]:
        return usual_sizes(players, self._run.tournament().conditions.players_per_table, sessions)

    def below(self, size: int) -> int:
        """A number by chance; the middle where cards are named, so that the script alone decides what happens."""
        return size // MIDDLE if self._chance is None else self._chance.below(size)

    # What comes next

    def step(self) -> list[Answer]:
        """Do what comes next; nothing where the tournament waits for what only the script can say, or is closed."""
        state = self._run.tournament()
        coming = progress(state)
        if coming.next is Next.PLAY:
            return self.play_at(min(coming.tables, key=lambda table: _played(state, table)))
        command = self._next(state, coming.next, coming.players)
        return [] if command is None else self._run.do(command)

    def _next(
        self, state: TournamentState, coming: Next, players: tuple[str, ...]
    ) -> commands.TournamentCommand | None:
        match coming:
            case Next.APPROVE:
                return _approval(state)
            case Next.CONFIRM:
                return commands.ConfirmApproval(actor=self.second())
            case Next.NOMINATE:
                return commands.Nominate(actor=OPERATOR, nominee=DIRECTOR, office=Office.DIRECTOR)
            case Next.BALLOT:
                sizes, times = self.sizes(len(players), sessions_due(state)), published_times(state)
                return commands.DrawBallot(actor=self.director(), sizes=sizes, starts_at=times)
            case Next.SEATS | Next.START:
                return self._sit_down(state) or (self._start(state) if coming is Next.START else None)
            case Next.PAY:
                return commands.PayPrize(actor=OPERATOR, player=players[0])
            case _:
                return self._conducted(coming)

    def _conducted(self, coming: Next) -> commands.TournamentCommand | None:
        """What the director does once a session has started."""
        director = self.director()
        match coming:
            case Next.RESUME:
                return commands.ResumePlay(actor=director)
            case Next.END:
                return commands.EndSession(actor=director)
            case Next.PLAY_OFF:
                return self.play_off(director)
            case Next.LOT:
                return commands.DrawLot(actor=director)
            case Next.AWARD:
                return commands.AwardPlaces(actor=director)
            case _:
                return None

    def to_come(self) -> tuple[str, ...]:
        """Who has a seat to take in the session that comes next, and will."""
        session = self._run.tournament().session
        absent = () if session is None or session.started else absent_from(session)
        return tuple(name for name in absent if name not in self.absent)

    def _sit_down(self, state: TournamentState) -> commands.TournamentCommand | None:
        name = next(iter(self.to_come()), None)
        actor = Actor(person=name or "", role=Role.PATRON)
        return None if name is None or state.session is None else commands.TakePlace(actor=actor, player=name)

    def _start(self, state: TournamentState) -> commands.TournamentCommand:
        """An absent director starts at the published time."""
        published = 0 if state.session is None else state.session.starts_at
        return commands.StartSession(actor=self.director(), at=published)

    def play_off(self, director: Actor) -> commands.StartPlayOff:
        state = self._run.tournament()
        question = next_play_off(state)
        if question is None or not needs_ballot(state, question):
            return commands.StartPlayOff(actor=director)
        sizes = self.sizes(len(question.players))
        return commands.StartPlayOff(actor=director, sizes=sizes)

    # Tables

    def play_at(self, table: str) -> list[Answer]:
        """Whoever is asked at a table bets, and then its staff do what comes next there."""
        answers = [answer for command in self._bets_at(table) for answer in self._at(table, command)]
        if any(answer.refused is not None for answer in answers):
            return answers
        return [*answers, *self._staff_at(table)]

    def _staff_at(self, table: str) -> list[Answer]:
        state, driver = self._run.tournament().tables[table].state, self._driver(table)
        command = driver.next(state)
        following = driver.start(state) if command is None else [command]
        return [answer for one in following for answer in self._at(table, one)]

    def _driver(self, table: str) -> Driver:
        dealer = Actor(person=f"dealer {table}", role=Role.DEALER)
        return Driver(self.below, dealer=dealer, supervisor=self.director(), patrons=_Everybody())

    def _at(self, table: str, command: at_table.TableCommand) -> list[Answer]:
        return self._run.do(commands.AtTable(actor=command.actor, table=table, command=command))

    def _bets_at(self, table: str) -> Iterator[at_table.TableCommand]:
        """What the player who has the turn bets, if nothing lies there yet."""
        state = self._run.tournament().tables[table].state
        asked = state.turns.now
        if asked is None or state.stakes.of(asked) or table_progress(state).next not in WAITS_FOR_WAGERS:
            return
        told = self.bets.pop(asked, None)
        for wager, amount in self._by_rule(state, asked) if told is None else told:
            actor = Actor(person=asked, role=Role.PATRON)
            yield at_table.Place(actor=actor, area=str(state.patrons[asked].seat), wager=wager, amount=amount)

    def _by_rule(self, state: TableState, player: str) -> Iterator[tuple[str, Cents]]:
        """Player and banker by turns, from one seat to the next and from round to round.

        The minimum, or where chance decides it a few times as much, as far as the chips go.
        """
        seat = [one.name for one in state.seated()].index(player)
        hands = HANDS if (seat + state.round_number) % 2 else HANDS[::-1]
        has = state.balance(ledger.chips(player))
        times = 1 if self._chance is None else 1 + self._chance.below(MOST_TIMES)
        others = (one.id for one in state.rules.wagers if one.id not in HANDS)
        for wager in (*hands, *others):
            amount = _amount(state, wager, has, times)
            if amount is not None:
                yield wager, amount
                return

    def table_to_prepare(self) -> str | None:
        """A table that is not ready for wagers; none if all are."""
        state = self._run.tournament()
        waiting = (one for one in tables_to_play(state) if not _takes_wagers(state.tables[one].state))
        return next(waiting, None)


def published_times(state: TournamentState) -> tuple[int, ...]:
    """When an absent director has the sessions of the next stage start: an hour apart, the first as it is published."""
    first = state.conditions.start if state.stage == 0 else max(state.conditions.start, state.started_at) + HOUR
    return tuple(first + HOUR * session for session in range(sessions_due(state)))


def _takes_wagers(state: TableState) -> bool:
    return table_progress(state).next in WAITS_FOR_WAGERS


def _played(state: TournamentState, table: str) -> int:
    """How many rounds of a table are over in the session that runs."""
    found = state.tables[table]
    return found.state.round_number - found.first_round


def _approval(state: TournamentState) -> commands.TournamentCommand:
    """Nobody has approved a practice tournament; its approval says so, and is of the day on which it starts."""
    day = datetime.fromtimestamp(state.conditions.start // 1_000_000, UTC).date().isoformat()
    digest = state.conditions.digest
    return commands.RecordApproval(actor=OPERATOR, reference=PRACTICE, date=day, conditions=digest)


def _amount(state: TableState, wager: str, has: Cents, times: int) -> Cents | None:
    """So many times the least that may be bet and risks enough, or as much of it as there are chips."""
    allowed = terms(state.rules)[wager]
    least = max(allowed.least, state.rules.least_risk.value or 1)
    least += -least % allowed.step
    most = min(has, allowed.most)
    return None if least > most else min(least * times, most - most % allowed.step)
