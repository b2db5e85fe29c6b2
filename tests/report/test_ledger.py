"""Whatever happens: wagers add up to the table's win, and that to what the books say."""

from collections import Counter
from pathlib import Path

import pytest

from puntobanco.reports.house_tally import HouseTally
from puntobanco.reports.results_against_odds import house_win
from puntobanco.reports.scope import Scope
from puntobanco.reports.table_tally import TableTally
from puntobanco.table import TableState, events, ledger
from puntobanco.table.queries.float import takings
from puntobanco.table.stream_type import TABLES, TableRecord
from tests.record.kept import NEWEST, logs_of, records_of
from tests.report.walks import SEEDS, walk

OWED = (ledger.CommissionOwed, ledger.CommissionDebt, ledger.Debt)


def holds(records: list[TableRecord], tally: HouseTally, table: TableTally) -> None:
    state = TABLES.fold_records(records)
    assert state is not None
    by_the_books = takings(state)
    books = table.books
    assert (books.drop, books.filled, books.credited) == (
        by_the_books.drop,
        by_the_books.filled,
        by_the_books.credited,
    )
    assert books.win == by_the_books.win - state.balance(ledger.BANK)
    assert books.owed == sum(amount for account, amount in state.accounts.items() if isinstance(account, OWED))
    score = table.all.play.score(tally.law)
    assert score.win == sum(one.win for one in tally.by_wager(table.all.play).values())
    assert score.win == sum(figures.play.score(tally.law).win for figures in table.dealers.values())
    parts = score.win - books.given_in_disputes - books.owed
    assert books.win == parts + under_way(state)


def under_way(state: TableState) -> int:
    """What was settled of the round that is being dealt."""
    lines = () if state.round is None else state.round.settled
    return sum(house_win(line) for line in lines if not line.voided)


@pytest.mark.parametrize("log", logs_of(NEWEST), ids=lambda log: log.stem)
def test_of_kept_logs(log: Path) -> None:
    records = records_of(log)
    tally = HouseTally().add_all(records)
    (table,) = tally.tables.values()
    holds(records, tally, table)


@pytest.mark.parametrize("seed", SEEDS)
def test_of_tables_at_which_anything_happens(seed: int) -> None:
    records = walk(seed)
    tally = HouseTally().add_all(records)
    holds(records, tally, tally.tables["any"])


def test_everything_that_changes_a_round_happens_there() -> None:
    kinds = Counter(type(event) for seed in SEEDS for record in walk(seed) for event in record.events)
    late = (
        events.RoundVoided,
        events.WagerVoided,
        events.PaymentRecorded,
        events.RoundReopened,
        events.StageReversed,
        events.DisputeSettled,
        events.RoundCancelled,
        events.CommissionCollected,
        events.DebtSettled,
    )
    assert {kind.__name__: kinds[kind] for kind in late if not kinds[kind]} == {}


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_periods_add_up(seed: int) -> None:
    """Whatever the clock says at the cut, nothing is lost and nothing counts twice."""
    records = walk(seed)
    whole = HouseTally().add_all(records).tables["any"]
    for cut in (records[len(records) // 3].time, records[len(records) // 2].time):
        parts = [HouseTally(scope).add_all(records).tables["any"] for scope in (Scope(until=cut), Scope(since=cut))]
        for name in ("drop", "cashed_out", "filled", "credited", "win", "owed", "given_in_disputes"):
            assert sum(getattr(one.books, name) for one in parts) == getattr(whole.books, name), name
        ended = [one.all.rounds + one.void_rounds + one.without_wagers for one in (*parts, whole)]
        assert ended[0] + ended[1] >= ended[2]  # a round that was decided again in the second part counts in both
        assert parts[0].books.rulings + parts[1].books.rulings == whole.books.rulings


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_a_report_of_a_period_needs_nothing_that_came_later(seed: int) -> None:
    records = walk(seed)
    cut = records[len(records) // 2].time
    then = HouseTally().add_all([one for one in records if one.time < cut])
    now = HouseTally(Scope(until=cut)).add_all(records)
    assert then.tables["any"].all.play.score(then.law) == now.tables["any"].all.play.score(now.law)
    for name in ("errors", "void_rounds", "without_wagers", "voids", "irregularities"):
        assert getattr(then.tables["any"], name) == getattr(now.tables["any"], name), name
    assert vars(then.tables["any"].books) == vars(now.tables["any"].books)
