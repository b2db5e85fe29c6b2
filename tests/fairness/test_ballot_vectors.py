"""The test vectors of ballots are fresh, and the verifier that shares no line with the package agrees with all."""

import json
from pathlib import Path
from typing import Any

import pytest
from tools.ballot_vectors import PAGE, page

from puntobanco.fair_shoes.draws import read_draws, wrong_with_draws
from tests.fairness.other_verifier import other
from tests.fairness.test_vectors import ran

VECTORS: dict[str, Any] = json.loads(PAGE.read_text(encoding="utf-8"))
FILES = pytest.mark.parametrize("file", VECTORS["files"], ids=[file["name"] for file in VECTORS["files"]])


def test_the_vectors_are_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_other_verifier_agrees_with_the_vectors() -> None:
    assert other.wrong_with_draw_vectors(VECTORS) == []
    assert ran(str(PAGE)) == (0, "everything is right\n")


@FILES
def test_both_verifiers_find_what_is_forged(file: dict[str, Any], tmp_path: Path) -> None:
    lines = [line.encode() for line in file["lines"]]
    draws, unreadable = read_draws(lines)
    assert bool(unreadable or list(wrong_with_draws(draws))) == file["forged"]
    written = tmp_path / "draws.jsonl"
    written.write_text("\n".join(file["lines"]) + "\n", encoding="utf-8")
    code, told = ran(str(written))
    assert code == int(file["forged"]), told


def test_every_changed_value_is_noticed() -> None:
    """A letter, a number or a name of a draw with words, one after the other, by both verifiers alike."""
    (line, *_) = (line for line in VECTORS["files"][0]["lines"] if "la vie est belle" in line)
    for at in range(len(line)):
        changed = (line[:at] + ("7" if line[at] != "7" else "8") + line[at + 1 :]).encode()
        draws, unreadable = read_draws([changed])
        by_package = bool(unreadable or list(wrong_with_draws(draws)))
        by_other = bool(other.wrong_with_draws([changed]))
        assert by_package == by_other, (at, changed)
        # Whose words they were is on record, and in no hash.
        assert by_package or b'"player":' in changed[max(0, at - 20) : at], (at, changed)


def test_the_other_verifier_notices_a_changed_vector() -> None:
    for name in ("context_bytes", "commitment", "salt_of_words", "key", "numbers", "order"):
        changed = {**VECTORS, "draws": [{**VECTORS["draws"][1], name: [0] * 16}]}
        assert f"{VECTORS['draws'][1]['name']}: {name} differs" in other.wrong_with_draw_vectors(changed)
    honest = {**VECTORS["files"][0], "forged": True}
    assert other.wrong_with_draw_vectors({"draws": [], "rehearsals": [], "files": [honest]})
