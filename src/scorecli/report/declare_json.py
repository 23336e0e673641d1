"""What some cards make and what was claimed of them as JSON, `scorecli.declare/1`."""

from typing import Any, Final

from scorecli.judging import JudgedCards, Judgement
from scorecli.report.combinations import combination_json

DECLARE_FORMAT: Final = "scorecli.declare/1"


def declared_json(declared: JudgedCards) -> dict[str, Any]:
    """Cards and claims for JSON; the points of a combination are those before any doubling."""
    pack, figures = declared.pack, declared.figures
    found = [combination for figure in figures for combination in figure.combinations]
    parts = {figure.name: figure.points for figure in figures} if len(figures) > 1 else {}
    return {
        "format": DECLARE_FORMAT,
        "variant": declared.variant,
        "cards": pack.codes_of(declared.cards),
        "combinations": [combination_json(pack, combination) for combination in found],
        "points": declared.points,
        **parts,
        "house_rules": {
            switch: {"value": value, "set_by": "option"}
            for switch, value in declared.house_rules.items()
        },
        "notes": list(declared.notes),
        "claims": [_judgement_json(declared, judgement) for judgement in declared.judgements],
    }


def _judgement_json(declared: JudgedCards, judgement: Judgement) -> dict[str, Any]:
    pack, claim = declared.pack, judgement.claim
    return {
        "claim": claim.text,
        "kind": None if claim.cards is not None else claim.kind,
        "cards": None if claim.cards is None else pack.codes_of(claim.cards),
        "points": claim.points,
        "verdict": judgement.verdict,
        "worth": judgement.worth,
        "reasons": [reason._asdict() for reason in judgement.reasons],
        "nearest": [combination_json(pack, combination) for combination in judgement.nearest],
        "one_more": None if judgement.one_more is None else list(judgement.one_more),
    }
