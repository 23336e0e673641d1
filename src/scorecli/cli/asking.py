"""Questions on a terminal: each answer is checked at once, and may be given again."""

import contextlib
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from scorecli.interview import Step

BACK = "<"
HINT = "?"


def ask_all(steps: "Sequence[Step]") -> None:
    """Ask all questions that are needed, in order; an answer that cannot be used is asked again.

    `<` goes back to the question before, `?` tells how to answer.

    Raises:
        KeyboardInterrupt: if there is nobody to answer any more.
    """
    from scorecli.errors import UsageError
    from scorecli.report.plain import brief

    # Editing and recalling lines, where the system has it.
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
    tell(f"{BACK} goes back to the question before, {HINT} tells how to answer.")
    place = 0
    asked: list[int] = []
    while place < len(steps):
        step = steps[place]
        if not step.needed():
            place += 1
            continue
        text = ask(step.question)
        if text.strip() == BACK:
            place = asked.pop() if asked else 0
            continue
        if text.strip() == HINT:
            tell(step.hint)
            continue
        try:
            understood = step.answer(text)
        except UsageError as error:
            typer.echo(f"  {brief(str(error), 1000)}", err=True)
            continue
        for line in understood:
            tell(f"  {line}")
        asked.append(place)
        place += 1


def ask(question: str) -> str:
    """The answer to a question.

    Raises:
        KeyboardInterrupt: if there is nobody to answer any more.
    """
    try:
        if sys.stdout.isatty():
            return input(f"{question} ")
        typer.echo(f"{question} ", nl=False, err=True)
        return input()
    except EOFError:
        tell("")
        raise KeyboardInterrupt from None


def tell(line: str) -> None:
    """Say something between questions; not among what is printed into a file."""
    typer.echo(line, err=not sys.stdout.isatty())
