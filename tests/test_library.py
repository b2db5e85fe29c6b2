"""The library: `import puntobanco as pb`, its names, what they give and refuse."""

import inspect
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import puntobanco as pb
from tests.marks import ALL_BOOKS

NAMES = ["BOOKS", "Refused", "Table", "Unreadable", "deal", "odds", "rules", "simulate"]


def fresh(program: str) -> str:
    """What a program prints in a process of its own."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_names_of_the_library() -> None:
    assert pb.__all__ == NAMES
    assert dir(pb) == sorted([*NAMES, "__version__"])
    assert tuple(pb.BOOKS) == ALL_BOOKS
    with pytest.raises(AttributeError, match="no attribute 'roulette'"):
        pb.roulette  # noqa: B018


def test_import_brings_nothing_along() -> None:
    ask = "import sys, puntobanco; print([name for name in sys.modules if name.startswith(('puntobanco.', 'msgspec'))])"
    assert fresh(ask) == "['puntobanco.version']\n"


@pytest.mark.parametrize(
    "first",
    [
        "pass",
        "import puntobanco.rulebooks, puntobanco.exact_odds",
        "from puntobanco.exact_odds import odds; from puntobanco.rulebooks import table_rules",
        "import puntobanco.cli.odds",
    ],
)
def test_functions_keep_their_names_beside_the_packages_below_them(first: str) -> None:
    ask = f"{first}\nimport puntobanco as pb\nprint(pb.rules('nz-1998').book, pb.odds('nz-1998').decks)\n"
    assert fresh(ask) == "nz-1998 8\n"


def test_a_public_function_shows_its_parameters() -> None:
    assert list(inspect.signature(pb.odds).parameters) == ["rules", "decks", "what_if", "seen", "on_table", "wagers"]


@pytest.mark.parametrize(
    ("name", "does"), [("odds", "The exact odds of a table's wagers"), ("rules", "The rules of a book")]
)
def test_a_public_function_says_what_it_does(name: str, does: str) -> None:
    assert getattr(pb, name).__doc__.startswith(does)


def test_rules_print_the_sign_and_know_every_parameter() -> None:
    rules = pb.rules("act-2015", settlement="B", minimum=10)
    assert str(rules).startswith("act-2015: Casino Canberra 2015\nRule ")
    assert all(len(line) <= 100 for line in str(rules).splitlines())
    assert repr(rules) == str(rules)
    assert (rules["settlement"].text, rules["settlement"].clause, rules["minimum"].value) == ("B", "8.1", 1000)
    assert pb.rules("act-2015").digest != rules.digest
    with pytest.raises(pb.Refused, match=r"12 or more \(act-2015 5.3\)"):
        pb.rules("act-2015", cut_depth=11)
    with pytest.raises(pb.Unreadable, match="did you mean minimum"):
        rules["minimun"]
    with pytest.raises(pb.Unreadable, match="is not a rulebook"):
        pb.rules("macau")


def test_a_coup_of_given_cards() -> None:
    coup = pb.deal("house-midi", ["6c", "9d Kh", "8c"], bets={"b": "100", "tie": 5})
    assert (coup.player, coup.banker) == (("6♣", "K♥"), ("9♦", "8♣"))
    assert (coup.result, coup.player_total, coup.banker_total) == ("banker", 6, 7)
    assert [(bet.wager, int(bet.stake), int(bet.profit)) for bet in coup.bets] == [("banker", 100, 100), ("tie", 5, -5)]
    assert coup.profit == Decimal(95)
    assert [(row["wager"], row["profit_cents"]) for row in coup.rows()] == [("banker", 10_000), ("tie", -500)]
    with pytest.raises(pb.Refused, match="a card is missing"):
        pb.deal("nz-1998", "4c 9d Kh 7c")
    with pytest.raises(pb.Unreadable, match="banker is bet twice"):
        pb.deal("nz-1998", "6c 9d Kh 8c", bets={"b": 100, "banker": 100})


@pytest.mark.parametrize(
    "amount", [100, 100.0, "100", "$100.00", Decimal(100), Decimal("1E+2"), Decimal("100.000"), np.int64(100)]
)
def test_an_amount_is_the_same_however_a_number_is_written(amount: Any) -> None:
    assert pb.deal("nz-1998", "6c 9d Kh 8c", bets={"b": amount}).bets[0].stake == 100


@pytest.mark.parametrize(
    "amount",
    [
        -5,
        True,
        None,
        0.1 + 0.2,
        Decimal("1.001"),
        Decimal("NaN"),
        1e20,
        pytest.param(10**5000, id="huge"),
        "5e1",
        np.True_,
    ],
)
def test_what_is_no_amount(amount: Any) -> None:
    with pytest.raises(pb.Unreadable, match=r"is not an amount|is too much"):
        pb.deal("nz-1998", "6c 9d Kh 8c", bets={"b": amount})


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    six = np.int64(6)
    assert pb.deal(seed=six) == pb.deal(seed=6)
    assert pb.odds("washington", decks=six).decks == 6
    assert [one.decks for one in pb.odds("act-2015", decks=np.array([1, 6]), what_if=True)] == [1, 6]


@pytest.mark.parametrize("number", [True, 6.0, "6", np.float64(6), [6]])
def test_what_is_no_whole_number_is_named(number: Any) -> None:
    for asked in (
        lambda: pb.deal(seed=number),
        lambda: pb.Table(seed=number),
        lambda: pb.odds(decks=[number], what_if=True),
        lambda: pb.simulate(shoes=number),
        lambda: pb.simulate(shoes=5, seed=number),
    ):
        with pytest.raises(pb.Unreadable, match=r"(seed|decks|shoes) = .* is no whole number: write one"):
            asked()


def test_one_name_is_as_good_as_a_list_of_it() -> None:
    assert [wager.id for wager in pb.odds("nz-1998", wagers="b").wagers] == ["banker"]
    assert [one.name for one in pb.simulate("nz-1998", shoes=8, systems="flat").systems] == ["flat"]


def test_numbers_that_cannot_be_are_named_as_they_were_given() -> None:
    with pytest.raises(pb.Unreadable, match=r"^shoes = 0 cannot be: take a number from 1 to"):
        pb.simulate(shoes=0)
    with pytest.raises(pb.Unreadable, match="decks is an empty list: name at least one"):
        pb.odds(decks=[])


def test_a_coup_from_a_shuffled_shoe_is_the_same_for_a_seed_and_another_without() -> None:
    assert pb.deal(seed=5) == pb.deal(seed=5)
    assert len({(coup.player, coup.banker) for coup in (pb.deal() for _ in range(5))}) > 1


def test_odds_of_one_shoe_and_of_several() -> None:
    assert pb.odds("act-2015")["b"].house_edge == Fraction(114753351728, 10847218479825)
    found = pb.odds("act-2015", decks=[1, 6, 8, 6], what_if=True, wagers=["tie"])
    assert [shoe.decks for shoe in found] == [1, 6, 8]
    assert round(float(found[1]["tie"].house_edge), 6) == 0.157461
    assert [wager.id for wager in found[6].wagers] == ["tie"]
    with pytest.raises(KeyError):
        found[2]
    assert pb.odds("washington", decks=6).decks == 6, "a choice of the house"
    with pytest.raises(pb.Refused, match="what_if=True gives the odds anyway"):
        pb.odds("act-2015", decks=6)
    with pytest.raises(pb.Unreadable, match="0 decks are no shoe"):
        pb.odds(decks=0, what_if=True)


def test_odds_know_the_rules_of_a_house() -> None:
    assert round(float(pb.odds(pb.rules("act-2015", settlement="B"))["banker"].house_edge), 6) == 0.014581
    assert pb.odds(pb.rules("washington", tie_odds="9:1"), decks=6)["tie"].results[0].pays == 9


def test_results_are_tables_in_a_notebook_and_data_frames() -> None:
    found = pb.odds("nz-1998", decks=[6, 8], what_if=True)
    page = found._repr_html_()
    assert page.startswith("<table><caption>nz-1998: odds by decks</caption>")
    assert "<th>6 decks</th><th>8 decks</th>" in page
    frame = found.to_polars()
    assert frame["decks"].unique(maintain_order=True).to_list() == [6, 8]
    assert round(frame.filter(wager="banker", decks=8)["house_edge"][0], 8) == 0.01057906
    assert pb.deal("nz-1998", "6c 9d Kh 8c").to_polars()["result"].to_list() == ["banker"]


def test_a_simulation() -> None:
    found = pb.simulate("house-midi", shoes=400, seed=3, systems=["flat"], on="p", bankroll=500, unit=5, workers=1)
    assert found.shoes == 400
    assert abs(found["player"].z or 0) < 5
    assert found.as_dict()["session"] == {"bankroll": 50_000, "unit": 500, "wager": "player", "shoes": 8}
    assert found.to_polars()["sessions"].to_list() == [50]
    assert re.search(r"^house-midi: [\d,]+ rounds in 400 shoes \([\d.]+ each\), seed 3$", str(found), re.MULTILINE)
    with pytest.raises(pb.Unreadable, match="either shoes or rounds"):
        pb.simulate()
    with pytest.raises(pb.Unreadable, match="choose from player"):
        found["dragon"]


PLOTS: tuple[tuple[dict[str, Any], str, list[str]], ...] = (
    ({}, "Simulated wagers against their exact odds", ["distance to the exact odds (standard errors)", "wager"]),
    (
        {"systems": ["flat"]},
        "Sessions of 8 shoes from $500, $5 on banker",
        ["result of a session (dollars)", "time in the session (rounds)", "bankroll in some sessions (dollars)"],
    ),
    (
        {"count": "exact"},
        "What counting cards is worth, by the cards that are gone",
        ["gone before the round (cards)", "rounds with a positive expected value (percent)"],
    ),
)


@pytest.mark.parametrize(("asked", "title", "axes"), PLOTS, ids=["wagers", "systems", "counting"])
def test_a_plot_says_what_it_shows_and_how_to_repeat_it(
    tmp_path: Path, asked: dict[str, Any], title: str, axes: list[str]
) -> None:
    """Beside the outlines of its letters, a picture in SVG holds every text as a comment."""
    found = pb.simulate("house-midi", shoes=40, seed=3, **asked)
    found.plot(tmp_path / "plot.svg")
    drawn = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    for text in (title, f"house-midi, seed 3, {found.rounds:,} rounds in 40 shoes", *axes):
        assert f"<!-- {text} -->" in drawn


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_whole_shoe_at_a_table_by_every_book_and_money_adds_up(book: str) -> None:
    table = pb.Table(book, seed=11)
    ann, bob = table.sit("Ann", 100_000), table.sit("Bob", 100_000)
    while not table.rounds or not table.live.needs_shoe:
        ann.bet(banker=100)
        bob.bet({"p": 10}, t=5)
        table.deal()
    assert 60 < len(table.rounds) < 110
    assert len(table.results) == len(table.rounds)
    for patron in (ann, bob):
        won = sum(bet.profit for one in table.rounds for bet in one.bets if bet.patron == patron.name)
        lying = sum(patron.on_layout.values())
        commission = 100_000 + won - patron.chips - lying
        assert commission == 0 if book != "house-midi" or patron is bob else commission > 0


def test_a_table_says_what_it_refuses_and_nothing_has_happened() -> None:
    table = pb.Table("nz-1998", seed=7)
    with pytest.raises(pb.Refused, match="nobody is at the table"):
        table.deal()
    ann = table.sit("Ann", 500)
    with pytest.raises(pb.Refused, match="nothing to deal for"):
        table.deal()
    for bets, clause in (({"banker": 100, "player": 100}, "nz-1998 5.2"), ({"player": 1}, "nz-1998 ruling 7")):
        with pytest.raises(pb.Refused) as refused:
            ann.bet(bets)
        assert refused.value.clause == clause
    with pytest.raises(pb.Refused, match=r"Ann has \$500"):
        ann.bet(player=600)
    assert (ann.chips, ann.on_layout, table.rounds) == (Decimal(500), {}, [])
    ann.bet(player=20)
    assert (ann.chips, ann.on_layout) == (Decimal(480), {"player": Decimal(20)})
    ann.clear()
    assert (ann.chips, repr(ann)) == (Decimal(500), "Ann, seat 1: $500")
    assert ann.leave() == 500
    assert table.patrons == ()


def test_who_sits_at_the_table_cannot_sit_down_again_and_has_not_bought_in() -> None:
    table = pb.Table("nz-1998", seed=7)
    ann = table.sit("Anné", 500)
    for name in ("Anné", "Anne\N{COMBINING ACUTE ACCENT}"):
        with pytest.raises(pb.Refused, match=r"sits at seat 1: sit down once, or leave first \(nz-1998 3.1\)"):
            table.sit(name, 100)
    assert (ann.chips, table.patrons) == (Decimal(500), (ann,))
    ann.leave()
    assert table.sit("Anné", 100).chips == 100


def test_a_table_has_so_many_seats() -> None:
    table = pb.Table("nz-1998", seed=7)
    seats = pb.rules("nz-1998")["seats"].value
    for number in range(seats):
        table.sit(f"patron {number}")
    with pytest.raises(pb.Refused, match="seats are taken"):
        table.sit("one more")
