"""The recorded hands of `fixtures/`, for the tests that hold them to what is said of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorecli.audit import Audit
from scorecli.seats import TEAMS
from tests.conftest import FIXTURES
from tests.one_hand import audited


def name_of(path: Path) -> str:
    """The name of a fixture as the list writes it."""
    return path.relative_to(FIXTURES).as_posix()


def record_of(name: str) -> dict[str, Any]:
    """A hand, such as `bologna/revoke`, as JSON."""
    record: dict[str, Any] = json.loads((FIXTURES / f"{name}.json").read_text("utf-8"))
    return record


def audit_of(name: str) -> Audit:
    """The audit of a hand."""
    return audited(record_of(name))


def codes(audit: Audit) -> list[str]:
    """The codes of all that is found."""
    return [found.code for found in audit.findings]


def figures(audit: Audit, team: str) -> Mapping[str, int | None]:
    """The figures of a team."""
    assert audit.score is not None
    return audit.score.figures[TEAMS.index(team)]


def outcome(audit: Audit) -> tuple[str | None, int | None]:
    """The winner and the margin."""
    assert audit.score is not None
    return audit.score.winner, audit.score.margin


def load_case(path: Path) -> dict[str, Any]:
    """A case as JSON: why it is there, its record, and what is expected."""
    case: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return case
