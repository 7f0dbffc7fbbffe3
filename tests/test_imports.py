"""Who may import whom. Each folder sees itself and the folders to its left."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ORDER = (
    "source",
    "diagnostics",
    "syntax",
    "link",
    "ir",
    "model",
    "lower",
    "checks",
    "text",
    "runtime",
    "fuzz",
    "bots",
    "proof",
    "statistics",
    "compare",
    "mods",
)
ANYTHING_INSIDE = ("__init__", "pipeline")  # the files of interpreter/ that see all the folders
DOOR = "rulewright.interpreter"
FILES = sorted(
    path.relative_to(ROOT).as_posix() for top in ("interpreter", "cli") for path in (ROOT / top).rglob("*.py")
)


def imported(file: str) -> Iterator[str]:
    """The modules that a file imports, by absolute name. `from a import b` counts as a.b where b is a module."""
    path = ROOT / file
    package = ["rulewright", *Path(file).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                yield inner if is_module(inner) else module


def is_module(name: str) -> bool:
    if not name.startswith("rulewright."):
        return False
    place = ROOT.joinpath(*name.split(".")[1:])
    return place.is_dir() or place.with_suffix(".py").is_file()


@pytest.mark.parametrize("file", FILES)
def test_no_file_imports_the_bare_folders(file: str) -> None:
    tops = {name.split(".")[0] for name in imported(file)}
    assert not tops & {"interpreter", "cli", "stdlib", "rules"}


@pytest.mark.parametrize("file", FILES)
def test_lark_is_imported_in_syntax_only(file: str) -> None:
    if not file.startswith("interpreter/syntax/"):
        assert "lark" not in {name.split(".")[0] for name in imported(file)}


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("interpreter/")])
def test_a_stage_sees_only_the_stages_before_it(file: str) -> None:
    stage = Path(file).parts[1].removesuffix(".py")
    if stage in ANYTHING_INSIDE:
        return
    assert stage in ORDER, f"{stage} is not in the table of this test: say whom it may import"
    allowed = ORDER[: ORDER.index(stage) + 1]
    for name in imported(file):
        if name.split(".")[0] != "rulewright":
            continue
        assert name.startswith(f"{DOOR}."), f"{file} imports {name}"
        assert name.split(".")[2] in allowed, f"{file} imports {name}"


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("cli/")])
def test_the_command_line_sees_the_front_door_and_the_diagnostics(file: str) -> None:
    for name in imported(file):
        if name.split(".")[0] == "rulewright":
            allowed = name in ("rulewright", DOOR, f"{DOOR}.diagnostics") or name.startswith("rulewright.cli")
            assert allowed, f"{file} imports {name}"
