"""What was found wrong with a rulebook because of its variants is told of them, with the place where each says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, permutations

from attrs import evolve

from rulewright.interpreter.diagnostics import Diagnostic, Findings, Label
from rulewright.interpreter.link.addresses import Key, Touch, in_words, key_of, removed_key, spoken, touches
from rulewright.interpreter.link.variants import Layer, preferences, strangers, unrelated
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk

OVERLAPS = ("order-unclear", "two-sets")  # two rules that want the same: a question of taste, unless two authors ask it
WORD = re.compile(r"\w+")
QUOTED = re.compile(r"`(\w+)`")
COPY = re.compile(r"(.+)_[0-9]+")


def blame_variants(
    findings: Findings,
    layers: Sequence[Layer],
    declarations: Sequence[nodes.Declaration],
    base: Sequence[nodes.Declaration],
) -> None:
    """Two overlapping rules of two variants are a conflict, and so is a use of what another variant takes out.

    What no longer fits in the rulebook below them is told with the patch that it does not fit to.
    """
    if not layers:
        return
    owners = _owners(layers)
    removals = [
        (layer, patch) for layer in layers for patch in layer.patches if isinstance(patch, (nodes.Remove, *CHANGES))
    ]
    for each in findings.diagnostics:
        user = owners.get(each.span.source)
        if each.code in OVERLAPS and user is not None:
            _overlap(each, user, owners, preferences(layers), findings)
        elif each.code == "unknown-name":
            name = COPY.sub(r"\1", each.span.text)
            for layer, patch in removals:
                if layer is not user and any(name in (gone, COPY.sub(r"\1", gone)) for gone in _taken_out(patch)):
                    findings.replace([each], _gone(each, user, layer, patch))
                    break
    for each in findings.diagnostics:
        told = {each.span.source, *(label.span.source for label in each.labels)} & {*owners}
        user = owners.get(each.span.source)
        if each.severity != "error" or told - {each.span.source}:
            continue
        cause = _cause(each, layers, declarations, base) if user is None else _other_cause(each, user, layers)
        if cause is not None:
            findings.replace([each], cause)


CHANGES = (nodes.ChangePiece, nodes.ChangeBody)


def _taken_out(patch: nodes.Declaration) -> list[str]:
    if isinstance(patch, nodes.Remove):
        return [spoken(removed_key(patch))]
    return [name.text for name in patch.removed] if isinstance(patch, CHANGES) else []


def _cause(
    error: Diagnostic,
    layers: Sequence[Layer],
    declarations: Sequence[nodes.Declaration],
    base: Sequence[nodes.Declaration],
) -> Diagnostic | None:
    """The error with the place of the patch that touches what it speaks of."""
    around = _around(error.span, declarations)
    key = key_of(around) if around is not None else None
    by_place = (each for each in _touched(layers) if each[2].key == key)
    found = next(chain(_spoken_of(error, layers), _taken_along(error, layers, base), by_place), None)
    if found is None:
        return None
    layer, patch, touch = found
    label = Label(patch.span, f"The variant `{layer.name}` {_does(patch)} {in_words(touch.key)} here:")
    hint = error.hint
    if key is not None and touch.key != key:
        hint = f"Without that the rulebook fits. Say the rest in the variant, too: {_patch_of(around, key)}"
    return evolve(error, labels=(*error.labels, label), hint=hint)


def _other_cause(error: Diagnostic, user: Layer, layers: Sequence[Layer]) -> Diagnostic | None:
    """What stands in a variant may be sound by itself, and not fit to what another makes of the rulebook."""
    others = [each for each in layers if strangers(user, error.span, each, each.node.span)]
    found = next(_spoken_of(error, others), None)
    if found is None:
        return None
    layer, patch, touch = found
    label = Label(patch.span, f"The variant `{layer.name}` {_does(patch)} {in_words(touch.key)} here:")
    return evolve(error, labels=(*error.labels, label))


def _does(patch: nodes.Declaration) -> str:
    return "removes" if isinstance(patch, nodes.Remove) else "changes"


Touched = tuple[Layer, nodes.Declaration, Touch]


def _touched(layers: Sequence[Layer]) -> Iterator[Touched]:
    return ((layer, patch, touch) for layer in layers for patch in layer.patches for touch in touches(patch))


def _spoken_of(error: Diagnostic, layers: Sequence[Layer]) -> Iterator[Touched]:
    """What is touched of the things that an error names, first of all where it stands, and then of their members."""
    said = f"{error.span.text} {error.message} {' '.join(QUOTED.findall(error.hint or ''))}"
    words = {COPY.sub(r"\1", word) for word in WORD.findall(said)}
    by_name = [each for each in _touched(layers) if each[2].key[0] != "game" and spoken(each[2].key) in words]
    by_name.sort(key=lambda each: (spoken(each[2].key) != error.span.text, not isinstance(each[1], nodes.Remove)))
    by_member = (each for each in _touched(layers) if each[2].member in words)
    return chain(by_name, by_member)


def _taken_along(error: Diagnostic, layers: Sequence[Layer], base: Sequence[nodes.Declaration]) -> Iterator[Touched]:
    """What stood inside of something that was taken out or replaced: a member of an enum, a property of a kind."""
    names = {
        key: {each.text for each in walk(declaration) if isinstance(each, nodes.Name)}
        for declaration in base
        if (key := key_of(declaration)) is not None
    }
    return (
        each
        for each in _touched(layers)
        if isinstance(each[1], (nodes.Remove, nodes.Replace)) and error.span.text in names.get(each[2].key, ())
    )


def _around(span: Span, declarations: Sequence[nodes.Declaration]) -> nodes.Declaration | None:
    """The declaration in which a place lies."""
    before = [each for each in declarations if each.span.source is span.source and each.span.line <= span.line]
    return max(before, key=lambda each: each.span.line, default=None)


def _patch_of(declaration: nodes.Declaration | None, key: Key) -> str:
    word, name = key
    if isinstance(declaration, nodes.Piece):
        return f"change {declaration.kind.text} {name}"
    if isinstance(declaration, nodes.State) and declaration.owner is not None:
        return f"change state {declaration.name.text} of {declaration.owner.text}"
    if word in ("rule", "invariant", "example"):
        return f"remove {word} {name}" if word == "rule" else f'remove {word} "{name}"'
    if isinstance(declaration, nodes.Callable):
        what = word if word == "game" else f"{word} {name}"
        return f"change {what}, or replace {what}"
    return f"change {word} {name}"


def beaten_rules(findings: Findings, layers: Sequence[Layer]) -> list[Span]:
    """The rules that are in the way of those of another variant, and lose by `prefer`."""
    owners, preferred = _owners(layers), preferences(layers)
    found = []
    for each in findings.diagnostics:
        if each.code in OVERLAPS and preferred:
            places = [each.span, *(label.span for label in each.labels)]
            for mine, their in permutations([place for place in places if place.source in owners], 2):
                if (owners[their.source].name, owners[mine.source].name) in preferred:
                    found.append(mine)
    return found


def _owners(layers: Sequence[Layer]) -> dict[Source, Layer]:
    return {source: layer for layer in layers for source in layer.files}


def _overlap(
    warning: Diagnostic,
    user: Layer,
    owners: dict[Source, Layer],
    preferred: set[tuple[str, str]],
    findings: Findings,
) -> None:
    there = next((label.span for label in warning.labels if label.span.source in owners), None)
    other = owners[there.source] if there is not None else None
    if (
        other is None
        or there is None
        or not strangers(user, warning.span, other, there)
        or {(user.name, other.name), (other.name, user.name)} & preferred
    ):
        return
    first, second = other.name, user.name
    conflict = evolve(
        warning,
        code="variants-conflict",
        severity="error",
        message=f"The variants `{first}` and `{second}` do not agree. {warning.message}",
        hint=f"A third one can settle it: `with {first}, {second}`, `prefer {first} over {second}`. It can also remove "
        "one of the rules by its name.",
    )
    findings.replace([warning], conflict)


def _gone(error: Diagnostic, user: Layer | None, remover: Layer, patch: nodes.Declaration) -> Diagnostic:
    what = in_words(removed_key(patch)) if isinstance(patch, nodes.Remove) else f"`{error.span.text}`"
    label = Label(patch.span, f"The variant `{remover.name}` removes {what} here:")
    if user is None or not unrelated(user, remover):
        return evolve(error, labels=(*error.labels, label), hint="Remove or replace what speaks of it, too.")
    return evolve(
        error,
        code="variants-conflict",
        message=f"The variant `{user.name}` speaks of {what}, which `{remover.name}` removes.",
        hint="They cannot be played together as they are.",
        labels=(label,),
    )
