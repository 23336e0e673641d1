"""A file from which a killed audit goes on: how far it came, and what it knows so far."""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from scorecli import __version__
from scorecli.batch.inputs import Source
from scorecli.batch.outputs import is_device
from scorecli.batch.part import Wanted
from scorecli.errors import ScorecliError, UsageError
from scorecli.files import atomic_writer
from scorecli.summary import CodeCount, MostNamed, Summary

FORMAT: Final = "scorecli.checkpoint/1"

_OPTIONS: Final = {
    "overrides": "--rule",
    "findings_file": "--findings",
    "results_file": "--results",
    "most_findings": "--max-findings",
}
"""Options of the command that have another name here."""

State = Mapping[str, Any]


class Checkpoint:
    """Where an audit keeps how far it came."""

    def __init__(self, path: str, sources: Sequence[Source], options: State) -> None:
        """Take the place and what the audit is about.

        Raises:
            UsageError: if an input cannot be read again, or the place is none for a file.
        """
        if is_device(path):
            raise UsageError(f"{path}: is no file that a checkpoint can be kept in")
        for source in sources:
            if source.streamed:
                raise UsageError(
                    f"{source.name}: can be read only once, so that no --checkpoint helps"
                )
        self.path = Path(path)
        self._about = {
            "format": FORMAT,
            "version": __version__,
            "options": json.loads(json.dumps(options)),
            "inputs": [_known_of(source) for source in sources],
        }

    @property
    def folder(self) -> Path:
        """Where what does not fit into the file is kept."""
        return Path(f"{self.path}.keys")

    @property
    def is_there(self) -> bool:
        """Whether it is written, by this run or by an earlier one."""
        return os.path.lexists(self.path)

    def load(self) -> State | None:
        """How far an earlier run came; None if there is none.

        Raises:
            UsageError: if it was another audit, with the reason.
            ScorecliError: if the file cannot be read.
        """
        if not self.is_there:
            return None
        state = self._read()
        about = {key: state.get(key) for key in self._about}
        if state.pop("digest", None) != _digest(state) or None in about.values():
            raise UsageError(
                f"{self.path}: is no checkpoint of an audit, or is damaged; remove it to begin anew"
            )
        if reason := self._other(about):
            raise UsageError(
                f"{self.path}: {reason}; remove it to begin anew, or go on as it was begun"
            )
        return state

    def _read(self) -> dict[str, Any]:
        """What stands in the file, empty if it is nothing of this kind."""
        try:
            state = json.loads(self.path.read_text("utf-8"))
        except OSError as error:
            message = f"{self.path}: cannot be read: {error.strerror or error}"
            raise ScorecliError(message) from None
        except (ValueError, RecursionError):
            return {}
        return state if isinstance(state, dict) else {}

    def save(self, state: State) -> None:
        """Write how far the audit came, whole or not at all.

        Raises:
            ScorecliError: if that cannot be written.
        """
        whole = json.loads(json.dumps({**self._about, **state}))
        with atomic_writer(self.path) as stream:
            json.dump({**whole, "digest": _digest(whole)}, stream, ensure_ascii=True)

    def remove(self) -> None:
        """Remove it: the audit has come to its end."""
        self.path.unlink(missing_ok=True)

    def _other(self, about: State) -> str | None:
        """Why an earlier run was another audit."""
        for key in ("format", "version"):
            if about[key] != self._about[key]:
                return f"its {key} is {about[key]}, not {self._about[key]}"
        mine: State = self._about["options"]
        for key in sorted({*mine, *about["options"]}):
            if about["options"].get(key) != mine.get(key):
                return f"it was begun with another {_OPTIONS.get(key, f'--{key}')}"
        before = {one["name"]: one for one in about["inputs"]}
        now = {one["name"]: one for one in self._about["inputs"]}
        for name in [*before, *now]:
            if name not in now or name not in before:
                return f"{name} is {'not among the inputs any more' if name in before else 'new'}"
            if before[name] != now[name]:
                return f"{name} has changed since"
        return None if list(before) == list(now) else "the inputs stand in another order"


def _digest(state: State) -> str:
    """A digest of a state, by which a damaged one is known."""
    text = json.dumps(state, ensure_ascii=True, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _known_of(source: Source) -> dict[str, Any]:
    known = {"name": source.name, "size": source.size, "changed": source.changed}
    return {**known, "sample": source.sample() if source.size else ""}


def options_state(wanted: Wanted, **others: object) -> State:
    """The options that make the outcome what it is, for JSON."""
    fields = wanted._asdict()
    select = fields["select"]
    fields |= {
        "overrides": dict(wanted.overrides),
        "select": None if select is None else sorted(select),
        "ignore": sorted(wanted.ignore),
    }
    return {**fields, **others}


def summary_state(summary: Summary) -> State:
    """A summary for JSON."""
    fields = asdict(summary)
    fields["hands"] = [[*key, number] for key, number in summary.hands.items()]
    return fields


def summary_from(state: State) -> Summary:
    """The summary that a state tells of."""
    fields = {**state}
    fields["hands"] = {(game, status): number for game, status, number in state["hands"]}
    fields["codes"] = {code: CodeCount(**one) for code, one in state["codes"].items()}
    fields |= {name: MostNamed(**state[name]) for name in ("tables", "players")}
    return Summary(**fields)
