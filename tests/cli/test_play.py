"""The practice table, through a pipe, in a terminal, and by its money."""

import os
import pty
import re
import signal
import subprocess
import sys
import time

import pytest

from puntobanco.app.chance import repeatable
from puntobanco.app.practice import PracticeTable
from puntobanco.coup.shoe import Ending
from puntobanco.errors import Refused
from puntobanco.rules import table_rules
from tests.cli.test_cli import output, punto
from tests.marks import ALL_BOOKS, clause


def test_play_ends_cleanly_when_the_input_ends() -> None:
    text = output("play")
    assert "MINI-BACCARAT" in text
    assert text.endswith("You leave with $1,000.\n")


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_play_takes_bets_from_a_pipe_and_shows_no_prompt(book: str) -> None:
    text = output(
        "play", book, "--seed", "1", stdin="banker 100 tie 5\nwhy\nbeads\nsign\nhelp\nnonsense\nagain\nquit\n"
    )
    assert "shoes from seed 1: repeatable" in text
    assert "bets>" not in text
    assert text.count("Dealer: No more bets.") == 2
    assert "Bead plate" in text
    assert "is not a list of bets" in text
    assert re.search(r"(Player|Banker) (draws|stands) on \d", text)
    assert re.search(r"You leave with \$[\d,.]+\.\n$", text)


def test_the_same_seed_gives_the_same_shoe_and_no_seed_another() -> None:
    bets = "player 10\n" * 5
    first, second = (output("play", "--seed", "7", stdin=bets) for _ in range(2))
    assert first == second
    assert output("play", stdin=bets) != output("play", stdin=bets)


def test_play_refuses_bets_by_the_book_and_goes_on() -> None:
    text = output(
        "play", "nz-1998", "--seed", "2", stdin="banker 50\nbanker 100 player 100\nplayer 2000\n\nplayer 10\n"
    )
    assert "(nz-1998 5.8)" in text
    assert "(nz-1998 5.2)" in text
    assert "(nz-1998 ruling 7)" in text
    assert "No bets lie on the layout" in text
    assert text.count("Dealer: No more bets.") == 1


def test_play_fits_a_small_window() -> None:
    environment = {**os.environ, "COLUMNS": "40"}
    command = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", "play", "--seed", "1"]
    done = subprocess.run(
        command, input="player 5\nbeads\n" * 40, capture_output=True, text=True, check=True, env=environment
    )
    assert max(len(line) for line in done.stdout.splitlines()) <= 40


def test_play_in_a_terminal_prompts_and_leaves_on_ctrl_c() -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", "play", "house-midi", "--seed", "4"]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    seen = _read_until(controller, "or Enter: ")
    os.write(controller, b"100\n")
    seen += _read_until(controller, "bets> ")
    assert "You cut them" in seen
    os.write(controller, b"b 10\n")
    assert "Balance" in _read_until(controller, "bets> ")
    os.killpg(process.pid, signal.SIGINT)
    assert "You leave with" in _read_until(controller, "You leave with")
    assert process.wait(timeout=20) == 0
    os.close(controller)


def _read_until(controller: int, expected: str) -> str:
    seen, end = "", time.monotonic() + 30
    while expected not in seen:
        assert time.monotonic() < end, seen
        seen += os.read(controller, 4096).decode(errors="replace")
    return seen


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_whole_shoe_is_played_by_the_books_last_round_rule(book: str) -> None:
    table = PracticeTable(table_rules(book), repeatable(11), 10_000_000)
    burned = table.start_shoe(None)
    assert 1 <= burned.cards <= 11
    rounds = 0
    while table.ending is not Ending.OVER:
        table.place({"tie": 500})
        table.deal_round()
        rounds += 1
    assert 60 < rounds < 100


@clause("nz-1998", "5.12")
@clause("act-2015", "ruling 24")
@clause("washington", "ruling 24")
@clause("house-midi", "ruling 24")
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_chips_of_a_stand_off_stay_in_nz_1998_and_come_back_elsewhere(book: str) -> None:
    table = PracticeTable(table_rules(book), repeatable(5), 1_000_000)
    table.start_shoe(100)
    while True:
        table.place({"player": 1000})
        before = table.balance
        played = table.deal_round()
        if played.facts is not None and played.facts.result.value == "tie":
            break
    assert [bet.stake for bet in table.on_layout] == ([1000] if book == "nz-1998" else [])
    assert table.balance == (before if book == "nz-1998" else before + 1000)


@clause("house-midi", "commission")
def test_house_midi_commission_is_collected_at_intervals_at_the_end_of_the_shoe_and_on_leaving() -> None:
    table = PracticeTable(table_rules("house-midi", commission_every=10), repeatable(3), 10_000_000)
    table.start_shoe(None)
    collected_at = []
    while table.ending is not Ending.OVER:
        table.place({"banker": 10_000})
        owed = table.commission_owed
        played = table.deal_round()
        if played.commission_collected:
            collected_at.append(table.rounds_in_shoe)
            assert table.commission_owed == 0
        else:
            assert table.commission_owed >= owed
    intervals = [number for number in collected_at if number % 10 == 0]
    assert intervals == list(range(10, table.rounds_in_shoe + 1, 10))
    assert set(collected_at) - set(intervals) <= {table.rounds_in_shoe}
    assert table.commission_owed == 0
    table.start_shoe(None)
    while not table.commission_owed:
        table.place({"banker": 10_000})
        table.deal_round()
    owed, balance = table.commission_owed, table.balance
    assert table.leave() == owed
    assert table.balance == balance - owed


@clause("act-2015", "3.4", "ruling 5")
def test_act_2015_3_4_a_second_wager_under_the_minimum_is_returned() -> None:
    table = PracticeTable(table_rules("act-2015"), repeatable(3), 100_000)
    table.start_shoe(None)
    table.place({"player": 100, "tie": 200})
    table.deal_round()
    with pytest.raises(Refused) as refused:
        table.place({"player": 400})
    assert refused.value.clause == "act-2015 3.4"


def test_a_patron_bets_only_chips_the_patron_has() -> None:
    table = PracticeTable(table_rules("act-2015"), repeatable(3), 1000)
    table.start_shoe(None)
    with pytest.raises(Refused, match="more than the \\$10 there is"):
        table.place({"player": 500, "tie": 600})
    assert (table.balance, table.on_layout) == (1000, ())


@clause("act-2015", "12.6")
@clause("nz-1998", "11.5")
@pytest.mark.parametrize("book", ["act-2015", "nz-1998"])
def test_a_shoe_without_enough_cards_voids_the_round_and_returns_every_stake(book: str) -> None:
    table = PracticeTable(table_rules(book), repeatable(3), 1_000_000)
    table.start_shoe(None)
    voided = None
    for _ in range(200):
        table.ending = Ending.OPEN
        table.place({"player": 1000})
        before = table.balance
        played = table.deal_round()
        if played.facts is None:
            voided = played
            break
    assert voided is not None
    assert table.balance == before + 1000
    assert table.ending is Ending.OVER


def test_play_with_an_unusable_balance_says_so() -> None:
    assert punto("play", "--balance", "-5").returncode == 2
