"""What is asked of fair shoes: by the house, which follows its table and the clock, and by whoever adds a seed.

They are declared here, where both persons and acts are known.
"""

from typing import TypeAlias, get_args

from puntobanco.fair_shoes.events import HexSeed
from puntobanco.fair_shoes.hashing import Hex256
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.streams.actors import ACTING, Role
from puntobanco.streams.command import Command, given_by, name_of


@given_by(*ACTING)
class FollowTable(
    Command[FairShoes], tag="follow_table.1", gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Follow what somebody did at the table: its record is the sibling of this one."""


@given_by(Role.PATRON, Role.AUDITOR)
class PromiseSeed(
    Command[FairShoes], tag="promise_seed.1", gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Be bound to a seed for the shoe that was just shuffled."""

    promise: Hex256


@given_by(Role.PATRON, Role.AUDITOR)
class OpenSeed(Command[FairShoes], tag="open_seed.1", gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open the seed that one has promised."""

    seed: HexSeed


@given_by(Role.DEALER, Role.SUPERVISOR, Role.OPERATOR)
class SealShoe(Command[FairShoes], tag="seal_shoe.1", gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seal the shoe: the time for seeds is over, or all that were promised are open."""


@given_by(Role.DEALER, Role.SUPERVISOR, Role.OPERATOR)
class AbandonShoe(
    Command[FairShoes], tag="abandon_shoe.1", gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Reveal a shoe that nobody goes on with."""


@given_by(Role.OPERATOR)
class EndRestored(
    Command[FairShoes], tag="end_restored.1", gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Reveal a shoe that was open in a backup: its cards may be known."""

    reason: str
    """Which backup, and why it was needed."""


@given_by(Role.OPERATOR)
class RevealLate(
    Command[FairShoes], tag="reveal_late.1", gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Reveal a shoe that ended while the key to its secret was missing."""


FairShoeCommand: TypeAlias = FollowTable | PromiseSeed | OpenSeed | SealShoe | AbandonShoe | EndRestored | RevealLate

FAIR_COMMANDS: dict[str, type[FairShoeCommand]] = {name_of(kind): kind for kind in get_args(FairShoeCommand)}
"""By their written name without the version."""

for _kind in FAIR_COMMANDS.values():
    if not _kind.roles:
        raise TypeError(f"{_kind.__name__} must say who may give it")
