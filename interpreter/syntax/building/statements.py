"""Statements."""

from __future__ import annotations

from typing import Any

from lark import Token

from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.building.expressions import Expressions
from rulewright.interpreter.syntax.building.reductions import (
    Children,
    of_class,
    tokens_of,
)


class Statements(Expressions):
    def line(self, c: Children) -> nodes.Statement:
        return c[0]  # type: ignore[no-any-return]

    def let(self, c: Children) -> nodes.Let:
        return nodes.Let(self.first_name(c), c[-1], **self.head(c))

    def field(self, c: Children) -> nodes.Field:
        types = of_class(c, nodes.Type)
        return nodes.Field(self.first_name(c), types[0] if types else None, c[-1], **self.head(c))

    def set(self, c: Children) -> nodes.Assign:
        return nodes.Assign("set", c[1], c[3], **self.head(c))

    def add(self, c: Children) -> nodes.Assign:
        return nodes.Assign("add", c[3], c[1], **self.head(c))

    def take(self, c: Children) -> nodes.Assign:
        return nodes.Assign("take", c[3], c[1], **self.head(c))

    def move(self, c: Children) -> nodes.Move:
        what, to = of_class(c, nodes.Expr)
        ends = [x[0] for x in c if isinstance(x, tuple)]
        return nodes.Move(bool(tokens_of(c, "K_ALL")), what, ends[0] if ends else "", to, **self.head(c))

    def top_of(self, c: Children) -> tuple[str]:
        return ("top",)

    def bottom_of(self, c: Children) -> tuple[str]:
        return ("bottom",)

    def swap(self, c: Children) -> nodes.Swap:
        return nodes.Swap(c[1], c[3], **self.head(c))

    def shuffle(self, c: Children) -> nodes.Shuffle:
        return nodes.Shuffle(c[1], **self.head(c))

    def roll(self, c: Children) -> nodes.Roll:
        names = [self.name_of(t) for t in tokens_of(c, "NAME")]
        return nodes.Roll(c[1], names[0], names[1], **self.head(c))

    def reroll(self, c: Children) -> nodes.Reroll:
        return nodes.Reroll(c[1], self.first_name(c), **self.head(c))

    def pick(self, c: Children) -> nodes.Pick:
        return nodes.Pick(self.first_name(c), c[3], self.where_of(c), **self.head(c))

    def flip(self, c: Children) -> nodes.Flip:
        return nodes.Flip(c[1], self.first_name(c), **self.head(c))

    def reveal(self, c: Children) -> nodes.Reveal:
        return nodes.Reveal(c[1], c[3], **self.head(c))

    def say(self, c: Children) -> nodes.Say:
        return nodes.Say(self.label(c), **self.head(c))

    def require(self, c: Children) -> nodes.Require:
        return nodes.Require(c[1], self.label(c), **self.head(c))

    def win(self, c: Children) -> nodes.Win:
        return nodes.Win(c[1], **self.head(c))

    def lose(self, c: Children) -> nodes.Lose:
        return nodes.Lose(c[1], **self.head(c))

    def rank(self, c: Children) -> nodes.Rank:
        return nodes.Rank(self.first_name(c), c[3], self.order_of(c), self.where_of(c), **self.head(c))

    def stop(self, c: Children) -> nodes.Stop:
        return nodes.Stop(self.first_name(c), **self.head(c))

    def end(self, c: Children) -> nodes.End:
        return nodes.End(**self.head(c))

    def proceed(self, c: Children) -> nodes.Proceed:
        args = [x for x in c if isinstance(x, list)]
        return nodes.Proceed(tuple(args[0]) if args else None, **self.head(c))

    def do(self, c: Children) -> nodes.Do:
        return nodes.Do(self.first_name(c), c[3], **self.head(c))

    def window(self, c: Children) -> nodes.Window:
        return nodes.Window(self.first_name(c), **self.head(c))

    def perform(self, c: Children) -> nodes.Perform:
        names = [self.name_of(t) for t in tokens_of(c, "NAME")]
        args = next((x for x in c if isinstance(x, list)), [])
        return nodes.Perform(names[0], tuple(args), names[1] if len(names) > 1 else None, **self.head(c))

    def answers(self, c: Children) -> nodes.Answers:
        return nodes.Answers(self.first_name(c), tuple(of_class(c, nodes.Expr)), **self.head(c))

    def stack(self, c: Children) -> nodes.Stack:
        expressions = of_class(c, nodes.Expr)
        return nodes.Stack(expressions[0], tuple(expressions[1:]), **self.head(c))

    def dice(self, c: Children) -> nodes.Dice:
        return nodes.Dice(tuple(self.name_of(t) for t in tokens_of(c, "NAME")), **self.head(c))

    def condition(self, c: Children) -> nodes.Condition:
        span = self.span(c[1:2])
        return nodes.Condition(c[1], self.label(c), self.cite(self.token_span(c[0]).line), span)

    also = reasoned = condition

    def provided(self, c: Children) -> tuple[str, nodes.Condition]:
        return ("provided", self.condition(c))

    def where(self, c: Children) -> tuple[str, nodes.Expr]:
        return ("where", c[1])

    def choose(self, c: Children) -> dict[str, Any]:
        quantity = next((x for x in c if isinstance(x, tuple) and x[0] == "quantity"), ("quantity", "one", None))
        chooser = self.asked(c)
        wheres = tuple(of_class(c, nodes.Condition))
        provided = tuple(x[1] for x in c if isinstance(x, tuple) and x[0] == "provided")
        name = self.first_name(c)
        domain = c[[isinstance(x, Token) and x.type == "K_IN" for x in c].index(True) + 1]
        return {
            "quantity": quantity[1], "number": quantity[2], "name": name, "domain": domain, "wheres": wheres,
            "prompt": self.label(c), "asking": chooser, "provided": provided, **self.head(c),
        }  # fmt: skip

    def up_to(self, c: Children) -> tuple[Any, ...]:
        return ("quantity", "up_to", c[2])

    def exactly(self, c: Children) -> tuple[Any, ...]:
        return ("quantity", "exactly", c[1])

    def any_number(self, c: Children) -> tuple[Any, ...]:
        return ("quantity", "any_number", None)

    def every_one(self, c: Children) -> tuple[Any, ...]:
        return ("quantity", "every", None)

    def chooser(self, c: Children) -> tuple[Any, ...]:
        return ("asking", c[1])

    def else_body(self, c: Children) -> tuple[str, nodes.Body]:
        return ("else", c[1])

    def choose_line(self, c: Children) -> nodes.Choose:
        return nodes.Choose(otherwise=self.else_of(c), **c[0])

    def else_of(self, c: Children) -> nodes.Body:
        found = [x[1] for x in c if isinstance(x, tuple) and x and x[0] == "else"]
        return found[0] if found else ()

    def offer(self, c: Children) -> dict[str, Any]:
        passing = (self.label(c) or "Pass") if tokens_of(c, "K_PASS") else None
        chooser = self.asked(c)
        actions = tuple(x[1] for x in c if isinstance(x, tuple) and x[0] == "offered")
        return {"actions": actions, "passing": passing, "asking": chooser, **self.head(c)}

    def offered(self, c: Children) -> tuple[Any, ...]:
        args = next((x for x in c if isinstance(x, list)), [])
        return ("offered", (self.first_name(c), tuple(args)))

    def offer_line(self, c: Children) -> nodes.Offer:
        return nodes.Offer(otherwise=self.else_of(c), **c[0])

    def if_statement(self, c: Children) -> nodes.If:
        branches = [(c[1], c[2])]
        branches += [x[1] for x in c[3:] if x[0] == "else_if"]
        return nodes.If(tuple(branches), self.else_of(c[3:]), **self.head(c))

    def else_if(self, c: Children) -> tuple[Any, ...]:
        return ("else_if", (c[1], c[2]))

    def for_statement(self, c: Children) -> nodes.For:
        return nodes.For(self.first_name(c), c[3], self.order_of(c[:-1]), self.where_of(c[:-1]), c[-1], **self.head(c))

    def repeat_times(self, c: Children) -> nodes.Repeat:
        names = tokens_of(c, "NAME")
        return nodes.Repeat(c[1], None, self.name_of(names[0]) if names else None, c[-1], **self.head(c))

    def repeat_until(self, c: Children) -> nodes.Repeat:
        return nodes.Repeat(None, c[2], None, c[-1], **self.head(c))

    def may_pay(self, c: Children) -> nodes.May:
        name = self.first_name(c)
        cost = nodes.Perform(name, tuple(c[2]), None, span=name.span.to(c[2].span))
        return nodes.May(cost, "", self.asked(c), c[-1], **self.head(c))

    def may_do(self, c: Children) -> nodes.May:
        return nodes.May(None, self.label(c), self.asked(c), c[-1], **self.head(c))

    def asked(self, c: Children) -> nodes.Expr | None:
        return next((x[1] for x in c if isinstance(x, tuple) and x and x[0] == "asking"), None)

    def ask(self, c: Children) -> nodes.Ask:
        return nodes.Ask(c[1], self.label(c), tuple(of_class(c, nodes.Option)), **self.head(c))

    def option(self, c: Children) -> nodes.Option:
        names = tokens_of(c, "NAME")
        if not isinstance(c[-1], tuple):  # an option that does nothing
            c = [*c, ()]
        tests = of_class(c[:-1], nodes.Expr)
        return nodes.Option(
            self.label(c),
            self.name_of(names[0]) if names else None,
            tests[0] if tests else None,
            c[-1],
            self.head_span(c),
        )

    def together(self, c: Children) -> nodes.Together:
        return nodes.Together(self.first_name(c), c[4], self.where_of(c[:-1]), c[-1], **self.head(c))

    def alternate(self, c: Children) -> nodes.Alternate:
        return nodes.Alternate(c[2], c[4], c[-1], **self.head(c))

    def each(self, c: Children) -> nodes.Each:
        return nodes.Each(c[3], c[-1], **self.head(c))

    def turn(self, c: Children) -> nodes.Turn:
        return nodes.Turn(c[2], c[-1], **self.head(c))

    def step(self, c: Children) -> nodes.Step:
        return nodes.Step(self.first_name(c), c[-1], **self.head(c))

    def until(self, c: Children) -> nodes.Until:
        return nodes.Until(self.first_name(c), tuple(of_class(c, nodes.Modify)), **self.head(c))

    def delayed(self, c: Children) -> nodes.Delayed:
        return nodes.Delayed(self.first_name(c), c[-1], **self.head(c))
