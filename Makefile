# make run      a companion on simulated hardware, in this terminal
# make test     everything that is checked: style, types, walls, tests, scenarios
# make bench    what is measured, beside the stock way: ROW="digit scores" for some, KEEP=1 to keep the figures

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
READY_TO_TEST := $(VENV)/ready-to-test

# Asked of a virtual environment that is not there yet; Debian ships venv in a package of its own.
CHECK := import sys, venv, ensurepip; sys.exit(0 if (3, 11) <= sys.version_info < (3, 14) else "old")

.DEFAULT_GOAL := help
.PHONY: help run test lint check docs scenarios matrix soak seeding bench appliance kernel wheels pictures clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile | expand -t 16

run: $(READY) ## a companion on simulated hardware, in this terminal
	@$(BIN)/companion simulate

test: lint check docs ## everything that is checked: style, types, walls, tests, scenarios, docs

lint: $(READY_TO_TEST) ## style, types, and which part may import which
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: $(READY_TO_TEST) ## the tests, and the scenarios among them
	$(BIN)/python -m pytest -n auto

scenarios: $(READY_TO_TEST) ## every scenario: whole games, and all that breaks
	$(BIN)/python -m pytest -n auto tests/test_scenarios.py tests/test_faults.py

matrix: $(READY_TO_TEST) ## whole games on every display, in each language, with the plug pulled after every step
	$(BIN)/python -m pytest -n auto -m whole

SEED ?= 1
HOURS ?= 24

soak: $(READY_TO_TEST) ## hours of whatever people do and whatever breaks, in virtual time (SEED=1 HOURS=24)
	$(BIN)/python -m tests.soak --seed $(SEED) --hours $(HOURS)

MODULE ?=

seeding: $(READY_TO_TEST) ## faults put into the code, and whether the tests notice; minutes (MODULE=hardware SEED=1)
	$(BIN)/python -m tests.seeding $(MODULE) --seed $(SEED)

bench: $(READY_TO_TEST) ## what is measured, beside the stock way; ROW=digit for one, KEEP=1 to keep the figures
	@$(BIN)/python -m tests.measuring $(ROW) $(if $(KEEP),--keep)

appliance: $(READY_TO_TEST) ## installation, update, sandbox and switching off, on booted systems (root; minutes)
	$(BIN)/python -m pytest -m appliance

kernel: $(READY_TO_TEST) ## the pins on a real kernel's lines, in a virtual machine (root on Debian 12; minutes)
	tests/kernel/boot $(abspath $(BIN))/python -m pytest -p no:cacheprovider -p no:hypothesispytest tests/hardware/test_gpiod.py
	tests/kernel/boot $(abspath $(BIN))/python -m tests.kernel.pins

wheels: $(READY_TO_TEST) ## wheels: all that a Pi without a network is installed from (PI_PYTHON=3.11 for Bookworm)
	PIP="$(BIN)/python -m pip" systemd/wheels wheels $(PI_PYTHON)

DOCS ?= $(VENV)/docs

docs: $(READY_TO_TEST) ## the docs as a site that needs no internet, in .venv/docs (DOCS=DIR)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --config-file docs/site/mkdocs.yml --site-dir $(abspath $(DOCS))

pictures: $(READY_TO_TEST) ## the pictures in docs/pictures, as display and phones show them
	$(BIN)/companion screens docs/pictures
	$(BIN)/companion wiring docs/pictures/wiring
	$(BIN)/python -m tests.phone.pictures docs/pictures/phone

clean: ## forget the virtual environment and what tools left
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c '$(CHECK)' 2>/dev/null || { \
	    echo "Python 3.11 to 3.13 with venv is needed ($$($(PYTHON) --version 2>&1))."; \
	    echo "On Debian, Ubuntu and Raspberry Pi OS: sudo apt install python3-venv"; \
	    echo "Another Python is taken with: make PYTHON=python3.12 ..."; \
	    exit 1; }
	$(PYTHON) -m venv $(VENV)

$(READY): $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(READY_TO_TEST): $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(READY)
