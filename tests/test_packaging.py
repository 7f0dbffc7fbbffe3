"""The folders at the root install as one package, whole."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("rulewright", "interpreter", "cli", "stdlib", "rules")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built through the sdist with what is installed, so without the network."""
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


def in_tree() -> set[str]:
    found = set()
    for top in FOLDERS:
        for path in (ROOT / top).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(ROOT).as_posix()
                found.add(name if top == "rulewright" else f"rulewright/{name}")
    return found


def test_the_wheel_holds_what_the_tree_holds(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == in_tree()


def test_the_wheel_works_away_from_the_tree(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    script = (
        "import rulewright, rulewright.interpreter as door, rulewright.cli.main as main\n"
        "print(rulewright.__file__, door.__file__, main.__file__, sep='\\n')\n"
        "assert rulewright.Loader is door.Loader\n"
        "main.main(['list'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
    )
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines()[:3]:
        assert Path(line).is_relative_to(tmp_path.resolve())


def test_the_front_door_is_open_from_the_package() -> None:
    import rulewright
    import rulewright.interpreter

    for name in rulewright.interpreter.__all__:
        assert getattr(rulewright, name) is getattr(rulewright.interpreter, name)
    assert not hasattr(rulewright, "no_such_name")
