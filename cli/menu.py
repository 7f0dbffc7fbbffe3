"""What a person can choose from, numbered. Actions are shown with what can be chosen for them."""

from attrs import frozen

from rulewright.cli import answers
from rulewright.cli.pieces import Words
from rulewright.interpreter import Decision, Game, IllegalAnswer, Option, RulesFault

MOST = 24  # options; with more than this, actions are chosen first and the rest after


@frozen
class Choice:
    key: str  # what is typed for it
    option: Option
    note: str  # what is printed on the card
    steps: tuple[str, ...]  # the answers that it stands for, one after the other


@frozen
class Group:
    """The options of one action; or those of the whole question, without a title."""

    title: str
    choices: tuple[Choice, ...]


@frozen
class Menu:
    decision: Decision
    groups: tuple[Group, ...]

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(choice for group in self.groups for choice in group.choices)

    def meant(self, typed: str) -> list[list[str]]:
        """The answers that were typed, one after the other. Raises Unclear."""
        typed = typed.strip()
        if self.decision.form != "offer":
            return [answers.understand(typed, self.decision, [each.option.id for each in self.choices])]
        for choice in self.choices:
            if typed == choice.key:
                return [[step] for step in choice.steps]
        word = typed.casefold()
        actions = [each.id for each in self.decision.options if word in (each.id.casefold(), each.label.casefold())]
        if actions:
            return [[actions[0]]]
        found = [each for each in self.choices if word in self._names(each)]
        if not found:
            labels = {each.key: each.option.label for each in self.choices}
            short = answers.shortened(word, labels)
            found = [each for each in self.choices if each.key in short]
        if len(found) > 1:
            keys = " or ".join(each.key for each in found)
            raise answers.Unclear(f"That can be done in several ways: {keys}?")
        if found:
            return [[step] for step in found[0].steps]
        if not typed and len(self.choices) == 1:
            return [[step] for step in self.choices[0].steps]
        raise answers.Unclear(answers.unknown(typed, [each.key for each in self.choices], self.decision.ids))

    def _names(self, choice: Choice) -> set[str]:
        """A choice by its own name, or behind the name of its action."""
        own = {choice.option.id.casefold(), choice.option.label.casefold()}
        return own | {f"{choice.steps[0].casefold()} {each}" for each in own}

    def hint(self) -> str:
        """How many to name, in words; nothing where it goes without saying."""
        if self.decision.form == "offer":
            return "Press Enter for the only one." if len(self.choices) == 1 else ""
        return answers.wanted(self.decision)


def menu(game: Game, decision: Decision, words: Words) -> Menu:
    notes = _Notes(game, decision.seat, words)
    if decision.form == "offer":
        inside = [_choice_of(game, decision, option.id) for option in decision.options]
        number = sum(len(each.options) if each else 1 for each in inside)
        if number <= MOST:
            return Menu(decision, tuple(_grouped(decision, inside, notes)))
    pairs = zip(answers.keys(decision), notes.in_order(decision.options), strict=True)
    choices = tuple(Choice(key, each, notes.on(each, decision.options), (each.id,)) for key, each in pairs)
    return Menu(decision, (Group("", choices),))


def _grouped(decision: Decision, inside: list[Decision | None], notes: "_Notes") -> list[Group]:
    groups: list[Group] = []
    number = 0
    for action, choice in zip(decision.options, inside, strict=True):
        choices = []
        for option in notes.in_order(choice.options) if choice else [action]:
            number += 1
            note = notes.on(option, choice.options) if choice else ""
            steps = (action.id, option.id) if choice else (action.id,)
            choices.append(Choice(str(number), option, note, steps))
        groups.append(Group(f"{action.label}: {choice.prompt}" if choice else "", tuple(choices)))
    return groups


def _choice_of(game: Game, decision: Decision, action: str) -> Decision | None:
    """What is chosen next if this action is taken, where looking ahead tells nothing new.

    That is so where the answer could be taken back: then no dice were rolled and no card was shown.
    """
    ahead = game.copy()
    try:
        ahead.apply(decision.seat, action, decision.id)
        following = ahead.decisions()
        if not ahead.undo(decision.seat):
            return None
    except (IllegalAnswer, RulesFault):
        return None
    if len(following) != 1 or following[0].seat != decision.seat or following[0].rule != action:
        return None
    return following[0] if following[0].form == "choose" and following[0].least == following[0].most == 1 else None


class _Notes:
    """What a person should know of an option besides its name."""

    def __init__(self, game: Game, seat: str, words: Words) -> None:
        self._facts: dict[str, str] = {}  # what is printed on a piece
        self._places: dict[str, str] = {}  # where it lies
        self._seen: dict[str, int] = {}  # which of the pieces on the table it is, as the table shows them
        for zone in game.view(seat)["zones"]:
            for place in zone["places"]:
                for piece in place.get("pieces", []):
                    if piece["id"] is not None:
                        facts = words.facts(piece)
                        self._facts[piece["id"]] = ", ".join(f"{name} {value}".strip() for name, value in facts)
                        self._places[piece["id"]] = place["label"]
                        self._seen[piece["id"]] = len(self._seen)

    def in_order(self, options: tuple[Option, ...]) -> list[Option]:
        """Pieces as the table shows them, so that a hand and its options read alike; all else as the rules have it."""
        seen = sorted((each for each in options if self._lies(each)), key=lambda each: self._seen[each.entities[0]])
        pieces = iter(seen)
        return [next(pieces) if self._lies(each) else each for each in options]

    def _lies(self, option: Option) -> bool:
        return len(option.entities) == 1 and option.entities[0] in self._seen

    def on(self, option: Option, among: tuple[Option, ...]) -> str:
        told = [self._facts[each] for each in option.entities if self._facts.get(each)]
        if len({self._place(each) for each in among if self._lies(each)}) > 1:
            told.append(self._place(option))
        return ", ".join(each for each in told if each)

    def _place(self, option: Option) -> str:
        return ", ".join(self._places[each] for each in option.entities if each in self._places)
