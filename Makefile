# Needs make and Python 3.11 or newer with pip; every target builds what else it needs in .venv.
# Another Python: make test PYTHON=python3.12

PYTHON ?= python3
# Options for `make lock`, such as LOCK_FLAGS='--upgrade' or LOCK_FLAGS='--upgrade-package rich'.
LOCK_FLAGS ?=

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help demo test long bench bench-log format lock clean

help: ## List the targets
	@echo 'Targets:'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

demo: .venv/.ready ## Score two recorded hands, one of them with a wrong claim
	@echo '$$ scorecli score fixtures/bologna/one-counter.json'
	@.venv/bin/scorecli score fixtures/bologna/one-counter.json
	@echo
	@echo '$$ scorecli score fixtures/bologna/wrong-claim.json'
	@.venv/bin/scorecli score fixtures/bologna/wrong-claim.json || test $$? -eq 1
	@echo
	@echo 'The second hand ends with exit code 1: what was claimed at the table is wrong.'
	@echo 'Try next:'
	@echo '  .venv/bin/scorecli --help'
	@echo '  .venv/bin/scorecli score --json fixtures/bologna/one-counter.json'
	@echo '  .venv/bin/scorecli explain claim-mismatch'
	@echo '  .venv/bin/scorecli rules bologna'

test: .venv/.ready ## Check format, lint and types, then run the tests with coverage
	.venv/bin/python -m ruff format --check .
	.venv/bin/python -m ruff check .
	.venv/bin/python -m mypy
	.venv/bin/python -m pytest -n 2 --cov

long: .venv/.ready ## Run the tests that take longer
	.venv/bin/python -m pytest -n 2 -m long

bench: .venv/.ready ## Measure speed
	.venv/bin/python bench/run.py

bench-log: .venv/.ready ## Measure the audit of logs of up to a million hands
	.venv/bin/python bench/log.py

format: .venv/.ready ## Format the code and mend what can be mended safely
	.venv/bin/python -m ruff check --fix-only .
	.venv/bin/python -m ruff format .

lock: ## Write requirements-dev.lock anew from requirements-dev.in
	$(call make_venv,.venv-lock)
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	.venv-lock/bin/python -m uv pip compile --quiet --universal --python-version 3.11 \
	  --generate-hashes --no-emit-find-links --no-annotate --no-header --no-emit-index-url\
	  $(LOCK_FLAGS) requirements-dev.in --output-file requirements-dev.lock
	rm -rf .venv-lock

clean: ## Remove all that was built, .venv too
	rm -rf .venv .venv-lock build dist htmlcov .coverage .coverage.* coverage.xml
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Make a virtual environment in folder $(1), also where Python came without ensurepip.
define make_venv
@"$(PYTHON)" -c '' || { echo 'make: no Python at "$(PYTHON)"; name one with PYTHON=...' >&2; exit 1; }
@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
  echo "scorecli needs Python 3.11 or newer; $(PYTHON) is $$("$(PYTHON)" -V 2>&1)." >&2; \
  echo 'Name another one: make PYTHON=python3.12 ...' >&2; exit 1; }
@if "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null; then \
  "$(PYTHON)" -m venv --clear $(1); \
else \
  { "$(PYTHON)" -m virtualenv --version >/dev/null 2>&1 || \
    "$(PYTHON)" -m pip install --quiet --no-warn-script-location --user virtualenv; } && \
  "$(PYTHON)" -m virtualenv --quiet --clear $(1); \
fi || { \
  echo 'Could not make a virtual environment: install the venv module of $(PYTHON)' >&2; \
  echo '(on Debian and Ubuntu the package python3-venv) and try again.' >&2; exit 1; }
endef

# What the environment was made with and where. If the folder was moved or another Python is
# asked for, or the Python below it is gone, it is made anew.
made := $(shell cat .venv/.packages 2>/dev/null)
want := $(PYTHON) $(shell pwd)
works := $(shell .venv/bin/python -c 'import hatchling' 2>/dev/null && echo yes)
ifneq ($(works) $(made),yes $(want))
.PHONY: .venv/.packages
endif

.venv/.packages: requirements-dev.lock
	$(call make_venv,.venv)
	.venv/bin/python -m pip install --quiet --disable-pip-version-check \
	  --require-hashes -r requirements-dev.lock
	@echo "$(PYTHON) $$(pwd)" > $@

.venv/.ready: .venv/.packages pyproject.toml
	.venv/bin/python -m pip install --quiet --disable-pip-version-check \
	  --no-deps --no-build-isolation --editable .
	@touch $@
