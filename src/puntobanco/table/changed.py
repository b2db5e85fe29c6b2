"""A changed copy of a frozen value."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # The checker knows the standard function, and checks its changes for every class that is declared like a dataclass.
    from dataclasses import replace as changed
else:
    from msgspec.structs import replace as changed

__all__ = ["changed"]
