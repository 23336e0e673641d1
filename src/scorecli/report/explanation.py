"""What a finding code means, shown: as text with its example run, and as JSON."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from scorecli.explain.catalogue import Example, Explanation
from scorecli.explain.examples import findings_of
from scorecli.ledger import Finding
from scorecli.report.markdown import print_markdown
from scorecli.report.plain import printable
from scorecli.report.result import finding_json
from scorecli.sheets import clause

CODES_FORMAT: Final = "scorecli.codes/1"


def print_codes(console: Console, explanations: Sequence[Explanation]) -> None:
    """Print a table of codes: code, severity, title."""
    code_width = max(len(one.code) for one in explanations)
    severity_width = max(len(one.severity) for one in explanations)
    for one in explanations:
        line = Text(f"{one.code:<{code_width}}  {one.severity:<{severity_width}}  {one.title}")
        line.stylize("bold", 0, len(one.code))
        console.print(line, soft_wrap=True)


def print_explanation(console: Console, explanation: Explanation) -> None:
    """Print all about a code; its example and its near miss are run."""
    head = Text(f"{explanation.code} ({explanation.severity}): {explanation.title}")
    head.stylize("bold", 0, len(explanation.code))
    console.print(head)
    console.print()
    print_markdown(console, explanation.meaning)
    for number in chain.from_iterable(explanation.clauses.values()):
        console.print()
        print_markdown(console, f"**{number}** {clause(number).text}")
    _print_example(console, "Example", explanation.example)
    _print_example(console, "Near miss", explanation.near_miss)


def codes_json(explanations: Sequence[Explanation]) -> dict[str, Any]:
    """Explanations for JSON; each example comes with what is found in it."""
    return {"format": CODES_FORMAT, "codes": [_explanation_json(one) for one in explanations]}


def _print_example(console: Console, title: str, example: Example) -> None:
    console.print()
    console.print(Text(title, style="bold"))
    print_markdown(console, example.why)
    console.print()
    for line in example.record.splitlines():
        console.print(Text(printable(line)), soft_wrap=True)
    console.print()
    options = "".join(f" --rule {switch}={value}" for switch, value in example.rules.items())
    findings = findings_of(example)
    console.print(f"scorecli {example.command}{options} finds{':' if findings else ' nothing.'}")
    for found in findings:
        print_markdown(console, _finding_words(found))


def _finding_words(found: Finding) -> str:
    clause_number = f" ({found.clause})" if found.clause else ""
    place = f" [{found.path}]" if found.path != "$" else ""
    return f"{found.severity} {found.code}{clause_number}: {printable(found.message)}{place}"


def _explanation_json(explanation: Explanation) -> dict[str, Any]:
    return {
        "code": explanation.code,
        "severity": explanation.severity,
        "title": explanation.title,
        "meaning": explanation.meaning,
        "clauses": explanation.clauses,
        "example": _example_json(explanation.example),
        "near_miss": _example_json(explanation.near_miss),
    }


def _example_json(example: Example) -> dict[str, Any]:
    return {
        "command": example.command,
        "record": example.record,
        "rules": example.rules,
        "why": example.why,
        "findings": [finding_json(found) for found in findings_of(example)],
    }
