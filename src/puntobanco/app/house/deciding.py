"""A command is decided where its streams stand, and becomes records that are written together or not at all."""

from puntobanco.app.house.doing import do
from puntobanco.app.house.duty import by_roles, require_duty
from puntobanco.app.house.standing import Standing, Standings
from puntobanco.app.house.writing import Asked, Decision, Means
from puntobanco.errors import Refused
from puntobanco.streams import HOUSE
from puntobanco.table.asking import require_approval

GONE_ON = "gone_on"
"""The code of a refusal because the stream is not where whoever asked thought."""


class Tentative:
    """Where streams stand if all that was decided before is committed."""

    def __init__(self, standings: Standings, means: Means) -> None:
        self._standings, self._means = standings, means
        self.after: dict[str, Standing] = {}
        """The last of every stream that has gone on: what is in between is not kept."""
        self.seen: dict[str, int] = {}
        """The number of every stream that was looked at for the last command."""

    def of(self, stream: str) -> Standing:
        found = self.after.get(stream)
        if found is None:
            found = self._standings.of(stream)
        self.seen[stream] = found.number
        return found

    def decide(self, asked: Asked) -> Decision:
        """What the command leads to, or a refusal, which leaves everything as it was."""
        self.seen = {}
        standing = self.of(asked.stream)
        if asked.expected is not None and asked.expected != standing.number:
            raise gone_on(asked, standing.number)
        if asked.on_duty:
            require_duty(self.of, asked)
        else:
            require_approval(asked.command, asked.approved_by)
        decision, after = do(self.of, asked, self._means)
        self.after.update(after)
        return by_roles(decision, self.seen[HOUSE]) if asked.on_duty and self._means.shared else decision


def gone_on(asked: Asked, number: int) -> Refused:
    sentence = f"{asked.stream} has gone on to record {number}: look at it again before you ask"
    return Refused(GONE_ON, "house", sentence)
