"""Whether a command that comes again under its id is the one that was carried out."""

from puntobanco.errors import Refused
from puntobanco.record.records import Kept
from puntobanco.table.asking import Asking
from puntobanco.table.commands import Draw, Expose, LoadShoe

FILLED = {Draw: ("card",), Expose: ("cards",), LoadShoe: ("depth",)}
"""What a virtual shoe names where a command left it open."""
TIME = "at"
"""What the house's own clock says, whatever somebody wrote there."""


def require_same(asked: Asking, record: Kept) -> None:
    if not is_same(asked, record.command):  # type: ignore[attr-defined]  # every kind has one
        sentence = f"the id {record.id} was given to another command: a new command needs an id of its own"
        raise Refused("id_taken", "house", sentence)


def is_same(asked: Asking, kept: Asking) -> bool:
    """The same command of the same person, but for what the house filled in."""
    if type(asked) is not type(kept):
        return False
    filled = FILLED.get(type(asked), ())
    return all(
        getattr(asked, name) == getattr(kept, name) or (name in filled and not getattr(asked, name))
        for name in asked.__struct_fields__
        if name != TIME
    )
