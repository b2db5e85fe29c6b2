"""What is done at a table, as talks: looked at, sat down, bet, played."""

from collections.abc import Callable, Mapping
from urllib.parse import quote

from puntobanco.client.answers import (
    Done,
    Guest,
    History,
    Records,
    Round,
    SeenAccount,
    SeenLegal,
    SeenTable,
    Story,
    Tables,
    Tournaments,
    You,
)
from puntobanco.client.exchange import Pause, Talk, command, get, post
from puntobanco.errors import Refused
from puntobanco.streams.command import AnyCommand
from puntobanco.table import LegalAction, commands
from puntobanco.table.commands.slips import SlipStake
from puntobanco.table.model import Phase
from puntobanco.values.money import Cents

USUAL_CHIPS = 1000_00
"""Bought by whoever sits down and says no amount."""
SECONDS_BETWEEN_LOOKS = 0.25


def you() -> Talk[You]:
    return get("/you", You)


def tables() -> Talk[Tables]:
    return get("/tables", Tables)


def tournaments() -> Talk[Tournaments]:
    return get("/tournaments", Tournaments)


def account(person: str) -> Talk[SeenAccount]:
    return get(f"/accounts/{quote(person, safe='')}", SeenAccount)


def guest(table: str | None) -> Talk[Guest]:
    """Be let in by a demo house. It is no command: whoever asks twice is two guests."""
    return post("/guests", b"{}", Guest, **({} if table is None else {"table": table}))


class AtRounds:
    """The talks about the rounds of a table, of the house or of a tournament."""

    def __init__(self, path: str) -> None:
        self._path = path

    def history(self, shoe: int | None) -> Talk[History]:
        return get(f"{self._path}/history", History, **({} if shoe is None else {"shoe": str(shoe)}))

    def story(self, number: int) -> Talk[Story]:
        return get(f"{self._path}/rounds/{number}/story", Story)


class AtStream:
    """The talks of anything that has commands and records."""

    def __init__(self, sort: str, name: str) -> None:
        self.name, self._path = name, f"/{sort}/{quote(name, safe='')}"

    def legal(self) -> Talk[SeenLegal]:
        return get(f"{self._path}/legal", SeenLegal)

    def records(self, after: int, limit: int) -> Talk[Records]:
        return get(f"{self._path}/records", Records, after=str(after), limit=str(limit))

    def do(
        self, kind: type[AnyCommand], members: Mapping[str, object], key: str | None, expected: int | None
    ) -> Talk[Done]:
        query = {} if expected is None else {"expected": str(expected)}
        return post(f"{self._path}/commands", command(kind, members), Done, key=key, **query)


class AtTable(AtStream):
    """The talks of one table."""

    def __init__(self, name: str) -> None:
        super().__init__("tables", name)
        self.rounds = AtRounds(self._path)

    def seen(self) -> Talk[SeenTable]:
        return get(self._path, SeenTable)

    def _do(self, kind: type[AnyCommand], **members: object) -> Talk[Done]:
        return self.do(kind, members, None, None)

    # Sit down

    def sit(self, seat: int | None, chips: Cents | None) -> Talk[int]:
        """The seat. Who has no chips here buys some first."""
        person = (yield from you()).person
        found = yield from self.seen()
        if (taken := found.seat_of(person)) is not None:
            return taken
        if chips is not None or not _chips(found):
            yield from self._buy_in(person, chips)
        return (yield from self._take_seat(seat))

    def _buy_in(self, person: str, chips: Cents | None) -> Talk[Done]:
        if chips is None:
            held = (yield from account(person)).held
            offers = (yield from self.legal()).legal
            step = next((one.amounts[0].step for one in offers if one.kind == "buy_in"), 1)
            chips = min(USUAL_CHIPS, held) // step * step
        return (yield from self._do(commands.BuyIn, amount=chips))

    def _take_seat(self, seat: int | None) -> Talk[int]:
        """A certain one, or the first that nobody takes meanwhile."""
        free = [seat] if seat is not None else _seats((yield from self.legal()).legal)
        for one in free[:-1]:
            try:
                yield from self._do(commands.TakeSeat, seat=one)
            except Refused:
                continue
            return one
        if not free:
            raise Refused("seat_not_free", "house", f"no seat is free at table {self.name}: try another table")
        yield from self._do(commands.TakeSeat, seat=free[-1])
        return free[-1]

    # Bet

    def bet(self, stakes: Mapping[str, Cents], area: str | None) -> Talk[Done]:
        """All that is to lie on the own area for the coming round, in place of what lies there: all or nothing."""
        found = yield from self.seen()
        return (yield from self._slip(found, stakes, area))

    def _slip(self, found: SeenTable, stakes: Mapping[str, Cents], area: str | None) -> Talk[Done]:
        where = area or (yield from self._own_area(found))
        laid = [SlipStake(area=where, wager=wager, amount=amount) for wager, amount in stakes.items()]
        return (yield from self._do(commands.BetSlip, round=found.view.round, stakes=laid))

    def _own_area(self, found: SeenTable) -> Talk[str]:
        seat = found.seat_of((yield from you()).person)
        if seat is None:
            raise Refused("not_seated", "house", f"you have no seat at table {self.name}: sit down, or name an area")
        return str(seat)

    def place(self, wager: str, amount: Cents, area: str | None) -> Talk[Done]:
        """Chips on a spot, on top of what lies there."""
        where = area or (yield from self._own_area((yield from self.seen())))
        return (yield from self._do(commands.Place, area=where, wager=wager, amount=amount))

    # Play

    def play(self, stakes: Mapping[str, Cents], area: str | None) -> Talk[Round]:
        """Bet on the next round that takes wagers, and wait until it is over."""
        while True:
            found = yield from self._when(lambda one: one.view.phase is Phase.BETTING and not one.view.no_bets_next)
            try:
                yield from self._slip(found, stakes, area)
            except Refused as refusal:
                if refusal.code in GONE_BY:
                    yield Pause(SECONDS_BETWEEN_LOOKS)
                    continue
                if refusal.code != "nothing_to_change":  # it stands since a tie
                    raise
            return (yield from self.over(found.view.round))

    def over(self, number: int) -> Talk[Round]:
        """A round, once it is over."""
        yield from self._when(lambda one: one.view.round > number)
        found = yield from get(f"{self._path}/rounds/{number}", Records)
        return Round(number=number, records=found.records)

    def _when(self, fits: Callable[[SeenTable], bool]) -> Talk[SeenTable]:
        while not fits(found := (yield from self.seen())):
            yield Pause(SECONDS_BETWEEN_LOOKS)
        return found

    def leave(self) -> Talk[Done]:
        return self._do(commands.LeaveTable)


GONE_BY = frozenset({"wagers_closed", "other_round", "no_bets_this_hand"})
"""A wager that came too late for its round."""


def _chips(found: SeenTable) -> Cents:
    return found.view.you.chips if found.view.you else 0


def _seats(offers: tuple[LegalAction, ...]) -> list[int]:
    return [value for one in offers if one.kind == "take_seat" for name, value in one.where if name == "seat"]
