"""What directors and players read of tournaments, and patrons of fair shoes."""

import httpx
import msgspec
import pytest

from puntobanco.fair_shoes.events import CardShown, SecretRevealed
from puntobanco.table import Role
from puntobanco.web.views.accounts import Tournaments
from puntobanco.web.views.fair_shoes import HeldHistory
from tests.web.paper_house import TOURNAMENT, Papers

PATH = f"/tournaments/{TOURNAMENT}"
SAT = 3
"""Of the five in it: one never came, and one was replaced by a reserve."""


@pytest.mark.parametrize(
    ("person", "role"), [("ada", Role.AUDITOR), ("oz", Role.OPERATOR), ("dot", Role.DIRECTOR), ("ann", None)]
)
def test_tournaments_are_listed_for_whoever_has_a_role_there(papers: Papers, person: str, role: Role | None) -> None:
    found = msgspec.json.decode(papers.client(person).get("/tournaments").content, type=Tournaments)
    assert [(one.tournament, one.role) for one in found.tournaments] == ([] if role is None else [(TOURNAMENT, role)])
    if role is not None:
        (one,) = found.tournaments
        seen = papers.client(person).get(PATH).json()
        view = seen["view"]
        assert (one.number, one.title, one.stage) == (seen["number"], view["title"], view["stage"])
        assert (one.players, one.cancelled) == (SAT, view["cancelled"])
        assert one.over == (view["sheet"] is not None)


def test_what_happened_at_a_tournament_is_read_page_by_page(papers: Papers) -> None:
    client, numbers, after, more = papers.client("dot"), [], 0, True
    while more:
        page = client.get(f"{PATH}/records", params={"after": after, "limit": 50}).json()
        numbers += [one["number"] for one in page["records"]]
        after, more = page["number"], page["more"]
    assert numbers == list(range(1, client.get(PATH).json()["number"] + 1))


@pytest.mark.parametrize("path", [PATH, f"{PATH}/records", f"{PATH}/legal"])
def test_nobody_else_reads_it(papers: Papers, path: str) -> None:
    assert papers.client("dot").get(path).status_code == 200
    assert {papers.client(one).get(path).status_code for one in ("ann", "dan", "sue", "eve")} == {403}


def held(client: httpx.Client, after: int = 0) -> HeldHistory:
    answer = client.get("/tables/fair-nz-1998/fairness", params={"after": after} if after else {})
    return msgspec.json.decode(answer.content, type=HeldHistory)


def test_a_patron_holds_every_act_and_asks_for_what_came_since(papers: Papers) -> None:
    client = papers.client("ann")
    every = held(client)
    shown = [one for one in every.acts if isinstance(one, CardShown)]
    assert shown
    assert all(one.proof for one in shown)
    assert any(isinstance(one, SecretRevealed) for one in every.acts)
    since = held(client, every.number // 2)
    assert since.number == every.number
    assert every.acts[-len(since.acts) :] == since.acts
    assert 0 < len(since.acts) < len(every.acts)
    assert held(client, every.number) == HeldHistory(stream=every.stream, number=every.number, acts=())
