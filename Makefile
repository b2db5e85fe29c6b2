# `make install` sets up .venv with the command `punto` and all it can use, from locked requirements; `make play` plays in it
# (`make play HOUSE=folder` in another folder than the usual one), `make test` adds what tests need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
UV_COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-header --no-annotate pyproject.toml requirements/build.in

# Many tests wait for a database, a process or a browser: two for each core keep them busy.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) * 2)")

RELEASED_ON := 3.11 3.12 3.13

.PHONY: install play test quick check web screenshots bench load mutate soak picture dist release lock clean

install: $(VENV)/.install-ready
	@echo "Ready. Now: . $(BIN)/activate"

play: $(VENV)/.install-ready
	@$(BIN)/punto serve --demo $(if $(HOUSE),"$(HOUSE)")

# A test that hangs ends with the places where it hangs, and fails. Each worker has a row of neighbours, whose houses are
# opened once; whoever is done takes from the others.
test: check
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true --ignore tests/browser
	$(BIN)/python -m pytest -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true tests/browser

# To run all day: all checks, and the fast tests of the pure rooms.
quick: check
	$(BIN)/python -m pytest -n auto -q -m "not slow" tests/app tests/cage tests/coup tests/fairness tests/record tests/rules tests/scoreboard tests/table tests/tournament tests/test_*.py

check: $(VENV)/.test-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.web_side check

# The browser side: types from the API, format, what is built into the package, checks.
web: $(VENV)/.test-ready
	$(BIN)/python -m tools.web_side

# Every page in every width and light, into build/screenshots.
screenshots: $(VENV)/.test-ready
	$(BIN)/python -m tools.screenshots

# The tests that carry a clause's mark must notice every change of that clause's values.
mutate: $(VENV)/.test-ready
	$(BIN)/python -m tools.mutate

# make bench LIMITS=dir also runs the comparison programs in dir.
bench: $(VENV)/.test-ready
	@for bench in tools/bench_*.py; do $(BIN)/python -m tools.$$(basename $$bench .py) $(if $(LIMITS),--limits $(LIMITS)) || exit 1; done

# As many live tables as this machine holds; make load TABLES="20 50" tries other numbers.
load: $(VENV)/.test-ready
	@$(BIN)/python -m tools.load $(TABLES)

# The same tests with bigger numbers.
soak: $(VENV)/.test-ready
	PUNTO_SOAK=1 $(BIN)/python -m pytest -n auto --ignore tests/browser
	PUNTO_SOAK=1 $(BIN)/python -m pytest tests/browser

# The picture of the README, from what the command prints today.
picture: $(VENV)/.test-ready
	$(BIN)/python -m tools.picture

dist: $(VENV)/.test-ready
	rm -rf dist
	$(BIN)/hatchling build

# The set-up as written, every example of README and docs, all checks and tests, and the wheel, in clean environments of
# every Python.
release: $(VENV)/.test-ready
	$(BIN)/python -m tools.release $(RELEASED_ON)

lock: $(VENV)/.test-ready
	$(PIP) uv
	$(UV_COMPILE) --all-extras --output-file requirements/install.txt
	$(UV_COMPILE) --group dev --output-file requirements/test.txt

clean:
	rm -rf $(VENV) build dist web/node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

# pip is the last part of an environment: one without it was left half made, and is made again.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || \
		{ echo "puntobanco needs Python 3.11, 3.12 or 3.13: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.install-ready: requirements/install.txt pyproject.toml | $(BIN)/pip
	$(PIP) --require-hashes --requirement requirements/install.txt
	$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.test-ready: requirements/test.txt pyproject.toml | $(BIN)/pip
	$(PIP) --require-hashes --requirement requirements/test.txt
	$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@ $(VENV)/.install-ready
