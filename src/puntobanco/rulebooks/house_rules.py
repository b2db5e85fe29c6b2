"""What an operator chose for a table: values of its parameters, and wagers of the house's own."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from puntobanco.errors import Unreadable
from puntobanco.rulebooks import parameter_types, wager_file
from puntobanco.rulebooks.rule_values import OfferChange
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.canonical import canonical
from puntobanco.values.text import choose, quoted
from puntobanco.values.toml_file import read_toml

WAGERS, WAGER = "wager", "wager."
"""How wagers stand in a house file, and how the key of one begins among a table's choices."""


@dataclass(frozen=True)
class HouseRules:
    """What an operator chose, by parameter; whether a book allows it is `resolve`'s question."""

    choices: Mapping[str, Any]
    wagers: tuple[Wager, ...] = ()
    """Of the house's own."""

    @staticmethod
    def read(raw: Mapping[str, object]) -> "HouseRules":
        """Read typed choices from a TOML table or from `key=value` texts."""
        values = {key: value for key, value in raw.items() if key != WAGERS and not key.startswith(WAGER)}
        choices = {key: parameter_types.read(key, _house_kind(key), value) for key, value in values.items()}
        return HouseRules(choices, tuple(_wagers(raw)))

    @staticmethod
    def parse_toml(text: str) -> "HouseRules":
        """Read a house file."""
        raw = read_toml(text, "house file", such_as="minimum = 10")
        if not raw:
            raise Unreadable("the house file sets nothing: write lines such as minimum = 10, or leave the file out")
        return HouseRules.read(raw)

    @staticmethod
    def parse_settings(settings: Iterable[str]) -> "HouseRules":
        """Read `key=value` texts; the last one for a key counts."""
        return HouseRules.read(settings_in(settings))

    def __or__(self, other: "HouseRules") -> "HouseRules":
        """These choices, with `other` over them."""
        wagers = {wager.id: wager for wager in (*self.wagers, *other.wagers)}
        over = {key: _over(self.choices.get(key), value) for key, value in other.choices.items()}
        return HouseRules({**self.choices, **over}, tuple(wagers.values()))

    def written(self) -> tuple[tuple[str, str], ...]:
        """The choices as an operator would type them, by key."""
        choices = [(key, parameter_types.write(PARAMETERS[key].kind, value)) for key, value in self.choices.items()]
        return (*choices, *map(written_wager, self.wagers))


def _over(before: Any, value: Any) -> Any:
    return value.over(before) if isinstance(value, OfferChange) and before is not None else value


def written_wager(wager: Wager) -> tuple[str, str]:
    """A wager of the house's own as one of a table's choices: its key, and its fields as JSON on one line."""
    fields = {name: value for name, value in wager_file.write_wager(wager).items() if name != "id"}
    return f"{WAGER}{wager.id}", canonical(fields).decode()


def _wagers(raw: Mapping[str, object]) -> Iterator[Wager]:
    if WAGERS in raw:
        yield from wager_file.read_several(raw[WAGERS])
    for key, value in raw.items():
        if key.startswith(WAGER):
            yield wager_file.read_text(key.removeprefix(WAGER), value if isinstance(value, str) else "")


def settings_in(settings: Iterable[str]) -> dict[str, str]:
    """The values of `key=value` texts by key; the last one counts."""
    found: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise Unreadable(f"{quoted(setting)} is not a setting: write key=value, such as minimum=10")
        found[key.strip()] = value.strip()
    return found


def _house_kind(key: str) -> parameter_types.Kind:
    parameter = PARAMETERS.get(key)
    if parameter is None or not parameter.set_by_house:
        known = (name for name, candidate in PARAMETERS.items() if candidate.set_by_house)
        raise Unreadable(f"{quoted(key)} is not something a house sets: {choose(key, known)}")
    return parameter.kind
