"""Answers: whether one fits its decision, and what it does to the machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interpreter.ir.program import Where
from rulewright.interpreter.runtime import events, triggers
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.explain import refusal
from rulewright.interpreter.runtime.faults import IllegalAnswer
from rulewright.interpreter.runtime.ink import KEPT, write
from rulewright.interpreter.runtime.machine import PC, RULE, SLOTS, TODO, Frame, Machine, Pending


def answer(M: Machine, decision: Decision, ids: Sequence[str]) -> None:
    """Puts an answer where the rules go on. Raises IllegalAnswer before anything has changed."""
    pending = decision.pending
    if len(ids) == 1 and decision.most == 1:
        try:
            chosen = (decision.values[decision.ids.index(ids[0])],)
        except ValueError:
            raise refusal(M, decision, ids[0]) from None
    else:
        chosen = _several(M, decision, ids)
    branch = pending[6]
    if branch < 0:
        _TAKE[pending[0]](M, M.stack[-1], pending, chosen)
        M.pending = ()
        M.serial += 1
    else:
        assert M.branches is not None
        F = M.branches[branch]
        _TAKE[pending[0]](M, F, pending, chosen)
        F[TODO] += 1
        M.pending = tuple(p for p in M.pending if p[6] != branch)


def _several(M: Machine, decision: Decision, ids: Sequence[str]) -> tuple[Any, ...]:
    listed = {option: at for at, option in enumerate(decision.ids)}
    for option in ids:
        if type(option) is not str or option not in listed:
            raise refusal(M, decision, option)
    if len(set(ids)) < len(ids):
        raise IllegalAnswer("the same option is named twice", decision.cite)
    least, most = decision.least, decision.most
    if not least <= len(ids) <= most:
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        raise IllegalAnswer(f"{len(ids)} chosen, and it must be {wanted}", decision.cite)
    where = [listed[option] for option in ids]
    return tuple(decision.values[i] for i in (where if decision.ordered else sorted(where)))


# --- what each form of answer does ----------------------------------------------------------------------------------


def _choose(M: Machine, F: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    code = M.code
    site = code.program.sites[pending[1]]
    go_on, other = code.generated.resume[F[PC]]
    if not chosen and not (site.many and pending[3]):
        F[PC] = other  # a secret question where nothing could be chosen
        return
    slot = SLOTS + site.slot
    kept = F[slot]
    F[slot] = chosen if site.many else chosen[0]
    for i, where in enumerate(site.provided):
        if not code.namespace[f"provided{pending[1]}_{i}"](M, F):
            F[slot] = kept
            raise _unfit(where)
    F[PC] = go_on
    if chosen and pending[6] < 0 and site.type != "die":
        _log_choice(M, pending, chosen)


def _log_choice(M: Machine, pending: Pending, chosen: tuple[Any, ...]) -> None:
    """What was chosen alone is told at once; what was chosen together shows in what comes of it."""
    code = M.code
    site, who = pending[1], pending[2]
    args = (who, *chosen)
    if len(chosen) > 1:  # lines about one choice are not more than the answers that a game may have
        write(M, KEPT * len(chosen))
    told, covered = code.told[site]
    if told == code.everybody and not covered:
        M.log = (M.log, code.choice_entries[site], args)
        return
    told |= 1 << who
    if covered and code.knowledge is not None:
        first, end = code.piece_range
        masks = [told & code.knowledge.told(M, each, who) if first <= each < end else told for each in chosen]
    else:
        masks = [told] * len(chosen)
    M.log = (M.log, code.choice_entries[site], args, (code.everybody, *masks))


def _unfit(where: Where) -> IllegalAnswer:
    return IllegalAnswer(where.reason or "that answer does not fit as a whole", where.cite)


def _ask(M: Machine, F: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    code = M.code
    if not chosen:
        F[PC] = code.generated.resume[F[PC]][-1]
        return
    declined = code.program.sites[pending[1]].alternatives[chosen[0]].name == "no"
    if declined and F[RULE] >= 0 and F[PC] in code.refunds and code.rules[F[RULE]].scope >= 0:
        triggers.uncount(M, F)
    F[PC] = code.generated.resume[F[PC]][chosen[0]]
    if pending[6] < 0:
        _log_choice(M, pending, chosen)


def _offer(M: Machine, F: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    code = M.code
    go_on, other = code.generated.resume[F[PC]]
    if not chosen or chosen[0] is None:
        F[PC] = other
        return
    i, args = chosen[0]
    F[PC] = go_on
    code.namespace["offered"](M, code.program.sites[pending[1]].menu[i].function, args, pending[1])


def _order(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    asked = set(pending[3])
    group = [i for i in E[TODO] if i[2] == pending[2] and not i[4] and i not in asked]
    rest = tuple(i for i in E[TODO] if i not in asked and i not in group)
    E[TODO] = tuple((*i[:4], 1) for i in (*chosen, *group)) + rest


def _replace(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    # Which comes first says nothing of whether an optional one is wanted, and by whom.
    E[TODO] = (*E[TODO], (*chosen[0][:2], events.FIRST))


def _may(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    E[TODO] = E[TODO][1:]
    if chosen[0]:
        triggers.begin(M, E, pending[3][0])


def _may_replace(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    if chosen[0]:
        events.take_place(M, E, pending[3][0])
    else:
        E[TODO] = (*E[TODO], pending[3][0][:2])


def _react(M: Machine, E: Frame, pending: Pending, chosen: tuple[Any, ...]) -> None:
    if chosen[0] is None:
        E[TODO] = E[TODO][1:]
    else:
        triggers.begin(M, E, chosen[0])


_TAKE: dict[str, Callable[[Machine, Frame, Pending, tuple[Any, ...]], None]] = {
    "choose": _choose,
    "ask": _ask,
    "offer": _offer,
    "order": _order,
    "replace": _replace,
    "may": _may,
    "may_replace": _may_replace,
    "react": _react,
}
