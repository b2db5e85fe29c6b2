"""What can go wrong with a store, by what its caller can do about it."""

from pathlib import Path
from typing import ClassVar

from puntobanco.errors import Failure


class StoreFailure(Failure):
    """A store that cannot do what it was asked; the message says what to do, and never what was to be written, nor the
    address of a database."""

    reason: ClassVar[str] = "unfit"
    """For programs."""

    def __init__(self, sentence: str, *, file: Path | None = None) -> None:
        """`file` is the one that cannot be used, where there is one."""
        super().__init__(sentence)
        self.file = file


class StoreUnfit(StoreFailure):
    """It is not set up as it must be: nothing starts until that is put right."""


class StoreTaken(StoreFailure):
    """Another process serves this house."""


class StoreBehind(StoreFailure):
    """Acknowledged records are not in it: it is not served until that is put right, or accepted on record."""

    reason = "behind"


class StoreBusy(StoreFailure):
    """Somebody else held it for too long: nothing was written, and it can be tried again."""

    reason = "busy"


class StoreFull(StoreFailure):
    """No room is left: nothing was written."""

    reason = "full"


class StoreReadOnly(StoreFailure):
    """It can be read and not be written to: nothing was written."""

    reason = "read_only"


class StoreGone(StoreFailure):
    """It cannot be reached: nothing was written, and the next call tries to reach it again."""

    reason = "gone"


class StoreUnsure(StoreFailure):
    """The connection was lost during the commit: everything was written or nothing, and `find` tells which."""

    reason = "gone"


class StoreBroken(StoreFailure):
    """What is stored contradicts itself: `verify` says where."""

    reason = "broken"


class StoreOvertaken(StoreFailure):
    """What was to be written as a whole does not follow what is stored: nothing was written."""
