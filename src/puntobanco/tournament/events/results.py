"""Places and prizes."""

from puntobanco.tournament.model import Award
from puntobanco.tournament.state import Books, TournamentEventBase, TournamentState, posted
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.replace import changed


class PlacesAwarded(TournamentEventBase, tag="places_awarded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The director awarded the places, and with them the whole pool."""

    awards: tuple[Award, ...]
    entry: Books

    def apply(self, state: TournamentState) -> TournamentState:
        return posted(changed(state, awards=self.awards, tables={}, results=None), self.entry)

    def describe(self, by: str, /) -> str:
        told = ", ".join(f"{one.place}. {one.player}{_worth(one.prize)}" for one in self.awards)
        return f"{by} awards the places: {told}"


def _worth(prize: Cents) -> str:
    return f" {format_dollars(prize)}" if prize else ""


class PrizePaid(TournamentEventBase, tag="prize_paid.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize was paid at the cage."""

    player: str
    amount: Cents
    entry: Books

    def apply(self, state: TournamentState) -> TournamentState:
        awards = tuple(changed(one, paid=True) if one.player == self.player else one for one in state.awards or ())
        return posted(changed(state, awards=awards), self.entry)

    def describe(self, _: str, /) -> str:
        return f"{self.player} is paid {format_dollars(self.amount)}"
