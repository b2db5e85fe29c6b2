"""The six reports, each from what was read in one pass."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from puntobanco.cage.views.statement import Statement
from puntobanco.reports import sections
from puntobanco.reports.house_tally import HouseTally
from puntobanco.reports.incidents import LATE, Incident, RefusedCommand
from puntobanco.reports.model import Cell, Column, Course, Kind, Picture, Report, Scores, Section, Spread, Spreads, sums
from puntobanco.reports.open_rounds import Round
from puntobanco.reports.results_against_odds import BY_CHANCE, ODD, Play, Score, Wagered, merged
from puntobanco.reports.table_tally import TableTally
from puntobanco.streams.actors import PATRON
from puntobanco.tournament import TournamentState
from puntobanco.tournament.views.visible_state import results_sheet

MOST_DRAWN = 50
FEW = "z-values of few rounds, and of wagers that seldom win, are far from zero more often than that."


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a report is about, besides what it counts."""

    house: str
    zone: str = "UTC"
    since: int | None = None
    until: int | None = None


def day(tally: HouseTally, refused: Iterable[RefusedCommand], about: About, date: str) -> Report:
    """All tables at which something happened on one day."""
    tables = {name: one for name, one in sorted(tally.tables.items()) if one.records}
    scores = sections.with_all(sections.table_scores(tally, tables))
    wagers = sections.wager_scores(tally, tables.values())
    return _report(
        "day",
        f"{about.house}: {date}",
        _about(tally, about),
        (
            sections.takings(tally, tables),
            sections.win(tally, tables),
            sections.against_the_odds("tables", "Tables against the exact odds", "Table", scores),
            sections.wagers(wagers),
            sections.dealers(tally, tables.values(), "Dealers against the exact odds"),
            *_course_of_events(tables, refused),
            sections.tournament_money(tally.fees),
        ),
        (
            Course("Won since the day began", _course(tally, tables.values())),
            Spreads("Tables: what was won, and what was to be expected", _spreads(scores)),
        ),
    )


def table(tally: HouseTally, refused: Iterable[RefusedCommand], about: About, name: str) -> Report:
    """One table, shoe by shoe."""
    found = tally.tables[name]
    tables = {name: found}
    shoes = {str(number): one.play.score(tally.law) for number, one in sorted(found.shoes.items())}
    wagers = sections.wager_scores(tally, (found,))
    whole = sections.table_scores(tally, tables)
    return _report(
        "table",
        f"{about.house}: table {name}",
        ((Column("table", "Table"), name), *_about(tally, about)),
        (
            sections.takings(tally, tables),
            sections.win(tally, tables),
            sections.against_the_odds("tables", "Table against the exact odds", "Table", whole),
            sections.wagers(wagers),
            sections.dealers(tally, tables.values(), "Dealers against the exact odds"),
            sections.against_the_odds("shoes", "Shoes against the exact odds", "Shoe", shoes),
            *_course_of_events(tables, refused),
        ),
        (Course("Won, shoe by shoe", sums([_spread(name, score) for name, score in shoes.items()])),),
    )


def shoe(tally: HouseTally, about: About, name: str, number: int) -> Report:
    """One shoe, round by round."""
    found = tally.tables[name]
    rounds = [one for one in found.listed if one.shoe == number]
    play = found.shoes[number].play
    wagers = tally.by_wager(play)
    whole = {str(number): play.score(tally.law)}
    return _report(
        "shoe",
        f"{about.house}: table {name}, shoe {number}",
        ((Column("table", "Table"), name), (Column("shoe", "Shoe", Kind.COUNT), number), *_about(tally, about)),
        (
            sections.rounds(rounds),
            sections.against_the_odds("shoes", "Shoe against the exact odds", "Shoe", whole),
            sections.wagers(wagers),
            sections.incidents([one for one in found.incidents if one.shoe == number]),
        ),
        (Course("Won since the shoe began", _course_of_rounds(tally, rounds)),),
    )


def patron(tally: HouseTally, account: Statement, refused: Iterable[RefusedCommand], about: About, name: str) -> Report:
    """One patron: the account, and what came of the wagers. What is won is the house's."""
    tables = {table: one for table, one in sorted(tally.tables.items()) if _was_there(one)}
    scores = sections.with_all(sections.table_scores(tally, tables))
    wagers = sections.wager_scores(tally, tables.values())
    theirs = [one for one in refused if (one.by.person, one.by.role) == (name, PATRON)]
    return _report(
        "patron",
        f"{about.house}: patron {name}",
        ((Column("patron", "Patron"), name), *_account(account), *_about(tally, about)),
        (
            sections.against_the_odds("tables", "Tables against the exact odds", "Table", scores),
            sections.wagers(wagers),
            _bought(tables),
            _elsewhere(account),
            sections.late_wagers(theirs),
            sections.incidents([one for one in _incidents(tables) if name in (one.patron, one.by.person)]),
        ),
        (Course("Won by the house since the beginning", _course(tally, tables.values())),),
    )


def irregularities(tally: HouseTally, refused: Iterable[RefusedCommand], about: About) -> Report:
    """Everything out of the ordinary, tournaments included, one by one."""
    tables = {**dict(sorted(tally.tables.items())), **dict(sorted(tally.tournament_tables.items()))}
    kept = list(refused)
    return _report(
        "irregularities",
        f"{about.house}: irregularities",
        _about(tally, about),
        (
            sections.incidents(_incidents(tables)),
            sections.irregularity_counts(tables.values()),
            sections.rulings(tables.values()),
            sections.voids(tables),
            sections.disputes(tables),
            sections.late_wagers(kept),
            _refused(kept),
        ),
        (),
    )


def tournament(tally: HouseTally, state: TournamentState, about: About, name: str) -> Report:
    """One tournament: places, money, and its tables, whose amounts are chips."""
    tables = dict(sorted(tally.tournament_tables.items()))
    scores = sections.with_all(sections.table_scores(tally, tables))
    wagers = sections.wager_scores(tally, tables.values())
    return _report(
        "tournament",
        f"{about.house}: {state.conditions.title}",
        ((Column("tournament", "Tournament"), name), *_about(tally, about)),
        (
            _places(state),
            sections.tournament_money(tally.fees),
            sections.against_the_odds("tables", "Tables against the exact odds, in chips", "Table", scores),
            sections.wagers(wagers),
            sections.dealers(tally, tables.values(), "Dealers against the exact odds, in chips"),
            sections.pace(tables),
            sections.rulings(tables.values()),
            sections.voids(tables),
            sections.incidents(_incidents(tables)),
        ),
        (),
    )


# Parts of several


def _report(
    sort: str,
    title: str,
    about: tuple[tuple[Column, Cell], ...],
    found: tuple[Section, ...],
    pictures: tuple[Picture, ...],
) -> Report:
    drawn = tuple(one for one in (*pictures, _scores(found)) if one.rows)
    return Report(sort=sort, title=title, about=about, sections=found, pictures=drawn, notes=_notes(found))


def _notes(found: Sequence[Section]) -> tuple[str, ...]:
    """How many z-values there are, and which are odd: of many, some are far from zero by chance."""
    told = [one for section in found for one in _z_values(section)]
    if not told:
        return ()
    odd = [f"{label} ({z:+.1f})" for label, z in told if abs(z) >= ODD]
    which = f": {', '.join(odd)}" if odd else ""
    chance = f"of {len(told)} honest ones about {BY_CHANCE * len(told):.2f} would be"
    return (f"{len(odd)} of {len(told)} z-values are {ODD} or more from zero ({chance}){which}.", FEW)


def _z_values(section: Section) -> list[tuple[str, float]]:
    places = [place for place, column in enumerate(section.columns) if column.kind is Kind.Z]
    cells = ((_label(section, row), row[place]) for row in section.rows for place in places)
    return [(label, z) for label, z in cells if isinstance(z, float)]


def _label(section: Section, row: tuple[Cell, ...]) -> str:
    """`table 1`, `banker of act-2015`."""
    if section.key == "wagers":
        return f"{row[1]} of {row[0]}"
    what = section.columns[0].title.lower()
    return f"all {what}s" if row[0] is None else f"{what} {row[0]}"


def _about(tally: HouseTally, about: About) -> tuple[tuple[Column, Cell], ...]:
    return (
        (Column("since", "From", Kind.TIME), about.since),
        (Column("until", "Until", Kind.TIME), about.until),
        (Column("zone", "Zone"), about.zone),
        (Column("records", "Records", Kind.COUNT), tally.records),
    )


def _course_of_events(tables: Mapping[str, TableTally], refused: Iterable[RefusedCommand]) -> tuple[Section, ...]:
    return (
        sections.pace(tables),
        sections.floats(tables),
        sections.rulings(tables.values()),
        sections.disputes(tables),
        sections.voids(tables),
        sections.irregularity_counts(tables.values()),
        sections.late_wagers(refused),
    )


def _incidents(tables: Mapping[str, TableTally]) -> list[Incident]:
    return [one for table in tables.values() for one in table.incidents]


def _refused(refused: Sequence[RefusedCommand]) -> Section:
    """All refusals by their code; late wagers stand apart as well."""
    columns = (Column("code", "Code"), Column("late", "Late", Kind.FLAG), Column("times", "Times", Kind.COUNT))
    codes = sorted({one.code for one in refused})
    rows = tuple((code, code in LATE, sum(one.code == code for one in refused)) for code in codes)
    return Section("refused", "Refused commands by code", columns, rows)


def _was_there(table: TableTally) -> bool:
    return bool(table.books.drop or table.books.cashed_out or table.all.rounds)


def _bought(tables: Mapping[str, TableTally]) -> Section:
    columns = (
        Column("table", "Table"),
        Column("bought_in", "Bought in", Kind.MONEY),
        Column("cashed_out", "Cashed out", Kind.MONEY),
        Column("rounds", "Rounds", Kind.COUNT),
    )
    rows = tuple((name, one.books.drop, one.books.cashed_out, one.all.rounds) for name, one in tables.items())
    return Section("money", "Money at tables", columns, rows)


def _elsewhere(account: Statement) -> Section:
    columns = (Column("stream", "Table or tournament"), Column("amount", "Not come back", Kind.MONEY))
    note = "What went there from the account and did not come back; below zero, what was won there."
    return Section("elsewhere", "Money elsewhere", columns, tuple(sorted(account.elsewhere.items())), note)


def _account(account: Statement) -> tuple[tuple[Column, Cell], ...]:
    return (
        (Column("deposited", "Deposited", Kind.MONEY), account.deposited),
        (Column("withdrawn", "Withdrawn", Kind.MONEY), account.withdrawn),
        (Column("at_desk", "Paid at desks", Kind.MONEY), account.at_desk),
        (Column("balance", "Balance", Kind.MONEY), account.balance),
    )


def _places(state: TournamentState) -> Section:
    columns = (
        Column("place", "Place", Kind.COUNT),
        Column("player", "Player"),
        Column("prize", "Prize", Kind.MONEY),
        Column("paid", "Paid"),
        Column("stage", "Stage"),
        Column("how", "How"),
        Column("chips", "Chips", Kind.MONEY),
    )
    sheet = results_sheet(state)
    lines = () if sheet is None else sheet.lines
    rows = tuple(
        (one.place, one.player, one.prize, "yes" if one.paid else "no", one.stage, one.how.value, one.chips)
        for one in lines
    )
    return Section("places", "Places", columns, rows, empty="Not all is played.")


# Pictures


def _spread(label: str, score: Score) -> Spread:
    return Spread(label, float(score.win), float(score.expected), score.sd)


def _spreads(scores: Mapping[str | None, Score]) -> tuple[Spread, ...]:
    return tuple(_spread(name, score) for name, score in scores.items() if name is not None and score.variance)


def _scores(found: Sequence[Section]) -> Scores:
    told = [one for section in found for one in _z_values(section)]
    if len(told) <= MOST_DRAWN:
        return Scores("z-values", tuple(told))
    least = sorted((abs(z) for _, z in told), reverse=True)[MOST_DRAWN - 1]
    far = [one for one in told if abs(one[1]) >= least][:MOST_DRAWN]
    return Scores(f"z-values: the {MOST_DRAWN} of {len(told)} that are farthest from zero", tuple(far))


def _course(tally: HouseTally, tables: Iterable[TableTally]) -> tuple[Spread, ...]:
    steps: dict[str, Play] = {}
    for one in tables:
        for step, play in one.course.items():
            steps[step] = merged((steps[step], play)) if step in steps else play
    return sums([_spread(step, steps[step].score(tally.law)) for step in sorted(steps)])


def _course_of_rounds(tally: HouseTally, rounds: Sequence[Round]) -> tuple[Spread, ...]:
    spreads = []
    for one in rounds:
        coup = None if one.void else Wagered.of(one.standing)
        if coup is not None:
            play = Play()
            play.add(one.digest, coup)
            spreads.append(_spread(str(one.number), play.score(tally.law)))
    return sums(spreads)
