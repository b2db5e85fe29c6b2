"""`punto ballot`: ballots and lots that anyone can verify."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puntobanco.cli.common import Format, FormatOption, print_json, read_bytes, read_secret, read_text
from puntobanco.errors import Unreadable
from puntobanco.values.text import escaped, parted

if TYPE_CHECKING:  # imported when something is computed, so that --help stays quick
    from puntobanco.fair_shoes.draws import DrawContext, DrawProof

app = typer.Typer(help="Ballots and lots that anyone can verify.", no_args_is_help=True)


@app.command()
def draw(
    secret: Annotated[str, typer.Option(metavar="HEX", help="The house's secret: 64 hexadecimal digits.")],
    context: Annotated[Path, typer.Option(metavar="FILE", help="The context of the draw, as JSON; - is stdin.")],
    names: Annotated[str, typer.Option(metavar="NAMES", help="In the order of registration, with commas between.")],
    words: Annotated[
        list[str] | None, typer.Option("--words", metavar="WORDS", help="Words of entrants; repeat it, in order.")
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Compute a draw from its secret, the words of entrants and its context."""
    from puntobanco.fair_shoes.draws import accepted_words

    added = [accepted_words(one) for one in words or []]
    found = _draw(read_secret(secret), added, _context(read_text(context, "context")), tuple(parted(names)))
    if output is Format.JSON:
        print_json(found)
        return
    for name in ("commitment", "key"):
        print(f"{name:11}{found[name]}")
    print(f"{'order':11}{escaped(', '.join(found['order']))}")


def _context(text: str) -> "DrawContext":
    import msgspec

    from puntobanco.fair_shoes.draws import DrawContext
    from puntobanco.values.strict_json import read_json

    try:
        return msgspec.convert(read_json(text), DrawContext)
    except msgspec.ValidationError as error:
        raise Unreadable(f"the context cannot be read: {error}") from None


def _draw(secret: bytes, words: list[str], context: "DrawContext", names: tuple[str, ...]) -> dict[str, Any]:
    from puntobanco.fair_shoes.draws import draw_commitment, draw_key, drawn
    from puntobanco.values.canonical import plain

    key = draw_key(secret, words, context)
    return {
        "context": plain(context),
        "commitment": draw_commitment(secret, context).hex(),
        "words": words,
        "key": key.hex(),
        "order": [*drawn(names, key)],
    }


@app.command()
def verify(
    draws: Annotated[Path, typer.Argument(metavar="FILE", help="Draws with their results, one a line; - is stdin.")],
    commitments: Annotated[
        list[str] | None, typer.Option("--commitment", metavar="HEX", help="One that you noted before the draw.")
    ] = None,
    words: Annotated[
        list[str] | None, typer.Option("--words", metavar="WORDS", help="Words of your own, which must count.")
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Compute every draw again. Exit code 1 if something is wrong."""
    from puntobanco.fair_shoes.draws import accepted_words, read_draws, wrong_with_draws
    from puntobanco.values.canonical import plain

    content = read_bytes(draws, "draws")
    read, wrong = read_draws(content.removesuffix(b"\n").split(b"\n") if content else [])
    own = [accepted_words(one) for one in words or []]
    wrong = wrong or tuple(wrong_with_draws(read, commitments=commitments or [], own_words=own))
    if output is Format.JSON:
        print_json({"fair": not wrong, "findings": list(wrong), "draws": plain(read)})
    else:
        for one in read:
            print(escaped(_in_words(one)))
        for sentence in wrong:
            print(f"WRONG: {escaped(sentence)}")
        print(f"{len(wrong)} findings" if wrong else "Nothing is wrong.")
    if wrong:
        raise typer.Exit(1)


def _in_words(proof: "DrawProof") -> str:
    context, count = proof.context, len(proof.words)
    words = "no words" if not count else f"words added {count} time{'' if count == 1 else 's'}"
    named = f"{context.house}, {context.tournament}, draw {context.draw}, a {context.kind}"
    return f"{named}: {', '.join(proof.order)}; {words}"
