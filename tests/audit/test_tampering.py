"""Whatever is changed at or before the last checkpoint that was kept elsewhere is found, and found where it is."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puntobanco.app.house import verification
from puntobanco.app.house.checkpoints import NAMES_A_CHECKPOINT
from puntobanco.app.house.verification import verify_house
from puntobanco.audit import chain, redecide
from puntobanco.audit.findings import Sort
from tests.audit.tampering import BODY, KINDS, House, missed

BATCHES = 8
FORGERIES = 10_000 if os.environ.get("PUNTO_SOAK") else 200
ORDER = list(KINDS)


def campaign(house: House, folder: Path, seed: int, kinds: list[str], count: int) -> list[str]:
    """What was missed, of so many forgeries."""
    random, wrong = Random(seed), list[str]()
    for turn in range(count):
        target = folder / f"forged {turn}"
        done = house.forged(target, kinds[turn % len(kinds)], random)
        found = verify_house(target, checkpoints=house.elsewhere).findings
        wrong += [sentence] if (sentence := missed(house, done, list(found))) else []
        shutil.rmtree(target)
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_forgery_is_found_where_it_is(forgeable: House, tmp_path: Path, batch: int) -> None:
    kinds = ORDER[batch % len(ORDER) :] + ORDER[: batch % len(ORDER)]
    assert campaign(forgeable, tmp_path, batch, kinds, FORGERIES // BATCHES) == []


def test_an_honest_house_is_sound(played: Path, forgeable: House) -> None:
    found = verify_house(played, checkpoints=forgeable.elsewhere)
    assert (list(found.findings), found.apart) == ([], {})
    after = forgeable.rows[found.held :]
    assert all(NAMES_A_CHECKPOINT in row[BODY] for row in after), "records that only name a checkpoint call for none"


def nothing(*_: Any) -> None:
    return None


SWITCHED_OFF: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "hashes": (chain.Chain, "_hash", nothing, "bit_in_hash"),
    "names": (redecide._Stream, "_misnamed", nothing, "other_id"),
    "checkpoints": (chain.Chain, "_compare", nothing, "other_time"),
    "the end": (chain.Chain, "end", nothing, "cut_tail"),
    "deciding again": (
        redecide._Stream,
        "_decided",
        lambda self, _, record: self.kind.fold_records((record,), self.state),
        "other_payout",
    ),
    "what is kept elsewhere": (verification, "notes_in", lambda _: (), "end_of_a_stream"),
}


@pytest.mark.parametrize("part", SWITCHED_OFF)
def test_an_audit_that_leaves_something_out_is_caught(
    forgeable: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """The campaign itself is tried: with a part switched off it must miss something."""
    where, name, instead, kind = SWITCHED_OFF[part]
    monkeypatch.setattr(where, name, instead)
    assert campaign(forgeable, tmp_path, 1, [kind], 4)


def test_what_came_after_the_last_checkpoint_elsewhere_is_not_found(forgeable: House, tmp_path: Path) -> None:
    """The limit that docs/audit.md tells of: nobody outside has seen it."""
    copy = tmp_path / "elsewhere"
    shutil.copytree(forgeable.elsewhere, copy)
    newest = max(copy.glob("*.checkpoint"))
    newest.unlink()
    later = House.__new__(House)
    later.folder, later.elsewhere, later.rows = forgeable.folder, copy, forgeable.rows
    later.sizes = [len(forgeable.rows)]
    random = Random(3)
    target = tmp_path / "forged"
    while True:
        done = later.forged(target, "other_time", random)
        if done.position > forgeable.sizes[-2]:
            break
        shutil.rmtree(target)
    found = verify_house(target, checkpoints=copy).findings
    beside = [one for one in found if one.sort in (Sort.PROTECTION, Sort.SIGNATURE, Sort.CHECKPOINT)]
    assert not [one for one in found if one.sort != Sort.CAGE and one not in beside]
    assert all(one.stream == "house" for one in beside if one.sort is Sort.CHECKPOINT), "its own files are gone"
