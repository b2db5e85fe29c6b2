"""A command is decided where its streams stand, and becomes records that are written together or not at all."""

from collections.abc import Mapping
from contextlib import suppress

from puntobanco.app.house.doing import do
from puntobanco.app.house.duty import by_roles, require_duty
from puntobanco.app.house.standing import Standing, Standings
from puntobanco.app.house.writing import Asked, Before, Decision, Means, gone_on
from puntobanco.errors import Refused, Unreadable
from puntobanco.streams import HOUSE
from puntobanco.table.asking import require_approval


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
        self._of = self._looked.__getitem__
        self.after: dict[str, Standing] = {}
        """The last of every stream that has gone on: what is in between is not kept."""

    def decide(self, asked: Asked) -> Decision:
        """What the command leads to, or a refusal, which leaves everything as it was."""
        decision, after = self._decided(self._of, asked)
        self._looked.update(after)
        self.after.update(after)
        return decision

    def seen_for(self, asked: Asked) -> dict[str, int]:
        """The number of every stream that a refused command was refused by: it is decided once more, and watched."""
        seen: dict[str, int] = {}

        def watched(stream: str) -> Standing:
            found = self._of(stream)
            seen[stream] = found.number
            return found

        with suppress(Refused, Unreadable):
            self._decided(watched, asked)
        return seen

    def _decided(self, of: Before, asked: Asked) -> tuple[Decision, Mapping[str, Standing]]:
        number = of(asked.stream).number
        if asked.expected is not None and asked.expected != number:
            raise gone_on(asked.stream, number)
        if not asked.on_duty:
            require_approval(asked.command, asked.approved_by)
            return do(of, asked, self._means)
        require_duty(of, asked)
        decision, after = do(of, asked, self._means)
        return by_roles(decision, of(HOUSE).number) if self._means.shared else decision, after
