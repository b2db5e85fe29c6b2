"""What can go wrong with a store, by what its caller can do about it."""

from puntobanco.errors import Failure


class StoreFailure(Failure):
    """A store that cannot do what it was asked; the message says what to do, and never what was to be written."""


class StoreUnfit(StoreFailure):
    """It is not set up as it must be: nothing starts until that is put right."""


class StoreTaken(StoreFailure):
    """Another process serves this house."""


class StoreBusy(StoreFailure):
    """Somebody else held it for too long: nothing was written, and it can be tried again."""


class StoreFull(StoreFailure):
    """No room is left: nothing was written."""


class StoreGone(StoreFailure):
    """It cannot be reached: nothing was written, and the next call tries to reach it again."""


class StoreUnsure(StoreFailure):
    """The connection was lost during the commit: everything was written or nothing, and `find` tells which."""


class StoreBroken(StoreFailure):
    """What is stored contradicts itself: `verify` says where."""


class StoreOvertaken(StoreFailure):
    """What was to be written as a whole does not follow what is stored: nothing was written."""
