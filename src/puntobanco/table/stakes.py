"""The stakes on a layout, kept by patron: a bet looks at its own spot and at who else is in its area, never at all."""

from collections.abc import Callable, Iterator, Mapping, Set
from operator import attrgetter

from msgspec import Struct

from puntobanco.values.money import Cents
from puntobanco.values.replace import changed


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
        lying = self.at(stake.patron, stake.area, stake.wager)
        if lying is None:
            return self._with_new(stake)
        return self._with_other(lying, stake) if stake.amount else self.without(lying)

    def with_more(self, patron: str, area: str, wager: str, amount: Cents, order: int) -> "Stakes":
        """The stakes with so much more of a patron's chips on a spot, which counts as newly placed."""
        for lying in self.by_patron.get(patron, ()):
            if lying.wager == wager and lying.area == area:
                return self._with_other(lying, changed(lying, amount=lying.amount + amount, order=order))
        return self._with_new(Stake(patron=patron, area=area, wager=wager, amount=amount, order=order))

    def with_less(self, patron: str, area: str, wager: str, amount: Cents) -> "Stakes":
        """The stakes with so much less of a patron's chips on a spot, which keep their turn."""
        lying = self.at(patron, area, wager)
        return self if lying is None else self.with_stake(changed(lying, amount=lying.amount - amount))

    def _with_other(self, lying: Stake, stake: Stake) -> "Stakes":
        held = tuple([stake if one is lying else one for one in self.by_patron[stake.patron]])
        return Stakes(by_patron={**self.by_patron, stake.patron: held}, in_area=self.in_area)

    def _with_new(self, stake: Stake) -> "Stakes":
        patron, area = stake.patron, stake.area
        by_patron = {**self.by_patron, patron: (*self.by_patron.get(patron, ()), stake)}
        here = self.in_area.get(area, ())
        in_area = self.in_area if patron in here else {**self.in_area, area: (*here, patron)}
        return Stakes(by_patron=by_patron, in_area=in_area)

    def with_first(self, bets: Mapping[str, tuple[Stake, ...]]) -> "Stakes":
        """The stakes with all of patrons' who had none."""
        return Stakes(by_patron={**self.by_patron, **bets}, in_area=_in_areas(bets, {**self.in_area}))

    def without(self, stake: Stake) -> "Stakes":
        """The stakes when one has left its spot."""
        return self.keeping(lambda one: one is not stake)

    def keeping(self, stays: Callable[[Stake], bool]) -> "Stakes":
        """Only the stakes that stay."""
        return _stakes({patron: [one for one in held if stays(one)] for patron, held in self.by_patron.items()})

    def without_wagers(self, wagers: Set[str]) -> "Stakes":
        """Only the stakes on other wagers."""
        return _stakes(
            {patron: [one for one in held if one.wager not in wagers] for patron, held in self.by_patron.items()}
        )


def _stakes(by_patron: Mapping[str, list[Stake]]) -> Stakes:
    held = {patron: tuple(stakes) for patron, stakes in by_patron.items() if stakes}
    return Stakes(by_patron=held, in_area=_in_areas(held, {}))


def _in_areas(bets: Mapping[str, tuple[Stake, ...]], in_area: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Who is in each area, these patrons included."""
    for patron, held in bets.items():
        for one in held:
            here = in_area.get(one.area, ())
            if patron not in here:
                in_area[one.area] = (*here, patron)
    return in_area


NO_STAKES = Stakes()
