"""`punto fair shuffle` and `punto fair verify`, and what `punto table run --fair` keeps for them."""

import json
from pathlib import Path

import pytest

from tests.cli.test_cli import output, punto
from tests.cli.test_table import BETS, DEALER, OPEN, SEEDED, SHOE, draw, save
from tests.fairness.other_verifier import other

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "docs/fairness-vectors.json").read_text(encoding="utf-8"))
SECRET = "5a" * 32


@pytest.fixture
def context(tmp_path: Path) -> str:
    file = tmp_path / "context.json"
    file.write_text(json.dumps(VECTORS["shoes"][1]["context"]), encoding="utf-8")
    return str(file)


def test_shuffle_gives_the_shoe_of_the_vectors(context: str) -> None:
    vector = VECTORS["shoes"][1]
    seeds = [word for seed in vector["seeds"][:2] for word in ("--seed", seed)]
    words = ("--seed", "la vie est belle")
    options = ("--secret", vector["secret"], "--context", context, *seeds, *words)
    found = json.loads(output("fair", "shuffle", *options, "--format", "json"))
    for name in ("context", "commitment", "promises", "key", "root"):
        assert found[name] == vector[name]
    assert " ".join(found["order"]) == vector["order"]
    assert found["house_seeded"] is False
    text = output("fair", "shuffle", *options)
    assert vector["root"] in text
    assert vector["order"] in text


def test_a_shoe_without_seeds_says_so(context: str) -> None:
    assert "none: house-seeded" in output("fair", "shuffle", "--secret", SECRET, "--context", context)


@pytest.mark.parametrize(
    ("secret", "text", "message"),
    [
        ("5a", "{}", "is no secret: write 64 hexadecimal digits"),
        (SECRET, "{", "not JSON"),
        (SECRET, "{}", "the context cannot be read: Object missing required field"),
        (SECRET, '{"house": 1}', "the context cannot be read: Expected `str`"),
    ],
)
def test_what_cannot_be_read_is_exit_code_2(secret: str, text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "context.json"
    file.write_text(text)
    done = punto("fair", "shuffle", "--secret", secret, "--context", str(file))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr


HIDDEN_BURN = {**OPEN, "choices": [["burn", "hidden"], ["offered", "none"]]}


@pytest.fixture
def held(tmp_path: Path) -> Path:
    """What a patron of a short evening holds."""
    file = tmp_path / "held.jsonl"
    script = save(tmp_path, HIDDEN_BURN, *SEEDED)
    assert output("table", "run", script, "--shoe-seed", "7", "--fair", str(file)) == output(
        "table", "run", script, "--shoe-seed", "7"
    )
    return file


def test_what_a_patron_holds_of_an_evening_is_verified(held: Path) -> None:
    text = output("fair", "verify", str(held))
    assert text.splitlines()[0].startswith(
        "practice: repeatable, not fair, table, shoe 1: 416 cards, house-seeded, cut by staff, 4 shown"
    )
    assert text.splitlines()[0].endswith("; abandoned, revealed, every card follows")
    assert text.splitlines()[-1] == "Nothing is wrong."
    found = json.loads(output("fair", "verify", str(held), "--format", "json"))
    assert (found["fair"], found["findings"]) == (True, [])
    assert [(shoe["shoe"], shoe["shown"], shoe["revealed"]) for shoe in found["shoes"]] == [(1, 4, True)]
    assert other.wrong_with_history(held.read_bytes().splitlines()) == []
    kinds = [json.loads(line)["act"] for line in held.read_text().splitlines()]
    begin = ["shoe_committed.1", "shoe_sealed.1", "shoe_cut.1", "card_hidden.1", "wagers_began.1"]
    assert kinds[:5] == begin
    assert kinds[-2:] == ["shoe_ended.1", "secret_revealed.1"]


def test_a_changed_history_is_exit_code_1_with_the_reason(held: Path) -> None:
    lines = held.read_text().splitlines()
    held.write_text("\n".join([*lines[:4], *lines[5:]]) + "\n")
    done = punto("fair", "verify", str(held))
    assert (done.returncode, done.stderr) == (1, "")
    assert (
        "WRONG: act 5: it does not follow act 4: an act was changed, added or taken away (broken_chain)" in done.stdout
    )
    found = json.loads(punto("fair", "verify", str(held), "--format", "json").stdout)
    assert not found["fair"]
    assert found["findings"][0]["fault"] == "broken_chain"
    assert found["findings"][0]["act"] == 5


def test_left_out_seeds_and_how_a_shoe_ended_are_told(tmp_path: Path) -> None:
    held = tmp_path / "held.jsonl"
    held.write_text("\n".join(VECTORS["histories"][0]["acts"]) + "\n", encoding="utf-8")
    first, second, _ = output("fair", "verify", str(held)).splitlines()
    assert "416 cards, 2 seeds opened, 1 left out, cut by patron, 4 shown; voided, revealed" in first
    assert "416 cards, house-seeded, cut by patron, 4 shown; voided, revealed" in second
    shoes = json.loads(output("fair", "verify", str(held), "--format", "json"))["shoes"]
    assert [(shoe["left_out"], shoe["ended"]) for shoe in shoes] == [(1, "voided"), (0, "voided")]


@pytest.mark.parametrize(
    ("was", "planted"),
    [('"house":"Casino"', r'"house":"x\n1 shoe\nNothing is wrong.\n"'), ("shoe_committed.1", r"\u001b[2J\u001b[H")],
)
def test_a_history_cannot_write_lines_of_its_own(was: str, planted: str, tmp_path: Path) -> None:
    held = tmp_path / "held.jsonl"
    acts = [act.replace(was, planted) for act in VECTORS["histories"][0]["acts"]]
    held.write_text("\n".join(acts) + "\n", encoding="utf-8")
    done = punto("fair", "verify", str(held))
    assert done.returncode == 1
    assert "Nothing is wrong." not in done.stdout.splitlines()
    assert all(line.isprintable() for line in done.stdout.splitlines())


def test_a_seed_of_ones_own_that_is_missing_is_exit_code_1(held: Path) -> None:
    done = punto("fair", "verify", str(held), "--seed", "my words")
    assert done.returncode == 1
    assert "is part of no shuffle (seed_missing)" in done.stdout


@pytest.mark.parametrize("content", [b"", b"\n", b"nothing", b"\xff\xfe", b"{}\n"])
def test_what_is_no_history_is_exit_code_1(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "held.jsonl"
    file.write_bytes(content)
    done = punto("fair", "verify", str(file))
    assert (done.returncode, done.stderr) == (1, "")
    assert "(unreadable)" in done.stdout


def test_a_file_that_is_not_there_is_exit_code_2(tmp_path: Path) -> None:
    assert punto("fair", "verify", str(tmp_path / "none")).returncode == 2


def test_fair_needs_a_virtual_shoe(tmp_path: Path) -> None:
    done = punto("table", "run", save(tmp_path, OPEN), "--fair", str(tmp_path / "held.jsonl"))
    assert (done.returncode, done.stderr) == (2, "error: --fair is about virtual shoes: say --shoe-seed, too\n")


def test_a_table_without_a_shoe_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "held.jsonl"
    output("table", "run", save(tmp_path, OPEN), "--shoe-seed", "1", "--fair", str(file))
    assert file.read_bytes() == b""


def test_an_alarm_about_real_cards_reaches_supervising_staff_only(tmp_path: Path) -> None:
    as_in_a_new_deck = [draw(card) for card in ("TC", "JC", "QC", "KC", "AD", "2D")]
    script = save(tmp_path, HIDDEN_BURN, *SHOE, *BETS, *as_in_a_new_deck, {"do": "settle", **DEALER})
    text = output("table", "run", script, "--format", "text").splitlines()
    assert text[-1] == "Alarm: 6 cards from place 2 on are a run of a new deck's order"
    assert json.loads(output("table", "run", script).splitlines()[-1]) == {
        "alarm": "unshuffled",
        "place": 2,
        "cards": 6,
    }
    for audience, hears in (("supervisor", True), ("auditor", True), ("dealer", False), ("patron:ann", False)):
        assert ("alarm" in output("table", "run", script, "--view", audience)) == hears
