"""The Markdown of the rule sheets for a terminal: headings, clauses, lists, tables, wrapped."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

_LABEL: Final = re.compile(r"\*\*(?P<bold>[^*]+)\*\* |(?P<item>\d+\.) ")
_ITEM_START: Final = re.compile(r"^(?=\d+\. )", re.MULTILINE)
_CLAUSE_INDENT: Final = 6
_ITEM_INDENT: Final = 4


def print_markdown(console: Console, markdown: str) -> None:
    """Print a text of the rule sheets, wrapped at the width of the console.

    It knows what the sheets use: headings, paragraphs (that of a clause begins with its number in
    bold), numbered lists and tables. Anything else is printed as it stands.
    """
    for number, block in enumerate(re.split(r"\n\s*\n", markdown.strip())):
        if number:
            console.print()
        for line in _lines(block, console.width):
            # The lines are wrapped already.
            console.print(line, soft_wrap=True)


def _lines(block: str, width: int) -> Iterator[Text]:
    if block.startswith("#"):
        yield Text(block.lstrip("# "), style="bold")
    elif block.startswith("|"):
        yield from _table(block.splitlines())
    else:
        for part in _ITEM_START.split(block):
            yield from _paragraph(part, width)


def _paragraph(part: str, width: int) -> Iterator[Text]:
    """A paragraph; the lines after its label, if it has one, stand to the right of the label."""
    label, indent = "", 0
    if found := _LABEL.match(part):
        label = found["bold"] or found["item"]
        indent = _CLAUSE_INDENT if found["bold"] else _ITEM_INDENT
        part = part[found.end() :]
    lines = textwrap.wrap(
        " ".join(part.split()),
        width,
        initial_indent=label.ljust(indent),
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    for number, line in enumerate(lines):
        text = Text(line)
        if not number:
            text.stylize("bold", 0, len(label))
        yield text


def _table(lines: Sequence[str]) -> Iterator[Text]:
    """A table as aligned columns, its heading in bold; code marks are left out."""
    rows = [
        [cell.strip() for cell in line.replace("`", "").strip("|").split("|")] for line in lines
    ]
    # The second line only divides the heading from the rest.
    del rows[1]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield Text("  ".join(cells).rstrip(), style="" if number else "bold")
