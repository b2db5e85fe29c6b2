"""Tables of texts on the screen: never cropped, folded where the window is narrow."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from puntobanco.values.text_table import Sheet

if TYPE_CHECKING:
    from rich.console import Console


def print_sheets(out: "Console", sheets: Iterable[Sheet]) -> None:
    from rich.text import Text

    for number, sheet in enumerate(sheets):
        out.print(Text("\n" * (number > 0) + sheet.title, "bold"))
        for line in sheet.lines(out.width):
            out.print(Text(line), soft_wrap=True)


def print_markdown(sheets: Iterable[Sheet]) -> None:
    print("\n\n".join("\n".join(sheet.markdown()) for sheet in sheets))
