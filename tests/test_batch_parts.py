"""The parts of an audit that bound what it needs: keys on the disk, tables, outputs, extras."""

import signal
import threading
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorecli.audit_source import Audited, audit_piece
from scorecli.batch import duplicates, engine, tables
from scorecli.batch.division import START, Division, Position, Task
from scorecli.batch.duplicates import Duplicates
from scorecli.batch.inputs import Source, find_sources
from scorecli.batch.interrupts import Interrupts
from scorecli.batch.outputs import Output, put_in_place
from scorecli.batch.part import Wanted
from scorecli.batch.spans import Span, read_span
from scorecli.batch.tables import Tables
from scorecli.dealing.match_hands import deal_match
from scorecli.errors import ScorecliError
from scorecli.extras import imported
from scorecli.games import game_named
from scorecli.match.hand import MatchHand, hand_of
from scorecli.record.pieces import BrokenPiece, Place, RawRecord
from scorecli.record.writing import compact_text
from scorecli.same_hands import ID, Key, Keys, pack_key


def keys_of(numbers: list[tuple[int, int]]) -> Keys:
    """Keys with these digests, at these lines."""
    keys = Keys()
    for digest, line in numbers:
        key = Key(digest.to_bytes(12, "big"), ID, 0, line, -1)
        first = key.digest[0]
        keys.by_first[first] = keys.by_first.get(first, b"") + pack_key(key)
    return keys


@pytest.mark.parametrize("shift", [0, 84, 88])
def test_keys_that_come_twice(shift: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many keys there are and however they lie, those that came before are found."""
    monkeypatch.setattr(duplicates, "_MOST_SORTED", 8)
    monkeypatch.setattr(duplicates, "_MOST_OPEN", 3)
    chance = Random(shift)
    digests = [chance.randrange(150) << shift | chance.randrange(2) for _line in range(400)]
    spilled = tmp_path / "keys"
    scratch = tmp_path / "scratch"
    spilled.mkdir()
    scratch.mkdir()
    found = Duplicates(spilled)
    for line, digest in enumerate(digests, 1):
        found.add(keys_of([(digest, line)]))
    first: dict[int, int] = {}
    right = []
    for line, digest in enumerate(digests, 1):
        if digest in first:
            right.append((line, first[digest]))
        first.setdefault(digest, line)
    for _time in range(2):
        assert [(later.line, one.line) for later, one in found.found(scratch)] == right


def test_keys_can_be_forgotten_again(tmp_path: Path) -> None:
    """An audit that goes on forgets the keys that were added after the checkpoint."""
    spilled = Duplicates(tmp_path)
    spilled.add(keys_of([(5, 1)]))
    sizes = spilled.sizes()
    spilled.add(keys_of([(5, 2), (200 << 88, 3)]))
    spilled.go_back(sizes)
    assert spilled.sizes() == sizes
    (tmp_path / "scratch").mkdir()
    assert not list(spilled.found(tmp_path / "scratch"))


def hands_of_a_match(name: str, hands: int, table: int) -> Iterator[MatchHand]:
    """The hands of a match at a table."""
    for record in deal_match(game_named(name), table, hands):
        fields: Any = {**record, "table": table}
        piece = RawRecord(Place("log"), compact_text(fields).encode())
        outcome = audit_piece(piece, {})
        assert isinstance(outcome, Audited)
        yield hand_of(outcome.audit, outcome.place)


def test_the_table_that_was_not_played_at_for_longest_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With more tables than are remembered, a hand of a forgotten one is as if it came first."""
    first, second = hands_of_a_match("bologna", 2, 1)
    others = [next(hands_of_a_match("bologna", 1, table)) for table in (2, 3)]
    wrong = second._replace(carried={"NS": 1, "EW": 1})

    def codes(most: int) -> list[str]:
        monkeypatch.setattr(tables, "MOST_TABLES", most)
        open_tables = Tables()
        for hand in (first, *others):
            assert not open_tables.add(hand)
        return list({one.code for one in open_tables.add(wrong)})

    assert codes(3) == ["carried-mismatch"]
    assert codes(2) == ["carried-unchecked"]


def test_tables_are_kept_from_run_to_run() -> None:
    """What is kept of a table says of later hands what the table itself says."""
    hands = list(hands_of_a_match("minchiate", 9, 4))
    hands[6] = hands[6]._replace(carried={"NS": 77}, dealer=hands[5].dealer)
    hands[7] = hands[7]._replace(deal=3, players={"S": "somebody else"})
    for skipped in (False, True):
        for moment in range(1, 9):
            whole, begun = Tables(), Tables()
            for hand in hands[:moment]:
                assert whole.add(hand) == begun.add(hand)
            if skipped:
                whole.skip()
                begun.skip()
            gone_on = Tables()
            gone_on.go_back(begun.state())
            for hand in hands[moment:]:
                assert whole.add(hand) == gone_on.add(hand)


def test_an_interrupt_waits_for_the_end_of_a_part() -> None:
    """Inside `held` an interrupt waits, outside it comes at once."""
    done: list[str] = []
    with Interrupts() as interrupts:
        try:
            with interrupts.held():
                signal.raise_signal(signal.SIGINT)
                done.append("all")
        except KeyboardInterrupt:
            done.append("then the interrupt")
    with Interrupts(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    assert done == ["all", "then the interrupt"]


def test_interrupts_of_another_thread_are_left_alone() -> None:
    """Only the main thread can take interrupts over; elsewhere nothing changes."""
    before = signal.getsignal(signal.SIGINT)
    seen: list[Any] = []

    def enter() -> None:
        with Interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert seen == [before]


def test_an_output_appears_when_it_is_whole(tmp_path: Path) -> None:
    """Rows stand beside the place of the file until it is put there, or are removed."""
    path = tmp_path / "rows"
    output = Output(str(path), "head\n")
    output.write(["a\n", "b\n"])
    output.close()
    assert not path.exists()
    for _time in range(2):
        put_in_place(str(path), output.partial)
    assert path.read_text("utf-8") == "head\na\nb\n"
    other = Output(str(path))
    other.write(["c\n"])
    other.abandon()
    assert [one.name for one in tmp_path.iterdir()] == ["rows"]


def test_an_extra_that_is_missing() -> None:
    """What is not installed is said with what installs it."""
    with pytest.raises(ScorecliError, match=r"to fly: pip install 'scorecli\[wings\]'"):
        imported("wings", "to fly", "scorecli_wings", "scorecli_feathers")


@pytest.mark.parametrize("end", [None, 10])
def test_a_file_that_vanishes(end: int | None, tmp_path: Path) -> None:
    """A file that is gone when its turn comes is a broken piece, like any other."""
    (piece,) = read_span(Span(0, "log", str(tmp_path / "gone"), end=end))
    assert isinstance(piece, BrokenPiece)
    assert piece.problem.message == "cannot be read: No such file or directory"


def test_an_input_that_is_no_file_is_streamed(tmp_path: Path) -> None:
    """A device is read once, from its beginning on, and an empty one says so."""
    (source,) = find_sources(["/dev/null"])
    assert source == Source("/dev/null", 0, source.changed, streamed=True)
    (task,) = Division([source], tmp_path).tasks()
    assert task.after == Position(1)
    (piece,) = read_span(task.spans[0])
    assert isinstance(piece, BrokenPiece)
    assert piece.problem.message == "empty: no record here"


class _DeadWorkers:
    """Workers that take nothing and do nothing."""

    def submit(self, *_arguments: object) -> None:
        """Take nothing."""
        raise BrokenProcessPool

    def shutdown(self, **_options: object) -> None:
        """Let go of them."""


def test_workers_that_die_each_time_end_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no worker lives long enough to take a task the audit ends with the reason."""
    monkeypatch.setattr(engine, "ProcessPoolExecutor", lambda *_, **__: _DeadWorkers())
    task = Task((Span(0, "a.jsonl", "a.jsonl", end=1),), START, 1)
    with pytest.raises(ScorecliError, match="audits it dies each time"):
        list(engine.in_processes(2)(iter([task] * 9), Wanted({})))
