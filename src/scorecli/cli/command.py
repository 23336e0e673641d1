"""A command of which no option is given twice where only one value can be taken."""

from collections import Counter
from typing import Any

import typer
from typer.core import TyperCommand


class Command(TyperCommand):
    """A command that refuses to drop the first of two values without a word."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the arguments apart.

        Raises:
            typer.BadParameter: if an option that takes one value is given several.
        """
        if not ctx.resilient_parsing:
            _options, _rest, order = self.make_parser(ctx).parse_args(list(args))
            given = Counter(param for param in order if param.param_type_name == "option")
            for param, times in given.items():
                if times > 1 and not param.multiple and not getattr(param, "is_flag", False):
                    name = param.opts[-1]
                    raise typer.BadParameter(f"is given {_times(times)}", param_hint=name)
        return super().parse_args(ctx, args)


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"
