# Commands for players and developers; `make help` lists them.
# Only relative paths, so that a checkout may stand in a folder with spaces in its name.

PYTHON ?= python3
UV ?= uv
ARGS ?=

VENV := .venv
PY := $(VENV)/bin/python
PLAY := $(VENV)/.ready-to-play
DEV := $(VENV)/.ready-to-develop
COMPILED := dist/compiled
COMPILED_PYTHON ?= $(COMPILED)/venv/bin/python
ENGINE_TESTS := tests/unit/red7/rules tests/unit/red7/players tests/unit/spring_cleaning/rules \
	tests/unit/spring_cleaning/players tests/conformance \
	tests/golden tests/perft
WINDOWS_TESTS ?= $(ENGINE_TESTS)

# What runs without a window, by its own tests: what it does is to be tested by itself, not by the way
# of a window or a long count.
MEASURED_TESTS := tests/unit/tabletop tests/unit/play tests/unit/lab tests/unit/red7/rules \
	tests/unit/red7/players tests/unit/red7/puzzles tests/unit/spring_cleaning/rules \
	tests/unit/spring_cleaning/players tests/unit/spring_cleaning/puzzles tests/conformance tests/golden

# Tests run on all processors, up to a number at which memory and virtual screens are still had.
# Fast tests are handed out by file, because those of a file share what they prepare. Slow ones are
# handed out one by one, or one processor would keep the last file to itself.
JOBS ?= auto
TOGETHER := -n $(JOBS) --maxprocesses 8 --maxschedchunk 1
BY_FILE := $(TOGETHER) --dist loadfile --no-loadscope-reorder

# Where nothing that was compiled is kept, every process that tests start compiles all anew.
unexport PYTHONDONTWRITEBYTECODE

PIP := -m pip --disable-pip-version-check --no-input
PROJECT := pyproject.toml setup.py

.DEFAULT_GOAL := help
.PHONY: help play test check lint coverage unit bench performance soak mutants compiled test-compiled dist dist-check dist-test dist-windows dist-windows-test dist-windows-play dist-windows-engine words pictures lock clean distclean

help: ## List these commands
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-19s%s\n", $$1, $$2 }' Makefile
	@echo '  PYTHON=... names another interpreter than python3; ARGS="..." is passed on;'
	@echo '  JOBS=... says how many processes run tests at a time (0: one after another, here).'

play: $(PLAY) ## Start the game (sets up .venv on first use)
	"$(PY)" -m red7_desktop $(ARGS)

test: lint ## Check style and types, then test what changes usually break (sets up .venv on first use)
	"$(PY)" -m pytest $(BY_FILE) -m "not slow" $(ARGS)

# The slow tests of the engine run once, with the compiled one, which takes a fifth of the time.
check: coverage test-compiled ## Test the rest: matrices, long matches, coverage, the compiled engine, what dist built
	"$(PY)" -m pytest $(TOGETHER) -m slow $(addprefix --ignore ,$(ENGINE_TESTS)) $(ARGS)

# Apart from the tests, which take three times as long when every line is counted.
coverage: $(DEV) ## Measure how much of the engine and the lab their tests run (95% at least)
	"$(PY)" -m pytest $(BY_FILE) -m "not slow and not no_cover" $(MEASURED_TESTS) --cov

lint: $(DEV) ## Check style and types
	"$(PY)" -m ruff check .
	"$(PY)" -m ruff format --check .
	"$(PY)" -m mypy --strict

unit: $(DEV) ## Run the tests that need no screen only
	"$(PY)" -m pytest $(BY_FILE) -m "not ui and not e2e and not slow" $(ARGS)

bench: $(PLAY) ## Measure the engine
	"$(PY)" -m red7_desktop.lab bench $(ARGS)

performance: $(DEV) ## Measure this version beside older ones, or its interface (docs/performance.md)
	"$(PY)" -m tools.performance $(ARGS)

soak: $(DEV) ## Play 2,000 matches, and prove that nothing is lost (ARGS="--matches 100 --kills 50")
	"$(PY)" -m tests.soak $(ARGS)

mutants: $(DEV) ## Change the code in small ways and count what tests notice (ARGS="--count 300 --seed 1")
	"$(PY)" tools/mutants.py $(ARGS)

# A compiled build lives apart: in the checkout, a stale compiled file would hide the source
# beside it.
compiled: $(DEV) ## Install the game with its engine compiled into dist/compiled/venv
	rm -rf dist/build $(COMPILED)
	mkdir -p $(COMPILED)
	RED7_COMPILE=1 "$(PY)" $(PIP) wheel --verbose --no-deps --no-build-isolation \
		--wheel-dir $(COMPILED) . >$(COMPILED)/build.log 2>&1 \
		|| { cat $(COMPILED)/build.log; exit 1; }
	@grep -E 'red7-desktop: |: error: ' $(COMPILED)/build.log || true
	"$(PY)" -m venv $(COMPILED)/venv
	"$(COMPILED)/venv/bin/python" $(PIP) install --quiet --no-deps --require-hashes -r requirements-dev.lock
	"$(COMPILED)/venv/bin/python" $(PIP) install --quiet --no-deps $(COMPILED)/*.whl
	@"$(COMPILED)/venv/bin/python" -P -c "import red7_desktop.games.red7.rules.cards as engine; \
		path = engine.__file__; \
		print('plain Python:' if path.endswith('.py') else 'compiled:', path)"

# The tests are copied to a folder without the sources, so that they meet the installed build. Where
# COMPILED_PYTHON names an interpreter that has one, as make dist leaves it, that is tested.
test-compiled: $(if $(filter file,$(origin COMPILED_PYTHON)),compiled) ## Run the engine's tests against that build
	@"$(COMPILED_PYTHON)" -P -c "import sys, red7_desktop.games.red7.rules.cards as engine; \
		engine.__file__.endswith('.py') and sys.exit('Nothing was compiled, so nothing to test.')"
	mkdir -p $(COMPILED)
	cp -R tests docs assets pyproject.toml $(COMPILED)
	cd $(COMPILED) && "../../$(COMPILED_PYTHON)" -P -m pytest $(TOGETHER) $(ENGINE_TESTS)

# The packages are made in an environment of their own, dist/build-venv; docs/packaging.md says how.
dist: ## Build all downloads into dist/: wheel, executable, tar.xz, .deb (ARGS="wheel" for less)
	"$(PYTHON)" -B build/spec/dist.py $(ARGS)

dist-check: ## Check the Debian package that make dist built (needs the tools that it names)
	desktop-file-validate dist/packaging/deb/tree/usr/share/applications/*.desktop
	"$(PYTHON)" -B build/spec/appstream.py dist/packaging/deb/tree/usr/share/metainfo/*.xml
	lintian --fail-on error,warning $$(ls -t dist/*.deb | head -n 1)

dist-test: $(DEV) ## Play with what make dist built, in a real window: executable, wheel, Debian package
	RED7_EXECUTABLE=dist/red7-desktop/red7-desktop \
	RED7_DEB=$$(ls -t dist/*.deb | head -n 1) \
	RED7_WHEEL=$$(ls -t dist/*-py3-none-any.whl | head -n 1) \
		"$(PY)" -m pytest $(TOGETHER) tests/e2e/test_executable.py tests/e2e/test_installing.py $(ARGS)

dist-windows: ## Build the downloads for Windows, on Linux with Wine: zip and setup program
	"$(PYTHON)" -B build/spec/windows_dist.py $(ARGS)

dist-windows-test: dist-windows-play dist-windows-engine ## Play with what make dist-windows built, under Wine, and test its engine there

dist-windows-play: $(DEV)
	RED7_WINDOWS_SETUP=$$(ls -t dist/*-setup.exe | head -n 1) \
	RED7_WINDOWS_ZIP=$$(ls -t dist/*-windows-x64.zip | head -n 1) \
		"$(PY)" -m pytest $(TOGETHER) tests/e2e/test_windows.py $(ARGS)

dist-windows-engine:
	"$(PYTHON)" -B build/spec/windows_dist.py --test $(WINDOWS_TESTS)

words: $(DEV) ## Bring the translations up to date (ARGS=fr begins another language)
	"$(PY)" tools/words.py $(ARGS)

pictures: $(DEV) ## Take the pictures of the README and of stores (a check compares them)
	"$(PY)" tools/pictures.py $(ARGS)

# Universal: one lock serves every system and Python that pyproject.toml allows. uv keeps the
# versions that still fit; ARGS=--upgrade takes the newest.
lock: ## Remake the lock files from pyproject.toml (needs uv)
	@command -v "$(UV)" >/dev/null || { echo "make lock needs uv: install it, or name it with UV=..."; exit 1; }
	"$(UV)" pip compile --quiet --universal --generate-hashes --custom-compile-command "make lock" \
		--group build --output-file requirements.lock $(ARGS) pyproject.toml
	"$(UV)" pip compile --quiet --universal --generate-hashes --custom-compile-command "make lock" \
		--group dev --constraint requirements.lock --output-file requirements-dev.lock $(ARGS) \
		pyproject.toml

clean: ## Delete what the tools made, but keep .venv
	rm -rf dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
	find red7_desktop tests -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## Delete .venv too
	rm -rf $(VENV)

# The stamps are newer than the locks once the environment holds what the locks ask for.
$(PLAY): requirements.lock $(PROJECT)
	@sh tools/set-up "$(PYTHON)" "$(VENV)" requirements.lock "$(MAKECMDGOALS)"
	@touch $@

$(DEV): requirements-dev.lock $(PROJECT)
	@sh tools/set-up "$(PYTHON)" "$(VENV)" requirements-dev.lock "$(MAKECMDGOALS)"
	@touch $@ $(PLAY)
