"""The examples in docstrings do what they say."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("module", ["puntobanco.exact_odds.table_odds", "puntobanco.exact_odds.batch"])
def test_docstring_examples(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted >= 3
    assert result.failed == 0
