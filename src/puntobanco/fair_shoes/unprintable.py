"""Values that must not be seen: they have no text, and cannot be copied out of the process."""

from typing import NoReturn, SupportsIndex


class Hidden:
    """Printed, it shows its name only; pickled, it is an error."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, _: SupportsIndex, /) -> NoReturn:
        raise TypeError(f"{type(self).__name__} never leaves the process")
