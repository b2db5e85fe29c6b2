"""Announcements: at their moment, with their real numbers, and never instead of the call that closes the wagers."""

import pytest

from puntobanco.errors import Refused
from puntobanco.rulebooks import table_rules
from puntobanco.table import legal_actions
from puntobanco.table.model import DrawTo, VoidReason
from puntobanco.table.views.visible_state import view
from tests.marks import clause
from tests.table.helpers import BANKER_WINS, DEALER, PLAYER_WINS, TIE, Table, refused

CALLS = {"act-2015": "ruling 2", "nz-1998": "ruling 2", "house-midi": "betting time"}


def may_say(at: Table) -> set[str]:
    return {str(dict(option.where)["key"]) for option in legal_actions(at.now, DEALER) if option.kind == "announce"}


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, number)) for book, number in CALLS.items()])
def test_nz_1998_5_10_the_call_is_a_command_with_effect_never_mere_words(book: str) -> None:
    at = Table.ready(book)
    at.bets("ann", "player", 100)
    code, cited = refused(lambda: at.dealer("announce", key="call_no_more_bets"))
    assert code == "call_has_effect"
    assert cited == at.now.rules.cite(at.now.rules.closing.clause)
    assert "call_no_more_bets" not in may_say(at)
    at.calls()
    assert at.said() == ["No more bets"]
    assert refused(lambda: at.bets("ann", "player", 100))[0] == "wagers_closed"


@clause("nz-1998", "5.10", "8.2")
def test_nz_1998_5_10_the_refused_words_tell_the_command() -> None:
    at = Table.ready("nz-1998")
    with pytest.raises(Refused, match="call_no_more_bets"):
        at.dealer("announce", key="call_no_more_bets")


@clause("washington", "3", "announcements")
def test_washington_3_the_words_close_nothing() -> None:
    at = Table.ready("washington")
    at.bets("ann", "player", 100)
    at.dealer("announce", key="call_no_more_bets")
    assert at.said() == ["No more bets"]
    at.bets("ann", "player", 100)


@clause("nz-1998", "8.5")
def test_nz_1998_8_5_counts_are_announced_when_four_cards_lie_and_with_their_numbers() -> None:
    at = Table.ready("nz-1998")
    at.bets("ann", "player", 100)
    wrong = ("wrong_moment", "nz-1998 8.5")
    assert refused(lambda: at.dealer("announce", key="call_counts")) == wrong
    at.calls()
    at.deals("2c 3h Kd")
    assert refused(lambda: at.dealer("announce", key="call_counts")) == wrong
    at.deals("4s")
    at.dealer("announce", key="call_counts")
    assert at.said() == ["Player 2, Banker 7"]
    at.deals("5c")
    assert refused(lambda: at.dealer("announce", key="call_counts")) == wrong, "the final counts come with the result"


@clause("nz-1998", "8.6")
def test_nz_1998_8_6_counts_are_not_announced_of_cards_that_lie_face_down() -> None:
    at = Table.ready("nz-1998", dealing="down")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("9c 2d Kh 3s")
    assert refused(lambda: at.dealer("announce", key="call_counts"))[0] == "wrong_moment"
    at.turns()
    at.dealer("announce", key="call_counts")
    assert at.said() == ["Player 9, Banker 5"]


@clause("nz-1998", "10.1")
def test_nz_1998_10_1_a_result_is_announced_after_such_a_round_with_its_numbers() -> None:
    at = Table.ready("nz-1998")
    wrong = ("wrong_moment", "nz-1998 10.1")
    for key in ("call_tie", "call_result"):
        assert refused(lambda: at.dealer("announce", key=key)) == wrong, "before any round"  # noqa: B023
    at.round(BANKER_WINS, player=100)
    assert may_say(at) == {"call_result"}
    assert refused(lambda: at.dealer("announce", key="call_tie")) == wrong
    at.dealer("announce", key="call_result")
    assert at.said() == ["Player 2, Banker 9, Banker wins"]
    at.round(TIE, tie=100)
    assert refused(lambda: at.dealer("announce", key="call_result")) == wrong
    at.dealer("announce", key="call_tie")
    assert at.said() == ["Tie Hand"]


@clause("washington", "announcements")
def test_washington_a_void_round_has_no_result_to_announce() -> None:
    at = Table.ready("washington")
    at.round(PLAYER_WINS, player=100)
    at.bets("ann", "player", 100)
    at.deals("9c")
    at.operator("void_round", round=2, reason=VoidReason.IMPRACTICAL)
    assert refused(lambda: at.dealer("announce", key="call_result")) == ("wrong_moment", "washington announcements")


@clause("nz-1998", "11.3", "11.2")
def test_nz_1998_11_3_no_bets_is_announced_only_before_a_hand_without_wagers() -> None:
    at = Table.ready("nz-1998")
    assert refused(lambda: at.dealer("announce", key="call_no_bets")) == ("wrong_moment", "nz-1998 11.3")
    at.draws("4c", DrawTo.EXCESS)
    at.dealer("announce", key="call_no_bets")
    assert at.said() == ["No bets this hand"]


@clause("nz-1998", "9.8")
@pytest.mark.parametrize("words", ["Last coup", "Last hand"])
def test_nz_1998_9_8_last_coup_or_last_hand_as_the_house_likes_and_only_when_it_is(words: str) -> None:
    at = Table.ready("nz-1998", call_last_round=words)
    assert refused(lambda: at.dealer("announce", key="call_last_round")) == ("wrong_moment", "nz-1998 9.8")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("9c")
    at.dealer("draw_cutting_card")
    at.deals("2d Kh 3s").settles()
    assert at.said()[-1] == words
    at.dealer("announce", key="call_last_round")
    assert at.said() == [words]


@clause("nz-1998", "9.8")
def test_nz_1998_9_8_no_other_words_for_the_last_hand() -> None:
    with pytest.raises(Refused, match='"Last hand" or "Last coup"'):
        table_rules("nz-1998", call_last_round="One more")


@clause("washington", "announcements")
@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("call_no_more_bets", "{player} is next"),
        ("call_no_bets", "No bets, {winner}"),
        ("call_counts", "{winner} leads"),
        ("call_tie", "{winner} ties"),
        ("call_last_round", "Last hand, {banker}"),
    ],
)
def test_washington_words_name_only_what_is_known_at_their_moment(key: str, words: str) -> None:
    number = "5" if key == "call_counts" else "announcements"
    refusal = (f"{key}_not_allowed", f"washington {number}")
    assert refused(lambda: Table("washington", **{key: words})) == refusal
    at = Table.ready("washington")
    assert refused(lambda: at.notice(**{key: words})) == refusal


@clause("washington", "announcements")
def test_washington_no_words_with_braces_are_ever_said() -> None:
    at = Table.ready("washington", call_tie="Tie at {player}", call_result="{winner}, {player} to {banker}")
    at.round(TIE, tie=10)
    at.dealer("announce", key="call_tie")
    assert at.said() == ["Tie at 9"]
    at.round(PLAYER_WINS, player=10)
    at.dealer("announce", key="call_result")
    assert at.said() == ["Player, 9 to 5"]


# What the dealer of the United States house is told


@clause("house-midi", "commission")
def test_house_midi_the_dealer_is_told_once_when_the_interval_has_passed() -> None:
    at = Table.ready("house-midi", commission_every=2)
    at.round(BANKER_WINS, banker=100)
    assert "commission_due" not in at.names()
    at.round(PLAYER_WINS, player=100)
    assert at.clauses("commission_due") == ["commission"]
    at.round(PLAYER_WINS, player=100)
    assert "commission_due" not in at.names(), "told once"
    at.dealer("collect_commission")
    at.round(BANKER_WINS, banker=100)
    at.round(PLAYER_WINS, player=100)
    assert at.clauses("commission_due") == ["commission"], "and again for the next interval"


@clause("house-midi", "commission")
def test_house_midi_nothing_is_due_while_nobody_owes() -> None:
    at = Table.ready("house-midi", commission_every=1)
    at.round(PLAYER_WINS, player=100)
    assert "commission_due" not in at.names()
    at.round(BANKER_WINS, banker=100)
    assert at.clauses("commission_due") == ["commission"]


@clause("house-midi", "commission")
def test_house_midi_the_dealers_view_shows_the_commission_to_collect() -> None:
    at = Table.ready("house-midi", {"ann": 1000, "bob": 1000})
    at.bets("bob", "player", 100)
    at.round(BANKER_WINS, banker=300)
    assert view(at.now, DEALER).commission == {"ann": 1500}
