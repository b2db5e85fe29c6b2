"""A demo house lets in by links and guests, as its description says, and asks staff for no second factor."""

import json
from pathlib import Path

import httpx

from puntobanco.table import Role
from puntobanco.web.app import API, ENDPOINTS
from tests.client.conftest import shown_demo


def test_a_demo_house_describes_its_doors_and_asks_for_no_factor(tmp_path: Path) -> None:
    with shown_demo(tmp_path / "demo") as shown:
        links = {one.role: one.address.partition("#")[2] for one in shown.demo.shown(1).links}
        with httpx.Client(base_url=shown.url + API, headers={"origin": shown.url}) as browser:
            _described(browser)
            seen = browser.post("/links/look", json={"secret": links[Role.OPERATOR]}).json()
            assert (seen["person"], seen["kind"]) == ("Demo operator", "enter")
            entered = browser.post("/links/enter", json={"secret": links[Role.OPERATOR]})
            assert entered.json() == {"person": "Demo operator"}
            _acts_as_operator(browser)
            assert httpx.post(f"{shown.url}{API}/guests").json()["code"] == "no_origin"


def _described(browser: httpx.Client) -> None:
    paths = browser.get("/openapi.json").json()["paths"]
    assert set(paths) == {API + one.path for one in ENDPOINTS} | {
        f"{API}/{one}" for one in ("live", "guests", "links/enter")
    }
    for path in ("guests", "links/enter", "log-in"):
        operation = paths[f"{API}/{path}"]["post"]
        assert operation["security"] == []
        assert "Set-Cookie" in operation["responses"]["200"]["headers"]
    assert "303" in paths[f"{API}/guests"]["post"]["responses"]
    assert paths[f"{API}/you/sessions"]["get"]["security"] == [{"session": []}]
    assert "password" not in json.dumps(paths[f"{API}/guests"])


def _acts_as_operator(browser: httpx.Client) -> None:
    grant = {"do": "grant_role", "whom": "Eve", "duty": "dealer", "place": "table/"}
    assert browser.post("/house/commands", json=grant, headers={"idempotency-key": "1"}).status_code == 200
    people = {one["name"]: one for one in browser.get("/people").json()["people"]}
    assert people["Eve"] == {
        "name": "Eve",
        "enrolled": False,
        "has_password": False,
        "has_factor": False,
        "closed": False,
        "sessions": 0,
        "tokens": [],
        "roles": {"table/": "dealer"},
    }
    assert people["Demo operator"]["sessions"] == 1
    assert browser.post("/people", json={"name": "Eve"}).status_code == 200
