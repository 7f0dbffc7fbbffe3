"""What was found wrong with a rulebook because of its variants is told of them, with the place where each says so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from rulewright.interpreter.diagnostics import Diagnostic, Findings, Label
from rulewright.interpreter.link.addresses import in_words, removed_key
from rulewright.interpreter.link.variants import Layer, in_order
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import nodes

OVERLAPS = ("order-unclear", "two-sets")  # two rules that want the same: a question of taste, unless two authors ask it
COPY = re.compile(r"(.+)_[0-9]+")


def blame_variants(findings: Findings, layers: Sequence[Layer]) -> None:
    """Two overlapping rules of two variants are a conflict, and so is a use of what another variant takes out."""
    if not layers:
        return
    owners = {source: layer for layer in layers for source in layer.files}
    removals = [
        (layer, patch) for layer in layers for patch in layer.patches if isinstance(patch, (nodes.Remove, *CHANGES))
    ]
    for each in findings.diagnostics:
        user = owners.get(each.span.source)
        if each.code in OVERLAPS and user is not None:
            _overlap(each, user, owners, findings)
        elif each.code == "unknown-name":
            name = COPY.sub(r"\1", each.span.text)
            for layer, patch in removals:
                if layer is not user and any(name in (gone, COPY.sub(r"\1", gone)) for gone in _taken_out(patch)):
                    findings.replace([each], _gone(each, user, layer, patch))
                    break


CHANGES = (nodes.ChangePiece, nodes.ChangeBody)


def _taken_out(patch: nodes.Declaration) -> list[str]:
    if isinstance(patch, nodes.Remove):
        return [patch.name.text]
    return [name.text for name in patch.removed] if isinstance(patch, CHANGES) else []


def _unrelated(one: Layer, other: Layer) -> bool:
    return one is not other and one not in in_order([other]) and other not in in_order([one])


def _overlap(warning: Diagnostic, user: Layer, owners: dict[Source, Layer], findings: Findings) -> None:
    other = next((owners[label.span.source] for label in warning.labels if label.span.source in owners), None)
    if other is None or not _unrelated(user, other):
        return
    conflict = evolve(
        warning,
        code="variants-conflict",
        severity="error",
        message=f"The variants `{other.name}` and `{user.name}` do not agree. {warning.message}",
        hint=f"A third one can settle it: `with {other.name}, {user.name}`, and `remove rule` with the name of one.",
    )
    findings.replace([warning], conflict)


def _gone(error: Diagnostic, user: Layer | None, remover: Layer, patch: nodes.Declaration) -> Diagnostic:
    what = in_words(removed_key(patch)) if isinstance(patch, nodes.Remove) else f"`{error.span.text}`"
    label = Label(patch.span, f"The variant `{remover.name}` removes {what} here:")
    if user is None or not _unrelated(user, remover):
        return evolve(error, labels=(*error.labels, label), hint="Remove or replace what speaks of it, too.")
    return evolve(
        error,
        code="variants-conflict",
        message=f"The variant `{user.name}` speaks of {what}, which `{remover.name}` removes.",
        hint="They cannot be played together as they are.",
        labels=(label,),
    )
