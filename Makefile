# Everything works on a fresh clone with Python >= 3.11, make and git: each target sets up .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STATE ?= .state
# One more than cores: pages and the simulated rig often wait.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: run test test-install shots fuzz cuts bench check clean

run: $(VENV)/.run
	@$(BIN)/companion serve --rig sim --state $(STATE) --show-pin $(ARGS)

test: $(VENV)/.dev  # a file's tests stay together, in their order
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder $(TESTS)

test-install: $(VENV)/.dev  # root and debootstrap: the installer in a Debian of its own, some six minutes
	$(BIN)/python -m pytest -m install

shots: $(VENV)/.dev  # the pages in three languages, as pictures in .screenshots
	SHOTS=1 $(BIN)/python -m pytest tests/web/browser

fuzz: $(VENV)/.dev  # 100,000 requests over every route
	FUZZ=100000 $(BIN)/python -m pytest -s tests/web/test_fuzz.py

cuts: $(VENV)/.dev  # the plug pulled 300 times, and 300 torn copies
	PULLS=300 $(BIN)/python -m pytest -s tests/companion/cli/test_pulled_plug.py tests/companion/cli/test_torn.py

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench $(BENCH)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf $(VENV) build *.egg-info

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.run
