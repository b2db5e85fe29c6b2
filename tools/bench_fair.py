"""Speed of fair shoes: CPU time to seal 416 cards, and to check the proof of one of them."""

import time
from collections.abc import Callable
from statistics import median

from puntobanco.fair_shoes.card_tree import proves
from puntobanco.fair_shoes.hashing import counted, sha256
from puntobanco.fair_shoes.sealed_shoe import card_leaf, seal
from puntobanco.fair_shoes.shoe_context import Context
from puntobanco.values.cards import Composition

ROUNDS = 15
SEAL_LIMIT, PROOF_LIMIT = 10.0, 100.0
"""In milliseconds, and in microseconds."""
CONTEXT = Context(
    house="house", table="table", shoe=1, rules="0" * 64, composition=Composition.of_decks(8).counts, previous=None
)


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def sealing() -> float:
    """Milliseconds for a shoe with three seeds."""
    seeds = [sha256(counted(number)) for number in range(3)]
    return 1e3 * median(seconds(lambda: seal(bytes(32), seeds, CONTEXT)) for _ in range(ROUNDS))


def checking() -> float:
    """Microseconds for a card, over all cards of a shoe."""
    shoe = seal(bytes(32), (), CONTEXT)
    cards = [
        (index, salt, card, shoe.proof(index))
        for index, (salt, card) in enumerate(zip(shoe.salts, shoe.order, strict=True))
    ]

    def check_all() -> None:
        for index, salt, card, path in cards:
            assert proves(card_leaf(index, salt, card), index, len(cards), path, shoe.root)

    return 1e6 / len(cards) * median(seconds(check_all) for _ in range(ROUNDS))


def verdict(found: float, limit: float) -> str:
    return f"limit {limit:g}: {'kept' if found <= limit else 'BROKEN'}"


def main() -> None:
    sealed, checked = sealing(), checking()
    print(f"a shoe of 416 cards sealed: {sealed:.2f} ms of CPU ({verdict(sealed, SEAL_LIMIT)})")
    print(f"a proof checked: {checked:.1f} us of CPU ({verdict(checked, PROOF_LIMIT)})")


if __name__ == "__main__":
    main()
