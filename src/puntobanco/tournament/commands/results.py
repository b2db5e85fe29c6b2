"""The director awards the places, the operator pays the prizes."""

from puntobanco.streams.command import Command, given_by
from puntobanco.streams.ledger import CAGE
from puntobanco.tournament.command import DIRECTOR, OPERATOR, require_director
from puntobanco.tournament.events.results import PlacesAwarded, PrizePaid
from puntobanco.tournament.ledger import POOL, distribution, prize
from puntobanco.tournament.queries.prizes import awards
from puntobanco.tournament.queries.progress import to_be_paid
from puntobanco.tournament.state import TournamentDraft, TournamentState, refuse


@given_by(*DIRECTOR)
class AwardPlaces(
    Command[TournamentState], tag="award_places.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Award the places as they were reckoned, and with them the whole prize pool."""

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        if not draft.state.over or draft.state.awards is not None:
            refuse(draft.state, "no_places_yet", draft.state.law.places, "places are awarded once, when all is played")
        found = awards(draft.state)
        entry = distribution(POOL, *((prize(one.player), one.prize) for one in found))
        draft.add(PlacesAwarded(awards=found, entry=entry, clause=draft.state.law.places))


@given_by(OPERATOR)
class PayPrize(Command[TournamentState], tag="pay_prize.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pay a prize that was awarded."""

    player: str

    def decide(self, draft: TournamentDraft) -> None:
        clause = draft.state.law.whole_pool
        if self.player not in to_be_paid(draft.state):
            refuse(draft.state, "no_prize", clause, f"{self.player} has no prize that is not paid yet")
        amount = draft.state.fees[prize(self.player)]
        entry = distribution(prize(self.player), (CAGE, amount))
        draft.add(PrizePaid(player=self.player, amount=amount, entry=entry, clause=clause))
