# Everything a person types here. Each target makes its own .venv from `python3` (PYTHON=... chooses another) and
# installs the locked requirements into it, only when they changed.

PYTHON ?= python3
PY := .venv/bin/python
# With hashes pip takes exactly what the lock names, wherever it comes from.
INSTALL := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore $(PY) -m pip install -qq --require-hashes
COMPILE := $(PY) -m uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

# Chosen by what is measured on two cores; a big machine gains nothing beyond four.
WORKERS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); [ $$n -gt 4 ] && n=4; [ $$n -lt 2 ] && n=2; echo $$n)
PYTEST = $(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

# The settings that a check needs to be read at all; nothing is served with them.
CHECKED := SERVE=hall SECRET_KEY=only-read-by-make-lint DATABASE_URL=sqlite:///:memory:
CHECKED_HTTPS := SERVE=https SECRET_KEY=only-read-by-make-lint-0123456789-abcdefghijklmnopqrstuvwxyz \
	ALLOWED_HOSTS=club.example DATABASE_URL=sqlite:///:memory:

.PHONY: help demo test lint format lock bench load clean

help:
	@echo "make demo    a night with people in it, served on this machine (PLAY=1: plays one on it, in a second window)"
	@echo "make test    everything on SQLite, then what touches a database on PostgreSQL (LONG=1: the slow ones too)"
	@echo "make lint    ruff, mypy, who imports whom, migrations, Django's own checks"
	@echo "make format  ruff's mending and formatting"
	@echo "make lock    write requirements/ again from pyproject.toml (UPGRADE=1: to the newest)"
	@echo "make bench   the measurements of benchmarks/"
	@echo "make load    nights that play themselves, on SQLite and on the whole service, and with parts of it killed"
	@echo "make clean   remove .venv, the caches and the demo's database"

demo: .venv/base.stamp
	@DEMO=1 SERVE=hall $(PY) manage.py demo $(if $(PLAY),--play) $(ARGS)

# The first failing run stops: a red SQLite says more, sooner, than two red lists.
test: .venv/dev.stamp
	$(PYTEST) --database=sqlite
	$(PYTEST) --database=postgresql -m "db or worker or browser"

lint: .venv/dev.stamp
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(CHECKED) $(PY) -m mypy
	.venv/bin/lint-imports
	$(CHECKED) $(PY) manage.py makemigrations --check --dry-run
	$(CHECKED) $(PY) manage.py check
	$(CHECKED_HTTPS) $(PY) manage.py check --deploy --fail-level WARNING

format: .venv/dev.stamp
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

bench: .venv/dev.stamp
	@set -e; for bench in $(basename $(notdir $(wildcard benchmarks/bench_*.py))); do \
		echo "== $$bench"; $(PY) -m benchmarks.$$bench; done

load: .venv/dev.stamp
	$(PY) -m benchmarks.load_night $(ARGS)

lock: .venv/bin/python
	@$(PY) -m uv --version >/dev/null 2>&1 || $(PY) -m pip install --quiet uv
	$(COMPILE) pyproject.toml --output-file requirements/base.txt
	$(COMPILE) pyproject.toml --group dev --constraints requirements/base.txt --output-file requirements/dev.txt

clean:
	rm -rf .venv var .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Right Bower needs Python 3.11 or newer; name one with make PYTHON=/path/to/python3." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "This Python cannot make a virtual environment: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv

.venv/base.stamp: requirements/base.txt | .venv/bin/python
	@echo "Installing what the service needs (once; about a minute)..."
	@$(INSTALL) -r $<
	@touch $@

.venv/dev.stamp: requirements/dev.txt | .venv/bin/python
	@echo "Installing what the tests need (once; a minute or two)..."
	@$(INSTALL) -r $<
	@touch $@ .venv/base.stamp
