"""The tests find what the repository ships, and never the mods of the person who runs them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="session")
def no_mods_of_ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    before = os.environ.get("RULEWRIGHT_MODS")
    os.environ["RULEWRIGHT_MODS"] = str(tmp_path_factory.mktemp("mods"))
    yield Path(os.environ["RULEWRIGHT_MODS"])
    if before is None:
        del os.environ["RULEWRIGHT_MODS"]
    else:
        os.environ["RULEWRIGHT_MODS"] = before
