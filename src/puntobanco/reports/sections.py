"""The sections that reports are made of."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from puntobanco.reports.house_tally import HouseTally
from puntobanco.reports.incidents import Incident, RefusedCommand, is_late
from puntobanco.reports.model import Cell, Column, Kind, Section, share
from puntobanco.reports.open_rounds import Round
from puntobanco.reports.period_totals import Books
from puntobanco.reports.results_against_odds import Score, merged
from puntobanco.reports.table_tally import TableTally
from puntobanco.streams.names import named

HOUR = 3600 * 10**6

Scores: TypeAlias = Mapping[str, Score] | Mapping[str | None, Score]

_SCORE = (
    Column("stake", "Staked", Kind.MONEY),
    Column("won", "Won", Kind.MONEY),
    Column("expected", "Expected", Kind.ESTIMATE),
    Column("sd", "Std dev", Kind.ESTIMATE),
    Column("z", "z", Kind.Z),
    Column("odd", "Odd", Kind.FLAG),
)


def _cells(score: Score) -> tuple[Cell, ...]:
    return (score.stake, score.win, score.expected, score.sd, score.z, score.odd)


def against_the_odds(key: str, title: str, what: str, scores: Scores) -> Section:
    """What was won by tables, dealers or shoes, and what was to be expected."""
    columns = (Column(key.removesuffix("s"), what, Kind.NAME), Column("rounds", "Rounds", Kind.COUNT), *_SCORE)
    rows = tuple((name, score.rounds, *_cells(score)) for name, score in scores.items())
    return Section(key, title, columns, rows, empty="No round with wagers.")


def with_all(scores: Mapping[str, Score]) -> dict[str | None, Score]:
    """With a row for all of them, where there are several."""
    found: dict[str | None, Score] = dict(scores.items())
    return {**found, None: sum(scores.values(), Score())} if len(found) > 1 else found


def table_scores(tally: HouseTally, tables: Mapping[str, TableTally]) -> dict[str, Score]:
    return {name: one.all.play.score(tally.law) for name, one in tables.items()}


def dealers(tally: HouseTally, tables: Iterable[TableTally], title: str) -> Section:
    """Whoever dealt a round, at whichever of these tables."""
    columns = (
        Column("dealer", "Dealer"),
        Column("rounds", "Rounds", Kind.COUNT),
        *_SCORE,
        Column("rounds_per_hour", "Rounds per hour", Kind.NUMBER, in_text=False),
    )
    found = {name: one for name, one in sorted(tally.dealers(tables).items()) if one.rounds}
    rows = tuple(
        (name, one.rounds, *_cells(one.play.score(tally.law)), _per_hour(one.rounds, one.active))
        for name, one in found.items()
    )
    return Section("dealers", title, columns, rows, empty="No round with wagers.")


def _per_hour(rounds: int, active: int) -> float | None:
    return rounds * HOUR / active if active else None


def wager_scores(tally: HouseTally, tables: Iterable[TableTally]) -> dict[tuple[str, str], Score]:
    return tally.by_wager(merged(one.all.play for one in tables))


def wagers(scores: Mapping[tuple[str, str], Score]) -> Section:
    columns = (
        Column("book", "Book"),
        Column("wager", "Wager"),
        Column("bets", "Bets", Kind.COUNT),
        _SCORE[0],
        _SCORE[1],
        Column("hold", "Hold", Kind.SHARE),
        Column("edge", "Edge", Kind.SHARE),
        Column("expected", "Expected", Kind.ESTIMATE, in_text=False),
        Column("sd", "Std dev", Kind.ESTIMATE, in_text=False),
        *_SCORE[4:],
        Column("commission", "Commission", Kind.MONEY, in_text=False),
    )
    rows = tuple(
        (
            *name,
            one.bets,
            one.stake,
            one.win,
            share(one.win, one.stake),
            share(one.expected, one.stake),
            one.expected,
            one.sd,
            one.z,
            one.odd,
            one.commission,
        )
        for name, one in scores.items()
    )
    note = "Hold: what was won of the stakes. Edge: what the exact odds let expect."
    return Section("wagers", "Wagers against the exact odds", columns, rows, note, "No wager was settled.")


# Takings


def takings(tally: HouseTally, tables: Mapping[str, TableTally]) -> Section:
    """Drop, win and hold by the books."""
    columns = (
        Column("table", "Table", Kind.NAME),
        Column("drop", "Drop", Kind.MONEY),
        Column("cashed_out", "Cashed out", Kind.MONEY),
        Column("win", "Win", Kind.MONEY),
        Column("hold", "Hold", Kind.SHARE),
        Column("commission", "Commission", Kind.MONEY),
    )
    commission = {name: one.all.play.score(tally.law).commission for name, one in tables.items()}
    booked = {name: one.books for name, one in tables.items()}
    sums = {name: (one.drop, one.cashed_out, one.win, commission[name]) for name, one in booked.items()}
    rows = tuple(
        (name, drop, out, win, share(win, drop), taken) for name, (drop, out, win, taken) in _with_sum(sums).items()
    )
    note = "Drop: what patrons bought in for. Win: what the tray gained, fills and credits apart. Hold: win by drop."
    return Section("takings", "Takings", columns, rows, note, "No table.")


def win(tally: HouseTally, tables: Mapping[str, TableTally]) -> Section:
    """Where the win comes from: the parts come to it."""
    columns = (
        Column("table", "Table", Kind.NAME),
        Column("wagers", "Wagers", Kind.MONEY),
        Column("disputes", "Disputes", Kind.MONEY),
        Column("owed", "Newly owed", Kind.MONEY),
        Column("other", "Other", Kind.MONEY),
        Column("win", "Win", Kind.MONEY),
        Column("errors", "Paid in error", Kind.MONEY),
    )
    sums = {name: _parts_of_win(one, one.all.play.score(tally.law).win) for name, one in tables.items()}
    note = (
        "Other: rounds that ended before or go on, and what was decided of earlier ones. What was paid in error, "
        "and is not owed back, stands in the wagers."
    )
    rows = tuple((name, *parts) for name, parts in _with_sum(sums).items())
    return Section("win", "Where the win comes from", columns, rows, note, "No table.")


def _parts_of_win(table: TableTally, wagers: int) -> tuple[int, ...]:
    books = table.books
    other = books.win - (wagers - books.given_in_disputes - books.owed)
    return (wagers, -books.given_in_disputes, -books.owed, other, books.win, table.errors)


def _with_sum(sums: Mapping[str, tuple[int, ...]]) -> dict[str | None, tuple[int, ...]]:
    found: dict[str | None, tuple[int, ...]] = dict(sums.items())
    return {**found, None: tuple(map(sum, zip(*sums.values(), strict=True)))} if len(found) > 1 else found


def floats(tables: Mapping[str, TableTally]) -> Section:
    columns = (
        Column("table", "Table"),
        Column("opening", "Opening", Kind.MONEY),
        Column("filled", "Fills", Kind.MONEY),
        Column("credited", "Credits", Kind.MONEY),
        Column("last", "Last count", Kind.MONEY),
        Column("count", "Which"),
        Column("book", "By the books", Kind.MONEY),
        Column("off", "Off", Kind.MONEY),
        Column("counted_win", "Win by counts", Kind.MONEY, in_text=False),
    )
    booked = {name: one.books for name, one in tables.items()}
    rows = tuple((name, *_float(one)) for name, one in booked.items() if one.last_count or one.filled or one.credited)
    return Section("float", "Float", columns, rows, empty="No count, fill or credit.")


def _float(books: Books) -> tuple[Cell, ...]:
    first, last = books.first_count, books.last_count
    if first is None or last is None:
        return (None, books.filled, books.credited, None, None, None, None, None)
    off = last.amount - last.book
    return (first.amount, books.filled, books.credited, last.amount, last.count, last.book, off, books.counted_win)


def pace(tables: Mapping[str, TableTally]) -> Section:
    columns = (
        Column("table", "Table"),
        Column("rounds", "Rounds", Kind.COUNT),
        Column("without_wagers", "Without wagers", Kind.COUNT),
        Column("void", "Void", Kind.COUNT),
        Column("hours", "Hours", Kind.NUMBER),
        Column("rounds_per_hour", "Rounds per hour", Kind.NUMBER),
    )
    rows = tuple(
        (name, one.all.rounds, one.without_wagers, one.void_rounds, *_pace(one)) for name, one in tables.items()
    )
    note = "Hours: without pauses of more than 15 minutes. Rounds per hour: with and without wagers, and void ones."
    return Section("pace", "Rounds", columns, rows, note, "No table.")


def _pace(table: TableTally) -> tuple[Cell, ...]:
    rounds = table.all.rounds + table.without_wagers + table.void_rounds
    return table.all.active / HOUR, _per_hour(rounds, table.all.active)


# What was decided, and what went wrong


def rulings(tables: Iterable[TableTally]) -> Section:
    columns = (Column("person", "By"), Column("role", "As"), Column("ruling", "Ruling"), _TIMES)
    rows = _counted(one.books.rulings for one in tables)
    return Section("rulings", "Rulings by whom", columns, rows)


_TIMES = Column("times", "Times", Kind.COUNT)


def _counted(
    counters: Iterable[Counter[tuple[str, str, str]] | Counter[tuple[str, str]]],
) -> tuple[tuple[Cell, ...], ...]:
    total: Counter[tuple[str, ...]] = Counter()
    for one in counters:
        total.update(one)
    return tuple((*key, times) for key, times in sorted(total.items()))


def irregularity_counts(tables: Iterable[TableTally]) -> Section:
    columns = (Column("irregularity", "Irregularity"), Column("dealer", "Dealer"), _TIMES)
    rows = _counted(one.irregularities for one in tables)
    return Section("irregularities", "Irregularities by dealer", columns, rows)


def voids(tables: Mapping[str, TableTally]) -> Section:
    columns = (
        Column("table", "Table"),
        Column("result", "Result"),
        Column("reason", "Reason"),
        Column("rounds", "Rounds", Kind.COUNT),
        Column("won", "Had won", Kind.MONEY),
    )
    rows = tuple(
        (name, result, reason, rounds, one.voided_win[result, reason])
        for name, one in tables.items()
        for (result, reason), rounds in sorted(one.voids.items())
    )
    note = "Had won: what the house had won by these rounds, and gave back; below zero what it had lost."
    return Section("voids", "Void rounds by result", columns, rows, note if rows else "")


def disputes(tables: Mapping[str, TableTally]) -> Section:
    columns = (
        Column("table", "Table"),
        Column("raised", "Raised", Kind.COUNT),
        Column("decided", "Decided", Kind.COUNT),
        Column("referred", "Referred", Kind.COUNT),
        Column("given", "Given to patrons", Kind.MONEY),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(one.books.disputes[what] for what in ("raised", "decided", "referred")), one.books.given_in_disputes)
        for name, one in tables.items()
        if one.books.disputes
    )
    return Section("disputes", "Disputes", columns, rows)


def late_wagers(refused: Iterable[RefusedCommand]) -> Section:
    columns = (Column("table", "Table"), Column("patron", "Patron"), _TIMES, Column("last", "Last", Kind.TIME))
    times: Counter[tuple[str, str]] = Counter()
    last: dict[tuple[str, str], int] = {}
    for one in refused:
        if is_late(one):
            key = (named(one.stream), one.by.person)
            times[key] += 1
            last[key] = max(one.time, last.get(key, 0))
    rows = tuple((*key, times[key], last[key]) for key in sorted(times))
    note = "Refused commands are kept beside the log, the newest 10,000 of the house."
    return Section("late_wagers", "Late wagers refused", columns, rows, note)


def incidents(found: Sequence[Incident], title: str = "What happened") -> Section:
    columns = (
        Column("time", "Time", Kind.TIME),
        Column("table", "Table"),
        Column("shoe", "Shoe", Kind.COUNT),
        Column("round", "Round", Kind.COUNT),
        Column("what", "Sort"),
        Column("by", "By"),
        Column("role", "As"),
        Column("sentence", "What happened", Kind.SENTENCE),
        Column("clause", "Clause"),
    )
    rows = tuple(
        (one.time, one.table, one.shoe, one.round, one.what, one.by.person, one.by.role.value, one.sentence, one.clause)
        for one in sorted(found, key=lambda one: one.time)
    )
    return Section("incidents", title, columns, rows, line="{time} {table}, round {round}, {by}: {sentence} [{clause}]")


def rounds(found: Sequence[Round]) -> Section:
    columns = (
        Column("round", "Round", Kind.COUNT),
        Column("time", "Ended", Kind.TIME),
        Column("dealer", "Dealer"),
        Column("result", "Result"),
        Column("player", "P", Kind.COUNT),
        Column("banker", "B", Kind.COUNT),
        Column("bets", "Bets", Kind.COUNT),
        Column("stake", "Staked", Kind.MONEY),
        Column("won", "Won", Kind.MONEY),
    )
    return Section("rounds", "Rounds", columns, tuple(map(_round, found)), empty="No round.")


def _round(one: Round) -> tuple[Cell, ...]:
    lines = () if one.void else one.standing
    totals: tuple[Cell, ...] = (None, None) if one.facts is None else (one.facts.player.total, one.facts.banker.total)
    told = (one.number, one.ended, one.dealer, _result(one))
    return (*told, *totals, len(lines), sum(line.stake for line in lines), 0 if one.void else one.win)


def _result(one: Round) -> str:
    result = "" if one.result is None else one.result.value
    if one.void:
        return f"void ({result})" if result else "void"
    return result if one.kind.value == "wagers" else f"{result}, no wagers"


def tournament_money(fees: Mapping[str, Counter[str]]) -> Section:
    sums = (
        Column("fees", "Fees", Kind.MONEY),
        Column("commission", "Commission", Kind.MONEY),
        Column("prizes", "Prizes paid", Kind.MONEY),
        Column("refunds", "Refunds", Kind.MONEY),
    )
    columns = (Column("tournament", "Tournament"), Column("entries", "Entries", Kind.COUNT), *sums)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(found[one.key] for one in columns[1:])) for name, found in sorted(fees.items())
    )
    return Section("tournaments", "Tournaments", columns, rows)
