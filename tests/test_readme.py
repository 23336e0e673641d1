"""The documents: every example in them is run, and prints what stands there."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from scorecli.ledger import BREACHES, CLAIM_CODES, SEVERITIES
from tests.conftest import FIXTURES, ROOT

DOCUMENTS: Final = ["README.md", "CONTRIBUTING.md", "docs/formats.md", "fixtures/README.md"]
CUT: Final = "..."
"""A line that stands for any number of lines of real output."""
_END: Final = "-- end of output --"
_FENCE: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NAMED: Final = re.compile(r"`([\w.-]+\.json)`[^`]*\Z")
_LINK: Final = re.compile(r"\]\(([^)#]+)")
_SAID_TO_PRINT: Final = re.compile(r"^ *print\(.*\)  # (.*)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a document; `name` is that of the file it is to be saved as, if any."""

    document: str
    line: int
    language: str
    text: str
    name: str | None

    def __str__(self) -> str:
        """Where it stands."""
        return f"{self.document}:{self.line}"


def blocks_of(document: str) -> Iterator[Block]:
    """The fenced blocks of a document, in order."""
    path = ROOT / document
    text = path.read_text(encoding="utf-8")
    for fence in _FENCE.finditer(text):
        named = _NAMED.search(text[: fence.start()])
        line = text.count("\n", 0, fence.start()) + 1
        yield Block(document, line, fence[1], fence[2], named[1] if named else None)


BLOCKS: Final = [block for document in DOCUMENTS for block in blocks_of(document)]


def written_in(language: str) -> list[Block]:
    """The blocks in one language."""
    return [block for block in BLOCKS if block.language == language]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the fixtures and the files that the documents say to save, as current one."""
    (tmp_path / "fixtures").symlink_to(FIXTURES)
    for block in written_in("json"):
        if block.name:
            (tmp_path / block.name).write_text(block.text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
    monkeypatch.setenv("PATH", path)
    return tmp_path


def outputs_of(commands: list[str]) -> list[str]:
    """Run commands one after the other in one shell, and return what each of them prints."""
    script = "".join(f"{command}\nset -- $?\necho '{_END}'\n(exit $1)\n" for command in commands)
    done = subprocess.run(
        ["sh", "-c", script],  # noqa: S607 - any shell will do
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
    )
    *outputs, _rest = done.stdout.split(f"{_END}\n")
    return outputs


def without_trailing_blanks(text: str) -> list[str]:
    """The lines of a text without the blanks that nobody sees."""
    return [line.rstrip() for line in text.splitlines()]


def pattern_of(expected: list[str]) -> str:
    """The regular expression that real output must match."""
    return "".join("(?:.*\n)*?" if line == CUT else f"{re.escape(line)}\n" for line in expected)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("block", written_in("console"), ids=str)
def test_commands_print_what_stands_there(block: Block) -> None:
    """Each `$ command` of a document prints the lines that follow it."""
    _, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    commands, expected = zip(*[part.split("\n", 1) for part in parts], strict=True)
    outputs = outputs_of(list(commands))
    assert len(outputs) == len(commands)
    for command, wanted, output in zip(commands, expected, outputs, strict=True):
        real = without_trailing_blanks(output)
        lines = without_trailing_blanks(wanted)
        if CUT in lines:
            matches = re.fullmatch(pattern_of(lines), "".join(f"{line}\n" for line in real))
            assert matches, f"$ {command}\n" + "\n".join(real)
        else:
            assert "\n".join(real) == "\n".join(lines), command


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("block", written_in("python"), ids=str)
def test_programs_print_what_stands_there(block: Block) -> None:
    """Each program of a document runs, and prints what a comment behind `print` says."""
    command = [sys.executable, "-c", block.text]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    printed = iter(done.stdout.splitlines())
    said = _SAID_TO_PRINT.findall(block.text)
    assert said
    assert all(line in printed for line in said), done.stdout


@pytest.mark.parametrize("block", written_in("json"), ids=str)
def test_json_is_json(block: Block) -> None:
    """Each block of JSON in a document can be read."""
    json.loads(block.text)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    """Each link of a document leads to a file of the project."""
    path = ROOT / document
    for link in _LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / link).exists(), link


def test_the_formats_name_what_decides() -> None:
    """The page about the formats names the findings that make a hand illegal or disputed."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    legal = page.partition("**`legal`")[2].partition("**`complete`")[0]
    claims = page.partition("**`claims`")[2].partition("**`status`**")[0]
    assert {code for code in SEVERITIES if f"`{code}`" in legal} == BREACHES
    named = {code for code in SEVERITIES if f"`{code}`" in claims}
    assert named == CLAIM_CODES | {"claim-unchecked"}


def test_the_documents_hold_examples() -> None:
    """The examples are found, those of the README in all the languages that it uses."""
    languages = {block.language for block in BLOCKS if block.document == "README.md"}
    assert languages == {"console", "json", "python"}


def test_no_block_goes_unchecked() -> None:
    """A block is in a language that is checked here, or in none."""
    assert {block.language for block in BLOCKS} <= {"console", "json", "python", ""}
