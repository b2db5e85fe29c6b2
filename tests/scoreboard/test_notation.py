"""Results as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard import Bead, parse_beads

B, P, T = Result.BANKER, Result.PLAYER, Result.TIE


@pytest.mark.parametrize("text", ["BPT", "B P T", " B\nPT\n", "B\tP\r\nT", "\u3000BP T"])
def test_spaces_and_lines_say_nothing(text: str) -> None:
    assert parse_beads(text) == (Bead(result=B), Bead(result=P), Bead(result=T))


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_a_shoe_may_have_no_results_yet(text: str) -> None:
    assert parse_beads(text) == ()


def test_small_letters_behind_a_result_are_its_marks() -> None:
    assert parse_beads("BbPpTn Bpbn") == (
        Bead(result=B, banker_pair=True),
        Bead(result=P, player_pair=True),
        Bead(result=T, natural=True),
        Bead(result=B, banker_pair=True, player_pair=True, natural=True),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BBX", "'X' stands where result 3 should: write B, P or T"),
        ("bbp", "'b' stands where result 1 should"),
        ("B b", "'b' stands where result 2 should"),
        ("BP,T", "',' stands where result 3 should"),
        ("B-P", "'-' stands where result 2 should"),
        ("BP\nPP\nBQ", "'Q' stands where result 6 should"),
        ("B8", "'8' stands where result 2 should"),
        ("\u0412", "stands where result 1 should"),
        ("B\x1b[31m", "stands where result 2 should"),
        ("PBbnb", "result 2, 'Bbnb', has a mark twice: write each of b, p, n once"),
        ("B" + "n" * 1000, "has a mark twice"),
    ],
)
def test_what_is_no_result_is_named_with_its_number(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match="result") as found:
        parse_beads(text)
    assert said in str(found.value)
    assert len(str(found.value)) < 200


@given(st.text(alphabet="BPTbpn \nX"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        beads = parse_beads(text)
    except Unreadable:
        return
    assert len(beads) == sum(map(text.count, "BPT"))
