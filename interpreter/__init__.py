"""The front door: all that a command, a bot or another program needs.

To add a name: a line in `_DOORS`, and the same import under TYPE_CHECKING. A name is fetched when it is first asked
for, so that `rulewright --help` and `rulewright list` do not wait for the parser.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.interpreter.bots.seats import BOTS, bot_answers, let_bot_answer
    from rulewright.interpreter.compare.differences import Difference, differences
    from rulewright.interpreter.compare.divergence import Divergence, common_players, first_divergence
    from rulewright.interpreter.compare.series import Series, play_series
    from rulewright.interpreter.fuzz.finding import Finding
    from rulewright.interpreter.fuzz.search import search
    from rulewright.interpreter.fuzz.shrink import shrunk
    from rulewright.interpreter.ir.listing import listing
    from rulewright.interpreter.ir.store import to_json
    from rulewright.interpreter.mods.manifest import Manifest, write_manifest
    from rulewright.interpreter.mods.mod import Mod, read_mod
    from rulewright.interpreter.mods.problem import ModProblem
    from rulewright.interpreter.pipeline import RulebookError, addressable, check, languages, load
    from rulewright.interpreter.proof.coverage import coverage
    from rulewright.interpreter.proof.mutation import mutation
    from rulewright.interpreter.runtime.chance import derive
    from rulewright.interpreter.runtime.decision import Decision, Option
    from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault, SaveProblem
    from rulewright.interpreter.runtime.game import Game
    from rulewright.interpreter.runtime.rulebook import Rulebook
    from rulewright.interpreter.runtime.watch import Taken, Watch, Watched
    from rulewright.interpreter.source import MANIFEST, Loader, MemoryLoader, Source, SourceProblem, Span, user_folder
    from rulewright.interpreter.statistics.intervals import share_interval
    from rulewright.interpreter.syntax.editor import editor_grammar
    from rulewright.interpreter.syntax.format import format_rules

_DOORS = {
    "BOTS": "bots.seats",
    "Decision": "runtime.decision",
    "Difference": "compare.differences",
    "Divergence": "compare.divergence",
    "Finding": "fuzz.finding",
    "Game": "runtime.game",
    "IllegalAnswer": "runtime.faults",
    "Loader": "source",
    "MANIFEST": "source",
    "Manifest": "mods.manifest",
    "MemoryLoader": "source",
    "Mod": "mods.mod",
    "ModProblem": "mods.problem",
    "Option": "runtime.decision",
    "Rulebook": "runtime.rulebook",
    "RulebookError": "pipeline",
    "RulesFault": "runtime.faults",
    "SaveProblem": "runtime.faults",
    "Series": "compare.series",
    "Source": "source",
    "SourceProblem": "source",
    "Span": "source",
    "Taken": "runtime.watch",
    "Watch": "runtime.watch",
    "Watched": "runtime.watch",
    "addressable": "pipeline",
    "bot_answers": "bots.seats",
    "check": "pipeline",
    "common_players": "compare.divergence",
    "coverage": "proof.coverage",
    "derive": "runtime.chance",
    "differences": "compare.differences",
    "editor_grammar": "syntax.editor",
    "first_divergence": "compare.divergence",
    "format_rules": "syntax.format",
    "languages": "pipeline",
    "let_bot_answer": "bots.seats",
    "listing": "ir.listing",
    "load": "pipeline",
    "mutation": "proof.mutation",
    "play_series": "compare.series",
    "read_mod": "mods.mod",
    "search": "fuzz.search",
    "share_interval": "statistics.intervals",
    "shrunk": "fuzz.shrink",
    "to_json": "ir.store",
    "user_folder": "source",
    "write_manifest": "mods.manifest",
}

__all__ = [
    "BOTS",
    "MANIFEST",
    "Decision",
    "Difference",
    "Divergence",
    "Finding",
    "Game",
    "IllegalAnswer",
    "Loader",
    "Manifest",
    "MemoryLoader",
    "Mod",
    "ModProblem",
    "Option",
    "Rulebook",
    "RulebookError",
    "RulesFault",
    "SaveProblem",
    "Series",
    "Source",
    "SourceProblem",
    "Span",
    "Taken",
    "Watch",
    "Watched",
    "addressable",
    "bot_answers",
    "check",
    "common_players",
    "coverage",
    "derive",
    "differences",
    "editor_grammar",
    "first_divergence",
    "format_rules",
    "languages",
    "let_bot_answer",
    "listing",
    "load",
    "mutation",
    "play_series",
    "read_mod",
    "search",
    "share_interval",
    "shrunk",
    "to_json",
    "user_folder",
    "write_manifest",
]


def __getattr__(name: str) -> object:
    if name in _DOORS:
        return getattr(import_module(f"{__name__}.{_DOORS[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
