import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.files import write_whole

RULEWRIGHT = [sys.executable, "-m", "rulewright.cli.main"]

# A command that is added to the table to go wrong in the way the argument says.
BROKEN = """
import sys, types, click
from rulewright.cli import main
from rulewright.interpreter import SourceProblem

@click.command()
@click.argument("way")
def command(way):
    if way == "fault": raise RuntimeError("oops \\x1b[31m")
    if way == "deep": return command.callback(way)
    if way == "source": raise SourceProblem("rulebook-not-found", "None.", "tinny", ("tiny",))
    if way == "file": open("/no/such/folder/x")
    if way == "input": input()
    if way == "prompt": click.prompt("Which?")
    if way == "interrupt": raise KeyboardInterrupt
    if way == "exit": sys.exit(1)
    if way == "pipe":
        for number in range(100_000): click.echo(number)
    if way == "short": print("It stays in the buffer until the end.")
    if way == "letter": print("\\u6f22")

sys.modules["rulewright.cli.broken"] = module = types.ModuleType("broken")
module.command = command
main.COMMANDS["broken"] = ("broken", "")
main.main()
"""


def run(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RULEWRIGHT, *arguments], capture_output=True, text=True, cwd=cwd, env={**os.environ, **environment}
    )


def broken(way: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BROKEN, "broken", way],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "RULEWRIGHT_DEBUG": "", **environment},
    )


def test_help_imports_no_more_than_it_needs() -> None:
    script = (
        "import sys\n"
        "from rulewright.cli.main import rulewright\n"
        "rulewright.main(['--help'], standalone_mode=False)\n"
        "print('LOADED', sorted({'lark', 'rich', 'yaml', 'attr', 'rulewright.interpreter'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "List the rulebooks" in done.stdout
    assert done.stdout.endswith("LOADED []\n")


def test_the_version_is_told() -> None:
    assert run("--version").stdout.startswith("rulewright 0.")


def test_alone_it_shows_the_help() -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    assert "Commands:" in done.stdout


def test_a_mistyped_command_is_wrong_use() -> None:
    done = run("lst")
    assert done.returncode == 2
    assert "There is no command `lst`. Did you mean `list`?" in done.stderr


def test_an_unknown_option_is_wrong_use() -> None:
    assert run("list", "--loud").returncode == 2


def test_list_shows_the_rulebooks_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "tiny.rules").write_text('rulebook tiny "Tiny: \x1b[31m"\n', encoding="utf-8")
    (tmp_path / "night.rules").write_text('# A longer one.\nvariant night of tiny "The Night"\n', encoding="utf-8")
    (tmp_path / "latin.rules").write_bytes(b"\xe9")
    lines = run("list", cwd=tmp_path).stdout.splitlines()
    assert [" ".join(line.split()) for line in lines[:2]] == [
        "tiny Tiny: \\x1b[31m this folder",
        "night The Night this folder",
    ]
    assert lines[1].startswith("  night") and lines[2].endswith("  shipped")
    rows = json.loads(run("list", "--json", cwd=tmp_path).stdout)
    assert rows[0] == {
        "name": "night",
        "title": "The Night",
        "file": "night.rules",
        "variant_of": "tiny",
        "place": "this folder",
        "description": "A longer one.",
    }


@pytest.mark.parametrize(
    ("way", "code", "said"),
    [
        ("fault", 70, "this is a fault in Rulewright, not in your rulebook: RuntimeError: oops \\x1b[31m"),
        ("deep", 70, "this is a fault in Rulewright"),
        ("source", 1, "Hint: Did you mean `tiny`?"),
        ("file", 1, "I could not use /no/such/folder/x: No such file or directory."),
        ("input", 1, "The input ended"),
        ("prompt", 1, "The input ended"),
        ("interrupt", 130, "Stopped."),
        ("exit", 1, ""),
    ],
)
def test_whatever_happens_there_is_no_traceback(way: str, code: int, said: str) -> None:
    done = broken(way)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr + done.stdout


def test_a_developer_can_ask_for_the_traceback() -> None:
    done = broken("fault", RULEWRIGHT_DEBUG="1")
    assert done.returncode == 70
    assert "Traceback" in done.stderr


def test_a_letter_that_the_terminal_lacks_is_written_out() -> None:
    done = broken("letter", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (0, "\\u6f22\n")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_reader_that_leaves_is_no_fault(tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(BROKEN, encoding="utf-8")
    line = f"{{ '{sys.executable}' '{script}' broken pipe; echo $? >&2; }} | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("0\n", "141\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("way", ["pipe", "short"])
def test_a_full_disk_is_no_fault_of_ours(way: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", BROKEN, "broken", way], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (1, "I could not write all that I had to say: No space left on device.\n")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault(closed: str) -> None:
    done = subprocess.run(["bash", "-c", f"'{sys.executable}' -m rulewright.cli.main list {closed}"])
    assert done.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="needs permissions")
def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o600)
    write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "new" and path.stat().st_mode & 0o777 == 0o600
