"""Makes the pictures of the documentation: `make pictures`, or `python -m docs.pictures.make [FOLDER]`.

A screen is what `rulewright play` itself shows on a terminal, at a fixed seed, to somebody who types a few answers;
rich draws it as SVG. A plot is what `rulewright simulate --plot` writes. Both come out the same on every machine.
"""

import io
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tests.end_to_end.shell import COMMAND, Terminal, environment

HERE = Path(__file__).parent
COLUMNS, LINES = 100, 50
MOVES_CURSOR = re.compile(r"\x1b\[(?![\d;]*m)[\d;?]*[A-Za-z]")  # or clears the screen: all but colours


@dataclass(frozen=True)
class Screen:
    """A person in the first seat against the greedy bot, who types these answers."""

    name: str
    book: str
    seed: int
    answers: tuple[str, ...]
    shown: int  # how many of the last prompts are in the picture

    def svg(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            parts = self._played(Path(folder))
        first, *others = parts[-self.shown :]
        _, _, first = first.partition("\n")  # what was typed at a prompt that is not in the picture
        console = Console(file=io.StringIO(), record=True, width=COLUMNS, force_terminal=True, highlight=False)
        console.print(Text.from_ansi("".join([first.lstrip("\n"), *others])))
        command = f"rulewright play {self.book} --seed {self.seed}"
        return console.export_svg(title=command, code_format=FORMAT, unique_id=self.name.replace("_", "-"))

    def _played(self, folder: Path) -> list[str]:
        """What came before each prompt, with what was typed at the one before it."""
        arguments = ("play", self.book, "--seed", str(self.seed), "--no-save")
        parts = []
        with Terminal(
            *arguments, state=folder, size=(COLUMNS, LINES), variables={"TERM": "xterm-256color"}
        ) as terminal:
            for answer in self.answers:
                parts.append(terminal.wait_for("> "))
                terminal.type(answer)
            parts.append(terminal.wait_for("> "))
        return [MOVES_CURSOR.sub("", part) for part in parts]


SCREENS = (
    Screen("hemloch", "hemloch", seed=7, answers=("2", "1", "no", "1", "2", "card 1"), shown=2),
    Screen("city_of_hemloch", "city_of_hemloch", seed=3, answers=("1",) * 6, shown=1),
)
PLOTTED = "hemloch"
PLOT = "hemloch_scores"
GAMES = 300


def plot(games: int = GAMES) -> str:
    """The scores of so many games between greedy bots."""
    with tempfile.TemporaryDirectory() as folder:
        command = [COMMAND, "simulate", PLOTTED, "--games", str(games), "--seed", "1", "--plot", folder]
        subprocess.run(command, env=environment(Path(folder)), stdout=subprocess.DEVNULL, check=True)
        return (Path(folder) / "scores.svg").read_text(encoding="utf-8")


# Rich's own frame fetches its letters from the net. This one takes what the reader's machine has, and every run of
# letters says how wide it is, so that the columns stay straight whatever that is.
FORMAT = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
    font-family: ui-monospace, "DejaVu Sans Mono", "Liberation Mono", Menlo, Consolas, monospace;
    font-size: {char_height}px;
    line-height: {line_height}px;
}}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    folder.mkdir(parents=True, exist_ok=True)
    for screen in SCREENS:
        (folder / f"{screen.name}.svg").write_text(screen.svg(), encoding="utf-8")
    (folder / f"{PLOT}.svg").write_text(plot(), encoding="utf-8")


if __name__ == "__main__":
    main()
