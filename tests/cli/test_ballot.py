"""`punto ballot`: draws computed, and verified with what an entrant noted."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import output, punto

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "docs/ballot-vectors.json").read_text(encoding="utf-8"))
VECTOR = VECTORS["draws"][1]
"""With words."""


@pytest.fixture
def context(tmp_path: Path) -> str:
    file = tmp_path / "context.json"
    file.write_text(json.dumps(VECTOR["context"]), encoding="utf-8")
    return str(file)


@pytest.fixture
def honest(tmp_path: Path) -> Path:
    file = tmp_path / "draws.jsonl"
    file.write_text("\n".join(VECTORS["files"][0]["lines"]) + "\n", encoding="utf-8")
    return file


def test_a_draw_is_computed_from_secret_words_and_context(context: str) -> None:
    words = [part for one in VECTOR["words"] for part in ("--words", one["words"])]
    names = ",".join(VECTOR["names"])
    options = ("--secret", VECTOR["secret"], "--context", context, "--names", names, *words)
    found: dict[str, Any] = json.loads(output("ballot", "draw", *options, "--format", "json"))
    assert {name: found[name] for name in ("commitment", "key", "order")} == {
        name: VECTOR[name] for name in ("commitment", "key", "order")
    }
    assert ", ".join(VECTOR["order"]) in output("ballot", "draw", *options)


def test_an_honest_file_is_right_and_holds_what_was_noted(honest: Path) -> None:
    own = ("--commitment", VECTOR["commitment"], "--words", "la vie est belle")
    assert output("ballot", "verify", str(honest), *own).endswith("Nothing is wrong.\n")
    found = json.loads(output("ballot", "verify", str(honest), "--format", "json"))
    assert found["fair"]
    assert [draw["context"]["draw"] for draw in found["draws"]] == [1, 2]


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--commitment", "ab" * 32, "is of none of these draws"),
        ("--words", "never added", "are part of none of these draws"),
    ],
)
def test_what_was_noted_and_is_not_there_is_found(honest: Path, option: str, value: str, sentence: str) -> None:
    done = punto("ballot", "verify", str(honest), option, value)
    assert done.returncode == 1
    assert sentence in done.stdout


@pytest.mark.parametrize("content", ["", "{}\n", "[]", "\x00", '{"commitment":1}'])
def test_what_is_no_file_of_draws_is_said(tmp_path: Path, content: str) -> None:
    file = tmp_path / "draws"
    file.write_text(content, encoding="utf-8")
    done = punto("ballot", "verify", str(file))
    assert done.returncode == 1
    assert "WRONG" in done.stdout


def test_draws_of_a_script_are_kept_and_verified(tmp_path: Path) -> None:
    name = ROOT / "examples/tournaments/heat-of-14-to-a-final"
    kept = tmp_path / "drawn.jsonl"
    options = ("--conditions", f"{name}.toml", "--shoe-seed", "14", "--draws", str(kept))
    output("tournament", "run", f"{name}.jsonl", *options)
    told = output("ballot", "verify", str(kept))
    assert told.count("practice: repeatable, not fair") == 2
