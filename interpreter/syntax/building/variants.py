"""Variants and their patches; options."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.building.reductions import (
    Children,
    of_class,
    tokens_of,
    words,
)
from rulewright.interpreter.syntax.building.things import TRAITS, Things
from rulewright.interpreter.syntax.building.values import Values


class Variants(Things, Values):
    def variant(self, c: Children) -> nodes.Variant:
        players, uses, includes, others, prefers = None, [], [], [], []
        for line in c:
            if isinstance(line, tuple):
                if line[0] == "players":
                    players = line[1:]
                elif line[0] == "use":
                    uses.extend(line[1])
                elif line[0] == "include":
                    includes.append(line[1])
                elif line[0] == "with":
                    others.extend(line[1])
            elif isinstance(line, nodes.Prefer):
                prefers.append(line)
        names = [self.name_of(t) for t in tokens_of(c, "NAME")]
        return nodes.Variant(
            names[0],
            names[1],
            self.label(c),
            players,
            tuple(uses),
            tuple(includes),
            tuple(others),
            tuple(prefers),
            **self.head(c),
        )

    def with_line(self, c: Children) -> tuple[Any, ...]:
        return ("with", [self.name_of(t) for t in tokens_of(c, "NAME")])

    def prefer(self, c: Children) -> nodes.Prefer:
        winner, loser = (self.name_of(t) for t in tokens_of(c, "NAME"))
        return nodes.Prefer(winner, loser)

    def replace(self, c: Children) -> nodes.Replace:
        return nodes.Replace(c[1], **self.head(c))

    def addition(self, c: Children) -> nodes.Addition:
        return nodes.Addition(c[1], **self.head(c))

    def remove(self, c: Children) -> nodes.Remove:
        name = c[2]
        text = words(name) if name.type == "STRING" else str(name)
        return nodes.Remove(str(c[1]), nodes.Name(text, self.token_span(name)), **self.head(c))

    def removed(self, c: Children) -> tuple[Any, ...]:
        return ("removed", self.first_name(c))

    def removed_of(self, c: Children) -> tuple[nodes.Name, ...]:
        return tuple(line[1] for line in c if isinstance(line, tuple) and line and line[0] == "removed")

    def change_piece(self, c: Children) -> nodes.ChangePiece:
        numbers = tokens_of(c, "NUMBER")
        return nodes.ChangePiece(
            self.first_name(c, "KIND"),
            self.first_name(c),
            self.label(c),
            int(numbers[0]) if numbers else None,
            tuple(of_class(c, nodes.Declaration)),
            self.removed_of(c),
            **self.head(c),
        )

    def change_kind(self, c: Children) -> nodes.ChangeKind:
        return nodes.ChangeKind(self.kind(c), **self.head(c))

    def added(self, c: Children) -> nodes.Added:
        return nodes.Added(self.name_of(c[3]), c[1], **self.head(c))

    def change_zone(self, c: Children) -> nodes.ChangeZone:
        said = tuple(TRAITS[line[0]] for line in c if isinstance(line, tuple))
        return nodes.ChangeZone(self.zone(c), said, False, None, (), (), **self.head(c))

    def change_board(self, c: Children) -> nodes.ChangeZone:
        said = tuple(TRAITS[line[0]] for line in c if isinstance(line, tuple))
        numbers = [int(t) for t in tokens_of(c, "NUMBER")]
        return nodes.ChangeZone(
            self.make_zone(c, []),
            said,
            True,
            (numbers[0], numbers[1]) if numbers else None,
            tuple(of_class(c, nodes.State)),
            tuple(of_class(c, nodes.Lines)),
            **self.head(c),
        )

    def change_state(self, c: Children) -> nodes.ChangeState:
        initial = of_class(c, nodes.Expr)
        return nodes.ChangeState(
            self.first_name(c),
            self.owner_of(c),
            self.label(c),
            next(iter(of_class(c, nodes.Type)), None),
            initial[0] if initial else None,
            self.seen_of(c),
            **self.head(c),
        )

    def change_value(self, c: Children) -> nodes.ChangeValue:
        body = of_class(c, nodes.Expr)
        return nodes.ChangeValue(
            self.first_name(c), self.label(c), self.text_of(c), body[0] if body else None, **self.head(c)
        )

    def change_option(self, c: Children) -> nodes.ChangeOption:
        default = of_class(c, nodes.Expr)
        return nodes.ChangeOption(
            self.first_name(c),
            self.label(c),
            next(iter(of_class(c, nodes.Type)), None),
            default[-1] if default else None,
            **self.head(c),
        )

    def change_enum(self, c: Children) -> nodes.ChangeEnum:
        return nodes.ChangeEnum(self.enum(c), **self.head(c))

    def change_die(self, c: Children) -> nodes.ChangeDie:
        return nodes.ChangeDie(self.die(c), **self.head(c))

    def change_words(self, c: Children) -> nodes.ChangeWords:
        old, new = tokens_of(c, "STRING")
        return nodes.ChangeWords(nodes.Name(words(old), self.token_span(old)), words(new), **self.head(c))

    def change_table(self, c: Children) -> nodes.ChangeTable:
        rows = tuple(line[1] for line in c if isinstance(line, tuple) and line[0] == "row")
        return nodes.ChangeTable(self.first_name(c), rows, **self.head(c))

    def changed_body(self, c: Children) -> tuple[Any, ...]:
        names = tokens_of(c, "NAME")
        name = self.name_of(names[0]) if names else nodes.Name("game", self.token_span(c[0]))
        return ("body", str(c[0]), name)

    def change_body(self, c: Children) -> nodes.ChangeBody:
        _, word, name = next(line for line in c if isinstance(line, tuple) and line[0] == "body")
        texts = [line[1] for line in c if isinstance(line, tuple) and line[0] == "text"]
        labels = [line[1] for line in c if isinstance(line, tuple) and line[0] == "label"]
        span = self.token_span(c[0]).to(name.span)
        return nodes.ChangeBody(
            word,
            name,
            texts[0] if texts else None,
            labels[0] if labels else None,
            tuple(of_class(c, nodes.Times)),
            tuple(of_class(c, nodes.Statement)),
            self.removed_of(c),
            tuple(of_class(c, nodes.AddToOffer)),
            tuple(of_class(c, nodes.Option)),
            span=span,
            cite=self.cite(span.line),
        )

    def change_times(self, c: Children) -> nodes.Times:
        return nodes.Times(self.first_name(c), c[3])

    def add_to_offer(self, c: Children) -> nodes.AddToOffer:
        actions = tuple(x[1] for x in c if isinstance(x, tuple) and x[0] == "offered")
        names = [self.name_of(token) for token in tokens_of(c, "NAME")]
        return nodes.AddToOffer(actions, names[0] if names else None, self.span(c))

    def add_option(self, c: Children) -> nodes.Option:
        option: nodes.Option = c[1]
        return option

    def change_text(self, c: Children) -> tuple[Any, ...]:
        return ("text", self.label(c))

    def change_label(self, c: Children) -> tuple[Any, ...]:
        return ("label", self.label(c))

    def option_line(self, c: Children) -> nodes.OptionLine:
        return nodes.OptionLine(
            self.first_name(c),
            self.label(c),
            of_class(c, nodes.Type)[0],
            of_class(c, nodes.Expr)[-1],
            **self.head(c),
        )
