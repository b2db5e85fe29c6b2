"""Views and scripts under attack: what nobody may see stays hidden, what cannot be read is one line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from puntobanco.cli.view_output import page
from puntobanco.log.redact import redact
from puntobanco.log.script import print_event
from puntobanco.table import Actor, Role
from puntobanco.table.views.describe import tell
from puntobanco.table.views.visible_state import view
from puntobanco.values.cards import Card
from tests.cli.test_cli import output, punto
from tests.cli.test_table import BETS, DEALER, OPEN, SHOE, draw, save
from tests.table.helpers import BANKER_WINS, SUPERVISOR, Table

BOB, THE_DEALER = Actor(person="bob", role=Role.PATRON), Actor(person="dealer", role=Role.DEALER)
PUBLIC = pytest.mark.parametrize("who", [BOB, THE_DEALER], ids=["patron", "dealer"])


def heard(at: Table, since: int, who: Actor) -> str:
    """All that a person reads and hears of the events since then, in both formats."""
    seen = [found for event in at.log[since:] if (found := redact(event, who)) is not None]
    written = [print_event(one.event, SUPERVISOR, one.hidden) for one in seen]
    return json.dumps(written) + " ".join(tell(one.event, "sue") for one in seen)


@PUBLIC
def test_a_round_settled_anew_does_not_tell_others_what_a_patron_was_paid_and_owes(who: Actor) -> None:
    at = Table.ready("house-midi", {"ann": 1000, "bob": 1000})
    at.bets("ann", "banker", 100)
    at.plays(BANKER_WINS)
    at.supervisor("record_payment", round=1, patron="ann", area="1", wager="banker", amount=25_000)
    since = len(at.log)
    at.supervisor("correct_card", card=Card.parse("8d"), place=4)
    found = heard(at, since, who)
    assert "ann's chips" not in found
    assert "25000" not in found
    assert "really_returned" not in found
    assert "commission_owed" not in found
    mine = heard(at, since, Actor(person="ann", role=Role.PATRON))
    assert "25000" in mine


@pytest.mark.parametrize("who", [BOB, THE_DEALER, SUPERVISOR], ids=["patron", "dealer", "supervisor"])
def test_a_corrected_card_that_lies_face_down_stays_hidden(who: Actor) -> None:
    at = Table.ready("house-midi", {"ann": 1000, "bob": 1000})
    at.bets("ann", "banker", 100)
    at.calls()
    since = len(at.log)
    at.draws("9s", face_up=False)
    at.dealer("correct_card", card=Card.parse("8d"))
    found = heard(at, since, who)
    assert not [face for face in ("9S", "8D", "9♠", "8♦") if face in found]
    assert '"9S"' in heard(at, since, Actor(person="auditor", role=Role.AUDITOR))


def test_a_patron_whose_name_is_a_role_shows_that_role_nothing() -> None:
    at = Table.ready("house-midi", {"dealer": 1000})
    bought = next(event for event in at.log if "buys in" in tell(event, "dealer"))
    assert redact(bought, THE_DEALER) is None


def lines_of(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output(*arguments).splitlines()]


@pytest.mark.parametrize("audience", ["patron:ann", "dealer", "supervisor"])
def test_a_refusal_does_not_name_cards_that_lie_face_down(tmp_path: Path, audience: str) -> None:
    early = {"do": "expose", **DEALER, "hand": "banker", "cards": ["9S", "8H"]}
    down = {**draw("9S", face_up=False), "person": "dan"}
    script = save(tmp_path, OPEN, *SHOE, *BETS[:4], early, down)
    found = [line for line in lines_of("table", "run", script, "--view", audience) if "refused" in line]
    assert not [face for face in ("9S", "8H") if face in json.dumps(found)]
    auditor = [line for line in lines_of("table", "run", script, "--view", "auditor") if "refused" in line]
    assert "8H" in json.dumps(auditor)


def test_the_ledger_of_a_view_holds_the_own_balances_only(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, *SHOE, *BETS)
    own = lines_of("table", "run", script, "--view", "patron:ann", "--ledger")[-1]
    assert own == {"balances": {"chips/ann": 10_000, "box/1/player/ann": 10_000}}
    assert lines_of("table", "run", script, "--view", "dealer", "--ledger")[-1] == {"balances": {}}
    assert "77700" not in output("table", "run", script, "--view", "patron:ann", "--ledger", "--format", "text")
    assert "chips/bob" in lines_of("table", "run", script, "--view", "operator", "--ledger")[-1]["balances"]


def test_an_amount_with_an_endless_exponent_is_one_line(tmp_path: Path) -> None:
    line = '{"do": "buy_in", "person": "ann", "role": "patron", "amount": 1e999999999999999999}'
    done = punto("table", "run", save(tmp_path, OPEN, line))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "write whole cents" in done.stderr


@pytest.mark.parametrize("do", ["open_table", "announce_change"])
def test_a_choice_that_stands_there_twice_is_refused(tmp_path: Path, do: str) -> None:
    twice = [["minimum", "10"], ["maximum", "100"], ["minimum", "20"]]
    book = {"book": "act-2015"} if do == "open_table" else {}
    change = {"do": do, "person": "oz", "role": "operator", **book, "choices": twice}
    script = save(tmp_path, change) if do == "open_table" else save(tmp_path, OPEN, change)
    last = lines_of("table", "run", script)[-1]
    assert (last["code"], last["sentence"]) == ("unreadable", "minimum is chosen twice: write it once")


def test_the_dealers_page_says_in_dollars_what_commission_is_to_be_collected() -> None:
    at = Table.ready("house-midi", {"mary_ann": 1000})
    at.round(BANKER_WINS, banker=100)
    assert "  mary_ann owes commission of $5" in list(page(view(at.now, THE_DEALER), THE_DEALER))


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
def test_bad_input_is_exit_code_2_also_where_nobody_can_be_told(redirection: str) -> None:
    run = f'"{sys.executable}" -c "from puntobanco.cli.main import run; run()" table run no-such-script {redirection}'
    done = subprocess.run(["bash", "-c", run], check=False, capture_output=True, timeout=60)
    assert done.returncode == 2
