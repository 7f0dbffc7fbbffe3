"""The syntax tree: what the author wrote, word for word in meaning. A node knows its span and its line's citation."""

from rulewright.interpreter.syntax.nodes.declarations import *  # noqa: F403
from rulewright.interpreter.syntax.nodes.expressions import *  # noqa: F403
from rulewright.interpreter.syntax.nodes.patches import *  # noqa: F403
from rulewright.interpreter.syntax.nodes.statements import *  # noqa: F403
