"""A command is decided where its streams stand, and becomes records that are written together or not at all."""

from puntobanco.app.house.dispatch import do
from puntobanco.app.house.permissions import require_duty
from puntobanco.app.house.stream_states import Standing, Standings
from puntobanco.app.house.write_unit import Before, CommandRequest, Decision, Means, Writing, gone_on
from puntobanco.streams.command import require_approval


class _Looked(dict[str, Standing]):
    """Where streams stand, each asked for once."""

    def __init__(self, standings: Standings) -> None:
        super().__init__()
        self._standings = standings

    def __missing__(self, stream: str) -> Standing:
        found = self[stream] = self._standings.of(stream)
        return found


class Tentative:
    """Where streams stand if all that was decided before is committed."""

    def __init__(self, standings: Standings, means: Means) -> None:
        self._means = means
        self._looked = _Looked(standings)
        self.after: dict[str, Standing] = {}
        """The last of every stream that has gone on: what is in between is not kept."""
        self.seen: dict[str, Standing] = {}
        """Every stream that the last command was decided by, as it was."""

    def decide(self, asked: CommandRequest) -> Decision:
        """What the command leads to, or a refusal, which leaves everything as it was."""
        looked, seen = self._looked, dict[str, Standing]()
        self.seen = seen

        def of(stream: str) -> Standing:
            found = seen[stream] = looked[stream]
            return found

        decision, after = self._decided(of, asked).decision(seen)
        looked.update(after)
        self.after.update(after)
        return decision

    def _decided(self, of: Before, asked: CommandRequest) -> Writing:
        number = of(asked.stream).number
        if asked.expected is not None and asked.expected != number:
            raise gone_on(asked.stream, number)
        if asked.on_duty:
            require_duty(of, asked)
        else:
            require_approval(asked.command, asked.approved_by)
        return do(of, asked, self._means)
