"""Records in another form: the same hand, the same score, and nothing lost."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scorecli.cli.app import APP
from scorecli.converting import to_compact, to_long, to_piles
from scorecli.dealing.planting import deal_hands
from scorecli.games import GAMES, game_named
from scorecli.record.writing import canonical
from tests.naive.agreement import audit_of

Fields = dict[str, Any]
HANDS = 60


def hands_of(name: str) -> list[Fields]:
    """Complete hands of a game."""
    return list(deal_hands(game_named(name), 11, HANDS))


def run(*arguments: str, text: str | None = None) -> tuple[int, str]:
    """Run `convert`: its exit code and all that it printed."""
    result = CliRunner().invoke(APP, ["convert", *arguments], input=text)
    return result.exit_code, " ".join(result.output.split())


@pytest.mark.parametrize("name", GAMES)
def test_long_and_back_changes_nothing(name: str) -> None:
    """The long form of a record, made compact again, is the record."""
    for record in hands_of(name):
        long: Any = to_long(record)  # type: ignore[arg-type]  # a dealt record is one
        assert all(set(trick) == {"lead", "cards", "won_by"} for trick in long["tricks"])
        assert canonical(to_compact(long)) == canonical(record)  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize("name", GAMES)
def test_long_tricks_tell_leaders_and_winners(name: str) -> None:
    """The winner of a trick leads the next, and the dealer's right the first (B4.1, M4.1, P3.1)."""
    for record in hands_of(name):
        tricks: Any = to_long(record)["tricks"]  # type: ignore[arg-type]  # as above
        right = "SENW"[("SENW".index(record["dealer"]) + 1) % 4]
        leaders = [trick["lead"] for trick in tricks]
        assert leaders == [right, *[trick["won_by"] for trick in tricks[:-1]]]
        audited = audit_of({**record, "tricks": tricks})
        assert not {"wrong-leader", "wrong-winner"} & {one.code for one in audited.findings}


@pytest.mark.parametrize("name", GAMES)
def test_piles_score_as_the_tricks(name: str) -> None:
    """What a hand converted to piles is worth agrees with what was claimed of its tricks."""
    for record in hands_of(name):
        piles: Any = to_piles(record)  # type: ignore[arg-type]  # as above
        assert "tricks" not in piles
        audited = audit_of(piles)
        assert audited.hand.level == "piles"
        assert audited.status == "agreed", [one.message for one in audited.findings]


def test_declared_hands_are_kept() -> None:
    """Where only the tricks told the hand of a seat that declared all, the piles record has it."""
    for record in hands_of("bologna"):
        if not record["declarations"]:
            continue
        without = {key: value for key, value in record.items() if key != "hands"}
        piles: Any = to_piles(without)  # type: ignore[arg-type]  # as above
        assert set(record["declarations"]) == set(piles["hands"])
        assert audit_of(piles).status == "agreed"


def test_a_wrong_winner_is_kept() -> None:
    """A recorded winner that the play does not make is no repetition of it, and stays."""
    record = hands_of("piedicavallo")[0]
    long: Any = to_long(record)  # type: ignore[arg-type]  # as above
    right = long["tricks"][3]["won_by"]
    long["tricks"][3]["won_by"] = "SENW"[("SENW".index(right) + 1) % 4]
    compact: Any = to_compact(long)
    assert compact["tricks"][3] == long["tricks"][3]
    assert isinstance(compact["tricks"][2], list)
    assert to_long(compact) == long


def test_what_is_unfinished_has_no_piles(tmp_path: Path) -> None:
    """A hand that was broken off is refused with its place, and nothing at all is written."""
    first, second = hands_of("bologna")[:2]
    second["tricks"] = second["tricks"][:7]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f"{json.dumps(one)}\n" for one in (first, second)))
    output = tmp_path / "piles.jsonl"
    code, printed = run("piles", str(log), "--output", str(output))
    assert code == 2
    assert "log.jsonl:2" in printed
    assert "not all tricks are recorded" in printed
    assert not output.exists()


def test_what_piles_do_not_tell_is_refused() -> None:
    """Piles do not show that the Matto fell in the last trick, which can decide a deal (P3.5)."""
    code, printed = run("piles", "fixtures/piedicavallo/matto-in-last-trick.json")
    assert code == 2
    assert "piles would not tell all that counts" in printed


@pytest.mark.parametrize("code", ["revoke", "wrong-winner", "not-held", "discard-count"])
def test_a_fault_that_piles_would_hide_is_refused(code: str) -> None:
    """What is wrong in the play or between hands and tricks is not lost with the tricks."""
    refused = 0
    for record in deal_hands(game_named("bologna"), 4, 12, [code]):
        done, printed = run("piles", "-", text=json.dumps(record))
        if done:
            assert "piles would" in printed
            refused += 1
        else:
            piles = json.loads(printed)
            assert code in {one.code for one in audit_of(piles).findings}
    assert refused


def test_what_belongs_to_piles_is_not_overwritten() -> None:
    """What is said of the last trick beside the tricks is not replaced without a word."""
    record = {**hands_of("bologna")[0], "last_trick": "EW"}
    code, printed = run("piles", "-", text=json.dumps(record))
    assert code == 2
    assert "$.last_trick: last_trick belongs to piles" in printed


def test_a_dealer_without_recorded_discards_keeps_its_declaration() -> None:
    """The discards that the tricks tell are written down, for the dealer's hand needs them."""
    for record in hands_of("bologna"):
        without = {key: value for key, value in record.items() if key != "discards"}
        assert audit_of(to_piles(without)).status == "agreed"  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize("empty", [1, 2, 20])
def test_tricks_that_nobody_filled_in_stay_empty(empty: int) -> None:
    """Empty last tricks have no leader, and are written as they stand in either form."""
    record = hands_of("minchiate")[0]
    record["tricks"][-empty:] = [[]] * empty
    long: Any = to_long(record)  # type: ignore[arg-type]  # as above
    assert long["tricks"][-empty:] == [[]] * empty
    assert long["tricks"][-empty - 1]["won_by"] in "SENW"
    assert canonical(to_compact(long)) == canonical(record)  # type: ignore[arg-type]  # as above


def test_piles_stay_piles() -> None:
    """A record that has piles already is written as it is."""
    path = "fixtures/bologna/piles.json"
    formatted = CliRunner().invoke(APP, ["format", path]).stdout
    assert run("piles", path) == (0, " ".join(formatted.split()))


def test_tricks_that_contradict_themselves_are_refused() -> None:
    """A card that was played twice is named, as when the hand is scored."""
    record = hands_of("bologna")[0]
    record["tricks"][3][0] = record["tricks"][2][0]
    code, printed = run("long", "-", text=json.dumps(record))
    assert code == 2
    assert f"{record['tricks'][2][0]} stands twice" in printed
    assert "nothing was written" in printed


def test_records_without_tricks_stay_as_they_are() -> None:
    """A disputed declaration has no tricks that could have another form."""
    path = "fixtures/bologna/disputed-declaration.json"
    formatted = CliRunner().invoke(APP, ["format", path]).stdout
    assert run("long", path) == (0, " ".join(formatted.split()))


def test_an_unknown_form_names_the_nearest() -> None:
    """A mistyped form is refused with the one that was meant."""
    code, printed = run("pile", "-", text="{}")
    assert code == 2
    assert "did you mean 'piles'?" in printed


def test_an_input_is_not_written_over(tmp_path: Path) -> None:
    """Piles do not tell what the tricks told: the file that is read stays as it is."""
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(hands_of("bologna")[0]), "utf-8")
    before = path.read_bytes()
    link = tmp_path / "link.json"
    link.symlink_to(path)
    for output in (path, link):
        result = CliRunner().invoke(APP, ["convert", "piles", str(path), "-o", str(output)])
        assert "is an input, and would be written over" in str(result.exception)
    assert path.read_bytes() == before
