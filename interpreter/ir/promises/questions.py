"""Sites and prefixes: what is asked, of whom, and what is looked ahead over."""

from __future__ import annotations

from rulewright.interpreter.ir.program import Function, Program, Site
from rulewright.interpreter.ir.promises.box import is_visibility
from rulewright.interpreter.ir.promises.code import function_scope, site_function
from rulewright.interpreter.ir.promises.trees import Scope, Trees

FORMS = ("choose", "ask", "offer", "order")
STEPS = ("require", "let", "choose")


def site_promises(trees: Trees, site: Site) -> None:
    program = trees.program
    function = site_function(program, site)
    scope = Scope(f"site {site.name}", function, in_rule=function is not None and function.role == "rule")
    if site.form not in FORMS:
        trees.add(scope, f"{site.form!r} is no form")
        return
    if function is None:
        if site.form != "order":
            trees.add(scope, f"there is no function {site.function}")
        return
    if site.told == "owner" or not is_visibility(program, site.told, ()):
        trees.add(scope, f"{site.told!r} does not say who is told the answer")
    trees.condition(scope.at("chooser"), site.chooser)
    if site.form == "choose":
        _choose(trees, scope, site, function)
    elif site.form == "ask":
        _ask(trees, scope, site, function)
    elif site.form == "offer":
        _offer(trees, scope, site)


def prefix_promises(trees: Trees, number: int, function: Function) -> None:
    scope = function_scope(function)
    for position, item in enumerate(function.prefix):
        place = scope.at(f"prefix {position}")
        if item.form not in STEPS:
            trees.add(place, f"{item.form!r} is no step of a prefix")
        elif item.form == "choose":
            _chosen(trees, place, number, item.site, position)
        else:
            trees.expression(place, item.test, "one" if item.form == "require" else "any")
            if item.form == "let" and not 0 <= item.slot < len(function.slots):
                trees.add(place, f"there is no slot {item.slot}")


def _chosen(trees: Trees, scope: Scope, function: int, number: int, position: int) -> None:
    sites = trees.program.sites
    if not 0 <= number < len(sites):
        trees.add(scope, f"there is no site {number}")
    elif sites[number].form != "choose" or sites[number].function != function:
        trees.add(scope, f"site {sites[number].name} is no choice of this function")
    elif sites[number].prefix_at != position + 1:
        trees.add(scope, f"site {sites[number].name} says that the prefix goes on at {sites[number].prefix_at}")


def _choose(trees: Trees, scope: Scope, site: Site, function: Function) -> None:
    trees.expression(scope.at("domain"), site.domain, "many")
    trees.condition(scope.at("least"), site.least)
    trees.condition(scope.at("most"), site.most)
    if site.local < 0:
        trees.add(scope, f"{site.local} is no local")
    for where in site.wheres:
        trees.condition(scope.binding(site.local).at("where"), where.test)
    for where in site.provided:
        trees.condition(scope.at("provided"), where.test)
    if not 0 <= site.slot < len(function.slots):
        trees.add(scope, f"there is no slot {site.slot}")
    if site.type not in ("number", "flag", "entity", "die") and site.type not in _enums(trees.program):
        trees.add(scope, f"{site.type!r} is no type")
    if site.prefix_at != -1 and not 0 < site.prefix_at <= len(function.prefix):
        trees.add(scope, f"there is no prefix {site.prefix_at} to go on at")


def _ask(trees: Trees, scope: Scope, site: Site, function: Function) -> None:
    if not site.alternatives:
        trees.add(scope, "asks without alternatives")
    if len({option.name for option in site.alternatives}) != len(site.alternatives):
        trees.add(scope, "two alternatives have the same name")
    for option in site.alternatives:
        trees.condition(scope.at(f"alternative {option.name}"), option.test)
        if not 0 <= option.block < len(function.blocks):
            trees.add(scope, f"alternative {option.name} goes to block {option.block}, which is none")


def _offer(trees: Trees, scope: Scope, site: Site) -> None:
    functions = trees.program.functions
    for item in site.menu:
        if not 0 <= item.function < len(functions):
            trees.add(scope, f"there is no function {item.function}")
            continue
        action = functions[item.function]
        if action.role != "action":
            trees.add(scope, f"offers {action.name}, which is no action but a {action.role}")
        if len(item.args) - len(action.params) not in (0, 1):  # the chooser is `me` where it is left out
            trees.add(scope, f"offers {action.name} with {len(item.args)} arguments for {len(action.params)}")
        for arg in item.args:
            trees.expression(scope.at(action.name), arg)


def _enums(program: Program) -> set[str]:
    return {enum.name for enum in program.enums}
