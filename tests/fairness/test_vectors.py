"""The test vectors are fresh, and the verifier that shares no line with the package agrees with all of them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.fair_vectors import PAGE, page

from puntobanco.fair_shoes.verify import verify
from tests.fairness.other_verifier import PATH, other

ROOM = Path(__file__).parents[2] / "src/puntobanco"
VECTORS: dict[str, Any] = json.loads(PAGE.read_text(encoding="utf-8"))


def test_the_vectors_are_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_both_verifiers_agree_with_the_vectors() -> None:
    assert other.wrong_with_vectors(VECTORS) == []
    for history in VECTORS["histories"]:
        assert bool(verify([line.encode() for line in history["acts"]])) == history["forged"]


def test_the_other_verifier_notices_a_changed_vector() -> None:
    for name in ("context_bytes", "commitment", "salt_of_seeds", "key", "order", "root"):
        changed = {**VECTORS["shoes"][1], name: "00"}
        assert f"{changed['name']}: {name} differs" in other.wrong_with_vector(changed)
    cards = [{**VECTORS["shoes"][0]["cards"][0], "salt": "0" * 64}]
    assert other.wrong_with_vector({**VECTORS["shoes"][0], "cards": cards})
    honest = {**VECTORS["histories"][0], "forged": True}
    assert other.wrong_with_vectors({"shoes": [], "histories": [honest], "ids": []})
    other_id = {**VECTORS["ids"][0], "id": "x" * 40}
    assert other.wrong_with_vectors({"shoes": [], "histories": [], "ids": [other_id]})


def ran(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-I", "-S", str(PATH), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout


def test_the_other_verifier_needs_nothing_but_the_standard_library(tmp_path: Path) -> None:
    assert ran(str(PAGE)) == (0, "everything is right\n")
    for history in VECTORS["histories"]:
        file = tmp_path / "history"
        file.write_text("\n".join(history["acts"]) + "\n", encoding="utf-8")
        code, told = ran(str(file))
        assert code == int(history["forged"]), told
    code, told = ran(str(file), "--seed", "00")
    assert (code, "your seed 00 was not used" in told) == (1, True)
    assert ran()[0] == 2
    assert ran(str(tmp_path / "none"))[0] == 2
    file.with_suffix(".json").write_bytes(file.read_bytes())
    assert ran(str(file.with_suffix(".json")))[0] == 2, "a history by the name of vectors"
    file.write_bytes(b"")
    assert ran(str(file))[0] == 1


def lines_of(path: Path) -> set[str]:
    """The lines of a file that say something."""
    found = {line.strip() for line in path.read_text(encoding="utf-8").splitlines()}
    return {line for line in found if len(line) > 30 and not line.startswith(("import", "from"))}


def test_the_verifiers_share_no_line() -> None:
    room = set().union(*(lines_of(path) for path in ROOM.rglob("*.py")))
    assert not lines_of(PATH) & room
    assert len(lines_of(PATH)) > 100
