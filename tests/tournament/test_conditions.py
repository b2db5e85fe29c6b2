"""The conditions document: what it says, what is missing in it, and what contradicts itself."""

from pathlib import Path
from typing import Any

import pytest

from puntobanco.errors import Refused, Unreadable, UnreadableLines
from puntobanco.tournament.commands import PlanTournament
from puntobanco.tournament.conditions import (
    AdvanceBy,
    Breakdown,
    Commission,
    CommissionOf,
    Conditions,
    Stage,
    StageKind,
    contradictions,
)
from puntobanco.tournament.conditions_file import is_date, moment, parse_conditions
from puntobanco.tournament.stream_type import handle
from puntobanco.values.replace import changed
from tests.tournament.helpers import OPERATOR, Cup, conditions, final, heat, law, refused

DOCUMENT = """
title = "Spring Cup"
start = 2026-11-20T19:00:00Z
entry_fee = 100
commission = "12.5%"
chips = 1000
least_players = 8
most_players = 14
players_per_table = 7
play_off_rounds = 2

[groups]
may_not_enter = ["staff"]

[[stages]]
name = "Heat"
kind = "heat"
rounds = 10
advance = 3
advance_by = "table"

[[stages]]
name = "Semi-final"
kind = "semi_final"
shoes = 1
advance = 4
advance_by = "overall"
chips = 500

[[stages]]
name = "Final"
kind = "final"
rounds = 20
chips = "carried"

[table]
minimum = 10
maximum = 500
offered = "none"

[prizes]
"8-10" = [70, 30]
"11-14" = [50, 30, 17.25, 2.75]
"""


def test_a_document_is_read_in_cents_microseconds_and_hundredths_of_a_percent() -> None:
    assert parse_conditions(DOCUMENT, law()) == Conditions(
        title="Spring Cup",
        start=1_795_201_200_000_000,
        stages=(
            Stage(
                name="Heat",
                kind=StageKind.HEAT,
                rounds=10,
                shoes=None,
                advance=3,
                advance_by=AdvanceBy.TABLE,
                chips=None,
            ),
            Stage(
                name="Semi-final",
                kind=StageKind.SEMI_FINAL,
                rounds=None,
                shoes=1,
                advance=4,
                advance_by=AdvanceBy.OVERALL,
                chips=50_000,
            ),
            Stage(
                name="Final",
                kind=StageKind.FINAL,
                rounds=20,
                shoes=None,
                advance=None,
                advance_by=None,
                chips=None,
            ),
        ),
        entry_fee=10_000,
        commission=Commission(share=1_250),
        chips=100_000,
        least_players=8,
        most_players=14,
        players_per_table=7,
        may_not_enter=("staff",),
        may_enter_only=(),
        table=(("maximum", "500"), ("minimum", "10"), ("offered", "none")),
        prizes=(
            Breakdown(least=8, most=10, shares=(7_000, 3_000)),
            Breakdown(least=11, most=14, shares=(5_000, 3_000, 1_725, 275)),
        ),
        play_off_rounds=2,
    )
    assert not list(contradictions(parse_conditions(DOCUMENT, law()), law()))


REQUIRED = {
    "title": "15.3",
    "start": "15.4(a)",
    "entry_fee": "15.4(c)",
    "commission": "15.4(c)",
    "chips": "15.4(d)",
    "least_players": "15.4(e)",
    "most_players": "15.4(e)",
    "players_per_table": "15.8",
    "play_off_rounds": "15.22",
}


@pytest.mark.parametrize(("field", "clause"), REQUIRED.items())
def test_a_missing_condition_is_named_with_its_clause(field: str, clause: str) -> None:
    without = "\n".join(line for line in DOCUMENT.splitlines() if not line.startswith(f"{field} ="))
    if field == "chips":
        without += "\n"
    with pytest.raises(UnreadableLines) as found:
        parse_conditions(without, law())
    assert f"{field} is missing ({clause})" in found.value.problems


def test_everything_that_is_wrong_is_named_at_once() -> None:
    wrong = DOCUMENT.replace("entry_fee = 100", "entry_fe = 100").replace('"heat"', '"heet"').replace("[70, 30]", "70")
    with pytest.raises(UnreadableLines) as found:
        parse_conditions(wrong, law())
    told = "\n".join(found.value.problems)
    for part in ("entry_fee is missing (15.4(c))", "entry_fe is no condition", "did you mean heat?", "(15.4(h))"):
        assert part in told


@pytest.mark.parametrize(
    ("written", "instead", "says"),
    [
        ("entry_fee = 100", 'entry_fee = "1.234"', "is not an amount"),
        ("entry_fee = 100", "entry_fee = true", "write dollars"),
        ('"12.5%"', '"0.01%"', None),
        ("least_players = 8", "least_players = 0", "a whole number from 1"),
        ("2026-11-20T19:00:00Z", '"20 November"', "date and time in UTC"),
        ("2026-11-20T19:00:00Z", "2026-11-20T19:00:00+10:00", "date and time in UTC"),
        ('may_not_enter = ["staff"]', 'may_not_enter = "staff"', "a list of texts"),
        ("17.25, 2.75", "17.255, 2.745", "at most two decimals"),
    ],
)
def test_what_cannot_be_read_says_what_to_write(written: str, instead: str, says: str | None) -> None:
    changed_document = DOCUMENT.replace(written, instead)
    assert changed_document != DOCUMENT
    if says is None:
        assert parse_conditions(changed_document, law()).commission == Commission(share=1)
        return
    with pytest.raises(Unreadable) as found:
        parse_conditions(changed_document, law())
    assert says in "\n".join(found.value.problems)


def test_a_document_that_is_not_toml_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="the conditions document is not TOML"):
        parse_conditions("title: Cup", law())


CONTRADICTIONS: list[tuple[dict[str, Any], str, str]] = [
    ({"title": " "}, "title", "15.3"),
    ({"title": "Cup\nwon by ann"}, "title", "15.3"),
    ({"stages": ()}, "stages", "15.4(b)"),
    ({"stages": (heat(),)}, "stages", "15.4(b)"),
    ({"stages": (final(), final(name="Final 2"))}, "stages", "15.4(b)"),
    ({"stages": (heat(kind=StageKind.SEMI_FINAL), heat("B"), final())}, "stages", "15.4(b)"),
    ({"stages": (heat(), heat(), final())}, "stages", "15.4(b)"),
    ({"stages": (heat(rounds=None), final())}, "stages[0]", "15.4(b)"),
    ({"stages": (heat(shoes=1), final())}, "stages[0]", "15.4(b)"),
    ({"stages": (heat(rounds=0), final())}, "stages[0]", "15.4(b)"),
    ({"stages": (heat(advance=0), final())}, "stages[0]", "15.4(b)"),
    ({"stages": (heat(advance=None), final())}, "stages[0]", "15.4(b)"),
    ({"stages": (heat(advance_by=None), final())}, "stages[0]", "15.4(b)"),
    ({"stages": (final(advance=1),)}, "stages[0]", "15.4(b)"),
    ({"stages": (heat(), final(chips=0))}, "stages[1]", "15.4(b)"),
    ({"stages": (final(chips=100),)}, "stages[0].chips", "15.4(d)"),
    ({"play_off_rounds": 0}, "play_off_rounds", "15.22"),
    ({"entry_fee": -1, "commission": Commission(amount=0)}, "entry_fee", "15.4(c)"),
    ({"commission": Commission(amount=10_001)}, "commission", "15.4(c)"),
    ({"commission": Commission(amount=-1)}, "commission", "15.4(c)"),
    ({"commission": Commission()}, "commission", "15.4(c)"),
    ({"commission": Commission(amount=1, share=1)}, "commission", "15.4(c)"),
    ({"commission": Commission(share=10_001)}, "commission", "15.4(c)"),
    ({"commission": Commission(of=CommissionOf.ALL_FEES, amount=20_001)}, "commission", "15.4(c)"),
    ({"stages": (final(sessions=2),)}, "stages[0]", "15.4(b)"),
    ({"stages": (heat(sessions=0), final())}, "stages[0]", "15.4(b)"),
    ({"stages": (heat(limits=(("decks", "1"),)), final())}, "stages[0].limits", "15.4(g)"),
    ({"chips": 0}, "chips", "15.4(d)"),
    ({"least_players": 1, "prizes": (Breakdown(least=1, most=24, shares=(10_000,)),)}, "players", "15.4(e)"),
    ({"players_per_table": 1}, "players_per_table", "15.8"),
    ({"may_not_enter": ("a", "b"), "may_enter_only": ("b",)}, "groups", "15.4(f)"),
    ({"most_players": 25}, "prizes", "15.4(h)"),
    ({"most_players": 23}, "prizes", "15.4(h)"),
    ({"least_players": 3}, "prizes.2-2", "15.4(h)"),
]


@pytest.mark.parametrize(("changes", "field", "clause"), CONTRADICTIONS)
def test_a_contradiction_is_refused_with_field_and_clause(changes: dict[str, Any], field: str, clause: str) -> None:
    wrong = changed(conditions(), **changes)
    assert (field, clause) in {(one, number) for one, number, _ in contradictions(wrong, law())}
    with pytest.raises(Refused) as found:
        Cup(wrong)
    assert found.value.code == "conditions_unsound"


SHARES = [((10_000,), True), ((9_999,), False), ((10_001,), False), ((9_999, 1), True), ((5_000, 5_000, 0), False)]


@pytest.mark.parametrize(("shares", "sound"), [*SHARES, ((4_000, 3_000, 3_000), False)])
def test_every_breakdown_comes_to_all_of_the_pool_for_no_more_places_than_players(
    shares: tuple[int, ...], sound: bool
) -> None:
    prizes = (Breakdown(least=2, most=24, shares=shares),)
    assert (not list(contradictions(conditions(prizes=prizes), law()))) is sound


def test_conditions_must_fit_the_tables_that_they_make() -> None:
    assert refused(lambda: Cup(conditions(chips=999))) == ("conditions_unsound", "act-2015 15.4(d)")
    Cup(conditions(chips=1_000))
    later = conditions(heat(), final(chips=999))
    assert refused(lambda: Cup(later)) == ("conditions_unsound", "act-2015 15.4(d)")
    assert refused(lambda: Cup(conditions(players_per_table=8))) == ("conditions_unsound", "act-2015 15.8")
    assert refused(lambda: Cup(conditions(table=(("minimun", "10"),)))) == ("conditions_unsound", "act-2015 15.4(g)")


def test_what_section_15_says_itself_is_not_for_conditions_to_change() -> None:
    code, clause = refused(lambda: Cup(conditions(table=(("chips_come_from", "cage"),))))
    assert (code, clause) == ("chips_come_from_not_allowed", "act-2015 15.13")


def test_a_book_without_tournaments_has_none() -> None:
    planned = PlanTournament(actor=OPERATOR, book="nz-1998", conditions=conditions())
    assert refused(lambda: handle(None, planned)) == ("no_tournaments", "nz-1998")


def test_the_digest_tells_every_change() -> None:
    other: dict[str, Any] = {
        "title": "Other",
        "start": 5,
        "stages": (heat(), final()),
        "entry_fee": 1,
        "commission": {"of": "each_fee", "amount": 1, "share": None},
        "chips": 1,
        "least_players": 3,
        "most_players": 3,
        "players_per_table": 3,
        "may_not_enter": ("a",),
        "may_enter_only": ("a",),
        "table": (),
        "prizes": (),
        "play_off_rounds": 9,
        "delegated": ("14.1",),
    }
    assert other.keys() == set(Conditions.__struct_fields__)
    digests = {changed(conditions(), **{key: value}).digest for key, value in other.items()}
    assert len(digests | {conditions().digest}) == len(other) + 1


@pytest.mark.parametrize(
    ("text", "days"),
    [("1970-01-01", 0), ("1972-02-29", 789), ("2000-02-29", 11_016), ("2026-11-20", 20_777), ("2100-03-01", 47_541)],
)
def test_a_date_is_a_number_of_days(text: str, days: int) -> None:
    assert moment(f"{text}T00:00:01Z") == (days * 86_400 + 1) * 1_000_000


@pytest.mark.parametrize("text", ["2026-02-29", "2100-02-29", "2026-13-01", "2026-00-01", "2026-11-31", "26-11-01", ""])
def test_what_no_calendar_has_is_no_date(text: str) -> None:
    assert not is_date(text)


def test_the_document_on_the_page_can_be_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tournament.md").read_text(encoding="utf-8")
    document = page.partition("```toml\n")[2].partition("```")[0]
    Cup(parse_conditions(document, law()))
