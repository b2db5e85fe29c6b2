"""Bundles: what is in them, and that everything in them is proven."""

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house.bundle_export import export
from puntobanco.audit.bundle_scope import OfHouse, OfPatron, OfShoe, OfTable, OfTournament, Scope
from puntobanco.audit.proofs import proves_consistency, proves_inclusion
from puntobanco.audit.signed_notes import open_note, read_verifier_key
from puntobanco.errors import Unreadable
from puntobanco.rulebooks.table_rules import rules_digest
from puntobanco.values.merkle import Tree
from tests.audit.test_house import deposit, new_house

SCOPES: list[Scope] = [
    OfHouse(),
    OfTable(table="fair-nz-1998"),
    OfTable(table="act-2015"),
    OfShoe(table="fair-nz-1998", shoe=1),
    OfShoe(table="act-2015", shoe=2),
    OfPatron(patron="ann"),
    OfTournament(tournament="across-tables"),
]
IDS = ["house", "fair table", "table", "fair shoe", "shoe", "patron", "tournament"]


def bundle(folder: Path, target: Path, scope: Scope, at: int | None = None) -> dict[str, list[Any]]:
    """The lines of a bundle by what they are."""
    export(folder, target, scope, at)
    found: dict[str, list[Any]] = {}
    for line in target.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        found.setdefault(data.get("is", "bundle"), []).append(data)
    return found


@pytest.mark.parametrize("scope", SCOPES, ids=IDS)
def test_everything_in_a_bundle_is_proven(played: Path, tmp_path: Path, scope: Scope) -> None:
    found = bundle(played, tmp_path / "x.bundle", scope)
    (head,) = found["bundle"]
    key = read_verifier_key(head["vkey"])
    points = [open_note(one["note"], [key]) for one in found["checkpoint"]]
    assert points[-1].size == head["size"]
    roots = {point.size: point.root for point in points}
    for one in found["consistency"]:
        proof = [bytes.fromhex(part) for part in one["proof"]]
        assert proves_consistency(one["from"], roots[one["from"]], one["to"], roots[one["to"]], proof)
    assert len(found["consistency"]) == len(points) - 1
    for one in found["record"]:
        body = one["body"].encode()
        assert sha256(bytes.fromhex(one["previous"]) + body).hexdigest() == one["hash"]
        if "proof" in one:
            proof = [bytes.fromhex(part) for part in one["proof"]]
            assert proves_inclusion(body, one["position"] - 1, head["size"], proof, points[-1].root)
    for one in found["rules"]:
        assert rules_digest(one["rules"]) == one["digest"] == one["rules"]["digest"]
    positions = [one["position"] for one in found["record"]]
    assert positions == sorted(set(positions))
    assert positions[-1] <= head["size"]


def test_the_tree_of_a_whole_house_is_computed_from_its_records(played: Path, tmp_path: Path) -> None:
    found = bundle(played, tmp_path / "x.bundle", OfHouse())
    tree = Tree()
    for one in found["record"]:
        tree.add(one["body"].encode())
        assert "proof" not in one
    assert tree.size == found["bundle"][0]["size"]
    assert f"\n{b64encode(tree.root()).decode()}\n" in found["checkpoint"][-1]["note"]
    assert len(found["rules"]) == len({one["digest"] for one in found["rules"]}) > 4


def test_a_table_comes_with_the_cages_side_of_its_money(played: Path, tmp_path: Path) -> None:
    found = bundle(played, tmp_path / "x.bundle", OfTable(table="fair-nz-1998"))
    streams = {one["stream"] for one in found["record"]}
    assert streams == {"table/fair-nz-1998", "shoes/fair-nz-1998", "cage/ann", "cage/bob"}
    own = [one["number"] for one in found["record"] if one["stream"] == "table/fair-nz-1998"]
    assert own == list(range(1, len(own) + 1))
    for one in found["record"]:
        if one["stream"].startswith("cage/"):
            assert json.loads(one["body"])["sibling"]["stream"] == "table/fair-nz-1998"


def test_a_shoe_goes_from_its_shuffle_to_the_next_one(played: Path, tmp_path: Path) -> None:
    found = bundle(played, tmp_path / "x.bundle", OfShoe(table="act-2015", shoe=2))
    bodies = [json.loads(one["body"]) for one in found["record"]]
    events = [event for body in bodies for event in body["events"]]
    assert bodies[0]["events"][0]["event"] == "table_opened.1"
    assert bodies[1]["events"][-1] | {"step": "shuffle"} == bodies[1]["events"][-1]
    assert sum(one["event"] == "shoe_loaded.1" for one in events) == 1


def test_fair_shoes_have_their_own_acts_and_no_others(played: Path, tmp_path: Path) -> None:
    found = bundle(played, tmp_path / "x.bundle", OfShoe(table="fair-nz-1998", shoe=1))
    acts = [act for one in found["record"] if one["stream"].startswith("shoes/") for act in _acts(one)]
    assert [act["context"]["shoe"] for act in acts if act["act"] == "shoe_committed.1"] == [1]
    assert acts[-1]["act"] == "secret_revealed.1"


def _acts(record: dict[str, Any]) -> list[dict[str, Any]]:
    return list(json.loads(record["body"])["events"])


def test_a_patrons_bundle_leaves_others_commands_out(played: Path, tmp_path: Path) -> None:
    found = bundle(played, tmp_path / "x.bundle", OfPatron(patron="ann"))
    bodies = [json.loads(one["body"]) for one in found["record"]]
    commands = [body["command"].get("command", body["command"]) for body in bodies]
    assert {one["actor"]["person"] for one in commands if one["actor"]["role"] == "patron"} == {"ann"}
    assert {one["stream"] for one in found["record"] if one["stream"].startswith("cage/")} == {"cage/ann"}
    assert any(body["command"]["do"] == "settle.1" for body in bodies)
    assert any(body["command"]["do"] == "draw.1" for body in bodies)


def test_nothing_comes_after_the_checkpoint_that_was_asked_for(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    deposit(folder, 1)
    found = bundle(folder, tmp_path / "x.bundle", OfHouse(), at=3)
    assert [one["position"] for one in found["record"]] == [1, 2, 3]
    assert (found["bundle"][0]["size"], len(found["checkpoint"])) == (3, 1)
    with pytest.raises(Unreadable, match="no checkpoint of 4"):
        export(folder, tmp_path / "y.bundle", OfHouse(), at=4)
    with pytest.raises(Unreadable, match="nothing of it"):
        export(folder, tmp_path / "y.bundle", OfPatron(patron="nobody"))
    assert not (tmp_path / "y.bundle").exists()


def test_a_bundle_holds_no_secret_of_an_open_shoe(played: Path, tmp_path: Path) -> None:
    """Nor a key: they are in no record."""
    export(played, tmp_path / "x.bundle", OfHouse())
    written = (tmp_path / "x.bundle").read_text(encoding="utf-8")
    for name in ("house.keys", "house.signing"):
        for word in (played / name).read_text().replace("+", " ").split():
            assert len(word) < 40 or word not in written
