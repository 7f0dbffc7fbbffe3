"""Rulewright: a rulebook is a text file that runs.

The names of the front door (`rulewright.interpreter`) can be had from here: they are fetched when first asked for, so
that importing the package costs nothing.
"""

from importlib import import_module
from pathlib import Path

__version__ = "0.1.0"

_here = Path(__file__).resolve().parent
if not (_here / "interpreter").is_dir():
    # A checkout: the parts lie beside this folder. In an installed package they lie inside it.
    __path__.append(str(_here.parent))


def __getattr__(name: str) -> object:
    # Only when there is no such front-door name does Python go on to look for a submodule.
    if not name.startswith("_") and name != "interpreter":
        door = import_module("rulewright.interpreter")
        if name in door.__all__:
            return getattr(door, name)
    raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
