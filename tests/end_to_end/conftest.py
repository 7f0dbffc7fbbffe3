import shutil
from pathlib import Path

import pytest

from tests.end_to_end.shell import ROOT


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A copy of the smallest rulebook, in a folder where a test may do what it likes."""
    return Path(shutil.copy(ROOT / "rules" / "classics" / "tic_tac_toe.rules", tmp_path / "small.rules"))
