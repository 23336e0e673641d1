"""The analysis of a hand shown: as text and as JSON."""

from typing import Any, Final

from rich.console import Console
from rich.text import Text

from scorecli.analysing import Analysis, Discard, OneMore
from scorecli.cards import Pack
from scorecli.games.base import shown_setting
from scorecli.judging import Figure
from scorecli.report.combinations import combination_json
from scorecli.report.console import hanging
from scorecli.table.wording import how_many
from scorecli.typed_cards import grouped

ANALYSIS_FORMAT: Final = "scorecli.analysis/1"
_SHOWN: Final = 10


def print_analysis(console: Console, analysis: Analysis) -> None:
    """Print what the hand makes, then what one card would add, or what the dealer may lay away."""
    pack = analysis.pack
    hanging(console, Text(), Text(_answer(analysis), style="bold"))
    hanging(console, Text(), Text(_about(analysis), style="dim"))
    for note in analysis.notes:
        hanging(console, Text(), Text(f"note: {note}", style="dim"))
    if analysis.points and not analysis.discards:
        console.print()
        for figure in analysis.figures:
            _print_figure(console, analysis, figure)
    if analysis.one_more:
        console.print()
        console.print(Text("One card more", style="bold"))
        for row in analysis.one_more:
            hanging(console, Text(f"  {row.code:<5}+{row.points:<4}"), Text(_made(analysis, row)))
    if analysis.discards:
        console.print()
        console.print(Text("What may be laid away", style="bold"))
        for pair in analysis.discards[:_SHOWN]:
            hanging(console, Text(f"  {_codes(pack, pair):<9}"), Text(_kept(analysis, pair)))
        if (rest := len(analysis.discards) - _SHOWN) > 0:
            more = f"  and {rest} more (--json has them all)"
            console.print(Text(more, style="dim"), soft_wrap=True)
        text = "Ranked by the cards that are kept; how they will play is not judged."
        hanging(console, Text(), Text(text, style="dim"))


def _print_figure(console: Console, analysis: Analysis, figure: Figure) -> None:
    """One line a combination, and one a doubling; they add up to the points."""
    for one in figure.combinations:
        cards = " ".join(analysis.pack.codes_of(one.cards | one.counters))
        head = f"  {one.clause:<6}{one.points:>4}  {analysis.titles[one.kind]}: "
        hanging(console, Text(head), Text(cards, style="cyan"))
    if figure.doubling_reason is not None:
        head = f"  {figure.doubling_reason.clause:<6}{figure.doubling:>+4}  "
        hanging(console, Text(head), Text(figure.doubling_reason.text))


def _answer(analysis: Analysis) -> str:
    if analysis.discards:
        best = analysis.discards[0]
        pair = _codes(analysis.pack, best)
        count = f"{how_many(len(analysis.discards), 'pair')} may be laid away"
        if analysis.titles:
            declared = how_many(best.declared, "point")
            return f"{count}; {pair} leaves the dearest declaration: {declared}."
        return f"{count}; {pair} puts the most away: {how_many(best.laid_away, 'point')}."
    if not analysis.titles:
        pack = analysis.pack
        in_cards = how_many(pack.points(analysis.cards), "point")
        return f"{in_cards} in cards; {analysis.game.name} has no declarations."
    if not analysis.one_more:
        return f"{how_many(analysis.points, 'point')}; no card would add anything."
    best_card = analysis.one_more[0]
    return f"{how_many(analysis.points, 'point')}; {best_card.code} would add {best_card.points}."


def _about(analysis: Analysis) -> str:
    codes = analysis.pack.codes_of(analysis.cards)
    count = how_many(len(codes), "card")
    parts = [f"{analysis.game.title}, {count}: {grouped(analysis.pack, codes)}"]
    parts += [f"{switch}={shown_setting(value)}" for switch, value in analysis.house_rules.items()]
    return "; ".join(parts)


def _made(analysis: Analysis, row: OneMore) -> str:
    made = [f"{analysis.titles[one.kind]} {one.points}" for one in row.made]
    total = f"{analysis.points + row.points} in all"
    return f"{', '.join(made)}; {total}" if made else f"doubled; {total}"


def _codes(pack: Pack, pair: Discard) -> str:
    return " ".join(pack.codes_of(pair.cards))


def _kept(analysis: Analysis, pair: Discard) -> str:
    parts = [f"declares {pair.declared}"] if analysis.titles else []
    parts.append(f"puts {how_many(pair.laid_away, 'point')} away")
    parts.append(f"keeps {how_many(pair.trumps, 'trump')}")
    return ", ".join(parts)


def analysis_json(analysis: Analysis) -> dict[str, Any]:
    """The analysis for JSON."""
    pack = analysis.pack
    found = [one for figure in analysis.figures for one in figure.combinations]
    return {
        "format": ANALYSIS_FORMAT,
        "variant": analysis.game.name,
        "cards": pack.codes_of(analysis.cards),
        "house_rules": {
            switch: {"value": value, "set_by": "option"}
            for switch, value in analysis.house_rules.items()
        },
        "notes": list(analysis.notes),
        "combinations": [combination_json(pack, one) for one in found],
        "points": analysis.points,
        "one_more": [
            {
                "card": row.code,
                "points": row.points,
                "combinations": [combination_json(pack, one) for one in row.made],
            }
            for row in analysis.one_more
        ],
        "discards": [_discard_json(pack, pair) for pair in analysis.discards],
    }


def _discard_json(pack: Pack, pair: Discard) -> dict[str, Any]:
    return {**pair._asdict(), "cards": pack.codes_of(pair.cards)}
