# Everything works on a fresh clone with Python >= 3.11, make and git: each target sets up .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STATE ?= .state
# One more than cores: pages and the simulated rig often wait.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: run test test-install test-bookworm test-arm64 lock bundle shots fuzz chaos pi pi-pico pico-uf2 image mounts bench check check-scripts clean

run: $(VENV)/.run
	@$(BIN)/companion serve --rig sim --state $(STATE) --show-pin $(ARGS)

test: $(VENV)/.dev  # a file's tests stay together, in their order
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder $(TESTS)

test-install: $(VENV)/.dev  # root and debootstrap: the installer in a Debian of its own, some six minutes
	$(BIN)/python -m pytest -m install

# CI runs the frozen scenes of it alone; all of the counting takes half an hour. Python 3.11 or 3.12: numpy 1 knows no newer.
test-bookworm: $(VENV)/.dev build/bookworm/.pinned  # the counting, on the numpy and OpenCV that a Pi with Bookworm gets
	PYTHONPATH=build/bookworm $(BIN)/python -c "import numpy, cv2; print('numpy', numpy.__version__, 'OpenCV', cv2.__version__)"
	PYTHONPATH=build/bookworm $(BIN)/python -m pytest -p no:cacheprovider $(or $(TESTS),tests/hardware/boulders)

# Before this project's own packages, not in their place.
build/bookworm/.pinned: systemd/limits-bookworm.txt | $(BIN)/python
	$(PIP) --target build/bookworm --upgrade --only-binary=:all: --constraint $< numpy opencv-python-headless
	@touch $@

test-arm64: $(VENV)/.dev  # root, mmdebstrap and qemu-user-static: a bundle in arm64 systems without a network, some of the tests there
	$(BIN)/python -m tests.pi arm64

# uv, because it alone pins for other systems than its own. Never by hand: the tests hold it against pyproject.toml.
LOCK := $(BIN)/uv pip compile pyproject.toml --extra pi --group installer --upgrade --quiet --generate-hashes --no-annotate \
  --excludes systemd/not-from-index.txt --custom-compile-command "make lock" --output-file
PI := --python-platform aarch64-unknown-linux-gnu
lock: $(BIN)/python  # the newest packages that pyproject.toml allows, with their hashes: for any laptop, and for each system
	$(PIP) uv
	$(LOCK) systemd/requirements.txt --universal --python-version 3.11
	$(LOCK) systemd/requirements-bookworm.txt $(PI) --python-version 3.11 --constraint systemd/limits-bookworm.txt
	$(LOCK) systemd/requirements-trixie.txt $(PI) --python-version 3.13

bundle: $(BIN)/python  # for a Pi without internet: companion.tar.gz
	$(BIN)/python systemd/bundle companion.tar.gz bookworm-arm64 trixie-arm64

shots: $(VENV)/.dev  # the pages in three languages, as pictures in .screenshots
	SHOTS=1 $(BIN)/python -m pytest tests/web/browser

fuzz: $(VENV)/.dev  # 100,000 requests over every route
	FUZZ=100000 $(BIN)/python -m pytest -s tests/web/test_fuzz.py

chaos: $(VENV)/.dev  # every trial in full, some twenty minutes; TRIALS="kills backups" for those alone
	$(BIN)/python -m tests.chaos $(TRIALS)

pi: $(VENV)/.dev  # the rig of real parts, each with what it proves; PARTS="vm pico" for those alone
	$(BIN)/python -m tests.pi $(PARTS)

pi-pico: $(VENV)/.dev  # the Pico's own part of it: MicroPython for the RP2040, built from Debian's sources, on rp2040js
	$(BIN)/python -m tests.pi pico

pico-uf2: $(VENV)/.dev  # one file that makes a Pico a hit sensor: MicroPython with our program in it
	$(BIN)/python -m tests.pi.pico.build

image: $(BIN)/python  # root, and what systemd/README.md names: a card with the companion on it, and what Imager reads, in build/image
	$(if $(filter 0,$(shell id -u)),,sudo) $(BIN)/python -B -m systemd.image build/image $(if $(BASE),--base $(BASE)) $(if $(URL),--url $(URL))

mounts: $(VENV)/.dev  # OpenSCAD: the printable parts as STL in build/mounts, checked, and their pictures
	$(BIN)/python -m hardware.mounts build/mounts

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench $(BENCH)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory check-scripts

# Python needs no Node, and neither does whoever only wants to play: without the tools the scripts are just not checked.
SCRIPT_TOOLS := @biomejs/biome@2.6 typescript@5.9
check-scripts:
	@if [ -x node_modules/.bin/biome ] && [ -x node_modules/.bin/tsc ]; then \
	  set -ex; cd web; ../node_modules/.bin/biome check --error-on-warnings . ../tests; ../node_modules/.bin/tsc; \
	else \
	  if command -v npm >/dev/null; then why="npm install --no-save $(SCRIPT_TOOLS) brings what does it"; else why="npm is not installed"; fi; \
	  echo "JavaScript is not checked: $$why"; [ -z "$$CI" ]; \
	fi

clean:
	rm -rf $(VENV) build *.egg-info

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# As on the Pi: pinned by hash, and nothing else is fetched to build with.
$(VENV)/.run: pyproject.toml systemd/requirements.txt | $(BIN)/python
	$(PIP) --require-hashes --no-deps --requirement systemd/requirements.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(PIP) --editable '.[dev]'
	@touch $@
