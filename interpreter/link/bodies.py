"""Changes inside the body of a phase, effect or action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulewright.interpreter.diagnostics import Findings, Label, quoted, times
from rulewright.interpreter.link.addresses import called, offered_as, removable
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk

Part = nodes.Statement | nodes.Option
Change = Callable[[Part], Part | None]
Action = tuple[nodes.Name, tuple[nodes.Arg, ...]]  # as it is offered


def changed_body(declaration: nodes.Callable, patch: nodes.ChangeBody, findings: Findings) -> nodes.Callable:
    body = declaration.body
    for change in patch.times:
        body = _loop(body, change, findings)
    for statement in patch.statements:
        body = _in_place(body, statement, declaration, findings) if called(statement) else (statement, *body)
    for more in patch.offers:
        body = _offering(body, more, declaration, findings)
    if patch.options:
        body = _asking(body, patch.options, declaration, findings)
    for name in patch.removed:
        body = _without(body, name, declaration, findings)
    return attrs.evolve(
        declaration,
        body=body,
        text=declaration.text if patch.text is None else patch.text,
        label=declaration.label if patch.label is None else patch.label,
        span=declaration.span if patch.text is None else patch.span,  # a fault in the new text is the patch's fault
    )


def _loop(body: nodes.Body, new: nodes.Times, findings: Findings) -> nodes.Body:
    def changed(statement: Part) -> Part:
        if isinstance(statement, nodes.Repeat) and statement.name is not None and statement.name.text == new.loop.text:
            return attrs.evolve(statement, times=new.times)
        return statement

    loops = [each.name.text for each in walk(body) if isinstance(each, nodes.Repeat) and each.name is not None]
    if new.loop.text not in loops:
        findings.unknown(
            "nothing-to-change",
            new.loop.text,
            new.loop.span,
            f"There is no loop called `{new.loop.text}` here.",
            loops,
            "A loop has a name where it says so: repeat 3 times as lap",
        )
    return _body(body, changed)


def _in_place(body: nodes.Body, new: nodes.Statement, declaration: nodes.Callable, findings: Findings) -> nodes.Body:
    """The body with the statement in the place of the one of its sort that has its name."""
    name = called(new)
    word = "choose" if isinstance(new, nodes.Choose) else type(new).__name__.lower()
    known = [called(each) for each in walk(body) if type(each) is type(new)]
    whole = " ".join(dict.fromkeys((declaration.word, declaration.name.text)))
    if name not in known:
        findings.unknown(
            "nothing-to-change",
            name,
            new.name.span,  # type: ignore[attr-defined]
            f"`{declaration.name.text}` has no `{word} {name}`.",
            known,
            f"A line is put in the place of one of that name{_those(word, known)}. To add one, write all of it anew: "
            f"replace {whole}. What else happens, a rule can do, `before` or `after` it.",
        )

    def meant(node: object) -> bool:
        return type(node) is type(new) and called(node) == name

    several = _in_one_run(body, meant)
    if several > 1:
        findings.error(
            "nothing-to-change",
            new.name.span,  # type: ignore[attr-defined]
            f"`{declaration.name.text}` can come to `{word} {name}` {times(several)}: which one is meant?",
            f"Put all of it in the place of the old one: replace {whole}",
        )
    return _body(body, lambda each: new if meant(each) else each)


def _those(word: str, known: list[str]) -> str:
    return f", and there is {quoted(f'{word} {each}' for each in known)}" if known else ""


def _in_one_run(tree: Any, meant: Callable[[object], bool]) -> int:
    """How many of these can be come to one after the other: of the branches of an `if` only one is."""
    if isinstance(tree, tuple):
        return sum(_in_one_run(each, meant) for each in tree)
    if isinstance(tree, nodes.If):
        return max(_in_one_run(body, meant) for body in (*(body for _, body in tree.branches), tree.otherwise))
    if isinstance(tree, nodes.Ask):
        return max(_in_one_run(option.body, meant) for option in tree.options)
    if not isinstance(tree, nodes.Statement):
        return 0
    fields = (getattr(tree, field.name) for field in attrs.fields(type(tree)))
    return meant(tree) + sum(_in_one_run(value, meant) for value in fields if isinstance(value, tuple))


def _without(body: nodes.Body, name: nodes.Name, declaration: nodes.Callable, findings: Findings) -> nodes.Body:
    known = [found for each in walk(body) for found in removable(each)]
    if name.text not in known:
        findings.unknown(
            "nothing-to-change",
            name.text,
            name.span,
            f"`{declaration.name.text}` has nothing called `{name.text}` that could be removed.",
            known,
            f"It has {quoted(dict.fromkeys(known))}." if known else None,
        )

    def rest(part: Part) -> Part | None:
        if isinstance(part, nodes.Offer):
            return attrs.evolve(part, actions=tuple(each for each in part.actions if each[0].text != name.text))
        return None if name.text in removable(part) else part

    return _body(body, rest)


def emptied(declaration: nodes.Callable) -> bool:
    """Whether it offers nothing where it did, or has a question without an option: another patch may still add one."""
    return any(
        not (each.actions if isinstance(each, nodes.Offer) else each.options)
        for each in walk(declaration.body)
        if isinstance(each, (nodes.Offer, nodes.Ask))
    )


# --- what is offered and asked --------------------------------------------------------------------------------------


def _offering(body: nodes.Body, more: nodes.AddToOffer, declaration: nodes.Callable, findings: Findings) -> nodes.Body:
    """The body with more actions in its offer, or in those offers that hold the action that is named."""
    offers = [each for each in walk(body) if isinstance(each, nodes.Offer)]
    meant = [each for each in offers if more.of is None or more.of.text in removable(each)]
    where = declaration.name.text
    known = dict.fromkeys(name for each in offers for name in removable(each))
    if more.of is not None and not meant:
        message = f"`{where}` has no offer of `{more.of.text}`."
        findings.unknown(
            "nothing-to-change",
            more.of.text,
            more.of.span,
            message,
            known,
            f"It offers {quoted(known)}." if known else None,
        )
    elif not meant:
        findings.error("nothing-to-change", more.span, f"`{where}` offers nothing, so there is nothing to add to.")
    elif more.of is None and len(meant) > 1:
        findings.error(
            "nothing-to-change",
            more.span,
            f"`{where}` offers something in {len(meant)} places. In which of them?",
            f"Name an action that is offered there: {more.span.text.strip()} of {next(iter(known))}",
        )
        return body
    for action in more.actions:
        there = next((each for each in meant if any(_said_by_same(action, old, each) for old in each.actions)), None)
        if there is not None:
            findings.error(
                "declared-twice",
                action[0].span,
                f"`{offered_as(action)}` is offered already.",
                None,
                [Label(there.span, "It stands here:")],
            )

    def larger(part: Part) -> Part:
        if isinstance(part, nodes.Offer) and (more.of is None or more.of.text in removable(part)):
            known = set(map(offered_as, part.actions))
            new = (each for each in more.actions if offered_as(each) not in known)
            return attrs.evolve(part, actions=(*part.actions, *new))
        return part

    return _body(body, larger)


def _said_by_same(new: Action, old: Action, offer: nodes.Offer) -> bool:
    """Whether an action is in the offer already. What another variant has added, too, is no mistake."""
    where = old[0].span.source
    return offered_as(new) == offered_as(old) and where in (offer.span.source, new[0].span.source)


def _asking(
    body: nodes.Body, new: tuple[nodes.Option, ...], declaration: nodes.Callable, findings: Findings
) -> nodes.Body:
    """The body with more options in its question."""
    asks = [each for each in walk(body) if isinstance(each, nodes.Ask)]
    if len(asks) != 1:
        words = "asks nothing that has options" if not asks else f"has {len(asks)} questions with options"
        findings.error(
            "nothing-to-change",
            new[0].span,
            f"`{declaration.name.text}` {words}, so I cannot add this one.",
            "Put another step in the place of the one that asks." if asks else None,
        )
        return body
    return _body(
        body, lambda each: attrs.evolve(each, options=(*each.options, *new)) if isinstance(each, nodes.Ask) else each
    )


# --- rewriting ------------------------------------------------------------------------------------------------------


def _body(body: nodes.Body, change: Change) -> nodes.Body:
    return tuple(_rewritten(body, change))


def _rewritten(tree: Any, change: Change) -> Any:
    """The tree with every statement and option in it changed, or left out where the change gives None."""
    if isinstance(tree, tuple):
        found = []
        for each in tree:
            new = _rewritten(each, change)
            if isinstance(new, Part):
                new = change(new)
                if new is None:
                    continue
            found.append(new)
        return tuple(found)
    if isinstance(tree, Part):
        fields = {field.name: getattr(tree, field.name) for field in attrs.fields(type(tree)) if field.name != "span"}
        changed = {name: _rewritten(value, change) for name, value in fields.items() if isinstance(value, tuple)}
        return attrs.evolve(tree, **changed)
    return tree
