# The five things one does here; each is one command that can also be typed by hand.
PYTHON ?= python

.PHONY: install test lint golden bench

install:
	$(PYTHON) -m pip install -e '.[test,lint]'

test:
	$(PYTHON) -m pytest

lint:
	ruff check .
	ruff format --check .
	mypy

golden:
	$(PYTHON) examples/make_site.py
	$(PYTHON) tests/publish/schema_tables.py

bench:
	$(PYTHON) -m bench.quality $(DATA) --json results.json
	$(PYTHON) -m bench.render results.json README.md
	$(PYTHON) -m bench.speed $(DATA) --into README.md
