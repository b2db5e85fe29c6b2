"""A changed copy of a frozen value."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # The checker sees the standard function, so that names and types of the changes are checked for Structs, too.
    from dataclasses import replace as changed
else:
    from msgspec.structs import replace as changed

__all__ = ["changed"]
