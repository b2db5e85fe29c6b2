"""The stakes on a layout, kept by patron: a bet looks at its own spot and at who else is in its area, never at all."""

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter

from msgspec import Struct

from puntobanco.money import Cents


class Stake(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One patron's chips on a wager in an area; `order` says which were placed first.

    An area is a seat's number, or L and the number of the line after that seat.
    """

    patron: str
    area: str
    wager: str
    amount: Cents
    order: int


_BY_ORDER = attrgetter("order")


class Stakes(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All stakes; a patron without any is not kept."""

    by_patron: Mapping[str, tuple[Stake, ...]] = {}
    in_area: Mapping[str, tuple[str, ...]] = {}
    """Who has a stake in an area."""

    def __bool__(self) -> bool:
        return bool(self.by_patron)

    def __len__(self) -> int:
        return sum(map(len, self.by_patron.values()))

    def __iter__(self) -> Iterator[Stake]:
        """In the order placed."""
        return iter(sorted([one for held in self.by_patron.values() for one in held], key=_BY_ORDER))

    def of(self, patron: str) -> tuple[Stake, ...]:
        return self.by_patron.get(patron, ())

    def at(self, patron: str, area: str, wager: str) -> Stake | None:
        """A patron's stake on a spot."""
        for one in self.by_patron.get(patron, ()):
            if one.area == area and one.wager == wager:
                return one
        return None

    def on(self, area: str, wager: str) -> list[Stake]:
        """Everybody's stakes on a spot."""
        found = (self.at(patron, area, wager) for patron in self.in_area.get(area, ()))
        return [one for one in found if one is not None]

    def with_stake(self, stake: Stake) -> "Stakes":
        """The stakes with this one in place of what its patron has on its spot; nothing is no stake."""
        patron, held = stake.patron, self.of(stake.patron)
        for place, one in enumerate(held):
            if one.area == stake.area and one.wager == stake.wager:
                if not stake.amount:
                    return self.without(one)
                changed = (*held[:place], stake, *held[place + 1 :])
                return Stakes(by_patron={**self.by_patron, patron: changed}, in_area=self.in_area)
        by_patron = {**self.by_patron, patron: (*held, stake)}
        return Stakes(by_patron=by_patron, in_area=self._entered(stake.area, patron))

    def with_first(self, patron: str, held: tuple[Stake, ...]) -> "Stakes":
        """The stakes with all of a patron's who had none."""
        areas = self.in_area
        for area in dict.fromkeys([one.area for one in held]):
            areas = {**areas, area: (*areas.get(area, ()), patron)}
        return Stakes(by_patron={**self.by_patron, patron: held}, in_area=areas)

    def _entered(self, area: str, patron: str) -> Mapping[str, tuple[str, ...]]:
        here = self.in_area.get(area, ())
        return self.in_area if patron in here else {**self.in_area, area: (*here, patron)}

    def without(self, stake: Stake) -> "Stakes":
        """The stakes when one has left its spot."""
        return self.keeping(lambda one: one is not stake)

    def keeping(self, stays: Callable[[Stake], bool]) -> "Stakes":
        """Only the stakes that stay."""
        kept = ((patron, tuple(filter(stays, held))) for patron, held in self.by_patron.items())
        by_patron = {patron: held for patron, held in kept if held}
        in_area: dict[str, tuple[str, ...]] = {}
        for patron, held in by_patron.items():
            for area in {one.area for one in held}:
                in_area[area] = (*in_area.get(area, ()), patron)
        return Stakes(by_patron=by_patron, in_area=in_area)


NO_STAKES = Stakes()
