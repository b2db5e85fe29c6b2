"""What a page asks for: the table as it is drawn, its history and stories, and who is there."""

from collections.abc import Callable
from functools import partial
from threading import current_thread
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from puntobanco import house as diary
from puntobanco.app.randomness import command_id
from puntobanco.cage.commands import ExcludeSelf, LimitPlay, OpenAccount
from puntobanco.coup import possible_outcomes
from puntobanco.coup.settle import Verdicts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.table import Next, commands, progress
from puntobanco.table.model import Phase
from puntobanco.web.views.table_view import felt
from tests.app.house.helpers import OPERATOR, patron
from tests.waiting import until
from tests.web.served import Serving

MOST_ROUNDS = 80
"""More than a short shoe has, or a notice waits for."""
SLOW = diary.Running(virtual=True, automatic=True, betting_ms=600_000, card_ms=0, offer_ms=0)
AT_ONCE = diary.Running(virtual=True, automatic=True, betting_ms=0, card_ms=0, offer_ms=0)


@pytest.fixture(scope="module")
def table(served: Serving) -> str:
    served.add_table("felt", AT_ONCE)
    served.seat("felt", chips=100_000)
    until(lambda: coming(served, "felt") is Next.IDLE)
    return "felt"


def get(served: Serving, path: str, person: str = "ann") -> Any:
    answer = served.client(person).get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def coming(served: Serving, table: str) -> Next:
    return progress(served.house.look(f"table/{table}").state).next


def command(served: Serving, table: str, body: dict[str, Any], person: str = "ann") -> None:
    key = {"idempotency-key": command_id()}
    answer = served.client(person).post(f"/tables/{table}/commands", json=body, headers=key)
    assert answer.status_code == 200, answer.text


def bets(served: Serving, table: str, **stakes: int) -> int:
    """A slip on the next round; its number."""
    number: int = get(served, f"/tables/{table}")["view"]["round"]
    slip = [{"area": "1", "wager": wager, "amount": amount} for wager, amount in stakes.items()]
    command(served, table, {"do": "bet_slip", "round": number, "stakes": slip})
    return number


def play(served: Serving, table: str, **stakes: int) -> int:
    """A slip on the next round, until that is over; its number."""
    until(lambda: coming(served, table) is Next.IDLE)
    number = bets(served, table, **stakes)
    until(lambda: served.house.look(f"table/{table}").state.round_number > number)
    return number


def play_while(served: Serving, table: str, holds: Callable[[], bool]) -> int:
    """Rounds until it does not hold; the number of the last one."""
    number = 0
    for _ in range(MOST_ROUNDS):
        if not holds():
            return number
        number = play(served, table, player=1_000)
    raise AssertionError(f"it still holds after {MOST_ROUNDS} rounds")


def test_a_felt_agrees_with_the_other_answers_at_its_number(served: Serving, table: str) -> None:
    play(served, table, tie=500)
    felt = get(served, f"/tables/{table}/felt")
    assert felt["table"]["number"] == get(served, f"/tables/{table}")["number"]
    assert felt["legal"] == get(served, f"/tables/{table}/legal")["legal"]
    assert felt["roads"] == get(served, f"/tables/{table}/roads")["board"]
    assert (felt["person"], felt["role"], felt["title"]) == ("ann", "patron", "Casino Canberra 2015")


def test_what_was_announced_stands_beside_the_table(served: Serving) -> None:
    """For whoever plays there, too: a notice is for them."""
    served.add_table("noticed", SLOW)
    served.seat("noticed")
    assert get(served, "/tables/noticed/felt")["notices"] == []
    served.do("table/noticed", commands.AnnounceClosing(actor=OPERATOR))
    (found,) = get(served, "/tables/noticed/felt")["notices"]
    assert (found["closes"], found["changes"]) == (True, [])
    assert found == get(served, "/tables/noticed/notices")["notices"][0]


def test_a_purse_adds_up(served: Serving, table: str) -> None:
    play(served, table, player=1_000, tie=500)
    purse = get(served, f"/tables/{table}/felt")["purse"]
    account = get(served, "/accounts/ann")
    assert purse["account"] == account["held"]
    assert purse["net"] == purse["chips"] + purse["staked"] - purse["owed"] - 100_000
    rounds = get(served, f"/tables/{table}/history")["rounds"]
    assert purse["net"] == sum(one["net"] for one in rounds)


def test_what_can_be_won_at_most_stands_beside_the_chips(served: Serving) -> None:
    """At a table that waits long enough to look."""
    served.add_table("slow", SLOW)
    served.seat("slow", chips=10_000)
    until(lambda: coming(served, "slow") is Next.IDLE)
    assert get(served, "/tables/slow/felt")["purse"]["can_win"] == 0
    bets(served, "slow", banker=1_000)
    assert get(served, "/tables/slow/felt")["purse"]["can_win"] == 950


@pytest.fixture
def reckoned_in(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the threads in which all ends of a coup were gone through."""
    found: list[str] = []

    def reckon(rules: TableRules) -> tuple[Verdicts, ...]:
        found.append(current_thread().name)
        return right(rules)

    right = possible_outcomes._endings
    monkeypatch.setattr(possible_outcomes, "_endings", reckon)
    return found


def test_what_can_be_won_is_reckoned_when_rules_come_into_force(served: Serving, reckoned_in: list[str]) -> None:
    """Nobody has looked at the table yet."""
    served.add_table("reckoned", SLOW, minimum="15")
    until(lambda: possible_outcomes.are_reckoned(served.house.look("table/reckoned").state.rules))
    assert [name.partition("_")[0] for name in reckoned_in] == ["reckoning"]


def test_what_can_be_won_is_never_reckoned_in_the_loop(served: Serving, reckoned_in: list[str]) -> None:
    """Nor of a table that was open before this process began."""
    served.add_table("restarted", SLOW, minimum="35")
    served.seat("restarted", chips=10_000)
    until(lambda: coming(served, "restarted") is Next.IDLE)
    bets(served, "restarted", player=3_500)
    possible_outcomes._ENDINGS.clear()
    assert get(served, "/tables/restarted/felt")["purse"]["can_win"] == 3_500
    assert {name.partition("_")[0] for name in reckoned_in} == {"reckoning"}


def test_a_round_of_the_history_has_its_cards_as_they_were_dealt(served: Serving, table: str) -> None:
    number = play(served, table, banker=1_000)
    history = get(served, f"/tables/{table}/history")
    last = history["rounds"][0]
    assert (history["shoe"], history["shoes"], last["round"]) == (1, 1, number)
    ended = served.house.look(f"table/{table}").state.ended.round
    shown = [one["card"] for one in (*last["player_cards"], *last["banker_cards"])]
    assert shown == [str(one.card) for one in (*ended.player, *ended.banker)]
    (line,) = last["lines"]
    assert (line["stake"], line["change"]) == (1_000, last["net"])
    assert line["reckoned"].startswith("$10 ")
    assert get(served, f"/tables/{table}/history", "sue")["rounds"][0]["lines"] == []


def test_a_wager_that_is_offered_no_more_has_its_name_in_the_history(served: Serving) -> None:
    served.add_table("without pairs", AT_ONCE, pairs="perfect")
    served.seat("without pairs", chips=100_000)
    number = play(served, "without pairs", player=1_000, player_pair=500)
    served.do("table/without pairs", commands.AnnounceChange(actor=OPERATOR, choices=(("offered", "none"),)))
    path = "/tables/without pairs/felt"
    play_while(
        served,
        "without pairs",
        lambda: "player_pair" in {one["wager"] for one in get(served, path)["layout"]["boxes"]},
    )
    found = get(served, "/tables/without pairs/history")
    (lines,) = (one["lines"] for one in found["rounds"] if one["round"] == number)
    names = {one["wager"]: one["name"] for one in found["boxes"]}
    assert sorted(names[line["wager"]] for line in lines) == ["Player", "Player pair"]


def test_earlier_shoes_are_in_the_history(served: Serving) -> None:
    """Two short shoes."""
    served.add_table("short", AT_ONCE, cut_depth="400")
    served.seat("short", chips=100_000)
    until(lambda: coming(served, "short") is Next.IDLE)
    first = play(served, "short", tie=500)
    last = play_while(served, "short", lambda: get(served, "/tables/short/history")["shoes"] == 1)
    shoes = {shoe: get(served, f"/tables/short/history?shoe={shoe}") for shoe in (1, 2)}
    rounds = [one["round"] for shoe in (2, 1) for one in shoes[shoe]["rounds"]]
    assert rounds == list(range(last, first - 1, -1))
    assert shoes[1]["rounds"][-1]["round"] == first
    assert all(one["shoe"] == shoe and one["player_cards"] for shoe in (1, 2) for one in shoes[shoe]["rounds"])
    answer = served.client("ann").get("/tables/short/history?shoe=99")
    assert (answer.status_code, answer.json()["detail"]) == (422, "shoe: there were 2 so far")


def test_the_drawing_table_has_the_row_of_the_last_coup(served: Serving, table: str) -> None:
    number = play(served, table, banker=1_000)
    drawing = get(served, f"/tables/{table}/drawing")["drawing"]
    assert (drawing["player"]["totals"], len(drawing["banker"])) == ([0, 1, 2, 3, 4, 5], 8)
    ended = served.house.look(f"table/{table}").state.ended
    values = ended.rules.card_values.value
    now = drawing["now"]
    assert now["round"] == number
    assert now["player"] == values.total(tuple(one.card for one in ended.round.player[:2]))
    assert now["banker"] == values.total(tuple(one.card for one in ended.round.banker[:2]))
    assert now["decided"] != []
    assert all(one["clause"] for one in now["decided"])


# Until when people are waited for


def clock(served: Serving, table: str) -> Any:
    return get(served, f"/tables/{table}/felt")["table"]["clock"]


def test_the_time_for_wagers_begins_with_the_first_of_them(served: Serving) -> None:
    served.add_table("timed", SLOW)
    served.seat("timed", chips=10_000)
    until(lambda: coming(served, "timed") is Next.IDLE)
    assert [clock(served, "timed")[name] for name in ("waits_for", "opened_at", "closes_at")] == [None, None, None]
    bets(served, "timed", tie=500)
    first = clock(served, "timed")
    assert (first["waits_for"], first["closes_at"] - first["opened_at"]) == ("start", 600_000_000)
    bets(served, "timed", tie=600)
    again = clock(served, "timed")
    assert (again["opened_at"], again["closes_at"]) == (first["opened_at"], first["closes_at"])
    assert again["now"] >= first["now"] >= first["opened_at"]


def test_an_offer_has_a_time_too(served: Serving) -> None:
    """The cut is offered to the patrons one after the other; each has as long."""
    name = table_with_an_offer(served)
    offered = clock(served, name)
    assert (offered["waits_for"], offered["closes_at"] - offered["opened_at"]) == ("prepare", 600_000_000)
    (whose,) = progress(served.house.look(f"table/{name}").state).patrons
    command(served, name, {"do": "decline_cut"}, whose)
    until(lambda: clock(served, name) and clock(served, name)["opened_at"] != offered["opened_at"])


def table_with_an_offer(served: Serving) -> str:
    """One that offers the cut; where its dealer was there before its patrons, another one is tried."""
    running = diary.Running(virtual=True, automatic=True, offer_ms=600_000)
    for name in ("cut", "cut-again", "cut-once-more"):
        served.add_table(name, running, book="house-midi")
        served.seat(name, chips=10_000)
        until(partial(waits_or_takes_wagers, served, name))
        if served.house.look(f"table/{name}").state.phase is not Phase.BETTING:
            return name
    raise AssertionError("dealers are always there before patrons")


def waits_or_takes_wagers(served: Serving, name: str) -> bool:
    found = clock(served, name)
    waits = found is not None and found["waits_for"] is not None
    return waits or served.house.look(f"table/{name}").state.phase is Phase.BETTING


def test_time_is_counted_for_whoever_has_limits(served: Serving, table: str) -> None:
    assert get(served, f"/tables/{table}/felt", "bob")["purse"]["played"] is None
    limits = LimitPlay(actor=patron("bob"), loss_day=None, loss_week=None, loss_month=None, minutes=600)
    served.do("cage/bob", limits)
    assert get(served, f"/tables/{table}/felt", "bob")["purse"]["played"] is not None
    assert get(served, "/accounts/bob", "bob")["minutes"]["most"] == 600


def test_an_account_says_that_its_patron_takes_a_break(served: Serving) -> None:
    served.do("cage/zoe", OpenAccount(actor=OPERATOR, patron="zoe"))
    assert get(served, "/accounts/zoe", "oz")["excluded"] is None
    until = 4_000_000_000_000_000
    served.do("cage/zoe", ExcludeSelf(actor=patron("zoe"), until=until))
    assert get(served, "/accounts/zoe", "oz")["excluded"]["until"] == until


def test_who_works_there_has_no_place_and_no_purse(served: Serving, table: str) -> None:
    felt = get(served, f"/tables/{table}/felt", "sue")
    assert (felt["spots"], felt["legal"], felt["purse"], felt["rounds"]) == ([], [], None, [])


def test_a_round_is_told_in_sentences_with_clauses(served: Serving, table: str) -> None:
    number = play(served, table, banker=1_000)
    story = get(served, f"/tables/{table}/rounds/{number}/story")
    told = [(one["text"], one["clause"]) for one in story["sentences"]]
    slip = told.index(("ann's slip: $10 on banker in area 1", "4.2"))  # the first round of a shoe begins with the shoe
    assert any(text.startswith("Player gets ") and clause == "6.2" for text, clause in told[slip:])
    assert any(text.startswith("Settled: ann banker $10 ") for text, _ in told)
    assert all(clause for _, clause in told)
    assert any(one["said"] for one in story["sentences"])


def test_others_do_not_read_what_is_not_theirs_in_a_story(served: Serving, table: str) -> None:
    number = play(served, table, banker=1_000)
    texts = [one["text"] for one in get(served, f"/tables/{table}/rounds/{number}/story", "bob")["sentences"]]
    assert not any("after commission" in text for text in texts)


def test_there_is_no_story_of_a_round_that_was_not_played(served: Serving, table: str) -> None:
    for number in ("99999", "x"):
        answer = served.client("ann").get(f"/tables/{table}/rounds/{number}/story")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.usefixtures("table")
def test_a_page_asks_who_is_there_without_being_anybody(served: Serving) -> None:
    nobody = httpx.get(f"{served.url}/api/v1/welcome").json()
    assert nobody == {"you": None, "guests": False, "guest": False, "plays": False, "roles": {}, "deals": []}
    ann = get(served, "/welcome")
    assert (ann["you"]["person"], ann["guest"], ann["plays"], ann["roles"]) == ("ann", False, True, {})
    assert not get(served, "/welcome", "dora")["plays"]


def test_a_summary_has_what_a_lobby_shows(served: Serving, table: str) -> None:
    play(served, table, tie=500)
    found = {one["table"]: one["summary"] for one in get(served, "/tables")["tables"]}[table]
    roads = get(served, f"/tables/{table}/roads")["board"]
    assert (found["title"], found["least"], found["most"]) == ("Casino Canberra 2015", 500, 100_000)
    assert (found["seats"], found["taken"], found["buy_in"]) == (7, [1, 2], 10_000)
    for member in ("big_road", "pending_ties", "counts"):
        assert found[member] == roads[member], member


def test_a_felt_is_of_one_moment(served: Serving) -> None:
    """The table goes on while it is read: what lies on the spots is what lay there at its number."""
    served.add_table("still", SLOW)
    served.seat("still", chips=100_000)
    until(lambda: coming(served, "still") is Next.IDLE)
    stream, ann = "table/still", patron("ann")
    first = served.house.look(stream)
    served.do(stream, commands.Place(actor=ann, area="1", wager="tie", amount=500))
    last = served.house.look(stream)
    at_hand: Any = SimpleNamespace(house=served.house, clocks=SimpleNamespace(now=lambda: 0, of=lambda _: None))
    before, now = (felt(at_hand, stream, ann, one) for one in (first, last))
    assert (before.table.number, now.table.number) == (first.number, last.number)
    assert [sum(spot.lies for spot in one.spots) for one in (before, now)] == [0, 500]
    assert [len(one.table.view.wagers) for one in (before, now)] == [0, 1]


def test_cards_say_how_many_th_out_of_the_shoe_they_are(served: Serving, table: str) -> None:
    """By that whoever looks finds the proof of each."""
    play(served, table, tie=500)
    hands = get(served, f"/tables/{table}/felt")["hands"]
    acts = get(served, f"/tables/{table}/fairness?shoes=1")["acts"]
    shown = {one["place"]: one["card"] for one in acts if one["act"] == "card_shown.1"}
    for hand in (hands["player"], hands["banker"]):
        assert [shown[place] for place in hand["places"]] == [one["card"] for one in hand["cards"]]
