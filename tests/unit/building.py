"""Parts of hand-built programs: each takes what matters and fills in the rest."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.ir import program as ir

TRUE = ("const", 1)
ZERO = ("const", 0)
ME = ("slot", 0)
THIS = ("local", 0)


def column(name: str, owner: str, first: int, count: int, base: int, **other: Any) -> ir.Column:
    fields: dict[str, Any] = {
        "type": "number",
        "constant": False,
        "initial": (0,) * count,
        "low": None,
        "high": None,
        "seen": "all",
    }
    return ir.Column(name=name, owner=owner, first=first, count=count, base=base, **{**fields, **other})


def zone(name: str, first: int, count: int, **other: Any) -> ir.Zone:
    fields: dict[str, Any] = {
        "keys": (),
        "owner_key": -1,
        "holds": ((2, 3),),
        "ordered": True,
        "capacity": -1,
        "seen": "all",
        "board": None,
    }
    fields |= other
    types = tuple("entity" if at == fields["owner_key"] else "number" for at in range(len(fields["keys"])))
    return ir.Zone(name=name, label=name.title(), first=first, count=count, **{"key_types": types, **fields})


def block(*instrs: Any) -> ir.Block:
    return ir.Block(instrs=instrs[:-1], end=instrs[-1], spans=(0,) * len(instrs))


def function(name: str, role: str, *blocks: ir.Block, **other: Any) -> ir.Function:
    params: tuple[str, ...] = other.pop("params", ())
    fields: dict[str, Any] = {
        "param_types": ("entity",) * len(params),
        "slots": ("me", *params, *other.pop("lets", ())),
        "fields": (),
        "body": 0,
        "prefix": (),
        "text": "",
        "cite": "",
        "span": 0,
    }
    fields.update(other)
    lets = len(fields["slots"]) - 1 - len(params)
    fields.setdefault("slot_types", ("player", *fields["param_types"], *("number",) * lets))
    return ir.Function(name=name, label=name.title(), role=role, params=params, blocks=blocks, **fields)


def site(name: str, form: str, owner: int, **other: Any) -> ir.Site:
    fields: dict[str, Any] = {
        "chooser": ME,
        "prompt": "",
        "type": "entity",
        "local": 0,
        "domain": ("list",),
        "wheres": (),
        "many": False,
        "least": TRUE,
        "most": TRUE,
        "ordered": False,
        "provided": (),
        "slot": 0,
        "alternatives": (),
        "menu": (),
        "passing": "",
        "secret": False,
        "prefix_at": -1,
        "cite": "",
        "span": 0,
    }
    return ir.Site(name=name, form=form, function=owner, **{**fields, **other})


def value(name: str, body: Any, *params: str, **other: Any) -> ir.Value:
    fields: dict[str, Any] = {
        "param_types": ("entity",) * len(params),
        "type": "number",
        "modifiers": (),
        "public": True,
        "text": "",
        "cite": "",
        "span": 0,
    }
    return ir.Value(name=name, label=name.title(), params=params, body=body, **{**fields, **other})


def modifier(name: str, of: int, op: str, amount: Any, **other: Any) -> ir.Modifier:
    fields: dict[str, Any] = {
        "pieces": (),
        "this_arg": -1,
        "works": (),
        "guard": TRUE,
        "standing": False,
        "captured": 0,
        "cite": "",
        "span": 0,
    }
    return ir.Modifier(name=name, value=of, op=op, amount=amount, **{**fields, **other})


def rule(name: str, stage: str, target: int, body: int, **other: Any) -> ir.Rule:
    fields: dict[str, Any] = {
        "pieces": (),
        "this_arg": -1,
        "works": (),
        "reaction": False,
        "optional": "",
        "asked": None,
        "guard": TRUE,
        "once": None,
        "again": False,
        "standing": False,
        "captured": 0,
        "cite": "",
        "span": 0,
    }
    return ir.Rule(name=name, stage=stage, target=target, function=body, **{**fields, **other})


def const(number: int) -> ir.Expr:
    return ("const", number)


def slot(number: int) -> ir.Expr:
    return ("slot", number)


def local(number: int) -> ir.Expr:
    return ("local", number)


def require(test: ir.Expr, reason: str = "", cite: str = "") -> ir.PrefixItem:
    return ir.PrefixItem("require", test, 0, -1, reason, cite, 0)


def then_choose(number: int) -> ir.PrefixItem:
    return ir.PrefixItem("choose", TRUE, 0, number, "", "", 0)


def ask_step(form: str, **other: Any) -> ir.Step:
    fields: dict[str, Any] = {"function": -1, "seat": -1, "ids": (), "test": (), "text": "", "span": 0}
    return ir.Step(form=form, **{**fields, **other})


def program(name: str, **other: Any) -> ir.Program:
    """A program for two players, anna and ben; everything else is empty until it is given."""
    fields: dict[str, Any] = {
        "title": name.replace("_", " ").title(),
        "least_players": 2,
        "most_players": 2,
        "kinds": (ir.Kind("player", "player", 0, 2, "player"),),
        "enums": (),
        "columns": (column("active", "", 0, 1, 0, type="entity"),),
        "constants": (),
        "zones": (),
        "pieces": (2, 0),
        "places": (2, 0),
        "starts": (),
        "relations": (),
        "dice": (),
        "tables": (),
        "values": (),
        "modifiers": (),
        "sites": (),
        "rules": (),
        "parts": (),
        "interjections": (),
        "main": 0,
        "active": 0,
        "standing": -1,
        "score": -1,
        "examples": (),
        "invariants": (),
        "notes": (),
        "spans": tuple(ir.Place(f"{name}.rules", line, 1, "") for line in range(1, 40)),
    }
    fields.update(other)
    names: tuple[str, ...] = ("anna", "ben", *fields.pop("names", ()))
    fields.setdefault("labels", tuple(each.replace("_", " ").title() for each in names))
    fields.setdefault("backs", (0,) * fields["pieces"][1])
    fields.setdefault("alike", tuple(range(fields["pieces"][1])))
    fields.setdefault("state_size", sum(c.count for c in fields["columns"] if not c.constant))
    return ir.Program(version=ir.VERSION, name=name, names=names, **fields)
