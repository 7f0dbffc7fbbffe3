"""`change text "Pay" to "Zahlen"`: other words for what players read, in whichever declaration it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import fields_of, walk

READ = frozenset(
    ["label", "text", "prompt", "reason", "passing", "offer", "title"]
)  # fields that hold words for people


def texts_in(trees: Iterable[object]) -> Iterator[str]:
    """All that players can read in these declarations."""
    for node in walk(tuple(trees)):
        if not isinstance(node, nodes.Name):
            for name in _readable(type(node)):
                text = getattr(node, name)
                if isinstance(text, str) and text:
                    yield text


def check_texts(patches: Iterable[nodes.ChangeWords], known: set[str], findings: Findings) -> None:
    """Reports the texts that nobody reads anywhere."""
    for patch in patches:
        if patch.old.text not in known:
            findings.unknown(
                "nothing-to-change",
                patch.old.text,
                patch.old.span,
                "Nothing in the rulebook reads like this.",
                sorted(known),
                "A text is addressed by all of its words, as they stand between the quotation marks.",
            )
        elif not patch.new:
            findings.error(
                "nothing-to-change",
                patch.span,
                "Players would read nothing here.",
                "Put the new words between the quotation marks behind `to`.",
            )


def reworded(tree: Any, words: dict[str, str]) -> Any:
    """The tree with new words for old ones; the same tree where it holds none of them."""
    if isinstance(tree, tuple):
        found = [reworded(each, words) for each in tree]
        return tuple(found) if any(new is not old for new, old in zip(found, tree, strict=True)) else tree
    fields = fields_of(type(tree))
    if fields is None or isinstance(tree, nodes.Name):
        return tree
    readable = _readable(type(tree))
    changed = {}
    for name in fields:
        old = getattr(tree, name)
        new = words.get(old, old) if name in readable and isinstance(old, str) else reworded(old, words)
        if new is not old:
            changed[name] = new
    if isinstance(tree, nodes.Option) and tree.name is None and "label" in changed:
        # Its id comes from its words, and stays what it was.
        changed["name"] = nodes.Name(slug(tree.label), tree.span)
    return attrs.evolve(tree, **changed) if changed else tree


def slug(label: str) -> str:
    """The id of an option that has only words."""
    found = re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")
    return found or "option"


def _readable(kind: type) -> list[str]:
    return [name for name in fields_of(kind) or () if name in READ]
