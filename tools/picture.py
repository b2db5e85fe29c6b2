"""The picture of the README: a session in a terminal, drawn from what the command really prints.

    python -m tools.picture

writes it anew; a test holds the file against what would be written today.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path

from rich.color import ColorType
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs/pictures/play.svg"
SESSION = ("printf 'banker 25\\nwhy\\nodds\\n' | punto play --seed 7",)
COLUMNS = 80
LETTER, LINE, MARGIN, SIZE = 8.4, 18, 16, 14
PAPER, INK, FAINT = "#16211b", "#e8efe9", "#8fa396"
COLOURS = ("#16211b", "#ff7b72", "#7ee787", "#e3b341", "#79b8ff", "#d2a8ff", "#76e3ea", "#e8efe9")


_WORDS = re.compile(r"\S+(?: \S+)*")
"""Words with single spaces between them: browsers make one space of several."""


def printed(command: str) -> Text:
    """What a command prints in a terminal of so many columns, in its colours."""
    variables = {**os.environ, "COLUMNS": str(COLUMNS), "FORCE_COLOR": "1", "TERM": "xterm"}
    variables["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=variables, capture_output=True, text=True, check=True, timeout=60
    )
    return Text.from_ansi(done.stdout)


def drawn() -> str:
    """The whole picture."""
    text = Text("\n").join(part for command in SESSION for part in (Text(f"$ {command}", "bold"), printed(command)))
    console = Console(width=COLUMNS, color_system="standard", force_terminal=True, legacy_windows=False)
    lines = console.render_lines(text, pad=False)
    width, height = round(2 * MARGIN + COLUMNS * LETTER), 2 * MARGIN + LINE * len(lines)
    body = "\n".join(_line(number, line) for number, line in enumerate(lines) if any(one.text.strip() for one in line))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="A practice table in a terminal">\n'
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>\n'
        f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}" fill="{INK}">\n'
        f"{body}\n</g>\n</svg>\n"
    )


def _line(number: int, segments: Iterable[Segment]) -> str:
    """One line; every run of letters is put where it belongs, so that any font keeps the columns."""
    parts: list[str] = []
    column, y = 0, MARGIN + LINE * (number + 1) - 4
    for one in segments:
        style = one.style or Style()
        parts += (_run(run[0], style, column + run.start(), y) for run in _WORDS.finditer(one.text))
        column += len(one.text)
    return "\n".join(parts)


def _run(shown: str, style: Style, column: int, y: int) -> str:
    x = MARGIN + LETTER * column
    look = f' fill="{_colour(style)}"' + (' font-weight="bold"' if style.bold else "")
    length = f' textLength="{LETTER * len(shown):.1f}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:.1f}" y="{y}"{look}{length}>{escape(shown, quote=False)}</text>'


def _colour(style: Style) -> str:
    if style.color is not None and style.color.type is ColorType.STANDARD and style.color.number is not None:
        return COLOURS[style.color.number % len(COLOURS)]
    return FAINT if style.dim else INK


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
    print(f"{PICTURE.relative_to(ROOT)} is written.")
