"""Expressions of the IR as Python source.

Only numbers and names made here reach the compiler: `S`, `Z`, `M`, `F`, `l3` for a local, `s3` for a slot. A flag may
come out as True or False; where it is kept it is made a number (`kept`). A list comes out as any sequence; where it is
kept it is made a tuple.

Numbers are checked against 32 bits where they are stored, handed over or given back by a value, not at every operator:
Python's own integers cannot be wrong in between. What could be read by a wrong index (a property of none) is checked
at every read, unless the binder's list shows that it cannot happen.
"""

from __future__ import annotations

import re

from attrs import define, evolve, field

from rulewright.interpreter.ir.operations import EXPRESSIONS, walk
from rulewright.interpreter.ir.program import NONE, Column, Expr
from rulewright.interpreter.runtime.foresight import COSTLY, Foresight, Scope, grows
from rulewright.interpreter.runtime.generate_loops import Loops
from rulewright.interpreter.runtime.lasting import Lasting, by_seats, whole_zone
from rulewright.interpreter.runtime.machine import SLOTS, TAG
from rulewright.interpreter.runtime.primitives import LONGEST
from rulewright.interpreter.runtime.written_out import written_out

_SIMPLE = re.compile(r"-?\d+|[A-Za-z]\w*|F\[\d+\]")
_COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "div": "//"}


@define
class Expressions(Foresight):
    places_at: int  # index in S of the first piece's place, minus the first piece
    loops: Loops
    lasting: Lasting = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.lasting = Lasting(self.program)

    def slot(self, i: int, scope: Scope) -> str:
        return f"F[{SLOTS + i}]" if scope.in_frame else f"s{i}"

    # --- results that are kept --------------------------------------------------------------------------------------

    def kept(self, e: Expr, scope: Scope) -> str:
        """As it is stored, handed over or put into a list."""
        if self.is_many(e):
            return self.tuple_of(e, scope)
        source = self.one(e, scope)
        if grows(e):
            return f"fit({source})"
        return source if self.is_number(e) else f"+{source}"

    def tuple_of(self, e: Expr, scope: Scope) -> str:
        source = self.many(e, scope)
        if e[0] in ("slot", "local", "outer", "contents", "relation", "list", "concat", "players", "value", "printed"):
            return source
        if e[0] == "places" and not whole_zone(self.program, e):
            return source
        if e[0] in ("entities", "places"):
            return source if source.startswith("(") else f"tuple({source})"
        return f"tuple({source})"

    # --- single numbers ---------------------------------------------------------------------------------------------

    def entity(self, e: Expr, first: int, count: int, scope: Scope) -> str:
        """An entity that must lie in a range, else the rule is at fault."""
        source = self.one(e, scope)
        if self.lies_within(e, first, count, scope):
            return source
        if _SIMPLE.fullmatch(source):
            return f"({source} if {first} <= {source} < {first + count} else N({source}))"
        return f"within({source}, {first}, {first + count})"

    def column_index(self, c: Column, e: Expr, scope: Scope) -> str:
        if e[0] == "const" and c.first <= e[1] < c.first + c.count:
            return str(c.base + e[1])
        return _plus(c.base, self.entity(e, c.first, c.count, scope))

    def one(self, e: Expr, scope: Scope) -> str:
        """The source of an expression; it is bracketed, so that it can stand anywhere."""
        p = self.program
        match e:
            case ("const", n):
                return str(int(n)) if n >= 0 else f"({int(n)})"
            case ("slot", i):
                return self.slot(i, scope)
            case ("local", i):
                return f"l{int(i)}"
            case ("outer", f, i):
                # Code of a frame runs only while that frame is the innermost one.
                return f"F[{SLOTS + i}]" if scope.in_frame and f == scope.function else f"outer(M, {f})[{SLOTS + i}]"
            case ("global", c):
                column = p.columns[c]
                return str(p.constants[column.base]) if column.constant else f"S[{column.base}]"
            case ("prop", c, of):
                column = p.columns[c]
                return f"{'K' if column.constant else 'S'}[{self.column_index(column, of, scope)}]"
            case ("mod", a, ("const", n)) if n > 0:
                return f"({self.one(a, scope)} % {n})"
            case ("mod", a, ("count", ("players",))):
                return f"({self.one(a, scope)} % M.players)"
            case ("mod", a, b):
                return f"({self.one(a, scope)} % abs({self.one(b, scope)}))"
            case ("min" | "max" as op, a, b):
                return f"{op}({self.one(a, scope)}, {self.one(b, scope)})"
            case ("neg", a):
                return f"(-{self.one(a, scope)})"
            case ("not", a):
                return self.negated(a, scope)
            case ("eq", ("room", x), ("const", 0)) if self.capacity(x, scope) > 0:
                return f"(len({self.contents(x, scope)}) >= {self.capacity(x, scope)})"
            case ("eq" | "ne" as op, a, b) if self.is_many(a) or self.is_many(b):
                return f"({self.tuple_of(a, scope)} {_COMPARE[op]} {self.tuple_of(b, scope)})"
            case ("and" | "or" as op, a, b):
                return f"({self.one(a, scope)} {op} {self.one(b, scope)})"
            case (op, a, b) if op in _COMPARE or op in _ARITHMETIC:
                sign = _COMPARE.get(op) or _ARITHMETIC[op]
                return f"({self.one(a, scope)} {sign} {self.one(b, scope)})"
            case ("if", c, a, b):
                many = self.is_many(e)
                yes = self.tuple_of(a, scope) if many else self.one(a, scope)
                no = self.tuple_of(b, scope) if many else self.one(b, scope)
                return f"({yes} if {self.one(c, scope)} else {no})"
            case ("value" | "printed" as op, v, *args):
                name = "v" if op == "value" and p.values[v].modifiers else "p"
                plain = written_out(self, e, scope)
                return (
                    self.one(plain, scope)
                    if plain is not None
                    else f"{name}{v}({', '.join(['M', *(self.kept(a, scope) for a in args)])})"
                )
            case ("can", f, *args):
                return f"can{f}({', '.join(['M', *(self.kept(a, scope) for a in args)])})"
        return self._about_entities(e, scope)

    def negated(self, e: Expr, scope: Scope) -> str:
        """The source of `not e`."""
        match e:
            case ("not", a):
                return self.one(a, scope)
            case (op, a, b) if op in _OPPOSITE and not self.is_many(a) and not self.is_many(b):
                return self.one((_OPPOSITE[op], a, b), scope)
        return f"(not {self.one(e, scope)})"

    def _about_entities(self, e: Expr, scope: Scope) -> str:
        p = self.program
        match e:
            case ("table", t, *keys):
                return f"cell(T{t}, {', '.join(self.one(k, scope) for k in keys)})"
            case ("is", x, first, count):
                return f"({first} <= {self.one(x, scope)} < {first + count})"
            case ("in", x, ("entities", first, count)):
                return f"({first} <= {self.one(x, scope)} < {first + count})"
            case ("in", x, of):
                return f"({self.one(x, scope)} in {self.many(of, scope)})"
            case ("lies", piece, place):
                return f"(S[{_plus(self.places_at, self.entity(piece, *p.pieces, scope))}] == {self.one(place, scope)})"
            case ("at", piece):
                return f"S[{_plus(self.places_at, self.entity(piece, *p.pieces, scope))}]"
            case ("room", x) if self.capacity(x, scope) > 0:
                return f"max({self.capacity(x, scope)} - len({self.contents(x, scope)}), 0)"
            case ("owner" | "controller" | "room" as op, x):
                return f"{op}(M, {self.one(x, scope)})"
            case ("top", place):
                return f"({self.contents(place, scope)} or NOTHING)[0]"
            case ("bottom", place):
                return f"({self.contents(place, scope)} or NOTHING)[-1]"
            case ("place", z, *keys):
                return self._place(z, keys, scope)
            case ("key", z, k, place):
                zone = p.zones[z]
                stride = 1
                for _, _, count in zone.keys[k + 1 :]:
                    stride *= count
                offset = f"({self.entity(place, zone.first, zone.count, scope)} - {zone.first})"
                _, low, count = zone.keys[k]
                source = f"{offset} // {stride}" if stride > 1 else offset
                source = f"{source} % {count}" if k else source
                return f"({source} + {low})" if low else f"({source})"
            case ("face", pool, i):
                return f"(die({self.many(pool, scope)}, {self.one(i, scope)}) & 255)"
            case ("marked", pool, i):
                return f"(die({self.many(pool, scope)}, {self.one(i, scope)}) >> 8)"
            case ("tagged", n):
                return f"({scope.event}[{TAG}] == {n})" if scope.event else "False"
            case ("running" | "fizzled" as op, f):
                return f"{op}(M, {f})"
        return self._about_lists(e, scope)

    def _place(self, z: int, keys: list[Expr], scope: Scope) -> str:
        zone = self.program.zones[z]
        if not keys:
            return str(zone.first)
        if all(k[0] == "const" for k in keys):
            at = 0
            for key, (_, low, count) in zip(keys, zone.keys, strict=True):
                if not low <= key[1] < low + count:
                    return f"place({z}, {key[1]})"
                at = at * count + key[1] - low
            return str(zone.first + at)
        if len(keys) == 1:
            _, low, count = zone.keys[0]
            return _plus(zone.first - low, self.entity(keys[0], low, count, scope), bracket=True)
        sources = [self.one(k, scope) for k in keys]
        checks, checked, offset, terms = [], [], zone.first, []
        stride = zone.count
        for key, source, (_, low, count) in zip(keys, sources, zone.keys, strict=True):
            stride //= count
            known = self.range_of(key, scope)
            if known is None or known[0] < low or known[1] > low + count:
                checks.append(f"{low} <= {source} < {low + count}")
                checked.append(source)
            offset -= low * stride
            terms.append(source if stride == 1 else f"{source} * {stride}")
        reached = f"{' + '.join(terms)} + {offset}"
        if not checks:
            return f"({reached})"
        if not all(_SIMPLE.fullmatch(source) for source in checked):
            return f"place({z}, {', '.join(sources)})"
        return f"({reached} if {' and '.join(checks)} else place({z}, {', '.join(sources)}))"

    def _about_lists(self, e: Expr, scope: Scope) -> str:
        match e:
            case ("count", ("filter", local, _, _) as inner):
                inner = self.arranged(inner, scope)
                source, inside = self.over(inner, scope)
                return f"len([0 for l{local} in {source}{self._condition(inner[3], inside)}])"
            case ("count", ("players",)):
                return "M.players"
            case ("count", of):
                return f"len({self.many(of, scope)})"
            case ("nth", ("slot", a), ("slot", i)):
                items, at = self.slot(a, scope), self.slot(i, scope)
                return f"({items}[{at} - 1] if 1 <= {at} <= len({items}) else {NONE})"
            case ("nth" | "member" as op, of, i):
                return f"{op}({self.many(of, scope)}, {self.one(i, scope)})"
            case ("some" | "every" | "first", *_):
                return self._in_column(e, scope) or self.loops.call(self, e, scope)
            case ("sum" | "most" | "least" as op, local, _, what):
                source, inside = self.over(e, scope)
                each = f"[{self.one(what, inside)} for l{local} in {source}]"
                return f"sum({each})" if op == "sum" else f"{'max' if op == 'most' else 'min'}({each}, default=0)"
        if EXPRESSIONS[e[0]].gives == "many":
            return self.tuple_of(e, scope)
        raise AssertionError(f"unknown expression {e[0]!r}")

    def _in_column(self, e: Expr, scope: Scope) -> str:
        """Whether a value is found in a whole stretch of one column is a question that Python answers at once."""
        p = self.program
        match e:
            case ("some", local, of, ("eq", ("prop", c, ("local", i)), x)) if i == local:
                sign = "in"
            case ("every", local, of, ("ne", ("prop", c, ("local", i)), x)) if i == local:
                sign = "not in"
            case ("every", local, of, ("not", ("eq", ("prop", c, ("local", i)), x))) if i == local:
                sign = "not in"
            case _:
                return ""
        column = p.columns[c]
        if of[0] == "places" and whole_zone(p, of):
            of = ("entities", p.zones[of[1]].first, p.zones[of[1]].count)
        if of[0] != "entities" or of[2] < 1 or any(node == ("local", local) for node in walk(x)) or self.is_many(x):
            return ""
        if not column.first <= of[1] <= of[1] + of[2] <= column.first + column.count:
            return ""
        first = column.base + of[1]
        return f"({self.one(x, scope)} {sign} {'K' if column.constant else 'S'}[{first}:{first + of[2]}])"

    def over(self, e: Expr, scope: Scope) -> tuple[str, Scope]:
        """The list that an operation with a binder walks over, and the scope inside it."""
        local, of = e[1], e[2]
        costly = scope.costly or self.cost(e) > COSTLY
        if not costly and self.lasting.worth(of):
            source = self.loops.remembered(self, of, scope)
        else:
            source = self.many(of, evolve(scope, costly=costly))
        inside = evolve(scope.bound(local, self.members(of, scope)), costly=costly)
        return f"spend(M, {source})" if costly else source, inside

    def arranged(self, e: Expr, scope: Scope) -> Expr:
        """A loop with a test, so that as much of it as possible is looked up (lasting.py)."""
        op, local, of, test = e
        if op not in ("some", "first", "filter") or scope.costly or self.cost(e) > COSTLY:
            return e
        return (op, local, *self.lasting.split(local, of, test))

    def _condition(self, test: Expr, scope: Scope) -> str:
        return "" if test == ("const", 1) else f" if {self.one(test, scope)}"

    # --- lists ------------------------------------------------------------------------------------------------------

    def contents(self, place: Expr, scope: Scope) -> str:
        first, count = self.program.places
        if place[0] == "const" and first <= place[1] < first + count:
            return f"Z[{place[1] - first}]"
        return f"Z[{_plus(-first, self.entity(place, first, count, scope))}]"

    def many(self, e: Expr, scope: Scope) -> str:
        p = self.program
        match e:
            case ("range", ("const", a), ("const", b)) if b - a < LONGEST:
                return f"range({a}, {b + 1})"
            case ("range", a, b):
                return f"span({self.one(a, scope)}, {self.one(b, scope)})"
            case ("entities", first, count):
                # Short ranges are written out: a constant tuple is the cheapest thing to walk over.
                members = range(first, first + count)
                return f"({', '.join(map(str, members))},)" if 0 < count <= 16 else f"range({first}, {first + count})"
            case ("players",):
                return "PLAYERS[M.players]"
            case ("winners",):
                return "(M.result[0] if M.result else ())"
            case ("list", *items):
                return f"({', '.join(self.kept(i, scope) for i in items)},)" if items else "()"
            case ("contents", place):
                return self.contents(place, scope)
            case ("relation", r, of):
                relation = p.relations[r]
                index = self.entity(of, relation.first, len(relation.rows), scope)
                return f"R{r}[{_plus(-relation.first, index)}]"
            case ("places", z, *_) if whole_zone(p, e):
                return self.many(("entities", p.zones[z].first, p.zones[z].count), scope)
            case ("places", z, *keys):
                wanted = ["" if k == ("any",) else self.one(k, scope) for k in keys]
                # A list that lasts is made without the machine: it is asked only where it matters how many play.
                return self.loops.places(z, wanted, "M.players" if by_seats(p, e) else str(p.most_players))
            case ("indices", of):
                return f"range(len({self.many(of, scope)}))"
            case ("filter", local, _, _):
                e = self.arranged(e, scope)
                source, inside = self.over(e, scope)
                return f"[l{local} for l{local} in {source}{self._condition(e[3], inside)}]"
            case ("map", local, _, what):
                source, inside = self.over(e, scope)
                return f"[{self.kept(what, inside)} for l{local} in {source}]"
            case ("sort", local, of, keys):
                source, inside = self.over(e, scope)
                return f"sorted({source}, key={self.sort_key(local, of, keys, inside)})"
            case ("concat", a, b):
                return f"concat({self.many(a, scope)}, {self.many(b, scope)})"
            case ("distinct", of):
                return f"list(dict.fromkeys({self.many(of, scope)}))"
            case ("reverse", of):
                return f"{self.many(of, scope)}[::-1]"
            case ("take", of, n):
                return f"{self.many(of, scope)}[:max(0, {self.one(n, scope)})]"
            case ("without", of, x):
                return f"without({self.many(of, scope)}, {self.one(x, scope)})"
        return self.one(e, scope)

    def sort_key(self, local: int, of: Expr, keys: tuple[tuple[Expr, bool], ...], scope: Scope) -> str:
        inside = scope.bound(local, self.members(of, scope))
        parts = [f"-{self.one(k, inside)}" if descending else self.one(k, inside) for k, descending in keys]
        return f"lambda l{local}: ({', '.join(parts)},)"


def _plus(offset: int, source: str, bracket: bool = False) -> str:
    """source + offset, folded where both are known."""
    if re.fullmatch(r"-?\d+", source):
        return str(offset + int(source))
    whole = source if not offset else f"{source} + {offset}" if offset > 0 else f"{source} - {-offset}"
    return f"({whole})" if bracket and offset else whole
