"""Who deals at a table: everybody who looks is told, at once when a dealer comes or goes."""

from puntobanco import house as diary
from puntobanco.house.commands import GrantRole, RevokeRole
from puntobanco.table import Role, commands
from tests.app.house.helpers import OPERATOR
from tests.web.served import FAST, MACHINE, Serving
from tests.web.stream import Event, live, switched, until_ready

BY_HAND = diary.Running(virtual=True)


def seen(served: Serving, table: str) -> tuple[str, str]:
    """By the felt, and by the board."""
    ann = served.client("ann")
    entries = {one["table"]: one["summary"] for one in ann.get("/tables").json()["tables"]}
    return ann.get(f"/tables/{table}/felt").json()["attendance"], entries[table]["attendance"]


def take_over(served: Serving, person: str, table: str) -> None:
    headers = {"idempotency-key": f"attendance {next(served.ids)}"}
    body = {"do": "take_over", "table": table}
    answer = served.client(person).post("/house/commands", json=body, headers=headers)
    assert answer.status_code == 200, answer.text


def test_a_dealer_is_awaited_until_one_takes_the_table_over(served: Serving) -> None:
    served.add_table("attended", BY_HAND)
    served.add_table("by itself", FAST)
    assert seen(served, "by itself") == ("house", "house")
    assert seen(served, "attended") == ("awaited", "awaited")
    take_over(served, "dan", "attended")
    assert seen(served, "attended") == ("dealer", "dealer")


def test_whoever_looks_at_a_table_is_told_when_a_dealer_comes_and_goes(served: Serving) -> None:
    served.add_table("coming", BY_HAND)
    served.add_table("elsewhere", BY_HAND)
    with live(served.client("ann"), tables="coming,elsewhere") as ann, live(served.client("bob"), board="*") as bob:
        for one in (ann, bob):
            until_ready(one)
        served.do("house", GrantRole(actor=MACHINE, whom="dee", duty=Role.DEALER, place="table/coming"))
        take_over(served, "dee", "coming")
        served.do("house", RevokeRole(actor=MACHINE, whom="dee", place="table/coming"))
        served.do("table/coming", commands.AnnounceChange(actor=OPERATOR, choices=(("minimum", "10"),)))
        assert switched(ann) == ["table/coming"] * 2
        while _of(next(bob)) != ("table/coming", "awaited"):
            pass


def _of(event: Event) -> tuple[str, str] | None:
    return (event.data["stream"], event.data["attendance"]) if event.name == "summary" else None
