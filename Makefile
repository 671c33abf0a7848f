# Two commands do everything on a fresh machine: `make demo` and `make test`.
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test lint bench clean

demo: $(VENV)/.runtime
	@$(BIN)/python -m hindsight.demo

test: lint
	@HINDSIGHT_TEST_REQUIRE="$${HINDSIGHT_TEST_REQUIRE-postgres,redis}" $(BIN)/python -m pytest

lint: $(VENV)/.development
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# Speed of start-up and of the write path; retrieval needs a path to data: see benchmarks/README.md.
bench: $(VENV)/.development
	@$(BIN)/python -m benchmarks.start

$(VENV)/.runtime: pyproject.toml scripts/setup.sh
	@sh scripts/setup.sh $(VENV) runtime

$(VENV)/.development: pyproject.toml scripts/setup.sh
	@sh scripts/setup.sh $(VENV) development

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
