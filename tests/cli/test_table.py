"""`punto table run` as a user runs it: scripts that cannot be read, refusals, views, virtual shoes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import output, punto

DEALER = {"person": "dan", "role": "dealer"}
OPEN = {"do": "open_table", "person": "oz", "role": "operator", "book": "act-2015", "choices": [["burn", "hidden"]]}
SHOE: list[dict[str, Any]] = [
    {"do": "check_cards", **DEALER},
    {"do": "shuffle", **DEALER},
    {"do": "cut", "person": "sue", "role": "supervisor", "at": 200},
    {"do": "load_shoe", **DEALER},
    {"do": "draw", **DEALER, "face_up": False},
]


def patron(name: str, do: str, **fields: Any) -> dict[str, Any]:
    return {"do": do, "person": name, "role": "patron", **fields}


BETS = [
    patron("ann", "buy_in", amount=20_000),
    patron("bob", "buy_in", amount=77_700),
    patron("ann", "place", area="1", wager="player", amount=10_000),
    patron("bob", "place", area="2", wager="banker", amount=10_000),
    {"do": "call_no_more_bets", **DEALER},
]


def save(directory: Path, *lines: dict[str, Any] | str) -> str:
    path = directory / "script.jsonl"
    written = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(written) + "\n", encoding="utf-8")
    return str(path)


def draw(card: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"do": "draw", **DEALER, **({} if card is None else {"card": card}), **fields}


BAD: dict[str, tuple[dict[str, Any] | str, str]] = {
    "not JSON": ("open the table", "not JSON"),
    "not an object": ('["open_table"]', "write a JSON object"),
    "no command": ({"role": "dealer"}, "is no command"),
    "unknown command": ({"do": "fly", **DEALER}, "'fly' is no command"),
    "unknown field": ({"do": "shuffle", **DEALER, "twice": True}, "shuffle has no field 'twice'"),
    "missing field": (patron("ann", "buy_in"), "buy_in needs amount"),
    "wrong type": (patron("ann", "buy_in", amount="100"), "'100' is no whole number"),
    "switch for a number": (patron("ann", "buy_in", amount=True), "true is no whole number"),
    "unknown role": ({"do": "shuffle", "person": "dan", "role": "owner"}, "'owner' is not one of patron, dealer"),
    "no role": ({"do": "shuffle", "person": "dan"}, "shuffle needs role (patron, dealer"),
    "patron without a name": ({"do": "buy_in", "role": "patron", "amount": 100}, "needs person"),
    "not a card": (draw("1S"), "'1S' is not a card"),
    "number for a card": ({"do": "draw", **DEALER, "card": 7}, "7 is no str"),
    "half a choice": ({**OPEN, "choices": [["burn"]]}, "['burn'] is no list of 2"),
    "unknown hand": (patron("ann", "expose", hand="dragon"), "'dragon' is not one of"),
}


@pytest.mark.parametrize("what", BAD)
def test_script_that_cannot_be_read_is_one_line_and_exit_code_2(what: str, tmp_path: Path) -> None:
    line, said = BAD[what]
    done = punto("table", "run", save(tmp_path, "# a comment", OPEN, line))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "line 3 of the script" in done.stderr
    assert said in done.stderr


def test_missing_script_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    done = punto("table", "run", str(tmp_path / "none.jsonl"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "cannot be read" in done.stderr


@pytest.mark.parametrize("audience", ["owner", "patron", "dealer:dan", "patron:"])
def test_unknown_audience_is_exit_code_2(audience: str, tmp_path: Path) -> None:
    done = punto("table", "run", save(tmp_path, OPEN), "--view", audience)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "is no audience" in done.stderr


def test_refused_command_is_printed_and_the_script_goes_on(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, {"do": "shuffle", **DEALER}, {"do": "check_cards", **DEALER})
    opened, refused, dealer, checked = map(json.loads, output("table", "run", script).splitlines())
    assert [one["event"] for one in (opened, dealer, checked)] == ["table_opened", "dealer_came", "cards_checked"]
    assert refused == {
        "refused": {"do": "shuffle", **DEALER},
        "code": "out_of_order",
        "clause": "act-2015 2.5",
        "sentence": "shuffle is out of order: check is next",
        "line": 2,
    }
    text = output("table", "run", script, "--format", "text").splitlines()
    assert text[1] == "Refused shuffle (line 2): shuffle is out of order: check is next (act-2015 2.5)"
    assert len(text) == 4


def test_strict_stops_at_the_first_refusal_with_exit_code_1(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, {"do": "shuffle", **DEALER}, {"do": "check_cards", **DEALER})
    done = punto("table", "run", script, "--strict", "--format", "text")
    assert done.returncode == 1
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1].startswith("Refused shuffle")


def test_strict_changes_nothing_where_nothing_is_refused(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, *SHOE)
    assert output("table", "run", script, "--strict") == output("table", "run", script)


def test_unknown_book_and_wrong_role_are_refusals(tmp_path: Path) -> None:
    lines = ({**OPEN, "book": "monaco"}, {**OPEN, "role": "dealer"}, {"do": "shuffle", **DEALER})
    answers = map(json.loads, output("table", "run", save(tmp_path, *lines)).splitlines())
    assert [answer["code"] for answer in answers] == ["unreadable", "wrong_role", "not_open"]


FACE_DOWN = {**OPEN, "choices": [["burn", "hidden"], ["dealing", "down"]]}
HIDDEN = [*SHOE, *BETS, *(draw(card, face_up=False) for card in ("9S", "4C", "KD", "3H"))]


def seen_by(audience: str, script: str) -> str:
    return output("table", "run", script, "--view", audience)


def test_a_patron_sees_no_other_balance_and_no_face_down_card_and_the_auditor_does(tmp_path: Path) -> None:
    script = save(tmp_path, FACE_DOWN, *HIDDEN)
    ann, auditor = seen_by("patron:ann", script), seen_by("auditor", script)
    for secret in ("9S", "KD", "3H", "77700", "67700", '"entry"'):
        assert secret not in ann, secret
        assert secret in auditor, secret
    shown = json.loads(ann.splitlines()[-1])["view"]
    assert shown["you"] == {"chips": 10_000, "commission_owed": 0, "commission_debt": 0, "debt": 0}
    assert shown["coup"]["player"] == ["face down", "face down"]
    assert not {"patrons", "house"} & shown.keys()
    audit = json.loads(auditor.splitlines()[-1])["view"]
    assert audit["coup"]["player"] == ["9S", "KD"]
    assert audit["patrons"]["bob"]["chips"] == 67_700


def test_text_tells_a_patron_no_other_money_and_no_face_down_card(tmp_path: Path) -> None:
    script = save(tmp_path, FACE_DOWN, *HIDDEN)
    log = output("table", "run", script, "--view", "patron:ann", "--format", "text")
    assert "ann buys in for $200" in log
    assert "bob buys in" not in log
    assert "9♠" not in log
    assert "bob buys in for $777" in output("table", "run", script, "--view", "supervisor", "--format", "text")


def test_refusals_are_heard_by_whom_they_concern(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, *SHOE, *BETS[:2], patron("bob", "place", area="1", wager="tie", amount=10**7))
    heard = {who for who in AUDIENCES if "not_enough_chips" in seen_by(who, script)}
    assert heard == {"patron:bob", "supervisor", "operator", "auditor"}
    script = save(tmp_path, OPEN, *BETS[:2], {"do": "shuffle", **DEALER})
    heard = {who for who in AUDIENCES if "out_of_order" in seen_by(who, script)}
    assert heard == {"dealer", "supervisor", "operator", "auditor"}


AUDIENCES = ("patron:ann", "patron:bob", "dealer", "supervisor", "operator", "auditor")

SEEDED = [*SHOE, *BETS, *[draw()] * 4, {"do": "settle", **DEALER}]


def test_a_seed_deals_repeatably_and_another_seed_otherwise(tmp_path: Path) -> None:
    script = save(tmp_path, {**OPEN, "choices": [["burn", "hidden"], ["offered", "none"]]}, *SEEDED)
    first = output("table", "run", script, "--shoe-seed", "7")
    assert first == output("table", "run", script, "--shoe-seed", "7")
    assert first != output("table", "run", script, "--shoe-seed", "8")
    dealt = [record for record in map(json.loads, first.splitlines()) if record.get("event") == "card_dealt"]
    assert len(dealt) == 4
    assert all(record["card"] for record in dealt)


def test_a_virtual_shoe_names_face_down_cards_when_they_are_turned(tmp_path: Path) -> None:
    midi = {**OPEN, "book": "house-midi", "choices": [["midi", "yes"], ["burn", "hidden"]]}
    turned = (patron("ann", "expose", hand="player"), patron("bob", "expose", hand="banker"))
    script = save(tmp_path, midi, *SHOE, *BETS, *[draw(face_up=False)] * 4, *turned)
    records = [json.loads(line) for line in output("table", "run", script, "--shoe-seed", "3").splitlines()]
    assert [record["card"] for record in records if record.get("event") == "card_dealt"] == [None] * 4
    exposed = [record for record in records if record.get("event") == "hand_exposed"]
    assert [(record["hand"], len(record["cards"])) for record in exposed] == [("player", 2), ("banker", 2)]
    without = [json.loads(line) for line in output("table", "run", script).splitlines()]
    assert [record["code"] for record in without if "refused" in record] == ["cards_do_not_match", "not_to_expose_now"]


def test_a_virtual_shoe_brings_the_cutting_card_by_itself(tmp_path: Path) -> None:
    shallow = {**OPEN, "choices": [["burn", "hidden"], ["cut_depth", "413"]]}
    script = save(tmp_path, shallow, *SHOE, *BETS, *[draw()] * 4)
    log = output("table", "run", script, "--shoe-seed", "1", "--format", "text").splitlines()
    cut = next(place for place, line in enumerate(log) if line.startswith("The cutting card comes"))
    assert [line.split()[0] for line in log[cut - 2 : cut + 3]] == ["Player", "Banker", "The", "Player", "Banker"]


def test_every_line_of_a_text_log_ends_with_its_clause(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, {"do": "shuffle", **DEALER}, *SEEDED)
    lines = output("table", "run", script, "--shoe-seed", "5", "--format", "text").splitlines()
    assert len(lines) > 15
    for line in lines:
        assert re.search(r"\S \[[^\[\]]+\]$|^Refused [\w ]+ \(line \d+\): .+ \(act-2015 [^()]+\)$", line), line


def test_ledger_prints_balances_that_sum_to_zero(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, *SHOE, *BETS)
    last = json.loads(output("table", "run", script, "--ledger").splitlines()[-1])
    assert last == {
        "balances": {
            "cage": -97_700,
            "chips/ann": 10_000,
            "chips/bob": 67_700,
            "box/1/player/ann": 10_000,
            "box/2/banker/bob": 10_000,
        }
    }
    text = output("table", "run", script, "--ledger", "--format", "text").splitlines()[-5:]
    assert [line.split() for line in text] == [
        ["ann's", "player", "wager", "in", "area", "1", "$100"],
        ["bob's", "banker", "wager", "in", "area", "2", "$100"],
        ["cage", "-$977"],
        ["ann's", "chips", "$100"],
        ["bob's", "chips", "$677"],
    ]


FILL = {"do": "fill_float", "person": "sue", "role": "supervisor", "amount": 200_000}
OZ = {"person": "oz", "role": "operator"}


def test_a_fill_takes_a_second_person_whom_the_record_names(tmp_path: Path) -> None:
    records = tmp_path / "records.jsonl"
    script = save(tmp_path, OPEN, FILL, {**FILL, "approved_by": OZ}, {**FILL, "approved_by": {**OZ, "person": "sue"}})
    told = [json.loads(line) for line in output("table", "run", script, "--records", str(records)).splitlines()]
    assert [one.get("code") or one["event"] for one in told] == [
        "table_opened",
        "needs_approval",
        "float_filled",
        "bad_approval",
    ]
    assert told[2]["entry"] == {"postings": [["cage", -200_000], ["float", 200_000]]}
    kept = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()]
    assert [one["approved_by"] for one in kept] == [None, OZ]


@pytest.mark.parametrize(
    ("approved_by", "says"),
    [
        ("oz", "fill_float approved_by: 'oz' is no object with person, role"),
        ({"person": "oz"}, "is no object with person, role"),
        ({"person": "oz", "role": "owner"}, "'owner' is not one of patron, dealer"),
        ({"person": "o\nz", "role": "operator"}, "cannot be printed"),
    ],
)
def test_an_approval_that_cannot_be_read_is_named(approved_by: Any, says: str, tmp_path: Path) -> None:
    done = punto("table", "run", save(tmp_path, OPEN, {**FILL, "approved_by": approved_by}))
    assert done.returncode == 2
    assert says in done.stderr
