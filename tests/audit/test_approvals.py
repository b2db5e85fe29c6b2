"""An approval and what it carries out, side by side: an audit finds where one of them is not what the other says."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from puntobanco.audit.findings import Sort
from puntobanco.audit.siblings import Siblings
from puntobanco.store import Line
from tests.house.approvals import FILL, OZ, Floor


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    """A proposal, its approval, the fill, the vault's side of it, and something else."""
    floor = Floor(tmp_path_factory.mktemp("floor"))
    before = floor.house.position
    floor.proposes(FILL)
    floor.approves(OZ)
    floor.proposes(FILL)
    found = floor.house._store.read_all(before, 10)
    floor.house.close()
    assert [line.stream for line in found] == ["house", "house", "table/1", "vault", "house"]
    return found


def findings(lines: list[Line]) -> list[tuple[int, Sort]]:
    siblings = Siblings()
    for line in lines:
        siblings.add(line)
    siblings.end()
    return [((one.position or 0) - lines[0].position, one.sort) for one in siblings.findings]


def test_what_was_written_is_right(lines: list[Line]) -> None:
    assert findings(lines) == []


def _changed(old: bytes, new: bytes, place: int) -> Callable[[list[Line]], list[Line]]:
    def change(lines: list[Line]) -> list[Line]:
        assert old in lines[place].body
        forged = replace(lines[place], body=lines[place].body.replace(old, new, 1))
        return [*lines[:place], forged, *lines[place + 1 :]]

    return change


FORGED: dict[str, Callable[[list[Line]], list[Line]]] = {
    "it was not carried out": lambda lines: [*lines[:2], *lines[4:]],
    "nothing comes after it": lambda lines: lines[:2],
    "another amount was approved": _changed(b'"amount":100000', b'"amount":900000', 1),
    "another person approved it": _changed(b'"approved_by":{"person":"oz"', b'"approved_by":{"person":"al"', 2),
    "another record is named": _changed(b'"sibling":{"stream":"table/1"', b'"sibling":{"stream":"table/2"', 1),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forgery_is_found(forgery: str, lines: list[Line]) -> None:
    assert (1, Sort.SIBLING) in findings(FORGED[forgery](lines))
