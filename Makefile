# Everything a newcomer needs: `make run` to see it, `make test` to trust it, `make thorough` to doubt it.
PYTHON ?= python3
BIN = .venv/bin
ifeq ($(OS),Windows_NT)
BIN = .venv/Scripts
endif

# Many tests start processes, which read compiled modules faster.
export PYTHONDONTWRITEBYTECODE =

# One process for each core; each has a database of its own.
SPREAD = -n auto --dist worksteal
# What may differ from SQLite to PostgreSQL and Redis: the locks and the path of a result in `make test`, every
# write in `make test-servers`, and what is read of it in `make thorough`.
RESULTS = tests/actions/results tests/scoring_pipeline/test_locks.py tests/test_load.py tests/test_migrations.py
STORED = tests/actions tests/scoring_pipeline tests/api/test_session_by_api.py tests/api/test_event_management.py tests/test_migrations.py tests/test_load.py
SHOWN = tests/api tests/backups tests/permissions tests/queries tests/web tests/management

.PHONY: run install test test-browser test-servers thorough night check check-types check-form simulate bench password

run: .venv/run.stamp
	$(BIN)/python manage.py migrate --verbosity 0
	$(BIN)/python manage.py demo
	$(BIN)/python manage.py serve

# The environment alone, for what the other targets run.
install: .venv/dev.stamp

test: .venv/dev.stamp
	$(BIN)/python -m pytest $(SPREAD)
	$(BIN)/python -m tests.servers $(BIN)/python -m pytest $(SPREAD) -m "not once and not thorough" $(RESULTS)

# What Chromium does beside the evenings of `make test`, and the tests that take longest.
test-browser: .venv/dev.stamp
	$(BIN)/python -m pytest $(SPREAD) -m "(browser and not evening or long) and not thorough" tests

# AFTER_TEST=yes leaves out what `make test` has just run on the servers.
AFTER_TEST =
ALREADY_RUN = $(if $(AFTER_TEST),$(RESULTS))
test-servers: .venv/dev.stamp
	$(BIN)/python -m tests.servers $(BIN)/python -m pytest $(SPREAD) -m "not once and not thorough" $(filter-out $(ALREADY_RUN),$(STORED)) $(addprefix --ignore=,$(ALREADY_RUN))

# Everything: what `make test` asks, what it has no time for, and thirty times the random examples.
thorough: .venv/dev.stamp
	$(BIN)/python -m pytest $(SPREAD) -m "" --hypothesis-profile thorough tests tests/conventions
	$(BIN)/python -m tests.servers $(BIN)/python -m pytest $(SPREAD) -m "not once" --hypothesis-profile thorough $(STORED) $(SHOWN)

# The adversary and random evenings, NIGHT minutes each on both databases; a failure prints the SEED that repeats it.
NIGHT = 24
SEED = 1
night: .venv/dev.stamp
	$(BIN)/python -m tests.long_runs adversary --minutes $(NIGHT) --seed $(SEED)
	$(BIN)/python -m tests.long_runs evening --minutes $(NIGHT) --seed $(SEED)
	$(BIN)/python -m tests.servers $(BIN)/python -m tests.long_runs adversary --minutes $(NIGHT) --seed $(SEED)
	$(BIN)/python -m tests.servers $(BIN)/python -m tests.long_runs evening --minutes $(NIGHT) --seed $(SEED)

check: check-types check-form

check-types: .venv/dev.stamp
	$(BIN)/mypy

check-form: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m tests.messages --check
	$(BIN)/python -m pytest -q tests/conventions

password: .venv/run.stamp
	$(BIN)/python manage.py password director

simulate: .venv/run.stamp
	$(BIN)/python manage.py simulate

bench: .venv/dev.stamp
	$(BIN)/python benchmarks/scoring.py
	$(BIN)/python benchmarks/pairing.py
	$(BIN)/python benchmarks/guards.py
	$(BIN)/python benchmarks/playouts.py
	$(BIN)/python benchmarks/deviations.py --boards 400
	$(BIN)/python benchmarks/desk.py
	$(BIN)/python benchmarks/field.py --laptop
	$(BIN)/python benchmarks/field.py

.venv/run.stamp: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt .
	touch $@

.venv/dev.stamp: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt ".[dev]"
	touch $@ .venv/run.stamp
