"""The log of a house folded by the tests themselves, record by record as it grows, from the bytes alone: money, rounds,
roles and switches. Nothing of the package has a part in it but the names in the log."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, TypeAlias

from puntobanco.store import Line

Posting: TypeAlias = tuple[tuple[str, ...], int]
"""An account, and what comes to it."""
Event: TypeAlias = dict[str, Any]
PLAYS = {"wager_placed", "wager_moved", "bought_in", "seat_taken", "entry_registered"}
LAYOUT = {"wager_placed", "wager_moved", "wager_withdrawn", "slip_laid"}
"""What changes the wagers on a layout."""
NEVER_BELOW_ZERO = {"chips", "box", "account"}
BETWEEN_TWO = {
    "float_filled": ("float", "cage"),
    "float_credited": ("cage", "float"),
    "deposited": ("account", "cash"),
    "withdrawal_paid": ("cash", "account"),
    "taken_to": ("at", "account"),
    "brought_back": ("account", "at"),
}
"""Into which account, and out of which."""
PLACES = ("house", "table/")
"""Where roles are given that are given for more than one table."""


def name_of(event: Event) -> str:
    """Without its version, of an act as well."""
    name: str = event.get("event") or event.get("act") or ""
    return name.partition(".")[0]


def flat(events: list[Event]) -> Iterator[Event]:
    """Those of a tournament's tables as well."""
    for event in events:
        yield event
        yield from flat(event.get("events", []))


class Folded:
    """A house by its records so far; `see` gives what is wrong with the next one."""

    def __init__(self, bound: str | None = None) -> None:
        """Records whose ids begin with `bound` were asked for by people on duty, who have the roles that were given."""
        self.position = 0
        self.names: set[tuple[str, str]] = set()
        self.happened: Counter[str] = Counter()
        """How often each event."""
        self.money, self.rounds, self.switches, self.roles = Money(), Rounds(), Switches(), Roles(bound)
        self._heads: dict[str, tuple[int, bytes]] = {}

    def see(self, line: Line) -> list[str]:
        record = json.loads(line.body)
        wrong = [*self._order(line), *self._own_name(line)]
        self.happened.update(map(name_of, record["events"]))
        for part in (self.money, self.rounds, self.switches, self.roles):
            wrong += part.see(line, record)
        return [f"{line.position} ({line.stream} {line.number}, {line.id}): {one}" for one in wrong]

    def rest(self) -> list[str]:
        """What can only be wrong with all of it."""
        return list(self.money.rest())

    def _order(self, line: Line) -> Iterator[str]:
        number, before = self._heads.get(line.stream, (0, bytes(32)))
        if line.position != self.position + 1:
            yield f"it comes after position {self.position}"
        if line.number != number + 1:
            yield f"it comes after record {number} of its stream"
        if line.hash != sha256(before + line.body).digest():
            yield "its hash does not follow from the one before it"
        self.position = line.position
        self._heads[line.stream] = line.number, line.hash

    def _own_name(self, line: Line) -> Iterator[str]:
        if (line.stream, line.id) in self.names:
            yield "its id stands in its stream already"
        self.names.add((line.stream, line.id))


class Money:
    """Balances of tables and accounts, by double entry."""

    def __init__(self) -> None:
        self.balances: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)

    def see(self, line: Line, record: Any) -> Iterator[str]:
        balances = self.balances[line.stream]
        moved: set[tuple[str, ...]] = set()
        for event in record["events"]:
            for account, cents in postings(event):
                balances[account] += cents
                moved.add(account)
        for account in sorted(moved):
            if account[0] in NEVER_BELOW_ZERO and balances[account] < 0:
                yield f"{'/'.join(account)} is {balances[account]}: below zero"

    def chips(self, stream: str, patron: str) -> int:
        return self.balances[stream]["chips", patron]

    def held(self, patron: str) -> int:
        return self.balances[f"cage/{patron}"]["account",]

    def rest(self) -> Iterator[str]:
        for stream, balances in self.balances.items():
            if sum(balances.values()):
                yield f"{stream} does not sum to zero"
            brought = sum(other["at", stream] for other in self.balances.values())
            if stream.startswith("table/") and brought != -balances["cage",]:
                yield f"accounts have {brought} at {stream}, which has {-balances['cage',]} from them"


def postings(event: Event) -> Iterator[Posting]:
    """What an event moves, as the page of the format says it."""
    patron, cents = event.get("patron"), event.get("amount", 0)
    match name_of(event):
        case _ if "entry" in event:
            yield from ((tuple(account), amount) for account, amount in event["entry"]["postings"])
        case "wager_placed":
            yield from _staked(patron, event["area"], event["wager"], cents)
        case "wager_withdrawn" | "wager_returned":
            yield from _staked(patron, event["area"], event["wager"], -cents)
        case "wager_moved":
            yield from _staked(patron, event["area"], event["wager"], -cents)
            yield from _staked(patron, event["to_area"], event["to_wager"], cents)
        case "slip_laid":
            for area, wager, amount, was in event["stakes"]:
                yield from _staked(patron, area, wager, amount - was)
        case "stage_settled":
            for wager in event["wagers"]:
                if wager not in event["stays"]:
                    yield from _settled(*wager[:7])
        case name if name in BETWEEN_TWO:
            for account, amount in zip(BETWEEN_TWO[name], (cents, -cents), strict=True):
                yield (account, event["stream"]) if account == "at" else (account,), amount


def _staked(patron: Any, area: str, wager: str, cents: Any) -> Iterator[Posting]:
    yield ("chips", patron), -cents
    yield ("box", area, wager, patron), cents


def _settled(patron: str, area: str, wager: str, stake: int, returned: int, taken: int, owed: int) -> Iterator[Posting]:
    yield ("box", area, wager, patron), -stake
    yield ("chips", patron), returned
    yield ("commission_taken",), taken
    yield ("commission_owed", patron), owed
    yield ("float",), stake - returned - taken - owed


class Rounds:
    """No wager after the close of a round, nor after a card of it."""

    def __init__(self) -> None:
        self._closed: set[str] = set()
        self._dealt: set[str] = set()

    def see(self, line: Line, record: Any) -> Iterator[str]:
        stream = line.stream
        for event in record["events"]:
            match name_of(event):
                case name if name in LAYOUT:
                    if stream in self._dealt:
                        yield f"{name} of {event['patron']} after a card of the round"
                    elif stream in self._closed:
                        yield f"{name} of {event['patron']} after the close"
                case "round_started":
                    self._closed.add(stream)
                case "card_dealt":
                    self._dealt.add(stream)
                case "round_ended" | "round_cancelled":
                    self._closed.discard(stream)
                    self._dealt.discard(stream)


class Switches:
    """Nobody plays for whom gaming is off, nor who is excluded; no exclusion ends early."""

    def __init__(self) -> None:
        self.off: set[str] = set()
        self.excluded: dict[str, int | None] = {}

    def see(self, line: Line, record: Any) -> Iterator[str]:
        events = list(flat(record["events"]))
        for event in events:
            yield from self._turned(event, record)
        if line.stream.startswith(("table/", "tournament/")):
            yield from self._passed(line.stream, events)

    def _turned(self, event: Event, record: Any) -> Iterator[str]:
        match name_of(event):
            case "gaming_disabled":
                self.off.add(_scope(event))
            case "gaming_enabled":
                self.off.discard(_scope(event))
            case "self_excluded":
                self.excluded[event["patron"]] = event["until"]
            case "returned_to_play":
                until = self.excluded.pop(event["patron"], 0)
                if until is None or record["time"] < until:
                    yield f"{event['patron']} returned too early"

    def _passed(self, stream: str, events: list[Event]) -> Iterator[str]:
        shut = self.off & {"all", stream}
        for event in events:
            name, who = name_of(event), event.get("patron", event.get("player"))
            plays = name in PLAYS or (name == "slip_laid" and any(amount > was for *_, amount, was in event["stakes"]))
            if plays and (shut or who in self.off or who in self.excluded):
                yield f"{name} of {who} at {stream} while gaming is off"
            if name == "round_started" and shut and event["kind"] != "wagers":
                yield f"a round without wagers at {stream} while gaming is off"


def _scope(event: Event) -> str:
    if event["table"] is not None:
        return f"table/{event['table']}"
    return "all" if event["patron"] is None else str(event["patron"])


class Roles:
    """Who acts at a table has the role there, and a dealer deals there."""

    def __init__(self, bound: str | None) -> None:
        self._bound = bound
        self._given: dict[tuple[str, str], str] = {}
        """By person and place."""
        self._deals: dict[str, str] = {}

    def see(self, line: Line, record: Any) -> Iterator[str]:
        for event in record["events"]:
            match name_of(event):
                case "role_granted":
                    self._given[event["person"], event["place"]] = event["role"]
                case "role_revoked":
                    self._given.pop((event["person"], event["place"]), None)
                case "dealer_changed":
                    self._deals[f"table/{event['table']}"] = event["person"]
        if self._bound is not None and line.id.startswith(self._bound) and line.stream.startswith("table/"):
            yield from self._acts(line.stream, record["command"]["actor"])

    def _acts(self, stream: str, actor: dict[str, str]) -> Iterator[str]:
        person, role = actor["person"], actor["role"]
        given = [self._given.get((person, place)) for place in (*PLACES, stream)]
        if role not in given:
            yield f"{person} acts as {role} and has no such role"
        elif role == "dealer" and self._deals.get(stream) != person:
            yield f"{person} deals, and it is the turn of {self._deals.get(stream)}"
