"""Options: what can be settled about a rulebook before a game begins."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.interpreter.diagnostics import with_article
from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.source import SourceProblem
from rulewright.interpreter.syntax import nodes

SETTINGS = "It is a number within bounds (2..5), a flag, or an enum."


def declare_option(model: Model, node: nodes.OptionLine, settings: Mapping[str, str]) -> None:
    type = model.type(node.type)
    if type.base != "unknown" and (type.many or type.optional or (type.base == "number" and type.bounds is None)):
        model.findings.error(
            "wrong-type",
            node.type.span,
            f"An option cannot be {with_article(str(type))}.",
            SETTINGS,
        )
        return
    if type.base not in ("number", "flag", "enum"):
        if type.base != "unknown":
            message = f"An option cannot be {with_article(str(type))}."
            model.findings.error("wrong-type", node.type.span, message, SETTINGS)
        return
    default = _constant(model, node, type)
    name = node.name.text
    value = _setting(model, name, type, settings[name]) if name in settings else default
    label = node.label or things.in_words(name)
    thing = things.Option(name, label, node.name.span, type, default, value)
    if model.declare(thing):
        model.options.append(thing)


def _constant(model: Model, node: nodes.OptionLine, type: Type) -> int:
    value = node.default
    words = {"yes": 1, "no": 0} if type.base == "flag" else {}
    if type.base == "enum":
        words = {member: number for number, member in enumerate(model.enums[type.name].members)}
    found: int | None = None
    if isinstance(value, nodes.Number) and type.base == "number":
        found = value.value
    elif isinstance(value, (nodes.Ref, nodes.Literal)):
        found = words.get(value.name if isinstance(value, nodes.Ref) else value.word)
    if found is None or (type.bounds is not None and not type.bounds[0] <= found <= type.bounds[1]):
        message = f"The default of `{node.name.text}` is none of its settings: these are {choices(model, type)}."
        if found is not None:
            message = f"The default {found} is outside {choices(model, type)}."
        model.findings.error("wrong-type", value.span, message)
        return 0
    return found


def choices(model: Model, type: Type) -> str:
    if type.base == "flag":
        return "yes or no"
    if type.base == "enum":
        return ", ".join(model.enums[type.name].members)
    return f"{type.bounds[0]} to {type.bounds[1]}" if type.bounds is not None else "a number"


def _setting(model: Model, name: str, type: Type, text: str) -> int:
    if type.base == "flag" and text in ("yes", "no"):
        return int(text == "yes")
    if type.base == "enum" and text in model.enums[type.name].members:
        return model.enums[type.name].members.index(text)
    if type.base == "number" and type.bounds is not None:
        number = int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else None
        if number is not None and type.bounds[0] <= number <= type.bounds[1]:
            return number
    candidates = model.enums[type.name].members if type.base == "enum" else ()
    raise SourceProblem(
        "bad-option", f"`{text}` is no setting of `{name}`: it can be {choices(model, type)}.", text, tuple(candidates)
    )


def refuse_unknown(model: Model, settings: Mapping[str, str]) -> None:
    known = [option.name for option in model.options]
    for name in settings:
        if name not in known:
            raise SourceProblem("bad-option", f"This rulebook has no option called `{name}`.", name, tuple(known))


def as_ir(model: Model) -> tuple[ir.Option, ...]:
    found = []
    for option in model.options:
        low, count = model.range_of(option.type) or (0, 1)
        found.append(
            ir.Option(option.name, option.label, option.type.ir, low, low + count - 1, option.default, option.value)
        )
    return tuple(found)
