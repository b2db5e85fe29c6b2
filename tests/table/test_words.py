"""Names, texts and words at the table: one spelling each, nothing that forges a line, only known names in braces."""

import os
import subprocess
import sys
import unicodedata

import pytest

from puntobanco.coup.accept_wager import check_combination
from puntobanco.errors import Refused, Unreadable
from puntobanco.log.script import read_command
from puntobanco.rulebooks import HouseRules, table_rules
from puntobanco.rulebooks.parameter_types import Percent, write
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.table import Actor, Role
from puntobanco.table.events import Announced, ChangeAnnounced
from puntobanco.table.views.describe import tell
from puntobanco.table.views.legal_actions import legal
from puntobanco.table.views.visible_state import Money, view
from puntobanco.values.money import Rate
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER_WINS, PLAYER_WINS, TIE, Table, refused

# The dealer's words

NOT_WORDS = ("{", "}", "{}", "{0}", "{player.__class__}", "{player:999999999}", "{winner!r}", "{{player}}", "{score}")


@clause("washington", "announcements")
@pytest.mark.parametrize("words", NOT_WORDS)
def test_words_that_name_anything_else_in_braces_are_refused_when_they_are_set(words: str) -> None:
    with pytest.raises(Unreadable, match=r"\{player\}, \{banker\} or \{winner\}, nothing else"):
        Table("washington", call_result=words)
    with pytest.raises(Unreadable, match="nothing else"):
        Table.ready("washington").notice(call_result=words)
    with pytest.raises(Unreadable, match="nothing else"):
        HouseRules.parse_settings([f"call_result={words}"])
    with pytest.raises(Unreadable, match="nothing else"):
        HouseRules.parse_toml(f'call_result = "{words}"')


@clause("washington", "announcements")
def test_words_say_both_totals_and_the_winner_and_nothing_else_is_evaluated() -> None:
    at = Table.ready("washington", call_result="{winner}! {banker}:{player} %s $winner", call_tie="{player} all")
    at.round(BANKER_WINS, player=10)
    assert "Banker! 9:2 %s $winner" in at.said()
    at.round(TIE, player=10)
    assert "9 all" in at.said()


@pytest.mark.parametrize(
    "words", ["two\nlines", "tab\there", "\x1b[2K", "a\u202eb", "\u2028", "\ud800", "x" * 65, "e\u0301" * 65]
)
def test_words_that_could_forge_a_line_are_refused_when_they_are_set(words: str) -> None:
    with pytest.raises(Unreadable, match="at most 64 characters on one line"):
        table_rules("washington", call_tie=words)
    for give in (lambda: Table("washington", call_tie=words), lambda: Table.ready("washington").notice(call_tie=words)):
        with pytest.raises((Refused, Unreadable)):
            give()


def test_words_of_64_characters_in_either_spelling_are_kept_in_one() -> None:
    assert table_rules("washington", call_tie="e\u0301" * 64).call_tie.value == "\u00e9" * 64


# Names and texts

FORGED = ("ann\nTable closed [13.2]", "\x1b[31mann", "ann\u202e", "ann\u2029", "ann\x85", "\ud800", "a" * 65, "ann\t")


@pytest.mark.parametrize("name", FORGED)
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_name_that_could_forge_a_line_of_the_log_is_refused(book: str, name: str) -> None:
    at = Table(book)
    before = at.now
    for act in (
        lambda: at.patron(name, "buy_in", amount=10_000),
        lambda: at.do(Actor(person=name, role=Role.DEALER), "shuffle"),
        lambda: at.dealer("offer_cut", patron=name),
        lambda: at.dealer("check_cards", surplus=(name,)),
        lambda: at.operator("name_patrons", patrons=("ann", name)),
        lambda: at.patron("ann", "place", area=name, wager="player", amount=100),
        lambda: at.dealer("announce", key=name),
    ):
        assert refused(act) == ("bad_name", "names")
    assert at.now == before
    assert legal(at.now, Actor(person=name, role=Role.PATRON)) == ()
    with pytest.raises(Unreadable, match=r"cannot be printed|at most 64"):
        read_command({"do": "buy_in", "role": "patron", "person": name, "amount": 100})


def test_a_table_is_not_opened_with_a_key_or_a_value_that_could_forge_a_line() -> None:
    for choice in (("call\ntie", "x"), ("call_tie", "x\ny")):
        with pytest.raises(Refused) as found:
            Table("washington", **dict([choice]))
        assert found.value.code == "bad_name"


@clause("act-2015", "14.4")
def test_a_dispute_has_at_most_500_characters_on_one_line() -> None:
    at = Table.ready("act-2015")
    for text in ("x" * 501, "It was\nbanker"):
        # bound at once
        assert refused(lambda text=text: at.patron("ann", "raise_dispute", text=text)) == ("bad_name", "names")  # type: ignore[misc]
    at.patron("ann", "raise_dispute", text="x" * 500)
    decision = {"number": 1, "decision": "y" * 501}
    assert refused(lambda: at.operator("decide_dispute", **decision))[0] == "bad_name"


NFC, NFD = "Jos\u00e9", unicodedata.normalize("NFD", "Jos\u00e9")


def test_two_spellings_of_a_name_are_one_person() -> None:
    assert NFC != NFD
    at = Table("act-2015")
    at.patron(NFD, "buy_in", amount=10_000)
    at.patron(NFC, "take_seat", seat=1)
    at.prepares()
    at.patron(NFD, "place", area="1", wager="player", amount=1_000)
    assert list(at.now.patrons) == [NFC]
    assert at.lying() == {f"{NFC} 1 player": 10}
    assert legal(at.now, Actor(person=NFD, role=Role.PATRON)) == legal(at.now, Actor(person=NFC, role=Role.PATRON))
    you = Money(chips=9_000, commission_owed=0, commission_debt=0, debt=0)
    assert view(at.now, Actor(person=NFD, role=Role.PATRON)).you == you
    at.operator("grant_maximum", patron=NFD, amount=200_000)
    assert at.now.patrons[NFC].personal_maximum == 200_000
    line = {"do": "buy_in", "role": "patron", "person": NFD, "amount": 100}
    assert read_command(line) == read_command({**line, "person": NFC})


# What the log says


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_totals_of_both_hands_are_in_the_log_of_every_book(book: str) -> None:
    at = Table.ready(book)
    at.round(PLAYER_WINS, player=100)
    ended = next(event for event in at.log if tell(event, "dan").startswith("Round 1 ends"))
    assert tell(ended, "dan") == "Round 1 ends: player (player 9, banker 5)"


def test_a_log_says_lost_without_a_minus_and_names_nothing_by_its_id() -> None:
    at = Table.ready("house-midi", {"ann": 1000})
    at.bets("ann", "player", 50)
    at.bets("ann", "player_dragon", 25)
    at.plays(BANKER_WINS)
    told = " | ".join(tell(event, "dan") for event in at.log)
    assert "ann player $50 lost $50 (payout); ann player dragon $25 lost $25" in told
    assert "-$" not in told
    assert "_" not in told


@clause("act-2015", "12.5")
def test_a_reversal_is_told_in_words() -> None:
    at = Table.ready("act-2015")
    at.round(PLAYER_WINS, player=100)
    at.round(PLAYER_WINS, player=100)
    at.supervisor("report_placement_error", round=1)
    told = [tell(event, "sue") for event in at.events]
    assert told == [
        "Irregularity: placement error found late; remedy: that round is void, later ones stand",
        "Round 1 is void by sue for placement error: ann's chips -$100",
    ]


def test_a_notice_is_told_by_its_title() -> None:
    at = Table.ready("act-2015")
    (event,) = at.notice(minimum="25")
    assert tell(event, "dan") == "Notice from round 2: Minimum wager: $25"


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_view_has_the_sign_in_force(book: str) -> None:
    at = Table.ready(book, minimum="10")
    for role in Role:
        shown = {line.label: line.text for line in view(at.now, Actor(person="ann", role=role)).sign}
        assert shown["Minimum wager"] == "$10"
    at.notice(minimum="20")
    at.round(PLAYER_WINS, player=100)
    at.round(PLAYER_WINS, player=100)
    shown = {line.label: line.text for line in view(at.now, Actor(person="ann", role=Role.PATRON)).sign}
    assert shown["Minimum wager"] == "$20"


# Exactly the same


@clause("washington", "8")
def test_a_percentage_keeps_all_its_digits() -> None:
    rules = table_rules("washington", commission="4.12345678%")
    assert rules.commission.value == Rate.of(412345678, 10**10)
    assert Percent().show(rules.commission.value) == "4.12345678%"
    assert rules.digest != table_rules("washington", commission="4.12345679%").digest
    (event,) = Table.ready("washington").notice(commission="4.12345678%")
    assert isinstance(event, ChangeAnnounced)
    assert event.changes == (("commission", "4.12345678%"),)


@pytest.mark.parametrize(("text", "shown"), [("5%", "5%"), ("4.50%", "4.5%"), ("0%", "0%"), ("0.05%", "0.05%")])
def test_a_percentage_is_shown_without_idle_zeros(text: str, shown: str) -> None:
    assert Percent().show(Percent().parse(text)) == shown


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("chips", "0.05, 1, 25, 1000, 10000"),
        ("call_tie", '"Tie", he said'),
        ("call_tie", "none"),
        ("commission", "4.12345678%"),
        ("maximum", "1000000.05"),
        ("tie_odds", "17:2"),
        ("dealing", "udud"),
    ],
)
def test_what_a_house_chose_is_written_so_that_it_reads_the_same(key: str, typed: str) -> None:
    kind = PARAMETERS[key].kind
    value = kind.parse(typed)
    assert kind.parse(write(kind, value)) == value


ORDER = """
from puntobanco.coup.accept_wager import check_combination
from puntobanco.errors import Refused
from puntobanco.rulebooks import table_rules
from puntobanco.table import Actor, Role
from puntobanco.table.views.legal_actions import legal
from tests.table.helpers import DEALER, Table
at = Table.ready("house-midi", {"ann": 1000, "bob": 1000}, spoken_wagers="yes")
at.bets("ann", "banker", 100)
patrons = [Actor(person=name, role=Role.PATRON) for name in ("ann", "bob")]
print([one for actor in (DEALER, *patrons) for one in legal(at.now, actor)])
try:
    check_combination(table_rules("house-midi"), ("small_tiger", "player_dragon", "big_tiger"))
except Refused as refusal:
    print(refusal)
"""


def test_legal_and_the_bonus_that_a_refusal_names_are_the_same_in_every_process() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", ORDER],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in (1, 2, 3, 4)
    }
    (one,) = said
    assert "small_tiger needs a wager on player, banker or tie beside it" in one


@clause("house-midi", "ruling 19")
def test_the_first_bonus_without_a_main_wager_is_named() -> None:
    rules = table_rules("house-midi")
    for bonuses in (("player_dragon", "banker_dragon"), ("banker_dragon", "player_dragon")):
        with pytest.raises(Refused, match=f"^{bonuses[0]} needs"):
            check_combination(rules, bonuses)


def test_an_announcement_that_is_misspelt_is_guessed() -> None:
    at = Table.ready("washington")
    with pytest.raises(Refused, match=r"did you mean call_tie\?"):
        at.dealer("announce", key="call_tei")
    assert not any(isinstance(event, Announced) for event in at.events)
