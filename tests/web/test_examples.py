"""The example scripts over HTTP: their people log in with their roles, and the table's stream has the same events."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from puntobanco.app.house.stream_states import record_of
from puntobanco.app.table_runner import TableRun
from puntobanco.cage import commands as cage
from puntobanco.cli.table import commands_in
from puntobanco.client.exchange import command as sent
from puntobanco.house import Running
from puntobanco.house.commands import AddTable
from puntobanco.table import Actor, Role
from puntobanco.table.commands import Draw
from puntobanco.table.events import CardDealt, RoundEnded
from puntobanco.web.server import Address, serving
from tests.app.house.helpers import OPERATOR
from tests.web.door import OpenDoor
from tests.web.served import MANY, Serving, house_in

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.jsonl"))
assert len(SCRIPTS) >= 5
BY_HAND = Running()
APPROVER = "a second person"
OF_TWO = "needs_approval"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with house_in(tmp_path_factory.mktemp("examples") / "house") as (house, _):
        found = Serving(house=house, door=OpenDoor(house))
        found.do("vault", cage.OpenVault(actor=OPERATOR))
        found.do("vault", cage.Deposit(actor=OPERATOR, amount=10**12))
        with serving(house, found.door, Address(rates=MANY)) as port:
            found.port = port
            yield found
            found.close()


class Actors:
    """The people of a script at one table, each with a token and the role that the script gives."""

    def __init__(self, served: Serving, table: str, running: Running = BY_HAND) -> None:
        self._served, self._table = served, table
        self._dealing: str | None = None
        self._known: set[Actor] = set()
        served.do("house", AddTable(actor=OPERATOR, table=table, running=running))
        self._meet(Actor(person=f"{APPROVER} at {table}", role=Role.OPERATOR))

    def do(self, command: Any) -> httpx.Response:
        """The one command, by whoever gives it; what takes two people is proposed and approved."""
        actor = command.actor
        self._meet(actor)
        if actor.role is Role.DEALER and self._dealing != actor.person:
            self._post(actor.person, "/house", {"do": "take_over", "table": self._table}).raise_for_status()
            self._dealing = actor.person
        body = _body(command)
        found = self._post(actor.person, f"/tables/{self._table}", body)
        return self._of_two(actor, body) if _code(found) == OF_TWO else found

    def _of_two(self, actor: Actor, body: Any) -> httpx.Response:
        proposal = {"do": "propose", "stream": f"table/{self._table}", "command": body}
        found = self._post(actor.person, "/house", proposal)
        if found.status_code != 200:
            return found
        number = self._served.house.look("house").state.proposed
        return self._post(f"{APPROVER} at {self._table}", "/house", {"do": "approve", "number": number})

    def _post(self, person: str, path: str, body: Any) -> httpx.Response:
        headers = {"idempotency-key": f"{self._table} {next(self._served.ids)}"}
        return self._served.client(person).post(f"{path}/commands", json=body, headers=headers)

    def _meet(self, actor: Actor) -> None:
        """Somebody new gets a role at this table; a patron has an account from which chips are bought."""
        if actor in self._known:
            return
        self._known.add(actor)
        if self._served.house.may(actor.person, f"table/{self._table}") is not actor.role:
            self._served.grant(actor.person, actor.role, f"table/{self._table}")
        if actor.role is Role.PATRON and self._served.house.look(f"cage/{actor.person}").state is None:
            self._served.do(f"cage/{actor.person}", cage.OpenAccount(actor=OPERATOR, patron=actor.person))
            self._served.do(f"cage/{actor.person}", cage.Deposit(actor=OPERATOR, amount=10**9))


def _body(command: Any) -> Any:
    """As a client sends it."""
    members = {name: getattr(command, name) for name in command.__struct_fields__ if name != "actor"}
    return msgspec.json.decode(sent(type(command), members))


def _code(found: httpx.Response) -> str:
    return "" if found.status_code == 200 else str(found.json()["code"])


def played(script: Path) -> tuple[list[Any], list[str]]:
    """As `punto table run` does it: events by record, and the codes of what was refused."""
    table, records, codes = TableRun(None), list[Any](), list[str]()
    for _, (command, approved_by) in commands_in(script.read_text()):
        for answer in table.do(command, approved_by):
            codes.append("" if answer.refused is None else answer.refused.code)
            if answer.record is not None:
                records.append(answer.record.events)
    return records, codes


def over_http(served: Serving, script: Path, table: str) -> tuple[list[Any], list[str]]:
    people = Actors(served, table)
    codes = [_code(people.do(command)) for _, (command, _) in commands_in(script.read_text())]
    # records of every kind of stream have events
    return [record_of(line).events for line in served.house.read(f"table/{table}")], codes


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_an_example_gives_the_same_events(house: Serving, script: Path) -> None:
    wanted, refused = played(script)
    events, codes = over_http(house, script, script.stem)
    assert codes == refused
    assert events == wanted
    assert len(events) > 20


def test_another_evening_is_noticed(house: Serving, tmp_path: Path) -> None:
    """With one line left out."""
    script = SCRIPTS[0]
    lines = script.read_text().splitlines()
    places = [place for place, line in enumerate(lines) if '"place"' in line]
    shorter = tmp_path / "shorter.jsonl"
    shorter.write_text("\n".join(line for place, line in enumerate(lines) if place != places[0]))
    assert over_http(house, shorter, "shorter")[0] != played(script)[0]


def test_the_house_example_gives_the_same_events(house: Serving) -> None:
    """An account, and a round from a virtual shoe up to its first card, which is another one each time."""
    house.grant("oz", Role.OPERATOR, "house")
    for line in (EXAMPLES / "house" / "ann-account.jsonl").read_text().splitlines():
        said = {name: one for name, one in msgspec.json.decode(line).items() if name not in ("person", "role")}
        headers = {"idempotency-key": line[:100]}
        assert house.client("oz").post("/accounts/ann/commands", json=said, headers=headers).status_code == 200
    assert house.house.look("cage/ann").state.held == 100_000
    script = EXAMPLES / "house" / "virtual-shoe.jsonl"
    people = Actors(house, "virtual", Running(virtual=True))
    lines = [command for _, (command, _) in commands_in(script.read_text())]
    codes = [_code(people.do(command)) for command in lines]
    refused = {type(command) for command, code in zip(lines, codes, strict=True) if code}
    assert refused <= {Draw}, codes  # third cards that the law does not want
    # records of every kind of stream have events
    kinds = [type(event) for line in house.house.read("table/virtual") for event in record_of(line).events]
    assert (kinds.count(CardDealt) >= 4, kinds[-1]) == (True, RoundEnded)
