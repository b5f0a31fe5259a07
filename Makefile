# Two commands do everything: `make run` and `make test`. Both set up .venv on their own.
# `make check` is for the minute between two changes: lint, types, contracts, dead code, and the tests of the pure rooms.
# `make test` draws the same random examples each time; `make check` and `make soak` draw new ones.
# `make deb` builds the Debian packages in dist/; `make check-deb ARCHITECTURES="amd64 arm64"` tries them in clean systems.
# `make check-arm64` runs it and the tests on an emulated arm64; `make image` builds the image of a card for such a machine.
# `make stand` makes the printed stand's files again, with 1 GB of its own for the CAD library.
# `make check-machine` boots a Debian with it in qemu, plays there, and cuts the power CUTS times (50).
# `make check-hall` plays tournaments in real processes, kills them, and compares with the journals: 8 tables in 4 rounds,
# run by the pages alone in Chromium (pictures in `build/hall`); 50 tables at full speed, and an evening without a broker
# (GONE=60 seconds of it); then MANY=1000 at a table's pace, SECONDS=600 each.
# For makers: `make bench` measures; `make soak` runs all tests with new random examples, plays eight hours of film with
# faults (tools/soak.py), then 2,000 games, and kills the journal 1,000 times (hours).
# `make rooms FOOTAGE=folder` scores vision on clips with truth; `make mutants` runs mutation tests (hours).
# `make compare` compares what the program answers with what was recorded; FOOTAGE="folders" adds their films and
# evenings, STILLS="folders" their pictures, OLD=commit prints what that commit answers, RECORD=1 records anew.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests of a file stay together, which share what they have prepared; compiled tests are kept.
TESTS := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2 --dist worksteal

.PHONY: run test check lint bench rooms soak mutants compare deb check-deb check-arm64 check-machine check-hall image stand setup clean

run: setup
	@$(BIN)/toc-pi watch sample

test: lint
	@$(TESTS) --hypothesis-profile=repeatable

check: lint
	@$(TESTS) tests/test_*.py tests/rules tests/belief

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/vulture

bench: setup
	@for part in rules referee journal boards vision "program pace" "program start" waiting; do \
		echo "== $$part"; set -- $$part; OMP_NUM_THREADS=1 $(BIN)/python bench/$$1.py $$2; done

rooms: setup
	@$(BIN)/python tools/score_rooms.py $(FOOTAGE)

soak: setup
	@$(TESTS)
	@nice $(BIN)/python tools/soak.py
	@$(BIN)/python -m pytest -m soak -n 2
	@$(BIN)/python tools/compare_rules.py --seconds 600
	@$(BIN)/python tools/simulate.py --games 2000 --processes 2
	@$(BIN)/python tools/simulate.py --untold 500 --turns 100 --processes 2

mutants: setup
	@$(BIN)/python tools/mutate.py

compare: setup
	@$(BIN)/python tools/compare.py $(if $(RECORD),--record) $(if $(ONLY),--only $(ONLY)) $(if $(OLD),--old $(OLD)) \
		$(if $(FOOTAGE),--footage $(FOOTAGE)) $(if $(STILLS),--stills $(STILLS))

deb:
	@sh tools/deb.sh

check-deb:
	@sh tools/check_deb.sh $(ARCHITECTURES)

check-machine: setup
	@sh tools/check_machine.sh $(CUTS)

check-hall: setup
	@$(BIN)/python tools/check_hall.py --pages --tables 8 --rounds 4 --seconds 200 --brokers 4 --deaths 4 --halls 2
	@$(BIN)/python tools/check_hall.py --tables $(or $(TABLES),50) --seconds $(or $(SECONDS),600) --gone $(or $(GONE),60)
	@$(BIN)/python tools/check_hall.py --tables $(or $(MANY),1000) --seconds $(or $(SECONDS),600) --pace 20 --turns 30 \
		--hosted 50 --brokers 0 --deaths 0 --halls 0

stand: setup
	@[ -x build/stand/bin/pip ] || $(PYTHON) -m venv build/stand
	@build/stand/bin/pip install --quiet "pip>=25.1" && build/stand/bin/pip install --quiet --group stand
	@build/stand/bin/python tools/stand.py

check-arm64:
	@sh tools/check_arm64.sh

image:
	@sh tools/image.sh

setup:
	@sh tools/setup.sh "$(PYTHON)" "$(VENV)"

clean:
	rm -rf $(VENV) build dist
