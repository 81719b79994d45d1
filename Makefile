# The commands of this project. `make play` and `make test` are the two that
# matter; both make what they need in .venv and are quick the second time.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS ?= 2
PORT ?= 8000

# Hundreds of processes are started, and each would compile all sources anew.
unexport PYTHONDONTWRITEBYTECODE

# A stamp is newer than the lock file it was installed from.
RUNTIME := $(VENV)/runtime.stamp
DEV := $(VENV)/dev.stamp
PYRIGHT := $(VENV)/pyright.stamp

.DEFAULT_GOAL := help
.PHONY: help play install quick test nightly pyright mutants chaos bench gallery docs lock release clean

help:
	@echo 'make play      play in the browser: a server on this machine, with games in mid-play'
	@echo 'make test      every check, and every test that does not take long'
	@echo 'make quick     a minute of it: checks, cases of all games, orders, the gate, saves'
	@echo 'make install   what make test needs, in $(VENV)'
	@echo 'make nightly   a million battles, hundreds of whole games, every page asked for secrets; at most 56 minutes, SEED=7 for a night again'
	@echo 'make chaos     a server under load, and all that happens to servers; MINUTES=4, SEED=7 to have it again'
	@echo 'make mutants   make each check and some of the rules wrong; is it missed by a test?'
	@echo 'make bench     measure speed and size'
	@echo 'make gallery   draw and take the pictures of docs/gallery, first-game and postal anew'
	@echo 'make docs      build the manual; a server started from here then has it at /docs/'
	@echo 'make release   wheel, source archive, list of parts and image of this commit, tried, in dist/; KEY=file signs'
	@echo 'make lock      write lock/*.txt anew from pyproject.toml'
	@echo 'make clean     remove $(VENV) and caches'

# Games, accounts and mail of the demonstration are in .play; delete it to begin anew.
play: $(RUNTIME)
	@$(BIN)/python -m legation.server.demo --port $(PORT)

install: $(DEV)
	@echo 'Installed in $(VENV); run $(BIN)/legation --help.'

test: $(DEV)
	@echo '== ruff: lint and format'
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@echo '== mypy: types'
	@$(BIN)/mypy --num-workers $(JOBS)
	@echo '== import-linter: layers'
	@$(BIN)/lint-imports --no-logo
	@echo '== pytest'
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup

# What is soon known to be broken: cases, orders, the gate, saves; no server, no
# browser, no compiled kernel.
QUICK := battles cases casefiles clauses game gate_checks legality notation police report save \
	sight telling wording

quick: $(DEV)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(QUICK:%=tests/*/test_%.py)

# The other checker of types, for one test: 300 MB with the node that it brings.
pyright: $(PYRIGHT)

# What it runs, and for how long, is in tests/nightly.toml.
nightly: $(DEV)
	@$(BIN)/python tests/nightly.py --jobs $(JOBS) $(if $(SEED),--seed $(SEED))

# Kills, full disks, lost databases, and an auditor in the end (docs/chaos.md).
chaos: $(DEV)
	@$(BIN)/python tests/chaos/chaos.py --minutes $(or $(MINUTES),4) $(if $(SEED),--seed $(SEED))

# Which they are, and what came of it: docs/mutants.md. It writes tests/mutants/hints.toml.
mutants: $(DEV)
	@$(BIN)/python tests/mutants/nightly_mutants.py --remember --jobs $(JOBS) $(if $(SEED),--first $(SEED))

bench: $(DEV)
	@$(BIN)/legation bench $(if $(PEER),--peer $(PEER))

gallery: $(DEV)
	@$(BIN)/python docs/gallery/draw.py
	@$(BIN)/python docs/gallery/icons.py
	@$(BIN)/python tests/browser/pictures.py
	@$(BIN)/python tests/browser/first_game.py
	@$(BIN)/python tests/browser/postal_game.py
	@$(BIN)/python tests/browser/axed.py

# Into the package itself, so that wheel and image take it along; not kept by git.
docs: $(DEV)
	@$(BIN)/python docs/site/build.py

# uv comes from the developers' lock file itself. No registry address is
# written into a lock file, so that any mirror serves. `make lock UPGRADE=` adds
# what is new in pyproject.toml and leaves the rest as it is.
UPGRADE ?= --upgrade
LOCK := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header --no-annotate --quiet $(UPGRADE)

lock: $(DEV)
	$(LOCK) --extra kernel --extra env --extra lab --extra draw --extra maps --extra play \
		--extra postgresql --group dev --output-file lock/dev.txt
	$(LOCK) --extra play --group build --constraint lock/dev.txt --output-file lock/runtime.txt
	$(LOCK) --extra play --extra postgresql --group build --constraint lock/dev.txt \
		--output-file lock/postgresql.txt
	$(LOCK) --extra cli --extra kernel --extra env --group release --constraint lock/dev.txt --output-file lock/release.txt
	$(LOCK) --group pyright --constraint lock/dev.txt --output-file lock/pyright.txt

# An image is built where podman or buildah is found; BASE=image is what it begins with.
release: $(DEV)
	@$(BIN)/python release/release.py $(if $(KEY),--key $(KEY)) $(if $(BASE),--base $(BASE))

clean:
	rm -rf $(VENV) dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo 'Python 3.11 or newer with venv is needed (Debian: apt install python3-venv).'; \
	  echo 'Name another one so: make $(MAKECMDGOALS) PYTHON=/usr/bin/python3.12'; exit 1; } >&2
	@echo 'Making $(VENV)'
	@$(PYTHON) -m venv $(VENV)

# The package itself is installed without looking for anything: what it needs,
# and what builds it, comes from the lock file, checked by hash.
$(RUNTIME): lock/runtime.txt pyproject.toml | $(BIN)/python
	@echo 'Installing what playing needs, from lock/runtime.txt'
	@$(PIP) install --require-hashes -r lock/runtime.txt
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

$(DEV): lock/dev.txt pyproject.toml | $(BIN)/python
	@echo 'Installing what developing needs, from lock/dev.txt'
	@$(PIP) install --require-hashes -r lock/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@ $(RUNTIME)

$(PYRIGHT): lock/pyright.txt | $(DEV)
	@echo 'Installing pyright, from lock/pyright.txt'
	@$(PIP) install --require-hashes -r lock/pyright.txt
	@touch $@
