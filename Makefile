# Everything runs in .venv, which is made on demand. Only python3 (3.11 or newer) and make are needed.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: play test lint types ci bench balance pictures clean

play: $(STAMP)
	$(BIN)/rulewright play hemloch

test: $(STAMP)
	$(BIN)/python -m pytest -q -n 2

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# The second line checks tests and bench: they are files, not a package, and mypy takes one kind at a time.
types: $(STAMP)
	$(BIN)/mypy --strict
	$(BIN)/mypy --strict --explicit-package-bases tests bench

ci: $(STAMP)
	.ci/run

bench: $(STAMP)
	$(BIN)/python -m bench.run

balance: $(STAMP)
	$(BIN)/python -m bench.balance

pictures: $(STAMP)
	$(BIN)/python -m docs.pictures.make

clean:
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Rulewright needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' -c constraints.txt
	$(BIN)/python -m compileall -q rulewright interpreter cli
	touch $@
