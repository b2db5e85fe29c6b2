"""Wager files that come with the package: the trade's best known side bets, by name."""

from importlib.resources import files

from puntobanco.errors import Unreadable
from puntobanco.values.text import choose, quoted

_ENDING = ".toml"


def names() -> tuple[str, ...]:
    """The presets there are, in the order of the alphabet."""
    found = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING)))


def text(name: str) -> str:
    """The wager file of a preset."""
    if name not in names():
        raise Unreadable(f"{quoted(name)} is no preset: {choose(name, names())}")
    return files(__name__).joinpath(name + _ENDING).read_text(encoding="utf-8")
