"""What `punto simulate` prints: the same answer as text, JSON and CSV."""

import csv
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, TextIO

from puntobanco.cli.common import console, print_json
from puntobanco.cli.terminal_tables import print_sheets
from puntobanco.coup import Coup, facts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.sim.bankroll import Bettor
from puntobanco.sim.card_counting import FINENESS, TRUE_COUNTS, CountTally, advantage
from puntobanco.sim.distribution import Distribution
from puntobanco.sim.reference import full_card_shoe
from puntobanco.sim.simulation import Covered, Findings, SystemResult
from puntobanco.sim.wagers import WagerResult
from puntobanco.values.cards import Card
from puntobanco.values.money import format_dollars
from puntobanco.values.text import escaped
from puntobanco.values.text_table import Sheet

if TYPE_CHECKING:
    from rich.console import Console

DEPTHS = 8
"""Tables of counting show the shoe in so many parts."""
CARDS_BEHIND = (12, 14, 20, 26, 52, 78, 104, 156, 208)
"""Positions of the cutting card that counting is shown for, as far as the simulated one lets."""


def as_dict(answer: Findings) -> dict[str, object]:
    """Everything, in numbers, texts, lists and dictionaries."""
    plan = answer.question.plan
    found: dict[str, object] = {
        "book": plan.rules.book,
        "digest": plan.rules.digest,
        "partial": answer.partial,
        "rounds": answer.tally.rounds,
        "shoes": answer.tally.shoes,
        "seed": plan.seed,
        "cpu_seconds": answer.cpu_seconds,
        "wall_seconds": answer.wall_seconds,
        "rounds_per_shoe": answer.tally.rounds_per_shoe if answer.tally.shoes else None,
        "fair_rounds_per_shoe": answer.sure_rounds,
        "wagers": {result.id: wager_as_dict(result) for result in answer.wagers},
        "covers": {covered.part: _covered_as_dict(covered) for covered in answer.covers},
    }
    if answer.systems:
        patron = _patron_of(answer)
        found["session"] = {
            "bankroll": patron.bankroll, "unit": patron.unit, "wager": patron.wager.id, "shoes": patron.shoes,
        }  # fmt: skip
        found["systems"] = {system.name: _system_as_dict(system) for system in answer.systems}
    if answer.counted is not None:
        found["counting"] = _counting_as_dict(answer, answer.counted)
    return found


def _covered_as_dict(covered: Covered) -> dict[str, int]:
    found = {"shoes": covered.shoes, "shoes_asked": covered.shoes_asked}
    if covered.sessions is not None and covered.sessions_asked is not None:
        found |= {"sessions": covered.sessions, "sessions_asked": covered.sessions_asked}
    return found


def wager_as_dict(result: WagerResult) -> dict[str, float | None]:
    return {
        "ev": float(result.fair.mean),
        "se": result.fair.standard_error,
        "exact": float(result.exact),
        "z": result.z,
        "ev_every_round": float(result.every_round.mean),
        "se_every_round": result.every_round.standard_error,
    }


def _patron_of(answer: Findings) -> Bettor:
    if answer.question.patron is None:
        raise ValueError("systems are played by a patron")
    return answer.question.patron


def _system_as_dict(system: SystemResult) -> dict[str, float | dict[str, int] | None]:
    tally = system.tally
    ahead, ruined = tally.share(tally.ahead), tally.share(tally.ruined)
    return {
        "sessions": tally.sessions,
        "mean": tally.results.mean,
        "mean_se": tally.results.standard_error,
        "sd": tally.results.standard_deviation,
        "ahead": ahead.part,
        "ahead_se": ahead.standard_error,
        "risk_of_ruin": ruined.part,
        "risk_of_ruin_se": ruined.standard_error,
        "mean_rounds_to_ruin": tally.rounds_to_ruin.mean,
        "mean_rounds_to_ruin_se": tally.rounds_to_ruin.standard_error,
        "quantiles": {str(percent): tally.results.quantile(percent) for percent in (5, 25, 50, 75, 95)},
        "quantiles_error": tally.results.quantile_error,
        "bets_per_session": tally.bets_made.mean,
        "bets_per_session_se": tally.bets_made.standard_error,
        "profit_per_staked": tally.profit_per_staked,
        "profit_per_staked_se": tally.profit_per_staked_error,
        "deepest_drawdown": tally.deepest,
        "longest_winning_streak": tally.winning_streaks.largest,
        "longest_losing_streak": tally.losing_streaks.largest,
        "mean_longest_losing_streak": tally.losing_streaks.mean,
        "mean_longest_losing_streak_se": tally.losing_streaks.standard_error,
        "bets_per_cpu_second": system.bets_per_cpu_second,
    }


def _counting_as_dict(answer: Findings, tally: CountTally) -> dict[str, object]:
    wagers = answer.counted_wagers
    found: dict[str, object] = {
        "rounds": int(tally.rounds.sum()),
        "wagers": _advantages(wagers, tally),
        "by_depth": [
            {"from": first, "to": last, "wagers": _advantages(wagers, tally, first, last)}
            for first, last in _depths(tally)
        ],
        "by_cards_behind": [
            {"behind": behind, "wagers": _advantages(wagers, tally, 0, cut + 1)}
            for behind, cut in _cuts(answer.question.plan.rules)
        ],
    }
    count = answer.question.count
    if count is not None:
        by_count = [{"true_count": at, "rounds": rounds, "ev": ev} for at, rounds, ev in _by_count(answer, tally)]
        found["count"] = {"name": count.name, "tags": list(count.tags), "by_true_count": by_count}
    return found


def _advantages(
    wagers: tuple[Wager, ...], tally: CountTally, first: int = 0, last: int = 10_000
) -> dict[str, dict[str, float]]:
    found = {wager.id: advantage(tally, place, after=first, before=last) for place, wager in enumerate(wagers)}
    return {
        wager: {
            "rounds": one.rounds, "positive": one.positive, "share": one.share, "gain_per_shoe": one.gain_per_shoe
        }
        for wager, one in found.items()
    }  # fmt: skip


def _depths(tally: CountTally) -> list[tuple[int, int]]:
    """The shoe in parts of equal numbers of cards, as far as rounds began there."""
    end = int(tally.rounds.nonzero()[0].max()) + 1
    edges = [end * part // DEPTHS for part in range(DEPTHS + 1)]
    return list(pairwise(edges))


def _cuts(rules: TableRules) -> list[tuple[int, int]]:
    """Positions of the cutting card from the table's own upwards: cards behind it, and cards before it."""
    cards, own = 52 * rules.decks.value, rules.cut_depth.value
    behind = sorted({own, *(place for place in CARDS_BEHIND if own < place < cards)})
    return [(place, cards - place) for place in behind]


def _by_count(answer: Findings, tally: CountTally) -> list[tuple[int, int, dict[str, float]]]:
    """True counts, how many rounds they had, and the expected value of each wager before those."""
    return [
        (
            place - TRUE_COUNTS // 2,
            rounds,
            {
                wager.id: int(tally.ev_by_count[row, place]) / FINENESS / rounds
                for row, wager in enumerate(answer.counted_wagers)
            },
        )
        for place, rounds in enumerate(tally.by_count.tolist())
        if rounds
    ]


def write_csv(answer: Findings, out: TextIO) -> None:
    """One table."""
    table = rows(answer)
    writer = csv.DictWriter(out, fieldnames=list(table[0]) if table else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)


def rows(answer: Findings) -> list[dict[str, str | float | None]]:
    """One table in numbers: of systems or of counting where they were asked for, else of wagers."""
    if answer.systems:
        return [{"system": system.name, **_flat(_system_as_dict(system))} for system in answer.systems]
    if answer.counted is not None:
        return [
            {"wager": wager, "from": first, "to": last, **figures}
            for first, last in _depths(answer.counted)
            for wager, figures in _advantages(answer.counted_wagers, answer.counted, first, last).items()
        ]
    return [{"wager": result.id, **wager_as_dict(result)} for result in answer.wagers]


def _flat(system: dict[str, float | dict[str, int] | None]) -> dict[str, float | None]:
    figures = {name: figure for name, figure in system.items() if not isinstance(figure, dict)}
    quantiles = (figure.items() for figure in system.values() if isinstance(figure, dict))
    return {**figures, **{f"quantile_{share}": cents for each in quantiles for share, cents in each}}


def print_text(answer: Findings, out: "Console") -> None:
    """Tables for people."""
    tally = answer.tally
    if answer.partial:
        out.print("[bold yellow]Partial:[/] interrupted; this is what was done so far.")
        for covered in answer.covers:
            out.print(_covered_in_words(covered), markup=False)
    if not tally.shoes:
        return
    rate = tally.rounds / max(answer.wall_seconds, 1e-9)
    out.print(f"{headline(answer)}\n")
    print_sheets(out, sheets(answer))
    out.print(f"\n{answer.wall_seconds:.2f} s, {answer.cpu_seconds:.2f} s of CPU, {rate:,.0f} rounds/s")


def headline(answer: Findings) -> str:
    """What was dealt, in a line."""
    plan, tally = answer.question.plan, answer.tally
    dealt = f"{tally.rounds:,} rounds in {tally.shoes:,} shoes ({tally.rounds_per_shoe:.3f} each)"
    return f"{plan.rules.book}: {dealt}, seed {plan.seed}"


def sheets(answer: Findings) -> list[Sheet]:
    """The tables of an answer that has dealt something."""
    found = [_wagers_sheet(answer)]
    if answer.systems:
        found.append(_systems_sheet(answer))
    if answer.counted is not None:
        found.append(_counting_sheet(answer, answer.counted))
        if answer.question.count is not None:
            found.append(_true_count_sheet(answer, answer.counted))
    return found


def _covered_in_words(covered: Covered) -> str:
    shoes = f"{covered.shoes:,} of {covered.shoes_asked:,} shoes"
    if covered.sessions is None or covered.sessions_asked is None:
        return f"  {covered.part}: {shoes}"
    return f"  {covered.part}: {covered.sessions:,} of {covered.sessions_asked:,} sessions, {shoes}"


def _wagers_sheet(answer: Findings) -> Sheet:
    return Sheet(
        title=f"Expected value per unit, over the first {answer.sure_rounds} rounds of every shoe",
        columns=("Wager", "Simulated", "Std error", "Exact", "Distance", "Every round"),
        rows=tuple(map(_wager_row, answer.wagers)),
    )


def _wager_row(result: WagerResult) -> tuple[str, ...]:
    error = result.fair.standard_error
    return (
        result.name,
        f"{float(result.fair.mean):+.6f}",
        "-" if error is None else f"{error:.6f}",
        f"{float(result.exact):+.6f}",
        "-" if result.z is None else f"{result.z:+.2f} SE",
        f"{float(result.every_round.mean):+.6f}",
    )


def _systems_sheet(answer: Findings) -> Sheet:
    """A column for every system: there are few of them, and much to say of each."""
    patron = _patron_of(answer)
    told = [_system_lines(system) for system in answer.systems]
    return Sheet(
        title=f"Sessions of {patron.shoes} shoes from {format_dollars(patron.bankroll)}, "
        f"unit {format_dollars(patron.unit)} on {patron.wager.id}; ± is one standard error",
        columns=("System", *(escaped(system.name) for system in answer.systems)),
        rows=tuple((name, *(lines[name] for lines in told)) for name in told[0]),
    )


def _system_lines(system: SystemResult) -> dict[str, str]:
    tally = system.tally
    results, ahead, ruined = tally.results, tally.share(tally.ahead), tally.share(tally.ruined)
    five, half, most = (_quantile(results.quantile(percent), results.quantile_error) for percent in (5, 50, 95))
    return {
        "Sessions": f"{tally.sessions:,}",
        "Mean": _with_error(_dollars(results.mean), results.standard_error, _dollars),
        "SD": _dollars(results.standard_deviation),
        "5%": five,
        "Median": half,
        "95%": most,
        "Ahead": _with_error(f"{ahead.part:.1%}", ahead.standard_error, _percent),
        "Ruined": _with_error(f"{ruined.part:.2%}", ruined.standard_error, _percent),
        "Rounds to ruin": _rounds_to_ruin(tally.rounds_to_ruin),
        "Losing streak, mean": f"{tally.losing_streaks.mean:.1f}",
        "Losing streak, most": str(tally.losing_streaks.largest),
        "Bets/CPU-s": f"{system.bets_per_cpu_second:,.0f}",
    }


def _rounds_to_ruin(rounds: Distribution) -> str:
    mean = rounds.mean
    return "-" if mean is None else _with_error(f"{mean:.1f}", rounds.standard_error, "{:.1f}".format)


def _with_error(figure: str, error: float | None, shown: Callable[[float], str]) -> str:
    """A figure and its standard error, where there is one."""
    return figure if error is None else f"{figure} ±{shown(error)}"


def _quantile(cents: int, error: int) -> str:
    return format_dollars(cents) + (f" ±{format_dollars(error)}" if error else "")


def _percent(share: float) -> str:
    return f"{share:.2%}"


def _dollars(cents: float | None) -> str:
    return format_dollars(round(cents or 0))


def _counting_sheet(answer: Findings, tally: CountTally) -> Sheet:
    """A column for every wager, a row for every part of the shoe."""
    places = range(len(answer.counted_wagers))
    whole = [advantage(tally, place) for place in places]
    parts = [
        (f"{first}-{last - 1}", *(f"{advantage(tally, place, after=first, before=last).share:.2%}" for place in places))
        for first, last in _depths(tally)
    ]
    return Sheet(
        title="Rounds with a positive expected value, exactly; units won per shoe on those",
        columns=("Cards gone", *(wager.id for wager in answer.counted_wagers)),
        rows=(
            *parts,
            ("all", *(f"{one.share:.2%}" for one in whole)),
            ("gain per shoe", *(f"{one.gain_per_shoe:.4f}" for one in whole)),
        ),
    )


def _true_count_sheet(answer: Findings, tally: CountTally) -> Sheet:
    count = answer.question.count
    return Sheet(
        title=f"Exact expected value by true count of {count.name if count else ''}",
        columns=("True count", "Rounds", *(wager.id for wager in answer.counted_wagers)),
        rows=tuple(
            (f"{true_count:+d}", f"{rounds:,}", *(f"{one:+.4f}" for one in ev.values()))
            for true_count, rounds, ev in _by_count(answer, tally)
        ),
    )


def show_shoe(rules: TableRules, seed: int, shoe: int, *, as_json: bool) -> None:
    """Print one shoe of the full-card run, card by card."""
    dealt = full_card_shoe(rules, seed, shoe)
    burned = [None if card is None else str(card) for card in dealt.burned]
    if as_json:
        rounds = [_coup_as_dict(rules, coup) for coup in dealt.coups]
        print_json({"book": rules.book, "seed": seed, "shoe": shoe, "burned": burned, "rounds": rounds})
        return
    out = console()
    shown = dealt.burned[0]
    first = "face down" if shown is None else shown.symbols
    out.print(f"{rules.book}, seed {seed}, shoe {shoe}: {len(burned)} burned, the first {first}")
    for number, coup in enumerate(dealt.coups, 1):
        found = facts(rules, coup)
        hands = f"P {_symbols(coup.player)} = {found.player.total} | B {_symbols(coup.banker)} = {found.banker.total}"
        out.print(f"{number:3} {hands} | {found.result.value}")


def _symbols(cards: tuple[Card, ...]) -> str:
    return " ".join(card.symbols for card in cards)


def _coup_as_dict(rules: TableRules, coup: Coup) -> dict[str, object]:
    found = facts(rules, coup)
    return {
        "player": [str(card) for card in coup.player],
        "banker": [str(card) for card in coup.banker],
        "player_total": found.player.total,
        "banker_total": found.banker.total,
        "result": found.result.value,
    }
