"""`rulewright list`: the rulebooks that can be played, or what is in one of them."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.varied import with_language, with_variants
from rulewright.interpreter import Loader
from rulewright.interpreter.diagnostics import escape

if TYPE_CHECKING:
    from rulewright.interpreter import Rulebook

WIDEST = 60  # letters of a title that others are lined up with
DEEPEST = 8  # variants of variants that are indented


@click.command("list")
@click.argument("book", metavar="[BOOK]", required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs: JSON.")
@with_variants
@with_language
def command(
    book: str | None, as_json: bool, variants: tuple[str, ...], options: dict[str, str], language: str | None
) -> int:
    """List the rulebooks in this folder, among your mods and those that are shipped, with their variants below them;
    or tell what is in one.

    Example:  rulewright list my_game.rules
    """
    if book is not None:
        from rulewright.interpreter import languages, load  # a mere list does not wait for the compiler

        about = contents(load(book, variants=variants, options=options, language=language))
        about["languages"] = list(languages(book))
        click.echo(json.dumps(about, indent=2, ensure_ascii=False) if as_json else _told(about))
        return 0
    rows = found()
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    if not rows:
        click.echo("I found no rulebooks here.")
        return 0
    lines = [(depth * "  " + escape(row["name"]), _called(row, depth), row["place"]) for depth, row in _tree(rows)]
    wide = [max(len(line[column]) for line in lines) for column in (0, 1)]
    for name, title, place in lines:
        click.echo(f"{name:<{wide[0]}}  {title:<{min(wide[1], WIDEST)}}  {place}")
    return 0


def _tree(rows: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each rulebook, and below it its variants, and theirs. What varies something that is not there comes last."""
    below: dict[str | None, list[dict[str, Any]]] = {}
    for row in rows:
        below.setdefault(row["variant_of"], []).append(row)
    told: set[str] = set()

    def tree(row: dict[str, Any], depth: int) -> Iterator[tuple[int, dict[str, Any]]]:
        if row["name"] not in told:
            told.add(row["name"])
            yield depth, row
            for each in below.get(row["name"], ()):
                yield from tree(each, min(depth + 1, DEEPEST))

    for row in below.get(None, ()):
        yield from tree(row, 0)
    for row in rows:
        if row["name"] not in told:
            told.add(row["name"])
            yield 0, row


def _called(row: dict[str, Any], depth: int) -> str:
    lost = f" (of {row['variant_of']}, which is not here)" if row["variant_of"] and not depth else ""
    return escape(row["title"] + lost)


def found() -> list[dict[str, Any]]:
    return [
        {
            "name": each.source.path.stem if each.source.path else each.heading.name,
            "title": each.heading.title,
            "file": each.source.name,
            "variant_of": each.heading.base,
            "place": each.place,
            "description": each.heading.description,
        }
        for each in Loader().entries()
    ]


def contents(book: "Rulebook") -> dict[str, Any]:
    """What a rulebook holds, as plain data."""
    program = book.program
    labels = dict(zip(program.names, program.labels, strict=True))
    return {
        "name": book.name,
        "title": book.title,
        "least_players": book.least_players,
        "most_players": book.most_players,
        "seats": [{"id": seat, "label": labels[seat]} for seat in book.seat_names(book.most_players)],
        "phases": [
            _named(each.name, each.label)
            for each in program.functions
            if each.role == "phase" and "." not in each.name  # `turns.turn` is a part of `turns`
        ],
        "kinds": [
            {**_named(each.name, each.label), "pieces": each.count} for each in program.kinds if each.sort == "piece"
        ],
        "options": [option_row(book, each) for each in program.options],
        "variants": list(program.variants),
        "known_variants": [_known(each) for each in found() if each["variant_of"] == book.name],
        "examples": [each.name for each in program.examples],
        "digest": book.digest,
    }


def option_row(book: "Rulebook", option: Any) -> dict[str, Any]:
    words = {enum.name: enum.members for enum in book.program.enums}.get(option.type)
    if option.type == "flag":
        words = ("no", "yes")
    choices = list(words) if words is not None else f"{option.low} to {option.high}"

    def word(value: int) -> str | int:
        return words[value] if words is not None else value

    return {
        "id": option.name,
        "label": option.label,
        "choices": choices,
        "default": word(option.default),
        "value": word(option.value),
    }


def _known(row: dict[str, Any]) -> dict[str, Any]:
    return {"id": row["name"], "label": row["title"], "description": row["description"]}


def _named(name: str, label: str) -> dict[str, Any]:
    return {"id": name, "label": label or name}


def _told(about: dict[str, Any]) -> str:
    least, most = about["least_players"], about["most_players"]
    number = str(most) if least == most else f"{least} to {most}"
    seats = ", ".join(each["label"] for each in about["seats"])
    rows = [f"{about['title']} ({about['name']})", f"players   {number}: {seats}"]
    parts = {
        "phases": [each["label"] for each in about["phases"]],
        "pieces": [f"{each['pieces']} {each['label']}" for each in about["kinds"]],
        "options": [_settled(each) for each in about["options"]],
        "variants": [f"{each['id']}: {each['label']}" for each in about["known_variants"]],
        "language": about["languages"] and [", ".join(about["languages"])],
        "examples": [str(len(about["examples"]))] if about["examples"] else [],
    }
    for word, items in parts.items():
        heads = [word, *[""] * (len(items) - 1)]
        rows += [f"{head:<8}  {item}" for head, item in zip(heads, items, strict=True)] if items else []
    return "\n".join(escape(row) for row in rows)


def _settled(option: dict[str, Any]) -> str:
    choices = option["choices"] if isinstance(option["choices"], str) else ", ".join(option["choices"])
    now = "" if option["value"] == option["default"] else f"; now {option['value']}"
    return f"{option['id']}: {option['label']} ({choices}; {option['default']} if not said{now})"
