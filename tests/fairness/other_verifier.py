"""The verifier that shares nothing with the package, loaded from its one file."""

import importlib.util
from pathlib import Path
from typing import Any

PATH = Path(__file__).parents[2] / "verifier/verify_bundle.py"


def _loaded() -> Any:
    spec = importlib.util.spec_from_file_location("other_verifier_file", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


other = _loaded()
