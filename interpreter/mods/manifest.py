"""mod.yaml: what a mod is called, who made it, what it changes, and which rulebooks it was made for.

It comes from strangers, so only the plainest YAML is read: texts, and one mapping of names to digests.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from attrs import field, frozen

from rulewright.interpreter.mods.problem import ModProblem
from rulewright.interpreter.source import MANIFEST, SourceProblem, decode, first_invisible
from rulewright.interpreter.source.plain_yaml import PlainLoader

LARGEST = 20_000  # bytes
MOST_BASES = 40
NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")
VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]*", re.ASCII)
DIGEST = re.compile(r"[0-9a-f]{64}")
LONGEST = {"version": 40, "author": 100, "changes": 1000}  # characters

SAMPLE = """name: short_autumn
version: "1.0"
author: Ann
changes: The game is over after one lap.
made_for:
    orchard: the digest that `rulewright list orchard --json` tells
"""


@frozen
class Manifest:
    name: str
    version: str
    author: str
    changes: str
    made_for: dict[str, str] = field(factory=dict)  # rulebooks by name, and the digests that they had then


def read_manifest(data: bytes, where: str = MANIFEST) -> Manifest:
    """The manifest in these bytes, or a ModProblem that says what is wrong with it."""
    return _manifest(_loaded(_text(data, where), where), where)


def write_manifest(manifest: Manifest) -> str:
    """As text: the same manifest gives the same text."""
    lines = [
        f"name: {manifest.name}",
        *(f"{key}: {_quoted(getattr(manifest, key))}" for key in LONGEST),
    ]
    if manifest.made_for:
        lines += ["made_for:", *(f"    {name}: {digest}" for name, digest in sorted(manifest.made_for.items()))]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _text(data: bytes, where: str) -> str:
    if len(data) > LARGEST:
        raise ModProblem(f"{where} has {len(data)} bytes. I read at most {LARGEST}.")
    try:
        text = decode(data, where)
    except SourceProblem as problem:
        raise ModProblem(problem.message) from None
    at = first_invisible(text, "\n")
    if at is not None:
        line = text.count("\n", 0, at) + 1
        raise ModProblem(f"{where} holds a character on line {line} that cannot be seen (U+{ord(text[at]):04X}).")
    return text


def _loaded(text: str, where: str) -> dict[str, Any]:
    try:
        data = yaml.load(text, PlainLoader)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        at = f" on line {mark.line + 1}" if mark is not None else ""
        raise ModProblem(f"I cannot read {where}{at}: {problem.problem}.") from None
    except (yaml.YAMLError, RecursionError, ValueError):
        raise ModProblem(f"I cannot read {where}: it is not YAML.") from None
    if not isinstance(data, dict):
        raise ModProblem(f"{where} should look like this:\n\n{_indented(SAMPLE)}")
    return data


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _manifest(data: dict[str, Any], where: str) -> Manifest:
    known = ("name", *LONGEST, "made_for")
    odd = [key for key in data if key not in known]
    if odd:
        raise ModProblem(f"{where} says `{odd[0][:40]}`, which means nothing to me. It can say {', '.join(known)}.")
    missing = [key for key in ("name", *LONGEST) if key not in data]
    if missing:
        raise ModProblem(f"{where} does not say its `{missing[0]}`. It should look like this:\n\n{_indented(SAMPLE)}")
    name = _line(data, "name", 60, where)
    if not NAME.fullmatch(name):
        raise ModProblem(f"{where}: a mod's name has small letters, digits and underscores (my_mod), not `{name}`.")
    texts = {key: _line(data, key, most, where) for key, most in LONGEST.items()}
    if not VERSION.fullmatch(texts["version"]):
        raise ModProblem(f"{where}: a version has letters, digits, dots and hyphens (1.0), not `{texts['version']}`.")
    return Manifest(name, **texts, made_for=_made_for(data.get("made_for", ""), where))


def _line(data: dict[str, Any], key: str, most: int, where: str) -> str:
    value = data[key]
    if not isinstance(value, str) or not value.strip():
        raise ModProblem(f"{where}: `{key}` should be a text on one line.")
    text = " ".join(value.split())
    at = first_invisible(text)
    if at is not None:
        # YAML has its own way to write such a character, so that it does not stand in the file itself.
        raise ModProblem(f"{where}: `{key}` holds a character that cannot be seen (U+{ord(text[at]):04X}).")
    if len(text) > most:
        raise ModProblem(f"{where}: `{key}` has {len(text)} characters. I read at most {most}.")
    return text


def _made_for(data: Any, where: str) -> dict[str, str]:
    if data == "":
        return {}
    if not isinstance(data, dict) or len(data) > MOST_BASES:
        raise ModProblem(f"{where}: `made_for` should have one line for each rulebook: its name and its digest.")
    for name, digest in data.items():
        if not NAME.fullmatch(name):
            raise ModProblem(f"{where}: `made_for` names `{name[:60]}`, which no rulebook can be called.")
        if not isinstance(digest, str) or not DIGEST.fullmatch(digest):
            raise ModProblem(
                f"{where}: the digest of `{name}` should have 64 digits from 0 to 9 and a to f. "
                f"`rulewright list {name} --json` tells it."
            )
    return dict(data)
