# Two commands do everything: `make run` and `make test`. Both set up .venv on their own.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test bench soak setup clean

run: setup
	@$(BIN)/toc-pi watch sample

test: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m pytest -n 2

setup:
	@sh tools/setup.sh "$(PYTHON)" "$(VENV)"

clean:
	rm -rf $(VENV)
