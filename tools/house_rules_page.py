"""Writes docs/house-rules.md: every key an operator can set, with what each book says of it."""

from pathlib import Path

from puntobanco.rulebooks import BOOKS
from puntobanco.rulebooks.printing import statement_text
from puntobanco.rulebooks.table_rules import PARAMETERS

INTRODUCTION = """# House rules

What an operator chooses for a table stands in a TOML file (`--house FILE`) or on the command line (`--set key=value`,
over the file). Whatever is not chosen comes from the book's practice house: chips from $1, minimum $5, maximum $1,000,
every wager of the book offered. A live table of `washington` opens only when the house itself has chosen every
procedure of that book's clause on irregularities.

```toml
minimum = 10
maximum = 2500
chips = [0.5, 1, 5, 25, 100]
settlement = "B"
pairs = "canberra"
offered = ["player_pair"]
```

Amounts are dollars, rates percentages (`commission = "4%"`), odds `8:1`, switches `yes` or `no`. A key that is not on
this page is refused, and so is a value that the book does not allow, with the clause and what it does allow.

`offered` is the set of side bets on the layout, by their ids or [short names](library.md#short-names), or `"none"`.
Player, banker and tie are on every layout. With a sign before each id the set changes and the rest of it stays:
`--set offered=-banker_pair` takes one off what the house file offers. A notice does the same
(`["offered", "+banker_pair"]`): the other side bets stay as earlier notices have them.

`[[wager]]` declares a [wager of the house's own](wagers.md), where the book lets it offer one.

*(ours)* marks what a document does not say: the value is this project's ruling, and the house may set another. A single
value without that mark is fixed by the document. This page is written by `python -m tools.house_rules_page`.
"""


def page() -> str:
    rows = [f"\n| key | meaning | {' | '.join(BOOKS)} |\n", "|---" * (2 + len(BOOKS)) + "|\n"]
    for key, parameter in PARAMETERS.items():
        if parameter.set_by_house:
            cells = (statement_text(key, book.stated[key].statement) for book in BOOKS.values())
            rows.append(f"| `{key}` | {parameter.title} | {' | '.join(cells)} |\n")
    return INTRODUCTION + "".join(rows)


if __name__ == "__main__":
    Path("docs/house-rules.md").write_text(page(), encoding="utf-8")
