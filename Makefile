# Two commands do all set-up: `make play` plays, `make test` tests. Both make their own .venv from locked requirements.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
UV_COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-header --no-annotate pyproject.toml requirements/build.in

.PHONY: play test quick check bench mutate soak lock clean

play: $(VENV)/.play-ready
	@$(BIN)/punto play

# A test that hangs ends with the places where it hangs, and fails.
test: check
	$(BIN)/python -m pytest -n auto -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

# To run all day: all checks, and the fast tests of the pure rooms.
quick: check
	$(BIN)/python -m pytest -n auto -q -m "not slow" tests/app tests/cage tests/coup tests/fairness tests/record tests/rules tests/scoreboard tests/table tests/tournament tests/test_*.py

check: $(VENV)/.test-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The tests that carry a clause's mark must notice every change of that clause's values.
mutate: $(VENV)/.test-ready
	$(BIN)/python -m tools.mutate

# make bench LIMITS=dir also runs the comparison programs in dir.
bench: $(VENV)/.test-ready
	@for bench in tools/bench_*.py; do $(BIN)/python -m tools.$$(basename $$bench .py) $(if $(LIMITS),--limits $(LIMITS)) || exit 1; done

# The same tests with bigger numbers.
soak: $(VENV)/.test-ready
	PUNTO_SOAK=1 $(BIN)/python -m pytest -n auto

lock: $(VENV)/.test-ready
	$(PIP) uv
	$(UV_COMPILE) --output-file requirements/play.txt
	$(UV_COMPILE) --group dev --output-file requirements/test.txt

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || \
		{ echo "puntobanco needs Python 3.11, 3.12 or 3.13: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play-ready: requirements/play.txt pyproject.toml | $(VENV)/bin/python
	$(PIP) --require-hashes --requirement requirements/play.txt
	$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.test-ready: requirements/test.txt pyproject.toml | $(VENV)/bin/python
	$(PIP) --require-hashes --requirement requirements/test.txt
	$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@ $(VENV)/.play-ready
