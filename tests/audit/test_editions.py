"""A house that has lived through a new edition of each book, and through a changed decision of one command."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house.house_folder import init_house
from puntobanco.app.house.integrity_check import findings as check
from puntobanco.app.house.verification import verify_house
from puntobanco.audit.bundle_scope import OfHouse
from puntobanco.audit.findings import Sort
from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import BOOKS, EARLIER_EDITIONS, Rulebook
from puntobanco.table import commands
from puntobanco.table.commands import BuyIn, Place
from puntobanco.table.state import TableDraft
from puntobanco.tournament.commands import AtTable, PlanTournament
from puntobanco.values.replace import changed
from tests.app.house.helpers import OPERATOR, patron
from tests.app.house.helpers import Place as AtHouse
from tests.audit.houses import NAME, PATRONS, Evening, deal_fair, open_fair
from tests.rules.test_editions import with_other_tie_odds
from tests.tournament.helpers import conditions
from tests.verifier.bundles import verified
from tests.verifier.exported import records, written


def next_edition(found: Rulebook) -> Rulebook:
    """Ties pay nine to one by it, whatever they pay by the one before."""
    practice = {key: value for key, value in found.practice.items() if key != "tie_odds"}
    return replace(with_other_tie_odds(found), edition=found.edition + 1, practice=practice)


def publish(patch: pytest.MonkeyPatch, *books: str) -> None:
    """As CONTRIBUTING says: the old edition goes among the earlier ones, the new one has the next number."""
    for name in books:
        patch.setitem(EARLIER_EDITIONS, (name, BOOKS[name].edition), BOOKS[name])
        patch.setitem(BOOKS, name, next_edition(BOOKS[name]))


RIGHT = BuyIn.decide


def by_another_clause(command: BuyIn, draft: TableDraft) -> None:
    RIGHT(command, draft)
    draft.events[-1] = changed(draft.events[-1], clause="1.1")


def decide_otherwise(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BuyIn, "decide", by_another_clause)
    patch.setattr(BuyIn, "decide_version", 2)


def buy_in(evening: Evening, table: str, cents: int) -> None:
    evening.do(f"table/{table}", BuyIn(actor=patron("ann"), amount=cents))


def plan(evening: Evening, name: str) -> None:
    evening.do(f"tournament/{name}", PlanTournament(actor=OPERATOR, book="act-2015", conditions=conditions()))


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """Two tables of each book: the one is opened by edition 1 and goes on, the other is opened by edition 2."""
    folder = tmp_path_factory.mktemp("lived") / "house"
    init_house(folder, name=NAME)
    evening = Evening(folder, 7)
    evening.accounts([None, *PATRONS])
    for book in BOOKS:
        open_fair(evening, f"old {book}", book)
        deal_fair(evening, f"old {book}", rounds=2, closes=False)
    plan(evening, "old")
    evening.close()
    with pytest.MonkeyPatch.context() as patch:
        publish(patch, *BOOKS)
        decide_otherwise(patch)
        evening = Evening(folder, 8, ids_from=1_000_000)
        for book in BOOKS:
            buy_in(evening, f"old {book}", 100_000)
            deal_fair(evening, f"old {book}", rounds=4)
            open_fair(evening, f"new {book}", book)
            deal_fair(evening, f"new {book}", rounds=2)
        plan(evening, "new")
        evening.close()
        return folder, (verify_house(folder), list(check(folder)), written(folder, OfHouse()))


def test_it_has_lived_through_both(lived: tuple[Path, Any]) -> None:
    opened = [one for one in records(lived[0]) if one["command"]["do"] in ("open_table.1", "plan_tournament.1")]
    editions = {one["stream"]: (one["command"]["edition"], one["events"][0]["rules"]["edition"]) for one in opened}
    tables = {f"table/{age} {book}": (number, number) for age, number in (("old", 1), ("new", 2)) for book in BOOKS}
    assert editions == {**tables, "tournament/old": (1, 1), "tournament/new": (2, 2)}
    bought = [one for one in records(lived[0]) if one["command"]["do"] == "buy_in.1"]
    assert Counter(one["decided_by"] for one in bought) == {1: 2 * len(BOOKS), 2: 3 * len(BOOKS)}
    assert {one["decided_by"] for one in records(lived[0]) if one not in bought} == {1}


def test_the_audit_finds_nothing_and_decides_all_but_the_old_buy_ins_again(lived: tuple[Path, Any]) -> None:
    audited, checked, _ = lived[1]
    assert [str(one) for one in audited.findings] == []
    assert audited.apart == {f"table/old {book}": 2 for book in BOOKS}
    assert checked == []


def test_the_independent_verifier_finds_nothing(lived: tuple[Path, Any]) -> None:
    report, _ = verified(lived[1][2])
    assert report.findings == []
    assert report.checked["rounds"] == 6 * len(BOOKS)


def test_what_was_decided_by_the_changed_decision_is_decided_again(
    lived: tuple[Path, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the decision that it was before, under the number of the new one, the new buy-ins are wrong, and no others."""
    publish(monkeypatch, *BOOKS)
    monkeypatch.setattr(BuyIn, "decide_version", 2)
    audited = verify_house(lived[0])
    places = Counter(one.stream for one in audited.findings if one.sort is Sort.DECIDED_OTHERWISE)
    assert places == {f"table/{age} {book}": many for age, many in (("old", 1), ("new", 2)) for book in BOOKS}


# What a command and its record name


def test_the_house_fills_in_the_newest_edition_and_takes_another_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = AtHouse(tmp_path)
    opening = commands.OpenTable(actor=OPERATOR, book="nz-1998")
    first = at.house.handle("table/1", opening, "open")
    publish(monkeypatch, "nz-1998")
    again = at.house.handle("table/1", opening, "open")
    assert (again.repeated, again.records) == (True, first.records)
    found = [first, at.do("table/2", opening), at.do("table/3", changed(opening, edition=1))]
    assert [one.records[0].command.edition for one in found] == [1, 2, 1]
    assert [at.state(f"table/{name}").rules.edition for name in (1, 2, 3)] == [1, 2, 1]
    at.house.close()


@pytest.mark.parametrize("edition", [0, 2, -1])
def test_an_edition_that_there_is_not_opens_nothing(tmp_path: Path, edition: int) -> None:
    at = AtHouse(tmp_path)
    opening = commands.OpenTable(actor=OPERATOR, book="nz-1998", edition=edition)
    with pytest.raises((Refused, Unreadable), match=f"nz-1998 has no edition {edition}: editions go from 1 to 1"):
        at.do("table/1", opening)
    at.house.close()


def test_what_is_done_at_a_table_of_a_tournament_has_both_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = patron("ann")
    place = AtTable(actor=ann, table="1", command=Place(actor=ann, area="1", wager="tie", amount=500))
    asks = AtTable(actor=ann, table="1", command=commands.AskRules(actor=ann))
    assert (place.decided_by, asks.decided_by) == (1, 1)
    monkeypatch.setattr(Place, "decide_version", 2)
    assert (place.decided_by, asks.decided_by) == (2, 1)
    monkeypatch.setattr(AtTable, "decide_version", 3)
    assert (place.decided_by, asks.decided_by) == (4, 3)
