"""Secrets: every shoe has one of its own, and practice shoes, whose secrets can be known, say so."""

import random
import subprocess
import sys

from puntobanco.app.fair_shoe_dealing import PRACTICE
from puntobanco.app.randomness import SYSTEM, repeatable, system_secret
from puntobanco.fair_shoes.events import ShoeCommitted
from tests.app.test_fair_house import Seeding, acts_of
from tests.table.test_virtual_shoe import ready


def test_practice_shoes_are_repeatable_and_say_so() -> None:
    acts, again, other_seed = (acts_of(ready("act-2015", seed)) for seed in (7, 7, 8))
    assert acts == again
    assert acts != other_seed
    committed = acts[0]
    assert isinstance(committed, ShoeCommitted)
    assert committed.context.house == PRACTICE


def test_a_fair_house_is_named_and_no_practice() -> None:
    committed = Seeding().acts[0]
    assert isinstance(committed, ShoeCommitted)
    assert committed.context.house == "puntobanco"


def test_every_practice_shoe_has_a_secret_of_its_own() -> None:
    chances = [repeatable(seed) for seed in (*range(20), 11_000, -1)]
    secrets = [chance.secret() for chance in chances for _ in range(20)]
    assert len(set(secrets)) == len(secrets)
    assert {len(secret) for secret in secrets} == {32}


def test_secrets_come_from_the_system_and_from_no_seed() -> None:
    found = []
    for _ in range(2):
        random.seed(1)
        found.append((system_secret(), SYSTEM.secret()))
    assert len({secret for pair in found for secret in pair}) == 4
    assert {len(secret) for pair in found for secret in pair} == {32}


SECRETS, PROCESSES = 2000, 4
DRAWS = f"""
import os, sys
from puntobanco.app.randomness import system_secret
system_secret()
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        break
    os.wait()
drawn = [f"{{os.getpid()}} {{system_secret().hex()}}" for _ in range({SECRETS})]
print(*drawn, sep="\\n", flush=True)
"""
"""A program without threads, which may fork: its children draw one after the other, then it does."""


def drawn(forks: int) -> list[tuple[str, str]]:
    """In which process, and what."""
    command = [sys.executable, "-c", DRAWS, str(forks)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return [(process, secret) for process, secret in map(str.split, done.stdout.splitlines())]


def test_no_secret_comes_twice_over_processes_and_forks() -> None:
    found = [line for forks in (PROCESSES, 0, 0) for line in drawn(forks)]
    assert len({process for process, _ in found}) == PROCESSES + 3
    assert len({secret for _, secret in found}) == len(found) == SECRETS * (PROCESSES + 3)
