"""What several tests share."""

from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says more of the machine than of the program.
settings.register_profile("scorecli", deadline=None)
settings.load_profile("scorecli")

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every test as in a pipe of 80 columns, whatever the machine that runs it claims."""
    for variable in ("GITHUB_ACTIONS", "FORCE_COLOR", "PY_COLORS", "CLICOLOR_FORCE", "COLORTERM"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run a test in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
