"""Saves: where a game began and every answer since, as plain data; and back, whatever the data is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.runtime import history
from rulewright.interpreter.runtime.code import Code
from rulewright.interpreter.runtime.decision import Decision
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault, SaveProblem
from rulewright.interpreter.runtime.fingerprint import fingerprint
from rulewright.interpreter.runtime.history import INTERJECTION, Answer, Origin
from rulewright.interpreter.runtime.machine import Machine
from rulewright.interpreter.runtime.names import in_words

FORMAT = 2
_OLDER = {"rulewright_save", "rulebook", "variants", "options", "digest", "players", "seed", "answers", "hash"}
_FIELDS = {1: _OLDER, FORMAT: {*_OLDER, "parts"}}  # by format

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
        "parts": dict(origin.code.parts),
        "players": origin.players,
        "seed": origin.seed,
        "answers": [_written(answer) for answer in history.listed(answers)],
        "hash": fingerprint(M),
    }


def settings(program: Program) -> dict[str, str]:
    """The options of a program as they were settled, in the words in which they are given."""
    return {option.name: in_words(program, option.type, option.value) for option in program.options}


def _written(answer: Answer) -> Data:
    seat, ids, branch = answer
    if branch == INTERJECTION:
        return {"seat": seat, "interject": ids[0]}
    return {"seat": seat, "answer": list(ids), **({"branch": branch} if branch >= 0 else {})}


def restored(code: Code, data: Any) -> tuple[Origin, Machine, Any]:
    """Where it began, the machine, and the chain of answers."""
    *_, (_, _, state) = retold(code, data)
    if data["digest"] == code.digest and fingerprint(state[1]) != data["hash"]:
        raise SaveProblem("this save is damaged: its answers lead to another state than the one that was saved")
    return state


def retold(code: Code, data: Any) -> Iterator[tuple[Answer | None, str, tuple[Origin, Machine, Any]]]:
    """The game before the first answer and after each: the answer, what had been asked, and where the game is.

    It is one machine that goes on: whoever wants to keep a moment copies it.
    """
    origin, answers = _read(code, data)
    try:
        M = origin.machine()
    except RulesFault as fault:
        raise SaveProblem(f"this game cannot even begin any more: {fault.message}", 0) from fault
    chain: Any = None
    yield None, "", (origin, M, chain)
    for number, answer in enumerate(answers):
        question = _question(M, answer)
        try:
            history.take(M, *answer)
        except (IllegalAnswer, RulesFault) as problem:
            # A fault may have left the machine in the middle of an answer.
            M = history.replayed(origin, answers[:number])
            words = problem.reason if isinstance(problem, IllegalAnswer) else problem.message
            asked = f', asked "{question}"' if question else ""
            raise SaveProblem(
                f"{_why(code, data)} answer {number + 1} of {len(answers)} does not fit: "
                f"{answer[0][:60]} chose {', '.join(answer[1])[:200] or 'nothing'}{asked} ({words})",
                number,
                (origin, M, chain),
            ) from problem
        chain = (chain, *answer)
        yield answer, question, (origin, M, chain)


def _question(M: Machine, answer: Answer) -> str:
    seat, _, branch = answer
    pending = next((p for p in M.pending if p[6] == branch and M.code.entity_names[p[2]] == seat), None)
    return Decision(M, pending).prompt if pending is not None else ""


def _why(code: Code, data: Data) -> str:
    if data["digest"] == code.digest:
        return "this save is damaged:"
    parts = changed_parts(code, data)
    told = f" ({', '.join(parts)})" if parts else ""
    return f"the rules have changed since{told}, and"


def changed_parts(code: Code, data: Data) -> tuple[str, ...]:
    """What of the rules is not what it was when the game was saved, as far as the save tells it."""
    found = []
    before, now = data.get("parts", {}), code.parts
    if before and now:
        for name in dict.fromkeys((*before, *now)):
            if before.get(name) != now.get(name):
                found.append(
                    f"{name} is {'new' if name not in before else 'gone' if name not in now else 'not what it was'}"
                )
    before, now = data["options"], settings(code.program)
    for name in dict.fromkeys((*before, *now)):
        if name not in now:
            found.append(f"the option {name} is gone")
        elif name not in before:
            found.append(f"the option {name} is new")
        elif before[name] != now[name]:
            found.append(f"the option {name} is {now[name]}, and was {before[name]}")
    return tuple(found)


def checked(data: Any) -> Data:
    """The same, if it is a save at all, whatever rulebook it is of."""
    if not isinstance(data, dict) or "rulewright_save" not in data:
        raise SaveProblem("this is not a saved game")
    fields = _FIELDS.get(data["rulewright_save"]) if type(data["rulewright_save"]) is int else None
    if fields is None:
        raise SaveProblem(f"this game was saved in format {str(data['rulewright_save'])[:20]!r}, and I read {FORMAT}")
    if set(data) != fields:
        odd = sorted(fields ^ {str(key) for key in data})
        raise SaveProblem(f"this save is damaged: {', '.join(odd)[:100]} is missing or too much")
    for field in ("options", *({"parts"} & fields)):
        words = data[field]
        if not isinstance(words, dict) or not all(isinstance(each, str) for pair in words.items() for each in pair):
            raise SaveProblem(f"this save is damaged: its {field} are not names with words")
    return data


def _read(code: Code, data: Any) -> tuple[Origin, list[Answer]]:
    program, data = code.program, checked(data)
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
    return Origin(code, players, seed), answers


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
