"""Tables that could be opened or changed, over HTTP: forms, previews, notices, switches; who learns of them at once."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import pytest

from puntobanco import house as diary
from puntobanco.exact_odds.removal import removal
from puntobanco.house.commands import AddTable, DisableGaming, EnableGaming, GrantRole, Propose
from puntobanco.rulebooks import table_rules
from puntobanco.table import Role, commands
from puntobanco.table.views.rule_preview import proposed_change
from tests.app.house.helpers import OPERATOR
from tests.web.served import MACHINE, Serving
from tests.web.stream import Event, live, switched, until_ready

BY_HAND = diary.Running()


@pytest.fixture(scope="module")
def table(served: Serving) -> str:
    served.add_table("changing", BY_HAND)
    return "changing"


def get(served: Serving, path: str, person: str = "oz") -> Any:
    answer = served.client(person).get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def preview(served: Serving, path: str, person: str = "oz", **choices: str) -> Any:
    answer = served.client(person).post(path, json={"choices": choices})
    assert answer.status_code == 200, answer.text
    return answer.json()


def give(served: Serving, stream: str, body: dict[str, Any], person: str = "oz") -> httpx.Response:
    headers = {"idempotency-key": f"opening {next(served.ids)}"}
    return served.client(person).post(f"/{stream}/commands", json=body, headers=headers)


def announce(served: Serving, table: str, **choices: str) -> None:
    served.do(f"table/{table}", commands.AnnounceChange(actor=OPERATOR, choices=tuple(choices.items())))


def test_a_preview_is_what_the_table_then_has(served: Serving) -> None:
    form = get(served, "/books/act-2015/form")
    assert (form["title"], len(form["fields"]) > 50) == ("Casino Canberra 2015", True)
    found = preview(served, "/books/act-2015/preview", minimum="20", settlement="B")
    assert found["faults"] == []
    assert give(served, "house", {"do": "add_table", "table": "seen", "running": {}}).status_code == 200
    opened = {"do": "open_table", "book": "act-2015", "choices": [["minimum", "20"], ["settlement", "B"]]}
    assert give(served, "tables/seen", opened).status_code == 200
    assert get(served, "/tables/seen/sign")["lines"] == found["sign"]


def test_faults_of_a_preview_stand_at_their_fields_and_the_rest_is_shown(served: Serving) -> None:
    found = preview(served, "/books/act-2015/preview", minimum="20", cut_depth="11", chips="tin")
    assert {one["key"]: one["clause"] for one in found["faults"]} == {"cut_depth": "5.3", "chips": ""}
    assert next(one["text"] for one in found["sign"] if one["label"] == "Minimum wager") == "$20"
    both = preview(served, "/books/act-2015/preview", minimum="2000")
    assert [(one["key"], one["clause"]) for one in both["faults"]] == [("minimum", "3.1")]
    assert served.client("oz").post("/books/none/preview", json={"choices": {}}).status_code == 404


def test_a_preview_of_what_every_house_chooses_misses_it(served: Serving) -> None:
    found = preview(served, "/books/washington/preview")
    assert len(found["faults"]) == 9
    assert found["sign"] != []


def test_a_notice_is_seen_with_its_round(served: Serving, table: str) -> None:
    path = f"/tables/{table}/notices"
    keys = {one["key"] for one in get(served, f"{path}/form")["fields"]}
    assert "minimum" in keys
    assert keys.isdisjoint({"decks", "seats", "chips", "commission"})
    found = preview(served, f"{path}/preview", minimum="10")
    assert (found["from_round"], found["new_shoe"], found["faults"]) == (2, False, [])
    assert preview(served, f"{path}/preview", minimum="5000")["faults"][0]["key"] == "minimum"
    assert preview(served, f"{path}/preview")["faults"][0]["key"] is None
    announce(served, table, minimum="10")
    (notice,) = get(served, path, "ann")["notices"]
    changed = {"key": "minimum", "title": "Minimum wager", "before": "$5", "after": "$10"}
    assert notice == {"from_round": 2, "new_shoe": False, "closes": False, "changes": [changed]}
    served.do(f"table/{table}", commands.AnnounceClosing(actor=OPERATOR))
    assert get(served, path)["notices"] == []  # nobody is there: it closed at once


def test_proposed_notices_are_for_staff(served: Serving) -> None:
    served.add_table("proposed", BY_HAND)
    change = commands.AnnounceChange(actor=OPERATOR, choices=(("maximum", "2000"),))
    served.do("house", Propose(actor=OPERATOR, stream="table/proposed", command=change))
    (found,) = get(served, "/tables/proposed/notices")["proposed"]
    assert (found["by"], found["changes"][0]["title"]) == (OPERATOR.person, "Maximum wager")
    assert get(served, "/tables/proposed/notices", "ann")["proposed"] == []
    assert get(served, "/tables/proposed/notices", "dan")["proposed"] == []


def test_a_notice_of_one_side_bet_is_shown_as_what_would_be_offered(served: Serving) -> None:
    served.add_table("side bets", BY_HAND)
    path = "/tables/side bets/notices"
    (field,) = (one for one in get(served, f"{path}/form")["fields"] if one["key"] == "offered")
    assert (field["kind"], field["value"]) == ("selection", "banker_pair, player_pair")
    assert [(one["value"], one["clause"]) for one in field["options"]] == [
        ("player_pair", "8.2"),
        ("banker_pair", "8.2"),
    ]
    found = preview(served, f"{path}/preview", offered="-player_pair")
    assert (found["faults"], {"Player pair", "Banker pair"} & {one["label"] for one in found["sign"]}) == (
        [],
        {"Banker pair"},
    )
    assert preview(served, f"{path}/preview", offered="-big_tiger")["faults"][0]["key"] == "offered"
    change = commands.AnnounceChange(actor=OPERATOR, choices=(("offered", "-player_pair"),))
    served.do("house", Propose(actor=OPERATOR, stream="table/side bets", command=change))
    (proposed,) = get(served, path)["proposed"]
    shown = {"key": "offered", "title": "Side bets offered", "before": "banker_pair, player_pair"}
    assert proposed["changes"] == [{**shown, "after": "banker_pair"}]
    announce(served, "side bets", offered="-player_pair")
    (notice,) = get(served, path, "ann")["notices"]
    assert notice["changes"] == [{**shown, "after": "banker_pair"}]


def test_a_proposed_notice_is_shown_also_where_another_one_came_first() -> None:
    rules = table_rules("act-2015", offered="none")
    assert proposed_change(rules, "offered", "-player_pair").after == "none"
    assert proposed_change(rules, "minimum", "10").after == "$10"


def test_switches_say_who_since_when_and_why(served: Serving, table: str) -> None:
    assert get(served, "/house/switches")["off"] == []
    for scope in ({}, {"table": table}, {"patron": "bob"}):
        assert give(served, "house", {"do": "disable_gaming", "reason": "a test", **scope}).status_code == 200
    found = get(served, "/house/switches", "ada")["off"]
    assert [one["whom"] for one in found] == ["everybody", f"table {table}", "bob"]
    assert {(one["by"], one["reason"], one["since"] > 0) for one in found} == {("oz", "a test", True)}
    for scope in ({}, {"table": table}, {"patron": "bob"}):
        assert give(served, "house", {"do": "enable_gaming", "reason": "over", **scope}).status_code == 200
    assert get(served, "/house/switches")["off"] == []


@pytest.mark.parametrize(
    ("scope", "who"),
    [({}, {"ann", "bob", "dan"}), ({"table": "off"}, {"ann", "bob", "dan"}), ({"patron": "bob"}, {"bob"})],
)
def test_a_felt_says_that_gaming_is_off_for_whoever_looks(
    served: Serving, scope: dict[str, Any], who: set[str]
) -> None:
    if "off" not in served.house.look("house").state.tables:
        served.add_table("off", BY_HAND)
    assert get(served, "/tables/off/felt", "bob")["off"] is None
    served.do("house", DisableGaming(actor=OPERATOR, reason="a test", **scope))
    said = {person: get(served, "/tables/off/felt", person)["off"] for person in ("ann", "bob", "dan")}
    listed = {one["table"]: one["summary"] for one in get(served, "/tables")["tables"]}["off"]["off"]
    served.do("house", EnableGaming(actor=OPERATOR, reason="over", **scope))
    assert {person for person, text in said.items() if text is not None} == who
    assert all(text.startswith("gaming is off for ") for text in said.values() if text is not None)
    assert listed is ("patron" not in scope)


def named(found: Iterator[Event], name: str) -> Event:
    """The next one of this sort."""
    return next(event for event in found if event.name == name)


def test_whoever_follows_a_table_is_told_of_a_switch_and_nobody_else(served: Serving) -> None:
    served.add_table("told", BY_HAND)
    with live(served.client("ann"), tables="told") as ann, live(served.client("bob"), tables="told") as bob:
        for one in (ann, bob):
            until_ready(one)
        scopes: tuple[dict[str, Any], ...] = ({"patron": "bob"}, {"table": "changing"}, {"table": "told"})
        for scope in scopes:
            served.do("house", DisableGaming(actor=OPERATOR, reason="a test", **scope))
            served.do("house", EnableGaming(actor=OPERATOR, reason="over", **scope))
        announce(served, "told", minimum="10")
        heard = {person: switched(one) for person, one in (("ann", ann), ("bob", bob))}
    assert heard == {"ann": ["table/told"] * 2, "bob": ["table/told"] * 4}


def test_a_new_table_comes_on_the_boards_of_whoever_has_a_role_there(served: Serving) -> None:
    served.do("house", GrantRole(actor=MACHINE, whom="guy", duty=Role.PATRON, place="table/told"))
    with live(served.client("ann"), board="*") as ann, live(served.client("guy"), board="*") as guy:
        for one in (ann, guy):
            until_ready(one)
        served.do("house", AddTable(actor=OPERATOR, table="brand new", running=BY_HAND))
        served.do("table/brand new", commands.OpenTable(actor=OPERATOR, book="nz-1998"))
        while named(ann, "summary").data["stream"] != "table/brand new":
            pass
        announce(served, "told", minimum="15")
        assert named(guy, "summary").data["stream"] == "table/told"


def test_effects_of_removal_are_exact_and_for_auditors(served: Serving) -> None:
    served.add_table("counted", BY_HAND, "nz-1998")
    found = get(served, "/tables/counted/odds/removal", "ada")
    expected = {one.wager: one.as_dict() for one in removal(table_rules("nz-1998"))}
    assert {one["wager"]: one["effects"] for one in found["wagers"]} == expected
    tie = next(one for one in found["wagers"] if one["wager"] == "tie")
    assert tie["rounded"]["A"] == round(100 * float(Fraction(tie["effects"]["A"])), 4)
    assert served.client("oz").get("/tables/counted/odds/removal").json()["code"] == "odds_not_shown"
