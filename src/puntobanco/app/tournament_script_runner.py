"""A tournament in a file: its lines one after the other, and absent people in between."""

from collections.abc import Callable, Iterator

from puntobanco.app.scripted_cards import ScriptedCards
from puntobanco.app.tournament_driver import OPERATOR, TournamentDriver
from puntobanco.app.tournament_runner import Answer, TournamentRun
from puntobanco.app.tournament_script import Absent, Bet, Cards, Entries, Given, Line, Play, Until
from puntobanco.errors import Refused
from puntobanco.streams.actors import Actor, Role
from puntobanco.tournament import Next, TournamentState, commands, progress
from puntobanco.tournament.events import (
    BallotDrawn,
    PlacesAwarded,
    PlayOffEnded,
    PlayOffStarted,
    SessionEnded,
    SessionStarted,
    StageClosed,
    TournamentEvent,
)
from puntobanco.tournament.queries.seating import sessions_due
from puntobanco.tournament.queries.session_play import running, tables_to_play
from puntobanco.tournament.queries.staff import is_open
from puntobanco.values.replace import changed

HAPPENS: dict[Until, tuple[type[TournamentEvent], ...]] = {
    Until.BALLOT: (BallotDrawn,),
    Until.START: (SessionStarted, PlayOffStarted),
    Until.SESSION: (SessionEnded, PlayOffEnded),
    Until.STAGE: (StageClosed,),
    Until.AWARDS: (PlacesAwarded,),
}
"""What is played until something happens."""
WAITS_FOR: dict[Next, str] = {
    Next.REGISTER: "the tournament waits for entries: register more players",
    Next.SEATS: "too few players have taken their seats: seat reserves, or cancel",
    Next.CLOSED: "the tournament is closed: nothing more is played",
}


class _Stopped(Exception):
    """It leads out of a line in which something was refused."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer


class Rehearsal:
    """Plays a script. A line that cannot be carried out is refused and changes nothing more."""

    def __init__(self, run: TournamentRun) -> None:
        self._run = run
        self._driver = TournamentDriver(run)

    def do(self, line: Line) -> Iterator[Answer | Refused]:
        """What came of a line: of each of its commands an answer, or why there is none."""
        try:
            yield from self._do(line)
        except Refused as refusal:
            yield refusal
        except _Stopped as stopped:
            yield stopped.answer

    def _do(self, line: Line) -> Iterator[Answer]:
        match line:
            case Given():
                yield from self._run.do(self._filled(line))
            case Entries(entries=names):
                for name in names:
                    yield from self._run.do(commands.Register(actor=self._driver.director(), player=name))
            case Absent(absent=names):
                self._driver.absent = frozenset(names)
            case Bet(bet=name, stakes=stakes):
                self._driver.bets[name] = stakes
            case Cards(cards=faces, table=table):
                self._cards(table).add(faces)
            case Play():
                yield from self._play(line)

    def _cards(self, table: str) -> ScriptedCards:
        shoe = None if self._run.is_virtual else self._run.shoe(table)
        if not isinstance(shoe, ScriptedCards):
            raise Refused("virtual_shoe", "virtual shoe", "the virtual shoe knows its cards: leave them to it")
        return shoe

    # Commands

    def _filled(self, line: Given) -> commands.TournamentCommand:
        """The command with what the script left to others."""
        command = self._by_somebody(line.command) if "actor" in line.left_out else line.command
        match command:
            case commands.RecordApproval() if "conditions" in line.left_out:
                return changed(command, conditions=self._run.tournament().conditions.digest)
            case commands.StartSession() | commands.OfferSeat() if "at" in line.left_out:
                return changed(command, at=self._run.clock())
            case commands.DrawBallot():
                state = self._run.tournament()
                usual = self._driver.sizes(len(state.still_in), sessions_due(state))
                return changed(command, sizes=usual) if "sizes" in line.left_out else command
            case commands.StartPlayOff() if "sizes" in line.left_out:
                play_off = self._driver.play_off(command.actor)
                return play_off if command.seed is None else changed(play_off, seed=command.seed)
            case _:
                return command

    def _by_somebody(self, command: commands.TournamentCommand) -> commands.TournamentCommand:
        """The command by whoever would give it."""
        return changed(command, actor=self._whose(command))

    def _whose(self, command: commands.TournamentCommand) -> Actor:
        if command.actor.role is Role.OPERATOR:
            return OPERATOR
        return self._driver.second() if isinstance(command, commands.ConfirmApproval) else self._driver.director()

    # Play

    def _play(self, line: Play) -> Iterator[Answer]:
        match line.play:
            case Until.ROUNDS:
                yield from self._rounds(line)
            case Until.WAGERS:
                self._require_running()
                while (table := self._driver.table_to_prepare()) is not None:
                    yield from self._at(table)
            case Until.OPENING:
                yield from self._until(lambda _: is_open(self._run.tournament()), at_once=True)
            case Until.SEATS:
                yield from self._until(lambda _: self._all_sit(self._run.tournament()), at_once=True)
            case Until.TOURNAMENT:
                yield from self._until(lambda _: _is_closed(self._run.tournament()), at_once=True)
            case until:
                yield from self._until(lambda answers: _happened(HAPPENS[until], answers), at_once=False)

    def _until(self, there: Callable[[list[Answer]], bool], *, at_once: bool) -> Iterator[Answer]:
        """Step by step until it is so; what may be so already is looked at first."""
        answers: list[Answer] = []
        while not ((answers or at_once) and there(answers)):
            answers = self._driver.step()
            yield from self._accepted(answers, WAITS_FOR.get(progress(self._run.tournament()).next, ""))

    def _accepted(self, answers: list[Answer], waits: str) -> Iterator[Answer]:
        """The answers; after a refusal, or where there is nothing to do but to wait, the line is not played further."""
        if not answers:
            raise Refused("waits", "script", waits)
        for answer in answers:
            if answer.refused is not None:
                raise _Stopped(answer)
            yield answer

    def _at(self, table: str) -> Iterator[Answer]:
        return self._accepted(self._driver.play_at(table), f"table {table} waits for somebody whom the script names")

    def _all_sit(self, state: TournamentState) -> bool:
        session = state.session
        return session is not None and not session.started and not self._driver.to_come()

    def _rounds(self, line: Play) -> Iterator[Answer]:
        self._require_running()
        for _ in range(line.count):
            state = self._run.tournament()
            for table in tables_to_play(state) if line.table is None else (line.table,):
                yield from self._round(table)

    def _round(self, table: str) -> Iterator[Answer]:
        state = self._run.tournament()
        if table not in tables_to_play(state):
            raise Refused("no_such_table", "script", f"table {table} has no round to play")
        number = state.tables[table].state.round_number
        while table in tables_to_play(state) and state.tables[table].state.round_number == number:
            yield from self._at(table)
            state = self._run.tournament()

    def _require_running(self) -> None:
        if running(self._run.tournament()) is None:
            raise Refused("not_running", "script", "no session or play-off runs: start one first")


def _happened(kinds: tuple[type[TournamentEvent], ...], answers: list[Answer]) -> bool:
    return any(isinstance(event, kinds) for answer in answers for event in answer.events)


def _is_closed(state: TournamentState) -> bool:
    return progress(state).next is Next.CLOSED
