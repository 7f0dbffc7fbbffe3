"""Saves: where a game began and every answer since, as plain data; and back, whatever the data is."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.runtime import history
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault, SaveProblem
from rulewright.interpreter.runtime.fingerprint import fingerprint
from rulewright.interpreter.runtime.history import INTERJECTION, Answer, Origin
from rulewright.interpreter.runtime.machine import Machine

FORMAT = 1
_FIELDS = {"rulewright_save", "rulebook", "variants", "options", "digest", "players", "seed", "answers", "hash"}

Data = dict[str, Any]


def saved(origin: Origin, answers: Any, M: Machine) -> Data:
    if origin.seed is None:
        raise SaveProblem("an imagined game cannot be saved: it never happened")
    return {
        "rulewright_save": FORMAT,
        "rulebook": origin.code.program.name,
        "variants": list(origin.code.program.variants),
        "options": settings(origin.code.program),
        "digest": origin.code.digest,
        "players": origin.players,
        "seed": origin.seed,
        "answers": [_written(answer) for answer in history.listed(answers)],
        "hash": fingerprint(M),
    }


def settings(program: Program) -> dict[str, str]:
    """The options of a program as they were settled, in the words in which they are given."""
    words = {enum.name: enum.members for enum in program.enums} | {"flag": ("no", "yes")}
    return {
        option.name: words[option.type][option.value] if option.type in words else str(option.value)
        for option in program.options
    }


def _written(answer: Answer) -> Data:
    seat, ids, branch = answer
    if branch == INTERJECTION:
        return {"seat": seat, "interject": ids[0]}
    return {"seat": seat, "answer": list(ids), **({"branch": branch} if branch >= 0 else {})}


def restored(code: Code, data: Any) -> tuple[Origin, Machine, Any]:
    """Where it began, the machine, and the chain of answers."""
    origin, answers, changed = _read(code, data)
    try:
        M = origin.machine()
    except RulesFault as fault:
        raise SaveProblem(f"this game cannot even begin any more: {fault.message}", 0) from fault
    chain: Any = None
    for number, answer in enumerate(answers):
        try:
            history.take(M, *answer)
        except (IllegalAnswer, RulesFault) as problem:
            # A fault may have left the machine in the middle of an answer.
            M = history.replayed(origin, answers[:number])
            words = problem.reason if isinstance(problem, IllegalAnswer) else problem.message
            why = "the rulebook has changed since, and" if changed else "this save is damaged:"
            raise SaveProblem(
                f"{why} answer {number + 1} of {len(answers)} does not fit ({words})", number, (origin, M, chain)
            ) from problem
        chain = (chain, *answer)
    if not changed and fingerprint(M) != data["hash"]:
        raise SaveProblem("this save is damaged: its answers lead to another state than the one that was saved")
    return origin, M, chain


def _read(code: Code, data: Any) -> tuple[Origin, list[Answer], bool]:
    if not isinstance(data, dict) or "rulewright_save" not in data:
        raise SaveProblem("this is not a saved game")
    if data["rulewright_save"] != FORMAT:
        raise SaveProblem(f"this game was saved in format {str(data['rulewright_save'])[:20]!r}, and I read {FORMAT}")
    if set(data) != _FIELDS:
        odd = sorted(_FIELDS ^ {str(key) for key in data})
        raise SaveProblem(f"this save is damaged: {', '.join(odd)[:100]} is missing or too much")
    program = code.program
    if data["rulebook"] != program.name:
        raise SaveProblem(f"this is a game of {str(data['rulebook'])[:60]}, and this rulebook is {program.name}")
    players, seed = data["players"], data["seed"]
    if type(players) is not int or not program.least_players <= players <= program.most_players:
        raise SaveProblem("this save is damaged: the number of players is not one that can play")
    if type(seed) is not int:
        raise SaveProblem("this save is damaged: its seed is no number")
    if not isinstance(data["answers"], list):
        raise SaveProblem("this save is damaged: its answers are not a list")
    answers = [_answer(number, each) for number, each in enumerate(data["answers"])]
    return Origin(code, players, seed), answers, data["digest"] != code.digest


def _answer(number: int, data: Any) -> Answer:
    wrong = SaveProblem(f"this save is damaged: answer {number + 1} is no answer", number)
    if not isinstance(data, dict) or not isinstance(data.get("seat"), str):
        raise wrong
    if set(data) == {"seat", "interject"} and isinstance(data["interject"], str):
        return data["seat"], (data["interject"],), INTERJECTION
    if not {"seat", "answer"} <= set(data) <= {"seat", "answer", "branch"}:
        raise wrong
    ids, branch = data["answer"], data.get("branch", -1)
    if not isinstance(ids, list) or not all(isinstance(each, str) for each in ids) or type(branch) is not int:
        raise wrong
    if branch < -1:
        raise wrong
    return data["seat"], tuple(ids), branch
