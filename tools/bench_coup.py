"""Speed of the plain engine: coups dealt, judged and settled per second of CPU time."""

import time

from puntobanco.app.randomness import repeatable
from puntobanco.coup import deal, facts, settle
from puntobanco.coup.shoe import fresh_cards, shuffle
from puntobanco.rulebooks import table_rules

COUPS = 20_000


def main() -> None:
    rules = table_rules("act-2015")
    shoe = shuffle(fresh_cards(rules), repeatable(1).below)
    start = time.process_time()
    for number in range(COUPS):
        first = number * 5 % 400
        found = facts(rules, deal(rules, shoe[first : first + 6]).coup)
        for wager in rules.wagers:
            settle(wager, 1000, found, rules.rounding.value)
    spent = time.process_time() - start
    print(f"coups with five wagers settled: {COUPS / spent:,.0f} per CPU-second")


if __name__ == "__main__":
    main()
