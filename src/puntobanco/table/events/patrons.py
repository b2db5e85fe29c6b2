"""Patrons come, sit, leave and are ruled upon."""

from puntobanco.table.state import Own, Public, TableState, turns_without, with_patron
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


class SeatTaken(Public, tag="seat_taken.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron sat down."""

    patron: str
    seat: Count

    def apply(self, state: TableState) -> TableState:
        return with_patron(state, self.patron, seat=self.seat, sat_out=0, place_given_in=None)

    def describe(self, _: str, /) -> str:
        return f"{self.patron} takes seat {self.seat}"


class SeatLeft(Public, tag="seat_left.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron stood up, or had to where `required`."""

    patron: str
    required: bool

    def apply(self, state: TableState) -> TableState:
        return with_patron(state, self.patron, seat=None, sat_out=0)

    def describe(self, _: str, /) -> str:
        return f"{self.patron} {'is required to leave' if self.required else 'leaves'} the seat"


class PlaceGivenAway(Public, tag="place_given_away.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seated patron lets other patrons use the place in the area of the seat, for this round."""

    patron: str
    round: Count

    def apply(self, state: TableState) -> TableState:
        return with_patron(state, self.patron, place_given_in=self.round)

    def describe(self, _: str, /) -> str:
        return f"{self.patron} gives the place in the own area away in round {self.round}"


class PatronLeft(Public, tag="patron_left.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron went away."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        patrons = {name: patron for name, patron in state.patrons.items() if name != self.patron}
        return changed(
            state,
            patrons=patrons,
            departed=state.departed | {self.patron},
            vacated=state.vacated or not patrons,
            named=state.named - {self.patron},
            no_bet_agreed=state.no_bet_agreed - {self.patron},
            no_bet_asked_by=None if state.no_bet_asked_by == self.patron else state.no_bet_asked_by,
            cut_offered_to=None if state.cut_offered_to == self.patron else state.cut_offered_to,
            cut_declined=state.cut_declined - {self.patron},
            turns=turns_without(state.turns, self.patron),
        )

    def describe(self, _: str, /) -> str:
        return f"{self.patron} leaves the table"


class PatronExcluded(Public, tag="patron_excluded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron was excluded for breaking a clause."""

    patron: str
    broke: str

    def apply(self, state: TableState) -> TableState:
        if self.patron in state.patrons:
            state = with_patron(state, self.patron, excluded=True, seat=None)
        return changed(
            state,
            excluded=state.excluded | {self.patron},
            turns=turns_without(state.turns, self.patron),
            no_bet_agreed=state.no_bet_agreed - {self.patron},
            no_bet_asked_by=None if state.no_bet_asked_by == self.patron else state.no_bet_asked_by,
            cut_offered_to=None if state.cut_offered_to == self.patron else state.cut_offered_to,
        )

    def describe(self, _: str, /) -> str:
        return f"{self.patron} is excluded for breaking {self.broke}"


class ExclusionLifted(Public, tag="exclusion_lifted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron who was excluded may play again."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        state = changed(state, excluded=state.excluded - {self.patron})
        return with_patron(state, self.patron, excluded=False) if self.patron in state.patrons else state

    def describe(self, _: str, /) -> str:
        return f"{self.patron} is no longer excluded"


class MaximumGranted(Public, tag="maximum_granted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron may have a maximum above the table's, once its marker is there."""

    patron: str
    amount: Cents

    def apply(self, state: TableState) -> TableState:
        return with_patron(state, self.patron, personal_maximum=self.amount)

    def describe(self, _: str, /) -> str:
        return f"{self.patron} may bet up to {format_dollars(self.amount)}"


class MarkerPlaced(Public, tag="marker_placed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The marker of a personal maximum lies beside the patron, so that it counts."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        return with_patron(state, self.patron, marked=state.patrons[self.patron].personal_maximum)

    def describe(self, _: str, /) -> str:
        return f"A marker beside {self.patron} shows the personal maximum"


class PatronsNamed(Public, tag="patrons_named.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The patrons were named whose total in one area the maximum binds."""

    patrons: tuple[str, ...]

    def apply(self, state: TableState) -> TableState:
        return changed(state, named=frozenset(self.patrons))

    def describe(self, _: str, /) -> str:
        return f"The maximum binds together: {', '.join(self.patrons) or 'nobody'}"


class PatronWarned(Public, tag="patron_warned.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron's wager under the minimum stands this time; the next will go back."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        return with_patron(state, self.patron, warned_in_round=state.round_number)

    def describe(self, _: str, /) -> str:
        return f"{self.patron} is warned: further wagers under the minimum are returned"


class RulesGiven(Own, tag="rules_given.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron got a copy of the rules with this digest."""

    digest: str

    def apply(self, state: TableState) -> TableState:
        return state

    def describe(self, _: str, /) -> str:
        return f"{self.patron} gets a copy of the rules {self.digest[:12]}"


class NoBetAsked(Public, tag="no_bet_asked.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron asked for a coup without wagers."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        return changed(state, no_bet_asked_by=self.patron, no_bet_agreed=frozenset({self.patron}))

    def describe(self, _: str, /) -> str:
        return f"{self.patron} asks for a coup without wagers"


class NoBetAgreed(Public, tag="no_bet_agreed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron agreed to a coup without wagers."""

    patron: str

    def apply(self, state: TableState) -> TableState:
        return changed(state, no_bet_agreed=state.no_bet_agreed | {self.patron})

    def describe(self, _: str, /) -> str:
        return f"{self.patron} agrees to a coup without wagers"


class NoBetWithdrawn(Public, tag="no_bet_withdrawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron does not want the coup without wagers any more; who asked for it takes the request back."""

    patron: str
    request: bool

    def apply(self, state: TableState) -> TableState:
        if self.request:
            return changed(state, no_bet_asked_by=None, no_bet_agreed=frozenset())
        return changed(state, no_bet_agreed=state.no_bet_agreed - {self.patron})

    def describe(self, _: str, /) -> str:
        return (
            f"{self.patron} {'takes the request back' if self.request else 'no longer agrees'}: a coup without wagers"
        )
