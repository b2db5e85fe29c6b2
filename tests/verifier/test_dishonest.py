"""A house that signs what is not true: everything fits but one thing, which is found by its sort."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.fairness.other_verifier import other
from tests.record.kept import NEWEST
from tests.verifier.bundles import (
    PRACTICE,
    REHEARSED,
    SIGNER,
    Signer,
    bundle,
    findings,
    records_in,
    rehearsals,
    text,
    verified,
)
from tests.verifier.exported import records

Records: TypeAlias = list[dict[str, Any]]
Lie: TypeAlias = Callable[[Records], None]


def events(found: Records, name: str) -> Iterator[dict[str, Any]]:
    """All events or acts of this name, at tables of tournaments too."""
    for record in found:
        for event in record["events"]:
            for one in event.get("events", [event]):
                if one.get("event", one.get("act", "")) in (f"{name}.1", name):
                    yield one
            if event.get("event") == f"{name}.1" and "events" in event:
                yield event


def more(name: str, member: str) -> Lie:
    """The first such event says one more."""

    def lie(found: Records) -> None:
        next(events(found, name))[member] += 1

    return lie


def sign_other_rules(found: Records) -> None:
    """7 is a natural at this table, and the digest of its rules fits."""
    rules = next(events(found, "table_opened"))["rules"]
    rules["naturals"]["value"] = [7, 8, 9]
    rules["digest"] = other.digest_of_rules(rules)


def deal_another_card(found: Records) -> None:
    """At the table with fair shoes; its neighbour in value, so that nothing else is wrong with the coup."""
    table = [record for record in found if record["stream"] == "table/fair"]
    for event in events(table, "card_dealt"):
        if event["card"][0] in "TJQK":
            event["card"] = ("J" if event["card"][0] != "J" else "Q") + event["card"][1]
            return
    raise AssertionError("no picture was dealt")


def reveal_another_secret(found: Records) -> None:
    next(events(found, "secret_revealed"))["secret"] = "ab" * 32


def move_a_cent_between_prizes(found: Records) -> None:
    event = next(events(found, "places_awarded"))
    (one, two), postings = event["awards"][:2], event["entry"]["postings"]
    one["prize"], two["prize"] = one["prize"] + 1, two["prize"] - 1
    postings[1][1] += 1
    postings[2][1] -= 1


def swap_two_seats(found: Records) -> None:
    seats = next(events(found, "ballot_drawn"))["seats"]
    seats[0]["player"], seats[1]["player"] = seats[1]["player"], seats[0]["player"]


def let_the_loser_of_a_lot_go_on(found: Records) -> None:
    lot = next(events(found, "lot_drawn"))
    event = next(events(found, "stage_closed"))
    names = {lot["go_on"][0]: lot["stay"][0], lot["stay"][0]: lot["go_on"][0]}
    event["go_on"] = [names.get(one, one) for one in event["go_on"]]
    event["order"] = [[names.get(one, one) for one in group] for group in event["order"]]


def divide_the_fees_otherwise(found: Records) -> None:
    event = next(events(found, "fees_divided"))
    event["pool"], event["commission"] = event["pool"] - 100, event["commission"] + 100
    event["entry"]["postings"][1][1] -= 100
    event["entry"]["postings"][2][1] += 100


def count_other_chips(found: Records) -> None:
    next(events(found, "session_ended"))["finishers"][0]["chips"] += 100


def take_another_amount(found: Records) -> None:
    """From the account, while the table has the right one."""
    event = next(events(found, "taken_to"))
    event["amount"] -= 1
    event["day"]["taken"] -= 1


def point_to_another_sibling(found: Records) -> None:
    record = next(one for one in found if one["stream"].startswith("cage/") and one["sibling"] is not None)
    record["sibling"]["number"] += 1


def tell_another_pair(found: Records) -> None:
    event = next(one for one in events(found, "round_ended") if one["facts"] is not None)
    event["facts"]["pairs"]["player"] = "perfect" if event["facts"]["pairs"]["player"] == "none" else "none"


def book_to_another(found: Records) -> None:
    """Somebody else has the chips that were bought."""
    event = next(events(found, "bought_in"))
    event["entry"]["postings"][1][0][1] += " too"


def sell_out_of_nothing(found: Records) -> None:
    event = next(events(found, "cashed_out"))
    for posting in event["entry"]["postings"]:
        posting[1] *= 1000
    event["amount"] *= 1000


def turn_another_way(found: Records) -> None:
    """A card was dealt to the other hand."""
    event = next(one for one in events(found, "card_dealt") if not one["misplaced"])
    event["hand"] = "banker" if event["hand"] == "player" else "player"


def leave_a_card_out(found: Records) -> None:
    next(events(found, "card_dealt"))["place"] += 1


def name_another_house(found: Records) -> None:
    next(events(found, "house_started"))["name"] = "Casino South"


def opening(found: Records, do: str) -> dict[str, Any]:
    command: dict[str, Any] = next(one["command"] for one in found if one["command"]["do"] == f"{do}.1")
    return command


def open_by_another_edition(found: Records) -> None:
    opening(found, "open_table")["edition"] = 2


def open_by_another_book(found: Records) -> None:
    opening(found, "open_table")["book"] = "nz-1998"


def plan_by_no_edition(found: Records) -> None:
    opening(found, "plan_tournament")["edition"] = None


def name_a_checkpoint_of_what_is_to_come(found: Records) -> None:
    next(events(found, "checkpoint_signed"))["size"] = len(found)


LIES: list[tuple[Lie, str]] = [
    (sign_other_rules, "rules"),
    (open_by_another_edition, "rules"),
    (open_by_another_book, "rules"),
    (plan_by_no_edition, "rules"),
    (deal_another_card, "fairness"),
    (reveal_another_secret, "fairness"),
    (move_a_cent_between_prizes, "tournament"),
    (swap_two_seats, "tournament"),
    (let_the_loser_of_a_lot_go_on, "tournament"),
    (divide_the_fees_otherwise, "tournament"),
    (count_other_chips, "tournament"),
    (take_another_amount, "sibling"),
    (point_to_another_sibling, "sibling"),
    (tell_another_pair, "result"),
    (book_to_another, "entry"),
    (sell_out_of_nothing, "balance"),
    (turn_another_way, "drawing"),
    (leave_a_card_out, "cards"),
    (more("deposited", "amount"), "balance"),
    (name_another_house, "record"),
    (name_a_checkpoint_of_what_is_to_come, "checkpoint"),
    (more("session_started", "seated"), "tournament"),
    (more("shoe_loaded", "cards"), "cards"),
    (more("round_started", "number"), "drawing"),
]


@pytest.fixture(scope="module")
def played(small: Path) -> str:
    return json.dumps(records(small))


@pytest.mark.parametrize(("lie", "sort"), LIES, ids=lambda value: getattr(value, "__qualname__", value))
def test_a_lie_is_found(played: str, lie: Lie, sort: str) -> None:
    found = json.loads(played)
    lie(found)
    report, _ = verified(text(bundle(found, {"of": "house"})), vkey=SIGNER.vkey)
    assert sort in {one.sort for one in report.findings}


def test_a_record_that_names_another_root_is_found(played: str) -> None:
    """The house has signed both: its checkpoint, and a record that says otherwise."""
    found = json.loads(played)
    named = next(events(found, "checkpoint_signed"))
    named["root"] = "0" * 64
    lines = bundle(found, {"of": "house"}, checkpoints=[named["size"]])
    report, _ = verified(text(lines), vkey=SIGNER.vkey)
    sentence = "it names another root than the checkpoint of that size has"
    assert [(one.sort, one.sentence) for one in report.findings] == [("checkpoint", sentence)]


def test_a_change_of_rules_that_was_not_announced() -> None:
    """With the change that was, ties pay nine from now on."""
    found = records_in(NEWEST / "logs/act-2015.jsonl", "table/1")
    scope = {"of": "table", "table": "1"}
    assert findings(bundle(found, scope)) == []
    rules = next(events(found, "change_took_effect"))["rules"]
    next(wager for wager in rules["wagers"] if wager["id"] == "tie")["lines"][0]["pays"]["win"] = 9
    rules["digest"] = other.digest_of_rules(rules)
    assert "a change that was not announced for this round" in {one.sentence for one in findings(bundle(found, scope))}


def charge_an_account_unasked(found: Records) -> None:
    """The director entered somebody, and the fee is said to have left the account."""
    record = next(one for one in found if one["command"]["do"] == "register.1" and one["command"]["player"] == "Bo")
    record["events"][0]["paid_from"] = "account"


def offer_before_the_published_time(found: Records) -> None:
    next(events(found, "seat_offered"))["at"] -= 5 * 60 * 60 * 10**6


def start_before_the_published_time(found: Records) -> None:
    next(events(found, "session_started"))["at"] -= 1


def swap_the_published_times(found: Records) -> None:
    one, other_one = next(events(found, "ballot_drawn"))["sessions"]
    one["starts_at"], other_one["starts_at"] = other_one["starts_at"], one["starts_at"]


def leave_a_session_out(found: Records) -> None:
    record = next(one for one in found if any(event["event"] == "session_called.1" for event in one["events"]))
    record["events"] = [event for event in record["events"] if event["event"] != "session_called.1"]


def play_by_other_limits(found: Records) -> None:
    """The final has limits of its own; the conditions are said to give those of the heats."""
    planned = next(events(found, "tournament_planned"))
    planned["stage_rules"] = [None for _ in planned["stage_rules"]]


RULINGS_40_45_48: list[Lie] = [
    charge_an_account_unasked,
    offer_before_the_published_time,
    start_before_the_published_time,
    swap_the_published_times,
    leave_a_session_out,
    play_by_other_limits,
    divide_the_fees_otherwise,
]


@pytest.mark.parametrize("lie", RULINGS_40_45_48, ids=lambda lie: str(lie.__name__))
def test_a_lie_about_fees_offers_times_or_limits_of_a_tournament(lie: Lie) -> None:
    house, name = Signer(house=PRACTICE), "two-heats"
    found = records_in(NEWEST / f"tournaments/{name}.jsonl", f"tournament/{name}")
    scope = {"of": "tournament", "tournament": name}

    def wrong() -> list[tuple[str, str]]:
        report, _ = verified(text(bundle(found, scope, signer=house)), vkey=house.vkey)
        return [(one.sort, one.sentence) for one in report.findings]

    assert wrong() == [("fairness", REHEARSED)] * len(rehearsals(found))
    lie(found)
    assert "tournament" in {sort for sort, _ in wrong()}


def test_ruling_40_a_fee_from_an_account_by_somebody_else_s_act() -> None:
    """As the patron's own act it fits; as the supervisor's it does not. Nor does the patron take a fee at the desk."""
    scope = {"of": "house"}
    for name, actor, wrong in (
        ("taken_to", {"person": "sue", "role": "supervisor"}, "a fee by nobody's own act"),
        ("paid_at_desk", {"person": "ann", "role": "patron"}, "the patron is not the desk"),
    ):
        found = records_in(NEWEST / "accounts/ann.jsonl", "cage/ann")
        before = {one.sentence for one in findings(bundle(found, scope))}
        record = next(
            one
            for one in found
            if one["events"][0]["event"] == f"{name}.1" and one["events"][0]["stream"].startswith("tournament/")
        )
        record["command"]["actor"] = actor
        assert {one.sentence for one in findings(bundle(found, scope))} - before == {wrong}
