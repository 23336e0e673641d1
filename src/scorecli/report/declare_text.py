"""What some cards make and what was claimed of them as text: the answer first, then the reasons."""

from typing import Final

from rich.console import Console
from rich.text import Text

from scorecli.games.base import shown_setting
from scorecli.judging import JudgedCards, Judgement
from scorecli.ledger import Combination
from scorecli.report.console import hanging, text_width
from scorecli.table.wording import how_many
from scorecli.typed_cards import grouped

_ROOM_FOR_CARDS: Final = 14
"""Where fewer columns are left behind a name, the cards begin on a line of their own."""


def print_declared(console: Console, declared: JudgedCards) -> None:
    """Print the points, the verdict on each claim, the combinations, and why each verdict."""
    console.print(Text(how_many(declared.points, "point"), style="bold"), soft_wrap=True)
    hanging(console, Text(), Text(_about(declared), style="dim"))
    # However they were typed: these are the cards that were read.
    codes = declared.pack.codes_of(declared.cards)
    hanging(console, Text(), Text(grouped(declared.pack, codes), style="dim"))
    for judgement in declared.judgements:
        text = Text(f"{judgement.claim.text}: {judgement.verdict}", style=_style(judgement))
        hanging(console, Text(), text)
    for note in declared.notes:
        hanging(console, Text(), Text(f"note: {note}", style="dim"))
    console.print()
    _print_combinations(console, declared)
    for judgement in declared.judgements:
        console.print()
        _print_judgement(console, declared, judgement)


def _about(declared: JudgedCards) -> str:
    count = declared.cards.bit_count()
    parts = [f"{declared.title}, {how_many(count, 'card')}"]
    if len(declared.figures) > 1:
        parts.append(", ".join(f"{figure.name} {figure.points}" for figure in declared.figures))
    parts += [
        f"{switch}={shown_setting(value)} (set by --rule)"
        for switch, value in declared.house_rules.items()
    ]
    return "; ".join(parts)


def _style(judgement: Judgement) -> str:
    if judgement.good:
        return "bold green"
    return "bold red" if judgement.worth is None else "bold yellow"


def _print_combinations(console: Console, declared: JudgedCards) -> None:
    """One line a combination, and one a doubling; they add up to the points."""
    if not declared.points:
        console.print(Text("No combination."), soft_wrap=True)
    found = [one for figure in declared.figures for one in figure.combinations]
    width = max((len(declared.titles[one.kind]) for one in found), default=0)
    for figure in declared.figures:
        for one in figure.combinations:
            head = _head(one.clause).append(f"{one.points:>4}  ", style="bold")
            title = Text(f"{declared.titles[one.kind]:<{width}}  ")
            if text_width(console) - head.cell_len - title.cell_len < _ROOM_FOR_CARDS:
                hanging(console, head, title)
                head, title = Text(" " * head.cell_len), Text()
            hanging(console, head.append(title), _cards(declared, one))
        if figure.doubling_reason is not None:
            head = _head(figure.doubling_reason.clause)
            head.append(f"{figure.doubling:>+4}  ", style="bold")
            hanging(console, head, Text(figure.doubling_reason.text))


def _cards(declared: JudgedCards, one: Combination) -> Text:
    """The cards of a combination and what its counters do."""
    text = Text().append(" ".join(_codes(declared, one)), style="cyan")
    for counter, gap in one.roles(declared.pack):
        does = f"stands for {gap}" if gap else "lengthens"
        text.append(f"; {counter} {does}")
    return text


def _print_judgement(console: Console, declared: JudgedCards, judgement: Judgement) -> None:
    claim = judgement.claim
    hanging(console, Text(), Text(f"Why {claim.text} is {judgement.verdict}:", style="bold"))
    for reason in judgement.reasons:
        hanging(console, _head(reason.clause), Text(reason.text))
    if judgement.good:
        return
    nearest = " + ".join(
        f"{declared.titles[one.kind]} {one.points} ({' '.join(_codes(declared, one))})"
        for one in judgement.nearest
    )
    hanging(console, Text("  Nearest: "), Text(nearest or "nothing, there is no combination"))
    if judgement.one_more:
        which = " or ".join(judgement.one_more)
        hanging(console, Text("  "), Text(f"One further card would make it true: {which}"))
    elif (claim.points or 0) > (judgement.worth or 0) or judgement.worth is None:
        hanging(console, Text("  "), Text("No one further card would make it true."))


def _codes(declared: JudgedCards, one: Combination) -> list[str]:
    return declared.pack.codes_of(one.cards | one.counters)


def _head(clause: str) -> Text:
    return Text(f"  {clause:<5} ", style="dim")
