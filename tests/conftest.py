"""Hypothesis profiles: the same tests, quick by default and long with PUNTO_SOAK set."""

import os

from hypothesis import settings

settings.register_profile("quick", max_examples=100, deadline=None)
settings.register_profile("soak", max_examples=2000, deadline=None)
settings.load_profile("soak" if os.environ.get("PUNTO_SOAK") else "quick")
