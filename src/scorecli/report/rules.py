"""Rule sheets shown: whole, by section or by clause, as text and as JSON."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from scorecli.report.markdown import print_markdown
from scorecli.sheets import Clause, Found, Section, Sheet

RULES_FORMAT: Final = "scorecli.rules/1"


def print_rules(console: Console, found: Sequence[Found]) -> None:
    """Print sheets, sections and clauses one after the other."""
    print_markdown(console, "\n\n".join(map(_markdown, found)))


def print_overview(console: Console, sheets: Sequence[Sheet]) -> None:
    """Print which sheets there are, and their sections."""
    for sheet in sheets:
        title = Text(f"{sheet.name}, revision {sheet.revision}: {sheet.title}")
        title.stylize("bold", 0, len(sheet.name))
        console.print(title)
        for section in sheet.sections:
            numbers = [clause.number for clause in section.clauses]
            reach = f" ({numbers[0]} to {numbers[-1]})" if numbers else ""
            console.print(Text(f"  {section.number or '':<4}{section.title}{reach}"))
        console.print()
    console.print("To read one: scorecli rules bologna, scorecli rules B6, scorecli rules B6.6")


def rules_json(found: Sequence[Found]) -> dict[str, Any]:
    """Sheets, sections and clauses for JSON; `kind` says which of them each is."""
    return {"format": RULES_FORMAT, "rules": [_found_json(one) for one in found]}


def _markdown(found: Found) -> str:
    """What was found, as its sheet writes it."""
    if found.clause:
        return f"**{found.clause.number}** {found.clause.text}"
    if found.section:
        return f"## {found.section.number} {found.section.title}\n\n{found.section.text}"
    return found.sheet.text


def _found_json(found: Found) -> dict[str, Any]:
    sheet, section, clause = found
    head = {"sheet": sheet.name, "revision": sheet.revision}
    if clause:
        return {"kind": "clause", **head, **_clause_json(clause)}
    if section:
        return {"kind": "section", **head, **_section_json(section)}
    sections = [_section_json(section) for section in sheet.sections]
    return {"kind": "sheet", **head, "title": sheet.title, "sections": sections}


def _section_json(section: Section) -> dict[str, Any]:
    """A section; its text, as written, has all of it, the clauses are taken out of it."""
    return {
        "number": section.number,
        "title": section.title,
        "text": section.text,
        "clauses": [_clause_json(clause) for clause in section.clauses],
    }


def _clause_json(clause: Clause) -> dict[str, Any]:
    return {"number": clause.number, "text": clause.text}
