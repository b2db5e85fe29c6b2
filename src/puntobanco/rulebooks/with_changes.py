"""A changed copy of a table's rules."""

from typing import TYPE_CHECKING, Any

from puntobanco.rulebooks.table_rules import TableRules, sealed

if TYPE_CHECKING:
    # The checker sees the standard function, so that names and types of the changes are checked.
    from dataclasses import replace as amended
else:

    def amended(rules: TableRules, /, **changes: Any) -> TableRules:
        """The rules with these changes and the digest that is then theirs."""
        kept = {name: getattr(rules, name) for name in rules.__struct_fields__ if name != "digest"}
        return sealed(**{**kept, **changes})


__all__ = ["amended"]
