"""A tournament over HTTP, watched by everybody at once: players, others, its officers, staff, auditor and wall."""

from pathlib import Path
from typing import Any

from puntobanco.cage import commands as cage
from puntobanco.log.account_transfers import to_the_cage, whose
from puntobanco.table import Actor, Role
from puntobanco.tournament.commands import DrawBallot, RedrawBallot, RenewDraws
from puntobanco.tournament.events import TableDid
from puntobanco.tournament.stream_type import TournamentRecord
from puntobanco.tournament.views.visible_state import view
from puntobanco.values.replace import changed
from tests.audit.houses import drawn_instead, renamed
from tests.record.kept import NEWEST, tournament_records_of
from tests.web.served import MACHINE, Serving
from tests.web.watching import Watching, as_json

ONLOOKERS = {"zed": Role.PATRON, "ada": Role.AUDITOR, "walt": Role.WALL}
"""Whoever watches and takes no part: zed is a patron who does not play."""
DIRECTOR = "Dora"
STEPS_BETWEEN_LOOKS = 20


class WatchedCup(Watching):
    """A kept tournament that is carried out again, up to the last thing that everybody hears."""

    def __init__(self, served: Serving, name: str, log: Path) -> None:
        self.name, self.path = name, f"/tournaments/{name}"
        records = tournament_records_of(log)
        heard = [place for place, one in enumerate(records) if not all(isinstance(e, TableDid) for e in one.events)]
        self.records = records[: heard[-1] + 1]
        roles = {one.command.actor.person: one.command.actor.role for one in reversed(self.records)}
        audiences = {**roles, DIRECTOR: Role.DIRECTOR, **ONLOOKERS}
        for person, role in audiences.items():
            served.grant(person, role, f"tournament/{name}")
        super().__init__(served, f"tournament/{name}", audiences)

    def query(self, _: str) -> dict[str, str]:
        return {"tournaments": self.name}

    def play(self) -> None:
        """Command by command, while everybody follows it."""
        planned, *records = self.records
        self._open_accounts()
        self.served.do(self.stream, planned.command)
        with self.followed():
            plays: dict[str, str] = {}
            for number, record in enumerate(records):
                self._give(record, plays)
                if number % STEPS_BETWEEN_LOOKS == 0:
                    self.look(self.path)
            self.wait(self.served.house.look(self.stream).number)
        self.compare({self.stream: 1})
        self.look(self.path)
        self.read_again(f"{self.path}/records")
        self._nobody_has_it_on_a_list()
        self.nobody_is_told(self.path, f"{self.path}/records", f"{self.path}/legal", f"/live?tournaments={self.name}")

    def _give(self, record: TournamentRecord, plays: dict[str, str]) -> None:
        """Whoever draws somebody's seat here plays for them; what nobody sends the house does."""
        standing, command = self.served.house.look(self.stream), renamed(record.command, plays)
        before = standing.number
        if isinstance(command, DrawBallot) and command.starts_at and command.starts_at[0] < standing.state.started_at:
            # The log is older than the clock of this house.
            times = tuple(standing.state.started_at + place for place in range(len(command.starts_at)))
            command = changed(command, starts_at=times)
        if isinstance(command, RenewDraws | RedrawBallot):
            self.served.house.handle(self.stream, command, f"kept {before}", approved_by=record.approved_by)
        else:
            self.give(f"{self.path}/commands", command, record.approved_by)
        plays |= drawn_instead(self.served.house, self.stream, before, record)

    def _open_accounts(self) -> None:
        """For fees and prizes."""
        moves = (event for one in self.records for event in one.events if to_the_cage(event))
        for person in dict.fromkeys(whose(event) for event in moves):
            if person is not None and self.served.house.look(f"cage/{person}").state is None:
                self.served.do(f"cage/{person}", cage.OpenAccount(actor=MACHINE, patron=person))
                self.served.do(f"cage/{person}", cage.Deposit(actor=MACHINE, amount=10**9))

    def view_of(self, audience: Actor) -> Any:
        return {"view": as_json(view(self.served.house.look(self.stream).state, audience))}

    def _nobody_has_it_on_a_list(self) -> None:
        if self.nobody.get("/tournaments").json() != {"tournaments": []}:
            self.wrong.append("a tournament is on the list of nobody")


def tournament(served: Serving, name: str, kept: str) -> list[str]:
    """Whatever was sent to somebody and is not theirs, or was theirs and not sent."""
    watched = WatchedCup(served, name, NEWEST / "tournaments" / f"{kept}.jsonl")
    try:
        watched.play()
    finally:
        watched.close()
    wanted, found = len(watched.records), served.house.look(watched.stream).number
    return [*watched.wrong, *([] if found == wanted else [f"{found} of {wanted} commands were carried out"])]
