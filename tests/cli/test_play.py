"""The practice table, through a pipe, in a terminal, and by its money."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puntobanco.app.practice_table import PracticeTable
from puntobanco.app.randomness import repeatable
from puntobanco.app.table_runner import Happened
from puntobanco.errors import Refused
from puntobanco.rulebooks import HouseRules
from puntobanco.rulebooks.facts import Result
from puntobanco.table.events import CashedOut, CommissionCollected, RoundEnded, WagerReturned
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
    typed = "banker 50\nbanker 100 player 100\nplayer 2000\n\nplayer 10\n"
    text = output("play", "nz-1998", "--seed", "2", "--balance", "5000", stdin=typed)
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


def letters(rows: list[str]) -> str:
    """The letters of a board, column by column, where every run fits into one column."""
    columns = zip(*(row.ljust(80) for row in rows), strict=True)
    return "".join(letter for column in columns for letter in column if letter in "BPT")


def drawn(text: str, title: str) -> list[str]:
    """The rows of each board with this title."""
    return [letters(rows) for rows in framed(text.splitlines(), title)]


def framed(lines: list[str], title: str) -> list[list[str]]:
    """The six rows inside each frame with this title, whatever stands beside it."""
    found = []
    for number, line in enumerate(lines):
        if (left := line.find(f"╭─ {title}")) >= 0:
            right = line.index("╮", left)
            found.append([row[left + 2 : right - 1].rstrip() for row in lines[number + 1 : number + 7]])
    return found


def test_play_shows_the_beads_and_roads_of_the_shoe_from_what_was_dealt() -> None:
    text = output("play", "--seed", "3", stdin="player 5\nplayer 5\nbeads\nplayer 5\nwatch\nroads\n")
    won = re.findall(r"Player \d, Banker \d: (\w)", text)
    assert len(won) == 4
    plates, roads = drawn(text, "Bead plate"), drawn(text, "Big road")
    assert plates == ["".join(won[:2]), "".join(won)]
    assert roads == [plate.replace("T", "") for plate in plates]
    for title in ("Big eye boy", "Small road", "Cockroach pig", "Ask"):
        assert text.count(f"─ {title} ─") == 1
    assert text.count("Roads show what was; they do not tell what comes.") == 2
    assert re.search(r"Rounds 4: B \d, P \d, T \d; banker pairs \d, player pairs \d; naturals \d", text)


def test_play_shows_the_whole_shoe_at_its_end_and_then_an_empty_board() -> None:
    text = output("play", "--seed", "3", "--balance", "5000", stdin="beads\n" + "player 5\nbeads\n" * 100)
    before, over, after = text.partition("The shoe is over.")
    assert over
    lengths = [int(found) for found in re.findall(r"Rounds (\d+):", before)]
    assert lengths == [*range(len(lengths))]
    then = [int(found) for found in re.findall(r"Rounds (\d+):", after)]
    assert then[:4] == [len(lengths), 0, 1, 2], "all of the shoe, and the command that came next saw a new one"


def test_play_in_a_terminal_prompts_and_leaves_on_ctrl_c() -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", "play", "house-midi", "--seed", "4"]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    seen = _read_until(controller, "or Enter: ")
    assert ("try: " in seen, "banker 25" in seen) == (True, True), "the first screen invites before it asks"
    os.write(controller, b"100\n")
    seen += _read_until(controller, "bets> ")
    assert "Patron cuts 100 cards deep" in seen
    os.write(controller, b"b 10\n")
    assert "Balance" in _read_until(controller, "bets> ")
    _wait_until_it_reads(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    assert "You leave with" in _read_until(controller, "You leave with")
    assert process.wait(timeout=60) == 0
    os.close(controller)


def _read_until(controller: int, expected: str) -> str:
    seen, end = "", time.monotonic() + 30
    while expected not in seen:
        ready, _, _ = select.select([controller], [], [], max(0, end - time.monotonic()))
        assert ready, f"{expected} did not come: {seen}"
        seen += os.read(controller, 4096).decode(errors="replace")
    return seen


def _wait_until_it_reads(process: int) -> None:
    """A prompt is seen before its answer is waited for, and Ctrl-C just in between would come to nothing."""
    state, end = Path(f"/proc/{process}/stat"), time.monotonic() + 30
    while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":
        assert time.monotonic() < end, "it never waits"
        time.sleep(0.01)
    time.sleep(0.1)


def practice(book: str, seed: int, balance: int = 10_000_000, **choices: object) -> PracticeTable:
    table = PracticeTable(book, HouseRules.read(choices), repeatable(seed), balance)
    table.prepare_shoe(None)
    return table


def ended(happened: list[Happened]) -> RoundEnded:
    (found,) = (one.event for one in happened if isinstance(one.event, RoundEnded))
    return found


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_whole_shoe_is_played_by_the_books_last_round_rule(book: str) -> None:
    table = practice(book, 11)
    rounds = 0
    while not table.needs_shoe:
        table.place({"tie": 500})
        table.deal()
        rounds += 1
    assert 60 < rounds < 100
    table.prepare_shoe(100)
    assert table.state.shoe.number == 2


@clause("nz-1998", "5.12")
@clause("act-2015", "ruling 24")
@clause("washington", "ruling 24")
@clause("house-midi", "ruling 24")
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_chips_of_a_stand_off_stay_in_nz_1998_and_come_back_elsewhere(book: str) -> None:
    table = practice(book, 5)
    while True:
        table.place({"player": 1000})
        before = table.balance
        if ended(table.deal()).result is Result.TIE:
            break
    assert table.on_layout == ({"player": 1000} if book == "nz-1998" else {})
    assert table.balance == (before if book == "nz-1998" else before + 1000)


@clause("house-midi", "commission")
def test_house_midi_commission_is_collected_at_intervals_at_the_end_of_the_shoe_and_on_leaving() -> None:
    table = practice("house-midi", 4, commission_every=10)
    collected_after = []
    while not table.needs_shoe:
        number = table.state.round_number
        table.place({"banker": 10_000})
        if any(isinstance(one.event, CommissionCollected) for one in table.deal()):
            collected_after.append(number)
            assert table.commission_owed == 0
    assert collected_after[:-1] == list(range(10, number, 10))
    assert collected_after[-1] == number
    table.prepare_shoe(None)
    while not table.commission_owed:
        table.place({"banker": 10_000})
        table.deal()
    owed, balance = table.commission_owed, table.balance
    taken = [one.event.amount for one in table.leave() if isinstance(one.event, CashedOut)]
    assert taken == [balance - owed]


@clause("act-2015", "3.4", "ruling 5")
def test_act_2015_3_4_a_second_wager_under_the_minimum_is_returned() -> None:
    table = practice("act-2015", 3, 100_000)
    table.place({"player": 100, "tie": 200})
    table.deal()
    table.place({"player": 400})
    balance = table.balance
    returned = [one.event.clause for one in table.deal() if isinstance(one.event, WagerReturned)]
    assert (returned, table.on_layout, table.balance) == (["3.4"], {}, balance + 400)


def test_a_patron_bets_only_chips_the_patron_has_and_a_refusal_leaves_the_layout_as_it_was() -> None:
    table = practice("act-2015", 3, 1000)
    table.place({"player": 500})
    with pytest.raises(Refused, match=r"patron has \$5"):
        table.place({"player": 500, "tie": 600})
    assert (table.balance, table.on_layout) == (500, {"player": 500})
    table.clear()
    assert (table.balance, table.on_layout) == (1000, {})


@clause("act-2015", "4.7", "4.9")
@clause("washington", "ghost hands")
@pytest.mark.parametrize(("book", "limit"), [("act-2015", "4.9"), ("washington", "ghost hands")])
def test_a_coup_can_be_watched_three_times_in_a_row(book: str, limit: str) -> None:
    table = practice(book, 3)
    for _ in range(3):
        assert ended(table.deal_without_wagers()).void is False
    with pytest.raises(Refused) as refused:
        table.deal_without_wagers()
    assert refused.value.clause == f"{book} {limit}"


def test_play_with_an_unusable_balance_says_so() -> None:
    assert punto("play", "--balance", "-5").returncode == 2
    done = punto("play", "--balance", "0.50")
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot be had in the table's chips" in done.stderr


def test_play_knows_rebet_clear_and_watch() -> None:
    text = output("play", "--seed", "2", stdin="player 10\nrebet\nclear\nwatch\nrebet\n")
    assert text.count("Dealer: No more bets.") == 3
    assert "patron asks for a coup without wagers (4.7)" in text
    assert "a coup without wagers" in text


def screen(*arguments: str, stdin: str, columns: int = 80) -> list[str]:
    """What stands on a screen of so many columns."""
    command = [sys.executable, "-m", "puntobanco", *arguments]
    environment = {**os.environ, "COLUMNS": str(columns)}
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.splitlines()


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_the_first_screen_fits_80_by_24_and_invites(book: str) -> None:
    lines = screen("play", book, "--seed", "1", stdin="")
    assert lines.pop() == "You leave with $1,000."
    assert len(lines) + 1 <= 24, "with the line that is typed into"
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("MINI-BACCARAT ")
    assert lines[1] == "Bet which hand comes nearer to 9, or on a tie; the dealer does the rest."
    assert "try: banker 25   (or short: b 25)" in lines
    assert sum(line.startswith("more: ") for line in lines) == 1


def test_beads_and_big_road_stand_beside_each_other_where_both_fit() -> None:
    typed = "player 5\n" * 20 + "beads\n"
    beside = [line for line in screen("play", "--seed", "3", stdin=typed) if "─ Bead plate ─" in line]
    assert len(beside) == 1
    assert "─ Big road ─" in beside[0]
    below = [line for line in screen("play", "--seed", "3", stdin=typed, columns=40) if "─ Bead plate" in line]
    assert len(below) == 1
    assert "Big road" not in below[0]


def test_rebet_never_repeats_what_was_refused_or_returned() -> None:
    typed = "rebet\nplayer 10\nplayer 5000\nrebet\nplayer 2 tie 5\nplayer 2 tie 5\nrebet\n"
    text = output("play", "--seed", "5", stdin=typed)
    assert "There is nothing to repeat: no bet of yours was settled yet." in text
    settled = re.findall(r"^(Player|Tie) \$(\d+) (?:wins|loses|stands)", text, re.MULTILINE)
    assert settled == [("Player", "10"), ("Player", "10"), *[("Tie", "5"), ("Player", "2")], ("Tie", "5"), ("Tie", "5")]


def test_watch_says_why_it_is_refused() -> None:
    text = output("play", "nz-1998", "--seed", "2", stdin="watch\n")
    assert "this table deals no coup without wagers: bet on something (nz-1998 ruling 26)" in text
    text = output("play", "act-2015", "--seed", "2", stdin="watch\n" * 4)
    assert "3 coups without wagers in a row are the most: bet on the next one (act-2015 4.9)" in text


def test_history_and_odds_of_this_shoe() -> None:
    text = output("play", "--seed", "7", stdin="history\nodds\nb 25\nhistory\nodds\n")
    assert "No coup has been dealt yet." in text
    assert "   1  P 7♥ 3♥ 5♣ = 5   B T♦ 4♣ 9♣ = 3   player  -$25\n" in text
    assert re.findall(r"^Banker +(\S+) +(\S+)$", text, re.MULTILINE) == [("1.0579%", "1.0579%"), ("1.0579%", "1.0568%")]
    assert "410 cards are not known to be gone" in text


def test_lines_can_be_edited_completed_and_called_back() -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "puntobanco", "play", "--seed", "4"]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    _read_until(controller, "or Enter: ")
    os.write(controller, b"\n")
    _read_until(controller, "bets> ")
    os.write(controller, b"ank\x01b\x05\t 10\n")
    assert "Banker $10 " in _read_until(controller, "bets> ")
    os.write(controller, b"\x1b[A\n")
    assert "Banker $10 " in _read_until(controller, "bets> ")
    os.write(controller, b"\x04")
    assert "You leave with" in _read_until(controller, "You leave with")
    assert process.wait(timeout=60) == 0
    os.close(controller)


def test_a_bet_at_the_prompt_for_the_cut_is_a_bet() -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "puntobanco", "play", "--seed", "1"]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    _read_until(controller, "or Enter: ")
    os.write(controller, b"banker 25\n")
    seen = _read_until(controller, "bets> ")
    assert "Supervisor cuts" in seen
    assert "Balance" in seen
    os.write(controller, b"quit\n")
    _read_until(controller, "You leave with")
    assert process.wait(timeout=60) == 0
