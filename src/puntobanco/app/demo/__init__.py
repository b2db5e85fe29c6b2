"""A house that is only shown: it makes itself, plays with play money, and lets guests in."""
