"""Values, modifiers and rules: what they read, what they hang on, where they stand."""

from __future__ import annotations

from rulewright.interpreter.ir.program import Modifier, Program, Rule, Value
from rulewright.interpreter.ir.promises.trees import Scope, Trees

STAGES = ("before", "instead", "after", "whenever")
LAYERS = ("set", "add", "multiply", "at_least", "at_most")
FLAG_LAYERS = ("set",)


def value_promises(trees: Trees, number: int, value: Value) -> None:
    program = trees.program
    scope = Scope(f"value {value.name}", None, frozenset(range(len(value.params))))
    if len(value.params) != len(value.param_types):
        trees.add(scope, f"{len(value.params)} parameters with {len(value.param_types)} types")
    trees.expression(scope, value.body)
    for index in value.modifiers:
        if not 0 <= index < len(program.modifiers):
            trees.add(scope, f"there is no modifier {index}")
        elif program.modifiers[index].value != number:
            trees.add(scope, f"modifier {program.modifiers[index].name} is of another value")


def modifier_promises(trees: Trees, number: int, modifier: Modifier) -> None:
    program = trees.program
    place = Scope(f"modifier {modifier.name}", None)
    if not 0 <= modifier.value < len(program.values):
        trees.add(place, f"there is no value {modifier.value}")
        return
    value = program.values[modifier.value]
    if number not in value.modifiers:
        trees.add(place, f"{value.name} does not know of it")
    layers = FLAG_LAYERS if value.type == "flag" else LAYERS
    if modifier.op not in layers:
        trees.add(place, f"{modifier.op!r} is no layer of a {value.type}")
    _standing_place(trees, place, modifier, len(value.params))
    scope = place.binding(*range(1 + len(value.params) + modifier.captured))
    trees.condition(scope.at("guard"), modifier.guard)
    trees.condition(scope.at("amount"), modifier.amount)


def rule_promises(trees: Trees, rule: Rule) -> None:
    program = trees.program
    place = Scope(f"rule {rule.name}", None, in_rule=True, knows_me=True)
    if rule.stage not in STAGES and not (rule.stage.startswith("during:") and rule.stage != "during:"):
        trees.add(place, f"{rule.stage!r} is no stage")
        return
    if (rule.stage == "whenever") != (rule.target == -1) or not -1 <= rule.target < len(program.functions):
        trees.add(place, f"{rule.stage} does not hang on function {rule.target}")
        return
    arguments = len(program.functions[rule.target].params) if rule.target >= 0 else 0
    if rule.stage.startswith("during:") and rule.stage.removeprefix("during:") not in _windows(program, rule.target):
        trees.add(place, f"{program.functions[rule.target].name} has no window {rule.stage.removeprefix('during:')!r}")
    _standing_place(trees, place, rule, arguments)
    _body(trees, place, rule, arguments)
    scope = place.binding(*range(1 + arguments + rule.captured))
    trees.condition(scope.at("guard"), rule.guard)
    if rule.asked is not None:
        trees.condition(scope.at("asked"), rule.asked)
    if rule.once is not None:
        if not 0 <= rule.once.scope < len(program.functions):
            trees.add(place, f"counts its uses in function {rule.once.scope}, which is none")
        if rule.once.limit < 1:
            trees.add(place, f"may happen {rule.once.limit} times")
        if rule.once.key is not None:
            trees.condition(scope.at("key"), rule.once.key)


def _windows(program: Program, function: int) -> set[object]:
    ends = [block.end for block in program.functions[function].blocks]
    return {end[1] for end in ends if end[:1] == ("window",) and len(end) > 1}


def _body(trees: Trees, scope: Scope, rule: Rule, arguments: int) -> None:
    program = trees.program
    if not 0 <= rule.function < len(program.functions):
        trees.add(scope, f"there is no function {rule.function}")
        return
    body = program.functions[rule.function]
    if body.role != "rule":
        trees.add(scope, f"its body {body.name} is no rule but a {body.role}")
    if len(body.params) != 1 + arguments + rule.captured:
        trees.add(scope, f"its body takes {len(body.params)}, and gets this, {arguments} and {rule.captured} captured")
    for block in body.blocks:
        if block.end[:1] != ("proceed",):
            continue
        if rule.stage != "instead":
            trees.add(scope, f"proceeds, and is a rule of the stage {rule.stage}")
        given = block.end[1] if len(block.end) > 1 else None
        if type(given) is tuple and len(given) - arguments not in (0, 1):
            trees.add(scope, f"proceeds with {len(given)} arguments for {arguments}")


def _standing_place(trees: Trees, scope: Scope, thing: Rule | Modifier, arguments: int) -> None:
    (first, count), (first_place, places) = trees.program.pieces, trees.program.places
    if any(not first <= piece < first + count for piece in thing.pieces):
        trees.add(scope, "stands on what is no piece")
    if any(not first_place <= place < first_place + places for place in thing.works):
        trees.add(scope, "works in what is no place")
    if not -1 <= thing.this_arg < arguments:
        trees.add(scope, f"there is no argument {thing.this_arg} to be this")
    if thing.this_arg >= 0 and not thing.pieces and not thing.standing:
        trees.add(scope, "has a this, and stands on no piece")
    if thing.captured < 0 or (thing.captured and not thing.standing):
        trees.add(scope, f"captures {thing.captured} values, and does not stand for a while")


def proceeds_outside(program: Program) -> list[str]:
    """`proceed` belongs to bodies of rules only."""
    bodies = {rule.function for rule in program.rules}
    return [
        f"function {function.name}, block b{at}: proceed outside a rule"
        for number, function in enumerate(program.functions)
        for at, block in enumerate(function.blocks)
        if block.end[:1] == ("proceed",) and number not in bodies
    ]
