"""`punto fair`: shoes that anyone can verify."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puntobanco.cli.common import Format, FormatOption, print_json, read_bytes, read_secret, read_text
from puntobanco.errors import Unreadable
from puntobanco.values.text import escaped

if TYPE_CHECKING:  # imported when something is computed, so that --help stays quick
    from puntobanco.fair_shoes.shoe_context import Context

app = typer.Typer(help="Shoes that anyone can verify.", no_args_is_help=True)

SeedOption = Annotated[
    list[str] | None,
    typer.Option("--seed", metavar="SEED", help="64 hexadecimal digits, or words; may be repeated, in order."),
]


@app.command()
def shuffle(
    secret: Annotated[str, typer.Option(metavar="HEX", help="The house's secret: 64 hexadecimal digits.")],
    context: Annotated[Path, typer.Option(metavar="FILE", help="The context of the shoe, as JSON; - is stdin.")],
    seeds: SeedOption = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Compute a shoe from its secret, the opened seeds and its context."""
    from puntobanco.fair_shoes.commitment import read_seed

    opened = [read_seed(seed) for seed in seeds or []]
    found = _shoe(read_secret(secret), opened, _context(read_text(context, "context")))
    if output is Format.JSON:
        print_json(found)
        return
    for name in ("commitment", "key", "root"):
        print(f"{name:11}{found[name]}")
    print(f"{'seeds':11}{len(opened) or 'none: house-seeded'}")
    print(f"{'order':11}{' '.join(found['order'])}")


def _context(text: str) -> "Context":
    import msgspec

    from puntobanco.fair_shoes.shoe_context import Context
    from puntobanco.values.strict_json import read_json

    try:
        return msgspec.convert(read_json(text), Context)
    except msgspec.ValidationError as error:
        raise Unreadable(f"the context cannot be read: {error}") from None


def _shoe(secret: bytes, seeds: list[bytes], context: "Context") -> dict[str, Any]:
    from puntobanco.fair_shoes.commitment import commitment, promise
    from puntobanco.fair_shoes.sealed_shoe import seal, shuffle_key
    from puntobanco.values.canonical import plain

    sealed, committed = seal(secret, seeds, context), commitment(secret, context)
    return {
        "context": plain(context),
        "commitment": committed.hex(),
        "promises": [promise(seed, committed).hex() for seed in seeds],
        "house_seeded": not seeds,
        "key": shuffle_key(secret, seeds, context).hex(),
        "order": [str(card) for card in sealed.order],
        "root": sealed.root.hex(),
    }


@app.command()
def verify(
    history: Annotated[Path, typer.Argument(metavar="FILE", help="The acts that you hold, one a line; - is stdin.")],
    seeds: SeedOption = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Check what a patron holds; a seed of your own must be part of a shuffle. Exit code 1 if something is wrong."""
    from puntobanco.fair_shoes.commitment import read_seed
    from puntobanco.fair_shoes.verify import verify as findings

    lines = _lines(read_bytes(history, "history"))
    found = findings(lines, own_seeds=[read_seed(seed) for seed in seeds or []])
    shoes = _summaries(lines)
    if output is Format.JSON:
        wrong = [{"fault": one.fault.value, "act": one.act, "sentence": one.sentence} for one in found]
        print_json({"fair": not found, "findings": wrong, "shoes": shoes})
    else:
        _print_text(shoes, [str(one) for one in found])
    if found:
        raise typer.Exit(1)


def _lines(content: bytes) -> list[bytes]:
    return content.removesuffix(b"\n").split(b"\n") if content else []


def _print_text(shoes: list[dict[str, object]], wrong: list[str]) -> None:
    """The names in a history are the house's: none of them writes a line of its own here."""
    for shoe in shoes:
        seeded = "house-seeded" if shoe["seeds"] == 0 else f"{shoe['seeds']} seeds opened"
        seeded += f", {shoe['left_out']} left out" if shoe["left_out"] else ""
        end = f"{shoe['ended']}, revealed, every card follows" if shoe["revealed"] else "not revealed yet"
        named = escaped(f"{shoe['house']}, {shoe['table']}, shoe {shoe['shoe']}")
        cut = "" if shoe["cut_by"] is None else f", cut by {shoe['cut_by']}"
        told = f"{shoe['cards']} cards, {seeded}{cut}, {shoe['shown']} shown"
        print(f"{named}: {told}; {end if not wrong else 'see below'}")
    for one in wrong:
        print(f"WRONG: {escaped(one)}")
    print(f"{len(wrong)} findings" if wrong else "Nothing is wrong.")


def _summaries(lines: list[bytes]) -> list[dict[str, object]]:
    from puntobanco.fair_shoes.events import CardShown, SeedLeftOut, ShoeCut, ShoeEnded
    from puntobanco.fair_shoes.published_events import read_history, shoes

    return [
        {
            "house": shoe.committed.context.house,
            "table": shoe.committed.context.table,
            "shoe": shoe.committed.context.shoe,
            "rules": shoe.committed.context.rules,
            "cards": sum(shoe.committed.context.composition),
            "seeds": len(shoe.seeds),
            "left_out": len(shoe.all(SeedLeftOut)),
            "cut_by": next((act.cut_by.value for _, act in shoe.all(ShoeCut)), None),
            "shown": len(shoe.all(CardShown)),
            "ended": next((act.why.value for _, act in shoe.all(ShoeEnded)), None),
            "revealed": shoe.secret is not None,
        }
        for shoe in shoes(read_history(lines)[0])
    ]
